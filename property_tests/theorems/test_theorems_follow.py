"""Paper A's theorems as a whole, along solutions: every test's body is the theorem.

The dynamics are written out by hand in NumPy and integrated by SciPy; nothing here is shared with
the engine, whose claims say the same. Starts and weights are drawn; the weights vary in time.
"""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from property_tests.theorems.raw_solutions import *


def drawn(rng, size):
    n, d, h = size
    metric = metric_of(rng, d)
    p, y, sigma = in_hemisphere(rng, n, metric)
    m = rng.uniform(0.1, 0.5)
    alpha = waves(rng, (h, n, n), m, m + rng.uniform(0, 1))
    return metric, p, y, sigma, m, alpha


@theorem("A-T4.1", "A-T4.1+")
@slowly
@given(seeds, sizes)
def test_tokens_of_an_open_hemisphere_meet_at_the_rate_l_h_m_sigma(rng, size):
    metric, p, y, sigma, m, alpha = drawn(rng, size)
    n, _, h = size
    path = followed(lambda t, y: projected(y, alpha(t).sum(axis=0) @ y, metric), y)
    bound = 2 / sigma * np.exp(-n * h * m * sigma * TIMES)
    assert (distances(path, metric) <= bound + CLOSE).all()
    last = path[-1, 0]  # near the one point that they tend to
    assert (lengths(path - last, metric).max(axis=1) <= bound + bound[-1] + CLOSE).all()
    assert p @ metric @ last >= sigma - CLOSE


@theorem("A-T4.1+")
@slowly
@given(seeds, sizes)
def test_causal_tokens_tend_to_where_the_first_one_is(rng, size):
    metric, _, y, sigma, m, alpha = drawn(rng, size)
    h = size[2]
    path = followed(lambda t, y: projected(y, np.tril(alpha(t).sum(axis=0)) @ y, metric), y)
    far = lengths(path - y[0], metric).max(axis=1)
    assert (far <= 2 / sigma * np.exp(-h * m * sigma * TIMES) + CLOSE).all()


@theorem("A-R4.1")
@slowly
@given(seeds, sizes)
def test_consensus_is_stable_uniformly_and_exponentially(rng, size):
    metric, _, y, sigma, m, alpha = drawn(rng, size)
    n, _, h = size
    path = followed(lambda t, y: projected(y, alpha(t).sum(axis=0) @ y, metric), y)
    apart = distances(path, metric)
    bound = np.sqrt(2) * apart[0] / sigma**2
    assert (apart <= bound * np.exp(-n * h * m * sigma * TIMES) + CLOSE).all()
    for start in y:
        assert (lengths(path - start, metric) <= bound + CLOSE).all()


@theorem("A-T4.1")
@slowly
@given(seeds, sizes)
def test_softmax_of_scores_that_vary_gathers_an_open_hemisphere(rng, size):
    n, d, h = size
    metric = metric_of(rng, d)
    p, y, sigma = in_hemisphere(rng, n, metric)
    first, second = rng.uniform(-1, 1, (2, h, d, d))
    times = np.linspace(0, 60, 61)

    def velocity(t, y):
        scores = np.einsum("ia,hab,jb->hij", y, first + np.sin(3 * t) * second, y)
        return projected(y, softmax(scores).sum(axis=0) @ y / np.sqrt(d), metric)

    path = followed(velocity, y, times)
    margins = (path @ metric @ p).min(axis=1)
    assert margins[0] == sigma
    assert (np.diff(margins) >= -CLOSE).all()
    length = np.linalg.norm(np.linalg.inv(metric), 2)  # bounds |y|^2
    kappa = length * max(
        np.linalg.norm(a, 2) + np.linalg.norm(b, 2) for a, b in zip(first, second, strict=True)
    )
    m = np.exp(-2 * kappa) / (n * np.sqrt(d))
    bound = 2 / sigma * np.exp(-n * h * m * sigma * times)
    assert (distances(path, metric) <= bound + CLOSE).all()
    assert np.allclose(lengths(path, metric) ** 2, 1, rtol=0, atol=CLOSE)


