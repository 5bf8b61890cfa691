"""Conditions of a step: comparisons, equations, orders of two indices, or one for all indices."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import GeneratorType
from typing import Any

from verify.language.decisions import refuse_decisions
from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Equation, Fact, fact_indices, sides
from verify.language.indices import SIZE_NAMES, Index, Range, Sort
from verify.language.mistakes import Mistake
from verify.language.names import check_letters
from verify.language.words import opened, same

Compared = Relation | Equation


@dataclass(frozen=True, eq=False)
class Every:
    """A condition for every token (or head, or mode), or for every pair of them."""

    indices: tuple[Index, ...]
    says: Compared


Said = Compared | Before
Where = Said | Every


def every(
    says: Callable[..., Compared] | Iterable[Compared],
    over: Sort | Range | Sequence[Sort | Range] = "tokens",
) -> Every:
    """Return a condition for every index, `every(u[j] <= u[i] for j in tokens)`.

    Or `every(lambda j: u[j] <= u[i])`, and for every pair, equal ones included,
    `every(lambda j, k: equals(w[j, k], w[k, j]))`; `over` are the sets that the indices of a lambda
    run over, `modes` or "modes", where they are not all tokens. Raises Mistake for what is no
    comparison.
    """
    if inspect.isgenerator(says):
        return _comprehended(says)
    if not callable(says):
        raise Mistake(f"every(...) needs a comparison, not {_instead(says)}")
    parameters = inspect.signature(says).parameters.values()
    names = [p.name for p in parameters if p.default is p.empty]
    for name in names:
        check_letters(name)
    one = isinstance(over, str | Range)
    sorts = [_sort(x) for x in ([over] * max(1, len(names)) if one else _listed(over))]
    for sort in sorts:
        if sort not in SIZE_NAMES:
            raise Mistake(
                f"every(over=...) must be 'tokens', 'heads' or 'modes', not {sort!r}; "
                "restrict the set with a condition, as in where=[precedes(i, j)]"
            )
    if len(sorts) != len(names):
        raise Mistake(
            f"every(...): the lambda takes {len(names)} indices, but over= names {len(sorts)} sets"
        )
    indices = tuple(Index(name, Range(sort)) for name, sort in zip(names, sorts, strict=True))
    return _checked(indices, says(*indices))


def _comprehended(terms: GeneratorType[Any, Any, Any]) -> Every:
    """Return a condition for every index of a comprehension."""
    refuse_decisions("every", terms.gi_code, comparing=False)
    said, indices = opened("every", terms)
    for k in indices:
        if k.over.kind != "all" or k.over.without or k.sort not in SIZE_NAMES:
            raise Mistake(
                f"every(... for {k.name} in ...) ranges over all tokens, heads or modes; "
                "restrict the set with a condition, as in where=[precedes(i, j)]"
            )
        object.__setattr__(k, "bound", False)  # a condition is about it as about a free one
    return _checked(tuple(indices), said)


def _checked(indices: tuple[Index, ...], said: object) -> Every:
    if not isinstance(said, Relation | Equation):
        raise Mistake(f"every(...) needs a comparison, not {_instead(said)}")
    return Every(indices, said)


def _sort(over: Any) -> Any:
    """Return the sort of a whole set, which may be written as the set or as its name."""
    whole = isinstance(over, Range) and over.kind == "all" and not over.without
    return over.sort if whole else over


def _listed(over: object) -> list[Sort]:
    return list(over) if isinstance(over, list | tuple) else [over]  # type: ignore[list-item]


def _instead(said: object) -> str:
    """Return what was said in the place of a comparison, and what to write."""
    if isinstance(said, Every):
        return (
            "another every(...); write it for every pair, every(lambda i, j: ...), or assume "
            "it with that(...)"
        )
    if isinstance(said, Before):
        return "an order of indices; write it as a separate condition in where="
    return f"{said!r}; write it as in every(u[j] <= u[i] for j in tokens), or with equals(...)"


def checked_where(word: str, conditions: Sequence[object]) -> tuple[Where, ...]:
    """Return conditions as a step takes them. Raises Mistake for what is none."""
    if not isinstance(conditions, list | tuple):
        raise Mistake(f"{word}(where=...) must be a list; write where=[{conditions!r}]")
    for each in conditions:
        if not isinstance(each, Relation | Equation | Before | Every):
            raise Mistake(
                f"{word}(where=...) takes conditions, such as u[i] >= 0, equals(a, b), "
                f"precedes(i, j) or every(lambda j: ...), not {each!r}"
            )
    return tuple(conditions)


def said_in(condition: Where) -> Said:
    """Return what a condition says, of one index or of every one."""
    return condition.says if isinstance(condition, Every) else condition


def own_indices(condition: Where) -> tuple[Index, ...]:
    """Return the indices that a condition is about for all their values."""
    return condition.indices if isinstance(condition, Every) else ()


def free_in(condition: Where) -> frozenset[Index]:
    """Return the indices that a condition leaves free."""
    return fact_indices(said_in(condition)).difference(own_indices(condition))


def formulas_in(condition: Where) -> tuple[Scalar | Vector | Operator, ...]:
    """Return the formulas of a condition; an order of indices is told by one that mentions both."""
    said = said_in(condition)
    return (same(said.first, said.second),) if isinstance(said, Before) else sides(said)


def facts_in(condition: Where) -> tuple[Fact, ...]:
    """Return a condition as facts: of indices in order, that they differ, too."""
    said = said_in(condition)
    return (Distinct(said.first, said.second), said) if isinstance(said, Before) else (said,)


def is_of_equality(condition: Where) -> bool:
    """Tell a condition that says what is equal, or which index is which, from a comparison."""
    return not isinstance(said_in(condition), Relation)
