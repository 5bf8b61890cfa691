"""What a norm before attention leaves of a layer's matrices: its gain and shift folded into them.

A norm that comes first hands a token y on as sqrt(d) G u + b: G has the gain on its diagonal, b
is the shift, and u is the direction of y, less its mean for a LayerNorm (epsilon is left out). So
attention sees directions only, through

    P_e = d G P G,    F_e = sqrt(d) F G,

with the centring beside each G for a LayerNorm. Where the norm comes after attention, tokens reach
it as they are, and all functions here return the layer's own matrices.
"""

from __future__ import annotations

import numpy as np

from verify.checkpoints.factors import Array, MatrixFactors
from verify.checkpoints.layers import Scores, StoredLayer


def direction(layer: StoredLayer, rows: Array) -> Array:
    """Return what attention sees of tokens (..., d): unit vectors, centred for a LayerNorm."""
    if not layer.config.norm_first:
        return rows
    if layer.config.norm == "layer":
        rows = rows - rows.mean(axis=-1, keepdims=True)
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True))


def folded_scores(layer: StoredLayer, h: int, apart: int = 0) -> Scores:
    """Return what head h scores a pair of directions, its biases and the shift included."""
    scores = layer.scores(h, apart)
    if not layer.config.norm_first:
        return scores
    shift, P = _shift(layer), scores.factors
    return Scores(
        MatrixFactors(_through(layer, P.left), _through(layer, P.right.T).T),
        _through(layer, (P @ shift + scores.left)[:, None])[:, 0],
        _through(layer, (P.T @ shift + scores.right)[:, None])[:, 0],
        scores.between(shift, shift),
    )


def folded_head(layer: StoredLayer, h: int) -> MatrixFactors:
    """Return F_h as it acts on directions, (d, d) by its factors."""
    return _folded(layer, layer.head(h))


def folded_layer_matrix(layer: StoredLayer) -> MatrixFactors:
    """Return F as it acts on directions, (d, d) by its factors."""
    return _folded(layer, layer.value_output_factors())


def folded_constant(layer: StoredLayer) -> Array:
    """Return what biases and the shift add to every token, (d,), as weights sum to 1."""
    if not layer.config.norm_first:
        return layer.constant()
    return np.asarray(layer.constant() + layer.value_output_factors() @ _shift(layer))


def _folded(layer: StoredLayer, factors: MatrixFactors) -> MatrixFactors:
    if not layer.config.norm_first:
        return factors
    return MatrixFactors(factors.left, _through(layer, factors.right.T).T)


def _through(layer: StoredLayer, columns: Array) -> Array:
    """Return C G sqrt(d) times columns (d, k); C centres for a LayerNorm, and is its transpose."""
    width = layer.config.width
    scaled = np.sqrt(width) * layer.attention_norm.gain[:, None] * columns
    if layer.config.norm == "layer":
        scaled = scaled - scaled.mean(axis=0, keepdims=True)
    return np.asarray(scaled)


def _shift(layer: StoredLayer) -> Array:
    shift = layer.attention_norm.shift
    return np.zeros(layer.config.width) if shift is None else shift
