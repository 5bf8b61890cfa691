"""Paper A, Lemma 4.2: velocities depend on time uniformly continuously if the scores do."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from exact_strategies import (
    ellipsoids,
    rationals,
    square_matrices,
    tokens_on_ellipsoid,
    tokens_on_sphere,
)
from hypothesis import example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times

BITS = 200
TOKENS = range(3)
vectors = st.lists(rationals(), min_size=3, max_size=3)
scores = st.lists(rationals(), min_size=3, max_size=3)


# ------------------------------------------------------------------ what changes in a short time


@given(tokens_on_ellipsoid(3, 3), st.lists(scores, min_size=2, max_size=2))
def test_no_token_is_faster_than_the_row_sums_of_all_heads(case, logits):
    """|y_i'| <= h / sqrt(n+1) in the metric, here with h = 2 and any softmax rows."""
    ellipsoid, y = case
    with flint.ctx.workprec(BITS):
        height = 1 / flint.arb(3).sqrt()
        heads = []
        for row in logits:
            powers = [ball(x).exp() for x in row]
            heads.append([[height * e / sum(powers, start=ball(0)) for e in powers]] * 3)
        W = ball(ellipsoid.matrix)
        for v in raw.attention(tokens=ball(y), weights=heads, metric=W):
            assert not dot(v, apply(W, v)) > (2 * height) ** 2


@theorem("A-L4.2")
@given(tokens_on_sphere(2, 3), tokens_on_sphere(2, 3), square_matrices(3), square_matrices(3))
def test_a_score_changes_in_three_ways(y, z, P, Q):
    moved = minus(y[1], z[1])
    change = dot(y[0], apply(P, y[1])) - dot(z[0], apply(Q, z[1]))
    of_scores = dot(y[0], minus(apply(P, y[1]), apply(Q, y[1])))
    of_tokens = dot(minus(y[0], z[0]), apply(Q, y[1])) + dot(z[0], apply(Q, moved))
    assert change == of_scores + of_tokens


@given(scores, scores)
@example([Fraction(0)] * 3, [Fraction(1), Fraction(-1), Fraction(-1)])
def test_softmax_rows_differ_by_twice_the_tanh_of_half_the_change_of_score(e, f):
    """In all, sum_k |alpha_k - beta_k| <= 2 tanh(delta / 2) <= delta, delta = max |e_k - f_k|."""
    delta = max(abs(a - b) for a, b in zip(e, f, strict=True))
    with flint.ctx.workprec(BITS):
        rows = []
        for logits in (e, f):
            powers = [ball(x).exp() for x in logits]
            rows.append([x / sum(powers, start=ball(0)) for x in powers])
        change = sum((abs(a - b) for a, b in zip(*rows, strict=True)), start=ball(0))
        q = ball(delta).exp()
        assert not change > 2 * (q - 1) / (q + 1)
        assert not change > ball(delta)


def test_half_of_that_would_not_do():
    """Weights of 1/(1+q) and q/(1+q) exchange their places when both scores change by log q."""
    q = Fraction(3)
    before, after = [1 / (1 + q), q / (1 + q)], [q / (1 + q), 1 / (1 + q)]
    ratios = [b / a for a, b in zip(before, after, strict=True)]
    assert ratios == [q, 1 / q]
    change = sum(abs(a - b) for a, b in zip(before, after, strict=True))
    assert change == 2 * (q - 1) / (q + 1)


@theorem("A-L4.2")
@given(ellipsoids(3), tokens_on_sphere(2, 3), vectors, vectors)
def test_velocities_change_as_the_pulls_and_the_tokens_do(ellipsoid, points, s, u):
    W = ellipsoid.matrix
    y, z = (ellipsoid.point(point) for point in points)

    def inner(a, b):
        return dot(a, apply(W, b))

    ahead, behind = (apply(raw.projection(at, W), pull) for at, pull in ((y, s), (z, u)))
    moved = minus(y, z)
    turned = plus(times(inner(moved, u), y), times(inner(z, u), moved))
    assert minus(ahead, behind) == minus(apply(raw.projection(y, W), minus(s, u)), turned)
    assert inner(ahead, ahead) <= inner(s, s)


# ------------------------------------------------------------------ without uniform continuity


def triangle():
    """Three tokens at 120 degrees, in balls."""
    half, tall = ball(Fraction(1, 2)), flint.arb(3).sqrt() / 2
    return [[ball(1), ball(0)], [-half, tall], [-half, -tall]]


def speed_of(factor):
    """Return -sqrt3 sinh(p sqrt3/2) / (sqrt2 (1 + 2 cosh(p sqrt3/2))) for the factor p."""
    x = factor * flint.arb(3).sqrt() / 2
    return -flint.arb(3).sqrt() * x.sinh() / (flint.arb(2).sqrt() * (1 + 2 * x.cosh()))


def velocities_of(factor):
    """Return the velocities of the triangle with the scores P = p J, J a quarter turn."""
    P = [[ball(0), -factor], [factor, ball(0)]]
    return raw.softmax_attention(tokens=triangle(), scores=P, row_sum=1 / flint.arb(2).sqrt())


@given(rationals())
@example(Fraction(1))
def test_the_triangle_turns_at_one_speed(factor):
    """So with a constant factor it turns for ever: no consensus, and no hemisphere around it."""
    with flint.ctx.workprec(BITS):
        speed = speed_of(ball(factor))
        for (a, b), found in zip(triangle(), velocities_of(ball(factor)), strict=True):
            assert found[0].overlaps(-speed * b) and found[1].overlaps(speed * a)
        if factor == 1:
            assert speed.overlaps(ball(Fraction(-315_504, 10**6)) + flint.arb(0, 1e-6))


@pytest.mark.parametrize("turns", [10, 5_000, 10**6])
def test_with_the_factor_sin_t_squared_it_turns_back_ever_faster(turns):
    """sin(t^2) is bounded and not uniformly continuous, and neither are the velocities."""
    with flint.ctx.workprec(BITS):
        t = ((4 * turns + 1) * flint.arb.pi() / 2).sqrt()
        later = (t**2 + flint.arb.pi()).sqrt()
        assert later - t < flint.arb.pi() / (2 * t) < flint.arb(1) / 4
        now, then = (velocities_of((time * time).sin())[0][1] for time in (t, later))
        assert now < ball(Fraction(-3, 10)) and then > ball(Fraction(3, 10))
        assert (now + then).contains(0)
