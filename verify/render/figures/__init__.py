"""Figures of the papers: found, computed in parts, drawn, captioned and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.render.figures.computing import computed
from verify.render.figures.drawing import drawn
from verify.render.figures.finding import figures, find

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

__all__ = ["draw", "figures", "find"]


def draw(name: str, *, small: bool = True, seed: int | None = None) -> Drawing:
    """Return one figure, computed now, as Matplotlib's: a notebook shows it.

    Raises Usage for an unknown name.
    """
    figure = find(name)
    data = computed(figure, "small" if small else "full", seed=seed)
    return drawn(figure, data.arrays)
