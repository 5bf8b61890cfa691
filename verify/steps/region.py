"""A comparison over a whole box of parameters, by balls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verify.language.expressions import Number, Relation, Scalar
from verify.methods import covers
from verify.statements.exact_values import exact_box
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Formula, Said, Step, Twin
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Region(Step):
    """A comparison certified by balls over a whole box of parameters (exact rational corners)."""

    claim: Relation
    box: Mapping[Scalar, tuple[Number, Number]]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, is_drawn, takes_long = "region", False, True

    def __post_init__(self) -> None:
        exact_box(self.claim, self.box)

    def but_not(self, why: str, *, claim: Relation) -> Region:
        """Return this step with a false twin: another claim on the same box."""
        return replace(self, twins=(*self.twins, Twin(why, replace(self, claim=claim, twins=()))))

    def formulas(self) -> Iterator[Formula]:
        yield self.claim

    def subjects(self) -> Iterator[Any]:
        yield from self.box

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        if "enclosure" not in asked.methods:
            return []
        return [covers.decide(self.claim, self.box)]

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return a rational point of the box at which the comparison certainly fails, or None."""
        return covers.decide(self.claim, self.box).evidence.get("witness")

    def told(self, tell: Teller) -> ClaimText:
        inside = " and ".join(
            f"{tell.math(symbol)} in {tell.notation.inline(_interval(tell, lower, upper))}"
            for symbol, (lower, upper) in self.box.items()
        )
        return ClaimText((tell.relation(self.claim, condition=f"for {inside}"),))


def _interval(tell: Teller, lower: Number, upper: Number) -> str:
    return f"[{tell.printer.thing(lower)}, {tell.printer.thing(upper)}]"
