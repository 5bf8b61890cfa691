"""Where a displayed LaTeX formula is broken into lines: at its relation, and before a term.

How much a line holds is counted in printed characters. What is a little too wide for the page all
the same, TeX itself sets smaller: see \\fitted in the style file.
"""

from __future__ import annotations

import re

from verify.writing.definitions import Display

LINE = 62  # printed characters of a formula on a line of the page
UNSEEN = r"\\(?:[tb]?frac|left|right|text|mathrm|displaystyle|begin\{\w+\}|end\{\w+\}|[,;! ])"
PRINTED = re.compile(rf"({UNSEEN})|\\[A-Za-z]+|\\.|[^\s{{}}^_&]")
FRACTION = re.compile(r"\\[tb]?frac\{([^{}]*)\}\{([^{}]*)\}")
TOKEN = re.compile(r"\\left|\\right|\\.|[{}()\[\]]| [+-] ")
STIFF, STIFF_ENDS = ("{", r"\left"), ("}", r"\right")  # TeX breaks no line between them
DEEPEST = 3


def size(formula: str) -> int:
    """Return about how many characters wide a formula is printed."""
    formula = FRACTION.sub(lambda found: max(found[1], found[2], key=len), formula)
    return sum(not found[1] for found in PRINTED.finditer(formula))


def display_body(display: Display, line: int = LINE) -> str:
    """Return a displayed formula with its condition, in as few lines as hold it."""
    rows = display_rows(display, line)
    if len(rows) == 1:
        return rows[0]
    return r"\begin{aligned} " + r" \\ ".join(rows) + r" \end{aligned}"


def display_rows(display: Display, line: int = LINE) -> list[str]:
    """Return the lines of a displayed formula with its condition; several are aligned at &."""
    condition = rf"\text{{{display.condition}}}" if display.condition else ""
    if size(display.formula) + size(condition) <= line:
        return [display.formula + (rf" \qquad {condition}" if condition else "")]
    rows = _rows(display, line) if size(display.formula) > line else [f"&{display.formula}"]
    if len(rows) == 1:
        rows = [f"&{display.formula}" if condition else display.formula]
    return [*rows, rf"&\qquad {condition}"] if condition else rows


def _rows(display: Display, line: int) -> list[str]:
    """Return the lines of a long formula: the sides are aligned, or the right one hangs below."""
    right = " ".join(display.terms)
    if not right:
        return [f"&{unary(row)}" for row in _packed(display.left, line)]
    if size(display.left) <= 0.4 * line:
        first, *more = _packed(right, line - size(display.left))
        return [f"{display.left} &{display.sign} {first}", *(rf"&\qquad {row}" for row in more)]
    first, *more = _packed(display.left, line)
    below = [rf"&\qquad {row}" for row in more]
    last, *others = _packed(right, line)
    hanging = [rf"&\quad {display.sign} {last}", *(rf"&\qquad {row}" for row in others)]
    return [f"&{unary(first)}", *below, *hanging]


def _packed(formula: str, line: int) -> list[str]:
    """Return a formula in as few lines as hold it, broken in as few parentheses as may be."""
    for depth in range(DEEPEST + 1):
        terms = _terms(formula, depth)
        if all(size(term) <= line for term in terms):
            break
    rows = [""]
    for term in terms:
        if rows[-1] and size(rows[-1]) + size(term) > line:
            rows.append("")
        rows[-1] = f"{rows[-1]} {term}".lstrip()
    return rows


def _terms(formula: str, deepest: int) -> list[str]:
    """Return the terms of a sum, and of sums in so many parentheses, each behind its sign."""
    stiff = depth = begin = 0
    terms = []
    for found in TOKEN.finditer(formula):
        token = found[0]
        stiff += (token in STIFF) - (token in STIFF_ENDS)
        depth += (token in "([") - (token in ")]")
        if token[0] == " " and not stiff and depth <= deepest:
            terms.append(formula[begin : found.start()])
            begin = found.start() + 1
    return [*terms, formula[begin:]]


def unary(formula: str) -> str:
    """Return a formula whose leading minus keeps close to what it negates."""
    return f"{{-}}{formula[1:]}" if formula.startswith("-") else formula


def is_short(display: Display, line: float = 0.5 * LINE) -> bool:
    """Tell whether a definition reads well inside a sentence."""
    tall = r"\sum" in display.formula and r"\frac" in display.formula
    nested = re.search(r"\\frac\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\\frac", display.formula)
    return size(display.formula) <= line and not tall and nested is None
