"""LaTeX of modest size as a tree: what authors write, and what `LatexNotation` prints.

Terminals (`plain_latex`) and pages (`site.mathml`) write what it means, each in its own way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from verify.language.names import MARKS

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|\d+(?:\.\d+)?|.", re.DOTALL)
TEXTS, ALPHABETS, UNDER, FUNCTIONS, SILENT = (
    frozenset(f"\\{name}" for name in names.split())
    for names in (
        "text textit textbf texttt textrm emph mathrm mathit operatorname",
        "mathbb mathcal mathbf mathfrak mathscr boldsymbol",
        "max min lim sup inf limsup liminf",
        "sin cos tan cot arcsin arccos arctan sinh cosh tanh log ln exp det dim ker deg arg",
        "left right big Big bigg Bigg bigl bigr Bigl Bigr displaystyle textstyle",
    )
)
STYLES = {
    r"\mathbf": "BOLD", r"\mathbb": "DOUBLE-STRUCK", r"\mathcal": "SCRIPT", r"\mathscr": "SCRIPT",
    r"\mathfrak": "FRAKTUR",
}  # fmt: skip
FRACTIONS = (r"\frac", r"\tfrac", r"\dfrac")
ACCENTS = tuple(f"\\{name}" for name in MARKS)
PARTS = {
    **dict.fromkeys((*ALPHABETS, *ACCENTS, r"\sqrt"), 1),
    **dict.fromkeys((*FRACTIONS, r"\binom"), 2),
}
SCRIPTS = ("^", "_", "^_", "_^")
CELL_ENDS = ("&", r"\\", r"\end")


class Node(NamedTuple):
    """A token, or a command with the rows that are its parts.

    A group is "{"; "_^" has a base, an index and an exponent; of `TEXTS` and of an environment
    `words` are the characters in braces; a matrix has a group a cell in every row, and `\\left` has
    its brackets as rows around what they enclose.
    """

    command: str
    parts: tuple[tuple[Node, ...], ...] = ()
    words: str = ""

    @property
    def first(self) -> str:
        """Return the token that it begins with."""
        return self.parts[0][0].first if self.command in SCRIPTS else self.command


def styled(command: str, text: str) -> str:
    """Return letters and digits in an alphabet that Unicode has characters for."""
    return "".join(_styled(STYLES.get(command, ""), one) for one in text)


def _styled(style: str, character: str) -> str:
    """Return a character in a style; some letters Unicode had before it had the alphabets."""
    name = unicodedata.name(character, "").removeprefix("LATIN ").replace("LETTER ", "")
    for known in (f"MATHEMATICAL {style} {name}", f"{style} {name}") if style else ():
        with suppress(KeyError):
            return unicodedata.lookup(known)
    return character


def parsed_latex(text: str) -> list[Node]:
    """Return LaTeX as a row; a brace too many ends nothing."""
    reader = _Reader(TOKEN.findall(text))
    out = reader.row()
    while reader.at < len(reader.tokens):
        reader.at += 1
        out += reader.row()
    return out


class _Reader:
    """Reads tokens once, from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def row(self, ends: Sequence[str] = ("}",)) -> list[Node]:
        out: list[Node] = []
        while (token := self._peek()) and token not in ends:
            self.at += 1
            if token in SCRIPTS:
                out.append(self._scripted(out.pop() if out else Node(""), token))
            else:
                out.append(self._one(token))
        return out

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _next(self) -> str:
        """Return what comes after spaces, and step over it."""
        while self._peek().isspace():
            self.at += 1
        token = self._peek()
        self.at += 1
        return token

    def _scripted(self, base: Node, sign: str) -> Node:
        """Return something with the index or the exponent that follows it, or with both."""
        script = self._argument()
        if base.command in SCRIPTS and base.command + sign in SCRIPTS:
            return Node(base.command + sign, (*base.parts, script))
        return Node(sign, ((base,), script))

    def _argument(self) -> tuple[Node, ...]:
        """Return the group or the single thing that a command or a script takes."""
        token = self._next()
        if token == "{":
            return self._group()
        if token[1:] and token[0].isdigit():  # of a number it takes a digit
            self.tokens[self.at : self.at] = TOKEN.findall(token[1:])
        return (self._one(token[0] if token[:1].isdigit() else token),)

    def _group(self) -> tuple[Node, ...]:
        inner = tuple(self.row())
        self.at += 1  # the closing brace, or the end
        return inner

    def _words(self) -> str:
        """Return the characters of a group as they are."""
        token = self._next()
        start, depth = self.at, int(token == "{")
        while depth and self._peek():
            depth += {"{": 1, "}": -1}.get(self._peek(), 0)
            self.at += 1
        return "".join(self.tokens[start : self.at - 1]) if token == "{" else token

    def _one(self, token: str) -> Node:
        if token == "{":
            return Node(token, (self._group(),))
        if token in PARTS:
            return Node(token, tuple(self._argument() for _ in range(PARTS[token])))
        if token in TEXTS:
            return Node(token, (), self._words())
        if token == r"\left":
            opener, inside = Node(self._next()), tuple(self.row((r"\right",)))
            self.at += 1
            return Node(token, ((opener,), inside, (Node(self._next()),)))
        return self._matrix() if token == r"\begin" else Node(token)

    def _matrix(self) -> Node:
        kind, rows = self._words(), [[self._cell()]]
        while (end := self._peek()) in CELL_ENDS[:2]:
            self.at += 1
            cell = self._cell()
            rows[-1].append(cell) if end == "&" else rows.append([cell])
        self.at += 1
        self._words()  # of \end
        return Node(r"\begin", tuple(map(tuple, rows)), kind)

    def _cell(self) -> Node:
        return Node("{", (tuple(self.row(CELL_ENDS)),))
