"""The figures of an article, as floats with captions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from verify.processes.store import Store
from verify.render.figures.small import drawing, said_of, small_figures
from verify.render.latex_formulas import escaped_latex
from verify.render.plain_latex import plain_text

FOLDER = "figures"


@dataclass(frozen=True)
class DrawnFigure:
    """A figure of a paper as the article shows it, of so many panels side by side.

    It stands after the first of the statements that it `illustrates`.
    """

    name: str
    illustrates: tuple[str, ...]
    caption: str
    pdf: bytes
    columns: int = 1


def article_figures(
    known: Collection[str],
    kept: Store,
    sources: str,
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> Iterator[DrawnFigure]:
    """Yield the figures all of whose statements are `known`, as `small_figures` computes them."""
    for figure, data in small_figures(known, kept, sources, jobs, progress):
        says = said_of(figure, data)
        title, shown = plain_text(figure.title), ", ".join(figure.illustrates)
        caption = escaped_latex(f"{title}. {says} (For {shown}; small size.)")
        columns = figure.columns or len(figure.panels)
        picture = drawing(figure, data.arrays, "pdf").picture
        yield DrawnFigure(figure.name, figure.illustrates, caption, picture, columns)


def figure_latex(one: DrawnFigure) -> str:
    """Return a float with a figure; of one panel it is as wide as half a page."""
    width = ".55" if one.columns == 1 else "1"
    return "\n".join([
        r"\begin{figure}[tbp]\centering",
        rf"\includegraphics[width={width}\textwidth]{{{FOLDER}/{one.name}.pdf}}",
        rf"\caption{{\footnotesize {one.caption}}}",
        r"\end{figure}",
    ])  # fmt: skip
