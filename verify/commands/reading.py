"""Commands that read: list, show, axioms, doctor, cache."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from verify import running
from verify.commands.shared import (
    check_apart,
    check_file,
    chosen,
    decide,
    exit_code,
    found,
    of_paper,
    read_catalogue,
    result_of,
    show_lines,
    write,
    write_json,
)
from verify.statements.statement import Statement
from verify.telling.errors import AGREES, INTERRUPTED, TOOL_MISSING
from verify.telling.index import index_markdown
from verify.telling.screen import screen_of, table
from verify.telling.words import counted


def command_list(asked: Namespace) -> int:
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


def command_show(asked: Namespace) -> int:
    """Print one statement: assumptions, sentences, formulas, outcomes, mutants; or Coq goals."""
    from verify.telling.terminal import statement_text

    catalogue = read_catalogue(asked)
    statement = found(catalogue, asked.id)
    if asked.goal:
        show_lines(_goals(statement))
        return exit_code(catalogue)
    run = None if asked.no_run else decide([statement], asked)
    result = None if run is None else result_of(run, statement)
    show_lines(statement_text(statement, result, screen_of(sys.stdout)))
    return INTERRUPTED if run is not None and not run.complete else exit_code(catalogue)


def _goals(statement: Statement) -> list[str]:
    """Return the Coq goals of a statement's steps, and why others have none."""
    from verify.methods.kernel.deciding import goals_of

    lines: list[str] = []
    for step in goals_of(statement):
        lines.append(f"(* {statement.id}, {step.step} *)")
        if step.reason:
            lines.append(f"(* no goal: {step.reason} *)")
        for goal in () if step.reason else step.goals:
            script = goal.script.strip().rstrip(".")
            lines += [goal.text.rstrip(), "Proof.", f"  {script}.", "Qed."]
        lines.append("")
    return lines


def command_axioms(asked: Namespace) -> int:
    """List external theorems, with their references and what discharges their premises."""
    from verify.telling.axioms import axioms_json, axioms_of, axioms_text

    catalogue = read_catalogue(asked)
    check_file("--json", asked.json, catalogue)
    known = {statement.id: statement for statement in catalogue.statements}
    every = [axioms_of(statement, known) for statement in chosen(catalogue, asked)]
    if asked.json is not None:
        write_json(asked.json, axioms_json(every))
    else:
        told = every if asked.ids else [a for a in every if a.own or a.through]
        show_lines(axioms_text(told, screen_of(sys.stdout)))
    return exit_code(catalogue)


def command_doctor(asked: Namespace) -> int:
    """Say which tools are here; a missing Python package is a required one."""
    from verify.doctor import PACKAGES, diagnose

    check_file("--json", asked.json)
    findings = diagnose()
    if asked.json is not None:
        write_json(asked.json, [asdict(finding) for finding in findings])
    else:
        rows = [(f.tool, "found" if f.found else "missing", f.version, f.adds) for f in findings]
        show_lines(
            table(("tool", "here", "version", "adds"), rows, screen_of(sys.stdout), elastic=3)
        )
        for finding in findings:
            if not finding.found:
                print(f"{finding.tool}: {finding.install}")
    required = any(not finding.found and finding.tool in PACKAGES for finding in findings)
    return TOOL_MISSING if required else AGREES


def command_cache(asked: Namespace) -> int:
    """Say how much is kept between runs, and where; or forget it."""
    from verify.processes.store import MOST, store

    kept = store()
    number, size = kept.size()
    if asked.clear:
        kept.clear()
    told = f"{counted(number, 'file')} of {size / 1e6:.1f} MB"
    most = "" if asked.clear else f" (at most {MOST / 1e6:.0f} MB)"
    show_lines([f"{kept.folder}: {told} {'forgotten' if asked.clear else 'kept'}{most}"])
    return AGREES
