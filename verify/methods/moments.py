"""The instance at a moment of a trajectory, and on what an atom looked at there depends.

Below quantifiers the same comparison comes again and again: what is drawn for one of them changes
nothing in a formula that does not mention it. What such a comparison came to is remembered along
one trajectory, by everything that can have a say in it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Distinct, Equation
from verify.language.indices import Index
from verify.language.symbols import Thing
from verify.language.walk import ordered
from verify.methods.levels import Level
from verify.methods.told_with import frozen, told_with
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, converted
from verify.numerics.positions import Indices
from verify.numerics.solutions import Followed
from verify.statements.propositions import (
    Limiting,
    Proposition,
    atom_indices,
    elapsed,
)

Values = Mapping[Any, Any]
When = int | Instance | None
"""The number of a moment; values that what varies has from some time on; or no time."""

MOST = 4000  # atoms that are looked at along one trajectory; the rest is left unknown


def instance_at(followed: Followed, local: Values, moment: When) -> Instance:
    """Return the instance at a moment, with what quantifiers introduced."""
    if isinstance(moment, Instance):
        return moment.replaced(dict(local))
    start, found = followed.moments[0].instance, followed.moments[moment or 0]
    here = found.instance
    values = dict(local)
    if moment is not None:
        values[elapsed.args[0]] = found.time
    if here.numbers is start.numbers:
        return here.replaced(values)
    new = converted(replace(start, values=values), here.numbers)
    return here.replaced(new.values)


def places_of_atom(said: Any, at: Indices, here: Instance) -> Iterator[Indices]:
    """Yield every choice of places for the indices of an atom that are not bound outside."""
    free = [k for k in ordered(atom_indices(said)) if k not in at]
    if isinstance(said, Distinct):
        free = [k for k in (said.first, said.second) if k not in at]
    return ({**at, **found} for found in assignments(free, here))


def when_told(followed: Followed, moment: When) -> Mapping[str, Any]:
    """Return the time of a moment, for a reader."""
    return {"time": str(followed.moments[moment].time)} if isinstance(moment, int) else {}


@dataclass(frozen=True)
class Came:
    """What an atom came to at one place, and what was told of it: nothing, if None."""

    level: Level
    compared: int
    failure: Mapping[str, Any] | None
    undefined: Mapping[str, Any] | None


class Enough(Exception):
    """So many atoms were looked at that the rest of a proposition is left unknown."""


class Looking:
    """Counts the atoms that are looked at, and tells of those that came to something."""

    compared: int
    looked: int
    failure: Mapping[str, Any]
    undefined: Mapping[str, Any]

    def _came(self, atom: Callable[[], Level]) -> Came:
        """Return what an atom comes to, which is looked at now."""
        before = self.compared, self.failure, self.undefined
        self._count()
        level = atom()
        failure = None if self.failure is before[1] else self.failure
        undefined = None if self.undefined is before[2] else self.undefined
        return Came(level, self.compared - before[0], failure, undefined)

    def _again(self, came: Came) -> Level:
        """Let a remembered atom count, and be told, as if it were looked at anew."""
        self._count()
        self.compared += came.compared
        self.failure = self.failure if came.failure is None else came.failure
        self.undefined = self.undefined if came.undefined is None else came.undefined
        return came.level

    def _count(self) -> None:
        self.looked += 1
        if self.looked > MOST:
            raise Enough


@dataclass(frozen=True, eq=False)
class Remembered:
    """What atoms came to along one trajectory, place by place."""

    _known: dict[Hashable, tuple[Proposition, When, list[Came]]] = field(default_factory=dict)
    _told_of: dict[int, tuple[Proposition, frozenset[Thing] | None]] = field(default_factory=dict)

    def get(self, key: Hashable | None) -> list[Came] | None:
        """Return what is remembered under a key, None if nothing is."""
        found = None if key is None else self._known.get(key)
        return None if found is None else found[2]

    def put(self, key: Hashable | None, said: Proposition, moment: When, came: list[Came]) -> None:
        """Remember what an atom came to; it and the moment are kept, so that no other is them."""
        if key is not None:
            self._known[key] = said, moment, came

    def key(
        self, said: Proposition, local: Values, at: Indices, moment: When, followed: Followed
    ) -> Hashable | None:
        """Return all that what an atom comes to depends on; None if it is not to be remembered.

        Of what quantifiers introduced that is indices and what the atom can be told with, or else
        all of it.
        """
        if not isinstance(said, Relation | Equation | Limiting):
            return None
        if id(said) not in self._told_of:
            self._told_of[id(said)] = said, told_with(said, followed.flow)
        told = self._told_of[id(said)][1]
        start = followed.moments[0].instance
        if told is not None:
            wanted = {start.thing(thing) for thing in told}
            local = {
                thing: found
                for thing, found in local.items()
                if isinstance(thing, Index) or start.thing(thing) in wanted
            }
        values = []
        for thing, found in local.items():
            exactly = frozen(found)
            if exactly is None:
                return None
            values.append((thing, exactly))
        when = id(moment) if isinstance(moment, Instance) else moment
        return id(said), tuple(values), tuple(at.items()), isinstance(moment, Instance), when
