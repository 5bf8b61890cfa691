"""Equilibria, which no solution crosses."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.statements.claim_words import always, at_start, both, implies
from verify.statements.inference import Inference, is_bound
from verify.statements.propositions import Proposition
from verify.statements.step import fill


@dataclass(frozen=True, eq=False)
class NotCrossed(Inference):
    """A bound holds at all times, for what is between is a multiple of its own rate.

    `NotCrossed(x <= 1, factor=-x, by="one")`: a step says that the rate of 1 - x is -x (1 - x).
    The factor has to be differentiable along the solution; it need not be bounded. A bound that is
    strict at the start, x < 1, stays so.
    """

    bound: Relation
    factor: Scalar | Number
    asks = "steps have to say that its distance to the bound has the factor times it as its rate"
    tactic, theorem = "by_not_crossed", "uniqueness: an equilibrium is not crossed"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not is_bound(self.bound):
            raise Mistake("NotCrossed takes a bound, such as x <= 1")
        fill(self, factor=as_scalar(self.factor))

    def functions(self) -> tuple[Scalar, ...]:
        return (self.bound.gap, as_scalar(self.factor))

    def concludes(self) -> Proposition:
        if self.bound.strict:
            return always(self.bound)
        strict = Relation(
            self.bound.left, "<" if self.bound.sign == "<=" else ">", self.bound.right
        )
        return both(always(self.bound), implies(at_start(strict), always(strict)))

    def begins(self) -> tuple[Proposition, ...]:
        return (at_start(self.bound),)

    def shown(self) -> tuple[tuple[Relation, None], ...]:
        return ((self.bound, None),)
