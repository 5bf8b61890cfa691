"""Theorems from outside that claims assume: which, in words and in Coq, and through what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verify.render.line_breaks import code_lines
from verify.render.run_json import fields
from verify.render.screen import Screen, wrapped
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.paper import Theorem
from verify.statements.statement import Statement

NOTATION = UnicodeNotation()


@dataclass(frozen=True)
class Citation:
    """One citation: a theorem, and the statement whose claim has it as a premise."""

    theorem: Theorem
    statement: str


@dataclass(frozen=True)
class Axioms:
    """What a statement's claim assumes itself, and what it takes over from those it rests on."""

    statement: str
    title: str
    own: tuple[Citation, ...]
    through: tuple[Citation, ...]


def axioms_of(statement: Statement, known: Mapping[str, Statement]) -> Axioms:
    """Return the theorems from outside behind a statement; `known` holds all statements by id.

    A claim that is a theorem of its own has no other premises than those it names.
    """
    below: dict[str, Statement] = {}
    waiting = [] if _is_theorem(statement) else list(statement.uses)
    while waiting:
        name = waiting.pop(0)
        if name in known and name not in below:
            below[name] = known[name]
            waiting += [] if _is_theorem(known[name]) else known[name].uses
    through = tuple(citation for other in below.values() for citation in _citations(other))
    return Axioms(statement.id, statement.title, _citations(statement), through)


def _is_theorem(statement: Statement) -> bool:
    return statement.declared.claim is not None and statement.declared.claim.kind == "theorem"


def _citations(statement: Statement) -> tuple[Citation, ...]:
    return tuple(Citation(theorem, statement.id) for theorem in statement.theorems.values())


def axioms_text(every: Sequence[Axioms], screen: Screen) -> list[str]:
    """Return each statement's theorems from outside, in words and as Coq has them."""
    lines: list[str] = []
    for axioms in every:
        cited = (*axioms.own, *axioms.through)
        if not cited:
            lines.append(f"{axioms.statement}: no external theorem is assumed.")
            continue
        lines.append(screen.paint(f"{axioms.statement}  {NOTATION.prose(axioms.title)}", "bold"))
        for citation in cited:
            lines += _citation(citation, axioms.statement, screen)
    return lines


def _citation(citation: Citation, asked: str, screen: Screen) -> list[str]:
    theorem = citation.theorem
    where = f" (through {citation.statement})" if citation.statement != asked else ""
    lines = wrapped(f"{theorem.name} [{theorem.key}]{where}", screen.width, "  ", "    ")
    lines += wrapped(theorem.says, screen.width, "    ")
    return [*lines, *code_lines(theorem.definition, screen, "    ")]


def axioms_json(every: Sequence[Axioms]) -> list[dict[str, object]]:
    """Return the same as plain data."""
    return [
        {
            "id": axioms.statement,
            "title": axioms.title,
            "axioms": [
                fields(citation.theorem, ("key", "name", "says", "definition"))
                | {"cited_by": citation.statement}
                for citation in (*axioms.own, *axioms.through)
            ],
        }
        for axioms in every
    ]
