"""Steps to goals, goals to the kernel, and what it answered back to steps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path

from verify.language.facts import Fact
from verify.language.indices import Index
from verify.language.mistakes import LimitHit, Mistake
from verify.methods.explained import explained
from verify.methods.kernel import analysis, compile, installed
from verify.methods.kernel.compile import Failure, KernelResult
from verify.methods.kernel.counting import counting_goal
from verify.methods.kernel.goals import Goal, goal
from verify.methods.kernel.parts import Unprintable
from verify.processes.store import Store
from verify.processes.system_limits import limit_fix
from verify.statements.assumption import introduced
from verify.statements.obligations import Counts, Inductive, Obligation, also_given
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.statements.step import Said, facts_of

TIMEOUT = 60  # seconds of processor time; the slowest goals of the papers take a tenth of it
LATE = "out of time "  # before the key of a goal that Coq did not decide within a limit
OUT_OF_TIME = "the script ran out of time in an earlier run; --fresh tries it again"
Progress = Callable[[int, int, float], None]  # how many are done, of how many, and the share
KEPT = ("accepted", "seconds", "assumptions", "message")


@dataclass(frozen=True, eq=False)
class StepGoals:
    """The goals of one step; `reason` says why there are none, or not all."""

    statement: str
    step: str
    goals: tuple[Goal, ...]
    reason: str = ""


def goals_of(
    statement: Statement, wanted: Callable[[tuple[str, str]], bool] = lambda _: True
) -> list[StepGoals]:
    """Return the goals of every step of a statement that obliges one to prove something."""
    out = []
    for place, said in enumerate(statement.declared.said):
        made = _step_goals(statement, place) if wanted((statement.id, said.name)) else None
        if made is not None:
            out.append(made)
    return out


@lru_cache(maxsize=8192)
def _step_goals(statement: Statement, place: int) -> StepGoals | None:
    """Return the goals of a step, made once: a site shows what a run has asked."""
    said = statement.declared.said[place]
    claims = explained(said)
    return goals_for(statement, said, claims) if claims else None


def goals_for(statement: Statement, said: Said, claims: Sequence[Obligation]) -> StepGoals:
    """Return the goals of a step with these obligations, under what it assumes."""
    fixed = [t for t in introduced(said.assumptions) if isinstance(t, Index)]
    goals: list[Goal] = []
    try:
        for number, claim in enumerate(claims, 1):
            name = f"{statement.id}.{said.number}.{number}"
            goals.append(_goal(name, facts_of(said), claim, fixed))
    except Unprintable as problem:
        return StepGoals(statement.id, said.name, tuple(goals), str(problem))
    return StepGoals(statement.id, said.name, tuple(goals))


def _goal(name: str, facts: Sequence[Fact], claim: Obligation, fixed: Sequence[Index]) -> Goal:
    if isinstance(claim, Inductive):
        raise Unprintable("an induction is decided only by the checker")
    if isinstance(claim, Counts):
        return counting_goal(name, facts, claim, fixed)
    known = [*facts, *(fact for a in also_given(claim) for fact in a.facts)]
    return goal(name, known, claim, fixed=fixed)


def decide_all(
    statements: Sequence[Statement],
    jobs: int,
    cache_directory: Path,
    *,
    fresh: bool = False,
    wanted: Container[tuple[str, str]] | None = None,
    lost: list[str] | None = None,
    compiled_in: Path | None = None,
    progress: Progress | None = None,
) -> dict[tuple[str, str], Outcome]:
    """Return the kernel's outcome for every step that has obligations, {(id, step): outcome}.

    Only steps that are `wanted` are asked about, (id, step); None means all. The goals whose
    answers are not to be kept are added to `lost`.
    """
    steps = [
        made
        for statement in statements
        for made in goals_of(statement, lambda step: wanted is None or step in wanted)
    ]
    return decide_goals(
        steps, jobs, cache_directory, fresh=fresh, lost=lost, compiled_in=compiled_in,
        progress=progress,
    )  # fmt: skip


def decide_goals(
    steps: Sequence[StepGoals],
    jobs: int,
    cache_directory: Path,
    *,
    fresh: bool = False,
    lost: list[str] | None = None,
    compiled_in: Path | None = None,
    progress: Progress | None = None,
) -> dict[tuple[str, str], Outcome]:
    """Return the kernel's outcome for steps with their goals, {(id, step): outcome}.

    What is answered is kept at once under the hash of its text, its script and Coq with its
    libraries; `fresh` asks Coq again. So is that time ran out, for limits up to that one.
    `compiled_in` is where the library is compiled, if not there. Raises Mistake where Coq cannot
    be started.
    """
    goals = [g for step in steps for g in step.goals if not step.reason]
    recalled = {} if fresh else {g.name: _recalled(g, cache_directory) for g in goals}
    found = {name: kept for name, kept in recalled.items() if kept is not None}
    missing = [g for g in goals if g.name not in found]
    if missing:
        place = compiled_in or cache_directory
        results = _asked(missing, jobs, cache_directory, place, progress)
        found |= {made.name: told for made, told in zip(missing, results, strict=True)}
        if lost is not None:
            lost += [told.name for told in results if not _is_answer(told)]
    return {(step.statement, step.step): _outcome(step, found) for step in steps}


def _asked(
    missing: Sequence[Goal], jobs: int, folder: Path, compiled_in: Path, progress: Progress | None
) -> list[KernelResult]:
    answered = count(1)

    def keep(made: Goal, result: KernelResult) -> None:
        _keep(made, result, folder)
        if progress is not None:
            done = next(answered)
            progress(done, len(missing), done / len(missing))

    try:
        return compile.run_goals(missing, jobs, TIMEOUT, compiled_in, keep)
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        fix = limit_fix(error)
        kind = Mistake if fix is None else LimitHit
        fix = fix or f"make sure that {folder} can be written"
        raise kind(
            f"--methods: Coq could not be started ({reason}); {fix}, or leave kernel out"
        ) from None


@lru_cache(maxsize=1)
def _prelude_hash() -> str:
    """Return the hash of all that an answer rests on but the goal: Coq, its library, our own."""
    library = analysis.library()
    own = [library.key(name) for name in compile.KNOWN]
    digest = hashlib.sha256(
        "\0".join([installed.printed_by_coqc("--version").decode(), *own]).encode()
    )
    for part in installed.coquelicot_digests():
        digest.update(part)
    return digest.hexdigest()


@lru_cache
def _file_key(name: str) -> str:
    return analysis.library().key(name)


def _key(made: Goal) -> str:
    text = json.dumps((_prelude_hash(), made.text, made.script, *map(_file_key, made.requires)))
    return hashlib.sha256(text.encode()).hexdigest()


def _recalled(made: Goal, folder: Path) -> KernelResult | None:
    key = _key(made)
    kept = Store(folder).read(key)
    if kept is None:
        late = Store(folder).read(LATE + key)
        if late is None or late["limit"] < TIMEOUT:
            return None
        return KernelResult(made.name, False, 0.0, (), OUT_OF_TIME, "timeout")
    failure: Failure = "" if kept["accepted"] else "tactic"
    axioms = tuple(kept["assumptions"])
    return KernelResult(
        made.name, kept["accepted"], kept["seconds"], axioms, kept["message"], failure
    )


def _is_answer(result: KernelResult) -> bool:
    """Return whether it says that a goal is proved, or that its script does not prove it.

    Neither an error in our own text is an answer, nor that time ran out.
    """
    return result.failure in ("", "tactic")


def _keep(made: Goal, result: KernelResult, folder: Path) -> None:
    """Keep what is an answer, or under which limit there was none."""
    if _is_answer(result):
        Store(folder).write(_key(made), {name: getattr(result, name) for name in KEPT})
    elif result.failure == "timeout":
        Store(folder).write(LATE + _key(made), {"limit": TIMEOUT})


def _outcome(step: StepGoals, found: dict[str, KernelResult]) -> Outcome:
    if step.reason:
        return Outcome("kernel", "inconclusive", 0.0, {}, f"no goal: {step.reason}")
    results = [found[g.name] for g in step.goals]
    seconds = sum(r.seconds for r in results)
    failed = next((r for r in results if not r.accepted), None)
    if failed is not None:
        return Outcome("kernel", "inconclusive", seconds, {}, failed.message)
    axioms = sorted({a for r in results for a in r.assumptions})
    evidence = {
        "goals": [g.name for g in step.goals],
        "assumptions": axioms,
        "beyond_classical_reals": any(r.beyond_classical_reals for r in results),
    }
    return Outcome("kernel", "kernel", seconds, evidence)
