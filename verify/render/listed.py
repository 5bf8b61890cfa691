"""Statements in a list: what is said of each, what stops it, on a terminal and as a page."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from verify.methods.kernel.authored import proof_of
from verify.methods.kernel.deciding import goals_of
from verify.render.screen import COLOURS, Screen, cells, wrapped
from verify.render.words import on_record
from verify.statements.claims import Claim
from verify.statements.folder import current, ours
from verify.statements.statement import Statement


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


WELL = ("kernel", "refuted")
SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z$(])")


def claim_in_brief(statement: Statement) -> str:
    """Return a claim up to its first conclusion, or else the title, with LaTeX formulas."""
    claimed = statement.declared.claim
    says = statement.title if claimed is None else claimed.says
    told = ""
    for part in SENTENCE.split(says):
        told = f"{told} {part}".strip()
        whole = told.count("$") % 2 == 0 and told.count("(") == told.count(")")
        if whole and not part.startswith("Let "):
            break
    return told


def what_stops(statement: Statement, records: Mapping[str, Mapping[str, str]]) -> str:
    """Return in a line what stops a statement, with LaTeX formulas; "" if nothing does.

    `records` has the grades on record. A theorem that assumes others is told with them; a lost
    formula is told of every grade, since what is proved is then our reading.
    """
    record = records.get(statement.id, {})
    return "; ".join(dict.fromkeys(_reasons(statement, record, records)))


def _reasons(
    statement: Statement, record: Mapping[str, str], records: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    claimed = statement.declared.claim
    if not record:
        yield f"not recorded: verify record {statement.id}"
    elif claimed is None:
        yield "it claims nothing"
    else:
        for theorem in statement.theorems.values():
            yield f"assumes {theorem.name.lower()} ({theorem.key})"
        if record.get("grade") not in WELL:
            yield from _weak(statement, claimed, record, records)
    if statement.basis == "this_reconstruction":
        yield "reconstructed: our copy of the paper lacks the formula"


def _weak(
    statement: Statement,
    claimed: Claim,
    record: Mapping[str, str],
    records: Mapping[str, Mapping[str, str]],
) -> Iterator[str]:
    """Yield what a claim is not yet: open steps, runs, what Coq is not asked, what is below it."""
    found: list[str] = []
    kept = {goals.step: goals.reason for goals in goals_of(statement) if goals.reason}
    for name in claimed.steps:
        step = statement.said(name).step
        if step.role == "open":
            found.append(f"open: needs {step.lacks()}")
        elif step.word == "experiment":
            found.append(f"{step.word}: at best sampled")
        elif name in kept:
            found.append(f"step “{name}”: {kept[name]}")
        elif step.role == "concludes":
            found.append(f"step “{name}” is an argument in words")
    if claimed.propositions:
        missing = proof_of(statement).missing
        found += [missing] if missing else []
    elif not claimed.parts:
        found.append("the claim is only an argument in words")
    for below in statement.uses:
        grade = records.get(below, {}).get("grade", "not recorded")
        if below not in statement.rested_steps and grade != "kernel":
            found.append(f"depends on {below}: {grade}")
    yield from found or [f"{record.get('grade')}: verify show {statement.id} -v shows why"]


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
