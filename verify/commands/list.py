"""The command `list`: the statements, in the papers' order."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from verify import running
from verify.commands.shared import (
    check_apart,
    check_file,
    exit_code,
    of_paper,
    read_catalogue,
    show_lines,
    write,
    write_json,
)
from verify.statements.statement import Statement
from verify.telling.index import index_markdown
from verify.telling.screen import screen_of, table


def perform(asked: Namespace) -> int:
    """List the statements, in the papers' order."""
    catalogue = read_catalogue(asked)
    for argument, path in (("--json", asked.json), ("--markdown", asked.markdown)):
        check_file(argument, path, catalogue)
    check_apart(asked.json, asked.markdown, "--markdown")
    statements = of_paper(catalogue, asked.paper)
    if asked.json is not None:
        write_json(asked.json, [_entry(statement) for statement in statements])
    if asked.markdown is not None:
        folder = asked.markdown.absolute().parent
        page = index_markdown(statements, running.recorded(catalogue), folder)
        write("--markdown", asked.markdown, page)
    if asked.json is asked.markdown is None:
        show_lines(_listed(statements))
    return exit_code(catalogue)


def _listed(statements: Sequence[Statement]) -> list[str]:
    """Return one line a statement, under the headings of their papers' sections."""
    header, screen = ("id", "paper", "label", "title", "origin"), screen_of(sys.stdout)
    rows = [(s.id, s.paper.key, s.label.text, s.title, s.origin) for s in statements]
    first, *lines = table(header, rows, screen, elastic=3)
    shown, before = [first], ""
    for statement, line in zip(statements, lines, strict=True):
        section = statement.paper.section(statement.position)
        if section != before:
            heading = f"{statement.paper.key}, {section}" if section else statement.paper.key
            shown += ["", screen.paint(heading, "bold")]
        shown.append(line)
        before = section
    return shown


def _entry(statement: Statement) -> dict[str, Any]:
    return {
        "id": statement.id,
        "title": statement.title,
        "paper": statement.paper.key,
        "label": statement.label.text,
        "section": statement.paper.section(statement.position),
        "origin": statement.origin,
        "basis": statement.basis,
        "module": statement.module,
        "rests_on": list(statement.rests_on),
        "rests_on_steps": {name: list(used) for name, used in statement.rested_steps.items()},
        "repaired_by": list(statement.repaired_by),
        "steps": [said.name for said in statement.declared.said],
    }
