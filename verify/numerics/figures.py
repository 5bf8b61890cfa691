"""Measured numbers, each with how far it may be off."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, isfinite, isnan, log10

from verify.numerics.number import Truth


@dataclass(frozen=True)
class Figure:
    """A measured number, between `low` and `high` if the errors are no larger than estimated.

    It is told to few digits, and where the error drowns it as a power of ten: what else a float
    has may differ between machines, and a run's digest must not.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"a figure from {self.low} to {self.high} has its ends exchanged")
        if self.low == inf or self.high == -inf:
            raise ValueError("a figure has no infinite value; Figure.of takes it for not known")

    @staticmethod
    def of(value: float, error: float = 0.0) -> Figure:
        """Return a number with an error; of one that is not finite, nothing is known."""
        low, high = float(value) - float(error), float(value) + float(error)
        known = isfinite(value) and not isnan(low) and not isnan(high)
        return Figure(low, high) if known else Figure(-inf, inf)

    @property
    def known(self) -> bool:
        """Return whether both ends are finite."""
        return -inf < self.low and self.high < inf

    @property
    def size(self) -> float:
        """Return a bound of the number's absolute value."""
        return max(abs(self.low), abs(self.high))

    def at_most(self, bound: Fraction) -> Truth:
        """Return whether the number is at most a bound: UNKNOWN where the error leaves a doubt."""
        if self.high <= bound:
            return Truth.TRUE
        return Truth.FALSE if self.low > bound else Truth.UNKNOWN

    def at_least(self, bound: Fraction) -> Truth:
        """Return whether the number is at least a bound: UNKNOWN where the error leaves a doubt."""
        if self.low >= bound:
            return Truth.TRUE
        return Truth.FALSE if self.high < bound else Truth.UNKNOWN

    def __str__(self) -> str:
        """Return as many digits, up to three, as the error leaves; else a bound."""
        return " ".join(filter(None, self._words))

    @property
    def shown(self) -> float | None:
        """Return the number that is told, or the bound; None where nothing is known."""
        number = self._words[1]
        return float(number) if number else None

    @property
    def _words(self) -> tuple[str, str]:
        """Return what is told: words, and the number that they end with."""
        middle, error = (self.high + self.low) / 2, (self.high - self.low) / 2
        for digits in (3, 2, 1):
            if self.known and middle and 2 * error <= 10.0 ** (_exponent(middle) - digits + 1):
                return "", f"{middle:.{digits}g}"
        if self.known:
            return ("no larger than", power_of_ten(self.size)) if error else ("", "0")
        if self.low > 0:
            return "at least", power_of_ten(self.low, up=False)
        if self.high < 0:
            return "at most", f"-{power_of_ten(-self.high, up=False)}"
        return "not known", ""


def _exponent(number: float) -> int:
    return floor(log10(abs(number)))


def power_of_ten(size: float, *, up: bool = True) -> str:
    """Return the nearest power of ten that is no less (or no more) than a positive number."""
    if not 0 < size < inf:
        return str(size)
    return f"{10.0 ** (ceil if up else floor)(log10(size)):g}"
