"""The velocities of attention with time-varying scores, in floats.

Deliberately independent of the tree's formulas and of the raw path: tests compare them, and balls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from verify.numerics.time_varying import Modulated, ScoreWave, TimeVarying

Array: TypeAlias = NDArray[np.float64]
_SAFE = 50.0  # scores of unit tokens up to this size: e^50 is far from what any float type loses


class Field:
    """The velocities of a smooth system, on the round sphere.

    There z = W^(1/2) y, W^(1/2) U W^(-1/2) stands for U, and W^(-1/2) P W^(-1/2) for P. States
    have shape (..., tokens, d); `times` is one time, or one for each entry of their first axis.
    Several systems, with the same waves, value and metric, are those of as many trajectories:
    states then have shape (..., trajectories, tokens, d).
    """

    def __init__(self, system: TimeVarying | Sequence[TimeVarying]) -> None:
        systems = [system] if isinstance(system, TimeVarying) else list(system)
        first = systems[0]
        d, heads = first.dimension, len(first.scores)
        self._systems = systems
        self._scale = 1 / float(np.sqrt(first.height))
        self.root = self.inverse = None if first.metric is None else np.eye(d)
        if first.metric is not None:
            squares, axes = np.linalg.eigh(floats(first.metric))
            self.root = (axes * np.sqrt(squares)) @ axes.T
            self.inverse = (axes / np.sqrt(squares)) @ axes.T
        self._scores = [
            [_Term([one.scores[h][k] for one in systems], self.inverse) for k in range(len(terms))]
            for h, terms in enumerate(first.scores)
        ]
        self._moves = first.value is not None and not _is_identity(first.value)
        value = np.eye(d) if first.value is None else floats(first.value)
        stretch = 1.0 if self.inverse is None else float(np.linalg.norm(self.inverse))
        self._largest_scores = [stretch * sum(t.size for t in head) for head in self._scores]
        values = list(value) if value.ndim == 3 else [value] * heads
        if len(values) != heads:
            raise ValueError(f"value has {len(values)} heads, scores have {heads}: give one a head")
        self._values = [_times(_times(self.root, one), self.inverse) for one in values]
        self._hidden: dict[int, Array] = {}

    def onto_sphere(self, y: Array) -> Array:
        """Return tokens of the ellipsoid as points of the round sphere."""
        return np.asarray(_times(y, self.root))

    def from_sphere(self, z: Array) -> Array:
        """Return points of the round sphere as tokens of the ellipsoid."""
        return np.asarray(_times(z, self.inverse))

    def velocity(self, times: Any, z: Array) -> Array:
        """Return (I - z_i z_i^T) sum_h sum_j a_hij U_h z_j."""
        pull = self.pull(times, z)
        return np.asarray(pull - np.sum(z * pull, axis=-1, keepdims=True) * z)

    def pull(self, times: Any, z: Array) -> Array:
        """Return sum_h sum_j a_hij U_h z_j: the velocity before it is made tangent."""
        pull: Any = 0.0
        shared: Any = 0.0
        for head, value in enumerate(self._values):
            weights = self._weights(head, np.asarray(times, dtype=float), z)
            if self._moves:
                pull = pull + weights @ applied(value, z)
            else:
                shared += weights  # one product for all heads
        return np.asarray((pull if self._moves else shared @ z) * self._scale)

    def _weights(self, head: int, times: Array, z: Array) -> Array:
        """Return a head's weights, in rows that sum to 1."""
        terms = self._scores[head]
        keys: Any = sum(t.rows(times, z.ndim) * applied(t.matrix, z) for t in terms)
        if self.inverse is not None:
            keys = applied(self.inverse, keys)
        logits = z @ np.swapaxes(keys, -2, -1)
        if not self._systems[0].sees_all:
            logits += self._unseen(z.shape[-2])
        if self._largest_scores[head] > _SAFE:  # else no exponential is too large, or lost
            logits -= np.max(logits, axis=-1, keepdims=True)
        weights = np.exp(logits)
        weights /= np.sum(weights, axis=-1, keepdims=True)
        return np.asarray(weights)

    def _unseen(self, tokens: int) -> Array:
        """Return 0 where a token sees another, and minus infinity where it does not."""
        if tokens not in self._hidden:
            hidden = np.full((tokens, tokens), -np.inf)
            for i in range(tokens):
                hidden[i, list(self._systems[0].seen_by(i, tokens))] = 0
            self._hidden[tokens] = hidden
        return self._hidden[tokens]

    @cached_property
    def score_norms(self) -> list[float]:
        """Return a bound of |P_h(t)| for every head, over all times and systems."""
        stretch = 1.0 if self.inverse is None else float(np.linalg.norm(self.inverse, 2))
        return [stretch * sum(term.norm for term in head) for head in self._scores]


