"""The same arithmetic over rationals, balls, multiprecision numbers, and dual numbers over them.

Rationals stay exact: a root or a function that leaves them raises `Irrational`, and the caller
turns to balls. Nothing here is a float.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NoReturn

import flint

from verify.language.expressions import Sign

sys.set_int_max_str_digits(0)  # exact numbers have all their digits; the time is limited elsewhere

Value = Any  # a Fraction, an int, a flint.arb, an mpmath.mpf, or a Dual over one of these


class Irrational(ArithmeticError):
    """The exact value is not rational: evaluate in balls or at many digits instead."""


class Undefined(ArithmeticError):
    """The formula has no value here: a division by zero, the root of a negative number, ..."""


class Truth(Enum):
    """What is known of a comparison; compare with `is`, since "not true" is not "false"."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise TypeError("a comparison may be undecided; write `is Truth.TRUE` or `is Truth.FALSE`")


@dataclass(frozen=True)
class Numbers:
    """A kind of number: how a rational enters it, its circle number, its working precision."""

    name: str
    of: Callable[[Fraction], Value]
    pi: Callable[[], Value]
    working: Callable[[], AbstractContextManager[Any]] = nullcontext


def _no_rational_pi() -> NoReturn:
    raise Irrational("pi")


EXACT = (int, Fraction, flint.fmpq)
"""The types of rationals."""

RATIONALS = Numbers("rationals", lambda q: q, _no_rational_pi)


def in_flint(q: Fraction | int | flint.fmpq) -> flint.fmpq:
    """Return a rational as one of FLINT."""
    return q if isinstance(q, flint.fmpq) else flint.fmpq(*q.as_integer_ratio())


IN_FLINT = Numbers("rationals in FLINT", in_flint, _no_rational_pi)
"""As exact as `RATIONALS`, and several times as fast; not to be mixed with them in one sum."""


def balls(bits: int = 128) -> Numbers:
    """Return ball arithmetic (Arb); work inside `with numbers.working():`."""
    if bits < 2:
        raise ValueError(f"balls: bits must be at least 2, got {bits}; 128 is usual")

    def enter(q: Fraction) -> Value:
        return flint.arb(in_flint(q))

    return Numbers(f"balls of {bits} bits", enter, flint.arb.pi, lambda: flint.ctx.workprec(bits))


# ------------------------------------------------------------------ dual numbers


class Dual:
    """A number and its slope along one motion; `level` tells nested motions apart.

    Between two levels the lower one is a constant of the higher: a second derivative is a dual
    number of level 2 whose value and slope are dual numbers of level 1.
    """

    __slots__ = ("level", "slope", "value")

    def __init__(self, value: Value, slope: Value, level: int = 1) -> None:
        self.value, self.slope, self.level = value, slope, level

    def __repr__(self) -> str:
        return f"Dual({self.value!r}, {self.slope!r}, level={self.level})"

    def _parts(self, other: Value) -> tuple[Value, Value]:
        if isinstance(other, Dual) and other.level == self.level:
            return other.value, other.slope
        return other, 0

    def _is_below(self, other: Value) -> bool:
        return isinstance(other, Dual) and other.level > self.level

    def __add__(self, other: Value) -> Value:
        if self._is_below(other):
            return Dual(self + other.value, other.slope, other.level)
        value, slope = self._parts(other)
        return Dual(self.value + value, self.slope + slope, self.level)

    def __mul__(self, other: Value) -> Value:
        if self._is_below(other):
            return Dual(self * other.value, self * other.slope, other.level)
        value, slope = self._parts(other)
        slope = self.slope * value + self.value * slope
        return Dual(self.value * value, slope, self.level)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Value:
        return self * -1

    def __sub__(self, other: Value) -> Value:
        return self + other * -1

    def __rsub__(self, other: Value) -> Value:
        return self * -1 + other


def dual(values: Value, slopes: Value, level: int = 1) -> Value:
    """Return numbers, or nested lists of numbers, with their slopes attached."""
    if isinstance(values, list):
        return [dual(x, slope, level) for x, slope in zip(values, slopes, strict=True)]
    return Dual(values, values * 0 + slopes, level)  # an int slope becomes a number of this kind


