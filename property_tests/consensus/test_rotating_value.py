"""Paper A, Theorem 5.3: a value matrix that turns, and what the first token makes of it.

Value matrices have rational eigenvectors, tokens, weights and velocities are rational, so every
rate is exact. A bound with a square root, x >= -sqrt(q), is decided as x >= 0 or x^2 <= q.
"""

from __future__ import annotations

from fractions import Fraction

import flint
from exact_strategies import (
    orthogonal_matrices,
    rationals,
    symmetric_matrices,
    tokens_on_sphere,
    unit_vectors,
)
from hypothesis import example, given
from hypothesis import strategies as st

from proofs.consensus.escape import by_formula, by_integration
from property_tests.exact_vectors import at_least_minus_root, minus
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import apply, diagonal, dot, plus, times
from verify.numerics.shapes import stereographic, with_spectrum, without
from verify.numerics.shooting import integrate_adaptively

SPECTRUM = [Fraction(2), Fraction(1), Fraction(-3)]  # the gap is 1, the largest size 3
GAP, NORM = 1, 3
SMALL = Fraction(1, 10**30)
light = rationals(min_value=0, max_value=3)
heavy = rationals(min_value=Fraction(1, 4), max_value=3)
vectors = st.lists(rationals(), min_size=3, max_size=3)
weights = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)


def turning(state):
    """phi' = 1/2 - sin(2 phi): kappa = 1 and delta = 1/2."""
    return ((1 - 2 * (2 * state[0]).sin()) / 2,)


def rates(y, alpha, U, v, w):
    """(v^T y_i)' where the tokens move by causal attention and v at the velocity w."""
    moved = raw.attention(tokens=y, weights=alpha, value=U, range="up_to")
    return [dot(v, velocity) + dot(w, y[i]) for i, velocity in enumerate(moved)]


# ------------------------------------------------------------------ the eigenvector's velocity


@given(orthogonal_matrices(3), symmetric_matrices(3), rationals())
def test_the_velocity_of_an_eigenvector_is_at_most_that_of_the_matrix_over_the_gap(v, D, change):
    """w = sum_k (v_k^T D v_1)/(lambda_1 - lambda_k) v_k solves D v + U w = lambda' v + lambda w."""
    U, first = with_spectrum(v, SPECTRUM), v[0]
    w = [Fraction(0)] * 3
    for k in (1, 2):
        w = plus(w, times(dot(v[k], apply(D, first)) / (SPECTRUM[0] - SPECTRUM[k]), v[k]))
    slope = dot(first, apply(D, first))
    left = plus(apply(D, first), apply(U, w))
    assert left == plus(times(slope, first), times(SPECTRUM[0], w))
    assert dot(w, first) == 0
    assert GAP**2 * dot(w, w) <= dot(apply(D, first), apply(D, first))
    moved = plus(times(change, first), minus(times(SPECTRUM[0], w), apply(U, w)))
    assert dot(moved, moved) >= GAP**2 * dot(w, w) + change**2


# ------------------------------------------------------------------ (20) to (24)


@given(orthogonal_matrices(3), tokens_on_sphere(3, 3), weights, vectors)
def test_the_cosines_move_as_20_and_21_say(v, y, alpha, drawn):
    U, first = with_spectrum(v, SPECTRUM), v[0]
    w, lam = without(drawn, first), SPECTRUM[0]
    b = [dot(first, token) for token in y]
    moved = rates(y, alpha, U, first, w)
    own = [alpha[i][i] * (lam - dot(y[i], apply(U, y[i]))) * b[i] for i in range(3)]
    assert moved[0] == own[0] + dot(w, y[0])
    for i in range(3):
        pull = minus(times(lam, first), times(b[i], apply(U, y[i])))
        push = sum(alpha[i][j] * dot(pull, minus(y[j], first)) for j in range(i))
        A = sum(alpha[i][:i])
        assert moved[i] == lam * A * (1 - b[i] ** 2) + own[i] + push + dot(w, y[i])
        # (22): the pull is no longer than |U| sqrt(1 - b^2)
        assert dot(pull, pull) <= NORM**2 * (1 - b[i] ** 2)
        # (24): 1 - b falls by the pull of v and of the own part, but for the push and for v
        if b[i] >= 0:
            falls = moved[i] - lam * A * (1 - b[i] ** 2) - push
            falls -= alpha[i][i] * GAP * b[i] * (1 - b[i] ** 2)
            assert at_least_minus_root(falls, dot(w, w) * (1 - b[i] ** 2))
            bound = sum(alpha[i][j] * NORM for j in range(i))
            furthest = max([dot(minus(y[j], first), minus(y[j], first)) for j in range(i)] or [0])
            assert at_least_minus_root(push, bound**2 * (1 - b[i] ** 2) * furthest)


