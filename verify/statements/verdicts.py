"""Verdicts, computed from outcomes: the minimum over steps and over what they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verify.statements.declaring import Declared, Said, handle_matches, references
from verify.statements.outcomes import (
    STRENGTH,
    Grade,
    MutantResult,
    Outcome,
    PaperArgument,
    StatementResult,
    StepResult,
    Verdict,
)
from verify.statements.statement import Statement
from verify.statements.steps import Cited, Equivalence, Printed, Refuted, Witness, kind_of

SUPPORTING = ("kernel", "proved", "enclosed", "sampled", "inconclusive")


def step_grade(said: Said, outcomes: Sequence[Outcome], others: Mapping[str, Grade]) -> Grade:
    """Return how strongly a step is known.

    Refuted by any method: refuted. Proved needs the symbolic derivation and the checker's own;
    kernel needs the kernel, and that neither of these, if asked, fails. A citation and an
    equivalence are as strong as their steps. A step whose conditions no instance meets says
    nothing, however well it is proved.
    """
    step = said.step
    if isinstance(step, Cited | Equivalence):
        return weakest(others[name] for name in references(step))
    if isinstance(step, Refuted):
        # Contradicted by what is established: as good as a witness, if it is established.
        premises = weakest(others[name] for name in references(step))
        return "refuted" if premises in ("kernel", "proved", "enclosed") else "inconclusive"
    found = {o.method: o.outcome for o in outcomes}
    if "refuted" in found.values():
        return "refuted"
    if any(o.method == "sampling" and o.evidence.get("decided") == 0 for o in outcomes):
        return "inconclusive"
    derived = [found[m] for m in ("symbolic", "certificate") if m in found]
    agreed = all(outcome == "proved" for outcome in derived)
    if found.get("kernel") == "kernel" and agreed:
        return "kernel"
    if len(derived) == 2 and agreed:
        return "proved"
    if found.get("enclosure") == "enclosed":
        return "enclosed"
    return "sampled" if found.get("sampling") == "sampled" else "inconclusive"


def weakest(grades: Any) -> Grade:
    """Return the weakest of several grades as premises; nothing at all is inconclusive."""
    supports = [_as_support(grade) for grade in grades]
    return min(supports, key=STRENGTH.__getitem__, default="inconclusive")


def _as_support(grade: Grade) -> Grade:
    """A refuted step supports nothing: as a premise it counts as inconclusive."""
    return "inconclusive" if grade == "refuted" else grade


def statement_result(
    statement: Statement,
    declared: Declared,
    steps: Sequence[StepResult],
    mutants: Sequence[MutantResult],
    below: Mapping[str, StatementResult],
) -> StatementResult:
    """Return a statement's result from its steps and from the statements it rests on."""
    grades = {step.name: step.grade for step in steps}
    refuted = _refuted_claims(declared, grades)
    support = _support(declared, grades, statement, below)
    verdict, grade, extra = _verdict(declared, refuted, support, mutants)
    return StatementResult(
        id=statement.id,
        title=statement.title,
        paper=statement.paper.key,
        label=statement.label.text,
        origin=statement.origin,
        basis=statement.basis,
        verdict=verdict,
        paper_argument=_argument(statement, refuted, verdict),
        grade=grade,
        with_assumptions=extra,
        repaired_by=statement.repaired_by,
        rests_on=statement.rests_on,
        axioms=_axioms(declared, statement, below),
        steps=tuple(steps),
        mutants=tuple(mutants),
    )


def _refuted_claims(declared: Declared, grades: Mapping[str, Grade]) -> set[str]:
    """Return which parts ("statement", "argument") have a claim that a witness refutes."""
    out: set[str] = set()
    for said in declared.said:
        if isinstance(said.step, Witness | Refuted) and grades[said.name] == "refuted":
            out.add(said.step.refutes.part)
    return out


