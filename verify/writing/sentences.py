"""Sentences as authors write them: words, formulas in LaTeX between dollar signs, and ids."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal

Kind = Literal["words", "formula", "id"]
FORMULA = re.compile(r"\$([^$]*)\$")


def stretches(sentence: str, ids: Collection[str] = ()) -> Iterator[tuple[Kind, str]]:
    """Yield a sentence piece by piece, a formula without its dollar signs.

    An id is one of `ids`, and no part of a longer word: after Z-1 no other sign of ids stands.
    """
    known = _any_of(tuple(ids))
    for place, part in enumerate(FORMULA.split(sentence)):
        if place % 2:
            yield "formula", part
        elif known is not None:
            words = known.split(part)
            yield from (("id" if k % 2 else "words", word) for k, word in enumerate(words) if word)
        elif part:
            yield "words", part


@lru_cache(maxsize=16)
def _any_of(ids: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what finds an id, the longest first; sentences by the thousand have the same ids."""
    known = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])({known})(?![\w*+'-])") if known else None
