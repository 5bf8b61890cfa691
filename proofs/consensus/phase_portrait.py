"""Three tokens on a circle with causal attention, P = 0 and U = I: the phase portrait of the last two."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import Any

from verify.statements.illustrations import Arrays, Measured

from .identity_value import EXCEPTIONAL

Angles = tuple[float, float]


def velocity(second: float, third: float) -> Angles:
    """Return how fast the second and the third token turn; the first is at the angle 0."""
    return -sin(second) / 2, (sin(second - third) - sin(third)) / 3


def followed(start: Angles, turned: Callable[[float, float], Angles], step: float, steps: int) -> list[Angles]:
    """Return a solution at evenly spaced times, by the classical method of order 4."""
    states = [start]
    for _ in range(steps):
        x, y = states[-1]
        a, b = turned(x, y)
        c, d = turned(x + step * a / 2, y + step * b / 2)
        e, f = turned(x + step * c / 2, y + step * d / 2)
        g, h = turned(x + step * e, y + step * f)
        states.append((x + step * (a + 2 * c + 2 * e + g) / 6, y + step * (b + 2 * d + 2 * f + h) / 6))
    return states


def portrait(*, seed: int, part: range, starts: int, edge: float, near: float) -> Arrays:
    """Follow starts on both sides of the line on which the third token is lost.

    The line is the stable manifold of the saddle (0, pi), of slope 2/7 there: it is followed back.
    What is to the left of the middle is the mirror image of what is to the right.
    """
    from verify.numerics.trajectories import floats

    def back(x: float, y: float) -> Angles:
        a, b = velocity(x, y)
        return -a, -b

    lost = [p for p in followed((near, pi + 2 * near / 7), back, 0.02, 2000) if p[0] <= pi - edge]
    line = [*((-x, 2 * pi - y) for x, y in reversed(lost)), (0.0, pi), *lost]
    heights = [2 * pi * (k + 0.5) / starts for k in range(starts)]
    ways = [followed((pi - edge, y), velocity, 0.1, 300) for y in heights]
    trapped = followed((1.0, float(EXCEPTIONAL)), velocity, 0.1, 90)
    found: dict[str, Any] = {
        "second": [x for x, _ in line], "lost": [y for _, y in line],
        "floor": [-1.0 for _ in line], "top": [2 * pi + 1 for _ in line],
        "back": [pi / 2 for _ in line], "on": [3 * pi / 2 for _ in line],
        "right": [x for x, _ in ways[0]], "right_third": [[y for _, y in way] for way in ways],
        "left": [-x for x, _ in ways[0]], "left_third": [[2 * pi - y for _, y in way] for way in ways],
        "trapped": [x for x, _ in trapped], "trapped_third": [y for _, y in trapped],
        "start": [1.0], "start_third": [float(EXCEPTIONAL)],
        "saddle": [0.0], "saddle_third": [pi],
        "consensus": [0.0, 0.0], "consensus_third": [0.0, 2 * pi],
    }  # fmt: skip
    return {name: floats(values) for name, values in found.items()}


def separated(arrays: Arrays) -> Measured:
    """Measure where the line passes the second token's angle 1."""
    after = next(k for k, x in enumerate(arrays["second"]) if x >= 1)
    (x, y), (u, v) = ((float(arrays["second"][k]), float(arrays["lost"][k])) for k in (after - 1, after))
    return {"angle that is lost at 1": f"{y + (v - y) * (1 - x) / (u - x):.4f}"}
