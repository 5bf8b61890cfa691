"""Multiplying out on the tree: inner products and maps are linear, in sums of any length, too.

    expanded(c @ (u - a * v))    # c @ u - a * (c @ v)

Products of scalars stay as they are grouped. Bound indices are renamed where a sum would catch
another's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.language.differentiating import mapped
from verify.language.expressions import Expression, Scalar, Vector, as_scalar
from verify.language.indices import Index
from verify.language.tree import BINDERS
from verify.language.walk import nodes, rebuilt

LINEAR = ("add", "scale", "total", "zero")


def expanded(formula: Any) -> Any:
    """Return a formula in which inner products and maps stand before single vectors only."""
    op = formula.op
    if op == "abbreviation" or not any(isinstance(x, Expression) for x in formula.args):
        return formula
    if op in ("rate", "differential"):
        return formula
    if op == "inner" and formula.args[0] is formula.args[1]:
        return formula if formula.args[0].op in ("symbol", "item") else _square(formula)
    formula = mapped(formula, expanded)
    if op == "apply" and formula.args[1].op in LINEAR:
        return _through(formula.args[1], lambda v: formula.args[0] @ v, ())
    if op == "inner" and not {x.op for x in formula.args}.isdisjoint(LINEAR):
        u, v = formula.args
        return _through(u, lambda a: _through(v, lambda b: a @ b, _met(a)), _met(v))
    return formula


def _square(formula: Any) -> Any:
    side = expanded(formula.args[0])
    if side.op not in LINEAR:
        return formula
    return _through(side, lambda a: _through(side, lambda b: a @ b, _met(a)), _met(side))


def _through(u: Any, linear: Any, taken: Any) -> Any:
    """Return a linear map of a vector, of each of its terms; `taken` are indices beside it."""
    if u.op == "add":
        return _through(u.args[0], linear, taken) + _through(u.args[1], linear, taken)
    if u.op == "scale":
        return _times(u.args[0], _through(u.args[1], linear, taken))
    if u.op == "zero":
        made = linear(u)
        return as_scalar(0) if isinstance(made, Scalar) else Vector("zero")
    if u.op == "total":
        others = {k: Index(k.name, k.over, bound=True) for k in u.args[1:] if k in taken}
        body = renamed(u.args[0], others)
        inside = _through(body, linear, taken)
        return type(inside)("total", inside, *(others.get(k, k) for k in u.args[1:]))
    return linear(u)


def _times(scalar: Any, formula: Any) -> Any:
    """Return a product, with a number in front of a number's product put together."""
    if scalar.op == "number" and formula.op in ("multiply", "scale"):
        first, rest = formula.args
        if first.op == "number":
            value: Fraction = scalar.args[0] * first.args[0]
            return rest if value == 1 else as_scalar(value) * rest
    return scalar * formula


def _met(formula: Any) -> frozenset[Index]:
    """Return every index that a formula mentions or binds."""
    return frozenset(
        part for node in nodes(formula) for part in node.args if isinstance(part, Index)
    )


def renamed(formula: Any, others: Mapping[Index, Index]) -> Any:
    """Return a formula with free indices under other names; abbreviations stay abbreviations."""
    if not others:
        return formula
    if formula.op == "abbreviation":
        named, _, *indices = formula.args
        return named(*(others.get(k, k) if isinstance(k, Index) else k for k in indices))
    if formula.op in BINDERS:
        own = frozenset(formula.args[1:])
        kept = {k: other for k, other in others.items() if k not in own}
        bound = {k: Index(k.name, _range(k.over, kept), bound=True) for k in formula.args[1:]}
        return type(formula)(
            formula.op, renamed(formula.args[0], {**kept, **bound}), *bound.values()
        )
    return rebuilt(
        formula,
        lambda part: renamed(part, others),
        lambda leaf: others.get(leaf, leaf) if isinstance(leaf, Index) else leaf,
    )


def _range(over: Any, others: Mapping[Index, Index]) -> Any:
    limit = others.get(over.limit, over.limit) if isinstance(over.limit, Index) else over.limit
    without = tuple(others.get(k, k) if isinstance(k, Index) else k for k in over.without)
    return replace(over, limit=limit, without=without)
