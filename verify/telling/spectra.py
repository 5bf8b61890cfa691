"""What is claimed of eigenvalues, as a table under the map whose they are."""

from __future__ import annotations

from typing import Any

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import modes, tokens
from verify.language.indices import Index, Range
from verify.language.motion import Jacobian
from verify.language.symbols import Family1, Symbol
from verify.statements.eigenvalues import (
    COLUMN,
    ROW,
    Eigenvalue,
    Eigenvalues,
    LinearMap,
    Map,
    SpectrumOf,
    is_table,
)
from verify.statements.steps import Block, Eigenspace, Spectrum
from verify.writing.claims import Claim, Table
from verify.writing.definitions import Display
from verify.writing.formulas import Printer

INDEX = Index("i", Range("tokens"))
DELTA: Family1[Vector] = Family1("delta", Vector, ("tokens",))


def spectrum_claim(printer: Printer, step: Spectrum) -> Claim:
    """Return what a spectrum claims, with eigenvectors."""
    notation = printer.notation
    letter, displays = _linear_map(printer, step.of)
    remark = f"The eigenvalues of {notation.inline(letter)}"
    if step.tangent is not None:
        normal = f"{printer.formula(step.tangent(DELTA.item)(INDEX))} {notation.relations['=']} 0"
        moved = notation.inline(printer.formula(DELTA.item(INDEX)))
        remark += f" on the perturbations {moved} with {notation.inline(normal)}"
    remark += f", {notation.inline(printer.formula(step.total))} in all:"
    rows = tuple(_part(printer, part) for part in step.parts)
    return Claim(
        tuple(displays), (remark,), Table(("eigenvalue", "multiplicity", "eigenvectors"), rows)
    )


def eigenvalues_claim(printer: Printer, step: Eigenvalues) -> Claim:
    """Return what is claimed of eigenvalues alone."""
    shown, displays = _map(printer, step.of)
    rows = []
    for part in step.parts:
        if isinstance(part, Eigenvalue):
            value, multiplicity = part.value, part.multiplicity
            rows.append((printer.formula(value), printer.formula(multiplicity)))
        else:
            other, more = _map(printer, part.of)
            displays += [display for display in more if display not in displays]
            rows.append((other, printer.formula(_size(part))))
    remark = f"The eigenvalues of {printer.notation.inline(shown)}:"
    return Claim(tuple(displays), (remark,), Table(("eigenvalue", "multiplicity"), tuple(rows)))


def _size(part: SpectrumOf) -> Scalar:
    """Return how many eigenvalues a map has."""
    if isinstance(part.of, tuple):
        return as_scalar(len(part.of))
    if isinstance(part.of, Operator):
        return modes.count
    return tokens.count if is_table(part.of) else tokens.count * modes.count


def _map(printer: Printer, of: Map) -> tuple[str, list[Display]]:
    """Return how a map is told, and its formula where that is a letter."""
    if isinstance(of, tuple):
        return _rows(printer, of), []
    if isinstance(of, Operator):
        return printer.piece(of).text, []
    if is_table(of):
        table: Any = of
        entry = printer.piece(table(ROW, COLUMN))
        own = printer.notation.indexed(
            printer.notation.parentheses(entry), [printer.index(k) for k in (ROW, COLUMN)]
        )
        return own.text, []
    linear: Any = of
    return _linear_map(printer, linear)


def _linear_map(printer: Printer, of: LinearMap | Jacobian) -> tuple[str, list[Display]]:
    """Return the letter of a linear map, and its formula unless it is a Jacobian."""
    if isinstance(of, Jacobian):
        printer.use(("jacobian", of.layer, of.point))
        return printer.jacobian(of.layer, of.point), []
    notation = printer.notation
    letters = [printer.piece(Vector("symbol", Symbol(x, "vector"))) for x in ("L", "delta")]
    left = notation.indexed(notation.beside(letters), [printer.index(INDEX)]).text
    terms = printer.terms(of(DELTA.item)(INDEX))
    return letters[0].text, [Display(left, notation.relations["="], terms)]


def _part(printer: Printer, part: Eigenspace | Block) -> tuple[str, str, str]:
    multiplicity = printer.formula(part.multiplicity)
    if isinstance(part, Eigenspace):
        return printer.formula(part.value), multiplicity, printer.formula(part.vectors(INDEX))
    fields = ", ".join(printer.formula(field(INDEX)) for field in part.fields)
    return _rows(printer, part.matrix), multiplicity, fields


def _rows(printer: Printer, rows: tuple[tuple[Scalar, ...], ...]) -> str:
    return printer.notation.matrix([[printer.formula(entry) for entry in row] for row in rows])
