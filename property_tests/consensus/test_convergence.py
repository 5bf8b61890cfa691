"""Paper A, Theorem 3.2 and Corollary 3.1: the potential climbs, and symmetry is needed for it."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import pytest
from exact_strategies import rationals, square_matrices, symmetric_matrices, tokens_on_ellipsoid
from hypothesis import given
from hypothesis import strategies as st

from proofs.consensus import triangle
from property_tests.exact_vectors import both_sides_agree, form, in_mpmath, potential, slope
from verify.numerics import raw
from verify.numerics.matrices import apply, identity, plus, times
from verify.numerics.number import function
from verify.numerics.rational_matrices import solve

DIGITS = 50
vectors = st.lists(rationals(), min_size=3, max_size=3)


# ------------------------------------------------------------------ A-T3.2


@given(tokens_on_ellipsoid(3, 2), square_matrices(2), square_matrices(2))
def test_the_velocity_is_what_cauchy_and_schwarz_leave_of_the_pull(case, P, U):
    """Z_i^2 |y_i'|_W^2 = |f_i|_W^2 - <y_i, f_i>_W^2, f_i = sum e_ij U y_j: for any P and U."""
    ellipsoid, tokens = case

    def squares(y, P, U, W):
        e = [function("exp", form(y[0], P, q)) for q in y]
        f = [sum(w * apply(U, q)[a] for w, q in zip(e, y, strict=True)) for a in range(2)]
        v = raw.softmax_attention(tokens=y, scores=P, value=U, metric=W)[0]
        images = sum(w * form(apply(U, q), W, apply(U, q)) for w, q in zip(e, y, strict=True))
        square = sum(e) ** 2 * form(v, W, v)
        assert square <= sum(e) * images * (1 + mpmath.mpf(10) ** (10 - DIGITS))
        return square, form(f, W, f) - form(y[0], W, f) ** 2

    assert both_sides_agree(squares, tokens, P, U, ellipsoid.matrix)


@given(tokens_on_ellipsoid(2, 2), symmetric_matrices(2))
def test_the_potential_grows_by_the_squares_of_the_velocities(case, P):
    ellipsoid, tokens = case
    W = ellipsoid.matrix

    def climbing(y, P, U, W):
        velocity = raw.softmax_attention(tokens=y, scores=P, value=U, metric=W)
        sums = [sum(function("exp", form(p, P, q)) for q in y) for p in y]
        squares = [Z * form(v, W, v) for Z, v in zip(sums, velocity, strict=True)]
        assert all(square >= 0 for square in squares)
        return slope(lambda moving: potential(moving, P), y, velocity), sum(squares)

    assert both_sides_agree(climbing, tokens, P, solve(W, P), W)


def test_with_another_value_matrix_the_potential_may_fall():
    """U = W = I and P = diag(8, 1)."""
    s, c = Fraction(5, 13), Fraction(12, 13)
    with flint.ctx.workprec(200):
        y = [[flint.arb(flint.fmpq(int(13 * x), 13)) for x in z] for z in ([-s, -c], [s, -c])]
        P = [[flint.arb(8), flint.arb(0)], [flint.arb(0), flint.arb(1)]]
        velocity = raw.softmax_attention(tokens=y, scores=P)
        assert slope(lambda moving: potential(moving, P), y, velocity) < 0


def three_at_120_degrees(first):
    """The token and its images under a third and two thirds of a turn, in balls."""
    half, side = flint.arb(1) / 2, flint.arb(3).sqrt() / 2
    x, y = first
    turned = [side * -y, side * x]
    return [first, plus(times(-half, first), turned), plus(times(-half, first), times(-1, turned))]


@pytest.mark.parametrize("first", [(1, 0), (Fraction(3, 5), Fraction(4, 5)), (0, -1)])
def test_without_symmetry_three_tokens_turn_for_ever(first):
    """U = W = I, P = J: wherever the triangle stands, every token has the velocity omega J y."""
    with flint.ctx.workprec(160):
        zero, one = flint.arb(0), flint.arb(1)
        start = [flint.arb(flint.fmpq(Fraction(x).numerator, Fraction(x).denominator))
                 for x in first]  # fmt: skip
        tokens = three_at_120_degrees(start)
        scores = [[zero, -one], [one, zero]]
        row_sum = 1 / flint.arb(2).sqrt()
        velocities = raw.softmax_attention(tokens=tokens, scores=scores, row_sum=row_sum)
        omega = triangle.by_formula()
        assert omega < flint.arb("-0.3155") and omega > flint.arb("-0.3156")
        for token, velocity in zip(tokens, velocities, strict=True):
            for found, wanted in zip(velocity, times(omega, [-token[1], token[0]]), strict=True):
                assert found.overlaps(wanted) and found.rad() < 1e-40
        assert triangle.by_model().overlaps(omega)


# ------------------------------------------------------------------ A-C3.1


@given(tokens_on_ellipsoid(2, 3), symmetric_matrices(3), st.lists(vectors, min_size=2, max_size=2))
def test_the_flow_is_the_gradient_for_the_metric(case, P, drawn):
    """sum_i Z_i <y_i', X_i>_W = dV(X) for tangent X."""
    ellipsoid, tokens = case
    W = ellipsoid.matrix
    X = [plus(x, times(-form(y, W, x), y)) for x, y in zip(drawn, tokens, strict=True)]

    def products(y, X, P, U, W):
        velocity = raw.softmax_attention(tokens=y, scores=P, value=U, metric=W)
        sums = [sum(function("exp", form(p, P, q)) for q in y) for p in y]
        work = sum(Z * form(v, W, x) for Z, v, x in zip(sums, velocity, X, strict=True))
        return work, slope(lambda moving: potential(moving, P), y, X)

    assert both_sides_agree(products, tokens, X, P, solve(W, P), W)


def test_with_the_identity_the_two_ends_of_a_line_are_both_equilibria():
    """So the limit depends on the start: consensus, and a pair of opposite tokens."""
    for tokens in ([[1, 0], [1, 0]], [[1, 0], [-1, 0]]):
        with mpmath.workdps(DIGITS):
            y = in_mpmath([[Fraction(x) for x in token] for token in tokens])
            velocity = raw.softmax_attention(tokens=y, scores=in_mpmath(identity(2)))
            assert velocity == [[0, 0], [0, 0]]
