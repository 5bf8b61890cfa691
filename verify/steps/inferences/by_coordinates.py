"""Distances, from what every direction says."""

from __future__ import annotations

from dataclasses import dataclass, field

from verify.language.expressions import Relation, Scalar, Vector, as_scalar
from verify.language.words import exp, norm
from verify.statements.assumptions.scalars import nonnegative_scalar
from verify.statements.claim_words import always, at_start, for_every, implies
from verify.statements.inference import FROM_START, Inference
from verify.statements.propositions import Proposition


@dataclass(frozen=True, eq=False)
class ByCoordinates(Inference):
    """Distances stay as small as they are at the start, or times e^K, for all coordinates do.

    `ByCoordinates(x[i], x[j], exponent=-k * elapsed, by="spread")`: an inference says so of the
    coordinates c @ x[i] - c @ x[j], for any vector c that is given: `SpreadOf`.
    """

    first: Vector
    second: Vector
    exponent: Scalar | None = field(default=None, kw_only=True)
    inducts = False
    over_layers = "by_directions_in_layers"
    asks = "an inference has to say it of c @ (x[i] - x[j]), for any vector c"
    tactic, theorem = "by_directions", "Cauchy and Schwarz, in the direction of a difference"

    def functions(self) -> tuple[Scalar, ...]:
        return (as_scalar(0) if self.exponent is None else self.exponent,)

    def families(self) -> tuple[Vector, ...]:
        return (self.first, self.second)

    def bounded(self, bound: Scalar) -> Relation:
        """Return that a number is a bound of distances."""
        return norm(self.first - self.second) <= bound

    def grown(self, bound: Scalar) -> Scalar:
        """Return what becomes of a bound at the start."""
        return bound if self.exponent is None else bound * exp(self.exponent)

    def concludes(self) -> Proposition:
        return for_every(
            nonnegative_scalar("M"),
            lambda M: implies(at_start(self.bounded(M)), always(self.bounded(self.grown(M)))),
        )

    def shown(self) -> tuple[tuple[Relation, Relation], ...]:
        return ((self.bounded(self.grown(FROM_START)), self.bounded(FROM_START)),)
