"""Results kept between runs, by content: the engine, the statements, the task."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from verify.methods.table import METHODS
from verify.processes.store import store
from verify.running.tasks import Task, are_mutants, are_outcomes
from verify.statements.addresses import content_hash
from verify.statements.statement import Statement


def key(statement: Statement, task: Task, part: str = "outcomes") -> str:
    """Return the content address of a part of a task's result, "" if it cannot be kept or found.

    Outcomes depend on the methods that were asked, Coq apart, whose goals are kept on their own;
    what became of twins and mutants depends on no method.
    """
    content = content_hash(statement)
    if not content:
        return ""
    asked: tuple[Any, ...] = (part, task.kind, task.number)
    if part == "outcomes":
        methods = [name for name in METHODS if name in task.methods and name != "kernel"]
        asked = (*asked, methods, task.profile, task.seed)
    return hashlib.sha256(f"{content}\n{asked!r}".encode()).hexdigest()


def recall(statement: Statement, task: Task) -> tuple[dict[str, Any], Task | None]:
    """Return what is kept of a task's result, and what is still to be asked, None if nothing."""
    answer: dict[str, Any] = {}
    for part in _parts(task):
        answer |= _read(statement, task, part) or {}
    missing = tuple(part for part in _parts(task) if part not in answer)
    if task.kind == "mutant":
        answer["outcomes"] = []
    return answer, replace(task, parts=missing) if missing else None


def keep(statement: Statement, task: Task, answer: dict[str, Any]) -> None:
    """Keep what was asked, if it is whole and rests on the statement and the engine alone."""
    if "cut off" in answer or "not kept" in answer:
        return
    for part in _parts(task):
        address = key(statement, task, part)
        names = ("outcomes", "footing") if part == "outcomes" else ("mutants",)
        says = {name: answer.get(name) for name in names}
        if address:
            store().write(address, says)


def _parts(task: Task) -> tuple[str, ...]:
    return ("mutants",) if task.kind == "mutant" else task.parts


def _read(statement: Statement, task: Task, part: str) -> dict[str, Any] | None:
    address = key(statement, task, part)
    if not address:
        return None

    def is_right(says: Any) -> bool:
        if part == "outcomes":
            return are_outcomes(says, task)
        return are_mutants(says, statement, task)

    found: dict[str, Any] | None = store().read(address, is_right)
    return found
