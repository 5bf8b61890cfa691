"""What a statement is called in an article: kind, number and note, made from its label."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from verify.render.hypotheses import is_run
from verify.render.latex_formulas import LatexNotation
from verify.render.latex_macros import KINDS
from verify.render.words import has_label
from verify.statements.statement import Statement
from verify.writing.notation import ATOM, PRODUCT, Piece

KIND = "|".join(KINDS)
SHORT = 60  # characters of a fraction that stays one in a formula among words


@dataclass(frozen=True)
class Heading:
    """A theorem's head in LaTeX: its kind, its number (the paper's, else our id), and a note."""

    kind: str
    number: str
    note: str


def heading(statement: Statement) -> Heading:
    """Return the head of a statement: "Theorem 4.1, eq. (10)" is Theorem 4.1, with a note."""
    notation, text = LatexNotation(), statement.label.text
    numbered = re.fullmatch(rf"({KIND})\s+([\w.]+)(?:,\s*(.*))?", text)
    if numbered:
        return Heading(numbered[1], numbered[2], notation.prose(numbered[3] or ""))
    named = re.search(rf"\b({KIND})s?\b", text)
    kind = named[1] if named else "Example" if is_run(statement.declared) else "Proposition"
    note = notation.prose(text) if has_label(statement) else ""
    return Heading(kind, plain_id(statement.id), note)


def names(statements: Sequence[Statement]) -> dict[str, str]:
    """Return what each statement is called, by its id: "Theorem~4.1"."""
    heads = {statement.id: heading(statement) for statement in statements}
    return {identifier: f"{head.kind}~{head.number}" for identifier, head in heads.items()}


def plain_id(identifier: str) -> str:
    """Return an id for LaTeX text."""
    return re.sub("'+", r"$\g<0>$", identifier.replace("_", r"\_"))


@dataclass(frozen=True)
class ArticleNotation(LatexNotation):
    r"""LaTeX for an article: ids in sentences are references.

    `called` says what statements are called, by their ids.
    """

    called: Mapping[str, str] = field(default_factory=dict)

    def reference(self, identifier: str) -> str:
        r"""Return a reference to a statement, which is a link where it is in the same document."""
        shown = self.called.get(identifier, rf"\texttt{{{plain_id(identifier)}}}")
        return rf"\statementref{{{identifier}}}{{{shown}}}"

    def ids(self) -> Collection[str]:
        return self.called


@dataclass(frozen=True)
class RunningNotation(ArticleNotation):
    """LaTeX of formulas that run on among words: TeX can break them at every sign.

    It breaks no line inside fences that grow, nor in a fraction; so none grows, and long ones are
    written with a stroke. Between factors a line ends rather than that it sticks out.
    """

    between_factors: ClassVar[str] = r"\penalty900 "

    def parentheses(self, piece: Piece) -> str:
        return f"({piece.text})"

    def norm(self, text: str, metric: str, tall: bool) -> Piece:
        return super().norm(text, metric, False)

    def absolute(self, piece: Piece) -> Piece:
        return super().absolute(replace(piece, tall=False))

    def fraction(self, above: Piece, below: Piece) -> Piece:
        deep = r"\frac" in above.text + below.text
        if len(above.text) + len(below.text) <= SHORT and not deep:
            return super().fraction(above, below)
        parts = [p.text if p.level == ATOM else self.parentheses(p) for p in (above, below)]
        return Piece("/".join(parts), PRODUCT)
