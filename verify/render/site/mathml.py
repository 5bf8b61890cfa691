"""Formulas and sentences in HTML, formulas as MathML that browsers set without any script.

Formulas are printed as LaTeX, like those of authors; latex2mathml turns both into MathML.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from latex2mathml.converter import convert

from verify.language.mistakes import Mistake
from verify.render.latex_formulas import LatexNotation
from verify.render.latex_tree import styled
from verify.render.plain_latex import plain_text
from verify.render.site.layout import escaped, link, statement_path

# latex2mathml sets no space between a function and its argument, and the range of a sum below it
# only outside of brackets.
APPLIED = re.compile(
    r"(\\(?:arc)?(?:sin|cos|tan|cot|log|ln|exp|det|dim|ker|arg)h?(?:\^\{\w*\}|\^\w)?)"
    r"\s*(?=[A-Za-z0-9]|\\(?!left|[,;:])[A-Za-z])"
)
RANGE = re.compile(r"\\(sum|prod|max|min|lim|sup|inf|limsup|liminf)(?=[_^])")
ROW = re.compile(r"<math[^>]*><mrow>(.*)</mrow></math>", re.DOTALL)
ENTITY = re.compile(r"&#x([0-9A-F]+);")
NO_BRACKET = re.compile("<mo [^>]*/>")  # of \\left. and \\right.
# Browsers know no alphabet but the upright one by its attribute.
VARIANT = re.compile(r'<(m[in]) mathvariant="(bold|script|double-struck|fraktur)">([^<]*)<')
ALPHABETS = {
    "bold": r"\mathbf", "script": r"\mathcal", "double-struck": r"\mathbb", "fraktur": r"\mathfrak",
}  # fmt: skip
IN_FONT = str.maketrans({"⟂": "⊥", "⧵": "∖", "″": "′′", "ϕ": "φ", "*": "∗"})  # of the site
# As letters, browsers would set signs too close to what they join; as operators, bars too far.
SIGNS = re.compile(r"<mi>([:;±⊥∖])</mi>")
LETTERS = re.compile(r'<mo(?: fence="false")?(?: stretchy="false")?>([/|‖…])</mo>')
# Browsers take a minus for a prefix in front of a row alone, not behind a sign or a bracket.
NEGATIVE = re.compile(r"(<mo[^>]*>(?:&[lg]t;|[^<>)\]⟩′!⊤∞∗…])</mo>|<mi>[/⟨]</mi>)<mo>−</mo>")


@lru_cache(maxsize=16384)
def math(latex: str, *, continued: bool = False) -> str:
    """Return LaTeX as a `math` element; `continued` begins with a sign between terms.

    Raises Mistake where it cannot be read.
    """
    text = RANGE.sub(r"\\\1\\limits", APPLIED.sub(r"\1\\,", latex))
    try:
        made = convert(f"{{}}{text}" if continued else text, display="block")
    except Exception as error:  # of many kinds, without a common one
        raise Mistake(
            f"the formula ${latex}$ cannot be read as LaTeX ({type(error).__name__})"
        ) from None
    row = VARIANT.sub(
        _styled, ROW.sub(r"\1", ENTITY.sub(_character, NO_BRACKET.sub("", made)))
    ).translate(IN_FONT)
    row = LETTERS.sub(r"<mi>\1</mi>", SIGNS.sub(r"<mo>\1</mo>", row))
    signed = NEGATIVE.sub(r'\1<mo form="prefix">−</mo>', row)
    return f"<math>{signed}</math>"


def _character(found: re.Match[str]) -> str:
    """Return what an entity stands for, except where XML needs the entity."""
    return escaped(chr(int(found[1], 16)))


def _styled(found: re.Match[str]) -> str:
    return f"<{found[1]}>{styled(ALPHABETS[found[2]], found[3])}<"


def words_of_latex(text: str) -> str:
    """Return LaTeX of modest size (a phrase with formulas between dollar signs) as HTML."""
    parts = enumerate(text.split("$"))
    return "".join(math(part) if number % 2 else _words(part) for number, part in parts)


class MathmlNotation(LatexNotation):
    """Writes formulas as `math` will read them, and sentences in HTML with links to `linked`."""

    def __init__(self, linked: Collection[str] = ()) -> None:
        self.linked = linked

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
