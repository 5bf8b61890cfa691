"""Exact instances of assumptions, and how their values are chosen: small rationals, simplest first.

Every choice is one value of a finite pool that is built once and ordered by simplicity. Under
hypothesis a choice shrinks towards the front of its pool; a `GrowingDraw` only ever sees the
front, so that the first counterexample it finds is small and needs no shrinking.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import ceil, floor, gcd
from random import Random
from typing import Any, TypeVar

import flint

from verify.language.expressions import Expression
from verify.language.facts import Before, Distinct, Fact
from verify.language.indices import Index, Sort
from verify.language.mistakes import Mistake
from verify.language.plain import plain
from verify.language.symbols import Mask, Thing, sorts_of, thing_of
from verify.numerics.matrices import Matrix, identity, product, transpose
from verify.numerics.number import RATIONALS, Numbers, Value

T = TypeVar("T")
LARGEST, DENOMINATORS = 3, 4
SIMPLEST = 7  # members of a pool, 0 among them


class Unlucky(Exception):
    """A filter said no, or the drawn sizes do not fit: draw again."""


# ------------------------------------------------------------------ pools


class Pool(tuple[Fraction, ...]):
    """Numbers among which one is chosen."""

    @cached_property
    def interval(self) -> tuple[Fraction, Fraction]:
        """Return the ends of the interval for which they stand."""
        return min(self), max(self)


@cache
def rationals_between(lower: Fraction, upper: Fraction, denominators: int) -> tuple[Fraction, ...]:
    """Return all rationals of an interval with small denominators, simplest first.

    That order is 0, 1, -1, 2, 1/2, -2, -1/2, 3, ...: of one sum of numerator and denominator, the
    one with the larger numerator is the larger.
    """
    found = [
        (denominator + abs(numerator), numerator < 0, -abs(numerator), denominator)
        for denominator in range(1, denominators + 1)
        for numerator in range(ceil(lower * denominator), floor(upper * denominator) + 1)
        if gcd(numerator, denominator) == 1
    ]
    if not found:
        raise ValueError(
            f"no rational with a denominator up to {denominators} is between {lower} and "
            f"{upper}; widen the bounds or allow larger denominators"
        )
    return Pool(Fraction(n if negative else -n, d) for _, negative, n, d in sorted(found))


@cache
def magnitudes() -> tuple[Fraction, ...]:
    """Return positive rationals of ordinary size, then very large and very small ones."""
    extremes = tuple(Fraction(10) ** power for power in (1, -1, 2, -2))
    return Pool(rationals_between(*POSITIVE, DENOMINATORS) + extremes)


@cache
def sizes_between(lower: int, upper: int) -> tuple[int, ...]:
    """Return the sizes of an interval, 2 first: of a single token there is little to see."""
    return tuple(sorted(range(lower, upper + 1), key=lambda k: (k != 2, k != 3, k)))


@cache
def wholes_between(lower: int, upper: int) -> tuple[int, ...]:
    """Return the integers of an interval, nearest to 0 first."""
    return tuple(sorted(range(lower, upper + 1), key=lambda k: (abs(k), k < 0)))


POSITIVE = (Fraction(1, DENOMINATORS), Fraction(LARGEST))
NONNEGATIVE = (Fraction(0), Fraction(LARGEST))
ANY = (Fraction(-LARGEST), Fraction(LARGEST))


class Draw(ABC):
    """Chooses values one after the other, each from a finite pool with the simplest first."""

    @abstractmethod
    def position(self, count: int) -> int:
        """Return one of 0, ..., count - 1; smaller is simpler."""

    def choose(self, pool: Sequence[T]) -> T:
        """Return one member of a pool."""
        return pool[self.position(len(pool))]

    def kind(self, kinds: Sequence[T]) -> T:
        """Return one of the kinds of a shape, of which the first is the general one."""
        return self.choose(kinds)

    def whole(self, lower: int, upper: int) -> int:
        """Return an integer between two bounds, both included."""
        return self.choose(wholes_between(lower, upper))

    def size(self, lower: int, upper: int) -> int:
        """Return how many there are of something, between two bounds, both included."""
        return self.choose(sizes_between(lower, upper))

    def rational(
        self,
        lower: Fraction | int = -LARGEST,
        upper: Fraction | int = LARGEST,
        denominators: int = DENOMINATORS,
    ) -> Fraction:
        """Return a rational between two bounds, both included."""
        return self.choose(rationals_between(Fraction(lower), Fraction(upper), denominators))

    def positive(self) -> Fraction:
        """Return a positive rational, of 1, 2, 1/2, 3, 1/3, ..."""
        return self.choose(rationals_between(*POSITIVE, DENOMINATORS))

    def magnitude(self) -> Fraction:
        """Return a positive rational that may also be very large or very small."""
        return self.choose(magnitudes())

    def nonnegative(self) -> Fraction:
        """Return a rational that is not negative, of 0, 1, 2, 1/2, ..."""
        return self.choose(rationals_between(*NONNEGATIVE, DENOMINATORS))

    def rationals(self, count: int) -> list[Fraction]:
        """Return a vector of rationals."""
        pool = rationals_between(*ANY, DENOMINATORS)
        return [self.choose(pool) for _ in range(count)]


class RandomDraw(Draw):
    """Chooses by a source of chance among all members of every pool."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def position(self, count: int) -> int:
        return self._random.randrange(count)


