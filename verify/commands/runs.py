"""Statements decided for a command, with what a terminal shows meanwhile."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from verify import doctor
from verify.commands.shared import show_lines
from verify.render.errors import AGREES, CHANGED, LIMIT, ToolMissing
from verify.render.screen import progress_bar, screen_of
from verify.render.terminal import contradiction_lines
from verify.running import engine
from verify.statements.outcomes import CUT_OFF, Run, StatementResult
from verify.statements.statement import Statement


def decide(statements: Sequence[Statement], asked: Namespace) -> Run:
    """Decide statements, and say how far it is."""
    check_tools(*(asked.methods or ()))
    with progress_bar() as show:
        run = engine.run(
            statements,
            methods=asked.methods,
            profile=asked.profile,
            jobs=asked.jobs,
            seed=asked.seed,
            progress=lambda phase, done, total, share: show(done, total, phase, share),
            modules=tuple(str(path) for path in asked.modules),
            fresh=asked.fresh,
            goals=asked.goals,
            executor=getattr(asked, "executor", None),
        )
    for result in run.statements:
        for told in result.cut_off:
            print(f"verify: {result.id}: {told}", file=sys.stderr)
    return run


def check_tools(*methods: str) -> None:
    """Find out before a run that the kernel was asked for and is not here."""
    if "kernel" in methods and doctor.locate("coqc") is None:
        raise ToolMissing("coqc", f"install it: {doctor.install_line('coqc')}")


def result_of(run: Run, statement: Statement) -> StatementResult | None:
    return next((result for result in run.statements if result.id == statement.id), None)


def contradicted(run: Run | None) -> int:
    """Say on standard error where methods contradict each other, and return the exit code."""
    results = () if run is None else run.statements
    screen = screen_of(sys.stderr)
    lines = [line for result in results for line in contradiction_lines(result, screen)]
    show_lines(lines, sys.stderr)
    return CHANGED if lines else AGREES


def judged(run: Run, changes: Sequence[str]) -> int:
    """Return what a run comes to as an exit code."""
    fails = any(r.claim is not None and r.claim.fails for r in run.statements)
    troubles = (_survives(r) or r.failing or r.contradictions for r in run.statements)
    if changes or fails or any(troubles):
        return CHANGED
    return LIMIT if any(result.cut_off for result in run.statements) else AGREES


def _survives(result: StatementResult) -> bool:
    """Return whether a mutant survives that was not cut off."""
    reasons = [str(mutant.witness.get("reason", "")) for mutant in result.surviving]
    return any(not reason.startswith(CUT_OFF) for reason in reasons)
