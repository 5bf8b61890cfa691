"""What the environments of a printed proof are called, and what is refuted in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verify.statements.environments import Declared, Environment
from verify.statements.outcomes import StepResult
from verify.statements.statement import Statement
from verify.statements.step import Said

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
