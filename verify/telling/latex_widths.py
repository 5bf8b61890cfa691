"""How wide a LaTeX formula comes out, in points at ten points' size: Computer Modern's widths.

TeX's own rules in small: atoms with their classes, the space between classes, smaller scripts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

Atom = Literal["ord", "op", "bin", "rel", "open", "close", "punct", "inner", "space"]
THIN, MEDIUM, THICK, SCRIPT = 1.67, 2.22, 2.78, 0.78
ITALIC = {
    2.5: r"\prime", 3.0: r"l \cdot [ ] | , . ! ' : ;", 3.5: r"i t \iota", 4.0: r"\ell ( )",
    4.5: r"b c e j s \varepsilon",
    5.0: r"d g o p q r v z I \delta \zeta \theta \xi \rho \| / \{ \}",
    5.5: r"a k u x y \gamma \eta \nu \tau \mathbf \mathbb",
    6.0: r"f h n \beta \kappa \lambda \mu \pi \sigma \upsilon",
    6.5: r"J S \alpha \varphi \chi \omega \Gamma \Xi \mathcal", 6.7: r"\in",
    7.0: r"L T \psi \Lambda \Sigma \Phi \Omega", 7.5: r"w A R Z \Pi",
    8.0: r"B C E F G O P Q U V Y \Theta \Upsilon \Psi \top \perp \times \pm + - = < > \le \ge \ne",
    8.5: r"D \Delta \ln", 9.0: r"m H K N X", 10.0: r"\infty \int", 11.0: r"M W",
    12.5: r"\sin", 13.0: r"\log", 13.5: r"\dots \cdots \cos", 14.5: r"\sum \tan", 15.5: r"\exp",
    16.5: r"\min", 18.5: r"\max", 28.0: r"\arctan",
}  # fmt: skip
UPRIGHT = {
    3.0: "ijl.,:;'|", 3.5: "I-", 4.0: "frst()[]", 4.5: "cez", 5.0: "agoJ0123456789/",
    5.5: "bdhknpquvxyS", 6.0: "Z", 6.5: "FL", 7.0: "BCEPT", 7.5: "wADHNRUVX", 8.0: "GKOQY=+<>",
    8.5: "m", 9.0: "M", 10.5: "W", 3.33: " ",
}  # fmt: skip
WIDTHS = {token: size for size, tokens in ITALIC.items() for token in tokens.split()}
LETTERS = {letter: size for size, letters in UPRIGHT.items() for letter in letters}
CLASSES: dict[str, Atom] = {
    **dict.fromkeys(("=", "<", ">", r"\le", r"\ge", r"\ne", r"\in", r"\perp", r"\to"), "rel"),
    **dict.fromkeys(("+", "-", r"\cdot", r"\times", r"\pm"), "bin"),
    **dict.fromkeys(("(", "[", r"\{"), "open"),
    **dict.fromkeys((")", "]", r"\}"), "close"),
    **dict.fromkeys((",", ";"), "punct"),
    **dict.fromkeys((r"\sum", r"\sin", r"\cos", r"\tan", r"\log", r"\exp", r"\arctan", r"\max",
                     r"\min", r"\ln"), "op"),
    **dict.fromkeys((r"\quad", r"\qquad"), "space"),
}  # fmt: skip
SPACES = {
    r"\,": THIN, r"\;": THICK, r"\!": -THIN, r"\ ": 3.33, "~": 3.33,
    r"\quad": 10.0, r"\qquad": 20.0,
}  # fmt: skip
ACCENTS = (r"\dot", r"\bar", r"\hat", r"\tilde")
FENCES = (r"\biggl", r"\biggr")
IGNORED = (r"\displaystyle", r"\limits", "&", "$")
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_]|\s+|.", re.S)
MATRIX = re.compile(r"\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", re.S)
TEXT = re.compile(r"\\(?:text|mathrm|operatorname)\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
POINT = "\ue000"  # stands for one point of a part whose width is known


@lru_cache(maxsize=1 << 16)  # an article shows most formulas twice
def width(formula: str) -> float:
    """Return the width, in points, of a displayed formula."""
    return _Row(_with_points(formula)).width(display=True)


def _with_points(formula: str) -> str:
    """Return a formula with matrices and words in it replaced by so many points."""
    formula = MATRIX.sub(lambda found: POINT * round(_matrix_width(found[1])), formula)
    return TEXT.sub(lambda found: POINT * round(words_width(found[1])), formula)


def words_width(words: str) -> float:
    """Return the width of words, formulas between dollar signs among them."""
    total = 0.0
    for at, part in enumerate(re.split(r"\$([^$]*)\$", words)):
        plain = re.sub(r"\\[A-Za-z]+|[{}\\]", "", part)
        total += width(part) if at % 2 else sum(LETTERS.get(c, 5.5) for c in plain)
    return total


def _matrix_width(body: str) -> float:
    rows = [re.split(r"(?<!\\)&", row) for row in re.split(r"\\\\(?:\[[^\]]*\])?", body)]
    columns = zip(*[row for row in rows if len(row) == len(rows[0])], strict=True)
    inside = [max(_Row(_with_points(cell)).width(display=False) for cell in c) for c in columns]
    return sum(inside) + 10.0 * (len(inside) - 1) + 16.0  # the space between columns, parentheses


class _Row:
    """A row of tokens, measured once."""

    def __init__(self, formula: str) -> None:
        self.tokens = [token for token in TOKEN.findall(formula) if not token.isspace()]
        self.at = 0

    def width(self, *, display: bool, script: bool = False) -> float:
        """Return the width of the whole row."""
        return _spaced(self._atoms(None, display, script), script)

    def _atoms(self, end: str | None, display: bool, script: bool) -> list[tuple[float, Atom]]:
        out: list[tuple[float, Atom]] = []
        while self.at < len(self.tokens) and self.tokens[self.at] != end:
            out.append(self._atom(display, script))
        self.at += 1
        return out

    def _atom(self, display: bool, script: bool) -> tuple[float, Atom]:
        size, kind = self._nucleus(display, script)
        above = below = 0.0
        limits = kind == "op" and display and size > 14.0 and not script
        while self.at < len(self.tokens) and self.tokens[self.at] in "^_":
            sign = self.tokens[self.at]
            self.at += 1
            inner = SCRIPT * self._argument(False, True)
            above, below = (inner, below) if sign == "^" else (above, inner)
        scripts = max(above, below)
        if limits:
            return max(size, scripts), kind
        return size + scripts + (0.5 if scripts else 0.0), kind

    def _argument(self, display: bool, script: bool) -> float:
        if self.at >= len(self.tokens):
            return 0.0
        if self.tokens[self.at] == "{":
            self.at += 1
            return _spaced(self._atoms("}", display, script), script)
        return self._nucleus(display, script)[0]

    def _nucleus(self, display: bool, script: bool) -> tuple[float, Atom]:
        token = self.tokens[self.at]
        if token == "{":
            return self._argument(display, script), "ord"
        self.at += 1
        if token in (r"\frac", r"\tfrac", r"\binom"):
            small = token == r"\tfrac" or not display
            scale = SCRIPT if small and not script else 1.0
            sides = [self._argument(False, small or script) for _ in range(2)]
            return scale * max(sides) + (2.4 if token != r"\binom" else 12.0), "inner"
        if token == r"\sqrt":
            return self._argument(display, script) + 8.3, "ord"
        if token in ACCENTS:
            return self._argument(display, script), "ord"
        if token == r"\left":
            return self._fenced(display, script)
        if token in FENCES:
            self.at += 1
            return 7.4, "open" if token == r"\biggl" else "close"
        if token in (r"\mathbf", r"\mathbb", r"\mathcal"):
            self._argument(display, script)
            return WIDTHS[token], "ord"
        if token in SPACES:
            return SPACES[token], "space"
        if token in IGNORED:
            return 0.0, "space"
        size = 1.0 if token == POINT else WIDTHS.get(token, 5.0 if token.isdigit() else 6.0)
        small_sum = token == r"\sum" and not display
        return (10.6 if small_sum else size), CLASSES.get(token, "ord")

    def _fenced(self, display: bool, script: bool) -> tuple[float, Atom]:
        start = self.at
        opening = self.tokens[self.at]
        self.at += 1
        inside = self._atoms(r"\right", display, script)
        self.at += 1  # the closing fence
        content = self.tokens[start : self.at]
        fence = (
            8.75 if r"\sum" in content and display else 7.4 if content.count(r"\frac") > 1 else 6.0
        )
        fence = 3.4 if opening in ("|", ".") else fence
        return _spaced(inside, script) + 2 * fence, "inner"


def _spaced(atoms: Sequence[tuple[float, Atom]], script: bool) -> float:
    """Return the width of atoms with the space that TeX puts between them."""
    total = sum(size for size, _ in atoms)
    kinds = [kind for size, kind in atoms if size or kind != "space"]
    for at, kind in enumerate(kinds):
        before = kinds[at - 1] if at else "open"
        if kind == "rel" and not script:
            total += 2 * THICK
        elif kind == "bin" and not script and before in ("ord", "close", "inner"):
            total += 2 * MEDIUM
        elif kind == "punct" and not script:
            total += THIN
    for before, after in pairwise(kinds):
        total += THIN if _is_thin(before, after, script) else 0.0
    return total


def _is_thin(before: Atom, after: Atom, script: bool) -> bool:
    """Tell whether TeX puts a thin space between two atoms."""
    if "op" in (before, after):
        return (before, after) != ("op", "open") and not {before, after} & {"rel", "bin", "space"}
    if script or "inner" not in (before, after):
        return False
    return not {before, after} & {"rel", "bin", "space"} and after != "close" and before != "open"
