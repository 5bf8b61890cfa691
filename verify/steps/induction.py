"""An identity for every integer from a start on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verify.language.expressions import Relation, Scalar
from verify.language.facts import Quality
from verify.language.mistakes import Mistake
from verify.language.symbols import Symbol
from verify.statements.obligations import Inductive
from verify.statements.step import Assumed, Formula, Said, Step, Twin, fill
from verify.steps.identity import Identity
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Induction(Step):
    """An identity for every integer from `start` on: at `start`, and from each to the next.

    `over` is a given integer whose least value is `start`. Sums over `integers(0, n + k)` in the
    claim telescope.
    """

    over: Scalar
    start: int
    claim: Identity
    name: str = ""
    twins: tuple[Twin, ...] = field(init=False)
    word, general = "identity", True

    def __post_init__(self) -> None:
        fill(self, twins=twisted(self, self.claim))

    def formulas(self) -> Iterator[Formula]:
        yield from self.claim.formulas()

    def subjects(self) -> Iterator[Any]:
        yield self.over

    def check(self, assumed: Sequence[Assumed]) -> None:
        """Raise Mistake unless it is over a given integer, and begins where this does."""
        if self.over.op != "symbol":
            raise Mistake(f"Induction: over={self.over!r} must be a given integer")
        symbol: Symbol = self.over.args[0]
        facts = [fact for entry in assumed for fact in entry.assumption.facts]
        if not any(isinstance(f, Quality) and _is_symbol(f.of, symbol) for f in facts):
            raise Mistake(
                f"Induction: {symbol.name} is not assumed to be an integer; introduce it with "
                f"given(integer_scalar({symbol.name!r}, at_least={self.start}))"
            )
        least = [
            fact.right.args[0] for fact in facts
            if isinstance(fact, Relation) and fact.sign == ">=" and fact.right.op == "number"
            and _is_symbol(fact.left, symbol)
        ]  # fmt: skip
        if self.start not in least:
            raise Mistake(
                f"Induction: {symbol.name} is at least {max(least, default=0)}, but the "
                f"induction starts at {self.start}; use the same integer for both"
            )

    def obligations(self, said: Said) -> list[Inductive]:
        return [Inductive(said.name, self.over, self.start, *self.claim.scalar_sides())]

    def told(self, tell: Teller) -> ClaimText:
        start = f"{tell.math(self.over)} from {tell.math(self.start)} on"
        return ClaimText(self.claim.told(tell).displays, (f"By induction over {start}.",))


def twisted(step: Any, claim: Identity) -> tuple[Twin, ...]:
    """Return the false twins of a step that claims an identity: those of the identity."""
    twins = ((twin, twin.step) for twin in claim.twins)
    return tuple(
        Twin(twin.why, replace(step, claim=wrong), twin.at)
        for twin, wrong in twins
        if isinstance(wrong, Identity)
    )


def _is_symbol(formula: Any, symbol: Symbol) -> bool:
    return bool(formula.op == "symbol" and formula.args[0] is symbol)
