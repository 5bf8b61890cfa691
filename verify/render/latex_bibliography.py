"""The bibliography of an article: the papers and the external theorems that claims assume."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verify.render.figures.small import marked
from verify.render.latex_figures import in_latex
from verify.render.latex_formulas import escaped_latex
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import Statement

FILE = "references"


@dataclass(frozen=True)
class Entry:
    """One entry: its key for \\cite and its fields, in LaTeX."""

    key: str
    fields: Mapping[str, str]


def bibliography(statements: Sequence[Statement]) -> list[Entry]:
    """Return the entries that an article on statements needs."""
    papers = list(dict.fromkeys(s.paper for s in statements))
    theorems = cited_theorems(statements)
    return [*map(_of_paper, papers), *map(_of_theorem, theorems)]


def cited_theorems(statements: Sequence[Statement]) -> list[Theorem]:
    """Return the external theorems that claims assume, each once, by key."""
    found = {k: theorem for s in statements for k, theorem in s.theorems.items()}
    return [found[key] for key in sorted(found)]


def paper_key(paper: Paper) -> str:
    """Return the key that a paper is cited by."""
    return _key(f"paper-{paper.key}")


def theorem_key(key: str) -> str:
    """Return the key that the external theorem of a key is cited by."""
    return _key(key)


def _key(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.:-]+", "-", text)


def _of_paper(paper: Paper) -> Entry:
    return Entry(paper_key(paper), {
        "author": _authors(paper.authors), "title": f"{{{escaped_latex(paper.title)}}}",
        "year": str(paper.year), "note": escaped_latex(paper.reference),
    })  # fmt: skip


def _of_theorem(theorem: Theorem) -> Entry:
    fields = {"title": f"{{{escaped_latex(theorem.name)}}}", "note": in_latex(marked(theorem.says))}
    return Entry(_key(theorem.key), {"key": _key(theorem.key), **fields})


def _authors(names: str) -> str:
    """Return authors as BibTeX has them; words that are no names stay together."""
    people = re.split(r",\s+(?:and\s+)?|\s+and\s+", names)
    if any(not re.match(r"[^\W\d_]", name) or name[0].islower() for name in people):
        return f"{{{escaped_latex(names)}}}"
    return " and ".join(map(escaped_latex, people))


def bib_file(entries: Sequence[Entry]) -> str:
    """Return entries as a .bib file."""
    return "\n".join(_bib_entry(entry) for entry in entries)


def _bib_entry(entry: Entry) -> str:
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in entry.fields.items())
    return f"@misc{{{entry.key},\n{fields}}}\n"


def bbl_file(entries: Sequence[Entry]) -> str:
    """Return entries as BibTeX would set them, for a TeX without BibTeX."""
    items = []
    for entry in sorted(entries, key=lambda e: e.fields.get("author", e.key)):
        shown = [entry.fields.get("author", "").replace(" and ", ", "),
                 rf"\emph{{{entry.fields['title']}}}", entry.fields.get("year", ""),
                 entry.fields["note"]]  # fmt: skip
        items.append(rf"\bibitem{{{entry.key}}} {', '.join(filter(None, shown))}.")
    return "\n".join([r"\begin{thebibliography}{99}", *items, r"\end{thebibliography}", ""])
