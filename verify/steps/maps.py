"""Linear maps of perturbations whose spectra are claimed, and how they are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.language.expressions import Scalar, Vector
from verify.language.indices import Index, Range
from verify.language.motion import Direction, Jacobian
from verify.language.symbols import Family1, Symbol
from verify.writing.definitions import Display
from verify.writing.formulas import FormulaPrinter

Rows = tuple[tuple[Scalar, ...], ...]
LinearMap = Callable[[Direction], Callable[[Any], Vector]]
INDEX = Index("i", Range("tokens"))
DELTA: Family1[Vector] = Family1("delta", Vector, ("tokens",))  # a perturbation, for a reader


def linear_map_told(printer: FormulaPrinter, of: LinearMap | Jacobian) -> tuple[str, list[Display]]:
    """Return the letter of a linear map, and its formula unless it is a Jacobian."""
    if isinstance(of, Jacobian):
        printer.use(("jacobian", of.layer, of.point))
        return printer.jacobian(of.layer, of.point), []
    notation = printer.notation
    letters = [printer.piece(Vector("symbol", Symbol(x, "vector"))) for x in ("L", "delta")]
    left = notation.indexed(notation.beside(letters), [printer.index(INDEX)]).text
    terms = printer.terms(of(DELTA.item)(INDEX))
    return letters[0].text, [Display(left, notation.relations["="], terms)]


def rows_told(printer: FormulaPrinter, rows: Rows) -> str:
    """Return a matrix of formulas."""
    return printer.notation.matrix([[printer.formula(entry) for entry in row] for row in rows])
