"""The papers' figures, from their modules called `figures`; those of a document are drawn small."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from verify.language.mistakes import Mistake, unknown
from verify.processes.store import Store
from verify.render.errors import Usage
from verify.render.figures.computing import Kept, computed, sources_of
from verify.render.plain_latex import plain_text
from verify.statements.folder import current
from verify.statements.illustrations import Illustration
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


MODULE = "figures"


def figures() -> list[Illustration]:
    """Return every figure, paper by paper. Raises Mistake if two share a name."""
    found = current().declared(Illustration, MODULE)
    seen: set[str] = set()
    for figure in found:
        if figure.name.lower() in seen:
            raise Mistake(f"two figures have the name {figure.name}; rename one")
        seen.add(figure.name.lower())
    return found


def find(name: str) -> Illustration:
    """Return the figure of a name, in capitals or not. Raises Usage with the nearest names."""
    known = {figure.name.lower(): figure for figure in figures()}
    if name.lower() not in known:
        raise Usage(f"NAME: {unknown('figure', name, [one.name for one in known.values()])}")
    return known[name.lower()]


def chosen(names: Sequence[str]) -> list[Illustration]:
    """Return the figures named, each once, or all of them. Raises Usage."""
    wanted = {find(name).name for name in names}
    return [figure for figure in figures() if not names or figure.name in wanted]
