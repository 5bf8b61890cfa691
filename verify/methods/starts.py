"""Where trajectories of a claim start: exact instances that meet what it assumes, and what follows.

Of what varies in time the values are drawn anew from time to time. What is assumed of the state for
all time is asked at every moment, and then only a start from which nothing moves can refute.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any

from verify.language.facts import Fact, sides
from verify.language.indices import Sort
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow
from verify.methods.premised import met, premises_of
from verify.numerics.exact import GrowingDraw, Instance, Sizes, Unlucky
from verify.numerics.holding import draw_instance, fact_truth, least_sizes
from verify.numerics.number import Irrational, Truth, Undefined
from verify.numerics.solutions import OF_LAYERS, Followed, Moment, orbit_from, solution_from, speed
from verify.statements.assumption import Assumption, Condition, introduced
from verify.statements.claims import Claim, Moving, formulas_of, when
from verify.statements.propositions import mentions

SORTS: tuple[Sort, ...] = ("tokens", "modes", "heads")
PATIENCE = 40  # draws for one trajectory
PREMISED = 20  # and for one that is to meet a claim's premises
LARGEST = 3
FEW, WIDE = 6, 40
ALONE = 6  # of so many draws one is of a single token, of which there is little to see
UNITS = tuple(map(Fraction, ("1/8", "1/2", "1", "2", "4")))  # when a solution is looked at
SWITCHES = tuple(map(Fraction, ("1/2", "1")))  # when what varies is drawn anew
SLOWEST, FASTEST = Fraction(1, 8), Fraction(256)


@dataclass(frozen=True, eq=False)
class Start:
    """Where a trajectory starts, what follows from it, and whether it may refute a claim.

    It lasts if it is followed to its end, and meets to the end what is assumed for all time.
    """

    instance: Instance
    followed: Followed
    refutes: bool = True
    lasts: bool = True


def starts(claimed: Claim, count: int, layers: int, seed: int = 0) -> Iterator[Start]:
    """Yield trajectories from exact starts that meet what a claim assumes, simplest first.

    Starts from which nothing moves come beside the `count` that are asked for, as many at most.
    """
    first, resting, moving = seed * PATIENCE * count, [count], 0
    ways = [_drawn(claimed, count, layers, first, resting)]
    if premises_of(claimed):
        meeting = _drawn(claimed, count - count // 3, layers, first, resting, meets=True)
        ways = [meeting, meeting, *ways]  # two of three
    while ways and moving < count:
        start = next(ways[0], None)
        if start is None:
            del ways[0]
            continue
        moving += not _is_resting(claimed, start)
        yield start
        ways.append(ways.pop(0))


def _drawn(
    claimed: Claim, count: int, layers: int, first: int, resting: list[int], meets: bool = False
) -> Iterator[Start]:
    """Yield as many trajectories; `resting` has how many more may start where nothing moves.

    Those that are to meet the premises of the claim are given up after fewer draws.
    """
    assumptions, premises = assumed_at_start(claimed), premises_of(claimed)
    sizes, alone = sizes_of(claimed), sizes_of(claimed, alone=True)
    moving = 0
    for number in range((PREMISED if meets else PATIENCE) * count):
        if moving == count:
            return
        draw = GrowingDraw(first + number, _reach(number))
        try:
            last = number % ALONE == ALONE - 1
            instance = draw_instance(draw, assumptions, alone if last else sizes)
        except (Unlucky, Undefined, Irrational):
            continue
        there: Instance | None = instance
        if meets:
            premise = premises[number % len(premises)]
            there = met(premise, instance, number, barely=moving % 2 == 0)
        start = None if there is None else started(claimed, there, layers, number)
        if start is None:
            continue
        rests = _is_resting(claimed, start)
        moving, resting[0] = moving + (not rests), resting[0] - rests
        if not rests or resting[0] >= 0:
            yield start


def _is_resting(claimed: Claim, start: Start) -> bool:
    return start.followed.rests and claimed.along is not None


def _reach(number: int) -> int:
    """Return among how many values each is drawn: few, and for every other start many.

    Of few numbers two are equal often enough; of few nonnegative ones, one is 0 too often.
    """
    return 2 + number // 2 % FEW if number % 2 == 0 else WIDE


def started(claimed: Claim, instance: Instance, layers: int, number: int) -> Start | None:
    """Return the trajectory from an instance, None where what is assumed for all time fails."""
    along = claimed.along
    if along is None:
        moment = Moment(Fraction(0), instance)
        return Start(instance, Followed((moment,), True, (instance,)))
    try:
        followed = _followed(claimed, along, instance, layers, number)
    except Undefined:
        return None
    lasts = len(followed.moments) > (layers if isinstance(along.law, DiscreteLaw) else len(UNITS))
    kept = list(takewhile(partial(holds_at, claimed), followed.moments))
    if not any(_about(fact, along.moved) for fact in _facts(claimed, "always")):
        return Start(instance, followed, lasts=lasts)
    if not kept or (followed.rests and len(kept) < len(followed.moments)):
        return None
    lasts = lasts and len(kept) == len(followed.moments)
    return Start(instance, replace(followed, moments=tuple(kept)), followed.rests, lasts)


def holds_at(claimed: Claim, moment: Moment) -> bool:
    """Return whether nothing that is assumed of the state for all time fails at a moment."""
    moved = frozenset[Any]() if claimed.along is None else claimed.along.moved
    forever = (fact for fact in _facts(claimed, "always") if _about(fact, moved))
    with OF_LAYERS.working():
        return all(_truth(fact, moment.instance) is not Truth.FALSE for fact in forever)


def solution_of(flow: Flow, instance: Instance) -> Followed:
    """Return the solution from an instance, in times in which a state moves by about 1."""
    unit = _unit(flow, instance)
    return solution_from(flow, [(Fraction(0), instance)], [unit * k for k in UNITS])


def _followed(
    claimed: Claim, along: Moving, instance: Instance, layers: int, number: int
) -> Followed:
    if isinstance(along.law, DiscreteLaw):
        for thing in along.law.moves:
            if thing not in instance:
                raise Undefined(f"{thing.name} is not given")
        return orbit_from(along.law, list(_in_turn(claimed, along, instance, layers, number)))
    unit = _unit(along.law, instance)
    pieces = [Fraction(0), *(unit * k for k in SWITCHES)] if along.varying else [Fraction(0)]
    values = list(_in_turn(claimed, along, instance, len(pieces) - 1, number))
    times = [unit * k for k in UNITS]
    return solution_from(along.law, list(zip(pieces, values, strict=True)), times)


def _unit(flow: Flow, instance: Instance) -> Fraction:
    """Return a time in which a state moves by about 1: a power of 2."""
    fastest, power = speed(flow, instance), FASTEST
    while power > SLOWEST and float(power) / 2 >= fastest:
        power /= 2
    return 1 / power


def _in_turn(
    claimed: Claim, along: Moving, instance: Instance, changes: int, number: int
) -> Iterator[Instance]:
    """Yield the instance, and then as often as asked with new values for what varies.

    Every other two trajectories nothing varies after all.
    """
    yield instance
    for change in range(changes):
        if along.varying and number % 4 >= 2:
            draw = GrowingDraw(1000 * number + change, _reach(number))
            yield _redrawn(claimed, along, instance, draw)
        else:
            yield instance


def _redrawn(claimed: Claim, along: Moving, instance: Instance, draw: GrowingDraw) -> Instance:
    """Return the instance with new values for what varies, the old ones where that is unlucky."""
    varying = {instance.thing(thing) for thing in along.varying}
    new = replace(
        instance, values=dict(instance.values), factors=dict(instance.factors), overwritten=set()
    )
    try:
        for assumption in assumed_at_start(claimed):
            touched = {*introduced([assumption]), *assumption.redraws}
            if varying.isdisjoint(instance.thing(thing) for thing in touched if thing in instance):
                if not isinstance(assumption.introduces, Condition):
                    continue
                if not any(_about(fact, frozenset(varying)) for fact in assumption.facts):
                    continue
            assumption.generate(draw, new)
            for thing in set(new.values) - varying:
                if thing in instance.values:
                    new.values[thing] = instance.values[thing]
    except (Unlucky, Undefined, Irrational, Mistake):
        return instance
    facts = [
        f for e in claimed.assumed for f in e.assumption.facts if _about(f, frozenset(varying))
    ]
    holds = all(_truth(fact, new) is not Truth.FALSE for fact in facts)
    return replace(new, factors=instance.factors) if holds else instance


@lru_cache(maxsize=64)
def assumed_at_start(claimed: Claim) -> tuple[Assumption[Any], ...]:
    """Return what a start is drawn from: all that is assumed."""
    return tuple(entry.assumption for entry in claimed.assumed)


def _facts(claimed: Claim, word: str) -> list[Fact]:
    return [
        fact for entry in claimed.assumed if when(claimed, entry.assumption) == word
        for fact in entry.assumption.facts
    ]  # fmt: skip


def _about(fact: Fact, wanted: frozenset[Any]) -> bool:
    return any(mentions(side, wanted) for side in sides(fact))


def _truth(fact: Fact, instance: Instance) -> Truth:
    try:
        return fact_truth(fact, instance)
    except (Undefined, Irrational):
        return Truth.UNKNOWN


def sizes_of(claimed: Claim, alone: bool = False) -> Sizes:
    """Return how large instances are, or those with the fewest tokens: all counted ones exist."""
    formulas: list[Any] = [
        side for entry in claimed.assumed for fact in entry.assumption.facts for side in sides(fact)
    ]
    least = least_sizes([*formulas_of(claimed), *formulas])
    tokens, modes, heads = (least.get(sort, 1) for sort in SORTS)
    tokens = tokens if alone else max(2, tokens)
    most = tokens if alone else max(LARGEST, tokens)
    return Sizes((tokens, most), (modes, max(LARGEST, modes)), (heads, max(2, heads)))
