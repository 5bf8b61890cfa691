"""Vectors and matrices as plain nested lists, over any kind of number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from verify.numerics.number import Undefined, Value

Vector = list[Any]
Matrix = list[list[Any]]


def dot(u: Sequence[Value], v: Sequence[Value]) -> Value:
    """Return the Euclidean inner product."""
    if u and all(type(a) is type(b) is Fraction for a, b in zip(u, v, strict=True)):
        return _dot_of_fractions(u, v)
    return sum((a * b for a, b in zip(u, v, strict=True)), start=Fraction(0) if not u else 0)


def _dot_of_fractions(u: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
    """Return the inner product in lowest terms, reduced once instead of at every operation."""
    numerator, denominator = 0, 1
    for a, b in zip(u, v, strict=True):
        (p, q), (r, s) = a.as_integer_ratio(), b.as_integer_ratio()
        if p and r:
            numerator = numerator * q * s + p * r * denominator
            denominator *= q * s
    return Fraction(numerator, denominator)


def apply(matrix: Matrix, v: Vector) -> Vector:
    """Return the matrix times the vector."""
    return [dot(row, v) for row in matrix]


def product(first: Matrix, second: Matrix) -> Matrix:
    """Return the product of two matrices."""
    columns = transpose(second)
    return [[dot(row, column) for column in columns] for row in first]


def transpose(matrix: Matrix) -> Matrix:
    """Return the transpose."""
    return [list(column) for column in zip(*matrix, strict=True)]


def plus(first: Vector, second: Vector) -> Vector:
    """Return the sum of two vectors."""
    return [a + b for a, b in zip(first, second, strict=True)]


def times(factor: Value, v: Vector) -> Vector:
    """Return a multiple of a vector."""
    return [factor * a for a in v]


def vector_sum(terms: Iterable[Vector], zero: Vector) -> Vector:
    """Return the sum of vectors, `zero` if there are none."""
    total = zero
    for term in terms:
        total = plus(total, term)
    return total


def matrix_sum(terms: Iterable[Matrix], zero: Matrix) -> Matrix:
    """Return the sum of matrices, `zero` if there are none."""
    total = zero
    for term in terms:
        total = [plus(a, b) for a, b in zip(total, term, strict=True)]
    return total


def identity(size: int, one: Value = Fraction(1), zero: Value = Fraction(0)) -> Matrix:
    """Return the identity matrix."""
    return [[one if a == b else zero for b in range(size)] for a in range(size)]


def diagonal(entries: Sequence[Value]) -> Matrix:
    """Return the diagonal matrix with these entries."""
    return [[x if a == b else x * 0 for b in range(len(entries))] for a, x in enumerate(entries)]


def outer(u: Vector, v: Vector) -> Matrix:
    """Return u v^T."""
    return [[a * b for b in v] for a in u]


def solve(matrix: Matrix, right: Matrix) -> Matrix:
    """Return the X with `matrix` X = `right`, over rationals.

    Raises Undefined if the matrix is singular.
    """
    size = len(matrix)
    rows = [list(a) + list(b) for a, b in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column] != 0), None)
        if pivot is None:
            raise Undefined("the matrix is singular")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / Fraction(rows[column][column]) for x in rows[column]]
        for r in range(size):
            if r != column and rows[r][column] != 0:
                rows[r] = plus(rows[r], times(-rows[r][column], rows[column]))
    return [row[size:] for row in rows]


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse, over rationals. Raises Undefined if the matrix is singular."""
    return solve(matrix, identity(len(matrix)))


def rank(matrix: Matrix) -> int:
    """Return the rank of a matrix of rationals."""
    rows, found = [list(row) for row in matrix], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in range(found, len(rows)) if rows[r][column] != 0), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for r in range(found + 1, len(rows)):
            if rows[r][column] != 0:
                factor = -rows[r][column] / Fraction(rows[found][column])
                rows[r] = plus(rows[r], times(factor, rows[found]))
        found += 1
    return found
