"""Paper A, section 5: causal attention with the identity as value matrix.

The printed domain of attraction is false for three tokens: on the circle some third token ends
opposite to the first. Velocities of rational tokens are rational, so their signs are exact; where
angles come in, signs are read off balls. The true domain is in test_exact_domain.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from exact_strategies import rationals, tokens_on_sphere, unit_vectors
from hypothesis import example, given
from hypothesis import strategies as st

from proofs.consensus import closed_form, identity_value
from property_tests.exact_vectors import minus, tangent
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import dot, plus, times

DIGITS = 50
TOKENS = range(3)
heavy = rationals(min_value=Fraction(1, 4), max_value=3)
light = rationals(min_value=0, max_value=3)
table = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)
vectors = st.lists(rationals(), min_size=3, max_size=3)


# ------------------------------------------------------------------ A-T5.1, eqs. (14) and (15)


@given(tokens_on_sphere(3, 3), table)
def test_each_token_is_drawn_to_the_first_and_pushed_by_those_between(y, alpha):
    velocity = raw.attention(tokens=y, weights=alpha, range="up_to")
    for i in TOKENS:
        A = sum(alpha[i][j] for j in range(i))
        pull = times(A, y[0])
        for j in range(i):
            pull = plus(pull, times(alpha[i][j], minus(y[j], y[0])))
        assert velocity[i] == tangent(pull, y[i])  # (14)
        b = dot(y[i], y[0])
        pushed = [dot(minus(y[j], y[0]), minus(y[0], times(b, y[i]))) for j in range(i)]
        rate = A * (1 - b**2) + sum(alpha[i][j] * pushed[j] for j in range(i))
        assert dot(velocity[i], y[0]) == rate  # (15), the first token being at rest
        # Cauchy and Schwarz, with |y_1 - b y_i|^2 = 1 - b^2:
        for j in range(i):
            e = minus(y[j], y[0])
            assert pushed[j] ** 2 <= dot(e, e) * (1 - b**2)


def test_the_push_has_to_be_projected():
    """At y_2 = e_2 and y_3 = (3/5, 4/5): b' = 16/25 + 1 * e_2.(y_1 - b y_3), and not e_2.y_1."""
    y = [[Fraction(1), 0], [0, Fraction(1)], [Fraction(3, 5), Fraction(4, 5)]]
    alpha = [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    moved = raw.attention(tokens=y, weights=alpha, range="up_to")[2]
    e, b = minus(y[1], y[0]), Fraction(3, 5)
    assert dot(moved, y[0]) == 1 * (1 - b**2) + dot(e, minus(y[0], times(b, y[2])))
    assert dot(moved, y[0]) != 1 * (1 - b**2) + dot(e, y[0])


# ------------------------------------------------------------------ the trapped token


def angular_velocities(y, alpha):
    """Return how fast the angle of each token of the circle grows: y x y'."""
    velocity = raw.attention(tokens=y, weights=alpha, range="up_to")
    return [p[0] * v[1] - p[1] * v[0] for p, v in zip(y, velocity, strict=True)]


@given(unit_vectors(2), heavy, heavy, heavy)
def test_the_third_token_leaves_both_edges_outwards(second, A21, A31, A32):
    """Tokens at the angles 0, theta, pi + phi; the edges are phi = 0 and phi = theta."""
    first = [Fraction(1), Fraction(0)]
    second = [second[0], abs(second[1])]  # 0 < theta < pi ...
    if second[1] == 0:
        second = [Fraction(3, 5), Fraction(4, 5)]  # ... and not at an end
    alpha = [[0, 0, 0], [A21, 0, 0], [A31, A32, 0]]
    on_lower_edge = [first, second, times(-1, first)]
    _, theta_rate, phi_rate = angular_velocities(on_lower_edge, alpha)
    assert theta_rate < 0 and phi_rate < 0
    on_upper_edge = [first, second, times(-1, second)]
    _, theta_rate, phi_rate = angular_velocities(on_upper_edge, alpha)
    assert phi_rate - theta_rate > 0
    assert (theta_rate, phi_rate) == (-A21 * second[1], A31 * second[1])


@given(rationals(min_value=Fraction(1, 100), max_value=3, max_denominator=100))
@example(theta=Fraction(1))
def test_without_scores_the_rays_trap_it_between_a_quarter_and_a_third(theta):
    """phi = theta/4 is left downwards and phi = theta/3 upwards: 2/7 lies between them."""
    with working_precision(128):
        angle = ball(theta)
        for share, downwards in ((Fraction(1, 4), True), (Fraction(1, 3), False)):
            phi = angle * share.numerator / share.denominator
            y = [[ball(1), ball(0)], [angle.cos(), angle.sin()], [-phi.cos(), -phi.sin()]]
            weights = [[ball(1)] * 3, [ball(1) / 2] * 3, [ball(1) / 3] * 3]
            _, theta_rate, phi_rate = angular_velocities(y, weights)
            crossing = phi_rate - theta_rate * share.numerator / share.denominator
            assert crossing < 0 if downwards else crossing > 0
            assert crossing.rad() < 1e-30
            # The closed form's own field goes the same way.
            its = closed_form.velocity((angle, phi))
            factor = (angle / 2).cos() / 2
            assert theta_rate.overlaps(its[0] * factor) and phi_rate.overlaps(its[1] * factor)


KNOWN = {  # the second angle (None for pi), and the third one that is lost
    Fraction(1, 2): "3.284731144729596873841365343",
    Fraction(1): "3.429582497846747979799263677",
    Fraction(2): "3.732066843788386644215780382",
    Fraction(3): "4.068414841069795297475628429",
    None: "4.120400658668871503496327880",
}


def test_the_edges_are_left_on_a_strip_beside_them():
    """With weights between m and M: while sin(phi) < m sin(theta)/(8 M), phi' < -m sin(theta)/2."""
    for m, M in ((Fraction(1, 10), Fraction(1)), (Fraction(1), Fraction(1)), (Fraction(1, 3), 2)):
        for tangent_of_half in (Fraction(1, 7), Fraction(1), Fraction(9)):
            square = 1 + tangent_of_half**2
            S, C = 2 * tangent_of_half / square, (1 - tangent_of_half**2) / square  # of theta
            half = m * S / (32 * M)  # tan(phi/2): so that sin(phi) is below m S/(16 M)
            s, c = 2 * half / (1 + half**2), (1 - half**2) / (1 + half**2)
            assert 0 < s < m * S / (8 * M) and c > Fraction(3, 4)
            for A31, A32 in ((m, m), (m, M), (M, m), (M, M)):
                y = [[1, 0], [C, S], [-c, -s]]
                alpha = [[0, 0, 0], [0, 0, 0], [A31, A32, 0]]
                assert angular_velocities(y, alpha)[2] < -m * S / 2


@given(unit_vectors(2), unit_vectors(2), unit_vectors(2), heavy, heavy)
def test_tokens_of_a_plane_stay_in_it(first, second, third, near, far):
    """Heights over the plane spanned by (1, 0, 0) and (0, 3/5, 4/5) stay 0 in three dimensions."""
    lifted = [[p[0], Fraction(3, 5) * p[1], Fraction(4, 5) * p[1]] for p in (first, second, third)]
    alpha = [[1, 0, 0], [near, far, 0], [far, near, near]]
    normal = [0, Fraction(-4, 5), Fraction(3, 5)]
    for v in raw.attention(tokens=lifted, weights=alpha, range="up_to"):
        assert dot(normal, v) == 0


@given(unit_vectors(3), unit_vectors(3), heavy, light)
def test_two_tokens_obey_the_scalar_lemma(first, second, weight, own):
    moved = raw.attention(tokens=[first, second], weights=[[1, 0], [weight, own]], range="up_to")
    b = dot(first, second)
    assert moved[0] == [0, 0, 0]
    assert dot(moved[1], first) == weight * (1 - b**2)


def test_a_second_token_held_fast_holds_the_third_one_wherever_it_is():
    """No gain: at phi = theta/2 the third is at rest, 1 - b is near 2 and |y_2 - y_1| is small."""
    for tangent_of_quarter in (Fraction(1, 1000), Fraction(1, 20), Fraction(1, 3)):
        square = 1 + tangent_of_quarter**2
        c, s = (1 - tangent_of_quarter**2) / square, 2 * tangent_of_quarter / square
        first, second, third = [1, 0], [c**2 - s**2, 2 * s * c], [-c, -s]
        alpha = [[0, 0, 0], [0, 0, 0], [Fraction(1, 3), Fraction(1, 3), 0]]
        assert raw.attention(tokens=[first, second, third], weights=alpha)[2] == [0, 0]
        e = minus(second, first)
        assert dot(e, e) == (2 * s) ** 2
        assert 1 - dot(third, first) == 1 + c > 1


@pytest.mark.parametrize("theta", [Fraction(1, 2), Fraction(3), None])
def test_the_lost_start_is_between_trajectories_that_leave_on_either_side(theta):
    told = KNOWN[theta]
    below, above = closed_form.by_shooting(theta, Fraction(told), 10)
    with working_precision(200):
        closed = closed_form.by_hypergeometric(theta, 30)
        assert below < closed < above
        assert above - below < 3e-10
        # The printed domain leaves out only the antipode, phi = 0.
        assert below > flint.arb.pi()
    with pytest.raises(ValueError, match="is not within"):
        closed_form.by_shooting(theta, Fraction(told) + Fraction(1, 10**9), 10)


def test_the_limit_at_the_antipode_and_the_slope_at_the_first_token():
    with working_precision(200):
        limit = closed_form.by_hypergeometric(None, 30)
        beside = closed_form.by_hypergeometric(Fraction(314159265, 10**8), 30)
        assert (limit - beside).abs_upper() < 1e-8
        small = Fraction(1, 1000)
        slope = (closed_form.by_hypergeometric(small, 30) - flint.arb.pi()) / ball(small)
        assert (slope - ball(Fraction(2, 7))).abs_upper() < 1e-7


@pytest.mark.parametrize("theta", [Fraction(0), Fraction(-1), Fraction(4), 1.5])
def test_other_second_angles_are_refused(theta):
    for route in (
        lambda: closed_form.by_hypergeometric(theta, 10),
        lambda: closed_form.by_shooting(theta, Fraction(3), 10),
    ):
        with pytest.raises(ValueError, match="theta_2") as refusal:
            route()
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("theta", KNOWN)
def test_the_closed_form_solves_the_orbit_equation(theta):
    """w'' + (4/3) w'/sin u + w/4 = 0 at u = theta/2, and the angle is pi + u + 2 atan(2 w'/w)."""
    with working_precision(200):
        angle_2 = flint.arb.pi() if theta is None else ball(theta)
        u = flint.arb_series([angle_2 / 2, 1], prec=3)
        s = (u * ball(Fraction(1, 2))).tan()
        x = -(s * s)
        a, b, c = ball(Fraction(-1, 2)), ball(Fraction(2, 3)), ball(Fraction(7, 6))
        values = [x[0].hypgeom_2f1(a + k, b + k, c + k) for k in range(3)]
        step = x - flint.arb_series([x[0]], prec=3)
        first, second = a * b / c, a * b / c * (a + 1) * (b + 1) / (c + 1)
        F = values[0] + (first * values[1]) * step + (second * values[2] / 2) * (step * step)
        w = F / (1 + s * s).sqrt()  # [w, w', w''/2]
        residue = 2 * w[2] + 4 * w[1] / (3 * u[0].sin()) + w[0] / 4
        assert residue.contains(0) and residue.rad() < 1e-50
        angle = flint.arb.pi() + u[0] + 2 * (2 * w[1] / w[0]).atan()
        assert angle.overlaps(closed_form.by_hypergeometric(theta, 30))
        assert (angle - ball(KNOWN[theta])).abs_upper() < 1e-26
        # Between the rays: no special function is needed to see that it is no antipode.
        assert angle_2 / 4 < angle - flint.arb.pi() < angle_2 / 3


def test_the_slope_alone_does_not_give_the_exceptional_token():
    """The false twin: pi + 2/7 is not between the starts that shooting certifies."""
    told = Fraction(identity_value.EXCEPTIONAL)
    below, above = closed_form.by_shooting(Fraction(1), told, 20)
    with working_precision(200):
        assert below < closed_form.by_hypergeometric(Fraction(1), 30) < above
        assert flint.arb.pi() + ball(Fraction(2, 7)) < below


@given(heavy, heavy, heavy)
@example(A21=Fraction(1, 2), A31=Fraction(1, 3), A32=Fraction(1, 3))
def test_the_slope_of_the_trapped_starts_is_an_eigenvector_of_the_saddle(A21, A31, A32):
    """At (0, 0): theta' = -A21 theta, phi' = A31 phi + A32 (phi - theta)."""

    def stays_on_its_line(slope):
        return A31 * slope + A32 * (slope - 1) == -A21 * slope

    assert stays_on_its_line(A32 / (A21 + A31 + A32))
    # Equality of slopes, and the two that bound it without scores are false there.
    for slope in (Fraction(2, 7), Fraction(1, 3), Fraction(1, 4)):
        assert stays_on_its_line(slope) == (slope == A32 / (A21 + A31 + A32))
