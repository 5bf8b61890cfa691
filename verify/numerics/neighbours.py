"""A number at an instance and at its neighbours, each of which differs from it in one place.

How a formula depends on each of the numbers that an instance is made of, is asked by evaluating it
once: most of what it is made of is the same at most neighbours, and is found once for all of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from verify.numerics.number import Dual


class Parted(ArithmeticError):
    """A comparison comes out differently at some neighbour: evaluate at each of them instead."""


class AtNeighbours:
    """A number: `here`, and what it is at those neighbours, by number, where it may differ."""

    __slots__ = ("here", "there")

    def __init__(self, here: Any, there: Mapping[int, Any]) -> None:
        self.here, self.there = here, there

    def __repr__(self) -> str:
        return f"AtNeighbours({self.here!r}, {self.there!r})"

    def each(self, function: Callable[[Any], Any]) -> AtNeighbours:
        """Return a function of the number, here and at every neighbour."""
        return AtNeighbours(function(self.here), {k: function(x) for k, x in self.there.items()})

    def _with(self, other: Any, operation: Callable[[Any, Any], Any]) -> Any:
        if isinstance(other, Dual):
            return NotImplemented
        if not isinstance(other, AtNeighbours):
            return self.each(lambda x: operation(x, other))
        here, there = other.here, other.there
        found = {k: operation(x, there.get(k, here)) for k, x in self.there.items()}
        for k, y in there.items():
            if k not in found:
                found[k] = operation(self.here, y)
        return AtNeighbours(operation(self.here, here), found)

    def __add__(self, other: Any) -> Any:
        return self._with(other, operator.add)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, operator.mul)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, operator.sub)

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, operator.truediv)

    def __rsub__(self, other: Any) -> Any:
        return self.each(lambda x: other - x)

    def __rtruediv__(self, other: Any) -> Any:
        return self.each(lambda x: other / x)

    def __neg__(self) -> AtNeighbours:
        return self.each(operator.neg)

    def agreed(self, function: Callable[[Any], Any]) -> Any:
        """Return what a function of the number is, the same everywhere. Raises Parted if not."""
        found = function(self.here)
        if any(function(x) != found for x in self.there.values()):
            raise Parted(f"{self!r}: {function!r} differs")
        return found

    def _compared(self, compare: Callable[[Any, Any], bool], other: Any) -> bool:
        if isinstance(other, Dual):
            raise Parted(f"{self!r} is compared with {other!r}, which has a rate")
        gap = self - other
        return bool(gap.agreed(lambda x: bool(compare(x, 0))))

    def __eq__(self, other: object) -> bool:
        return self._compared(operator.eq, other)

    def __ne__(self, other: object) -> bool:
        return self._compared(operator.ne, other)

    def __gt__(self, other: Any) -> bool:
        return self._compared(operator.gt, other)

    def __ge__(self, other: Any) -> bool:
        return self._compared(operator.ge, other)

    def __lt__(self, other: Any) -> bool:
        return self._compared(operator.lt, other)

    def __le__(self, other: Any) -> bool:
        return self._compared(operator.le, other)

    def __bool__(self) -> bool:
        return self._compared(operator.ne, 0)

    __hash__ = None  # type: ignore[assignment]  # no number that differs by place has one
