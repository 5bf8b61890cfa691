"""Matrices drawn at random, and what a rank-one change does to their characteristic polynomials.

Keywords other than their defaults make the criterion false.
"""

from collections.abc import Callable
from random import Random

import flint

from verify.numerics.exact import Draw, lucky
from verify.numerics.matrices import (
    Matrix,
    Vector,
    apply,
    dot,
    matrix_sum,
    outer,
    plus,
    times,
    transpose,
)
from verify.numerics.shapes import operator, unit_vector
from verify.vocabulary import Case, Fraction

Decision = Callable[[Random], Case]


def characteristic(matrix: Matrix) -> flint.fmpq_poly:
    """Return det(z I - F) for a rational matrix."""
    entries = [[Fraction(a) for a in row] for row in matrix]
    rows = [[flint.fmpq(a.numerator, a.denominator) for a in row] for row in entries]
    return flint.fmpq_mat(rows).charpoly()


def with_eigenvector(matrix: Matrix, u: Vector, value: Fraction) -> Matrix:
    """Return the matrix with its image of a unit vector u replaced by value u."""
    missing = plus(times(value, u), times(-1, apply(matrix, u)))
    return matrix_sum([outer(missing, u)], matrix)


def rank_one_spectra(*, scaled: bool = True, eigenvectors: bool = True) -> Decision:
    """Decide whether (z - lambda) det(z - F') = (z - lambda - c w^T u) det(z - F), F' = F + c u w^T.

    Without `scaled` the shift is held to be c, and without `eigenvectors` neither u nor w is one.
    """

    def decide(random: Random) -> Case:
        kind = random.choice(("right eigenvector", "left eigenvector"))
        F, u, w, value, c = lucky(random, _drawn)
        if not eigenvectors:
            kind = "no eigenvector"
        elif kind == "right eigenvector":
            F = with_eigenvector(F, u, value)
        else:
            F = transpose(with_eigenvector(transpose(F), w, value))
        steered = matrix_sum([times_matrix(c, outer(u, w))], F)
        shift = c * dot(w, u) if scaled else c
        agrees = (linear(value) * characteristic(steered)
                  == linear(value + shift) * characteristic(F))
        told = {"F": [[str(a) for a in row] for row in F], "u": [str(a) for a in u],
                "w": [str(a) for a in w], "c": str(c), "lambda": str(value)}
        return Case("agrees" if agrees else "differs", told, kind)

    return decide


def linear(root: Fraction) -> flint.fmpq_poly:
    """Return the polynomial z - root."""
    return flint.fmpq_poly([flint.fmpq(-root.numerator, root.denominator), 1])


def times_matrix(factor: Fraction, matrix: Matrix) -> Matrix:
    """Return a multiple of a matrix."""
    return [times(factor, row) for row in matrix]


def _drawn(draw: Draw) -> tuple[Matrix, Vector, Vector, Fraction, Fraction]:
    dimension = draw.choose((2, 3, 4))
    matrix = operator(draw, dimension, False)
    u, w = unit_vector(draw, dimension), unit_vector(draw, dimension)
    return matrix, u, w, draw.rational(), draw.magnitude()
