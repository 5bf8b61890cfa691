"""Limit points of what moves, by continuity."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Number, Scalar, Vector, as_scalar, as_vector
from verify.language.facts import Equation
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.substituting import substituted
from verify.language.symbols import Family, Vectors, thing_of
from verify.language.walk import free_indices, ordered
from verify.statements.assumptions.geometry import any_vectors
from verify.statements.claim_words import equals, limit_points
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition
from verify.statements.step import fill

STATE = any_vectors("z")


@dataclass(frozen=True, eq=False)
class LimitPoint(Inference):
    """A function of the state is equal to its limit at every limit point, for it is continuous.

    `LimitPoint(velocity[i], zero_vector(), states=y, by="slow")`: an inference says that the
    function tends to the limit, or its distance to it to 0, or a step that the function has this
    value at all times. So limit points are equilibria where the velocity tends to 0.
    """

    of: Scalar | Vector
    limit: Scalar | Vector | Number
    states: Vectors
    asks = "an inference has to say that it tends to the limit, or a step that it is equal to it"
    tactic, theorem = "by_limit_point", "continuity"

    def __post_init__(self) -> None:
        super().__post_init__()
        states = thing_of(self.states)
        if not isinstance(states, Family) or states.sorts != ("tokens",):
            raise Mistake(
                "LimitPoint(states=...) takes the vectors that move, as of any_vectors('y')"
            )
        limit = as_vector(self.limit) if isinstance(self.of, Vector) else as_scalar(self.limit)
        fill(self, limit=limit)

    def members(self) -> tuple[Index, ...]:
        return tuple(ordered(free_indices(self.of)))

    def there(self, state: Vectors) -> Equation:
        """Return what holds at a limit point."""
        return equals(substituted(self.of, {thing_of(self.states): thing_of(state)}), self.limit)

    def concludes(self) -> Proposition:
        return limit_points(self.states, STATE, self.there)
