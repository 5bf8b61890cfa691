"""Paper A, Remark 2.3: standard layer normalisation, written out by hand on rational tokens.

In dimension 4 the centred vectors have an orthogonal basis of squares 4, so a rational unit vector
of R^3 gives a rational token of mean 0 and standard deviation 1: everything is exact.
"""

from __future__ import annotations

from fractions import Fraction

import flint
from exact_strategies import rationals, square_matrices, stochastic_matrices, unit_vectors
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from verify.numerics.matrices import apply, diagonal, dot, plus, product, times
from verify.numerics.number import Dual, rational_multiple, reciprocal, square_root
from verify.numerics.rational_matrices import rank

CENTRED = [[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]]  # orthogonal, of the square 4
ONES = [Fraction(1)] * 4
vectors = st.lists(rationals(), min_size=4, max_size=4)
positive = rationals(min_value=Fraction(1, 4), max_value=3)
nonzero = rationals().filter(bool)
scales = st.lists(nonzero, min_size=4, max_size=4)


def standardised(unit):
    """The token of mean 0 and standard deviation 1 that a unit vector of R^3 stands for."""
    return [
        sum(Fraction(c) * row[k] for c, row in zip(unit, CENTRED, strict=True)) for k in range(4)
    ]


standard = unit_vectors(3).map(standardised)


def layer_norm(x, gamma, beta):
    """N(x) = (x - mu(x)) / sigma(x) * gamma + beta, entry by entry."""
    share = Fraction(1, len(x))
    mean = rational_multiple(sum(x[1:], start=x[0]), share)
    centred = [entry - mean for entry in x]
    squares = [entry * entry for entry in centred]
    sigma = square_root(rational_multiple(sum(squares[1:], start=squares[0]), share))
    return [c * reciprocal(sigma) * g + b for c, g, b in zip(centred, gamma, beta, strict=True)]


def square(v):
    return dot(v, v)


# ------------------------------------------------------------------ equal scales


@given(standard, rationals(), positive, nonzero, vectors)
def test_with_equal_scales_tokens_lie_on_the_equator_of_a_sphere(u, mean, deviation, g, beta):
    x = [mean + deviation * entry for entry in u]
    out = minus(layer_norm(x, [g] * 4, beta), beta)
    assert out == times(g, u)  # whatever token u was: the whole equator
    assert square(out) == 4 * g**2 and sum(out) == 0


def test_the_printed_radius_is_the_square_of_the_radius():
    """n = 2, gamma_0 = -1.7, x = (1, 0, -1): the entries of N(x) have squares g^2 x^2 / (2/3)."""
    g, x = Fraction(-17, 10), [1, 0, -1]
    variance = Fraction(sum(entry**2 for entry in x), 3)
    distance_squared = sum(g**2 * entry**2 / variance for entry in x)
    assert distance_squared == 3 * g**2 == Fraction(867, 100)
    printed = 3 * g**2
    assert distance_squared != printed**2


# ------------------------------------------------------------------ any scales


@given(standard, scales, vectors)
def test_with_any_scales_but_0_tokens_lie_on_a_section_of_an_ellipsoid(u, gamma, beta):
    w = [(a - b) / g for a, b, g in zip(layer_norm(u, gamma, beta), beta, gamma, strict=True)]
    assert square(w) == 4  # the n-ellipsoid of the conjecture, and
    assert sum(w) == 0  # a hyperplane section of it: two dimensions less than the space


@given(st.tuples(rationals(), rationals()))
def test_for_two_entries_the_image_is_two_points(x):
    assume(x[0] != x[1])
    image = layer_norm(list(x), [2, 3], [1, 1])
    assert image == ([3, -2] if x[0] > x[1] else [-1, 4])


@given(st.integers(0, 4))
def test_only_the_second_zero_scale_loses_a_dimension(zeros):
    gamma = [Fraction(k + 1) for k in range(4 - zeros)] + [Fraction(0)] * zeros
    centred = [[Fraction(entry) for entry in row] for row in CENTRED]
    assert rank(product(centred, diagonal(gamma))) == 4 - max(zeros, 1)


@given(standard, scales)
def test_with_one_zero_scale_the_image_is_still_an_ellipsoid(u, gamma):
    scale = [*gamma[:3], Fraction(0)]
    w = [a / g for a, g in zip(layer_norm(u, scale, [0] * 4)[:3], gamma[:3], strict=True)]
    assert square(w) + sum(w) ** 2 == 4


def test_with_two_zero_scales_it_is_none():
    """Scales (1, 2, 0, 0): w_1^2 + (w_2/2)^2 takes different values."""

    def level(unit):
        w = layer_norm(standardised(unit), [1, 2, 0, 0], [0] * 4)
        return w[0] ** 2 + (w[1] / 2) ** 2

    third = Fraction(1, 3)
    assert level([0, 1, 0]) == 2 and level([third, 2 * third, 2 * third]) == Fraction(34, 9)


@given(standard)
def test_with_two_zero_scales_tokens_fill_a_solid_ellipsoid(u):
    """u_1^2 + u_2^2 + (u_1 + u_2)^2 / 2 <= 4, with equality exactly where u_3 = u_4."""
    level = u[0] ** 2 + u[1] ** 2 + (u[0] + u[1]) ** 2 / 2
    assert level == 4 - (u[2] - u[3]) ** 2 / 2


