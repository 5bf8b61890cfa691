"""Numbers, vectors and families of a claim that nothing else depends on: it is about all of them.

Drawn by themselves they seldom meet a premise, such as u <= M at the start. So a claim is looked at
as if it said "for every M", whose values come from its premises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verify.language.facts import sides
from verify.language.symbols import Family, Symbol, thing_of
from verify.statements.assumption import Assumption, introduced
from verify.statements.claims import Claim
from verify.statements.propositions import (
    Proposition,
    Quantified,
    formulas_of_law,
    mentions,
    speaks_of,
)


def for_all_of_them(claimed: Claim, said: Proposition) -> Proposition:
    """Return what a proposition says of all values of what is free in it; itself without any."""
    for over, thing in _free(claimed):
        if speaks_of(said, {thing}):
            said = Quantified(True, over, said)
    return said


def _free(claimed: Claim) -> Iterator[tuple[Assumption[Any], Symbol | Family[Any]]]:
    """Yield assumptions that introduce one thing each, which nothing else mentions."""
    along = claimed.along
    laws = [] if along is None else list(formulas_of_law(along.law))
    in_time = frozenset[Any]() if along is None else along.in_time
    for entry in claimed.assumed:
        own = list(introduced([entry.assumption]))
        if (
            len(own) != 1
            or not isinstance(own[0], Symbol | Family)
            or own[0].kind not in ("scalar", "vector")
        ):
            continue
        (thing,) = own
        others = [e.assumption for e in claimed.assumed if e is not entry]
        facts = [side for other in others for fact in other.facts for side in sides(fact)]
        redrawn = {thing_of(each) for other in others for each in other.redraws}
        if thing not in in_time | redrawn and not any(
            mentions(f, frozenset(own)) for f in (*laws, *facts)
        ):
            yield entry.assumption, thing
