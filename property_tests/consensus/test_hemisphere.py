"""Paper A, section 4: tokens of one open hemisphere gather, at an exponential rate, and stably.

Tokens, covector and weights are rational, so are all velocities, and every inequality is decided
exactly. The weights are any nonnegative numbers: of the softmax only that is used.
"""

from __future__ import annotations

from fractions import Fraction

import flint
from exact_strategies import (
    ellipsoids,
    hemispheres,
    rationals,
    tokens_on_ellipsoid,
    tokens_on_sphere,
)
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import gnomonic, minus
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, identity, plus, times

TOKENS = range(3)
ONE, ZERO = Fraction(1), Fraction(0)


def weights(least=0):
    """All weights of three tokens: any numbers that are not below `least`."""
    row = st.lists(rationals(min_value=least, max_value=3), min_size=3, max_size=3)
    return st.lists(row, min_size=3, max_size=3)


def on_an_ellipsoid(ellipsoid, half):
    """Return tokens on the ellipsoid and the covector of their hemisphere there: y = F^-T z."""
    tokens = [ellipsoid.point(z) for z in half.tokens]
    return tokens, apply(ellipsoid.factor, half.covector)


# ------------------------------------------------------------------ A-T4.1, eq. (10)


@given(ellipsoids(3), hemispheres(3, 3), weights())
def test_the_least_margin_does_not_decrease(ellipsoid, half, alpha):
    W, (y, c) = ellipsoid.matrix, on_an_ellipsoid(ellipsoid, half)
    velocity = raw.attention(tokens=y, weights=alpha, metric=W)
    s, rate = [dot(c, point) for point in y], [dot(c, v) for v in velocity]
    assert min(s) > 0
    for i in TOKENS:
        g = [dot(y[i], apply(W, y[j])) for j in TOKENS]
        assert rate[i] == sum(alpha[i][j] * (s[j] - s[i] * g[j]) for j in TOKENS)
        if s[i] == min(s):
            assert rate[i] >= 0
            for j in TOKENS:
                summand = s[j] - s[i] * g[j]
                assert summand == (s[j] - s[i]) + s[i] * (1 - g[j]) >= 0
                assert (summand == 0) == (y[i] == y[j])  # so it rests only at consensus


@given(
    ellipsoids(3), hemispheres(3, 3), rationals(min_value=Fraction(1, 10), max_value=1), st.data()
)
def test_the_least_margin_grows_by_a_multiple_of_all_distances(ellipsoid, half, m, data):
    """So their sum, which is uniformly continuous, has a finite integral (Barbalat's lemma)."""
    alpha = data.draw(weights(least=m))
    W, (y, c) = ellipsoid.matrix, on_an_ellipsoid(ellipsoid, half)
    velocity = raw.attention(tokens=y, weights=alpha, metric=W)
    s, rate = [dot(c, point) for point in y], [dot(c, v) for v in velocity]
    apart = sum(1 - dot(u, apply(W, v)) for u in y for v in y)
    low = data.draw(rationals(min_value=0, max_value=1)) * min(s)
    for i in TOKENS:
        if s[i] == min(s):
            assert rate[i] >= m * low / (2 * len(y)) * apart
    assert (apart == 0) == all(point == y[0] for point in y)


@given(ellipsoids(2), hemispheres(3, 2), weights())
def test_with_the_value_matrix_minus_one_it_does_not_increase(ellipsoid, half, alpha):
    """The false twin of the theorem: with U = -I every sign turns."""
    W, (y, c) = ellipsoid.matrix, on_an_ellipsoid(ellipsoid, half)
    velocity = raw.attention(tokens=y, weights=alpha, metric=W, value=diagonal([-1, -1]))
    least = min(TOKENS, key=lambda i: dot(c, y[i]))
    assert dot(c, velocity[least]) <= 0


def test_with_the_value_matrix_minus_one_it_decreases_somewhere():
    y, c = [[Fraction(3, 5), Fraction(4, 5)], [ONE, ZERO]], [1, 0]
    velocity = raw.attention(tokens=y, weights=[[0, 1], [0, 0]], value=diagonal([-1, -1]))
    assert dot(c, y[0]) < dot(c, y[1])
    assert dot(c, velocity[0]) == Fraction(-16, 25)


def test_a_closed_hemisphere_does_not_suffice():
    """Two opposite tokens on its boundary are at rest and never gather."""
    y, c, alpha = [[1, 0], [-1, 0]], [0, 1], [[1, 1], [1, 1]]
    assert [dot(c, point) for point in y] == [0, 0]
    assert raw.attention(tokens=y, weights=alpha) == [[0, 0], [0, 0]]


