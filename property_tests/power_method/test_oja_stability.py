"""Paper B, Theorem 2 and Lemmas 5, 6: where the Oja map is stable, in rationals."""

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import dot, plus, times

positive = rationals(min_value=Fraction(1, 4), max_value=3)


def upright(p, q, lam_r, tau):
    """Whether rho_+ and rho_- are positive."""
    return abs(tau * lam_r * (p - q)) < p + q


def spectrum_pieces(p, q, lam_r, lam_k, tau):
    """T and D of the block of Lemma 5, from [[(1 + c p/n)/rho_+, ...], ...]."""
    n, c = p + q, tau * lam_k
    mu = Fraction(p - q, n)
    plus, minus = 1 + tau * lam_r * mu, 1 - tau * lam_r * mu
    a, b = (1 + c * Fraction(p, n)) / plus, c * Fraction(q, n) / plus
    e, f = c * Fraction(p, n) / minus, (1 + c * Fraction(q, n)) / minus
    return a + f, a * f - b * e, plus, minus


@theorem("B-T2*")
@given(st.integers(1, 5), st.integers(1, 5), positive, rationals(), positive)
def test_unequal_groups_are_unstable_at_v_1(p, q, lam_1, lam_k, tau):
    assume(p != q and lam_k < lam_1)
    assume(upright(p, q, lam_1, tau))
    trace, det, _, _ = spectrum_pieces(p, q, lam_1, lam_k, tau)
    assert 1 - trace + det < 0


@theorem("B-T2*")
@given(st.integers(1, 5), st.integers(1, 5), positive, rationals(), positive)
def test_and_at_every_other_eigenvector(p, q, lam_1, lam_r, tau):
    assume(upright(p, q, lam_r, tau))
    _, det, plus, minus = spectrum_pieces(p, q, lam_r, lam_1, tau)
    assert plus > 0
    assert minus > 0
    assert det > 1


@theorem("B-T2*")
def test_four_tokens_leave_the_line():
    """Near (e_1, e_1, -e_1, -e_1) there is a state with positive energy."""
    a = Fraction(1, 100)
    c, s = (1 - a * a) / (1 + a * a), 2 * a / (1 + a * a)
    x = [[c, s], [c, -s], [-1, Fraction(0)], [-1, Fraction(0)]]
    mean = [sum(column) / 4 for column in zip(*x, strict=True)]
    assert mean[0] != 0 and mean[0] ** 2 - mean[1] ** 2 > 0


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
