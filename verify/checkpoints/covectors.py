"""Which row r an output matrix must get so that its layer matrix gets u w^T: r^T V = w^T.

V has the value matrices of all heads below each other. Where heads share values they share r.
"""

from __future__ import annotations

import numpy as np

from verify.checkpoints.config import Config
from verify.checkpoints.factors import Array
from verify.checkpoints.layers import StoredLayer
from verify.language.mistakes import Mistake

EPSILON = float(np.finfo(float).eps) / 2


def gamma(operations: int) -> float:
    """Return the relative error of that many roundings in a row, k e / (1 - k e)."""
    return operations * EPSILON / (1 - operations * EPSILON)


def least_covector(values: Array, w: Array) -> tuple[Array, Array]:
    """Return r with V^T r = V^+ V w, of least length, and V^+ V w itself; V is (m, d), w (d,).

    V^+ V projects on what V's rows span. Raises Mistake where w is orthogonal to them, up to
    rounding.
    """
    m, d = values.shape
    if m <= d:
        # A factorisation without singular values is enough unless the rows nearly depend on each
        # other, as far as w meets that: then r is so long that its product is but rounding.
        across, upper = np.linalg.qr(values.T)
        seen = across.T @ w
        row = _solved(upper, seen)
        noise = d * 2 * EPSILON * np.linalg.norm(values) * np.linalg.norm(row)
        if noise < np.linalg.norm(seen):  # not so for NaN
            return row, w if m == d else across @ seen
    left, sizes, right = np.linalg.svd(values, full_matrices=False)
    kept = sizes > sizes.max(initial=0) * max(m, d) * 2 * EPSILON
    left, sizes, right = left[:, kept], sizes[kept], right[kept]
    seen = right @ w
    if np.linalg.norm(seen) <= d * 2 * EPSILON * np.linalg.norm(w):
        raise Mistake(
            "--direction: the value matrices of the layer map it to 0, so no output matrix "
            "can react to it; give another"
        )
    return left @ (seen / sizes), w if len(sizes) == d else right.T @ seen


def _solved(matrix: Array, column: Array) -> Array:
    try:
        return np.asarray(np.linalg.solve(matrix, column))
    except np.linalg.LinAlgError:
        return np.full(len(column), np.inf)


def row_towards(layer: StoredLayer, u: Array) -> Array:
    """Return r (H head widths,) for which W + c u r^T adds c u w^T to F with w^T u = 1."""
    return for_all_heads(towards(layer, u)[0], layer.config)


def towards(layer: StoredLayer, u: Array) -> tuple[Array, Array]:
    """Return r and w as `covector` does, of the multiple of u's projection with w^T u = 1."""
    return _scaled(*least_covector(layer.matrix("value"), u), u)


def for_all_heads(row: Array, config: Config) -> Array:
    """Return r for the heads, of equal shares where some have the same values."""
    sharing = config.heads // config.key_value_heads
    parts = row.reshape(config.key_value_heads, config.head_width) / sharing
    return np.repeat(parts, sharing, axis=0).reshape(-1)


def _scaled(row: Array, w: Array, u: Array) -> tuple[Array, Array]:
    """Return the multiples for which w^T u = 1; w is a projection of u, and w^T u its square."""
    share = 1.0 if w is u else float(w @ w)
    return row / share, w / share
