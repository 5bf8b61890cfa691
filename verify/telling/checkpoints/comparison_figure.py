"""The figure of `verify compare`: layers of two models, or the course of more of them."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from verify.checkpoints.comparing import Compared
from verify.telling.checkpoints.figures import named, plot
from verify.telling.plots import axes, line

CASES = {1: "case 1 (real)", 2: "case 2 (pair)", 3: "case 3 (no gap)"}


def comparison_figure(compared: Sequence[Compared]) -> Figure:
    """Return gap and structure by layer of two models; of more, how gap and cases move."""
    return _by_layer(compared) if len(compared) < 3 else _course(compared)


def _by_layer(compared: Sequence[Compared]) -> Figure:
    figure, (left, right) = axes(columns=2, width=9.0, height=3.4)
    for k, each in enumerate(compared):
        name, layers = each.run.checkpoint.name, list(each.run.by_number.items())
        plot(left, [(n, result.facts.spectrum.gap) for n, result in layers], k, name)
        plot(right, [(n, result.structure.total) for n, result in layers], k, name)
    named(left, "layer", "gap", "gap of real parts")
    named(right, "layer", "structure (nats per weight)", "structure")
    return figure


def _course(compared: Sequence[Compared]) -> Figure:
    figure, (left, middle, right) = axes(columns=3, width=11.0, height=3.4)
    plot(left, [(k, each.gap) for k, each in enumerate(compared)], 0, "median of layers")
    named(left, "", "gap", "gap of real parts")
    for place, (case, name) in enumerate(CASES.items()):
        plot(middle, [(k, each.cases[case]) for k, each in enumerate(compared)], place, name)
    named(middle, "", "layers", "cases")
    middle.yaxis.set_major_locator(MaxNLocator(integer=True))
    own = [each.like.own for each in compared]
    plot(right, [(k, each.median) for k, each in enumerate(own)], 0, "median of layers")
    right.fill_between(
        range(len(own)), [each.low for each in own], [each.high for each in own], alpha=0.2,
        color=line(0)["color"], lw=0,
    )  # fmt: skip
    named(right, "", "structure (nats per weight)", "structure")
    for plane in (left, middle, right):
        labels = [each.run.checkpoint.name.rpartition("@")[2] for each in compared]
        plane.set_xticks(range(len(compared)), labels, rotation=30, ha="right")
    return figure
