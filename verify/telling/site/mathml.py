"""Formulas and sentences in HTML, formulas as MathML that browsers set without any library.

Printed text is *mixed*: markup where there is structure, and plain characters (letters, digits,
signs) that become elements when `row` closes a stretch of it. So a sum of terms can be written
character by character, as in the other notations, and every piece stays easy to compare.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from verify.language.expressions import Expression, Relation
from verify.language.names import GREEK, parsed
from verify.telling.latex_formulas import LatexNotation
from verify.telling.prose import stretches
from verify.telling.site.author_latex import mixed_of_latex
from verify.telling.site.layout import escaped, link, theorem_path
from verify.telling.site.mathml_rows import (
    THIN,
    accented,
    bracketed_row,
    element,
    row,
    rows,
    word,
)
from verify.telling.unicode_formulas import plain_text
from verify.writing.formulas import Printer
from verify.writing.notation import ATOM, PRODUCT, Binder, Notation, Piece

FUNCTIONS = {"atan": "arctan"}
UPRIGHT = {"trace": "tr"}
WORD = re.compile(r"<mi>[^\W\d_]{2,}</mi>$")
FUNCTION = re.compile(r"(?:<msup>)?<mi>[a-z]{3,}</mi>")
OPENING = ("(", '<mo stretchy="false">(', "<mrow><mo>(")
CLOSED = (")", ")</mo>", ")</mo></mrow>")
FIRST_FIELD = 0xE000  # private-use characters stand for the fields of a phrase


def mathml(formula: Expression | Relation) -> str:
    """Return a formula as a `math` element, abbreviations by their names."""
    printer = Printer(MathmlNotation())
    if isinstance(formula, Relation):
        return math(printer.relation(formula))
    return math(printer.formula(formula))


def math(text: str, *, continued: bool = False) -> str:
    """Return printed text as a `math` element; `continued` begins with a sign between terms."""
    return f"<math>{rows(text, continued=continued)}</math>"


def words_of_latex(text: str) -> str:
    """Return LaTeX of modest size (a phrase with formulas between dollar signs) as HTML."""
    return MathmlNotation().phrase(text.replace("{", "{{").replace("}", "}}"), {})


class MathmlNotation(Notation):
    """Writes MathML, and sentences in HTML."""

    relations: ClassVar[dict[str, str]] = {
        "<=": "≤",
        "<": "&lt;",
        ">=": "≥",
        ">": "&gt;",
        "!=": "≠",
        "=": "=",
    }
    plus, minus, dots = "+", "−", "…"
    member_of, less, at_most, differs = "∈", "&lt;", "≤", "≠"

    # ------------------------------------------------------------ names

    def name(
        self, name: str, indices: Sequence[str], own: str | None = None, dotted: bool = False
    ) -> Piece:
        taken_apart = parsed(name)
        below = [self._word(part) for part in taken_apart.subscripts]
        raised = ""
        if own is not None:
            base, below = mixed_of_latex(own), []
        else:
            base = self._word(taken_apart.base)
            if taken_apart.accent:
                base = accented(base, taken_apart.accent)
            raised = taken_apart.raised.replace("*", "∗")
        if dotted:
            base = accented(base, "dot")
        below = [*below, *([_joined(indices)] if indices else [])]
        if raised and below:
            text = element("msubsup", base, ",".join(below), raised)
        elif raised:
            text = element("msup", base, raised)
        else:
            text = element("msub", base, ",".join(below)) if below else base
        return Piece(text, raised=bool(raised) or (own is not None and "^" in own))

    def _word(self, base: str) -> str:
        """Return a letter as it is (a row makes an element of it), a Greek one or a word."""
        if base in GREEK:
            return GREEK[base][1]
        if len(base) == 1 or base.isdigit():
            return "−" if base == "-" else base if base.isalnum() else escaped(base)
        return word(UPRIGHT.get(base, base))

    # ------------------------------------------------------------ arithmetic

    def parentheses(self, piece: Piece) -> str:
        return bracketed_row("(", rows(piece.text), ")")

    def fraction(self, above: Piece, below: Piece) -> Piece:
        return Piece(element("mfrac", above.text, below.text), tall=True, raised=True)

    def rational(self, value: Fraction) -> Piece:
        if value.denominator == 1:
            return Piece(str(value))
        above, below = f"<mn>{value.numerator}</mn>", f"<mn>{value.denominator}</mn>"
        return Piece(f'<mfrac displaystyle="false">{above}{below}</mfrac>', raised=True)

    def plain_rational(self, value: Fraction) -> str:
        return str(value)

    def beside(self, pieces: Sequence[Piece]) -> str:
        out = pieces[0].text
        for before, piece in pairwise(pieces):
            out += _between(before, piece) + piece.text
        return out

    def power(self, base: str, exponent: str) -> Piece:
        return Piece(element("msup", base, exponent), raised=True)

    def root(self, piece: Piece) -> Piece:
        return Piece(f"<msqrt>{rows(piece.text)}</msqrt>", tall=piece.tall)

    def norm(self, text: str, metric: str, tall: bool) -> Piece:
        fenced = f"<mrow><mo>‖</mo>{rows(text)}<mo>‖</mo></mrow>"
        return Piece(element("msub", fenced, metric) if metric else fenced, tall=tall)

    def absolute(self, piece: Piece) -> Piece:
        return Piece(f"<mrow><mo>|</mo>{rows(piece.text)}<mo>|</mo></mrow>", tall=piece.tall)

    def transpose(self, text: str) -> str:
        return element("msup", text, "⊤")

    def extreme(self, word_: str, binders: Sequence[Binder], body: str) -> Piece:
        below = ", ".join(f"{b.below} ≤ {b.above}" if b.above else b.below for b in binders)
        return Piece(
            f"{element('munder', word(word_), below)} {body}", PRODUCT, open=True, tall=True
        )

    # ------------------------------------------------------------ sums and functions

    def total(self, binders: Sequence[Binder], body: str) -> Piece:
        sums = ""
        plain = [binder.below for binder in binders if not binder.above]
        if plain:
            sums = element("munder", "<mo>∑</mo>", ", ".join(plain))
        for binder in binders:
            if binder.above:
                sums += element("munderover", "<mo>∑</mo>", binder.below, binder.above)
        return Piece(f"{sums} {body}", PRODUCT, open=True, tall=True)

    def function(self, name: str, argument: Piece, exponent: str = "") -> Piece:
        if name == "exp" and not argument.tall:
            return Piece(element("msup", "e", argument.text), raised=True)
        head = word(FUNCTIONS.get(name, name))
        head = element("msup", head, exponent) if exponent else head
        closed = head + self.parentheses(argument)
        if argument.level < ATOM or argument.tall or name == "exp":
            return Piece(closed, tall=argument.tall, raised=True)
        text = f"{head}{THIN}{argument.text}"
        return Piece(text, PRODUCT, open=True, closed=closed, raised=True)

    def rate(self, body: str) -> Piece:
        return Piece(element("mfrac", "d", "dt") + body, PRODUCT, tall=True)

    def along(self, direction: str, body: str) -> Piece:
        upright = '<mi mathvariant="normal">D</mi>'
        text = element("msub", upright, direction) + THIN + body
        return Piece(text, PRODUCT, tall="<mfrac>" in body)

    def binomial(self, upper: Piece, lower: Piece) -> Piece:
        above, below = row(upper.text), row(lower.text)
        inside = f'<mfrac linethickness="0">{above}{below}</mfrac>'
        return Piece(f"<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>", tall=True, raised=True)

    def at(self, body: str, where: Sequence[str]) -> Piece:
        barred = f'<mrow>{rows(body)}<mo form="postfix">|</mo></mrow>'
        return Piece(element("msub", barred, ", ".join(where)), tall=True, raised=True)

    def indexed(self, body: str, indices: Sequence[str]) -> Piece:
        return Piece(element("msub", self.parentheses(Piece(body)), _joined(indices)))

    def matrix(self, entries: Sequence[Sequence[str]]) -> str:
        lines = "".join(
            f"<mtr>{''.join(f'<mtd>{rows(entry)}</mtd>' for entry in line)}</mtr>"
            for line in entries
        )
        return f"<mrow><mo>(</mo><mtable>{lines}</mtable><mo>)</mo></mrow>"

    # ------------------------------------------------------------ words

    def inline(self, text: str) -> str:
        return math(text)

    def literal(self, text: str) -> str:
        return escaped(text)

    def words(self, text: str) -> str:
        return f"<mtext>{escaped(text)}</mtext>"

    def citation(self, key: str, name: str, reference: str) -> str:
        return f"Cited: {link(theorem_path(key), escaped(name))} [{escaped(reference)}]"

    def prose(self, sentence: str, names: frozenset[str] = frozenset()) -> str:
        latex = LatexNotation()
        parts = stretches(sentence, names, lambda name: latex.name(name, ()).text)
        return "".join(math(mixed_of_latex(p)) if formula else escaped(p) for formula, p in parts)

    def phrase(self, template: str, fields: dict[str, str]) -> str:
        stands_for = {key: chr(FIRST_FIELD + k) for k, key in enumerate(fields)}
        given = {chr(FIRST_FIELD + k): field for k, field in enumerate(fields.values())}
        out = []
        for number, part in enumerate(template.format(**stands_for).split("$")):
            if number % 2:
                out.append(math(mixed_of_latex(part, given)))
            else:
                texts = re.split(f"([{chr(FIRST_FIELD)}-{chr(FIRST_FIELD + 255)}])", part)
                out += [math(given[t]) if t in given else _words(t) for t in texts]
        return "".join(out)


def _words(text: str) -> str:
    """Return the words of a phrase; what is LaTeX among them is made plain."""
    if "\\" not in text and "~" not in text:
        return escaped(text)
    ends = (" " if text.startswith(" ") else "", " " if text.endswith(" ") else "")
    return escaped(plain_text(text).join(ends))


def _between(before: Piece, piece: Piece) -> str:
    """Return what keeps two factors apart: nothing, a thin space, or a dot between numbers."""
    numbers = before.text[-1].isdigit() and piece.text[0].isdigit()
    if numbers or WORD.search(before.text):
        return "·"
    if FUNCTION.match(piece.text):
        return THIN
    if before.text.isdigit():
        return ""
    if piece.text.startswith(OPENING):
        return ""
    fenced = before.text.endswith(CLOSED)
    return THIN if (before.tall or piece.tall or piece.level < ATOM) and not fenced else ""


def _joined(indices: Sequence[str]) -> str:
    """Return indices side by side, or with commas where they would run together."""
    plain = all(len(index) == 1 for index in indices) and sum(k.isdigit() for k in indices) < 2
    return "".join(indices) if plain or len(indices) < 2 else ",".join(indices)
