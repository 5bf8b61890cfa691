"""Instances repaired: moved onto the equations that are conditions, and to where a claim fails.

What is drawn at random meets an equation by chance at most. All conditions of a claim that are
equations, at one place of its indices, are solved for the numbers of one given thing; with them,
for a comparison, that it fails by 1, or just so where it is strict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from verify.language.expressions import Relation
from verify.language.facts import Equation
from verify.language.indices import Index
from verify.language.walk import ordered
from verify.numerics.exact import Instance
from verify.numerics.holding import condition_at_every, placings
from verify.numerics.solving import Wanted, moved_onto
from verify.statements.obligations import (
    Comparison,
    Equality,
    Obligation,
    claim_indices,
)


def repaired(claims: Sequence[Obligation], instance: Instance, number: int) -> Iterator[Instance]:
    """Yield the instance moved such that a claim's equations hold, and such that it fails, too.

    At which place of the claim's indices, and by which thing, depends on `number` alone.
    """
    random = Random(number)
    for claim in claims:
        if not isinstance(claim, Comparison | Equality):
            continue
        places = list(placings(ordered(claim_indices(claim)), instance))
        if not places:
            continue
        at = random.choice(places)
        said = [each for c in claim.where for each in condition_at_every(c, instance, at)]
        equal = [Wanted((e.left, e.right), here) for e, here in said if isinstance(e, Equation)]
        systems = [equal] if equal else []
        if isinstance(claim, Comparison):
            systems += [[*equal, failing] for failing in _failing(claim.relation, at)]
        for wanted in systems:
            found = moved_onto(wanted, instance, random)
            if found is not None:
                yield found[0]


def _failing(relation: Relation, at: Mapping[Index, int]) -> list[Wanted]:
    """Return that a comparison fails by 1, and that its sides are equal where that is failing."""
    sides, below = (relation.left, relation.right), relation.sign in ("<=", "<")
    gaps = [Fraction(1 if below else -1), *([Fraction(0)] if relation.strict else [])]
    return [Wanted(sides, at, gap) for gap in gaps if relation.sign != "!=" or gap == 0]
