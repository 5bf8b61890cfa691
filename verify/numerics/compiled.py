"""Formulas to functions of an instance: each is compiled once, and evaluated at thousands of them.

A formula becomes a closure over the closures of its parts, so that what an operation is, which
thing it names and where its indices are looked up is settled before the first instance. The
arithmetic is that of the numbers, in the formula's order: rationals stay exact and balls enclose.
What has motion in it, rates and differentials, is compiled in `verify.numerics.evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from operator import add, mul
from types import MappingProxyType
from typing import Any

import flint

from verify.language.expressions import Expression
from verify.language.indices import Index, Sort
from verify.language.symbols import Family, Thing
from verify.language.walk import free_indices
from verify.numerics import matrices
from verify.numerics.exact import Instance
from verify.numerics.matrices import Matrix
from verify.numerics.number import (
    IN_FLINT,
    RATIONALS,
    Value,
    extreme,
    function,
    in_flint,
    power,
    whole_number,
)
from verify.numerics.positions import Compile, Evaluated, Indices, place_of, places_of

ZERO, ONE = Fraction(0), Fraction(1)
Args = tuple[Any, ...]
Handler = Callable[[Args, Compile], Evaluated]


# ------------------------------------------------------------------ given things


def settled(found: Any, instance: Instance, compiled: Compile) -> Any:
    """Return a value of an instance, which may be a closed formula."""
    if isinstance(found, Expression):
        return compiled(found)(instance, MappingProxyType({}))
    return found


def _named(thing: Thing) -> Callable[[Instance], Any]:
    """Return what finds the value of a thing."""

    def found(instance: Instance) -> Any:
        try:
            return instance[thing] if instance.same else instance.values[thing]
        except KeyError:
            return instance[thing]  # which tells that it has none

    return found


def _number(args: Args, _: Compile) -> Evaluated:
    (number,) = args
    exactly = in_flint(number)

    def found(instance: Instance, _: Indices) -> Value:
        numbers = instance.numbers
        if numbers is IN_FLINT:
            return exactly
        return number if numbers is RATIONALS else instance.number(number)

    return found


def _symbol(args: Args, compiled: Compile) -> Evaluated:
    named = _named(args[0])

    def found(instance: Instance, _: Indices) -> Any:
        held = named(instance)
        return settled(held, instance, compiled) if isinstance(held, Expression) else held

    return found


def _item(args: Args, compiled: Compile) -> Evaluated:
    family: Family[Any] = args[0]
    named = _named(family)
    places = [place_of(k, sort) for k, sort in zip(args[1:], family.sorts, strict=True)]

    def found(instance: Instance, at: Indices) -> Any:
        held = named(instance)
        for place in places:
            held = held[place(instance, at)]
        return settled(held, instance, compiled) if isinstance(held, Expression) else held

    return found


def _member(args: Args, _: Compile) -> Evaluated:
    mask, *chosen = args
    row, column = (place_of(k, "tokens") for k in chosen)
    return lambda instance, at: instance.number(
        instance[mask][row(instance, at)][column(instance, at)]
    )


def _size(args: Args, _: Compile) -> Evaluated:
    return lambda instance, _: instance.number(instance.size(args[0]))


def _delta(args: Args, _: Compile) -> Evaluated:
    sort: Sort = next((k.sort for k in args if isinstance(k, Index)), "integers")
    first, second = (place_of(k, sort) for k in args)
    return lambda instance, at: instance.number(int(first(instance, at) == second(instance, at)))


def _place(args: Args, _: Compile) -> Evaluated:
    place = place_of(args[0], "integers")
    return lambda instance, at: instance.number(place(instance, at))


# ------------------------------------------------------------------ scalars


def _of_two(operation: Callable[[Any, Any], Any]) -> Handler:
    """Return what compiles an operation on the values of two parts."""

    def compiles(args: Args, compiled: Compile) -> Evaluated:
        first, second = map(compiled, args)
        return lambda instance, at: operation(first(instance, at), second(instance, at))

    return compiles


def _power(args: Args, compiled: Compile) -> Evaluated:
    base, exponent = compiled(args[0]), args[1]
    whole = exponent.numerator if exponent.denominator == 1 and exponent > 0 else None

    def found(instance: Instance, at: Indices) -> Value:
        number = base(instance, at)
        if whole is not None and type(number) is flint.fmpq:
            return number**whole
        return instance.number(ZERO) + power(number, exponent)

    return found


def _power_of(args: Args, compiled: Compile) -> Evaluated:
    base, exponent = map(compiled, args)

    def found(instance: Instance, at: Indices) -> Value:
        whole = whole_number(exponent(instance, at))
        return instance.number(ZERO) + power(base(instance, at), Fraction(whole))

    return found


def _binomial(args: Args, compiled: Compile) -> Evaluated:
    parts = [compiled(part) for part in args]

    def found(instance: Instance, at: Indices) -> Value:
        upper, lower = (whole_number(part(instance, at)) for part in parts)
        return instance.number(comb(upper, lower) if 0 <= lower <= upper else 0)

    return found


def _inner(args: Args, compiled: Compile) -> Evaluated:
    if args[1] is not args[0]:
        return _of_two(matrices.dot)(args, compiled)
    first = compiled(args[0])

    def square(instance: Instance, at: Indices) -> Value:
        once = first(instance, at)
        return matrices.dot(once, once)

    return square


def _function(args: Args, compiled: Compile) -> Evaluated:
    name, argument = args[0], compiled(args[1])
    return lambda instance, at: function(name, argument(instance, at))


def _pi(_args: Args, _: Compile) -> Evaluated:
    return lambda instance, _: instance.numbers.pi()


def _abbreviation(args: Args, compiled: Compile) -> Evaluated:
    return compiled(args[1])


def _at(args: Args, compiled: Compile) -> Evaluated:
    body = compiled(args[0])
    pairs = [(symbol.args[0], compiled(to)) for symbol, to in args[1]]

    def found(instance: Instance, at: Indices) -> Value:
        changes = {thing: to(instance, at) for thing, to in pairs}
        return body(instance.replaced(changes), at)

    return found


# ------------------------------------------------------------------ sums


def _bounded(
    args: Args, compiled: Compile
) -> tuple[Evaluated, Callable[[Instance, Indices], Iterator[Indices]]]:
    """Return the body of what binds indices, and what yields their places."""
    return compiled(args[0]), places_of(args[1:], compiled)


def _total(args: Args, compiled: Compile) -> Evaluated:
    body, places = _bounded(args, compiled)

    def found(instance: Instance, at: Indices) -> Value:
        total = instance.number(ZERO)
        for place in places(instance, at):
            total = total + body(instance, place)
        return total

    return found


def _largest(args: Args, compiled: Compile) -> Evaluated:
    body, places = _bounded(args, compiled)
    return lambda instance, at: extreme([body(instance, place) for place in places(instance, at)])


def _least(args: Args, compiled: Compile) -> Evaluated:
    body, places = _bounded(args, compiled)

    def found(instance: Instance, at: Indices) -> Value:
        values = [body(instance, place) for place in places(instance, at)]
        return extreme([-x for x in values]) * -1

    return found


def found_once(formula: Expression, anew: Evaluated) -> Evaluated:
    """Return what finds a sum once for each choice of its indices, where an instance keeps sums."""
    free: list[tuple[Index, ...]] = []  # found out when it is first asked for

    def found(instance: Instance, at: Indices) -> Any:
        if instance.sums is None:
            return anew(instance, at)
        if not free:
            free.append(tuple(free_indices(formula)))
        known = instance.sums.setdefault(formula, {})
        key = tuple(map(at.get, free[0]))
        if key not in known:
            known[key] = anew(instance, at)
        return known[key]

    return found


# ------------------------------------------------------------------ vectors


def nothing(instance: Instance) -> list[Value]:
    """Return the zero vector of an instance."""
    return [instance.number(ZERO)] * instance.dimension


def _zero(_args: Args, _: Compile) -> Evaluated:
    return lambda instance, _: nothing(instance)


def _vector_total(args: Args, compiled: Compile) -> Evaluated:
    body, places = _bounded(args, compiled)
    return lambda instance, at: matrices.vector_sum(
        (body(instance, place) for place in places(instance, at)), nothing(instance)
    )


# ------------------------------------------------------------------ operators


def _operator_symbol(args: Args, _: Compile) -> Evaluated:
    named = _named(args[0])
    return lambda instance, _: named(instance)


def _identity(_args: Args, _: Compile) -> Evaluated:
    return lambda instance, _: matrices.identity(
        instance.dimension, instance.number(ONE), instance.number(ZERO)
    )


def _transpose(args: Args, compiled: Compile) -> Evaluated:
    operator = compiled(args[0])
    return lambda instance, at: matrices.transpose(operator(instance, at))


def _operator_total(args: Args, compiled: Compile) -> Evaluated:
    body, places = _bounded(args, compiled)
    return lambda instance, at: matrices.matrix_sum(
        (body(instance, place) for place in places(instance, at)),
        [nothing(instance)] * instance.dimension,
    )


def _scaled_rows(factor: Value, rows: Matrix) -> Matrix:
    return [matrices.times(factor, row) for row in rows]


def _sum_of_two(first: Matrix, second: Matrix) -> Matrix:
    return matrices.matrix_sum([second], first)


OF_SCALARS: Mapping[str, Handler] = MappingProxyType(
    {
        "number": _number, "symbol": _symbol, "item": _item, "member": _member, "size": _size,
        "add": _of_two(add), "multiply": _of_two(mul), "power": _power, "power_of": _power_of,
        "inner": _inner, "place": _place, "delta": _delta, "function": _function, "pi": _pi,
        "binomial": _binomial, "abbreviation": _abbreviation, "at": _at, "total": _total,
        "largest": _largest, "least": _least,
    }
)  # fmt: skip
OF_VECTORS: Mapping[str, Handler] = MappingProxyType(
    {
        "zero": _zero, "symbol": _symbol, "item": _item, "add": _of_two(matrices.plus),
        "scale": _of_two(matrices.times), "apply": _of_two(matrices.apply),
        "abbreviation": _abbreviation, "total": _vector_total,
    }
)  # fmt: skip
OF_OPERATORS: Mapping[str, Handler] = MappingProxyType(
    {
        "symbol": _operator_symbol, "identity": _identity, "transpose": _transpose,
        "scale": _of_two(_scaled_rows), "total": _operator_total,
        "product": _of_two(matrices.product), "add": _of_two(_sum_of_two),
    }
)  # fmt: skip
