"""What a paper says, what is claimed here, and how the two relate: the same on every surface.

Below is what the environments of a printed proof are called, and what is refuted in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from verify.render.words import standing
from verify.statements.environments import Declared, Environment
from verify.statements.outcomes import ESTABLISHED, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.statements.step import Said
from verify.writing.words import listed

LOST = " Our copy of the paper lacks the formula; this is how we read it."
RELATIONS = {
    "the same": "This is what is printed.", "stronger": "This is more than is printed.",
    "weaker": "This is less than is printed.", "corrected": "This corrects what is printed.",
    "refuted": "This refutes what is printed.",
}  # fmt: skip
PARTLY = {"weaker": "In part", "corrected": "As corrected"}  # answers, where the claim holds


def claim_heading(statement: Statement, result: StatementResult | None) -> str:
    """Return what to call the claim beside what is printed: proved, only where it is."""
    grade = "" if result is None else (result.relied_on or result).grade
    proved = grade in (*ESTABLISHED, "refuted")
    return "We prove" if statement.printed and proved else "Claim"


def answer_in_brief(statement: Statement, result: StatementResult) -> str:
    """Return whether what is printed holds: "Yes", "In part: yes"; with what is added, "Only"."""
    found = standing(result)
    answer, partly = found.mark.answer, PARTLY.get(statement.relation, "")
    if found.more:
        return "Only" if answer == "Yes" else f"{answer}, and only"
    holds = partly and result.verdict == "holds"
    return f"{partly}: {answer[:1].lower()}{answer[1:]}" if holds else answer


def printed_words(statement: Statement, prose: Callable[[str], str]) -> Iterator[str]:
    """Yield what the paper says, if it is told, whether we read it there, and its places."""
    lost = LOST if statement.origin == "reconstructed" else ""
    places = "; ".join(f"{version} {text}".strip() for version, text in statement.label.places)
    if statement.printed:
        yield f"{prose(statement.printed)}{lost} ({prose(places)}.)"


def related_words(statement: Statement, added: Sequence[str], prose: Callable[[str], str]) -> str:
    """Return the claim, how it relates to what is printed, and each difference in a sentence.

    `added` are the assumptions that the paper does not make.
    """
    claimed, relation = statement.declared.claim, statement.relation
    says = "" if claimed is None else prose(claimed.says)
    if not relation:
        return says
    printed = {said.name for said in statement.declared.said if said.step.role == "printed"}
    denied = claimed is not None and (claimed.refuted or not printed.isdisjoint(claimed.parts))
    words = ["The following is false.", says] if denied else [says, RELATIONS[relation]]
    words += [f"It assumes in addition that {listed(added)}."] if added else []
    return " ".join(filter(None, (*words, prose(statement.differs))))


TITLES: dict[Environment, str] = {
    "proof": "Proof", "needed": "Each hypothesis is needed",
    "fails": "Where the printed argument fails", "examples": "Examples and checks",
    "open": "Not decided here",
}  # fmt: skip


def heading_of(kind: Environment, declared: Declared) -> str:
    """Return what an environment is called: the proof of a negation is a refutation."""
    if kind == "examples" and any(said.step.word == "experiment" for said in declared.said):
        return "Protocol and record"
    if kind == "proof" and declared.claim is not None and declared.claim.refuted:
        return "Refutation"
    printed = (s.step for s in declared.said if s.step.role == "printed")
    if kind == "fails" and not any(step.part == "argument" for step in printed):
        return "Where the printed statement fails"
    return TITLES[kind]


def charged(
    statement: Statement, results: Mapping[str, StepResult]
) -> Iterable[tuple[Said, tuple[Said, ...]]]:
    """Yield each printed claim that is refuted, with the steps against it; the last refutes it."""
    every = statement.declared.said
    named = {said.name: said for said in every}
    for said in every:
        refuters = [s for s in every if _has_refuted(s, said, results)]
        if said.step.part in ("", "variant") or not refuters:
            continue
        against: list[Said] = []
        for refuter in refuters:
            against += [named[name] for name in refuter.step.references()]
            against.append(refuter)
        yield said, tuple(dict.fromkeys(against))


def _has_refuted(refuter: Said, said: Said, results: Mapping[str, StepResult]) -> bool:
    claim, _ = refuter.step.denied() or (None, None)
    if claim is said.step:
        return results[said.name].grade == "refuted"
    refuting = refuter.step.refuted() is said.step
    return refuting and results[refuter.name].grade in ("refuted", "argued")
