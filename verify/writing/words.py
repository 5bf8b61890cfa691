"""Words that are put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby


def listed(words: Sequence[str], joined: str = "and") -> str:
    """Return "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joined} {words[-1]}"


def consecutive(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers in their order, those that follow each other in one list."""
    runs = groupby(enumerate(sorted(numbers)), lambda placed: placed[1] - placed[0])
    return [[number for _, number in run] for _, run in runs]
