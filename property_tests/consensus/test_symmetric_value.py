"""Paper A, section 5: causal attention with a symmetric value matrix.

Value matrices are built from a rational orthonormal eigenbasis, so eigenvalues, velocities of
rational tokens and their signs are exact; lengths and exponentials are read off balls.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from exact_strategies import orthogonal_matrices, rationals, tokens_on_sphere, unit_vectors
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from verify.numerics import raw, shapes
from verify.numerics.balls import ball, exp, sqrt, working_precision
from verify.numerics.matrices import apply, diagonal, dot, identity, times

TOKENS = range(3)
BITS = 192
light = rationals(min_value=0, max_value=3)
table = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)
below = st.lists(rationals(min_value=0, max_value=4), min_size=2, max_size=2)
gaps = rationals(min_value=Fraction(1, 4), max_value=3)


def with_gap(largest, gap, distances):
    """Eigenvalues: the largest, then two that are smaller by the gap and a distance each."""
    return [largest, *(largest - gap - distance for distance in distances)]


def towards(v, tokens):
    """The same tokens, each on the side of v (or on the boundary)."""
    return [y if dot(v, y) >= 0 else times(-1, y) for y in tokens]


# ------------------------------------------------------------------ A-L5.2, eq. (17)


@given(orthogonal_matrices(3), rationals(), gaps, below, unit_vectors(3), gaps)
def test_the_part_along_the_top_eigenvector_grows_by_the_gap_at_least(Q, lam, gap, d, y, alpha):
    spectrum = with_gap(lam, gap, d)
    U = shapes.with_spectrum(Q, spectrum)
    (velocity,) = raw.attention(tokens=[y], weights=[[alpha]], value=U)
    b, bottom = dot(Q[0], y), min(spectrum)
    excess = lam - dot(y, apply(U, y))
    assert dot(Q[0], velocity) == alpha * excess * b
    assert gap * (1 - b**2) <= excess <= (lam - bottom) * (1 - b**2)
    for r in range(3):  # the slope between two eigenvectors: a linear law
        for k in range(3):
            p, q = dot(Q[r], y), dot(Q[k], y)
            turned = dot(Q[k], velocity) * p - q * dot(Q[r], velocity)
            assert turned == -alpha * (spectrum[r] - spectrum[k]) * p * q
    if b > 0:
        assert 2 * (1 - b) <= (1 - b**2) / b**2


def test_the_least_eigenvalue_does_not_give_the_gap():
    """U = diag(2, 1, 0) at (3/5, 4/5, 0): 2 - y^T U y is 1 - b^2 and not 2 (1 - b^2)."""
    y = [Fraction(3, 5), Fraction(4, 5), Fraction(0)]
    assert 2 - dot(y, apply(diagonal([2, 1, 0]), y)) == 1 - y[0] ** 2


def test_the_domain_of_another_eigenspace_is_not_empty():
    """U = diag(2, 1, 0) from (0, 3/5, 4/5): e^(t U) y(0), made a unit vector, tends to e_2."""
    U, y = diagonal([2, 1, 0]), [Fraction(0), Fraction(3, 5), Fraction(4, 5)]
    velocity = raw.attention(tokens=[y], weights=[[1]], value=U)[0]
    assert velocity[0] == 0
    assert velocity[2] * y[1] - y[2] * velocity[1] == -y[2] * y[1]
    with working_precision(BITS):
        e = exp(ball(40))
        later = raw.normalised([ball(0), e * 3 / 5, ball(4) / 5], None)
        assert later[1] > 1 - ball(Fraction(1, 10**30)) and later[0] == 0
    # A set of equilibria is in its own domain, whatever the eigenvalue.
    rest = raw.attention(tokens=identity(3), weights=diagonal([1, 1, 1]), value=U)
    assert rest == [[0] * 3] * 3


def test_on_the_circle_the_other_eigenspace_attracts_only_itself():
    """There b' has the sign of b everywhere else, so that b does not tend to 0."""
    for k in range(1, 12):
        y = shapes.stereographic([Fraction(k, 4)])
        velocity = raw.attention(tokens=[y], weights=[[1]], value=diagonal([2, 1]))[0]
        assert velocity[0] * y[0] >= 0 and (velocity[0] == 0) == (y[0] ** 2 in (0, 1))


def test_with_a_double_eigenvalue_a_token_rests_away_from_v():
    y = [[Fraction(3, 5), Fraction(4, 5)]]
    assert raw.attention(tokens=y, weights=[[1]], value=identity(2)) == [[0, 0]]


