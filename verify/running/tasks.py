"""One task is one step, one mutant of assumptions, or the claim; its result is plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.table import METHODS
from verify.statements.outcomes import Footing, Method, MutantResult, Outcome
from verify.statements.statement import Statement

LIMITS = {"quick": 60.0, "ci": 120.0, "nightly": 1800.0}
MEMORY = 6 << 30


@dataclass(frozen=True)
class Task:
    """What a worker is asked: a statement's step, a mutant of assumptions, or its claim."""

    statement: str
    kind: str  # "step", "mutant" or "claim"
    number: int
    methods: tuple[str, ...]
    profile: str
    seed: int
    parts: tuple[str, ...] = ("outcomes", "mutants")  # a mutant has no outcomes


def tasks_for(statement: Statement, methods: Sequence[str], profile: str, seed: int) -> list[Task]:
    """Return the tasks of a statement, in the order of its proof."""
    declared = statement.declared
    claims = int(declared.claim is not None and bool(declared.claim.propositions))
    kinds = [("step", len(declared.said)), ("mutant", len(declared.mutants)), ("claim", claims)]
    return [
        Task(statement.id, kind, k, tuple(methods), profile, seed)
        for kind, count in kinds
        for k in range(count)
    ]


def step_seed(seed: int, statement: str, number: int) -> int:
    """Return the seed of one step: the same on every machine and for every number of jobs."""
    text = f"{seed}:{statement}:{number}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")


def failed(task: Task, reason: str) -> dict[str, Any]:
    """Return the result of a task that was cut off: inconclusive, with the reason."""
    if task.kind == "mutant":
        return {"outcomes": [], "mutants": [], "cut off": reason}
    method: Method = "sampling" if task.kind == "claim" else "symbolic"
    outcome = Outcome(method, "inconclusive", 0.0, {}, reason)
    return {"outcomes": [asdict(outcome)], "mutants": [], "cut off": reason}


def result_of(data: dict[str, Any]) -> tuple[list[Outcome], list[MutantResult], Footing | None]:
    """Return outcomes, mutants and footing from plain data."""
    outcomes = [Outcome(**o) for o in data["outcomes"]]
    mutants = [MutantResult(**m) for m in data["mutants"]]
    footing = data.get("footing")
    return outcomes, mutants, None if footing is None else Footing(**footing)


def checked_methods(methods: Sequence[str] | None) -> tuple[str, ...]:
    """Return the methods asked for; None means all of them."""
    for method in methods or ():
        if method not in METHODS:
            raise Mistake(f"--methods: unknown method {method!r}; use {', '.join(METHODS)}")
    return tuple(methods) if methods else METHODS
