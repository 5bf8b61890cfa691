"""The command `list`: the statements, in the papers' order.

Where no file of the engine or of the papers has changed since they were listed, nothing is read for
it but what was listed then.
"""

from __future__ import annotations

import importlib
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from verify.processes.store import is_shaped
from verify.statements.folder import current
from verify.statements.unchanged import Files, as_they_are
from verify.telling.errors import AGREES
from verify.telling.screen import COLOURS, Screen, cells, screen_of, wrapped


class Line(NamedTuple):
    """What the list says of a statement; `known` is its grade, or the kind of its claim."""

    paper: str
    section: str
    id: str
    verdict: str
    known: str
    says: str
    stops: str = ""


class Listed(Protocol):
    """What shows lines; `whole` are those of all statements, which can be shown again."""

    def __call__(self, lines: Sequence[Line], *, whole: bool) -> None: ...


def perform(asked: Namespace) -> int:
    """List the statements, in the papers' order."""
    files = None
    if asked.json is asked.markdown is None and not asked.modules:
        files = as_they_are(current().path)
        lines = _kept(files, asked)
        if lines:
            _show(lines)
            return AGREES

    def listed(lines: Sequence[Line], *, whole: bool) -> None:
        if files is not None and whole:
            files.keep(_what(asked), list(lines))
        _show(lines)

    return int(_reading().perform(asked, listed))


def here() -> int:
    """Say what is here, how it stands on record, and what to type next."""
    return int(_reading().here())


def _reading() -> Any:
    """Return what reads the statements: that takes several times as long as all else here."""
    return importlib.import_module("verify.commands.listing")


def _what(asked: Namespace) -> str:
    return "claims listed" if asked.stops else "listed"


def _kept(files: Files, asked: Namespace) -> list[Line]:
    """Return what was listed of the paper that is asked for, nothing where that is not known."""
    fields = len(Line._fields)
    kept = files.kept(
        _what(asked),
        lambda told: is_shaped(told, [[str]]) and all(len(one) == fields for one in told),
    )
    lines = [Line(*one) for one in kept or ()]
    return [line for line in lines if asked.paper in (None, line.paper)]


def _show(lines: Sequence[Line]) -> None:
    for text in _laid_out(lines, screen_of(sys.stdout)):
        print(text)


def _laid_out(lines: Sequence[Line], screen: Screen) -> list[str]:
    """Return a line a statement, or more where a title is long, under its paper's sections."""
    head = Line("", "", "id", "verdict", "known by", "statement")
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
        style = "bold" if line is head else COLOURS.get(line.verdict)
        verdict = line.verdict
        told[0] = told[0].replace(verdict, screen.paint(verdict, style), 1) if style else told[0]
        shown += told
        if line.stops:
            shown += wrapped(line.stops, screen.row_width, f"{indent}stops: ", indent)
    return shown
