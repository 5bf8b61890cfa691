"""The tree evaluated at an instance, over the instance's own kind of number.

Derivatives do not read the tree's formulas of the dynamics: a rate pushes dual numbers through
the raw velocities, a differential pushes them through the raw layer (`verify.numerics.raw`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from types import MappingProxyType
from typing import Any

from verify.language.expressions import Expression, Operator, Vector
from verify.language.indices import Index, Range, Sort
from verify.language.mistakes import Mistake
from verify.language.motion import Flow, Layer
from verify.language.symbols import Abbreviation, Family, Mask, OperatorSymbol, Symbol, Thing
from verify.language.tree import BINDERS
from verify.language.walk import free_indices
from verify.numerics import matrices
from verify.numerics.exact import Instance
from verify.numerics.matrices import Matrix
from verify.numerics.number import Value, dual, extreme, function, power, slope_of, whole_number
from verify.numerics.positions import position
from verify.numerics.raw import DYNAMICS, LayerMap
from verify.numerics.written import arity_of, written

Indices = Mapping[Index, int]
NOWHERE: Indices = MappingProxyType({})


def value(formula: Expression, instance: Instance, indices: Indices = NOWHERE) -> Any:
    """Return what a formula is at an instance.

    `indices` gives free indices their positions (counted from 0; members of an integer range as
    they are). A scalar is a number, a vector a list, an operator a list of rows. Raises
    Irrational where rationals do not suffice, Undefined where the formula has no value.
    """
    if isinstance(formula, Operator):
        return _operator(formula, instance, indices)
    table = VECTORS if isinstance(formula, Vector) else SCALARS
    if formula.op not in table:
        raise Mistake(f"the formula {formula!r} has the unknown operation {formula.op!r}")
    if instance.sums is None or formula.op not in BINDERS:
        return table[formula.op](formula.args, instance, indices)
    free, known = instance.sums.setdefault(formula, (tuple(free_indices(formula)), {}))
    at = tuple(map(indices.get, free))
    if at not in known:
        known[at] = table[formula.op](formula.args, instance, indices)
    return known[at]


# ------------------------------------------------------------------ indices and ranges


def span(over: Range, instance: Instance, indices: Indices) -> list[int]:
    """Return the positions that an index over this range takes."""
    if over.kind == "integers":
        lower = whole_number(value(_given(over.lower), instance, indices))
        upper = whole_number(value(_given(over.upper), instance, indices))
        found = list(range(lower, upper + 1))
    elif over.kind == "all":
        found = list(range(instance.size(over.sort)))
    else:
        limit = position(_given(over.limit), instance, indices, over.sort)
        if over.kind == "seen":
            row = instance[_given(over.mask)][limit]
            found = [k for k, seen in enumerate(row) if seen]
        else:
            found = list(range(limit + (over.kind == "up_to")))
    left_out = {position(k, instance, indices, over.sort) for k in over.without}
    return [k for k in found if k not in left_out]


def _given(part: Any) -> Any:
    if part is None:
        raise Mistake("a range without its bound; make ranges with tokens.before(i) and the like")
    return part


# ------------------------------------------------------------------ scalars and vectors

Args = tuple[Any, ...]
Handler = Callable[[Args, Instance, Indices], Any]


def _number(args: Args, instance: Instance, _: Indices) -> Value:
    return instance.number(args[0])


def _symbol(args: Args, instance: Instance, _: Indices) -> Any:
    return _settled(instance[args[0]], instance)


def _settled(found: Any, instance: Instance) -> Any:
    return value(found, instance) if isinstance(found, Expression) else found


def _item(args: Args, instance: Instance, indices: Indices) -> Any:
    family, *chosen = args
    found = instance[family]
    for index, sort in zip(chosen, family.sorts, strict=True):
        found = found[position(index, instance, indices, sort)]
    return _settled(found, instance)


def _member(args: Args, instance: Instance, indices: Indices) -> Value:
    mask, i, j = args
    row = instance[mask][position(i, instance, indices, "tokens")]
    return instance.number(row[position(j, instance, indices, "tokens")])


def _size(args: Args, instance: Instance, _: Indices) -> Value:
    return instance.number(instance.size(args[0]))


def _delta(args: Args, instance: Instance, indices: Indices) -> Value:
    sort: Sort = next((k.sort for k in args if isinstance(k, Index)), "integers")
    first, second = (position(k, instance, indices, sort) for k in args)
    return instance.number(int(first == second))


def _place(args: Args, instance: Instance, indices: Indices) -> Value:
    return instance.number(position(args[0], instance, indices, "integers"))


def _add(args: Args, instance: Instance, indices: Indices) -> Value:
    return value(args[0], instance, indices) + value(args[1], instance, indices)


def _multiply(args: Args, instance: Instance, indices: Indices) -> Value:
    return value(args[0], instance, indices) * value(args[1], instance, indices)


def _power(args: Args, instance: Instance, indices: Indices) -> Value:
    return instance.number(0) + power(value(args[0], instance, indices), args[1])


def _power_of(args: Args, instance: Instance, indices: Indices) -> Value:
    exponent = whole_number(value(args[1], instance, indices))
    return instance.number(0) + power(value(args[0], instance, indices), Fraction(exponent))


def _binomial(args: Args, instance: Instance, indices: Indices) -> Value:
    upper, lower = (whole_number(value(x, instance, indices)) for x in args)
    return instance.number(comb(upper, lower) if 0 <= lower <= upper else 0)


def _inner(args: Args, instance: Instance, indices: Indices) -> Value:
    first = value(args[0], instance, indices)
    second = first if args[1] is args[0] else value(args[1], instance, indices)
    return matrices.dot(first, second)


def _function(args: Args, instance: Instance, indices: Indices) -> Value:
    return function(args[0], value(args[1], instance, indices))


def _pi(_args: Args, instance: Instance, _: Indices) -> Value:
    return instance.numbers.pi()


def _abbreviation(args: Args, instance: Instance, indices: Indices) -> Any:
    return value(args[1], instance, indices)


def _at(args: Args, instance: Instance, indices: Indices) -> Value:
    changes = {symbol.args[0]: value(to, instance, indices) for symbol, to in args[1]}
    return value(args[0], instance.replaced(changes), indices)


def _bound(bound: Args, instance: Instance, indices: Indices) -> Iterator[Indices]:
    if not bound:
        yield indices
        return
    for at in span(bound[0].over, instance, indices):
        yield from _bound(bound[1:], instance, {**indices, bound[0]: at})


def _total(args: Args, instance: Instance, indices: Indices) -> Value:
    terms = (value(args[0], instance, at) for at in _bound(args[1:], instance, indices))
    return sum(terms, start=instance.number(0))


def _largest(args: Args, instance: Instance, indices: Indices) -> Value:
    return extreme([value(args[0], instance, at) for at in _bound(args[1:], instance, indices)])


def _least(args: Args, instance: Instance, indices: Indices) -> Value:
    values = [value(args[0], instance, at) for at in _bound(args[1:], instance, indices)]
    return extreme([-x for x in values]) * -1


def _zero(_args: Args, instance: Instance, _: Indices) -> list[Value]:
    return [instance.number(0)] * instance.dimension


def _vector_add(args: Args, instance: Instance, indices: Indices) -> list[Value]:
    return matrices.plus(value(args[0], instance, indices), value(args[1], instance, indices))


def _scale(args: Args, instance: Instance, indices: Indices) -> list[Value]:
    return matrices.times(value(args[0], instance, indices), value(args[1], instance, indices))


def _apply(args: Args, instance: Instance, indices: Indices) -> list[Value]:
    return matrices.apply(_operator(args[0], instance, indices), value(args[1], instance, indices))


def _vector_total(args: Args, instance: Instance, indices: Indices) -> list[Value]:
    terms = (value(args[0], instance, at) for at in _bound(args[1:], instance, indices))
    return matrices.vector_sum(terms, _zero((), instance, indices))


# ------------------------------------------------------------------ operators


def _operator(operator: Operator, instance: Instance, indices: Indices) -> Matrix:
    op, args = operator.op, operator.args
    if op == "symbol":
        found: Matrix = instance[args[0]]
        return found
    if op == "identity":
        return matrices.identity(instance.dimension, instance.number(1), instance.number(0))
    if op == "transpose":
        return matrices.transpose(_operator(args[0], instance, indices))
    if op == "scale":
        factor = value(args[0], instance, indices)
        return [matrices.times(factor, row) for row in _operator(args[1], instance, indices)]
    if op == "total":
        terms = (_operator(args[0], instance, at) for at in _bound(args[1:], instance, indices))
        zero = [instance.number(0)] * instance.dimension
        return matrices.matrix_sum(terms, [zero] * instance.dimension)
    first, second = (_operator(part, instance, indices) for part in args)
    if op == "product":
        return matrices.product(first, second)
    return matrices.matrix_sum([second], first)


# ------------------------------------------------------------------ motion, by the raw path


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
    raise Mistake(f"a raw dynamics cannot take {given!r}; give it formulas or given things")


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
    here = replace(instance, sums={})
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
    """Return a layer's raw step, from plain tokens to plain tokens."""
    takes = {
        name: taken(part, instance, indices)
        for name, part in layer.raw.takes.items()
        if name != "tokens"
    }
    raw = _dynamics(layer.raw.name)
    return lambda tokens: raw(tokens=tokens, **takes)


