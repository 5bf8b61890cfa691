"""Displayed formulas in LaTeX: side by side while they fit, else broken, and numbered.

A line ends at a relation, and before a term. How much it holds is counted in printed
characters: it is a page's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from verify.writing.claims import ClaimText, Table
from verify.writing.definitions import Display
from verify.writing.words import listed

LINE, COLUMN = 62, 35  # printed characters of a formula on a line of the article, of a column
UNSEEN = (
    r"\\(?:[tb]?frac|left|right|big[lr]|text|mathrm|displaystyle|begin\{\w+\}|end\{\w+\}|[,;! ])"
)
NAMES = r"\\(?:arc)?(?:sin|cos|tan|log|exp|max|min)h?(?![a-z])"  # each letter of which is printed
SIGNS = r"(?<=\s)(?:[-+=<>]|\\(?:le|ge|ne|in))(?=\s)"  # with space around them
PRINTED = re.compile(rf"({UNSEEN})|({NAMES}|{SIGNS})|\\[A-Za-z]+|\\.|[^\s{{}}^_&]")
FRACTION = re.compile(r"\\[tb]?frac\{([^{}]*)\}\{([^{}]*)\}")
TOKEN = re.compile(r"\\left|\\right|\\.|[{}()\[\]]| [+-] ")
STIFF, STIFF_ENDS = ("{", r"\left"), ("}", r"\right")  # TeX breaks no line between them
FACTORS = re.compile(r" ?\\, ?|(?<=\)) ?(?=\()|(?=/\()")  # where a line ends if nothing else helps
RELATION = re.compile(r"\s(=|<|>|\\(?:le|ge|ne|in)(?![A-Za-z]))\s")
TIMES, BESIDE = r"\cdot ", r"\, "  # before factors, at a line's beginning and in it
DEEPEST = 6


def size(formula: str) -> int:
    """Return about how many characters wide a formula is printed."""
    formula = FRACTION.sub(lambda found: max(found[1], found[2], key=len), formula)
    found = [found for found in PRINTED.finditer(formula) if not found[1]]
    return sum(max(2, len(f[2]) - 1) if f[2] else 1 for f in found)


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
    for term in (part for whole in terms for part in _in_factors(whole, line)):
        if rows[-1] and size(rows[-1]) + size(term) > line:
            rows.append(term)
        else:
            beside = f"{BESIDE}{term.removeprefix(TIMES)}" if term.startswith(TIMES) else term
            rows[-1] = f"{rows[-1]} {beside}".lstrip()
    return rows


def _in_factors(term: str, line: int) -> list[str]:
    """Return a term, or where it is too long for a line the parts of its product."""
    if size(term) <= line:
        return [term]
    parts, begin = [], 0
    for found in FACTORS.finditer(term):
        before = term[: found.start()]
        if not sum((t in STIFF) - (t in STIFF_ENDS) for t in TOKEN.findall(before)):
            parts.append(term[begin : found.start()])
            begin = found.end()
    first, *others = [*parts, term[begin:]]
    return [first, *(part if part[:1] == "/" else f"{TIMES}{part}" for part in others)]


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


def taken_apart(formula: str) -> Display:
    """Return a formula as a display: its sides and its sign, if one is outside of brackets."""
    for found in RELATION.finditer(formula):
        before = formula[: found.start()]
        tokens = TOKEN.findall(before)
        depth = sum((t in STIFF) - (t in STIFF_ENDS) + (t in "([") - (t in ")]") for t in tokens)
        if not depth:
            right = formula[found.end() :].strip()
            return Display(before.strip(), found[1], tuple(_terms(right, 0)))
    return Display(formula)


# ------------------------------------------------------------------ displays


OR, SINCE, GAP = "or", "since", 4  # characters between formulas side by side
TAG = 6  # characters that a number takes beside its formula
INLINE_LEADS = (OR, SINCE)  # words that may stand in the display itself
ALIGNED, ALIGNED_END = r"\begin{aligned}", r" \end{aligned}"
LABELLED = r"\label"
STRUT = r"\rule[-2.6ex]{0pt}{6.4ex} "  # in a row of a table that has something tall


def displayed(
    displays: Sequence[Display], mark: str = "", line: int = LINE, stop: str = ""
) -> list[str]:
    r"""Return formulas as displays with the words between them, and `stop` behind the last.

    `mark` numbers the first: \tag{3} with a number of ours, \label{...} with one of TeX's. A
    display holds alternatives, a reason, the values of a witness; a condition too long for it
    stands behind it.
    """
    out: list[str] = []
    bodies: list[str] = []
    for number, display in enumerate(displays):
        late = "" if size(display.condition) < 0.8 * line else display.condition
        room = line - (TAG if mark and number == 0 else 0)
        body = display_body(replace(display, condition="") if late else display, room)
        led = rf"\text{{{display.lead}}}\quad {unary(body)}"
        joins = bodies and ALIGNED not in f"{bodies[-1]} {body}"
        if joins and display.lead in INLINE_LEADS and size(led) <= line:
            bodies.append(led)
        elif joins and not display.lead:
            bodies.append(body)
        else:
            out += [_shown(bodies, mark, line)] if bodies else []
            mark = "" if bodies else mark
            out += [display.lead] if display.lead else []
            bodies = [body]
        if late or number == len(displays) - 1:
            end = stop if number == len(displays) - 1 else ","
            out.append(_shown(bodies, mark, line, "" if late else end))
            out += [f"{late}{end}"] if late else []
            bodies, mark = [], ""
    return out


def _shown(bodies: Sequence[str], mark: str, line: int, stop: str = "") -> str:
    first, *others = stopped(_stacked(bodies, line - (TAG if mark else 0)), stop)
    tag = f" {mark}" if mark else ""
    if not others:
        if mark.startswith(LABELLED):
            return f"\\begin{{equation}}{mark}\n{first}\n\\end{{equation}}"
        return rf"\[ {first}{tag} \]"
    name, last = ("gather", r" \notag") if mark.startswith(LABELLED) else ("gather*", "")
    body = " \\\\\n".join([f"{first}{tag}", *(f"{body}{last}" for body in others)])
    return f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"


def stopped(bodies: Sequence[str], stop: str) -> list[str]:
    """Return formulas with a mark behind the last line."""
    *others, last = bodies
    inner = last.removesuffix(ALIGNED_END)
    return [*others, f"{inner}{stop}{ALIGNED_END if inner != last else ''}"]


def _stacked(bodies: Sequence[str], line: int) -> list[str]:
    """Return several formulas in as few lines as hold them."""
    rows = [bodies[0]]
    for body in bodies[1:]:
        if size(rows[-1]) + GAP + size(body) <= line:
            rows[-1] += rf" \qquad {body}"
        else:
            rows.append(body)
    return rows


def claim_lines(claim: ClaimText) -> list[str]:
    """Return a claim's formulas, its words and its table."""
    table = [] if claim.table is None else table_lines(claim.table)
    return [*displayed(claim.displays), " ".join(claim.remarks), *table]


