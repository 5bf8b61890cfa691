"""Paper A, Theorem 3.1: attention is a gradient flow exactly when P is a multiple of symmetric W U.

W = I throughout (A-0), and A = W U. Everything without exponentials is exact; the other identities
are evaluated at 50 and at 100 digits, and signs are read off balls.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import flint
import mpmath
import pytest
from exact_strategies import (
    rationals,
    square_matrices,
    symmetric_matrices,
    tokens_on_ellipsoid,
    tokens_on_sphere,
    unit_vectors,
)
from hypothesis import given
from hypothesis import strategies as st

from proofs.consensus import period
from property_tests.exact_vectors import (
    both_sides_agree,
    form,
    in_mpmath,
    minus,
    potential,
    slope,
    tangent,
)
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, identity, outer, plus, times, transpose
from verify.numerics.number import Dual, function
from verify.numerics.rational_matrices import solve

pairs = st.lists(rationals(), min_size=2, max_size=2)
vectors = st.lists(rationals(), min_size=3, max_size=3)
EXCHANGE = [[0, 1], [1, 0]]


def skew(A):
    return [minus(row, turned) for row, turned in zip(A, transpose(A), strict=True)]


def in_balls(numbers):
    if isinstance(numbers, list):
        return [in_balls(x) for x in numbers]
    return flint.arb(flint.fmpq(numbers.numerator, numbers.denominator))


def work(tokens, X, P, A):
    """The form: the sum of the e_ij X_i^T A y_j."""
    return sum(
        mpmath.exp(form(p, P, q)) * form(x, A, q) for p, x in zip(tokens, X, strict=True)
        for q in tokens
    )  # fmt: skip


# ------------------------------------------------------------------ only if: periods


def around(y, z, P, A, x):
    """e^{y^T P x} z^T A x over one turn of y: a period of the form, by mpmath's quadrature."""

    def at(angle):
        c, s = mpmath.cos(angle), mpmath.sin(angle)
        here, ahead = plus(times(c, y), times(s, z)), minus(times(c, z), times(s, y))
        return mpmath.exp(form(here, P, x)) * form(ahead, A, x)

    return mpmath.quad(at, mpmath.linspace(0, 2 * mpmath.pi, 9))


@pytest.mark.parametrize(
    ("P", "A", "x"),
    [
        (diagonal([1, -1]), EXCHANGE, [1, 0]),
        ([[1, 2], [0, 1]], [[0, 1], [3, 1]], [Fraction(3, 5), Fraction(4, 5)]),
        ([[1, 1], [1, 1]], diagonal([2, 1]), [Fraction(-5, 13), Fraction(12, 13)]),
    ],
)
def test_a_period_is_what_keeps_P_x_and_A_x_from_being_parallel(P, A, x):
    """It is 2 pi I_1(|P x|) / |P x| times the determinant of P x and A x."""
    with mpmath.workdps(30):
        P, A, x = (in_mpmath(each) for each in (P, A, x))
        Px, Ax = apply(P, x), apply(A, x)
        size = mpmath.sqrt(dot(Px, Px))
        determinant = Px[0] * Ax[1] - Px[1] * Ax[0]
        wanted = 2 * mpmath.pi * mpmath.besseli(1, size) / size * determinant
        assert abs(around([1, 0], [0, 1], P, A, x) - wanted) < mpmath.mpf(10) ** -20
        assert determinant != 0 and abs(wanted) > 1


@given(tokens_on_sphere(2, 3), vectors, square_matrices(3), square_matrices(3))
def test_the_determinant_does_not_change_along_a_great_circle(tokens, drawn, P, A):
    """C and M are constant for y' = z, z' = -(z^T z) y: exact derivatives by dual numbers."""
    y, x = tokens
    z = tangent(drawn, y)
    moved = [Dual(a, b) for a, b in zip(y, z, strict=True)]
    speed = [Dual(a, -dot(z, z) * b) for a, b in zip(z, y, strict=True)]
    p, q, Px, Ax = moved, speed, apply(P, x), apply(A, x)
    cross = dot(p, Px) * dot(q, Ax) - dot(q, Px) * dot(p, Ax)
    size = dot(q, q) * dot(p, Px) * dot(p, Px) + dot(q, Px) * dot(q, Px)
    assert cross.slope == 0 and size.slope == 0


@given(square_matrices(3), vectors, vectors, rationals())
def test_matrices_with_parallel_images_are_multiples_or_have_one_range(A, w, b, k):
    """P = k A + w b^T and A: their images of s are parallel only where b^T s = 0 or A s || w."""
    P = [plus(times(k, row), times(u, b)) for row, u in zip(A, w, strict=True)]
    for s in identity(3):
        Ps, As = apply(P, s), apply(A, s)
        for m in range(3):
            minor = Ps[m] * As[m - 1] - Ps[m - 1] * As[m]
            assert minor == dot(b, s) * (w[m] * As[m - 1] - w[m - 1] * As[m])


# ------------------------------------------------------------------ only if: cross derivatives


def curl(y, x, X, Y, P, A):
    """What the mixed derivatives of the form differ by, with e_yx = e_xy divided out."""
    moved_x = form(y, P, Y) * form(X, A, x) + form(X, A, Y)
    moved_y = form(x, P, X) * form(Y, A, y) + form(Y, A, X)
    return moved_x - moved_y


