"""Paper A, Lemma 4.2: velocities depend on time uniformly continuously if the scores do."""

from fractions import Fraction

import flint
import pytest
from exact_strategies import *
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times

BITS = 200
vectors = st.lists(rationals(), min_size=3, max_size=3)


@theorem("A-L4.2")
@given(tokens_on_sphere(2, 3), tokens_on_sphere(2, 3), square_matrices(3), square_matrices(3))
def test_a_score_changes_in_three_ways(y, z, P, Q):
    moved = minus(y[1], z[1])
    change = dot(y[0], apply(P, y[1])) - dot(z[0], apply(Q, z[1]))
    of_scores = dot(y[0], minus(apply(P, y[1]), apply(Q, y[1])))
    of_tokens = dot(minus(y[0], z[0]), apply(Q, y[1])) + dot(z[0], apply(Q, moved))
    assert change == of_scores + of_tokens


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


def triangle():
    """Three tokens at 120 degrees, in balls."""
    half, tall = ball(Fraction(1, 2)), flint.arb(3).sqrt() / 2
    return [[ball(1), ball(0)], [-half, tall], [-half, -tall]]


def velocities_of(factor):
    """Return the velocities of the triangle with the scores P = p J, J a quarter turn."""
    P = [[ball(0), -factor], [factor, ball(0)]]
    return raw.softmax_attention(tokens=triangle(), scores=P, row_sum=1 / flint.arb(2).sqrt())


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
