"""Whether facts hold at an instance, and instances drawn so that all facts of a statement do."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from verify.language.conditions import Where, own_indices, said_in
from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.facts import (
    Before,
    Distinct,
    Equation,
    Fact,
    Quality,
    constants,
    fact_indices,
    sides,
)
from verify.language.indices import Index, Sort
from verify.language.symbols import Family, Mask
from verify.language.walk import nodes, ordered, things
from verify.numerics.evaluate import NOWHERE, gap_of, span, value
from verify.numerics.exact import SMALL_SIZES, Draw, GrowingDraw, Instance, Sizes, Unlucky
from verify.numerics.matrices import transpose
from verify.numerics.number import (
    Irrational,
    Numbers,
    Truth,
    Undefined,
    balls,
    compared,
    equal,
    every,
)
from verify.numerics.positions import Indices
from verify.numerics.rational_matrices import is_positive

T = TypeVar("T")
GUARD_BITS = 256


class Drawable(Protocol):
    """What is drawn here: something with facts and a generator (an assumption)."""

    @property
    def introduces(self) -> Any: ...

    @property
    def facts(self) -> tuple[Fact, ...]: ...

    @property
    def generate(self) -> Callable[[Draw, Instance], None]: ...


# ------------------------------------------------------------------ free indices and sizes


def assignments(free: Iterable[Index], instance: Instance) -> Iterator[dict[Index, int]]:
    """Yield every choice of positions for free indices.

    An index the instance fixes ("one of the modes") keeps its position; those that the instance
    keeps apart differ.
    """
    indices = [k for k in free if k not in instance.values]
    for chosen in itertools.product(*(span(k.over, instance, NOWHERE) for k in indices)):
        found = dict(zip(indices, chosen, strict=True))

        def place(index: Index, found: dict[Index, int] = found) -> int | None:
            return found.get(index, instance.values.get(index))

        if all(_stand(place(f.first), place(f.second), f) for f in instance.apart):
            yield found


def placings(free: Iterable[Index], instance: Instance) -> Iterator[dict[Index, int]]:
    """Yield the assignments of what a claim leaves free that leave the other indices a place.

    What is given is given: of i < j no claim is about the last i, nor, with i != j, a single token,
    whether it mentions j or not.
    A block of a spectrum is no such claim: there the one for k != r may be empty.
    """
    given = frozenset(k for fact in instance.apart for k in (fact.first, fact.second))
    for found in assignments(free, instance):
        others = ordered(given - found.keys() - instance.values.keys()) if given else []
        if others:
            here = instance.of_values({**instance.values, **dict[Any, Any](found)})
            if next(assignments(others, here), None) is None:
                continue
        yield found


def choices(indices: Sequence[Index], instance: Instance, at: Indices) -> Iterator[Indices]:
    """Yield every choice of positions for indices, each of which may range as those before say."""
    if not indices:
        yield at
        return
    for place in span(indices[0].over, instance, at):
        yield from choices(indices[1:], instance, {**at, indices[0]: place})


def _stand(first: int | None, second: int | None, fact: Distinct | Before) -> bool:
    """Return whether two places are as a fact says; what has no place is not compared."""
    if first is None or second is None:
        return True
    return first < second if isinstance(fact, Before) else first != second


def least_sizes(formulas: Iterable[Scalar | Vector | Operator | Relation]) -> dict[Sort, int]:
    """Return the smallest sizes at which every counted member, such as y[3], exists."""
    least: dict[Sort, int] = {}
    for formula in formulas:
        for node in nodes(formula):
            if node.op not in ("item", "member"):
                continue
            thing, *chosen = node.args
            sorts = thing.sorts if isinstance(thing, Family) else ("tokens", "tokens")
            for sort, index in zip(sorts, chosen, strict=True):
                if isinstance(index, int):
                    least[sort] = max(index, least.get(sort, 1))
    return least


# ------------------------------------------------------------------ other kinds of number


def converted(instance: Instance, numbers: Numbers) -> Instance:
    """Return a rational instance over another kind of number; closed formulas get their values.

    Call it, and evaluate, inside `with numbers.working():`.
    """
    new = instance.of_values(dict(instance.values), numbers)
    for thing, found in instance.values.items():
        if not isinstance(thing, Index | Mask):
            new.values[thing] = _converted(found, new)
    return new


def _converted(found: Any, new: Instance) -> Any:
    if isinstance(found, list):
        return [_converted(x, new) for x in found]
    return value(found, new) if isinstance(found, Expression) else new.number(found)


def in_balls(instance: Instance, bits: int) -> Instance:
    """Return an instance over balls; one that keeps its sums is converted once for each precision.

    Call it, and evaluate, with that many bits at work.
    """
    if instance.sums is None:
        return converted(instance, balls(bits))
    kept = instance.sums.setdefault(in_balls, {})
    if bits not in kept:
        kept[bits] = converted(instance, balls(bits))
    found: Instance = kept[bits]
    return found


# ------------------------------------------------------------------ truth


def exactly_or_in_balls(
    found: Callable[[Instance], T], instance: Instance, bits: int = GUARD_BITS
) -> tuple[T, bool]:
    """Return what is found exactly, and True; or, where it leaves the rationals, by balls."""
    try:
        return found(instance), True
    except Irrational:
        pass
    with balls(bits).working():
        return found(in_balls(instance, bits)), False


def relation_truth(relation: Relation, instance: Instance, indices: Indices = NOWHERE) -> Truth:
    """Return whether a comparison holds: exactly, or by balls where it leaves the rationals."""
    return exactly_or_in_balls(
        lambda here: compared(value(gap_of(relation), here, indices), relation.sign), instance
    )[0]


def equation_truth(equation: Equation, instance: Instance, indices: Indices = NOWHERE) -> Truth:
    """Return whether two sides agree; outside the rationals they can only be seen to differ."""
    sides = equation.left, equation.right
    return exactly_or_in_balls(
        lambda here: equal(*(value(side, here, indices) for side in sides)), instance
    )[0]


def fact_truth(fact: Fact, instance: Instance) -> Truth:
    """Return whether a fact holds for all values of its free indices at an instance."""
    if isinstance(fact, Distinct | Before):
        return _compared_places(fact, instance)
    decide: Callable[[Any, Instance, Indices], Truth] = DECIDED_BY[type(fact)]
    places = assignments(ordered(fact_indices(fact)), instance)
    return every([decide(fact, instance, at) for at in places])


def condition_truth(
    said: Relation | Equation | Before, instance: Instance, indices: Indices = NOWHERE
) -> Truth:
    """Return whether what a condition says holds at indices that have their places."""
    if isinstance(said, Relation):
        return relation_truth(said, instance, indices)
    if isinstance(said, Equation):
        return equation_truth(said, instance, indices)
    first, second = (indices.get(k, instance.values.get(k)) for k in (said.first, said.second))
    known = first is not None and second is not None and first < second
    return Truth.TRUE if known else Truth.FALSE


def condition_at_every(
    condition: Where, instance: Instance, at: Indices
) -> Iterator[tuple[Relation | Equation | Before, Indices]]:
    """Yield what a condition says with the places of its indices, its own at all that there are."""
    own = own_indices(condition)
    for places in itertools.product(*(range(instance.size(k.sort)) for k in own)):
        yield said_in(condition), {**at, **dict(zip(own, places, strict=True))}


def quality_truth(quality: Quality, instance: Instance, indices: Indices = NOWHERE) -> Truth:
    """Return whether a number is an integer, or a matrix has a quality; UNKNOWN off rationals."""
    try:
        found = value(quality.of, instance, indices)
    except Irrational:
        return Truth.UNKNOWN
    if quality.kind == "integer":
        return Truth.TRUE if Fraction(found).denominator == 1 else Truth.FALSE
    holds = found == transpose(found)
    if holds and quality.kind != "symmetric":
        holds = is_positive(found, definite=quality.kind == "positive_definite")
    return Truth.TRUE if holds else Truth.FALSE


DECIDED_BY: Mapping[type, Any] = MappingProxyType(
    {Equation: equation_truth, Relation: relation_truth, Quality: quality_truth}
)


def _compared_places(fact: Distinct | Before, instance: Instance) -> Truth:
    """Return whether two given indices stand as they should; of free ones nothing is asked."""
    stand = _stand(instance.values.get(fact.first), instance.values.get(fact.second), fact)
    return Truth.TRUE if stand else Truth.FALSE


def kept_apart(facts: Iterable[Fact]) -> tuple[Distinct | Before, ...]:
    """Return the facts that compare indices: free ones are only taken where these hold."""
    return tuple(fact for fact in facts if isinstance(fact, Distinct | Before))


# ------------------------------------------------------------------ drawing


def spoken_of(assumptions: Sequence[Drawable]) -> frozenset[Index]:
    """Return the indices that are compared, where anything else is assumed of one of them.

    That is assumed of one choice of them, and not of all: an instance has to make it. One that is
    given ("one of the modes") has its place anyway, whatever is assumed of it.
    """
    facts = [fact for assumption in assumptions for fact in assumption.facts]
    compared = constants(facts)
    chosen = compared.difference(*map(_introduced, assumptions))
    others = (fact_indices(f) for f in facts if not isinstance(f, Distinct | Before))
    return frozenset() if all(map(chosen.isdisjoint, others)) else compared


def _introduced(assumption: Drawable) -> list[Index]:
    made = assumption.introduces
    return [x for x in (made if isinstance(made, tuple) else (made,)) if isinstance(x, Index)]


@lru_cache(maxsize=256)
def _placed(assumptions: tuple[Drawable, ...]) -> tuple[Index, ...]:
    """Return the indices that are `spoken_of`, found once for all instances of assumptions."""
    return tuple(ordered(spoken_of(assumptions)))


def placed(draw: Draw, instance: Instance, assumptions: Sequence[Drawable]) -> None:
    """Give their places to the indices that are `spoken_of`. Raises Unlucky if there are none."""
    indices = _placed(tuple(assumptions))
    if not indices:
        return
    places = list(assignments(indices, instance))
    if not places:
        raise Unlucky(f"{', '.join(k.name for k in indices)}: there are too few places")
    for index, place in draw.choose(places).items():
        instance.values[index] = place


@lru_cache(maxsize=4096)
def fact_things(fact: Fact) -> frozenset[Any]:
    """Return the given things, and the indices, that a fact mentions."""
    return fact_indices(fact).union(*map(things, sides(fact)))


def draw_instance(
    draw: Draw, assumptions: Sequence[Drawable], sizes: Sizes = SMALL_SIZES
) -> Instance:
    """Return an instance at which every fact of the assumptions holds.

    Raises Unlucky if a filter says no, or if a later assumption redrew what an earlier one is
    about and one of the facts was lost.
    """
    facts = tuple(fact for a in assumptions for fact in a.facts)
    instance = Instance(
        tokens=draw.size(*sizes.tokens),
        dimension=draw.size(*sizes.dimension),
        heads=draw.whole(*sizes.heads),
        apart=kept_apart(facts),
        assumed=facts,
    )
    placed(draw, instance, assumptions)
    redrawn: dict[Any, int] = {}  # by the last of the assumptions, counted, that did it
    for number, assumption in enumerate(assumptions):
        instance.overwritten.clear()
        assumption.generate(draw, instance)
        redrawn |= dict.fromkeys(instance.overwritten, number)
    instance.overwritten.update(redrawn)
    if redrawn:
        _check_redrawn(assumptions, instance, redrawn)
    return instance


def _check_redrawn(
    assumptions: Sequence[Drawable], instance: Instance, redrawn: Mapping[Any, int]
) -> None:
    """Check every fact about a thing that was drawn again after it; the others are as they were."""
    for number, assumption in enumerate(assumptions):
        for fact in assumption.facts:
            later = (redrawn.get(instance.thing(t), -1) > number for t in fact_things(fact))
            if any(later):
                _check_kept(fact, instance)


def _check_kept(fact: Fact, instance: Instance) -> None:
    try:
        lost = fact_truth(fact, instance) is Truth.FALSE
    except Undefined:
        lost = True
    if lost:
        raise Unlucky(f"a later assumption undid an earlier one: {fact!r} fails")


def growing_instances(
    assumptions: Sequence[Drawable],
    *,
    tries: int = 600,
    first: int = 0,
    sizes: Sizes = SMALL_SIZES,
    patience: int = 25,
) -> Iterator[Instance]:
    """Yield instances for a refutation: the simplest values first, more of them every few tries.

    The first that contradicts a false claim is small, so nothing has to be shrunk. Unlucky draws
    are passed over. `first` leaves out the tries that were made before.
    """
    for number in range(first, tries):
        found = grown_instance(tuple(assumptions), sizes, number, patience)
        if found is not None:
            yield found


@lru_cache(maxsize=2048)
def grown_instance(
    assumptions: tuple[Drawable, ...], sizes: Sizes, number: int, patience: int
) -> Instance | None:
    """Return one of the growing instances, None if the draw is unlucky.

    All false twins of a step are tried on the same ones, and so they are remembered.
    """
    try:
        return draw_instance(GrowingDraw(number, 2 + number // patience), assumptions, sizes)
    except Unlucky:
        return None
