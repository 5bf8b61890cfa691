"""Statements in a list: what is said of each, and the lines that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from verify.render.screen import COLOURS, Screen, cells, wrapped


class Line(NamedTuple):
    """What the list says of a statement; `known` is its grade, or the kind of its claim."""

    paper: str
    section: str
    id: str
    verdict: str
    known: str
    says: str
    stops: str = ""


def laid_out(lines: Sequence[Line], screen: Screen) -> list[str]:
    """Return a line a statement, or more where a title is long, under its paper's sections."""
    head = Line("", "", "id", "on record", "known by", "statement")
    columns = [[line.id, line.verdict, line.known] for line in (head, *lines)]
    widths = [max(cells(row[k]) for row in columns) for k in range(3)]
    indent = " " * (sum(widths) + 6)
    shown: list[str] = []
    before = ""
    for line, row in zip((head, *lines), columns, strict=True):
        if line.section != before:
            heading = f"{line.paper}, {line.section}" if line.section else line.paper
            shown += ["", screen.paint(heading, "bold")]
        before = line.section
        padded = (f"{row[k]}{' ' * (width - cells(row[k]))}" for k, width in enumerate(widths))
        lead = "  ".join(padded)
        told = wrapped(line.says, screen.row_width, f"{lead}  ", indent)
        style = "bold" if line is head else COLOURS.get(line.verdict.split()[-1])
        verdict = line.verdict
        told[0] = told[0].replace(verdict, screen.paint(verdict, style), 1) if style else told[0]
        shown += told
        if line.stops:
            shown += wrapped(line.stops, screen.row_width, f"{indent}stops: ", indent)
    return shown
