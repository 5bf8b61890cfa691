"""Where a displayed LaTeX formula is broken into lines: at relations, at signs, between factors."""

from __future__ import annotations

import re

from verify.telling.latex_widths import width
from verify.writing.definitions import Display

__all__ = ["LINE", "broken", "display_body", "display_rows", "is_short", "unary", "width"]
LINE = 338.0  # points for a formula; the narrowest page in use, article at ten points, has 345
QUAD, RELATION = 10.0, 13.5
OPERATOR = re.compile(
    r"(?:\\frac\{d\}\{dt\}|\\mathrm\{D\}_\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})(?:\\,)?$"
)
TOKEN = re.compile(r"\\(?:left|right|biggl|biggr)(?![a-z])|\\.|[{}()|]| [+-] ")
FRACTION = re.compile(r"\\frac\{")


def display_body(display: Display, line: float = LINE) -> str:
    """Return a displayed formula with its condition, in as few lines as hold it."""
    rows = display_rows(display, line)
    if len(rows) == 1:
        return rows[0]
    return r"\begin{aligned} " + r" \\ ".join(rows) + r" \end{aligned}"


def display_rows(display: Display, line: float = LINE) -> list[str]:
    """Return the lines of a displayed formula with its condition; several are aligned at &."""
    condition = rf"\text{{{display.condition}}}" if display.condition else ""
    aside = width(condition) + 2 * QUAD if condition else 0.0
    if width(display.formula) + aside <= line:
        return [display.formula + (rf" \qquad {condition}" if condition else "")]
    rows = _rows(display, line) if width(display.formula) > line else [f"&{display.formula}"]
    if condition and width(rows[-1]) + aside <= line:
        rows[-1] += rf" \qquad {condition}"
    elif condition:
        rows.append(rf"&\qquad {condition}")
    return rows


def _rows(display: Display, line: float) -> list[str]:
    """Return the lines of a long formula: the sides are aligned, or hang below a long left one."""
    right = " ".join(display.terms)
    indent = width(display.left) + RELATION
    if right and indent <= 0.4 * line:
        first, *others = broken(right, line - indent, line - indent - 2 * QUAD)
        if max(map(width, (first, *others))) <= line - indent:
            return [
                f"{display.left} &{display.sign} {first}",
                *(rf"&\qquad {x}" for x in others),
            ]
    head, *more = broken(display.left, line, line - 2 * QUAD)
    rows = [f"&{unary(head)}", *(rf"&\qquad {x}" for x in more)]
    if not right:
        return rows
    closing = f"{rows[-1]} {display.sign} {right}"
    if more and width(closing) <= line:  # a side that ends on a new line has room for the other
        return [*rows[:-1], closing]
    first, *others = broken(right, line - RELATION - QUAD, line - 2 * QUAD)
    return [*rows, rf"&\quad {display.sign} {first}", *(rf"&\qquad {x}" for x in others)]


def unary(formula: str) -> str:
    """Return a formula whose leading minus keeps close to what it negates."""
    return f"{{-}}{formula[1:]}" if formula.startswith("-") else formula


# ------------------------------------------------------------------ breaking


def broken(formula: str, room: float, more: float | None = None) -> list[str]:
    """Return a formula in pieces that fit, broken before signs and between factors.

    The first piece has `room` points and the others `more` (by default as many, less an indent).
    """
    if width(formula) <= room:
        return [formula]
    more = room - 2 * QUAD if more is None else more
    lines, rest = [], _opened(formula, min(room, more))
    while width(rest) > room:
        fitting = [(at, depth) for at, depth in _breaks(rest) if width(rest[:at]) <= room]
        far = [(at, depth) for at, depth in fitting if width(rest[:at]) > 0.35 * room] or fitting
        if not far:
            break
        best = min(depth for _, depth in far)
        at = max(at for at, depth in far if depth == best)
        lines.append(rest[:at].rstrip().removesuffix(r"\,"))
        rest = rest[at:].lstrip().removeprefix(r"\,").lstrip()
        if rest[0] not in "+-":
            rest = rf"{{}}\cdot {rest}"
        room = more
    return [*lines, rest]


