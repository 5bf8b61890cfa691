"""Displayed formulas in LaTeX: numbered, side by side while they fit, broken where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verify.render.latex_layout import LINE, display_body, is_short, size, unary
from verify.writing.claims import Table
from verify.writing.definitions import Definition, Display
from verify.writing.words import listed

OR, SINCE, GAP = "or", "since", 4  # characters between formulas side by side
TAG = 6  # characters that a number takes beside its formula
SURE = 0.6 * LINE  # what is shorter fits on every page
INLINE_LEADS = (OR, SINCE)  # words that may stand in the display itself
ALIGNED = r"\begin{aligned}"


def displayed(displays: Sequence[Display], tag: str = "") -> list[str]:
    """Return formulas as displays with the words between them; `tag` numbers the first."""
    out: list[str] = []
    for lead, group in _grouped(displays):
        out += [lead] if lead else []
        out.append(_shown(group, tag))
        tag = ""
    first = displays[0] if displays else None
    if first is not None and not _fits(first):
        out.append(f"{first.condition}.")
    return out


def _grouped(displays: Sequence[Display]) -> list[tuple[str, list[str]]]:
    """Return displays that belong together: alternatives, a reason, the values of a witness."""
    groups: list[tuple[str, list[str]]] = []
    for number, display in enumerate(displays):
        room = LINE - (TAG if number == 0 else 0)
        body = display_body(display if _fits(display) else replace(display, condition=""), room)
        led = rf"\text{{{display.lead}}}\quad {unary(body)}"
        joins = bool(groups) and ALIGNED not in f"{groups[-1][1][-1]} {body}"
        if joins and display.lead in INLINE_LEADS and size(led) <= LINE:
            groups[-1][1].append(led)
        elif joins and not display.lead:
            groups[-1][1].append(body)
        else:
            groups.append((display.lead, [body]))
    return groups


def _fits(display: Display) -> bool:
    """Tell whether a condition is short enough to stand beside or under its formula."""
    return len(display.condition) < 0.8 * LINE


def _shown(bodies: Sequence[str], tag: str) -> str:
    mark = rf" \tag{{{tag}}}" if tag else ""
    first, *others = map(_fitted, _stacked(bodies, LINE - (TAG if tag else 0)))
    if not others:
        return rf"\[ {first}{mark} \]"
    body = " \\\\\n".join([f"{first}{mark}", *others])
    return f"\\begin{{gather*}}\n{body}\n\\end{{gather*}}"


def _fitted(body: str) -> str:
    """Return a formula that TeX sets smaller where the page is too narrow for it."""
    return rf"\fitted{{{body}}}" if size(body) > SURE else body


def _stacked(bodies: Sequence[str], line: int) -> list[str]:
    """Return several formulas in as few lines as hold them."""
    rows = [bodies[0]]
    for body in bodies[1:]:
        if size(rows[-1]) + GAP + size(body) <= line:
            rows[-1] += rf" \qquad {body}"
        else:
            rows.append(body)
    return rows


def table_lines(table: Table, tag: str) -> list[str]:
    """Return a table of formulas; as a list, a line a row, where the page is too narrow for it."""
    columns = zip(table.header, *table.rows, strict=True)
    total = sum(max(len(head), *map(size, cells)) + 2 for head, *cells in columns)
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
