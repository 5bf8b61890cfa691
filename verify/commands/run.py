"""The command `run`: statements decided, against what is on record."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace

from verify.commands.answers import Answer
from verify.commands.runs import decide, judged
from verify.commands.shared import (
    STANDARD_OUTPUT,
    check_file,
    chosen,
    exit_code,
    read_catalogue,
    show_lines,
    write,
)
from verify.render.errors import AGREES, INTERRUPTED
from verify.render.run_json import run_to_json, to_text
from verify.render.run_overview import run_overview
from verify.render.screen import screen_of
from verify.running.records import changes, gone, recorded


def perform(asked: Namespace, answer: Answer) -> int:
    """Decide statements, print what is false or fails, write JSON."""
    catalogue = read_catalogue(asked)
    check_file("--json", asked.json, catalogue)
    statements = chosen(catalogue, asked)
    records = recorded(catalogue)  # what cannot be read is told before any work
    run = decide(statements, asked)
    changed = changes(run, records)
    if not asked.ids and not asked.paper:
        changed += gone(catalogue)
    stream = sys.stderr if asked.json == STANDARD_OUTPUT else sys.stdout
    screen = screen_of(stream)
    known = {statement.id: statement for statement in catalogue.statements}
    lines = run_overview(
        run, known, changed, screen,
        on_record=any(records.get(result.id) for result in run.statements),
        options="".join(f" --module {shlex.quote(str(path))}" for path in asked.modules),
        verbose=asked.verbose,
    )  # fmt: skip
    show_lines(lines, stream)
    if asked.json is not None:
        write("--json", asked.json, to_text(run_to_json(run, statements)))
    code = INTERRUPTED if not run.complete else exit_code(catalogue) or judged(run, changed)
    if code == AGREES:
        answer.keep(run, lines)
    return code
