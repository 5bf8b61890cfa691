"""Verdicts, computed from outcomes: the minimum over steps and over what they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.statements.assumption import handle_matches, phrased
from verify.statements.environments import Declared
from verify.statements.outcomes import (
    FAILS,
    STRENGTH,
    ClaimResult,
    Footing,
    Grade,
    MutantResult,
    Outcome,
    PaperArgument,
    StatementResult,
    StepResult,
    Verdict,
    fails_exactly,
    vacuous,
)
from verify.statements.statement import Statement
from verify.statements.step import Role, Said, kind_of

IN_WORDS: tuple[Role, ...] = ("concludes", "contradicts")  # from other steps, by no machine
OF_A_CLAIM: tuple[Role, ...] = ("printed", "witness", "contradicts")  # and asserting nothing
CONTRADICTED = "a computation contradicts it, but its error is only estimated"
UNSEEN = "Coq has proved the negation, but no step and no trajectory contradicts it"
HOLDING = ("holds", "holds_with")  # verdicts of what others may rest on


def step_grade(
    said: Said,
    outcomes: Sequence[Outcome],
    others: Mapping[str, Grade],
    footing: Footing | None = None,
) -> Grade:
    """Return how strongly a step is known.

    Refuted by any method: refuted. Proved needs the symbolic derivation and the checker's own;
    kernel needs the kernel, and that the checker sees every formula to have a value (in Coq 1/0 is
    0). What one method leaves open lowers nothing that another has established. A step whose
    conditions no instance meets, or whose formulas have no value, says nothing, however well it is
    proved. What an equivalence or a refutation by steps concludes is told in words: it is argued,
    at best. What is undecided has no grade, whatever was computed.
    """
    step = said.step
    if step.role == "open":
        return "inconclusive"
    if step.role in IN_WORDS:
        return weakest(["argued", *(others[name] for name in step.references())])
    found = {o.method: o.outcome for o in outcomes}
    if "refuted" in found.values() or (footing is not None and footing.reason == FAILS):
        return "refuted"
    if footing is not None and footing.instance is None:
        return "inconclusive"
    if found.get("kernel") == "kernel" and footing is not None and footing.defined:
        return "kernel"
    if all(found.get(method) == "proved" for method in ("symbolic", "certificate")):
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
    theorem: Outcome | None = None,
    followed: Outcome | None = None,
    claim_mutants: Sequence[MutantResult] = (),
) -> StatementResult:
    """Return a statement's result from its claim, its steps and the statements it rests on.

    `theorem` is what Coq says of the claim, where that is a theorem, and `followed` what
    trajectories say of it; `claim_mutants` are its false twins.
    """
    steps = [_as_in_theorem(step, theorem) for step in steps]
    grades = {step.name: step.grade for step in steps}
    refuted = _refuted_claims(declared, grades)
    seen = "statement" in refuted or (followed is not None and followed.outcome == "sampled")
    claimed = _claim_result(declared, grades, theorem, followed, claim_mutants, seen)
    if claimed is not None and claimed.grade == "refuted":
        refuted.add("statement")
    contradicted = _contradicted_claims(declared, grades) if "statement" not in refuted else ()
    support = _support(declared, grades, statement, below)
    if claimed is not None:
        cases = [_supporting(name, statement, below) for name in statement.cases]
        support = _claim_support(declared, grades, claimed, support, cases)
    verdict, grade, extra = _verdict(declared, refuted, support, mutants)
    unproved = declared.claim is not None and declared.claim.refuted and verdict != "false"
    if (contradicted or unproved) and grade != "inconclusive":
        verdict, grade = "open", "argued"
    return StatementResult(
        id=statement.id,
        title=statement.title,
        paper=statement.paper.key,
        label=statement.label.text,
        origin=statement.origin,
        basis=statement.basis,
        verdict=verdict,
        paper_argument=_argument(statement, declared, refuted, verdict),
        grade=grade,
        with_assumptions=extra,
        repaired_by=statement.repaired_by,
        rests_on=statement.uses,
        axioms=_axioms(statement, below, claimed),
        steps=tuple(steps),
        mutants=tuple(mutants),
        steps_grade=_decided_steps(declared, grades, statement, below),
        contradicted=contradicted,
        rested=_rested(statement, below),
        rested_steps=statement.rested_steps,
        printed=statement.printed,
        relation=statement.relation,
        differs=statement.differs,
        claim=claimed
        if claimed is None or claimed.grade == "refuted"
        else replace(claimed, grade=weakest([claimed.grade, grade])),
    )


def _claim_result(
    declared: Declared,
    grades: Mapping[str, Grade],
    theorem: Outcome | None,
    followed: Outcome | None,
    mutants: Sequence[MutantResult],
    seen_to_fail: bool,
) -> ClaimResult | None:
    """Return the claim as its own parts decide it: the weakest of its steps and its theorem.

    Where Coq refuses an inference, the claim is open: its steps are no argument for it. A denial is
    refuted only where an instance is seen to fail, by the statement's own steps or
    along a trajectory: Coq may speak of worlds that the claim does not mean.

    An orbit of layers refutes it; a computed solution, whose error is an estimate, leaves it open,
    and either does if Coq has proved it. It says nothing where no start is found that meets all its
    premises (or, proved, where none was looked for), or it has no value at an instance.
    """
    claimed = declared.claim
    if claimed is None:
        return None
    parts: list[Grade] = [grades[name] for name in claimed.steps]
    proved = theorem is not None and theorem.outcome == "kernel"
    if claimed.propositions or not claimed.parts:
        refused = theorem is not None and theorem.evidence.get("refused")
        parts.append("kernel" if proved else "inconclusive" if refused else "argued")
    if claimed.refuted:
        shown = fails_exactly(followed) and not claimed.whatever
        grade: Grade = "refuted" if shown or (proved and seen_to_fail) else "argued"
    else:
        grade = "refuted" if "refuted" in parts else weakest(parts)
    missing = "" if theorem is None else theorem.reason
    for name in (n for n, known in grades.items() if known == "refuted"):
        if f"step {name!r}" in missing:
            missing = f"an inference takes step {name!r}, which is false; correct what it says"
    if followed is None and proved:
        proved, grade = False, "argued"
        missing = "no start that satisfies the hypotheses was searched for; add the method sampling"
    elif followed is not None and followed.outcome == "refuted":
        grade = "refuted" if followed.evidence["rigorous"] and not proved else "inconclusive"
        missing = missing if grade == "refuted" else CONTRADICTED
    elif followed is not None and (why := vacuous(followed)):
        proved, grade, missing = False, "inconclusive", why
    elif claimed.refuted and proved and grade == "argued":
        proved, missing = False, UNSEEN
    return ClaimResult(
        claimed.says,
        claimed.kind,
        grade,
        str(theorem.evidence.get("theorem", "")) if theorem is not None and proved else "",
        claimed.cites,
        tuple(theorem.evidence.get("unused", ())) if theorem is not None else (),
        claimed.steps,
        missing=missing,
        seconds=0.0 if theorem is None else theorem.seconds,
        followed=followed,
        mutants=tuple(mutants),
        axioms=tuple(theorem.evidence.get("assumptions", ())) if theorem is not None else (),
    )


def _claim_support(
    declared: Declared, grades: Mapping[str, Grade], claimed: ClaimResult, support: Grade,
    cases: Sequence[Grade],
) -> Grade:  # fmt: skip
    """Return how strongly a statement is known by its claim.

    A theorem proves it by itself, with the theorems that it is a case of, whatever steps leave
    open, unless one of them is refuted; where words conclude, all that they use has its say.
    """
    if claimed.kind == "theorem" and claimed.theorem:
        failed = any(
            grades[s.name] == "refuted" and s.step.role not in OF_A_CLAIM for s in declared.said
        )
        return "inconclusive" if failed else weakest([claimed.grade, *cases])
    return weakest([claimed.grade, support])


def _contradicted_claims(declared: Declared, grades: Mapping[str, Grade]) -> tuple[str, ...]:
    """Return the printed claims of the statement that steps contradict, as the words have it."""
    return tuple(
        claim.name
        for said in declared.said
        if said.step.role == "contradicts" and grades[said.name] == "argued"
        and (claim := said.step.refuted()) is not None and claim.part == "statement"
    )  # fmt: skip


def _as_in_theorem(step: StepResult, theorem: Outcome | None) -> StepResult:
    """Return a step; what Coq has proved inside the theorem of the claim is known as that is."""
    if theorem is None or theorem.outcome != "kernel":
        return step
    inside = step.name in theorem.evidence.get("inferences", ())
    return replace(step, grade="kernel", steps_grade=None) if inside else step


def _decided_steps(
    declared: Declared,
    grades: Mapping[str, Grade],
    statement: Statement,
    below: Mapping[str, StatementResult],
) -> Grade:
    """Return the weakest step that a method decided, here and in what is rested on."""
    here = _asserting(declared, grades, but=("concludes", "open"))
    rested = [below[i].steps_grade or below[i].grade for i in statement.uses if i in below]
    return weakest([*here, *map(_as_support, rested)])


def _asserting(
    declared: Declared, grades: Mapping[str, Grade], but: tuple[Role, ...] = ()
) -> list[Grade]:
    """Return how the steps are known that assert something, without kinds that are left out."""
    return [
        _as_support(grades[said.name])
        for said in declared.said
        if said.step.role not in (*OF_A_CLAIM, *but)
        and not _is_shown(kind_of(said.step), grades[said.name])
    ]


def _refuted_claims(declared: Declared, grades: Mapping[str, Grade]) -> set[str]:
    """Return which parts have a claim that a witness refutes, or that is denied of all values."""
    out: set[str] = set()
    for said in declared.said:
        if declared.claims(said) and grades[said.name] == "refuted":
            out.add("statement")
        claim = said.step.refuted()
        if said.step.role == "witness" and claim is not None and grades[said.name] == "refuted":
            out.add(claim.part)
        if denied_by(said, declared.said, grades):
            out.add(said.step.part)
    return out


def denied_by(printed: Said, every: Sequence[Said], grades: Mapping[str, Grade]) -> tuple[str, ...]:
    """Return the steps that together deny, for all values, what is said to be somewhere.

    Each of its relations needs one that is proved; else there are none. What a step denies is the
    very relation, under no condition that the claim does not make, and under no assumption that is
    not given where the claim is made.
    """
    denials = printed.step.denials()
    found: dict[int, str] = {}
    for said in every if denials else ():
        claim, denial = said.step.denied() or (None, None)
        if claim is not printed.step:
            continue
        alike = all(any(a is b for b in printed.assumed) for a in said.assumed)
        if alike and STRENGTH[grades[said.name]] >= STRENGTH["enclosed"]:
            found[next(k for k, one in enumerate(denials) if one is denial)] = said.name
    whole = len(found) == len(denials)
    return tuple(found[k] for k in sorted(found)) if whole else ()


def _support(
    declared: Declared,
    grades: Mapping[str, Grade],
    statement: Statement,
    below: Mapping[str, StatementResult],
) -> Grade:
    """Return the weakest step that asserts something, here and in what is rested on."""
    here = _asserting(declared, grades)
    rested = [_rested(statement, below)] if statement.uses else []
    failed = [
        "inconclusive"
        for s in declared.said
        if (s.step.role == "witness" and grades[s.name] != "refuted")
        or (s.step.role == "contradicts" and grades[s.name] != "argued")
        or (s.step.denials() and not denied_by(s, declared.said, grades))
    ]
    return weakest([*here, *rested, *failed])


def _rested(statement: Statement, below: Mapping[str, StatementResult]) -> Grade:
    """Return the weakest of what a statement rests on; where that is nothing it lowers nothing."""
    return min(
        (_supporting(i, statement, below) for i in statement.uses),
        key=STRENGTH.__getitem__,
        default="kernel",
    )


def _supporting(
    identifier: str, statement: Statement, below: Mapping[str, StatementResult]
) -> Grade:
    """Return how strongly what a statement uses of another one is known.

    That is the other one's own verdict, and one that is false or open supports nothing; or the
    steps that are named, as strong as they and what the other one rests on are. A claim that is
    refuted may be a case of another one that is.
    """
    if identifier not in below:
        return "inconclusive"
    result, claimed = below[identifier], statement.declared.claim
    if identifier in statement.cases and claimed is not None and claimed.refuted:
        return "kernel" if result.verdict == "false" else "inconclusive"
    if identifier not in statement.rested_steps or identifier in statement.cases:
        return _as_support(result.grade) if result.verdict in HOLDING else "inconclusive"
    used = {s.name: s.grade for s in result.steps if not s.part and s.kind != "witness"}
    wanted = statement.rested_steps[identifier]
    return weakest([*(used.get(name, "inconclusive") for name in wanted), result.rested])


def _is_shown(kind: str, grade: Grade) -> bool:
    """Return whether a step is an example that nothing contradicts: no support, and no gap."""
    return kind == "example" and grade not in ("refuted", "inconclusive")


def _verdict(
    declared: Declared, refuted: set[str], support: Grade, mutants: Sequence[MutantResult]
) -> tuple[Verdict, Grade, tuple[str, ...]]:
    if "statement" in refuted:
        return "false", "refuted", ()
    added = [a.assumption for a in declared.assumed if a.added]
    names = tuple(phrased(a) for a in added)
    if support == "inconclusive":
        return "open", "inconclusive", names
    if not added:
        return "holds", support, ()
    shown = {m.name for m in mutants if m.refuted}
    needed = all(
        any(handle_matches(a, m.drop) and m.why in shown for m in declared.mutants) for a in added
    )
    return ("holds_with", support, names) if needed else ("open", "inconclusive", names)


def _argument(
    statement: Statement, declared: Declared, refuted: set[str], verdict: Verdict
) -> PaperArgument:
    """Return what became of the paper's own argument, if it gives one.

    A theorem may show what is said while it is not decided here whether an argument that is charged
    with a mistake makes it: then nothing is known of the argument. Nor is it where all steps are
    claimed, and none argues for them.
    """
    if statement.origin == "ours" or not statement.argued:
        return "none"
    if "argument" in refuted or verdict == "false":
        return "broken"
    claimed = set(declared.claim.steps if declared.claim is not None else ())
    others = [s.step for s in declared.said if s.name not in claimed and not s.step.example]
    argued = any(step.role in ("asserts", "concludes") for step in others)
    if not argued or any(said.step.part == "argument" for said in declared.said):
        return "none"
    return "stands" if verdict in ("holds", "holds_with") else "none"


def _axioms(
    statement: Statement, below: Mapping[str, StatementResult], claimed: ClaimResult | None
) -> tuple[str, ...]:
    """Return the theorems from outside that a statement rests on, as `verify axioms` lists them.

    A claim that is one theorem has no premises but its own, whether or not Coq was asked.
    """
    own = set(claimed.premises) if claimed is not None else set()
    if claimed is not None and claimed.kind == "theorem":
        return tuple(sorted(own))
    inherited = {key for i in statement.uses if i in below for key in below[i].axioms}
    return tuple(sorted(own | inherited))


def step_result(
    said: Said,
    outcomes: Sequence[Outcome],
    mutants: Sequence[MutantResult],
    others: Mapping[str, Grade],
    footing: Footing | None = None,
) -> StepResult:
    """Return a step with its computed grade."""
    step = said.step
    return StepResult(
        name=said.name,
        says=" ".join(said.sentence.split()),
        kind=kind_of(step),
        dimension_free=step.general,
        place=said.place,
        grade=step_grade(said, outcomes, others, footing),
        outcomes=tuple(outcomes),
        mutants=tuple(mutants),
        rests_on=tuple(step.references()),
        part=step.part,
        footing=footing,
        steps_grade=_premises(said, others),
        needs=step.lacks(),
    )


def _premises(said: Said, others: Mapping[str, Grade]) -> Grade | None:
    """Return how the steps are known from which a step concludes in words, None for others."""
    if said.step.role not in IN_WORDS:
        return None
    return weakest(others[name] for name in said.step.references())
