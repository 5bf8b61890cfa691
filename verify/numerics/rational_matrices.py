"""Matrices of rationals in FLINT, where many products of exact numbers are taken.

Nested lists of fractions (`verify.numerics.matrices`) are what is drawn and shown. A matrix enters
FLINT once, is multiplied there with one denominator for all of it, and comes back once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

import flint

from verify.numerics.matrices import Matrix
from verify.numerics.number import Undefined, in_flint


def plain(number: flint.fmpq) -> Fraction:
    """Return a rational of FLINT as a Fraction."""
    return Fraction(int(number.p), int(number.q))


def exact_matrix(rows: Sequence[Sequence[Any]]) -> flint.fmpq_mat:
    """Return nested lists of Fractions or integers as a matrix of FLINT."""
    entries = [in_flint(x) for row in rows for x in row]
    return flint.fmpq_mat(len(rows), len(rows[0]) if rows else 0, entries)


def plain_matrix(matrix: flint.fmpq_mat) -> Matrix:
    """Return a matrix of FLINT as nested lists of Fractions."""
    return [[plain(x) for x in row] for row in matrix.table()]


def unit_matrix(size: int) -> flint.fmpq_mat:
    """Return the identity."""
    matrix = flint.fmpq_mat(size, size)
    for place in range(size):
        matrix[place, place] = 1
    return matrix


def rational_product(*factors: Matrix) -> Matrix:
    """Return the product of matrices of rationals."""
    return plain_matrix(reduce(mul, map(exact_matrix, factors)))


def solve(matrix: Matrix, right: Matrix) -> Matrix:
    """Return the X with `matrix` X = `right`. Raises Undefined if the matrix is singular."""
    return plain_matrix(solve_exact(exact_matrix(matrix), exact_matrix(right)))


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse. Raises Undefined if the matrix is singular."""
    return plain_matrix(solve_exact(exact_matrix(matrix), unit_matrix(len(matrix))))


def rank(matrix: Matrix) -> int:
    """Return the rank."""
    return int(exact_matrix(matrix).rank())


def solve_exact(matrix: flint.fmpq_mat, right: flint.fmpq_mat) -> flint.fmpq_mat:
    """Return the X with `matrix` X = `right`. Raises Undefined if the matrix is singular."""
    try:
        return matrix.solve(right)
    except ZeroDivisionError:
        raise Undefined("the matrix is singular") from None


def dual_rows(basis: flint.fmpq_mat) -> flint.fmpq_mat:
    """Return the w_a in the span of independent rows z_b with w_a^T z_b = [a = b].

    Raises Undefined if the rows are not linearly independent.
    """
    return solve_exact(basis * basis.transpose(), basis)


def rows_of(matrix: flint.fmpq_mat, first: int, last: int) -> flint.fmpq_mat:
    """Return the rows first, ..., last - 1."""
    width = matrix.ncols()
    return flint.fmpq_mat(last - first, width, matrix.entries()[first * width : last * width])


def is_positive(rows: Matrix, *, definite: bool) -> bool:
    """Return whether a symmetric matrix of rationals is positive definite, or semidefinite.

    The coefficients of its characteristic polynomial have the signs of those of real roots that are
    positive, or not negative (Descartes).
    """
    coefficients = exact_matrix(rows).charpoly().coeffs()[::-1]
    alternating = [(-1) ** k * c for k, c in enumerate(coefficients)]
    return all(c > 0 if definite else c >= 0 for c in alternating)
