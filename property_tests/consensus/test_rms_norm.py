"""RMSNorm with gains, written out by hand: sqrt(d) (gain * x) / |x|, after a layer and before it.

In dimension 4 the factor sqrt(d) is 2, and tokens have rational lengths, so everything is exact.
"""

from __future__ import annotations

from fractions import Fraction

import flint
from exact_strategies import (
    hemispheres,
    masks,
    rationals,
    square_matrices,
    tokens_on_sphere,
    unit_vectors,
)
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, plus, product, times
from verify.numerics.number import Dual, reciprocal, square_root

TOKENS = range(3)
positive = rationals(min_value=Fraction(1, 4), max_value=3)
nonzero = rationals().filter(bool)
gains = st.lists(nonzero, min_size=4, max_size=4)
lengths = st.lists(positive, min_size=3, max_size=3)
any_weights = st.lists(
    st.lists(rationals(min_value=0, max_value=3), min_size=3, max_size=3), min_size=3, max_size=3
)


def rms_norm(x, gain):
    """Divide by the root mean square of the entries, which is |x| / 2, and apply the gains."""
    scale = 2 * reciprocal(square_root(dot(x, x)))
    return [g * (scale * entry) for g, entry in zip(gain, x, strict=True)]


def ellipsoid(gain):
    """W = diag(gain^-2) / d."""
    return diagonal([1 / (4 * g**2) for g in gain])


def scaled(gain, x):
    return [g * entry for g, entry in zip(gain, x, strict=True)]


def ball(q):
    return flint.arb(flint.fmpq(int(q.numerator), int(q.denominator)))


# ------------------------------------------------------------------ the map


@given(unit_vectors(4), positive, gains)
def test_rms_norm_is_the_projection_after_the_gains(z, size, gain):
    x, W = times(size, z), ellipsoid(gain)
    image = rms_norm(x, gain)
    assert dot(image, apply(W, image)) == 1
    assert image == raw.normalised(scaled(gain, x), W)


def test_without_the_gains_it_is_none():
    """d = 2, gains (2, 1), x = (1, 1): N(x) = (2, 1), while pi_W(x) = (1, 1) sqrt(8/5)."""
    x, W = [Fraction(1)] * 2, diagonal([Fraction(1, 8), Fraction(1, 2)])
    assert 1 / dot(x, apply(W, x)) == Fraction(8, 5)
    image = [Fraction(2), Fraction(1)]  # sqrt(2) gain x / sqrt(2)
    assert dot(image, apply(W, image)) == 1 and image[0] != image[1]


@given(unit_vectors(4), gains)
def test_every_point_of_the_ellipsoid_is_reached(z, gain):
    point = times(2, scaled(gain, z))
    assert dot(point, apply(ellipsoid(gain), point)) == 1
    assert rms_norm([p / g for p, g in zip(point, gain, strict=True)], gain) == point


@given(unit_vectors(4), gains)
def test_a_zero_gain_makes_the_ellipsoid_solid(z, gain):
    image = rms_norm(z, [*gain[:3], 0])
    level = sum((w / g) ** 2 for w, g in zip(image[:3], gain[:3], strict=True)) / 4
    assert level == 1 - z[3] ** 2


@given(unit_vectors(4), gains, positive)
def test_an_epsilon_shortens_the_result_and_keeps_its_direction(z, gain, size):
    x, eps = times(size, z), Fraction(3, 16)
    mean_square = size**2 / 4 + eps
    level = size**2 / 4 / mean_square  # of N_eps(x) = gain x / sqrt(mean square), in W
    squares = [g**2 * entry**2 / mean_square for g, entry in zip(gain, x, strict=True)]
    assert sum(q / (4 * g**2) for q, g in zip(squares, gain, strict=True)) == level < 1


@given(unit_vectors(4), gains)
def test_it_leaves_its_image_alone_for_equal_positive_gains_only(z, gain):
    image = rms_norm(z, [gain[0]] * 4)
    assert rms_norm(image, [gain[0]] * 4) == (image if gain[0] > 0 else times(-1, image))
    if len(set(gain)) > 1:  # some e_p + e_m turns
        p = next(k for k in range(4) if gain[k] != gain[0])
        x = [Fraction(k in (0, p)) for k in range(4)]
        turned = scaled(gain, x)
        assert turned[0] * x[p] != turned[p] * x[0]


# ------------------------------------------------------------------ after a layer


