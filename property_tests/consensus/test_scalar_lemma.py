"""Paper A, section 5: causal weights, evaluated in mpmath."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from exact_strategies import square_matrices, tokens_on_sphere, unit_vectors
from hypothesis import given

from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import dot, plus, times

DIGITS = 40


def decimal(q):
    return mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator


def many_digits(nested):
    return [many_digits(part) if isinstance(part, list) else decimal(part) for part in nested]


# ------------------------------------------------------------------


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


# ------------------------------------------------------------------ A-L5.1


def velocity(y, target, weight):
    """Return weight * (I - y y^T) y^0."""
    return times(weight, plus(target, times(-dot(y, target), y)))
