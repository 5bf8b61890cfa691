"""How far a layer's attention is from independent normal weights: what training left in it.

Structure is a relative entropy, in nats a weight, of each of the four matrices to independent
normal entries of its own mean and deviation. It has two parts, which add up. Form: the entries, in
whatever order, are not normal; from a histogram. Order: they stand where they do; from the singular
values of each head's block, as of rows with another covariance. Of independent normal entries both
are 0 in the mean: what few numbers add to them by chance is taken off. Entries of the matrix in
another order keep the form, and have no order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import digamma, ndtr

from verify.checkpoints.draws import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.layers import Layer

ATTENTION = ("query", "key", "value", "output")
EDGES = np.linspace(-6, 6, 49)  # of the histogram, in deviations
EXPECTED = np.diff(np.concatenate([[0.0], np.asarray(ndtr(EDGES)), [1.0]]))
MOST = 1 << 18  # entries that a histogram counts; every k-th of more
FEW = 5  # expected in a cell
REORDERED = 4  # blocks of entries in another order, a matrix


@dataclass(frozen=True)
class Structure:
    """Nats a weight: of the form of the entries, of their order, and of another order of them."""

    form: float
    order: float
    reordered: float

    @property
    def total(self) -> float:
        """What the layer has."""
        return self.form + self.order


def structure(layer: Layer, seed: int = 0) -> Structure:
    """Return the structure of a layer's attention; NaN where a matrix has equal entries only."""
    parts, sizes = [], []
    for role in ATTENTION:
        matrix = layer.matrix(role)
        parts.append(_parts(layer, role, matrix, seed))
        sizes.append(matrix.size)
    form, order, reordered = np.average(parts, axis=0, weights=sizes)
    return Structure(float(form), float(order), float(reordered))


def deviations(layer: Layer) -> dict[str, float]:
    """Return the root mean square entry of each matrix of a layer's attention, by role."""
    return {role: float(np.sqrt(np.mean(layer.matrix(role) ** 2))) for role in ATTENTION}


def _parts(layer: Layer, role: str, matrix: Array, seed: int) -> tuple[float, float, float]:
    spread = float(matrix.std())
    if spread == 0:
        return (float("nan"),) * 3
    entries = (matrix - matrix.mean()) / spread
    rows = entries.T if role == "output" else entries
    blocks = rows.reshape(-1, layer.config.head_width, rows.shape[1])
    flat = entries.reshape(-1)
    chance = draws_for(seed, "another order", layer.number, role)
    places = chance.uniform(0, flat.size, (REORDERED, *blocks.shape[1:])).astype(np.int64)
    return form(flat), order(blocks), order(flat[places])


def form(entries: Array) -> float:
    """Return the relative entropy of numbers, of mean 0 and deviation 1, to normal ones, in nats.

    Of n numbers in m cells it is (m - 1)/(2 n) too large in the mean, and 2/(2 n) less as mean and
    deviation are their own: that is taken off. Cells where few are expected count as one.
    """
    shown = entries[:: max(1, entries.size // MOST)]
    counts = np.bincount(np.searchsorted(EDGES, shown), minlength=len(EXPECTED))
    rare = shown.size * EXPECTED < FEW
    counts = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(EXPECTED[~rare], EXPECTED[rare].sum())
    there = counts > 0
    shares = counts[there] / shown.size
    found = float(np.sum(shares * np.log(shares / expected[there])))
    return found - (len(counts) - 3) / (2 * shown.size)


def order(blocks: Sequence[Array] | Array) -> float:
    """Return the relative entropy of blocks (r, c) to independent normal entries, in nats a weight.

    Columns count as draws of a normal vector whose covariance G is theirs, about 0:
    (trace G - log det G - r)/2, less its mean where G is 1 (of a Wishart matrix), over r.
    """
    found = []
    for block in blocks:
        short = block if block.shape[0] <= block.shape[1] else block.T
        r, c = short.shape
        values = np.linalg.eigvalsh(short @ short.T / c)
        least = float(np.finfo(float).eps) * max(float(values[-1]), np.finfo(float).tiny)
        excess = float(np.sum(values - np.log(np.maximum(values, least)))) - r
        chance = -float(np.sum(digamma((c - np.arange(r)) / 2) + np.log(2 / c)))
        found.append((excess - chance) / (2 * r))
    return float(np.mean(found))
