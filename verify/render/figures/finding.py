"""Finding figures: the modules called `figures` of the papers."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from verify.language.mistakes import Mistake, unknown
from verify.render.errors import Usage
from verify.statements.folder import current
from verify.statements.illustrations import Illustration, illustrations_in

MODULE = "figures"


def figures() -> list[Illustration]:
    """Return every figure, paper by paper. Raises Mistake if two share a name."""
    own = sorted(name for name in current().modules() if name.rpartition(".")[2] == MODULE)
    found = illustrations_in([importlib.import_module(name) for name in own])
    seen: set[str] = set()
    for figure in found:
        if figure.name.lower() in seen:
            raise Mistake(f"two figures have the name {figure.name}; rename one")
        seen.add(figure.name.lower())
    return found


def find(name: str) -> Illustration:
    """Return the figure of a name, in capitals or not. Raises Usage with the nearest names."""
    known = {figure.name.lower(): figure for figure in figures()}
    if name.lower() not in known:
        raise Usage(f"NAME: {unknown('figure', name, [one.name for one in known.values()])}")
    return known[name.lower()]


def chosen(names: Sequence[str]) -> list[Illustration]:
    """Return the figures named, each once, or all of them. Raises Usage."""
    wanted = {find(name).name for name in names}
    return [figure for figure in figures() if not names or figure.name in wanted]
