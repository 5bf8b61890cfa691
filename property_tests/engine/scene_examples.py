"""Scenes that tests of pictures share, and what the raw path says of them."""

from typing import Any

import numpy as np

from verify.numerics import raw
from verify.render.site.paths import SceneDynamics
from verify.vocabulary import *

EPSILON = 2.0**-52
HALF = Fraction(1, 2)
MOVING = Scene(
    "All at once",
    "A bit of everything.",
    tokens=(
        on_circle(0),
        on_circle(pi() / 3),
        on_circle(2),
        (-square_root(2) / 2, -square_root(2) / 2),
    ),
    duration=1,
    scores=(Wave([[1, 2], [0, -1]]), Wave([[HALF, 0], [1, 0]], 2, HALF)),
    value=turning([[2, 1], [0, -1]], speed=HALF),
    row_sum=1 / square_root(2),
    mask=[[1, 0, 1, 1], [1, 1, 0, 0], [0, 1, 1, 0], [1, 1, 1, 1]],
)


def raw_velocity(scene: Scene, time: float, tokens: list[list[float]]) -> Any:
    """Return the velocities by the raw path, in balls, at a state in floats."""
    import flint

    def balls(rows: Any) -> Any:
        return [[flint.arb(float(x)) for x in row] for row in rows]

    moving = SceneDynamics(scene)
    with flint.ctx.workprec(128):
        rows = raw.softmax_attention(
            tokens=balls(tokens),
            scores=balls(moving.scores.at(time)) if moving.scores.parts else None,
            value=balls(moving.value.at(time)) if moving.value.parts else None,
            row_sum=flint.arb(moving.row_sum),
            mask=moving.seen.astype(int).tolist(),
        )
        return np.array([[float(x.mid()) for x in row] for row in rows])


def rounding(scene: Scene) -> float:
    """Return how far rounding may move a velocity.

    A score has the error d |P| eps at most, in units of a few; its exponential has the same
    relative one, and sums of as many terms as there are tokens, with messages of the length |U|,
    come on top.
    """
    moving = SceneDynamics(scene)
    count, d = moving.start.shape
    value = moving.value.size if moving.value.parts else 1.0
    return 8 * EPSILON * count * d * (1 + 2 * moving.scores.size) * value * max(1, moving.row_sum)
