"""Statements decided for a command, with what a terminal shows meanwhile."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from verify import doctor, running
from verify.statements.outcomes import Run, StatementResult
from verify.statements.statement import Statement
from verify.telling.errors import (
    ToolMissing,
)
from verify.telling.screen import progress_bar


def decide(statements: Sequence[Statement], asked: Namespace) -> Run:
    """Decide statements; on a terminal, say how far it is."""
    _check_tools(asked)
    with progress_bar() as show:
        return running.run(
            statements,
            methods=asked.methods,
            profile=asked.profile,
            jobs=asked.jobs,
            seed=asked.seed,
            progress=lambda result, done, total: show(done, total, result.id),
            modules=tuple(str(path) for path in asked.modules),
            fresh=asked.fresh,
        )


def _check_tools(asked: Namespace) -> None:
    """Find out before a run that the kernel was asked for and is not here."""
    if "kernel" in (asked.methods or ()) and doctor.locate("coqc") is None:
        raise ToolMissing("coqc", f"install it: {doctor.install_line('coqc')}")


def result_of(run: Run, statement: Statement) -> StatementResult | None:
    return next((result for result in run.statements if result.id == statement.id), None)