# ------------------------------------------------------------------ A-T5.2, eqs. (18) and (19)


@given(orthogonal_matrices(3), rationals(), gaps, below, tokens_on_sphere(3, 3), table)
def test_the_part_moves_by_18_and_the_push_obeys_19(Q, lam, gap, d, y, alpha):
    spectrum = with_gap(lam, gap, d)
    U, v, s = shapes.with_spectrum(Q, spectrum), Q[0], max(map(abs, spectrum))
    velocity = raw.attention(tokens=y, weights=alpha, value=U, range="up_to")
    for k in TOKENS:
        b, e = dot(v, y[k]), [minus(y[j], v) for j in range(k)]
        lever = minus(times(lam, v), times(b, apply(U, y[k])))
        f = sum(alpha[k][j] * dot(lever, e[j]) for j in range(k))
        A = sum(alpha[k][j] for j in range(k))
        own = alpha[k][k] * (lam - dot(y[k], apply(U, y[k]))) * b
        assert dot(v, velocity[k]) == lam * A * (1 - b**2) + own + f  # (18)
        assert dot(lever, lever) <= s**2 * (1 - b**2)
        for j in range(k):  # (19): |f| <= s sqrt(1 - b^2) sum alpha |e|, summand by summand
            assert dot(lever, e[j]) ** 2 <= s**2 * (1 - b**2) * dot(e[j], e[j])


@given(orthogonal_matrices(3), light, gaps, below, tokens_on_sphere(3, 3), table)
def test_the_hemisphere_is_kept_and_left_alone_at_most_exponentially(Q, lam, gap, d, y, alpha):
    """For lambda >= 0 and b_j >= 0: b' >= -s A b, so that on the boundary b' >= 0."""
    spectrum = with_gap(lam, gap, d)
    U, v, s = shapes.with_spectrum(Q, spectrum), Q[0], max(map(abs, spectrum))
    y = towards(v, y)
    velocity = raw.attention(tokens=y, weights=alpha, value=U, range="up_to")
    for k in TOKENS:
        b, A = dot(v, y[k]), sum(alpha[k][j] for j in range(k))
        assert dot(v, velocity[k]) >= -s * A * b
        if b == 0:
            ahead = sum(alpha[k][j] * dot(v, y[j]) for j in range(k))
            assert dot(v, velocity[k]) == lam * ahead >= 0


@given(orthogonal_matrices(3), light, gaps, below, tokens_on_sphere(3, 3), table)
def test_the_drift_is_the_pull_and_the_own_term_less_the_distances(Q, lam, gap, d, y, alpha):
    """b' >= lambda A r^2 + alpha gap b r^2 - s r sum alpha |e|; for lambda = 0 with a factor b."""
    spectrum = with_gap(lam, gap, d)
    U, v, s = shapes.with_spectrum(Q, spectrum), Q[0], max(map(abs, spectrum))
    y = towards(v, y)
    velocity = raw.attention(tokens=y, weights=alpha, value=U, range="up_to")
    with working_precision(BITS):
        for k in TOKENS:
            b = dot(v, y[k])
            r, A = sqrt(ball(1 - b**2)), sum(alpha[k][j] for j in range(k))
            far = sum(
                (ball(alpha[k][j]) * sqrt(ball(2 - 2 * dot(v, y[j]))) for j in range(k)),
                start=ball(0),
            )
            own, moved = ball(alpha[k][k] * gap) * r, ball(dot(v, velocity[k]))
            assert not moved < ball(lam * A) * r * r + ball(b) * own * r - ball(s) * r * far
            if lam == 0:
                assert not moved < ball(b) * r * (own - ball(s) * far)


# ------------------------------------------------------------------ what does not hold


