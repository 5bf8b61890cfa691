"""The papers' dynamics with a checkpoint's weights: attention alone, of tokens of length 1.

Tokens x_i go to x_i + sum_h F_h sum_j A^h_ij x_j, divided by its length: no positions, biases,
gains or feed-forward parts. States have tokens as rows, (prompts, tokens, d).
"""

from __future__ import annotations

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.layers import Checkpoint, Layer
from verify.language.mistakes import Mistake
from verify.numerics.draws import directions
from verify.numerics.softmax import side_by_side


def through(layer: Layer, states: Array) -> Array:
    """Return unit tokens after a layer, of length 1 again."""

    def rows(matrix: Array) -> Array:
        """Return keys or values of all heads side by side; those of a group are the same."""
        found = (states @ matrix.T).reshape(*states.shape[:2], layer.groups, -1)
        return np.repeat(found, layer.heads // layer.groups, axis=2).reshape(*states.shape[:2], -1)

    mixed = side_by_side(
        states @ layer.query.T, rows(layer.key), rows(layer.value), layer.heads,
        layer.mask(states.shape[1]), layer.scale,
    )  # fmt: skip
    return directions(states + mixed @ layer.output.T)


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
