"""Values along what is followed: exact or in balls, and whether a ball is narrow enough to tell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Equation
from verify.methods.contradictions import number_shown
from verify.numerics.evaluate import gap_of, value
from verify.numerics.exact import Instance
from verify.numerics.holding import converted, equation_truth
from verify.numerics.number import EXACT, RATIONALS, Irrational, Truth, equal
from verify.numerics.positions import Indices
from verify.numerics.solutions import OF_LAYERS
from verify.numerics.solving import in_flint_all

CLEAR = Fraction(1, 10**6)  # a ball no wider says something of what it is compared with


def quickly(here: Instance) -> Instance:
    """Return an instance of rationals as one of FLINT's, which are several times as fast."""
    return in_flint_all(here) if here.numbers is RATIONALS else here


def in_balls(formula: Any, here: Instance, at: Indices) -> Any:
    """Return a value exactly, or in balls where it is irrational."""
    try:
        return value(formula, here, at)
    except Irrational:
        return value(formula, converted(here, OF_LAYERS), at)


def sides_compared(said: Equation, here: Instance, at: Indices) -> tuple[Any, Any, Truth]:
    """Return both sides of an equation, exactly or in balls, and whether they agree."""
    try:
        left, right = (value(side, here, at) for side in (said.left, said.right))
    except Irrational:
        left, right = (in_balls(side, here, at) for side in (said.left, said.right))
        return left, right, equation_truth(said, here, at)
    return left, right, equal(left, right)


def gap_shown(said: Relation, here: Instance, at: Indices) -> str:
    """Return the gap of a comparison, as it is told."""
    return str(number_shown(in_balls(gap_of(said), here, at)))


def is_clear(found: Any) -> bool:
    """Return whether a number is known well enough to be compared."""
    if isinstance(found, list):
        return all(map(is_clear, found))
    if isinstance(found, EXACT):
        return True
    return bool(found.is_finite() and found.rad() < OF_LAYERS.of(CLEAR))
