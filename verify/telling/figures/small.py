"""The figures of a document: computed in their small sizes, or found among what was kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from verify.processes.store import Store
from verify.statements.illustrations import Illustration
from verify.steps.shows import decimal
from verify.telling.figures.computing import Data, Kept, computed, sources_of
from verify.telling.figures.finding import figures

INDEXED = re.compile(r"((?<!\w)[A-Za-z](?:[_^](?:\{[^{}]*\}|\w))+(?!\w))")


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
    """Return what a figure's caption says of what was measured."""
    return decimal(figure.caption(data.measured))


def marked(caption: str) -> str:
    """Return a caption in which names with indices are formulas, between dollars."""
    parts = re.split(r"(\$[^$]*\$)", caption)
    return "".join(part if part.startswith("$") else INDEXED.sub(r"$\1$", part) for part in parts)