class GrowingDraw(RandomDraw):
    """Chooses by a seed among the simplest `reach` members of every pool."""

    def __init__(self, seed: int, reach: int) -> None:
        if reach < 1:
            raise ValueError(f"GrowingDraw: reach must be at least 1, got {reach}")
        super().__init__(Random(seed))
        self._reach = reach

    def position(self, count: int) -> int:
        return super().position(min(count, self._reach))


class GenericDraw(RandomDraw):
    """Chooses numbers that are not 0, and the general kind of every shape.

    A number is one of `steps` places of the interval that its pool stands for, so a false
    polynomial equation of degree k holds with a chance of at most k / steps (Schwartz and Zippel).
    Without steps it is one of the simplest of the pool, for a witness that is easy to read.
    """

    def __init__(self, random: Random, steps: int | None = None) -> None:
        super().__init__(random)
        self._steps = steps

    def kind(self, kinds: Sequence[T]) -> T:
        return kinds[0]

    def choose(self, pool: Sequence[T]) -> T:
        ends = interval_of(pool)
        if ends is None:
            return super().choose(pool)
        found: Any = super().choose(pool[:SIMPLEST])
        if self._steps is not None:
            place = Fraction(1 + self.position(self._steps), 1 + self._steps)
            found = ends[0] + (ends[1] - ends[0]) * place
        return self.choose(pool) if found == 0 else found


def interval_of(pool: Sequence[Any]) -> tuple[Fraction, Fraction] | None:
    """Return the ends of the interval for which a pool of more than two numbers stands."""
    if isinstance(pool, Pool):
        return pool.interval if len(pool) > 2 else None
    if len(pool) > 2 and all(isinstance(x, Fraction) for x in pool):
        return min(pool), max(pool)
    return None


# ------------------------------------------------------------------ instances


@dataclass(frozen=True)
class Sizes:
    """How many tokens, dimensions and heads an instance may have, both ends included."""

    tokens: tuple[int, int] = (1, 3)
    dimension: tuple[int, int] = (1, 3)
    heads: tuple[int, int] = (1, 2)

    def __post_init__(self) -> None:
        for name, (least, most) in vars(self).items():
            if not 1 <= least <= most:
                raise ValueError(
                    f"Sizes: {name} runs from {least} to {most}; give 1 <= least <= most, "
                    f"as in {name}=(1, 3)"
                )


SMALL_SIZES = Sizes()


