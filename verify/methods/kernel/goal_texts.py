"""Goals for Coq kept as text by their statement's content: to make them takes longer than to read.

What Coq answers is kept elsewhere, by the text of a goal. A step whose author left a reason to be
found is not kept: its goals depend on what was found, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.methods.attained import posed
from verify.methods.kernel.goals import Goal
from verify.processes.store import is_shaped, store
from verify.statements.addresses import content_hash
from verify.statements.obligations import Comparison
from verify.statements.statement import Statement
from verify.statements.step import Said

GOAL = {"name": str, "text": str, "script": str, "requires": [str]}
MADE = {"place": int, "reason": str, "goals": [GOAL]}
Made = tuple[tuple[Goal, ...], str]  # the goals of a step, and why there are none, or not all


def kept_goals(statement: Statement) -> dict[int, Made | None]:
    """Return the goals of a statement's steps that are kept, {place: goals}, None for no claim."""
    key = _key(statement)
    found = store().read(key, lambda told: _is_right(told, statement)) if key else None
    return {} if found is None else {one["place"]: _made(one) for one in found}


def keep_goals(statement: Statement, made: Mapping[int, Made | None]) -> None:
    """Keep the goals of steps, of those that depend on nothing but the statement."""
    said = statement.declared.said
    told = [_told(place, one) for place, one in made.items() if not _is_searched(said[place])]
    key = _key(statement)
    if key and told:
        store().write(key, told)


def _key(statement: Statement) -> str:
    content = content_hash(statement)
    return f"goals {content}" if content else ""


def _is_searched(said: Said) -> bool:
    return any(isinstance(one, Comparison) and one.because is None for one in posed(said))


def _told(place: int, made: Made | None) -> dict[str, Any]:
    if made is None:
        return {"place": place}
    goals = [{name: getattr(one, name) for name in GOAL} for one in made[0]]
    return {"place": place, "reason": made[1], "goals": goals}


def _made(told: Mapping[str, Any]) -> Made | None:
    if "goals" not in told:
        return None
    goals = tuple(Goal(**{**one, "requires": tuple(one["requires"])}) for one in told["goals"])
    return goals, told["reason"]


def _is_right(told: Any, statement: Statement) -> bool:
    if not isinstance(told, list):
        return False
    known = range(len(statement.declared.said))
    shaped = (is_shaped(one, MADE) or is_shaped(one, {"place": int}) for one in told)
    return all(shaped) and all(one["place"] in known for one in told)
