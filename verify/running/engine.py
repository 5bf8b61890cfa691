"""A whole run: tasks to workers, goals to the kernel, outcomes to verdicts."""

from __future__ import annotations

import importlib
import platform
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from graphlib import CycleError, TopologicalSorter
from importlib import metadata
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.kernel import deciding, installed
from verify.methods.kernel.theorems import decide_claims
from verify.methods.table import GOALS
from verify.processes.places import cache_folder, library_folder
from verify.render.errors import ToolMissing
from verify.render.run_json import digest
from verify.running import cache
from verify.running.records import accepted_again, recorded_as, theorems_on_record
from verify.running.tasks import Task, checked_methods, result_of, tasks_for
from verify.running.workers import perform_all
from verify.statements.discovery import discover, refuse_patched, rested_order
from verify.statements.fingerprint import LIBRARIES, fingerprint
from verify.statements.folder import current
from verify.statements.outcomes import (
    Grade,
    MutantResult,
    Outcome,
    Run,
    StatementResult,
    StepResult,
    without_value,
)
from verify.statements.statement import Statement
from verify.statements.step import Said
from verify.statements.verdicts import (
    IN_WORDS,
    OF_A_CLAIM,
    denied_by,
    statement_result,
    step_result,
)
from verify.writing.words import listed

Progress = Callable[[str, int, int, float], None]
"""What is called with a phase, how many parts of it are done, of how many, and its share."""
THEOREMS, STEPS = "Coq is checking the theorems", "Coq is checking steps"
STATEMENTS = "deciding statements"
Answers = dict[tuple[str, str, int], dict[str, Any]]


def run(
    statements: Sequence[Statement],
    *,
    methods: Sequence[str] | None = None,
    profile: str = "quick",
    jobs: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
    modules: tuple[str, ...] = (),
    fresh: bool = False,
    goals: str = "needed",
    executor: str | None = None,
) -> Run:
    """Decide statements and all they rest on; Ctrl-C returns what is decided so far.

    `modules` are the reader's own module files (for workers that start anew), `fresh` ignores
    kept results. Of the steps Coq is asked those that some statement's grade rests on, not those of
    a claim that it accepts as one theorem; or all with `goals="all"`. With `goals="recorded"` it is
    not started. What it has not been asked here has the record of what it said before.
    """
    asked = checked_methods(methods)
    if executor is not None:
        # What does not answer is told before any work.
        importlib.import_module("verify.running.cluster").connected(executor).close()
    refuse_patched()
    if goals not in GOALS:
        raise Mistake(f"unknown goals {goals!r}; use {listed(GOALS, 'or')}")
    ordered = rested_order(_with_rested(statements))
    by_id = {s.id: s for s in ordered}
    _check_rested_steps(by_id)
    tasks = [t for s in ordered for t in tasks_for(s, asked, profile, seed)]
    answers: Answers = {}
    show = progress or _silent
    complete = True
    done: dict[str, StatementResult] = {}
    undecided = Counter(task.statement for task in tasks)
    new: defaultdict[str, list[tuple[Task, dict[str, Any]]]] = defaultdict(list)

    def finish() -> None:
        """Compute every statement whose tasks, and what it rests on, are all decided."""
        for statement in ordered:
            if statement.id in done or undecided[statement.id]:
                continue
            if all(i in done for i in statement.uses if i in by_id):
                found = _assembled(statement, answers, kernel)
                theorem, known = theorems.get(statement.id), on_record.get(statement.id)
                result = found(done, theorem)
                if known is not None and theorem is None:
                    before[statement.id] = found({**done, **before}, accepted_again(statement))
                    result = replace(result, recorded=recorded_as(*known, before[statement.id]))
                done[statement.id] = result
                show(STATEMENTS, len(done), len(ordered), len(done) / len(ordered))

    kernel: dict[tuple[str, str], Outcome] = {}
    theorems: dict[str, Outcome] = {}
    lost: list[str] = []
    on_record = theorems_on_record(ordered)
    before: dict[str, StatementResult] = {}  # what would be if Coq accepted these theorems again
    try:
        asks_coq = "kernel" in asked and goals != "recorded"
        if asks_coq and _has_kernel(explicit=methods is not None):
            theorems, kernel = _asked_of_coq(ordered, jobs, fresh, goals, lost, show)
        pending = _recall(tasks, by_id, answers, fresh)
        undecided = Counter(task.statement for task in pending)
        finish()
        turns = _in_turn(pending, ordered)
        for task, answer in perform_all(turns, by_id, modules, jobs, executor=executor):
            answers[_place(task)] = _with_kept(task, answer, answers)
            new[task.statement].append((task, answer))
            undecided[task.statement] -= 1
            if not undecided[task.statement]:
                cache.keep(by_id[task.statement], new.pop(task.statement))
                finish()
    except KeyboardInterrupt:
        complete = False
    finally:
        for name, decided in new.items():
            cache.keep(by_id[name], decided)
    refuse_patched()
    results = tuple(done[s.id] for s in ordered if s.id in done)
    made = environment(asked, profile, jobs, seed, goals)
    cut_off = any("cut off" in told for told in answers.values())
    kept = complete and not (lost or cut_off)
    return Run(digest(results), made, results, complete, kept)