@given(orthogonal_matrices(3), unit_vectors(3), light, vectors)
def test_the_first_token_rises_by_the_gap_but_for_what_v_takes(v, y, a, drawn):
    U, first = with_spectrum(v, SPECTRUM), v[0]
    w, b = without(drawn, first), dot(first, y)
    assert SPECTRUM[0] - dot(y, apply(U, y)) >= GAP * (1 - b**2)
    if b >= 0:
        (moved,) = rates([y], [[a]], U, first, w)
        rise = moved - a * GAP * b * (1 - b**2)
        assert at_least_minus_root(rise, dot(w, w) * (1 - b**2))


def test_the_distance_to_the_least_eigenvalue_is_no_gap():
    """U = diag(2, 1, -3) at the second axis: 2 - 1 = 1, which is not 2 - (-3) = 5."""
    y = [0, 1, 0]
    excess = 2 - dot(y, apply(diagonal(SPECTRUM), y))
    assert excess == 1 < 5


def test_in_the_other_hemisphere_the_angle_grows_faster():
    """U = diag(1, 0, -10), y at 135 degrees: phi' = 11/(2 sqrt 3), not below 1/(2 sqrt 3)."""
    U = diagonal([1, 0, -10])
    with flint.ctx.workprec(120):
        side = 1 / flint.arb(2).sqrt()
        weight = 1 / flint.arb(3).sqrt()
        (velocity,) = raw.attention(tokens=[[-side, 0, side]], weights=[[weight]], value=U)
        angle_rate = -velocity[0] / side
        assert angle_rate.overlaps(11 / (2 * flint.arb(3).sqrt()))
        bound = weight / 2  # -kappa sin(2 phi) for kappa = 1 / (2 sqrt 3), sin(2 phi) = -1
        assert angle_rate > 10 * bound
    # with rational coordinates, the token at (-3/5, 0, 4/5)
    y = [Fraction(-3, 5), 0, Fraction(4, 5)]
    (velocity,) = raw.attention(tokens=[y], weights=[[1]], value=U)
    assert velocity[0] == Fraction(-528, 125) < y[0] * (1 - y[0] ** 2)


@given(unit_vectors(3), unit_vectors(3))
def test_the_distance_is_two_minus_two_b_and_at_most_two(y, v):
    apart = minus(y, v)
    assert dot(apart, apart) == 2 - 2 * dot(y, v) <= 4


# ------------------------------------------------------------------ the thresholds


@given(rationals(min_value=Fraction(1, 50), max_value=Fraction(2, 5), max_denominator=50))
def test_the_thresholds_are_the_two_roots(half):
    """theta in (0, pi/4) with the rational tangent `half` of its half."""
    C, S = stereographic([half])
    assert 0 < S < C
    rho = C * S
    for b in (C, S):
        assert b**2 * (1 - b**2) == rho**2
        assert ((2 * b**2 - 1) ** 2) == 1 - 4 * rho**2
    for b in (Fraction(k, 20) for k in range(1, 20)):
        between = b**2 * (1 - b**2) > rho**2
        assert between == (S < b < C)


@given(
    rationals(min_value=Fraction(1, 10), max_value=Fraction(2, 5), max_denominator=20),
    rationals(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20),
    heavy,
)
def test_between_the_thresholds_the_slowest_rise_still_closes_the_angle(small, other, kappa):
    """R = sin(phi - theta) falls at the rate 2 kappa cos(phi + theta)^2, at least."""
    (C, S), (b, r) = stereographic([small]), stereographic([other])
    R, left = r * C - b * S, b * C - r * S
    angle_rate = 2 * kappa * C * S - 2 * kappa * b * r  # delta - kappa sin(2 phi)
    assert angle_rate == -2 * kappa * left * R
    if R >= 0 and left > 0:
        assert (b * C + r * S) * angle_rate <= -2 * kappa * left**2 * R  # (sin(phi - theta))'
        assert -(r * C + b * S) * angle_rate >= 0  # (cos(phi + theta))'


