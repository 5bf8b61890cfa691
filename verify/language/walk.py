"""Walking a tree: every node, the free indices, the given things it mentions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector, as_scalar
from verify.language.indices import Index, Range
from verify.language.motion import Flow
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol
from verify.language.tree import BINDERS

Formula = Scalar | Vector | Operator | Relation


def nodes(formula: Formula) -> Iterator[Expression]:
    """Yield every node of a formula, bodies of abbreviations and of velocities included."""
    if isinstance(formula, Relation):
        yield from nodes(formula.left)
        yield from nodes(formula.right)
        return
    yield formula
    for child in children(formula):
        yield from nodes(child)


def children(node: Expression) -> Iterator[Scalar | Vector | Operator]:
    """Yield the formulas directly below a node."""
    for argument in node.args:
        if isinstance(argument, Scalar | Vector | Operator):
            yield argument
        elif isinstance(argument, Flow):
            for thing in argument.moves:
                yield _member(thing, _holders(thing))
            yield from (velocity for _, velocity in _velocities(argument))
        elif isinstance(argument, tuple):  # the pairs of `at`
            for pair in argument:
                yield from pair
        elif isinstance(argument, Index) and argument.bound and node.op in BINDERS:
            yield from _bounds(argument.over)
    if node.op == "differential":
        layer, index, direction, point = node.args
        yield layer.formula(index)
        yield direction(index)
        yield point(index)


def _bounds(over: Range) -> Iterator[Scalar]:
    for bound in (over.lower, over.upper):
        if bound is not None:
            yield as_scalar(bound)


def _holders(thing: Family[Any] | Symbol) -> tuple[Index, ...]:
    """Return an index of our own for each one that a moving thing takes."""
    sorts = thing.sorts if isinstance(thing, Family) else ()
    return tuple(Index(f"v{k}", Range(sort)) for k, sort in enumerate(sorts))


def _member(thing: Family[Any] | Symbol, held: tuple[Index, ...]) -> Scalar | Vector:
    """Return what moves, which a formula that does not mention it may still be moved with."""
    if isinstance(thing, Family):
        member: Scalar | Vector = thing.item(*held)
        return member
    return (Vector if thing.kind == "vector" else Scalar)("symbol", thing)


def _velocities(flow: Flow) -> Iterator[tuple[tuple[Index, ...], Scalar | Vector]]:
    """Yield every velocity of a flow, with the indices of our own that it is written in."""
    for thing, velocity in flow.moves.items():
        held = _holders(thing)
        yield held, velocity(*held)


@lru_cache(maxsize=1 << 15)
def free_indices(formula: Formula) -> frozenset[Index]:
    """Return the indices of a formula that no sum of it binds."""
    if isinstance(formula, Relation):
        return free_indices(formula.left) | free_indices(formula.right)
    bound = set(formula.args[1:]) if formula.op in BINDERS else set()
    found: set[Index] = set()
    for argument in formula.args:
        if isinstance(argument, Index):
            found |= _free_in_range(argument.over) if argument in bound else {argument}
        elif isinstance(argument, Scalar | Vector | Operator):
            found |= free_indices(argument)
        elif isinstance(argument, Flow):
            for held, velocity in _velocities(argument):
                found |= free_indices(velocity) - set(held)
        elif isinstance(argument, tuple):
            for pair in argument:
                found |= free_indices(pair[1])
    if formula.op == "differential":
        layer, index, direction, point = formula.args
        for part in (layer.formula(index), direction(index), point(index)):
            found |= free_indices(part)
    return frozenset(found - bound)


def _free_in_range(over: Range) -> set[Index]:
    """Return the indices that the range of a sum depends on."""
    found = {k for k in (over.limit, *over.without) if isinstance(k, Index)}
    return found.union(*map(free_indices, _bounds(over)))


def things(formula: Formula) -> Iterator[Symbol | OperatorSymbol | Family[Scalar] | Mask]:
    """Yield the given things a formula mentions (a layer's own tokens are not given)."""
    seen = list(nodes(formula))
    own = {node.args[0].of for node in seen if node.op == "differential"}
    for node in seen:
        for argument in node.args:
            if isinstance(argument, Symbol | OperatorSymbol | Mask | Family):
                if argument not in own:
                    yield argument
            elif isinstance(argument, Index) and argument.bound:
                mask = argument.over.mask
                if isinstance(mask, Mask):
                    yield mask


def ordered(indices: frozenset[Index]) -> list[Index]:
    """Return indices in a fixed order, by sort and name."""
    return sorted(indices, key=lambda index: (index.sort, index.name))
