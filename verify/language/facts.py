"""What an assumption says to the algebra: equations, comparisons, distinct indices.

A fact holds for every value of its free indices.
"""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.indices import Index
from verify.language.serialise import Serialiser, Term
from verify.language.walk import free_indices, ordered


@dataclass(frozen=True, eq=False)
class Equation:
    """Two scalars, two vectors or two operators are equal. Used as a rule from left to right."""

    left: Scalar | Vector | Operator
    right: Scalar | Vector | Operator


@dataclass(frozen=True, eq=False)
class Distinct:
    """Two indices are different."""

    first: Index
    second: Index


Fact = Equation | Distinct | Relation


def serialised(fact: Fact, fixed: frozenset[Index] = frozenset()) -> Term:
    """Return a fact as plain lists: [kind, left, right, {quantified index: sort}].

    A fact holds for all values of the indices in its fourth entry: its free indices, but for
    those that are given (`fixed`), which are constants of the claim.

    Kinds: "equation", "vector_equation", "operator_equation", "distinct" and the signs
    "<=", "<", ">=", ">", "!=".
    """
    if isinstance(fact, Distinct):
        pair = (fact.first, fact.second)
        return ["distinct", *(k.name for k in pair), {k.name: k.sort for k in pair}]
    free = (free_indices(fact.left) | free_indices(fact.right)) - fixed
    sorts = {k.name: k.sort for k in ordered(free)}
    write = Serialiser()
    left, right = write.term(fact.left, {}), write.term(fact.right, {})
    if isinstance(fact, Relation):
        return [fact.sign, left, right, sorts]
    kinds = {Scalar: "equation", Vector: "vector_equation", Operator: "operator_equation"}
    return [kinds[type(fact.left)], left, right, sorts]
