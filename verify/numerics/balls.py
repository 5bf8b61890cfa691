"""Real balls that never claim more than they know.

A ball is a `flint.arb`: a midpoint, a radius and the promise that the true value lies between.
The helpers here keep that promise where the library alone loses it (integer powers, functions
of wide balls), let numbers in only when they are exact, and let them out only through a sign
with three values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from numbers import Rational
from typing import Any, NoReturn

from flint import arb, ctx, fmpq, fmpz

# A ball known to this many bits is evaluated in one piece: the excess over the hull of the end
# points is quadratic in the relative radius.  This trades time for width, never correctness.
_NARROW_BITS = 16


class Sign(Enum):
    """The sign of a ball, or of a difference of two: certain, or undecided."""

    certainly_positive = "certainly positive"
    certainly_negative = "certainly negative"
    undecided = "undecided"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a Sign has three values and no truth: write `sign(x) is Sign.certainly_positive`"
        )


def sign(x: arb) -> Sign:
    """Return the sign of a ball; a ball that holds zero or is not finite is undecided."""
    if not x.is_finite():
        return Sign.undecided
    if x > 0:
        return Sign.certainly_positive
    if x < 0:
        return Sign.certainly_negative
    return Sign.undecided


def compare(left: arb, right: arb) -> Sign:
    """Return the sign of `left - right`; equal exact balls are undecided as well."""
    return sign(left - right)


def exact(value: object) -> fmpq:
    """Return an exact number as a `fmpq`.

    Takes an int, a Fraction (or any `numbers.Rational`), a `fmpq`, a `fmpz`, or a string such as
    "0.1", "1e-30" or "1/3", read in decimal.  Raises ValueError for anything else, floats first.
    """
    if isinstance(value, fmpq | fmpz):
        return fmpq(value)
    if not isinstance(value, bool) and isinstance(value, str | Rational):
        try:
            quotient = Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise ValueError(
                f"{value!r} is not a decimal number: write '0.1', '1e-30' or '1/3'"
            ) from None
        return fmpq(int(quotient.numerator), int(quotient.denominator))
    raise ValueError(
        f"{type(value).__name__} {value} is not exact: give a Fraction, "
        "an integer or a decimal string such as '0.1'"
    )


def ball(value: object) -> arb:
    """Return the ball around an exact number (see `exact`) at the working precision."""
    return arb(exact(value))


def hull(left: arb, right: arb) -> arb:
    """Return a ball that covers two balls, exact at zero when one of them is exactly zero.

    A radius has thirty bits and is rounded upwards, so the plain union of 0 and 1 reaches below
    zero and has no square root; here the midpoint follows the radius instead.
    """
    if left.is_zero() and right >= 0:
        radius = arb(0, right.upper() / 2)
        return radius + radius.rad()
    if right.is_zero() and left <= 0:
        radius = arb(0, left.lower() / 2)
        return radius - radius.rad()
    return left.union(right)


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Compute with this many bits inside the `with` block; raises ValueError below 2 bits."""
    if bits < 2:
        raise ValueError(f"bits = {bits!r}: the working precision is at least 2")
    with ctx.workprec(bits):
        yield


def integer_power(x: arb, exponent: int) -> arb:
    """Return x to an integer exponent (`arb ** int` is nan on balls around zero).

    A wide ball is bounded through its end points: an even power does not reach below zero.
    """
    if exponent < 0:
        return integer_power(1 / x, -exponent)  # the power first could reach zero
    if exponent == 0:
        return arb(1)
    if exponent == 1:
        return x
    if x.rel_accuracy_bits() >= _NARROW_BITS:
        return x * x if exponent == 2 else x**exponent  # the square is the most frequent by far
    lower, upper = x.lower(), x.upper()
    if exponent % 2 == 1 or lower >= 0:
        return hull(lower**exponent, upper**exponent)
    if upper <= 0:
        return hull(upper**exponent, lower**exponent)
    return hull(arb(0), x.abs_upper() ** exponent)


def real_power(x: arb, exponent: object) -> arb:
    """Return x to a rational or real exponent: a root and a product, or exp(exponent log x).

    `exponent` is a ball or exact (see `exact`); where x may be negative the result is nan.
    """
    if isinstance(exponent, arb):
        return exp(exponent * log(x))
    quotient = exact(exponent)
    root, power = int(quotient.q), int(quotient.p)
    if root == 1:
        return integer_power(x, power)
    if root == 2:
        return integer_power(sqrt(x), power)
    return integer_power(_increasing(x, lambda end: _root(end, root)), power)


def _root(x: arb, degree: int) -> arb:
    """Return the real root of a nonnegative number; the library's own is nan at zero."""
    return x if x.is_zero() else x.root(degree)


def _rising(function: Callable[[arb], arb]) -> Callable[[arb], arb]:
    """Return an increasing function of the library that is bounded by the ends of wide balls.

    The library's own hyperbolic tangent, for one, reaches -5.6 on [-1, 1].
    """
    return lambda x: (
        function(x) if x.rel_accuracy_bits() >= _NARROW_BITS else _increasing(x, function)
    )


exp, log, sinh, tanh, atan = map(_rising, (arb.exp, arb.log, arb.sinh, arb.tanh, arb.atan))
# Of these the library's own bound is the range on wide balls, too.
sqrt, cosh, sin, cos, tan = arb.sqrt, arb.cosh, arb.sin, arb.cos, arb.tan


def _increasing(x: arb, function: Any) -> arb:
    """Return a ball that covers the values of an increasing function on x, from its end points."""
    return hull(function(x.lower()), function(x.upper()))
