"""Limits that solutions of affine flows do not have, exactly, by their Taylor coefficients.

Where a flow is affine, the derivatives of a polynomial p of the state are polynomials of no higher
degree. So along a solution they satisfy a linear equation with constant coefficients, and the least
one is found from exact values at the start. With its roots z, p is a sum of t^k e^(z t), where each
k is less than how often z is a root, and the greatest is there. So p tends to 0 exactly if all
roots have negative real parts (Routh and Hurwitz), and has a limit exactly if all but perhaps a
simple root 0 have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_mpoly

from verify.language.expressions import Expression, as_scalar
from verify.language.motion import Flow
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.number import EXACT
from verify.numerics.polynomial_flows import NOT_POLYNOMIAL, in_variables, listed, slope
from verify.numerics.positions import Indices

MOST = 30  # the order of an equation, at most


def has_no_such_limit(
    flow: Flow | None, start: Instance, at: Indices, of: Expression, limit: Expression | None
) -> bool:
    """Return whether along the solution from a start something certainly does not tend to a limit.

    Or to any, where none is given. False, too, where it is not by one affine flow, or what tends is
    neither a polynomial nor the root of one, which would tend to the square of the limit.
    """
    if flow is None:
        return False
    if of.op == "power" and 2 * of.args[1] == 1:
        of, limit = of.args[0], None if limit is None else as_scalar(limit) ** 2
    try:
        here, state, law = in_variables(flow, start)
        if any(v.total_degree() > 1 for v in law):
            return False  # it is not affine
        found = listed(value(of, here, at))
        ends = [0] * len(found) if limit is None else listed(value(limit, here, at))
        if not all(isinstance(end, EXACT) for end in ends):
            return False
        equations = [_equation(p - end, state, law) for p, end in zip(found, ends, strict=True)]
    except NOT_POLYNOMIAL:
        return False
    return any(least is not None and not _fades(least, limit is None) for least in equations)


def _equation(p: Any, state: Sequence[fmpq], law: list[fmpq_mpoly]) -> list[fmpq] | None:
    """Return the coefficients of the least equation of p's derivatives, the highest last.

    The derivatives of a polynomial are in a space of polynomials of its degree, which bounds the
    order; so values of twice as many decide. None where these are too many.
    """
    p = 0 * law[0] + p
    most = comb(len(state) + max(p.total_degree(), 0), len(state))
    if most > MOST:
        return None
    values = list(islice(_derivatives(p, state, law), 2 * most))
    for order in range(most + 1):
        found = _recurrence(values, order)
        if found is not None:
            return found
    raise AssertionError("a sequence in a space of finite dimension satisfies an equation")


def _derivatives(p: fmpq_mpoly, state: Sequence[fmpq], law: list[fmpq_mpoly]) -> Iterator[fmpq]:
    while True:
        yield p(*state)
        p = slope(p, law)


def _recurrence(values: Sequence[fmpq], order: int) -> list[fmpq] | None:
    """Return c, 1 with sum_j c_j v_(k + j) + v_(k + order) = 0 for all k; None if there is none."""
    found: list[fmpq] = []
    if order:
        rows = fmpq_mat([list(values[k : k + order]) for k in range(order)])
        right = fmpq_mat([[-values[k + order]] for k in range(order)])
        try:
            found = [x for row in rows.solve(right).tolist() for x in row]
        except ZeroDivisionError:
            return None
    found.append(fmpq(1))
    places = range(len(values) - order)
    holds = all(sum(c * values[k + j] for j, c in enumerate(found)) == 0 for k in places)
    return found if holds else None


def _fades(equation: Sequence[fmpq], to_any: bool) -> bool:
    """Return whether all roots have negative real parts, but perhaps for one that is 0."""
    falling = [*reversed(equation)]
    if to_any and len(falling) > 1 and falling[-1] == 0:
        del falling[-1]
    order = len(falling) - 1
    rows = [
        [falling[2 * j - i + 1] if 0 <= 2 * j - i + 1 <= order else fmpq(0) for j in range(order)]
        for i in range(order)
    ]
    minors = (fmpq_mat([row[:n] for row in rows[:n]]) for n in range(1, order + 1))
    return all(minor.det() > 0 for minor in minors)
