"""Results cached between runs: by the engine, the sources of a statement, and the task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from verify.methods.table import METHODS
from verify.processes import patches
from verify.processes.store import store
from verify.running.tasks import Task
from verify.statements import fingerprint
from verify.statements.statement import Statement


def key(statement: Statement, task: Task, part: str = "outcomes", found: str | None = None) -> str:
    """Return what a part of a task's result is cached under, "" if it is not to be.

    Outcomes depend on the methods that were asked, Coq apart, whose goals are cached on their own;
    what became of twins and mutants depends on no method. `found` is the statement's fingerprint.
    """
    asked: tuple[Any, ...] = (part, task.kind, task.number)
    if part == "outcomes":
        methods = [name for name in METHODS if name in task.methods and name != "kernel"]
        asked = (*asked, methods, task.profile, task.seed)
    found = fingerprint.fingerprint(statement) if found is None else found
    return fingerprint.hashed([found, statement.id, repr(asked)]) if found else ""


def recall(statement: Statement, task: Task, found: str) -> tuple[dict[str, Any], Task | None]:
    """Return what is cached of a task's result, and what is still to be asked, None if nothing."""
    answer: dict[str, Any] = {}
    for part in _parts(task):
        answer |= store().read(key(statement, task, part, found)) or {}
    missing = tuple(part for part in _parts(task) if part not in answer)
    if task.kind == "mutant":
        answer["outcomes"] = []
    return answer, replace(task, parts=missing) if missing else None


def keep(statement: Statement, found: Sequence[tuple[Task, dict[str, Any]]]) -> None:
    """Cache the answers of a statement's tasks that are whole, unless the engine was patched."""
    if patches.patched():
        return
    for task, answer in found:
        for part in () if "cut off" in answer else _parts(task):
            names = ("outcomes", "footing") if part == "outcomes" else ("mutants",)
            says = {name: answer.get(name) for name in names}
            store().write(key(statement, task, part), says, looked=True)


def _parts(task: Task) -> tuple[str, ...]:
    return ("mutants",) if task.kind == "mutant" else task.parts
