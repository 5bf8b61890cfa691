"""Which statement is meant by a name: nothing of proofs is read."""

from __future__ import annotations

from collections.abc import Sequence

from verify.language.mistakes import nearest
from verify.statements.folder import whose
from verify.statements.statement import Statement


def meant_by(name: str, known: Sequence[Statement]) -> list[Statement]:
    """Return which ones are meant by an id, a label or a module's path: several share some labels.

    A label may name its version: "Theorem 4.1", "arXiv Theorem 4.1", "ICML Theorem 3.2". Capitals
    do not matter where nothing else is meant.
    """
    wanted = name.strip()
    module = wanted.removesuffix(".py").replace("/", ".")
    for one in known:
        if wanted == one.id or module == one.module:
            return [one]
    alike = [one for one in known if one.id.lower() == wanted.lower()]
    return alike if len(alike) == 1 else [one for one in known if _labelled(one, wanted)]


def are_several(name: str, meant: Sequence[Statement]) -> str:
    """Return that a label is that of several statements, and which these are."""
    told = [f"{one.id} ({_labelled(one, name.strip())[0]})" for one in meant]
    return f"{name!r} may mean {' or '.join(told)}; write the id, or the label in full"


def is_none(name: str, known: Sequence[Statement]) -> str:
    """Return that no statement is called so, with the nearest names."""
    every = [
        each for one in known for each in (one.id, *dict(one.label.places).values(), one.module)
    ]
    return told_none(name, nearest(name, every, "see verify list"))


def told_none(name: str, hint: str) -> str:
    """Return that no statement is called so, and what to do."""
    return f"unknown statement {name!r}{whose()}; {hint}"


def _labelled(one: Statement, wanted: str) -> list[str]:
    """Return the labels of a statement that a name means, with their versions."""
    found = []
    for version, text in one.label.places:
        texts = (text, text.split(",")[0])
        names = (*texts, *(f"{version} {each}" for each in texts))
        found += [f"{version} {text}".strip()] if wanted.lower() in map(str.lower, names) else []
    return found
