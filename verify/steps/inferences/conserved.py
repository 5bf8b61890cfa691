"""Numbers that do not change."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Scalar
from verify.statements.assumptions.scalars import any_scalar
from verify.statements.claim_words import always, at_start, equals, for_every, implies
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Conserved(Inference):
    """A number has at all times the value that it has at the start: it is a first integral.

    `Conserved(energy, by="rate")`: steps say that the rate of the energy is 0; over layers, that
    the energy after a layer is the energy before it.
    """

    of: Scalar
    asks = "steps have to say that its rate is 0; over layers, that a layer keeps it"
    tactic, over_layers, theorem = "by_conserved", "by_layers_conserve", "the mean value theorem"

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of,)

    def concludes(self) -> Proposition:
        return for_every(
            any_scalar("M"),
            lambda M: implies(at_start(equals(self.of, M)), always(equals(self.of, M))),
        )

    def told(self, tell: Teller) -> ClaimText:
        why = "no layer changes it" if tell.over_layers else "its rate is 0"
        steps = tell.steps(self.references())
        return ClaimText((), (f"{tell.math(self.of)} is constant: {why}, by {steps}.",))
