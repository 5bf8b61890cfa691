"""The tree evaluated at an instance, over the instance's own kind of number.

Derivatives do not read the tree's formulas of the dynamics: a rate pushes dual numbers through
the raw velocities, a differential pushes them through the raw layer (`verify.numerics.raw`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.indices import Range, Sort
from verify.language.mistakes import Mistake
from verify.language.motion import Flow, Layer
from verify.language.symbols import Abbreviation, Family, Mask, OperatorSymbol, Symbol, Thing
from verify.language.tree import BINDERS
from verify.numerics.compiled import (
    OF_OPERATORS,
    OF_SCALARS,
    OF_VECTORS,
    Args,
    Handler,
    found_once,
    settled,
)
from verify.numerics.exact import Instance
from verify.numerics.number import Value, dual, slope_of
from verify.numerics.positions import Compile, Evaluated, Indices, Spanned, position, spanned
from verify.numerics.raw import DYNAMICS, LayerMap

NOWHERE: Indices = MappingProxyType({})
KEPT = (*BINDERS, "function")  # what is found once where an instance keeps it


def value(formula: Expression, instance: Instance, indices: Indices = NOWHERE) -> Any:
    """Return what a formula is at an instance.

    `indices` gives free indices their positions (counted from 0; members of an integer range as
    they are). A scalar is a number, a vector a list, an operator a list of rows. Raises
    Irrational where rationals do not suffice, Undefined where the formula has no value.
    """
    return compiled(formula)(instance, indices)


@lru_cache(maxsize=1 << 16)
def compiled(formula: Expression) -> Evaluated:
    """Return a formula as a function of an instance and of where its free indices are."""
    table = SCALARS
    if isinstance(formula, Operator):
        table = OF_OPERATORS
    elif isinstance(formula, Vector):
        table = VECTORS
    if formula.op not in table:
        raise Mistake(f"the formula {formula!r} has the unknown operation {formula.op!r}")
    found = table[formula.op](formula.args, compiled)
    is_kept = formula.op in KEPT and not isinstance(formula, Operator)
    return found_once(formula, found) if is_kept else found


def span(over: Range, instance: Instance, indices: Indices) -> list[int]:
    """Return the positions that an index over this range takes."""
    return _spanned(over)(instance, indices)


@lru_cache(maxsize=1 << 12)
def _spanned(over: Range) -> Spanned:
    return spanned(over, compiled)


@lru_cache(maxsize=1 << 12)
def gap_of(relation: Relation) -> Scalar:
    """Return the gap of a comparison, one formula for all instances at which it is asked for."""
    return relation.gap


@lru_cache(maxsize=1 << 12)
def written(formula: Callable[..., Any], *indices: int) -> Any:
    """Return the formula of members that are counted from 1; a law has thousands of states."""
    return formula(*indices)


@lru_cache(maxsize=1 << 10)
def arity_of(formula: Callable[..., Any]) -> int:
    """Return of how many indices a formula is a function."""
    return len(inspect.signature(formula).parameters)


BY_TOKENS: tuple[Sort, ...] = ("tokens", "tokens")


def taken(
    given: Any, instance: Instance, indices: Indices, sorts: tuple[Sort, ...] = BY_TOKENS
) -> Any:
    """Return plain numbers for what a raw dynamics takes: formulas, families, functions, flags."""
    if given is None or isinstance(given, str | bool):
        return given
    if isinstance(given, int | Fraction):
        return instance.number(given)
    if isinstance(given, Expression):
        return value(given, instance, indices)
    if isinstance(given, Symbol | OperatorSymbol | Family | Mask):
        return instance[given]
    if isinstance(given, list | tuple):
        return [taken(part, instance, indices) for part in given]
    if isinstance(given, Abbreviation):
        return tabulated(given, given.arity, instance, indices, sorts)
    if callable(given):
        return tabulated(given, arity_of(given), instance, indices, sorts)
    raise Mistake(f"a raw dynamics cannot take {given!r}; use formulas or given quantities")


def tabulated(
    formula: Callable[..., Any],
    arity: int,
    instance: Instance,
    indices: Indices = NOWHERE,
    sorts: tuple[Sort, ...] = BY_TOKENS,
) -> Any:
    """Return the values of a function of `arity` indices, of tokens or as told, as nested lists.

    A sum that occurs in several of them, such as the denominator of a row, is found once.
    """
    here = instance.keeping_sums()
    if arity == 0:
        return value(written(formula), here, indices)
    rows, *columns = (range(1, instance.size(sort) + 1) for sort in sorts[:arity])
    if arity == 1:
        return [value(written(formula, i), here, indices) for i in rows]
    return [[value(written(formula, i, j), here, indices) for j in columns[0]] for i in rows]


def velocities(
    flow: Flow,
    instance: Instance,
    indices: Indices = NOWHERE,
    known: Mapping[Flow, Mapping[str, Any]] = MappingProxyType({}),
) -> dict[Thing, Any]:
    """Return how fast each moving thing moves, by the raw dynamics; `known` is what they take."""
    if flow.parts:
        found = (velocities(part, instance, indices, known) for part in flow.parts)
        return {thing: velocity for part in found for thing, velocity in part.items()}
    sorts = {k.name: k.sorts for k in flow.moves if isinstance(k, Family)}
    before = known.get(flow, {})
    takes = {
        name: taken(part, instance, indices, sorts.get(name, BY_TOKENS))
        for name, part in flow.raw.takes.items()
        if name not in before
    }
    found = _dynamics(flow.raw.name)(**before, **takes)
    if isinstance(found, dict):
        return {thing: found[thing.name] for thing in flow.moves}
    return {instance.thing(flow.raw.takes["tokens"]): found}


def raw_layer(layer: Layer, instance: Instance, indices: Indices = NOWHERE) -> LayerMap:
    """Return a layer's raw step, from plain tokens to plain tokens.

    That of an iteration is its own formula, with other tokens in the place of those that are here.
    """
    if layer.raw.name == "given":
        return lambda tokens: tabulated(
            layer.formula, 1, instance.replaced({layer.of: tokens}, instance.level + 1), indices
        )
    takes = {
        name: taken(part, instance, indices)
        for name, part in layer.raw.takes.items()
        if name != "tokens"
    }
    raw = _dynamics(layer.raw.name)
    return lambda tokens: raw(tokens=tokens, **takes)


def _dynamics(name: str) -> Callable[..., Any]:
    if name not in DYNAMICS:
        raise Mistake(f"unknown raw dynamics {name!r}; use {', '.join(DYNAMICS)}")
    return DYNAMICS[name]


def _rate(args: Args, compiled: Compile) -> Evaluated:
    expression, flow = compiled(args[0]), args[1]

    def found(instance: Instance, indices: Indices) -> Any:
        level = instance.level + 1
        moved = {
            instance.thing(thing): dual(settled(instance[thing], instance, compiled), speed, level)
            for thing, speed in velocities(flow, instance, indices).items()
        }
        along = expression(instance.replaced(moved, level), indices)
        return slope_of(along, level, instance.number(0))

    return found


def _differential(args: Args, _: Compile) -> Evaluated:
    layer, index, direction, point = args

    def of_all(instance: Instance, indices: Indices) -> list[list[Value]]:
        level = instance.level + 1
        tokens = tabulated(point, 1, instance, indices)
        moves = tabulated(direction, 1, instance, indices)
        after = raw_layer(layer, instance, indices)(dual(tokens, moves, level))
        slopes: list[list[Value]] = slope_of(after, level, instance.number(0))
        return slopes

    def once(instance: Instance, indices: Indices, kept: dict[Any, Any]) -> list[list[Value]]:
        others = {k: place for k, place in indices.items() if k is not index}
        key = (layer, direction, point, frozenset(others.items()))
        if key not in kept:
            try:
                kept[key] = of_all(instance, others)
            except Mistake:  # what is taken mentions the index, too, and found no place for it
                return of_all(instance, indices)
        every: list[list[Value]] = kept[key]
        return every

    def found(instance: Instance, indices: Indices) -> list[Value]:
        if instance.sums is None or index in instance.values:
            every = of_all(instance, indices)
        else:
            every = once(instance, indices, instance.sums)
        return every[position(index, instance, indices, "tokens")]

    return found


SCALARS: Mapping[str, Handler] = MappingProxyType({**OF_SCALARS, "rate": _rate})
VECTORS: Mapping[str, Handler] = MappingProxyType(
    {**OF_VECTORS, "rate": _rate, "differential": _differential}
)
