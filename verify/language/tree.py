"""The bare tree: a node is an operation and its arguments, compared by identity, never changed.

Operations of scalars and their arguments: "number" (Fraction,), "symbol" (Symbol,), "item" (Family,
*indices), "member" (Mask, i, j), 1 if i may see j, else 0, "size" (sort,), how many tokens, heads
or modes there are, "add" and "multiply" (Scalar, Scalar), "power" (Scalar, Fraction), "power_of"
(base, exponent), "inner" (Vector, Vector), "place" (k,), an index over integers as a number,
"delta" (i, j), 1 if the indices are equal, else 0, "function" (name, Scalar), exp, sin, cos, tan,
atan, log, "pi" (), "binomial" (Scalar, Scalar), "abbreviation" (Abbreviation, Scalar, *indices),
"at" (Scalar, ((symbol, Scalar), ...)), "total", "largest" and "least" (Scalar, *bound indices),
"rate" (Scalar, Flow). Of vectors: "zero" (), "symbol", "item", "add", "scale" (Scalar, Vector),
"apply" (Operator, Vector), "abbreviation", "total", "rate", and "differential" (Layer, index,
direction, point), the derivative of a layer's token.
"""

from __future__ import annotations

from typing import Any, NoReturn

from verify.language.mistakes import Mistake

BINDERS = ("total", "largest", "least")  # what binds indices


class Node:
    """A node of the tree."""

    __slots__ = ("args", "op")
    op: str
    args: tuple[Any, ...]

    def __init__(self, op: str, *args: Any) -> None:
        object.__setattr__(self, "op", op)
        object.__setattr__(self, "args", args)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("formulas are immutable; create a new one")

    def __bool__(self) -> NoReturn:
        raise Mistake("a formula has no truth value here; yield it as a step or put it in where=")

    def _equated(self, other: object) -> NoReturn:
        raise Mistake(
            f"Python would compare {self!r} and {other!r} at once; write Identity(left, "
            "right) for a step, equals(left, right) in a claim, in where=[...] or in "
            "that(...), and differs(left, right) for a condition that they are not equal"
        )

    __eq__ = __ne__ = _equated
    __hash__ = object.__hash__

    def _as_number(self, *_: object) -> NoReturn:
        raise Mistake(
            f"Python would convert {self!r} to a number; use exp, sin, absolute, ... of the "
            "vocabulary"
        )

    __float__ = __int__ = __round__ = _as_number

    def __abs__(self) -> NoReturn:
        raise Mistake(f"abs({self!r}): use absolute(...) for a number and norm(...) for a vector")

    def __iter__(self) -> NoReturn:
        raise Mistake("a formula cannot be looped over; sum with total(... for j in tokens)")
