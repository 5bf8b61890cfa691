"""Values along what is followed: exact or in balls, and whether a ball is narrow enough to tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from flint import ctx

from verify.language.expressions import Relation
from verify.language.facts import Equation
from verify.methods.contradictions import number_shown, sides_shown
from verify.numerics.evaluate import gap_of, value
from verify.numerics.exact import Instance
from verify.numerics.holding import exactly_or_in_balls, relation_truth
from verify.numerics.number import EXACT, RATIONALS, Truth, equal
from verify.numerics.positions import Indices
from verify.numerics.solutions import OF_LAYERS
from verify.numerics.solving import in_flint_all

Atom = Relation | Equation
Compared = tuple[Truth, bool, Callable[[], Mapping[str, Any]]]
"""What a comparison comes to, whether that is clear, and what tells of it where it fails."""
CLEAR = Fraction(1, 10**6)  # a ball no wider says something of what it is compared with


def quickly(here: Instance) -> Instance:
    """Return an instance of rationals as one of FLINT's, which are several times as fast."""
    return in_flint_all(here) if here.numbers is RATIONALS else here


def in_balls(formula: Any, here: Instance, at: Indices) -> Any:
    """Return a value exactly, or in balls where it is irrational."""
    return exactly_or_in_balls(lambda there: value(formula, there, at), here, ctx.prec)[0]


def comparison(said: Atom, here: Instance, at: Indices) -> Compared:
    """Return what a comparison comes to at an instance."""
    here = quickly(here)  # whose rationals are compared with balls
    if isinstance(said, Relation):
        truth = relation_truth(said, here, at)
        return truth, truth is not Truth.UNKNOWN, lambda: {
            "where the gap is": str(number_shown(in_balls(gap_of(said), here, at)))
        }  # fmt: skip
    left, right = (in_balls(side, here, at) for side in (said.left, said.right))
    return equal(left, right), is_clear(left) and is_clear(right), partial(sides_shown, left, right)


def is_clear(found: Any) -> bool:
    """Return whether a number is known well enough to be compared."""
    if isinstance(found, list):
        return all(map(is_clear, found))
    if isinstance(found, EXACT):
        return True
    return bool(found.is_finite() and found.rad() < OF_LAYERS.of(CLEAR))
