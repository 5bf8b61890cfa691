"""A model with a last norm in a loop: its end is its next start (figures 7 to 10 of paper A).

The start is embedded once, positions with it. The mean distance (25) is taken of the residual
stream after each layer, before the last norm. Weights are the checkpoint's own, or random ones as
the library begins with, fixed or drawn anew in every pass; feed-forward parts are there or not.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.factors import Array
from verify.checkpoints.whole import WholeModel, drawn_anew
from verify.language.mistakes import Mistake
from verify.numerics.depth_records import Figures, looped_passes
from verify.numerics.measures import mean_cosine_distance

Weights = Literal["its own", "random", "random, drawn anew"]
VARIANTS: tuple[tuple[str, Weights, bool], ...] = (
    ("control", "its own", True),
    ("trained, without feed-forward parts", "its own", False),
    ("random weights", "random", True),
    ("random weights, without feed-forward parts", "random", False),
    ("weights drawn anew, with feed-forward parts", "random, drawn anew", True),
    ("weights drawn anew", "random, drawn anew", False),
)


def looped(
    model: WholeModel, ids: NDArray[Any], passes: int, weights: Weights, fed: bool, seed: int
) -> Figures:
    """Return the figures of a loop beside that of its last norm alone; raises Mistake for none."""
    if model.last_norm is None:
        raise Mistake(
            f"{model.folder}: {model.base.config.model_type} has no last norm to loop, which this "
            "protocol needs; use a model that has, such as gpt2"
        )
    start = model.run(ids).states[0]
    first = model if weights == "its own" else drawn_anew(model, seed)
    without = () if fed else ("feed-forward parts",)
    seen, states = [_observed(start)], start
    for k in range(passes):
        used = drawn_anew(model, seed + k) if weights == "random, drawn anew" else first
        passed = used.run(ids, start=states, without=without)
        seen += [_observed(each) for each in passed.states[1:]]
        states = passed.end
    alone, states = [_observed(start)], start
    for _ in range(passes):
        states = first.normed(states)
        alone.append(_observed(states))
    return looped_passes(seen, alone, (len(seen) - 1) // passes)


def _observed(states: Array) -> tuple[float, float]:
    """Return (25) and the length of tokens, means over prompts."""
    distances = mean_cosine_distance(np.asarray(states, dtype=float))
    return float(distances.mean()), float(np.linalg.norm(states, axis=-1).mean())
