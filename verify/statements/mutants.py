"""False twins of assumptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verify.language.mistakes import Mistake
from verify.statements.assumption import Assumption
from verify.statements.exact_values import exact_values


@dataclass(frozen=True, eq=False)
class Mutant:
    """A false twin of an assumption: dropped, or replaced by a weaker or wrong one."""

    why: str
    drop: Any
    assume: Assumption[Any] | None = None
    place: str = ""
    at: Mapping[Any, Any] | None = None


def mutant(
    why: str,
    *,
    drop: Any,
    assume: Assumption[Any] | None = None,
    at: Mapping[Any, Any] | None = None,
) -> Mutant:
    """Return a mutant: without the assumption `drop`, with `assume` in its place if given.

    `at` is an instance at which a step fails then.
    """
    if drop is None:
        raise Mistake(f"the mutant {why!r} drops nothing; pass a result of given(...)")
    values = None if at is None else exact_values(f"the mutant {why!r}", at)
    return Mutant(why, drop, assume, at=values)