def _asked_of_coq(
    ordered: Sequence[Statement],
    jobs: int,
    fresh: bool,
    goals: str,
    lost: list[str],
    show: Progress,
) -> tuple[dict[str, Outcome], dict[tuple[str, str], Outcome]]:
    """Return what Coq says of claims, by statement, and then of steps, by statement and name.

    The goals whose answers are not to be kept are added to `lost`.
    """
    place = library_folder(fresh)
    theorems = decide_claims(
        ordered, jobs, cache_folder(), fresh=fresh, compiled_in=place,
        progress=partial(show, THEOREMS),
    )  # fmt: skip
    show(STEPS, 0, 0, 0.0)
    wanted = _rested_on(ordered, theorems) if goals == "needed" else None
    kernel = deciding.decide_all(
        ordered, jobs, cache_folder(), fresh=fresh, wanted=wanted, lost=lost, compiled_in=place,
        progress=partial(show, STEPS),
    )  # fmt: skip
    return theorems, kernel


def _silent(phase: str, done: int, total: int, share: float) -> None:
    """Show nothing."""


def _with_rested(statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements and, found in the catalogue, all that they rest on."""
    known = {s.id: s for s in statements}
    if any(i not in known for s in statements for i in s.uses):
        catalogue = discover()
        found = {s.id: s for s in (*catalogue.lent, *catalogue.statements)}
        waiting = list(statements)
        while waiting:
            for name in waiting.pop().uses:
                if name not in known and name in found:
                    known[name] = found[name]
                    waiting.append(found[name])
    for statement in known.values():
        for name in statement.uses:
            if name not in known:
                raise Mistake(
                    f"{statement.id} depends on {name!r}, which is not run and is in no "
                    f"module of {current().path.name}; run that statement as well, or name "
                    "another"
                )
    return list(known.values())


def _check_rested_steps(by_id: Mapping[str, Statement]) -> None:
    """Raise a Mistake where a statement rests on a step that is not there, or asserts nothing."""
    for statement in by_id.values():
        for name, steps in statement.rested_steps.items():
            for step in steps if name in by_id else ():
                if by_id[name].said(step).step.role in OF_A_CLAIM:
                    raise Mistake(
                        f"{statement.id} depends on the step {step!r} of {name}, which refers "
                        "to a printed claim and asserts nothing; name a step that asserts "
                        "something"
                    )


def _rested_on(
    statements: Sequence[Statement], theorems: Mapping[str, Outcome]
) -> set[tuple[str, str]]:
    """Return the steps that a grade rests on: by name, or where no theorem stands for them all."""
    named = {
        (name, step) for s in statements for name, steps in s.rested_steps.items() for step in steps
    }
    for statement in statements:
        claimed, theorem = statement.declared.claim, theorems.get(statement.id)
        proved = theorem is not None and theorem.outcome == "kernel"
        if claimed is None or claimed.steps or not proved:
            named |= {(statement.id, said.name) for said in statement.declared.said}
    return named


def _place(task: Task) -> tuple[str, str, int]:
    return task.statement, task.kind, task.number


def _in_turn(tasks: Sequence[Task], ordered: Sequence[Statement]) -> list[Task]:
    """Return tasks in the order in which they are begun: statement by statement.

    So a run that is stopped has decided some. Of each the long ones come first, lest all others
    wait for them at the end.
    """
    places = {statement.id: number for number, statement in enumerate(ordered)}

    def turn(task: Task) -> tuple[int, bool]:
        number = places[task.statement]
        said = ordered[number].declared.said
        long = task.kind == "claim" or (task.kind == "step" and said[task.number].step.takes_long)
        return number, not long

    return sorted(tasks, key=turn)


def _recall(
    tasks: list[Task], by_id: Mapping[str, Statement], answers: Answers, fresh: bool
) -> list[Task]:
    """Fill in kept results; return the tasks that are still to do."""
    if fresh:
        return tasks
    pending: list[Task] = []
    own = {name: fingerprint(statement) for name, statement in by_id.items()}
    for task in tasks:
        answers[_place(task)], left = cache.recall(by_id[task.statement], task, own[task.statement])
        pending += [left] if left is not None else []
    return pending


def _with_kept(task: Task, answer: dict[str, Any], answers: Answers) -> dict[str, Any]:
    """Return an answer with the parts that were not asked, for they were kept from before."""
    kept = {"outcomes": ("outcomes", "footing"), "mutants": ("mutants",)}
    others = [name for part, names in kept.items() if part not in task.parts for name in names]
    before = answers.get(_place(task), {})
    return {**answer, **{name: before[name] for name in others if name in before}}


# ------------------------------------------------------------------ results


def _assembled(
    statement: Statement, answers: Answers, kernel: Mapping[tuple[str, str], Outcome]
) -> Callable[[Mapping[str, StatementResult], Outcome | None], StatementResult]:
    """Return what tells a statement's result from those below it and what Coq says of its claim."""
    declared = statement.declared
    grades: dict[str, Grade] = {}
    found: dict[str, StepResult] = {}
    later: list[Said] = []
    for number, said in enumerate(declared.said):
        if said.step.role in ("printed", *IN_WORDS):
            later.append(said)
            continue
        outcomes, mutants, footing = result_of(answers[statement.id, "step", number])
        if (statement.id, said.name) in kernel:
            outcomes.append(kernel[statement.id, said.name])
        found[said.name] = step_result(said, outcomes, mutants, grades, footing)
        grades[said.name] = found[said.name].grade
    for said in _resolved(later):
        found[said.name] = step_result(said, (), (), grades)
        grades[said.name] = found[said.name].grade
    for said in later:
        if said.step.role == "printed":
            found[said.name] = _refuted_by_witness(said, declared.said, found)
    steps = [found[said.name] for said in declared.said]
    mutants = [
        m for number in range(len(declared.mutants)) for m in _mutants(statement, number, answers)
    ]
    followed, twins = _claim(statement, answers)

    def assembled(below: Mapping[str, StatementResult], theorem: Outcome | None) -> StatementResult:
        unfinished = tuple(i for i in statement.uses if i in below and below[i].cut_off)
        made = statement_result(
            statement, declared, steps, mutants, below, theorem, followed, twins
        )
        return replace(made, unfinished=unfinished)

    return assembled


def _claim(statement: Statement, answers: Answers) -> tuple[Outcome | None, list[MutantResult]]:
    """Return what trajectories say of a statement's claim, and what became of its twins."""
    answer, claimed = answers.get((statement.id, "claim", 0)), statement.declared.claim
    if answer is None or claimed is None:
        return None, []
    outcomes, twins, footing = result_of(answer)
    if "cut off" in answer:
        reason = {"reason": answer["cut off"]}
        twins = [MutantResult(twin.why, False, reason, "claim") for twin in claimed.twins]
    undefined = None if footing is None else without_value(footing.witness)
    return next(iter(outcomes), undefined), twins


def _mutants(statement: Statement, number: int, answers: Answers) -> list[MutantResult]:
    answer = answers[statement.id, "mutant", number]
    if "cut off" in answer:
        why = statement.declared.mutants[number].why
        return [MutantResult(why, False, {"reason": answer["cut off"]})]
    return result_of(answer)[1]


def _resolved(later: Sequence[Said]) -> list[Said]:
    """Return equivalences so that those others refer to come first."""
    named = {said.name: said for said in later}
    needs = {name: [r for r in s.step.references() if r in named] for name, s in named.items()}
    try:
        return [named[name] for name in TopologicalSorter(needs).static_order()]
    except CycleError as error:
        circle = ", ".join(error.args[1][1:])
        raise Mistake(f"steps depend on each other in a cycle: {circle}") from None


def _refuted_by_witness(
    said: Said, all_said: Sequence[Said], found: Mapping[str, StepResult]
) -> StepResult:
    """Return a printed claim's result: refuted, if one of its witnesses is one or steps deny it.

    Steps that contradict it do so in words: that is argued.
    """
    own = step_result(said, (), (), {})
    denying = denied_by(said, all_said, {name: step.grade for name, step in found.items()})
    if denying:
        return replace(own, grade="refuted", rests_on=denying)
    for other in all_said:
        if other.step.refuted() is said.step:
            against = found[other.name]
            if against.grade == "refuted":
                told = step_result(said, against.outcomes, (), {})
                return replace(told, grade="refuted", rests_on=(other.name,))
            if against.grade == "argued":
                grade = against.steps_grade
                own = replace(own, grade="argued", rests_on=(other.name,), steps_grade=grade)
    return own


def _has_kernel(*, explicit: bool) -> bool:
    """Return whether Coq is there. Raises ToolMissing where it was asked for and is not."""
    if not installed.available() and explicit:
        raise ToolMissing("coqc", "verify doctor shows how to install it")
    return installed.available()


def environment(
    methods: Sequence[str], profile: str, jobs: int, seed: int, goals: str = "needed"
) -> dict[str, Any]:
    """Return what a run was made with (no part of the digest)."""
    versions = {}
    for name in (*LIBRARIES, "attention-proofs"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "libraries": versions,
        "coq": installed.version() if installed.available() else "",
        "methods": list(methods),
        "profile": profile,
        "jobs": jobs,
        "seed": seed,
        "goals": goals,
    }
