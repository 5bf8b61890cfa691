"""Given things and free indices of a formula exchanged for others, without capture."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from verify.language.expressions import Expression, Relation, Scalar
from verify.language.facts import Before, Distinct, Equation, Fact, Quality
from verify.language.indices import Index, Range
from verify.language.mistakes import Mistake
from verify.language.motion import Layer
from verify.language.symbols import Family, Thing
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, rebuilt, things

E = TypeVar("E", bound=Expression)
Others = Mapping[Thing, Thing | Scalar]


def substituted(formula: E, others: Others) -> E:
    """Return a formula in which given things, and free indices, have become others.

    A scalar, or an index over integers, may also become a formula. Abbreviations are written out.
    Raises Mistake for a derivative of what is exchanged.
    """
    made: E = _substituted(formula, others, {})
    return made


def in_tokens(layer: Layer, other: Family[Any]) -> Layer:
    """Return a layer that moves other tokens, in whose place those it was written in were."""
    if layer.of is other:
        return layer
    return Layer(other, lambda i: substituted(layer.formula(i), {layer.of: other}), layer.raw)


def fact_about(fact: Fact, others: Others) -> Fact:
    """Return what a fact says, said of other things."""
    if isinstance(fact, Distinct | Before):
        return type(fact)(_other(fact.first, others), _other(fact.second, others))
    if isinstance(fact, Quality):
        return Quality(fact.kind, substituted(fact.of, others))
    if isinstance(fact, Relation):
        left, right = substituted(fact.left, others), substituted(fact.right, others)
        return Relation(left, fact.sign, right)
    return Equation(substituted(fact.left, others), substituted(fact.right, others))


def _substituted(node: Any, others: Others, made: dict[Any, Any]) -> Any:
    """Return a node with others; what occurs twice still does, so that a square is seen as one."""
    if node not in made:
        made[node] = _made(node, others, made)
    return made[node]


def _made(node: Any, others: Others, made: dict[Any, Any]) -> Any:
    if node.op == "abbreviation":
        return _substituted(node.args[1], others, made)
    if node.op in ("symbol", "place"):
        other = others.get(node.args[0], node.args[0])
        return other if isinstance(other, Expression) else type(node)(node.op, other)
    if node.op not in BINDERS:
        new = rebuilt(
            node, lambda part: _substituted(part, others, made), lambda x: _other(x, others)
        )
        # What moves, and by which law, is told by functions, in which nothing is exchanged.
        if node.op in ("rate", "differential") and not others.keys().isdisjoint(
            {*things(node), *free_indices(new)}
        ):
            raise Mistake(f"{node!r} is a derivative of a replaced quantity; write out its value")
        return new
    bound: list[Index] = []
    for index in node.args[1:]:
        new = Index(index.name, _range(index.over, others), bound=True)
        bound, others = [*bound, new], {**others, index: new}
    return type(node)(node.op, _substituted(node.args[0], others, {}), *bound)


def _other(part: Any, others: Others) -> Any:
    return part if isinstance(part, int | str | Fraction) else others.get(part, part)


def _range(over: Range, others: Others) -> Range:
    ends = [
        None if end is None else _substituted(end, others, {}) for end in (over.lower, over.upper)
    ]
    mask: Any = over.mask
    return Range(
        over.sort,
        over.kind,
        None if over.limit is None else _other(over.limit, others),
        None if mask is None else others.get(mask, mask),
        tuple(_other(k, others) for k in over.without),
        *ends,
    )
