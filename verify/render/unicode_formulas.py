"""Formulas and sentences on one line of Unicode, for terminals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from verify.language.names import ACCENTS, GREEK, RAISED, parsed
from verify.render.plain_latex import plain_formula, plain_text, subscript, superscript
from verify.writing.notation import ATOM, PRODUCT, Binder, Notation, Piece

DOT = "\u0307"
FIRST_FIELD = 0xE000  # private-use characters stand for the fields of a phrase


class UnicodeNotation(Notation):
    """Writes one-line Unicode."""

    relations: ClassVar[dict[str, str]] = {
        "<=": "≤", "<": "<", ">=": "≥", ">": ">", "!=": "≠", "=": "="
    }  # fmt: skip
    plus, minus, dots, member_of = "+", "−", "…", "∈"

    def name(
        self, name: str, indices: Sequence[str], own: str | None = None, dotted: bool = False
    ) -> Piece:
        taken_apart = parsed(name)
        if own is not None:
            base, subscripts, raised = plain_text(own), [], ""
        else:
            base = _word(taken_apart.base) + ACCENTS.get(taken_apart.accent, ("", ""))[1]
            subscripts = [_word(part) for part in taken_apart.subscripts]
            raised = RAISED.get(taken_apart.raised, "")
        if dotted:
            base = base[0] + DOT + base[1:]
        written = unicodedata.normalize("NFC", base) + raised + subscript(subscripts, indices)
        return Piece(written, raised=bool(raised))

    def parentheses(self, piece: Piece) -> str:
        return f"({piece.text})"

    def fraction(self, above: Piece, below: Piece) -> Piece:
        product = above.level == PRODUCT and not above.open and "/" not in above.text
        top = above.text if above.level == ATOM or product else f"({above.text})"
        bottom = below.text if below.level == ATOM else f"({below.text})"
        return Piece(f"{top}/{bottom}", PRODUCT)

    def rational(self, value: Fraction) -> Piece:
        return Piece(str(value), ATOM if value.denominator == 1 else PRODUCT)

    def beside(self, pieces: Sequence[Piece]) -> str:
        out = pieces[0].text
        for before, piece in pairwise(pieces):
            numbers = out[-1].isdigit() and piece.text[0].isdigit()
            between = " · " if numbers or re.search(r"[A-Za-z]{2,}$", out) else " "
            if before.text[0] == "(" and out[-1] == ")" and piece.text[0] == "(":
                between = ""
            out += between + piece.text
        return out

    def power(self, base: str, exponent: str) -> Piece:
        return Piece(base + superscript(exponent), raised=True)

    def root(self, piece: Piece) -> Piece:
        return Piece(f"√{piece.text}" if len(piece.text) == 1 else f"√({piece.text})")

    def norm(self, text: str, metric: str, tall: bool) -> Piece:
        return Piece(f"‖{text}‖" + (subscript([], [metric]) if metric else ""))

    def absolute(self, piece: Piece) -> Piece:
        return Piece(f"|{piece.text}|")

    def transpose(self, text: str) -> str:
        return f"{text}ᵀ"

    def total(self, binders: Sequence[Binder], body: str) -> Piece:
        return Piece(f"Σ{subscript([_below(binders)], [])} {body}", PRODUCT, open=True)

    def extreme(self, word: str, binders: Sequence[Binder], body: str) -> Piece:
        return Piece(f"{word}{subscript([_below(binders)], [])} {body}", PRODUCT, open=True)

    def function(self, name: str, argument: Piece, exponent: str = "") -> Piece:
        return Piece(name + (superscript(exponent) if exponent else "") + f"({argument.text})")

    def rate(self, body: str) -> Piece:
        fenced = body if body.startswith("(") and body.endswith(")") else f"({body})"
        return Piece(f"d/dt{fenced}")

    def along(self, direction: str, body: str) -> Piece:
        return Piece(f"D{subscript([], [direction])} {body}", PRODUCT)

    def binomial(self, upper: Piece, lower: Piece) -> Piece:
        return Piece(f"C({upper.text}, {lower.text})")

    def at(self, body: str, where: Sequence[str]) -> Piece:
        return Piece(f"{body}|_{{{', '.join(where)}}}")

    def indexed(self, body: str, indices: Sequence[str]) -> Piece:
        return Piece(f"({body}){subscript([], indices)}")

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        return "[" + "; ".join(", ".join(row) for row in rows) + "]"

    def words(self, text: str) -> str:
        return text

    inline = literal = words

    def latex_formula(self, latex: str) -> str:
        return plain_formula(latex)

    def phrase(self, template: str, fields: dict[str, str]) -> str:
        stands_for = {key: chr(FIRST_FIELD + k) for k, key in enumerate(fields)}
        out = plain_text(template.format(**stands_for))
        for key, character in stands_for.items():
            out = out.replace(character, fields[key])
        return out


def _word(word: str) -> str:
    return GREEK[word][1] if word in GREEK else "−" if word == "-" else word


def _below(binders: Sequence[Binder]) -> str:
    """Return what stands below a sum."""
    below = ", ".join(f"{b.below}…{b.above}" if b.above else b.below for b in binders)
    return below.replace(" ", "").replace(",", ", ")
