"""Where a formula has a value: in Coq 1/0 and the root of -1 are some number or other.

So an atom of a claim says that it has a value, and what it says of that value. What is positive by
its very form, or is assumed to be, needs no saying.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from verify.language.expressions import Expression, Relation, Scalar
from verify.language.facts import Fact, Quality, fact_indices
from verify.language.indices import Index
from verify.language.walk import scoped_children, unabbreviated

Sign = Literal["positive", "nonzero", "nonnegative", ""]
Needs = Literal["nonzero", "nonnegative", "positive"]
NEEDED: dict[Needs, tuple[Sign, ...]] = {
    "positive": ("positive",), "nonzero": ("positive", "nonzero"),
    "nonnegative": ("positive", "nonnegative"),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Definedness:
    """What a formula inside another must be, for every value of the indices bound around it."""

    of: Scalar
    needs: Needs
    bound: tuple[Index, ...]


@dataclass(frozen=True)
class Known:
    """What is assumed of given things: their signs, and which operators are positive definite."""

    signs: dict[Any, Sign]
    positive: frozenset[Any]


def known_from(facts: Collection[Fact], given: Collection[Index] = ()) -> Known:
    """Return what facts say of signs: of a given scalar, or of all members of a family.

    What is said of the member at a `given` index is said of no other.
    """
    signs: dict[Any, Sign] = {}
    words: dict[str, Sign] = {">": "positive", ">=": "nonnegative", "!=": "nonzero"}
    for fact in facts:
        if isinstance(fact, Relation) and fact.sign in words and _is_zero(fact.right):
            thing = _thing(fact.left)
            of_one = not fact_indices(fact).isdisjoint(given)
            if thing is not None and not of_one and signs.get(thing) != "positive":
                signs[thing] = words[fact.sign]
    definite = (f.of for f in facts if isinstance(f, Quality) and f.kind == "positive_definite")
    return Known(signs, frozenset(of.args[0] for of in definite if of.op == "symbol"))


def conditions(formula: Expression, known: Known) -> Iterator[Definedness]:
    """Yield what must be so for a formula to have a value, beside what is evident."""
    for condition in _needed(formula, ()):
        if sign_of(condition.of, known) not in NEEDED[condition.needs]:
            yield condition


def _needed(formula: Expression, bound: tuple[Index, ...]) -> Iterator[Definedness]:
    if formula.op == "power":
        base, exponent = formula.args
        half = exponent.denominator == 2
        if exponent < 0:
            yield Definedness(base, "positive" if half else "nonzero", bound)
        elif half:
            yield Definedness(base, "nonnegative", bound)
    if formula.op == "function" and formula.args[0] in ("log", "tan"):
        name, of = formula.args
        cosine = Scalar("function", "cos", of)
        yield (
            Definedness(of, "positive", bound)
            if name == "log"
            else Definedness(cosine, "nonzero", bound)
        )
    for held, child in scoped_children(formula):
        yield from _needed(child, (*bound, *held))


def sign_of(e: Scalar, known: Known) -> Sign:
    """Return the sign that a formula has by its form, "" where that shows none."""
    e = unabbreviated(e)
    match e.op, e.args:
        case "number", (value,):
            return "positive" if value > 0 else "nonnegative" if value == 0 else "nonzero"
        case (("size" | "pi"), _):
            return "positive"
        case "function", ("exp", _):
            return "positive"
        case (("symbol" | "item"), (thing, *_)):
            return known.signs.get(thing, "")
        case "member", _:
            return "nonnegative"
        case "total", (body, *indices):
            return _of_sum(sign_of(body, known), indices)
        case "add", (a, b):
            return _added(sign_of(a, known), sign_of(b, known))
        case "multiply", (a, b):
            return _multiplied(sign_of(a, known), sign_of(b, known))
        case "power", (base, exponent):
            return _raised(sign_of(base, known), exponent)
        case "inner", (u, v):
            return "nonnegative" if _is_square(u, v, known) else ""
    return ""


def _of_sum(body: Sign, indices: Collection[Index]) -> Sign:
    """Return the sign of a sum: over a part of the indices, which may be empty, it may be 0."""
    if body not in ("positive", "nonnegative"):
        return ""
    whole = all(k.over.kind == "all" and not k.over.without for k in indices)
    return body if whole else "nonnegative"


def _added(a: Sign, b: Sign) -> Sign:
    if {a, b} <= {"positive", "nonnegative"}:
        return "positive" if "positive" in (a, b) else "nonnegative"
    return ""


def _multiplied(a: Sign, b: Sign) -> Sign:
    if a == b == "positive":
        return "positive"
    if {a, b} <= {"positive", "nonzero"}:
        return "nonzero"
    return "nonnegative" if {a, b} <= {"positive", "nonnegative"} else ""


def _raised(base: Sign, exponent: Any) -> Sign:
    if base in ("positive", "nonnegative"):
        return base
    even = exponent.denominator == 1 and exponent.numerator % 2 == 0
    if even:
        return "positive" if base == "nonzero" else "nonnegative"
    return base if exponent.denominator == 1 else ""


def _is_square(u: Any, v: Any, known: Known) -> bool:
    """Return whether <u, v> is <x, x> or <x, W x> with W positive definite."""
    if u is v:
        return True
    for first, second in ((u, v), (v, u)):
        if second.op == "apply" and second.args[1] is first:
            operator = second.args[0]
            return operator.op == "symbol" and operator.args[0] in known.positive
    return False


def _is_zero(e: Any) -> bool:
    return bool(e.op == "number" and e.args[0] == 0)


def _thing(e: Any) -> Any:
    """Return a given scalar, or a family whose members are all alike; None for other formulas."""
    if e.op == "symbol":
        return e.args[0]
    free = e.op == "item" and all(isinstance(k, Index) and not k.bound for k in e.args[1:])
    distinct = e.op == "item" and len({id(k) for k in e.args[1:]}) == len(e.args) - 1
    return e.args[0] if free and distinct else None
