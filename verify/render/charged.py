"""Which printed claims of a statement are refuted, and by which steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verify.statements.outcomes import StepResult
from verify.statements.statement import Statement
from verify.statements.step import Said


def charged(
    statement: Statement, results: Mapping[str, StepResult]
) -> Iterable[tuple[Said, tuple[Said, ...]]]:
    """Yield each printed claim that is refuted, with the steps against it; the last refutes it."""
    every = statement.declared.said
    named = {said.name: said for said in every}
    for said in every:
        refuters = [s for s in every if _refutes(s, said, results)]
        if said.step.part in ("", "variant") or not refuters:
            continue
        against: list[Said] = []
        for refuter in refuters:
            against += [named[name] for name in refuter.step.references()]
            against.append(refuter)
        yield said, tuple(dict.fromkeys(against))


def _refutes(refuter: Said, said: Said, results: Mapping[str, StepResult]) -> bool:
    claim, _ = refuter.step.denied() or (None, None)
    if claim is said.step:
        return results[said.name].grade == "refuted"
    refuting = refuter.step.refuted() is said.step
    return refuting and results[refuter.name].grade in ("refuted", "argued")
