"""Instances moved onto equations: numbers of one given thing changed until gaps are as wanted.

What is drawn at random meets an equation by chance at most. A gap that is affine in the numbers of
one thing vanishes where a linear system says, which is solved in rationals; all other equations
about that thing are rows of the same system, so that none is lost. Whether the gaps are affine is
not asked: they are looked at again where the system says, and so is all that is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import flint

from verify.language.expressions import Operator, Scalar, Vector
from verify.language.facts import Equation, Fact, fact_indices
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol, Thing
from verify.language.walk import ordered, things
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, fact_things, fact_truth
from verify.numerics.nested import entries_of, mapped
from verify.numerics.number import IN_FLINT, Irrational, Truth, Undefined, Value, in_flint
from verify.numerics.positions import Indices
from verify.numerics.rational_matrices import plain

ENTRIES = 4000  # of a linear system; larger ones are left to chance

Path = tuple[int, ...]
Slot = tuple[Path, ...]
"""The places of one number in a thing's value: two, off the diagonal of what is symmetric."""
Row = list[flint.fmpq]
ONE, NOTHING = flint.fmpq(1), flint.fmpq(0)
Formula = Scalar | Vector | Operator


@dataclass(frozen=True, eq=False)
class Wanted:
    """That the two sides of an equation differ, at some indices, by a number: by 0 mostly.

    `where` has rational values of things that the instance has none of.
    """

    sides: tuple[Formula, Formula]
    at: Indices
    by: Fraction = Fraction(0)
    where: Mapping[Thing, Any] = field(default_factory=dict)

    def count(self, instance: Instance) -> int:
        """Return how many entries the sides have."""
        power = 2 * isinstance(self.sides[0], Operator) + isinstance(self.sides[0], Vector)
        return int(instance.dimension**power)

    def gaps(self, instance: Instance) -> Iterator[Value]:
        """Yield what the sides differ by, entry by entry, beside what they are to differ by."""
        here = instance.replaced(mapped(instance.number, self.where)) if self.where else instance
        left, right = (entries_of(value(side, here, self.at)) for side in self.sides)
        by = instance.number(self.by)
        for one, other in zip(left, right, strict=True):
            yield one - other - by


def wanted_everywhere(equation: Equation, instance: Instance) -> list[Wanted]:
    """Return an equation at every place of its free indices."""
    places = assignments(ordered(fact_indices(equation)), instance)
    return [Wanted((equation.left, equation.right), at) for at in places]


def moved_onto(
    wanted: Sequence[Wanted], instance: Instance, random: Random
) -> tuple[Instance, Thing] | None:
    """Return the instance with one thing changed such that all gaps are as wanted, and which.

    Nothing that the instance assumes of that thing is lost. None if no way of moving it is found.
    """
    mentioned = {
        instance.thing(t): None for w in wanted for side in w.sides for t in _movable(side)
    }
    candidates = [thing for thing in mentioned if thing in instance.values]
    random.shuffle(candidates)
    exact = in_flint_all(instance)
    for thing in candidates:
        for found in _moves(thing, wanted, instance, exact, random):
            if allows(found, thing):
                return found, thing
    return None


def solution(thing: Thing, wanted: Sequence[Wanted], instance: Instance) -> Any | None:
    """Return the one value of a thing at which all gaps are as wanted, None if it is not known."""
    exact, random = in_flint_all(instance), Random(0)
    moved = next(_moves(thing, wanted, instance, exact, random, alone=True), None)
    return None if moved is None else moved.values[thing]


def _movable(formula: Formula) -> Iterator[Symbol | OperatorSymbol | Family[Any]]:
    for thing in things(formula):
        if isinstance(thing, Symbol | OperatorSymbol | Family):
            yield thing


def allows(instance: Instance, thing: Thing) -> bool:
    """Return whether no fact that the instance assumes of a thing is known to be lost."""
    try:
        return all(
            fact_truth(fact, instance) is not Truth.FALSE
            for fact in _about(thing, instance.assumed, instance)
        )
    except (Undefined, Irrational):
        return False


