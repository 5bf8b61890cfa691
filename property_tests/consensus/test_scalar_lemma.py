"""Paper A, section 5: causal weights, and a token that is drawn to a fixed one.

Weights are softmax rows, evaluated in mpmath; the lemma's cosine obeys one scalar equation, whose
solution is compared with the model integrated by hand.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
from exact_strategies import rationals, square_matrices, tokens_on_sphere, unit_vectors
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import dot, plus, times

DIGITS = 40
heavy = rationals(min_value=Fraction(1, 4), max_value=3)


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


@given(
    tokens_on_sphere(3, 3),
    st.lists(st.lists(st.lists(heavy, min_size=3, max_size=3), min_size=3, max_size=3),
             min_size=2, max_size=2),
)  # fmt: skip
def test_with_the_identity_as_value_matrix_heads_add_up(y, heads):
    summed = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(*heads, strict=True)]
    both = raw.attention(tokens=y, weights=heads, range="up_to")
    assert both == raw.attention(tokens=y, weights=summed, range="up_to")


# ------------------------------------------------------------------ A-L5.1


def velocity(y, target, weight):
    """Return weight * (I - y y^T) y^0."""
    return times(weight, plus(target, times(-dot(y, target), y)))


@given(unit_vectors(3), unit_vectors(3), heavy, heavy)
def test_the_cosine_obeys_one_scalar_equation(y, target, weight, m):
    b = dot(y, target)
    moved = velocity(y, target, weight)
    assert dot(moved, moved) == weight**2 * (1 - b**2)
    assert dot(moved, target) == weight * (1 - b**2)
    # The equilibria are +-y^0:
    assert (moved == [0, 0, 0]) == (y in (target, times(-1, target)))
    # V = 1 - b decreases, and 1 + b grows near -y^0, as fast as the lower bound of the weight says.
    if weight >= m:
        assert -dot(moved, target) <= -m * (1 - b) * (1 + b)
        if b <= 0:
            assert dot(moved, target) >= m * (1 + b)


@given(rationals(min_value=Fraction(-99, 100), max_value=Fraction(99, 100), max_denominator=100))
def test_the_solution_agrees_with_the_model_integrated_by_hand(b0):
    """(1 - b)/(1 + b) shrinks by e^(-2 A); here the weight is 1 + sin(t)/2, up to t = 1."""
    steps = 60
    with mpmath.workdps(25):
        b, h = decimal(b0), mpmath.mpf(1) / steps

        def rate(t, b):
            return (1 + mpmath.sin(t) / 2) * (1 - b**2)

        for k in range(steps):  # the classical fourth-order rule
            t = k * h
            k1 = rate(t, b)
            k2 = rate(t + h / 2, b + h * k1 / 2)
            k3 = rate(t + h / 2, b + h * k2 / 2)
            k4 = rate(t + h, b + h * k3)
            b += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        A = 1 + (1 - mpmath.cos(1)) / 2
        start = decimal(b0)
        grown = (1 + start) * mpmath.exp(2 * A)
        assert abs(b - (grown - (1 - start)) / (grown + (1 - start))) < mpmath.mpf(10) ** -6
        assert abs((1 - b) / (1 + b) - (1 - start) / (1 + start) * mpmath.exp(-2 * A)) < 1e-4
        assert 1 - b <= 2 * (1 - start) / (1 + start) * mpmath.exp(-2 * A) + mpmath.mpf(10) ** -6


def test_a_positive_weight_with_a_finite_integral_stops_short():
    """The weight e^(-t) has the integral 1: from b = 0 the cosine gets to tanh 1 and no further."""
    with mpmath.workdps(30):
        grown = mpmath.exp(2)
        assert abs((grown - 1) / (grown + 1) - mpmath.tanh(1)) < mpmath.mpf(10) ** -25
        assert mpmath.tanh(1) < mpmath.mpf("0.77")
