"""Two sides that imply each other, by steps: in words."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.mistakes import Mistake
from verify.statements.step import Step, Twin
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Equivalence(Step):
    """Two sides that imply each other; each direction is a list of named steps."""

    left: str
    right: str
    forward: tuple[str, ...]
    backward: tuple[str, ...]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, role, general = "equivalence", "concludes", True

    def __post_init__(self) -> None:
        if not self.forward or not self.backward:
            raise Mistake("Equivalence needs steps for both directions: forward= and backward=")

    def references(self) -> list[str]:
        return [*self.forward, *self.backward]

    def told(self, tell: Teller) -> ClaimText:
        forward, backward = tell.steps(self.forward), tell.steps(self.backward)
        sides = f"{self.left[:1].upper()}{self.left[1:]} if and only if {self.right}."
        reasons = f"The first implies the second by {forward}, the second the first by {backward}."
        return ClaimText((), (tell.prose(sides), reasons))