def _about(thing: Thing, facts: Iterable[Fact], instance: Instance) -> Iterator[Fact]:
    """Yield the facts about a thing, and about nothing that is not drawn yet."""
    for fact in facts:
        named = [instance.thing(t) for t in fact_things(fact) if not isinstance(t, Index)]
        if any(t is thing for t in named) and all(t in instance.values for t in named):
            yield fact


# ------------------------------------------------------------------ one thing moved


def in_flint_all(instance: Instance) -> Instance:
    """Return an instance with the rationals of FLINT; closed formulas stay as they are."""
    values = {thing: entered(thing, found) for thing, found in instance.values.items()}
    return instance.of_values(values, IN_FLINT)


def entered(thing: Thing, found: Any) -> Any:
    """Return the value of a thing with the rationals of FLINT."""
    if isinstance(found, list):
        return found if isinstance(thing, Mask) else [entered(thing, part) for part in found]
    if isinstance(thing, Index) or not isinstance(found, int | Fraction):
        return found
    return in_flint(found)


def _moves(
    thing: Thing, wanted: Sequence[Wanted], instance: Instance, exact: Instance, random: Random,
    *, alone: bool = False,
) -> Iterator[Instance]:  # fmt: skip
    """Yield instances with the numbers of one thing changed such that the gaps are as wanted.

    With `alone`, only where no other numbers than these close the gaps.
    """
    slots = list(slots_of(thing, instance))
    if not slots:
        return
    also = [
        each
        for fact in _about(thing, instance.assumed, instance)
        if isinstance(fact, Equation) and not any(fact.left is w.sides[0] for w in wanted)
        for each in wanted_everywhere(fact, instance)
    ]
    asked = [*wanted, *also]
    try:
        line = (moved_by(exact, thing, dict.fromkeys(slots, by)) for by in (ONE, ONE + ONE))
        if any(b != a + a for a, b in zip(*(_gaps(also, x) for x in line), strict=True)):
            return  # what is assumed of it is no affine equation, such as of a length
        system = _System.of(thing, slots, asked, exact)
    except (Irrational, Undefined, Mistake):
        return
    if system is None or (alone and not system.has_one_solution):
        return
    for change in system.changes(random):
        there = moved_by(exact, thing, dict(zip(slots, change, strict=True)))
        try:
            if any(gap != 0 for gap in _gaps(asked, there)):
                continue
        except (Irrational, Undefined):
            continue
        yield moved_by(instance, thing, dict(zip(slots, map(plain, change), strict=True)))


def _gaps(wanted: Iterable[Wanted], instance: Instance) -> Iterator[Value]:
    return (gap for each in wanted for gap in each.gaps(instance))


@dataclass(frozen=True)
class _System:
    """The gaps at a start, what each number adds to them, and how large the numbers are."""

    gaps: Row
    rows: list[Row]  # a row for each gap, a column for each number
    sizes: Row

    @classmethod
    def of(
        cls, thing: Thing, slots: Sequence[Slot], wanted: Sequence[Wanted], exact: Instance
    ) -> _System | None:
        """Return the system; None if it is too large. What has no value there, is raised."""
        if sum(w.count(exact) for w in wanted) * len(slots) > ENTRIES:
            return None
        starts, rows = _linearised(thing, slots, wanted, exact)
        sizes = [abs(entry_at(exact.values[thing], slot[0])) for slot in slots]
        return cls(starts, rows, sizes)

    @property
    def has_one_solution(self) -> bool:
        """Return whether there is one solution at most."""
        return bool(_matrix(self.rows, len(self.sizes)).rank() == len(self.sizes))

    def changes(self, random: Random) -> Iterator[Row]:
        """Yield changes of all numbers that close the gaps, if they are affine.

        In proportion to the numbers (what is not negative remains so, if all shrink or grow), by
        as little as possible, and as few numbers as possible.
        """
        few = self._few(random)
        if few is None:
            return
        even = [ONE] * len(self.sizes)
        ways: list[Callable[[], Row | None]] = [
            lambda: few,
            lambda: self._few(random),
            lambda: self._weighted(self.sizes),
            lambda: self._weighted(even),
        ]
        random.shuffle(ways)
        yield from (found for way in ways if (found := way()) is not None)

    def _weighted(self, weights: Row) -> Row | None:
        """Return the change of least sum of squares over weights, zeros staying where they are."""
        rows = _matrix(self.rows, len(self.sizes))
        weighted = _matrix(
            [[w * x for w, x in zip(weights, row, strict=True)] for row in self.rows],
            len(self.sizes),
        ).transpose()
        found = one_solution((rows * weighted).tolist(), [-gap for gap in self.gaps])
        if found is None:
            return None
        return (weighted * flint.fmpq_mat(len(found), 1, found)).entries()

    def _few(self, random: Random) -> Row | None:
        """Return a change of as many numbers as there are independent gaps, some of them."""
        order = list(range(len(self.sizes)))
        random.shuffle(order)
        matrix = [[row[k] for k in order] for row in self.rows]
        found = one_solution(matrix, [-gap for gap in self.gaps])
        if found is None:
            return None
        by_place = dict(zip(order, found, strict=True))
        return [by_place[k] for k in range(len(order))]


