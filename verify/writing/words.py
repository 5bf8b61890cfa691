"""Words that are put together."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str], joined: str = "and") -> str:
    """Return "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joined} {words[-1]}"
