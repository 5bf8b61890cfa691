"""Statements made of a function, for tests of what is decided of single steps."""

from collections.abc import Callable
from typing import Any

from verify.statements.paper import Paper
from verify.statements.statement import Statement, statement

PAPER = Paper(key="SMALL", title="Small lemmas", authors="-", year=2026, reference="-")


def lemma_of(body: Callable[[Any], Any]) -> Statement:
    """Return the statement whose proof a function is."""
    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma")(body)
