"""The command `show`: one statement with its formulas and outcomes, or its Coq goals."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify.commands.answers import Answer
from verify.commands.runs import contradicted, decide, result_of
from verify.commands.shared import exit_code, found, read_catalogue, show_lines
from verify.methods.kernel.deciding import goals_of
from verify.render.errors import AGREES, INTERRUPTED
from verify.render.screen import code_lines, screen_of
from verify.render.terminal import statement_text
from verify.statements.statement import Statement


def perform(asked: Namespace, answer: Answer) -> int:
    """Print one statement: its card, sentences and formulas, with -v all evidence; or Coq goals."""
    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    screen = screen_of(sys.stdout)
    if asked.goal:
        for text in _goals(statement):
            show_lines(code_lines(text, screen))
        return exit_code(catalogue)
    run = None if asked.no_run else decide([statement], asked)
    result = None if run is None else result_of(run, statement)
    others = {s.id: (s, None) for s in catalogue.statements}
    lines = statement_text(statement, result, screen, others, all_told=asked.verbose)
    if not asked.verbose:
        lines += [
            "",
            f"verify show {statement.id} -v prints every outcome and variant; --goal prints "
            "the Coq goals.",
        ]
    show_lines(lines)
    code = exit_code(catalogue) or contradicted(run)
    code = INTERRUPTED if run is not None and not run.complete else code
    if code == AGREES:
        answer.keep(run, lines)
    return code


def _goals(statement: Statement) -> list[str]:
    """Return the Coq goals of a statement's steps, and why others have none."""
    lines: list[str] = []
    for step in goals_of(statement):
        lines.append(f"(* {statement.id}, {step.step} *)")
        if step.reason:
            lines.append(f"(* no goal: {step.reason} *)")
        lines += [goal.proved for goal in (() if step.reason else step.goals)]
        lines.append("")
    return lines
