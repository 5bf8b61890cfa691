"""What a bounded energy loses tends to 0: Barbalat's lemma."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Number, Scalar, as_scalar
from verify.statements.claim_words import tends_to
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Vanishes(Inference):
    """A number w >= 0 tends to 0: an energy that is bounded below falls at the rate w at least.

    `Vanishes(w, energy=V, above=0, slope=L, by=[...])`: steps say that the rate of V is at most
    -w, and that of w at most L; that w is not negative, and V at least 0, they say or inferences
    before. L may be about the state: it is read at the start. Over layers, without `slope`: V
    after a layer is at most V - w. (Barbalat's lemma; LaSalle where w is 0 on the set that is
    reached.)
    """

    of: Scalar
    energy: Scalar
    above: Scalar | Number
    slope: Scalar | Number | None = None
    theorem = "Barbalat's lemma"
    asks = (
        "steps have to say that the energy falls by w at least and is above the bound, that w is "
        "at least 0 and, of a solution, that its rate is at most the slope"
    )

    @property
    def tactic(self) -> str:
        return "" if self.slope is None else "by_vanishes"

    @property
    def over_layers(self) -> str:
        return "by_layers_vanish" if self.slope is None else ""

    def missing_argument(self, in_layers: bool) -> str:
        if in_layers:
            return "takes no slope=; leave it out"
        return "needs slope=L, which the rate of what vanishes does not exceed"

    def functions(self) -> tuple[Scalar, ...]:
        slope = () if self.slope is None else (as_scalar(self.slope),)
        return (self.of, self.energy, as_scalar(self.above), *slope)

    def concludes(self) -> Proposition:
        return tends_to(self.of, 0)

    def told(self, tell: Teller) -> ClaimText:
        lost, energy = tell.math(self.of), tell.math(self.energy)
        why = f"{energy} stays above {tell.math(as_scalar(self.above))} and loses"
        why += f" {lost} in every layer" if tell.over_layers else f" at least {lost} a unit of time"
        if self.slope is not None:
            why += f", and the rate of {lost} is bounded ({self.theorem})"
        return ClaimText((), (f"{lost} tends to 0: {why}, by {tell.steps(self.references())}.",))
