"""Pieces of work to worker processes and back: what hangs, crashes or eats memory costs its own.

A piece is a task of a run, or a part of an attack. Results do not depend on
how many workers there are.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from verify.language.mistakes import Mistake
from verify.processes.pool import FORKS, Lost, answer_from, each
from verify.running.tasks import LIMITS, MEMORY, Task, failed
from verify.statements.discovery import discover, refuse_patched
from verify.statements.fingerprint import text
from verify.statements.statement import Statement


class Piece(Protocol):
    """What a worker is asked, in words that any process understands."""

    @property
    def statement(self) -> str:
        """Return the id of the statement that it is about."""


Some = TypeVar("Some", bound=Piece)
Perform = Callable[[Statement, Any], Any]  # a function of a module: another process finds it, too


@dataclass(frozen=True)
class Patched:
    """The answer of a process whose engine was patched: what was replaced."""

    reason: str


@dataclass(frozen=True)
class Workers:
    """Who decides: so many local processes, or the Dask cluster at "dask://host:port".

    `modules` are the reader's own files, for those which read the statements anew.
    """

    jobs: int = 1
    modules: tuple[str, ...] = ()
    executor: str | None = None


def decided(
    pieces: Sequence[Some],
    statements: Mapping[str, Statement],
    perform: Perform,
    workers: Workers,
    *,
    limit: Callable[[Some], float],
    needed: Callable[[Some], bool] = lambda piece: True,
) -> Iterator[tuple[Some, Any]]:
    """Yield (piece, answer or `Lost`) as pieces finish, each that is `needed` exactly once.

    `limit` is in seconds of processor time. Raises Mistake for a cluster that cannot be reached,
    and where a piece patched the engine.
    """
    answers = _answers(pieces, statements, partial(_decided, perform), workers, limit, needed)
    for piece, answer in answers:
        if isinstance(answer, Patched):
            raise Mistake(f"{piece.statement}: {answer.reason}")
        yield piece, answer


def _answers(
    pieces: Sequence[Some],
    statements: Mapping[str, Statement],
    perform: Perform,
    workers: Workers,
    limit: Callable[[Some], float],
    needed: Callable[[Some], bool],
) -> Iterator[tuple[Some, Any]]:
    if workers.executor is not None:
        from_cluster = importlib.import_module("verify.running.cluster").decided_there
        yield from from_cluster(
            workers.executor, pieces, statements, perform, workers.modules,
            limit=limit, needed=needed,
        )  # fmt: skip
        return
    if not FORKS and not all(map(has_a_file, statements.values())):
        # What was typed at a prompt no other process can read: it is decided in this one.
        for piece in pieces:
            if needed(piece):
                yield piece, perform(statements[piece.statement], piece)
        return
    known = statements if FORKS else {}
    contents = {} if FORKS else {name: text(one) for name, one in statements.items()}
    asked = (known, workers.modules, perform, contents)
    yield from each(pieces, _serve, asked, jobs=workers.jobs, limit=limit, needed=needed)


def _decided(perform: Perform, statement: Statement, piece: Any) -> Any:
    """Perform a piece; where the engine is patched after that, its answer is none."""
    answer = perform(statement, piece)
    try:
        refuse_patched()
    except Mistake as mistake:
        return Patched(str(mistake))
    return answer


def _serve(
    pipe: Any,
    statements: Mapping[str, Statement],
    modules: tuple[str, ...],
    perform: Perform,
    contents: Mapping[str, str],
) -> None:
    """Answer pieces until the pipe closes (runs in the worker process)."""
    known = statements or _discovered(modules)

    def answer(piece: Any) -> Any:
        statement = known[piece.statement]
        if contents.get(statement.id, text(statement)) != text(statement):
            return Lost("its module was edited during the run; start again")
        return perform(statement, piece)

    answer_from(pipe, answer, MEMORY)


def _discovered(modules: tuple[str, ...]) -> dict[str, Statement]:
    catalogue = discover([Path(m) for m in modules if m.endswith(".py")], expendable=True)
    return {s.id: s for s in catalogue.statements}


def has_a_file(statement: Statement) -> bool:
    """Return whether another process could read a statement."""
    return Path(statement.body.__code__.co_filename).is_file()


def perform_all(
    tasks: Sequence[Task],
    statements: dict[str, Statement],
    modules: tuple[str, ...],
    jobs: int,
    *,
    work: Callable[..., None] | None = None,
    limit: float | None = None,
    executor: str | None = None,
) -> Iterator[tuple[Task, dict[str, Any]]]:
    """Yield (task, result) as tasks finish; every task is answered exactly once.

    `limit` is in seconds of processor time (that of the task's profile).
    """
    allowed = (lambda task: LIMITS[task.profile]) if limit is None else (lambda _: limit)
    if work is None:
        workers = Workers(jobs, modules, executor)
        answers = decided(tasks, statements, _perform, workers, limit=allowed)
    else:
        answers = each(tasks, work, (statements, modules), jobs=jobs, limit=allowed)
    for task, answer in answers:
        yield task, failed(task, answer.reason) if isinstance(answer, Lost) else answer


def _perform(statement: Statement, task: Task) -> dict[str, Any]:
    """Decide one task; a run of which all is kept never loads the methods."""
    answer: dict[str, Any] = importlib.import_module("verify.running.deciding").perform(
        statement, task
    )
    return answer
