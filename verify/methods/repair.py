"""Instances repaired: moved onto the equations that are conditions, and to where a claim may fail.

What is drawn at random meets an equation by chance at most, and seldom a case at the edge of a
formula. Equations at one place of their indices are solved for the numbers of one given thing:
- the conditions of a claim; with them, for a comparison, that it fails by 1, or just so where it
  is strict;
- corners of counting, where a formula changes its case: C(0, 0), 0^0, a sum of no terms;
- what divides is moved to 0, what is rooted below it: there a formula may have no value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from verify.language.expressions import Expression, Relation, Scalar, Sign, as_scalar
from verify.language.facts import Equation, sides
from verify.language.indices import Index
from verify.language.replacing import bounds
from verify.language.walk import free_indices, nodes, ordered, things
from verify.methods.isolated import with_equations
from verify.methods.kernel.definedness import Definedness, conditions, known_from
from verify.numerics.exact import GrowingDraw, Instance, Sizes, Unlucky
from verify.numerics.holding import (
    assignments,
    condition_at_every,
    draw_instance,
    placings,
    relation_truth,
)
from verify.numerics.number import Irrational, Truth, Undefined
from verify.numerics.solving import Wanted, moved_onto
from verify.statements.assumption import Assumption, introduced
from verify.statements.obligations import Comparison, Equality, Obligation, claim_indices

TRIES = 60
FEW, MANY = 4, 40  # of the simplest numbers, among which each is drawn
MISSED: dict[Sign, tuple[int, ...]] = {">": (0, -1), ">=": (-1,), "!=": (0,)}  # what is none
SIGNS: dict[str, Sign] = {"positive": ">", "nonnegative": ">=", "nonzero": "!="}
Equal = tuple[Scalar, Scalar]


def repaired(
    claims: Sequence[Obligation], instance: Instance, number: int, *, failing: bool = True
) -> Iterator[Instance]:
    """Yield the instance moved such that a claim's equations hold, and such that it fails, too.

    At which place of the claim's indices, and by which thing, depends on `number` alone.
    """
    random = Random(number)
    for claim in claims:
        if not isinstance(claim, Comparison | Equality):
            continue
        places = list(placings(ordered(claim_indices(claim)), instance))
        if not places:
            continue
        at = random.choice(places)
        said = [e for c in with_equations(claim.where) for e in condition_at_every(c, instance, at)]
        equal = [Wanted((e.left, e.right), here) for e, here in said if isinstance(e, Equation)]
        systems = [equal] if equal else []
        if failing and isinstance(claim, Comparison):
            systems += [[*equal, failing] for failing in _failing(claim.relation, at)]
        for wanted in systems:
            found = moved_onto(wanted, instance, random)
            if found is not None:
                yield found[0]


def _failing(relation: Relation, at: Mapping[Index, int]) -> list[Wanted]:
    """Return that a comparison fails by 1, and that its sides are equal where that is failing."""
    sides, below = (relation.left, relation.right), relation.sign in ("<=", "<")
    gaps = [Fraction(1 if below else -1), *([Fraction(0)] if relation.strict else [])]
    return [Wanted(sides, at, gap) for gap in gaps if relation.sign != "!=" or gap == 0]


def at_corners(formulas: Iterable[Any], instance: Instance) -> Iterator[Instance]:
    """Yield the instance moved to the corners of each count, power and range of integers."""
    every = (side for f in formulas for side in (sides(f) if isinstance(f, Relation) else (f,)))
    for node in dict.fromkeys(node for side in every for node in nodes(side)):
        for corner in _corners(node):
            if any(free_indices(part) for pair in corner for part in pair):
                continue
            here = instance
            for pair in corner:
                found = moved_onto([Wanted(pair, {})], here, Random(0))
                here = here if found is None else found[0]
            if here is not instance:
                yield here


def _corners(node: Expression) -> Iterator[tuple[Equal, ...]]:
    zero = as_scalar(0)
    if node.op in ("binomial", "power_of"):
        first, second = node.args
        yield from (((first, zero),), ((second, zero),), ((first, zero), (second, zero)))
        yield ((first, second),)
    if node.op == "total" and node.args[1].sort == "integers":
        lower, upper = bounds(node.args[1])
        yield from (((lower, upper),), ((lower, upper + 1),))


def instances_without_values(
    formulas: Iterable[Any],
    assumptions: Sequence[Assumption[Any]],
    sizes: Sizes,
    tries: int = TRIES,
) -> Iterator[Instance]:
    """Yield instances of assumptions at which one of the formulas may have no value."""
    wanted = dict.fromkeys((c.of, SIGNS[c.needs]) for c in _needed(formulas, assumptions))
    if not wanted:
        return
    said = [Relation(of, sign, as_scalar(0)) for of, sign in wanted]
    for number in range(tries):
        try:
            draw = GrowingDraw(number, FEW if number % 2 else MANY)
            drawn = draw_instance(draw, assumptions, sizes)
        except (Unlucky, Undefined, Irrational):
            continue
        for needed in said:
            moved = _moved(needed, drawn, Random(number))
            yield from (one for one in (drawn, *moved) if _is_missed(needed, one))


def _needed(
    formulas: Iterable[Any], assumptions: Sequence[Assumption[Any]]
) -> Iterator[Definedness]:
    """Yield what has to be so of given things, at indices that are free."""
    given = set(introduced(iter(assumptions)))
    known = known_from([fact for a in assumptions for fact in a.facts])
    for formula in formulas:
        for side in sides(formula) if isinstance(formula, Relation) else (formula,):
            for needed in conditions(side, known):
                free = free_indices(needed.of)
                whole = all(k.over.kind == "all" and not k.over.without for k in free)
                if whole and given.issuperset(things(needed.of)):
                    yield needed


def _moved(needed: Relation, instance: Instance, random: Random) -> Iterator[Instance]:
    """Yield the instance moved to where something has not the sign that it is to have."""
    places = list(assignments(ordered(free_indices(needed)), instance))
    at = random.choice(places) if places else {}
    for by in MISSED[needed.sign] if places else ():
        wanted = Wanted((needed.left, needed.right), at, Fraction(by))
        found = moved_onto([wanted], instance, random)
        if found is not None:
            yield found[0]


def _is_missed(needed: Relation, instance: Instance) -> bool:
    try:
        return any(
            relation_truth(needed, instance, at) is Truth.FALSE
            for at in assignments(ordered(free_indices(needed)), instance)
        )
    except Undefined:
        return True
