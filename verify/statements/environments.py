"""A statement's proof as it is declared: which step is printed in which environment, in what order.

A proof holds what leads to the claim. What shows that a hypothesis is needed, where the argument in
print fails, and examples come after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verify.statements.claims import Claim
from verify.statements.measuring import Ask
from verify.statements.mutants import Mutant
from verify.statements.step import Assumed, Said

Environment = Literal["proof", "needed", "fails", "examples", "open"]
ORDER: tuple[Environment, ...] = ("proof", "needed", "fails", "examples", "open")
OF_PART: dict[str, Environment] = {"variant": "needed", "argument": "fails", "statement": "fails"}


@dataclass(frozen=True, eq=False)
class Declared:
    """A statement's proof, read once."""

    assumed: tuple[Assumed, ...]
    said: tuple[Said, ...]
    mutants: tuple[Mutant, ...]
    asks: tuple[Ask, ...] = ()
    claim: Claim | None = None

    def claims(self, said: Said) -> bool:
        """Return whether a step is claimed by a statement that claims and quotes nothing else."""
        quoted = any(s.step.role == "printed" and s.step.part == "statement" for s in self.said)
        own = said.step.role == "asserts" and not said.step.part and not said.step.example
        return own and self.claim is None and not quoted


def environments(declared: Declared) -> dict[Environment, tuple[Said, ...]]:
    """Return the steps of every environment that has some, in the order of the page.

    A claim has a proof even where that has no steps.
    """
    found = {said.name: _own(declared, said) for said in declared.said}
    found |= _charged(declared, found)
    grouped = {kind: tuple(s for s in declared.said if found[s.name] == kind) for kind in ORDER}
    ends = declared.claim is not None and bool(declared.claim.propositions)
    return {k: steps for k, steps in grouped.items() if steps or (ends and k == "proof")}


def printed_order(declared: Declared) -> tuple[Said, ...]:
    """Return the steps in the order in which they are printed."""
    return tuple(said for steps in environments(declared).values() for said in steps)


def _own(declared: Declared, said: Said) -> Environment:
    """Return where a step belongs by itself."""
    step, claimed = said.step, declared.claim
    if step.role == "open":
        return "open"
    if said.behind:
        return said.behind
    if step.example or step.word == "experiment":
        return "examples"
    if step.role != "printed":
        return "proof"
    refuted = claimed is None or claimed.refuted
    return "proof" if step.part == "statement" and refuted else OF_PART[step.part or "statement"]


def _charged(declared: Declared, found: dict[str, Environment]) -> dict[str, Environment]:
    """Return where the steps belong that refute what is printed: with it.

    So do those between the two, unless a step of the proof takes them.
    """
    every, moved = declared.said, dict[str, Environment]()
    taken = {
        name for said in every if found[said.name] == "proof" for name in said.step.references()
        if said.step.role == "concludes"
    }  # fmt: skip
    for at, printed in enumerate(every):
        kind = found[printed.name]
        if printed.step.role != "printed" or kind == "proof":
            continue
        last = max((k for k, said in enumerate(every) if _refutes(said, printed)), default=at)
        for said in every[at + 1 : last + 1]:
            between = said.step.role == "asserts" and said.name not in taken
            if _refutes(said, printed) or (between and found[said.name] == "proof"):
                moved[said.name] = kind
    return moved


def _refutes(said: Said, printed: Said) -> bool:
    denied = said.step.denied()
    return said.step.refuted() is printed.step or (denied is not None and denied[0] is printed.step)
