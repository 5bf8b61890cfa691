"""Equations that the instances of a sample meet at one value alone, though others may meet them.

sin(x) = 0 and x^3 = 3 x hold of one rational. A sample of it speaks of that number, and not of what
was claimed of every number that meets the equation. Where the equation is affine in something,
instances are moved onto it, and its rational solutions are all there is to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from verify.language.conditions import Where
from verify.language.differentiating import alike
from verify.language.expressions import Relation
from verify.language.facts import Equation, Fact, sides
from verify.language.symbols import Symbol
from verify.language.walk import things
from verify.methods.contradictions import number_shown
from verify.methods.kernel.exporting import ascending
from verify.numerics.exact import Instance, differ
from verify.numerics.number import Irrational, Undefined
from verify.numerics.solving import moved_onto, wanted_everywhere


@dataclass
class Met:
    """Equations between numbers, and the numbers that were the same wherever these were met."""

    equations: Mapping[Equation, frozenset[Symbol]]
    first: Instance | None = None
    alike: dict[Symbol, Any] = field(default_factory=dict)

    def keep(self, instance: Instance) -> None:
        """Take note of an instance that meets them."""
        if self.first is None:
            self.first = instance
            mentioned = frozenset[Symbol]().union(*self.equations.values())
            self.alike = {x: instance[x] for x in mentioned if x in instance}
        self.alike = {x: old for x, old in self.alike.items() if not differ(old, instance[x])}

    @property
    def why_isolated(self) -> str:
        """Return why what was met says nothing of one of the equations; "" where that is not so."""
        for equation, symbols in self.equations.items():
            if self.first is None or not symbols <= self.alike.keys():
                continue
            if _is_isolated(equation, symbols, self.first):
                at = ", ".join(sorted(f"{x.name} = {number_shown(self.alike[x])}" for x in symbols))
                return (
                    f"the instances satisfy an equation only at {at}; other numbers may "
                    "satisfy it as well"
                )
        return ""


def with_equations(conditions: Sequence[Where]) -> list[Where]:
    """Return conditions, and the equations that two of them are: x >= a and x <= a."""
    weak = [ascending(c) for c in conditions if isinstance(c, Relation) and c.sign in ("<=", ">=")]
    pairs = (one for one, other in combinations(weak, 2) if all(map(alike, one, other[::-1])))
    return [*conditions, *(Equation(*sides) for sides in pairs)]


def between_numbers(facts: Iterable[Fact | Where]) -> Met:
    """Return the equations between numbers among facts and conditions, none of them met so far."""
    found = {fact: {x for side in sides(fact) for x in things(side)}
             for fact in facts if isinstance(fact, Equation)}  # fmt: skip
    return Met({
        fact: frozenset(x for x in mentioned if isinstance(x, Symbol))
        for fact, mentioned in found.items()
        if mentioned and all(isinstance(x, Symbol) and x.kind == "scalar" for x in mentioned)
    })  # fmt: skip


def _is_isolated(equation: Equation, symbols: Iterable[Symbol], instance: Instance) -> bool:
    """Return whether instances beside one that meets an equation cannot be moved onto it."""
    for symbol in symbols:
        if not isinstance(instance[symbol], int | Fraction):
            continue
        beside = instance.replaced({symbol: instance[symbol] + 1})
        try:
            if moved_onto(wanted_everywhere(equation, beside), beside, Random(0)) is not None:
                return False
        except (Irrational, Undefined):
            continue
    return True
