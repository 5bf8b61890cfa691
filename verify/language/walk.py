"""Walking a tree: every node, the free indices, the given things it mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector, as_scalar
from verify.language.indices import Index, Range
from verify.language.motion import Flow
from verify.language.symbols import FORMULAS, Family, Mask, OperatorSymbol, Symbol
from verify.language.tree import BINDERS

Formula = Scalar | Vector | Operator | Relation
GIVEN = (Symbol, OperatorSymbol, Mask, Family)
SCOPED = frozenset({*BINDERS, "rate", "at", "differential"})
"""The operations that hold formulas elsewhere than among their arguments."""
E = TypeVar("E", bound=Expression)


def nodes(formula: Formula) -> Iterator[Expression]:
    """Yield every node of a formula, bodies of abbreviations and of velocities included."""
    waiting: list[Any] = [formula]
    if isinstance(formula, Relation):
        waiting = [formula.right, formula.left]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


def children(node: Expression) -> list[Scalar | Vector | Operator]:
    """Return the formulas directly below a node."""
    if node.op in SCOPED:
        return [child for _, child in scoped_children(node)]
    return [argument for argument in node.args if isinstance(argument, FORMULAS)]


def scoped_children(
    node: Expression,
) -> Iterator[tuple[tuple[Index, ...], Scalar | Vector | Operator]]:
    """Yield the formulas directly below a node, each with the indices that the node binds in it."""
    bound = node.args[1:] if node.op in BINDERS else ()
    for argument in node.args:
        if isinstance(argument, FORMULAS):
            yield bound, argument
        elif isinstance(argument, Flow):
            held = {thing: holders(thing) for thing in argument.moves}
            yield from ((held[thing], member(thing, held[thing])) for thing in held)
            for thing, velocity in argument.moves.items():
                yield held[thing], velocity(*held[thing])
        elif isinstance(argument, tuple):  # the pairs of `at`
            yield from (((), part) for pair in argument for part in pair)
        elif bound:
            yield from ((bound, end) for end in _bounds(argument.over))
    if node.op == "differential":
        layer, index, direction, point = node.args
        yield from (((), part) for part in (layer.formula(index), direction(index), point(index)))


def rebuilt(node: E, formula: Callable[[Any], Any], leaf: Callable[[Any], Any]) -> E:
    """Return a node of the same operation, of changed formulas and of changed other arguments."""

    def part(argument: Any) -> Any:
        if isinstance(argument, Expression):
            return formula(argument)
        return tuple(map(part, argument)) if isinstance(argument, tuple) else leaf(argument)

    return type(node)(node.op, *map(part, node.args))


def unabbreviated(formula: Any) -> Any:
    """Return a formula, or what it is short for."""
    while formula.op == "abbreviation":
        formula = formula.args[1]
    return formula


def _bounds(over: Range) -> Iterator[Scalar]:
    for bound in (over.lower, over.upper):
        if bound is not None:
            yield as_scalar(bound)


def holders(thing: Any, names: Sequence[str] = ("v0", "v1", "v2")) -> tuple[Index, ...]:
    """Return an index of our own for each one that a moving thing takes."""
    sorts = thing.sorts if isinstance(thing, Family) else ()
    return tuple(Index(name, Range(sort)) for name, sort in zip(names, sorts, strict=False))


def member(thing: Any, indices: Sequence[Index]) -> Scalar | Vector:
    """Return a thing that moves, or a member of a family of them, as a formula."""
    kind = Vector if thing.kind == "vector" else Scalar
    return kind("item" if isinstance(thing, Family) else "symbol", thing, *indices)


@lru_cache(maxsize=1 << 15)
def free_indices(formula: Formula) -> frozenset[Index]:
    """Return the indices of a formula that no sum of it binds."""
    if isinstance(formula, Relation):
        return free_indices(formula.left) | free_indices(formula.right)
    bound = set(formula.args[1:]) if formula.op in BINDERS else set()
    found: set[Index] = set()
    for index in formula.args:
        if isinstance(index, Index):
            found |= _limits(index.over) if index in bound else {index}
    for held, child in scoped_children(formula):
        found |= free_indices(child).difference(held)
    return frozenset(found - bound)


def _limits(over: Range) -> set[Index]:
    """Return the indices that the range of a sum depends on, but for those of its ends."""
    return {k for k in (over.limit, *over.without) if isinstance(k, Index)}


@lru_cache(maxsize=1 << 13)
def things(formula: Formula) -> tuple[Symbol | OperatorSymbol | Family[Any] | Mask, ...]:
    """Return the given things a formula mentions, each once (a layer's own tokens are not given).

    Searches ask this of the same few formulas at every instance, and so it is remembered.
    """
    seen = list(nodes(formula))
    own = {node.args[0].of for node in seen if node.op == "differential"}
    found: dict[Symbol | OperatorSymbol | Family[Any] | Mask, None] = {}
    for node in seen:
        for argument in node.args:
            if isinstance(argument, GIVEN):
                if argument not in own:
                    found[argument] = None
            elif isinstance(argument, Index) and argument.bound:
                mask = argument.over.mask
                if isinstance(mask, Mask):
                    found[mask] = None
    return tuple(found)


def ordered(indices: frozenset[Index]) -> list[Index]:
    """Return indices in a fixed order, by sort and name."""
    return sorted(indices, key=lambda index: (index.sort, index.name))
