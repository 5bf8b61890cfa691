"""Comparisons refuted by descent: local search for an instance at which a gap is negative.

An instance is a tape of choices, read by the same generators that draw at random: so whatever is
assumed holds by construction, and every point of the search is an exact instance. A point is the
worse the larger the gap is, in proportion to its terms; what does not meet a condition is worse
than all that do, by how far it is off. (A (1+1) evolution strategy: one choice or a few are moved,
copied or rounded at a time.) Balls lead the search, and the exact instance decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from random import Random
from typing import Any, TypeVar

from verify.language.conditions import free_in
from verify.language.expressions import Expression, Relation
from verify.language.facts import Before, Equation
from verify.language.indices import Index
from verify.language.walk import free_indices, ordered
from verify.methods.contradictions import check_instance
from verify.methods.relevance import relevant
from verify.methods.repair import repaired
from verify.numerics.evaluate import gap_of, value
from verify.numerics.exact import LARGEST, Draw, Instance, Sizes, Unlucky, interval_of
from verify.numerics.holding import (
    condition_at_every,
    condition_truth,
    converted,
    fact_truth,
    kept_apart,
    placed,
    placings,
)
from verify.numerics.nested import entries_of
from verify.numerics.number import Irrational, Truth, Undefined, balls
from verify.statements.assumption import Assumption, Condition
from verify.statements.obligations import Comparison, Obligation
from verify.statements.step import Said

BITS = 160  # by which the search is led; it decides nothing
SHAPES = ((2, 2), (1, 2), (2, 3), (3, 2), (3, 3), (1, 1), (4, 2), (2, 1), (5, 2))
"""Tokens and dimensions of instances, in the order in which they are tried."""
LARGE = ((6, 2), (4, 4), (6, 3), (5, 5), (8, 2), (7, 4))
"""Those of every fourth descent once small ones were tried, for a small witness says more."""
FIRST_LARGE = 15
STALE = 40  # points in a row that are no lower, after which a descent ends
COARSE, FINE = 2, 24  # after how many binary digits choices are rounded
OUTSIDE = 10.0  # what is added for a condition that is not met

Choice = tuple[float, int]
T = TypeVar("T")


class TapeDraw(Draw):
    """Chooses as a tape says: a place between 0 and 1, and to how many binary digits.

    A tape that ends is continued at random; `taken` is as much of it as was read. Where it is
    `far`, numbers without bounds are taken from the whole line.
    """

    def __init__(self, tape: Sequence[Choice], random: Random, far: bool = False) -> None:
        self.taken: list[Choice] = []
        self._rest, self._random, self._far = iter(tape), random, far

    def _next(self) -> Choice:
        fresh = (self._random.random(), self._random.choice((0, 1, COARSE, FINE)))
        found = next(self._rest, fresh)
        self.taken.append(found)
        return found

    def position(self, count: int) -> int:
        return 0 if count == 1 else min(count - 1, int(self._next()[0] * count))

    def choose(self, pool: Sequence[T]) -> T:
        ends = interval_of(pool)
        found: Any = pool[self.position(len(pool))] if ends is None else self.rational(*ends)
        return found  # type: ignore[no-any-return]

    def rational(
        self,
        lower: Fraction | int = -LARGEST,
        upper: Fraction | int = LARGEST,
        denominators: int = 0,
    ) -> Fraction:
        place, bits = self._next()
        if self._far and (lower, upper) == (-LARGEST, LARGEST):
            turn = 2 * place - 1
            return _rounded(Fraction(LARGEST * turn / (1.000001 - turn**4)), bits)
        # A little beyond both ends, so that the ends themselves are reached.
        low, width = Fraction(lower), Fraction(upper) - Fraction(lower)
        found = _rounded(low + width * Fraction(1.02 * place - 0.01), bits + 3 * (width < 2))
        return min(max(found, low), low + width)

    def positive(self) -> Fraction:
        place, bits = self._next()
        return max(_rounded(Fraction(2.0 ** (8 * place - 4)), bits + 2), Fraction(1, 64))

    def magnitude(self) -> Fraction:
        place, bits = self._next()
        return max(_rounded(Fraction(2.0 ** (20 * place - 10)), bits + 2), Fraction(1, 1024))

    def nonnegative(self) -> Fraction:
        place, bits = self._next()
        return _rounded(Fraction(2.0 ** (8 * place - 4)), bits) if place > 0.08 else Fraction(0)

    def rationals(self, count: int) -> list[Fraction]:
        return [self.rational() for _ in range(count)]


def _rounded(x: Fraction, bits: int) -> Fraction:
    return Fraction(round(x * 2**bits), 2**bits)


def _moved(tape: Sequence[Choice], width: float, random: Random) -> list[Choice]:
    """Return a tape near another: a few choices moved, rounded or drawn anew, or a block copied."""
    out = list(tape)
    if len(out) > 3 and random.random() < 0.12:  # what is drawn twice becomes equal
        size = random.choice((1, 1, 2, 3))
        source, target = (random.randrange(len(out) - size + 1) for _ in range(2))
        out[target : target + size] = out[source : source + size]
        return out
    count = 1
    while count < len(out) and random.random() < 0.45:
        count += 1
    for at in random.sample(range(len(out)), count):
        place, bits = out[at]
        kind = random.random()
        if kind < 0.62:
            out[at] = (min(1.0, max(0.0, place + width * random.gauss(0, 1))), FINE)
        elif kind < 0.78:
            out[at] = (random.random(), random.choice((FINE, COARSE)))
        elif kind < 0.93:
            out[at] = (place, random.choice((0, 1, 2, 3)))
        else:
            out[at] = (random.choice((0.0, 1.0, 0.5)), bits)
    return out


# ------------------------------------------------------------------ what is low


@dataclass(frozen=True, eq=False)
class Landscape:
    """A step's comparisons over the instances of its assumptions."""

    said: Said
    claims: tuple[Comparison, ...]
    assumptions: tuple[Assumption[Any], ...]

    def drawn(self, draw: Draw, sizes: Sizes) -> tuple[Instance, list[Relation]]:
        """Return an instance, and the conditions that it does not meet.

        Raises Unlucky for one that is none: what fails there is no comparison.
        """
        facts = [fact for a in self.assumptions for fact in a.facts]
        tokens, dimension, heads = sizes.tokens[0], sizes.dimension[0], sizes.heads[0]
        apart = kept_apart(facts)
        instance = Instance(tokens, dimension, heads, apart=apart, assumed=tuple(facts))
        placed(draw, instance, self.assumptions)
        missed: list[Relation] = []
        for assumption in self.assumptions:
            try:
                assumption.generate(draw, instance)
            except Unlucky:
                relations = [fact for fact in assumption.facts if isinstance(fact, Relation)]
                if not isinstance(assumption.introduces, Condition) or not relations:
                    raise
                missed += relations
        return instance, missed

    def height(self, instance: Instance, missed: Sequence[Relation]) -> float:
        """Return how high an instance is: below 0 where a claim seems to fail."""
        numbers, lowest = balls(BITS), inf
        with numbers.working():
            here = converted(instance, numbers)
            off = sum(
                _off(relation, here, at)
                for relation in missed
                for at in placings(ordered(free_indices(relation)), instance)
            )
            for claim in self.claims:
                lowest = min(lowest, self._lowest(claim, here, off))
        return lowest

    def _lowest(self, claim: Comparison, here: Instance, off: float) -> float:
        lowest = inf
        free = free_indices(claim.relation).union(*map(free_in, claim.where))
        for at in placings(ordered(free), here):
            outside = off + sum(_off(*condition) for condition in _conditions(claim, here, at))
            height = OUTSIDE + outside if outside > 0 else _relative(claim.relation, here, at)
            lowest = min(lowest, height)
        return lowest

    def failure(self, instance: Instance, claims: Sequence[Obligation]) -> bool:
        """Return whether the instance meets every assumption, and a claim fails there."""
        for assumption in self.assumptions:
            wanted = isinstance(assumption.introduces, Condition)
            for fact in assumption.facts:
                truth = fact_truth(fact, instance)
                if truth is Truth.FALSE or (wanted and truth is Truth.UNKNOWN):
                    return False
        return check_instance(self.said, claims, instance).failure is not None


