"""Largest and least values as the values at an index where they are attained.

The largest of finitely many f(j) is f(m) for an m with f(j) <= f(m) for every j. So a claim about
it holds if it holds of f(m) for every such m, and that is what the methods that prove are given.
Instances are compared with the claim as it is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from verify.language.conditions import Every, formulas_in, said_in
from verify.language.expressions import Expression, Relation, Scalar
from verify.language.facts import Equation, fact_indices, sides
from verify.language.indices import Index, Range
from verify.language.serialise import Serialiser
from verify.language.substituting import substituted
from verify.language.walk import free_indices, nodes, rebuilt
from verify.statements.obligations import Comparison, Equality, Obligation, claim_indices
from verify.statements.step import Said, facts_of, obligations

EXTREMES = ("largest", "least")
MOVING = ("rate", "differential", "at")  # where an extreme value is not the one that is here


@dataclass(frozen=True, eq=False)
class Extreme:
    """An extreme value as it is written, its value at an index, and that none is beyond that."""

    written: Scalar
    value: Scalar
    condition: Every


def posed(said: Said) -> tuple[Obligation, ...]:
    """Return what a step obliges one to prove, extreme values as values at an index.

    Each claim has the place of its own in `obligations(said)`, and is made of that very one.
    """
    return _posed(said, tuple(obligations(said)))


@lru_cache(maxsize=16)
def _posed(said: Said, claims: tuple[Obligation, ...]) -> tuple[Obligation, ...]:
    return tuple(_attained(said, claim) for claim in claims)


def as_written(formula: Scalar, said: Said, claim: Obligation) -> Scalar:
    """Return a formula about a posed claim in the words of the claim as it is written."""
    back = {_key(x.value): x.written for x in _extremes(said, claim)}
    return _exchanged(formula, back) if back else formula


def indices_of(said: Said, claim: Obligation) -> dict[str, Scalar]:
    """Return the names of indices where extreme values of a claim are attained, with these."""
    own = claim_indices(claim)
    return {k.name: x.written for x in _extremes(said, claim) for k in free_indices(x.value) - own}


def _attained(said: Said, claim: Obligation) -> Obligation:
    if not isinstance(claim, Comparison | Equality):
        return claim
    found = _extremes(said, claim)
    if not found:
        return claim
    values = {_key(x.written): x.value for x in found}
    where = [_said_of(condition, values) for condition in claim.where]
    where += [_said_of(fact, values) for fact in _about_extremes(said)]
    conditions = (*where, *(x.condition for x in found))
    if isinstance(claim, Equality):
        left, right = _exchanged(claim.left, values), _exchanged(claim.right, values)
        return replace(claim, left=left, right=right, where=conditions)
    relation: Any = _said_of(claim.relation, values)
    because = None if claim.because is None else _exchanged(claim.because, values)
    return replace(claim, relation=relation, because=because, where=conditions)


@lru_cache(maxsize=1024)  # an index is itself alone: asked again, it has to be the same
def _extremes(said: Said, claim: Obligation) -> tuple[Extreme, ...]:
    """Return the extreme values of a claim, and of what is assumed, that have a place each."""
    formulas = list[Any]()
    if isinstance(claim, Equality):
        formulas = [claim.left, claim.right]
    elif isinstance(claim, Comparison):
        formulas = [claim.relation.left, claim.relation.right]
        formulas += [] if claim.because is None else [claim.because]
    if isinstance(claim, Comparison | Equality):
        for condition in claim.where:
            formulas += formulas_in(condition)
        for fact in _about_extremes(said):
            formulas += sides(fact)
    own = claim_indices(claim)
    written = {_key(e): e for f in formulas for e in _within(f) if free_indices(e) <= own}
    if not written:
        return ()
    seen = (k for f in formulas for e in nodes(f) for k in e.args if isinstance(k, Index))
    taken = {k.name for k in own}.union(k.name for k in seen)
    return tuple(_placed(e, taken) for e in written.values())


def _about_extremes(said: Said) -> list[Relation | Equation]:
    """Return the facts about extreme values of given things."""
    return [
        fact
        for fact in facts_of(said)
        if isinstance(fact, Relation | Equation) and not fact_indices(fact)
        if any(True for side in sides(fact) for _ in _within(side))
    ]


def _within(e: Any) -> Iterator[Scalar]:
    """Yield the extreme values in a formula that are taken over all indices of a set."""
    if e.op in EXTREMES and all(k.over.kind == "all" and not k.over.without for k in e.args[1:]):
        yield e
    elif e.op not in MOVING:
        for part in e.args:
            if isinstance(part, Expression):
                yield from _within(part)


def _placed(e: Scalar, taken: set[str]) -> Extreme:
    """Return an extreme value with an index, of a name of its own, where it is attained."""
    body, *bound = e.args
    stem = "top" if e.op == "largest" else "low"
    places, every = dict[Any, Any](), dict[Any, Any]()
    for k in bound:
        name = next(x for x in _names(stem) if x not in taken)
        taken.add(name)
        places[k], every[k] = Index(name, Range(k.sort)), Index(k.name or "j", Range(k.sort))
    value, other = substituted(body, places), substituted(body, every)
    says = other <= value if e.op == "largest" else other >= value
    return Extreme(e, value, Every(tuple(every.values()), says))


def _names(stem: str) -> Iterable[str]:
    return (stem, *(f"{stem}_{n}" for n in range(1, 99)))


def _key(e: Scalar) -> str:
    """Return the same text for formulas that differ by names of bound indices alone."""
    names = {k: f"{k.name} {id(k)}" for k in free_indices(e)}
    return json.dumps(Serialiser().term(e, names))


def _said_of(said: Any, values: Mapping[str, Scalar]) -> Any:
    """Return a condition with values in the place of formulas."""
    if isinstance(said, Every):
        return replace(said, says=_said_of(said_in(said), values))
    if isinstance(said, Relation):
        left, right = (_exchanged(side, values) for side in (said.left, said.right))
        return Relation(left, said.sign, right)
    if isinstance(said, Equation):
        return Equation(*(_exchanged(side, values) for side in (said.left, said.right)))
    return said


def _exchanged(e: Any, values: Mapping[str, Scalar]) -> Any:
    """Return a formula with values in the place of others; what has none is left as it is."""
    if isinstance(e, Scalar) and (found := values.get(_key(e))) is not None:
        return found
    if e.op in MOVING or not any(isinstance(part, Expression) for part in e.args):
        return e
    if e.op == "abbreviation":
        body = _exchanged(e.args[1], values)
        return e if body is e.args[1] else body
    if e.op == "inner" and e.args[0] is e.args[1]:  # a square remains evidently one
        of = _exchanged(e.args[0], values)
        return e if of is e.args[0] else type(e)("inner", of, of)
    made = rebuilt(e, lambda part: _exchanged(part, values), lambda x: x)
    same = all(x is y for x, y in zip(made.args, e.args, strict=True))
    return e if same else made
