"""One point to which all members tend."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Scalar, Vector
from verify.language.symbols import Symbol
from verify.language.words import norm
from verify.statements.assumptions.geometry import any_vector
from verify.statements.assumptions.scalars import nonnegative_scalar
from verify.statements.claim_words import always, at_start, for_every, implies, there_is
from verify.statements.inference import FROM_START
from verify.statements.propositions import Proposition
from verify.steps.inferences.by_coordinates import ByCoordinates
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

POINT = Vector("symbol", Symbol("z", "vector"))  # where it is shown


@dataclass(frozen=True, eq=False)
class OnePoint(ByCoordinates):
    """Vectors tend to one vector as fast as their distances decay, in a complete space.

    `OnePoint(x[i], x[j], exponent=-k * elapsed, by=["falls", "distances"])`: steps say that the
    rate of c @ x[i] is at most 0 where that is the greatest, for any vector c that is given, and
    an inference says that distances decay as e^K: `ByCoordinates`.
    """

    over_layers = ""
    in_directions = True
    asks = (
        "steps have to say that the rate of the greatest c @ x[i] is at most 0, for any vector c, "
        "and an inference that distances decay, as e to a negative number times elapsed"
    )
    tactic, theorem = "by_one_point", "nested hulls and completeness"

    def near(self, point: Vector, bound: Scalar) -> Proposition:
        """Return that all are as near to a point as that, at all times."""
        return always(norm(self.first - point) <= self.grown(bound))

    def concludes(self) -> Proposition:
        return for_every(
            nonnegative_scalar("M"),
            lambda M: implies(
                at_start(self.bounded(M)), there_is(any_vector("z"), lambda z: self.near(z, M))
            ),
        )

    def told(self, tell: Teller) -> ClaimText:
        start = tell.notation.inline(tell.printer.relation(self.bounded(FROM_START)))
        near = norm(self.first - POINT) <= self.grown(FROM_START)
        lead = f"for some vector {tell.math(POINT)}, at all times"
        display = tell.relation(near, lead=lead, condition=f"if {start} at the start")
        return ClaimText((display,), (f"By {self.theorem}, from {tell.steps(self.by)}.",))
