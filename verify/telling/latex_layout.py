"""How wide a LaTeX formula comes out, and where a displayed one is broken into lines."""

from __future__ import annotations

import re

from verify.telling.definitions import Display

LINE = 345.0  # points that a displayed formula may take beside its grade, on the page we set
LETTER, CAPITAL, DIGIT, FENCE, BIG = 6.0, 8.2, 5.5, 4.3, 14.0
RELATION, BINARY, COLUMN = 14.0, 12.0, 11.0
RELATIONS = (r"\le", r"\ge", r"\ne", r"\in", "=", "<", ">")
EMPTY = {
    r"\left", r"\right", r"\displaystyle", r"\biggl", r"\biggr", r"\mathrm", r"\text",
    r"\operatorname", r"\!", "$",
}  # fmt: skip
WORDS = {
    r"\sin": 16.0, r"\cos": 18.0, r"\tan": 18.0, r"\log": 18.0, r"\exp": 20.0, r"\arctan": 33.0,
    r"\quad": 11.0, r"\qquad": 22.0, r"\,": 2.0, r"\;": 3.0, r"\|": 5.5,
}  # fmt: skip
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_]|\s+|.")
MATRIX = re.compile(r"\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", re.S)
SPACE = "\ue000"  # stands for one point of a matrix, whose width is known


def width(formula: str) -> float:
    """Return an estimate, in points, of a displayed formula's width."""
    formula = MATRIX.sub(lambda found: SPACE * round(_matrix_width(found[1])), formula)
    tokens = [token for token in TOKEN.findall(formula) if not token.isspace()]
    return _row(tokens, 0, None)[0]


def _matrix_width(body: str) -> float:
    rows = [re.split(r"(?<!\\)&", row) for row in re.split(r"\\\\(?:\[[^\]]*\])?", body)]
    columns = zip(*[row for row in rows if len(row) == len(rows[0])], strict=True)
    inside = [max(0.8 * width(cell) for cell in column) for column in columns]
    return sum(inside) + COLUMN * len(inside) + 6.0


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
    if token in RELATIONS:
        return RELATION
    if token in ("+", "-"):
        return BINARY
    if token == SPACE:
        return 1.0
    if token in EMPTY:
        return 0.0
    if token in WORDS:
        return WORDS[token]
    if len(token) == 1 and token in "()[]|,.":
        return FENCE
    return DIGIT if token.isdigit() else CAPITAL if token.isupper() else LETTER


# ------------------------------------------------------------------ lines


def display_body(display: Display, line: float = LINE) -> str:
    """Return a displayed formula with its condition, in as few lines as hold it."""
    condition = rf"\text{{{display.condition}}}" if display.condition else ""
    aside = width(condition) + WORDS[r"\qquad"] if condition else 0.0
    if width(display.formula) + aside <= line:
        return display.formula + (rf" \qquad {condition}" if condition else "")
    rows = _rows(display, line) if width(display.formula) > line else [f"&{display.formula}"]
    if condition and width(rows[-1]) + aside <= line:
        rows[-1] += rf" \qquad {condition}"
    elif condition:
        rows.append(rf"&\qquad {condition}")
    return r"\begin{aligned} " + r" \\ ".join(rows) + r" \end{aligned}"


def _rows(display: Display, line: float) -> list[str]:
    """Return the lines of a long formula: the sides are aligned, or hang below a long left one."""
    right = _breakable(" ".join(display.terms))
    left = _breakable(display.left)
    indent = width(left) + RELATION
    if indent <= 0.4 * line:
        first, *others = broken(right, line - indent)
        return [f"{left} &{display.sign} {first}", *(rf"&\qquad {x}" for x in others)]
    head, *more = broken(left, line)
    first, *others = broken(right, line - 2 * RELATION)
    rows = [f"&{unary(head)}", *(rf"&\qquad {x}" for x in more)]
    return [*rows, rf"&\quad {display.sign} {first}", *(rf"&\qquad {x}" for x in others)]


def unary(formula: str) -> str:
    """Return a formula whose leading minus keeps close to what it negates."""
    return f"{{-}}{formula[1:]}" if formula.startswith("-") else formula


def _breakable(formula: str) -> str:
    """Return a formula whose outer parentheses can stand on two lines."""
    if r"\left(" not in formula or width(formula) <= LINE:
        return formula
    out, depth = "", 0
    for token in re.findall(r"\\left\(|\\right\)|\\.|.", formula, re.S):
        depth += (token == "{") - (token == "}")
        if depth == 0 and token in (r"\left(", r"\right)"):
            token = r"\biggl(" if token == r"\left(" else r"\biggr)"
        out += token
    return out


def broken(formula: str, room: float) -> list[str]:
    """Return a formula in pieces that fit, broken before signs and between parentheses."""
    lines, rest = [], formula
    while width(rest) > room:
        fitting = [(at, depth) for at, depth in _breaks(rest) if width(rest[:at]) <= room]
        far = [(at, depth) for at, depth in fitting if width(rest[:at]) > 0.35 * room] or fitting
        if not far:
            break
        best = min(depth for _, depth in far)
        at = max(at for at, depth in far if depth == best)
        lines.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
        if rest[0] not in "+-":
            rest = rf"{{}}\cdot {rest}"
        room -= WORDS[r"\qquad"] if len(lines) == 1 else 0.0
    return [*lines, rest]


def _breaks(formula: str) -> list[tuple[int, int]]:
    """Return where a line may begin, and how deep in parentheses that is."""
    out: list[tuple[int, int]] = []
    braces = fences = depth = 0
    for found in re.finditer(r"\\left\b|\\right\b|\\.|[{}()]| [+-] ", formula):
        token = found[0]
        braces += (token == "{") - (token == "}")
        fences += (token == r"\left") - (token == r"\right")
        if braces or fences:
            continue
        if token == "(" and depth == 0 and formula[: found.start()].rstrip().endswith(")"):
            out.append((found.start() - len(_size_before(formula, found.start())), 1))
        depth += (token == "(") - (token == ")")
        if token[0] == " ":
            out.append((found.start(), 2 * depth))
    return [(at, depth) for at, depth in out if at > 0]


def _size_before(formula: str, at: int) -> str:
    """Return the command that sizes the parenthesis at a place, if there is one."""
    found = re.search(r"\\biggl$", formula[:at])
    return found[0] if found else ""


def is_short(display: Display, line: float = 0.5 * LINE) -> bool:
    """Tell whether a definition reads well inside a sentence."""
    tall = r"\sum" in display.formula and r"\frac" in display.formula
    return width(display.formula) <= line and not tall and not _is_deep(display.formula)


def _is_deep(formula: str) -> bool:
    """Tell whether a formula has a fraction in a fraction."""
    return bool(re.search(r"\\frac\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\\frac", formula))
