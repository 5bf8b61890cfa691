"""A printed claim contradicted by steps: in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verify.language.mistakes import Mistake
from verify.statements.step import Step, Twin, fill
from verify.steps.printed import Printed
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Refuted(Step):
    """A printed claim contradicted by steps of this proof, where no single instance can show it."""

    refutes: Printed
    by: tuple[str, ...]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, role = "witness", "contradicts"

    def __init__(self, refutes: Printed, by: Sequence[str], name: str = "") -> None:
        if not by:
            raise Mistake("Refuted needs the steps that contradict the claim, as in by=['edge']")
        fill(self, refutes=refutes, by=tuple(by), name=name, twins=())

    def refuted(self) -> Printed:
        return self.refutes

    def references(self) -> list[str]:
        return list(self.by)

    def told(self, tell: Teller) -> ClaimText:
        number = tell.number_of(self.refutes)
        return ClaimText((), (f"Step ({number}) is contradicted by {tell.steps(self.by)}.",))
