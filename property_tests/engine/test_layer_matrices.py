"""Layer matrices against a hand-written forward pass: loops over heads, tokens and coordinates."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounded import agree, beside, exact, near

from verify.numerics import layer_matrices as lm

seeds = st.integers(0, 2**32 - 1)
shapes = st.sampled_from([(2, 1), (4, 2), (6, 3), (6, 2), (5, 1)])


def weights(seed, d):
    rng = np.random.default_rng(seed)
    return rng, *(rng.normal(size=(d, d)) / math.sqrt(d) for _ in range(4))


def softmax(row):
    parts = [math.exp(x - max(row)) for x in row]
    return [x / sum(parts) for x in parts]


def linear(matrix, x):
    """What a linear layer does: entry (a, b) of its stored matrix takes coordinate b to a."""
    return np.array([sum(matrix[a, b] * x[b] for b in range(len(x))) for a in range(len(matrix))])


def attend(queries, keys, heads):
    """The weights (H, n, n) of full attention."""
    n, d = queries.shape
    width = d // heads
    table = np.zeros((heads, n, n))
    for h in range(heads):
        part = slice(h * width, (h + 1) * width)
        for i in range(n):
            row = [queries[i, part] @ keys[j, part] / math.sqrt(width) for j in range(n)]
            table[h, i] = softmax(row)
    return table


def forward(x, queries, keys, values, project, heads):
    """One layer as a library runs it: heads side by side, projected, with the skip connection."""
    n, d = x.shape
    width, table = d // heads, attend(queries, keys, heads)
    out = []
    for i in range(n):
        side_by_side = []
        for h in range(heads):
            part = slice(h * width, (h + 1) * width)
            side_by_side.extend(sum(table[h, i, j] * values[j, part] for j in range(n)))
        out.append(x[i] + project(np.array(side_by_side)))
    return np.array(out), table


def by_layer_matrices(x, table, matrices):
    """x_i + sum_h F_h sum_j A^h_ij x_j, from the matrices alone."""
    heads = zip(matrices, table, strict=True)
    return x + sum((weights @ x) @ F.T for F, weights in heads)


def linear_pass(x, Q, K, V, W, heads):
    each = [np.array([linear(M, row) for row in x]) for M in (Q, K, V)]
    return forward(x, *each, lambda row: linear(W, row), heads)


def matrices_of(V, W, heads):
    """F_h = W_h V_h, with what rounding does to them."""
    width = len(V) // heads
    parts = [slice(h * width, (h + 1) * width) for h in range(heads)]
    return [exact(W[:, part]) @ exact(V[part]) for part in parts]


def both_ways(x, table, V, W, heads):
    """A layer with what rounding does: from the matrices F_h, and from heads side by side."""
    rows, width = exact(x), len(V) // heads
    by_matrices = rows
    for weights, F in zip(table, matrices_of(V, W, heads), strict=True):
        by_matrices = by_matrices + (exact(weights) @ rows) @ F.T
    values = rows @ exact(V).T
    mixed = [
        exact(weights) @ values[:, h * width : (h + 1) * width] for h, weights in enumerate(table)
    ]
    return by_matrices, rows + beside(mixed) @ exact(W).T


@given(seeds, shapes)
def test_linear_storage_is_dense_times_value(seed, shape):
    d, heads = shape
    rng, Q, K, V, W = weights(seed, d)
    x = rng.normal(size=(3, d))
    wanted, table = linear_pass(x, Q, K, V, W, heads)
    factors = lm.ValueOutput(V, W)
    each = factors.head_matrices(heads)
    by_matrices, by_values = both_ways(x, table, V, W, heads)
    assert agree(by_layer_matrices(x, table, each), wanted, by_matrices, by_values)
    together = sum(matrices_of(V, W, heads)[1:], start=matrices_of(V, W, heads)[0])
    assert agree(each.sum(axis=0), factors.layer_matrix, together, exact(W) @ exact(V))
    assert np.array_equal(factors.layer_matrix, W @ V)


def test_bad_shapes_are_one_line():
    square, wide = np.eye(4), np.ones((4, 8))
    with pytest.raises(ValueError, match="must be square"):
        lm.ValueOutput(wide, square)
    with pytest.raises(ValueError, match="both must be d by d"):
        lm.ValueOutput(np.eye(3), square)
    with pytest.raises(ValueError, match="must divide"):
        lm.ValueOutput(square, square).head_matrices(3)


def test_the_three_cases():
    turn = np.array([[0.0, -3.0], [3.0, 0.0]])
    real = np.diag([2.0, 1.0, -5.0])
    pair = np.block([[turn + 2 * np.eye(2), np.zeros((2, 1))], [np.zeros((1, 2)), np.eye(1)]])
    assert lm.eigensystem(real).case == 1 and lm.eigensystem(real).gap == 1
    assert lm.eigensystem(pair).case == 2
    assert lm.eigensystem(np.diag([2.0, 2.0, 1.0])).case == 3
    assert lm.eigensystem(np.diag([2.0, 2.0, 1.0])).gap == 0


def spread(system, basis):
    """The least singular value of the parts of an eigenvector that span a basis."""
    if basis.shape[1] == 1:
        return 1.0
    parts = [np.stack([v.real, v.imag], axis=1) for v in system.vectors.T if v.imag.any()]
    inside = [np.linalg.norm(part - basis @ (basis.T @ part)) for part in parts]
    return np.linalg.svd(parts[int(np.argmin(inside))], compute_uv=False)[-1]


@given(seeds)
def test_eigenvectors_planes_and_their_order(seed):
    F = np.random.default_rng(seed).normal(size=(5, 5))
    system = lm.eigensystem(F)
    assert np.all(np.diff(system.values.real) <= 0)
    off = near(F)  # of the residual; and products of five terms are rounded, real or not
    residual = F @ system.vectors - system.vectors * system.values
    rounding = 2 * exact(F).gamma(6) * np.linalg.norm(F)
    assert np.linalg.norm(residual, axis=0).max() <= off + rounding
    for basis in system.bases():
        unit = near(np.eye(basis.shape[1]))
        assert np.linalg.norm(basis.T @ basis - np.eye(basis.shape[1])) <= unit + rounding
        image = F @ basis
        # The matrix keeps its span. With X = B R and F X = X M + E that is off by E R^(-1), and R
        # is as small as the sine between two columns; X itself is known up to its own factors.
        sine = spread(system, basis)
        apart = np.linalg.norm(basis @ (basis.T @ image) - image)
        assert apart <= 2 * (off + unit * np.linalg.norm(F)) / sine + 3 * rounding
    assert sum(basis.shape[1] for basis in system.bases()) == 5


@given(seeds)
def test_alignment_is_the_correlation_with_the_projection(seed):
    rng = np.random.default_rng(seed)
    p, q = rng.normal(size=(2, 5))
    x = rng.normal(size=(4, 5))
    U = np.stack([p, q], axis=1)
    found = lm.alignment(x, lm.orthonormal(U))
    for token, each in zip(x, found, strict=True):
        projected = U @ np.linalg.solve(U.T @ U, U.T @ token)
        correlation = token @ projected / (np.linalg.norm(token) * np.linalg.norm(projected))
        assert math.isclose(each, correlation, rel_tol=1e-9)


def test_mean_and_share_of_increments():
    before = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])
    after = np.array([[-1.0, 0.0], [0.8, 0.6], [0.6, -0.8]])
    found = lm.increments(before, after, np.array([[1.0], [0.0]]))
    assert math.isclose(found.mean, (1 - 0.2 - 0.4) / 3)
    assert math.isclose(found.share, 1 / 3)  # the mean rises, and most tokens do not
    plane = lm.increments(before, after, np.eye(2))
    assert plane.mean == 0 and plane.share == 0


@given(seeds, shapes)
def test_steering_adds_a_rank_one_matrix(seed, shape):
    d, _ = shape
    rng, _, _, V, W = weights(seed, d)
    V = V + 2 * np.eye(d)
    u, w, c = rng.normal(size=d), rng.normal(size=d), 50.0
    changed = lm.steered(lm.ValueOutput(V, W), u=u, w=w, gain=c)
    wanted = W @ V + c * np.outer(u, w)
    assert np.allclose(changed.layer_matrix, wanted, atol=1e-9 * np.linalg.norm(changed.output))


def test_a_singular_value_matrix_is_one_line():
    factors = lm.ValueOutput(np.diag([1.0, 0.0]), np.eye(2))
    with pytest.raises(ValueError, match="singular"):
        lm.steered(factors, u=np.array([1.0, 0.0]), w=np.array([0.0, 1.0]), gain=1.0)
