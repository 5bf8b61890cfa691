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
