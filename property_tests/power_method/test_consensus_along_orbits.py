"""Section 2.1 as a whole, along orbits of full and of causal attention, in NumPy."""

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from property_tests.exact_vectors import unit
from property_tests.theorems.marks import theorem

NEAR, ARRIVED = 1e-6, 1e-9  # what is left is some 1e-16, the rounding of unit vectors
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=15, deadline=None)


def layer(x, F, P, tau, *, causal):
    """Return tokens after a layer of attention."""
    weights = np.exp(x @ P @ x.T)
    if causal:
        weights = np.tril(weights)
    weights /= weights.sum(axis=1, keepdims=True)
    return unit(x + tau * weights @ x @ F.T)


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
            x = layer(x, F, P, tau, causal=causal)
        assert np.linalg.norm(x - v, axis=1).max() <= ARRIVED
    elif moduli.max() >= 1.1 * own:
        away = vectors[:, np.argmax(moduli)]
        starts = [unit(v + NEAR * sign * part / np.linalg.norm(away))
                  for part in (away.real, away.imag) for sign in (1, -1)]  # fmt: skip
        furthest = 0.0
        for start in starts:
            x = np.tile(start, (n, 1))
            for _ in range(250):
                x = layer(x, F, P, tau, causal=causal)
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
        before, x = x, layer(x, F, P, tau, causal=False)
    assert np.linalg.norm(x - x[0], axis=1).max() <= ARRIVED
    assert np.linalg.norm(x - x @ plane @ plane.T, axis=1).max() <= ARRIVED
    # A step turns by an angle of this sine in coordinates whose condition is below 10.
    sine = tau * omega / own
    assert np.linalg.norm(x - before, axis=1).min() >= sine / 10 - ARRIVED