@pytest.mark.parametrize(
    ("lam", "mu", "sine"),
    [(3, 2, Fraction(4, 5)), (5, 8, Fraction(12, 13)), (8, 9, Fraction(15, 17))],
)
def test_18_has_a_third_equilibrium(lam, mu, sine):
    """U = diag(lambda, -mu), equal weights, y_1 = v: y_2 rests at b = -lambda / (lambda + mu)."""
    b = Fraction(-lam, lam + mu)
    assert b**2 + sine**2 == 1
    y, U = [[Fraction(1), Fraction(0)], [b, sine]], diagonal([lam, -mu])
    weights = [[1, 0], [Fraction(1, 2), Fraction(1, 2)]]
    velocity = raw.attention(tokens=y, weights=weights, value=U, range="up_to")
    assert velocity == [[0, 0], [0, 0]]
    # It repels: nearby, the token turns away from it.
    for turn, sign in ((Fraction(1, 50), 1), (Fraction(-1, 50), -1)):
        cosine, small = shapes.stereographic([turn])
        near = [b * cosine - sine * small, b * small + sine * cosine]
        moved = raw.attention(tokens=[y[0], near], weights=weights, value=U, range="up_to")[1]
        assert sign * (near[0] * moved[1] - near[1] * moved[0]) > 0


@given(rationals(min_value=Fraction(1, 50), max_value=Fraction(1, 2), max_denominator=50), gaps)
def test_a_negative_largest_eigenvalue_repels(half, alpha):
    """U = -diag(1, 2), y_1 = v: b_2' = -alpha sin(theta)^2 (1 - cos(theta)) < 0 near v."""
    cosine, sine = shapes.stereographic([half])
    y = [[Fraction(1), Fraction(0)], [cosine, sine]]
    weights = [[alpha, 0], [alpha, alpha]]
    moved = raw.attention(tokens=y, weights=weights, value=diagonal([-1, -2]), range="up_to")[1]
    assert moved[0] == -alpha * sine**2 * (1 - cosine) < 0


def test_from_the_boundary_the_first_token_does_not_reach_v():
    y = [[Fraction(0), Fraction(3, 5), Fraction(4, 5)]]
    assert raw.attention(tokens=y, weights=[[1]], value=diagonal([3, 2, 1]))[0][0] == 0


@pytest.mark.parametrize("time", range(-10, 20))
def test_without_symmetry_a_token_changes_sides(time):
    """U = [1, -2; 0, 0] has U v = v. From (3/5, 4/5), x = (8/5 - e^t, 4/5) solves x' = U x."""
    U = [[Fraction(1), Fraction(-2)], [Fraction(0), Fraction(0)]]
    assert apply(U, [1, 0]) == [1, 0]
    with working_precision(BITS):
        growth = exp(ball(Fraction(time, 10)))
        x = [ball(Fraction(8, 5)) - growth, ball(Fraction(4, 5))]
        assert (x[0] - 2 * x[1] + growth).contains(0)  # the first row of U; the second one is 0
        assert (x[0] < 0) == (time > 4)  # e^t = 8/5 at t = 0.47
    boundary = raw.attention(tokens=[[Fraction(0), Fraction(1)]], weights=[[1]], value=U)[0]
    assert boundary[0] == -2


def turning(cosine, sine):
    """How fast the second token turns: two heads, P_1 = 2 I, P_2 = -2 I, sum diag(1, 0)."""
    zero, one = ball(0), ball(1)
    values = [[[zero, ball(4)], [ball(4), zero]], [[one, ball(-4)], [ball(-4), zero]]]
    scores = [[[ball(p), zero], [zero, ball(p)]] for p in (2, -2)]
    velocity = raw.softmax_attention(
        tokens=[[one, zero], [cosine, sine]],
        scores=scores,
        value=values,
        row_sum=1 / sqrt(ball(2)),
        range="up_to",
    )
    assert all(x.contains(0) and x.rad() < 1e-50 for x in velocity[0])  # y_1 = v is at rest
    return cosine * velocity[1][1] - sine * velocity[1][0]


def test_the_top_eigenvector_of_the_sum_does_not_attract():
    """Between -120 and -60 degrees the second token is trapped: two signs, in closed form."""
    with working_precision(BITS):
        half, root = ball(1) / 2, sqrt(ball(3))
        e = exp(ball(1))
        upper, lower = turning(half, -root / 2), turning(-half, -root / 2)
        assert upper.overlaps(sqrt(ball(2)) * (2 + root / 8 - e * (2 - root / 4)) / (1 + e))
        assert lower.overlaps(sqrt(ball(6)) * (2 * e**3 - 1) / (8 * (1 + e**3)))
        assert upper.rad() < 1e-50 and lower.rad() < 1e-50
        assert upper < 0 < lower
        # 2.7 < e < 2.8 is all that the signs need: both sides are linear in e, or in e^3.
        e = ball(Fraction(27, 10))
        assert 2 + root / 8 - e * (2 - root / 4) < 0 < 2 * e**3 - 1
