"""A claim as a Coq lemma with the script that should prove it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from verify.language.facts import Fact
from verify.language.indices import Index
from verify.methods.kernel.exporting import Claimed, export, stated_lemma
from verify.methods.kernel.scripts import script


@dataclass(frozen=True)
class Goal:
    """A Coq lemma as text, and the tactic that should prove it."""

    name: str
    text: str
    script: str
    requires: tuple[str, ...] = ()  # files of the library that it speaks of

    @property
    def stated(self) -> str:
        """Return the lemma as a file has it, after what it requires."""
        needed = f"From Kernel Require Import {' '.join(self.requires)}.\n" if self.requires else ""
        return needed + self.text.rstrip()

    @property
    def proved(self) -> str:
        """Return the lemma with its proof, as a file has it."""
        return f"{self.stated}\nProof.\n  {self.script.strip().rstrip('.')}.\nQed."


def goal(
    name: str, facts: Sequence[Fact], claim: Claimed, *, fixed: Collection[Index] | None = None
) -> Goal:
    """Return a claim under facts as a Coq goal with its script. Raises Unprintable.

    A fact holds for every value of its free indices, except for those that some `Distinct` names
    and those in `fixed`: every index that the statement is given, such as one mode r. Without
    `fixed`, the indices that the claim is about count as given, which assumes less.
    """
    exported = export(facts, claim, fixed)
    return Goal(name, stated_lemma(name, exported), script(exported))