@theorem("A-T3.2")
@slowly
@given(seeds, sizes)
def test_the_potential_rises_by_what_the_tokens_move(rng, size):
    metric, P, y, velocity = gradient_flow(rng, size)
    n, d = y.shape
    times = np.linspace(0, 10, 1001)
    path = followed(velocity, y, times)
    potential = np.array([np.exp(state @ P @ state.T).sum() / 2 for state in path])
    assert (np.diff(potential) >= -CLOSE * potential.max()).all()
    # It rises by what the tokens move: so their speeds, which change slowly, tend to 0.
    rises = []
    for state in path:
        moving = velocity(0, state)
        denominators = np.sqrt(d) * np.exp(state @ P @ state.T).sum(axis=1)
        rises.append(denominators @ lengths(moving, metric) ** 2)
    gained = np.sum((np.array(rises[1:]) + rises[:-1]) / 2 * np.diff(times))
    assert abs(gained - (potential[-1] - potential[0])) <= 1e-2 * (1 + potential.max())
    length = np.linalg.norm(np.linalg.inv(metric), 2)  # bounds |y|^2
    assert potential.max() <= n**2 / 2 * np.exp(np.linalg.norm(P, 2) * length) * (1 + CLOSE)


@theorem("A-C3.1")
@slowly
@given(seeds, sizes)
def test_each_trajectory_comes_to_rest_at_one_equilibrium(rng, size):
    metric, _, y, velocity = gradient_flow(rng, size)
    times = np.concatenate([[0], 2.0 ** np.arange(13)])
    path = followed(velocity, y, times, "LSODA")
    assert np.abs(path[-1] - path[-2]).max() <= CLOSE  # of the second half nothing is left to go
    assert np.abs(velocity(0, path[-1])).max() <= CLOSE
    assert np.allclose(lengths(path[-1], metric) ** 2, 1, rtol=0, atol=CLOSE)


@theorem("A-T5.1+")
@slowly
@given(seeds, sizes)
def test_from_almost_every_start_causal_tokens_tend_to_the_first(rng, size):
    n, d, h = size
    y = on_ellipsoid(rng.normal(size=(n, d)), np.eye(d))  # a drawn start is no lost one
    first, second = rng.uniform(-1, 1, (2, h, d, d)) / d

    def velocity(t, y):
        scores = np.einsum("ia,hab,jb->hij", y, first + np.sin(3 * t) * second, y)
        powers = np.tril(np.exp(scores))
        pull = (powers / powers.sum(axis=-1, keepdims=True)).sum(axis=0) @ y / np.sqrt(d)
        return projected(y, pull, np.eye(d))

    path = followed(velocity, y, np.array([0.0, 100, 200]), "LSODA")
    assert np.abs(path[-1] - y[0]).max() <= CLOSE


@theorem("A-R5.2")
@slowly
@given(seeds, st.floats(0.01, 0.78))
def test_a_third_token_under_another_projection_tends_to_the_antipode_of_the_first(rng, start):
    U = rng.uniform(-0.3, 0.3, (2, 2)) + np.eye(2)
    V = np.linalg.inv(U)

    def halved(t):  # chi, which falls to 0: the tokens are at 0, 4 chi and pi + chi
        return np.arctan(np.tan(2 * start) * np.exp(-t / 2)) / 2

    def at(angles):
        return np.stack([np.cos(angles), np.sin(angles)], axis=-1)

    def scores(t):
        c, both = np.cos(halved(t)), np.cos(2 * halved(t))
        m = U.T @ at(2 * halved(t))
        return np.log((4 - 2 * c) / c) / (c * (c + both)) * np.outer(m, m)

    def velocity(t, y):
        powers = np.tril(np.exp(y @ scores(t) @ y.T))
        pull = powers / powers.sum(axis=1, keepdims=True) @ y @ U.T
        return pull @ V.T - np.einsum("ia,ia->i", y @ U.T, pull)[:, None] * y

    y = at(np.array([0, 4 * start, np.pi + start])) @ V.T
    path = followed(velocity, y)
    assert (np.linalg.norm(y + y[0], axis=1) > 0).all()  # none starts at the antipode of the first
    assert all(np.linalg.norm(scores(t), 2) <= 3 * np.linalg.norm(U, 2) ** 2 for t in TIMES)
    assert np.allclose(np.linalg.norm(path @ U.T, axis=-1), 1, rtol=0, atol=CLOSE)
    gone = np.linalg.norm(
        (path[:, 2] + path[:, 0]) @ U.T, axis=-1
    )  # from the antipode, on the circle
    assert np.allclose(gone, 2 * np.sin(halved(TIMES) / 2), rtol=0, atol=CLOSE)
    assert (np.diff(gone) < 0).all()


