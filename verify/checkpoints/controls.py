"""Controls: what a run has to be told apart from before it says anything about these weights.

norm alone         no attention and no feed-forward part: norms with gains and shifts, and nothing
                   else. A shift brings tokens together by itself.
shuffled weights   the entries of each matrix in another order: their sizes, without their places
matched weights    normal entries of the same mean and deviation: neither sizes nor places
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.forward import LoadedLayer
from verify.checkpoints.layers import StoredLayer
from verify.numerics.draws import Draws

NORM_ALONE = "norm alone"
SHUFFLED = "shuffled weights"
MATCHED = "matched weights"
CONTROLS = (NORM_ALONE, SHUFFLED, MATCHED)
ATTENTION = ("query", "key", "value", "output")


def draws_for(seed: int, *what: object) -> Draws:
    """Return random numbers of their own for each use of one seed."""
    text = "/".join(map(str, (seed, *what)))
    return Draws(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def controlled(loaded: LoadedLayer, control: str, seed: int, number: int) -> LoadedLayer:
    """Return the arrays of a layer under a control; `number` tells layers apart.

    Layers with the same number get the same weights, as they had before. The norm alone needs
    none: see `norms_alone`.
    """
    make: Callable[[Array, Draws], Array] = shuffled if control == SHUFFLED else matched
    arrays = dict(loaded.arrays)
    for role in ATTENTION:
        matrix = arrays[f"{role}.weight"]
        assert matrix is not None
        arrays[f"{role}.weight"] = make(matrix, draws_for(seed, control, number, role))
    return replace(loaded, arrays=arrays)


def norms_alone(layer: StoredLayer, loaded: LoadedLayer, states: Array) -> Array:
    """Return what a layer's norms make of tokens where it adds nothing to them.

    Norms that come first are not on the way of the tokens, and leave them alone.
    """
    if layer.config.norm_first:
        return states
    for norm in (loaded.attention_norm, loaded.feed_forward_norm):
        states = states if norm is None else norm(states)
    return states


def shuffled(matrix: Array, draws: Draws) -> Array:
    """Return a matrix with its entries in a random order."""
    order = np.argsort(draws.uniform(0, 1, (matrix.size,)), kind="stable")
    return np.asarray(matrix.reshape(-1)[order].reshape(matrix.shape))


def matched(matrix: Array, draws: Draws) -> Array:
    """Return a matrix of normal entries with the mean and the deviation of another."""
    entries = matrix.mean() + matrix.std() * draws.normal(matrix.shape)
    return np.asarray(entries.astype(matrix.dtype))
