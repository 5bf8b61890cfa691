"""Hypothesis strategies of whole instances, and of whatever a function draws.

Every value is rational, so a failure is replayed exactly; every value shrinks towards small
numerators and denominators; and the corners where statements break are reached on purpose. An
impossible request raises InvalidArgument at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from verify.numerics.exact import SMALL_SIZES, Draw, Instance, Sizes, Unlucky
from verify.numerics.holding import Drawable, draw_instance

T = TypeVar("T")


@cache
def _positions(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


class HypothesisDraw(Draw):
    """Chooses as hypothesis says; a position shrinks towards 0, the simplest member."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def position(self, count: int) -> int:
        return 0 if count == 1 else self._draw(_positions(count))


@st.composite
def shaped(draw: st.DrawFn, shape: str, make: Callable[[Draw], T]) -> T:
    """Draw what `make` makes; `shape` is the call, for the strategy's repr."""
    try:
        return make(HypothesisDraw(draw))
    except Unlucky:
        reject()


def drawn(make: Callable[[Draw], T]) -> st.SearchStrategy[T]:
    """Return a strategy for what a function draws, such as tokens that sum to zero."""
    return shaped(f"drawn({getattr(make, '__name__', make)})", make)


def instances(
    assumptions: Sequence[Drawable], *, sizes: Sizes = SMALL_SIZES
) -> st.SearchStrategy[Instance]:
    """Return a strategy for instances at which every fact of the assumptions holds."""
    for assumption in assumptions:
        if not callable(getattr(assumption, "generate", None)):
            raise InvalidArgument(
                f"{assumption!r} is not an assumption; use a list, such as [positive_definite('W')]"
            )
    return shaped(
        f"instances of {len(assumptions)} assumptions, {sizes}",
        lambda draw: draw_instance(draw, assumptions, sizes),
    )
