"""Values for what a proposition quantifies, where its premises are about to fail or just hold.

Drawn values seldom meet a premise, and never an equation. So beside them come the numbers at which
an inequality or an equation that is linear in them becomes one, vectors as long as an equation
says, and what the start itself says: of `at_start(equals(y[1], z))` the vector z is where the first
token starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice, repeat
from random import Random
from typing import Any

from verify.language.expressions import Expression, Relation, Scalar, as_scalar
from verify.language.facts import Equation, sides
from verify.language.mistakes import Mistake
from verify.language.symbols import Family, OperatorSymbol, Symbol, Thing
from verify.language.walk import ordered
from verify.methods.kernel.definedness import Definedness, Known, conditions
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance, RandomDraw, Unlucky
from verify.numerics.holding import assignments, fact_truth
from verify.numerics.nested import filled
from verify.numerics.number import Irrational, Truth, Undefined, power
from verify.numerics.positions import Indices
from verify.numerics.solving import Formula, Wanted, solution
from verify.statements.assumption import Assumption, introduced
from verify.statements.propositions import (
    Joined,
    Proposition,
    Quantified,
    Throughout,
    atom_indices,
    formulas,
    mentions,
)

DRAWS = 3  # values that something quantified takes, beside those that premises single out
TRIES = 20
EDGES = 2  # the least numbers at which inequalities become equations, and the largest
EQUAL = 4  # values that equations give
DEGREES = (1, 2, 3, 4, 6)  # of a length
POLES = 6  # values at which a formula may have none

Found = Mapping[Any, Any]
Atom = Relation | Equation
Solved = Symbol | OperatorSymbol | Family[Any]
Reading = Callable[[Solved, Atom, Instance, Indices], Iterator[Any]]


@dataclass(frozen=True)
class Premises:
    """What is said of something quantified, and what is known when it is chosen: the start.

    `pieces` are all values that what varies ever has; `moves` says of what it does not do for.
    """

    said: Proposition
    start: Instance
    pieces: Sequence[Instance]
    moves: Callable[[Proposition], bool]

    def values(self, over: Assumption[Any], at: Indices, seed: int) -> list[Found]:
        """Return values of what an assumption introduces, those that premises single out first."""
        own = list(introduced([over]))
        drawn = self._drawn(over, own, seed)
        if len(own) != 1 or not isinstance(own[0], Symbol | OperatorSymbol | Family):
            return drawn
        thing, kind = own[0], own[0].kind if isinstance(own[0], Symbol) else ""
        atoms = [
            (atom, here) for atom, here in self._atoms(self.said, self.start)
            if any(mentions(side, frozenset({thing})) for side in formulas(atom))
        ]  # fmt: skip

        def read(reading: Reading) -> Iterator[Any]:
            return (one for atom, here in atoms for one in reading(thing, atom, here, at))

        beside = read(_lengths) if kind == "vector" else iter(())
        equal = list(islice(self._allowed(over, thing, chain(read(_roots), beside)), EQUAL))
        if kind == "scalar":
            edges = list(self._allowed(over, thing, sorted(read(_edges))))
            equal += [*edges[:EDGES], *edges[-1:]]
            equal += islice(self._allowed(over, thing, read(_poles)), POLES)
        return [{thing: found} for found in _apart(equal)] + drawn

    def _drawn(self, over: Assumption[Any], own: Sequence[Thing], seed: int) -> list[Found]:
        found: list[Found] = []
        random = Random(f"{seed}:{[thing.name for thing in own]}")
        for _ in range(TRIES):
            if len(found) == DRAWS:
                break
            new = self.start.of_values(dict(self.start.values))
            new.overwritten = set()
            try:
                over.generate(RandomDraw(random), new)
            except (Unlucky, Undefined, Irrational):
                continue
            if not new.overwritten and all(thing in new.values for thing in own):
                found.append({thing: new.values[thing] for thing in own})
        return found

    def _allowed(
        self, over: Assumption[Any], thing: Thing, found: Iterator[Any] | list[Any]
    ) -> Iterator[Any]:
        """Yield the values that the assumption itself allows."""
        for one in _apart(found):
            here = self.start.replaced({thing: one})
            if all(fact_truth(fact, here) is Truth.TRUE for fact in over.facts):
                yield one

    def _atoms(self, said: Proposition, here: Instance) -> Iterator[tuple[Atom, Instance]]:
        """Yield what is compared at times at which all is known, and all that is known then."""
        if isinstance(said, Joined):
            for part in said.parts:
                yield from self._atoms(part, here)
        elif isinstance(said, Quantified):
            yield from self._atoms(said.body, here)
        elif isinstance(said, Throughout):
            if said.at_start:
                yield from self._atoms(said.body, here)
            elif not self.moves(said.body):
                for piece in self.pieces:
                    now = replace(piece, values={**here.values, **piece.values})
                    yield from self._atoms(said.body, now)
        elif isinstance(said, Relation | Equation):
            yield said, here


def _edges(thing: Solved, said: Atom, here: Instance, at: Indices) -> Iterator[Any]:
    """Yield the numbers at which an inequality becomes an equation, if it is linear."""
    if isinstance(said, Relation):
        yield from _solved(thing, (said.left, said.right), said, here, at)


def _roots(thing: Solved, said: Atom, here: Instance, at: Indices) -> Iterator[Any]:
    """Yield what an equation allows a thing to be, if it is linear."""
    if isinstance(said, Equation):
        yield from _solved(thing, (said.left, said.right), said, here, at)


def _poles(thing: Solved, said: Atom, here: Instance, at: Indices) -> Iterator[Any]:
    """Yield the numbers at which, or next to which, a formula may have no value."""
    for needed in _needed(said):
        if mentions(needed.of, frozenset({thing})) and not needed.bound:
            for root in _solved(thing, (needed.of, as_scalar(0)), said, here, at):
                yield from (root, root - 1, root + 1)


@lru_cache(maxsize=1 << 12)
def _needed(said: Atom) -> tuple[Definedness, ...]:
    """Return what has to hold lest a side have no value, the same for all instances."""
    nothing = Known({}, frozenset())
    return tuple(c for side in sides(said) for c in conditions(side, nothing))


def _solved(
    thing: Solved, equal: tuple[Formula, Formula], said: Atom, here: Instance, at: Indices
) -> Iterator[Any]:
    """Yield a value at which two sides agree at a place, a family's at all places at once."""
    free = [k for k in ordered(atom_indices(said)) if k not in at]
    wanted = [Wanted(equal, {**at, **place}) for place in assignments(free, here)]
    start = filled(here.shape(thing), repeat(Fraction(1)))
    beside = here.of_values({**here.values, thing: start})
    for each in [wanted] if isinstance(thing, Family) else [[one] for one in wanted]:
        found = solution(thing, each, beside)
        yield from () if found is None else (found,)


