"""LaTeX of modest size as one line of Unicode: formulas of sentences, phrases, names, labels.

Spaces are kept as the author has them, so that `\\tau w` is told as the printer tells a product.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from verify.language.names import MARKS
from verify.render.symbols import CHARACTER_OF_COMMAND, SUBSCRIPTS, SUPERSCRIPTS

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
WORDS = ("text", "textit", "textbf", "texttt", "textrm", "emph", "mathrm", "mathit", "operatorname")
ALPHABETS = ("mathbb", "mathcal", "mathbf", "mathfrak", "mathscr", "boldsymbol")
BLACKBOARD = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "S": "𝕊", "E": "𝔼"}
FUNCTIONS = (
    "sin", "cos", "tan", "cot", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "log", "ln",
    "exp", "det", "dim", "ker", "deg", "arg", "max", "min", "lim", "sup", "inf", "limsup", "liminf",
    "operatorname",
)  # fmt: skip
RELATIONS = frozenset("≤≥≠≈∈∉⊂∪∩∓→↦⇒⇔≡∼≪≫×∘∖")
SILENT = (
    "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "displaystyle",
    "textstyle",
)  # fmt: skip


def plain_text(latex: str) -> str:
    """Return words with formulas between dollar signs as one line of Unicode."""
    return _tidy("".join(_Reader(p, k % 2 == 1).all() for k, p in enumerate(latex.split("$"))))


def plain_formula(latex: str) -> str:
    """Return a formula, without its dollar signs, as one line of Unicode."""
    return _tidy(_Reader(latex, formula=True).all())


def _tidy(text: str) -> str:
    return re.sub(r" {2,}", " ", unicodedata.normalize("NFC", text)).strip()


class _Reader:
    """Reads tokens once, from left to right."""

    def __init__(self, latex: str, formula: bool) -> None:
        self.tokens, self.at, self.formula = TOKEN.findall(latex), 0, formula

    def all(self) -> str:
        out = self.sequence()
        while self.at < len(self.tokens):  # a brace too many ends nothing
            self.at += 1
            out += self.sequence()
        return out

    def sequence(self, ends: Sequence[str] = ("}",)) -> str:
        out = ""
        while (token := self._peek()) and token not in ends:
            self.at += 1
            out = self._joined(out, token)
        return out

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _joined(self, out: str, token: str) -> str:
        """Return the text before a token with what it stands for."""
        if token in ("^", "_"):
            inside = self._argument()
            if token == "^":
                return out + superscript(inside)
            tight = inside.replace(" ", "") if inside.replace(" ", "").isalpha() else inside
            return out + subscript([tight], [])
        shown = self._one(token)
        if token[1:] in FUNCTIONS:
            closed = out.endswith("|") and out.count("|") % 2 == 0
            before = " " if closed or re.search(r"[\w)\]²³]$", out) else ""
            after = " " if re.match(r"\\[A-Za-z]|\w", self._peek()) else ""
            return out + before + shown + after
        return f"{out.rstrip()} {shown} " if shown in RELATIONS and out else out + shown

    def _argument(self) -> str:
        """Return the group or the single thing that a command or a script takes."""
        while self._peek().isspace():
            self.at += 1
        token = self._peek()
        self.at += 1
        return self._one(token).strip()

    def _one(self, token: str) -> str:
        if token == "{":
            inner = self.sequence()
            self.at += 1  # the closing brace, or the end
            return inner
        if not token.startswith("\\"):
            return self._character(token)
        name = token[1:]
        if name in WORDS:
            return self._argument()
        if name in ALPHABETS:
            letter = self._argument()
            return BLACKBOARD.get(letter, letter) if name == "mathbb" else letter
        if name in MARKS:
            letter = self._argument()
            return letter[:1] + MARKS[name] + letter[1:]
        if name in ("frac", "tfrac", "dfrac"):
            above = self._argument()
            return f"{_factor(above)}/{_factor(self._argument())}"
        if name == "sqrt":
            inside = self._argument()
            return f"√{inside}" if len(inside) == 1 else f"√({inside})"
        if name == "binom":
            upper = self._argument()
            return f"C({upper}, {self._argument()})"
        if name == "begin":
            return self._matrix()
        return self._command(token, name)

    def _character(self, token: str) -> str:
        if token.isspace() or token == "~":
            return " "
        if not self.formula:
            return token
        return {"-": "−", "'": "′"}.get(token, token)

    def _command(self, token: str, name: str) -> str:
        if name in SILENT:
            if self._peek() == ".":  # a fence that is not seen
                self.at += 1
            return ""
        shown = CHARACTER_OF_COMMAND.get(token, name)
        if shown in "⟨∇∂√" and self._peek().isspace():
            self.at += 1  # only the end of the command
        return shown

    def _matrix(self) -> str:
        """Return the rows that a matrix environment holds: 1, 0; 0, 2."""
        kind, rows = self._argument(), [[self.sequence(("&", r"\\", r"\end"))]]
        while (end := self._peek()) in ("&", r"\\"):
            self.at += 1
            entry = self.sequence(("&", r"\\", r"\end"))
            rows[-1].append(entry) if end == "&" else rows.append([entry])
        self.at += 1
        self._argument()  # of \end
        told = "; ".join(", ".join(entry.strip() for entry in row) for row in rows)
        return {"pmatrix": f"({told})", "bmatrix": f"[{told}]"}.get(kind, told)


def _factor(text: str) -> str:
    return text if len(text) == 1 or text.isalnum() else f"({text})"


def subscript(own: Sequence[str], indices: Sequence[str]) -> str:
    """Return subscripts in small characters where Unicode has them all, else as _i or _{i, j}."""
    lists = [part for part in (list(own), list(indices)) if part]
    if not lists:
        return ""
    shown = ",".join(_beside(part) for part in lists)
    if all(character in SUBSCRIPTS for character in shown):
        return "".join(SUBSCRIPTS[character] for character in shown)
    return f"_{shown}" if len(shown) == 1 else f"_{{{shown}}}"


def _beside(letters: Sequence[str]) -> str:
    """Return indices of one letter each next to each other, others with commas."""
    tight = all(len(letter) == 1 for letter in letters)
    tight = tight and sum(letter.isdigit() for letter in letters) < 2
    return "".join(letters) if tight else ", ".join(letters)


def superscript(exponent: str) -> str:
    """Return an exponent in small characters where Unicode has them all, else as ^(...)."""
    exponent = exponent.replace("−", "-").replace("⊤", "T")
    if exponent in ("′", "*"):
        return exponent
    if all(character in SUPERSCRIPTS for character in exponent) and exponent[:1] not in "()":
        return "".join(SUPERSCRIPTS[character] for character in exponent)
    return f"^{exponent}" if len(exponent) == 1 or exponent.isalnum() else f"^({exponent})"
