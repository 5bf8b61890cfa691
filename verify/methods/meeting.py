"""Which hypotheses of a proposition are met along one solution, as far as is known."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, repeat
from typing import Any

from flint import arb

from verify.language.expressions import as_scalar
from verify.language.facts import Equation
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow
from verify.language.substituting import substituted
from verify.language.symbols import Family, Symbol
from verify.language.walk import ordered, things
from verify.methods import levels
from verify.methods.along import LAYERS, ORBITS, Along, Enough, decided
from verify.methods.clear import in_balls
from verify.methods.levels import Level
from verify.methods.moments import Values, When
from verify.methods.starts import solution_of
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, choices, fact_truth
from verify.numerics.late import keeps_lengths, later
from verify.numerics.nested import filled
from verify.numerics.number import Irrational, Truth, Undefined
from verify.numerics.polynomial_flows import lasts_forever
from verify.numerics.positions import Indices
from verify.numerics.solutions import OF_LAYERS, Followed, orbit_from
from verify.statements.assumption import Assumption, introduced
from verify.statements.propositions import (
    Joined,
    Limiting,
    Proposition,
    Quantified,
    Solving,
    Throughout,
    inside,
    spoken_of,
)

LATE = 12  # solutions that are followed for very long, at most
NEARER = 4  # so many times nearer than ever is what seems to tend to a limit


def hypotheses(said: Proposition) -> Iterator[Joined | Quantified | Solving]:
    """Yield what a proposition supposes: premises, things that it quantifies, and solutions."""
    if isinstance(said, Joined) and said.word == "if":
        yield said
        yield from hypotheses(said.parts[1])
    elif isinstance(said, Joined) and said.word in ("and", "or"):
        for part in said.parts:
            yield from hypotheses(part)
    elif isinstance(said, Quantified | Solving):
        if said.every and isinstance(said.over, Assumption):
            yield said
        yield from hypotheses(said.body)
    elif isinstance(said, Throughout):
        yield from hypotheses(said.body)


def is_known_to_last(flow: Flow, followed: Followed) -> bool:
    """Return whether the state is bounded on every finite interval, as far as that is known."""
    start = followed.moments[0].instance
    return lasts_forever(flow, start) or keeps_lengths(flow, followed.moments)


def followed_late(law: Flow | DiscreteLaw, followed: Followed) -> tuple[Followed, bool]:
    """Return the same followed for very long, and whether it is to the end."""
    more, ends = later(law, followed.moments[-1])
    return replace(followed, moments=(*followed.moments, *more), estimated=True, again=None), ends


@dataclass
class Meeting(Along):
    """Finds which hypotheses of a proposition are met along a trajectory, as far as is known.

    What is not seen to fail counts as met; but what is to be so somewhere, or some time, has to be
    seen so. `quantified` is what the claim introduces itself, of which an example gives values.
    """

    quantified: frozenset[Any] = frozenset()
    met: set[int] = field(default_factory=set)
    late: list[Followed] = field(default_factory=list)  # what was followed for very long

    def meet(self, said: Proposition) -> None:
        """Add to `met` the hypotheses that are met, by their ids."""
        with OF_LAYERS.working():
            for at in assignments(ordered(self.given), self.start):
                try:
                    self._reach(said, {}, at, None)
                except (Enough, Mistake, Undefined, Irrational):
                    continue

    def _reach(
        self, said: Proposition, local: Values, at: Indices, moment: When,
        chosen: Collection[Any] = (),
    ) -> None:  # fmt: skip
        """Look for hypotheses from the outermost on, as long as some are not met.

        `chosen` are the things whose values were chosen last.
        """
        left = [one for one in hypotheses(said) if id(one) not in self.met]
        if not left:
            return
        if all(isinstance(one, Joined) for one in left) and not all(
            self._may_hold(premise, local, at, moment)
            for premise in decided(said)
            if not chosen or not spoken_of(premise).isdisjoint(chosen)
        ):
            return
        self._count()
        if isinstance(said, Joined) and said.word == "if":
            if self._may_hold(said.parts[0], local, at, moment):
                self.met.add(id(said))
                self._reach(said.parts[1], local, at, moment)
        elif isinstance(said, Joined):
            for part in said.parts:
                self._reach(part, local, at, moment)
        elif isinstance(said, Throughout):
            for time in self._times(said):
                self._reach(said.body, local, at, time)
        elif isinstance(said, Solving):
            self._reach_along(said, local, at)
        elif isinstance(said, Quantified) and isinstance(said.over, Assumption):
            for one in self._tried(said, local, at):
                self.met.add(id(said))
                self._reach(said.body, {**local, **one}, at, moment, one)
        elif isinstance(said, Quantified) and isinstance(said.over, tuple):
            for place in choices(said.over, self.start, at):
                self._reach(said.body, local, place, moment)

    def _reach_along(self, said: Solving, local: Values, at: Indices) -> None:
        for inner in self._solutions(said, local, at):
            self.met.add(id(said))
            inner._reach(said.body, {}, at, None)

    def _solutions(self, said: Solving, local: Values, at: Indices) -> Iterator[Meeting]:
        """Yield solutions (orbits) of a law that are known to last, or are followed for long."""
        base, moved = self.start.replaced(dict(local)), frozenset(said.moved)
        for one in self._tried(said, local, at)[:ORBITS]:
            placed: dict[Any, Any] = {**one, **at}
            start = base.replaced(placed)
            try:
                if isinstance(said.law, DiscreteLaw):
                    followed = orbit_from(said.law, [start] * (LAYERS + 1))
                else:
                    followed = solution_of(said.law, start)
            except (Mistake, Undefined):  # Mistake: a law that nothing binds an index of
                continue
            if isinstance(said.law, Flow) and not followed.rests:
                known = is_known_to_last(said.law, followed)
                if not known and len(self.late) >= LATE:
                    continue
                if not known:
                    followed, known = followed_late(said.law, followed)
                    self.late.append(followed)
                if not known:
                    continue
            yield replace(self, followed=followed, moved=moved, in_time=moved, given=frozenset())

    def _times(self, said: Throughout) -> Sequence[When]:
        if said.at_start:
            return (0,)
        if not self._moves(said.body):
            return self.followed.pieces
        return range(len(self.followed.moments))

    def _tried(self, said: Quantified | Solving, local: Values, at: Indices) -> Sequence[Values]:
        """Return what is tried where one value does: what an example says, or else all of them."""
        assert isinstance(said.over, Assumption)
        own = list(introduced([said.over]))
        if all(thing in self.quantified and thing in self.start for thing in own):
            given = {thing: self.start[thing] for thing in own}
            if _is_allowed(said.over, self.start.replaced({**local, **given})):
                return [given]
        return self._values(said, local, at)

    def _values(self, said: Quantified | Solving, local: Values, at: Indices) -> Sequence[Values]:
        """Return what is tried for something quantified: simple values, and limits, as well."""
        assert isinstance(said.over, Assumption)
        own, found = list(introduced([said.over])), list(super()._values(said, local, at))
        if len(own) == 1 and isinstance(own[0], Symbol | Family):
            here = self.start.replaced(dict(local))
            found += [
                {own[0]: value} for value in self._simple(own[0], here)
                if _is_allowed(said.over, here.replaced({own[0]: value}))
            ]  # fmt: skip
            found += [{own[0]: value} for value in _equal(own[0], said.body, here)]
        return found

    def _simple(self, thing: Symbol | Family[Any], here: Instance) -> Iterator[Any]:
        """Yield 0 and 1, and vectors along an axis, that are given, or where what moves ends."""
        shape = here.shape(thing)
        yield from (filled(shape, repeat(Fraction(x))) for x in (0, 1))
        if thing.kind == "vector" and len(shape) <= 2:
            for vector in self._vectors(here):
                yield vector if len(shape) == 1 else [vector] * shape[0]
        if thing.kind == "vector" and len(shape) == 2:  # pairs of opposite ones, along the axes
            axes = [[Fraction(k == place) for place in range(shape[1])] for k in range(shape[1])]
            yield [[x * (-1) ** k for x in axes[k // 2 % shape[1]]] for k in range(shape[0])]

    def _vectors(self, here: Instance) -> Iterator[list[Fraction]]:
        """Yield vectors along axes, that are given, and near which what moves ends."""
        for k in range(here.dimension):
            axis = [Fraction(k == place) for place in range(here.dimension)]
            yield from (axis, [-x for x in axis])
        last = self.followed.moments[-1].instance
        ends = [last[moved] for moved in self.moved if moved in last]
        given = [found for thing, found in here.values.items()
                 if isinstance(thing, Symbol | Family) and thing.kind == "vector"]  # fmt: skip
        for vector in _rows([*given, *([_rounded(v) for v in _rows(end)] for end in ends)]):
            if len(vector) == here.dimension and all(isinstance(x, Fraction) for x in vector):
                yield vector

    # ------------------------------------------------------------ premises

    def _may_hold(self, said: Proposition, local: Values, at: Indices, moment: When) -> bool:
        """Return whether a premise is not seen to fail."""
        return self._truth(said, local, at, moment).most == levels.HOLDS

    def _of_drawn(self, said: Quantified, local: Values, at: Indices, moment: When) -> Level:
        """Take what is tried for all that there is."""
        values = (self._values if said.every else self._tried)(said, local, at)
        found = (self._truth(said.body, {**local, **one}, at, moment) for one in values)
        return levels.every(found) if said.every else levels.some(found)

    def _throughout(self, said: Throughout, local: Values, at: Indices) -> Level:
        """Take the times that are looked at for all time: what fails then is seen to."""
        found = (self._truth(said.body, local, at, time).most for time in self._times(said))
        least = min(found, default=levels.HOLDS)
        return Level(least, least)

    def _solving(self, said: Solving, local: Values, at: Indices) -> Level:
        if said.every:
            return super()._solving(said, local, at)
        some = self._solutions(said, local, at)
        found = any(one._may_hold(said.body, {}, at, None) for one in some)
        return levels.TRUE if found else levels.FALSE

    def _limiting(self, said: Limiting, local: Values, at: Indices) -> Level:
        """Return whether it seems to be so in the long run: nearer than ever, by and by."""
        if super()._limiting(said, local, at).most != levels.HOLDS:
            return levels.FALSE
        if said.word in ("nondecreasing", "uniform"):
            return levels.TRUE
        values = [self._numbers(said.of, local, at, k) for k in range(len(self.followed.moments))]
        if said.limit is None:
            gaps = [_gap(x, y) for x, y in pairwise(values)]
        else:
            limits = [self._numbers(said.limit, local, at, k) for k in range(len(values))]
            below = said.word == "limsup"
            gaps = [_gap(x, y, below=below) for x, y in zip(values, limits, strict=True)]
        return levels.TRUE if not gaps or gaps[-1] * NEARER <= max(gaps) else levels.FALSE

    def _numbers(self, of: Any, local: Values, at: Indices, moment: int) -> list[Any]:
        found = in_balls(of, self.now.at(local, moment, inexactly=True), at)
        return found if isinstance(found, list) else [found]


def _is_allowed(over: Assumption[Any], here: Instance) -> bool:
    return all(fact_truth(fact, here) is Truth.TRUE for fact in over.facts)


def _equal(number: Any, said: Proposition, here: Instance) -> Iterator[Any]:
    """Yield what a premise says that a number is, rational or not, in other numbers."""
    for one in inside(said):
        pair = (one.left, one.right) if isinstance(one, Equation) else ()
        for of, side in zip(pair, pair[::-1], strict=True):
            values = {thing: here[thing] for thing in things(of) if thing in here}
            plain = all(isinstance(value, int | Fraction) for value in values.values())
            own = side.op == "symbol" and side.args[0] is number and number not in values
            if own and plain:
                yield substituted(of, {k: as_scalar(value) for k, value in values.items()})


def _rows(found: Any) -> Iterator[list[Any]]:
    """Yield the vectors in nested lists."""
    if isinstance(found, list) and found and not isinstance(found[0], list):
        yield found
    elif isinstance(found, list):
        for part in found:
            yield from _rows(part)


def _rounded(vector: Sequence[Any]) -> list[Fraction]:
    """Return the vector of whole numbers that is nearest."""
    numbers = (x if isinstance(x, int | Fraction) else float(arb(x).mid()) for x in vector)
    return [Fraction(round(x)) for x in numbers]


def _gap(one: Sequence[Any], other: Sequence[Any], *, below: bool = False) -> float:
    """Return how far two values are certainly apart."""
    gaps = [x - y if below else abs(x - y) for x, y in zip(one, other, strict=True)]
    return max((max(0.0, float(gap.lower())) for gap in gaps), default=0.0)
