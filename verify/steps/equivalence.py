"""Two sides that imply each other, by steps: in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verify.language.mistakes import Mistake
from verify.statements.step import Step, Twin
from verify.writing.claims import Claim
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

    def references(self) -> list[str]:
        if not self.forward or not self.backward:
            raise Mistake("Equivalence needs steps for both directions: forward= and backward=")
        return [*self.forward, *self.backward]

    def told(self, tell: Teller) -> Claim:
        forward, backward = tell.steps(self.forward), tell.steps(self.backward)
        sides = f"{tell.prose(self.left)} if and only if {tell.prose(self.right)}"
        reasons = f"The first implies the second by {forward}, the second the first by {backward}."
        is_word = re.match(r"(?:[A-Za-z]{2,}|an?) [a-z]+\b", sides)  # a formula keeps its letter
        return Claim((), (f"{sides[0].upper() if is_word else sides[0]}{sides[1:]}.", reasons))
