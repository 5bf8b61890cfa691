"""Solutions of flows, and orbits of layers, by the raw dynamics, from one exact start.

A flow is followed by SciPy's DOP853 at two tolerances: `estimates`, of which `enclosed_flows` makes
proofs. Orbits of layers are exact, or in balls, and rigorous.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import arb
from scipy.integrate import DOP853

from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow, Layer
from verify.language.symbols import Family, Thing
from verify.numerics.estimates import State, Velocity, around, distance, states_at
from verify.numerics.evaluate import BY_TOKENS, NOWHERE, raw_layer, tabulated, taken, velocities
from verify.numerics.exact import Instance, differ
from verify.numerics.holding import converted
from verify.numerics.nested import entries_of
from verify.numerics.number import Irrational, Undefined, balls
from verify.numerics.positions import Indices

NUMBERS = balls(160)  # of flows; their errors are far larger
OF_LAYERS = balls(640)  # for balls grow from layer to layer
COARSE, FINE = 1e-11, 1e-13  # errors of a step, relative to 1 + a number: what floats allow
WIDEST = 1e-8  # of a state: a path that is known less well ends
LONGEST_FRACTION = 4000  # bits of exact states together; beyond them orbits go on in balls


@dataclass(frozen=True, eq=False)
class Moment:
    """What an instance has become at a time, or after a number of layers."""

    time: Fraction
    instance: Instance


@dataclass(frozen=True, eq=False)
class Followed:
    """Moments in order, the first of which is the start, exactly.

    `pieces` are, exactly, all values that what varies ever has, the last ones from then on. `rests`
    is whether nothing moves, whatever varies; what comes of it is `estimated` where it moves along
    a flow, or where balls alone say that it rests. `flow` is what moves it, where that is one flow
    for all time.
    From the moment `again` on, if there is one, an orbit comes back, exactly: it passes through the
    moments from there to the last one again and again, and through no others.
    """

    moments: tuple[Moment, ...]
    rests: bool
    pieces: tuple[Instance, ...]
    estimated: bool = False
    again: int | None = None
    flow: Flow | None = None

    @property
    def varying(self) -> frozenset[Thing]:
        """Return the things whose values differ from piece to piece."""
        first = self.pieces[0]
        others = [one for one in self.pieces if one is not first]
        return frozenset(
            thing for thing, found in first.values.items()
            if any(differ(one.values.get(thing), found) for one in others)
        )  # fmt: skip

    @property
    def at_start(self) -> Followed:
        """Return the same as far as it is known exactly: the start, and by which flow it moves."""
        rests = self.rests and not self.estimated
        return replace(self, moments=self.moments[:1], rests=rests, estimated=False, again=None)

    @property
    def recurring(self) -> Sequence[int]:
        """Return the moments whose states come again and again; none where that is not known.

        Of the states alone: what varies beside them may not come again.
        """
        if self.rests:
            return (0,)
        return () if self.again is None else range(self.again, len(self.moments) - 1)


Pieces = Sequence[tuple[Fraction, Instance]]
"""From which time on the things that do not move have which values; the first is from 0."""


# ------------------------------------------------------------------ flows


def solution_from(flow: Flow, pieces: Pieces, times: Sequence[Fraction]) -> Followed:
    """Return the solution from the first piece's state at 0 and at increasing times.

    What varies is constant between the pieces' times, which are among `times`. It ends early where
    it cannot be followed.
    """
    start = pieces[0][1]
    with NUMBERS.working():
        laws = [(begin, law_of(flow, converted(one, NUMBERS))) for begin, one in pieces]
        here = converted(start, NUMBERS)
        first: State = {thing: here[thing] for thing in flow.moves}
        if all(_vanishes(law(first)) for _, law in laws):
            return _resting(flow, pieces, times)
        moments = [Moment(Fraction(0), start)]
        for time, state in _estimated(laws, first, times):
            now = [one for begin, one in pieces if begin < time][-1]
            moments.append(Moment(time, converted(now, NUMBERS).replaced(state)))
    values = tuple(one for _, one in pieces)
    alone = flow if len(values) == 1 else None
    return Followed(tuple(moments), False, values, estimated=True, flow=alone)


def speed(flow: Flow, instance: Instance) -> float:
    """Return the largest entry of a velocity. Raises Undefined where there is none."""
    with NUMBERS.working():
        here = converted(instance, NUMBERS)
        return max((float(abs(x).upper()) for x in entries_of(velocities(flow, here))), default=0.0)


def law_of(flow: Flow, here: Instance) -> Velocity:
    known = _taken_at_rest(flow, here)
    return lambda state: velocities(flow, here.replaced(state), known=known)


def _taken_at_rest(flow: Flow, instance: Instance) -> dict[Flow, dict[str, Any]]:
    """Return what raw dynamics take that is the same wherever the moving things are, by flow.

    It is what has a value while the moving things have none: such a value cannot depend on them.
    """
    moving = {instance.thing(thing) for thing in flow.moves}
    rest = instance.of_values({k: v for k, v in instance.values.items() if k not in moving})
    out: dict[Flow, dict[str, Any]] = {}
    for part in flow.parts or (flow,):
        sorts = {k.name: k.sorts for k in part.moves if isinstance(k, Family)}
        found = out.setdefault(part, {})
        for name, given in part.raw.takes.items():
            with suppress(Mistake, Undefined, Irrational):
                found[name] = taken(given, rest, NOWHERE, sorts.get(name, BY_TOKENS))
    return out


def _estimated(
    laws: Sequence[tuple[Fraction, Velocity]], first: State, times: Sequence[Fraction]
) -> list[tuple[Fraction, State]]:
    """Return times and balls around the states, as far as their radii are small."""
    coarse, fine = (_path(laws, first, times, tolerance) for tolerance in (COARSE, FINE))
    found: list[tuple[Fraction, State]] = []
    radius = 0.0
    for (time, rough), (_, state) in zip(coarse, fine, strict=False):
        radius = max(radius, distance(rough, state))
        if not radius < WIDEST:
            break
        found.append((time, around(state, radius)))
    return found


def _path(
    laws: Sequence[tuple[Fraction, Velocity]],
    state: State,
    times: Sequence[Fraction],
    tolerance: float,
) -> Iterator[tuple[Fraction, State]]:
    """Yield times and the states there, as long as there are: anew where the law changes."""
    for number, (begin, law) in enumerate(laws):
        last = number + 1 == len(laws)
        ends = [t for t in times if t > begin and (last or t <= laws[number + 1][0])]
        found = list(states_at(DOP853, law, state, begin, ends, tolerance))
        yield from found
        if len(found) < len(ends):
            return
        state = found[-1][1]


def _resting(flow: Flow, pieces: Pieces, times: Sequence[Fraction]) -> Followed:
    """Return a solution that stays where it starts: exactly, if its exact velocities are 0.

    What else varies goes on varying.
    """
    state: State = {thing: pieces[0][1][thing] for thing in flow.moves}
    exactly = all(_is_nothing(flow, one.replaced(state)) for _, one in pieces)
    moments = [Moment(Fraction(0), pieces[0][1])]
    for time in times:
        now = [one for begin, one in pieces if begin < time][-1]
        moments.append(Moment(time, now.replaced(state)))
    values = tuple(one for _, one in pieces)
    alone = flow if len(values) == 1 else None
    return Followed(tuple(moments), True, values, estimated=not exactly, flow=alone)


def _is_nothing(flow: Flow, here: Instance) -> bool:
    try:
        return all(
            isinstance(x, int | Fraction) and x == 0 for x in entries_of(velocities(flow, here))
        )
    except Irrational:
        return False


# ------------------------------------------------------------------ layers


def orbit_from(law: DiscreteLaw, layers: Sequence[Instance]) -> Followed:
    """Return the orbit of the first instance's state; each one has what varies in its layer.

    It rests where the state returns to the start after every layer: exactly, or as far as balls can
    tell, and then that is an estimate.
    """
    first: State = {thing: layers[0][thing] for thing in law.moves}
    moments = [Moment(Fraction(0), layers[0])]
    state, exactly, rests = first, True, True
    in_balls = lru_cache(lambda layer: converted(layer, OF_LAYERS))  # most have one for all layers
    with OF_LAYERS.working():
        for number, (here, following) in enumerate(pairwise(layers), start=1):
            after = _exactly_after(law, here.replaced(state)) if exactly else None
            if after is None and exactly:
                exactly = False
                now = converted(here.replaced(state), OF_LAYERS)
                state = {thing: now[thing] for thing in state}
            if after is None:
                after = through(law, in_balls(here).replaced(state))
            if not exactly:
                following = in_balls(following)
            if not all(_is_finite(x) for x in entries_of(after)):
                break
            rests = rests and _agree(after, first)
            state = after
            moments.append(Moment(Fraction(number), following.replaced(state)))
    rests = rests and len(moments) > 1
    again = _again(law, moments) if exactly and all(x is layers[0] for x in layers) else None
    return Followed(
        tuple(moments), rests, tuple(layers), estimated=rests and not exactly, again=again
    )


def _again(law: DiscreteLaw, moments: Sequence[Moment]) -> int | None:
    """Return at which moment an orbit under one law was in the state of its last moment."""
    states: list[State] = [{thing: now.instance[thing] for thing in law.moves} for now in moments]
    same = (number for number, state in enumerate(states[:-1]) if _agree(state, states[-1]))
    return next(same, None)


def _exactly_after(law: DiscreteLaw, here: Instance) -> State | None:
    """Return the state after a layer, None where it is not rational, or too long."""
    try:
        after = through(law, here)
    except Irrational:
        return None
    bits = sum(x.denominator.bit_length() for x in map(Fraction, entries_of(after)))
    return after if bits <= LONGEST_FRACTION else None


def through(law: DiscreteLaw, here: Instance, indices: Indices = NOWHERE) -> State:
    """Return the state after a layer, or after another law: where its formulas say."""
    if isinstance(law, Layer):
        return {law.of: raw_layer(law, here, indices)(here[law.of])}
    return {
        thing: tabulated(image, len(thing.sorts) if isinstance(thing, Family) else 0, here, indices)
        for thing, image in law.moves.items()
    }


def _agree(after: State, before: State) -> bool:
    """Return whether two states cannot be told apart, though they are known well."""
    pairs = zip(entries_of(after), entries_of(before), strict=True)
    return all(_same(x, y) for x, y in pairs)


def _same(x: Any, y: Any) -> bool:
    if isinstance(x, int | Fraction):
        return isinstance(y, int | Fraction) and x == y
    gap = x - (OF_LAYERS.of(Fraction(y)) if isinstance(y, int | Fraction) else y)
    return bool(abs(gap) < arb(2) ** -400)


def _vanishes(slopes: State) -> bool:
    """Return whether velocities are 0, or cannot be told from it to a hundred bits."""
    return all(abs(arb(x)) < arb(2) ** -100 for x in entries_of(slopes))


def _is_finite(x: Any) -> bool:
    return isinstance(x, int | Fraction) or bool(x.is_finite())
