"""Steps to goals, goals to the kernel, and what it answered back to steps."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from verify.language.expressions import Relation
from verify.language.indices import Index
from verify.methods.kernel.compile import KernelResult
from verify.methods.kernel.goals import EqualityClaim, Goal, InequalityClaim, Unsupported, goal
from verify.statements.declaring import Said, introduced
from verify.statements.obligations import (
    Comparison,
    Equality,
    Inductive,
    Obligation,
    facts_of,
    obligations,
)
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.statements.steps import Every

TIMEOUT = 60  # seconds of processor time; the slowest goals of the papers take a tenth of it
KEPT = ("accepted", "seconds", "assumptions", "message")


@dataclass(frozen=True, eq=False)
class StepGoals:
    """The goals of one step; `reason` says why there are none, or not all."""

    statement: str
    step: str
    goals: tuple[Goal, ...]
    reason: str = ""


def available() -> bool:
    """Return whether the Coq kernel is installed, with the libraries the goals use."""
    from verify.methods.kernel.compile import kernel_available

    return kernel_available()


def goals_of(statement: Statement) -> list[StepGoals]:
    """Return the goals of every step of a statement that obliges one to prove something."""
    out = []
    for said in statement.declared.said:
        claims = obligations(said)
        if claims:
            out.append(_step_goals(statement, said, claims))
    return out


def _step_goals(statement: Statement, said: Said, claims: Sequence[Obligation]) -> StepGoals:
    facts = facts_of(said)
    fixed = [t for t in introduced(a.assumption for a in said.assumed) if isinstance(t, Index)]
    goals: list[Goal] = []
    for number, claim in enumerate(claims, 1):
        name = f"{statement.id}.{said.number}.{number}"
        if isinstance(claim, Equality):
            known = [*facts, *(fact for a in claim.given for fact in a.facts)]
            made = goal(name, known, EqualityClaim(claim.left, claim.right), fixed=fixed)
        elif isinstance(claim, Comparison):
            made = goal(name, facts, _inequality(claim), fixed=fixed)
        elif isinstance(claim, Inductive):
            made = Unsupported(name, "an induction is reduced by the checker alone")
        else:
            made = Unsupported(name, "multiplicities are counted by the checker alone")
        if isinstance(made, Unsupported):
            return StepGoals(statement.id, said.name, tuple(goals), made.reason)
        goals.append(made)
    return StepGoals(statement.id, said.name, tuple(goals))


def _inequality(claim: Comparison) -> InequalityClaim:
    return InequalityClaim(
        claim.relation,
        claim.because,
        [c for c in claim.where if isinstance(c, Relation)],
        [(c.index, c.relation) for c in claim.where if isinstance(c, Every)],
    )


def decide_all(
    statements: Sequence[Statement], jobs: int, cache_directory: Path
) -> dict[tuple[str, str], Outcome]:
    """Return the kernel's outcome for every step that has obligations, {(id, step): outcome}."""
    steps = [step for statement in statements for step in goals_of(statement)]
    return decide_goals(steps, jobs, cache_directory)


def decide_goals(
    steps: Sequence[StepGoals], jobs: int, cache_directory: Path
) -> dict[tuple[str, str], Outcome]:
    """Return the kernel's outcome for steps with their goals, {(id, step): outcome}.

    What was answered is kept under the hash of its text, its script and the prelude.
    """
    from verify.methods.kernel.compile import run_goals

    goals = [g for step in steps for g in step.goals if not step.reason]
    found = {g.name: kept for g in goals if (kept := _recalled(g, cache_directory)) is not None}
    missing = [g for g in goals if g.name not in found]
    if missing:
        results = run_goals(missing, jobs=jobs, timeout=TIMEOUT, cache_directory=cache_directory)
        for goal_made, result in zip(missing, results, strict=True):
            found[goal_made.name] = result
            _keep(goal_made, result, cache_directory)
    return {(step.statement, step.step): _outcome(step, found) for step in steps}


@lru_cache(maxsize=1)
def _prelude_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.v")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _address(made: Goal, folder: Path) -> Path:
    text = "\n".join((_prelude_hash(), made.text, made.script))
    return folder / "goals" / f"{hashlib.sha256(text.encode()).hexdigest()}.json"


def _recalled(made: Goal, folder: Path) -> KernelResult | None:
    try:
        kept = json.loads(_address(made, folder).read_text(encoding="utf-8"))
        return KernelResult(
            made.name,
            kept["accepted"],
            kept["seconds"],
            tuple(kept["assumptions"]),
            kept["message"],
        )
    except (OSError, ValueError, KeyError):
        return None


def _keep(made: Goal, result: KernelResult, folder: Path) -> None:
    if result.failure == "internal":
        return  # our own text was wrong: a bug to be seen again, not a result
    path = _address(made, folder)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            kept = {name: getattr(result, name) for name in KEPT}
            json.dump(kept, file)
        os.replace(name, path)


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