@given(tokens_on_sphere(2, 3), symmetric_matrices(3), rationals(), st.tuples(vectors, vectors))
def test_for_P_a_multiple_of_symmetric_A_they_agree(tokens, A, k, drawn):
    y, x = tokens
    P = [times(k, row) for row in A]
    assert curl(y, x, tangent(drawn[0], y), tangent(drawn[1], x), P, A) == 0


def test_for_P_symmetric_and_another_A_they_do_not():
    """U = W = I and P = diag(2, 1): the two derivatives differ by -1."""
    assert curl([1, 0], [0, 1], [0, 1], [-1, 0], diagonal([2, 1]), identity(2)) == -1


@given(unit_vectors(3), unit_vectors(3), vectors, vectors, vectors)
def test_of_one_range_both_are_multiples_of_one_symmetric_matrix(w, x, a, p, drawn):
    """A = w a^T, P = w p^T at y = w: what is left is (Y^T w)((x^T w)(p^T X)(a^T w) + a^T X)."""
    A, P, X, Y = outer(w, a), outer(w, p), tangent(drawn, w), tangent(w, x)
    left = form(w, P, Y) * form(X, A, x) + form(X, A, Y)
    right = form(x, P, X) * form(Y, A, w) + form(Y, A, X)
    assert left == 0
    assert right == dot(Y, w) * (dot(x, w) * dot(p, X) * dot(a, w) + dot(a, X))
    assert dot(Y, w) == 1 - dot(x, w) ** 2


# ------------------------------------------------------------------ only if: symmetry


@theorem("A-T3.1")
@given(tokens_on_sphere(1, 3), vectors, square_matrices(3))
def test_the_work_of_all_tokens_together_shows_the_skew_part(tokens, drawn, A):
    (y,) = tokens
    z = tangent(drawn, y)
    square = form([Dual(a, b) for a, b in zip(y, z, strict=True)], A, [
        Dual(a, b) for a, b in zip(y, z, strict=True)])  # fmt: skip
    assert 2 * form(z, A, y) == square.slope + form(z, skew(A), y)
    assert form(y, skew(A), y) == 0


def test_a_shear_does_work_around_the_circle():
    """P = A = [[1, 1], [0, 1]]: the constant part is -1."""
    assert form([0, 1], skew([[1, 1], [0, 1]]), [1, 0]) == -1


# ------------------------------------------------------------------ if


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


def test_without_WU_equal_to_P_it_falls_somewhere():
    """U = W = I, P = diag(8, 1), which is positive definite: dV/dt is certainly negative."""
    P, s, c = diagonal([8, 1]), Fraction(5, 13), Fraction(12, 13)
    with flint.ctx.workprec(200):
        y = in_balls([[-s, -c], [s, -c]])
        velocity = raw.softmax_attention(tokens=y, scores=in_balls(P))
        falling = slope(lambda moving: potential(moving, in_balls(P)), y, velocity)
        assert falling < 0
        e = (flint.arb(400) / 169).exp()
        closed = 7200 * (9 - 7 * e) / (28561 * (1 + e)) * (-flint.arb(56) / 169).exp() * 2
        assert falling.overlaps(closed) and falling.rad() < 1e-40


@given(tokens_on_sphere(2, 2), square_matrices(2))
def test_the_potential_is_constant_only_for_P_equal_to_0(tokens, P):
    """e^a + e^b - 2 at x and at -x add up to squares, which vanish only for a = b = 0."""
    y, x = tokens
    a, b = form(y, P, x), form(x, P, y)

    def squares(a, b):
        left = sum(mpmath.exp(s) - 1 for s in (a, b, -a, -b))
        return left, sum((mpmath.exp(s) - 1) ** 2 * mpmath.exp(-s) for s in (a, b))

    assert both_sides_agree(squares, a, b)


# ------------------------------------------------------------------ the circle


@given(symmetric_matrices(2), symmetric_matrices(2), pairs, pairs)
def test_on_the_circle_the_even_parts_differ_by_the_traces(P, A, x, X):
    """L_e - R_e = (X.x) X^T D x, D = tr(P) A - tr(A) P, with y = J X, Y = J x."""
    y, Y = [-X[1], X[0]], [-x[1], x[0]]
    left, right = form(y, P, Y) * form(X, A, x), form(X, P, x) * form(y, A, Y)
    trace_P, trace_A = P[0][0] + P[1][1], A[0][0] + A[1][1]
    D = [minus(times(trace_P, a), times(trace_A, p)) for a, p in zip(A, P, strict=True)]
    assert left - right == dot(X, x) * form(X, D, x)


def test_closed_is_not_exact():
    """P = diag(1, -1), A the exchange of axes: no curl, but one turn does the work 2 pi I_1(1).

    I_1(1) = sum (1/2)^(2k+1) / (k! (k+1)!), its tail below twice the first term left out.
    """
    for y, x in [([1, 0], [0, 1]), ([Fraction(3, 5), Fraction(4, 5)], [1, 0])]:
        X, Y = [-y[1], y[0]], [-x[1], x[0]]
        assert curl(y, x, X, Y, diagonal([1, -1]), EXCHANGE) == 0
    terms = [Fraction(1, 2 ** (2 * k + 1) * factorial(k) * factorial(k + 1)) for k in range(25)]
    with flint.ctx.workprec(200):
        series = flint.arb(in_balls(sum(terms)), in_balls(2 * terms[-1] / 100))
        by_series = 2 * flint.arb.pi() * series
        for route in (period.by_integration(), period.by_bessel()):
            assert route.overlaps(by_series) and route.rad() < 1e-30
            assert route > 3
