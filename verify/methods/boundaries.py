"""Instances moved to the boundary of what is assumed, and over that of what is claimed.

A comparison that is false only where others hold with equality is met by no instance drawn at
random. So one number of an instance is set such that a condition becomes an equation, another one
for the next condition, and a last one such that the claim fails by a little, wherever a gap depends
on a number linearly. Where equations are conditions, or assumed, all of that is one linear system
in the numbers of one thing. The assumptions are checked anew after every move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from random import Random
from typing import Any

import flint

from verify.language.conditions import Where, free_in, said_in
from verify.language.expressions import Relation
from verify.language.facts import Before, Equation, Fact
from verify.language.indices import Index
from verify.language.symbols import Family, Mask, Symbol, Thing
from verify.language.walk import Formula, free_indices, ordered, things
from verify.numerics.evaluate import gap_of, value
from verify.numerics.exact import Instance
from verify.numerics.holding import (
    condition_at_every,
    condition_truth,
    fact_things,
    fact_truth,
    placings,
)
from verify.numerics.number import Irrational, Truth, Undefined, Value, in_flint
from verify.numerics.rational_matrices import plain
from verify.numerics.solving import (
    Path,
    Wanted,
    entry_at,
    in_flint_all,
    moved_onto,
    paths_of,
    with_entry,
)
from verify.statements.assumption import Assumption, Condition
from verify.statements.obligations import Comparison, Equality, claim_indices

SLOTS = 8  # numbers that are tried for one condition
TURNED = 2  # choices of numbers whose signs are turned, at each instance
SHORT = (Fraction(1, 100), Fraction(1), Fraction(10))  # by how much a claim is to fail

SQUARES = tuple(Fraction(k**2, 4) for k in (1, 0, 2, 4, 6))  # of which roots are rational

Slot = tuple[Thing, Path]


@dataclass(frozen=True, eq=False)
class Bounds:
    """What an instance may be moved against: comparisons that are assumed, and facts to keep."""

    assumed: tuple[Relation, ...]
    facts: tuple[Fact, ...]
    equal: bool = False  # whether conditions are equations

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
    conditions = [
        fact
        for assumption in assumptions
        if isinstance(assumption.introduces, Condition)
        for fact in assumption.facts
    ]
    assumed = tuple(fact for fact in conditions if isinstance(fact, Relation))
    facts = tuple(fact for a in assumptions for fact in a.facts)
    return Bounds(assumed, facts, any(isinstance(fact, Equation) for fact in conditions))


def at_boundaries(
    claims: Sequence[Any], instance: Instance, bounds: Bounds, number: int
) -> Iterator[Instance]:
    """Yield the instance with conditions of a claim saturated, and then with the claim undercut.

    For an equality it is moved onto the equations that are its conditions; onto those that are of
    squares and of roots, one number at a time, for a comparison, too. And numbers that are compared
    are turned in sign: of x y > 0, simple numbers seldom show that both may be negative.

    Which ones, and by what, depends on `number` alone.
    """
    random = Random(number)
    for claim in claims:
        if isinstance(claim, Comparison):
            yield from _walk(claim, instance, bounds, random)
        elif isinstance(claim, Equality) and claim.where:
            yield from _moved_to_conditions(claim, instance, random)
        yield from _at_roots(claim, instance, bounds, random)
    yield from _turned(claims, instance, bounds, random)


def _turned(
    claims: Sequence[Any], instance: Instance, bounds: Bounds, random: Random
) -> Iterator[Instance]:
    """Yield the instance with some of the numbers that are compared turned in sign."""
    said = [said_in(c) for claim in claims for c in getattr(claim, "where", ())]
    compared = [*bounds.assumed, *(each for each in said if isinstance(each, Relation))]
    slots = [
        slot
        for slot in dict.fromkeys(slot for each in compared for slot in _slots(each, instance))
        if isinstance(slot[0], Symbol | Family) and slot[0].kind == "scalar"
    ]
    for _ in range(TURNED if slots else 0):
        found, turned = instance, random.sample(slots, random.randint(1, len(slots)))
        for slot in turned:
            found = _with(found, slot, -Fraction(entry_at(found.values[slot[0]], slot[1])))
        if all(bounds.allow(found, thing) for thing in {thing for thing, _ in turned}):
            yield found


def _at_roots(claim: Any, instance: Instance, bounds: Bounds, random: Random) -> Iterator[Instance]:
    """Yield the instance moved onto an equation that is quadratic in a number, or holds its root.

    Both solutions of x^2 = 1 are tried; and of x sqrt(x) = a, which no linear system solves, some
    squares for x, with a moved onto it.
    """
    places = list(placings(ordered(claim_indices(claim)), instance))
    if not places or not getattr(claim, "where", ()):
        return
    at = random.choice(places)
    said = [each for c in claim.where for each in condition_at_every(c, instance, at)]
    equal = [(each, here) for each, here in said if isinstance(each, Equation)]
    if not equal:
        return
    equation, here = random.choice(equal)
    sides = (equation.left, equation.right)
    slots = list(dict.fromkeys(slot for side in sides for slot in _slots(side, instance)))
    for slot in random.sample(slots, min(SLOTS, len(slots))):
        roots = _roots(sides, here, instance, slot)
        moved = [_with(instance, slot, root) for root in roots or ()]
        for square in SQUARES if roots is None else ():
            wanted = [Wanted((each.left, each.right), there) for each, there in equal]
            found = moved_onto(wanted, _with(instance, slot, square), random)
            moved += [] if found is None else [found[0]]
        yield from (each for each in moved if bounds.allow(each, slot[0]))


def _roots(
    sides: tuple[Any, Any], at: Mapping[Index, int], instance: Instance, slot: Slot
) -> list[Fraction] | None:
    """Return the rational numbers at which an equation holds that is quadratic in one number.

    None where it is no polynomial of degree 2 or less in it.
    """
    try:
        gaps = [
            Fraction(value(sides[0], there, at) - value(sides[1], there, at))
            for there in (_with(instance, slot, Fraction(k)) for k in range(4))
        ]
    except (Irrational, Undefined):
        return None
    except TypeError:  # vectors
        return []
    first = [b - a for a, b in pairwise(gaps)]
    second = [b - a for a, b in pairwise(first)]
    if second[0] != second[1]:
        return None
    if second[0] == 0:
        return []
    a, b, c = second[0] / 2, first[0] - second[0] / 2, gaps[0]
    inside = b * b - 4 * a * c
    over, under = inside.as_integer_ratio()
    if inside < 0 or isqrt(over * under) ** 2 != over * under:
        return []
    root = Fraction(isqrt(over * under), under)
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def _moved_to_conditions(claim: Equality, instance: Instance, random: Random) -> Iterator[Instance]:
    places = list(placings(ordered(claim_indices(claim)), instance))
    if not places:
        return
    at = random.choice(places)
    said = [each for c in claim.where for each in condition_at_every(c, instance, at)]
    equal = [Wanted((e.left, e.right), here) for e, here in said if isinstance(e, Equation)]
    found = moved_onto(equal, instance, random) if equal else None
    if found is not None:
        yield found[0]


def _walk(
    claim: Comparison, instance: Instance, bounds: Bounds, random: Random
) -> Iterator[Instance]:
    free = ordered(free_indices(claim.relation).union(*map(free_in, claim.where)))
    places = [at for at in placings(free, instance) if _in_order(claim.where, instance, at)]
    if not places:
        return
    at = random.choice(places)
    said = [each for c in claim.where for each in condition_at_every(c, instance, at)]
    compared = [(each, here) for each, here in said if isinstance(each, Relation)]
    compared += _anywhere(bounds, instance)
    random.shuffle(compared)
    compared = compared[: random.randint(0, len(compared))]
    weak = [(r, here) for r, here in compared if not r.strict and r.sign != "!="]
    gaps = [-random.choice(SHORT), *((Fraction(0),) if claim.relation.strict else ())]
    equal = [(each, here) for each, here in said if isinstance(each, Equation)]
    if equal or bounds.equal:
        wanted = [Wanted((each.left, each.right), here) for each, here in equal]
        yield from _solved_together(claim, at, wanted, weak, gaps, instance, random)
        return
    here, kept = instance, set[Slot]()
    for relation, where in weak:
        found = _moved(relation, where, Fraction(0), here, bounds, kept, random)
        if found is not None:
            here, slot = found
            kept.add(slot)
    if kept:
        yield here
    for gap in gaps:
        found = _moved(claim.relation, at, gap, here, bounds, kept, random)
        if found is not None:
            yield found[0]


def _in_order(conditions: Iterable[Where], instance: Instance, at: Mapping[Index, int]) -> bool:
    """Return whether indices stand in the order that conditions ask for."""
    return all(
        condition_truth(condition, instance, at) is Truth.TRUE
        for condition in conditions
        if isinstance(condition, Before)
    )


def _solved_together(
    claim: Comparison,
    at: Mapping[Index, int],
    equal: Sequence[Wanted],
    weak: Sequence[tuple[Relation, Mapping[Index, int]]],
    gaps: Sequence[Fraction],
    instance: Instance,
    random: Random,
) -> Iterator[Instance]:
    """Yield the instance moved onto equations, and onto them with the claim undercut.

    Where that cannot be with the comparisons as equations, too, it is tried without them.
    """
    saturated = [Wanted((r.left, r.right), here) for r, here in weak]
    found = moved_onto(equal, instance, random) if equal else None
    start = instance if found is None else found[0]
    if found is not None:
        yield start
    turned = -1 if claim.relation.sign in ("<=", "<") else 1
    for gap in gaps:
        undercut = Wanted((claim.relation.left, claim.relation.right), at, turned * gap)
        for wanted in ([*equal, *saturated, undercut], [*equal, undercut]):
            moved = moved_onto(wanted, start, random)
            if moved is not None:
                yield moved[0]
                break


def _anywhere(bounds: Bounds, instance: Instance) -> list[tuple[Relation, Mapping[Index, int]]]:
    """Return assumed comparisons at each place that their indices may take."""
    out: list[tuple[Relation, Mapping[Index, int]]] = []
    for relation in bounds.assumed:
        out += [(relation, at) for at in placings(ordered(free_indices(relation)), instance)]
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
    tried = random.sample(slots, min(SLOTS, len(slots)))
    exact = in_flint_all(instance)
    gap = _gap(relation, at, exact) if tried else None
    if gap is None:
        return None
    for slot in tried:
        by = _solution(relation, at, wanted, exact, gap, slot)
        if by is None:
            continue
        found = _with(instance, slot, Fraction(entry_at(instance.values[slot[0]], slot[1])) + by)
        if bounds.allow(found, slot[0]):
            return found, slot
    return None


def _slots(formula: Formula, instance: Instance) -> list[Slot]:
    """Return the rational numbers that the values of a formula's given things are made of."""
    mentioned = dict.fromkeys(thing for thing in things(formula) if not isinstance(thing, Mask))
    return [
        (instance.thing(thing), path)
        for thing in mentioned
        if isinstance(thing, Symbol | Family) and thing in instance
        for path in paths_of(instance[thing])
    ]


def _solution(
    relation: Relation,
    at: Mapping[Index, int],
    wanted: Fraction,
    exact: Instance,
    gap: Value,
    slot: Slot,
) -> Fraction | None:
    """Return by how much a number has to grow for a gap that is linear in it; None if it is not."""
    start = entry_at(exact.values[slot[0]], slot[1])
    after = _gap(relation, at, _with(exact, slot, start + 1))
    if after is None or after == gap:
        return None
    last = _gap(relation, at, _with(exact, slot, start + 2))
    if last is None or last - after != after - gap:
        return None
    return plain((in_flint(wanted) - gap) / (after - gap))


def _gap(relation: Relation, at: Mapping[Index, int], exact: Instance) -> Value | None:
    """Return a gap as a rational of FLINT, None where it has no rational value."""
    try:
        return flint.fmpq(value(gap_of(relation), exact, at))
    except (Irrational, Undefined):
        return None


def _with(instance: Instance, slot: Slot, number: Value) -> Instance:
    thing, path = slot
    return instance.of_values(
        {**instance.values, thing: with_entry(instance.values[thing], path, number)}
    )
