"""Claims as the algebra derives them: both sides in normal form, and written out in coordinates."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import sympy as sp

from verify.algebra.atoms import Total, Vec, bound_indices, sort_of
from verify.algebra.fractions_of import has_denominator
from verify.algebra.reading import TreeReader
from verify.algebra.realise import FixedSizes, Realiser
from verify.algebra.rules import learn
from verify.algebra.theory import Combination, Theory
from verify.language.conditions import Where, facts_in, free_in, is_of_equality
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.facts import Fact, constants, fact_indices
from verify.language.indices import Index
from verify.language.substituting import fact_about
from verify.language.symbols import OperatorSymbol
from verify.language.walk import free_indices, ordered
from verify.methods.attained import posed
from verify.statements.assumption import introduced
from verify.statements.displayed import Displayed, as_latex
from verify.statements.obligations import (
    Comparison,
    Equality,
    Obligation,
    also_given,
    claim_indices,
    conditions,
)
from verify.statements.step import Said, facts_of, obligations

Side: TypeAlias = Any
"""A side in normal form: a SymPy expression, or a `Combination` (a vector)."""


@lru_cache(maxsize=8)
def reader_for(said: Said) -> TreeReader:
    """Return the reader whose theory knows what was assumed before a sentence; made once."""
    return reader_with(said, ())


def reader_with(said: Said, more: Sequence[Fact]) -> TreeReader:
    """Return a reader that knows what was assumed before a sentence, and more."""
    reader = TreeReader(Theory())
    for operator in operators_of(said):
        reader.operator(Operator("symbol", operator))
    claims = posed(said)
    for index in ordered(frozenset().union(*map(claim_indices, claims))):
        reader.index(index)  # the claim's own indices have their names first
    copies = {a: None for claim in claims for a in also_given(claim)}
    facts = [*facts_of(said), *(fact for assumption in copies for fact in assumption.facts), *more]
    conditions = [c for claim in claims for c in equalities_of(claim)] if len(claims) == 1 else []
    own = frozenset[Index]().union(*map(free_in, conditions))
    constant = constants(facts, given_indices(said))
    facts = [_of_others(fact, own - constant) for fact in facts]
    facts += [fact for condition in conditions for fact in facts_in(condition)]
    learn(reader, facts, constant | own)
    return reader


def equalities_of(claim: Obligation) -> list[Where]:
    """Return the conditions of a claim that say what is equal, or in which order indices are."""
    return [c for c in conditions(claim) if is_of_equality(c)]


def _of_others(fact: Fact, taken: frozenset[Index]) -> Fact:
    """Return a fact, which is about all, about other indices than those that a condition is on."""
    shared = fact_indices(fact) & taken
    others: dict[Any, Any] = {k: Index(k.name, k.over) for k in shared}
    return fact_about(fact, others) if others else fact


def given_indices(said: Said) -> list[Index]:
    """Return the indices that are given ("one of the modes"), not quantified."""
    things = introduced(a.assumption for a in said.assumed)
    return [thing for thing in things if isinstance(thing, Index)]


def operators_of(said: Said) -> list[OperatorSymbol]:
    things = introduced(a.assumption for a in said.assumed)
    return [thing for thing in things if isinstance(thing, OperatorSymbol)]


class Sides(tuple[sp.Expr, sp.Expr]):
    """Both sides of a claim in normal form; a notebook sets them as an equation."""

    def _repr_latex_(self) -> str | None:
        return as_latex(self)


@dataclass(frozen=True, eq=False, repr=False)
class Derived(Displayed):
    """One obligation as derived: its two sides in normal form, and its free indices."""

    label: str
    left: Side
    right: Side
    indices: tuple[str, ...]
    relation: str = "="


def derived_claims(said: Said) -> list[Derived]:
    """Return a step's obligations with both sides in normal form; some kinds of step have none."""
    reader = reader_for(said)
    out = []
    for obligation in obligations(said):
        if also_given(obligation):
            continue
        if isinstance(obligation, Equality):
            left, right, sign = obligation.left, obligation.right, "="
        elif isinstance(obligation, Comparison):
            relation = obligation.relation
            left, right, sign = relation.left, relation.right, relation.sign
        else:
            continue
        free = ordered(free_indices(left) | free_indices(right))
        names = tuple(str(reader.index(k)) for k in free)
        sides = _read(reader, left), _read(reader, right)
        out.append(Derived(obligation.label, *sides, names, sign))
    return out


def written_out(said: Said, claim: Derived, side: Side, sizes: FixedSizes) -> Any:
    """Return a side in coordinates: one value, or {(1-based free indices): value}."""
    realiser = Realiser(sizes, frozenset(o.name for o in operators_of(said) if o.symmetric))
    write: Any = realiser.vector if isinstance(side, Combination) else realiser.scalar
    indices = [sp.Symbol(name, integer=True) for name in claim.indices]
    ranges = [range(1, sizes.of(sort_of(k)) + 1) for k in indices]
    cells = {
        values: write(side, dict(zip(indices, values, strict=True)))
        for values in itertools.product(*ranges)
    }
    return cells if indices else cells[()]


def _read(reader: TreeReader, side: Scalar | Vector) -> Side:
    if isinstance(side, Vector):
        return reader.vector(side)
    value = reader.scalar(side)
    # Expanding nested fractions would multiply them out term by term.
    return value if has_denominator(value) else reader.theory.normal_form(value)


def as_expression(side: Side) -> sp.Expr:
    """Return a side as one SymPy expression (a vector as a sum of `Vec(A, ..., x)`)."""
    if not isinstance(side, Combination):
        return side
    out = sp.S.Zero
    for (letters, atom), coefficient in side.terms.items():
        bound = bound_indices(atom)
        term = coefficient * Vec(*letters, atom)
        out += Total(term, *bound) if bound else term
    return out
