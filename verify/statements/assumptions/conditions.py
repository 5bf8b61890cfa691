"""Conditions on what is already given, and assumptions in the place of others."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from verify.language.expressions import Relation, Scalar
from verify.language.facts import Before, Equation, Fact
from verify.language.mistakes import Mistake
from verify.language.words import differs
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.holding import fact_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.numerics.solving import moved_onto, wanted_everywhere
from verify.statements.assumption import Assumption, Condition
from verify.statements.assumptions.checks import (
    condition,
    equation_formula,
    relation_formula,
    scalar_formula,
)
from verify.statements.assumptions.spectral import before

T = TypeVar("T")
WAYS = 1000  # in which instances are moved onto an equation


def that(said: Relation | Equation | Before) -> Assumption[Condition]:
    """Assume a comparison, an equation or an order of indices, for all values of its free indices.

    `that(x > 0)`, `that(equals(total(w[i, j] for i in tokens), 1))`, `that(precedes(i, j))`. An
    equation is used from left to right: write `equals(a, 1 - b)`, not `equals(a + b, 1)`. Where it
    is affine in the numbers of one thing instances are moved onto it; other instances that fail
    are thrown away, so prefer a constructive assumption (a positive scalar, an angle between
    bounds) where there is one.
    """
    if isinstance(said, Equation):
        return _equation(equation_formula(said, "that"))
    if isinstance(said, Before):
        return before(said.first, said.second)
    fact = relation_formula(said, "that")
    return _filter(fact, "${relation}$", {"relation": fact})


def _equation(fact: Equation) -> Assumption[Condition]:
    def generate(draw: Draw, instance: Instance) -> None:
        if _is_true(fact, instance):
            return
        try:
            wanted = wanted_everywhere(fact, instance)
            found = moved_onto(wanted, instance, Random(draw.position(WAYS)))
        except (Undefined, Irrational):
            found = None
        if found is None or not _is_true(fact, found[0]):
            raise Unlucky(f"{fact!r} does not hold")
        moved, thing = found
        instance[thing] = moved.values[thing]

    about = {"left": fact.left, "right": fact.right}
    return condition("${left} = {right}$", facts=(fact,), generate=generate, about=about)


def nonzero(formula: Scalar) -> Assumption[Condition]:
    """Assume that a scalar formula is not 0: what a denominator needs."""
    expression = scalar_formula(formula, "nonzero")
    return _filter(differs(expression, 0), r"${e} \ne 0$", {"e": expression})


def _filter(fact: Relation, phrase: str, about: dict[str, object]) -> Assumption[Condition]:
    def generate(_draw: Draw, instance: Instance) -> None:
        if not _is_true(fact, instance):
            raise Unlucky(f"{fact!r} does not hold")

    return condition(phrase, facts=(fact,), generate=generate, about=about)


def _is_true(fact: Fact, instance: Instance) -> bool:
    try:
        return fact_truth(fact, instance) is Truth.TRUE
    except Undefined:
        return False


def in_place_of(old: Assumption[T], new: Assumption[T]) -> Assumption[T]:
    """Return the assumption `new` about the things that `old` introduced.

    A mutant weakens an assumption this way: formulas keep mentioning the old symbols, and the new
    generator draws for them.
    """
    pairs = list(zip(_things(old.introduces), _things(new.introduces), strict=False))
    if not pairs or len(_things(old.introduces)) != len(_things(new.introduces)):
        raise Mistake(
            f"{new.phrase!r} introduces other quantities than {old.phrase!r}, so it cannot "
            "replace it; use drop= and assume= instead"
        )

    def generate(draw: Draw, instance: Instance) -> None:
        for first, later in pairs:
            instance.identify(later, first)
        new.generate(draw, instance)

    return Assumption(
        old.introduces, new.phrase, new.facts, generate, dict(new.about), new.space, new.redraws
    )


def _things(introduced: object) -> tuple[object, ...]:
    parts = introduced if isinstance(introduced, tuple) else (introduced,)
    return tuple(part for part in parts if not isinstance(part, Condition))
