"""Numbers that never fall and are bounded."""

from __future__ import annotations

from dataclasses import dataclass, field

from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.indices import Index
from verify.language.walk import free_indices, ordered
from verify.statements.claim_words import converges
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class MonotoneLimit(Inference):
    """A number has a limit, for it never falls and stays below a bound.

    `MonotoneLimit(x, below=1, by="rises")`: steps say that the rate of x is at least 0; that
    x stays below 1 is known from an inference before.
    """

    of: Scalar
    below: Scalar | Number = field(kw_only=True)
    tactic, theorem = "by_monotone_limit", "monotone convergence"

    def members(self) -> tuple[Index, ...]:
        return tuple(ordered(free_indices(self.of)))

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, as_scalar(self.below))

    def concludes(self) -> Proposition:
        return converges(self.of)

    def shown(self) -> tuple[tuple[Relation, None], ...]:
        return ((self.of <= self.below, None),)

    def told(self, tell: Teller) -> ClaimText:
        bound = tell.math(as_scalar(self.below))
        why = f"it never falls, by {tell.steps(self.references())}, and stays below {bound}"
        return ClaimText((), (f"{tell.math(self.of)} has a limit: {why}.",))