def test_weights_may_not_be_negative():
    y, c = [[Fraction(3, 5), Fraction(4, 5)], [1, 0]], [1, 0]
    velocity = raw.attention(tokens=y, weights=[[0, -1], [0, 0]])
    assert dot(c, y[0]) == min(dot(c, point) for point in y)
    assert dot(c, velocity[0]) < 0


def test_the_least_margin_has_no_continuous_rate_where_the_active_token_changes():
    """The printed argument needs one; P = [[0, 1], [1, 0]] and two tokens with equal margins."""
    with flint.ctx.workprec(100):
        three, four = flint.arb(3) / 5, flint.arb(4) / 5
        y = [[three, four], [three, -four]]
        row_sum = 1 / flint.arb(2).sqrt()
        velocity = raw.softmax_attention(tokens=y, scores=[[0, 1], [1, 0]], row_sum=row_sum)
        assert velocity[0][0] > 0 and velocity[1][0] > 0
        assert velocity[1][0] > 2 * velocity[0][0]


def in_balls(*rows):
    return [[flint.arb(flint.fmpq(x.numerator, x.denominator)) for x in row] for row in rows]


def test_at_a_quarter_turn_the_two_rates_are_known_in_closed_form():
    """y = (cos pi/4, +-sin pi/4): s_1' = 1/(2(1+e)) and s_2' = e/(2(1+e))."""
    with flint.ctx.workprec(100):
        a, e = 1 / flint.arb(2).sqrt(), flint.arb(1).exp()
        velocity = raw.softmax_attention(
            tokens=[[a, a], [a, -a]], scores=in_balls([ZERO, ONE], [ONE, ZERO]), row_sum=a
        )
        for (rate, _), known in zip(velocity, (1 / (2 * (1 + e)), e / (2 * (1 + e))), strict=True):
            assert rate.overlaps(known) and rate.rad() < 1e-20


def test_the_minimum_of_all_rates_may_be_negative():
    """The token further inside comes back: angles 3/10 and 1 of a circle, no scores."""
    with flint.ctx.workprec(100):
        angles = [flint.arb(3) / 10, flint.arb(1)]
        y = [[angle.cos(), angle.sin()] for angle in angles]
        nothing = in_balls([ZERO, ZERO], [ZERO, ZERO])
        velocity = raw.softmax_attention(tokens=y, scores=nothing, row_sum=1 / flint.arb(2).sqrt())
        assert y[0][0] > y[1][0]
        assert velocity[0][0] < flint.arb(-1) / 20 and velocity[1][0] > 0


def test_the_function_of_eq_10_does_not_vanish_at_consensus_and_may_be_negative():
    W, v = diagonal([Fraction(1, 4), ONE]), [Fraction(2), ZERO]
    assert dot(v, apply(W, v)) == 1
    assert 1 - dot(v, v) == -3


@given(
    ellipsoids(3),
    hemispheres(3, 3),
    st.lists(weights(least=Fraction(1, 4)), min_size=1, max_size=2),
)
def test_the_least_margin_grows_by_a_minorant_that_vanishes_only_at_consensus(
    ellipsoid, half, heads
):
    """h m sum_j [(s_j - s_i) + s_i (1 - g_ij)], in which neither weights nor time occur."""
    W, (y, c) = ellipsoid.matrix, on_an_ellipsoid(ellipsoid, half)
    m = min(entry for table in heads for row in table for entry in row)
    velocity = raw.attention(tokens=y, weights=heads, metric=W)
    s = [dot(c, point) for point in y]
    for i in (i for i in TOKENS if s[i] == min(s)):
        g = [dot(y[i], apply(W, y[j])) for j in TOKENS]
        omega = sum((s[j] - s[i]) + s[i] * (1 - g[j]) for j in TOKENS)
        assert dot(c, velocity[i]) >= len(heads) * m * omega >= 0
        assert (omega == 0) == all(y[j] == y[i] for j in TOKENS)


@given(hemispheres(3, 3), weights(), weights())
def test_it_does_not_matter_that_the_weights_jump(half, before, after):
    """Hypothesis 4.1 (3) is not used: the sign is the same on either side of a jump."""
    y, c = half.tokens, half.covector
    least = min(TOKENS, key=lambda i: dot(c, y[i]))
    for alpha in (before, after):
        assert dot(c, raw.attention(tokens=y, weights=alpha)[least]) >= 0


