"""Numbers of the form sum of q e^r, with rational q and r: compared exactly, never rounded.

The powers of e at different rational exponents are linearly independent over the rationals
(Lindemann and Weierstrass), so two such numbers are equal exactly when they look equal. What does
not stay of this form is `Unknown`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

import mpmath


class Unknown(Exception):
    """The value is not of this form."""


class Undefined(Exception):
    """There is no value: a division by zero, the root of a negative number."""


@dataclass(frozen=True)
class Number:
    """A sum of coefficients times powers of e; `terms` maps exponents to nonzero coefficients."""

    terms: Mapping[Fraction, Fraction]

    def __add__(self, other: Number) -> Number:
        if not self.terms or not other.terms:  # most slopes are 0
            return self if self.terms else other
        out = dict(self.terms)
        for exponent, q in other.terms.items():
            out[exponent] = out.get(exponent, Fraction(0)) + q
        return Number({exponent: q for exponent, q in out.items() if q})

    def __mul__(self, other: Number) -> Number:
        if not self.terms or not other.terms:
            return NOTHING
        if len(self.terms) == len(other.terms) == 1:
            (((r, q),), ((s, p),)) = self.terms.items(), other.terms.items()
            return Number({(r + s if r or s else r): q * p})
        out: dict[Fraction, Fraction] = {}
        for r, q in self.terms.items():
            for s, p in other.terms.items():
                out[r + s] = out.get(r + s, Fraction(0)) + q * p
        return Number({exponent: q for exponent, q in out.items() if q})

    def __neg__(self) -> Number:
        return Number({exponent: -q for exponent, q in self.terms.items()})

    def __sub__(self, other: Number) -> Number:
        return self + -other

    @property
    def sign(self) -> int:
        """Return -1, 0 or 1; what is not zero is told from zero at some precision."""
        if not self.terms:
            return 0
        if len(self.terms) == 1:
            return 1 if next(iter(self.terms.values())) > 0 else -1
        digits = 30
        while True:
            with mpmath.workdps(digits):
                iv = mpmath.iv
                iv.dps = digits
                total = iv.mpf(0)
                for r, q in self.terms.items():
                    rational = iv.mpf(q.numerator) / q.denominator
                    total += rational * iv.exp(iv.mpf(r.numerator) / r.denominator)
            if total > 0 or total < 0:
                return 1 if total > 0 else -1
            digits *= 2

    def power(self, exponent: Fraction) -> Number:
        """Return a rational power. Raises Unknown for roots and quotients of sums."""
        if exponent.denominator == 1 and exponent >= 0:
            out = rational(1)
            for _ in range(int(exponent)):
                out = out * self
            return out
        if not self.terms:
            if exponent < 0:
                raise Undefined
            return self
        if exponent.denominator != 1 and self.sign < 0:
            raise Undefined
        if len(self.terms) > 1:
            raise Unknown
        ((r, q),) = self.terms.items()
        if exponent.denominator == 1:
            return Number({r * exponent: q**exponent.numerator})
        if exponent.denominator != 2:
            raise Unknown
        root = Fraction(_root(q.numerator), _root(q.denominator))
        return Number({r * exponent: root**exponent.numerator})

    @property
    def as_rational(self) -> Fraction:
        """Return the rational that a number is. Raises Unknown if it is none."""
        if any(exponent != 0 for exponent in self.terms):
            raise Unknown
        return self.terms.get(Fraction(0), Fraction(0))


NOTHING = Number({})


def _root(whole: int) -> int:
    root = isqrt(whole)
    if root * root != whole:
        raise Unknown
    return root


@lru_cache(maxsize=1024)
def rational(q: Fraction | int) -> Number:
    """Return a rational number."""
    return Number({Fraction(0): Fraction(q)} if q else {})


def exponential(x: Number) -> Number:
    """Return e to the power of a rational."""
    return Number({x.as_rational: Fraction(1)})


@dataclass(frozen=True)
class Moving:
    """A number and how fast it changes."""

    value: Number
    slope: Number

    def __add__(self, other: Moving) -> Moving:
        return Moving(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other: Moving) -> Moving:
        slope = self.slope * other.value + self.value * other.slope
        return Moving(self.value * other.value, slope)

    def power(self, exponent: Fraction) -> Moving:
        """Return a power; roots have no derivative at 0."""
        if exponent == 0:
            return Moving(rational(1), rational(0))
        value = self.value.power(exponent)
        if not self.slope.terms and (self.value.terms or exponent > 0):
            return Moving(value, rational(0))
        slope = rational(exponent) * self.value.power(exponent - 1) * self.slope
        return Moving(value, slope)


@lru_cache(maxsize=1024)
def still(q: Fraction | int) -> Moving:
    """Return a rational that does not move."""
    return Moving(rational(q), NOTHING)
