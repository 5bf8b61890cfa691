"""What statements are called, and which one is meant by a name: nothing of their proofs is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from verify.language.mistakes import nearest
from verify.statements.folder import whose


class Called(NamedTuple):
    """What a statement is called: its id, its labels by versions of the paper, and its module."""

    id: str
    labels: tuple[tuple[str, str], ...]
    module: str


def places_of(name: str, known: Sequence[Called]) -> list[int]:
    """Return which ones are meant by an id, a label or a module's path: several share some labels.

    A label may name its version: "Theorem 4.1", "arXiv Theorem 4.1", "ICML Theorem 3.2". Capitals
    do not matter where nothing else is meant.
    """
    wanted = name.strip()
    module = wanted.removesuffix(".py").replace("/", ".")
    for place, one in enumerate(known):
        if wanted == one.id or module == one.module:
            return [place]
    alike = [place for place, one in enumerate(known) if one.id.lower() == wanted.lower()]
    if len(alike) == 1:
        return alike
    return [place for place, one in enumerate(known) if _labelled(one, wanted)]


def are_several(name: str, meant: Sequence[Called]) -> str:
    """Return that a label is that of several statements, and which these are."""
    told = [f"{one.id} ({_labelled(one, name.strip())[0]})" for one in meant]
    return f"{name!r} may mean {' or '.join(told)}; write the id, or the label in full"


def is_none(name: str, known: Sequence[Called]) -> str:
    """Return that no statement is called so, with the nearest names."""
    every = [each for one in known for each in (one.id, *dict(one.labels).values(), one.module)]
    return told_none(name, nearest(name, every, "see verify list"))


def told_none(name: str, hint: str) -> str:
    """Return that no statement is called so, and what to do."""
    return f"unknown statement {name!r}{whose()}; {hint}"


def _labelled(one: Called, wanted: str) -> list[str]:
    """Return the labels of a statement that a name means, with their versions."""
    found = []
    for version, text in one.labels:
        texts = (text, text.split(",")[0])
        names = (*texts, *(f"{version} {each}" for each in texts))
        found += [f"{version} {text}".strip()] if wanted.lower() in map(str.lower, names) else []
    return found
