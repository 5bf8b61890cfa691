"""Tasks to worker processes and back: what hangs, crashes or eats memory costs its own task alone.

Results do not depend on how many workers there are.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verify.processes.pool import FORKS, Lost, answer_from, each
from verify.running.tasks import LIMITS, MEMORY, Task, failed
from verify.statements.discovery import discover
from verify.statements.statement import Statement


def _serve(pipe: Any, statements: dict[str, Statement], modules: tuple[str, ...]) -> None:
    """Answer tasks until the pipe closes (runs in the worker process)."""
    known = statements or _discovered(modules)
    answer_from(pipe, lambda task: _perform(known[task.statement], task), MEMORY)


def _perform(statement: Statement, task: Task) -> dict[str, Any]:
    """Decide one task; a run of which all is kept never loads the methods."""
    answer: dict[str, Any] = importlib.import_module("verify.running.deciding").perform(
        statement, task
    )
    return answer


def _discovered(modules: tuple[str, ...]) -> dict[str, Statement]:
    catalogue = discover([Path(m) for m in modules if m.endswith(".py")], expendable=True)
    return {s.id: s for s in catalogue.statements}


def perform_all(
    tasks: Sequence[Task],
    statements: dict[str, Statement],
    modules: tuple[str, ...],
    jobs: int,
    *,
    work: Callable[..., None] = _serve,
    limit: float | None = None,
) -> Iterator[tuple[Task, dict[str, Any]]]:
    """Yield (task, result) as tasks finish; every task is answered exactly once.

    `limit` is in seconds of processor time (that of the task's profile).
    """
    if not FORKS and not all(map(has_a_file, statements.values())):
        # What was typed at a prompt no other process can read: it is decided in this one.
        yield from ((task, _perform(statements[task.statement], task)) for task in tasks)
        return
    known = statements if FORKS else {}
    allowed = (lambda task: LIMITS[task.profile]) if limit is None else (lambda _: limit)
    for task, answer in each(tasks, work, (known, modules), jobs=jobs, limit=allowed):
        yield task, failed(task, answer.reason) if isinstance(answer, Lost) else answer


def has_a_file(statement: Statement) -> bool:
    """Return whether another process could read a statement."""
    return Path(statement.body.__code__.co_filename).is_file()
