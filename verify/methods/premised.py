"""Instances at which the premises of a claim hold, moved onto those that are equations.

What is drawn seldom meets an equation, and of a premise that fails a claim says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Equation
from verify.language.mistakes import Mistake
from verify.methods.affine import deciding_values
from verify.numerics.exact import Instance
from verify.numerics.holding import fact_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.numerics.solving import Wanted, moved_onto, wanted_everywhere
from verify.statements.assumption import Assumption, introduced
from verify.statements.claims import Claim
from verify.statements.propositions import Joined, Proposition, Quantified, Throughout, speaks_of

Premise = Relation | Equation | Quantified
"""A comparison, or equations that hold for all values of what they quantify."""


@lru_cache(maxsize=64)
def premises_of(claimed: Claim) -> tuple[tuple[Premise, ...], ...]:
    """Return what each part of a claim presupposes of the start, for parts that do."""
    found = (tuple(_leading(part)) for part in claimed.propositions)
    return tuple(premises for premises in found if premises)


def _leading(said: Proposition) -> Iterator[Premise]:
    if isinstance(said, Joined) and said.word == "if":
        premise, conclusion = said.parts
        yield from _presupposed(premise)
        yield from _leading(conclusion)
    elif isinstance(said, Quantified) and isinstance(said.over, tuple):
        yield from _leading(said.body) if said.every else ()
    elif isinstance(said, Quantified):  # premises of what is chosen later are no premises yet
        own = {*introduced([said.over])}  # type: ignore[list-item]
        yield from (one for one in _leading(said.body) if not speaks_of(one, own))


def _presupposed(said: Proposition) -> Iterator[Premise]:
    if isinstance(said, Relation | Equation):
        yield said
    elif isinstance(said, Joined) and said.word == "and":
        for part in said.parts:
            yield from _presupposed(part)
    elif isinstance(said, Throughout) and said.at_start:
        yield from _presupposed(said.body)
    elif isinstance(said, Quantified) and said.every:
        if isinstance(said.over, tuple):
            yield from _presupposed(said.body)
        elif isinstance(said.body, Equation):
            yield said


def met(
    premises: Sequence[Premise], instance: Instance, seed: int, *, barely: bool = False
) -> Instance | None:
    """Return an instance that certainly meets premises, numbers of its things moved if need be.

    Nothing that the instance assumes is lost. Where inequalities are to hold `barely` they are
    equations if they can be. None if no way of moving it is found.
    """
    try:
        return _moved(premises, instance, Random(seed), barely)
    except (Undefined, Irrational, Mistake):  # Mistake: a premise speaks of a time, or of an orbit
        return None


def _moved(
    premises: Sequence[Premise], instance: Instance, random: Random, barely: bool
) -> Instance | None:
    wanted: list[Wanted] = []
    for premise in premises:
        if isinstance(premise, Relation) and not (barely and premise.sign in ("<=", ">=")):
            continue
        more = _wanted(premise, instance)
        if not any(gap != 0 for each in more for gap in each.gaps(instance)):
            wanted += more
            continue
        found = moved_onto([*wanted, *more], instance, random)
        if found is None and isinstance(premise, Relation):
            continue
        if found is None:
            return None
        wanted += more
        there, thing = found
        instance = replace(instance, values=dict(instance.values), factors=dict(instance.factors))
        instance[thing] = there.values[thing]
    relations = [premise for premise in premises if isinstance(premise, Relation)]
    known = all(fact_truth(relation, instance) is Truth.TRUE for relation in relations)
    return instance if known else None


def _wanted(premise: Premise, instance: Instance) -> list[Wanted]:
    if isinstance(premise, Relation):
        premise = Equation(premise.left, premise.right)
    if isinstance(premise, Equation):
        return wanted_everywhere(premise, instance)
    return [
        replace(each, where=values)
        for values in _deciding(premise, instance)
        for each in wanted_everywhere(premise.body, instance)  # type: ignore[arg-type]
    ]


def _deciding(premise: Quantified, instance: Instance) -> Sequence[Mapping[Any, Any]]:
    """Return values at which equations hold only if they hold for all. Raises Undefined."""
    values = deciding_values(premise, instance) if isinstance(premise.over, Assumption) else None
    if values is None:
        raise Undefined("it is not known to be affine in what it quantifies")
    return values
