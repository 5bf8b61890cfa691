"""Flows whose velocities are polynomials in what moves: the state as variables over rationals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly
from flint.utils.flint_exceptions import DomainError

from verify.language.motion import Flow
from verify.numerics.evaluate import velocities
from verify.numerics.exact import Instance
from verify.numerics.holding import converted
from verify.numerics.nested import entries_of, refilled
from verify.numerics.number import IN_FLINT

NOT_POLYNOMIAL = (ArithmeticError, AttributeError, DomainError, TypeError)
"""What is raised where a formula of the variables is no polynomial."""


QUADRATIC = 2  # the most that a derivative of |x|^2 may have as its degree, whatever its signs


class PolynomialFlow(NamedTuple):
    """The instance with variables for the state, the state's numbers, and their speeds."""

    here: Instance
    state: list[fmpq]
    law: list[fmpq_mpoly]


def in_variables(flow: Flow, start: Instance) -> PolynomialFlow:
    """Return a flow in variables for what it moves. Raises one of NOT_POLYNOMIAL if it is none."""
    exact = converted(start, IN_FLINT)
    state = [x for thing in flow.moves for x in entries_of(exact[thing])]
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(state))], Ordering.lex)
    variables = iter(ring.gens())
    here = exact.replaced({thing: refilled(exact[thing], variables) for thing in flow.moves})
    moves = velocities(flow, here)
    law = [ring.constant(0) + v for thing in flow.moves for v in entries_of(moves[thing])]
    return PolynomialFlow(here, state, law)


def slope(p: fmpq_mpoly, law: list[fmpq_mpoly]) -> fmpq_mpoly:
    """Return the derivative of a polynomial of the state along a flow."""
    return sum((p.derivative(k) * v for k, v in enumerate(law)), start=0 * p)


def lasts_forever(flow: Flow, start: Instance) -> bool:
    """Return whether a solution from a start certainly exists for all time; False if not known.

    A polynomial flow has one as long as it stays bounded. It does on finite intervals where |x|^2
    grows by at most c (1 + |x|^2), and for all time where every vector keeps its length 1. A number
    that moves by itself and lasts, such as a clock, counts for a constant.
    """
    try:
        here, state, law = in_variables(flow, start)
    except NOT_POLYNOMIAL:
        return False
    free = [k for k in range(len(law)) if not _lasts_alone(k, state[k], law[k])]
    squares = [law[0].context().gens()[k] ** 2 for k in free]
    growth = slope(sum(squares, start=0 * law[0]), law)
    if all(
        sum(powers[k] for k in free) <= QUADRATIC or (c < 0 and all(e % 2 == 0 for e in powers))
        for powers, c in growth.to_dict().items()
    ):
        return True
    lengths = [sum((x * x for x in row), start=0 * law[0]) for row in vectors_of(flow, here)]
    return all(
        length(*state) == 1 and divmod(slope(length, law), length - 1)[1].is_zero()
        for length in lengths
    )


def _lasts_alone(k: int, at: fmpq, speed: fmpq_mpoly) -> bool:
    """Return whether a coordinate moves by itself: at an affine speed, or towards a root of it."""
    terms = speed.to_dict()
    if any(sum(powers) != powers[k] for powers in terms):
        return False
    if all(powers[k] <= 1 for powers in terms):
        return True
    alone = sum((c * fmpq_poly([0, 1]) ** powers[k] for powers, c in terms.items()), fmpq_poly())
    now = alone(at)
    if now == 0:
        return True
    roots: list[Any] = alone.complex_roots() if alone.degree() > 0 else []
    ahead = (root.real - at if now > 0 else at - root.real for root, _ in roots if root.imag == 0)
    return any(bool(gap > 0) for gap in ahead)


def vectors_of(flow: Flow, here: Instance) -> Iterator[list[Any]]:
    """Yield the coordinates of every vector, and every number, that moves."""
    for thing in flow.moves:
        found = here[thing]
        rows = found if isinstance(found, list) else [found]
        if rows and isinstance(rows[0], list):
            yield from rows
        else:
            yield rows
