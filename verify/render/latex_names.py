"""What a statement is called in an article: kind, number and note, made from its label."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verify.render.hypotheses import is_run
from verify.render.latex_formulas import LatexNotation
from verify.render.words import has_label
from verify.statements.statement import Statement
from verify.writing.notation import ATOM, PRODUCT, Piece

KINDS = (
    "Theorem", "Lemma", "Proposition", "Corollary", "Definition", "Hypothesis", "Example", "Remark"
)  # fmt: skip
KIND = "|".join(KINDS)
NOTE = "\0{}\0"  # where a footnote may be
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
class PaperNotation(LatexNotation):
    r"""LaTeX of formulas that TeX can break at every sign; statements are referred to by \ref.

    It breaks no line inside fences that grow, nor in a fraction; so none grows, and long ones are
    written with a stroke. `called` says what the statements of a document are called; a reference
    to one that is `elsewhere` is followed by `NOTE`, which takes its id.
    """

    called: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Collection[str] = ()

    def reference(self, identifier: str, label: str = "") -> str:
        known = self.called.get(identifier)
        if known is None:
            shown = self.literal(label) if label else plain_id(identifier)
            return shown + NOTE.format(identifier) if identifier in self.elsewhere else shown
        return rf"{known.partition('~')[0]}~\ref{{{label_of(identifier)}}}"

    def ids(self) -> Collection[str]:
        return [*self.called, *self.elsewhere]

    def parentheses(self, piece: Piece) -> str:
        return rf"\bigl({piece.text}\bigr)" if piece.tall else f"({piece.text})"

    def norm(self, text: str, metric: str, tall: bool) -> Piece:
        return super().norm(text, metric, False)

    def absolute(self, piece: Piece) -> Piece:
        return super().absolute(replace(piece, tall=False))

    def at(self, body: str, where: Sequence[str]) -> Piece:
        shown = r",\,".join(where)
        return Piece(rf"({body})|_{{{shown}}}", raised=True)

    def fraction(self, above: Piece, below: Piece) -> Piece:
        deep = r"\frac" in above.text + below.text
        if len(above.text) + len(below.text) <= SHORT and not deep:
            return super().fraction(above, below)
        parts = [p.text if p.level == ATOM else self.parentheses(p) for p in (above, below)]
        return Piece("/".join(parts), PRODUCT)


def label_of(identifier: str) -> str:
    r"""Return what a statement is called by \label."""
    return f"verify:{identifier}"


PREAMBLE = r"""\documentclass[10pt,a4paper,reqno]{amsart}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb,amsthm}
\usepackage{array,graphicx}
% Only protrusion: expansion asks for scalable fonts in every encoding, which few have.
\IfFileExists{microtype.sty}{\usepackage[expansion=false]{microtype}}{}
\usepackage[hidelinks]{hyperref}
\tolerance=9999\emergencystretch=4em
\setlength{\textwidth}{455pt}\setlength{\oddsidemargin}{-1pt}\setlength{\evensidemargin}{-1pt}
\setlength{\textheight}{732pt}\setlength{\topmargin}{-48pt}
\setcounter{tocdepth}{1}\setlength{\captionindent}{0pt}
\raggedbottom\allowdisplaybreaks[1]
% Sections bear the papers' own numbers, which start from 1 in every part.
\renewcommand{\theHsection}{\thepart.\thesection}
"""


def pdf_title(latex: str) -> str:
    """Return what gives a PDF its title, and its author."""
    return rf"\hypersetup{{pdftitle={{{latex}}}, pdfauthor={{attention-proofs}}}}"
