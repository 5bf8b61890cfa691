"""What the methods say of one task; it loads them all, so it is loaded where a task is decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from verify.methods import certificate, following, refuting, sampling, symbolic
from verify.methods.footing import footing
from verify.running.tasks import Task, step_seed
from verify.statements.outcomes import UNDEFINED, Footing, Outcome
from verify.statements.statement import Statement
from verify.statements.step import Asked, Said, obligations


def perform(statement: Statement, task: Task) -> dict[str, Any]:
    """Decide one task; returns {"outcomes": [...], "mutants": [...]} as plain data.

    Of a step only the parts that are asked: its twins may be known from a run by other methods.
    """
    if task.kind == "mutant":
        found = refuting.refute_mutant(
            statement.declared.said, statement.declared.mutants[task.number]
        )
        return {"outcomes": [], "mutants": [asdict(found)]}
    if task.kind == "claim":
        return _claim(statement, task)
    said = statement.declared.said[task.number]
    answer: dict[str, Any] = {"outcomes": [], "mutants": [], "footing": None}
    if "outcomes" in task.parts:
        outcomes = decide_step(statement, said, task)
        footing = _footing(said, outcomes)
        answer["outcomes"] = [asdict(o) for o in outcomes]
        answer["footing"] = None if footing is None else asdict(footing)
    if "mutants" in task.parts:
        twins = [refuting.refute_twin(said, twin) for twin in said.step.twins]
        answer["mutants"] = [asdict(m) for m in twins]
    return answer


def _claim(statement: Statement, task: Task) -> dict[str, Any]:
    """Follow a statement's claim along trajectories, and its false twins."""
    claimed = statement.declared.claim
    assert claimed is not None
    answer: dict[str, Any] = {"outcomes": [], "mutants": [], "footing": None}
    if "outcomes" in task.parts and "sampling" in task.methods:
        seed = step_seed(task.seed, statement.id, 0)
        first = step_seed(0, statement.id, 0)
        followed = following.follow(claimed, task.profile, seed, premises_seed=first)
        answer["outcomes"] = [asdict(followed)]
    elif "outcomes" in task.parts and not claimed.refuted:
        undefined = following.where_undefined(claimed)  # whichever methods are asked for
        answer["footing"] = asdict(Footing(None, UNDEFINED, undefined)) if undefined else None
    if "mutants" in task.parts:
        answer["mutants"] = [asdict(m) for m in following.refute_twins(claimed)]
    return answer


def _footing(said: Said, outcomes: Sequence[Outcome]) -> Footing | None:
    """Return what a step stands on."""
    if not obligations(said):
        return None
    sampled = next((o for o in outcomes if o.method == "sampling"), None)
    found = footing(said, sampled)
    proved = any(o.method == "certificate" and o.outcome == "proved" for o in outcomes)
    return replace(found, defined=proved or certificate.is_defined(said))


def decide_step(statement: Statement, said: Said, task: Task) -> list[Outcome]:
    """Return what the asked methods say of a step, cheapest first.

    A later method never raises what an earlier one refuted, so all of them are kept.
    """
    label = f"{statement.id}:{said.name}"
    own = said.step.decided(said, Asked(task.methods, task.profile, task.seed, label))
    if own is not None or not obligations(said):
        return own or []
    methods = task.methods
    out = []
    if "symbolic" in methods:
        out.append(symbolic.decide(said))
    if "certificate" in methods:
        out.append(certificate.decide(said))
    if "sampling" in methods:
        proved = {o.method for o in out if o.outcome == "proved"} == {"symbolic", "certificate"}
        out.append(sampling.decide(
            statement, said, seed=step_seed(task.seed, statement.id, task.number), proved=proved,
            count=sampling.COUNTS[task.profile], largest=sampling.LARGEST[task.profile],
            descent=sampling.DESCENT[task.profile],
        ))  # fmt: skip
    return out
