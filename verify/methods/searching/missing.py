"""What an equation that does not hold would need: one more fact, or two, about what is given.

The facts are those of words that an author would write next: unit vectors, symmetric operators,
weights whose rows add up to 1. What is found is a proposal; nothing rests on it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.algebra.deciding import is_zero
from verify.language.expressions import Operator, Vector, as_scalar
from verify.language.facts import Equation
from verify.language.index_sets import modes, tokens
from verify.language.mistakes import Mistake
from verify.language.symbols import Family, OperatorSymbol, Symbol
from verify.language.walk import rebuilt, unabbreviated
from verify.language.words import total
from verify.methods.derived import Side, reader_with
from verify.statements.assumption import introduced
from verify.statements.obligations import Equality
from verify.statements.step import Said

PAIRS = ("tokens", "tokens")
MOST = 60  # facts, and pairs of them, that are tried: each takes a few milliseconds


@dataclass(frozen=True, eq=False)
class Supposed:
    """A fact that may be missing, and the words for it; no fact, where a definition does."""

    says: str
    fact: Equation | None


@dataclass(frozen=True, eq=False)
class Apart:
    """By what the sides of an equation differ, None if they agree, and what would close it."""

    difference: Side | None
    closing: tuple[Supposed, ...] = ()


def apart(said: Said, claim: Equality) -> Apart:
    """Return by what the sides differ under what is assumed, and which facts would close it."""
    found = _difference(said, claim, ())
    if found is None:
        return Apart(None)
    for family in _pairs_given(said):
        left, right = (_symmetrised(side, family) for side in (claim.left, claim.right))
        if _difference(said, replace(claim, left=left, right=right), ()) is None:
            name = family.name
            return Apart(found, (Supposed(f'symmetric_part("{name}", {name})', None),))
    single = list(itertools.islice(_supposed(said), MOST))
    pairs = itertools.combinations(single, 2)
    tried = ((one,) for one in single)
    for facts in itertools.islice(itertools.chain(tried, pairs), MOST):
        try:
            if _difference(said, claim, facts) is None:
                return Apart(found, facts)
        except Mistake:
            continue  # it is no rule beside the others
    return Apart(found)


def _difference(said: Said, claim: Equality, facts: Sequence[Supposed]) -> Side | None:
    """Return left - right under more facts, None if it is zero. Raises Mistake."""
    reader = reader_with(said, [one.fact for one in facts if one.fact])
    read: Any = reader.vector if isinstance(claim.left, Vector) else reader.scalar
    difference: Side = read(claim.left) - read(claim.right)
    return None if is_zero(reader.theory, difference) else difference


def _pairs_given(said: Said) -> Iterator[Family[Any]]:
    """Yield the given weights over pairs of tokens."""
    for thing in introduced(a.assumption for a in said.assumed):
        if isinstance(thing, Family) and (thing.kind, thing.sorts) == ("scalar", PAIRS):
            yield thing


def _symmetrised(e: Any, family: Family[Any]) -> Any:
    """Return a formula of the symmetric part of weights in the place of these."""
    e = unabbreviated(e)
    if e.op == "item" and e.args[0] is family:
        return (e + family.item(*reversed(e.args[1:]))) / 2
    return rebuilt(e, lambda part: _symmetrised(part, family), lambda leaf: leaf)


def _supposed(said: Said) -> Iterator[Supposed]:
    """Yield facts about the things that are given, those of one thing first."""
    things = [thing for a in said.assumed for thing in introduced([a.assumption])]
    i = tokens.any("i")
    for thing in things:
        if isinstance(thing, Symbol) and thing.kind == "vector":
            x = Vector("symbol", thing)
            yield Supposed(f'unit_vector("{thing.name}")', Equation(x @ x, as_scalar(1)))
        elif isinstance(thing, OperatorSymbol) and not thing.symmetric:
            A = Operator("symbol", thing)
            yield Supposed(f'symmetric_operator("{thing.name}")', Equation(A.T, A))
        elif isinstance(thing, Family) and thing.sorts == ("tokens",):
            item = thing.item(i)
            if isinstance(item, Vector):
                yield Supposed(f'unit_tokens("{thing.name}")', Equation(item @ item, as_scalar(1)))
            else:
                whole = total(thing.item(k) for k in tokens)
                yield Supposed(f'zero_sum("{thing.name}")', Equation(whole, as_scalar(0)))
        elif isinstance(thing, Family) and (thing.kind, thing.sorts) == ("scalar", PAIRS):
            row = total(thing.item(i, k) for k in tokens)
            yield Supposed(f'row_stochastic("{thing.name}")', Equation(row, as_scalar(1)))
    yield from _expansions(things)
    vectors = [Vector("symbol", t) for t in things if isinstance(t, Symbol) and t.kind == "vector"]
    for x, z in itertools.combinations(vectors, 2):
        first, second = x.args[0].name, z.args[0].name
        yield Supposed(f'orthogonal_to("{second}", {first})', Equation(x @ z, as_scalar(0)))


def _expansions(things: Sequence[Any]) -> Iterator[Supposed]:
    """Yield that inner products are sums over a basis that is given: x . z = sum (e x)(e z)."""
    families = [t for t in things if isinstance(t, Family) and t.kind == "vector"]
    i, j = tokens.any("i", "j")
    named = {
        t.name: Vector("symbol", t) for t in things if isinstance(t, Symbol) and t.kind == "vector"
    }
    pairs: list[tuple[tuple[str, ...], Any, Any]] = [((x,), named[x], named[x]) for x in named]
    pairs += [((x, z), named[x], named[z]) for x, z in itertools.combinations(named, 2)]
    pairs += [((y.name,), y.item(i), y.item(j)) for y in families if y.sorts == ("tokens",)]
    for e, (names, x, z) in itertools.product(
        (e for e in families if e.sorts == ("modes",)), pairs
    ):
        whole = total((e.item(m) @ x) * (e.item(m) @ z) for m in modes)
        expands = f'orthonormal_basis("{e.name}", expands=[{", ".join(names)}])'
        yield Supposed(expands, Equation(whole, x @ z))
