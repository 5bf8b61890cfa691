"""The papers' dynamics with a checkpoint's weights: attention alone, of tokens of length 1.

Tokens x_i go to x_i + sum_h F_h sum_j A^h_ij x_j, divided by its length: no positions, biases,
gains or feed-forward parts. States have tokens as rows, (prompts, tokens, d).
"""

from __future__ import annotations

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.layers import Checkpoint, Layer
from verify.language.mistakes import Mistake


def unit(rows: Array) -> Array:
    """Return tokens divided by their lengths; NaN for 0, which has no direction."""
    with np.errstate(invalid="ignore"):
        return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True))


def through(layer: Layer, states: Array) -> Array:
    """Return unit tokens after a layer, of length 1 again."""
    return unit(states + mixed(layer, states) @ layer.output.T)


def mixed(layer: Layer, states: Array) -> Array:
    """Return what heads hand to the output matrix, V_h s_i^h side by side."""
    queries = _apart(states @ layer.query.T, layer.heads) * layer.scale
    keys, values = (_apart(states @ each.T, layer.groups) for each in (layer.key, layer.value))
    each = layer.heads // layer.groups
    keys, values = np.repeat(keys, each, axis=1), np.repeat(values, each, axis=1)
    scores = queries @ keys.swapaxes(-1, -2)
    scores = np.where(layer.mask(states.shape[1]), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    together = (weights @ values).swapaxes(1, 2)
    return np.asarray(together.reshape(*states.shape[:2], -1))


def _apart(rows: Array, heads: int) -> Array:
    """Return heads' coordinates (prompts, heads, tokens, head width) from rows side by side."""
    return np.asarray(rows.reshape(*rows.shape[:2], heads, -1).swapaxes(1, 2))


def followed(checkpoint: Checkpoint, states: Array, numbers: list[int]) -> list[Array]:
    """Return the states at the start and after each of the layers of these numbers, in order.

    Raises Mistake where tokens are no longer finite.
    """
    found = [states]
    layer: Layer | None = None
    for number in numbers:
        if layer is None or layer.number != number:
            layer = checkpoint.layer(number)
        found.append(through(layer, found[-1]))
        if not np.isfinite(found[-1]).all():
            raise Mistake(f"{checkpoint.folder}: tokens are not finite after layer {number}")
    return found
