"""Paper B's theorems as a whole, along orbits: every test's body is the theorem, in NumPy."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.exact_vectors import unit
from property_tests.theorems.marks import theorem
from property_tests.theorems.raw_solutions import CLOSE as OFF
from property_tests.theorems.raw_solutions import followed

CLOSE = 1e-9  # a step divides by lengths of 1e-6 at least: its roundings are some 2^-52 / 1e-6
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
sizes = st.tuples(st.integers(1, 5), st.integers(1, 4))
few = settings(max_examples=12, deadline=None)


def symmetric(rng, d):
    """Return a symmetric matrix, its eigenvalues in ascending order."""
    half = rng.uniform(-1, 1, (d, d))
    V = half + half.T
    return V, np.linalg.eigvalsh(V)


def oja(x, V, tau):
    """Return tokens after the Oja map."""
    return unit(x + tau * V @ x.mean(axis=0))


def energy(x, V):
    """Return (n/2) s^T V s with the mean s."""
    s = x.mean(axis=0)
    return len(x) / 2 * s @ V @ s


@theorem("B-L7")
@few
@given(seeds, sizes, st.floats(0.05, 0.95))
def test_steps_tend_to_0_below_the_step_of_the_norm(rng, size, share):
    n, d = size
    V, values = symmetric(rng, d)
    norm = np.abs(values).max()
    tau = share / norm
    x = unit(rng.normal(size=(n, d)))
    first, moved = energy(x, V), []
    for _ in range(400):
        after = oja(x, V, tau)
        moved.append(np.sum((after - x) ** 2))
        x = after
    # The energy, which is bounded, pays for every step: so their squares have a finite sum.
    assert (1 / tau - norm) / 2 * sum(moved) <= energy(x, V) - first + CLOSE * n
    assert energy(x, V) <= n / 2 * norm + CLOSE
    assert min(moved) <= 2 * n * norm / (400 * (1 / tau - norm)) + CLOSE


@theorem("B-G1")
@few
@given(seeds, sizes, st.floats(0.05, 3))
def test_heads_that_prefer_one_direction_gather_its_hemisphere_geometrically(rng, size, tau):
    n, d = size[0], size[1] + 1
    heads = 2
    values = rng.uniform(-1, 1, (heads, d))
    values[:, 0] = rng.uniform(0, 1, heads) + np.abs(values[:, 1:]).max(axis=1)
    x = unit(rng.normal(size=(n, d)))
    x[:, 0] = np.abs(x[:, 0]) + 0.01
    x = unit(x)
    rho = (np.linalg.norm(x[:, 1:], axis=1) / x[:, 0]).max()
    mu, lam = np.abs(values[:, 1:]).max(axis=1).sum(), values[:, 0].sum()
    theta = (1 + tau * mu) / (1 + tau * lam)
    for k in range(1, 40):
        pull = sum(rng.dirichlet(np.ones(n), n) @ (x * values[head]) for head in range(heads))
        x = unit(x + tau * pull)
        assert (np.linalg.norm(x - np.eye(d)[0], axis=1) <= rho * theta**k + CLOSE).all()


@theorem("B-L4")
@few
@given(seeds, sizes, st.floats(0.05, 3), st.booleans())
def test_below_the_step_bound_consensus_attracts_geometrically(rng, size, tau, side):
    n, d = size[0], size[1] + 1
    V, values = symmetric(rng, d)
    V += (0.1 - values[-1] if values[-1] < 0.1 else 0) * np.eye(d)
    values, vectors = np.linalg.eigh(V)
    first, v = values[-1], vectors[:, -1] * (1 if side else -1)
    tau = min(tau, 1.9 / max(-values[0] - first, 1e-3))  # the bound is 2
    # sum |z_i + tau V z|^2 <= kappa^2 sum |z_i|^2 for the parts beside v, whose mean is z; and a
    # token is as long as (1 + tau lambda_1) times the least part along v, (1 - eps^2)^(1/2).
    kappa = max(1, np.abs(1 + tau * values[:-1]).max())
    quotient = kappa / (1 + tau * first)
    eps, theta = np.sqrt(1 - quotient), np.sqrt(quotient)
    beside = rng.normal(size=(n, d))
    beside -= np.outer(beside @ v, v)
    beside *= rng.uniform(0, eps) / np.linalg.norm(beside)
    x = beside + np.outer(np.sqrt(1 - np.sum(beside**2, axis=1)), v)
    start = np.linalg.norm(beside)
    for k in range(1, 60):
        x = oja(x, V, tau)
        assert (np.linalg.norm(x - v, axis=1) <= np.sqrt(2) * start * theta**k + CLOSE).all()


@theorem("B-L4")
@few
@given(seeds, sizes, st.floats(0.05, 3))
def test_other_consensus_and_all_beyond_the_bound_is_left(rng, size, tau):
    n, d = size[0], size[1] + 1
    V, _ = symmetric(rng, d)
    values, vectors = np.linalg.eigh(V)
    multipliers = 1 + tau * values
    strongest = np.abs(multipliers).argmax()
    for r in range(d):
        growth = abs(multipliers[strongest]) / abs(multipliers[r])
        if multipliers[r] < 1e-3 or growth < 1.01:
            continue  # the layer turns it round, or it is (almost) not left
        tilt = 1e-3
        x = np.tile(unit(vectors[:, r] + tilt * vectors[:, strongest]), (n, 1))
        # A step multiplies the tangent of the angle to v_r by the growth.
        for _ in range(int(np.ceil(np.log(1.1 / tilt) / np.log(growth)))):
            x = oja(x, V, tau)
        assert (np.linalg.norm(x - vectors[:, r], axis=1) > 0.5).all()


@theorem("B-0")
@few
@given(seeds, st.integers(2, 5), st.integers(0, 3), st.sampled_from([1, -1]))
def test_powers_of_a_matrix_find_the_line_of_its_dominant_eigenvector(rng, d, digits, sign):
    S = np.eye(d) + 0.3 * rng.uniform(-1, 1, (d, d))  # coordinates in which F is in blocks
    gap = 0.3 * 10.0**-digits
    rest = rng.normal(size=(d - 1, d - 1))
    rest *= (1 - gap) / np.linalg.norm(rest, 2)
    blocks = np.block([[np.array([[sign]]), np.zeros((1, d - 1))], [np.zeros((d - 1, 1)), rest]])
    F = np.linalg.solve(S, blocks @ S)
    v = unit(np.linalg.solve(S, np.eye(d)[0]))
    w = S[0] / (S[0] @ v)
    x = np.linalg.solve(S, rng.normal(size=d))
    x = unit(x - (1 - 1e-3) * (w @ x) * v)  # close to what w does not see
    side, beside = np.sign(w @ x), np.linalg.norm(S @ (x - (w @ x) * v)) / abs(w @ x)
    for k in range(1, 60):
        x = unit(F @ x)
        slope = np.linalg.norm(S @ (x - (w @ x) * v)) / abs(w @ x)
        assert slope <= beside * (1 - gap) ** k * (1 + CLOSE) + CLOSE
        assert np.sign(w @ x) == side * sign**k


def attended(x, P):
    """Return what tokens attend to, sum_j A_ij x_j with softmax weights."""
    weights = np.exp(x @ P @ x.T)
    return weights / weights.sum(axis=1, keepdims=True) @ x


@theorem("B-CT4")
@few
@given(seeds, st.integers(1, 3), st.integers(2, 4), st.booleans(), st.booleans())
def test_attention_vanishes_where_the_sum_and_the_scores_do(rng, pairs, d, balanced, scored):
    half = unit(rng.normal(size=(pairs, d)))
    x = np.vstack([half, -half if balanced else unit(rng.normal(size=(pairs, d)))])
    P = rng.normal(size=(d, d))
    if not scored:
        onto = np.linalg.pinv(x) @ x
        P = P - onto @ P @ onto
    vanishes = np.abs(attended(x, P)).max() < CLOSE
    assert vanishes == (np.abs(x.sum(axis=0)).max() < CLOSE and np.abs(x @ P @ x.T).max() < CLOSE)


@theorem("B-CT4")
@few
@given(seeds, st.floats(0.1, 1), st.floats(0, 2 * np.pi))
def test_two_opposite_tokens_attract_what_starts_near_them(rng, share, turn):
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    V, P = (axes @ np.array(M) @ axes.T for M in ([[3, 1], [1, 3]], [[0, -5], [-5, 0]]))
    rest, r, times = np.array([axes[:, 0], -axes[:, 0]]), share / 3000, np.linspace(0, 6, 25)
    angles = r * rng.choice([-1, 1, rng.uniform(-1, 1)], 2)
    start = np.array([side * (np.cos(a) * axes[:, 0] + np.sin(a) * axes[:, 1])
                      for side, a in zip((1, -1), angles, strict=True)])  # fmt: skip

    def velocity(_, x):
        pull = attended(x, P) @ V
        return pull - np.sum(x * pull, axis=1, keepdims=True) * x

    far = np.linalg.norm(followed(velocity, start, times) - rest, axis=2).max(axis=1)
    assert far[0] <= r
    assert (far <= r * np.exp(-times) + np.sqrt(2) * OFF).all()  # either coordinate may be off


# ------------------------------------------------------------------ B-G2, B-G3: left eigenvectors


def left_frame(rng, d):
    """Return v and what w is orthogonal to, as columns, and the inverse, whose first row is w."""
    T = np.eye(d) + 0.4 * rng.uniform(-1, 1, (d, d)) / d
    T[:, 0] /= np.linalg.norm(T[:, 0])
    return T, np.linalg.inv(T)


def tangents(x, T, S):
    """Return lengths of what is off v over parts along w, in the metric S^T S.

    In it v and what w is orthogonal to are orthogonal.
    """
    return np.linalg.norm((x - np.outer(x @ S[0], T[:, 0])) @ S.T, axis=1) / (x @ S[0])


def on_the_side_of(x, S):
    """Return tokens, those opposite that w does not favour."""
    return np.where((x @ S[0])[:, None] < 0, -x, x)


def with_both_eigenvectors(T, S, lam, across):
    """Return the matrix with the eigenvalue lam that maps what w is orthogonal to by a matrix."""
    d = len(T)
    return T @ np.block([[np.full((1, 1), lam), np.zeros((1, d - 1))],
                         [np.zeros((d - 1, 1)), across]]) @ S  # fmt: skip


@theorem("B-G2")
@few
@given(seeds, sizes, st.floats(0.05, 3), st.floats(0, 0.95))
def test_tokens_on_the_side_of_a_left_eigenvector_gather_at_the_right_one(rng, size, tau, q):
    n, d = size[0], size[1] + 1
    T, S = left_frame(rng, d)
    x = unit(on_the_side_of(unit(rng.normal(size=(n, d))), S) + 0.05 * T[:, 0])
    rho = tangents(x, T, S).max()
    C = 1 / np.linalg.svd(S, compute_uv=False)[-1]
    least = np.array([0.2, 0.5])
    m = least.sum() / ((1 + C * rho) * np.linalg.norm(S[0]))
    theta = (1 + q * tau * m) / (1 + tau * m)
    for k in range(1, 40):
        pull = 0
        for head in range(2):  # in every layer other matrices, of the same two eigenvectors
            lam = rng.uniform(least[head], 1)
            across = rng.uniform(-1, 1, (d - 1, d - 1))
            across *= q * lam / np.linalg.norm(across, 2)
            F = with_both_eigenvectors(T, S, lam, across)
            pull = pull + rng.dirichlet(np.ones(n), n) @ x @ F.T
        x = unit(x + tau * pull)
        assert (x @ S[0] > 0).all()
        assert (tangents(x, T, S) <= rho * theta**k + CLOSE).all()


@theorem("B-G3")
@few
@given(seeds, sizes, st.floats(0.01, 1), st.sampled_from([0.05, 1]), st.booleans())
def test_flows_gather_that_side_at_the_right_eigenvector_and_at_last_at_the_rate_of_the_gaps(
    rng, size, spread, share, still
):
    n, d = size[0], size[1] + 1
    T, S = left_frame(rng, d)
    x = unit(on_the_side_of(spread * rng.normal(size=(n, d)), S) + share * T[:, 0])
    rho = tangents(x, T, S).max()
    C = 1 / np.linalg.svd(S, compute_uv=False)[-1]
    gaps, mu = np.array([0.3, 0.7]), rng.uniform(0, 1, 2)
    across = rng.uniform(-1, 1, (2, d - 1, d - 1))
    across *= (mu / np.linalg.norm(across, 2, axis=(1, 2)))[:, None, None]
    scores, turns = rng.normal(size=(2, n, n)), rng.uniform(0, 0 if still else 5, 2)

    def velocity(t, x):
        pull = 0
        for head in range(2):  # eigenvalues and weights change in time, the eigenvectors do not
            wave = np.cos(turns[head] * t)
            lam = gaps[head] + mu[head] + (1 - wave) / 2
            F = with_both_eigenvectors(T, S, lam, wave * across[head])
            weights = np.exp(3 * wave * scores[head])
            pull = pull + weights / weights.sum(axis=1, keepdims=True) @ x @ F.T
        return pull - np.sum(x * pull, axis=1, keepdims=True) * x

    times, D = np.linspace(0, 6, 25), (1 + C * rho) * np.linalg.norm(S[0])
    kappa = gaps.sum()
    for t, now in zip(times, followed(velocity, x, times), strict=True):
        assert (now @ S[0] > 0).all()
        largest = tangents(now, T, S).max()
        # A state that is off by e moves both parts by e |S|, and their quotient by at most this.
        off = 2 * OFF * np.linalg.norm(S, 2) * (1 + largest) / (now @ S[0]).min()
        assert largest <= rho * np.exp(-kappa * t / D) + off
        assert largest <= rho * np.exp(min(2 * C * rho * D - kappa * t, 700)) + off
