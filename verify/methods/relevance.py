"""Which assumptions an instance of a step has to be drawn from: those its formulas are tied to.

A proof collects assumptions as it goes on, and a late step would draw all of them. What a step's
formulas do not mention, directly or through other assumptions, has no influence on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import constants, fact_indices, sides
from verify.language.indices import SIZE_NAMES, Index
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol
from verify.language.walk import Formula, free_indices, nodes, things
from verify.numerics.exact import Instance, Sizes
from verify.numerics.holding import growing_instances, kept_apart
from verify.statements.assumption import Assumption, Condition, introduced
from verify.statements.step import Said

SIZES = frozenset(SIZE_NAMES)  # by the sorts whose sizes they are


def relevant(said: Said, assumptions: Sequence[Assumption[Any]]) -> list[Assumption[Any]]:
    """Return the assumptions that a step depends on, in their order; all of them if in doubt."""
    if not said.step.says_all:
        return list(assumptions)
    return list(_connected(said, tuple(assumptions)))


@lru_cache(maxsize=64)
def _connected(said: Said, assumptions: tuple[Assumption[Any], ...]) -> tuple[Assumption[Any], ...]:
    """Return the same, found once for all that asks of one step after the other."""
    return tuple(connected(said.step.formulas(), assumptions))


def is_completed(said: Said, instance: Instance) -> bool:
    """Return whether an instance of the relevant assumptions is part of one of all of them.

    The others share its sizes alone, and may exclude each other at some of them.
    """
    every = said.assumptions
    if len(relevant(said, every)) == len(every):
        return True
    return _can_be_met(every, instance.tokens, instance.dimension, instance.heads)


@lru_cache(maxsize=256)
def _can_be_met(
    every: tuple[Assumption[Any], ...], tokens: int, dimension: int, heads: int
) -> bool:
    sizes = Sizes((tokens, tokens), (dimension, dimension), (heads, heads))
    return next(growing_instances(every, sizes=sizes), None) is not None


def connected(
    parts: Iterable[Any], assumptions: Sequence[Assumption[Any]], *, drawn: bool = True
) -> list[Assumption[Any]]:
    """Return the assumptions that formulas and given things are tied to, in their order.

    Where values are not `drawn` but given, what restricts nothing has no say in them.
    """
    tied = set(introduced(iter(assumptions)))  # other indices tie nothing together
    tied |= constants(fact for a in assumptions for fact in a.facts)
    needed: set[Any] = set(SIZES)  # whatever the formulas mention, there are tokens
    needed |= _named(parts) & tied
    left = dict(enumerate(assumptions))
    while True:
        found = [k for k, a in left.items() if not needed.isdisjoint(_decides(a, tied, drawn))]
        if not found:
            return [a for k, a in enumerate(assumptions) if k not in left]
        for k in found:
            assumption = left.pop(k)
            needed |= (_decides(assumption, tied, drawn) | _mentions(assumption)) & (tied | SIZES)


def _decides(assumption: Assumption[Any], tied: set[Any], drawn: bool) -> set[Any]:
    """Return what an assumption has a say in: what it draws, and what it is a condition on.

    One that keeps indices apart has it in how many there are.
    """
    own = set(introduced(iter([assumption])))
    if drawn or assumption.restricts:
        own |= _named(assumption.redraws)
    if isinstance(assumption.introduces, Condition):
        own |= _mentions(assumption)
    own |= {k.sort for fact in kept_apart(assumption.facts) for k in fact_indices(fact)}
    return own & (tied | SIZES)


def _mentions(assumption: Assumption[Any]) -> set[Any]:
    found = _named(assumption.about.values())
    for fact in assumption.facts:
        found |= _named(sides(fact)) | fact_indices(fact)
    return found


def _in_formula(formula: Formula) -> set[Any]:
    sizes = {node.args[0] for node in nodes(formula) if node.op == "size"}
    return set(things(formula)) | free_indices(formula) | sizes


def _named(values: Iterable[Any]) -> set[Any]:
    """Return what ties in what an assumption is told with: things, indices, sizes."""
    found: set[Any] = set()
    for value in values:
        if isinstance(value, list | tuple):
            found |= _named(value)
        elif isinstance(value, Scalar | Vector | Operator | Relation):
            found |= _in_formula(value)
        elif isinstance(value, Symbol | OperatorSymbol | Family | Mask | Index):
            found.add(value)
    return found
