"""Instances that an author gives, completed so that every assumption holds."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression
from verify.language.indices import Index, Sort
from verify.language.mistakes import Mistake
from verify.language.symbols import Thing, sorts_of, thing_of
from verify.numerics.exact import Draw, GrowingDraw, Instance, Unlucky
from verify.numerics.holding import fact_truth, kept_apart, placed, spoken_of
from verify.numerics.number import Irrational, Truth, Undefined
from verify.statements.assumption import Assumption, in_plain_words, introduced

COMPLETIONS = 400  # draws of what a witness leaves out
LARGEST_DRAWN = 3  # of the sizes that it leaves out
SORTS: tuple[Sort, ...] = ("tokens", "heads", "modes")


def completed(assumptions: Sequence[Assumption[Any]], at: Mapping[Any, Any]) -> Instance | str:
    """Return an instance with these values at which every assumption holds, or why none is.

    What is given no value is drawn until the assumptions hold.
    """
    fixed = instance_at(at)
    facts = [fact for a in assumptions for fact in a.facts]
    wanted = {*introduced(iter(assumptions)), *spoken_of(assumptions)}
    is_drawn = any(thing not in fixed.values for thing in wanted)
    reasons = []
    for number in range(COMPLETIONS if is_drawn else 1):
        draw = GrowingDraw(number, 2 + number // 25)
        instance = instance_at(at, draw if is_drawn else None)
        instance.apart = kept_apart(facts)
        if is_drawn:
            try:
                placed(draw, instance, assumptions)
            except Unlucky as error:
                reasons.append(f"it violates an assumption on indices: {error}")
                continue
            _complete(assumptions, instance, draw)
        broken = next(filter(None, (_broken(a, instance) for a in assumptions)), "")
        if not broken:
            return instance
        reasons.append(broken)
    return reasons[0]


def _complete(assumptions: Sequence[Assumption[Any]], instance: Instance, draw: Draw) -> None:
    """Draw what has no value; what has one keeps it."""
    given = dict(instance.values)
    for assumption in assumptions:
        with contextlib.suppress(Unlucky, Undefined, Irrational, Mistake):
            assumption.generate(draw, instance)
        for thing, value in given.items():
            if instance.values[thing] is not value:
                instance[thing] = value


def _broken(assumption: Assumption[Any], instance: Instance) -> str:
    """Return that an assumption does not hold at an instance, "" if it certainly does."""
    phrase = in_plain_words(assumption)
    for thing in introduced(iter([assumption])):
        if thing not in instance.values:
            return f"it has no value for {thing.name}, and none was found such that {phrase}"
    for fact in assumption.facts:
        try:
            truth = fact_truth(fact, instance)
        except Undefined as error:
            return f"it violates the assumption that {phrase}: {error}"
        if truth is not Truth.TRUE:
            return f"it violates the assumption that {phrase}"
    return ""


def instance_at(at: Mapping[Any, Any], draw: Draw | None = None) -> Instance:
    """Return the instance that gives things the values of a witness, and has their sizes.

    A size of which the values say nothing is 1, or drawn.
    """
    plain = {thing_of(given): _numbers(value) for given, value in at.items()}
    sizes: dict[Sort, int] = {}
    for thing, value in plain.items():
        for sort, size in _sizes(thing, value):
            sizes[sort] = max(sizes.get(sort, 1), size)
    for sort in SORTS:
        if sort not in sizes:
            sizes[sort] = 1 if draw is None else draw.size(1, LARGEST_DRAWN)
    instance = Instance(sizes["tokens"], sizes["modes"], sizes["heads"])
    for thing, value in plain.items():
        instance.values[thing] = value - 1 if isinstance(thing, Index) else value
    return instance


def _sizes(thing: Thing, value: Any) -> Iterator[tuple[Sort, int]]:
    """Yield what the nested lists of a value say of sizes, the outermost list first."""
    for sort in sorts_of(thing):
        if not isinstance(value, list) or not value:
            return
        yield sort, len(value)
        value = value[0]


def _numbers(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_numbers(x) for x in value]
    return value if isinstance(value, Expression) else Fraction(value)
