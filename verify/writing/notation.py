"""What a way of writing formulas must know: LaTeX and one-line Unicode fill this in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from verify.language.mathematics import check_formulas
from verify.writing.sentences import stretches

SUM, PRODUCT, ATOM = 1, 2, 3
UNIT = "unit"  # of a vector: the one of length 1 in its direction


@dataclass(frozen=True)
class Piece:
    """A printed part of a formula, and what parentheses it needs beside others.

    `level` is its outermost operation. `open` pieces (a big sum, sin x) reach as far right as
    they can, so a factor behind them needs `closed`, or parentheses where that is empty.
    """

    text: str
    level: int = ATOM
    open: bool = False
    tall: bool = False
    closed: str = ""
    raised: bool = False


@dataclass(frozen=True)
class Binder:
    """What stands under and over a big sum: "j < i", or "j = 1" and "n"."""

    below: str
    above: str = ""


class Notation(ABC):
    """A way of writing formulas; every method returns printed text, or a piece."""

    relations: ClassVar[dict[str, str]]
    plus: str
    minus: str
    dots: str
    plus_minus: str = "±"
    member_of: str
    identity: str = "I"

    @abstractmethod
    def name(self, name: str, indices: Sequence[str], own: str | None, dotted: bool) -> Piece:
        """Write a name with its indices; `own` is the author's LaTeX for it."""

    @abstractmethod
    def parentheses(self, piece: Piece) -> str: ...

    @abstractmethod
    def fraction(self, above: Piece, below: Piece) -> Piece: ...

    @abstractmethod
    def rational(self, value: Fraction) -> Piece:
        """Write a positive rational number."""

    @abstractmethod
    def beside(self, pieces: Sequence[Piece]) -> str:
        """Write factors next to each other; they have their parentheses already."""

    @abstractmethod
    def power(self, base: str, exponent: str) -> Piece: ...

    @abstractmethod
    def root(self, piece: Piece) -> Piece: ...

    @abstractmethod
    def norm(self, text: str, metric: str, tall: bool) -> Piece: ...

    @abstractmethod
    def absolute(self, piece: Piece) -> Piece: ...

    @abstractmethod
    def transpose(self, text: str) -> str: ...

    @abstractmethod
    def total(self, binders: Sequence[Binder], body: str) -> Piece: ...

    @abstractmethod
    def extreme(self, word: str, binders: Sequence[Binder], body: str) -> Piece:
        """Write the largest ("max") or the least ("min") over indices."""

    @abstractmethod
    def function(self, name: str, argument: Piece, exponent: str = "") -> Piece: ...

    @abstractmethod
    def rate(self, body: str) -> Piece:
        """Write d/dt of something that has its parentheses."""

    @abstractmethod
    def along(self, direction: str, body: str) -> Piece:
        """Write the derivative of something along a direction."""

    @abstractmethod
    def binomial(self, upper: Piece, lower: Piece) -> Piece: ...

    @abstractmethod
    def at(self, body: str, where: Sequence[str]) -> Piece: ...

    @abstractmethod
    def indexed(self, body: str, indices: Sequence[str]) -> Piece:
        """Write something in parentheses with indices: (J delta)_i."""

    @abstractmethod
    def matrix(self, rows: Sequence[Sequence[str]]) -> str: ...

    @abstractmethod
    def inline(self, text: str) -> str:
        """Write a formula inside a sentence."""

    @abstractmethod
    def literal(self, text: str) -> str:
        """Write words as they are, with no formula among them."""

    @abstractmethod
    def words(self, text: str) -> str:
        """Write plain words inside a formula."""

    @abstractmethod
    def latex_formula(self, latex: str) -> str:
        """Write an author's formula, which is LaTeX, inside a sentence."""

    def prose(self, sentence: str) -> str:
        """Write an author's sentence: words, formulas between dollar signs, and ids."""
        check_formulas(sentence, "a sentence")  # of a theorem or of a value, say
        write = {"words": self.literal, "formula": self.latex_formula, "id": self.reference}
        return "".join(write[kind](part) for kind, part in stretches(sentence, self.ids()))

    def ids(self) -> Collection[str]:
        """Return the ids of the statements that a sentence may refer to."""
        return ()

    def reference(self, identifier: str, label: str = "") -> str:
        """Write a reference to one of them, by its label if that is given."""
        return self.literal(label or identifier)

    @abstractmethod
    def phrase(self, template: str, fields: dict[str, str]) -> str:
        """Fill an assumption's LaTeX phrase with printed names and formulas."""


def bracketed(notation: Notation, piece: Piece, least: int) -> str:
    """Return a piece's text, in parentheses if its outermost operation is below `least`."""
    return notation.parentheses(piece) if piece.level < least else piece.text
