"""Instances at which a formula may have no value: what divides is moved to 0, what is rooted below.

Of numbers drawn at random few are 0, and none solves x = y z. So instances are moved to where what
has to be positive for a formula to have a value is 0, and to where it is below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from verify.language.expressions import Relation, Sign, as_scalar
from verify.language.facts import sides
from verify.language.walk import free_indices, ordered, things
from verify.methods.kernel.definedness import Definedness, conditions, known_from
from verify.numerics.exact import GrowingDraw, Instance, Sizes, Unlucky
from verify.numerics.holding import assignments, draw_instance, relation_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.numerics.solving import Wanted, moved_onto
from verify.statements.assumption import Assumption, introduced

TRIES = 60
FEW, MANY = 4, 40  # of the simplest numbers, among which each is drawn
BELOW = -1
SIGNS: dict[str, Sign] = {"positive": ">", "nonnegative": ">=", "nonzero": "!="}


def instances_without_values(
    formulas: Iterable[Any],
    assumptions: Sequence[Assumption[Any]],
    sizes: Sizes,
    tries: int = TRIES,
) -> Iterator[Instance]:
    """Yield instances of assumptions at which one of the formulas may have no value."""
    wanted = list(_needed(formulas, assumptions))
    if not wanted:
        return
    said = [Relation(c.of, SIGNS[c.needs], as_scalar(0)) for c in wanted]
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
    """Yield the instance moved to where something that must not be negative is 0, and below."""
    places = list(assignments(ordered(free_indices(needed)), instance))
    at = random.choice(places) if places else {}
    for by in (0, BELOW) if places else ():
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
