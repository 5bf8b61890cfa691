"""From a paper's LaTeX to skeletons of its statements."""
