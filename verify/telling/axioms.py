"""External theorems that statements rest on: where they are cited, and what discharges them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verify.statements.paper import Theorem
from verify.statements.statement import Statement
from verify.steps.cited import Cited
from verify.telling.screen import Screen, wrapped
from verify.telling.unicode_formulas import UnicodeNotation

NOTATION = UnicodeNotation()


@dataclass(frozen=True)
class Citation:
    """One citation: by which statement and step, and the steps behind each premise."""

    theorem: Theorem
    statement: str
    step: str
    premises: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Axioms:
    """What a statement cites itself, and what it takes over from statements it rests on."""

    statement: str
    title: str
    own: tuple[Citation, ...]
    through: tuple[Citation, ...]


def axioms_of(statement: Statement, known: Mapping[str, Statement]) -> Axioms:
    """Return the external theorems behind a statement; `known` holds all statements by id."""
    below: dict[str, Statement] = {}
    waiting = list(statement.rests_on)
    while waiting:
        name = waiting.pop(0)
        if name in known and name not in below:
            below[name] = known[name]
            waiting += known[name].rests_on
    through = tuple(citation for other in below.values() for citation in _citations(other))
    return Axioms(statement.id, statement.title, _citations(statement), through)


def _citations(statement: Statement) -> tuple[Citation, ...]:
    out = []
    for said in statement.declared.said:
        if isinstance(said.step, Cited):
            premises = said.step.premises()
            out.append(Citation(said.step.theorem, statement.id, said.name, premises))
    return tuple(out)


def axioms_text(every: Sequence[Axioms], screen: Screen) -> list[str]:
    """Return each statement's external theorems, with references and premises."""
    lines: list[str] = []
    for axioms in every:
        cited = (*axioms.own, *axioms.through)
        if not cited:
            lines.append(f"{axioms.statement}: no external theorem is cited.")
            continue
        lines.append(screen.paint(f"{axioms.statement}  {NOTATION.prose(axioms.title)}", "bold"))
        for citation in cited:
            lines += _citation(citation, axioms.statement, screen)
    return lines


def _citation(citation: Citation, asked: str, screen: Screen) -> list[str]:
    theorem = citation.theorem
    where = f" (through {citation.statement})" if citation.statement != asked else ""
    lines = wrapped(f"{theorem.name} [{theorem.key}]{where}", screen.width, "  ", "    ")
    lines += wrapped(NOTATION.prose(theorem.says), screen.width, "    ")
    lines += wrapped(theorem.reference, screen.width, "    ")
    for premise, steps in citation.premises:
        text = f"premise: {NOTATION.prose(premise)}: {', '.join(repr(step) for step in steps)}"
        lines += wrapped(text, screen.width, "    ", "      ")
    return lines


def axioms_json(every: Sequence[Axioms]) -> list[dict[str, object]]:
    """Return the same as plain data."""
    return [
        {
            "id": axioms.statement,
            "title": axioms.title,
            "axioms": [
                {
                    "key": citation.theorem.key,
                    "name": citation.theorem.name,
                    "says": citation.theorem.says,
                    "reference": citation.theorem.reference,
                    "cited_by": citation.statement,
                    "step": citation.step,
                    "premises": {premise: list(steps) for premise, steps in citation.premises},
                }
                for citation in (*axioms.own, *axioms.through)
            ],
        }
        for axioms in every
    ]