@given(tokens_on_sphere(3, 4), any_weights, gains, square_matrices(4), positive)
def test_post_norm_is_a_layer_of_directions(u, alpha, gain, V, tau):
    y = [times(2, scaled(gain, token)) for token in u]  # on the ellipsoid of the gains
    inner = product(diagonal([1 / g for g in gain]), product(V, diagonal(gain)))
    for i in TOKENS:
        moved, direction = y[i], u[i]
        for j in TOKENS:
            moved = plus(moved, times(tau * alpha[i][j], apply(V, y[j])))
            direction = plus(direction, times(tau * alpha[i][j], apply(inner, u[j])))
        assert moved == times(2, scaled(gain, direction))


def test_looped_alone_it_halves_the_tangent():
    """Gains (2, 1): up to its length, a loop is (x, y) -> (2 x, y)."""
    x = [Fraction(1), Fraction(5)]
    for _ in range(10):
        after = scaled([2, 1], x)
        assert after[1] / after[0] == x[1] / x[0] / 2
        x = after
    assert x[1] / x[0] == Fraction(5, 1024)


@given(hemispheres(3, 4), any_weights, masks(3), positive)
def test_with_v_the_identity_gains_win_whatever_the_mask(half, alpha, mask, tau):
    """V = I, gains (3, 2, 1, 1): along e_1 all coordinates are positive, the others shrink."""
    gain = [Fraction(3), Fraction(2), Fraction(1), Fraction(1)]
    u = [[abs(z[0]) + 1, *z[1:]] for z in half.tokens]  # directions count, not lengths
    before = [times(1 / token[0], token) for token in u]
    after = []
    for i in TOKENS:
        moved = u[i]
        for j in TOKENS:
            moved = plus(moved, times(tau * alpha[i][j] * mask[i][j], u[j]))
        image = scaled(gain, moved)
        after.append(times(1 / image[0], image))
    for k in (1, 2, 3):
        largest = max(abs(token[k]) for token in before)
        assert all(abs(token[k]) <= gain[k] / gain[0] * largest for token in after)


# ------------------------------------------------------------------ before a layer


def velocities(y, alpha, U, gain):
    """y_i' = sum_j alpha_ij U N(y_j)."""
    out = []
    for i in TOKENS:
        v = [Fraction(0)] * 4
        for j in TOKENS:
            v = plus(v, times(alpha[i][j], apply(U, rms_norm(y[j], gain))))
        out.append(v)
    return out


@given(tokens_on_sphere(3, 4), lengths, any_weights, square_matrices(4), gains)
def test_directions_follow_the_round_model_by_clocks_of_their_own(z, sizes, alpha, U, gain):
    y = [times(n, token) for n, token in zip(sizes, z, strict=True)]
    v = velocities(y, alpha, U, gain)
    effective = [times(2, row) for row in product(U, diagonal(gain))]
    round_model = raw.attention(tokens=z, weights=alpha, value=effective)
    for i in TOKENS:
        moving = [Dual(a, b) for a, b in zip(y[i], v[i], strict=True)]
        direction = [entry.slope for entry in raw.normalised(moving, None)]
        assert direction == times(1 / sizes[i], round_model[i])
        pulls = sum(alpha[i][j] * dot(z[i], apply(effective, z[j])) for j in TOKENS)
        assert square_root(dot(moving, moving)).slope == pulls


@given(tokens_on_sphere(2, 4), positive, positive, square_matrices(4), gains)
def test_scores_are_those_of_directions(z, first, second, P, gain):
    normed = [rms_norm(times(n, t), gain) for n, t in zip((first, second), z, strict=True)]
    effective = [times(4 * gain[r], scaled(gain, P[r])) for r in range(4)]
    assert dot(normed[0], apply(P, normed[1])) == dot(z[0], apply(effective, z[1]))


@given(hemispheres(3, 4), lengths, any_weights)
def test_gnomonic_coordinates_follow_a_consensus_system(half, sizes, alpha):
    """U_e = I: x_i = y_i / c^T y_i, and no c^T y_i decreases."""
    z, c = half.tokens, half.covector
    y = [times(n, token) for n, token in zip(sizes, z, strict=True)]
    v = velocities(y, alpha, diagonal([Fraction(1, 2)] * 4), [1] * 4)
    x = [times(1 / dot(c, token), token) for token in y]
    s = [dot(c, token) for token in z]
    for i in TOKENS:
        assert dot(c, v[i]) >= 0
        height = Dual(dot(c, y[i]), dot(c, v[i]))
        moving = [Dual(a, b) * reciprocal(height) for a, b in zip(y[i], v[i], strict=True)]
        wanted = [Fraction(0)] * 4
        for j in TOKENS:
            beta = alpha[i][j] * s[j] / s[i]
            wanted = plus(wanted, times(beta / sizes[i], minus(x[j], x[i])))
        assert [entry.slope for entry in moving] == wanted


