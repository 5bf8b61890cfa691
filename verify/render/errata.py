"""Errata: every printed sentence that a run found false, too weak or badly argued, and its repair.

The entries are made from results, worst first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from verify.render.cards import Card, Others, Row, verdict_card
from verify.render.latex_formulas import LatexNotation
from verify.render.latex_layout import claim_lines
from verify.render.latex_names import PREAMBLE, pdf_title, plain_id
from verify.render.words import counted, has_label
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement
from verify.writing.claims import ClaimText

Consequence = Literal["false", "contradicted", "needs more", "badly argued"]
CONSEQUENCES: dict[Consequence, str] = {
    "false": "False statements",
    "contradicted": "Statements contradicted by decided steps, by an argument in words",
    "needs more": "Statements that need one more assumption",
    "badly argued": "True statements with a flawed proof",
}
NOTATION = LatexNotation()
RANKS = (("theorem", "corollary"), ("lemma", "proposition"))  # what is less comes after


@dataclass(frozen=True)
class Erratum:
    """One statement that needs correcting; `dependents` counts those whose proofs use it.

    `others` are those that may be its repairs.
    """

    statement: Statement
    consequence: Consequence
    dependents: int
    others: Others

    @cached_property
    def card(self) -> Card:
        """Return its card in LaTeX."""
        _, result = self.others[self.statement.id]
        return verdict_card(self.statement, result, NOTATION, self.others)


def errata(
    statements: Sequence[Statement], results: Mapping[str, StatementResult]
) -> list[Erratum]:
    """Return the corrections that results call for, worst first.

    Within a consequence theorems come before lemmas, these before remarks and definitions, and
    those of a kind in the order of how many other statements rest on them.
    """
    others = {s.id: (s, results.get(s.id)) for s in statements}
    found = [
        Erratum(statement, consequence, _dependents(statement.id, statements), others)
        for statement, result in others.values()
        if result is not None and (consequence := _consequence(statement, result)) is not None
    ]
    order = list(CONSEQUENCES)
    return sorted(
        found, key=lambda e: (order.index(e.consequence), _rank(e.statement), -e.dependents)
    )


def by_consequence(found: Sequence[Erratum]) -> Iterator[tuple[Consequence, list[Erratum]]]:
    """Yield errata, which are sorted, with what they have in common."""
    for consequence, entries in groupby(found, lambda entry: entry.consequence):
        yield consequence, list(entries)


def _rank(statement: Statement) -> int:
    """Return how much a statement claims to be, by the first word of its label."""
    return next(
        (k for k, words in enumerate(RANKS) if statement.label.text.lower().startswith(words)),
        len(RANKS),
    )


def _consequence(statement: Statement, result: StatementResult) -> Consequence | None:
    if statement.origin == "ours":
        return None
    if result.verdict == "false":
        return "false"
    if result.contradicted:
        return "contradicted"
    if result.verdict == "holds_with":
        return "needs more"
    return "badly argued" if result.paper_argument == "broken" else None


def _dependents(identifier: str, statements: Sequence[Statement]) -> int:
    """Return how many statements rest on one, directly or through others."""
    resting: set[str] = set()
    todo = [identifier]
    while todo:
        below = todo.pop()
        above = [s.id for s in statements if below in s.uses and s.id not in resting]
        resting.update(above)
        todo += above
    return len(resting)


# ------------------------------------------------------------------ as LaTeX


MAIN, KIND = "errata", "latex --errata"
INTRODUCTION = (
    "Dear authors, we have read your work with a machine that decides each statement, and most of "
    "it holds. We believe that the sentences below need a correction. For each we give an exact "
    "counterexample (or rigorous bounds) that you can check by hand, and what is true instead, as "
    "far as we know. We paraphrase the statements; please write to us if we misread one. "
    "In each section theorems come first, then lemmas, then the rest. Numbers in brackets refer to "
    "the steps of the full proofs."
)


def errata_files(
    statements: Sequence[Statement], results: Mapping[str, StatementResult]
) -> dict[str, str | bytes]:
    """Return errata.tex."""
    parts = [
        PREAMBLE, pdf_title("Errata"), r"\begin{document}",
        r"\title{Errata}\author{attention-proofs}\maketitle",
        errata_body(errata(statements, results)), r"\end{document}",
    ]  # fmt: skip
    return {f"{MAIN}.tex": "\n\n".join(parts) + "\n"}


def errata_body(found: Sequence[Erratum]) -> str:
    """Return the list of errata, and then each on a page of its own."""
    text = (
        "\n\n".join([INTRODUCTION, r"\setcounter{tocdepth}{2}\tableofcontents", *_sections(found)])
        + "\n"
    )
    # A display belongs to the paragraph before it.
    return re.sub(r"\n\n(?=\\\[|\\begin\{(?:align|gather))", "\n", text)


def _title(entry: Erratum) -> str:
    statement = entry.statement
    label = f"{NOTATION.prose(statement.label.text)}: " if has_label(statement) else ""
    title = f"{label}{NOTATION.prose(statement.title)}"
    return f"{title[:1].upper()}{title[1:]}"


def _sections(found: Sequence[Erratum]) -> Iterable[str]:
    for consequence, entries in by_consequence(found):
        for number, entry in enumerate(entries):
            yield r"\clearpage\normalsize"
            if number == 0:
                yield rf"\section*{{{CONSEQUENCES[consequence]} ({len(entries)})}}"
            yield from _entry(entry)
    if not found:
        yield "No errors were found."


def _entry(entry: Erratum) -> Iterable[str]:
    statement, source = entry.statement, entry.statement.paper
    heading = rf"{_title(entry)} (\texttt{{{plain_id(statement.id)}}})"
    yield rf"\phantomsection\addcontentsline{{toc}}{{subsection}}{{{source.key}, {_title(entry)}}}"
    yield rf"\bigskip\noindent{{\large\textbf{{{heading}}}}}\nopagebreak\par\nopagebreak"
    paper = f"{source.authors}: {source.title} ({source.year}; {source.reference})."
    rest = "rests" if entry.dependents == 1 else "rest"
    resting = f" {counted(entry.dependents, 'other statement')} {rest} on it."
    yield NOTATION.prose(paper) + (resting if entry.dependents else "")
    for row in entry.card.every:
        yield from row_lines(row)


def row_lines(row: Row) -> Iterable[str]:
    """Yield a row of a card: its first words in the line of its heading, formulas displayed."""
    lead = rf"\textbf{{{row.heading if row.heading[-1] == '?' else f'{row.heading}.'}}}"
    for part in row.parts:
        if isinstance(part, str):
            yield f"{lead} {part}".strip()
        else:
            yield from claim_lines(ClaimText((part,)))
        lead = ""
