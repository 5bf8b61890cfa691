"""What an assumption says: equations, comparisons, indices that differ, qualities of things.

A fact holds for every value of its free indices that are no constants of the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.indices import Index
from verify.language.serialise import Serialiser, Term
from verify.language.symbols import Thing
from verify.language.walk import free_indices, ordered, things


@dataclass(frozen=True, eq=False)
class Equation:
    """Two scalars, two vectors or two operators are equal: a rule from left to right, or solved."""

    left: Scalar | Vector | Operator
    right: Scalar | Vector | Operator

    def __repr__(self) -> str:
        return f"equals({self.left!r}, {self.right!r})"


@dataclass(frozen=True, eq=False)
class Distinct:
    """Two indices are different."""

    first: Index
    second: Index


@dataclass(frozen=True, eq=False)
class Before:
    """One index comes strictly before another."""

    first: Index
    second: Index


@dataclass(frozen=True, eq=False)
class Quality:
    """A scalar is an integer, or an operator is symmetric, positive definite or semidefinite."""

    kind: Literal["integer", "symmetric", "positive_definite", "positive_semidefinite"]
    of: Scalar | Operator


Fact = Equation | Distinct | Before | Relation | Quality


def sides(fact: Fact) -> tuple[Scalar | Vector | Operator, ...]:
    """Return the formulas of a fact; of one about two indices there are none."""
    if isinstance(fact, Distinct | Before):
        return ()
    return (fact.of,) if isinstance(fact, Quality) else (fact.left, fact.right)


@lru_cache(maxsize=1 << 13)
def fact_indices(fact: Fact) -> frozenset[Index]:
    """Return the free indices of a fact."""
    if isinstance(fact, Distinct | Before):
        return frozenset((fact.first, fact.second))
    return frozenset().union(*map(free_indices, sides(fact)))


def speaks_of(fact: Fact, thing: Thing) -> bool:
    """Return whether a given thing, or an index, is in what a fact says."""
    if isinstance(thing, Index):
        return thing in fact_indices(fact)
    return any(thing is other for side in sides(fact) for other in things(side))


def constants(facts: Iterable[Fact], given: Iterable[Index] = ()) -> frozenset[Index]:
    """Return the indices that are the same in all facts and in the claim: facts say nothing of
    others in their place.

    They are those that are given ("one of the modes"), and those that are compared with others:
    what is assumed of k beside "k is not r" is assumed of no other k.
    """
    compared = (fact for fact in facts if isinstance(fact, Distinct | Before))
    return frozenset(given).union(*map(fact_indices, compared))


def serialised(fact: Fact, names: Mapping[Index, str] | None = None) -> Term:
    """Return a fact as plain lists: [kind, left, right, {quantified index: sort}].

    `names` are those of the indices that are constants of the claim (see `constants`); a fact holds
    for all values of its other free indices, which are in its fourth entry, named q1', q2', ...

    Kinds: "equation", "vector_equation", "operator_equation", the signs "<=", "<", ">=", ">", "!=",
    "distinct" and "before" (of two indices), and the qualities, whose right side is the number 0 or
    the identity.
    """
    known = dict(names or {})
    if isinstance(fact, Distinct | Before):
        kind = "distinct" if isinstance(fact, Distinct) else "before"
        return [kind, known[fact.first], known[fact.second], {}]
    free = ordered(fact_indices(fact) - known.keys())
    quantified = {k: f"q{number}'" for number, k in enumerate(free, 1)}
    write, known = Serialiser(), known | quantified
    sorts = {quantified[k]: k.sort for k in free}
    if isinstance(fact, Quality):
        nothing = ["number", "0"] if isinstance(fact.of, Scalar) else ["identity"]
        return [fact.kind, write.term(fact.of, known), nothing, sorts]
    left, right = write.term(fact.left, known), write.term(fact.right, known)
    if isinstance(fact, Relation):
        return [fact.sign, left, right, sorts]
    kinds = {Scalar: "equation", Vector: "vector_equation", Operator: "operator_equation"}
    return [kinds[type(fact.left)], left, right, sorts]
