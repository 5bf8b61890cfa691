"""Formulas and sentences in LaTeX (amsmath)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from verify.language.names import ACCENTS, GREEK, parsed
from verify.render.symbols import TEXT_OF_CHARACTER
from verify.writing.notation import ATOM, PRODUCT, Binder, Notation, Piece

UPRIGHT = {"trace": "tr"}
RAISED = {"star": "*", "prime": r"\prime"}


LETTER = re.compile(r"\\[A-Za-z]+")  # a Greek one


class LatexNotation(Notation):
    """Writes LaTeX math."""

    relations: ClassVar[dict[str, str]] = {
        "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "!=": r"\ne", "=": "="
    }  # fmt: skip
    plus, minus, dots, plus_minus, member_of = "+", "-", r"\dots", r"\pm", r"\in"

    def name(
        self, name: str, indices: Sequence[str], own: str | None = None, dotted: bool = False
    ) -> Piece:
        taken_apart = parsed(name)
        subscripts = [self._subscript(part) for part in taken_apart.subscripts]
        raised = ""
        if own is not None:
            base, subscripts = own, []
            if "_" in own and indices:
                base = f"{{{own}}}"
        else:
            base = self._word(taken_apart.base)
            if taken_apart.accent:
                base = f"{ACCENTS[taken_apart.accent][0]}{{{base}}}"
            raised = RAISED.get(taken_apart.raised, "")
        if dotted:
            base = rf"\dot{{{base}}}"
        below = _joined(indices)
        below = ",".join([*subscripts, *([below] if below else [])])
        text = base + (f"^{{{raised}}}" if raised else "") + (f"_{{{below}}}" if below else "")
        return Piece(text, raised=bool(raised) or (own is not None and "^" in own))

    def _word(self, base: str) -> str:
        if base in GREEK:
            return GREEK[base][0]
        return base if len(base) == 1 else rf"\mathrm{{{UPRIGHT.get(base, base)}}}"

    def _subscript(self, part: str) -> str:
        plain = part in "+-" or part.isdigit() or (len(part) == 2 and part not in GREEK)
        return part if plain else self._word(part)

    def parentheses(self, piece: Piece) -> str:
        return rf"\left({piece.text}\right)" if piece.tall else f"({piece.text})"

    def fraction(self, above: Piece, below: Piece) -> Piece:
        return Piece(rf"\frac{{{above.text}}}{{{below.text}}}", tall=True, raised=True)

    def rational(self, value: Fraction) -> Piece:
        if value.denominator == 1:
            return Piece(str(value))
        text = rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"
        return Piece(text, raised=True)

    def beside(self, pieces: Sequence[Piece]) -> str:
        out = pieces[0].text
        for before, piece in pairwise(pieces):
            out += _between(out, before, piece) + piece.text
        return out

    def power(self, base: str, exponent: str) -> Piece:
        return Piece(f"{base}^{{{exponent}}}", tall=r"\left" in base, raised=True)

    def root(self, piece: Piece) -> Piece:
        return Piece(rf"\sqrt{{{piece.text}}}", tall=piece.tall)

    def norm(self, text: str, metric: str, tall: bool) -> Piece:
        fenced = rf"\left\|{text}\right\|" if tall else rf"\|{text}\|"
        return Piece(fenced + (f"_{{{metric}}}" if metric else ""), tall=tall)

    def absolute(self, piece: Piece) -> Piece:
        fenced = rf"\left|{piece.text}\right|" if piece.tall else f"|{piece.text}|"
        return Piece(fenced, tall=piece.tall)

    def transpose(self, text: str) -> str:
        return rf"{text}^{{\top}}"

    def total(self, binders: Sequence[Binder], body: str) -> Piece:
        sums = ""
        plain = [binder.below for binder in binders if not binder.above]
        if plain:
            sums = rf"\sum_{{{', '.join(plain)}}}"
        for binder in binders:
            if binder.above:
                sums += rf"\sum_{{{binder.below}}}^{{{binder.above}}}"
        return Piece(f"{sums} {body}", PRODUCT, open=True, tall=True)

    def extreme(self, word: str, binders: Sequence[Binder], body: str) -> Piece:
        below = ", ".join(rf"{b.below} \le {b.above}" if b.above else b.below for b in binders)
        return Piece(rf"\{word}_{{{below}}} {body}", PRODUCT, open=True, tall=True)

    def function(self, name: str, argument: Piece, exponent: str = "") -> Piece:
        if name == "exp":
            if argument.tall:
                return Piece(rf"\exp{self.parentheses(argument)}", tall=True, raised=True)
            return Piece(f"e^{{{argument.text}}}", raised=True)
        head = {"atan": r"\arctan"}.get(name, rf"\{name}")
        head += f"^{{{exponent}}}" if exponent else ""
        closed = head + self.parentheses(argument)
        if argument.level < ATOM or argument.tall:
            return Piece(closed, tall=argument.tall, raised=True)
        return Piece(f"{head} {argument.text}", PRODUCT, open=True, closed=closed, raised=True)

    def rate(self, body: str) -> Piece:
        return Piece(rf"\frac{{d}}{{dt}}\,{body}", PRODUCT, tall=True)

    def along(self, direction: str, body: str) -> Piece:
        return Piece(rf"\mathrm{{D}}_{{{direction}}}\,{body}", PRODUCT, tall=r"\frac" in body)

    def binomial(self, upper: Piece, lower: Piece) -> Piece:
        return Piece(rf"\binom{{{upper.text}}}{{{lower.text}}}", tall=True, raised=True)

    def at(self, body: str, where: Sequence[str]) -> Piece:
        shown = r",\,".join(where)
        return Piece(rf"\left.{body}\right|_{{{shown}}}", tall=True, raised=True)

    def indexed(self, body: str, indices: Sequence[str]) -> Piece:
        fenced = self.parentheses(Piece(body, tall=r"\frac" in body or r"\sum" in body))
        return Piece(f"{fenced}_{{{_joined(indices)}}}", tall=r"\left" in fenced)

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        entries = [entry for row in rows for entry in row]
        small = r" \\[.5ex] " if any(r"\tfrac" in entry for entry in entries) else r" \\ "
        gap = r" \\[1ex] " if any(r"\frac" in entry for entry in entries) else small
        return r"\begin{pmatrix} " + gap.join(" & ".join(row) for row in rows) + r" \end{pmatrix}"

    def inline(self, text: str) -> str:
        return f"${text}$"

    def literal(self, text: str) -> str:
        return escaped_latex(text)

    def words(self, text: str) -> str:
        return rf"\text{{{escaped_latex(text)}}}"

    def phrase(self, template: str, fields: dict[str, str]) -> str:
        braced = {k: f"{{{t}}}" if "_" in t or "^" in t else t for k, t in fields.items()}
        return template.format(**braced)

    def latex_formula(self, latex: str) -> str:
        return f"${latex}$"


def escaped_latex(text: str) -> str:
    """Return words for LaTeX with nothing in them read as a formula."""
    quoted = re.sub(r'"([^"]*)"', r"“\1”", unicodedata.normalize("NFC", text))
    return "".join(map(_character, quoted))


def _character(character: str) -> str:
    known = TEXT_OF_CHARACTER.get(character)
    if known is not None:
        return known
    return character if ord(character) < 0x180 else f"[U+{ord(character):04X}]"


OPENING = ("(", r"\left(")
WORD = r"\mathrm{"  # a name of several letters would read as a function of what follows
SPACED = (r"\sin", r"\cos", r"\tan", r"\arctan", r"\log", r"\exp", r"\sum")


def _between(written: str, before: Piece, piece: Piece) -> str:
    """Return what keeps two factors apart: nothing, a thin space, or a dot between numbers."""
    opens = piece.text.startswith(OPENING)
    after_fence = before.text.startswith(OPENING) and written[-1] == ")"
    if (written[-1].isdigit() and piece.text[0].isdigit()) or before.text.startswith(WORD):
        return r" \cdot "
    if before.text.isdigit():
        return "" if opens else " "
    if piece.text.startswith(WORD):
        return r"\,"
    if piece.text.startswith(SPACED):
        return " "  # TeX puts the space there
    if opens:
        function = before.text.startswith(SPACED)
        return r"\," if (before.tall or function) and not after_fence else ""
    apart = before.tall or piece.tall or piece.level < ATOM or written[-1] == ")"
    return r"\," if apart else " "


def _joined(indices: Sequence[str]) -> str:
    """Return indices side by side, or with commas where they would run together."""
    if len(indices) < 2:
        return "".join(indices)
    plain = all(len(index) == 1 or LETTER.fullmatch(index) for index in indices)
    plain = plain and sum(k.isdigit() for k in indices) < 2
    if not plain:
        return ",".join(indices)
    return "".join(f"{k} " if len(k) > 1 else k for k in indices).rstrip()
