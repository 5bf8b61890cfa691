"""Numbers that are monotone and bounded."""

from __future__ import annotations

from dataclasses import dataclass, field

from verify.language.expressions import Number, Scalar, as_scalar
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.walk import free_indices, ordered
from verify.statements.claim_words import converges
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class MonotoneLimit(Inference):
    """A number has a limit: it never falls and stays below a bound, or never rises, above one.

    `MonotoneLimit(x, below=1, by="rises")`: steps say that the rate of x is at least 0; that
    x stays below 1 is known from a step or an inference before. With `above=` the rate is at most
    0. Over layers steps say that x after a layer is at least x, or at most.
    """

    of: Scalar
    below: Scalar | Number | None = field(default=None, kw_only=True)
    above: Scalar | Number | None = field(default=None, kw_only=True)
    theorem = "monotone convergence"
    asks = "steps have to say that it never falls (or rises), and the bound has to be known"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.below is None) == (self.above is None):
            raise Mistake("MonotoneLimit takes one bound: below=, of a number that never falls, "
                          "or above=, of one that never rises")  # fmt: skip

    @property
    def tactic(self) -> str:
        return "by_falling_limit" if self.below is None else "by_monotone_limit"

    @property
    def over_layers(self) -> str:
        return "by_layers_falling" if self.below is None else "by_layers_limit"

    def members(self) -> tuple[Index, ...]:
        return tuple(ordered(free_indices(self.of)))

    def functions(self) -> tuple[Scalar, ...]:
        if self.below is not None:
            return (self.of, as_scalar(self.below))
        assert self.above is not None
        return (-self.of, -as_scalar(self.above))

    def concludes(self) -> Proposition:
        return converges(self.of)

    def told(self, tell: Teller) -> ClaimText:
        falls, stays = ("falls", "below") if self.above is None else ("rises", "above")
        bound = tell.math(as_scalar(self.below if self.above is None else self.above))
        why = f"it never {falls}, by {tell.steps(self.references())}, and stays {stays} {bound}"
        return ClaimText((), (f"{tell.math(self.of)} has a limit: {why}.",))