@given(tokens_on_ellipsoid(3, 3), weights())
def test_no_token_is_faster_than_its_weights_allow(case, alpha):
    ellipsoid, y = case
    W = ellipsoid.matrix
    for i, v in enumerate(raw.attention(tokens=y, weights=alpha, metric=W)):
        assert dot(v, apply(W, v)) <= sum(alpha[i]) ** 2


# ------------------------------------------------------------------ A-T4.1+: gnomonic coordinates


def gnomonic_velocity(y, c, velocity):
    """x_i' = (y_i' s_i - y_i s_i') / s_i^2, by the quotient rule."""
    s = [dot(c, point) for point in y]
    return [
        times(1 / s[i] ** 2, minus(times(s[i], velocity[i]), times(dot(c, velocity[i]), y[i])))
        for i in TOKENS
    ]


@given(ellipsoids(3), hemispheres(3, 3), weights())
def test_in_gnomonic_coordinates_the_flow_is_a_linear_consensus_system(ellipsoid, half, alpha):
    y, c = on_an_ellipsoid(ellipsoid, half)
    velocity = raw.attention(tokens=y, weights=alpha, metric=ellipsoid.matrix)
    s, x = gnomonic(y, c)
    for i, moved in enumerate(gnomonic_velocity(y, c, velocity)):
        consensus = [ZERO] * 3
        for j in TOKENS:
            beta = alpha[i][j] * s[j] / s[i]
            consensus = plus(consensus, times(beta, minus(x[j], x[i])))
        assert moved == consensus


