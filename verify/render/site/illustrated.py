"""The papers' figures on the site: one file each, shown on the pages of what they illustrate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from verify.processes.store import Store
from verify.render.figures.captions import command_again
from verify.render.figures.computing import Data
from verify.render.figures.small import drawing, said_of, small_figures
from verify.render.plain_latex import plain_text
from verify.render.site.layout import escaped, file_name
from verify.statements.illustrations import Illustration

PIXELS = 96  # an inch of what browsers lay out


@dataclass(frozen=True)
class SiteFigure:
    """A figure: its SVG, its size in pixels, its title as text, its caption in HTML."""

    name: str
    illustrates: tuple[str, ...]
    title: str
    caption: str
    svg: bytes
    size: tuple[int, int]


def site_figures(
    known: Collection[str],
    kept: Store,
    sources: str,
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> Iterator[SiteFigure]:
    """Yield the figures all of whose statements are `known`, as `small_figures` computes them."""
    for figure, data in small_figures(known, kept, sources, jobs, progress):
        yield site_figure(figure, data)


def site_figure(figure: Illustration, data: Data) -> SiteFigure:
    """Return a figure as the site shows it, drawn."""
    drawn = drawing(figure, data.arrays, "svg")
    again = (
        f"Small version; the full figure: <code>{escaped(command_again(figure, 'full'))}</code>."
    )
    return SiteFigure(
        figure.name,
        figure.illustrates,
        plain_text(figure.title),
        f"{escaped(said_of(figure, data))} {again}",
        drawn.picture,
        (round(drawn.width * PIXELS), round(drawn.height * PIXELS)),
    )


def figure_path(name: str) -> str:
    """Return where a figure's file is, from the site's root."""
    return f"figures/{file_name(name)}.svg"


def figures_html(figures: Sequence[SiteFigure], *, root: str = "..") -> str:
    """Return figures with their captions; their titles say what an image shows."""
    return "".join(
        f'<figure class="drawn"><img src="{escaped(f"{root}/{figure_path(one.name)}")}" '
        f'alt="{escaped(one.title)}" width="{one.size[0]}" height="{one.size[1]}" loading="lazy" />'
        f"<figcaption><b>{escaped(f'{one.name}: {one.title}')}.</b> {one.caption}</figcaption>"
        "</figure>"
        for one in figures
    )
