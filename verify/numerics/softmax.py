"""What attention is made of, as functions of NumPy's arrays: once, for all generated layers.

Deliberately independent of the tree's formulas: what statements say is tried on it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]  # of any floating type


def softmax_rows(scores: Array, seen: NDArray[np.bool_] | None = None) -> Array:
    """Return weights whose rows sum to 1, 0 for what is not seen; (..., tokens, tokens)."""
    scores = scores if seen is None else np.where(seen, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def earlier(tokens: int) -> NDArray[np.bool_]:
    """Return whom tokens see causally: themselves and earlier ones, (tokens, tokens)."""
    return np.tril(np.ones((tokens, tokens), dtype=bool))


def side_by_side(
    queries: Array,
    keys: Array,
    values: Array,
    heads: int,
    seen: NDArray[np.bool_] | None = None,
    scale: float | None = None,
) -> Array:
    """Return the means of all heads beside each other, as libraries have them.

    Arguments have the shape (prompts, tokens, width), and so has what is returned. Scores are
    multiplied by a `scale`, or divided by the root of a head's width.
    """
    prompts, tokens, width = queries.shape
    factor = 1 / np.sqrt(width // heads) if scale is None else scale

    def split(rows: Array) -> Array:
        return rows.reshape(prompts, tokens, heads, width // heads).transpose(0, 2, 1, 3)

    scores = split(queries) @ split(keys).swapaxes(-2, -1) * factor
    mixed = softmax_rows(scores, seen) @ split(values)
    return np.asarray(mixed.transpose(0, 2, 1, 3).reshape(queries.shape))


def gelu(x: Array) -> Array:
    """Return the activation of feed-forward parts, by the hyperbolic tangent."""
    return np.asarray(x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))))
