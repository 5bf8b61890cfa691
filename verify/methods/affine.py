"""Equations that are affine in vectors: whether they hold for all of them.

An affine equation holds for all vectors if it holds at 0 and along every axis. So "for every q,
V q = q", drawn for a few q, is never known to hold; asked here it is, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count, repeat
from math import prod
from typing import Any

from verify.language.expressions import Expression, Operator
from verify.language.facts import Equation
from verify.language.indices import Index
from verify.language.symbols import Family, Symbol
from verify.numerics.exact import Instance
from verify.numerics.nested import filled
from verify.statements.assumption import Assumption
from verify.statements.propositions import Joined, Proposition, Quantified, Throughout, mentions


def deciding_values(said: Quantified, here: Instance) -> list[Mapping[Any, Any]] | None:
    """Return values of vectors at which a proposition holds if and only if it does for all.

    None where it is not known to be affine in them, or where they are not any vectors at all.
    """
    over = said.over
    if not isinstance(over, Assumption) or over.facts or over.space is None:
        return None
    thing = over.introduces
    if isinstance(thing, Expression) and thing.op == "symbol":
        thing = thing.args[0]
    if not isinstance(thing, Symbol | Family) or thing.kind != "vector":
        return None
    if not _is_affine(said.body, thing):
        return None
    shape = here.shape(thing)
    axes = (filled(shape, (Fraction(k == place) for k in count())) for place in range(prod(shape)))
    return [{thing: found} for found in (filled(shape, repeat(Fraction(0))), *axes)]


def _is_affine(said: Proposition, thing: Symbol | Family[Any]) -> bool:
    if isinstance(said, Joined):
        return said.word == "and" and all(_is_affine(part, thing) for part in said.parts)
    if isinstance(said, Throughout):
        return said.at_start and _is_affine(said.body, thing)
    if isinstance(said, Quantified):
        indices = not isinstance(said.over, Assumption)
        return said.every and indices and _is_affine(said.body, thing)
    return isinstance(said, Equation) and all(
        is_affine_in(side, frozenset({thing})) for side in (said.left, said.right)
    )


def is_affine_in(formula: Any, things: frozenset[Any]) -> bool:
    """Return whether a formula is certainly a linear function of things and a constant."""
    if not mentions(formula, things):
        return True
    op, args = formula.op, formula.args
    if op in ("symbol", "item"):
        return args[0] in things
    if op in ("add", "abbreviation"):
        return all(is_affine_in(x, things) for x in args if isinstance(x, Expression))
    if op in ("multiply", "scale", "inner", "apply"):
        moved = [x for x in args if mentions(x, things)]
        (one, *others) = moved
        return not others and not isinstance(one, Operator) and is_affine_in(one, things)
    if op != "total" or any(_ends_with(index, things) for index in args[1:]):
        return False
    return is_affine_in(args[0], things)


def _ends_with(index: Index, things: frozenset[Any]) -> bool:
    """Return whether one of these says how far a sum over integers goes."""
    ends = (index.over.lower, index.over.upper)
    return any(mentions(end, things) for end in ends if isinstance(end, Expression))