def _conditions(
    claim: Comparison, here: Instance, at: Mapping[Index, int]
) -> Iterator[tuple[Relation | Equation | Before, Instance, Mapping[Index, int]]]:
    for condition in claim.where:
        for said, places in condition_at_every(condition, here, at):
            yield said, here, places


def _off(said: Relation | Equation | Before, here: Instance, at: Mapping[Index, int]) -> float:
    """Return by how much a condition is missed, in proportion to its terms; 0 where it is met."""
    if isinstance(said, Before):
        return 0.0 if condition_truth(said, here, at) is Truth.TRUE else 1.0
    if isinstance(said, Equation):
        return _apart(said, here, at)
    gap = _relative(said, here, at)
    if said.sign == "!=":
        return 0.0 if gap != 0 else 1.0
    is_met = gap > 0 or (gap == 0 and not said.strict)
    return 0.0 if is_met else 1e-9 - gap


def _apart(said: Equation, here: Instance, at: Mapping[Index, int]) -> float:
    """Return how far the sides of an equation are apart, in proportion to their entries."""
    sides = [entries_of(value(side, here, at)) for side in (said.left, said.right)]
    far = 0.0
    for pair in zip(*sides, strict=True):
        one, other = (float(number.mid()) for number in pair)
        size = abs(one) + abs(other)
        far += abs(one - other) / size if abs(one - other) > 1e-30 * size else 0.0
    return far and 1e-9 + far


