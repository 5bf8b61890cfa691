"""Attention layers alone, on the sphere: what is left of a transformer without all other parts.

A layer takes tokens x_i to x_i + tau sum_h F_h sum_j A^h_ij x_j, divided by its length, where A^h
is the softmax of x_i^T P_h x_j. States have the shape (prompts, tokens, width). Weights are
generated; a whole block has, besides, a feed-forward part and two norms with gains and shifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from verify.numerics.draws import Array, Draws, directions
from verify.numerics.layer_matrices import Array as AnyFloat
from verify.numerics.layer_matrices import ValueOutput, head_width
from verify.numerics.softmax import earlier, gelu, side_by_side, softmax_rows


@dataclass(frozen=True, eq=False)
class ReducedLayer:
    """The factors of F, and the queries and keys of a layer, (width, width), heads along rows."""

    factors: ValueOutput
    queries: Array
    keys: Array
    heads: int
    causal: bool = False

    @property
    def scores(self) -> Array:
        """P_h = Q_h^T K_h / sqrt(d_k) as an array (heads, width, width)."""
        size = head_width(len(self.queries), self.heads)
        shape = (self.heads, size, len(self.queries))
        queries, keys = self.queries.reshape(shape), self.keys.reshape(shape)
        return np.asarray(queries.swapaxes(1, 2) @ keys / np.sqrt(size))

    @property
    def head_matrices(self) -> Array:
        """F_1, ..., F_H as an array (heads, width, width)."""
        return np.asarray(self.factors.head_matrices(self.heads), dtype=float)


@dataclass(frozen=True, eq=False)
class WideHeads:
    """A layer by its F_h and P_h, (heads, width, width) each, of any rank."""

    head_matrices: Array
    scores: Array
    causal: bool = False


AttentionLayer: TypeAlias = ReducedLayer | WideHeads


@dataclass(frozen=True, eq=False)
class WholeBlock:
    """An attention layer with its feed-forward part, and two norms with gains and shifts."""

    attention: ReducedLayer
    wider: Array
    narrower: Array
    gains: Array
    shifts: Array


def normal_layer(
    draws: Draws, *, width: int, heads: int, scale: float, causal: bool = False
) -> ReducedLayer:
    """Return a layer with normal weights; `scale` is the size of the eigenvalues of F."""
    root = np.sqrt(width)
    value, output, queries, keys = (draws.normal((width, width)) / root for _ in range(4))
    return ReducedLayer(ValueOutput(value, scale * output), queries, keys, heads, causal)


def layer_with_eigenvalues(
    draws: Draws,
    eigenvalues: Sequence[complex],
    *,
    heads: int,
    normal: float = 0.3,
    causal: bool = False,
) -> ReducedLayer:
    """Return a layer whose matrix has given eigenvalues, a complex one with its conjugate.

    Eigenvectors are orthonormal ones, moved by a random matrix of the size `normal`.
    """
    blocks = [_block(value) for value in eigenvalues]
    width = sum(map(len, blocks))
    middle, at = np.zeros((width, width)), 0
    for block in blocks:
        middle[at : at + len(block), at : at + len(block)] = block
        at += len(block)
    frame = np.linalg.qr(draws.normal((width, width)))[0]
    frame = frame + normal * draws.normal((width, width)) / np.sqrt(width)
    matrix = frame @ middle @ np.linalg.inv(frame)
    plain = normal_layer(draws, width=width, heads=heads, scale=1.0, causal=causal)
    value = np.eye(width) + plain.factors.value / 2
    factors = ValueOutput(value, matrix @ np.linalg.inv(value))
    return ReducedLayer(factors, plain.queries, plain.keys, heads, causal)


def heads_with_sum(
    draws: Draws, eigenvalues: Sequence[float], *, heads: int, pull: float, spread: float
) -> WideHeads:
    """Return a layer whose F_h add up to a diagonal F, and P_h = pull I, each moved at random."""
    width = len(eigenvalues)
    moves = spread * draws.normal((2, heads, width, width))
    values = moves[0] - moves[0].mean(axis=0) + np.diag(eigenvalues) / heads
    return WideHeads(values, pull * np.eye(width) + moves[1])


def _block(value: complex) -> Array:
    real, imaginary = complex(value).real, complex(value).imag
    return np.array([[real, -imaginary], [imaginary, real]] if imaginary else [[real]])


def whole_block(draws: Draws, attention: ReducedLayer, *, scale: float) -> WholeBlock:
    """Return a layer within a block, with a feed-forward part of normal weights."""
    width = len(attention.queries)
    wider = scale * draws.normal((width, 4 * width)) / np.sqrt(width)
    narrower = scale * draws.normal((4 * width, width)) / np.sqrt(4 * width)
    gains = 1 + draws.uniform(-0.5, 0.5, (2, width))
    return WholeBlock(attention, wider, narrower, gains, draws.uniform(-0.5, 0.5, (2, width)))


def attended(layer: AttentionLayer, states: Array) -> Array:
    """Return sum_j A^h_ij x_j for every head, (prompts, heads, tokens, width)."""
    scores = np.einsum("pia,hab,pjb->phij", states, layer.scores, states, optimize=True)
    weights = softmax_rows(scores, earlier(states.shape[1]) if layer.causal else None)
    return np.asarray(weights @ states[:, None])


def pushed(layer: AttentionLayer, states: Array, step: float = 1.0) -> Array:
    """Return x_i + tau sum_h F_h s_i^h, not normalised, of the shape of the states."""
    pulls = np.einsum("hab,phib->pia", layer.head_matrices, attended(layer, states), optimize=True)
    return np.asarray(states + step * pulls)


def through(layer: AttentionLayer, states: Array, step: float = 1.0) -> Array:
    """Return the states after a layer: unit tokens."""
    return directions(pushed(layer, states, step))


def trajectory(layers: Sequence[AttentionLayer], states: Array, step: float = 1.0) -> list[Array]:
    """Return the states before the first layer and after each."""
    seen = [states]
    for layer in layers:
        seen.append(through(layer, seen[-1], step))
    return seen


def as_stored(layer: ReducedLayer, states: Array) -> Array:
    """Return the same pushed tokens as libraries compute them: rows, heads side by side."""
    used = (layer.queries, layer.keys, layer.factors.value)
    queries, keys, values = (np.asarray(states @ matrix.T) for matrix in used)
    seen = earlier(states.shape[1]) if layer.causal else None
    mixed = side_by_side(queries, keys, values, layer.heads, seen)
    return np.asarray(states + mixed @ layer.factors.output.T)


def through_block(block: WholeBlock, states: Array) -> Array:
    """Return the states after a whole block: attention, a norm, the feed-forward part, a norm."""
    states = _norm(pushed(block.attention, states), block.gains[0], block.shifts[0])
    states = states + gelu(states @ block.wider) @ block.narrower
    return _norm(states, block.gains[1], block.shifts[1])


def _norm(states: Array, gain: Array, shift: Array) -> Array:
    centred = states - states.mean(axis=-1, keepdims=True)
    scale = np.sqrt(np.mean(centred**2, axis=-1, keepdims=True))
    return np.asarray(gain * centred / scale + shift)


def tokens_of(states: AnyFloat) -> AnyFloat:
    """Return all tokens of all prompts, (prompts tokens, width)."""
    return states.reshape(-1, states.shape[-1])


def mean_distance(states: AnyFloat) -> float:
    """Return the mean |x_i - x_j| over pairs i < j of a prompt, and over prompts."""
    count = states.shape[-2]
    apart = states[..., :, None, :] - states[..., None, :, :]
    return float(np.linalg.norm(apart, axis=-1).sum(axis=(-2, -1)).mean() / (count * (count - 1)))
