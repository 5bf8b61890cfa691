"""Matrices drawn at random, and what a rank-one change does to their characteristic polynomials.

Keywords other than their defaults make the criterion false.
"""

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
from verify.numerics.number import in_flint
from verify.numerics.rational_matrices import exact_matrix, rank
from verify.numerics.shapes import operator, unit_vector
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision, written


def characteristic(matrix: Matrix) -> flint.fmpq_poly:
    """Return det(z I - F) for a rational matrix."""
    return exact_matrix(matrix).charpoly()


def with_eigenvector(matrix: Matrix, u: Vector, value: Fraction) -> Matrix:
    """Return the matrix with its image of a unit vector u replaced by value u."""
    missing = plus(times(value, u), times(-1, apply(matrix, u)))
    return matrix_sum([outer(missing, u)], matrix)


@decision
def rank_one_spectra(random: Random, *, scaled: bool = True, eigenvectors: bool = True) -> Case:
    """Decide whether (z - lambda) det(z - F') = (z - lambda - c w^T u) det(z - F), F' = F + c u w^T.

    Without `scaled` the shift is held to be c, and without `eigenvectors` neither u nor w is one.
    """
    kind = random.choice(("right eigenvector", "left eigenvector"))
    F, u, w, value, c = lucky(random, _drawn)
    if not eigenvectors:
        kind = "no eigenvector"
    elif kind == "right eigenvector":
        F = with_eigenvector(F, u, value)
    else:
        F = transpose(with_eigenvector(transpose(F), w, value))
    steered = matrix_sum([outer(times(c, u), w)], F)
    shift = c * dot(w, u) if scaled else c
    agrees = (linear(value) * characteristic(steered) == linear(value + shift) * characteristic(F))
    return compared(agrees, True, written(F=F, u=u, w=w, c=c, **{"lambda": value}), kind)


def linear(root: Fraction) -> flint.fmpq_poly:
    """Return the polynomial z - root."""
    return flint.fmpq_poly([flint.fmpq(-root.numerator, root.denominator), 1])


def _drawn(draw: Draw) -> tuple[Matrix, Vector, Vector, Fraction, Fraction]:
    dimension = draw.choose((2, 3, 4))
    matrix = operator(draw, dimension, False)
    u, w = unit_vector(draw, dimension), unit_vector(draw, dimension)
    return matrix, u, w, draw.rational(), draw.magnitude()


# ------------------------------------------------------------------ the limit of a large change


@decision
def steering_limit(random: Random, *, beta_alone: bool = False, always: bool = False) -> Case:
    """Decide whether the angle to u tends to 0 exactly if beta is not 0 or z is parallel to u.

    The pushed token is followed as a polynomial in c: sin^2 of the angle tends to 0 exactly if its
    numerator has the lower degree. With `beta_alone` beta has to be other than 0, and with `always`
    nothing is asked for.
    """
    u, x, heads = lucky(random, _steered)
    pushed = [flint.fmpq_poly([in_flint(a)]) for a in x]
    for F, w, s in heads:
        F_c = [[flint.fmpq_poly([in_flint(a), in_flint(b)]) for a, b in zip(*rows, strict=True)]
               for rows in zip(F, outer(u, w), strict=True)]
        pushed = [y + sum((a * in_flint(b) for a, b in zip(row, s, strict=True)),
                          start=flint.fmpq_poly()) for y, row in zip(pushed, F_c, strict=True)]
    square = sum((y * y for y in pushed), start=flint.fmpq_poly())
    along = sum((y * in_flint(a) for y, a in zip(pushed, u, strict=True)), start=flint.fmpq_poly())
    if square.degree() < 0:
        return Case("boundary")
    off = square * in_flint(dot(u, u)) - along * along
    happens = off.degree() < square.degree()                   # that of 0 is -1
    z = x
    for F, _, s in heads:
        z = plus(z, apply(F, s))
    beta = sum((dot(w, s) for _, w, s in heads), start=Fraction(0))
    parallel = rank([z, u]) < 2
    criterion = always or beta != 0 or (parallel and not beta_alone)
    kind = f"{'some' if beta else 'no'} push, {'parallel' if parallel else 'aside'}"
    return compared(criterion, happens, written(u=u, x=x, heads=heads), kind)


def _steered(draw: Draw) -> tuple[Vector, Vector, list[tuple[Matrix, Vector, Vector]]]:
    """Return a direction, a token, and two heads: F_h, w_h, and the mean s_h that the token sees."""
    d = draw.choose((2, 3))
    x, other = unit_vector(draw, d), unit_vector(draw, d)
    heads = []
    for _ in range(2):
        share = draw.choose((Fraction(1), Fraction(1, 2), Fraction(1, 3)))
        s = plus(times(share, x), times(1 - share, other))
        w = draw.rationals(d)
        if draw.choose((True, True, False)):
            w = plus(w, times(-dot(w, s) / dot(s, s), s)) if any(s) else w
        heads.append((operator(draw, d, False), w, s))
    z = x
    for F, _, s in heads:
        z = plus(z, apply(F, s))
    along = any(z) and draw.choose((True, False))
    return (z if along else unit_vector(draw, d)), x, heads
