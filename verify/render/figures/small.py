"""The figures of a document: computed in their small sizes, or found among what was kept."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator
from typing import Literal, NamedTuple

from verify.processes.store import Store
from verify.render.figures.computing import Data, Kept, computed, sources_of
from verify.render.figures.finding import figures
from verify.render.plain_latex import plain_text
from verify.statements.illustrations import Arrays, Illustration
from verify.steps.shows import decimal


class Drawing(NamedTuple):
    """A picture as a file, and its size in inches."""

    picture: bytes
    width: float
    height: float


def drawing(figure: Illustration, arrays: Arrays, kind: Literal["svg", "pdf"]) -> Drawing:
    """Return a figure drawn from its arrays. Matplotlib is loaded only where one is drawn."""
    draws = importlib.import_module("verify.render.figures.drawing")
    drawn = draws.drawn(figure, arrays)
    wide, high = drawn.get_size_inches()
    return Drawing(getattr(draws, kind)(drawn), float(wide), float(high))


def small_figures(
    known: Collection[str],
    kept: Store,
    sources: str,
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> Iterator[tuple[Illustration, Data]]:
    """Yield the figures all of whose statements are `known`, by their ids, with their data.

    `sources` is the hash of the code that computes; parts in the store `kept` are not computed
    again. `progress` is told how many figures are drawn.
    """
    every = [figure for figure in figures() if set(figure.illustrates) <= set(known)]
    for number, figure in enumerate(every, start=1):
        progress(number, len(every), f"figures, {figure.name}")
        parts = Kept(kept, f"{sources}\n{sources_of(figure)}")
        yield figure, computed(figure, "small", jobs=jobs, kept=parts)


def said_of(figure: Illustration, data: Data) -> str:
    """Return what a figure's caption says of what was measured, in plain characters."""
    return plain_text(decimal(figure.caption(data.measured)))
