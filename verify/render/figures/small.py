"""The figures of a document: computed in their small sizes, or found in the cache, and drawn."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from verify.processes.store import Store
from verify.render.figures.computing import Kept, computed, sources_of
from verify.render.figures.finding import figures
from verify.render.plain_latex import plain_text
from verify.steps.shows import decimal


@dataclass(frozen=True)
class DrawnFigure:
    """A figure of a paper: its picture as a file, its size in inches, and what it says.

    `title` and `says`, what the caption tells of what was measured, are in plain characters.
    """

    name: str
    illustrates: tuple[str, ...]
    title: str
    says: str
    picture: bytes
    size: tuple[float, float]
    columns: int = 1


def drawing() -> Any:
    """Return the module that draws. Raises ModuleNotFoundError without Matplotlib."""
    return importlib.import_module("verify.render.figures.drawing")


def small_figures(
    kind: Literal["svg", "pdf"],
    known: Collection[str],
    kept: Store,
    sources: str,
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> Iterator[DrawnFigure]:
    """Yield the figures all of whose statements are `known`, by their ids.

    `sources` is the hash of the code that computes; parts in the store `kept` are not computed
    again. `progress` is told how many figures are drawn. Matplotlib is loaded only for these.
    """
    every = [figure for figure in figures() if set(figure.illustrates) <= set(known)]
    for number, figure in enumerate(every, start=1):
        progress(number, len(every), f"figures, {figure.name}")
        parts = Kept(kept, f"{sources}\n{sources_of(figure)}")
        data = computed(figure, "small", jobs=jobs, kept=parts)
        drawn = drawing().drawn(figure, data.arrays)
        wide, high = drawn.get_size_inches()
        yield DrawnFigure(
            figure.name,
            figure.illustrates,
            plain_text(figure.title),
            plain_text(decimal(figure.caption(data.measured))),
            getattr(drawing(), kind)(drawn),
            (float(wide), float(high)),
            figure.columns or len(figure.panels),
        )
