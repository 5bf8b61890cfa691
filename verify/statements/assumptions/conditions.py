"""Conditions on what is already given, and assumptions in the place of others."""

from __future__ import annotations

from typing import TypeVar

from verify.language.expressions import Relation, Scalar
from verify.language.mistakes import Mistake
from verify.language.words import differs
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.holding import fact_truth
from verify.numerics.number import Truth, Undefined
from verify.statements.assumption import Assumption, Condition
from verify.statements.assumptions.checks import condition, relation_formula, scalar_formula

T = TypeVar("T")


def that(relation: Relation) -> Assumption[Condition]:
    """Assume a comparison, for all values of its free indices.

    It has no generator of its own: instances that fail are thrown away, so prefer a constructive
    assumption (a positive scalar, an angle between bounds) where there is one.
    """
    fact = relation_formula(relation, "that")
    return _filter(fact, "${relation}$", {"relation": fact})


def nonzero(formula: Scalar) -> Assumption[Condition]:
    """Assume that a scalar formula is not 0: what a denominator needs."""
    expression = scalar_formula(formula, "nonzero")
    return _filter(differs(expression, 0), r"${e} \ne 0$", {"e": expression})


def _filter(fact: Relation, phrase: str, about: dict[str, object]) -> Assumption[Condition]:
    def generate(_draw: Draw, instance: Instance) -> None:
        try:
            holds = fact_truth(fact, instance) is Truth.TRUE
        except Undefined:
            holds = False
        if not holds:
            raise Unlucky(f"{fact!r} does not hold")

    return condition(phrase, facts=(fact,), generate=generate, about=about)


def in_place_of(old: Assumption[T], new: Assumption[T]) -> Assumption[T]:
    """Return the assumption `new` about the things that `old` introduced.

    A mutant weakens an assumption this way: formulas keep mentioning the old symbols, and the new
    generator draws for them.
    """
    pairs = list(zip(_things(old.introduces), _things(new.introduces), strict=False))
    if not pairs or len(_things(old.introduces)) != len(_things(new.introduces)):
        raise Mistake(
            f"{new.phrase!r} introduces other things than {old.phrase!r}, so it cannot stand in "
            "its place; drop the one and assume the other"
        )

    def generate(draw: Draw, instance: Instance) -> None:
        for before, after in pairs:
            instance.identify(after, before)
        new.generate(draw, instance)

    return Assumption(
        old.introduces, new.phrase, new.facts, generate, dict(new.about), new.space, new.redraws
    )


def _things(introduced: object) -> tuple[object, ...]:
    parts = introduced if isinstance(introduced, tuple) else (introduced,)
    return tuple(part for part in parts if not isinstance(part, Condition))
