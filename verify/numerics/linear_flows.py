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

from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

from verify.language.expressions import Expression, as_scalar
from verify.language.motion import Flow
from verify.numerics.evaluate import value, velocities
from verify.numerics.exact import Instance
from verify.numerics.holding import converted
from verify.numerics.number import EXACT, IN_FLINT
from verify.numerics.positions import Indices

MOST = 30  # the order of an equation, at most
NOT_POLYNOMIAL = (ArithmeticError, AttributeError, DomainError, TypeError)


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
        here, state, law = _polynomials(flow, start)
        found = _listed(value(of, here, at))
        ends = [0] * len(found) if limit is None else _listed(value(limit, here, at))
        if not all(isinstance(end, EXACT) for end in ends):
            return False
        equations = [_equation(p - end, state, law) for p, end in zip(found, ends, strict=True)]
    except NOT_POLYNOMIAL:
        return False
    return any(least is not None and not _fades(least, limit is None) for least in equations)


def _polynomials(flow: Flow, start: Instance) -> tuple[Instance, list[fmpq], list[fmpq_mpoly]]:
    """Return the instance with variables for the state, the state's numbers, and their speeds.

    Raises ArithmeticError where a speed is not affine.
    """
    exact = converted(start, IN_FLINT)
    state = [x for thing in flow.moves for x in _listed(exact[thing])]
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(state))], Ordering.lex)
    variables = iter(ring.gens())
    here = exact.replaced({thing: _with(exact[thing], variables) for thing in flow.moves})
    moves = velocities(flow, here)
    law = [ring.constant(0) + v for thing in flow.moves for v in _listed(moves[thing])]
    if any(v.total_degree() > 1 for v in law):
        raise ArithmeticError("the flow is not affine")
    return here, state, law


def _equation(p: Any, state: Sequence[fmpq], law: Sequence[fmpq_mpoly]) -> list[fmpq] | None:
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


def _derivatives(p: fmpq_mpoly, state: Sequence[fmpq], law: Sequence[fmpq_mpoly]) -> Iterator[fmpq]:
    while True:
        yield p(*state)
        p = sum((p.derivative(k) * v for k, v in enumerate(law)), start=0 * p)


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


def _listed(found: Any) -> list[Any]:
    return [x for part in found for x in _listed(part)] if isinstance(found, list) else [found]


def _with(found: Any, variables: Iterator[fmpq_mpoly]) -> Any:
    if isinstance(found, list):
        return [_with(part, variables) for part in found]
    return next(variables)