def slope_of(value: Value, level: int, zero: Value) -> Value:
    """Return the slope of a number, or of nested lists; what did not move has slope `zero`."""
    if isinstance(value, list):
        return [slope_of(x, level, zero) for x in value]
    if not (isinstance(value, Dual) and value.level == level):
        return zero
    return zero + value.slope  # an int 0 becomes a number of the right kind


# ------------------------------------------------------------------ powers


def reciprocal(x: Value) -> Value:
    """Return 1/x. Raises Undefined at 0 (a ball around more than 0 becomes a ball of nothing)."""
    if isinstance(x, int | Fraction):
        if x == 0:
            raise Undefined("a division by zero")
        return Fraction(1) / x
    if isinstance(x, Dual):
        inverse = reciprocal(x.value)
        return Dual(inverse, x.slope * (inverse * inverse) * -1, x.level)
    if hasattr(x, "overlaps") and x == 0:
        raise Undefined("a division by zero")
    try:
        return 1 / x
    except ZeroDivisionError:
        raise Undefined("a division by zero") from None


def square_root(x: Value) -> Value:
    """Return the nonnegative square root. Raises Irrational, or Undefined below 0."""
    return power(x, Fraction(1, 2))


def power(x: Value, exponent: Fraction) -> Value:
    """Return x to a rational power; integer powers are products (balls have no other safe way)."""
    if isinstance(x, Dual):
        return _dual_power(x, exponent)
    if exponent.denominator == 1:
        return _integer_power(x, exponent.numerator)
    return _integer_power(_root(x, exponent.denominator), exponent.numerator)


def _dual_power(x: Dual, exponent: Fraction) -> Value:
    if exponent == 0:
        return 1
    lower = power(x.value, exponent - 1)  # at 0 this is where a root has no derivative
    value = power(x.value, exponent)
    return Dual(value, rational_multiple(lower * x.slope, exponent), x.level)


def rational_multiple(x: Value, q: Fraction) -> Value:
    """Return q x for a number of any kind (balls do not multiply with fractions themselves)."""
    if isinstance(x, int | Fraction):
        return x * q
    if isinstance(x, Dual):
        return Dual(rational_multiple(x.value, q), rational_multiple(x.slope, q), x.level)
    return x * q.numerator / q.denominator