def test_with_the_weights_unchanged_it_is_another_system():
    y, c = [[Fraction(3, 5), Fraction(4, 5)], [ONE, ZERO], [ONE, ZERO]], [1, 0]
    alpha = [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    velocity = raw.attention(tokens=y, weights=alpha)
    _, x = gnomonic(y, c)
    moved = gnomonic_velocity(y, c, velocity)[0]
    assert moved == times(Fraction(5, 3), minus(x[1], x[0])) != minus(x[1], x[0])


@given(
    hemispheres(3, 3),
    weights(least=Fraction(1, 4)),
    st.lists(rationals(), min_size=3, max_size=3),
)
def test_every_spread_decreases_at_the_rate_l_m_sigma(half, alpha, xi):
    """R = max - min of xi^T x_i: R' <= -l b R, with b the least weight beta of the extremes."""
    y, c = half.tokens, half.covector
    velocity = raw.attention(tokens=y, weights=alpha)
    s, x = gnomonic(y, c)
    u = [dot(xi, point) for point in x]
    rate = [dot(xi, moved) for moved in gnomonic_velocity(y, c, velocity)]
    b = min(alpha[i][j] * s[j] / s[i] for i in TOKENS for j in TOKENS)
    for high in (i for i in TOKENS if u[i] == max(u)):
        for low in (k for k in TOKENS if u[k] == min(u)):
            assert rate[high] - rate[low] <= -3 * b * (u[high] - u[low])


def test_without_sigma_the_rate_is_too_large():
    """y_1, y_2 = (3/5, +-4/5, 0), y_3 = (5/13, 0, 12/13): R' = -m (2 + 25/39) R, not -3 m R."""
    y = [[Fraction(3, 5), Fraction(4, 5), 0], [Fraction(3, 5), Fraction(-4, 5), 0]]
    y, c = [*y, [Fraction(5, 13), ZERO, Fraction(12, 13)]], [1, 0, 0]
    velocity = raw.attention(tokens=y, weights=[[1] * 3] * 3)
    _, x = gnomonic(y, c)
    moved = gnomonic_velocity(y, c, velocity)
    spread, rate = x[0][1] - x[1][1], moved[0][1] - moved[1][1]
    assert rate == -(2 + Fraction(25, 39)) * spread
    assert not rate <= -3 * spread


def squared_distance(u, v, W):
    return dot(minus(u, v), apply(W, minus(u, v)))


@given(ellipsoids(3), tokens_on_sphere(4, 3))
def test_the_tokens_are_no_further_apart_than_their_images(ellipsoid, points):
    """With c = W p for a point p of the ellipsoid, so that no margin exceeds 1."""
    W, (p, *others) = ellipsoid.matrix, points
    inside = [z if dot(p, z) > 0 else times(-1, z) if dot(p, z) < 0 else p for z in others]
    y, c = [ellipsoid.point(z) for z in inside], apply(W, ellipsoid.point(p))
    s, x = gnomonic(y, c)
    assert all(0 < margin <= 1 for margin in s)
    for i in TOKENS:
        for j in TOKENS:
            assert squared_distance(y[i], y[j], W) <= squared_distance(x[i], x[j], W)


@given(ellipsoids(3), hemispheres(3, 3), weights(least=Fraction(1, 4)))
def test_causal_images_approach_the_first_one_which_is_at_rest(ellipsoid, half, alpha):
    """D^+ max |x_i - x_1| <= -b max |x_i - x_1|, b the least of beta_i1 = alpha_i1 s_1 / s_i."""
    W, (y, c) = ellipsoid.matrix, on_an_ellipsoid(ellipsoid, half)
    velocity = raw.attention(tokens=y, weights=alpha, metric=W, range="up_to")
    s, x = gnomonic(y, c)
    moved = gnomonic_velocity(y, c, velocity)
    assert moved[0] == [0, 0, 0]
    ways = [minus(x[i], x[0]) for i in TOKENS]
    squares = [dot(way, apply(W, way)) for way in ways]
    b = min(alpha[i][0] * s[0] / s[i] for i in TOKENS)
    for i in (i for i in TOKENS if squares[i] == max(squares)):
        assert 2 * dot(ways[i], apply(W, moved[i])) <= -2 * b * squares[i]


def test_a_causal_token_that_is_not_furthest_may_move_away():
    """The third token is near the first one, and is drawn to the second."""
    y = [[ONE, ZERO], [Fraction(3, 5), Fraction(4, 5)], [Fraction(24, 25), Fraction(7, 25)]]
    alpha = [[1, 0, 0], [1, 0, 0], [Fraction(1, 100), 1, 0]]
    velocity = raw.attention(tokens=y, weights=alpha, range="up_to")
    _, x = gnomonic(y, [1, 0])
    moved = gnomonic_velocity(y, [1, 0], velocity)[2]
    assert dot(minus(x[2], x[0]), moved) > 0


# ------------------------------------------------------------------ A-R4.1: stability


@given(ellipsoids(3), hemispheres(3, 3), weights())
def test_the_largest_distance_between_images_does_not_grow(ellipsoid, half, alpha):
    """For any weights that are not negative, so for any scores, bounded or not, at any time."""
    W, (y, c) = ellipsoid.matrix, on_an_ellipsoid(ellipsoid, half)
    velocity = raw.attention(tokens=y, weights=alpha, metric=W)
    _, x = gnomonic(y, c)
    moved = gnomonic_velocity(y, c, velocity)
    pairs = {(i, k): squared_distance(x[i], x[k], W) for i in TOKENS for k in TOKENS}
    for (i, k), square in pairs.items():
        if square == max(pairs.values()):
            assert dot(minus(x[i], x[k]), apply(W, minus(moved[i], moved[k]))) <= 0


@given(ellipsoids(3), tokens_on_sphere(4, 3))
def test_the_images_are_further_apart_by_a_bounded_factor(ellipsoid, points):
    """(s_i s_j)^2 |x_i - x_j|^2 <= 2 |y_i - y_j|^2, with c = W p, so that no margin exceeds 1."""
    W, (p, *others) = ellipsoid.matrix, points
    inside = [z if dot(p, z) > 0 else times(-1, z) if dot(p, z) < 0 else p for z in others]
    y, c = [ellipsoid.point(z) for z in inside], apply(W, ellipsoid.point(p))
    s, x = gnomonic(y, c)
    for i in TOKENS:
        for j in TOKENS:
            far = (s[i] * s[j]) ** 2 * squared_distance(x[i], x[j], W)
            assert far <= 2 * squared_distance(y[i], y[j], W)


def test_the_function_of_eq_10_is_positive_at_consensus_on_a_circle():
    y, c = [Fraction(3, 5), Fraction(4, 5)], [1, 0]
    assert dot(y, y) == 1
    assert 1 - dot(c, y) == Fraction(2, 5)


@given(rationals(min_value=0, max_value=1))
def test_a_set_that_attracts_need_not_be_stable(r):
    """r' = r (1 - r) goes from near 0 to 1; the set {0, 1} attracts, and -r decreases elsewhere."""
    velocity = r * (1 - r)
    assert (velocity > 0) == (0 < r < 1)
    if r <= Fraction(1, 2):
        assert velocity >= r / 2  # so r(t) >= e^{t/2} r(0) until 1/2


def test_the_images_can_be_further_apart():
    y, c = [[ONE, ZERO], [Fraction(3, 5), Fraction(4, 5)]], [1, 0]
    _, x = gnomonic(y, c)
    assert squared_distance(*y, identity(2)) < squared_distance(*x, identity(2))
