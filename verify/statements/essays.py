"""Sections that a folder of papers adds to the article, beside the statements they speak of."""

from __future__ import annotations

from dataclasses import dataclass

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
