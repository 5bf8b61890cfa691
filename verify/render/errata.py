"""Errata: every printed sentence that a run found false, too weak or badly argued, and its repair.

The entries are made from results, worst first, and told twice: in LaTeX and in Markdown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from verify.render.cards import Card, verdict_card
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
    """One statement that needs correcting; `dependents` counts those whose proofs use it."""

    statement: Statement
    result: StatementResult
    consequence: Consequence
    dependents: int
    card: Card


def errata(
    statements: Sequence[Statement], results: Mapping[str, StatementResult]
) -> list[Erratum]:
    """Return the corrections that results call for, worst first.

    Within a consequence theorems come before lemmas, these before remarks and definitions, and
    those of a kind in the order of how many other statements rest on them.
    """
    found = []
    for statement in statements:
        result = results.get(statement.id)
        consequence = _consequence(statement, result) if result is not None else None
        if result is not None and consequence is not None:
            found.append(_erratum(statement, result, consequence, statements, results))
    order = list(CONSEQUENCES)
    return sorted(
        found, key=lambda e: (order.index(e.consequence), _rank(e.statement), -e.dependents)
    )


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


def _erratum(
    statement: Statement,
    result: StatementResult,
    consequence: Consequence,
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
) -> Erratum:
    others = {s.id: (s, results.get(s.id)) for s in statements}
    return Erratum(
        statement,
        result,
        consequence,
        _dependents(statement.id, statements),
        verdict_card(statement, result, NOTATION, others),
    )


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
