"""Solutions that exist, by Picard's theorem."""

from __future__ import annotations

from dataclasses import dataclass, field

from verify.language.expressions import Number, Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.language.motion import Flow
from verify.language.symbols import Family
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition, Solving
from verify.statements.step import fill
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Exists(Inference):
    """A flow of one number has a solution from a start in an interval, for all time, that stays.

    `Exists(there_is_solution(...), start=a, between=(p, q), by=["low", "high"])`: a is between p
    and q, and steps say that the speed is not negative at p, `where=[equals(z, p)]`, and not
    positive at q, if arithmetic does not show it. That the speed is Lipschitz in between is read
    from its form (Picard and Lindelöf): what it divides by, and has logarithms of, is positive.
    """

    says: Proposition
    start: Scalar | Number
    between: tuple[Scalar | Number, Scalar | Number]
    by: str | tuple[str, ...] = field(default=(), kw_only=True)
    needs_steps, direct = False, True
    asks = (
        "the start has to be in the interval, the speed to be made of sums, products, quotients, "
        "exponentials, logarithms, sines and cosines that have a value there, and steps to say "
        "that it is not negative at the lower end and not positive at the upper one"
    )
    tactic, over_layers = "by_solution", ""
    coq_file = "Picard"
    theorem = "the theorem of Picard and Lindelöf"

    def __post_init__(self) -> None:
        super().__post_init__()
        said = self.says
        if not isinstance(said, Solving) or said.every or not isinstance(said.law, Flow):
            raise Mistake("Exists takes a proposition there_is_solution(...)")
        if len(self.between) != 2:
            raise Mistake("Exists(between=...) takes the two ends of an interval, such as (0, 1)")
        if any(isinstance(thing, Family) or thing.kind != "scalar" for thing in said.law.moves):
            raise Mistake("Exists takes a flow of one number")
        low, high = map(as_scalar, self.between)
        fill(self, start=as_scalar(self.start), between=(low, high))

    def functions(self) -> tuple[Scalar, ...]:
        return (as_scalar(self.start), *map(as_scalar, self.between))

    def members(self) -> tuple[()]:
        return ()

    def concludes(self) -> Proposition:
        return self.says

    def told(self, tell: Teller) -> ClaimText:
        given = f", from {tell.steps(self.by)}" if self.by else ""
        return ClaimText((), (f"By {self.theorem}{given}.",))
