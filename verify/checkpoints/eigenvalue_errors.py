"""How far computed eigenvalues may be from those the matrix has, by its condition.

A residual |F x - lambda x| says that lambda is an eigenvalue of a matrix near F. Of F itself it may
be far away, if left and right eigenvectors are nearly orthogonal: near a Jordan block the root of
the residual is what counts. So whether an eigenvalue is real, simple or first in real part is told
by these errors, and not by residuals.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from verify.checkpoints.factors import Array

UNIT = float(np.finfo(float).eps) / 2


def discs(values: NDArray[Any], vectors: NDArray[Any], residuals: Array) -> Array:
    """Return radii about all computed eigenvalues, (d,), in which there is one: bounds.

    `vectors` X (d, d) have unit columns. X^-1 F X is the diagonal matrix of the eigenvalues plus E
    with |E_kj| at most the length of row k of X^-1 times the residual of column j; by Gershgorin's
    theorem every eigenvalue is in a disc of radius sum_j |E_kj|, and discs that hang together have
    as many as they are: one that overlaps others gets a radius that reaches around all of these.
    Infinite where X is singular as far as can be told.
    """
    d = len(residuals)
    try:
        inverse = np.linalg.inv(vectors)
    except np.linalg.LinAlgError:
        return np.full(d, np.inf)
    size = float(np.linalg.norm(inverse))
    off = float(np.linalg.norm(np.eye(d) - inverse @ vectors))
    off += 2 * d * UNIT * size * float(np.sqrt(d))  # the rounding in that product
    if not off < 0.5:
        return np.full(d, np.inf)
    rows = np.linalg.norm(inverse, axis=1) + off / (1 - off) * size
    radii = rows * float(residuals.sum())
    apart = np.abs(values[:, None] - values)
    _, cluster = connected_components(apart <= radii[:, None] + radii, directed=False)
    reach = np.where(cluster[:, None] == cluster, apart + radii, 0)
    return np.asarray(reach.max(axis=1))


def left_eigenvector(matrix: Array, value: complex, size: float) -> NDArray[Any]:
    """Return u with u^T F = lambda u^T, (d,), by two inverse iterations; `size` is |F|."""
    d = len(matrix)
    # Off by a rounding, so that the system is not singular.
    shifted = matrix.T - (value + 2 * d * UNIT * max(size, 1e-300)) * np.eye(d)
    current = np.ones(d, dtype=complex)
    for _ in range(2):
        current = np.linalg.solve(shifted, current)
        current /= np.linalg.norm(current)
    return current


def rounded(matrix: Array, value: complex, vector: NDArray[Any]) -> float:
    """Return what the rounding of computing it can do to an eigenvalue of F.

    That is 2 d u |F| times its condition, to first order, or, in a block, at most what Elsner's
    theorem allows: (|A| + |B|)^(1 - 1/d) |A - B|^(1/d).
    """
    d, size = len(matrix), float(np.linalg.norm(matrix))
    wrong = 2 * d * UNIT * size
    elsner = float((2 * size + wrong) ** (1 - 1 / d) * wrong ** (1 / d))
    if size == 0:
        return 0.0
    try:
        left = left_eigenvector(matrix, value, size)
    except np.linalg.LinAlgError:
        return elsner
    product = abs(complex(left @ vector)) / float(np.linalg.norm(vector))
    return min(elsner, wrong / product) if product > 0 and np.isfinite(product) else elsner


def estimates(
    values: NDArray[Any],
    vectors: NDArray[Any],
    residuals: Array,
    left: tuple[NDArray[Any], NDArray[Any]] | None,
) -> Array:
    """Return residuals times conditions, (m,): what they can do to eigenvalues, to first order.

    `left` are eigenvalues and eigenvectors u of F^T: the condition is 1/|u^T x| for unit vectors.
    Where the left eigenvector is missing, u is of another eigenvalue and nearly orthogonal to x, or
    exactly, and the error large, or infinite. None stands for none at all.
    """
    if left is None:
        return np.full(len(values), np.inf)
    nearest = np.argmin(np.abs(left[0][:, None] - values), axis=0)
    lefts = left[1][:, nearest]
    lengths = np.linalg.norm(lefts, axis=0) * np.linalg.norm(vectors, axis=0)
    products = np.abs((lefts * vectors).sum(axis=0))
    with np.errstate(divide="ignore"):
        return np.asarray(residuals * lengths / products)
