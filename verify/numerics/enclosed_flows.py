"""Validated solutions of polynomial flows: enclosed by Taylor steps in balls, for a short time.

What fails at such a moment is proved to fail, where a solution is known to last for all time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, fmpq_mpoly

from verify.numerics.balls import working_precision
from verify.numerics.nested import refilled
from verify.numerics.polynomial_flows import NOT_POLYNOMIAL, in_variables, lasts_forever
from verify.numerics.shooting import Field, State, integrate_adaptively
from verify.numerics.solutions import Followed, Moment

BITS = 256  # of the balls, for they grow from step to step
ORDER = 24  # of the Taylor polynomials
TOLERANCE = Fraction(1, 2**120)
STEPS = 40  # from one moment to the next, at most
MOMENTS = 6  # that are enclosed, beside the start


def enclosed(followed: Followed) -> Followed:
    """Return the same with states that certainly hold the solution, as far as it is enclosed.

    Only the start, which is exact, is left of a flow that is not polynomial or not constant, and of
    a solution that is not known to last for all time.
    """
    flow, start = followed.flow, followed.moments[0].instance
    if flow is None or followed.rests or not lasts_forever(flow, start):
        return followed.at_start
    try:
        _, state, law = in_variables(flow, start)
    except NOT_POLYNOMIAL:
        return followed.at_start
    moments = [followed.moments[0]]
    with working_precision(BITS):
        times = [moment.time for moment in followed.moments[: MOMENTS + 1]]
        states = _states(_field(law), [arb(x) for x in state], times)
        for moment, numbers in zip(followed.moments[1:], states, strict=False):
            left = iter(numbers)
            now: dict[Any, Any] = {thing: refilled(start[thing], left) for thing in flow.moves}
            moments.append(Moment(moment.time, moment.instance.replaced(now)))
    return replace(followed, moments=tuple(moments), estimated=False)


def _states(field: Field, state: Sequence[arb], times: Sequence[Fraction]) -> Iterator[State]:
    """Yield enclosures at all times but the first, as long as few steps lead to them."""
    for begin, end in pairwise(times):
        try:
            path = list(
                integrate_adaptively(field, state, TOLERANCE, ORDER, STEPS, until=end - begin)
            )
        except ValueError:
            return
        reached, state = path[-1]
        if reached != end - begin or not all(x.is_finite() for x in state):
            return
        yield tuple(state)


def _field(law: Sequence[fmpq_mpoly]) -> Field:
    """Return polynomial speeds as functions of balls, of complex ones, and of power series."""
    terms = [[(arb(c), powers) for powers, c in p.to_dict().items()] for p in law]

    def value(of: Sequence[tuple[arb, tuple[int, ...]]], state: tuple[Any, ...]) -> Any:
        total: Any = arb(0)
        for coefficient, powers in of:
            product: Any = coefficient
            for x, power in zip(state, powers, strict=True):
                for _ in range(power):
                    product = x * product
            total = product + total
        return total

    return lambda state: [value(of, state) for of in terms]
