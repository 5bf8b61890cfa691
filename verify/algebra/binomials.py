"""Binomial coefficients C(a, k) of integers as multiples of their neighbours.

C(a, k + 1) = C(a, k) (a - k) / (k + 1) and C(a - 1, k) = C(a, k) (a - k) / a hold for all integers
at which they divide by no 0. At k = -1, and at a = 0, they do not say what the coefficient is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import sympy as sp

from verify.algebra.atoms import Binomial
from verify.algebra.expanded import expanded
from verify.algebra.theory import Theory


def binomials(theory: Theory, expression: sp.Expr) -> sp.Expr:
    """Write every C(a + i, b + j) as a multiple of the one with the greatest i and the least j.

    A coefficient stays as it is where nothing says that this divides by no 0.
    """
    families: dict[tuple[sp.Expr, sp.Expr], list[Binomial]] = defaultdict(list)
    for one in sorted(expression.atoms(Binomial), key=sp.default_sort_key):
        families[_split(one.args[0])[0], _split(one.args[1])[0]].append(one)
    replaced: dict[sp.Expr, sp.Expr] = {}
    for (upper, lower), members in families.items():
        base = (
            upper + max(_split(one.args[0])[1] for one in members),
            lower + min(_split(one.args[1])[1] for one in members),
        )
        replaced |= {one: _multiple(theory, one, *base) for one in members}
    return expression.xreplace(replaced)


def _split(e: sp.Expr) -> tuple[sp.Expr, sp.Integer]:
    """Return an expression without the integer that is added to it, and the integer."""
    number = sp.floor(sp.expand(e).as_coeff_Add()[0])
    return sp.expand(e - number), number


def _multiple(theory: Theory, one: Binomial, top: sp.Expr, bottom: sp.Expr) -> sp.Expr:
    """Return C(a, k) as a multiple of C(top, bottom), or itself where that may divide by 0."""
    upper, lower = one.args
    if lower.is_Integer:
        if lower >= 0 and not _exceeds(theory, upper, -1):
            return one
        factors = [(upper - k) / sp.Integer(k + 1) for k in range(int(lower))]
        return expanded(sp.Mul(*factors)) if lower >= 0 else sp.S.Zero
    steps = [(bottom + k, bottom + k + 1, top) for k in range(int(sp.expand(lower - bottom)))]
    steps += [(lower, top - k, top - k) for k in range(int(sp.expand(top - upper)))]
    if not all(_exceeds(theory, under, 0) for _, under, _ in steps):
        return one
    return sp.Mul(Binomial(top, bottom), *((a - k) / under for k, under, a in steps))


def _exceeds(theory: Theory, e: sp.Expr, bound: int) -> bool:
    """Return whether facts say that an affine expression is more than a number."""
    e = sp.expand(e - bound)
    if any(_is_more(sp.expand(e - gap), strict) for gap, strict in _gaps(theory)):
        return True
    least, strict = sp.S.Zero, False
    for term in sp.Add.make_args(e):
        factor, rest = term.as_coeff_Mul()
        if rest == 1:
            least += factor
            continue
        known = [x for x in _bounds(theory, rest, factor > 0) if factor.is_Rational]
        if not known:
            return False
        value, is_open = max(known) if factor > 0 else min(known)
        least, strict = least + factor * value, strict or is_open
    return _is_more(least, strict)


def _is_more(number: sp.Expr, strict: bool) -> bool:
    return bool(number.is_Rational and (number > 0 or (strict and number == 0)))


def _gaps(theory: Theory) -> Iterator[tuple[sp.Expr, bool]]:
    yield from ((gap, True) for gap in theory.positive)
    yield from ((gap, False) for gap in theory.nonnegative)


def _bounds(theory: Theory, x: sp.Expr, below: bool) -> Iterator[tuple[sp.Expr, bool]]:
    """Yield the bounds that facts give a symbol, from below or above; a size is at least 1."""
    if below and x.is_integer and x.is_positive:
        yield sp.S.One, False
    for gap, strict in _gaps(theory):
        factor = gap.coeff(x)
        number = sp.expand(gap - factor * x)
        if factor.is_Rational and factor != 0 and number.is_Rational and (factor > 0) == below:
            yield -number / factor, strict
