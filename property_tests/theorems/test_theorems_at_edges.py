"""Paper A's theorems along solutions, near the boundary of what they assume.

As in `test_theorems_follow` each body is the theorem. Starts are close to what is lost, gaps close
to ties, and speeds and angles as large as allowed.
"""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.exact_vectors import unit
from property_tests.theorems.marks import theorem
from property_tests.theorems.raw_solutions import *

few = settings(max_examples=4, deadline=None)
tiny = st.integers(0, 5).map(lambda digits: 10.0**-digits)
signs = st.sampled_from([1, -1])


def across(x, y):
    """Return the tangent part at y of vectors x, both along the last axis."""
    return x - np.sum(x * y, axis=-1, keepdims=True) * y


def turned(angle):
    """Return the rotation of space by an angle in the plane of the first two axes."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def beside_first_axis(rng, n, b):
    """Return unit vectors whose first coordinates are b, in three dimensions."""
    rest = unit(rng.normal(size=(n, 2))) * np.sqrt(1 - b**2)[:, None]
    return np.column_stack([b, rest])


@theorem("A-L5.1")
@slowly
@given(seeds, tiny)
def test_a_drawn_token_is_where_the_integral_of_the_weight_says(rng, share):
    m, v = rng.uniform(0.1, 1), np.eye(3)[0]
    wave = waves(rng, (), m, m + rng.uniform(0, 1))
    c = rng.uniform(0.1, 1) * share - 1  # the start is close to the lost one

    def velocity(t, state):
        return np.vstack([wave(t) * across(v, state[0]), [wave(t), 0, 0]])

    start = np.vstack([beside_first_axis(rng, 1, np.array([c])), np.zeros(3)])
    path = followed(velocity, start)
    b, A = path[:, 0, 0], path[:, 1, 0]
    assert (np.diff(b) >= -CLOSE).all()
    assert (1 - b <= 2 * (1 - c) / (1 + c) * np.exp(-2 * m * TIMES) + CLOSE).all()
    up, down = (1 + c) * np.exp(2 * A), 1 - c
    assert np.allclose(b, (up - down) / (up + down), rtol=0, atol=CLOSE)
    lost = np.vstack([-v, np.zeros(3)])
    assert (followed(velocity, lost)[:, 0] == -v).all()


@theorem("A-L5.2+")
@slowly
@given(seeds, tiny, tiny, signs)
def test_oja_tends_to_the_side_where_it_starts_at_the_rate_of_the_gap(rng, gap, part, sign):
    m = rng.uniform(0.1, 1)
    wave = waves(rng, (), m, m + rng.uniform(0, 1))
    U = np.diag([rng.uniform(-1, 1)] * 3) - np.diag([0, gap, gap + rng.uniform(0, 2)])
    v, c = sign * np.eye(3)[0], rng.uniform(0.2, 0.9) * part
    start = beside_first_axis(rng, 1, np.array([sign * c]))
    path = followed(lambda t, y: wave(t) * across(unit(y) @ U, unit(y)), start)[:, 0]
    assert (np.diff(path @ v) >= -CLOSE).all()
    squares = np.sum((path - v) ** 2, axis=1)
    assert (squares <= (1 - c**2) / c**2 * np.exp(-2 * m * gap * TIMES) + CLOSE).all()
    start[0, 0] = 0
    assert (across(unit(start) @ U, unit(start))[:, 0] == 0).all()  # so it stays 0


@theorem("A-T5.2")
@slowly
@given(seeds, st.integers(2, 4), st.sampled_from([0.0, 0.01, 1.0]), signs)
def test_causal_tokens_of_a_hemisphere_tend_to_the_first_eigenvector(rng, n, first, sign):
    least, gap = rng.uniform(0.5, 1), rng.uniform(0.5, 1)
    wave = waves(rng, (n, n), least, least + rng.uniform(0, 1))
    U = np.diag([first, first - gap, first - gap - rng.uniform(0, 2)])
    bound = np.abs(np.diag(U)).max()
    v = sign * np.eye(3)[0]
    y = beside_first_axis(rng, n, sign * rng.uniform(0.01, 0.9, n))

    def velocity(t, y):
        return across(np.tril(wave(t)) @ unit(y) @ U, unit(y))

    path = followed(velocity, y, np.linspace(0, 80, 41))
    assert (path @ v > 0).all()
    assert np.linalg.norm(path[-1] - v, axis=1).max() <= 1e-3
    far = np.linalg.norm(path - v, axis=2).max(axis=1)
    ratio = (least + 1) * bound / (least * gap)
    assert (far <= np.sqrt(2) * np.exp(ratio * n**2) * far[0] + CLOSE).all()


@theorem("A-T5.1+")
@slowly
@given(seeds)
def test_one_start_of_the_third_token_of_a_circle_is_lost(rng):
    still, moving = rng.uniform(-1, 1, (2, 2, 2))
    other = rng.uniform(0.3, 2.8)
    turn = 2 * np.pi
    starts = np.linspace(0, turn, 25) + rng.uniform(0, turn)

    def velocity(t, angles):
        """The first angle is 0; the second is that of the second token, the rest are third ones."""
        P = still + np.sin(t) * moving
        y = np.array([np.cos(angles[:, 0]), np.sin(angles[:, 0])]).T
        first, second = np.array([1.0, 0.0]), y[0]
        of_second = softmax(np.array([second @ P @ first, second @ P @ second]))
        scores = np.stack([y[1:] @ P @ first, y[1:] @ P @ second,
                           np.einsum("ka,ab,kb->k", y[1:], P, y[1:])], axis=1)  # fmt: skip
        w = softmax(scores)
        to_second = np.sin(angles[0, 0] - angles[1:, 0])
        thirds = -w[:, 0] * np.sin(angles[1:, 0]) + w[:, 1] * to_second
        return np.concatenate([[-of_second[0] * np.sin(angles[0, 0])], thirds])[:, None]

    start = np.concatenate([[other], starts])[:, None]
    last = followed(velocity, start, np.linspace(0, 60, 3))[-1, 1:, 0] / turn
    gathered = np.abs(last - np.round(last)) < 1e-3
    assert gathered.sum() >= len(starts) - 1
    assert np.sum(np.diff(np.round(last[gathered])) != 0) == 1


@theorem("A-2.5")
@slowly
@given(seeds, sizes, st.floats(0.01, 4), st.floats(0, 4))
def test_a_layer_leads_to_within_the_square_of_its_step_of_the_flow(rng, size, L, E):
    n, d, _ = size
    metric = metric_of(rng, d)
    root = np.linalg.cholesky(metric).T  # |x|_W = |root x|
    ways = np.linalg.solve(root, unit(rng.normal(size=(2, n, d))).reshape(-1, d).T).T
    first, change = ways.reshape(2, n, d)
    times = np.linspace(0, 1 / (2 * L), 9)
    rises = E * times[-1]
    G = first * max(L - rises, 0)
    E = E if rises < L else 0.0
    y = np.linalg.solve(root, unit(rng.normal(size=(n, d))).T).T
    path = followed(lambda t, y: projected(y, G + E * t * change, metric), y, times)
    for t, state in zip(times, path, strict=True):
        moved = y + t * G
        layer = moved / np.linalg.norm(moved @ root.T, axis=1, keepdims=True)
        off = np.linalg.norm((state - layer) @ root.T, axis=1).max()
        assert off <= (E / 2 + 4 * L**2) * t**2 + CLOSE


@theorem("A-R2.3+")
@slowly
@given(seeds, sizes)
def test_directions_before_a_norm_meet_like_a_power_of_the_time(rng, size):
    n, d, _ = size
    _, z, sigma = in_hemisphere(rng, n, np.eye(d))
    y = z * rng.uniform(0.1, 2, (n, 1))
    least = rng.uniform(0, 1, n) * (rng.random(n) < 0.7)
    wave = waves(rng, (n, n), 0, rng.uniform(0, 1))
    times = np.linspace(0, 40, 17)
    path = followed(lambda t, y: (least + wave(t)) @ unit(y), y, times)
    nu = max((least + wave(t)).sum(axis=1).max() for t in np.linspace(0, 40, 4001)) + 1e-2
    longest = np.linalg.norm(y, axis=1).max()
    gaps = unit(path)[:, :, None] - unit(path)[:, None]
    bound = 2 / sigma * (1 + nu * times / longest) ** (-sigma * least.sum() / nu)
    assert (np.linalg.norm(gaps, axis=3).max(axis=(1, 2)) <= bound + CLOSE).all()


@theorem("A-T5.3'")
@few
@given(seeds, st.integers(1, 3), st.floats(0.05, 0.78))
def test_tokens_follow_an_eigenvector_that_moves_as_fast_as_allowed(rng, n, theta):
    others, g, a = rng.uniform(0, 1), rng.uniform(0.5, 1), 0.5
    mask = rng.random((n, n)) < 0.5
    mask[np.arange(n), rng.integers(0, n, n)] = True  # so that every row adds up to a at least
    wave = waves(rng, (n, n), a, 1)
    pace = a * g / 2 * np.sin(2 * theta)
    values = np.array([others + g, others, -others])

    def velocity(t, y):
        U = (turned(pace * t) * values) @ turned(pace * t).T
        return across((wave(t) * mask) @ unit(y) @ U, unit(y))

    cosines = np.sin(theta) + (1 - np.sin(theta)) * 10.0 ** rng.uniform(-6, 0, n)
    y = beside_first_axis(rng, n, np.minimum(cosines, 1))
    times = np.linspace(0, 80, 41)
    path = followed(velocity, y, times)
    v = np.stack([turned(pace * t)[:, 0] for t in times])
    assert (np.einsum("ta,tia->ti", v, path) > np.sin(theta) - CLOSE).all()
    # Angles with v tend to theta at most, at a rate of a g cos(2 theta) at least, or like 1/t.
    near = 2 * np.sin(theta / 2) + max(np.exp(-a * g * np.cos(2 * theta) * 20), 0.02)
    assert np.linalg.norm(path[-1] - v[-1], axis=1).max() <= near


@theorem("A-T5.3''")
@slowly
@given(seeds, st.integers(1, 3), st.floats(0.02, 0.5))
def test_cosines_of_causal_tokens_keep_a_floor_under_any_bounded_matrix(rng, n, beta):
    m, g, u = 0.5, rng.uniform(0.2, 1), rng.uniform(1, 3)
    a = m + rng.uniform(0, 1)
    wave = waves(rng, (n, n), m, a)
    c = beta * (m * g / (4 * n * a * u)) ** n
    pace = m * g * c / 4
    values = np.array([g, 0, -u])  # -u takes tokens away from v

    def velocity(t, y):
        U = (turned(pace * t) * values) @ turned(pace * t).T
        return across(np.tril(wave(t)) @ unit(y) @ U, unit(y))

    y = beside_first_axis(rng, n, np.where(rng.random(n) < 0.5, beta, rng.uniform(beta, 1, n)))
    times = np.linspace(0, 40, 81)
    path = followed(velocity, y, times)
    v = np.stack([turned(pace * t)[:, 0] for t in times])
    assert (np.einsum("ta,tia->ti", v, path) >= c - CLOSE).all()


@theorem("A-T4.1++")
@slowly
@given(seeds, sizes)
def test_columns_that_everybody_sees_gather_tokens_under_any_mask(rng, size):
    n, d, _ = size
    metric = metric_of(rng, d)
    p, y, sigma = in_hemisphere(rng, n, metric)
    least = rng.uniform(0, 1, n) * (rng.random(n) < 0.5)
    wave = waves(rng, (n, n), 0, 1)
    mask = rng.random((n, n)) < 0.3

    def velocity(t, y):
        return projected(y, (least + wave(t) * mask) @ y, metric)

    path = followed(velocity, y)
    bound = 2 / sigma * np.exp(-sigma * least.sum() * TIMES)
    assert (distances(path, metric) <= bound + CLOSE).all()
    assert (np.diff((path @ metric @ p).min(axis=1)) >= -CLOSE).all()


@theorem("A-T4.1++")
@slowly
@given(seeds, st.floats(0.1, 0.7))
def test_two_sets_that_see_only_themselves_stay_apart(rng, sigma):
    n, wave = 6, waves(rng, (6, 6), 0, 2)
    group = np.arange(n) // 2  # two closed sets, and two tokens that see everybody
    mask = (group[:, None] == group[None]) | (group[:, None] == 2)
    e = np.where(group == 0, 1, np.where(group == 1, -1, rng.uniform(-1, 1, n)))
    share = rng.uniform(0.5, 1, n)  # the part along e exceeds the margin
    margin = np.maximum(sigma, share * np.sqrt(0.5) * 0.99 * (group < 2))
    start = np.column_stack([margin, np.sqrt(1 - margin**2) * np.where(e < 0, -1, 1)])
    sigma = margin.min()
    assert (np.abs(start[:4, 1]) >= margin[:4]).all()
    path = followed(lambda t, y: across((wave(t) * mask) @ y, y), start, np.linspace(0, 20, 21))
    gaps = np.linalg.norm(path[:, :2, None] - path[:, None, 2:4], axis=3)
    assert (gaps >= 2 * sigma - CLOSE).all()


@theorem("A-D4.1")
@slowly
@given(seeds, st.integers(1, 6))
def test_a_maximum_rises_as_fast_as_the_fastest_active_function(rng, n):
    levels = rng.choice([0.0, 0.0, -1e-3, -1.0], n)
    slopes, bends = rng.choice([-1.0, 0.0, 1.0, 1.0], n), rng.uniform(-1, 1, n)
    slope = slopes[levels == levels.max()].max()
    clear = np.min(levels.max() - levels[levels < levels.max()], initial=1)
    for t in clear / 4 * 10.0 ** -np.arange(5):  # no other function is active as soon as that
        top = (levels + slopes * t + bends * t**2).max()
        assert abs(top - levels.max() - slope * t) <= np.abs(bends).max() * t**2 + 1e-15


@theorem("A-S3.3")
@slowly
@given(seeds, sizes, st.sampled_from([1, 3, 10]))
def test_the_potential_takes_tokens_away_from_an_equilibrium_for_good(rng, size, nudge):
    n = 2 * size[0]
    signs = np.where(np.arange(n) % 2, 1.0, -1.0)
    y = np.outer(signs, unit(rng.normal(size=3)))  # half of the tokens opposite to the others

    def potential(x):
        return np.exp(x @ x.T).sum() / 2

    x = unit(y + nudge * 1e-2 * rng.normal(size=y.shape))
    while potential(x) <= potential(y):
        x = unit(y + 1e-2 * rng.normal(size=y.shape))
    path = followed(
        lambda t, x: across(softmax(x @ x.T) @ x, x) / np.sqrt(3), x, np.linspace(0, 40, 41)
    )
    heights = np.array([potential(state) for state in path])
    assert (np.diff(heights) >= -CLOSE * n**2).all()
    assert heights[-1] > potential(y)  # at y it would not be larger


@theorem("A-2.6")
@slowly
@given(seeds, sizes, st.floats(0.1, 30))
def test_no_token_of_softmax_is_faster_than_its_heads_allow(rng, size, sharpness):
    n, d, h = size
    metric = metric_of(rng, d)
    y = in_hemisphere(rng, n, metric)[1] * np.where(rng.random((n, 1)) < 0.5, -1, 1)
    P = sharpness * rng.uniform(-1, 1, (h, d, d))
    weights = softmax(np.einsum("ia,hab,jb->hij", y, P, y)) / np.sqrt(d)
    moving = projected(y, weights.sum(axis=0) @ y, metric)
    assert (lengths(moving, metric) <= h / np.sqrt(d) + CLOSE).all()
