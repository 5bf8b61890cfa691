"""Theorems from outside that claims assume: which, in words and in Coq, and through what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verify.render.run_json import fields
from verify.render.screen import Screen, code_lines, wrapped
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.paper import Theorem
from verify.statements.statement import Statement

NOTATION = UnicodeNotation()


@dataclass(frozen=True)
class Citation:
    """One citation: a theorem, and the id of the statement whose claim has it as a premise."""

    theorem: Theorem
    statement: str


def cited_by(statement: Statement, known: Mapping[str, Statement]) -> list[Citation]:
    """Return the theorems from outside behind a statement, its own first; `known` are all by id.

    A claim that is a theorem of its own has no other premises than those it names.
    """
    below = [statement]
    for one in below:
        claimed = one.declared.claim
        if claimed is None or claimed.kind != "theorem":
            below += [known[k] for k in one.uses if k in known and known[k] not in below]
    return [Citation(theorem, one.id) for one in below for theorem in one.theorems.values()]


def axioms_text(statement: Statement, cited: Sequence[Citation], screen: Screen) -> list[str]:
    """Return a statement's theorems from outside, in words and as Coq has them."""
    if not cited:
        return [f"{statement.id}: no external theorem is assumed."]
    lines = [screen.paint(f"{statement.id}  {NOTATION.prose(statement.title)}", "bold")]
    for one in cited:
        where = f" (through {one.statement})" if one.statement != statement.id else ""
        named = f"{one.theorem.name} [{one.theorem.key}]{where}"
        lines += wrapped(named, screen.width, "  ", "    ")
        lines += wrapped(one.theorem.says, screen.width, "    ")
        lines += code_lines(one.theorem.definition, screen, "    ")
    return lines


def axioms_json(statement: Statement, cited: Sequence[Citation]) -> dict[str, object]:
    """Return the same as plain data."""
    told = ("key", "name", "says", "definition")
    axioms = [fields(one.theorem, told) | {"cited_by": one.statement} for one in cited]
    return {"id": statement.id, "title": statement.title, "axioms": axioms}
