"""A certificate of the whole spectrum of an exact matrix: J T = T B with T invertible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verify.numerics.matrices import Matrix
from verify.numerics.rational_matrices import exact_matrix

PRIMES = (2**61 - 1, 2**31 - 1, 4_294_967_291)


@dataclass(frozen=True)
class Invariant:
    """Vectors t_1, ..., t_k that a matrix J is said to keep: J t_b = sum_a matrix[a][b] t_a."""

    vectors: Sequence[Sequence[Fraction]]
    matrix: Matrix


def certify_spectrum(jacobian: Any, parts: Sequence[Invariant]) -> None:
    """Certify that the parts give all of a matrix: J T = T B with T invertible.

    T has the vectors of all parts as columns and B their matrices as blocks; so the spectrum of J
    is that of the blocks, each with its multiplicity. Raises ArithmeticError with the part that is
    not kept, or if the vectors are dependent or too few.
    """
    size = jacobian.nrows()
    columns = []
    for number, part in enumerate(parts, 1):
        T = exact_matrix(part.vectors).transpose()
        if jacobian * T != T * exact_matrix(part.matrix):
            raise ArithmeticError(f"part {number} is not kept by the matrix as it is said to be")
        columns += [list(vector) for vector in part.vectors]
    if len(columns) != size:
        raise ArithmeticError(f"the parts have {len(columns)} vectors, and {size} are needed")
    if not is_invertible(exact_matrix(columns)):
        raise ArithmeticError("the vectors of the parts are dependent")


def is_invertible(matrix: Any) -> bool:
    """Return whether a rational square matrix is invertible.

    Rows are multiplied by their denominators; a determinant that is not 0 modulo some prime is not
    0, and only if all of a few primes fail is it computed.
    """
    rows = []
    for row in matrix.table():
        common = 1
        for entry in row:
            common = common * int(entry.q) // int(flint.fmpz(common).gcd(entry.q))
        rows.append([int(entry.p) * (common // int(entry.q)) for entry in row])
    size = len(rows)
    for prime in PRIMES:
        reduced = flint.nmod_mat([[x % prime for x in row] for row in rows], prime)
        if reduced.rank() == size:
            return True
    return bool(matrix.det() != 0)
