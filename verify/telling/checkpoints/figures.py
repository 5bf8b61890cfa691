"""Figures of checkpoints, for files: SVG, PNG or PDF, by the name of the file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from verify.checkpoints.baseline import FIRST
from verify.checkpoints.depth import ENTROPY, REDUCED, WHOLE_MODEL, DepthRun, Trace
from verify.checkpoints.measured import interval
from verify.checkpoints.spectrum_run import SpectrumRun
from verify.checkpoints.trained import verdict
from verify.telling.checkpoints.depth_layers import measured
from verify.telling.errors import Usage
from verify.telling.plots import axes, line

KINDS = {".svg": {"Date": None}, ".png": {}, ".pdf": {"CreationDate": None}}  # and their metadata
RANKS = 3  # of eigenvalues by layer


def check_kind(argument: str, path: Path | None) -> None:
    """Find out before any work whether a figure can be written under a name; raises Usage."""
    if path is not None and path.suffix.lower() not in KINDS:
        raise Usage(
            f"{argument}: {path} is not an svg, png or pdf file; use a name such as out.svg"
        )


def rendered(figure: Figure, path: Path) -> bytes:
    """Return a figure as the bytes of a file of that name: the same ones every time."""
    kind, file = path.suffix.lower(), io.BytesIO()
    with rc_context({"svg.hashsalt": "attention-proofs", "svg.fonttype": "none"}):
        figure.savefig(file, format=kind[1:], metadata=KINDS[kind] or None, dpi=200)
    return file.getvalue()


# ------------------------------------------------------------------ spectra


def spectrum_figure(run: SpectrumRun) -> Figure:
    """Return the first eigenvalues by layer beside random layers, and the structure by layer."""
    figure, (left, right) = axes(columns=2, width=9.0, height=3.4)
    numbers = list(run.numbers)
    for rank in range(RANKS):
        points = [
            (number, result.shown[0].leading[rank].value.real)
            for number, result in zip(run.numbers, run.results, strict=True)
            if rank < len(result.shown[0].leading)
        ]
        plot(left, points, rank, f"$\\mathrm{{Re}}\\,\\lambda_{rank + 1}$")
    _random_band(left, run)
    own = [(n, r.structure.total) for n, r in zip(numbers, run.results, strict=True)]
    other = [(n, r.structure.without_order) for n, r in zip(numbers, run.results, strict=True)]
    plot(right, own, 0, "as it is")
    plot(right, other, 1, "entries shuffled")
    random = verdict(run).random
    if random is not None:
        right.axhline(random.median, **line(2), label="random")
    folded = any(result.folded is not None for result in run.results)
    of = "F, norm folded in" if folded else "F"
    named(left, "layer", f"first eigenvalues of {of}", run.checkpoint.name)
    named(right, "layer", "structure (nats per weight)", "trained, shuffled, random")
    return figure


def _random_band(plane: Any, run: SpectrumRun) -> None:
    """Shade where nine of ten random layers of the layers' own scale have their first one."""
    if run.beside is None:
        return
    low, high = np.quantile(run.beside.draws[FIRST], [0.05, 0.95])
    units = [
        spectrum.principal.value.real / figures[FIRST] if figures[FIRST] else np.nan
        for spectrum, figures in (result.shown for result in run.results)
    ]
    ends = np.array(units)
    plane.fill_between(
        run.numbers, low * ends, high * ends, alpha=0.25, color="#767676", lw=0, label="random"
    )


# ------------------------------------------------------------------ depth


def depth_figure(run: DepthRun) -> Figure:
    """Return the mean cosine, the effective rank and attention's entropy by layer, with bands."""
    figure, planes = axes(columns=3, width=11.0, height=3.2)
    shown = [trace for trace in run.traces if trace.variant.name in (REDUCED, WHOLE_MODEL)]
    for plane, name in zip(planes, ("cosine", "rank", ENTROPY), strict=True):
        for k, trace in enumerate(shown):
            _band(plane, trace, name, k)
        named(plane, "layers passed", name, run.checkpoint.name if name == "cosine" else "")
    return figure


def _band(plane: Any, trace: Trace, name: str, k: int) -> None:
    steps = [
        step for step in range(len(trace.layers) + 1) if measured(trace, name, step) is not None
    ]
    found = [interval(np.asarray(measured(trace, name, step))) for step in steps]
    plane.plot(steps, [each.median for each in found], **line(k), label=trace.variant.name)
    low, high = [each.low for each in found], [each.high for each in found]
    plane.fill_between(steps, low, high, alpha=0.2, color=line(k)["color"], lw=0)


def plot(plane: Any, points: Sequence[tuple[float, float]], k: int, name: str) -> None:
    """Draw the k-th line of a plane through points."""
    plane.plot(
        [x for x, _ in points], [y for _, y in points], **line(k), marker="o", ms=3, label=name
    )


def named(plane: Any, across: str, up: str, title: str) -> None:
    """Name the axes of a plane, and its lines."""
    plane.set_xlabel(across)
    plane.set_ylabel(up)
    plane.set_title(title, loc="left")
    plane.legend(frameon=False)
