"""The bibliography of an article: the papers, and the theorems that are assumed, not proved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verify.render.latex_formulas import escaped_latex
from verify.render.plain_latex import plain_text
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import Statement

ASSUMED = "assumed, not proved here"


def bibliography(statements: Sequence[Statement]) -> str:
    """Return the entries that an article on statements needs, as BibTeX would set them."""
    papers = list(dict.fromkeys(s.paper for s in statements))
    entries = [
        *(_entry(paper_key(p), p.authors, p.title, str(p.year), escaped_latex(p.reference))
          for p in papers),
        *(_entry(_key(t.key), "", t.name, "", f"{ASSUMED}: {escaped_latex(plain_text(t.says))}")
          for t in _cited_theorems(statements)),
    ]  # fmt: skip
    return "\n".join([r"\begin{thebibliography}{99}", *entries, r"\end{thebibliography}"])


def _cited_theorems(statements: Sequence[Statement]) -> list[Theorem]:
    """Return the external theorems that claims assume, each once, by key."""
    found = {k: theorem for s in statements for k, theorem in s.theorems.items()}
    return [found[key] for key in sorted(found)]


def paper_key(paper: Paper) -> str:
    """Return the key that a paper is cited by."""
    return _key(f"paper-{paper.key}")


def _key(key: str) -> str:
    """Return the key that the external theorem of a key is cited by."""
    return re.sub(r"[^A-Za-z0-9.:-]+", "-", key)


def _entry(key: str, authors: str, title: str, year: str, note: str) -> str:
    """Return an entry; `note` is LaTeX."""
    shown = [escaped_latex(authors), rf"\emph{{{escaped_latex(title)}}}", year, note.rstrip(".")]
    return rf"\bibitem{{{key}}} {', '.join(filter(None, shown))}."
