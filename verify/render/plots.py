"""Small pictures for notebooks: one style, and the same bytes whenever they are drawn.

    figure, (left, right) = axes(columns=2)
    left.plot(times, values, **line(0))
    Picture(figure, "What it shows")
    slider(draw, 0.2, (0, 1))    # redrawn as the reader moves it, where ipywidgets is installed

Colours and style are those of `verify figures`; every line also has dashes of its own, so that no
colour says anything alone.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from inspect import signature
from typing import Any

from matplotlib.figure import Figure

from verify.language.mistakes import Mistake
from verify.render.figures.drawing import COLOURS as NAMED
from verify.render.figures.drawing import style

COLOURS = tuple(
    NAMED[name] for name in ("blue", "orange", "green", "purple", "yellow", "sky", "black")
)
DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (7, 2, 1.5, 2)), (0, (1, 1)), (0, (10, 3)), "-")


def line(number: int) -> dict[str, Any]:
    """Return the colour and the dashes of the line with that number, counted from 0."""
    return {
        "color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number % len(DASHES)]
    }  # fmt: skip


def axes(*, columns: int = 1, width: float = 6.4, height: float = 2.8) -> tuple[Figure, Any]:
    """Return a figure (inches) and its axes: one, or an array of `columns` of them."""
    with style():
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(1, columns)


@dataclass(frozen=True, eq=False, repr=False)
class Picture:
    """A figure that a notebook shows as SVG; `says` describes it to those who do not see it."""

    figure: Figure
    says: str

    def __repr__(self) -> str:
        return f"<picture: {self.says}>"

    def _repr_svg_(self) -> str:
        for plane in self.figure.axes:
            plane.minorticks_off()
            if (legend := plane.get_legend()) is not None:
                legend.set_frame_on(False)
            if title := plane.get_title():
                plane.set_title("")
                plane.set_title(title, loc="left", fontsize=9.5)
        file = io.StringIO()
        with style():
            self.figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        text = file.getvalue()
        begin = text.index("<svg")
        end = text.index(">", begin) + 1
        role = f' role="img" aria-label="{escape(self.says, quote=True)}">'
        return f"{text[begin : end - 1]}{role}<title>{escape(self.says)}</title>{text[end:]}"


def slider(
    draw: Callable[[float], Picture], value: float, between: tuple[float, float], name: str
) -> Any:
    """Return a picture with a slider for its value; without ipywidgets, the picture at `value`.

    Raises Mistake where the value does not lie between the two ends.
    """
    low, high = between
    if not low <= value <= high:
        raise Mistake(f"slider: value={value!r} must lie between {low!r} and {high!r}")
    try:
        import ipywidgets
    except ImportError:
        return draw(value)
    scale = ipywidgets.FloatSlider(
        value, min=low, max=high, step=(high - low) / 100, description=name, continuous_update=False
    )
    return ipywidgets.interactive(draw, **{next(iter(signature(draw).parameters)): scale})
