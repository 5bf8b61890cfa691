"""What follows from steps by logic and arithmetic alone."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.mistakes import Mistake
from verify.statements.claim_words import as_proposition
from verify.statements.inference import Inference
from verify.statements.propositions import KINDS, Proposition
from verify.statements.step import fill
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Thus(Inference):
    """A proposition that follows from steps by logic and arithmetic.

    `Thus(iff(equals(A, B), equals(C, D)), by=["to", "back"])`: each of its parts is what a step
    says, under the step's conditions, or is a matter of linear arithmetic.
    """

    says: Proposition
    direct = True
    theorem = "logic and arithmetic"
    asks = "each part has to be a step's, or be known, under its conditions"
    tactic = "by_steps"

    def __post_init__(self) -> None:
        super().__post_init__()
        fill(self, says=as_proposition(self.says))
        if not isinstance(self.says, KINDS):
            raise Mistake(f"Thus takes a proposition, such as x >= 0, not {self.says!r}")

    def concludes(self) -> Proposition:
        return self.says

    def told(self, tell: Teller) -> ClaimText:
        return ClaimText((), (f"This follows from {tell.steps(self.by)}.",))