@theorem("A-T5.2'")
@slowly
@given(seeds, sizes, st.floats(0.2, 2))
def test_tangents_decay_at_the_rate_of_the_spectral_gap(rng, size, rho):
    n, d, _ = size
    directions = np.linalg.qr(rng.normal(size=(d, d)))[0]
    values = np.concatenate([[1.0], rng.uniform(-0.8, 0.8, d - 1)])
    U, v, largest = (directions * values) @ directions.T, directions[:, 0], np.abs(values[1:]).max()
    y = rng.normal(size=(n, d))
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    y = np.where((y @ v)[:, None] < 0, -y, y)
    b = y @ v
    D = ((1 - b**2) / b**2).max()
    mask = rng.random((n, n)) < 0.5
    mask[np.arange(n), rng.integers(0, n, n)] = True  # everyone sees somebody
    wave = waves(rng, (n, n), 0.1, 1.0)

    def velocity(t, y):
        alpha = wave(t) * mask
        alpha *= rho / alpha.sum(axis=1, keepdims=True)
        return projected(y, alpha @ y @ U, np.eye(d))

    path = followed(velocity, y)
    decay = np.exp(-rho * (1 - largest) * TIMES)
    parts = path @ v
    assert (((1 - parts**2) / parts**2).max(axis=1) <= D * decay**2 * (1 + 1e-6) + CLOSE).all()
    assert (np.linalg.norm(path - v, axis=-1).max(axis=1) <= np.sqrt(D) * decay + CLOSE).all()


@theorem("A-S3.3")
@slowly
@given(seeds, sizes, st.floats(0.05, 2), st.floats(0.01, 0.99))
def test_tokens_that_start_near_each_other_stay_there_and_meet(rng, size, c, apart):
    n, d, _ = size
    y = np.ones(d) + apart / 8 * rng.uniform(-1, 1, (n, d))
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    D = np.linalg.norm(y[:, None] - y[None], axis=-1).max()
    assert D < 1

    def velocity(_, x):
        return projected(x, softmax(c * x @ x.T) @ x / np.sqrt(d), np.eye(d))

    path = followed(velocity, y)
    bound = 6 * D * np.exp(-np.exp(-2 * c) / (2 * np.sqrt(d)) * TIMES)
    assert (distances(path, np.eye(d)) <= bound + CLOSE).all()
    way = np.linalg.norm(path[:, :, None] - y[None, None], axis=-1)
    assert (way <= 6 * D + CLOSE).all()


@theorem("A-R4.3+")
@slowly
@given(seeds, st.integers(2, 6), st.integers(0, 4), st.floats(0.05, 3), st.floats(0, 2))
def test_as_many_random_tokens_as_dimensions_share_a_hemisphere_and_meet_in_it(
    rng, d, fewer, tau, sharpness
):
    n = max(1, d - fewer)
    x = on_ellipsoid(rng.normal(size=(n, d)), np.eye(d))
    c = np.linalg.lstsq(x, np.ones(n), rcond=None)[0]
    assert np.allclose(x @ c, 1)  # a covector that is positive on all of them
    P = sharpness * rng.uniform(-1, 1, (d, d)) / d
    sigma, kappa = 1 / np.linalg.norm(c), np.linalg.norm(P, 2)
    share = sigma * min(1, tau * np.exp(-2 * kappa) / n) / (1 + tau)
    for k in range(1, 200):
        x = on_ellipsoid(x + tau * softmax(x @ P @ x.T) @ x, np.eye(d))
        apart = np.linalg.norm(x[:, None] - x[None], axis=-1).max()
        assert apart <= 2 / sigma * (1 - share / 2) ** k + CLOSE
        assert (x @ c).min() >= sigma - CLOSE


@theorem("A-T4.1*")
@slowly
@given(seeds, sizes, st.floats(0.1, 5))
def test_under_a_rooted_mask_layers_of_any_step_gather_at_the_rate_of_its_depth(rng, size, tau):
    n, d, _ = size
    metric = metric_of(rng, d)
    p, y, sigma = in_hemisphere(rng, n, metric)
    above = [0, *(int(rng.integers(0, i)) for i in range(1, n))]  # whom each surely sees
    depth = [0] * n
    for i in range(1, n):
        depth[i] = depth[above[i]] + 1
    D = max(1, *depth)
    m, H = 0.3, n + 0.3
    q = sigma * min(1, tau * m) / (1 + tau * H)
    eps = q**D / 2
    for k in range(300):
        alpha = rng.uniform(0, 1, (n, n)) * (rng.random((n, n)) < 0.3)
        alpha[range(1, n), above[1:]] += m
        apart = distances(y[None], metric)[0]
        assert apart <= 2 / sigma * np.exp(eps * (1 - k / D)) + CLOSE
        y = on_ellipsoid(y + tau * alpha @ y, metric)
        assert (y @ metric @ p).min() >= sigma - CLOSE