# ------------------------------------------------------------------ when do the results apply?


@given(standard, rationals(), nonzero)
def test_with_equal_shifts_tokens_stay_or_are_exchanged_with_their_opposites(u, shift, g):
    beta = [shift] * 4
    y = plus(beta, times(g, u))
    again = layer_norm(y, [g] * 4, beta)
    assert again == plus(beta, times(abs(g), u))
    assert (again == y) == (g > 0)


@given(unit_vectors(3), nonzero, nonzero, rationals())
def test_with_other_shifts_some_token_moves(unit, size, g, mean):
    """A token at a right angle to b: b + g u is no multiple of u."""
    b = times(size, standardised(unit))
    other = [-unit[1], unit[0], 0] if any(unit[:2]) else [1, 0, 0]
    u = standardised(other)
    assert dot(b, u) == 0 and sum(b) == 0
    y = plus(plus([mean] * 4, b), times(g, u))
    direction = minus(y, [sum(y) / 4] * 4)  # N(y) - beta is g sqrt(d) times its direction
    assert direction == plus(b, times(g, u))
    assert dot(direction, b) * g * size != 0 and dot(times(g, u), b) == 0


@given(nonzero, rationals(), st.sampled_from([1, -1]))
def test_for_two_entries_a_small_shift_does_no_harm(g, b, side):
    """beta = (b, -b) has |C beta| = |b| sqrt(2); it is harmless exactly below gamma_0 sqrt(2)."""
    beta = [b, -b]
    y = [b + g * side, -b - g * side]
    assume(b + g * side != 0)
    stays = layer_norm(y, [g, g], beta) == y
    assert stays == ((b + g * side) * side > 0)
    if g > abs(b):
        assert stays


@given(st.lists(standard, min_size=3, max_size=3), stochastic_matrices(3), rationals(), positive)
def test_a_layer_moves_standardised_tokens_by_the_round_model(u, alpha, m, s):
    """At equal shifts m: d/dtau N(y + tau sum alpha y_j) = s (I - u u^T / 4) sum alpha u_j."""
    y = [[m + s * entry for entry in token] for token in u]
    for i in range(3):
        pull = [sum(alpha[i][j] * y[j][k] for j in range(3)) for k in range(4)]
        moving = [Dual(a, b) for a, b in zip(y[i], pull, strict=True)]
        velocity = [entry.slope for entry in layer_norm(moving, [s] * 4, [m] * 4)]
        centred = [sum(alpha[i][j] * u[j][k] for j in range(3)) for k in range(4)]
        assert velocity == times(s, minus(centred, times(dot(u[i], centred) / 4, u[i])))


@given(standard, standard, rationals(), positive, square_matrices(4))
def test_scores_are_bilinear_again_if_p_sends_ones_to_0(u, v, m, s, P):
    y, z = ([m + s * entry for entry in token] for token in (u, v))
    excess = dot(y, apply(P, z)) - s**2 * dot(u, apply(P, v))
    rows = apply(P, ONES)
    columns = [sum(P[r][c] for r in range(4)) for c in range(4)]
    assert excess == m**2 * sum(rows) + m * s * (dot(u, rows) + dot(columns, v))
    if not any(rows) and not any(columns):
        assert excess == 0


# ------------------------------------------------------------------ looped without attention


@given(unit_vectors(2), positive, positive)
def test_looped_alone_the_cotangent_of_every_angle_grows(turn, size, g):
    """Angles from b in the plane of two centred directions; c = 2 g, for sqrt(d) = 2."""
    cosine, sine = turn[0], abs(turn[1])
    assume(sine != 0)
    b = times(size / 2, CENTRED[0])  # |b| = size
    y = plus(b, times(g, standardised([cosine, sine, 0])))
    along, across = dot(y, CENTRED[0]), dot(y, CENTRED[1])
    c = 2 * g
    assert along / across == (size + c * cosine) / (c * sine)
    assert along / across >= cosine / sine + size / c
    if cosine > 0:
        assert across / along <= c / (c + size) * sine / cosine


def test_looped_alone_tokens_gather_at_the_shift():
    """From any start but the antipode (-3, 1, 1, 1), in balls; one start is close to it."""
    starts = [[-30, 11, 9, 10], [0, 1, 0, 0], [1, -2, 3, 5]]
    with flint.ctx.workprec(2000):  # a ball grows in every loop
        beta = [flint.arb(k) for k in (1, 0, 0, 0)]
        tokens = [[flint.arb(entry) for entry in start] for start in starts]
        for _ in range(300):
            tokens = [layer_norm(token, [1] * 4, beta) for token in tokens]
        apart = [square(minus(token, tokens[-1])) for token in tokens]
        assert all(gap < flint.arb("1e-40") for gap in apart)


@given(positive, positive)
def test_the_antipode_stays_or_jumps(b, g):
    """Two entries: |b| = b sqrt(2), c = g sqrt(2), and the antipode of the shift is -g."""
    assume(b != g)
    antipode = [b - g, g - b]
    after = layer_norm(antipode, [g, g], [b, -b])
    assert after == (antipode if g > b else [b + g, -b - g])
