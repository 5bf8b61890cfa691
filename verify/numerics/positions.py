"""Where an index of a formula stands at an instance, and the places that it takes in a sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from verify.language.expressions import Expression
from verify.language.indices import Index, IndexLike, Range, Sort
from verify.language.mistakes import Mistake
from verify.numerics.exact import Instance
from verify.numerics.number import Undefined, whole_number

Indices = Mapping[Index, int]
Evaluated = Callable[[Instance, Indices], Any]
"""What a formula is at an instance, where free indices have their places."""
Compile = Callable[[Expression], Evaluated]
Place = Callable[[Instance, Indices], int]
Spanned = Callable[[Instance, Indices], list[int]]


def position(index: IndexLike, instance: Instance, indices: Mapping[Index, int], sort: Sort) -> int:
    """Return where an index stands: a position from 0, or the member of an integer range."""
    if isinstance(index, int):
        if sort == "integers":
            return index
        if index > instance.size(sort):
            raise Undefined(f"there are {instance.size(sort)} {sort}, and {index} is asked for")
        return index - 1
    if index in indices:
        return indices[index]
    if index in instance.values:
        return int(instance.values[index])
    raise Mistake(
        f"the index {index.name} has no value here; use it inside its sum, "
        f"or make it one of the {index.sort} with given(mode(...))"
    )


def place_of(index: IndexLike, sort: Sort) -> Place:
    """Return what finds where an index stands."""
    if isinstance(index, int):
        return lambda instance, at: position(index, instance, at, sort)
    return lambda instance, at: at[index] if index in at else position(index, instance, at, sort)


def spanned(over: Range, compiled: Compile) -> Spanned:
    """Return what finds the positions that an index over a range takes."""
    sort, without = over.sort, over.without
    bounds = [None if end is None else compiled(_formula(end)) for end in (over.lower, over.upper)]

    def found(instance: Instance, at: Indices) -> list[int]:
        if over.kind == "integers":
            lower, upper = (whole_number(_given(end)(instance, at)) for end in bounds)
            return list(range(lower, upper + 1))
        if over.kind == "all":
            return list(range(instance.size(sort)))
        limit = position(_given(over.limit), instance, at, sort)
        if over.kind == "seen":
            row = instance[_given(over.mask)][limit]
            return [k for k, seen in enumerate(row) if seen]
        return list(range(limit + (over.kind == "up_to")))

    def but_some(instance: Instance, at: Indices) -> list[int]:
        every = found(instance, at)
        left_out = {position(k, instance, at, sort) for k in without}
        return [k for k in every if k not in left_out]

    return but_some if without else found


def _given(part: Any) -> Any:
    if part is None:
        raise Mistake("a range without its bound; make ranges with tokens.before(i) and the like")
    return part


def _formula(end: Any) -> Expression:
    assert isinstance(end, Expression)  # a range keeps its ends as formulas
    return end


def places_of(
    bound: Sequence[Index], compiled: Compile
) -> Callable[[Instance, Indices], Iterator[Indices]]:
    """Return what yields all places of bound indices, the last one fastest.

    The same mapping may be yielded each time, changed: who keeps one keeps a copy.
    """
    (index, span), *others = [(k, spanned(k.over, compiled)) for k in bound]

    def of_one(instance: Instance, at: Indices) -> Iterator[Indices]:
        here = dict(at)
        for place in span(instance, at):
            here[index] = place
            yield here

    def of_many(instance: Instance, at: Indices) -> Iterator[Indices]:
        for place in span(instance, at):
            yield from inner(instance, {**at, index: place})

    inner = places_of(bound[1:], compiled) if others else of_one
    return of_many if others else of_one
