"""What is read of a paper in LaTeX: its theorems as they are cited, its title and sections."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path

from verify.drafting.sentences import in_characters

TITLE = 70  # characters of a title that is made of a sentence


@dataclass(frozen=True)
class TheoremEnvironment:
    """One environment: what it is called, its number as printed ("" without), what it says.

    `latex` is its text as it stands; `sentence` is that in words, `argued` whether a proof of it
    is in the paper.
    """

    kind: str
    number: str
    title: str
    label: str
    latex: str
    sentence: str
    file: Path
    line: int
    section: int
    argued: bool

    @property
    def named(self) -> str:
        """Return its title, or the first words of what it says."""
        if self.title or not self.sentence:
            return self.title or self.called
        words = textwrap.shorten(in_characters(self.sentence[:500]), TITLE, placeholder=" …")
        return words.rstrip(".,;: ") or self.called

    @property
    def called(self) -> str:
        """Return how it is cited: "Theorem 2.1"."""
        return f"{self.kind} {self.number}" if self.number else f"{self.kind}, line {self.line}"


@dataclass(frozen=True)
class Draft:
    """A paper in LaTeX: its title, its authors, the titles of its sections, its theorems.

    `unread` tells of each theorem environment that is not read, in a line; `notes` of what else
    may be another than in print.
    """

    title: str
    authors: str
    sections: tuple[str, ...]
    theorems: tuple[TheoremEnvironment, ...]
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
