"""Paper B, repair of Theorem 2: cross ratios under one step, and along the flow."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from exact_strategies import rationals, tokens_on_sphere
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import dot, plus, times

PLACES = ((0, 1), (2, 3), (0, 2), (1, 3))
vectors = st.lists(rationals(), min_size=3, max_size=3)


def squared(x, i, j):
    difference = plus(x[i], times(-1, x[j]))
    return dot(difference, difference)


def squared_ratio(x):
    first, second, third, fourth = (squared(x, i, j) for i, j in PLACES)
    return first * second / (third * fourth)


@given(tokens_on_sphere(4, 3), vectors)
def test_one_step_on_a_cross_ratio(x, push):
    """(K^+/K)^2 is the product of the factors 1 - (r_i - r_j)^2/d_ij^2, at 60 digits."""
    assume(all(squared(x, i, j) != 0 for i, j in PLACES))
    y = [plus(token, push) for token in x]
    assume(all(dot(v, v) > Fraction(1, 100) for v in y))
    with mpmath.workdps(60):
        r = [
            mpmath.sqrt(mpmath.mpf(a.numerator) / a.denominator)
            for a in (Fraction(dot(v, v)) for v in y)
        ]
        after = [
            [mpmath.mpf(a.numerator) / a.denominator / length for a in map(Fraction, v)]
            for v, length in zip(y, r, strict=True)
        ]
        assume(all(squared(after, i, j) > mpmath.mpf(10) ** -20 for i, j in PLACES))
        kept = []
        for i, j in PLACES:
            d2 = Fraction(squared(x, i, j))
            kept.append(1 - (r[i] - r[j]) ** 2 * d2.denominator / d2.numerator)
        before = Fraction(squared_ratio(x))
        expected = kept[0] * kept[1] / (kept[2] * kept[3])
        expected *= mpmath.mpf(before.numerator) / before.denominator
        assert abs(squared_ratio(after) - expected) <= mpmath.mpf(10) ** -25 * abs(expected)


@theorem("B-CT5")
@given(tokens_on_sphere(4, 3), vectors)
def test_the_flow_keeps_cross_ratios(x, w):
    """d/dt |x_i - x_j|^2 = -w.(x_i + x_j) |x_i - x_j|^2 for x_i' = w - (x_i.w) x_i, exactly."""
    speed = [plus(w, times(-dot(token, w), token)) for token in x]
    relative = []
    for i, j in PLACES:
        difference = plus(x[i], times(-1, x[j]))
        change = 2 * dot(difference, plus(speed[i], times(-1, speed[j])))
        assert change == -dot(w, plus(x[i], x[j])) * dot(difference, difference)
        relative.append(-dot(w, plus(x[i], x[j])))
    assert relative[0] + relative[1] == relative[2] + relative[3]


def test_near_two_clusters_the_cross_ratio_hardly_moves():
    """n = 4, eigenvalues 3/10 and -1, step 9/10, near equal groups: K stays within 5 per cent."""
    V = [[mpmath.mpf(3) / 10, 0], [0, -1]]
    x = [[mpmath.cos(t), mpmath.sin(t)] for t in (0.01, -0.02, mpmath.pi + 0.03, mpmath.pi - 0.015)]
    start = squared_ratio(x)
    for _ in range(300):
        x = raw.oja_layer(tokens=x, value=V, step=mpmath.mpf(9) / 10)
        assert abs(squared_ratio(x) / start - 1) < 0.05


@given(rationals(min_value=0, max_value=1), rationals(min_value=0, max_value=1), st.integers(1, 6))
def test_the_falls_of_a_root_telescope(a, b, m):
    """u^(1 - m) (u^m - v^m) <= m (u - v) for 0 <= v <= u."""
    u, v = max(a, b), min(a, b)
    assume(u > 0)
    assert u ** (1 - m) * (u**m - v**m) <= m * (u - v)
