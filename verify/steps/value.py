"""A number enclosed by independent certified routes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import flint

from verify.numerics.number import in_flint
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Said, Step, Twin, fill
from verify.writing.claims import ClaimText
from verify.writing.definitions import Display
from verify.writing.teller import Teller
from verify.writing.words import listed

WIDE = 4096  # bits


@dataclass(frozen=True, eq=False)
class Value(Step):
    """A number enclosed by independent routes that must agree to `digits` decimal digits.

    Each route returns a ball, a pair of balls, or exact rational bounds (lower, upper); `decimal`
    is the number as told. With `example` the statement does not rest on the number: it shows what
    other steps say.
    """

    decimal: str
    digits: int
    routes: Mapping[str, Callable[[], Any]]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False
    word, is_drawn, takes_long = "region", False, True

    def __post_init__(self) -> None:
        # A route is asked once, by the step and by its twins, which have the same routes.
        fill(self, routes={name: cache(route) for name, route in self.routes.items()})

    def but_not(self, why: str, *, decimal: str) -> Value:
        """Return this step with a false twin: another decimal."""
        wrong = replace(self, decimal=decimal, twins=())
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        return [self._enclosed()] if "enclosure" in asked.methods else []

    def _enclosed(self) -> Outcome:
        begin = time.perf_counter()
        bounds = {name: rational_bounds(route()) for name, route in self.routes.items()}
        seconds = time.perf_counter() - begin
        evidence = {name: [_short(lower), _short(upper)] for name, (lower, upper) in bounds.items()}
        unit = Fraction(1, 10**self.digits)
        for name, (lower, upper) in bounds.items():
            if upper - lower > 4 * unit:
                reason = (
                    f"the route {name} only gives an enclosure of width {_short(upper - lower)}"
                )
                return Outcome("enclosure", "inconclusive", seconds, evidence, reason)
            witness = self.excluded(name, lower, upper)
            if witness is not None:
                return Outcome("enclosure", "refuted", seconds, {"witness": witness})
        highest = max(lower for lower, _ in bounds.values())
        lowest = min(upper for _, upper in bounds.values())
        if highest > lowest:
            reason = "two certified routes contradict each other: one of them is wrong"
            return Outcome("enclosure", "inconclusive", seconds, evidence, reason)
        found = {"digits": self.digits, "routes": evidence}
        return Outcome("enclosure", "enclosed", seconds, found)

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return how the first route that excludes the decimal does; later ones are not asked."""
        for name, route in self.routes.items():
            witness = self.excluded(name, *rational_bounds(route()))
            if witness is not None:
                return witness
        return None

    def excluded(self, name: str, lower: Fraction, upper: Fraction) -> dict[str, Any] | None:
        """Return the witness that the decimal is not between the bounds of a route, or None."""
        unit = Fraction(1, 10**self.digits)
        if lower - unit <= Fraction(self.decimal) <= upper + unit:
            return None
        return {"route": name, "from": _short(lower), "to": _short(upper), "told": self.decimal}

    def told(self, tell: Teller) -> ClaimText:
        routes = [tell.prose(route) for route in self.routes]
        agreeing = "by" if len(routes) == 1 else "independently by"

        remark = f"To {self.digits} digits, {agreeing} {listed(routes)}."
        dots = tell.notation.dots if "." in self.decimal else ""
        return ClaimText((Display(self.decimal + dots),), (remark,))


def _short(q: Fraction) -> str:
    """Return a rational to 45 digits, for a reader."""
    with flint.ctx.workdps(50):
        return str(flint.arb(in_flint(q)).str(45, radius=False))


def rational_bounds(enclosure: Any) -> tuple[Fraction, Fraction]:
    """Return exact rational bounds of a ball, or of a pair of balls (lower, upper)."""
    lower, upper = enclosure if isinstance(enclosure, tuple) else (enclosure, enclosure)
    if isinstance(lower, Fraction) and isinstance(upper, Fraction):
        return lower, upper
    with flint.ctx.workprec(WIDE):  # lower() and upper() round to the working precision
        return _exact(lower.lower()), _exact(upper.upper())


def _exact(end: Any) -> Fraction:
    q = end.fmpq() if isinstance(end, flint.arb) else end
    return Fraction(int(q.p), int(q.q))
