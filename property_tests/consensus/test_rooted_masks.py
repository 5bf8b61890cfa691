"""Paper A, section 4: tokens of one open hemisphere under any attention mask.

Flows are compared exactly, in rationals, layers in balls, both on the raw path. How fast tokens
gather is in test_mask_rates.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import flint
from exact_strategies import ellipsoids, hemispheres, masks, rationals
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import gnomonic, minus
from verify.attention import graphs
from verify.numerics import raw
from verify.numerics.balls import ball
from verify.numerics.matrices import apply, diagonal, dot, plus, times

BITS = 160
ONE, ZERO = Fraction(1), Fraction(0)
UP, DOWN = [Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]
STEPS = (Fraction(1, 10), Fraction(1), Fraction(50))
any_mask = masks(4)


def weights():
    """All weights of four tokens: any numbers that are not negative."""
    row = st.lists(rationals(min_value=0), min_size=4, max_size=4)
    return st.lists(row, min_size=4, max_size=4)


def balls(nested):
    return list(map(balls, nested)) if isinstance(nested, list) else ball(nested)


# ------------------------------------------------------------------ the flow, exactly


@given(ellipsoids(3), hemispheres(4, 3), weights(), any_mask)
def test_margins_and_images_move_along_the_edges_only(ellipsoid, half, alpha, mask):
    W = ellipsoid.matrix
    y, c = [ellipsoid.point(z) for z in half.tokens], apply(ellipsoid.factor, half.covector)
    velocity = raw.attention(tokens=y, weights=alpha, metric=W, mask=mask)
    s, x = gnomonic(y, c)
    for i in range(4):
        rate = ZERO
        consensus = [ZERO] * 3
        for j in range(4):
            if mask[i][j]:
                g = dot(y[i], apply(W, y[j]))
                rate += alpha[i][j] * ((s[j] - s[i]) + s[i] * (1 - g))
                consensus = plus(consensus, times(alpha[i][j] * s[j] / s[i], minus(x[j], x[i])))
        assert dot(c, velocity[i]) == rate
        if s[i] == min(s):
            assert rate >= 0
        quotient = minus(times(s[i], velocity[i]), times(dot(c, velocity[i]), y[i]))
        assert times(1 / s[i] ** 2, quotient) == consensus


@given(any_mask, weights())
def test_without_a_root_two_clusters_stay_apart(mask, alpha):
    """Necessity: two closed components, each at a point of its own, are at rest."""
    home = [0, 1, 1, 2]  # the last token sees whom it likes, the others see their own
    mask = [[mask[i][j] * (i == 3 or home[i] == home[j]) for j in range(4)] for i in range(4)]
    closed = graphs.closed_components(mask)
    assert len(closed) >= 2 and not graphs.is_rooted(mask)
    y = [UP if home[token] == 0 else DOWN for token in range(4)]
    velocity = raw.attention(tokens=y, weights=alpha, mask=mask)
    assert velocity[:3] == [[0, 0]] * 3
    for step in STEPS:
        own = [mask[i][:3] for i in range(3)]
        layer = raw.weighted_layer(tokens=y[:3], weights=alpha, step=step, mask=own)
        assert layer == y[:3]


@given(any_mask, weights(), st.lists(rationals(), min_size=4, max_size=4))
def test_a_token_that_sees_none_above_itself_does_not_rise(mask, c, u):
    for i in range(4):
        seen = [j for j in range(4) if mask[i][j]]
        if all(u[j] <= u[i] for j in seen):
            assert sum(c[i][j] * (u[j] - u[i]) for j in seen) <= 0


@given(hemispheres(4, 3), weights(), any_mask, st.sampled_from(STEPS))
def test_a_layer_is_a_weighted_mean_of_the_images(half, alpha, mask, step):
    y, c = half.tokens, half.covector
    s, x = gnomonic(y, c)
    with flint.ctx.workprec(BITS):
        after = raw.weighted_layer(
            tokens=balls(y), weights=balls(alpha), step=ball(step), mask=mask
        )
        margins, images = gnomonic(after, balls(c))
        for i in range(4):
            seen = [j for j in range(4) if mask[i][j]]
            mass = s[i] + step * sum(alpha[i][j] * s[j] for j in seen)
            mean = times(s[i] / mass, x[i])
            for j in seen:
                mean = plus(mean, times(step * alpha[i][j] * s[j] / mass, x[j]))
            assert all(a.overlaps(ball(m)) for a, m in zip(images[i], mean, strict=True))
            assert not margins[i] < ball(min(s))


# ------------------------------------------------------------------ what cannot be left out


def test_an_edge_in_the_wrong_direction_does_not_help():
    mask = [[0, 0, 0], [0, 0, 0], [1, 1, 0]]
    velocity = raw.attention(tokens=[UP, DOWN, [1, 0]], weights=[[1] * 3] * 3, mask=mask)
    assert velocity[0] == velocity[1] == [0, 0]
    assert not graphs.is_rooted(mask)


def test_without_an_open_hemisphere_three_tokens_rest():
    """At 120 degrees in the metric diag(1, 3), where they are rational."""
    half = Fraction(1, 2)
    y = [[ONE, ZERO], [-half, half], [-half, -half]]
    assert all(p[0] ** 2 + 3 * p[1] ** 2 == 1 for p in y)
    assert raw.attention(tokens=y, weights=[[1] * 3] * 3, metric=diagonal([1, 3])) == [[0, 0]] * 3


def test_with_the_value_matrix_minus_one_tokens_part():
    """Two tokens (cos t, +-sin t): the angle grows, in continuous time and layer by layer."""
    value = diagonal([-1, -1])
    velocity = raw.attention(tokens=[UP, DOWN], weights=[[1, 1], [1, 1]], value=value)
    assert velocity[0] == times(Fraction(24, 25), [Fraction(-4, 5), Fraction(3, 5)])
    with flint.ctx.workprec(BITS):
        y = balls([UP, DOWN])
        after = raw.weighted_layer(
            tokens=y, weights=[[1, 1], [1, 1]], step=ball("0.1"), value=balls(value)
        )
        assert after[0][1] / after[0][0] > y[0][1] / y[0][0]


def test_a_ring_of_twelve_is_slower_than_b():
    """The mode u_i = cos(pi i/6) of u_i' = (u_{i+1} - u_i)/sqrt(2) has the rate 0.0947 < 0.7071."""
    with flint.ctx.workprec(BITS):
        angles = [arb.pi() * i / 6 for i in range(13)]
        rate = (1 - angles[1].cos()) / arb(2).sqrt()
        for here, there in pairwise(angles):
            turned = angles[1].sin() * here.sin() / arb(2).sqrt()
            velocity = (there.cos() - here.cos()) / arb(2).sqrt()
            assert velocity.overlaps(-rate * here.cos() - turned)
        assert ball("0.0947") < rate < ball("0.0948") < 1 / arb(2).sqrt()


def test_growing_windows_leave_the_ends_apart():
    """Single edges move tan(angle/2) by exp(-time/sqrt(2)): the ends stay 0.99 apart for ever."""
    with flint.ctx.workprec(BITS):
        place = [-ball("0.5"), ball(0), ball("0.5")]

        def closing(token, other, time):
            angle = place[token] - place[other]
            left = 2 * ((angle / 2).tan() * (-ball(time) / arb(2).sqrt()).exp()).atan()
            place[token] = place[other] + left

        for k in range(8):
            for end in (0, 2):
                closing(1, end, 8 + 3 * k)
                closing(end, 1, 1)
        rest = 2 * arb("0.5").tan() * (-arb(8 + 24) / arb(2).sqrt()).exp()
        rest /= 1 - (-3 / arb(2).sqrt()).exp()
        assert place[2] - place[0] - 2 * rest > ball("0.99")
