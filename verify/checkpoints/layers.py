"""One attention layer of a checkpoint: its matrices for columns, biases, norms and mask.

A weight is read from the file when it is asked for, and not kept: a layer costs no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from array_api_compat import array_namespace
from numpy.typing import DTypeLike, NDArray

from verify.checkpoints.architectures import TensorSource, has_bias, layer_sources
from verify.checkpoints.config import Config
from verify.checkpoints.factors import Array, MatrixFactors
from verify.checkpoints.rotary import turn
from verify.checkpoints.weights import Weights

FOLDED = ("query.weight", "key.weight", "value.weight")


@dataclass(frozen=True, eq=False)
class Norm:
    """A norm with gain and shift; `kind` "layer" takes the mean off first, "rms" does not."""

    kind: Literal["layer", "rms"]
    epsilon: float
    gain: Array
    shift: Array | None

    def moved(self, put: Callable[[Array], Array]) -> Norm:
        """Return the norm with `put` applied to its arrays."""
        shift = None if self.shift is None else put(self.shift)
        return replace(self, gain=put(self.gain), shift=shift)

    def __call__(self, rows: Array) -> Array:
        """Return tokens (..., width), each normalised; of the type of the tokens."""
        xp = array_namespace(rows)
        if self.kind == "layer":
            rows = rows - xp.mean(rows, axis=-1, keepdims=True)
        size = xp.mean(rows * rows, axis=-1, keepdims=True)
        rows = rows / xp.sqrt(size + self.epsilon) * self.gain
        return rows if self.shift is None else rows + self.shift


@dataclass(frozen=True, eq=False)
class Scores:
    """What a head scores a pair of tokens: x^T P y + left . x + right . y + constant.

    Without rotation the softmax over y sees neither `left` nor `constant`.
    """

    factors: MatrixFactors
    left: Array
    right: Array
    constant: float

    def between(self, x: Array, y: Array) -> float:
        """Return the score of the query x (d,) at the key y (d,)."""
        return float(x @ (self.factors @ y) + self.left @ x + self.right @ y + self.constant)


@dataclass(frozen=True, eq=False)
class StoredLayer:
    """An attention layer; `number` counts from 0. Heads are numbered from 0, too.

    `folds`: whether queries, keys and values have what comes before them folded in: see `folded`.
    """

    config: Config
    number: int
    weights: Weights
    names: Mapping[str, str]
    folds: bool = False

    # ------------------------------------------------------------------ as stored

    @property
    def sources(self) -> dict[str, TensorSource]:
        """Where each matrix and bias is stored, by role, under the names in this checkpoint."""
        every = layer_sources(self.config, self.number)
        return {
            role: TensorSource(self.names[s.name], s.shape, s.transposed, s.third)
            for role, s in every.items()
        }

    @property
    def same_weights(self) -> tuple[int, ...]:
        """The numbers of all layers with these weights, this one included."""
        all_of_them = self.config.weights_of
        mine = all_of_them[self.number]
        return tuple(k for k, each in enumerate(all_of_them) if each == mine)

    def matrix(self, role: str, dtype: DTypeLike = np.float64) -> Array:
        """Return a matrix for columns, (out, in).

        Roles: query, key, value, output, wider, narrower, and gate for a gated feed-forward part.
        """
        return self._read(f"{role}.weight", dtype)

    def bias(self, role: str, dtype: DTypeLike = np.float64) -> Array | None:
        """Return the bias of the matrix of that role, (out,), or None if it has none."""
        return self._read(f"{role}.bias", dtype) if has_bias(self.config, role) else None

    def stored_as(self, role: str, matrix: Array) -> dict[str, Array]:
        """Return the tensor, by its name, that puts a matrix for columns in that role.

        It is laid out as the checkpoint stores it; raises ValueError for a wrong shape.
        """
        source = self.sources[f"{role}.weight"]
        whole = np.array(self.weights.read(source.name))
        part = whole[_third(source)] if source.third is not None else whole
        laid_out = matrix.T if source.transposed else matrix
        if laid_out.shape != part.shape:
            raise ValueError(f"{role} is {matrix.shape}, and must have the shape it has now")
        part[...] = laid_out
        return {source.name: whole}

    def _read(
        self,
        role: str,
        dtype: DTypeLike = np.float64,
        rows: slice = slice(None),
        columns: slice = slice(None),
    ) -> Array:
        """Return some rows and columns of a matrix for columns, or some entries of a vector."""
        source = self.sources[role]
        view = self.weights.stored(source.name)
        if source.third is not None:
            view = view[_third(source)]
        part = (view.T if source.transposed else view)[rows]
        part = part[:, columns] if part.ndim == 2 else part
        array = self.weights.read(source.name, dtype, part)
        if not (self.folds and role in FOLDED):
            return array
        array = array * self._read("attention_norm.gain", dtype)
        return array - array.mean(axis=1, keepdims=True) if self.config.norm == "layer" else array

    # ------------------------------------------------------------------ heads

    @property
    def heads(self) -> int:
        """The number of heads H."""
        return self.config.heads

    @property
    def scale(self) -> float:
        """What a query times a key is multiplied by: mostly one over the root of the width."""
        return self.config.scales[self.number]

    def queries(self, h: int) -> Array:
        """Return Q_h, (head width, d)."""
        return self._read("query.weight", rows=self._rows(h))

    def keys(self, h: int) -> Array:
        """Return K_h, (head width, d); heads of one group have the same."""
        return self._read("key.weight", rows=self._group_rows(h))

    def values(self, h: int) -> Array:
        """Return V_h, (head width, d); heads of one group have the same."""
        return self._read("value.weight", rows=self._group_rows(h))

    def outputs(self, h: int) -> Array:
        """Return W_h, (d, head width)."""
        return self._read("output.weight", columns=self._rows(h))

    def scores(self, h: int, apart: int = 0) -> Scores:
        """Return what head h scores a query `apart` places behind a key's.

        Without rotary positions `apart` does not matter.
        """
        queries, keys = self.queries(h).T * self.scale, self.keys(h)
        from_bias = self._bias("query", self._rows(h))
        to_bias = self._bias("key", self._group_rows(h))
        if self.config.rotary is not None:
            # (R_i q) . (R_j k) = q . R_(j - i) k
            back = turn(self.config.rotary, -apart)
            keys, to_bias = back @ keys, back @ to_bias
        return Scores(
            MatrixFactors(queries, keys),
            queries @ to_bias,
            self.scale * (keys.T @ from_bias),
            float(self.scale * (from_bias @ to_bias)),
        )

    def P(self, h: int, apart: int = 0) -> Array:
        """Return P_h = scale Q_h^T K_h written out, (d, d); see `scores` for its factors."""
        return self.scores(h, apart).factors.dense()

    def head(self, h: int) -> MatrixFactors:
        """Return F_h = W_h V_h by its factors."""
        return MatrixFactors(self.outputs(h), self.values(h))

    def F(self, h: int | None = None) -> Array:
        """Return F_h written out, (d, d), or without h the layer matrix F, their sum."""
        return (self.value_output_factors() if h is None else self.head(h)).dense()

    def value_output_factors(self) -> MatrixFactors:
        """Return F = W V by its factors, (d, H head widths) and (H head widths, d).

        V has the rows of V_1, ..., V_H below each other: those of a group once for each head.
        """
        return MatrixFactors(self.matrix("output"), self._values_of_all_heads())

    def folded(self) -> StoredLayer | None:
        """Return the layer as it meets what its norm has not seen yet; to be measured only.

        Queries, keys and values are Q_h G C, K_h G C and V_h G C: G are the gains of the norm
        before attention, C takes the mean off where that norm does. Biases and shifts stay as they
        are. None where the norm comes after attention, and nothing folds.
        """
        return replace(self, folds=True) if self.config.norm_first else None

    def constant(self) -> Array:
        """Return what biases add to every token, (d,): W b_V + b_W, as weights sum to 1."""
        value = self._bias("value", slice(None))
        spread = value.reshape(-1, self.config.head_width)[self._groups()].reshape(-1)
        own = self.bias("output")
        through = np.asarray(self.matrix("output") @ spread)
        return through if own is None else through + own

    # ------------------------------------------------------------------ masks and norms

    def mask(self, tokens: int) -> NDArray[np.bool_]:
        """Return who sees whom, (tokens, tokens): row i is what token i attends to."""
        seen = np.ones((tokens, tokens), dtype=bool)
        if self.config.causal:
            seen = np.tril(seen)
        window = self.config.windows[self.number]
        return seen if window is None else np.triu(seen, 1 - window)

    @property
    def attention_norm(self) -> Norm:
        """The norm before attention, or after it and the skip connection (`norm_first`)."""
        return self.norm("attention_norm")

    @property
    def feed_forward_norm(self) -> Norm:
        """The norm before the feed-forward part, or after it and the skip connection."""
        return self.norm("feed_forward_norm")

    def norm(self, role: str, dtype: DTypeLike = np.float64) -> Norm:
        """Return the norm "attention_norm" or "feed_forward_norm"."""
        shift = None if self.config.norm == "rms" else self._read(f"{role}.shift", dtype)
        gain = self._read(f"{role}.gain", dtype)
        return Norm(self.config.norm, self.config.epsilon, gain, shift)

    # ------------------------------------------------------------------ parts

    def _rows(self, h: int) -> slice:
        if not 0 <= h < self.heads:
            raise IndexError(f"unknown head {h}; heads are numbered from 0 to {self.heads - 1}")
        width = self.config.head_width
        return slice(h * width, (h + 1) * width)

    def _group_rows(self, h: int) -> slice:
        self._rows(h)
        width, at = self.config.head_width, int(self._groups()[h])
        return slice(at * width, (at + 1) * width)

    def _groups(self) -> NDArray[np.int_]:
        """Return which keys and values each head has, (H,)."""
        return np.arange(self.heads) // (self.heads // self.config.key_value_heads)

    def _values_of_all_heads(self) -> Array:
        rows = self.matrix("value").reshape(-1, self.config.head_width, self.config.width)
        return rows[self._groups()].reshape(-1, self.config.width)

    def _bias(self, role: str, rows: slice) -> Array:
        bias = self.bias(role)
        if bias is not None:
            return bias[rows]
        counts = {"query": self.heads, "output": self.heads}
        size = counts.get(role, self.config.key_value_heads) * self.config.head_width
        return np.zeros(size)[rows]


def _third(source: TensorSource) -> tuple[slice, ...] | slice:
    """Return the part of a stored tensor that holds queries, keys or values."""
    size = source.shape[-1] // 3
    part = slice((source.third or 0) * size, ((source.third or 0) + 1) * size)
    return (slice(None), part) if len(source.shape) == 2 else part
