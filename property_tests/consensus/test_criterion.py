"""Paper A, Theorem 3.1: attention is a gradient flow exactly when P is a multiple of symmetric W U.

W = I throughout (A-0), and A = W U. Everything without exponentials is exact; the other identities
are evaluated at 50 and at 100 digits.
"""

import mpmath
from exact_strategies import *
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import *
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import times, transpose
from verify.numerics.number import Dual, function
from verify.numerics.rational_matrices import solve

vectors = st.lists(rationals(), min_size=3, max_size=3)


def skew(A):
    return [minus(row, turned) for row, turned in zip(A, transpose(A), strict=True)]


def work(tokens, X, P, A):
    """The form: the sum of the e_ij X_i^T A y_j."""
    return sum(
        mpmath.exp(form(p, P, q)) * form(x, A, q) for p, x in zip(tokens, X, strict=True)
        for q in tokens
    )  # fmt: skip


@theorem("A-T3.1")
@given(tokens_on_sphere(1, 3), vectors, square_matrices(3))
def test_the_work_of_all_tokens_together_shows_the_skew_part(tokens, drawn, A):
    (y,) = tokens
    z = tangent(drawn, y)
    square = form([Dual(a, b) for a, b in zip(y, z, strict=True)], A, [
        Dual(a, b) for a, b in zip(y, z, strict=True)])  # fmt: skip
    assert 2 * form(z, A, y) == square.slope + form(z, skew(A), y)
    assert form(y, skew(A), y) == 0


@theorem("A-T3.1")
@given(tokens_on_sphere(3, 2), symmetric_matrices(2), rationals(), vectors)
def test_for_P_a_multiple_of_symmetric_A_there_is_a_potential(tokens, A, k, rates):
    """sum e^{k y_i^T A y_j} / (2k), or half the sum of the y_i^T A y_j."""
    X = [times(rate, [-y[1], y[0]]) for rate, y in zip(rates, tokens, strict=True)]

    def exponentials(y, X, A, k):
        P = [times(k, row) for row in A]
        return slope(lambda moving: potential(moving, P), y, X), k * work(y, X, P, A)

    assert both_sides_agree(exponentials, tokens, X, A, k)
    half = slope(lambda moving: sum(form(p, A, q) for p in moving for q in moving), tokens, X)
    assert half == 2 * sum(form(x, A, q) for x in X for q in tokens)


@theorem("A-T3.1")
@given(tokens_on_ellipsoid(3, 2), symmetric_matrices(2))
def test_so_the_potential_climbs_with_WU_equal_to_P(case, P):
    """On any ellipsoid dV/dt = sum_i Z_i |y_i'|_W^2."""
    ellipsoid, tokens = case
    W = ellipsoid.matrix

    def climbing(y, P, U, W):
        velocity = raw.softmax_attention(tokens=y, scores=P, value=U, metric=W)
        sums = [sum(function("exp", form(p, P, q)) for q in y) for p in y]
        squares = [Z * form(v, W, v) for Z, v in zip(sums, velocity, strict=True)]
        assert all(square >= 0 for square in squares)
        return slope(lambda moving: potential(moving, P), y, velocity), sum(squares)

    assert both_sides_agree(climbing, tokens, P, solve(W, P), W)
