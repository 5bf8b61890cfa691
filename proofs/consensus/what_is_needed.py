"""Pictures of two hypotheses: tokens of an open hemisphere, and a mask with a root."""

from __future__ import annotations

from fractions import Fraction
from math import cos, inf, isfinite, pi, sin, sqrt
from typing import Any

from verify.attention import graphs
from verify.numerics.figures import power_of_ten
from verify.numerics.time_varying import TimeVarying, steady
from verify.statements.illustrations import Arrays, Measured

PAIRS = [[int(i // 2 == j // 2) for j in range(6)] for i in range(6)]
ROOTED, ROOTLESS = "causal window of two: gathers", "two closed groups: does not"
GROUPS = [[1, 1, 1, 0, 0, 0]] * 3 + [[0, 0, 0, 1, 1, 0]] * 2 + [[1, 1, 1, 1, 1, 1]]


def edge_of_hemisphere(*, seed: int, part: range, until: int, tolerance: float, samples: int) -> Arrays:
    """Follow pairs that see each other alone, from the half of v, and three tokens of its edge."""
    from verify.numerics.trajectories import Watched, floats, follow

    zero, v = steady([[0] * 3] * 3), [1.0, 0.0, 0.0]
    images = [(-1.1, -0.9), (1.0, 0.5), (-0.8, 1.1), (1.2, -0.7), (-1.3, 0.2), (0.3, 1.3)]
    inside = [[1 / sqrt(1 + x * x + y * y), x / sqrt(1 + x * x + y * y), y / sqrt(1 + x * x + y * y)]
              for x, y in images]
    edge = [[0.0, cos(pi / 2 + 2 * pi * k / 3), sin(pi / 2 + 2 * pi * k / 3)] for k in range(3)]
    watch = {"paths": Watched(lambda y: y, 1.0)}
    times = [until * k / samples for k in range(samples + 1)]
    found = {}
    for name, places, mask in (("inside", inside, PAIRS), ("edge", edge, graphs.full(3))):
        path = follow(TimeVarying((zero,), mask=mask), places, Fraction(until), tolerance=tolerance,
                      watch=watch, at=times)
        found[name] = path.values["paths"]
    for i in range(6):
        found[f"x_{i}"] = found["inside"][:, i, 1] / found["inside"][:, i, 0]
        found[f"y_{i}"] = found["inside"][:, i, 2] / found["inside"][:, i, 0]
    return {"point": floats(v), **found}


def bent(arrays: Arrays) -> Measured:
    """Measure how far images are from the line of their pair, and how far tokens of the edge move."""
    off = 0.0
    for i in (0, 2, 4):
        (a, b), (c, d) = ((float(arrays[f"x_{k}"][0]), float(arrays[f"y_{k}"][0])) for k in (i, i + 1))
        for x, y in zip(arrays[f"x_{i}"].tolist(), arrays[f"y_{i}"].tolist(), strict=True):
            off = max(off, abs((c - a) * (y - b) - (d - b) * (x - a)) / sqrt((c - a) ** 2 + (d - b) ** 2))
    moved = float(abs(arrays["edge"] - arrays["edge"][:1]).max())
    return {"distance from the lines below": power_of_ten(off or 1e-16),
            "motion on the edge below": power_of_ten(moved or 1e-16)}


def masks_as_graphs(*, seed: int, part: range, until: int, tolerance: float) -> Arrays:
    """Lay out who sees whom under two masks, and follow six tokens of a half circle under each."""
    from verify.numerics.trajectories import Watched, floats, follow

    turns = [pi / 2 - 2 * pi * k / 6 for k in range(6)]
    places = [(cos(a), sin(a)) for a in turns]
    starts = [[cos(a), sin(a)] for a in (-1.2, -0.7, -0.1, 0.4, 0.8, 1.2)]
    found: dict[str, Any] = {}
    for name, mask in (("rooted", graphs.causal_window(6, 2)), ("rootless", GROUPS)):
        edges = [(i, j) for i, j in graphs.edges(mask) if i != j]
        shorter = [(places[i], places[j]) for i, j in edges]
        closed = {i for group in graphs.closed_components(mask) for i in group}
        path = follow(TimeVarying((steady([[0, 0], [0, 0]]),), mask=mask), starts, Fraction(until),
                      tolerance=tolerance, watch={"paths": Watched(lambda y: y, 1.0)}, at=[0.0, float(until)])
        last = path.values["paths"][-1].tolist()
        found |= {
            f"{name}_x": floats([end[0] for pair in shorter for end in pair]),
            f"{name}_y": floats([end[1] for pair in shorter for end in pair]),
            f"{name}_closed": floats([y if k in closed else inf - inf for k, (_, y) in enumerate(places)]),
            f"{name}_apart": floats([max(sqrt((a - c) ** 2 + (b - d) ** 2) for a, b in last for c, d in last)]),
        }
    return {"x": floats([x for x, _ in places]), "y": floats([y for _, y in places]), **found}


def apart(arrays: Arrays) -> Measured:
    """Measure how far apart tokens are at the end, and how many tokens every closed group has."""
    return {"largest distance at the end, with a root": power_of_ten(float(arrays["rooted_apart"][0])),
            "largest distance at the end, without": f"{float(arrays['rootless_apart'][0]):.3f}",
            "tokens in closed groups": sum(isfinite(y) for y in arrays["rootless_closed"].tolist())}
