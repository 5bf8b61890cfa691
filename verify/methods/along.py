"""Whether a proposition holds along a solution or an orbit: true, false, or not known so far.

What holds always can be seen to fail, never to hold; of a limit no time decides anything. A start
from which nothing moves is the exception: there every word of time is decided. So whatever is
found false is false, up to the error of the states, which the balls around them have in them.
A formula that certainly has no value is told apart from one that is not known well enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Distinct, Equation, sides
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw
from verify.language.walk import ordered
from verify.methods import levels
from verify.methods.affine import deciding_values
from verify.methods.clear import Atom, Compared, comparison, in_balls, is_clear
from verify.methods.contradictions import named, number_shown, sides_shown
from verify.methods.levels import Level
from verify.methods.moments import Moments, Values, When, instance_at, places_of_atom, when_told
from verify.methods.premises import Premises
from verify.methods.stability import linearly, placed_at
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, choices, fact_truth
from verify.numerics.number import Truth, Undefined, compared, equal
from verify.numerics.positions import Indices, position
from verify.numerics.solutions import OF_LAYERS, Followed, orbit_from
from verify.statements.assumption import Assumption, introduced
from verify.statements.propositions import (
    Joined,
    Limiting,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Stability,
    Throughout,
    elapsed,
    mentions,
    speaks_of,
    spoken_of,
)

ORBITS, LAYERS = 4, 10  # orbits of one layer that are followed, and how far
MOST = 4000  # atoms that are looked at along one trajectory; the rest is left unknown


@lru_cache(maxsize=1 << 12)
def decided(said: Proposition) -> tuple[Proposition, ...]:
    """Return the premises below quantifiers that speak of nothing that these introduce."""
    later = set[Any]()
    while isinstance(said, Quantified) and said.every:
        later.update(introduced([said.over]) if isinstance(said.over, Assumption) else said.over)
        said = said.body
    if not (later and isinstance(said, Joined) and said.word == "if"):
        return ()
    one = said.parts[0]
    parts = one.parts if isinstance(one, Joined) and one.word == "and" else (one,)
    return tuple(part for part in parts if later.isdisjoint(spoken_of(part)))


class Enough(Exception):
    """So many atoms were looked at that the rest of a proposition is left unknown."""


@dataclass
class Along:
    """A trajectory, and what propositions came out as along it.

    `compared` counts comparisons that were clear, at the start ones that a premise makes apart;
    `failure` is the last atom that failed, for a reader; `estimated`: one failed by an estimate.
    `undefined` is the last formula without a value that keeps a proposition from holding.
    `moved` is what the law moves, `in_time` all that depends on time; `given` are the indices that
    are the same in all of the claim.
    """

    followed: Followed
    moved: frozenset[Any] = frozenset()
    seed: int = 0
    compared: int = 0
    looked: int = 0
    failure: Mapping[str, Any] = field(default_factory=dict)
    undefined: Mapping[str, Any] = field(default_factory=dict)
    estimated: bool = False
    in_time: frozenset[Any] = frozenset()
    given: frozenset[Index] = frozenset()
    supposing: bool = False  # whether it is a premise that is looked at
    now: Moments = field(init=False)

    def __post_init__(self) -> None:
        """Begin with no moment entered."""
        self.now = Moments(self.followed)

    @property
    def start(self) -> Instance:
        """Return the instance at time 0, exactly."""
        return self.followed.moments[0].instance

    def level(self, said: Proposition, at: Indices | None = None) -> Level:
        """Return whether a claim holds along this trajectory, as far as is known, or has no value.

        `at` are indices that are bound outside, not given; `undefined` says what has no value.
        """
        self.supposing = False
        with OF_LAYERS.working():
            try:
                given = assignments(ordered(self.given), self.start) if at is None else (at,)
                return levels.every(self._truth(said, {}, places, None) for places in given)
            except Enough:
                return levels.UNKNOWN

    # ------------------------------------------------------------ logic

    def _truth(self, said: Proposition, local: Values, at: Indices, moment: When) -> Level:
        before = self.undefined
        found = self._found(said, local, at, moment)
        if found.most != levels.NO_VALUE:  # then what has no value decides nothing
            self.undefined = before
        return found

    def _found(self, said: Proposition, local: Values, at: Indices, moment: When) -> Level:
        if isinstance(said, Joined):
            return self._joined(said, local, at, moment)
        if isinstance(said, Quantified):
            return self._quantified(said, local, at, moment)
        if isinstance(said, Throughout):
            return self._throughout(said, local, at)
        if isinstance(said, Solving):
            return self._solving(said, local, at)
        return self._atoms(said, local, at, moment)

    def _joined(self, said: Joined, local: Values, at: Indices, moment: When) -> Level:
        found = (self._truth(part, local, at, moment) for part in said.parts)
        if said.word != "if":
            return levels.joined(said.word, found)
        premise = self._premise(said.parts[0], local, at, moment)
        if premise.most <= levels.NO_VALUE:
            return levels.TRUE  # and nothing was compared
        return levels.implied(premise, self._truth(said.parts[1], local, at, moment))

    def _premise(self, said: Proposition, local: Values, at: Indices, moment: When) -> Level:
        """Return the level of a premise; what it comes to is no finding."""
        before = self.compared, self.supposing
        self.supposing = True
        found = self._truth(said, local, at, moment)
        self.compared, self.supposing = before
        return found

    def _quantified(self, said: Quantified, local: Values, at: Indices, moment: When) -> Level:
        over = said.over
        for premise in decided(said) if said.every else ():
            if self._premise(premise, local, at, moment).most <= levels.NO_VALUE:
                return levels.TRUE  # whatever values are tried
        if isinstance(over, Assumption):
            timed = (mentions(side, self.in_time) for fact in over.facts for side in sides(fact))
            if moment not in (None, 0) and any(timed):
                return levels.UNKNOWN  # what is drawn is so at the start
            deciding = deciding_values(said, self.start) if said.every else None
            if deciding is not None:
                bodies = (self._truth(said.body, {**local, **x}, at, moment) for x in deciding)
                return levels.every(bodies)
            return self._of_drawn(said, local, at, moment)
        places = choices(over, self.start, at)
        truths = (self._truth(said.body, local, place, moment) for place in places)
        return levels.every(truths) if said.every else levels.some(truths)

    def _of_drawn(self, said: Quantified, local: Values, at: Indices, moment: When) -> Level:
        """Return what values of something quantified say, of which there are more than are drawn.

        One at which it has no value keeps "every" from holding; but another may refute it.
        """
        most = levels.HOLDS
        for one in self._values(said, local, at):
            found = self._truth(said.body, {**local, **one}, at, moment)
            if not said.every:
                if found == levels.TRUE:
                    self.failure = {}
                    return levels.TRUE
                continue
            if found.most >= most:
                continue
            names = {thing.name: number_shown(number) for thing, number in one.items()}
            if found.most == levels.NOT:
                self.failure = {**names, **self.failure}
                return levels.FALSE
            most, self.undefined = levels.NO_VALUE, {**names, **self.undefined}
        return Level(levels.NOT, most)

    def _solving(self, said: Solving, local: Values, at: Indices) -> Level:
        """Follow orbits of a layer from exact starts; other solutions are not followed.

        One contradicts what is said of every orbit. Of almost every start it contradicts nothing:
        its own may be one of those that have no volume.
        """
        if not (said.every and isinstance(said.law, DiscreteLaw)):
            return levels.UNKNOWN
        if speaks_of(said, {*self.moved, *self.in_time}):  # which are of one time only
            return levels.UNKNOWN
        moved = frozenset(said.moved)
        base = self.start.replaced(dict(local))
        most = levels.HOLDS
        for one in self._values(said, local, at)[:ORBITS]:
            try:
                followed = orbit_from(said.law, [base.replaced({**one})] * (LAYERS + 1))
            except Undefined:
                continue
            inner = Along(followed, moved, self.seed, in_time=moved)
            found = inner.level(said.body, at)
            self.compared += inner.compared
            if said.almost or found.most == levels.HOLDS:
                continue
            start = {thing.name: number_shown(one[thing]) for thing in said.moved}
            if found.most == levels.NOT:
                self.failure = {**start, **inner.failure}
                self.estimated = self.estimated or inner.estimated or followed.estimated
                return levels.FALSE
            most, self.undefined = levels.NO_VALUE, {**start, **inner.undefined}
        return Level(levels.NOT, most)

    # ------------------------------------------------------------ time

    def _throughout(self, said: Throughout, local: Values, at: Indices) -> Level:
        if said.at_start:
            before = self.compared
            truth = self._truth(said.body, local, at, 0)
            self.compared = before
            return truth
        if not self._moves(said.body):  # then all values that it ever has are known
            pieces = self.followed.pieces
            return levels.every(self._truth(said.body, local, at, piece) for piece in pieces)
        timeless = self.followed.rests and not self._changes(said.body)
        moments = range(1 if timeless else len(self.followed.moments))
        most = levels.HOLDS
        for moment in moments:
            found = self._truth(said.body, local, at, moment)
            if found.most == levels.NOT or timeless:
                return found
            most = min(most, found.most)
        return Level(levels.NOT, most)

    def _values(self, said: Quantified | Solving, local: Values, at: Indices) -> Sequence[Values]:
        assert isinstance(said.over, Assumption)
        base = self.start.replaced(dict(local))
        near = Premises(said.body, base, self.followed.pieces, self._moves)
        return near.values(said.over, at, self.seed)

    def _changes(self, said: Proposition) -> bool:
        """Return whether something changes in a proposition although the state may rest."""
        changing = self.followed.varying - self.moved
        changing |= self.in_time - self.moved if changing else set()
        return speaks_of(said, {*changing, elapsed.args[0]})

    def _moves(self, said: Proposition) -> bool:
        return speaks_of(said, {*self.moved, elapsed.args[0]})

    def _limiting(self, said: Limiting, local: Values, at: Indices) -> Level:
        recurring = () if self._changes(said) else self.followed.recurring
        if recurring and said.word in ("tends", "limsup"):
            # It tends to what it passes through again and again, or to nothing.
            near = Equation(said.of, said.limit) if said.word == "tends" else said.of <= said.limit  # type: ignore[arg-type,operator]
            places = ((instance_at(self.followed, local, k), k) for k in recurring)
            return levels.every(self._counted(comparison(near, x, at), at, k) for x, k in places)
        if len(recurring) > 1 and said.word in ("converges", "has_limit"):
            return self._one_value(said, local, at, recurring)
        if recurring and self.followed.rests:
            in_balls(said.of, instance_at(self.followed, local, 0), at)
            return levels.TRUE
        moments = range(len(self.followed.moments))
        found = [value(said.of, self.now.at(local, k, inexactly=True), at) for k in moments]
        for number, (before, after) in enumerate(pairwise(found), start=1):
            if said.word != "nondecreasing":
                break
            gap = after - before
            self.compared += is_clear(gap)
            if compared(gap, ">=") is Truth.FALSE:
                self._fails(at, number, partial(dict, {"where it rises by": number_shown(gap)}))
                return levels.FALSE
        return levels.UNKNOWN

    def _one_value(
        self, said: Limiting, local: Values, at: Indices, recurring: Sequence[int]
    ) -> Level:
        """Return FALSE if what comes again and again is not always the same: it has no limit."""
        states = (self.now.at(local, k, inexactly=True) for k in recurring)
        first, *others = (value(said.of, state, at) for state in states)
        for other, k in zip(others, recurring[1:], strict=True):
            self.compared += is_clear(other)
            if equal(first, other) is Truth.FALSE:
                self._fails(at, k, partial(sides_shown, first, other, ("again and again", "and")))
                return levels.FALSE
        return levels.UNKNOWN

    def _nearing(self, said: Nearing, local: Values, at: Indices) -> Level:
        if not self.followed.rests or self._changes(said.body):
            return levels.UNKNOWN
        (state,) = introduced([said.over])
        found = self._truth(said.body, {**local, state: self.start[said.of]}, at, None)
        return found if said.word == "points" or found == levels.TRUE else levels.UNKNOWN

    def _stability(self, said: Stability, local: Values, at: Indices, moment: When) -> Level:
        """Return FALSE where a state is of another kind or no equilibrium; the rest is unknown."""
        here, places, rests = placed_at(said, instance_at(self.followed, local, moment), at)
        truths = [self._counted(comparison(rests, here, place), place, None) for place in places]
        truths += [levels.level_of(fact_truth(fact, here)) for fact in said.over.facts]
        if levels.every(truths).most == levels.NOT:
            return levels.FALSE
        truth = levels.UNKNOWN
        if levels.every(truths) == levels.TRUE:
            truth = levels.level_of(linearly(said, here, at))
        self.compared += truth != levels.UNKNOWN
        if truth == levels.FALSE:
            self.failure = {"where": "the eigenvalues of the linearisation there say otherwise"}
        return truth

    # ------------------------------------------------------------ atoms

    def _atoms(self, said: Any, local: Values, at: Indices, moment: When) -> Level:
        """Return whether it holds at all its places."""
        here = self.now.of_atom(said, local, moment)
        places = places_of_atom(said, at, here)
        return levels.every(self._atom(said, local, place, moment, here) for place in places)

    def _count(self) -> None:
        self.looked += 1
        if self.looked > MOST:
            raise Enough

    def _atom(self, said: Any, local: Values, at: Indices, moment: When, here: Instance) -> Level:
        self._count()
        try:
            if isinstance(said, Limiting):
                return self._limiting(said, local, at)
            if isinstance(said, Nearing):
                return self._nearing(said, local, at)
            if isinstance(said, Stability):
                return self._stability(said, local, at, moment)
            if isinstance(said, Potential):  # no function is drawn
                return levels.UNKNOWN
            if isinstance(said, Relation | Equation):
                return self._looked_at(said, here, local, at, moment)
            first, second = (position(k, here, at, k.sort) for k in (said.first, said.second))
            holds = first != second if isinstance(said, Distinct) else first < second
            return levels.TRUE if holds else levels.FALSE
        except Undefined as error:
            self.undefined = {
                **when_told(self.followed, moment),
                "where": named(at),
                "undefined": str(error),
            }
            return levels.VALUELESS

    def _looked_at(
        self, said: Atom, here: Instance, local: Values, at: Indices, moment: When
    ) -> Level:
        """Compare at the places of the atom's own indices, once for all others."""
        own = {k: place for k, place in at.items() if k in spoken_of(said)}
        assert here.sums is not None
        known, key = here.sums.setdefault(said, {}), tuple(own.items())
        try:
            found = known[key] = known.get(key) or comparison(said, here, own)
        except Mistake:  # by raw dynamics, which take more than it speaks of
            found = comparison(said, self.now.at(local, moment), at)
        return self._counted(found, at, moment)

    def _counted(self, found: Compared, at: Indices, moment: When) -> Level:
        truth, is_known, details = found
        if truth is Truth.FALSE:
            self._fails(at, moment, details)
        self.compared += is_known
        return levels.level_of(truth)

    def _fails(self, at: Indices, moment: When, details: Callable[[], Mapping[str, Any]]) -> None:
        if not self.supposing:
            self.failure = {**when_told(self.followed, moment), "where": named(at), **details()}
