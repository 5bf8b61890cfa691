"""Papers and the external theorems they lean on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A source whose statements are decided, with its bibliography entry.

    `sections` are their titles, in our words; a statement's position begins with their number.
    """

    key: str
    title: str
    authors: str
    year: int
    reference: str
    sections: tuple[str, ...] = ()

    def section(self, position: tuple[int, ...]) -> str:
        """Return the heading of the section that a position is in: "3. Gradient flow"."""
        number = position[0] if position else 0
        if not 1 <= number <= len(self.sections):
            return ""
        return f"{number}. {self.sections[number - 1]}"

    def label(self, label: str) -> Label:
        """Return a place in this paper, such as "Theorem 4.1, eq. (10)"."""
        return Label(self, label)


@dataclass(frozen=True)
class Label:
    """Where a statement stands in its paper."""

    paper: Paper
    text: str


@dataclass(frozen=True)
class Theorem:
    """An external theorem: cited, never proved here; `hypotheses` are to be discharged by steps."""

    key: str
    name: str
    reference: str
    says: str
    hypotheses: tuple[str, ...]
