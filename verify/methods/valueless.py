"""Instances at which a formula may have no value: what divides is moved to 0, what is rooted below.

Of numbers drawn at random few are 0, and none solves x = y z. So what has to be positive for a
formula to have a value is taken for a comparison, and instances are moved to and over its boundary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from verify.language.expressions import Relation, Sign, as_scalar
from verify.language.facts import sides
from verify.language.walk import free_indices, ordered, things
from verify.methods.boundaries import at_boundaries, bounds_of
from verify.methods.kernel.definedness import Definedness, conditions, known_from
from verify.numerics.exact import GrowingDraw, Instance, Sizes, Unlucky
from verify.numerics.holding import assignments, draw_instance, relation_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.statements.assumption import Assumption, introduced
from verify.statements.obligations import Comparison

TRIES = 60
FEW, MANY = 4, 40  # of the simplest numbers, among which each is drawn
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
    bounds = bounds_of(assumptions)
    positive = [Comparison("", Relation(c.of, ">", as_scalar(0)), None, ()) for c in wanted]
    said = [Relation(c.of, SIGNS[c.needs], as_scalar(0)) for c in wanted]
    for number in range(tries):
        try:
            draw = GrowingDraw(number, FEW if number % 2 else MANY)
            drawn = draw_instance(draw, assumptions, sizes)
        except (Unlucky, Undefined, Irrational):
            continue
        moved = list(at_boundaries(positive, drawn, bounds, number))
        for needed in said:
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


def _is_missed(needed: Relation, instance: Instance) -> bool:
    try:
        return any(
            relation_truth(needed, instance, at) is Truth.FALSE
            for at in assignments(ordered(free_indices(needed)), instance)
        )
    except Undefined:
        return True
