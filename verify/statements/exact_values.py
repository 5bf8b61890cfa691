"""Values that an author writes down: exact numbers, lists of them, boxes. Floats are refused."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.language.expressions import Number, Relation, Scalar
from verify.language.mistakes import Mistake
from verify.language.symbols import Thing, thing_of
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, nodes, things


def exact_values(word: str, values: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the values of given things, {thing: number or nested lists}, or raise a Mistake."""
    out: dict[Any, Any] = {}
    named: dict[Thing, None] = {}
    for given, value in values.items():
        thing = thing_of(given)
        if thing in named:
            raise Mistake(f"{word}: {thing.name} has two values; give it one")
        named[thing] = None
        out[given] = _exact(f"{word}: {thing.name}", value)
    return out


def _exact(what: str, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_exact(what, part) for part in value]
    if isinstance(value, Scalar):
        if any(True for _ in things(value)) or free_indices(value):
            raise Mistake(f"{what} is {value!r}, which has no value yet; give a number")
        return value
    if isinstance(value, float):
        raise Mistake(f"{what} is the float {value!r}; write it exactly, as in Fraction(1, 3)")
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise Mistake(f"{what} is {value!r}; give integers, Fractions or nested lists of them")
    return value


def exact_box(claim: Relation, box: Mapping[Scalar, tuple[Number, Number]]) -> None:
    """Check that a box bounds just the scalars of a claim, from a lower to an upper number."""
    bounded = [_box_side(symbol, ends) for symbol, ends in box.items()]
    for thing in things(claim):
        if thing not in bounded:
            raise Mistake(
                f"Region: the box does not bound {thing.name}; give both its ends in box="
            )
    for node in nodes(claim):
        if node.op in ("item", "inner", "size", "member", *BINDERS):
            raise Mistake(f"Region takes scalars in a box, not {node!r}")
        if _is_size(node):
            raise Mistake(
                f"Region: {node!r} is an absolute value, which is not smooth at 0; compare "
                "its square, or take a box on one side of 0"
            )


def _is_size(node: Any) -> bool:
    """Return whether a formula is |x|: the root of an even power."""
    if node.op != "power" or node.args[0].op != "power":
        return False
    inner, outer = node.args[0].args[1], node.args[1]
    return bool(inner % 2 == 0 and (inner * outer) % 2 != 0)


def _box_side(symbol: Any, ends: Any) -> Thing:
    if not isinstance(symbol, Scalar) or symbol.op != "symbol":
        raise Mistake(f"Region: {symbol!r} cannot have a side of the box; given scalars can")
    name = symbol.args[0].name
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise Mistake(f"Region: the box of {name} is {ends!r}; give (lower, upper)")
    lower, upper = (_exact(f"Region: an end of {name}", end) for end in ends)
    if isinstance(lower, Scalar) or isinstance(upper, Scalar):
        raise Mistake(f"Region: the ends of {name} must be rational; give integers or Fractions")
    if lower > upper:
        raise Mistake(f"Region: {name} from {lower} to {upper} is empty; exchange the ends")
    return thing_of(symbol)
