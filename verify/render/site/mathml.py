"""Formulas and sentences in HTML, formulas as MathML that browsers set without any library.

Formulas are printed as LaTeX, like those of authors, and one reader takes both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from verify.language.names import MARKS
from verify.render import latex_tree as tree
from verify.render.latex_formulas import LatexNotation
from verify.render.latex_tree import Node, parsed_latex, styled
from verify.render.plain_latex import plain_text
from verify.render.site.layout import escaped, link, statement_path
from verify.render.symbols import CHARACTER_OF_COMMAND
from verify.writing.notation import Piece


@lru_cache(maxsize=16384)
def math(latex: str, *, continued: bool = False) -> str:
    """Return LaTeX as a `math` element; `continued` begins with a sign between terms."""
    return f"<math>{''.join(_elements(parsed_latex(latex), continued))}</math>"


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


# ------------------------------------------------------------------ rows of elements


# A dot is set as what stands over a letter: as an accent, browsers draw it into some letters.
ACCENT_MARKS = {
    r"\bar": '<mo stretchy="false">¯</mo>', r"\hat": '<mo stretchy="false">^</mo>',
    r"\tilde": '<mo stretchy="false">~</mo>', r"\dot": "<mo>˙</mo>",
}  # fmt: skip
THIN = '<mspace width=".17em"/>'
BIG = {r"\sum": "<mo>∑</mo>", r"\prod": "<mo>∏</mo>"}
UPRIGHT = (r"\mathrm", r"\mathit", r"\operatorname")
SPACES = {
    r"\,": ".17em", r"\:": ".22em", r"\;": ".28em", r"\ ": ".3em", "~": ".3em", r"\quad": "1em",
    r"\qquad": "2em",
}  # fmt: skip
SIGNS = {r"\prime": "′", "'": "′", "*": "∗", r"\|": "‖", r"\top": "⊤", "-": "−"}
CLOSING = {"(": ")", "[": "]", "⟨": "⟩"}
CLOSERS = frozenset(CLOSING.values())
UNARY = frozenset("+−±∓")
COMBINING = re.compile(r"[\u0300-\u036F]")
TALL = re.compile(r"<mfrac|<munder|<mtable|<mo>\(|<msqrt")
LETTERS_LIKE = frozenset("∞∅…⋯")
BAR = re.compile(r"(<m(?:sup|sub|subsup)>)?<mo>([|‖])</mo>")
AFTER_OPERAND = re.compile(r"(?<!<mi>[/(\[⟨])</m(?!o>)[a-z]+>$|<mo[^<>]*>[)\]⟩′!|‖]</mo>$")
TAG = re.compile(r"<[^<>]*>")
MINUS, PREFIX = "<mo>−</mo>", '<mo form="prefix">−</mo>'


def _elements(row: Sequence[Node], continued: bool = False) -> list[str]:
    """Return the elements of a row; a bracket and what it encloses are set together.

    `continued` says that a first plus or minus stands between this and something before it.
    """
    stack: list[tuple[str, list[str]]] = [("", [])]
    for piece in _pieces(row):
        out = stack[-1][1]
        if piece in CLOSING:
            stack.append((piece, []))
        elif piece in CLOSERS and len(stack) > 1:
            opener, inside = stack.pop()  # [a, b) is an interval: any closing bracket will do
            stack[-1][1].extend(_bracketed(opener, _short_bars(inside), piece))
        elif COMBINING.match(piece) and out:  # an accent that combines with the letter before it
            out[-1] = re.sub(r"(</m[a-z]+>)$", rf"{piece}\1", out[-1])
        else:
            out.append(_element(piece, out, continued and len(stack) == 1))
    while len(stack) > 1:  # never closed: the bracket stands by itself
        opener, rest = stack.pop()
        stack[-1][1].extend([_letter(opener), *rest])
    return _short_bars(stack[0][1])


def _element(piece: str, before: Sequence[str], continued: bool) -> str:
    """Return a piece as an element; what it is may depend on what stands `before` it."""
    if piece[0] == "<":
        return piece
    if piece[0].isdecimal():
        return f"<mn>{piece}</mn>"
    if piece in UNARY:
        if continued and not before:
            return f'<mo form="infix">{piece}</mo>'
        # A browser takes the first sign of a row for a prefix, and all others for infix.
        infix = not before or AFTER_OPERAND.search(before[-1])
        return f"<mo>{piece}</mo>" if infix else f'<mo form="prefix">{piece}</mo>'
    if piece.isalpha() or piece in LETTERS_LIKE or piece in CLOSERS:
        return _letter(piece)
    return "<mi>/</mi>" if piece == "/" else f"<mo>{piece}</mo>"  # `/` is spaced like no sign


def _pieces(row: Sequence[Node]) -> list[str]:
    """Return elements, and characters of which elements will be made."""
    out: list[str] = []
    for place, node in enumerate(row):
        out += _made(node)
        if node.first in tree.FUNCTIONS:
            after = next((n.first for n in row[place + 1 :] if not n.first.isspace()), "(")
            out += [THIN] if after not in ("(", r"\left") else []
    return out


def _one(row: Sequence[Node]) -> str:
    """Return a row as exactly one element."""
    made = _elements(row)
    return made[0] if len(made) == 1 else f"<mrow>{''.join(made)}</mrow>"


def _made(node: Node) -> list[str]:
    """Return what a node is made into."""
    command, parts = node.command, node.parts
    if command in tree.SCRIPTS:
        return [_scripted(node)]
    if command == "{":
        return [_one(parts[0])] if parts[0] else []
    if command in BIG:
        return [BIG[command]]
    if command in tree.FUNCTIONS or command in tree.UNDER:
        return [f"<mi>{command[1:]}</mi>"]
    if command in tree.TEXTS:
        return [_text(command, node.words)]
    if command in tree.ALPHABETS:
        letters = TAG.sub("", "".join(_elements(parts[0])))
        return [f"<mi>{escaped(one)}</mi>" for one in styled(command, letters)]
    if command[1:] in MARKS:
        mark = ACCENT_MARKS.get(command, f"<mo>{MARKS[command[1:]]}</mo>")
        accent = "" if command == r"\dot" else ' accent="true"'
        return [f"<mover{accent}>{_one(parts[0])}{mark}</mover>"]
    if command in tree.FRACTIONS:
        small = ' displaystyle="false"' if command == r"\tfrac" else ""
        return [f"<mfrac{small}>{''.join(map(_one, parts))}</mfrac>"]
    if command == r"\binom":
        above = f'<mfrac linethickness="0">{"".join(map(_one, parts))}</mfrac>'
        return [f"<mrow><mo>(</mo>{above}<mo>)</mo></mrow>"]
    if command == r"\sqrt":
        return [f"<msqrt>{''.join(_elements(parts[0]))}</msqrt>"]
    if command == r"\left":
        return _fenced(node)
    return _matrix(node) if command == r"\begin" else _sign(command)


def _scripted(node: Node) -> str:
    """Return something with its index and exponent, below and above what is big."""
    base, found = node.parts[0], dict(zip(node.command, node.parts[1:], strict=True))
    big = base[0].command in BIG or base[0].command in tree.UNDER
    below, above = ("under", "over") if big else ("sub", "sup")
    tag = f"m{below if '_' in found else ''}{above if '^' in found else ''}"
    parts = (base, *(found[sign] for sign in "_^" if sign in found))
    return f"<{tag}>{''.join(map(_one, parts))}</{tag}>"


def _fenced(node: Node) -> list[str]:
    """Return what stands between \\left and \\right, which are as high as it is."""
    (opening,), row, (closing,) = node.parts
    opener, closer = (
        "" if end.command == "." else "".join(_sign(end.command)) for end in (opening, closing)
    )
    inside = _elements(row)
    if opener in CLOSING:
        return _bracketed(opener, inside, closer)
    before = [f"<mo>{opener}</mo>"] if opener else []
    after = f"<mo>{closer}</mo>" if opener else f'<mo form="postfix">{closer}</mo>'
    return [f"<mrow>{''.join((*before, *inside, after))}</mrow>"]


def _matrix(node: Node) -> list[str]:
    """Return the table that a matrix environment holds, of its size and in its brackets."""
    lines = (
        "".join(f"<mtd>{''.join(_elements(cell.parts[0]))}</mtd>" for cell in row)
        for row in node.parts
    )
    small = ' scriptlevel="1"' if node.words == "smallmatrix" else ""
    table = f"<mtable{small}>{''.join(f'<mtr>{line}</mtr>' for line in lines)}</mtable>"
    return _bracketed("(", [table], ")") if node.words == "pmatrix" else [table]


def _sign(token: str) -> list[str]:
    """Return what a token stands for: an element, or a character."""
    if token in SPACES:
        return [f'<mspace width="{SPACES[token]}"/>']
    if token in tree.SILENT or token == r"\!" or token.isspace():
        return []
    known = SIGNS.get(token) or CHARACTER_OF_COMMAND.get(token)
    if known is None and token.startswith("\\"):
        return [f"<mtext>{escaped(token)}</mtext>"]
    return list(filter(None, [escaped(known if known is not None else token)]))


def _text(command: str, text: str) -> str:
    if command not in UPRIGHT:
        return f"<mtext>{escaped(text)}</mtext>"
    upright = ' mathvariant="normal"' if len(text) == 1 and command != r"\mathit" else ""
    return f"<mi{upright}>{escaped(text)}</mi>"


def _bracketed(opener: str, inside: list[str], closer: str) -> list[str]:
    """Return elements in brackets, which grow only around what is taller than a line.

    Browsers leave as much room beside a bracket that may grow as its largest size would need.
    """
    if inside[:1] == [MINUS]:  # browsers take a sign for a prefix first in a row alone
        inside = [PREFIX, *inside[1:]]
    if TALL.search("".join(inside)):
        return [f"<mrow><mo>{opener}</mo>{''.join(inside)}<mo>{closer}</mo></mrow>"]
    return [_letter(opener), *inside, _letter(closer)]


def _short_bars(made: list[str]) -> list[str]:
    """Return elements with the bars of a norm or an absolute value as they are around a letter.

    Only around what is taller than a line may they grow. The last one may have indices.
    """
    opened: dict[str, int] = {}
    for place, part in enumerate(made):
        found = BAR.match(part)
        if found is None:
            continue
        if found[2] not in opened and not found[1]:
            opened[found[2]] = place
        elif found[2] in opened:
            start = opened.pop(found[2])
            if not TALL.search("".join(made[start + 1 : place])):
                made[start] = f"<mi>{found[2]}</mi>"
                made[place] = BAR.sub(r"\1<mi>\2</mi>", part, count=1)
            if made[start + 1] == MINUS:  # as in a row of its own
                made[start + 1] = PREFIX
    return made


def _letter(character: str) -> str:
    return f"<mi>{escaped(character)}</mi>"  # a bracket would grow as an operator
