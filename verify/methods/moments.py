"""The instance at a moment of a trajectory, and the places at which an atom is looked at there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.language.facts import Distinct
from verify.language.indices import Index
from verify.language.walk import ordered
from verify.methods.clear import quickly
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, converted
from verify.numerics.number import IN_FLINT
from verify.numerics.positions import Indices
from verify.numerics.solutions import OF_LAYERS, Followed
from verify.numerics.solving import in_flint_all
from verify.statements.propositions import atom_indices, elapsed, spoken_of

Values = Mapping[Any, Any]
When = int | Instance | None
"""The number of a moment; values that what varies has from some time on; or no time."""


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
    return here.replaced(converted(start.of_values(values), here.numbers).values)


@dataclass(frozen=True, eq=False)
class Moments:
    """The instances along what is followed, in fast numbers or in balls: each is entered once.

    They know values by identity, and keep every value that they know.
    """

    followed: Followed
    _known: dict[Any, Any] = field(default_factory=dict, init=False)

    def of_atom(self, said: Any, local: Values, moment: When) -> Instance:
        """Return the instance at which an atom is looked at; it keeps what is found there.

        Of what quantifiers introduced it has only what the atom speaks of. So what is found depends
        on nothing else: a thing that is missing has no value, and is told as a Mistake.
        """
        spoken = spoken_of(said)
        own = {k: x for k, x in local.items() if isinstance(k, Index) or k in spoken}
        key = moment, *((thing, id(own[thing]) if thing in own else 0) for thing in local)
        if key not in self._known:
            here = self.at({}, moment)
            left_out = {here.thing(thing) for thing in local.keys() - own.keys()}
            rest = {thing: x for thing, x in here.values.items() if thing not in left_out}
            self._known[key] = self._with(here.of_values(rest), own).keeping_sums()
        found: Instance = self._known[key]
        return found

    def at(self, local: Values, moment: When, *, inexactly: bool = False) -> Instance:
        """Return the instance at a moment: in fast numbers where it is exact, or in balls."""
        if (moment, inexactly) not in self._known:
            here = quickly(instance_at(self.followed, {}, moment))
            in_balls = inexactly and here.numbers is IN_FLINT
            self._known[moment, inexactly] = converted(here, OF_LAYERS) if in_balls else here
        return self._with(self._known[moment, inexactly], local)

    def _with(self, here: Instance, local: Values) -> Instance:
        exact, new = here.numbers is IN_FLINT, dict[Any, Any]()
        for thing, found in local.items():
            if (thing, id(found), exact) not in self._known:
                alone = here.of_values({thing: found})
                made = in_flint_all(alone) if exact else converted(alone, here.numbers)
                self._known[thing, id(found), exact] = found, made.values[thing]
            new[thing] = self._known[thing, id(found), exact][1]
        return here.replaced(new)


def places_of_atom(said: Any, at: Indices, here: Instance) -> Iterator[Indices]:
    """Yield every choice of places for the indices of an atom that are not bound outside."""
    free = [k for k in ordered(atom_indices(said)) if k not in at]
    if isinstance(said, Distinct):
        free = [k for k in (said.first, said.second) if k not in at]
    return ({**at, **found} for found in assignments(free, here))


def when_told(followed: Followed, moment: When) -> Mapping[str, Any]:
    """Return the time of a moment, for a reader."""
    return {"time": str(followed.moments[moment].time)} if isinstance(moment, int) else {}
