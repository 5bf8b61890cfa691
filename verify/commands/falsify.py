"""The command `falsify`: a statement attacked by sampling."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from verify.commands.shared import (
    answer,
    check_file,
    exit_code,
    found,
    read_catalogue,
)
from verify.render.errors import AGREES, BAD_INPUT, CHANGED, LIMIT
from verify.render.screen import progress_bar, wrapped
from verify.render.terminal import outcome_text
from verify.render.words import counted
from verify.running import attacking
from verify.running.workers import Workers
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement


def perform(asked: Namespace) -> int:
    """Attack every step of a statement by sampling; 1 if an instance contradicts one."""
    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    check_file("--json", asked.json, catalogue)
    modules = tuple(str(path) for path in asked.modules)
    workers = Workers(asked.jobs, modules, asked.executor)
    with progress_bar() as show:
        outcomes = attacking.falsify(
            statement,
            samples=asked.samples,
            seed=asked.seed,
            workers=workers,
            fresh=asked.fresh,
            progress=lambda done, total: show(done, total, "parts of the attack are finished"),
        )
    told = [f"{name}: {outcome_text(outcome)}" for name, outcome in outcomes.items()]
    told.append(_concluded(statement, outcomes))
    answer(
        asked,
        lambda screen: [x for one in told for x in wrapped(one, screen.width, more="  ")],
        lambda: {name: _attack(outcome) for name, outcome in outcomes.items()},
    )
    if any(outcome.outcome == "refuted" for outcome in outcomes.values()):
        return CHANGED
    return exit_code(catalogue) or _lost(list(outcomes.values()))


def _concluded(statement: Statement, outcomes: Mapping[str, Outcome]) -> str:
    """Return what all attacks come to: which contradict, and how many decided nothing."""
    if not outcomes:
        return f"No step of {statement.id} can be sampled."
    found = Counter(outcome.outcome for outcome in outcomes.values())
    against = [repr(name) for name, outcome in outcomes.items() if outcome.outcome == "refuted"]
    told = f"No counterexample to {statement.id} in {counted(len(outcomes), 'attack')}"
    if against:
        told = f"Counterexample to {statement.id} in {', '.join(against)}"
    undecided = found["inconclusive"]
    return f"{told}{f'; {undecided} inconclusive' if undecided else ''}."


def _lost(outcomes: Sequence[Outcome]) -> int:
    """Return what an attack that could not be made comes to: a limit, or its author's mistake."""
    reasons = [outcome.reason for outcome in outcomes if "cut off" in outcome.evidence]
    if any(reason.startswith("cut off") for reason in reasons):
        return LIMIT
    return BAD_INPUT if reasons else AGREES


def _attack(outcome: Outcome) -> dict[str, Any]:
    """Return what an attack found, without the time it took."""
    told = {"outcome": outcome.outcome, "evidence": dict(outcome.evidence)}
    return told | ({"reason": outcome.reason} if outcome.reason else {})