def table_lines(table: Table, mark: str = "", line: int = LINE) -> list[str]:
    """Return a table of formulas; as a list, a line a row, where the page is too narrow for it."""
    columns = zip(table.header, *table.rows, strict=True)
    total = sum(max(len(head), *map(size, cells)) + 2 for head, *cells in columns)
    if total > line - TAG:
        return _as_list(table, mark, line)
    head = " & ".join(rf"\text{{{word}}}" for word in table.header)
    rows = [
        STRUT * any(r"\frac" in cell or "matrix" in cell for cell in cells)
        + " & ".join(rf"\displaystyle {cell}" for cell in cells)
        + r" \\"
        for cells in table.rows
    ]
    lines = [
        rf"\begin{{array}}{{{'l' * len(table.header)}}} \hline {head} \\ \hline", *rows,
        r"\hline \end{array}",
    ]  # fmt: skip
    if mark.startswith(LABELLED):
        return [rf"\begin{{equation}}{mark}", *lines, r"\end{equation}"]
    return [rf"\[ {lines[0]}", *lines[1:-1], rf"{lines[-1]}{mark and ' '}{mark} \]"]


def _as_list(table: Table, mark: str, line: int) -> list[str]:
    out: list[str] = []
    for cells in table.rows:
        first, *others = cells
        words = [f"{head} ${cell}$" for head, cell in zip(table.header[1:], others, strict=True)]
        out += displayed([Display(first)], mark, line)
        out.append(f"with the {listed(words)};" if cells != table.rows[-1] else
                   f"with the {listed(words)}.")  # fmt: skip
        mark = ""
    return out
