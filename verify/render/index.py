"""The statements of the papers as one Markdown page: what each says, its verdict, its file."""

from __future__ import annotations

import os.path
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from verify.render.stops import claim_in_brief, what_stops
from verify.render.words import on_record
from verify.statements.folder import current, ours
from verify.statements.statement import Statement

HEAD = """# The statements

Written by `{command}`. `verify show ID` shows one of them with its
formulas and every outcome. Verdict and grade are the recorded ones; the obstacle is computed
from its declarations (`verify list --stops` prints it in a terminal)."""
TABLE = (
    "| id | in the paper | title | claim | verdict | grade | obstacle to a Coq proof | where "
    "|\n|---|---|---|---|---|---|---|---|"
)


def index_markdown(
    statements: Sequence[Statement], records: Mapping[str, Mapping[str, str]], folder: Path
) -> str:
    """Return the page: a table a section, its links relative to the folder that it is put in."""
    papers = current()
    name = papers.path.name
    named = "" if papers == ours() else f" --papers {name}"
    parts = [HEAD.format(command=f"verify list --markdown {name}/INDEX.md{named}")]
    for paper, of_paper in groupby(statements, lambda s: s.paper):
        parts.append(f"## {paper.key}: {paper.title}")
        for section, entries in groupby(of_paper, lambda s: s.paper.section(s.position)):
            parts += [f"### {section}"] if section else []
            rows = [_row(entry, records, folder) for entry in entries]
            parts.append("\n".join((TABLE, *rows)))
    return "\n\n".join(parts) + "\n"


def _row(statement: Statement, records: Mapping[str, Mapping[str, str]], folder: Path) -> str:
    record = records.get(statement.id, {})
    path = Path(os.path.relpath(statement.body.__code__.co_filename, folder)).as_posix()
    where = f"[{path}]({path}), `{statement.body.__name__}`"
    cells = (
        f"`{statement.id}`", statement.label.text, statement.title, claim_in_brief(statement),
        on_record(record), record.get("grade", ""), what_stops(statement, records), where,
    )  # fmt: skip
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
