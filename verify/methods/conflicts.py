"""Instances that meet premises, by the heuristic of least conflicts (Minton and others, 1992).

One thing after the other gets a simple value, or a multiple of its own, such that fewer premises
fail; what is assumed of it is never lost.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from verify.language.facts import Equation
from verify.language.symbols import Family, OperatorSymbol, Symbol
from verify.methods.premised import Premise, met
from verify.numerics.exact import Instance
from verify.numerics.solving import allows
from verify.statements.propositions import (
    Joined,
    Proposition,
    Quantified,
    Throughout,
    formulas,
    mentions,
    speaks_of,
)

LOOKED = 120  # instances at which premises are looked at
FACTORS = tuple(map(Fraction, ("0", "1/10", "1/2", "2", "10", "-1")))
NUMBERS = tuple(map(Fraction, ("1", "1/2", "2", "1/10", "10", "1/100", "100", "-1", "1e6", "-1e6")))


def parts_of(said: Proposition) -> Iterator[Proposition]:
    """Yield what a premise is the conjunction of."""
    if isinstance(said, Joined) and said.word == "and":
        for part in said.parts:
            yield from parts_of(part)
    elif isinstance(said, Quantified) and said.every and isinstance(said.over, tuple):
        yield from (Quantified(True, said.over, part) for part in parts_of(said.body))
    elif isinstance(said, Throughout):
        yield from (Throughout(part, at_start=True) for part in parts_of(said.body))
    else:
        yield said


Holds = Callable[[Proposition, Instance], bool]


def simplest(instance: Instance) -> Instance:
    """Return an instance at which each thing has the first simple value that is allowed."""
    for thing in list(instance.values):
        if isinstance(thing, Symbol | OperatorSymbol | Family):
            for value in _values(thing, instance):
                there = instance.of_values({**instance.values, thing: value})
                if allows(there, thing):
                    instance = there
                    break
    return instance


def repaired(
    premises: Sequence[Proposition],
    instance: Instance,
    holds: Holds,
    seed: int,
) -> Instance | None:
    """Return an instance at which premises hold at the start, None if none is found."""
    random, looked = Random(seed), 0
    parts = [part for premise in premises for part in parts_of(premise)]
    failing = [part for part in parts if not holds(part, instance)]
    while failing:
        best = None
        for there in _moves(random.choice(failing), parts, failing, instance, random):
            looked += 1
            changed = {t for t, found in there.values.items() if found is not instance.values[t]}
            left = [
                part for part in parts
                if (not holds(part, there) if speaks_of(part, changed) else part in failing)
            ]  # fmt: skip
            if best is None or len(left) < len(best[1]):
                best = there, left
            if len(left) < len(failing) or looked > LOOKED:
                break
        if looked > LOOKED:
            break
        if best is not None and len(best[1]) <= len(failing):
            instance, failing = best
        else:
            looked += 1
    return None if failing else instance


def _moves(
    broken: Proposition,
    parts: Sequence[Proposition],
    failing: Sequence[Proposition],
    instance: Instance,
    random: Random,
) -> Iterator[Instance]:
    """Yield instances with one thing of a premise changed; equations are solved for one."""
    equations = [one for part in parts if part not in failing or part is broken
                 for one in _equations(part)]  # fmt: skip
    if any(True for _ in _equations(broken)):
        there = met(equations, instance, random.randrange(1 << 30))
        if there is not None:
            yield there
    named = [thing for thing in instance.values
             if isinstance(thing, Symbol | OperatorSymbol | Family)
             and any(mentions(f, frozenset({thing})) for f in formulas(broken))]  # fmt: skip
    tried = [(thing, value) for thing in named for value in _values(thing, instance)]
    random.shuffle(tried)
    for thing, value in tried:
        there = instance.of_values({**instance.values, thing: value})
        if allows(there, thing):
            yield there


def _equations(said: Proposition) -> Iterator[Premise]:
    if isinstance(said, Throughout) or (
        isinstance(said, Quantified) and isinstance(said.over, tuple)
    ):
        yield from _equations(said.body)
    elif isinstance(said, Equation) or (
        isinstance(said, Quantified) and said.every and isinstance(said.body, Equation)
    ):
        yield said


def _values(thing: Symbol | OperatorSymbol | Family[Any], here: Instance) -> Iterator[Any]:
    """Yield other values of a thing that is rational: simple ones, and multiples of its own."""
    found = here.values[thing]
    if not isinstance(found, int | Fraction | list):
        return
    for factor in FACTORS:
        yield _mapped(found, partial(operator.mul, factor))
    if not isinstance(found, list):
        yield from NUMBERS
        return
    for number in (1, Fraction(1, len(found))):
        yield _mapped(found, partial(_instead, Fraction(number)))
    for other in here.values.values():
        yield from _like(found, other)
    size = here.dimension
    axes = [[Fraction(k == place) for place in range(size)] for k in range(size)]
    if isinstance(thing, OperatorSymbol):
        for last in (Fraction(0), Fraction(1), Fraction(-1)):
            yield [[(2 if k == 0 else last) * x for x in axis] for k, axis in enumerate(axes)]
    elif isinstance(thing, Symbol):
        yield from axes
        yield from ([-found[-1], *found[1:-1], found[0]],) if size > 1 else ()
    elif thing.kind == "vector" and len(thing.sorts) == 1:
        yield [axes[k % size] for k in range(len(found))]
        yield from ([axis] * len(found) for axis in axes)
        yield [[x * (-1) ** k for x in axes[k // 2 % size]] for k in range(len(found))]


def _like(found: Sequence[Any], other: Any) -> Iterator[Any]:
    """Yield values of the shape of one thing that another one has, or its members have."""
    wanted, shape = _shape(found), _shape(other)
    if shape == wanted:
        yield other
    elif shape == wanted[1:]:
        yield [other] * len(found)
    elif shape[1:] == wanted:
        yield from other


def _shape(found: Any) -> tuple[int, ...]:
    return (len(found), *_shape(found[0])) if isinstance(found, list) and found else ()


def _instead(number: Fraction, _: Any) -> Fraction:
    return number


def _mapped(found: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(found, list):
        return [_mapped(part, change) for part in found]
    return change(found) if isinstance(found, int | Fraction) else found
