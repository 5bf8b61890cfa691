"""Vacuity: whether all premises of a claim are met somewhere, and a solution lasts there.

What nothing meets implies anything, and Coq proves it. So above `sampled` a claim needs, for each
of its premises, nested ones included, a start at which it holds with all premises around it (the
"interesting witness" of Beer, Ben-David, Eisner and Rodeh, 1997), and from which a solution is
known to last, or is followed for very long. What no finite time decides is looked at late.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Equation
from verify.language.indices import Index
from verify.language.motion import DiscreteLaw, Flow
from verify.language.walk import ordered
from verify.methods.free_things import for_all_of_them
from verify.methods.meeting import LATE, Meeting, followed_late, hypotheses, is_known_to_last
from verify.methods.starts import Start, holds_at
from verify.numerics.holding import least_sizes
from verify.numerics.solutions import Followed
from verify.statements.claims import Claim, given_indices, introduces
from verify.statements.propositions import (
    Joined,
    Limiting,
    Proposition,
    Quantified,
    Solving,
    Throughout,
    atom_indices,
    formulas,
    inside,
)


@dataclass
class Vacuity:
    """Which hypotheses of a claim starts have met so far."""

    claimed: Claim
    lasting: bool = False
    met: set[int] = field(default_factory=set)
    late: list[Followed] = field(default_factory=list)  # what was followed for very long

    def unmet(self) -> str:
        """Return why the claim says nothing as far as is known, "" where it says something."""
        tried = "the given example does not meet it; " if self.claimed.examples else ""
        along = self.claimed.along
        flows = along is not None and isinstance(along.law, Flow)
        lasts = ", with a solution that is known to last" if flows else ""
        if not self.lasting:
            return "no solution from a start as assumed is known to exist for all time" + (
                " and to meet what always= assumes; assume it in start= and show that it stays"
                if along is not None and along.always
                else ""
            )
        for part in self.claimed.propositions:
            for one in hypotheses(part):
                if id(one) not in self.met:
                    wanted = f"{_supposed(one)}{lasts}{self._hint(one)}"
                    advice = f"{tried}give one by .for_example({{...}})"
                    return f"no instance was found for {wanted}; {advice}"
        return ""

    def _hint(self, one: Joined | Quantified | Solving) -> str:
        """Return that a free index of a premise takes every place, where another one is counted."""
        bound = {*given_indices(self.claimed)}.union(*map(_bound, self.claimed.propositions))
        for atom in inside(one.parts[0]) if isinstance(one, Joined) else ():
            if not isinstance(atom, Relation | Equation):
                continue
            counted = least_sizes(formulas(atom))
            free = [k.name for k in ordered(atom_indices(atom) - bound) if k.sort in counted]
            if free:
                return f"; there {', '.join(free)} ranges over all tokens, numbered ones included"
        return ""

    def look(self, start: Start, seed: int) -> None:
        """Look at a start, late where something depends on that."""
        if not start.lasts:
            return
        law = None if self.claimed.along is None else self.claimed.along.law
        found = self._met_along(start.followed, seed)
        if law is None or start.followed.rests:
            self.add(found)
            return
        if self.lasting and found <= self.met:
            return
        known = isinstance(law, DiscreteLaw) or is_known_to_last(law, start.followed)
        if not (known and self._is_timeless()) and len(self.late) < LATE:
            followed, ends = followed_late(law, start.followed)
            self.late.append(followed)
            if not ((known and self._is_timeless()) or ends) or not all(
                holds_at(self.claimed, m) for m in followed.moments
            ):
                return
            known, found = True, self._met_along(followed, seed)
        elif not self._is_timeless():
            return
        if known:
            self.add(found)

    def add(self, found: Collection[int]) -> None:
        """Add hypotheses that are met, by their ids, at a start from which a solution lasts."""
        self.lasting = True
        self.met.update(found)

    def _is_timeless(self) -> bool:
        """Return whether no later time has a say in what is supposed."""
        premises = (h.parts[0] for part in self.claimed.propositions for h in hypotheses(part)
                    if isinstance(h, Joined))  # fmt: skip
        along = self.claimed.along
        return not (along is not None and along.always) and not any(map(_is_of_all_time, premises))

    def _met_along(self, followed: Followed, seed: int) -> set[int]:
        """Return the hypotheses that are met along one trajectory, by their ids."""
        along, met = self.claimed.along, set[int]()
        moved = frozenset[Any]() if along is None else along.moved
        varying = frozenset[Any]() if along is None else along.in_time
        given, quantified = given_indices(self.claimed), introduces(self.claimed)
        for part in self.claimed.propositions:
            for said in dict.fromkeys((part, for_all_of_them(self.claimed, part))):
                Meeting(
                    followed, moved, seed, in_time=varying, given=given, met=met, late=self.late,
                    quantified=quantified,
                ).meet(said)  # fmt: skip
        return met


def _supposed(said: Joined | Quantified | Solving) -> str:
    if isinstance(said, Joined):
        return f"the premise {_written(said.parts[0])}"
    if isinstance(said, Solving):
        names = ", ".join(thing.name for thing in said.law.moves)
        return f"the assumption on solutions {names} for all time"
    return "the assumption under a quantifier"


def _written(said: Proposition) -> str:
    """Return a premise as an author writes it, as far as that is short."""
    words = {"and": "both", "or": "either", "not": "never", "if": "implies", "iff": "iff"}
    if isinstance(said, Joined):
        return f"{words[said.word]}({', '.join(map(_written, said.parts))})"
    if isinstance(said, Throughout):
        return f"{'at_start' if said.at_start else 'always'}({_written(said.body)})"
    if isinstance(said, Quantified):
        return f"{'for_every' if said.every else 'there_is'}(..., {_written(said.body)})"
    return repr(said) if not isinstance(said, Solving) else "a solution"


def _bound(said: Proposition) -> frozenset[Index]:
    """Return the indices that a proposition quantifies."""
    over = (one.over for one in inside(said) if isinstance(one, Quantified))
    return frozenset(index for own in over if isinstance(own, tuple) for index in own)


def _is_of_all_time(said: Proposition) -> bool:
    return any(
        isinstance(one, Limiting | Solving) or (isinstance(one, Throughout) and not one.at_start)
        for one in inside(said)
    )
