"""Near an equilibrium: a linear part that decays, and a remainder of second order."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.substituting import substituted
from verify.language.symbols import thing_of
from verify.language.words import exp
from verify.statements.assumptions.scalars import nonnegative_scalar
from verify.statements.claim_words import always, at_start, for_every, implies
from verify.statements.inference import FROM_START
from verify.statements.propositions import Proposition, elapsed
from verify.steps.inferences.comparison import FromStart
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Linearised(FromStart):
    """A number u >= 0 that starts near 0 decays nearly as fast as the linear part of its rate says.

    `Linearised(x**2, exponent=-k * elapsed, rate=c, remainder=m, by="near")`: steps say that the
    rate of u is at most -c u + m u^2; over layers, that u after a layer is at most
    u - c u + m u^2. Then u is at most M e^(-k t), if u is at most M at the start and m M is at most
    c - k; k is positive. (Lyapunov's first method, with the region that it attracts.)
    """

    exponent: Scalar
    rate: Scalar | Number
    remainder: Scalar | Number
    theorem = "first-order approximation"
    asks = (
        "steps have to say that the rate of u is at most -c u + m u**2 (over layers, u with that "
        "added), that u is at least 0, and that the exponent falls"
    )
    tactic, over_layers = "by_linear_part", "by_layers_linear_part"

    def bound(self, most: Scalar) -> Relation:
        return self.of <= most * exp(self.exponent)

    def near(self, most: Scalar) -> Relation:
        """Return what a bound at the start has to meet."""
        slope = substituted(self.exponent, {thing_of(elapsed): as_scalar(1)})
        return as_scalar(self.remainder) * most <= as_scalar(self.rate) + slope

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, self.exponent, as_scalar(self.rate), as_scalar(self.remainder))

    def concludes(self) -> Proposition:
        return for_every(
            nonnegative_scalar("M"),
            lambda M: implies(at_start(self.of <= M), implies(self.near(M), always(self.bound(M)))),
        )

    def told(self, tell: Teller) -> ClaimText:
        near, start = (
            tell.notation.inline(tell.printer.relation(one))
            for one in (self.near(FROM_START), self.of <= FROM_START)
        )
        display = tell.relation(
            self.bound(FROM_START), "at all times", f"if {start} at the start and {near}"
        )
        return ClaimText((display,), (f"By {self.theorem}, from {tell.steps(self.by)}.",))
