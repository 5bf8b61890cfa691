"""Quantities that decay, but at no exponential rate, along polynomial flows; exactly.

Let V be a sum of squares of affine functions s of the state, with positive factors. If V does not
rise and its derivative has no terms of a degree below 3 in s, that is at least -c V^(3/2). So
V^(-1/2) grows by at most c/2 in unit time, and V >= 1 / (a + b t)^2: it decays, if at all, more
slowly than every exponential. (x' = -x^3 is the simplest: d/dt x^(-2) = 2.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flint import fmpq, fmpq_mpoly

from verify.language.expressions import Expression
from verify.language.motion import Flow
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.polynomial_flows import (
    NOT_POLYNOMIAL,
    PolynomialFlow,
    in_variables,
    listed,
    slope,
)
from verify.numerics.positions import Indices

CUBIC = 3  # the least degree that a derivative may have


def outlasts_exponentials(flow: Flow, start: Instance, at: Indices, of: Expression) -> bool:
    """Return whether along the solution from a start a number certainly outlasts all exponentials.

    That is: the solution exists for all time, and the number stays positive and above 1 / q(t) for
    a polynomial q. False, too, where that is not known.
    """
    while of.op == "power" and of.args[1] > 0 and of.args[1].denominator > 1:
        of = of.args[0]
    try:
        moving = in_variables(flow, start)
        (found,) = listed(value(of, moving.here, at))
        squares = _as_squares(0 * moving.law[0] + found, moving.state)
        return squares is not None and _is_slow(squares, moving)
    except NOT_POLYNOMIAL:
        return False


class _Squares(NamedTuple):
    """V, and the affine forms whose squares sum to it, with positive factors.

    Each form has a variable of its own, with the factor 1, that is not in the forms after it.
    """

    total: fmpq_mpoly
    forms: list[fmpq_mpoly]
    variables: list[int]


def _as_squares(p: fmpq_mpoly, state: Sequence[fmpq]) -> _Squares | None:
    """Return V as squares if p, positive at the start, is a multiple of a power of V^(1/2)."""
    factor, parts = p.factor()
    if len(parts) != 1 or not p(*state) > 0:
        return None
    ((base, times),) = parts
    if base.total_degree() == 1:
        return _completed(base * base)
    return _completed(-base if times % 2 and not factor > 0 else base)


def _completed(v: fmpq_mpoly) -> _Squares | None:
    """Return a quadratic polynomial as squares with positive factors (Lagrange), if it is such."""
    found = _Squares(v, [], [])
    for k in range(len(v.context().gens())):
        twice = v.derivative(k).derivative(k)
        if twice.is_zero():
            continue
        factor = twice.leading_coefficient()
        if not (twice.is_constant() and factor > 0):
            return None
        form = v.derivative(k) / factor
        v -= factor / 2 * form * form
        found.forms.append(form)
        found.variables.append(k)
    return found if v.is_zero() else None


def _is_slow(squares: _Squares, moving: PolynomialFlow) -> bool:
    """Return whether V, a sum of such squares, certainly falls no faster than is told above.

    The solution exists for all time where V does not rise and the other coordinates move at speeds
    that are affine in them: then s is bounded, and they are on every finite interval.
    """
    gens = list(moving.law[0].context().gens())
    images = list(gens)  # the state by s, in the variables of the forms, and other coordinates
    for form, k in reversed(list(zip(squares.forms, squares.variables, strict=True))):
        images[k] = gens[k] - (form - gens[k]).compose(*images)
    others = [k for k in range(len(gens)) if k not in squares.variables]
    speeds = [moving.law[k].compose(*images) for k in others]
    if any(sum(powers[k] for k in others) > 1 for v in speeds for powers in v.monoms()):
        return False
    falls = slope(squares.total, moving.law).compose(*images)
    if any(sum(powers) < CUBIC or any(powers[k] for k in others) for powers in falls.monoms()):
        return False
    if all(c < 0 and all(e % 2 == 0 for e in powers) for powers, c in falls.to_dict().items()):
        return True
    # One form moves by its own law: it goes towards 0 from the start on, and cannot pass it.
    return len(squares.forms) == 1 and slope(squares.total, moving.law)(*moving.state) <= 0
