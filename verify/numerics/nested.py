"""Numbers in nested lists, in their order, and lists of a shape filled with numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any


def entries_of(found: Any) -> list[Any]:
    """Return the numbers in nested lists, of several things by name, or the one that it is."""
    if isinstance(found, Mapping):
        found = list(found.values())
    return [x for part in found for x in entries_of(part)] if isinstance(found, list) else [found]


def refilled(found: Any, numbers: Iterator[Any]) -> Any:
    """Return nested lists of the same shape, with other numbers in order."""
    if isinstance(found, list):
        return [refilled(part, numbers) for part in found]
    return next(numbers)


def filled(shape: Sequence[int], numbers: Iterator[Any]) -> Any:
    """Return nested lists of a shape, with numbers in order; of no shape, one number."""
    if not shape:
        return next(numbers)
    return [filled(shape[1:], numbers) for _ in range(shape[0])]


def mapped(change: Callable[[Any], Any], values: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the values of things with every number changed."""
    return {
        thing: refilled(found, iter([change(x) for x in entries_of(found)]))
        for thing, found in values.items()
    }
