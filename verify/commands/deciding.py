"""Commands that decide: run, falsify."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from verify.commands.shared import (
    STANDARD_OUTPUT,
    check_apart,
    check_file,
    chosen,
    decide,
    exit_code,
    found,
    read_catalogue,
    show_lines,
    write,
    write_json,
)
from verify.statements.outcomes import Outcome, Run, StatementResult
from verify.statements.statement import Statement
from verify.telling.errors import AGREES, BAD_INPUT, CHANGED, INTERRUPTED, LIMIT
from verify.telling.run_json import run_to_json, run_to_junit, to_text
from verify.telling.screen import progress_bar, screen_of, wrapped


def command_run(asked: Namespace) -> int:
    """Decide statements, print the table and a summary, write JSON and JUnit XML."""
    from verify import running
    from verify.telling.terminal import run_table, summary

    catalogue = read_catalogue(asked)
    check_file("--json", asked.json, catalogue)
    check_file("--junit", asked.junit, catalogue)
    check_apart(asked.json, asked.junit)
    statements = chosen(catalogue, asked)
    run = decide(statements, asked)
    changes = running.changes(run, running.recorded(catalogue))
    stream = sys.stderr if STANDARD_OUTPUT in (asked.json, asked.junit) else sys.stdout
    screen = screen_of(stream)
    for line in (*run_table(run, screen), "", *summary(run, changes, screen)):
        print(line, file=stream)
    if asked.json is not None:
        write("--json", asked.json, to_text(run_to_json(run)))
    if asked.junit is not None:
        write("--junit", asked.junit, run_to_junit(run, changes))
    broken = exit_code(catalogue)
    return INTERRUPTED if not run.complete else broken or _judged(run, changes)


def _judged(run: Run, changes: Sequence[str]) -> int:
    told = (r.surviving or r.failing or r.contradictory for r in run.statements)
    if changes or any(told):
        return CHANGED
    return LIMIT if any(map(_was_cut_off, run.statements)) else AGREES


def _was_cut_off(result: StatementResult) -> bool:
    reasons = [outcome.reason for step in result.steps for outcome in step.outcomes]
    return any(reason.startswith(("cut off", "the worker process died")) for reason in reasons)


def command_falsify(asked: Namespace) -> int:
    """Attack every step of a statement by sampling; 1 if an instance contradicts one."""
    from verify import running
    from verify.telling.terminal import outcome_text

    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    check_file("--json", asked.json, catalogue)
    outcomes = running.falsify(statement, samples=asked.samples, seed=asked.seed)
    outcomes |= _campaigns(statement, asked)
    if asked.json is not None:
        write_json(asked.json, {name: _attack(outcome) for name, outcome in outcomes.items()})
    width = screen_of(sys.stdout).width
    for name, outcome in outcomes.items():
        show_lines(wrapped(f"{name}: {outcome_text(outcome)}", width, more="  "))
    if not outcomes:
        print(f"{statement.id} has no step that can be sampled")
    if any(outcome.outcome == "refuted" for outcome in outcomes.values()):
        return CHANGED
    return exit_code(catalogue) or _lost(list(outcomes.values()))


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


def _campaigns(statement: Statement, asked: Namespace) -> dict[str, Outcome]:
    """Run the campaigns of a statement; on a terminal, say how far they are."""
    from verify.running.campaigns import campaign_steps, run_campaign

    def run(step: str) -> Outcome:
        return run_campaign(
            statement,
            step,
            samples=asked.samples,
            seed=asked.seed,
            jobs=asked.jobs,
            executor=asked.executor,
            modules=tuple(str(path) for path in asked.modules),
            fresh=asked.fresh,
            progress=lambda done, total: show(done, total, step),
        )

    with progress_bar() as show:
        return {step: run(step) for step in campaign_steps(statement)}
