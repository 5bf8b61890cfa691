"""How wide a LaTeX formula comes out, and where a displayed one is broken into lines."""

from __future__ import annotations

import re

from verify.telling.definitions import Display

LINE = 330.0  # points that a displayed formula may take beside its grade, on the page we set
LETTER, CAPITAL, DIGIT, RELATION, BINARY, FENCE, BIG = 6.0, 8.5, 5.5, 14.0, 12.0, 4.3, 14.0
WIDE = {r"\le", r"\ge", r"\ne", r"\in", "=", "<", ">"}
EMPTY = {
    r"\left", r"\right", r"\displaystyle", r"\bigl", r"\bigr", r"\mathrm", r"\text", r"\operatorname",
}  # fmt: skip
WORDS = {r"\sin": 16.0, r"\cos": 18.0, r"\tan": 18.0, r"\log": 18.0, r"\exp": 20.0, r"\arctan": 33.0}
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_]|\s+|.")


def width(formula: str) -> float:
    """Return an estimate, in points, of a displayed formula's width."""
    tokens = [token for token in TOKEN.findall(formula) if not token.isspace()]
    return _row(tokens, 0, None)[0]


def _row(tokens: list[str], at: int, end: str | None) -> tuple[float, int]:
    total = 0.0
    while at < len(tokens) and tokens[at] != end:
        size, at = _atom(tokens, at)
        total += size
    return total, at + 1


def _atom(tokens: list[str], at: int) -> tuple[float, int]:
    token = tokens[at]
    if token == "{":
        return _row(tokens, at + 1, "}")
    if token in "^_":
        size, at = _argument(tokens, at + 1)
        return 0.7 * size, at
    if token in (r"\frac", r"\tfrac", r"\binom"):
        above, at = _argument(tokens, at + 1)
        below, at = _argument(tokens, at)
        return (0.75 if token == r"\tfrac" else 1.0) * max(above, below) + 3.0, at
    if token == r"\sum":
        return _big_sum(tokens, at + 1)
    if token == r"\sqrt":
        size, at = _argument(tokens, at + 1)
        return size + 9.0, at
    return _width_of(token), at + 1


def _argument(tokens: list[str], at: int) -> tuple[float, int]:
    return _atom(tokens, at) if at < len(tokens) else (0.0, at)


def _big_sum(tokens: list[str], at: int) -> tuple[float, int]:
    """A sum is as wide as its sign or as what stands under and over it."""
    size = BIG
    while at < len(tokens) and tokens[at] in "^_":
        below, at = _argument(tokens, at + 1)
        size = max(size, 0.7 * below)
    return size + 2.0, at


def _width_of(token: str) -> float:
    if token in WIDE:
        return RELATION
    if token in ("+", "-"):
        return BINARY
    if token in EMPTY or token == "\\!":
        return 0.0
    if token in (r"\,", r"\;"):
        return 2.0
    if token in "()[]|,." or token == r"\|":
        return FENCE
    if token in WORDS:
        return WORDS[token]
    return DIGIT if token.isdigit() else CAPITAL if token.isupper() else LETTER


def display_body(display: Display, line: float = LINE) -> str:
    """Return a displayed formula, broken before signs and terms where one line cannot hold it."""
    condition = rf"\text{{{display.condition}}}" if display.condition else ""
    aside = rf" \qquad {condition}" if condition else ""
    if width(display.formula + (rf" \qquad {_math_of(condition)}" if condition else "")) <= line:
        return display.formula + aside
    rows = _rows(display, line)
    if condition and width(rows[-1]) + width(_math_of(condition)) + 24.0 <= line:
        rows[-1] += aside
    elif condition:
        rows.append(rf"&\qquad {condition}")
    if len(rows) == 1:
        return rows[0].replace("&", "", 1)
    return r"\begin{aligned} " + r" \\ ".join(rows) + r" \end{aligned}"


def _rows(display: Display, line: float) -> list[str]:
    """Return the lines of an aligned formula: the left side, then as many terms as fit."""
    rows, row = [], f"{display.left} &{display.sign}"
    indent = width(display.left)
    if indent > 0.4 * line:
        rows, row, indent = [f"&{display.left}"], rf"&\quad {display.sign}", 11.0
    used = indent + RELATION
    for number, term in enumerate(display.terms):
        size = width(term)
        if number and used + size > line:
            rows.append(row)
            row, used = rf"&\qquad {term}", indent + 2 * RELATION + size
        else:
            row, used = f"{row} {term}", used + size
    return [*rows, row]


def _math_of(condition: str) -> str:
    """Return words with formulas in them as something whose width can be estimated."""
    return condition.replace("$", "")


def is_short(display: Display, line: float = 0.5 * LINE) -> bool:
    """Tell whether a definition reads well inside a sentence."""
    tall = r"\sum" in display.formula and r"\frac" in display.formula
    return width(display.formula) <= line and not tall and not _is_deep(display.formula)


def _is_deep(formula: str) -> bool:
    """Tell whether a formula has a fraction in a fraction."""
    return bool(re.search(r"\\frac\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\\frac", formula))