@dataclass(eq=False, repr=False)
class Instance:
    """Values for given things: what one sample, or one witness, is.

    Numbers are of one kind, `numbers`. A scalar is a number, a vector a list, an operator a list
    of rows, a family nested lists by index, a mask nested lists of 0 and 1, and an index that is
    "one of" its sort a position from 0. A value that leaves the rationals stays a closed formula
    (such as pi/3) until the instance is converted to balls. `factors` keeps, for a positive
    definite W, the rational F with W = F F^T from which it was drawn: y = F^-T z lies on the
    ellipsoid of W exactly when z lies on the sphere. `apart` says which indices are only taken at
    different places, or one before the other; `assumed` is what is to hold once all is drawn.
    `sums` keeps those that were found, where values stay as they are (None: nothing is kept).
    """

    tokens: int
    dimension: int
    heads: int = 1
    numbers: Numbers = RATIONALS
    values: dict[Thing, Any] = field(default_factory=dict)
    factors: dict[Thing, Matrix] = field(default_factory=dict)
    level: int = 0
    overwritten: set[Thing] = field(default_factory=set)
    apart: tuple[Distinct | Before, ...] = ()
    assumed: tuple[Fact, ...] = ()
    same: dict[Thing, Thing] = field(default_factory=dict)
    sums: dict[Any, Any] | None = None

    def __repr__(self) -> str:
        """Return the values by name: what a failure report shows."""
        return (
            f"Instance({', '.join(f'{name}={shown}' for name, shown in self.describe().items())})"
        )

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    def thing(self, given: object) -> Thing:
        """Return the thing behind a formula, or the older thing it was identified with."""
        thing = thing_of(given)
        return self.same.get(thing, thing)

    def __getitem__(self, given: object) -> Any:
        thing = self.thing(given)
        if thing not in self.values:
            raise Mistake(
                f"{thing.name} has no value in this instance; "
                f"introduce it with given(...) before it is used"
            )
        return self.values[thing]

    def __setitem__(self, given: object, value: Any) -> None:
        thing = self.thing(given)
        if thing in self.values:
            self.overwritten.add(thing)
        self.values[thing] = value
        self.factors.pop(thing, None)

    def __contains__(self, given: object) -> bool:
        return self.thing(given) in self.values

    def identify(self, new: object, old: object) -> None:
        """Let `new` stand for `old` from now on: a weaker assumption about the same thing."""
        self.same[thing_of(new)] = self.thing(old)

    def size(self, sort: Sort) -> int:
        """Return how many tokens, heads or modes there are."""
        if sort == "integers":
            raise Mistake("the integers have no size; use integers(lower, upper)")
        if sort == "tokens":
            return self.tokens
        return self.heads if sort == "heads" else self.dimension

    def shape(self, thing: Thing) -> tuple[int, ...]:
        """Return the shape of the nested lists that a thing's value is."""
        return tuple(map(self.size, sorts_of(thing)))

    def put_metric(self, metric: object, factor: Matrix) -> None:
        """Set a positive definite operator to F F^T, and keep F."""
        self[metric] = product(factor, transpose(factor))
        self.factors[self.thing(metric)] = factor

    def factor(self, metric: object | None) -> Matrix | None:
        """Return the F with W = F F^T that a metric was drawn from (None: it was drawn without)."""
        if metric is None:
            return identity(self.dimension)
        return self.factors.get(self.thing(metric))

    def number(self, q: Fraction | int) -> Value:
        """Return a rational as a number of this instance's kind."""
        return self.numbers.of(q if isinstance(q, Fraction | flint.fmpq) else Fraction(q))

    def replaced(self, changes: dict[Thing, Any], level: int | None = None) -> Instance:
        """Return the same instance with other values for some things."""
        same = self.same
        new = self.of_values(
            {**self.values, **{same.get(k, k): v for k, v in changes.items()}}
            if same
            else {**self.values, **changes}
        )
        if level is not None:
            new.level = level
        return new

    def of_values(self, values: dict[Thing, Any], numbers: Numbers | None = None) -> Instance:
        """Return the same instance with these values, perhaps of another kind of number.

        `dataclasses.replace` is far slower.
        """
        return Instance(
            self.tokens, self.dimension, self.heads, numbers or self.numbers, values, self.factors,
            self.level, self.overwritten, self.apart, self.assumed, self.same,
            None if self.sums is None else {},
        )  # fmt: skip

    def keeping_sums(self) -> Instance:
        """Return the same instance, which keeps each sum once it is found: values are to stay."""
        new = self.of_values(self.values)
        new.sums = {}
        return new

    def describe(self) -> dict[str, Any]:
        """Return {name: nested lists of "p/q"}, the sizes n, d (and h, if heads occur) included.

        An index is counted from 1, a mask is the list of the tokens each token may see. "displayed"
        has the LaTeX of what its author gave one, by name.
        """
        shown: dict[str, Any] = {"n": str(self.tokens), "d": str(self.dimension)}
        if any("heads" in getattr(thing, "sorts", ()) for thing in self.values):
            shown["h"] = str(self.heads)
        for thing, value in self.values.items():
            if isinstance(thing, Index):
                shown[thing.name] = str(value + 1)
            elif isinstance(thing, Mask):
                shown[thing.name] = [_seen(row) for row in value]
            else:
                shown[thing.name] = _text(value)
        own = {
            thing.name: latex for thing in self.values if (latex := getattr(thing, "latex", None))
        }
        return shown | ({"displayed": own} if own else {})


def _seen(row: Iterable[int]) -> list[str]:
    return [str(k + 1) for k, bit in enumerate(row) if bit]


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return [_text(x) for x in value]
    return plain(value) if isinstance(value, Expression) else str(value)


def differ(one: Any, other: Any) -> bool:
    """Return whether values differ; of closed formulas, such as pi/3, also if they may be equal."""
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) != len(other) or any(differ(a, b) for a, b in pairs)
    if isinstance(one, Expression) or isinstance(other, Expression):
        return repr(one) != repr(other)
    return bool(one != other)
