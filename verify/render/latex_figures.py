"""The figures of an article, as floats with captions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from verify.processes.store import Store
from verify.render.figures.small import drawing, marked, said_of, small_figures
from verify.render.latex_formulas import escaped_latex
from verify.statements.paper import Paper

FOLDER = "figures"


@dataclass(frozen=True)
class DrawnFigure:
    """A figure of a paper as the article shows it, of so many panels side by side."""

    name: str
    paper: Paper
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
        caption = f"{figure.title}. {says} (For {', '.join(figure.illustrates)}; small size.)"
        columns = figure.columns or len(figure.panels)
        picture = drawing(figure, data.arrays, "pdf").picture
        yield DrawnFigure(
            figure.name, figure.label.paper, in_latex(marked(caption)), picture, columns
        )


def in_latex(caption: str) -> str:
    """Return a caption with what stands in dollars as formulas."""
    parts = re.split(r"(\$[^$]*\$)", caption)
    return "".join(part if part.startswith("$") else escaped_latex(part) for part in parts)


def figures_latex(drawings: Sequence[DrawnFigure]) -> list[str]:
    """Return floats with the figures, two of one panel side by side."""
    single = [one for one in drawings if one.columns == 1]
    pairs = [single[at : at + 2] for at in range(0, len(single), 2)]
    rows = [*([one] for one in drawings if one.columns > 1), *pairs]
    return [_float(row) for row in rows]


def _float(row: Sequence[DrawnFigure]) -> str:
    share = {True: ".48", False: "1"}[len(row) > 1]
    width = ".55" if len(row) == 1 and row[0].columns == 1 else "1"
    parts = [
        "\n".join([
            rf"\begin{{minipage}}[t]{{{share}\textwidth}}\centering",
            rf"\includegraphics[width={width}\linewidth]{{{FOLDER}/{one.name}.pdf}}",
            rf"\caption{{\footnotesize {one.caption}}}\end{{minipage}}",
        ])
        for one in row
    ]  # fmt: skip
    return "\n".join(
        [r"\begin{figure}[tbp]\footnotesize", "\\hfill\n".join(parts), r"\end{figure}"]
    )
