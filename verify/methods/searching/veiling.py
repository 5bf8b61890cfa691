"""A claim with its abbreviations veiled: they stand for any numbers or vectors of known sign.

What holds of any holds of what they abbreviate, and there is less to search through: weights are
sums over heads, and what is said of them seldom needs to know.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.conditions import Every, Where, said_in
from verify.language.expressions import Expression, Relation, Scalar, Vector
from verify.language.facts import Equation, Fact, sides
from verify.language.indices import Index, Range
from verify.language.symbols import Abbreviation, Family, Symbol
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, nodes, ordered, rebuilt, things
from verify.methods.searching.candidates import DERIVATIVES
from verify.statements.obligations import Comparison

Known = Callable[[Relation], bool]  # whether a comparison holds for all values of its indices
Things = Mapping[Abbreviation[Any], Symbol | Family[Any]]


@dataclass(frozen=True, eq=False)
class Veiled:
    """A claim about the things that abbreviations have become, and what these are."""

    claim: Comparison
    things: Things

    def lifted(self, formula: Any) -> Any:
        """Return a formula in which the things are abbreviations again."""
        names = {thing: short for short, thing in self.things.items()}

        def back(e: Any) -> Any:
            if e.op in ("symbol", "item") and e.args[0] in names:
                return names[e.args[0]][e.args[1:]]
            return rebuilt(e, back, lambda leaf: leaf)

        return back(formula)


def veiled(
    claim: Comparison, facts: Sequence[Fact], given: frozenset[Index], known: Known
) -> Iterator[Veiled]:
    """Yield a claim with different abbreviations veiled: those of sums, the outer ones, the next.

    `given` are the indices of which a fact does not hold for all values. None is yielded where
    derivatives are taken, for what a derivative is of may not be veiled.
    """
    trees = _formulas(claim)
    outer = _abbreviations(trees)
    inner = _abbreviations([e.args[1] for e in outer.values()])
    every = outer | inner
    sums = {a: e for a, e in every.items() if any(n.op in BINDERS for n in nodes(e.args[1]))}
    seen = list[set[Abbreviation[Any]]]()
    for chosen in (sums, outer, inner):
        if chosen and set(chosen) not in seen:
            seen.append(set(chosen))
            found = _veiled(claim, facts, given, known, chosen)
            if found is not None:
                yield found


def _formulas(claim: Comparison) -> list[Any]:
    conditions = (side for c in claim.where for side in _sides(said_in(c)))
    return [claim.relation.left, claim.relation.right, *conditions]


def _sides(said: Any) -> tuple[Any, ...]:
    return sides(said) if isinstance(said, Relation | Equation) else ()


def _abbreviations(trees: Sequence[Expression]) -> dict[Abbreviation[Any], Expression]:
    """Return the outermost abbreviations of some formulas, each with one use of it."""
    found: dict[Abbreviation[Any], Expression] = {}
    left = list(trees)
    while left:
        e = left.pop()
        if e.op == "abbreviation":
            if all(isinstance(k, Index) for k in e.args[2:]):
                found.setdefault(e.args[0], e)
        else:
            left += [part for part in e.args if isinstance(part, Expression)]
    return found


def _veiled(
    claim: Comparison,
    facts: Sequence[Fact],
    given: frozenset[Index],
    known: Known,
    chosen: Mapping[Abbreviation[Any], Expression],
) -> Veiled | None:
    taken = {thing.name for fact in facts for side in _sides(fact) for thing in things(side)}
    made: dict[Abbreviation[Any], Symbol | Family[Any]] = {}
    for short, use in chosen.items():
        name = short.name
        while name in taken:
            name += "_"
        taken.add(name)
        kind = Vector if isinstance(use, Vector) else Scalar
        sorts = tuple(k.sort for k in use.args[2:])
        symbol = Symbol(name, "vector" if kind is Vector else "scalar")
        made[short] = Family(name, kind, sorts) if sorts else symbol

    def hidden(e: Any) -> Any:
        if e.op == "abbreviation":
            thing = made.get(e.args[0])
            if thing is None:
                return hidden(e.args[1])
            indices = e.args[2:]
            return thing.item(*indices) if isinstance(thing, Family) else type(e)("symbol", thing)
        return rebuilt(e, hidden, lambda leaf: leaf)

    def said(of: Any) -> Any:
        if isinstance(of, Relation):
            return Relation(hidden(of.left), of.sign, hidden(of.right))
        return Equation(hidden(of.left), hidden(of.right)) if isinstance(of, Equation) else of

    where: list[Where] = [
        replace(c, says=said(c.says)) if isinstance(c, Every) else said(c) for c in claim.where
    ]
    where += [_for_all(said(fact), given) for fact in facts if _mentions(fact, made)]
    signs = itertools.chain(*(_signs(short, use, known) for short, use in chosen.items()))
    where += [_for_all(said(sign), given) for sign in signs]
    told = replace(claim, relation=said(claim.relation), where=tuple(where))
    derived = any(node.op in DERIVATIVES for tree in _formulas(told) for node in nodes(tree))
    return None if derived else Veiled(told, made)


def _mentions(fact: Fact, made: Things) -> bool:
    """Return whether a fact is about numbers, and has something that is veiled in it."""
    parts = [side for side in _sides(fact) if isinstance(side, Scalar)]
    return any(n.op == "abbreviation" and n.args[0] in made for e in parts for n in nodes(e))


def _for_all(said: Any, given: frozenset[Index]) -> Where:
    free = tuple(ordered((free_indices(said.left) | free_indices(said.right)) - given))
    return Every(free, said) if free else said


def _signs(short: Abbreviation[Any], use: Expression, known: Known) -> Iterator[Relation]:
    """Yield what is known of an abbreviation at any indices: its sign, and that it is at most 1."""
    if not isinstance(use, Scalar):
        return
    sorts = [k.sort for k in use.args[2:]]
    value = short[tuple(Index(f"v{n}", Range(sort)) for n, sort in enumerate(sorts))]
    above = [value > 0, value >= 0]
    yield from itertools.islice((each for each in above if known(each)), 1)
    if known(value <= 1):
        yield value <= 1
