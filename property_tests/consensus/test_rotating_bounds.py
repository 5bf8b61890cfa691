"""Paper A, repairs of Theorem 5.3: every token behind a value matrix that turns.

Everything is rational. A bound with square roots, x >= -sqrt(p) sqrt(q), is decided as x >= 0 or
x^2 <= p q.
"""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import masks, orthogonal_matrices, rationals, tokens_on_sphere
from hypothesis import example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import at_least_minus_root
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, times
from verify.numerics.shapes import stereographic, with_spectrum, without

light = rationals(min_value=0, max_value=3)
heavy = rationals(min_value=Fraction(1, 4), max_value=3)
share = rationals(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)
small = rationals(min_value=Fraction(1, 10), max_value=Fraction(2, 5), max_denominator=20)
vectors = st.lists(rationals(), min_size=3, max_size=3)
weights = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)
# (eigenvalues, Lambda): the first dominates the others, or does not
DOMINANT = ([Fraction(3), Fraction(2), Fraction(-2)], 2)
GENERAL = ([Fraction(1), Fraction(1, 2), Fraction(-4)], 4)
TOKENS = range(3)


def moved(y, alpha, U, v, w, **seen):
    """(v^T y_i)' where the tokens move by attention and v at the velocity w."""
    velocities = raw.attention(tokens=y, weights=alpha, value=U, **seen)
    return [dot(v, velocity) + dot(w, y[i]) for i, velocity in enumerate(velocities)]


def into_hemisphere(y, v):
    return [token if dot(v, token) >= 0 else times(-1, token) for token in y]


# ------------------------------------------------------------------ A-T5.3': the furthest token


@given(orthogonal_matrices(3), tokens_on_sphere(3, 3), weights, masks(3), vectors)
def test_the_furthest_token_rises_by_the_excess_but_for_what_v_takes(v, drawn, alpha, mask, push):
    """Full, causal or any other mask; P does not matter, for the weights are any numbers >= 0."""
    values, Lambda = DOMINANT
    U, first = with_spectrum(v, values), v[0]
    y, w = into_hemisphere(drawn, first), without(push, first)
    b = [dot(first, token) for token in y]
    c = min(b)
    rates = moved(y, alpha, U, first, w, mask=mask)
    for i in TOKENS:
        if b[i] == c:
            a = sum(alpha[i][j] for j in TOKENS if mask[i][j])
            rise = rates[i] - a * (values[0] - Lambda) * c * (1 - c**2)
            assert at_least_minus_root(rise, dot(w, w) * (1 - c**2))


def test_the_gap_is_not_enough_if_a_negative_eigenvalue_is_large():
    """U = diag(1, -5) and y = (c, +-s): b_1' = c s^2 (6 alpha_11 - 4 alpha_12)."""
    U, (c, s) = diagonal([1, -5]), (Fraction(3, 5), Fraction(4, 5))
    for own, other in ((1, 1), (1, 2), (2, 3)):
        rates = moved([[c, s], [c, -s]], [[own, other], [other, own]], U, [1, 0], [0, 0])
        assert rates[0] == c * s**2 * (6 * own - 4 * other)
        assert rates[0] < 6 * (own + other) * c * s**2
        assert (rates[0] < 0) == (2 * other > 3 * own)


@given(small, share, heavy, heavy)
def test_the_thresholds_are_those_of_one_token_whatever_their_number(half, other, a, excess):
    """delta = 2 kappa sin theta cos theta: a excess b r - delta > 0 exactly between them."""
    (C, S), (b, r) = stereographic([half]), stereographic([other])
    delta = a * excess * C * S
    assert (a * excess * b * r > delta) == (S < b < C)


# ------------------------------------------------------------------ A-T5.3'': each token


@given(orthogonal_matrices(3), tokens_on_sphere(3, 3), weights, vectors)
def test_a_token_rises_by_what_the_earlier_ones_guarantee(v, drawn, alpha, push):
    """b_k' >= A (lambda B r^2 - b Lambda r R) + alpha_kk gap b r^2 - |w| r, where b_j >= B."""
    values, Lambda = GENERAL
    U, first, gap = with_spectrum(v, values), v[0], Fraction(1, 2)
    y, w = into_hemisphere(drawn, first), without(push, first)
    b = [dot(first, token) for token in y]
    for k, rate in enumerate(moved(y, alpha, U, first, w, range="up_to")):
        square = 1 - b[k] ** 2
        B = min([b[j] for j in range(k)] or [Fraction(0)])
        A = sum(alpha[k][:k])
        rise = rate - A * values[0] * B * square - alpha[k][k] * gap * b[k] * square
        # rise >= -sqrt(square) (A b Lambda sqrt(1 - B^2) + |w|)
        first_term, second = (A * b[k] * Lambda) ** 2 * (1 - B**2), dot(w, w)
        if rise < 0:
            # (p + q)^2 = p^2 + q^2 + 2 p q for p^2 = first_term and q^2 = second
            excess = rise**2 - square * (first_term + second)
            assert excess <= 0 or excess**2 <= 4 * square**2 * first_term * second


