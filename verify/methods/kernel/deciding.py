"""Steps to goals, goals to the kernel, and what it answered back to steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verify.language.expressions import Relation
from verify.language.indices import Index
from verify.methods.kernel.goals import EqualityClaim, Goal, InequalityClaim, Unsupported, goal
from verify.statements.declaring import Said, introduced
from verify.statements.obligations import Comparison, Equality, Obligation, facts_of, obligations
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.statements.steps import Every

TIMEOUT = 60


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
            made = goal(name, facts, EqualityClaim(claim.left, claim.right), fixed=fixed)
        elif isinstance(claim, Comparison):
            made = goal(name, facts, _inequality(claim), fixed=fixed)
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


def decide_all(statements: Sequence[Statement], jobs: int) -> dict[tuple[str, str], Outcome]:
    """Return the kernel's outcome for every step that has obligations, {(id, step): outcome}."""
    from verify.methods.kernel.compile import run_goals
    from verify.running.cache import cache_folder

    steps = [step for statement in statements for step in goals_of(statement)]
    goals = [g for step in steps for g in step.goals if not step.reason]
    found = {
        r.name: r
        for r in run_goals(
            goals, jobs=jobs, timeout=TIMEOUT, cache_directory=cache_folder() / "kernel"
        )
    }
    return {(step.statement, step.step): _outcome(step, found) for step in steps}


def _outcome(step: StepGoals, found: dict[str, object]) -> Outcome:
    if step.reason:
        return Outcome("kernel", "inconclusive", 0.0, {}, f"no goal: {step.reason}")
    results = [found[g.name] for g in step.goals]
    seconds = sum(r.seconds for r in results)  # type: ignore[attr-defined]
    failed = next((r for r in results if not r.accepted), None)  # type: ignore[attr-defined]
    if failed is not None:
        return Outcome("kernel", "inconclusive", seconds, {}, failed.message)  # type: ignore[attr-defined]
    axioms = sorted({a for r in results for a in r.assumptions})  # type: ignore[attr-defined]
    evidence = {
        "goals": [g.name for g in step.goals],
        "assumptions": axioms,
        "beyond_classical_reals": any(r.beyond_classical_reals for r in results),  # type: ignore[attr-defined]
    }
    return Outcome("kernel", "kernel", seconds, evidence)