def _dynamics(name: str) -> Callable[..., Any]:
    if name not in DYNAMICS:
        raise Mistake(f"no raw dynamics is called {name!r}; there are {', '.join(DYNAMICS)}")
    return DYNAMICS[name]


def _rate(args: Args, instance: Instance, indices: Indices) -> Any:
    expression, flow = args
    level = instance.level + 1
    moved = {
        instance.thing(thing): dual(_settled(instance[thing], instance), velocity, level)
        for thing, velocity in velocities(flow, instance, indices).items()
    }
    found = value(expression, instance.replaced(moved, level), indices)
    return slope_of(found, level, instance.number(0))


def _differential(args: Args, instance: Instance, indices: Indices) -> list[Value]:
    layer, index, direction, point = args
    level = instance.level + 1
    tokens = tabulated(point, 1, instance, indices)
    moves = tabulated(direction, 1, instance, indices)
    after = raw_layer(layer, instance, indices)(dual(tokens, moves, level))
    row = after[position(index, instance, indices, "tokens")]
    found: list[Value] = slope_of(row, level, instance.number(0))
    return found


SCALARS: Mapping[str, Handler] = MappingProxyType(
    {
        "number": _number,
        "symbol": _symbol,
        "item": _item,
        "member": _member,
        "size": _size,
        "add": _add,
        "multiply": _multiply,
        "power": _power,
        "power_of": _power_of,
        "inner": _inner,
        "place": _place,
        "delta": _delta,
        "function": _function,
        "pi": _pi,
        "binomial": _binomial,
        "abbreviation": _abbreviation,
        "at": _at,
        "total": _total,
        "largest": _largest,
        "least": _least,
        "rate": _rate,
    }
)
VECTORS: Mapping[str, Handler] = MappingProxyType(
    {
        "zero": _zero,
        "symbol": _symbol,
        "item": _item,
        "add": _vector_add,
        "scale": _scale,
        "apply": _apply,
        "abbreviation": _abbreviation,
        "total": _vector_total,
        "rate": _rate,
        "differential": _differential,
    }
)
