"""Paper A, section 5: causal weights, and attention with a symmetric value matrix, exactly."""

from fractions import Fraction

import mpmath
import pytest
from exact_strategies import *
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw, shapes
from verify.numerics.balls import ball, exp, working_precision
from verify.numerics.matrices import apply, diagonal, dot, times

TOKENS = range(3)
BITS = 192
light = rationals(min_value=0, max_value=3)
table = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)
below = st.lists(rationals(min_value=0, max_value=4), min_size=2, max_size=2)
gaps = rationals(min_value=Fraction(1, 4), max_value=3)


def with_gap(largest, gap, distances):
    """Eigenvalues: the largest, then two that are smaller by the gap and a distance each."""
    return [largest, *(largest - gap - distance for distance in distances)]


@given(orthogonal_matrices(3), rationals(), gaps, below, tokens_on_sphere(3, 3), table)
def test_the_part_moves_by_18_and_the_push_obeys_19(Q, lam, gap, d, y, alpha):
    spectrum = with_gap(lam, gap, d)
    U, v, s = shapes.with_spectrum(Q, spectrum), Q[0], max(map(abs, spectrum))
    velocity = raw.attention(tokens=y, weights=alpha, value=U, range="up_to")
    for k in TOKENS:
        b, e = dot(v, y[k]), [minus(y[j], v) for j in range(k)]
        lever = minus(times(lam, v), times(b, apply(U, y[k])))
        f = sum(alpha[k][j] * dot(lever, e[j]) for j in range(k))
        A = sum(alpha[k][j] for j in range(k))
        own = alpha[k][k] * (lam - dot(y[k], apply(U, y[k]))) * b
        assert dot(v, velocity[k]) == lam * A * (1 - b**2) + own + f  # (18)
        assert dot(lever, lever) <= s**2 * (1 - b**2)
        for j in range(k):  # (19): |f| <= s sqrt(1 - b^2) sum alpha |e|, summand by summand
            assert dot(lever, e[j]) ** 2 <= s**2 * (1 - b**2) * dot(e[j], e[j])


@pytest.mark.parametrize(
    ("lam", "mu", "sine"),
    [(3, 2, Fraction(4, 5)), (5, 8, Fraction(12, 13)), (8, 9, Fraction(15, 17))],
)
def test_18_has_a_third_equilibrium(lam, mu, sine):
    """U = diag(lambda, -mu), equal weights, y_1 = v: y_2 rests at b = -lambda / (lambda + mu)."""
    b = Fraction(-lam, lam + mu)
    assert b**2 + sine**2 == 1
    y, U = [[Fraction(1), Fraction(0)], [b, sine]], diagonal([lam, -mu])
    weights = [[1, 0], [Fraction(1, 2), Fraction(1, 2)]]
    velocity = raw.attention(tokens=y, weights=weights, value=U, range="up_to")
    assert velocity == [[0, 0], [0, 0]]
    # It repels: nearby, the token turns away from it.
    for turn, sign in ((Fraction(1, 50), 1), (Fraction(-1, 50), -1)):
        cosine, small = shapes.stereographic([turn])
        near = [b * cosine - sine * small, b * small + sine * cosine]
        moved = raw.attention(tokens=[y[0], near], weights=weights, value=U, range="up_to")[1]
        assert sign * (near[0] * moved[1] - near[1] * moved[0]) > 0


@pytest.mark.parametrize("time", range(-10, 20))
def test_without_symmetry_a_token_changes_sides(time):
    """U = [1, -2; 0, 0] has U v = v. From (3/5, 4/5), x = (8/5 - e^t, 4/5) solves x' = U x."""
    U = [[Fraction(1), Fraction(-2)], [Fraction(0), Fraction(0)]]
    assert apply(U, [1, 0]) == [1, 0]
    with working_precision(BITS):
        growth = exp(ball(Fraction(time, 10)))
        x = [ball(Fraction(8, 5)) - growth, ball(Fraction(4, 5))]
        assert (x[0] - 2 * x[1] + growth).contains(0)  # the first row of U; the second one is 0
        assert (x[0] < 0) == (time > 4)  # e^t = 8/5 at t = 0.47
    boundary = raw.attention(tokens=[[Fraction(0), Fraction(1)]], weights=[[1]], value=U)[0]
    assert boundary[0] == -2


DIGITS = 40


def decimal(q):
    return mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator


def many_digits(nested):
    return [many_digits(part) if isinstance(part, list) else decimal(part) for part in nested]


@theorem("A-5.0")
@given(tokens_on_sphere(4, 2), square_matrices(2), unit_vectors(2))
def test_causal_rows_have_one_sum_and_do_not_see_later_tokens(tokens, P, other):
    with mpmath.workdps(DIGITS):
        y, S = many_digits(tokens), many_digits(P)
        height = 1 / mpmath.sqrt(2)  # 1/sqrt(n + 1) on the circle
        rows = raw.softmax_weights(y, S, height, "up_to", None)
        for i, row in enumerate(rows):
            assert abs(sum(row) - height) < mpmath.mpf(10) ** -30
            assert all(weight > 0 for weight in row[: i + 1])
            assert row[i + 1 :] == [0] * (len(row) - i - 1)
        assert abs(rows[0][0] - height) < mpmath.mpf(10) ** -30
        velocity = raw.softmax_attention(tokens=y, scores=S, row_sum=height, range="up_to")
        assert max(map(abs, velocity[0])) < mpmath.mpf(10) ** -30
        changed = [*y[:3], many_digits(other)]
        after = raw.softmax_attention(tokens=changed, scores=S, row_sum=height, range="up_to")
        assert after[:3] == velocity[:3]


@theorem("A-5.0")
@given(tokens_on_sphere(3, 2), square_matrices(2))
def test_a_causal_weight_is_at_least_the_row_sum_over_the_row_and_the_ratio(tokens, P):
    with mpmath.workdps(DIGITS):
        y, S = many_digits(tokens), many_digits(P)
        rows = raw.softmax_weights(y, S, mpmath.mpf(1), "up_to", None)
        e = [[mpmath.exp(dot(p, [dot(row, q) for row in S])) for q in y] for p in y]
        for i in range(3):
            q = max(e[i][: i + 1]) / min(e[i][: i + 1])
            for j in range(i + 1):
                assert rows[i][j] * (i + 1) * q > 1 - mpmath.mpf(10) ** -30
