"""Paper A, end of section 3: from all equilibria but consensus the potential grows somewhere.

V = (1/2c) sum e^{c y_i^T y_j}. Second derivatives come from nested dual numbers along great
circles, not from the formulas of the statement.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial

import flint
import mpmath
import pytest
from exact_strategies import orthogonal_matrices, rationals, tokens_on_sphere
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import both_sides_agree, in_mpmath
from verify.numerics import raw
from verify.numerics.matrices import dot, identity, plus, times
from verify.numerics.number import Dual, function

DIGITS = 50
positive = rationals().map(lambda q: abs(q) + Fraction(1, 4))
lists_of_three = st.lists(rationals(), min_size=3, max_size=3)


def tangent(X, y):
    return plus(X, times(-dot(y, X), y))


def second_derivative(tokens, X, c):
    """Return V'' at 0 along y_i(t) = y_i + t X_i - t^2/2 |X_i|^2 y_i + ..., by t = e1 + e2.

    With e1^2 = e2^2 = 0 the number t has t^2 = 2 e1 e2, and V'' multiplies e1 e2.
    """

    def curve(y, x):
        bend = times(-dot(x, x), y)
        return [
            Dual(Dual(a, b, 1), Dual(b, bent, 1), 2) for a, b, bent in zip(y, x, bend, strict=True)
        ]

    moving = [curve(y, x) for y, x in zip(tokens, X, strict=True)]
    whole = sum(function("exp", c * dot(p, q)) for p in moving for q in moving)
    return whole.slope.slope / (2 * c)


# ------------------------------------------------------------------ any dimension


@given(tokens_on_sphere(3, 3), st.lists(lists_of_three, min_size=3, max_size=3), positive)
def test_the_second_derivative_along_great_circles(tokens, drawn, c):
    """1/2 sum phi'' (X_i.y_j + y_i.X_j)^2 + sum phi' (X_i.X_j - |X_i|^2 g_ij), phi' = e^{cg}."""
    X = [tangent(x, y) for x, y in zip(drawn, tokens, strict=True)]

    def both(y, X, c):
        right = 0
        for (p, u), (q, v) in product(zip(y, X, strict=True), repeat=2):
            g, turn = dot(p, q), dot(u, q) + dot(p, v)
            right += mpmath.exp(c * g) * (c * turn**2 / 2 + dot(u, v) - dot(u, u) * g)
        return second_derivative(y, X, c), right

    assert both_sides_agree(both, tokens, X, c)


@given(tokens_on_sphere(2, 3), orthogonal_matrices(3))
def test_over_an_orthonormal_basis_they_add_up(tokens, basis):
    """For X_i = e - (y_i.e) y_i the sums are 2 (1-g)^2 (1+g), d - 2 + g^2 and d - 1."""
    y, z = tokens
    g, d = dot(y, z), 3
    moved = [(tangent(e, y), tangent(e, z)) for e in basis]
    assert sum((dot(u, z) + dot(y, v)) ** 2 for u, v in moved) == 2 * (1 - g) ** 2 * (1 + g)
    assert sum(dot(u, v) for u, v in moved) == d - 2 + g**2
    assert sum(dot(u, u) for u, _ in moved) == d - 1


@pytest.mark.parametrize("dimension", [3, 4])
@given(data=st.data(), c=positive)
def test_in_three_dimensions_or_more_some_basis_vector_is_a_direction_of_growth(data, dimension, c):
    tokens = data.draw(tokens_on_sphere(2, dimension))
    g = [dot(p, q) for p in tokens for q in tokens]
    terms = [(1 - x) * (c * (1 - x**2) + dimension - 2 - x) for x in g]
    assert all(term > 0 if x < 1 else term == 0 for x, term in zip(g, terms, strict=True))

    def both(y, c):
        left = sum(
            second_derivative(y, [tangent(e, p) for p in y], c)
            for e in in_mpmath(identity(dimension))
        )
        exact = in_mpmath(terms)
        return left, sum(mpmath.exp(c * in_mpmath(x)) * t for x, t in zip(g, exact, strict=True))

    assert both_sides_agree(both, tokens, c)


def test_on_the_circle_a_summand_may_be_negative():
    """g = 119/169, about cos 45 degrees: (1-g)(c (1-g^2) - g) < 0 for c = 1."""
    g = Fraction(119, 169)
    assert (1 - g) * ((1 - g**2) - g) < 0


def test_opposite_tokens_stay_apart():
    """Not every start leads to consensus."""
    with mpmath.workdps(DIGITS):
        y = in_mpmath([[Fraction(1), Fraction(0)], [Fraction(-1), Fraction(0)]])
        assert raw.softmax_attention(tokens=y, scores=in_mpmath(identity(2))) == [[0, 0], [0, 0]]


# ------------------------------------------------------------------ the circle


def on_circle(tokens, rates):
    return [times(rate, [-y[1], y[0]]) for rate, y in zip(rates, tokens, strict=True)]


@given(tokens_on_sphere(3, 2), positive)
def test_the_certificate_with_the_forces_kept(tokens, c):
    """At the rates q_i: V'' = c/2 sum e s^2 (q_i-q_j)^2 - sum e (1-g) q_i q_j - sum q_i t_i r_i."""

    def both(y, c):
        q = [p[0] for p in y]
        right = 0
        for p, z in product(y, repeat=2):
            g, s = dot(p, z), p[0] * z[1] - p[1] * z[0]
            weight = mpmath.exp(c * g)
            right += weight * (c * s**2 * (p[0] - z[0]) ** 2 / 2 - (1 - g) * p[0] * z[0])
            right -= weight * s * p[0] * p[1]
        return second_derivative(y, on_circle(y, q), c), right

    assert both_sides_agree(both, tokens, c)


def polygon(corners, copies):
    """A regular polygon with so many tokens in each corner: an equilibrium."""
    turns = [flint.arb(2 * k) / corners for k in range(corners)]
    return [[turn.cos_pi(), turn.sin_pi()] for turn in turns for _ in range(copies)]


def crosses(first, second):
    """So many tokens at each end of one axis, and of the other: in equilibrium, too."""
    ends = [[1, 0], [-1, 0]] * first + [[0, 1], [0, -1]] * second
    return [[flint.arb(x) for x in end] for end in ends]


@pytest.mark.parametrize("c", [Fraction(1, 10), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize(
    ("make", "sizes"),
    [(polygon, (3, 1)), (polygon, (3, 2)), (polygon, (4, 1)), (polygon, (7, 1)),
     (crosses, (1, 2)), (crosses, (2, 5))],
)  # fmt: skip
def test_at_an_equilibrium_of_the_circle_it_grows(make, sizes, c):
    """By at least (c^2/2)(1 - c/3) (sum q_i^4)^2, which is positive."""
    with flint.ctx.workprec(200):
        tokens, c = make(*sizes), flint.arb(flint.fmpq(c.numerator, c.denominator))
        q = [y[0] for y in tokens]
        assert sum(q).contains(0)
        for y in tokens:
            pull = sum((c * dot(y, z)).exp() * (y[0] * z[1] - y[1] * z[0]) for z in tokens)
            assert pull.contains(0) and pull.rad() < 1e-40
        least = c * c / 2 * (1 - c / 3) * sum(x * x * x * x for x in q) ** 2
        assert second_derivative(tokens, on_circle(tokens, q), c) > least
        assert least > 0


def test_elsewhere_it_need_not_grow():
    """Two tokens at an angle of about 45 degrees, c = 1."""
    s, t = Fraction(5, 13), Fraction(12, 13)
    with mpmath.workdps(DIGITS):
        y = in_mpmath([[s, t], [-s, t]])
        assert second_derivative(y, on_circle(y, [y[0][0], y[1][0]]), mpmath.mpf(1)) < -0.1


@given(tokens_on_sphere(4, 2))
def test_the_third_power_of_the_gram_matrix(tokens):
    """q^T G^(3) q >= (sum q_i^4)^2 for q_i = v.y_i, v a unit vector; and G^(k) >= 0 for all k."""
    q = [y[0] for y in tokens]
    for power in range(1, 6):
        form = sum(
            a * b * dot(y, z) ** power
            for (a, y), (b, z) in product(zip(q, tokens, strict=True), repeat=2)
        )
        assert form >= (sum(x**4 for x in q) ** 2 if power == 3 else 0)


def fall(k, c):
    """a_{k-1} - a_k for a_k = c^k / k!."""
    return c ** (k - 1) / Fraction(factorial(k - 1)) - c**k / Fraction(factorial(k))


@given(st.integers(1, 12), rationals().map(abs))
def test_the_coefficients_decrease_up_to_c_equal_to_1(k, c):
    assert fall(k, min(c, Fraction(1))) >= 0
    assert (fall(1, c) >= 0) == (c <= 1)  # for larger c the very first one rises
    assert fall(3, c) == c**2 / 2 * (1 - c / 3)


@pytest.mark.parametrize(("m", "l"), [(1, 1), (2, 1), (3, 4)])
def test_two_opposite_clusters_part(m, l):  # noqa: E741
    """Turning one of them: V'' = m l e^{-c}."""
    tokens = [[Fraction(0), Fraction(1)]] * m + [[Fraction(0), Fraction(-1)]] * l
    rates = [Fraction(1)] * m + [Fraction(0)] * l

    def both(y, rates, c):
        return second_derivative(y, on_circle(y, rates), c), m * l * mpmath.exp(-c)

    assert both_sides_agree(both, tokens, rates, Fraction(2, 3))
