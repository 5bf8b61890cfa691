"""A product taken apart into a number and quotients, in the author's order."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

from verify.language.expressions import Expression, Scalar


@dataclass
class Quotient:
    """Factors over others; whole numbers divided by are gathered in `divisor`."""

    above: list[Expression] = field(default_factory=list)
    below: list[Expression] = field(default_factory=list)
    divisor: int = 1

    @property
    def divides(self) -> bool:
        return bool(self.below) or self.divisor != 1

    def reduced(self, number: Fraction) -> Fraction:
        """Return what is left of a number after what it shares with the divisor is taken out."""
        shared = gcd(number.numerator, self.divisor)
        self.divisor //= shared
        return number / shared


@dataclass
class Factors:
    """One product: a number, quotients, and the vector or operator that they multiply.

    A factor behind a division opens the next quotient: a / b * c / d is (a/b) (c/d).
    """

    coefficient: Fraction = Fraction(1)
    quotients: list[Quotient] = field(default_factory=lambda: [Quotient()])
    vector: Expression | None = None

    def collect(self, node: Expression, inverse: bool = False) -> None:
        """Take a product apart, the quotients in it included."""
        op, args = node.op, node.args
        if op == "number" and not (inverse and args[0] == 0):
            self._number(args[0], inverse)
        elif op == "multiply":
            self.collect(args[0], inverse)
            self.collect(args[1], inverse)
        elif op == "scale":
            self.collect(args[0])
            if args[1].op == "scale":
                self.collect(args[1])
            else:
                self.vector = args[1]
        elif op == "power" and args[1] < 0:
            if args[1] == -1:
                self.collect(args[0], not inverse)
            else:
                self._place(Scalar("power", args[0], -args[1]), not inverse)
        else:
            self._place(node, inverse)

    def _number(self, value: Fraction, inverse: bool) -> None:
        if not inverse:
            self.coefficient *= value
        elif value.denominator == 1 and value > 0:
            self.quotients[-1].divisor *= int(value)
        else:
            self.coefficient /= value

    def _place(self, node: Expression, inverse: bool) -> None:
        if inverse:
            self.quotients[-1].below.append(node)
            return
        if self.quotients[-1].divides:
            self.quotients.append(Quotient())
        self.quotients[-1].above.append(node)