@given(hemispheres(3, 4), lengths, any_weights, st.lists(rationals(), min_size=4, max_size=4))
def test_the_spread_of_a_coordinate_falls(half, sizes, alpha, xi):
    """R' <= -l b R / max |y_i|, with the least b of the weights beta_ij."""
    z, c = half.tokens, half.covector
    s = [dot(c, token) for token in z]
    x = [dot(xi, token) / margin for token, margin in zip(z, s, strict=True)]
    beta = [[alpha[i][j] * s[j] / s[i] for j in TOKENS] for i in TOKENS]
    rate = [sum(beta[i][j] * (x[j] - x[i]) for j in TOKENS) / sizes[i] for i in TOKENS]
    least = min(min(row) for row in beta)
    top, bottom = max(TOKENS, key=lambda i: x[i]), min(TOKENS, key=lambda i: x[i])
    assert rate[top] - rate[bottom] <= -3 * least / max(sizes) * (x[top] - x[bottom])


@given(positive, positive)
def test_the_example_moves_along_one_axis(a, k):
    """d = 2, P = 0: two tokens (a, k), (a, -k) of one length r have y_i' = (a / (sqrt(2) r), 0)."""
    with flint.ctx.workprec(200):
        root = flint.arb(2).sqrt()
        y = [[ball(a), ball(k)], [ball(a), ball(-k)]]
        weights = raw.softmax_weights(y, None, 1 / root, "all", None)
        z = [raw.normalised(token, None) for token in y]
        r = square_root(dot(y[0], y[0]))
        for row in weights:
            along, across = plus(times(row[0], z[0]), times(row[1], z[1]))
            gap = along - ball(a) / (root * r)
            assert gap.contains(0) and gap.rad() < 1e-40
            assert across.contains(0) and across.rad() < 1e-40
            assert along < 1 / root


def test_the_example_approaches_consensus_like_one_over_t():
    """sqrt(2) (r + k log(a / (k + r))) is the time; tan(angle/2) = k/a is like sqrt(2) k/t."""
    with flint.ctx.workprec(200):
        k, root = flint.arb(3), flint.arb(2).sqrt()

        def time(a):
            r = (a * a + k * k).sqrt()
            return root * (r + k * (a / (k + r)).log())

        start = time(flint.arb(1))
        for power in (3, 6, 9):
            a = flint.arb(10) ** power
            t = time(a) - start
            tangent, wanted = k / a, root * k / t
            assert abs(tangent / wanted - 1) < 100 / a
            assert tangent > (-t / 100).exp()


def test_the_time_of_the_example_is_right():
    """Its derivative by a is sqrt(2) r / a = 1/a'."""
    with flint.ctx.workprec(200):
        a, k = Dual(flint.arb(7), flint.arb(1)), flint.arb(3)
        r = square_root(a * a + k * k)
        ratio = a * reciprocal(r + k)
        slope = r.slope + k * ratio.slope / ratio.value
        difference = slope - r.value / a.value
        assert difference.contains(0) and difference.rad() < 1e-40


@given(tokens_on_sphere(3, 4), lengths, square_matrices(4))
def test_the_potential_grows(z, sizes, half):
    """U_e = P_e = Q symmetric: dV/dt = sum_i Z_i n_i |z_i'|^2, in balls."""
    Q = [[(half[r][c] + half[c][r]) / 2 for c in range(4)] for r in range(4)]
    with flint.ctx.workprec(200):
        weights = [[ball(dot(z[i], apply(Q, z[j]))).exp() for j in TOKENS] for i in TOKENS]
        rate, squares = flint.arb(0), flint.arb(0)
        for i in TOKENS:
            force = [flint.arb(0)] * 4
            for j in TOKENS:
                image = [ball(entry) for entry in apply(Q, z[j])]
                force = plus(force, times(weights[i][j], image))
            token = [ball(entry) for entry in z[i]]
            tangent = minus(force, times(dot(token, force), token))
            norm = sum(weights[i][1:], start=weights[i][0]) * ball(Fraction(sizes[i]))
            velocity = times(1 / norm, tangent)
            rate += dot(velocity, force)  # of V, half of a symmetric double sum
            squares += norm * dot(velocity, velocity)
        assert (rate - squares).contains(0) and (rate - squares).rad() < 1e-30


@given(unit_vectors(4), positive, positive, positive)
def test_a_token_opposite_the_first_runs_into_0(e, a, to_first, extra):
    """y_1 = e, y_2 = -a e: if it attends to itself less, y_2' = (A - B) e until it is 0."""
    to_itself = to_first / (1 + extra)
    alpha = [[0, 0, 0], [to_first, to_itself, 0], [0, 0, 0]]
    y = [e, times(-a, e), e]
    v = velocities(y, alpha, diagonal([Fraction(1, 2)] * 4), [1] * 4)
    assert v[1] == times(to_first - to_itself, e) and to_first > to_itself
