"""The least and the greatest of members, and how far they are apart."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from verify.language.expressions import Relation, Scalar, Vector, as_scalar
from verify.language.mistakes import Mistake
from verify.language.walk import free_indices
from verify.language.words import exp
from verify.statements.assumption import Assumption
from verify.statements.assumptions.scalars import (
    any_scalar,
    nonnegative_scalar,
    positive_scalar,
)
from verify.statements.claim_words import always, at_start, for_every, implies
from verify.statements.inference import FROM_START, Inference
from verify.statements.propositions import Proposition
from verify.statements.step import fill

T = TypeVar("T", Scalar, Vector)


@dataclass(frozen=True, eq=False)
class OfAll(Inference, Generic[T]):
    """A bound of the numbers of all members, from steps about the member that is next to it.

    With an `exponent` K, which is 0 at the start, the bound is times e^K; without it is kept. If
    bounds are `positive`, steps are needed only where the number is positive. Of one `bound`, a
    letter B that is given after the claim, steps may say more: they are needed only where the
    number is beyond it. Over layers they say that all numbers are within B after a layer if they
    are before it.
    """

    of: T
    exponent: Scalar | None = field(default=None, kw_only=True)
    bound: Scalar | None = field(default=None, kw_only=True)
    positive: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(len(free_indices(number)) != 1 for number in self.families()):
            raise Mistake(f"{type(self).__name__} takes a number of any token, such as x[i]")
        fill(self, bound=None if self.bound is None else as_scalar(self.bound))

    @property
    def over_layers(self) -> str:
        return "" if self.bound is None else "by_members"

    def missing_argument(self, in_layers: bool) -> str:
        return "needs bound=B, a letter given after the claim that a step has" if in_layers else ""

    def families(self) -> tuple[T, ...]:
        return (self.of,)

    def values(self) -> dict[Scalar, Scalar]:
        own = {} if self.bound is None else {self.bound: self.grown(self.bound)}
        return {**self.at, **own}

    def functions(self) -> tuple[Scalar, ...]:
        return (as_scalar(0) if self.exponent is None else self.exponent,)

    def grown(self, bound: Scalar) -> Scalar:
        """Return what becomes of a bound at the start."""
        return bound if self.exponent is None else bound * exp(self.exponent)

    @property
    def bounds(self) -> Assumption[Scalar]:
        """Return what is known of bounds at the start."""
        return positive_scalar("M") if self.positive else any_scalar("M")

    @abstractmethod
    def bounded(self, bound: Scalar) -> Relation:
        """Return that a number is the bound of all."""

    def from_start(self, bound: Scalar) -> Proposition:
        """Return that a bound at the start is one at all times, or what becomes of it is."""
        return implies(at_start(self.bounded(bound)), always(self.bounded(self.grown(bound))))

    def concludes(self) -> Proposition:
        one = self.bound
        return for_every(self.bounds, self.from_start) if one is None else self.from_start(one)

    def shown(self) -> tuple[tuple[Relation, Relation], ...]:
        bound = FROM_START if self.bound is None else self.bound
        return ((self.bounded(self.grown(bound)), self.bounded(bound)),)


@dataclass(frozen=True, eq=False)
class GreatestOf(OfAll[Scalar]):
    """The numbers of all tokens stay below any bound that they have at the start.

    `GreatestOf(x[i], by="falls")`: steps say that the rate of x[i] is at most 0, or K' x[i], where
    x[i] is the greatest: `where=[every(lambda j: x[j] <= x[i])]`.
    """

    asks = (
        "steps have to say that the rate of the greatest is at most that of the exponent times it"
    )
    tactic, theorem = "by_greatest", "real induction on the greatest"

    def bounded(self, bound: Scalar) -> Relation:
        return self.of <= bound


@dataclass(frozen=True, eq=False)
class LeastOf(OfAll[Scalar]):
    """The numbers of all tokens stay above any bound that they have at the start.

    `LeastOf(x[i], by="rises")`: steps say that the rate of x[i] is at least 0, or K' x[i], where
    x[i] is the least. If bounds are `positive`, that is needed only where all are.
    """

    asks = "steps have to say that the rate of the least is at least that of the exponent times it"
    tactic, theorem = "by_least", "real induction on the least"

    def bounded(self, bound: Scalar) -> Relation:
        return self.of >= bound


@dataclass(frozen=True, eq=False)
class OfTwo(OfAll[T]):
    """A bound of the differences of any two members."""

    least: T

    def families(self) -> tuple[T, ...]:
        return (self.of, self.least)

    @property
    def bounds(self) -> Assumption[Scalar]:
        return nonnegative_scalar("M")


@dataclass(frozen=True, eq=False)
class SpreadOf(OfTwo[Scalar]):
    """The numbers of tokens stay as near to each other as they are at the start, or come nearer.

    `SpreadOf(x[i], x[j], exponent=-k * elapsed, by="nearer")`: steps say that the rate of
    x[i] - x[j] is at most 0, or K' (x[i] - x[j]), where x[i] is the greatest and x[j] the least.
    """

    asks = (
        "steps have to say that the rate of the greatest less the least is at most that of the "
        "exponent times it"
    )
    tactic, theorem = "by_spread", "real induction on the greatest and the least"

    @property
    def over_layers(self) -> str:
        return "" if self.bound is None else "by_pairs"

    def bounded(self, bound: Scalar) -> Relation:
        return self.of - self.least <= bound
