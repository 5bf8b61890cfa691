"""The command `list`: the statements, in the papers' order; and what `verify` alone says."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from verify.commands.answers import Answer
from verify.commands.shared import (
    check_file,
    exit_code,
    of_paper,
    read_catalogue,
    same_file,
    show_lines,
    write,
    write_json,
)
from verify.render.errors import Usage
from verify.render.listed import Line, claim_in_brief, index_markdown, laid_out, what_stops
from verify.render.run_json import fields
from verify.render.screen import screen_of, wrapped
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.words import counted, has_label, on_record, standing_counts, standing_of
from verify.running.records import recorded
from verify.statements.discovery import discover
from verify.statements.statement import Statement

Records = Mapping[str, Mapping[str, str]]
PLAIN = UnicodeNotation()


def perform(asked: Namespace, answer: Answer) -> int:
    """List the statements, in the papers' order."""
    catalogue = read_catalogue(asked)
    for argument, path in (("--json", asked.json), ("--markdown", asked.markdown)):
        check_file(argument, path, catalogue)
    if same_file(asked.json, asked.markdown):
        raise Usage("--markdown: --json writes the same file; give another")
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
        shown = [_line(statement, records, asked.stops) for statement in statements]
        lines = laid_out(shown, screen_of(sys.stdout))
        show_lines(lines)
        if not catalogue.broken:
            answer.keep(None, lines)
    return exit_code(catalogue)


def here(asked: Namespace, answer: Answer) -> int:
    """Say what is here, how it stands on record, and what to type next; `asked` is nothing."""
    catalogue = discover()
    records = recorded(catalogue)
    lines = [f"The statements of {counted(len(catalogue.papers), 'paper')}, and which hold.", ""]
    for paper in catalogue.papers:
        own = [s for s in catalogue.statements if s.paper == paper and s.origin != "ours"]
        lines += [f"  {paper.key}  {paper.title}", f"     {_counts(own, records)}"]
    ours = [s for s in catalogue.statements if s.origin == "ours"]
    lines += (
        ["     our corrections and extensions", f"     {_counts(ours, records)}"] if ours else []
    )
    every = [s.id for s in catalogue.statements]
    false = [name for name in every if records.get(name, {}).get("verdict") == "false"]
    one = next(iter([*false, *every]), "ID")
    tried = (
        ("list", "every statement, with its verdict"),
        (f"show {one}", "one statement: verdict, errors, correct version, proof"),
        ("run", "decide all statements again"),
        ("report", "write a web site, in ./report"),
    )
    lines.append("")
    for words, says in tried:
        start = f"  verify {words:<14} "
        lines += wrapped(says, screen_of(sys.stdout).width, start, " " * len(start))
    lines += ["", "These are the recorded verdicts. verify help lists all commands."]
    show_lines(lines)
    if not catalogue.broken:
        answer.keep(None, lines)
    return exit_code(catalogue)


def _counts(statements: Sequence[Statement], records: Records) -> str:
    """Return "25 hold, 5 hold with one more assumption, 6 are false, 1 is not on record"."""
    recorded = [record for s in statements if (record := records.get(s.id, {})).get("verdict")]
    told = standing_counts(standing_of(r["verdict"], r.get("grade", "")) for r in recorded)
    missing = len(statements) - len(recorded)
    return ", ".join([*told, *([f"{missing} not recorded"] if missing else [])])


def _line(statement: Statement, records: Records, stops: bool) -> Line:
    """Return what the list says of a statement.

    The verdict is the one on record, and so is the grade; where that is not on record, what the
    claim is to be known by: one Coq theorem, steps, or words that no machine checks. With `stops`
    the claim stands in the title's place, and below it what stops it.
    """
    record = records.get(statement.id, {})
    label = f"{statement.label.text}: " if has_label(statement) else ""
    says = PLAIN.prose(claim_in_brief(statement) if stops else statement.title)
    return Line(
        statement.paper.key, statement.paper.section(statement.position), statement.id,
        on_record(record),
        record.get("grade") or _kind(statement), f"{label}{says}",
        PLAIN.prose(what_stops(statement, records) or "") if stops else "",
    )  # fmt: skip


def _kind(statement: Statement) -> str:
    """Return what a statement not on record is to be known by; only this reads its proof."""
    claimed = statement.declared.claim
    return claimed.kind if claimed is not None else "steps"


def _entry(statement: Statement, records: Records) -> dict[str, Any]:
    record, claimed = records.get(statement.id, {}), statement.declared.claim
    return {
        **fields(statement, ("id", "title")),
        "paper": statement.paper.key,
        "label": statement.label.text,
        "label_elsewhere": dict(statement.label.elsewhere),
        **fields(statement, ("printed", "relation", "differs")),
        "claim": "" if claimed is None else claimed.says,
        "verdict": record.get("verdict", ""),
        "grade": record.get("grade", ""),
        "stops": what_stops(statement, records),
        "section": statement.paper.section(statement.position),
        **fields(statement, ("origin", "basis", "module")),
        "rests_on": list(statement.uses),
        "rests_on_steps": {name: list(used) for name, used in statement.rested_steps.items()},
        "repaired_by": list(statement.repaired_by),
        "steps": [said.name for said in statement.declared.said],
    }