def test_for_delta_equal_to_kappa_nothing_is_left_between_them():
    """phi = 45 degrees: kappa - kappa sin(2 phi) = 0."""
    with flint.ctx.workprec(100):
        rest = 1 - (2 * (flint.arb.pi() / 4)).sin()
        assert rest.contains(0) and rest.rad() < 1e-25
    assert all(1 - 2 * b * r >= 0 for b, r in (stereographic([Fraction(k, 9)]) for k in range(9)))


# ------------------------------------------------------------------ the argument


@given(heavy, heavy, rationals(min_value=Fraction(1, 100), max_value=3, max_denominator=100))
def test_no_rate_of_dissipation_bounds_it_near_the_edge(kappa, gap, m):
    b = m / (4 * kappa)
    assert 2 * kappa * b * (1 - b**2) < m


@example(speed=Fraction(1, 10))
@given(rationals(min_value=Fraction(1, 100), max_value=Fraction(1, 2), max_denominator=100))
def test_however_slowly_v_turns_there_is_a_token_that_it_leaves_behind(speed):
    """v = e_1 turning at `speed` away from a token with b > 0 whose V = 1 - b is 1/2 or more."""
    b, r = stereographic([1 - speed / 8])
    assert 0 < b <= Fraction(1, 2)
    U, y, w = [[1, 0], [0, -1]], [[b, -r]], [0, speed]  # the gap is 2, so kappa = 1
    (moved,) = rates(y, [[1]], U, [1, 0], w)
    assert moved == 2 * b * r**2 - speed * r < 0


# ------------------------------------------------------------------ the turning plane


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


@given(
    rationals(min_value=Fraction(1, 10), max_value=Fraction(2, 5), max_denominator=20),
    heavy,
    heavy,
    st.tuples(heavy, heavy),
)
def test_the_closed_form_solves_the_linear_system(small, kappa, N, more):
    """c = Q S / E - N E C and s = Q C / E - N E S, where E' = kappa cos(2 theta) E."""
    C, S = stereographic([small])
    Q, E = N * (C / S + more[0]), 1 + more[1]
    delta, omega = 2 * kappa * C * S, kappa * (C**2 - S**2)
    assert omega**2 == kappa**2 - delta**2

    def solution(E):
        return Q * S / E - N * E * C, Q * C / E - N * E * S

    def velocity(E):  # the derivative by E, times E'
        return (
            omega * E * (-Q * S / E**2 - N * C),
            omega * E * (-Q * C / E**2 - N * S),
        )

    c, s = solution(E)
    assert velocity(E) == (kappa * c - delta * s, delta * c - kappa * s)
    (c0, s0), above = solution(1), C / S
    assert c0 > 0 and s0 / c0 > above  # inside the hemisphere, beyond the upper threshold
    assert (s0 / c0 - S / C) / (s0 / c0 - above) == Q * S / (N * C)
    assert (c < 0) == (E**2 > Q * S / (N * C))
    # The direction tends to -(C, S): the deviation is Q / E^2 (S, C).
    assert (c / E + N * C, s / E + N * S) == (Q / E**2 * S, Q / E**2 * C)
    assert (-C - 1) ** 2 + S**2 == 2 + 2 * C > 2


def test_from_four_the_token_leaves_at_the_time_of_the_closed_form():
    """From atan 4: a right angle after (2/sqrt 3) log(2 + sqrt 3), and 195 degrees in the end."""
    with working_precision(150):
        told = by_formula()
        assert told.overlaps(by_integration())
        assert abs(told - ball(Fraction("1.52069199260189"))) < 1e-13
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


def test_just_below_the_upper_threshold_it_stays():
    """From tan phi = 37/10 < 2 + sqrt 3 the angle falls to 15 degrees."""
    with working_precision(150):
        start = (ball(Fraction(37, 10)).atan(),)
        path = integrate_adaptively(turning, start, SMALL, 30, 1000, Fraction(15))
        *_, (_, (angle,)) = path
        assert abs(angle - flint.arb.pi() / 12) < 1e-5
