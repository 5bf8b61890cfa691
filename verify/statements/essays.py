"""Sections that a folder of papers adds to the article, beside the statements they speak of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType

from verify.statements.paper import Paper


@dataclass(frozen=True)
class Essay:
    """A section in words, with formulas in dollars; ids in it are references.

    It is told only where all statements that it is `about` are.
    """

    paper: Paper
    title: str
    about: tuple[str, ...]
    paragraphs: tuple[str, ...]


def essays_in(modules: Iterable[ModuleType]) -> list[Essay]:
    """Return the sections that modules declare, in their order."""
    return [made for module in modules for made in vars(module).values() if isinstance(made, Essay)]
