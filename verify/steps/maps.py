"""Linear maps whose spectra are claimed: matrices, operators, tables of weights, Jacobians."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import modes, tokens
from verify.language.indices import Index, Range
from verify.language.mistakes import Mistake
from verify.language.motion import Direction, Jacobian
from verify.language.symbols import Family1, Family2, Symbol
from verify.language.words import square_rows
from verify.writing.definitions import Display
from verify.writing.formulas import FormulaPrinter

Rows = tuple[tuple[Scalar, ...], ...]
Table = Callable[[Any, Any], Scalar]
LinearMap = Callable[[Direction], Callable[[Any], Vector]]
Map = Rows | Operator | Table | LinearMap | Jacobian
ROW, COLUMN = tokens.any("i"), tokens.any("j")  # at which the entries of a table are looked at
BOUND: frozenset[Index] = frozenset({ROW, COLUMN})
INDEX = Index("i", Range("tokens"))
DELTA: Family1[Vector] = Family1("delta", Vector, ("tokens",))  # a perturbation, for a reader


def as_map(given: Any) -> Map:
    """Return a map: rows of scalars, an operator, a table of two indices, or a linear map."""
    if isinstance(given, Operator | Jacobian):
        return given
    if isinstance(given, Family2):
        return lambda i, j: given[i, j]
    if isinstance(given, list | tuple):
        return square_rows(given)
    if callable(given) and len(signature(given).parameters) in (1, 2):
        return given  # type: ignore[no-any-return]
    raise Mistake(
        "Eigenvalues takes rows of scalars, an operator, weights, a function of two indices "
        f"or a linear map of perturbations, not {given!r}"
    )


def is_table(of: Map) -> bool:
    """Tell a function of two indices from a map of perturbations."""
    return not isinstance(of, tuple | Operator | Jacobian) and len(signature(of).parameters) == 2


def entries_of(of: Any) -> Iterator[Scalar | Operator]:
    """Yield the formulas of a map that is written out; nothing for a map of perturbations."""
    if isinstance(of, tuple):
        yield from (entry for row in of for entry in row)
    elif isinstance(of, Operator):
        yield of
    elif is_table(of):
        yield as_scalar(of(ROW, COLUMN))


def size_of(of: Map) -> Scalar:
    """Return how many eigenvalues a map has."""
    if isinstance(of, tuple):
        return as_scalar(len(of))
    if isinstance(of, Operator):
        return modes.count
    return tokens.count if is_table(of) else tokens.count * modes.count


# ------------------------------------------------------------------ how they are told


def map_told(printer: FormulaPrinter, of: Map) -> tuple[str, list[Display]]:
    """Return how a map is told, and its formula where that is a letter."""
    if isinstance(of, tuple):
        return rows_told(printer, of), []
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
    return linear_map_told(printer, linear)


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
