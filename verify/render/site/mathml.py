"""Formulas and sentences in HTML, formulas as MathML that browsers set without any library.

Formulas are printed as LaTeX, like those of authors, and one reader takes both.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from verify.render.latex_formulas import LatexNotation
from verify.render.plain_latex import plain_text
from verify.render.site.layout import escaped, link, statement_path
from verify.render.site.mathml_rows import elements_of_latex
from verify.writing.notation import Piece


@lru_cache(maxsize=16384)
def math(latex: str, *, continued: bool = False) -> str:
    """Return LaTeX as a `math` element; `continued` begins with a sign between terms."""
    return f"<math>{elements_of_latex(latex, continued=continued)}</math>"


def words_of_latex(text: str) -> str:
    """Return LaTeX of modest size (a phrase with formulas between dollar signs) as HTML."""
    parts = enumerate(text.split("$"))
    return "".join(math(part) if number % 2 else _words(part) for number, part in parts)


class MathmlNotation(LatexNotation):
    """Writes formulas as `math` will read them, and sentences in HTML with links to `linked`."""

    def __init__(self, linked: Collection[str] = ()) -> None:
        self.linked = linked

    def parentheses(self, piece: Piece) -> str:
        return rf"\left({piece.text}\right)"  # one thing, which may have an exponent

    def power(self, base: str, exponent: str) -> Piece:
        return Piece(f"{base}^{{{exponent}}}", raised=True)

    def norm(self, text: str, metric: str, tall: bool) -> Piece:
        return super().norm(text, metric, tall=True)

    def absolute(self, piece: Piece) -> Piece:
        return Piece(rf"\left|{piece.text}\right|", tall=piece.tall)

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        lines = r"\\".join(" & ".join(row) for row in rows)
        return rf"\begin{{pmatrix}}{lines}\end{{pmatrix}}"

    def inline(self, text: str) -> str:
        return math(text)

    def literal(self, text: str) -> str:
        return escaped(text)

    def words(self, text: str) -> str:
        return rf"\text{{{text}}}"

    def latex_formula(self, latex: str) -> str:
        return math(latex)

    def ids(self) -> Collection[str]:
        return self.linked

    def reference(self, identifier: str, label: str = "") -> str:
        if identifier not in self.linked:
            return escaped(label or identifier)
        cls = "" if label else "id"
        return link(statement_path(identifier), escaped(label or identifier), cls=cls)

    def phrase(self, template: str, fields: dict[str, str]) -> str:
        return words_of_latex(super().phrase(template, fields))


def _words(text: str) -> str:
    """Return the words of a phrase; what is LaTeX among them is made plain."""
    if "\\" not in text and "~" not in text:
        return escaped(text)
    ends = (" " if text.startswith(" ") else "", " " if text.endswith(" ") else "")
    return escaped(plain_text(text).join(ends))
