"""The command `list`: the statements, in the papers' order; and what `verify` alone says."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

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
from verify.running.records import recorded
from verify.statements.discovery import discover
from verify.statements.statement import Statement
from verify.telling.index import index_markdown
from verify.telling.screen import COLOURS, Screen, cells, screen_of, wrapped
from verify.telling.stops import claim_in_brief, what_stops
from verify.telling.unicode_formulas import UnicodeNotation
from verify.telling.words import VERDICTS, has_label

Records = Mapping[str, Mapping[str, str]]
PLAIN = UnicodeNotation()


def perform(asked: Namespace) -> int:
    """List the statements, in the papers' order."""
    catalogue = read_catalogue(asked)
    for argument, path in (("--json", asked.json), ("--markdown", asked.markdown)):
        check_file(argument, path, catalogue)
    check_apart(asked.json, asked.markdown, "--markdown")
    statements = of_paper(catalogue, asked.paper)
    if asked.json is not None:
        records = recorded(catalogue)
        write_json(asked.json, [_entry(statement, records) for statement in statements])
    if asked.markdown is not None:
        folder = asked.markdown.absolute().parent
        page = index_markdown(statements, recorded(catalogue), folder)
        write("--markdown", asked.markdown, page)
    if asked.json is asked.markdown is None:
        records = recorded(catalogue)
        show_lines(_listed(statements, records, screen_of(sys.stdout), asked.stops))
    return exit_code(catalogue)


def here() -> int:
    """Say what is here, how it stands on record, and what to type next."""
    catalogue = discover()
    records = recorded(catalogue)
    lines = ["What papers say, and what became of it.", ""]
    for paper in catalogue.papers:
        own = [s for s in catalogue.statements if s.paper == paper and s.origin != "ours"]
        lines += [f"  {paper.key}  {paper.title}", f"     {_counts(own, records)}"]
    ours = [s for s in catalogue.statements if s.origin == "ours"]
    lines += ["     ours, instead or beyond", f"     {_counts(ours, records)}"] if ours else []
    every = [s.id for s in catalogue.statements]
    false = [name for name in every if records.get(name, {}).get("verdict") == "false"]
    one = next(iter([*false, *every]), "ID")
    tried = (
        ("list", "every statement, with its verdict"),
        (f"show {one}", "one of them: what it says, whether it holds, what is wrong, what is true"),
        ("run", "decide all of it again"),
        ("report", "everything as a site for a browser, in ./report"),
    )
    lines.append("")
    for words, says in tried:
        start = f"  verify {words:<14} "
        lines += wrapped(says, screen_of(sys.stdout).width, start, " " * len(start))
    show_lines([*lines, "", "Verdicts are those on record. verify --help lists all commands."])
    return exit_code(catalogue)


def _counts(statements: Sequence[Statement], records: Records) -> str:
    """Return "6 false, 5 hold with more, 25 hold, 1 not decided"."""
    found = Counter(records.get(s.id, {}).get("verdict", "") for s in statements)
    words = {"false": "false", "holds_with": "hold with more", "holds": "hold", "open": "open"}
    told = [f"{found[v]} {said}" for v, said in {**words, "": "not on record"}.items() if found[v]]
    return ", ".join(told)


def _listed(
    statements: Sequence[Statement], records: Records, screen: Screen, stops: bool = False
) -> list[str]:
    """Return a line a statement, or more where a title is long, under its paper's sections.

    The verdict is the one on record, and so is the grade; where that is not on record, what the
    claim is to be known by: one Coq theorem, steps, or words that no machine checks. With `stops`
    the claim stands in the title's place, and below it what stops it.
    """
    header = ("id", "verdict", "known by", "statement")
    rows = [header, *(_row(s, records, stops) for s in statements)]
    widths = [max(cells(row[k]) for row in rows) for k in range(3)]
    shown: list[str] = []
    before = ""
    for row, statement in zip(rows, (None, *statements), strict=True):
        section = statement.paper.section(statement.position) if statement is not None else ""
        if statement is not None and section != before:
            heading = f"{statement.paper.key}, {section}" if section else statement.paper.key
            shown += ["", screen.paint(heading, "bold")]
        before = section
        padded = (f"{row[k]}{' ' * (width - cells(row[k]))}" for k, width in enumerate(widths))
        lead = "  ".join(padded)
        lines = wrapped(row[3], screen.row_width, f"{lead}  ", " " * (sum(widths) + 6))
        style = "bold" if statement is None else COLOURS.get(row[1])
        lines[0] = lines[0].replace(row[1], screen.paint(row[1], style), 1) if style else lines[0]
        shown += lines
        why = what_stops(statement, records) if stops and statement is not None else ""
        indent = " " * (sum(widths) + 6)
        if why:
            shown += wrapped(PLAIN.prose(why), screen.row_width, f"{indent}stops: ", indent)
    return shown


def _row(statement: Statement, records: Records, stops: bool) -> tuple[str, ...]:
    record = records.get(statement.id, {})
    verdict = VERDICTS.get(record.get("verdict", ""), "–")
    label = f"{statement.label.text}: " if has_label(statement) else ""
    known = record.get("grade") or _kind(statement)
    says = PLAIN.prose(claim_in_brief(statement) if stops else statement.title)
    return statement.id, verdict, known, f"{label}{says}"


def _kind(statement: Statement) -> str:
    """Return what a statement not on record is to be known by; only this reads its proof."""
    claimed = statement.declared.claim
    return claimed.kind if claimed is not None else "steps"


def _entry(statement: Statement, records: Records) -> dict[str, Any]:
    record, claimed = records.get(statement.id, {}), statement.declared.claim
    return {
        "id": statement.id,
        "title": statement.title,
        "paper": statement.paper.key,
        "label": statement.label.text,
        "claim": "" if claimed is None else claimed.says,
        "verdict": record.get("verdict", ""),
        "grade": record.get("grade", ""),
        "stops": what_stops(statement, records),
        "section": statement.paper.section(statement.position),
        "origin": statement.origin,
        "basis": statement.basis,
        "module": statement.module,
        "rests_on": list(statement.rests_on),
        "rests_on_steps": {name: list(used) for name, used in statement.rested_steps.items()},
        "repaired_by": list(statement.repaired_by),
        "steps": [said.name for said in statement.declared.said],
    }
