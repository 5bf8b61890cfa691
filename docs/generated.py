"""The reference: pages that are written from the engine when the site is built."""

from __future__ import annotations

import inspect
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from docutils.nodes import SkipNode
from run_schema import run_schema
from sphinx.util import logging

import verify
from verify import cli
from verify.parser import COMMANDS, parser
from verify.processes import places
from verify.render import run_json
from verify.render.listed import claim_in_brief, what_stops
from verify.render.printed import related_words
from verify.render.site.build import VERDICTS
from verify.render.site.layout import statement_path
from verify.render.vocabulary import vocabulary_markdown, words
from verify.render.words import GRADE_MEANINGS
from verify.running.records import recorded
from verify.statements.discovery import discover
from verify.statements.folder import ours
from verify.statements.statement import Statement

__all__ = ["SkipNode", "warn", "write"]
LITERATURE = Path(__file__).resolve().parents[1] / "examples" / "literature"
warn = logging.getLogger(__name__).warning


def write(folder: Path) -> None:
    """Write every page of the reference whose text has changed."""
    folder.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        path, text = folder / f"{name}.md", page()
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def every_statement() -> str:
    """Return a section for each statement, so that the search finds it, with a link to its page."""
    return _statements("All statements", "papers")


def literature() -> str:
    """Return the same of the theorems of other papers, in examples/literature."""
    before = os.environ.get(places.PAPERS)
    os.environ[places.PAPERS] = str(LITERATURE)
    try:
        return _statements("Theorems of the literature", "literature")
    finally:
        del os.environ[places.PAPERS]
        if before is not None:
            os.environ[places.PAPERS] = before


def _statements(heading: str, site: str) -> str:
    """Return the statements of the current folder of papers; `site` has a page for each."""
    catalogue = discover()
    records = recorded(catalogue)
    graded = Counter(f"{_verdict(one)}, {one.get('grade', 'no grade')}" for one in records.values())

    def parts() -> Iterator[str]:
        yield f"# {heading}"
        yield (
            f"{len(catalogue.statements)} statements of {len(catalogue.papers)} sources. "
            f'<a href="../{site}/index.html">Their pages, with proofs, pictures and a graph</a>'
        )
        yield table(
            ("verdict, grade", "statements"), ((k, str(n)) for k, n in graded.most_common())
        )
        for paper, own in groupby(catalogue.statements, lambda s: s.paper):
            yield f"## {paper.key}: {plain(paper.title)}"
            yield plain(f"{paper.authors}, {paper.year}. {paper.reference}.")
            for statement in own:
                yield from _statement(statement, records.get(statement.id, {}))

    def _statement(statement: Statement, record: dict[str, str]) -> Iterator[str]:
        yield f"### {plain(f'{statement.id}: {statement.title}')}"
        label = statement.label.text
        yield f"{plain(label[:1].upper() + label[1:])}. **{_verdict(record)}**, {record.get('grade', 'no grade')}."
        yield f"*Printed:* {plain(statement.printed)}" if statement.printed else ""
        yield f"*Claim:* {plain(related_words(statement, (), str) or claim_in_brief(statement))}"
        stops = what_stops(statement, records)
        yield f"Not a theorem of Coq: {plain(stops)}." if stops else ""
        yield f'<a href="../{site}/{statement_path(statement.id)}">Page of {statement.id}</a>'

    return page(*parts())


def _verdict(record: Mapping[str, str]) -> str:
    return record.get("verdict", "not recorded").replace("_", " ")


def vocabulary() -> str:
    """Return the page that `verify` writes of its words."""
    return vocabulary_markdown(words([ours().path]))


def commands() -> str:
    """Return the help of each command."""
    known = parser().commands
    parts = ["# Commands"]
    for name, command in COMMANDS.items():
        parts += [
            f"## `verify {name}`",
            f"{command.says[0].upper()}{command.says[1:]}.",
            block("text", known[name].format_help()),
        ]
    return page(*parts)


def python() -> str:
    """Return the public functions, described by Sphinx from their docstrings."""
    kinds = {name: "class" if inspect.isclass(getattr(verify, name)) else "function"
             for name in verify.__all__}  # fmt: skip
    lines = [f".. auto{kind}:: verify.{name}\n" for name, kind in kinds.items()]
    return page("# Python", "`import verify` is quick; libraries are loaded with the first function that needs them.",
                block("{eval-rst}", "\n".join(lines)))  # fmt: skip


def json_schemas() -> str:
    """Return what the commands write as JSON."""
    return page(
        "# JSON",
        f"## `{run_json.SCHEMA}`",
        "`verify run --json FILE` writes this.",
        inspect.getdoc(run_json) or "",
        block("json", json.dumps(run_schema(), indent=1)),
    )


def exit_codes() -> str:
    """Return the table of exit codes, from the sentence in which the command line states them."""
    _, stated, *_ = (inspect.getdoc(cli) or "").split("\n\n")
    codes = re.findall(r"(\d+) (.+?)(?=, \d|\.$)", " ".join(stated.split()))
    return page("# Exit codes", table(("code", "meaning"), codes))


def grades() -> str:
    """Return the tables of verdicts and grades that the statements' pages have."""
    return page("# Verdicts and grades", table(("verdict", "meaning"), VERDICTS), table(("grade", "meaning"), GRADE_MEANINGS.items()),
                "More about them: [what a grade promises](../explanation/grades.md).")  # fmt: skip


PAGES = {
    "statements": every_statement, "literature": literature, "words": vocabulary, "commands": commands, "python": python,
    "json": json_schemas, "exit_codes": exit_codes, "grades": grades,
}  # fmt: skip


def page(*parts: str) -> str:
    """Return the parts of a page, one below the other."""
    return "\n\n".join(filter(None, parts)) + "\n"


def block(language: str, text: str) -> str:
    """Return a block of code."""
    return f"````{language}\n{text.rstrip()}\n````"


def table(head: tuple[str, str], rows: object) -> str:
    """Return a table of two columns."""
    lines = [" | ".join(head), "---|---", *(" | ".join(row) for row in rows)]  # type: ignore[attr-defined]
    return "\n".join(f"| {line} |" for line in lines)


def plain(text: str) -> str:
    """Return text in which Markdown finds nothing but formulas between dollar signs."""
    parts = text.split("$")
    parts[::2] = [re.sub(r"([*`<\[\]])", r"\\\1", part) for part in parts[::2]]
    return "$".join(parts)
