"""Small pre-norm transformers with random weights, looped: the layout of GPT-2, in NumPy.

One block adds causal attention and then, unless it is left out, a feed-forward part, each of the
normalised tokens, to the residual stream; only the final norm has a gain and a shift. States have
shape (prompts, tokens, width).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from verify.numerics.draws import Draws
from verify.numerics.softmax import Array, earlier, gelu, side_by_side

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class NetworkBlock:
    """The weights of one block; `wider` and `narrower` are None without a feed-forward part."""

    queries: Array
    keys: Array
    values: Array
    out: Array
    wider: Array | None
    narrower: Array | None


def random_blocks(
    draws: Draws, *, layers: int, width: int, scale: float, feed_forward: bool
) -> list[NetworkBlock]:
    """Return blocks with normal weights of one standard deviation, and no biases."""

    def weights(rows: int, columns: int) -> Array:
        return scale * draws.normal((rows, columns))

    def block() -> NetworkBlock:
        square = [weights(width, width) for _ in range(4)]
        wider = weights(width, 4 * width) if feed_forward else None
        narrower = weights(4 * width, width) if feed_forward else None
        return NetworkBlock(square[0], square[1], square[2], square[3], wider, narrower)

    return [block() for _ in range(layers)]


def normalised(states: Array) -> Array:
    """Return each token less the mean of its entries, divided by their standard deviation."""
    centred = states - states.mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True)))


def through(block: NetworkBlock, states: Array, heads: int) -> Array:
    """Return the residual stream after a block."""
    rows = normalised(states)
    mixed = side_by_side(
        rows @ block.queries, rows @ block.keys, rows @ block.values, heads, earlier(rows.shape[1])
    )
    states = states + mixed @ block.out
    if block.wider is None or block.narrower is None:
        return states
    return np.asarray(states + gelu(normalised(states) @ block.wider) @ block.narrower)


def looped(
    states: Array,
    blocks: Callable[[int], Sequence[NetworkBlock]],
    *,
    heads: int,
    passes: int,
    gain: Array,
    shift: Array,
    observe: Callable[[Array], T],
) -> list[T]:
    """Return what is observed of the residual stream: at first, and after every block.

    `blocks(k)` are those of pass k; after the last one the final norm gives the next pass its
    start. A pass through no block is observed after the norm.
    """
    seen = [observe(states)]
    for k in range(passes):
        layers = blocks(k)
        for block in layers:
            states = through(block, states, heads)
            seen.append(observe(states))
        states = gain * normalised(states) + shift
        if not layers:
            seen.append(observe(states))
    return seen
