"""Vectors and matrices as plain nested lists, over any kind of number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import add, mul
from typing import Any

from verify.numerics.number import Value

Vector = list[Any]
Matrix = list[list[Any]]
FRACTIONS = {Fraction}  # the types of exact numbers


def dot(u: Sequence[Value], v: Sequence[Value]) -> Value:
    """Return the Euclidean inner product."""
    if u and type(u[0]) is Fraction and {*map(type, u), *map(type, v)} == FRACTIONS:
        return _dot_of_fractions(u, v)
    if len(u) != len(v):
        raise ValueError(f"an inner product of {len(u)} and {len(v)} numbers")
    products = map(mul, u, v)
    first: Value = next(products, None)
    return Fraction(0) if first is None else sum(products, start=first)


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
    if len(first) != len(second):
        raise ValueError(f"a sum of vectors of {len(first)} and {len(second)} numbers")
    return list(map(add, first, second))


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
