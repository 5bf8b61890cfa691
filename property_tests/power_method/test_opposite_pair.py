"""Paper B, Lemmas 5, 6 and Theorem 2: two opposite tokens at v_1 and -v_1 are stable.

One step of the Oja map with V = diag(1, -1) on the circle, in rationals: lengths enter squared.
"""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import example, given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import dot, plus, times

HALF = Fraction(1, 2)
steps = st.fractions(min_value=Fraction(1, 50), max_value=Fraction(49, 100), max_denominator=100)
turns = rationals(min_value=Fraction(-1, 4), max_value=Fraction(1, 4), max_denominator=40)
gaps = rationals(min_value=Fraction(-1, 8), max_value=Fraction(1, 8), max_denominator=40)


def beside_a_right_angle(slope):
    """Return cosine and sine of pi/2 + 2 atan(slope)."""
    square = 1 + slope**2
    return -2 * slope / square, (1 - slope**2) / square


def pair(turn, gap):
    """Two tokens at theta +- chi, both angles near pi/2: near (-1, 0) and (1, 0)."""
    (c, s), (C, S) = beside_a_right_angle(turn), beside_a_right_angle(gap)
    return [c * C - s * S, s * C + c * S], [c * C + s * S, s * C - c * S]


def pushed(x, z, tau):
    mean = times(HALF, plus(x, z))
    push = [tau * mean[0], -tau * mean[1]]
    return plus(x, push), plus(z, push)


def sine_of_sum(y, z):
    return y[0] * z[1] + y[1] * z[0]


@theorem("B-T2*")
@given(turns, gaps, steps)
@example(Fraction(0), Fraction(1, 8), Fraction(1, 4))
def test_near_the_pair_tokens_do_not_leave(turn, gap, tau):
    x, z = pair(turn, gap)
    assert sine_of_sum(x, z) ** 2 <= 1 and dot(x, z) < 0
    y, w = pushed(x, z, tau)
    lengths = dot(y, y) * dot(w, w)
    # no less opposite: y.w / (|y| |w|) <= x.z, both negative
    assert dot(y, w) < 0 and dot(y, w) ** 2 >= lengths * dot(x, z) ** 2
    # |sin| / (1 - cos) does not grow: |sin y| (1 - x.z) <= |sin x| (|y| |w| - y.w)
    old, new = abs(sine_of_sum(x, z)), abs(sine_of_sum(y, w))
    room = new * (1 - dot(x, z)) + old * dot(y, w)
    assert room <= 0 or room**2 <= old**2 * lengths
    # and the cosine of the sum of the angles keeps its sign
    assert y[0] * w[0] - y[1] * w[1] < 0
