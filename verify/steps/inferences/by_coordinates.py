"""Distances, and a limit of all, from what every direction says."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Relation, Scalar, Vector
from verify.language.symbols import Symbol
from verify.language.words import norm
from verify.statements.assumptions.geometry import any_vector
from verify.statements.claim_words import always, at_start, implies, there_is
from verify.statements.inference import FROM_START
from verify.statements.propositions import Proposition
from verify.steps.inferences.extremes import OfTwo
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

POINT = Vector("symbol", Symbol("z", "vector"))  # where it is shown


@dataclass(frozen=True, eq=False)
class ByCoordinates(OfTwo[Vector]):
    """Distances stay as small as they are at the start, or times e^K, for all coordinates do.

    `ByCoordinates(x[i], x[j], exponent=-k * elapsed, by="spread")`: an inference says so of the
    coordinates c @ x[i] - c @ x[j], for any vector c that is given: `SpreadOf`.
    """

    inducts = False
    over_layers = "by_directions_in_layers"
    asks = "an inference has to say it of c @ (x[i] - x[j]), for any vector c"
    tactic, theorem = "by_directions", "Cauchy and Schwarz, in the direction of a difference"

    def bounded(self, bound: Scalar) -> Relation:
        return norm(self.of - self.least) <= bound


@dataclass(frozen=True, eq=False)
class OnePoint(ByCoordinates):
    """Vectors tend to one vector as fast as their distances decay, in a complete space.

    `OnePoint(x[i], x[j], exponent=-k * elapsed, by=["falls", "distances"])`: steps say that the
    rate of c @ x[i] is at most 0 where that is the greatest, for any vector c that is given, and
    an inference says that distances decay as e^K: `ByCoordinates`.
    """

    over_layers, in_directions = "", True
    asks = (
        "steps have to say that the rate of the greatest c @ x[i] is at most 0, for any vector c, "
        "and an inference that distances decay, as e to a negative number times elapsed"
    )
    tactic, theorem = "by_one_point", "nested hulls and completeness"

    def from_start(self, bound: Scalar) -> Proposition:
        near = there_is(any_vector("z"), lambda z: always(norm(self.of - z) <= self.grown(bound)))
        return implies(at_start(self.bounded(bound)), near)

    def told(self, tell: Teller) -> ClaimText:
        start = tell.notation.inline(tell.printer.relation(self.bounded(FROM_START)))
        lead = f"for some vector {tell.math(POINT)}, at all times"
        near = norm(self.of - POINT) <= self.grown(FROM_START)
        display = tell.relation(near, lead, f"if {start} at the start")
        return ClaimText((display,), (f"By {self.theorem}, from {tell.steps(self.by)}.",))
