"""One task is one step, or one mutant of assumptions; its result is plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods import certificate, refuting, sampling, symbolic
from verify.methods.table import METHODS
from verify.processes.store import is_shaped
from verify.running.watching import watched
from verify.statements.outcomes import STRENGTH, Footing, MutantResult, Outcome
from verify.statements.statement import Statement
from verify.statements.step import Asked, Said, obligations

LIMITS = {"quick": 60.0, "ci": 120.0, "nightly": 1800.0}
MEMORY = 6 << 30


@dataclass(frozen=True)
class Task:
    """What a worker is asked: a statement's step, or one of its mutants of assumptions."""

    statement: str
    kind: str  # "step" or "mutant"
    number: int
    methods: tuple[str, ...]
    profile: str
    seed: int
    parts: tuple[str, ...] = ("outcomes", "mutants")  # of a step; a mutant has no outcomes


def tasks_for(statement: Statement, methods: Sequence[str], profile: str, seed: int) -> list[Task]:
    """Return the tasks of a statement, in the order of its proof."""
    declared = statement.declared
    kinds = [("step", len(declared.said)), ("mutant", len(declared.mutants))]
    return [
        Task(statement.id, kind, k, tuple(methods), profile, seed)
        for kind, count in kinds
        for k in range(count)
    ]


def step_seed(seed: int, statement: str, number: int) -> int:
    """Return the seed of one step: the same on every machine and for every number of jobs."""
    text = f"{seed}:{statement}:{number}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")


def perform(statement: Statement, task: Task) -> dict[str, Any]:
    """Decide one task; returns {"outcomes": [...], "mutants": [...]} as plain data.

    Of a step only the parts that are asked: its twins may be known from a run by other methods.
    A result that rests on more than the statement and the engine says so under "not kept".
    """
    with watched() as heard:
        answer = _performed(statement, task)
    return {**answer, "not kept": heard[0]} if heard else answer


def _performed(statement: Statement, task: Task) -> dict[str, Any]:
    if task.kind == "mutant":
        found = refuting.refute_mutant(
            statement.declared.said, statement.declared.mutants[task.number]
        )
        return {"outcomes": [], "mutants": [asdict(found)]}
    said = statement.declared.said[task.number]
    answer: dict[str, Any] = {"outcomes": [], "mutants": [], "footing": None}
    if "outcomes" in task.parts:
        outcomes = decide_step(statement, said, task)
        footing = _footing(said, outcomes)
        answer["outcomes"] = [asdict(o) for o in outcomes]
        answer["footing"] = None if footing is None else asdict(footing)
    if "mutants" in task.parts:
        twins = [refuting.refute_twin(said, twin) for twin in said.step.twins]
        answer["mutants"] = [asdict(m) for m in twins]
    return answer


def _footing(said: Said, outcomes: Sequence[Outcome]) -> Footing | None:
    """Return what a step stands on, by what sampling found or, if it was not asked, by a search."""
    if not obligations(said):
        return None
    sampled = next((o for o in outcomes if o.method == "sampling"), None)
    found = sampling.footing(said) if sampled is None else sampling.footing_of(sampled)
    proved = any(o.method == "certificate" and o.outcome == "proved" for o in outcomes)
    return replace(found, defined=proved or certificate.is_defined(said))


def decide_step(statement: Statement, said: Said, task: Task) -> list[Outcome]:
    """Return what the asked methods say of a step, cheapest first.

    A later method never raises what an earlier one refuted, so all of them are kept.
    """
    label = f"{statement.id}:{said.name}"
    own = said.step.decided(said, Asked(task.methods, task.profile, task.seed, label))
    if own is not None or not obligations(said):
        return own or []
    methods = task.methods
    out = []
    if "symbolic" in methods:
        out.append(symbolic.decide(said))
    if "certificate" in methods:
        out.append(certificate.decide(said))
    if "sampling" in methods:
        count = sampling.COUNTS[task.profile]
        seed = step_seed(task.seed, statement.id, task.number)
        largest = sampling.LARGEST[task.profile]
        proved = {o.method for o in out if o.outcome == "proved"} == {"symbolic", "certificate"}
        descent = 0 if proved else sampling.DESCENT[task.profile]
        out.append(
            sampling.decide(
                statement, said, count=count, seed=seed, largest=largest, descent=descent
            )
        )
    return out


def failed(task: Task, reason: str, method: str = "symbolic") -> dict[str, Any]:
    """Return the result of a task that was cut off: inconclusive, with the reason."""
    if task.kind == "mutant":
        return {"outcomes": [], "mutants": [], "cut off": reason}
    outcome = Outcome("symbolic", "inconclusive", 0.0, {}, reason)
    return {"outcomes": [asdict(outcome)], "mutants": [], "cut off": reason}


def result_of(
    data: dict[str, Any],
) -> tuple[list[Outcome], list[MutantResult], Footing | None]:
    """Return outcomes, mutants and footing from plain data."""
    outcomes = [Outcome(**o) for o in data["outcomes"]]
    mutants = [MutantResult(**m) for m in data["mutants"]]
    footing = data.get("footing")
    return outcomes, mutants, None if footing is None else Footing(**footing)


OUTCOMES = [{"method": str, "outcome": str, "seconds": (int, float), "evidence": dict,
             "reason": str}]  # fmt: skip
MUTANTS = [{"name": str, "refuted": bool, "witness": dict, "step": str, "seconds": (int, float),
            "undefined": bool}]  # fmt: skip
FOOTING = {"instance": (dict, type(None)), "reason": str, "witness": dict, "defined": bool}


def are_outcomes(data: Any, task: Task) -> bool:
    """Return whether plain data is what methods that were asked say of a step, and its footing."""
    if not isinstance(data, dict):
        return False
    footing = type(None) if data.get("footing") is None else FOOTING
    return is_shaped(data, {"outcomes": OUTCOMES, "footing": footing}) and all(
        told["outcome"] in STRENGTH and told["method"] in task.methods for told in data["outcomes"]
    )


def are_mutants(data: Any, statement: Statement, task: Task) -> bool:
    """Return whether plain data is what became of the mutant, or of the step's twins, in order."""
    if not is_shaped(data, {"mutants": MUTANTS}):
        return False
    declared = statement.declared
    if task.kind == "mutant":
        asked = [declared.mutants[task.number].why]
    else:
        asked = [twin.why for twin in declared.said[task.number].step.twins]
    return [mutant["name"] for mutant in data["mutants"]] == asked


def checked_methods(methods: Sequence[str] | None) -> tuple[str, ...]:
    """Return the methods asked for; None means all of them."""
    for method in methods or ():
        if method not in METHODS:
            raise Mistake(f"--methods: {method!r} is not known; use {', '.join(METHODS)}")
    return tuple(methods) if methods else METHODS
