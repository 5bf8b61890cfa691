"""What the search box searches: every statement, step and external theorem in plain characters."""

from __future__ import annotations

from verify.render.site.contents import Contents
from verify.render.site.layout import statement_path, theorem_path
from verify.render.site.machine_data import packed
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.words import standing

NAME = "search"  # under which the pages ask for it; no id of a statement, which has capitals


def search_index(contents: Contents) -> str:
    """Return the script that hands over what is searched.

    An entry is [id, title, where in the paper and what became of it, path, steps], and a step
    [name, sentence].
    """
    entries = []
    write = UnicodeNotation()
    for statement in contents.statements:
        result = contents.results.get(statement.id)
        fate = f", {standing(result).mark.word}" if result is not None else ""
        steps = [[said.name, write.prose(said.sentence)] for said in statement.declared.said]
        entries.append([
            statement.id, write.prose(statement.title), f"{statement.label.text}{fate}",
            statement_path(statement.id), steps,
        ])  # fmt: skip
    for key, theorem in contents.theorems.items():
        entries.append([key, theorem.name, "external theorem", theorem_path(key), []])
    return packed(NAME, entries)
