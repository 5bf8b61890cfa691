"""An identity for finitely many values of scalars."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verify.language.expressions import Number, Scalar, as_scalar
from verify.language.words import at
from verify.statements.obligations import Equality
from verify.statements.step import Formula, Said, Step, Twin, fill
from verify.steps.identity import Identity
from verify.steps.induction import twisted
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

TRIES = ((0, 40, False), (0, 40, True))  # instances of each case, and what they are moved to


@dataclass(frozen=True, eq=False)
class Cases(Step):
    """An identity for finitely many values of scalars, each checked."""

    claim: Identity
    over: Mapping[Scalar, Sequence[Number]]
    name: str = ""
    twins: tuple[Twin, ...] = field(init=False)
    word, general, is_drawn = "identity", True, False

    def __post_init__(self) -> None:
        fill(self, twins=twisted(self, self.claim))

    def formulas(self) -> Iterator[Formula]:
        yield from self.claim.formulas()

    def subjects(self) -> Iterator[Any]:
        yield from self.over

    def obligations(self, said: Said) -> list[Equality]:
        """Return the claim with each case's values put in."""
        out: list[Equality] = []
        left, right = self.claim.scalar_sides()
        for values in itertools.product(*self.over.values()):
            put = {name: as_scalar(v) for name, v in zip(self.over, values, strict=True)}
            told = ", ".join(f"{n!r} = {v}" for n, v in zip(self.over, values, strict=True))
            out.append(Equality(f"{said.name}: {told}", at(left, put), at(right, put)))
        return out

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return where one of twisted cases fails, or None."""
        # Hypothesis, which draws instances, is loaded once one is asked for.
        refuting = importlib.import_module("verify.methods.refuting")
        for claim in self.obligations(said):
            wrong = replace(said, step=Identity(claim.left, claim.right, self.name))
            found = refuting.find_instance(wrong, said.assumptions, TRIES).failure
            if found is not None:
                return {**found, "case": claim.label}
        return None

    def told(self, tell: Teller) -> ClaimText:
        return ClaimText(self.claim.told(tell).displays, (f"For {tell.values(self.over)}.",))