def _lengths(thing: Solved, said: Atom, here: Instance, at: Indices) -> Iterator[Any]:
    """Yield vectors along the first axis that are as long as an equation of numbers says."""
    if not isinstance(said, Equation) or not isinstance(said.left, Scalar):
        return
    free = [k for k in ordered(atom_indices(said)) if k not in at]
    for side, other in ((said.left, said.right), (said.right, said.left)):
        if mentions(other, frozenset({thing})):
            continue
        for place in assignments(free, here):
            wanted = _known(other, here, {**at, **place})
            for degree in DEGREES if wanted is not None else ():
                with suppress(Irrational, Undefined):
                    length = power(wanted, Fraction(1, degree))
                    along = [length, *[Fraction(0)] * (here.dimension - 1)]
                    if _known(side, here.replaced({thing: along}), {**at, **place}) == wanted:
                        yield along


def _known(formula: Expression, here: Instance, at: Indices) -> Any | None:
    """Return an exact value, None where there is none."""
    try:
        return value(formula, here, at)
    except (Irrational, Undefined, Mistake):
        return None  # Mistake: it speaks of what another quantifier introduces later


def _apart(values: Iterator[Any] | list[Any]) -> Iterator[Any]:
    """Yield values, none of them twice."""
    seen: list[Any] = []
    for one in values:
        if one not in seen:
            seen.append(one)
            yield one