def _linearised(
    thing: Thing, slots: Sequence[Slot], wanted: Sequence[Wanted], exact: Instance
) -> tuple[Row, list[Row]]:
    """Return the gaps at a start, and by how much each grows with each number."""
    starts = list(_gaps(wanted, exact))
    ends = (_gaps(wanted, moved_by(exact, thing, {slot: ONE})) for slot in slots)
    columns = [[b - a for a, b in zip(starts, end, strict=True)] for end in ends]
    return starts, [list(row) for row in zip(*columns, strict=True)]


def _matrix(rows: Sequence[Row], width: int) -> flint.fmpq_mat:
    return flint.fmpq_mat(len(rows), width, [x for row in rows for x in row])


def one_solution(matrix: Sequence[Row], right: Row) -> Row | None:
    """Return an x with `matrix` x = `right`, 0 where a choice is left; None if there is none."""
    width = len(matrix[0]) if matrix else 0
    whole = [[*row, last] for row, last in zip(matrix, right, strict=True)]
    reduced, rank = _matrix(whole, width + 1).rref()
    found = [NOTHING] * width
    for row in reduced.tolist()[:rank]:
        column = next(k for k, x in enumerate(row) if x != 0)
        if column == width:
            return None
        found[column] = row[-1]
    return found


# ------------------------------------------------------------------ numbers in values


def slots_of(thing: Thing, instance: Instance) -> Iterator[Slot]:
    """Yield the rational numbers that a thing's value is made of."""
    symmetric = isinstance(thing, OperatorSymbol) and thing.symmetric
    for path in paths_of(instance.values[thing]):
        if not symmetric:
            yield (path,)
        elif path[0] <= path[1]:
            yield tuple({path, path[::-1]})


def paths_of(found: Any) -> Iterator[Path]:
    """Yield the places of rational numbers in nested lists."""
    if isinstance(found, list):
        for place, part in enumerate(found):
            yield from ((place, *path) for path in paths_of(part))
    elif isinstance(found, int | Fraction):
        yield ()


def moved_by(instance: Instance, thing: Thing, change: Mapping[Slot, Value]) -> Instance:
    """Return the instance with numbers of a thing that much larger."""
    found = instance.values[thing]
    for slot, by in change.items():
        for path in slot if by else ():
            found = with_entry(found, path, entry_at(found, path) + by)
    return instance.of_values({**instance.values, thing: found})


def entry_at(found: Any, path: Path) -> Any:
    """Return the number at a place of nested lists."""
    for place in path:
        found = found[place]
    return found


def with_entry(found: Any, path: Path, number: Value) -> Any:
    """Return nested lists with another number at a place."""
    if not path:
        return number
    place, *rest = path
    return [
        with_entry(part, tuple(rest), number) if k == place else part
        for k, part in enumerate(found)
    ]
