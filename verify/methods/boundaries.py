"""Instances moved to the boundary of what is assumed, and over that of what is claimed.

A comparison that is false only where others hold with equality is met by no instance drawn at
random. So one number of an instance is set such that a condition becomes an equation, another one
for the next condition, and a last one such that the claim fails by a little, wherever a gap depends
on a number linearly. The assumptions are checked anew after every move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from verify.language.conditions import Where, free_in
from verify.language.expressions import Relation
from verify.language.facts import Fact
from verify.language.indices import Index
from verify.language.symbols import Family, Mask, Symbol, Thing
from verify.language.walk import free_indices, ordered, things
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, fact_things, fact_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.statements.assumption import Assumption, Condition
from verify.statements.obligations import Comparison

SLOTS = 8  # numbers that are tried for one condition
SHORT = (Fraction(1, 100), Fraction(1), Fraction(10))  # by how much a claim is to fail

Path = tuple[int, ...]
Slot = tuple[Thing, Path]


@dataclass(frozen=True, eq=False)
class Bounds:
    """What an instance may be moved against: comparisons that are assumed, and facts to keep."""

    assumed: tuple[Relation, ...]
    facts: tuple[Fact, ...]

    def allow(self, instance: Instance, thing: Thing) -> bool:
        """Return whether every fact about a thing holds."""
        about = (fact for fact in self.facts if _mentions(fact, thing, instance))
        try:
            return all(fact_truth(fact, instance) is Truth.TRUE for fact in about)
        except (Undefined, Irrational):
            return False


def _mentions(fact: Fact, thing: Thing, instance: Instance) -> bool:
    named = (part for part in fact_things(fact) if not isinstance(part, Index))
    return any(instance.thing(part) is thing for part in named)


def bounds_of(assumptions: Sequence[Assumption[Any]]) -> Bounds:
    """Return the comparisons that assumptions are conditions by, and the facts about each thing."""
    assumed = tuple(
        fact
        for assumption in assumptions
        if isinstance(assumption.introduces, Condition)
        for fact in assumption.facts
        if isinstance(fact, Relation)
    )
    return Bounds(assumed, tuple(fact for a in assumptions for fact in a.facts))


def at_boundaries(
    claims: Sequence[Any], instance: Instance, bounds: Bounds, number: int
) -> Iterator[Instance]:
    """Yield the instance with conditions of a claim saturated, and then with the claim undercut.

    Which ones, and by what, depends on `number` alone.
    """
    random = Random(number)
    for claim in claims:
        if isinstance(claim, Comparison):
            yield from _walk(claim, instance, bounds, random)


def _walk(
    claim: Comparison, instance: Instance, bounds: Bounds, random: Random
) -> Iterator[Instance]:
    free = ordered(free_indices(claim.relation).union(*map(free_in, claim.where)))
    places = list(assignments(free, instance))
    if not places:
        return
    at, here, kept = random.choice(places), instance, set[Slot]()
    conditions = [*_at_every(claim.where, instance, at), *_anywhere(bounds, instance)]
    random.shuffle(conditions)
    for relation, where in conditions[: random.randint(0, len(conditions))]:
        if relation.strict or relation.sign == "!=":
            continue
        found = _moved(relation, where, Fraction(0), here, bounds, kept, random)
        if found is not None:
            here, slot = found
            kept.add(slot)
    if kept:
        yield here
    gaps = [-random.choice(SHORT), *((Fraction(0),) if claim.relation.strict else ())]
    for gap in gaps:
        found = _moved(claim.relation, at, gap, here, bounds, kept, random)
        if found is not None:
            yield found[0]


def _at_every(
    conditions: Sequence[Where], instance: Instance, at: Mapping[Index, int]
) -> list[tuple[Relation, Mapping[Index, int]]]:
    out: list[tuple[Relation, Mapping[Index, int]]] = []
    for condition in conditions:
        if isinstance(condition, Relation):
            out.append((condition, at))
        else:
            size = instance.size(condition.index.sort)
            out += [(condition.relation, {**at, condition.index: k}) for k in range(size)]
    return out


def _anywhere(bounds: Bounds, instance: Instance) -> list[tuple[Relation, Mapping[Index, int]]]:
    """Return assumed comparisons at each place that their indices may take."""
    out: list[tuple[Relation, Mapping[Index, int]]] = []
    for relation in bounds.assumed:
        out += [(relation, at) for at in assignments(ordered(free_indices(relation)), instance)]
    return out


# ------------------------------------------------------------------ one number at a time


def _moved(
    relation: Relation,
    at: Mapping[Index, int],
    wanted: Fraction,
    instance: Instance,
    bounds: Bounds,
    kept: set[Slot],
    random: Random,
) -> tuple[Instance, Slot] | None:
    """Return the instance with one number changed so that a gap is as wanted, and which it was."""
    slots = [s for s in _slots(relation, instance) if s not in kept]
    for slot in random.sample(slots, min(SLOTS, len(slots))):
        found = _solved(relation, at, wanted, instance, slot)
        if found is not None and bounds.allow(found, slot[0]):
            return found, slot
    return None


def _slots(relation: Relation, instance: Instance) -> list[Slot]:
    """Return the rational numbers that the values of a relation's given things are made of."""
    mentioned = dict.fromkeys(thing for thing in things(relation) if not isinstance(thing, Mask))
    return [
        (instance.thing(thing), path)
        for thing in mentioned
        if isinstance(thing, Symbol | Family) and thing in instance
        for path in _paths(instance[thing])
    ]


def _paths(found: Any) -> Iterator[Path]:
    if isinstance(found, list):
        for place, part in enumerate(found):
            yield from ((place, *path) for path in _paths(part))
    elif isinstance(found, int | Fraction):
        yield ()


def _solved(
    relation: Relation, at: Mapping[Index, int], wanted: Fraction, instance: Instance, slot: Slot
) -> Instance | None:
    """Return the instance at which a gap that is linear in one number is as wanted, or None."""
    thing, path = slot
    start = Fraction(_entry(instance.values[thing], path))
    try:
        gaps = [
            Fraction(value(relation.gap, _with(instance, slot, start + step), at))
            for step in (0, 1, 2)
        ]
    except (Irrational, Undefined):
        return None
    slope = gaps[1] - gaps[0]
    if slope == 0 or gaps[2] - gaps[1] != slope:
        return None
    return _with(instance, slot, start + (wanted - gaps[0]) / slope)


def _entry(found: Any, path: Path) -> Any:
    for place in path:
        found = found[place]
    return found


def _with(instance: Instance, slot: Slot, number: Fraction) -> Instance:
    thing, path = slot
    values = {**instance.values, thing: _replaced(instance.values[thing], path, number)}
    return replace(instance, values=values)


def _replaced(found: Any, path: Path, number: Fraction) -> Any:
    if not path:
        return number
    place, *rest = path
    return [
        _replaced(part, tuple(rest), number) if k == place else part for k, part in enumerate(found)
    ]