def _relative(relation: Relation, here: Instance, at: Mapping[Index, int]) -> float:
    """Return a gap in proportion to the sum of the sizes of its terms: between -1 and 1."""
    gap = float(value(gap_of(relation), here, at).mid())
    size = _size(gap_of(relation), here, at)
    if relation.sign == "!=":
        gap = abs(gap)
    return gap / size if size > 0 and abs(gap) > 1e-30 * size else 0.0


def _size(formula: Expression, here: Instance, at: Mapping[Index, int]) -> float:
    if formula.op == "abbreviation":
        return _size(formula.args[1], here, at)
    if formula.op == "add":
        return _size(formula.args[0], here, at) + _size(formula.args[1], here, at)
    return abs(float(value(formula, here, at).mid()))


# ------------------------------------------------------------------ the search


def descend(
    said: Said,
    claims: Sequence[Obligation],
    sizes: Sizes,
    evaluations: int,
    seed: int,
    assumed: Sequence[Assumption[Any]] | None = None,
    first: int = 0,
) -> Instance | None:
    """Return an exact instance at which a comparison of a step fails, or None if none is found.

    `evaluations` bounds how many points are looked at; the same seed looks at the same ones. What
    is `assumed` may be less than what the step has before it. `first` is the number of the first
    descent: later ones are at larger sizes, and longer.
    """
    comparisons = tuple(claim for claim in claims if isinstance(claim, Comparison))
    if not comparisons:
        return None
    assumptions = tuple(relevant(said, said.assumptions if assumed is None else assumed))
    search = _Search(Landscape(said, comparisons, assumptions), claims, Random(seed), evaluations)
    small, large = ([s for s in of if _fits(s, sizes)] for of in (SHAPES, LARGE))
    shapes = small or large
    number = first
    while search.left > 0 and shapes:
        tokens, dimension = shapes[number % min(len(shapes), 4 + number // 4)]
        if number % 4 == 3 and number >= FIRST_LARGE and large:
            tokens, dimension = large[(number - FIRST_LARGE) // 4 % len(large)]
        heads = sizes.heads[number % 2]
        exactly = Sizes((tokens, tokens), (dimension, dimension), (heads, heads))
        search.far = number % 2 == 1
        found, lowest = search.run(exactly, STALE * (1 + number // len(shapes)))
        if found is not None:
            return found
        if lowest is not None:
            for moved in repaired(claims, lowest, seed + number):
                if search.fails(moved):
                    return moved
        number += 1
    return None


def _fits(shape: tuple[int, int], sizes: Sizes) -> bool:
    return shape[0] >= sizes.tokens[0] and shape[1] >= sizes.dimension[0]


@dataclass
class _Search:
    """Descents on one landscape, and how many more points may be looked at."""

    landscape: Landscape
    claims: Sequence[Obligation]
    random: Random
    left: int
    far: bool = False

    def run(self, sizes: Sizes, stale: int) -> tuple[Instance | None, Instance | None]:
        """Return an instance at which a claim fails, if one descent leads to it, and the lowest."""
        tape: list[Choice] = []
        lowest, width, best, since = inf, 0.25, None, 0
        while self.left > 0 and since < stale:
            near = _moved(tape, width, self.random) if tape else ()
            draw = TapeDraw(near, self.random, self.far)
            height, instance = self._looked(draw, sizes)
            if instance is not None and height <= 0:
                if self.fails(instance):
                    return self._simplest(draw.taken, instance, sizes), instance
                height = 2.0  # a case of equality: stay away from it
            since = 0 if height < lowest else since + 1
            if height <= lowest:
                width = min(0.5, 1.5 * width) if height < lowest else width
                tape, lowest, best = draw.taken, height, instance
            else:
                width *= 0.92
            if not tape:
                break
        return None, best

    def _simplest(self, tape: list[Choice], instance: Instance, sizes: Sizes) -> Instance:
        """Return an instance that fails, with numbers of as few digits as do it."""
        for at, (place, bits) in enumerate(tape):
            for fewer in range(bits):
                shorter = [*tape[:at], (place, fewer), *tape[at + 1 :]]
                _, found = self._looked(TapeDraw(shorter, self.random, self.far), sizes)
                if found is not None and self.fails(found):
                    tape, instance = shorter, found
                    break
        return instance

    def _looked(self, draw: TapeDraw, sizes: Sizes) -> tuple[float, Instance | None]:
        self.left -= 1
        try:
            instance, missed = self.landscape.drawn(draw, sizes)
            return self.landscape.height(instance, missed), instance
        except (Unlucky, Undefined, ArithmeticError, ValueError):
            return inf, None

    def fails(self, instance: Instance) -> bool:
        """Return whether an instance meets what is assumed, and a claim fails there."""
        with suppress(Undefined, Irrational):
            return self.landscape.failure(instance, self.claims)
        return False
