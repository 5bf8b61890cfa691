"""How a printed proof ends: with what concludes, the claim, and a box; or with what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from verify.render.hypotheses import is_run
from verify.render.narration import Narrator
from verify.statements.inference import Inference
from verify.statements.outcomes import ESTABLISHED, StatementResult
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement

FOLLOWS, BOX = "the following holds.", "∎"
APART = "without the steps above"


@dataclass(frozen=True)
class Ending:
    """The last sentences of a proof: what concludes, and the claim's own; `closed` has a box."""

    leads: str
    claim: tuple[str, ...] = ()
    closed: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return all of it."""
        return (self.leads, *self.claim)


def ending(
    statement: Statement, result: StatementResult | None, narrator: Narrator
) -> Ending | None:
    """Return how the proof of a statement ends; a record of experiments has no proof.

    Without a result nothing was checked: the claim stands there without a box.
    """
    told, claimed = narrator.claim(), statement.declared.claim
    if told is None or claimed is None or is_run(statement.declared):
        return None
    missing = "" if result is None else _missing(result, narrator)
    if claimed.kind == "words":
        missing = "it is stated in words alone"
    if missing:
        return Ending(f"The claim is not concluded here: {missing.rstrip('.')}.")
    apart = proved_apart(statement)
    coq = _by_coq(result) + (f"; it proves {narrator.teller.steps(apart)} {APART}" if apart else "")
    leads = _leads(statement, narrator, coq)
    return Ending(leads, told.concluded or (told.says,), closed=result is not None)


def _by_coq(result: StatementResult | None) -> str:
    """Return that Coq checks the conclusion, and when."""
    if result is None:
        return "Coq, not checked in this text"
    record = result.relied_on if result.claim is None or not result.claim.theorem else None
    return "Coq" if record is None else f"Coq, which accepted it on {record.day}"


def proved_apart(statement: Statement) -> list[str]:
    """Return which steps Coq proves by lemmas that take no step of the page."""
    said = statement.declared.said
    names = [s.name for s in said if isinstance(s.step, Inference) and s.step.coq_lemma
             and not s.step.references()]  # fmt: skip
    return names if len(names) < len(said) else []


def _leads(statement: Statement, narrator: Narrator, coq: str) -> str:
    """Return what concludes the claim, in the sentence before it."""
    declared = statement.declared
    if declared.claim is not None and not declared.claim.propositions:
        return "This is the claim."
    claimed = declared.claim.steps if declared.claim is not None else ()
    ends = [s.name for s in declared.said if s.step.word == "inference" or s.name in claimed]
    if any(said.step.word == "inference" for said in declared.said):
        steps = narrator.teller.steps(ends)
        if statement.counterexample is not None:
            return f"The instance of {steps} contradicts the claim ({coq}), so {FOLLOWS}"
        return f"By {steps} ({coq}), {FOLLOWS}"
    theorem = narrator.notation.literal(coq_name(statement.id))
    return f"By the theorem {theorem} ({coq}), {FOLLOWS}"


def _missing(result: StatementResult, narrator: Narrator) -> str:
    """Return what is missing for a conclusion, "" if nothing is."""
    claim, literal = result.claim, narrator.notation.literal
    if claim is None:
        return "the statement has no claim"
    of_steps = claim.kind == "steps" and claim.grade in ESTABLISHED
    if claim.theorem or result.relied_on is not None or of_steps:
        return ""
    if claim.missing:
        return literal(claim.missing)
    undecided = [step.name for step in result.steps if step.grade == "inconclusive"]
    if undecided:
        verb = "is" if len(undecided) == 1 else "are"
        return f"{narrator.teller.steps(undecided)} {verb} not decided"
    return "no theorem of Coq proves it"
