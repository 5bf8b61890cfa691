"""Displayed formulas in LaTeX: numbered, side by side while they fit, broken where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verify.telling.latex_layout import LINE, display_rows, is_short, unary, width
from verify.writing.claims import Table
from verify.writing.definitions import Definition, Display
from verify.writing.words import listed

OR, SINCE, GAP = "or", "since", 22.0  # points between formulas side by side
TAG = 32.0  # points that a number takes beside its formula
INLINE_LEADS = (OR, SINCE)  # words that may stand in the display itself


@dataclass(frozen=True)
class DisplayRow:
    """A formula in a display; one of several lines is aligned at its relation."""

    lines: tuple[str, ...]
    broken: bool = False


def displayed(displays: Sequence[Display], tag: str = "") -> list[str]:
    """Return formulas as displays with the words between them; `tag` numbers the first."""
    out: list[str] = []
    for lead, group in _grouped(displays):
        out += [lead] if lead else []
        out += _shown(group, tag)
        tag = ""
    first = displays[0] if displays else None
    if first is not None and not _fits(first):
        out.append(f"{first.condition}.")
    return out


def _grouped(displays: Sequence[Display]) -> list[tuple[str, list[DisplayRow]]]:
    """Return displays that belong together: alternatives, a reason, the values of a witness."""
    groups: list[tuple[str, list[DisplayRow]]] = []
    for number, display in enumerate(displays):
        room = LINE - (TAG if number == 0 else 0.0)
        row = _row(display if _fits(display) else replace(display, condition=""), room)
        led = rf"\text{{{display.lead}}}\quad {unary(row.lines[0])}"
        joins = bool(groups) and not groups[-1][1][-1].broken and not row.broken
        if joins and display.lead in INLINE_LEADS and width(led) <= LINE:
            groups[-1][1].append(DisplayRow((led,)))
        elif joins and not display.lead:
            groups[-1][1].append(row)
        else:
            groups.append((display.lead, [row]))
    return groups


def _row(display: Display, room: float) -> DisplayRow:
    lines = display_rows(display, room)
    return DisplayRow(tuple(lines), broken=len(lines) > 1)


def _fits(display: Display) -> bool:
    """Tell whether a condition is short enough to stand beside or under its formula."""
    return not display.condition or width(rf"\text{{{display.condition}}}") < 0.8 * LINE


def _shown(rows: Sequence[DisplayRow], tag: str) -> list[str]:
    mark = rf" \tag{{{tag}}}" if tag else ""
    if len(rows) == 1 and rows[0].broken:
        first, *others = rows[0].lines
        body = " \\\\\n".join([f"{first}{mark}", *others])
        return [f"\\begin{{align*}}\n{body}\n\\end{{align*}}"]
    first, *others = _stacked([row.lines[0] for row in rows], LINE - (TAG if tag else 0.0))
    if not others:
        return [rf"\[ {first}{mark} \]"]
    body = " \\\\\n".join([f"{first}{mark}", *others])
    return [f"\\begin{{gather*}}\n{body}\n\\end{{gather*}}"]


def _stacked(bodies: Sequence[str], line: float) -> list[str]:
    """Return several formulas in as few lines as hold them."""
    rows: list[list[str]] = []
    room = 0.0
    for body in bodies:
        size = width(body) + GAP
        if rows and size <= room:
            rows[-1].append(body)
            room -= size
        else:
            rows.append([body])
            room = line - size
    return [r" \qquad ".join(row) for row in rows]


def table_lines(table: Table, tag: str) -> list[str]:
    """Return a table of formulas; as a list, a line a row, where the page is too narrow for it."""
    columns = zip(table.header, *table.rows, strict=True)
    total = sum(max(map(width, [rf"\text{{{head}}}", *cells])) + 12.0 for head, *cells in columns)
    if total > LINE - TAG:
        return _as_list(table, tag)
    mark = rf" \tag{{{tag}}}" if tag else ""
    head = " & ".join(rf"\text{{{word}}}" for word in table.header)
    rows = [
        _strut(cells) + " & ".join(rf"\displaystyle {cell}" for cell in cells) + r" \\"
        for cells in table.rows
    ]
    return [
        r"\[ \begin{array}{" + "l" * len(table.header) + rf"}} \toprule {head} \\ \midrule",
        *rows,
        rf"\bottomrule \end{{array}}{mark} \]",
    ]


def _strut(cells: Sequence[str]) -> str:
    tall = any(r"\frac" in cell or "matrix" in cell for cell in cells)
    return r"\rule[-2.6ex]{0pt}{6.4ex} " if tall else ""


def _as_list(table: Table, tag: str) -> list[str]:
    out = [f"({tag})"] if tag else []
    for cells in table.rows:
        first, *others = cells
        words = [f"{head} ${cell}$" for head, cell in zip(table.header[1:], others, strict=True)]
        out += displayed([Display(first)])
        out.append(f"with the {listed(words)};" if cells != table.rows[-1] else
                   f"with the {listed(words)}.")  # fmt: skip
    return out


def definition_lines(definitions: Sequence[Definition]) -> list[str]:
    """Return what is defined: short definitions in a sentence, long ones displayed after it."""
    inline: list[str] = []
    long: list[Display] = []
    for definition in definitions:
        if isinstance(definition, str):
            inline.append(definition)
        elif is_short(definition):
            lead = f"{definition.lead} " if definition.lead else ""
            inline.append(f"{lead}${definition.formula}$")
        else:
            long.append(definition)
    if not long:
        return [f"Here {listed(inline)}."] if inline else []
    lines = [f"Here {listed(inline)}, and" if inline else "Here"]
    for number, (lead, group) in enumerate(_by_lead(long)):
        lines += ["and"] if number else []
        lines += [lead] if lead else []
        lines += displayed(group)
    return lines


def _by_lead(displays: Sequence[Display]) -> list[tuple[str, list[Display]]]:
    """Return displays with the words before them; those without words stay together."""
    groups: list[tuple[str, list[Display]]] = []
    for display in displays:
        if groups and not display.lead:
            groups[-1][1].append(display)
        else:
            groups.append((display.lead, [replace(display, lead="")]))
    return groups
