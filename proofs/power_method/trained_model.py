"""Recorded measurements of a trained model: all-MiniLM-L6-v2, a BERT with six layers.

The weights (a package, see .ci/published.txt) are not needed to draw the figure, and
property_tests/checkpoints/test_published_weights.py measures the numbers again.
"""

from __future__ import annotations

from verify.statements.illustrations import Arrays, Measured

REAL = [
    [-0.803, -0.656, -0.649, -0.649, -0.591, -0.589, -0.589, -0.553, -0.51, -0.51, -0.503,
     -0.503, 0.686, 0.686, 0.688, 0.723, 0.748, 0.748, 0.829, 0.829, 0.856, 0.925, 0.925,
     1.238],
    [-1.94, -1.94, -1.149, -1.149, -1.125, -1.088, -1.088, -0.996, -0.958, -0.958, -0.923,
     -0.923, 0.801, 0.841, 0.841, 0.899, 0.899, 0.974, 0.974, 1.042, 1.042, 1.062, 1.071,
     1.071],
    [-1.476, -1.449, -1.449, -1.403, -1.403, -1.336, -1.274, -1.274, -1.238, -1.238, -1.219,
     -1.114, 1.161, 1.172, 1.172, 1.172, 1.172, 1.351, 1.351, 1.407, 1.407, 1.418, 1.418,
     1.655],
    [-1.907, -1.907, -1.789, -1.776, -1.776, -1.547, -1.513, -1.402, -1.402, -1.371, -1.371,
     -1.348, 1.031, 1.031, 1.056, 1.056, 1.081, 1.125, 1.226, 1.3, 1.3, 1.305, 1.305, 1.51],
    [-1.765, -1.765, -1.702, -1.691, -1.691, -1.543, -1.543, -1.471, -1.471, -1.433, -1.422,
     -1.422, 0.837, 0.837, 0.887, 0.887, 0.929, 0.953, 0.953, 0.964, 0.964, 0.99, 0.99,
     1.115],
    [-0.993, -0.959, -0.959, -0.942, -0.942, -0.899, -0.899, -0.893, -0.82, -0.82, -0.796,
     -0.745, 1.271, 1.306, 1.306, 1.313, 1.313, 1.369, 1.369, 1.404, 1.448, 1.448, 1.532,
     1.532],
]  # fmt: skip
ONCE = [1.413, 1.379, 1.27, 0.9973, 0.6469, 0.4353, 0.2908]
LAST = [
    1.413, 1.315, 1.014, 0.5869, 0.2729, 0.1173, 0.05, 0.02104, 0.008653, 0.003507, 0.001447,
    0.0006054, 0.0002497, 0.0001004, 4.029e-05, 1.616e-05, 6.469e-06, 2.586e-06, 1.036e-06,
    4.16e-07, 1.676e-07, 6.77e-08, 2.742e-08, 1.113e-08, 4.511e-09,
]  # fmt: skip
ENDS, DEPTH = 12, 24  # eigenvalues at either end of a spectrum; layers, where one is repeated


def recorded(*, seed: int, part: range) -> Arrays:
    """Return the recorded numbers."""
    from verify.numerics.trajectories import floats

    layers = len(REAL)
    return {
        "number": floats([k for k in range(layers) for _ in range(2 * ENDS)]),
        "real": floats([x for row in REAL for x in row]),
        "layers": floats(range(layers)),
        "first": floats([max(row) for row in REAL]),
        "passed": floats(range(layers + 1)),
        "once": floats(ONCE),
        "repeated": floats(range(DEPTH + 1)),
        "last": floats(LAST),
    }


def of_the_model(arrays: Arrays) -> Measured:
    """Measure what is left of the distance, and the largest real parts."""
    once, last, first = (arrays[name].tolist() for name in ("once", "last", "first"))
    return {
        "distance left after the layers": f"{once[-1] / once[0]:.2f}",
        "distance left when the last is repeated": f"{last[-1] / last[0]:.2g}",
        "least largest real part": f"{min(first):.2f}",
        "largest real part": f"{max(first):.2f}",
    }
