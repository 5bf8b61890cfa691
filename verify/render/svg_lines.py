"""Lines in SVG with no more points, and no more digits, than anybody sees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import hypot

PLACE = re.compile(r' (d|x|y)="([^"]*)"')
NUMBER = re.compile(r"-?\d+\.\d{3,}")
BETWEEN = re.compile(r">(?:\s*<!--.*?-->)*\s*\n\s*<")
COMMAND = re.compile(r"[A-Za-z]")
UNSEEN = 0.1  # of a point of print, or of a unit in a picture of some hundred


def small(svg: str) -> str:
    """Return SVG with places to a hundredth, and straight lines without the points in them."""
    return PLACE.sub(_small, BETWEEN.sub("><", svg))


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


def _small(found: re.Match[str]) -> str:
    name, value = found[1], NUMBER.sub(_hundredths, " ".join(found[2].split()))
    if name == "d" and set(COMMAND.findall(value)) <= set("MLz"):
        value = " ".join(map(_line, filter(None, re.split(r" ?(?=M)", value))))
    return f' {name}="{value}"'


def _hundredths(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _line(path: str) -> str:
    """Return a path of one line, M x y L x y ..., with the points that show."""
    numbers = re.findall(r"-?[\d.]+", path)
    places = list(zip(numbers[::2], numbers[1::2], strict=True))
    kept = bends([(float(x), float(y)) for x, y in places])
    (first, *others) = [" ".join(places[k]) for k in kept]
    rest = f" L {' '.join(others)}" if others else ""
    return f"M {first}{rest}{' z' if path.endswith('z') else ''}"
