"""Conditions: a comparison, or one for every index."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from verify.language.expressions import Relation
from verify.language.indices import Index, Range, Sort
from verify.language.mistakes import Mistake
from verify.language.walk import free_indices


@dataclass(frozen=True, eq=False)
class Every:
    """A condition for every token (or head, or mode): `every(lambda j: u[j] <= u[i])`."""

    index: Index
    relation: Relation


def every(says: Callable[[Index], Relation], over: Sort = "tokens") -> Every:
    """Return a condition that holds for every index. Raises Mistake for what is no comparison."""
    index = Index(next(iter(inspect.signature(says).parameters), "each"), Range(over))
    said: object = says(index)
    if not isinstance(said, Relation):
        got = "another every(...)" if isinstance(said, Every) else repr(said)
        raise Mistake(
            f"every(...) is of a comparison, and got {got}; assume one about every pair with "
            "that(...)"
        )
    return Every(index, said)


Where = Relation | Every


def relation_in(condition: Where) -> Relation:
    """Return the comparison that a condition makes, of one index or of every one."""
    return condition.relation if isinstance(condition, Every) else condition


def free_in(condition: Where) -> frozenset[Index]:
    """Return the indices that a condition leaves free."""
    if isinstance(condition, Relation):
        return free_indices(condition)
    return free_indices(condition.relation) - {condition.index}
