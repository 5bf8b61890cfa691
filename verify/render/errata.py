"""Errata: every printed sentence that a run found false, too weak or badly argued, and its repair.

The entries are made from results, worst first, and told twice: in LaTeX and in Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from verify.render.cards import Card, Others, verdict_card
from verify.render.latex_formulas import LatexNotation
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement

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
