"""What statements are called, and which one is meant by a name: nothing of their proofs is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from verify.language.mistakes import nearest
from verify.statements.folder import whose


class Called(NamedTuple):
    """What a statement is called: its id, its label in the paper, and its module."""

    id: str
    label: str
    module: str


def place_of(name: str, known: Sequence[Called]) -> int | None:
    """Return which one is meant by an id, a label ("Theorem 4.1") or a module's path, None if none.

    Capitals do not matter where nothing else is meant.
    """
    wanted = name.strip()
    module = wanted.removesuffix(".py").replace("/", ".")
    for place, one in enumerate(known):
        if wanted == one.id or module == one.module:
            return place
    alike = [place for place, one in enumerate(known) if one.id.lower() == wanted.lower()]
    if len(alike) == 1:
        return alike[0]
    return next((place for place, one in enumerate(known) if _names(one.label, wanted)), None)


def is_none(name: str, known: Sequence[Called]) -> str:
    """Return that no statement is called so, with the nearest names."""
    every = [one for called in known for one in called]
    return told_none(name, nearest(name, every, "see verify list"))


def told_none(name: str, hint: str) -> str:
    """Return that no statement is called so, and what to do."""
    return f"unknown statement {name!r}{whose()}; {hint}"


def _names(label: str, wanted: str) -> bool:
    return wanted.lower() in (label.lower(), label.split(",")[0].lower())
