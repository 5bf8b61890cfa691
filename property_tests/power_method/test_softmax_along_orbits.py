"""Theorems on softmax layers along orbits in NumPy: the bodies are B-D43 and B-T3d."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem

CLOSE = 1e-13  # some hundred roundings, of numbers up to 1
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=12, deadline=None)


def layer(x, V, P, tau, causal=False):
    """Return tokens after a softmax layer of one head; with causal, each sees those up to it."""
    weights = np.exp(x @ P @ x.T)
    weights = np.tril(weights) if causal else weights
    y = x + tau * (weights / weights.sum(axis=1, keepdims=True)) @ x @ V.T
    return y / np.linalg.norm(y, axis=1, keepdims=True)


@theorem("B-D43")
@few
@given(seeds, st.integers(1, 4), st.floats(0.2, 4), st.booleans(), st.sampled_from([0.9, 1.0]))
def test_consensus_is_stable_where_the_first_eigenvalue_is_the_spectral_radius(
    rng, n, tau, causal, modulus
):
    """B-D43: V is not symmetric, and turns what is beside v_1; the moduli may be equal."""
    lam, angle = rng.uniform(0.5, 2), rng.uniform(np.pi / 3, np.pi)
    beside = (
        modulus * lam * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    )
    V, P = np.zeros((3, 3)), rng.uniform(-1, 1, (3, 3))
    V[0, 0], V[0, 1:], V[1:, 1:] = lam, rng.uniform(-1, 1, 2), beside
    # In tangents t_i = z_i/b_i the layer is (t_i + tau F sum A_ij t_j)/(1 + tau lambda) up to terms
    # of second order, with A_ij = 1/n, or 1/i for causal attention; F multiplies lengths, which it
    # turns. A diagonal part multiplies lengths by s at most, what earlier tokens add by c: so
    # max |t_i|/K^i falls by s + c/(K - 1) a layer. (For the mean and the differences from it the
    # full layer is diagonal.)
    c, longest = tau * modulus * lam / (1 + tau * lam), 1 / (1 + tau * lam)
    whole = np.abs(1 + tau * modulus * lam * np.exp(1j * angle)) / (1 + tau * lam)
    s = max(whole, longest)
    K, q = 1 + 4 * c / (1 - s), (1 + s) / 2  # what is left, (1 - s)/4, is for the second order
    near = 1e-4 * (1 - s) * K**-n
    tangents = np.hstack([np.zeros((n, 1)), near * rng.uniform(-1, 1, (n, 2))])
    x = np.eye(3)[0] + tangents
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    far = np.linalg.norm(x - np.eye(3)[0], axis=1).max()
    for k in range(1, 60):
        x = layer(x, V, P, tau, causal)
        gaps = np.linalg.norm(x - np.eye(3)[0], axis=1)
        assert (gaps <= 3 * K**n * q**k * far + CLOSE).all()


@theorem("B-T3d")
@few
@given(
    seeds,
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.floats(0.1, 2),
    st.sampled_from([-1.0, -0.9, 0.3, 0.9, 1 - 1e-6]),
)
def test_a_bipartite_point_at_a_lesser_eigenvalue_is_left_along_the_first_eigenvector(
    rng, groups, tau, share
):
    """B-T3d: scores of any sign; a negative eigenvalue may be as large as the first one."""
    (p, q), lam = groups, rng.uniform(0.5, 2)
    V, score = np.diag([lam, share * lam, rng.uniform(-1, 0.2) * lam]), rng.uniform(-1, 1)
    signs = np.array([1.0] * p + [-1.0] * q)
    E = np.exp(2 * score)
    A = np.array([[p * E, q], [p, q * E]]) / np.array([[p * E + q], [q * E + p]])
    lengths = 1 + tau * share * lam * (A @ [1, -1]) * [1, -1]
    if lengths.min() < 0.05:
        return  # no equilibrium, or nearly none
    # What tokens have along v_1, the same in each group: the change of scores moves them along v_2.
    block = (np.eye(2) + tau * lam * A) / lengths[:, None]
    values, vectors = np.linalg.eig(block)
    first = values.real.argmax()
    growth, along = values[first].real, np.abs(vectors[:, first].real)
    assert growth > 1
    if growth < 1.02:
        return  # it takes too many layers
    x = np.outer(signs, np.eye(3)[1])
    P = np.diag([0, score, 0])
    assert np.abs(layer(x, V, P, tau) - x).max() < CLOSE
    start = 1e-8
    x = x + start * np.outer(np.where(signs > 0, *along), np.eye(3)[0])
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    # What a layer multiplies is off by C a^2 relatively, where tokens have at most a = 1/1000 along
    # v_1, with C below 400 as weights are at most e^2 apart and lengths 1/20 at least; all layers
    # together by C a^2/(1 - 1/1.02^2), as a grows geometrically.
    layers = int(np.log(1e-3 / start) / np.log(growth))
    for k in range(1, layers + 1):
        x = layer(x, V, P, tau)
        told = np.linalg.norm(x[:, 0]) / np.linalg.norm(start * np.where(signs > 0, *along))
        assert abs(np.log(told) - k * np.log(growth)) < 0.01
