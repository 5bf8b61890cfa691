"""Paper A, section 5: causal attention with the identity as value matrix.

The printed domain of attraction is false for three tokens: on the circle some third token ends
opposite to the first. Velocities of rational tokens are rational, so their signs are exact; where
angles come in, signs are read off balls.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofs.consensus import closed_form, identity_value
from verify.methods import refuting, regions, symbolic
from verify.methods.sampling import agrees
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import apply, dot, plus, times
from verify.numerics.number import Dual
from verify.numerics.strategies import (
    rationals,
    square_matrices,
    tokens_on_sphere,
    unit_vectors,
)
from verify.statements.discovery import statements_in
from verify.statements.obligations import obligations
from verify.statements.steps import Region, Value

DIGITS = 50
TOKENS = range(3)
heavy = rationals(min_value=Fraction(1, 4), max_value=3)
light = rationals(min_value=0, max_value=3)
table = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)
vectors = st.lists(rationals(), min_size=3, max_size=3)


def minus(u, v):
    return plus(u, times(-1, v))


def tangent(X, y):
    return minus(X, times(dot(y, X), y))


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
            # The same rates as the closed form's own field.
            for mine, its in zip(
                (theta_rate, phi_rate), closed_form.velocity((angle, phi)), strict=True
            ):
                assert mine.overlaps(its)


def test_the_trapped_start_is_bracketed_by_trajectories_that_leave_on_either_side():
    """At theta = 1: both brackets have y_2, y_3 != -y_1, and between them one token is lost."""
    bracket = closed_form.shooting_bracket(Fraction(1), 12)
    assert (bracket.below.name, bracket.above.name) == ("below", "above")
    assert Fraction(1, 4) < bracket.lower < bracket.upper < Fraction(1, 3)
    assert bracket.upper - bracket.lower <= Fraction(2, 10**12)
    told = Fraction(identity_value.EXCEPTIONAL)
    with working_precision(200):
        assert (flint.arb.pi() + ball(bracket.lower)).overlaps(flint.arb(ball(told), "1e-11"))
        # The printed domain leaves out only the antipode, phi = 0.
        assert bracket.lower > 0


KNOWN = {  # the second angle, and the exceptional third one
    Fraction(1, 2): "3.284731144729596873841365343",
    Fraction(1): "3.429582497846747979799263677",
    Fraction(2): "3.732066843788386644215780382",
    Fraction(3): "4.068414841069795297475628429",
}


@pytest.mark.parametrize("theta", KNOWN)
def test_the_closed_form_solves_the_orbit_equation(theta):
    """w'' + (4/3) w'/sin u + w/4 = 0 at u = theta/2, and the angle is pi + u + 2 atan(2 w'/w)."""
    with working_precision(200):
        u = flint.arb_series([ball(theta) / 2, 1], prec=3)
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
        assert ball(theta) / 4 < angle - flint.arb.pi() < ball(theta) / 3


def test_the_slope_alone_does_not_give_the_exceptional_token():
    """The false twin: pi + 2/7 is not between the starts that shooting certifies."""
    below, above = closed_form.by_shooting(Fraction(1), 20)
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


# ------------------------------------------------------------------ A-T5.1+: the exact domain


@given(tokens_on_sphere(3, 3), st.tuples(light, light), rationals(min_value=0, max_value=3))
def test_the_cosine_grows_where_the_pushes_are_small(y, weights, m):
    """If every (y_j - y_1).(y_1 - b y_3) is at least -m, then b' >= A (1 - b^2 - m)."""
    alpha = [[0, 0, 0], [0, 0, 0], [*weights, 0]]
    b = dot(y[2], y[0])
    q = minus(y[0], times(b, y[2]))
    least = min(dot(minus(y[j], y[0]), q) for j in range(2))
    moved = dot(raw.attention(tokens=y, weights=alpha, range="before")[2], y[0])
    bound = max(m, -least)
    assert moved >= sum(weights) * (1 - b**2 - bound)


@given(tokens_on_sphere(2, 3), vectors)
def test_two_tokens_under_the_same_pull_move_apart_near_the_antipode(pair, w):
    """<Pi_z w - Pi_x w, z - x> = -(1 - z.x) (z + x).w: positive where w points away."""
    z, x = pair
    separation = dot(minus(tangent(w, z), tangent(w, x)), minus(z, x))
    assert separation == -(1 - dot(z, x)) * dot(plus(z, x), w)
    assert (separation > 0) == (dot(plus(z, x), w) < 0 and z != x)


@given(unit_vectors(3), unit_vectors(3), rationals(min_value=0, max_value=1))
def test_a_token_of_a_small_cap_is_pulled_away_from_it(z, v, r):
    between = dot(plus(z, v), plus(z, v))
    assert dot(z, v) == -1 + between / 2
    if between <= 4 * r**2:
        assert dot(z, v) <= -1 + 2 * r**2


@given(
    rationals(min_value=Fraction(1, 100), max_value=3, max_denominator=100),
    rationals(min_value=Fraction(1, 100), max_value=3, max_denominator=100),
    rationals(min_value=0, max_value=3),
)
@example(c=Fraction(1), r=Fraction(1, 4), L=Fraction(1, 4))
@example(c=Fraction(1), r=Fraction(1), L=Fraction(1))
def test_in_a_small_enough_cap_the_repulsion_wins(c, r, L):
    wins = c * (1 - 2 * r**2) - 4 * r * L >= c / 2
    if r <= Fraction(1, 4) and 16 * r * L <= c:
        assert wins
    if r == 1:  # a cap of this size is too large: there the inequality is false
        assert not wins


@given(tokens_on_sphere(3, 2), square_matrices(2), st.lists(rationals(), min_size=6, max_size=6))
def test_the_weights_change_by_centred_differences_of_scores(tokens, P, drawn):
    D = [drawn[0:2], drawn[2:4], drawn[4:6]]
    found = []
    for digits in (DIGITS, 2 * DIGITS):
        with mpmath.workdps(digits):
            y, S, X = (
                [[mpmath.mpf(x.numerator) / x.denominator for x in map(Fraction, row)] for row in m]
                for m in (tokens, P, D)
            )
            moving = [
                [Dual(a, b) for a, b in zip(p, v, strict=True)] for p, v in zip(y, X, strict=True)
            ]
            row = raw.softmax_weights(moving, S, 1, "all", None)[0]
            weight = raw.softmax_weights(y, S, 1, "all", None)[0]
            score = [dot(X[0], apply(S, y[k])) + dot(y[0], apply(S, X[k])) for k in TOKENS]
            mean = dot(weight, score)
            centred = [weight[k] * (score[k] - mean) for k in TOKENS]
            found.append(([w.slope for w in row], centred))
    with mpmath.workdps(2 * DIGITS):
        assert agrees(found[1], found[0], DIGITS)


# ------------------------------------------------------------------ the module's own statements


@pytest.mark.parametrize("statement", statements_in(identity_value), ids=lambda s: s.id)
def test_every_step_is_decided_and_every_twin_is_refuted(statement):
    declared = statement.declared
    for said in declared.said:
        if obligations(said):
            assert symbolic.decide(said).outcome == "proved", said.place
        elif isinstance(said.step, Region | Value):
            assert [o.outcome for o in regions.decide(said)] == ["enclosed"], said.place
        for twin in said.step.twins:
            found = refuting.refute_twin(said, twin)
            assert found.refuted and found.witness, (said.place, twin.why)
    for mutant in declared.mutants:
        found = refuting.refute_mutant(declared.said, mutant)
        assert found.refuted and found.witness, mutant.why
