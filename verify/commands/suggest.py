"""The command `suggest`: reasons of a statement's inequalities, as source to paste."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from verify.commands.shared import (
    check_file,
    exit_code,
    found,
    read_catalogue,
    show_lines,
    write_json,
)
from verify.language.source import source
from verify.methods.searching.reasons import reason_of
from verify.statements.obligations import Comparison
from verify.statements.statement import Statement
from verify.statements.step import obligations
from verify.telling.errors import CHANGED
from verify.telling.screen import progress_bar


def perform(asked: Namespace) -> int:
    """Print a reason for each inequality of a statement; 1 if one has none that is found."""
    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    check_file("--json", asked.json, catalogue)
    with progress_bar() as show:
        steps = list(_suggested(statement, show))
    if asked.json is not None:
        write_json(asked.json, {"schema": "verify.suggest/1", "id": statement.id, "steps": steps})
    stream = sys.stderr if str(asked.json) == "-" else sys.stdout
    show_lines([_line(step) for step in steps], stream)
    if not steps:
        show_lines([f"{statement.id} has no inequality"], stream)
    return exit_code(catalogue) or (CHANGED if any(not step["because"] for step in steps) else 0)


def _suggested(statement: Statement, show: Any) -> Iterator[dict[str, Any]]:
    claims = [
        (said, claim)
        for said in statement.declared.said
        for claim in obligations(said)
        if isinstance(claim, Comparison)
    ]
    for number, (said, claim) in enumerate(claims, 1):
        show(number, len(claims), claim.label)
        reason = reason_of(said, claim, hint=True)
        yield {
            "step": claim.label,
            "because": None if reason.because is None else source(reason.because),
            "missing": None if reason.missing is None else _comparison(claim, reason.missing),
            "seconds": round(reason.seconds, 3),
        }


def _comparison(claim: Comparison, missing: Any) -> str:
    return f"{source(missing)} {'>' if claim.relation.strict else '>='} 0"


def _line(step: dict[str, Any]) -> str:
    if step["because"] is not None:
        told = f"because={step['because']}"
    elif step["missing"] is not None:
        told = f"none found; there would be one if {step['missing']} were known"
    else:
        told = "none found; say it in two steps, or give because=..."
    return f"{step['step']}: {told}  ({step['seconds']:.2f} s)"
