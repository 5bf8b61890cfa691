"""Comparisons that hold with equality at the start of a solution and fail right after it, exactly.

If a difference of sides is 0 at the start and its slope there has the wrong sign, then the sides
part at once: every solution from there contradicts that the comparison holds at all times. There
has to be one, for all time, or "every solution" says nothing; so one is known to exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Equation
from verify.language.motion import Flow
from verify.language.walk import ordered
from verify.numerics.evaluate import gap_of, value, velocities
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, choices
from verify.numerics.linear_flows import has_no_such_limit
from verify.numerics.number import EXACT, Irrational, Undefined, dual, slope_of
from verify.numerics.polynomial_flows import lasts_forever, listed
from verify.numerics.positions import Indices
from verify.statements.propositions import (
    Joined,
    Limiting,
    Proposition,
    Quantified,
    Throughout,
    atom_indices,
    elapsed,
)

TIME = elapsed.args[0]


@dataclass(frozen=True)
class Departures:
    """An exact start at time 0, with what quantifiers chose, and by which flow it moves from there.

    Nothing varies in time beside the state: the flow is the same at all times.
    """

    flow: Flow
    start: Instance

    def fails(self, said: Proposition, at: Indices) -> bool:
        """Return whether what is said of all times certainly fails soon after the start."""
        return self._departs(said, at) and lasts_forever(self.flow, self.start)

    def _departs(self, said: Proposition, at: Indices) -> bool:
        if isinstance(said, Quantified) and isinstance(said.over, tuple) and said.every:
            places = choices(said.over, self.start, at)
            return any(self._departs(said.body, place) for place in places)
        if isinstance(said, Joined) and said.word == "and":
            return any(self._departs(part, at) for part in said.parts)
        if not isinstance(said, Relation | Equation | Limiting):
            return False
        free = [k for k in ordered(atom_indices(said)) if k not in at]
        try:
            return any(self._parts(said, {**at, **p}) for p in assignments(free, self.start))
        except (Irrational, Undefined):
            return False

    def _parts(self, said: Relation | Equation | Limiting, at: Indices) -> bool:
        """Return whether the sides part, by what certainly is a slope of the wrong sign."""
        if isinstance(said, Limiting):
            rises = self._slopes(said.of, at)
            return said.word == "nondecreasing" and any(slope < 0 for slope in rises)
        if isinstance(said, Equation):
            sides = zip(self._slopes(said.left, at), self._slopes(said.right, at), strict=True)
            return any(one != other for one, other in sides)
        gap = gap_of(said)
        before = listed(value(gap, self.start, at))
        return said.sign != "!=" and before == [0] and self._slopes(gap, at)[0] < 0

    def _slopes(self, of: Any, at: Indices) -> list[Any]:
        """Return the derivatives at the start, exactly. Raises Irrational, or Undefined."""
        level, zero = self.start.level + 1, self.start.number(0)
        speeds = {**velocities(self.flow, self.start), TIME: self.start.number(1)}
        if not all(isinstance(x, EXACT) for k in speeds for x in listed(self.start[k])):
            raise Irrational("a start that is a formula, such as an angle of pi/3")
        moved = {k: dual(self.start[k], speed, level) for k, speed in speeds.items()}
        found = listed(value(of, self.start.replaced(moved, level), at))
        slopes = [slope_of(x, level, zero) for x in found]
        if not all(isinstance(slope, EXACT) for slope in slopes):
            raise Irrational("a slope that is known in balls")
        return slopes


def fails_as_derivatives_say(
    said: Proposition, flow: Flow | None, start: Instance, at: Indices
) -> dict[str, str]:
    """Return in words why something fails along every solution; nothing where it is not known."""
    if flow is None:
        return {}
    if isinstance(said, Limiting) and said.word in ("tends", "converges", "has_limit"):
        none = has_no_such_limit(flow, start, at, said.of, said.limit)
        return {"in the long run": "by its derivatives, it has no such limit"} if none else {}
    lasting = said.body if isinstance(said, Throughout) and not said.at_start else said
    if lasting is said and not isinstance(said, Limiting):
        return {}  # of the start alone, or of a number that is chosen
    fails = Departures(flow, start).fails(lasting, at)
    return {"right after the start": "by its derivative there, it fails"} if fails else {}
