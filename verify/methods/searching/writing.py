"""Formulas as one would write them: without zeros, double signs and factors of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from verify.language.expressions import Number, Scalar, as_scalar


def number_of(e: Scalar) -> Fraction | None:
    """Return the number that a scalar is, as it is written."""
    return e.args[0] if e.op == "number" else None


def split(e: Scalar) -> tuple[Fraction, Scalar | None]:
    """Return the number in front of a product, and the rest of it, if there is any."""
    if e.op == "number":
        return e.args[0], None
    if e.op == "multiply" and "number" in (e.args[0].op, e.args[1].op):
        c, rest = e.args if e.args[0].op == "number" else e.args[::-1]
        own, inside = split(rest)
        return c.args[0] * own, inside
    return Fraction(1), e


def terms(e: Scalar) -> list[Scalar]:
    """Return what a scalar is a sum of, numbers in front multiplied in."""
    c, rest = split(e)
    if rest is None or rest.op != "add":
        return [e]
    return [multiple(c, term) for part in rest.args for term in terms(part)]


def multiple(c: Number, e: Scalar) -> Scalar:
    """Return a multiple of a scalar, its numbers in one place."""
    own, rest = split(e)
    c = c * own
    if rest is None or c == 0:
        return as_scalar(Fraction(c))
    if rest.op == "add" and c == -1:
        terms = [multiple(-1, term) for term in rest.args]
        return Scalar("add", *terms) if split(terms[0])[0] > 0 else Scalar("add", *terms[::-1])
    return rest if c == 1 else Scalar("multiply", as_scalar(Fraction(c)), rest)


def added(terms: Iterable[Scalar]) -> Scalar:
    """Return a sum without zeros; what is positive comes first."""
    left = [term for term in terms if number_of(term) != 0]
    left.sort(key=lambda term: split(term)[0] < 0)
    out = None
    for term in left:
        out = term if out is None else Scalar("add", out, term)
    return as_scalar(0) if out is None else out


def difference(a: Scalar | Number, b: Scalar | Number) -> Scalar:
    """Return a - b."""
    x, y = tidied(as_scalar(a)), tidied(as_scalar(b))
    return added((x, multiple(-1, y)))


def product(factors: Iterable[Scalar]) -> Scalar:
    """Return a product, its numbers in front; a factor keeps its sign, as it may be known."""
    c, out = Fraction(1), None
    for factor in factors:
        own, rest = split(factor)
        c *= own if rest is None else abs(own)
        if rest is not None:
            rest = rest if own >= 0 else multiple(-1, rest)
            out = rest if out is None else Scalar("multiply", out, rest)
    return as_scalar(c) if out is None else multiple(c, out)


def tidied(e: Scalar) -> Scalar:
    """Return a sum or a product without zeros, ones and double signs."""
    if e.op == "add":
        return added(map(tidied, e.args))
    if e.op == "multiply":
        return product(map(tidied, e.args))
    return e


def quotient(above: Scalar, under: Sequence[Scalar]) -> Scalar:
    """Return a fraction, its numbers in front."""
    below = product(under)
    if below.op == "number":
        return multiple(1 / below.args[0], above)
    return above / below
