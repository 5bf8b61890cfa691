"""Labels that stand beside what they name, and not on each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

_APART = 1.25  # of a label's height
_RIGHT = 6.0  # points from the axes to the labels at their right


@dataclass(frozen=True, eq=False)
class LineLabel:
    """The name of a line through points; `at` is where along it the name stands, None its end."""

    text: str
    x: Any
    y: Any
    colour: str
    at: float | None = None


def at_the_ends(axes: Any, labels: list[LineLabel]) -> None:
    """Write labels at the right of the axes, as high as their lines end, moved apart if need be."""
    if not labels:
        return
    heights = [_share(axes, label.y[-1]) for label in labels]
    size = 8.5 * _APART / (axes.get_position().height * axes.figure.get_figheight() * 72)
    lines = [1 + label.text.count("\n") for label in labels]
    order = np.argsort(heights, kind="stable")
    places = moved_apart([heights[k] for k in order], [size * lines[k] for k in order])
    for place, k in zip(places, order, strict=True):
        label = labels[k]
        axes.annotate(label.text, (1.0, place), xycoords="axes fraction", xytext=(_RIGHT, 0),
                      textcoords="offset points", va="center", ha="left", color=label.colour,
                      fontsize=8.5, linespacing=1.0)  # fmt: skip


def _share(axes: Any, height: float) -> float:
    """Return how high a value is, from 0 at the foot of the axes to 1 at their head."""
    low, high = axes.get_ylim()
    if axes.get_yscale() == "log":
        low, high, height = np.log(low), np.log(high), np.log(max(height, low))
    return float(np.clip((height - low) / (high - low), 0, 1))


def moved_apart(heights: list[float], sizes: list[float]) -> list[float]:
    """Return places near increasing heights at which labels of these sizes do not overlap.

    Groups of labels that touch are centred where their heights are on average.
    """
    groups: list[list[int]] = []
    for k in range(len(heights)):
        groups.append([k])
        while len(groups) > 1 and _top(groups[-2], heights, sizes) > _foot(
            groups[-1], heights, sizes
        ):
            groups[-2:] = [groups[-2] + groups[-1]]
    places = []
    for group in groups:
        foot = _foot(group, heights, sizes)
        for k in group:
            places.append(foot + sizes[k] / 2)
            foot += sizes[k]
    return places


def _foot(group: list[int], heights: list[float], sizes: list[float]) -> float:
    middle = sum(heights[k] for k in group) / len(group)
    return middle - sum(sizes[k] for k in group) / 2


def _top(group: list[int], heights: list[float], sizes: list[float]) -> float:
    return _foot(group, heights, sizes) + sum(sizes[k] for k in group)


def on_the_line(axes: Any, labels: list[LineLabel]) -> None:
    """Write labels beside their lines, above and to the right of a point of each."""
    for label in labels:
        assert label.at is not None
        k = min(int(label.at * len(label.x)), len(label.x) - 1)
        axes.annotate(label.text, (label.x[k], label.y[k]), xytext=(5, 5), ha="left", va="bottom",
                      textcoords="offset points", color=label.colour, fontsize=8.5)  # fmt: skip