def _support(
    declared: Declared,
    grades: Mapping[str, Grade],
    statement: Statement,
    below: Mapping[str, StatementResult],
) -> Grade:
    """Return the weakest step that asserts something, here and in what is rested on."""
    here = [
        _as_support(grades[s.name])
        for s in declared.said
        if not isinstance(s.step, Printed | Witness | Refuted)
        and not _is_shown(kind_of(s.step), grades[s.name])
    ]
    rested = [_supporting(i, below) for i in statement.rests_on]
    failed = [
        "inconclusive"
        for s in declared.said
        if isinstance(s.step, Witness | Refuted) and grades[s.name] != "refuted"
    ]
    return weakest([*here, *rested, *failed])


def _supporting(identifier: str, below: Mapping[str, StatementResult]) -> Grade:
    """Return how strongly the true steps of a statement, and of all below it, are known.

    A claim shown to be false by a witness is left out, whatever the statement's verdict; any other
    step that is refuted supports nothing.
    """
    if identifier not in below:
        return "inconclusive"
    result = below[identifier]
    asserting = [
        s.grade for s in result.steps if not (_is_told_false(s) or _is_shown(s.kind, s.grade))
    ]
    return weakest([*asserting, *(_supporting(i, below) for i in result.rests_on)])


def _is_shown(kind: str, grade: Grade) -> bool:
    """Return whether a step is an example that nothing contradicts: no support, and no gap."""
    return kind == "example" and grade not in ("refuted", "inconclusive")


def _is_told_false(step: StepResult) -> bool:
    """Return whether a step is a printed claim with its witness, or that witness itself."""
    return step.grade == "refuted" and (step.kind == "witness" or bool(step.part))


def _verdict(
    declared: Declared, refuted: set[str], support: Grade, mutants: Sequence[MutantResult]
) -> tuple[Verdict, Grade, tuple[str, ...]]:
    if "statement" in refuted:
        return "false", "refuted", ()
    added = [a.assumption for a in declared.assumed if a.added]
    names = tuple(_phrase(a) for a in added)
    if support == "inconclusive":
        return "open", "inconclusive", names
    if not added:
        return "holds", support, ()
    dropped = {m.why for m in declared.mutants if any(handle_matches(a, m.drop) for a in added)}
    shown = {m.name for m in mutants if m.refuted}
    needed = all(
        any(handle_matches(a, m.drop) and m.why in shown for m in declared.mutants) for a in added
    )
    return ("holds_with", support, names) if needed and dropped else ("open", "inconclusive", names)


def _phrase(assumption: Any) -> str:
    about = {k: getattr(v, "name", None) or repr(v) for k, v in assumption.about.items()}
    made = assumption.introduces
    it = getattr(made, "name", None) or repr(made)
    return str(assumption.phrase.format(it=it, **about))


def _argument(statement: Statement, refuted: set[str], verdict: Verdict) -> PaperArgument:
    """Return what became of the paper's own argument, if it gives one."""
    if statement.origin == "ours" or not statement.argued:
        return "none"
    if "argument" in refuted or verdict == "false":
        return "broken"
    return "stands" if verdict in ("holds", "holds_with") else "none"


def _axioms(
    declared: Declared, statement: Statement, below: Mapping[str, StatementResult]
) -> tuple[str, ...]:
    own = {s.step.theorem.key for s in declared.said if isinstance(s.step, Cited)}
    inherited = {key for i in statement.rests_on if i in below for key in below[i].axioms}
    return tuple(sorted(own | inherited))


def step_result(
    said: Said,
    outcomes: Sequence[Outcome],
    mutants: Sequence[MutantResult],
    others: Mapping[str, Grade],
) -> StepResult:
    """Return a step with its computed grade."""
    from verify.statements.steps import DIMENSION_FREE

    step = said.step
    return StepResult(
        name=said.name,
        says=said.sentence,
        kind=kind_of(step),
        dimension_free=isinstance(step, DIMENSION_FREE),
        place=said.place,
        grade=step_grade(said, outcomes, others),
        outcomes=tuple(outcomes),
        mutants=tuple(mutants),
        cites=step.theorem.key if isinstance(step, Cited) else "",
        rests_on=tuple(references(step)),
        part=step.part if isinstance(step, Printed) else "",
    )
