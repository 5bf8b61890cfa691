"""Displayed formulas in LaTeX: numbered, side by side while they fit, broken where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verify.render.latex_layout import LINE, display_body, size, unary
from verify.writing.claims import ClaimText, Table
from verify.writing.definitions import Display
from verify.writing.words import listed

OR, SINCE, GAP = "or", "since", 4  # characters between formulas side by side
TAG = 6  # characters that a number takes beside its formula
INLINE_LEADS = (OR, SINCE)  # words that may stand in the display itself
ALIGNED, ALIGNED_END = r"\begin{aligned}", r" \end{aligned}"
LABELLED = r"\label"


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
        _strut(cells) + " & ".join(rf"\displaystyle {cell}" for cell in cells) + r" \\"
        for cells in table.rows
    ]
    lines = [
        rf"\begin{{array}}{{{'l' * len(table.header)}}} \hline {head} \\ \hline", *rows,
        r"\hline \end{array}",
    ]  # fmt: skip
    if mark.startswith(LABELLED):
        return [rf"\begin{{equation}}{mark}", *lines, r"\end{equation}"]
    return [rf"\[ {lines[0]}", *lines[1:-1], rf"{lines[-1]}{mark and ' '}{mark} \]"]


def _strut(cells: Sequence[str]) -> str:
    tall = any(r"\frac" in cell or "matrix" in cell for cell in cells)
    return r"\rule[-2.6ex]{0pt}{6.4ex} " if tall else ""


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