@given(orthogonal_matrices(3), tokens_on_sphere(2, 3))
def test_two_tokens_are_coupled_by_the_other_eigenvalues(v, pair):
    values, Lambda = GENERAL
    y, z = pair
    b, c = dot(v[0], y), dot(v[0], z)
    coupling = dot(y, apply(with_spectrum(v, values), z)) - values[0] * b * c
    assert coupling**2 <= Lambda**2 * (1 - b**2) * (1 - c**2)


def test_lambda_1_does_not_bound_the_coupling():
    """U = diag(1, -4) at the second axis."""
    assert abs(dot([0, 1], apply(diagonal([1, -4]), [0, 1]))) == 4 > 1


@given(share, share, heavy, st.tuples(heavy, light, light))
def test_at_the_edge_it_turns_back_exactly_below_the_threshold(half, other, s, numbers):
    """At phi = pi/2 the angle grows by delta - A s cos xi, and s cos xi = lambda_1 B."""
    (cos_xi, sin_xi), (b, r) = stereographic([half]), stereographic([other])
    m, extra, delta = numbers
    # the pull lambda_1 B sin phi - Lambda R cos phi is s sin(phi - xi)
    assert s * cos_xi * r - s * sin_xi * b == s * (r * cos_xi - b * sin_xi)
    if delta < m * s * cos_xi:
        assert delta - (m + extra) * s * cos_xi < 0


@given(small, small, st.tuples(heavy, heavy, light))
def test_the_angle_falls_below_its_cap_at_half_the_rate_of_the_pull(x, p, numbers):
    """X = sin((chi - psi)/2): X' <= -(m s/2) cos psi X, where chi' = m s sin psi - A s sin chi."""
    m, s, extra = numbers
    p, x = sorted((p, x))
    (cos_x, sin_x), (cos_p, sin_p) = stereographic([x]), stereographic([p])  # of the half angles
    X, turned = sin_x * cos_p - cos_x * sin_p, cos_x * cos_p + sin_x * sin_p
    sin_chi, cos_psi, sin_psi = 2 * sin_x * cos_x, cos_p**2 - sin_p**2, 2 * sin_p * cos_p
    assert X >= 0 and cos_x > sin_x and cos_psi > 0
    rate = turned / 2 * (m * s * sin_psi - (m + extra) * s * sin_chi)
    assert rate <= -m * s / 2 * cos_psi * X


@given(share, share, st.tuples(heavy, light), st.tuples(heavy, light), share)
def test_above_its_floor_a_token_does_not_come_too_close_to_the_edge(c, R, pull, weight, size):
    """A (f r - c s R) >= delta for c <= 1/2, 4 s c <= f, delta <= m f / 4, where r^2 = 1 - c^2."""
    (f, s), (m, extra) = pull, weight
    c = min(c / 2, f / (4 * s) if s else c / 2)
    delta = size * m * f / 4
    need = delta / (m + extra) + c * s * R
    assert need**2 <= f**2 * (1 - c**2)


def test_too_fast_an_eigenvector_leaves_it_behind():
    """m = f = 1, s = 0: with delta = 2 the pull r <= 1 is not enough."""
    assert 1 * (1 * 1 - 0) < 2


@given(share, share, share, st.tuples(heavy, light, heavy), light)
def test_the_sine_of_a_later_token_falls_to_its_radius(half, rho, R, numbers, extra):
    m, s, delta = numbers
    b, sine = stereographic([half])
    floor = b / 2
    f = (s * R + delta / m) / rho  # lambda_1 B, so that rho is the radius
    for cosine in (b, floor):
        drift = delta - (m + extra) * (f * sine - cosine * s * R)  # of the angle, at most
        if sine >= rho and cosine == b:
            assert b * drift <= -floor * m * f * (sine - rho)


@example(C=Fraction(1), delta=Fraction(1, 100), numbers=(Fraction(1),) * 3)
@given(heavy, heavy, st.tuples(heavy, light, heavy))
def test_the_radii_stay_proportional_to_the_speed(C, delta, numbers):
    f, s, m = numbers
    radius = (s * (C * delta) + delta / m) / f
    assert radius == (s * C + 1 / m) / f * delta
    assert (s * (C * delta / 2) + delta / 2 / m) / f == radius / 2  # half the speed, half of it


@given(rationals(min_value=0, max_value=1, max_denominator=20))
def test_the_distance_is_at_most_the_sine_times_the_root_of_two(b):
    assert 2 - 2 * b <= 2 * (1 - b**2)