def _opened(formula: str, room: float) -> str:
    """Return a formula in which what is too wide for a line can stand on two.

    A wide fraction becomes a factor with its numerator behind it; fences that TeX stretches, and
    cannot break, become fences of one size.
    """
    before = ""
    while before != formula:
        before, formula = formula, _without_wide_fraction(formula, room)
    return _with_fixed_fences(formula)


def _without_wide_fraction(formula: str, room: float) -> str:
    for found in FRACTION.finditer(formula):
        if _is_inside(formula, found.start()):
            continue
        middle = _closing(formula, found.end() - 1)
        end = _closing(formula, middle + 1)
        above, below = formula[found.end() : middle], formula[middle + 2 : end]
        if width(formula[found.start() : end + 1]) <= 0.8 * room or width(below) > 0.6 * room:
            continue
        count = re.match(r"(-?)(\d*)", above)
        sign, number = (count[1], count[2]) if count and not _is_sum(above) else ("", "")
        rest = above[len(sign) + len(number) :].lstrip()
        factor = rest if not _is_sum(rest) else rf"\left({rest}\right)"
        size = r"\tfrac" if below.isdigit() else r"\frac"
        opened = rf"{sign}{size}{{{number or 1}}}{{{below}}}\,{factor}"
        return formula[: found.start()] + opened + formula[end + 1 :]
    return formula


def _is_sum(formula: str) -> bool:
    """Tell whether a formula has a sign outside all fences and braces."""
    return formula.startswith("-") or any(depth == 0 for _, depth in _breaks(formula) if depth == 0)


def _is_inside(formula: str, at: int) -> bool:
    """Tell whether a place is inside braces."""
    before = re.sub(r"\\[{}]", "", formula[:at])
    return before.count("{") != before.count("}")


def _closing(formula: str, opening: int) -> int:
    """Return where the brace that opens at a place is closed."""
    depth = 0
    for at in range(opening, len(formula)):
        escaped = at > 0 and formula[at - 1] == "\\"
        depth += 0 if escaped else (formula[at] == "{") - (formula[at] == "}")
        if depth == 0:
            return at
    return len(formula)


def _with_fixed_fences(formula: str) -> str:
    out, depth = "", 0
    for token in re.findall(r"\\left[(|.\[]|\\right[)|\].]|\\left|\\right|\\.|.", formula, re.S):
        depth += (token == "{") - (token == "}")
        if depth == 0:
            token = re.sub(r"^\\left(?=.)", r"\\biggl", token)
            token = re.sub(r"^\\right(?=.)", r"\\biggr", token)
        out += token
    return out


def _breaks(formula: str) -> list[tuple[int, int]]:
    """Return where a line may begin, and how bad that is: deep in fences, or in a product."""
    out: list[tuple[int, int]] = []
    braces = fences = depth = bars = 0
    for found in TOKEN.finditer(formula):
        token, before = found[0], formula[: found.start()].rstrip()
        free = not braces and not fences
        sized = before.endswith((r"\biggl", r"\biggr", r"\left", r"\right"))
        opens = (token == "(" and not sized) or token in (r"\biggl", r"\left")
        if free and not bars and (token == r"\," or opens):
            factor = token == r"\," or re.search(r"(?:\)|\)\^\{[^{}]*\})$", before)
            if factor and not OPERATOR.search(before):
                out.append((found.start(), 2 * depth + 1))
        braces += (token == "{") - (token == "}")
        fences += (token == r"\left") - (token == r"\right")
        if token in ("|", r"\|") and free and not sized:
            bars = 1 - bars
        if braces or fences:
            continue
        if not sized:
            depth += (token in ("(", r"\biggl")) - (token in (")", r"\biggr"))
        if token[0] == " ":
            out.append((found.start(), 2 * (depth + bars)))
    return [(at, depth) for at, depth in out if at > 0]


def is_short(display: Display, line: float = 0.5 * LINE) -> bool:
    """Tell whether a definition reads well inside a sentence."""
    tall = r"\sum" in display.formula and r"\frac" in display.formula
    return width(display.formula) <= line and not tall and not _is_deep(display.formula)


def _is_deep(formula: str) -> bool:
    """Tell whether a formula has a fraction in a fraction."""
    return bool(re.search(r"\\frac\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\\frac", formula))
