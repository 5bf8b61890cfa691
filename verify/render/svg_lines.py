"""Lines of pictures in SVG with as few points as they need to look the same."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

UNSEEN = 0.1  # of a unit in a picture of some hundred


def bends(points: Sequence[Sequence[float]]) -> list[int]:
    """Return which points (x, y, ...) of a line it needs to lie where it does, ends included.

    Source: Douglas and Peucker 1973.
    """
    kept, left = {0, len(points) - 1}, [(0, len(points) - 1)]
    while left:
        first, last = left.pop()
        away, far = max(
            ((_distance(points[k], points[first], points[last]), k) for k in range(first, last)),
            default=(0.0, first),
        )
        if away > UNSEEN:
            kept.add(far)
            left += [(first, far), (far, last)]
    return sorted(kept)


def _distance(point: Sequence[float], begin: Sequence[float], end: Sequence[float]) -> float:
    """Return how far a point is from the straight line between two others."""
    right, down = end[0] - begin[0], end[1] - begin[1]
    across, below = point[0] - begin[0], point[1] - begin[1]
    long = right * right + down * down
    along = min(max((across * right + below * down) / long, 0.0), 1.0) if long else 0.0
    return hypot(across - along * right, below - along * down)
