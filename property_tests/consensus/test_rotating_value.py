"""Paper A, Theorem 5.3: a value matrix that turns leaves a token behind."""

from fractions import Fraction

import flint
from exact_strategies import *
from hypothesis import given

from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import dot, plus, times
from verify.numerics.shapes import stereographic
from verify.numerics.shooting import integrate_adaptively

SMALL = Fraction(1, 10**30)
heavy = rationals(min_value=Fraction(1, 4), max_value=3)


def turning(state):
    """phi' = 1/2 - sin(2 phi): kappa = 1 and delta = 1/2."""
    return ((1 - 2 * (2 * state[0]).sin()) / 2,)


@given(
    rationals(min_value=Fraction(-3), max_value=3, max_denominator=8),
    rationals(),
    heavy,
    heavy,
    heavy,
)
def test_in_the_turning_plane_the_angle_obeys_its_equation_exactly(half, mu, a, g, delta):
    """phi' = delta - kappa sin(2 phi), kappa = a g / 2, at every angle; U = mu I + g v v^T."""
    b, r = stereographic([half])
    U = [[mu + g, 0, 0], [0, mu, 0], [0, 0, mu]]
    y, v, w = [b, -r, 0], [1, 0, 0], [0, delta, 0]
    (velocity,) = raw.attention(tokens=[y], weights=[[a]], value=U)
    angle_rate = delta - a * g * b * r
    # The frame turns by w = delta e_2, so e_2 turns by -delta e_1: y' is its own derivative.
    turned = plus(times(b, w), times(-r, [-delta, 0, 0]))
    assert plus(turned, times(angle_rate, [-r, -b, 0])) == velocity
    assert dot(v, velocity) + dot(w, y) == -r * angle_rate


def test_from_four_the_token_leaves_at_the_time_of_the_closed_form():
    """From atan 4: a right angle after (2/sqrt 3) log(2 + sqrt 3), and 195 degrees in the end."""
    with working_precision(150):
        root = flint.arb(3).sqrt()
        assert abs(2 * (2 + root).log() / root - ball(Fraction("1.52069199260189"))) < 1e-13
        start = (flint.arb(4).atan(),)
        assert (start[0].cos() ** 2).overlaps(ball(Fraction(1, 17)))
        goal = Fraction("1.52069199260189")
        path = integrate_adaptively(turning, start, SMALL, 30, 1000, goal)
        *_, (time, (angle,)) = path
        right = flint.arb.pi() / 2
        assert time == goal and abs(angle - right) < 1e-12
        assert angle < right  # a little before it
        path = integrate_adaptively(turning, start, SMALL, 30, 1000, Fraction(15))
        *_, (_, (angle,)) = path
        end = flint.arb.pi() * 195 / 180
        assert abs(angle - end) < 1e-5
        assert (2 - 2 * end.cos()).sqrt() > 1.98
