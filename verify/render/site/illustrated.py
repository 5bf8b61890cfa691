"""The papers' figures on the site: one file each, shown on the pages of what they illustrate."""

from __future__ import annotations

from collections.abc import Sequence

from verify.render.figures.small import DrawnFigure
from verify.render.site.layout import escaped, file_name

PIXELS = 96  # an inch of what browsers lay out


def figure_path(name: str) -> str:
    """Return where a figure's file is, from the site's root."""
    return f"figures/{file_name(name)}.svg"


def figures_html(figures: Sequence[DrawnFigure], *, root: str = "..") -> str:
    """Return figures with their captions; their titles say what an image shows."""
    return "".join(
        f'<figure class="drawn"><img src="{escaped(f"{root}/{figure_path(one.name)}")}" '
        f'alt="{escaped(one.title)}" width="{round(one.size[0] * PIXELS)}" '
        f'height="{round(one.size[1] * PIXELS)}" loading="lazy" />'
        f"<figcaption><b>{escaped(f'{one.name}: {one.title}')}.</b> {escaped(one.says)} Small "
        f"version; the full figure: <code>verify figures {escaped(one.name)}</code>.</figcaption>"
        "</figure>"
        for one in figures
    )
