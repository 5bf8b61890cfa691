"""Which assumptions an instance of a step has to be drawn from: those its formulas are tied to.

A proof collects assumptions as it goes on, and a late step would draw all of them. What a step's
formulas do not mention, directly or through other assumptions, has no influence on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verify.language.expressions import Operator, Scalar, Vector
from verify.language.indices import Index
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol
from verify.language.walk import free_indices, things
from verify.numerics.holding import fact_things
from verify.statements.assumption import Assumption, Condition
from verify.statements.declaring import Said, formulas, introduced
from verify.statements.steps import Identity, Inequality


def relevant(said: Said, assumptions: Sequence[Assumption[Any]]) -> list[Assumption[Any]]:
    """Return the assumptions that a step depends on, in their order; all of them if in doubt."""
    if not isinstance(said.step, Identity | Inequality):
        return list(assumptions)
    given = set(introduced(iter(assumptions)))  # an index that is not, ties nothing together
    needed: set[Any] = set()
    for formula in formulas(said.step):
        needed |= set(things(formula)) | (free_indices(formula) & given)
    left = dict(enumerate(assumptions))
    while True:
        found = [k for k, a in left.items() if not needed.isdisjoint(_decides(a) & given)]
        if not found:
            return [a for k, a in enumerate(assumptions) if k not in left]
        for k in found:
            assumption = left.pop(k)
            needed |= (_decides(assumption) | _mentions(assumption)) & given


def _decides(assumption: Assumption[Any]) -> set[Any]:
    """Return what an assumption has a say in: what it draws, and what it is a condition on."""
    own = set(introduced(iter([assumption]))) | _named(assumption.redraws)
    return own | _mentions(assumption) if isinstance(assumption.introduces, Condition) else own


def _mentions(assumption: Assumption[Any]) -> set[Any]:
    found = _named(assumption.about.values())
    for fact in assumption.facts:
        found |= fact_things(fact)
    return found


def _named(values: Iterable[Any]) -> set[Any]:
    """Return the given things in what an assumption is told with: things, formulas, lists."""
    found: set[Any] = set()
    for value in values:
        if isinstance(value, list | tuple):
            found |= _named(value)
        elif isinstance(value, Scalar | Vector | Operator):
            found |= set(things(value)) | free_indices(value)
        elif isinstance(value, Symbol | OperatorSymbol | Family | Mask | Index):
            found.add(value)
    return found
