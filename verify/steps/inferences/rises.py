"""Numbers that never fall."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Scalar
from verify.language.indices import Index
from verify.language.walk import free_indices, ordered
from verify.statements.claim_words import nondecreasing
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Rises(Inference):
    """A number never falls, for its rate is not negative, or no layer lowers it.

    `Rises(x, by="rises")`: steps say that the rate of x is at least 0; over layers, that x after
    a layer is at least x.
    """

    of: Scalar
    asks = "steps have to say that its rate is at least 0; over layers, that a layer adds to it"
    tactic, theorem = "by_rises", "the mean value theorem"
    over_layers = "by_layers_rise"

    def members(self) -> tuple[Index, ...]:
        return tuple(ordered(free_indices(self.of)))

    def concludes(self) -> Proposition:
        return nondecreasing(self.of)

    def told(self, tell: Teller) -> ClaimText:
        steps = tell.steps(self.references())
        why = "no layer lowers it" if tell.over_layers else "its rate is not negative"
        return ClaimText((), (f"{tell.math(self.of)} never falls: {why}, by {steps}.",))
