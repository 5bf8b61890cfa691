"""What is measured of tokens: functions of arrays of shape (..., tokens, d) with values (...).

At the end, what is found out about matrices before a run.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from verify.numerics.draws import directions

Array: TypeAlias = NDArray[np.float64]


def mean_cosine_distance(tokens: Array) -> Array:
    """Return 1 - (1/l) sum_i cos(y_1, y_i) over all l tokens, the first one included."""
    units = directions(tokens)
    return np.asarray(1 - np.sum(units[..., :1, :] * units, axis=-1).mean(axis=-1))


def cosine_distances(tokens: Array) -> Array:
    """Return 1 - cos(y_1, y_i) for every token, shape (..., tokens)."""
    units = directions(tokens)
    return np.asarray(1 - np.sum(units[..., :1, :] * units, axis=-1))


def least_margin(tokens: Array, along: Array) -> Array:
    """Return the least c^T y_i."""
    return np.asarray((tokens @ along).min(axis=-1))


def largest_distance(tokens: Array) -> Array:
    """Return the largest |y_i - y_j|."""
    apart = tokens[..., :, None, :] - tokens[..., None, :, :]
    return np.asarray(np.linalg.norm(apart, axis=-1).max(axis=(-2, -1)))


def largest_distance_to(tokens: Array, point: Array) -> Array:
    """Return the largest |y_i - p|."""
    return np.asarray(np.linalg.norm(tokens - point, axis=-1).max(axis=-1))


def mean_length(tokens: Array) -> float:
    """Return the mean length of all tokens."""
    return float(np.linalg.norm(tokens, axis=-1).mean())


def gnomonic_spread(tokens: Array, along: Array, coordinate: int) -> Array:
    """Return max_i - min_i of one coordinate of y_i / c^T y_i."""
    images = tokens[..., coordinate] / (tokens @ along)
    return np.asarray(images.max(axis=-1) - images.min(axis=-1))


def least_singular_value(tokens: Array) -> Array:
    """Return the least singular value of the matrix of tokens: 0 where they are dependent."""
    return np.asarray(np.linalg.svd(tokens, compute_uv=False)[..., -1])


def in_one_hemisphere(points: Array) -> NDArray[np.bool_]:
    """Return which sets of points of the two-dimensional sphere lie in an open hemisphere.

    In general position, such a hemisphere can be turned until two of the points are on its edge
    and all others inside; so the normals of the planes through two points are all one must try.
    """
    found = np.full(points.shape[:-2], points.shape[-2] == 1)
    for i, j in combinations(range(points.shape[-2]), 2):
        others = np.delete(points, (i, j), axis=-2)
        normal = np.cross(points[..., i, :], points[..., j, :])
        side = others @ normal[..., None]
        found |= (side > 0).all(axis=(-2, -1)) | (side < 0).all(axis=(-2, -1))
    return found


def in_their_span(tokens: Array) -> tuple[Array, Array]:
    """Return the tokens' coordinates in the space they span, and its orthonormal basis."""
    basis = np.linalg.qr(tokens.T)[0]
    return np.asarray(tokens @ basis), np.asarray(basis)


def top_eigenvector(symmetric: Any) -> Array:
    """Return the unit eigenvector of the largest eigenvalue whose largest entry is positive."""
    vector = np.linalg.eigh(np.array(symmetric, dtype=float))[1][:, -1]
    return np.asarray(vector * np.sign(vector[np.argmax(np.abs(vector))]))
