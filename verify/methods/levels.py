"""How true a proposition is known to be, where a formula of it may have no value.

What has no value lies between what does not hold and what holds: so "and" is the least of its
parts, "or" the largest, and "not" turns the order round. A level that is not known is an interval.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from verify.numerics.number import Truth

NOT, NO_VALUE, HOLDS = 0, 1, 2


class Level(NamedTuple):
    """The least and the most that a proposition may be: 0 it fails, 1 it has no value, 2 it holds.

    One that is at most 1 certainly does not hold.
    """

    least: int
    most: int

    @property
    def truth(self) -> Truth:
        """Return whether it holds, as far as is known; what has no value is neither."""
        return TRUTHS.get(self, Truth.UNKNOWN)


FALSE, VALUELESS, TRUE = Level(NOT, NOT), Level(NO_VALUE, NO_VALUE), Level(HOLDS, HOLDS)
UNKNOWN = Level(NOT, HOLDS)
TRUTHS = {FALSE: Truth.FALSE, TRUE: Truth.TRUE}


def level_of(truth: Truth) -> Level:
    """Return the level of a comparison whose sides have values."""
    if truth is Truth.UNKNOWN:
        return UNKNOWN
    return TRUE if truth is Truth.TRUE else FALSE


def negated(level: Level) -> Level:
    """Return the level of the negation: the negation of what has no value has none."""
    return Level(HOLDS - level.most, HOLDS - level.least)


def every(levels: Iterable[Level]) -> Level:
    """Return the level of "all of these hold"; of none, TRUE. After what fails none is asked."""
    least = most = HOLDS
    for found in levels:
        least, most = min(least, found.least), min(most, found.most)
        if most == NOT:
            break
    return Level(least, most)


def some(levels: Iterable[Level]) -> Level:
    """Return the level of "one of these holds"; of none, FALSE."""
    return negated(every(map(negated, levels)))


def implied(premise: Level, conclusion: Level) -> Level:
    """Return the level of "if": a premise without a value is not met, as it is in Coq."""
    least, most = (NOT if bound == NO_VALUE else bound for bound in premise)
    return some([negated(Level(least, most)), conclusion])


def joined(word: str, parts: Iterable[Level]) -> Level:
    """Return the level of propositions that a word of logic joins."""
    if word in ("and", "or"):
        return every(parts) if word == "and" else some(parts)
    first, *others = parts
    if word == "not":
        return negated(first)
    (second,) = others
    if word == "if":
        return implied(first, second)
    return every([some([negated(first), second]), some([negated(second), first])])
