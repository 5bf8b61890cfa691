"""How often something happens at random instances, against its exact probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import flint

from verify.methods.rounding import rational_bounds
from verify.numerics.number import in_flint
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Said, Step, Twin
from verify.steps.blocks import Case, decide
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

CONFIDENCE_DIGITS = 6
WIDE = "the probability is known less precisely than by counting"


@dataclass(frozen=True, eq=False)
class Frequency(Step):
    """How often something happens at random instances, against its exact probability.

    `happens(random)` draws and looks; `probability` returns the exact number as a Fraction or a
    ball. The claim fails if that number is outside the interval of confidence 1 - 10^-6.
    """

    happens: Callable[[Random], bool]
    probability: Callable[[], Any]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False
    word, is_drawn, takes_long, together = "campaign", False, True, None

    def but_not(self, why: str, *, probability: Callable[[], Any]) -> Frequency:
        """Return this step with a false twin: another probability."""
        wrong = replace(self, probability=probability, twins=())
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def case(self, random: Random) -> Case:
        """Return what one instance says."""
        return Case("agrees", {}, "yes" if self.happens(random) else "no")

    def conclude(
        self, kinds: Counter[str], count: int, seconds: float, evidence: dict[str, Any]
    ) -> Outcome:
        """Return whether all of the probability's ball is in the interval that instances leave."""
        happened = kinds["agrees:yes"]
        lower, upper = enclosed_confidence_interval(happened, count)
        least, most = rational_bounds(_as_ball(self.probability()))
        told = {
            **evidence, "happened": happened,
            "from": f"{float(lower):.6f}", "to": f"{float(upper):.6f}",
            "exact": f"{float((least + most) / 2):.9f}",
        }  # fmt: skip
        if most < lower or least > upper:
            keys = ("instances", "happened", "from", "to", "exact")
            return Outcome("sampling", "refuted", seconds, {"witness": {k: told[k] for k in keys}})
        if least < lower or most > upper:
            return Outcome("sampling", "inconclusive", seconds, told, WIDE)
        return Outcome("sampling", "sampled", seconds, told)

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        if "sampling" not in asked.methods:
            return []
        return [decide(self, asked.label, profile=asked.profile, seed=asked.seed)]

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        found = decide(self, said.name, profile="ci")
        return dict(found.evidence["witness"]) if found.outcome == "refuted" else None

    def told(self, tell: Teller) -> ClaimText:
        return ClaimText(
            (), ("Frequency at random instances, compared with the exact probability.",)
        )


def _as_ball(number: Any) -> Any:
    return (number, number) if isinstance(number, Fraction) else number


def enclosed_confidence_interval(happened: int, count: int) -> tuple[Fraction, Fraction]:
    """Return a Clopper-Pearson interval of confidence 1 - 10^-6, widened to 12 digits.

    Its ends are where the binomial tail has half the rest of the probability; the tails are
    incomplete beta functions, enclosed by balls and bisected.
    """
    tail = Fraction(1, 2 * 10**CONFIDENCE_DIGITS)
    lower = Fraction(0) if happened == 0 else _end(happened, count - happened + 1, tail)
    upper = Fraction(1) if happened == count else _end(happened + 1, count - happened, 1 - tail)
    margin = Fraction(1, 10**12)
    return max(Fraction(0), lower - margin), min(Fraction(1), upper + margin)


def _end(a: int, b: int, level: Fraction) -> Fraction:
    """Return x with I_x(a, b) = level, to 13 digits; I is the regularised incomplete beta."""
    low, high = Fraction(0), Fraction(1)
    with flint.ctx.workprec(80):
        goal = flint.arb(in_flint(level))
        for _ in range(46):
            middle = (low + high) / 2
            x = flint.arb(in_flint(middle))
            share = x.beta_lower(a, b, regularized=True)
            low, high = (middle, high) if share < goal else (low, middle)
    return (low + high) / 2
