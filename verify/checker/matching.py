"""Atoms as plain tuples: the indices in them, their order, and patterns with variables "$..."."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

TURNED = {"symmetric": "symmetric", "plain": "transposed", "transposed": "plain"}


def sort_of(index: str) -> str:
    return index.partition(":")[2]


def same_sort(i: Any, j: Any) -> bool:
    return isinstance(i, int) or isinstance(j, int) or sort_of(i) == sort_of(j)


def key(x: Any) -> str:
    """Return a text by which things are put in order."""
    if isinstance(x, frozenset):
        return "{" + " ".join(sorted(map(key, x))) + "}"
    return "(" + " ".join(map(key, x)) + ")" if isinstance(x, tuple) else str(x)


@lru_cache(2**16)
def indices(x: Any) -> frozenset[Any]:
    """Return the indices in an atom, and "?"; exponents and coefficients are not looked at."""
    if isinstance(x, tuple | frozenset):
        parts = [pair[0] for pair in x] if isinstance(x, frozenset) else x
        return frozenset().union(*map(indices, parts))
    indexed = isinstance(x, int) or (isinstance(x, str) and (":" in x or x == "?"))
    return frozenset({x}) if indexed else frozenset()


def flipped(word: Any) -> Any:
    return tuple((name, TURNED[kind]) for name, kind in reversed(word))


def swapped(x: Any, names: dict[Any, Any]) -> Any:
    return tuple(swapped(y, names) for y in x) if isinstance(x, tuple) else names.get(x, x)


def fits(pattern: Any, thing: Any) -> bool:
    """Return False where nothing can match, whatever the variables are: there most rules end."""
    if isinstance(pattern, str):
        return pattern[:1] == "$" or pattern == thing
    if isinstance(pattern, tuple) and isinstance(thing, tuple):
        return len(pattern) == len(thing) and all(map(fits, pattern, thing))
    return isinstance(pattern, frozenset) or pattern == thing


def matches(pattern: Any, thing: Any, bound: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    """Yield the values of the variables "$..." for which the pattern is the thing."""
    if isinstance(pattern, str) and pattern[:1] == "$":
        if bound.get(pattern, thing) == thing and same_sort(pattern, thing):
            yield {**bound, pattern: thing}
    elif pattern == thing:
        yield bound
    elif isinstance(pattern, tuple) and isinstance(thing, tuple) and len(pattern) == len(thing):
        for found in matches(pattern[0], thing[0], bound):
            yield from matches(pattern[1:], thing[1:], found)
    elif isinstance(pattern, frozenset) and isinstance(thing, frozenset):
        one = next(iter(pattern), None)
        for other in thing if len(pattern) == len(thing) else ():
            for found in matches(one, other, bound):
                yield from matches(pattern - {one}, thing - {other}, found)
