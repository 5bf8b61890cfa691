"""LaTeX as authors write it, and as `LatexNotation` prints formulas, as mixed text for MathML.

Letters, indices, exponents, fractions, roots, matrices, accents, alphabets and the usual signs:
what stands in `latex=`, between dollar signs of a phrase, and in sentences once they are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verify.render.site.layout import escaped
from verify.render.site.mathml_rows import (
    ACCENT_MARKS,
    THIN,
    accented,
    bracketed_row,
    element,
    row,
    rows,
    word,
)
from verify.render.symbols import CHARACTER_OF_COMMAND

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
BIG = {r"\sum": "<mo>∑</mo>", r"\prod": "<mo>∏</mo>"}
UNDER = (r"\max", r"\min", r"\lim", r"\sup", r"\inf")
NAMED = (
    r"\sin", r"\cos", r"\tan", r"\cot", r"\arcsin", r"\arccos", r"\arctan", r"\sinh", r"\cosh",
    r"\tanh", r"\log", r"\ln", r"\exp", r"\det", r"\dim", r"\ker", r"\deg", r"\arg", *UNDER,
)  # fmt: skip
TEXTS = (r"\text", r"\textit", r"\mathrm", r"\operatorname", r"\mathit")
ACCENTED = tuple(rf"\{name}" for name in ACCENT_MARKS)
SPACES = {
    r"\,": ".17em", r"\:": ".22em", r"\;": ".28em", r"\ ": ".3em", "~": ".3em", r"\quad": "1em",
    r"\qquad": "2em",
}  # fmt: skip
SILENT = (
    r"\right", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr", r"\big", r"\!", r"\displaystyle",
)  # fmt: skip
APPLIED = tuple(name for name in NAMED if name not in UNDER)
BRACKETS = ("(", "[", "⟨")
CELL_ENDS = ("&", r"\\", r"\end")
PRIMES = {r"\prime": "′", "'": "′", "*": "∗"}
BOLD, DOUBLE, SCRIPT = (0x1D400, 0x1D7CE), (0x1D538, 0x1D7D8), (0x1D49C, None)
ALPHABETS = {r"\mathbf": BOLD, r"\mathbb": DOUBLE, r"\mathcal": SCRIPT}
# Letters that Unicode had before it had these alphabets.
OLDER = {
    r"\mathbb": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    r"\mathcal": dict(zip("BEFHILMR", "ℬℰℱℋℐℒℳℛ", strict=True)),
}


def mixed_of_latex(text: str) -> str:
    """Return LaTeX math as mixed text."""
    reader = _PageReader(TOKEN.findall(text))
    out = reader.sequence()
    while reader.at < len(reader.tokens):  # a brace too many ends nothing
        reader.at += 1
        out += reader.sequence()
    return out


class _PageReader:
    """Reads tokens once, from left to right."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens, self.at = tokens, 0

    def sequence(self, ends: Sequence[str] = ("}",)) -> str:
        out: list[str] = []
        while (token := self._peek()) and token not in ends:
            if token in ("^", "_"):
                out.append(self._scripted(out.pop() if out else "<mrow></mrow>", False))
                continue
            self.at += 1
            big = token in BIG or token in UNDER
            made = self._one(token)
            if self._peek() in ("^", "_"):
                made = self._scripted(made, big)
            out.append(made)
            if token in APPLIED and self._next() not in ("(", r"\left", "", *ends):
                out.append(THIN)
        return "".join(out)

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _next(self) -> str:
        """Return what comes after spaces."""
        while self._peek().isspace():
            self.at += 1
        return self._peek()

    def _scripted(self, base: str, big: bool) -> str:
        """Return something with the index and the exponent that follow it."""
        found: dict[str, str] = {}
        while (sign := self._peek()) in ("^", "_") and sign not in found:
            self.at += 1
            found[sign] = self._argument()
        sub, sup = ("munder", "mover") if big else ("msub", "msup")
        both = "munderover" if big else "msubsup"
        if len(found) == 2:
            return element(both, base, found["_"], found["^"])
        return element(sub, base, found["_"]) if "_" in found else element(sup, base, found["^"])

    def _argument(self) -> str:
        """Return the group or the single thing that a command or a script takes."""
        token = self._next()
        self.at += 1
        if token != "{":
            return self._one(token)
        inner = self.sequence()
        self.at += 1  # the closing brace, or the end
        return inner

    def _words(self) -> str:
        """Return the characters of a group as they are."""
        if self._peek() != "{":
            return self._argument()
        start = self.at + 1
        while self._peek() not in ("}", ""):
            self.at += 1
        self.at += 1
        return "".join(self.tokens[start : self.at - 1])

    def _one(self, token: str) -> str:
        if token == "{":
            self.at -= 1
            return self._grouped(self._argument())
        if token in BIG:
            return BIG[token]
        if token in NAMED:
            return word(token[1:])
        if token in TEXTS:
            return _text(token, self._words())
        if token in ALPHABETS:
            return "".join(_styled(token, character) for character in self._plain())
        if token in ACCENTED:
            return accented(self._argument(), token[1:])
        if token in (r"\frac", r"\tfrac", r"\dfrac"):
            small = ' displaystyle="false"' if token == r"\tfrac" else ""
            return f"<mfrac{small}>{row(self._argument())}{row(self._argument())}</mfrac>"
        if token == r"\binom":
            parts = f"{row(self._argument())}{row(self._argument())}"
            return f'<mrow><mo>(</mo><mfrac linethickness="0">{parts}</mfrac><mo>)</mo></mrow>'
        if token == r"\left":
            return self._fenced()
        if token == r"\sqrt":
            return f"<msqrt>{rows(self._argument())}</msqrt>"
        return self._matrix() if token == r"\begin" else self._sign(token)

    def _fenced(self) -> str:
        """Return what stands between \\left and \\right, which are as high as it is."""
        opener, inside = self._delimiter(), rows(self.sequence((r"\right",)))
        self.at += 1
        closer = self._delimiter()
        if opener in BRACKETS:
            return bracketed_row(opener, inside, closer)
        before = f"<mo>{opener}</mo>" if opener else ""
        after = f"<mo>{closer}</mo>" if opener else f'<mo form="postfix">{closer}</mo>'
        return f"<mrow>{before}{inside}{after}</mrow>"

    def _delimiter(self) -> str:
        token = self._next()
        self.at += 1
        return "" if token == "." else self._sign(token)

    def _matrix(self) -> str:
        """Return the table that a matrix environment holds, of its size and in its brackets."""
        kind, lines = self._words(), [[self.sequence(CELL_ENDS)]]
        while (end := self._peek()) in CELL_ENDS and end != r"\end":
            self.at += 1
            if end == "&":
                lines[-1].append(self.sequence(CELL_ENDS))
            else:
                lines.append([self.sequence(CELL_ENDS)])
        self.at += 1
        self._words()  # of \end
        cells = ("".join(f"<mtd>{rows(cell)}</mtd>" for cell in line) for line in lines)
        small = ' scriptlevel="1"' if kind == "smallmatrix" else ""
        table = f"<mtable{small}>{''.join(f'<mtr>{line}</mtr>' for line in cells)}</mtable>"
        return bracketed_row("(", table, ")") if kind == "pmatrix" else table

    def _plain(self) -> str:
        return re.sub(r"<[^<>]*>", "", self._argument())

    def _grouped(self, inner: str) -> str:
        return row(inner) if inner else ""

    def _sign(self, token: str) -> str:
        if token in SPACES:
            return f'<mspace width="{SPACES[token]}"/>'
        if token in SILENT:
            return ""
        if token in PRIMES:
            return PRIMES[token]
        if token in (r"\|", r"\top"):
            return "‖" if token == r"\|" else "⊤"
        if token == "-":
            return "−"
        known = CHARACTER_OF_COMMAND.get(token)
        if known is not None:
            return escaped(known)
        if token.startswith("\\"):
            return f"<mtext>{escaped(token)}</mtext>"
        return token if token.isalnum() or token.isspace() else escaped(token)


def _text(command: str, text: str) -> str:
    if command in (r"\text", r"\textit"):
        return f"<mtext>{escaped(text)}</mtext>"
    if len(text) == 1:
        upright = ' mathvariant="normal"' if command != r"\mathit" else ""
        return f"<mi{upright}>{escaped(text)}</mi>"
    return word(text)


def _styled(command: str, character: str) -> str:
    """Return a letter or a digit in an alphabet that Unicode has characters for."""
    older = OLDER.get(command, {})
    letters, digits = ALPHABETS[command]
    if character in older:
        made = older[character]
    elif "A" <= character <= "Z":
        made = chr(letters + ord(character) - ord("A"))
    elif "a" <= character <= "z":
        made = chr(letters + 26 + ord(character) - ord("a"))
    elif character.isdigit() and digits is not None:
        made = chr(digits + int(character))
    else:
        made = character
    return f"<mi>{escaped(made)}</mi>"