class _Term:
    """D(t) M W^(-1/2) in floats: the waves have one entry, or one a row of M.

    Several terms are those of as many systems: their matrices are stacked.
    """

    def __init__(self, terms: Sequence[Modulated], inverse: Array | None) -> None:
        waves = terms[0].waves
        if any(wave.shape != "cosine" for wave in waves):
            raise ValueError("P(t) is not smooth: give system.within(start, end), piece by piece")
        if any(term.waves != waves for term in terms):
            raise ValueError("the systems have different waves: follow them one by one")

        def column(entry: Callable[[ScoreWave], Fraction]) -> Array:
            return floats([float(entry(wave)) for wave in waves])

        matrices = [_times(floats(term.matrix), inverse) for term in terms]
        self._matrices = np.stack(matrices)
        self._highest = max(abs(float(wave.amplitude)) for wave in waves)
        self.matrix = self._matrices if len(matrices) > 1 else matrices[0]
        self._amplitude = column(lambda wave: wave.amplitude)
        self._turns = column(lambda wave: wave.turns)
        self._phase = column(lambda wave: wave.phase)

    @cached_property
    def norm(self) -> float:
        """Return a bound of |D(t) M W^(-1/2)| over all times."""
        return self._highest * float(np.linalg.norm(self._matrices, 2, axis=(-2, -1)).max())

    @property
    def size(self) -> float:
        """Return a larger bound of the same, which takes no time to compute."""
        return self._highest * float(np.sqrt((self._matrices**2).sum(axis=(-2, -1)).max()))

    def rows(self, times: Array, axes: int) -> Array:
        """Return the diagonal of D(t), to be multiplied with a state of so many axes."""
        turned = self._turns * times[..., None] + self._phase
        rows = self._amplitude * np.cos(2 * np.pi * turned)
        shape = (*times.shape, *(1,) * (axes - 1 - times.ndim), rows.shape[-1])
        return np.reshape(rows, shape)


def applied(matrix: Array, z: Array) -> Array:
    """Return M z_j for every token of a state (..., tokens, d).

    One matrix is applied to all tokens of all trajectories at once: one product of large matrices
    is several times as fast as many of small ones. Stacked ones are applied to a trajectory each.
    """
    if matrix.ndim > 2:
        return np.asarray(z @ np.swapaxes(matrix, -2, -1))
    flat = np.reshape(z, (-1, z.shape[-1])) @ matrix.T
    return np.reshape(flat, (*z.shape[:-1], matrix.shape[0]))


def floats(entries: Any) -> Array:
    """Return exact numbers, or floats, in nested lists as an array."""
    return np.array(entries, dtype=float)


def _is_identity(value: Any) -> bool:
    entries = floats(value)
    return entries.ndim == 2 and bool((entries == np.eye(len(entries))).all())


def _times(first: Any, second: Array | None) -> Any:
    """Return a product of matrices, of which None is the identity."""
    return first if second is None else second if first is None else first @ second
