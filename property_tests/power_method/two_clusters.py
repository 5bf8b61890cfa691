"""Two clusters of tokens at rest, at which the weights are rational: exact, and off eigenvectors.

Scores are made from the table of their exponentials, and V from what it has to do at the centres.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

import flint

from verify.numerics.exact import Draw, Unlucky
from verify.numerics.matrices import (
    Matrix,
    Vector,
    apply,
    diagonal,
    dot,
    matrix_sum,
    outer,
    plus,
    times,
)
from verify.numerics.number import Undefined
from verify.numerics.rational_matrices import (
    dual_rows,
    exact_matrix,
    plain,
    plain_matrix,
    solve_exact,
    unit_matrix,
)
from verify.numerics.shapes import operator, orthogonal, stereographic

from .exact_states import STEPS, Scores, State, principal_spectrum


@dataclass(frozen=True)
class TwoClusters:
    """n_1 tokens at z_1 and n_2 at z_2, with V s_a = alpha_a z_a; S_ab = e^(z_a^T P z_b)."""

    centres: Matrix
    sizes: tuple[int, int]
    table: Matrix
    factors: tuple[Fraction, Fraction]
    value: Matrix
    scores: Scores
    step: Fraction

    @property
    def state(self) -> State:
        tokens = [z for z, size in zip(self.centres, self.sizes, strict=True) for _ in range(size)]
        return State(tokens, self.value, self.scores, self.step)


def scores_of_table(centres: Matrix, table: Matrix, elsewhere: Matrix | None = None) -> Scores:
    """Return scores with e^(z_a^T P z_b) = S_ab for independent centres and a positive table S.

    Outside of the span of the centres P is the part there of the matrix `elsewhere` (0 if None).
    Raises Undefined if the centres are not linearly independent.
    """
    across = exact_matrix(centres)
    dual = dual_rows(across)
    rest = flint.fmpq_mat(len(centres[0]), len(centres[0]))
    if elsewhere is not None:
        onto, rest = across.transpose() * dual, exact_matrix(elsewhere)
        rest = rest - onto * rest * onto
    w = dual.table()
    logarithms = tuple(
        (Fraction(table[a][b]), [[plain(x * y) for y in w[b]] for x in w[a]])
        for a, b in itertools.product(range(len(centres)), repeat=2)
    )
    return Scores(plain_matrix(rest), logarithms)


def two_clusters(
    centres: Matrix,
    table: Matrix,
    sizes: tuple[int, int],
    *,
    factor: Fraction,
    step: Fraction,
    elsewhere: Matrix | None = None,
    scores_elsewhere: Matrix | None = None,
) -> TwoClusters:
    """Return the layer for which two given clusters are at rest, with alpha_1 = factor.

    V = [alpha_1 z_1, alpha_2 z_2][s_1, s_2]^-1 is symmetric exactly for the alpha_2 with
    alpha_1 z_1^T s_2 = alpha_2 z_2^T s_1. Outside of the plane of the centres V is the part there
    of the symmetric matrix `elsewhere` (the identity if None), and P that of `scores_elsewhere`.
    Raises Undefined if the centres, or s_1 and s_2, are on one line, or if an s_a is orthogonal
    to the other centre.
    """
    across = exact_matrix(centres)
    shares = exact_matrix([
        times(1 / Fraction(sum(row)), row)
        for row in ([size * x for size, x in zip(sizes, row, strict=True)] for row in table)
    ])  # fmt: skip
    crossing = (shares * across) * across.transpose()
    crossed, back = plain(crossing[0, 1]), plain(crossing[1, 0])
    if crossed == 0 or back == 0:
        raise Undefined("a mean is orthogonal to the centre of the other cluster")
    factors = (factor, factor * back / crossed)
    dual = dual_rows(across)
    scaled = exact_matrix([times(alpha, z) for alpha, z in zip(factors, centres, strict=True)])
    onto, one = across.transpose() * dual, unit_matrix(len(centres[0]))
    value = scaled.transpose() * solve_exact(shares, unit_matrix(2)).transpose() * dual
    other = one if elsewhere is None else exact_matrix(elsewhere)
    value = plain_matrix(value + (one - onto) * other * (one - onto))
    scores = scores_of_table(centres, table, scores_elsewhere)
    return TwoClusters(centres, sizes, table, factors, value, scores, step)


def two_cluster_equilibrium(
    draw: Draw, dimension: int, *, sizes: tuple[int, int] | None = None
) -> TwoClusters:
    """Return two clusters at rest that are on no common line; V is as in `value_matrix`.

    Neither centre is an eigenvector of V: both attend to both clusters.
    """
    frame = orthogonal(draw, dimension)
    cosine, sine = stereographic([draw.positive()])
    centres = [frame[0], plus(times(cosine, frame[0]), times(sine, frame[1]))]
    table = [[draw.magnitude(), draw.magnitude()], [draw.magnitude(), draw.magnitude()]]
    counts = (draw.whole(1, 3), draw.whole(1, 3)) if sizes is None else sizes
    factor = draw.positive()
    try:
        plane = two_clusters(centres, table, counts, factor=factor, step=Fraction(1))
    except Undefined as error:
        raise Unlucky(str(error)) from None
    inside = [dot(f, apply(plane.value, f)) for f in frame[:2]]
    crossing = dot(frame[0], apply(plane.value, frame[1]))
    if inside[0] < 0 and inside[0] * inside[1] > crossing**2:  # both eigenvalues are negative
        factor, inside = -factor, times(-1, inside)
    others = _smaller(draw, max(inside), dimension - 2)
    zero = diagonal([Fraction(0)] * dimension)
    outside = [outer(times(x, f), f) for x, f in zip(others, frame[2:], strict=True)]
    lowest = min(factor, factor * plane.factors[1] / plane.factors[0])
    share = draw.rational(Fraction(1, 8), Fraction(7, 8), 8)
    return two_clusters(
        centres,
        table,
        counts,
        factor=factor,
        step=draw.choose(STEPS) if lowest > 0 else share / -lowest,  # 1 + tau alpha_a > 0
        elsewhere=matrix_sum(outside, zero),
        scores_elsewhere=operator(draw, dimension, symmetric=False),
    )


def _smaller(draw: Draw, bound: Fraction, count: int) -> Vector:
    """Return distinct numbers other than 0, below a bound and, if that is not positive, below 0."""
    first, *others = principal_spectrum(draw, count + 1)
    return [x / first * bound if bound > 0 else -abs(x) for x in others]
