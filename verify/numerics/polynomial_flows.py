"""Flows whose velocities are polynomials in what moves: the state as variables over rationals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

from verify.language.motion import Flow
from verify.numerics.evaluate import velocities
from verify.numerics.exact import Instance
from verify.numerics.holding import converted
from verify.numerics.number import IN_FLINT

NOT_POLYNOMIAL = (ArithmeticError, AttributeError, DomainError, TypeError)
"""What is raised where a formula of the variables is no polynomial."""


class PolynomialFlow(NamedTuple):
    """The instance with variables for the state, the state's numbers, and their speeds."""

    here: Instance
    state: list[fmpq]
    law: list[fmpq_mpoly]


def in_variables(flow: Flow, start: Instance) -> PolynomialFlow:
    """Return a flow in variables for what it moves. Raises one of NOT_POLYNOMIAL if it is none."""
    exact = converted(start, IN_FLINT)
    state = [x for thing in flow.moves for x in listed(exact[thing])]
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(state))], Ordering.lex)
    variables = iter(ring.gens())
    here = exact.replaced({thing: _with(exact[thing], variables) for thing in flow.moves})
    moves = velocities(flow, here)
    law = [ring.constant(0) + v for thing in flow.moves for v in listed(moves[thing])]
    return PolynomialFlow(here, state, law)


def slope(p: fmpq_mpoly, law: list[fmpq_mpoly]) -> fmpq_mpoly:
    """Return the derivative of a polynomial of the state along a flow."""
    return sum((p.derivative(k) * v for k, v in enumerate(law)), start=0 * p)


def listed(found: Any) -> list[Any]:
    """Return the numbers in nested lists, or the one number that it is."""
    return [x for part in found for x in listed(part)] if isinstance(found, list) else [found]


def _with(found: Any, variables: Iterator[fmpq_mpoly]) -> Any:
    if isinstance(found, list):
        return [_with(part, variables) for part in found]
    return next(variables)
