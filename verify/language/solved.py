"""An equation that is no rule from left to right, solved for one thing that occurs in it once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.facts import Equation, Fact
from verify.language.substituting import substituted
from verify.language.walk import free_indices, nodes, things, unabbreviated

# What is solved for, the simple first.
ALONE = ("symbol", "item", "apply", "inner", "total")
ONE = as_scalar(1)
Term = tuple[Fraction, Any]


def solved(equation: Equation) -> Equation | None:
    """Return "one thing = the rest"; None if the left side is a rule already, or nothing fits.

    The rest does not mention the thing, and is about no index that the thing is not about.
    """
    left, right = equation.left, equation.right
    if not isinstance(left, Scalar | Vector) or not isinstance(right, Scalar | Vector):
        return None
    if not _is_combined(left):
        return None
    terms = _gathered([*_terms(left, Fraction(1)), *_terms(right, Fraction(-1))])
    for op in ALONE:
        for place, (c, e) in enumerate(terms):
            rest = [*terms[:place], *terms[place + 1 :]]
            if e.op == op and _is_apart(e, [other for _, other in rest]):
                return Equation(e, _sum(e, [(-d / c, other) for d, other in rest]))
    return None


def factor_of(equation: Equation, thing: Scalar | Vector) -> Fraction:
    """Return the factor that a thing has in left - right."""
    terms = [*_terms(equation.left, Fraction(1)), *_terms(equation.right, Fraction(-1))]
    return sum((c for c, e in terms if repr(e) == repr(thing)), Fraction(0))


def eliminated(facts: Iterable[Fact | None]) -> Iterator[tuple[Any, Equation | None]]:
    """Yield each fact with what it is solved for, numbers that others are solved for put in."""
    known: dict[Any, Scalar] = {}
    for fact in facts:
        found = None
        if isinstance(fact, Equation):
            found = solved(_put(fact, known) if known else fact)
        if found is not None and found.left.op == "symbol" and isinstance(found.right, Scalar):
            known[found.left.args[0]] = found.right
        yield fact, found


def _put(equation: Equation, known: Mapping[Any, Scalar]) -> Equation:
    """Return an equation of numbers with others in the place of some; of others as it is."""
    left, right = equation.left, equation.right
    if not isinstance(left, Scalar) or not isinstance(right, Scalar) or not _is_combined(left):
        return equation
    if any(e.op in ("rate", "differential") for side in (left, right) for e in nodes(side)):
        return equation
    return Equation(substituted(left, known), substituted(right, known))


def _is_combined(e: Any) -> bool:
    """Return whether a side is a number, zero, or made of several things, none of them a sum."""
    e = unabbreviated(e)
    several = e.op in ("number", "zero", "add", "multiply", "scale")
    return several and not any(part.op == "total" for part in nodes(e) if isinstance(e, Scalar))


def _terms(e: Any, c: Fraction) -> Iterator[Term]:
    e = unabbreviated(e)
    if e.op == "number":
        yield c * e.args[0], ONE
    elif e.op == "add":
        for part in e.args:
            yield from _terms(part, c)
    elif e.op in ("multiply", "scale") and any(x.op == "number" for x in e.args):
        number, other = e.args if e.args[0].op == "number" else e.args[::-1]
        yield from _terms(other, c * number.args[0])
    elif e.op != "zero":
        yield c, e


def _gathered(terms: Iterable[Term]) -> list[Term]:
    """Return terms, the same ones in one."""
    out: dict[str, Term] = {}
    for c, e in terms:
        before = out.get(repr(e), (Fraction(0), e))
        out[repr(e)] = (before[0] + c, before[1])
    return [(c, e) for c, e in out.values() if c]


def _is_apart(e: Any, others: Sequence[Any]) -> bool:
    """Return whether others are about no index that a thing is not about, and not about it."""
    if not frozenset().union(*map(free_indices, others)) <= free_indices(e):
        return False
    if e.op in ("symbol", "item"):
        return not any(e.args[0] is thing for other in others for thing in things(other))
    return not any(repr(part) == repr(e) for other in others for part in nodes(other))


def _sum(like: Scalar | Vector, terms: Sequence[Term]) -> Any:
    """Return a sum of multiples, of the kind of a formula."""
    out: Any = None
    for c, e in terms:
        term = e if c == 1 else c * e
        out = term if out is None else out + term
    if out is not None:
        return out
    return Vector("zero") if isinstance(like, Vector) else as_scalar(0)