def _integer_power(x: Value, exponent: int) -> Value:
    if exponent < 0:
        return reciprocal(_integer_power(x, -exponent))
    if exponent == 0:
        return 1
    half = _integer_power(x, exponent // 2)
    return half * half * x if exponent % 2 else half * half


def _root(x: Value, degree: int) -> Value:
    if isinstance(x, flint.fmpq):
        return in_flint(_root(Fraction(int(x.p), int(x.q)), degree))
    if isinstance(x, int | Fraction):
        if x < 0:
            raise Undefined("a root of a negative number")
        x = Fraction(x)
        return Fraction(_exact_root(x.numerator, degree), _exact_root(x.denominator, degree))
    if hasattr(x, "overlaps"):
        if x < 0:  # all of the ball
            raise Undefined("a root of a negative number")
        return x.root(degree)
    if degree == 2:
        return _real(x.context.sqrt(x))
    return function("exp", rational_multiple(function("log", x), Fraction(1, degree)))


def _exact_root(whole: int, degree: int) -> int:
    root = int(flint.fmpz(whole).root(degree))
    if root**degree != whole:
        raise Irrational(f"the root of degree {degree} of {whole}")
    return root


def _real(x: Value) -> Value:
    if hasattr(x, "imag") and not hasattr(x, "overlaps") and x.imag != 0:
        raise Undefined("a root or a logarithm of a negative number")
    return x


RATIONAL_VALUES = {
    "exp": (0, 1), "sin": (0, 0), "cos": (0, 1), "tan": (0, 0), "atan": (0, 0), "log": (1, 0)
}  # fmt: skip
"""The only rational argument at which each function is rational, and its value there."""


def function(name: str, x: Value) -> Value:
    """Return exp, sin, cos, tan, atan or log of a number. Raises Irrational on rationals."""
    if isinstance(x, Dual):
        return Dual(function(name, x.value), _derivative(name, x.value) * x.slope, x.level)
    if isinstance(x, flint.fmpq):
        return in_flint(function(name, Fraction(int(x.p), int(x.q))))
    if isinstance(x, int | Fraction):
        if name == "log" and x <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        argument, found = RATIONAL_VALUES[name]
        if x == argument:
            return Fraction(found)
        raise Irrational(f"{name}({x})")
    if name == "log" and x <= 0:  # all of it, if it is a ball
        raise Undefined("the logarithm of a number that is not positive")
    if hasattr(x, "overlaps"):
        return getattr(x, name)()
    return getattr(x.context, name)(x)


def _derivative(name: str, x: Value) -> Value:
    if name == "sin":
        return function("cos", x)
    if name == "cos":
        return function("sin", x) * -1
    if name == "tan":
        tangent = function("tan", x)
        return tangent * tangent + 1
    if name == "atan":
        return reciprocal(x * x + 1)
    return reciprocal(x) if name == "log" else function("exp", x)


# ------------------------------------------------------------------ comparisons


def compared(gap: Value, sign: Sign) -> Truth:
    """Return whether a gap has its sign: nonnegative, positive or (for "!=") nonzero.

    A ball decides only what holds for all its numbers; an mpmath number decides nothing.
    """
    if isinstance(gap, EXACT):
        holds = gap != 0 if sign == "!=" else gap > 0 if sign in ("<", ">") else gap >= 0
        return Truth.TRUE if holds else Truth.FALSE
    if not hasattr(gap, "overlaps"):
        return Truth.UNKNOWN
    if sign == "!=":
        yes, no = gap > 0 or gap < 0, gap == 0
    elif sign in ("<", ">"):
        yes, no = gap > 0, gap <= 0
    else:
        yes, no = gap >= 0, gap < 0
    return Truth.TRUE if yes else Truth.FALSE if no else Truth.UNKNOWN


def extreme(values: list[Value]) -> Value:
    """Return the largest of numbers. Raises Undefined for none, or for slopes that differ there."""
    if not values:
        raise Undefined("the largest or least of no values")
    found = values[0]
    for x in values[1:]:
        found = _larger(found, x)
    return found


def _larger(x: Value, y: Value) -> Value:
    gap = x - y
    moves = isinstance(gap, Dual)
    while isinstance(gap, Dual):
        gap = gap.value
    if gap > 0 or (gap == 0 and not moves):
        return x
    if gap < 0:
        return y
    if moves:
        raise Undefined("the largest or least of values that meet: it has no derivative there")
    return x.max(y)  # balls that overlap


def equal(left: Value, right: Value) -> Truth:
    """Return whether two numbers, or nested lists of numbers, are equal, as far as is known."""
    if isinstance(left, list):
        parts = [equal(a, b) for a, b in zip(left, right, strict=True)]
        return every(parts)
    apart = compared(left - right, "!=")
    if apart is Truth.UNKNOWN:
        return apart
    return Truth.TRUE if apart is Truth.FALSE else Truth.FALSE


def every(truths: list[Truth]) -> Truth:
    """Return FALSE if one is false, else UNKNOWN if one is unknown, else TRUE."""
    if any(truth is Truth.FALSE for truth in truths):
        return Truth.FALSE
    return Truth.UNKNOWN if any(truth is Truth.UNKNOWN for truth in truths) else Truth.TRUE


def whole_number(x: Value) -> int:
    """Return the integer that a number is. Raises Undefined if it is none."""
    found = None
    if isinstance(x, int | Fraction | flint.fmpq):
        found = int(x.numerator) if x.denominator == 1 else None
    elif hasattr(x, "unique_fmpz"):
        found = x.unique_fmpz()
    elif not isinstance(x, Dual) and x == int(x):
        found = int(x)
    if found is None:
        raise Undefined(f"{x} is not a whole number")
    return int(found)
