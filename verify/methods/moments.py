"""The instance at a moment of a trajectory, and the places at which an atom is looked at there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from verify.language.facts import Distinct
from verify.language.walk import ordered
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, converted
from verify.numerics.positions import Indices
from verify.numerics.solutions import Followed
from verify.statements.propositions import atom_indices, elapsed

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
