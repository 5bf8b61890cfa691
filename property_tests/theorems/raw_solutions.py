"""Tokens, weights and solutions in NumPy and SciPy, for tests whose body is a theorem."""

import os

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

PROFILE = os.environ.get("VERIFY_PROFILE", "quick")
TOLERANCE = 1e-12
CLOSE = 1e-7  # what a path may be off, which `followed` holds every path to
TIMES = np.linspace(0, 4, 17)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
sizes = st.tuples(st.integers(2, 4), st.integers(2, 3), st.integers(1, 2))
slowly = settings(max_examples=6 if PROFILE == "quick" else 12, deadline=None)


def lengths(x, metric):
    """Return the lengths of vectors in the metric."""
    return np.sqrt(np.einsum("...a,ab,...b->...", x, metric, x))


def on_ellipsoid(y, metric):
    """Return vectors divided by their lengths in the metric."""
    return y / lengths(y, metric)[..., None]


def projected(y, pull, metric):
    """Return (I - y_i y_i^T W) times the pull on every token."""
    return pull - np.einsum("ia,ab,ib->i", y, metric, pull)[:, None] * y


def followed(velocity, start, times=TIMES, method="DOP853"):
    """Return the states at times, shape (times, tokens, d).

    LSODA is for paths that rest long: there steps of DOP853 stay short, to be stable.
    """

    def flat(time, state):
        return velocity(time, state.reshape(start.shape)).ravel()

    def path(tolerance):
        span = (times[0], times[-1])
        found = solve_ivp(flat, span, start.ravel(), method, times, rtol=tolerance, atol=tolerance)
        assert found.success
        return found.y.T.reshape(len(times), *start.shape)

    found = path(TOLERANCE)
    # Errors fall with the tolerance: of two paths, the other of a hundredfold one, this is off by
    # a hundredth of what they differ. Ten times that must still be less than what tests allow.
    assert np.abs(found - path(100 * TOLERANCE)).max() / 10 < CLOSE
    return found


def metric_of(rng, d):
    """Return a positive definite matrix of moderate condition."""
    factor = np.eye(d) + 0.3 * rng.uniform(-1, 1, (d, d))
    return factor @ factor.T


def waves(rng, shape, least, most):
    """Return weights between two bounds, as a function of time."""
    speeds, phases = rng.uniform(0.5, 4, shape), rng.uniform(0, 6, shape)
    return lambda time: least + (most - least) * (1 + np.sin(speeds * time + phases)) / 2


def in_hemisphere(rng, n, metric):
    """Return p with p^T W p = 1, and tokens of its open hemisphere with their least margin."""
    d = len(metric)
    p = on_ellipsoid(rng.normal(size=d)[None], metric)[0]
    y = on_ellipsoid(rng.normal(size=(n, d)), metric)
    margins = y @ metric @ p
    y = on_ellipsoid(np.where(margins[:, None] < 0, -y, y) + 0.3 * p, metric)
    return p, y, (y @ metric @ p).min()


def distances(path, metric):
    """Return the largest distance of two tokens at every time, in the metric."""
    return lengths(path[:, :, None] - path[:, None, :], metric).max(axis=(1, 2))


def gradient_flow(rng, size):
    """Return a metric W, P = P^T, a start, and the velocity of softmax attention with W U = P."""
    n, d, _ = size
    metric = metric_of(rng, d)
    half = rng.uniform(-1, 1, (d, d))
    P = half + half.T
    U = np.linalg.solve(metric, P)
    y = on_ellipsoid(rng.normal(size=(n, d)), metric)

    def velocity(_, y):
        return projected(y, softmax(y @ P @ y.T) @ (y @ U.T) / np.sqrt(d), metric)

    return metric, P, y, velocity


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
