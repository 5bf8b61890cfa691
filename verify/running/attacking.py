"""An attack on a statement: many more instances of every step, and trajectories of its claim."""

from __future__ import annotations

from typing import Any

from verify.methods import following, sampling
from verify.processes.pool import FORKS, Lost, answer_from, each
from verify.running.tasks import LIMITS, MEMORY, step_seed
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.statements.step import obligations

CLAIM = -1  # in place of a step's number
SAMPLES_A_TRAJECTORY = 10


def falsify(statement: Statement, *, samples: int, seed: int = 0) -> dict[str, Outcome]:
    """Attack every step of a statement with many instances, {step name: outcome}.

    Its claim, under the name "claim", is followed along a trajectory for every so many instances.

    A step may take as long an instance as in the nightly profile, and then is inconclusive.
    """
    steps = [number for number, said in enumerate(statement.declared.said) if obligations(said)]
    names = {number: statement.declared.said[number].name for number in steps}
    claimed = statement.declared.claim
    if claimed is not None and claimed.propositions:
        steps.append(CLAIM)
        names[CLAIM] = "claim"
    if not FORKS:  # a statement cannot be handed to a process that did not read it
        return {names[number]: _attacked(statement, number, samples, seed) for number in steps}
    seconds = LIMITS["nightly"] * max(1.0, samples / sampling.COUNTS["nightly"])
    asked = (statement, samples, seed)
    found = dict(each(steps, _attack, asked, jobs=1, limit=lambda _: seconds))
    return {
        names[number]: Outcome("sampling", "inconclusive", 0.0, {"cut off": True}, answer.reason)
        if isinstance(answer, Lost)
        else answer
        for number, answer in found.items()
    }


def _attack(pipe: Any, statement: Statement, samples: int, seed: int) -> None:
    """Attack steps until the pipe closes (runs in the worker process)."""
    answer_from(pipe, lambda number: _attacked(statement, number, samples, seed), MEMORY)


def _attacked(statement: Statement, number: int, samples: int, seed: int) -> Outcome:
    claimed = statement.declared.claim
    if number == CLAIM and claimed is not None:
        count = max(1, samples // SAMPLES_A_TRAJECTORY)
        return following.follow(claimed, "nightly", step_seed(seed, statement.id, 1), count)
    said, at = statement.declared.said[number], step_seed(seed, statement.id, number)
    return sampling.decide(statement, said, count=samples, seed=at, descent=10 * samples)
