"""How a prompt or a notebook shows a statement or a result: by whoever can tell it.

Data knows no notation: `verify.render` registers here how each kind is told, as it is loaded,
which `verify.session` sees to. Until then a thing is shown by its kind alone.
"""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def as_text(thing: object) -> str:
    """Return a thing in one line, or as a table, of plain text."""
    return f"<{type(thing).__name__}>"


@singledispatch
def as_markdown(thing: object) -> str | None:
    """Return a thing in Markdown with formulas, None where nobody tells it so."""
    return None


@singledispatch
def as_latex(thing: object) -> str | None:
    """Return a thing as one formula in LaTeX, None where nobody sets it."""
    return None


@singledispatch
def as_html(thing: object) -> str | None:
    """Return a thing in HTML that a reader may move, None where nobody tells it so."""
    return None


@singledispatch
def as_svg(thing: object) -> str | None:
    """Return a thing as a picture, None where nobody draws it."""
    return None


class Displayed:
    """What is shown at a prompt and in a notebook as it is registered for its kind."""

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_markdown_(self) -> str | None:
        return as_markdown(self)

    def _repr_latex_(self) -> str | None:
        return as_latex(self)

    def _repr_html_(self) -> str | None:
        return as_html(self)

    def _repr_svg_(self) -> str | None:
        return as_svg(self)
