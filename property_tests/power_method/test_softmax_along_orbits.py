"""Section 2.1, B-D43 and B-T3d along orbits of full and of causal attention, in NumPy."""

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from property_tests.exact_vectors import unit
from property_tests.theorems.marks import theorem

NEAR, ARRIVED = 1e-6, 1e-9  # what is left is some 1e-16, the rounding of unit vectors
CLOSE = 1e-13  # some hundred roundings, of numbers up to 1
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=15, deadline=None)


def layer(x, V, P, tau, causal=False):
    """Return tokens after a softmax layer of one head; with causal, each sees those up to it."""
    weights = np.exp(x @ P @ x.T)
    weights = np.tril(weights) if causal else weights
    return unit(x + tau * (weights / weights.sum(axis=1, keepdims=True)) @ x @ V.T)


def with_eigenvector(rng, d):
    """Return F with the eigenvector v for lam > 0, and what it is beside v."""
    Q = np.linalg.qr(rng.normal(size=(d, d)))[0]
    lam, beside = rng.uniform(0.2, 2), rng.uniform(-1, 1, (d - 1, d - 1)) * rng.uniform(0.5, 3)
    F = np.zeros((d, d))
    F[0, 0], F[0, 1:], F[1:, 1:] = lam, rng.uniform(-1, 1, d - 1), beside
    return Q @ F @ Q.T, Q[:, 0], lam


@theorem("B-C1")
@few
@given(seeds, st.integers(1, 4), st.integers(2, 4), st.floats(0.1, 2), st.booleans())
def test_an_eigenvector_attracts_exactly_if_it_outgrows_the_others(rng, n, d, tau, causal):
    F, v, lam = with_eigenvector(rng, d)
    P = rng.uniform(-1, 1, (d, d))
    others, vectors = np.linalg.eig(F)
    first = np.argmin(np.abs(others - lam))
    others, vectors = np.delete(others, first), np.delete(vectors, first, axis=1)
    moduli, own = np.abs(1 + tau * others), 1 + tau * lam
    if moduli.max() <= 0.9 * own and own >= 1.1:
        x = unit(v + NEAR * rng.uniform(-1, 1, (n, d)))
        for _ in range(300):
            x = layer(x, F, P, tau, causal)
        assert np.linalg.norm(x - v, axis=1).max() <= ARRIVED
    elif moduli.max() >= 1.1 * own:
        away = vectors[:, np.argmax(moduli)]
        starts = [unit(v + NEAR * sign * part / np.linalg.norm(away))
                  for part in (away.real, away.imag) for sign in (1, -1)]  # fmt: skip
        furthest = 0.0
        for start in starts:
            x = np.tile(start, (n, 1))
            for _ in range(250):
                x = layer(x, F, P, tau, causal)
                furthest = max(furthest, np.linalg.norm(x - v, axis=1).max())
        assert furthest >= 1 / 2


@theorem("B-C2")
@few
@given(seeds, st.integers(1, 4), st.integers(2, 4), st.floats(0.3, 2))
def test_tokens_agree_and_turn_in_the_plane_of_a_pair(rng, n, d, tau):
    rho, omega = rng.uniform(-1, 1), rng.uniform(0.5, 2)
    own = np.hypot(1 + tau * rho, tau * omega)
    F = np.zeros((d, d))
    F[:2, :2] = [[rho, omega], [-omega, rho]]
    F[2:, 2:] = rng.uniform(-1, 1, (d - 2, d - 2))
    others = np.abs(1 + tau * np.linalg.eigvals(F[2:, 2:]))
    assume(own >= 1.1 and all(others <= 0.9 * own))
    R = np.linalg.qr(rng.normal(size=(d, d)))[0] + rng.uniform(-0.2, 0.2, (d, d))
    assume(np.linalg.cond(R) < 10)
    F, P = R @ F @ np.linalg.inv(R), rng.uniform(-1, 1, (d, d))
    plane = np.linalg.qr(R[:, :2])[0]
    x = unit(plane @ rng.normal(size=2) + NEAR * rng.uniform(-1, 1, (n, d)))
    for _ in range(300):
        before, x = x, layer(x, F, P, tau)
    assert np.linalg.norm(x - x[0], axis=1).max() <= ARRIVED
    assert np.linalg.norm(x - x @ plane @ plane.T, axis=1).max() <= ARRIVED
    # A step turns by an angle of this sine in coordinates whose condition is below 10.
    sine = tau * omega / own
    assert np.linalg.norm(x - before, axis=1).min() >= sine / 10 - ARRIVED


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
    x = unit(np.eye(3)[0] + tangents)
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
    x = unit(x + start * np.outer(np.where(signs > 0, *along), np.eye(3)[0]))
    # What a layer multiplies is off by C a^2 relatively, where tokens have at most a = 1/1000 along
    # v_1, with C below 400 as weights are at most e^2 apart and lengths 1/20 at least; all layers
    # together by C a^2/(1 - 1/1.02^2), as a grows geometrically.
    layers = int(np.log(1e-3 / start) / np.log(growth))
    for k in range(1, layers + 1):
        x = layer(x, V, P, tau)
        told = np.linalg.norm(x[:, 0]) / np.linalg.norm(start * np.where(signs > 0, *along))
        assert abs(np.log(told) - k * np.log(growth)) < 0.01
