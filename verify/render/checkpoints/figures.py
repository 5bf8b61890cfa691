"""The picture of `spectrum`, for a file: the structure of weights by layer, in nats."""

from __future__ import annotations

import io
from pathlib import Path

from verify.checkpoints.spectrum_run import SpectrumRun
from verify.checkpoints.trained import verdict
from verify.render.errors import Usage
from verify.render.figures.drawing import style
from verify.render.plots import axes, line

KINDS = {".svg": {"Date": None}, ".png": {}, ".pdf": {"CreationDate": None}}  # and their metadata


def check_kind(argument: str, path: Path | None) -> None:
    """Find out before any work whether a figure can be written under a name; raises Usage."""
    if path is not None and path.suffix.lower() not in KINDS:
        raise Usage(
            f"{argument}: {path} is not an svg, png or pdf file; use a name such as out.svg"
        )


def structure_figure(run: SpectrumRun, path: Path) -> bytes:
    """Return the structure of each layer beside that of its entries shuffled, and of random ones.

    The bytes are those of a file of that name: the same ones every time.
    """
    figure, plane = axes(width=6.4, height=3.4)
    shown = {
        "as it is": [result.structure.total for result in run.results],
        "entries shuffled": [result.structure.without_order for result in run.results],
    }
    for k, (name, values) in enumerate(shown.items()):
        plane.plot(run.numbers, values, **line(k), marker="o", ms=3, label=name)
    random = verdict(run).random
    if random is not None:
        plane.axhline(random.median, **line(2), label="random")
    plane.set_xlabel("layer")
    plane.set_ylabel("structure (nats a weight)")
    plane.set_title(run.checkpoint.name, loc="left")
    plane.legend(frameon=False)
    kind, file = path.suffix.lower(), io.BytesIO()
    with style():
        figure.savefig(file, format=kind[1:], metadata=KINDS[kind] or None, dpi=200)
    return file.getvalue()
