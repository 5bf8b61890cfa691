"""Attention layers of a checkpoint: matrices for columns, biases, norms and masks.

A head h scores the pair (i, j) by x_i^T P_h x_j, averages s_i^h = sum_j A^h_ij x_j with the softmax
A^h of the scores, and the layer adds sum_h F_h s_i^h to x_i. All matrices are (out, in):

    P_h = scale Q_h^T K_h      F_h = W_h V_h      F = sum_h F_h = W V
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.config import Config, read_config
from verify.checkpoints.factors import Array, MatrixFactors
from verify.checkpoints.folder import Tensors, located, open_tensors
from verify.language.mistakes import Mistake

FUSED = ("query", "key", "value")
# Published under these names before they were called weight and bias, and never renamed on disk.
OLDER = {"weight": "gamma", "bias": "beta"}


@dataclass(frozen=True, eq=False)
class Layer:
    """An attention layer; layers and heads are numbered from 0.

    `biases` has those there are, by role. `gain` and `shift` are of the norm of attention: before
    it, or after it and the skip connection.
    """

    config: Config
    number: int
    query: Array
    key: Array
    value: Array
    output: Array
    biases: Mapping[str, Array]
    gain: Array
    shift: Array | None

    @property
    def heads(self) -> int:
        """The number of heads H."""
        return self.config.heads

    @property
    def groups(self) -> int:
        """How many different keys and values the heads have."""
        return len(self.key) // self.config.head_width

    def matrix(self, role: str) -> Array:
        """Return query, key, value or output."""
        found: Array = getattr(self, role)
        return found

    @property
    def scale(self) -> float:
        """What a query times a key is multiplied by: mostly one over the root of the width."""
        return self.config.scales[self.number]

    def scores(self, h: int) -> MatrixFactors:
        """Return P_h = scale Q_h^T K_h by its factors; heads of one group have the same K_h."""
        return MatrixFactors(self.query[self._rows(h)].T * self.scale, self.key[self._shared(h)])

    def head(self, h: int) -> MatrixFactors:
        """Return F_h = W_h V_h by its factors."""
        return MatrixFactors(self.output[:, self._rows(h)], self.value[self._shared(h)])

    def value_output_factors(self) -> MatrixFactors:
        """Return F = W V by its factors, (d, H head widths) and (H head widths, d).

        V has the rows of V_1, ..., V_H below each other: those of a group once for each head.
        """
        values = [self.value[self._shared(h)] for h in range(self.heads)]
        return MatrixFactors(self.output, np.concatenate(values))

    def F(self) -> Array:
        """Return the layer matrix F, (d, d)."""
        return self.value_output_factors().dense()

    def mask(self, tokens: int) -> NDArray[np.bool_]:
        """Return who sees whom, (tokens, tokens): row i is what token i attends to."""
        seen = np.ones((tokens, tokens), dtype=bool)
        seen = np.tril(seen) if self.config.causal else seen
        window = self.config.windows[self.number]
        return seen if window is None else np.triu(seen, 1 - window)

    def _rows(self, h: int) -> slice:
        width = self.config.head_width
        return slice(h * width, (h + 1) * width)

    def _shared(self, h: int) -> slice:
        return self._rows(h * self.groups // self.heads)


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A folder whose layers have the layout of their family; `prefix` is before their names."""

    folder: Path
    config: Config
    tensors: Tensors
    prefix: str

    @property
    def name(self) -> str:
        """What to call it: its folder's name, or in the hub's cache OWNER/NAME@COMMIT."""
        if self.commit is None:
            return self.folder.name
        model = self.folder.parent.parent.name.removeprefix("models--").replace("--", "/")
        return f"{model}@{self.commit[:12]}"

    @property
    def commit(self) -> str | None:
        """The commit that a snapshot in the hub's cache is of; None of any other folder."""
        return self.folder.name if self.folder.parent.name == "snapshots" else None

    def same_weights(self, number: int) -> tuple[int, ...]:
        """Return the numbers of all layers with these weights, this one included."""
        every = self.config.weights_of
        return tuple(k for k, each in enumerate(every) if each == every[number])

    def layer(self, number: int) -> Layer:
        """Read a layer. Raises Mistake for what is missing, of another shape or not finite."""
        config, width = self.config, self.config.width
        wide, biases = config.heads * config.head_width, dict[str, Array]()
        shapes = {"query": (wide, width), "output": (width, wide)}
        if config.family.fused:
            shapes["query"] = (3 * wide, width)
        else:
            rows = self.tensors.shape(self._name(number, "key"))[0]
            if rows % config.head_width or config.heads % max(rows // config.head_width, 1):
                raise Mistake(
                    f"{self.folder}: {self._name(number, 'key')} has {rows} rows, not those of "
                    f"some of {config.heads} heads of width {config.head_width}; fetch both again"
                )
            shapes |= {"key": (rows, width), "value": (rows, width)}
        found = {role: self._read(number, role, shape) for role, shape in shapes.items()}
        for role, shape in shapes.items():
            bias = self._bias(number, role, shape[0])
            if bias is not None:
                biases[role] = bias
        if config.family.fused:
            found |= zip(FUSED, _three(found["query"], config), strict=True)
            if "query" in biases:
                biases |= zip(FUSED, _three(biases["query"], config), strict=True)
        gain = self.tensors.read(self._name(number, "norm"))
        shift = self._bias(number, "norm", width)
        return Layer(config, number, **found, biases=biases, gain=gain, shift=shift)

    def _read(self, number: int, role: str, shape: tuple[int, int]) -> Array:
        name = self._name(number, role)
        stored = self.tensors.read(name)
        matrix = stored.T if self.config.family.transposed else stored
        if matrix.shape != shape:
            raise Mistake(
                f"{self.tensors.files[name]}: the tensor {name} has the shape "
                f"{list(stored.shape)}, which config.json does not ask for; fetch both again"
            )
        return matrix

    def _bias(self, number: int, role: str, size: int) -> Array | None:
        name = self._name(number, role, "bias")
        found = self.tensors.read(name) if name in self.tensors.files else None
        if found is not None and found.shape != (size,):
            raise Mistake(f"{self.tensors.files[name]}: {name} must have {size} entries")
        return found

    def _name(self, number: int, role: str, kind: str = "weight") -> str:
        """Return the name of a layer's tensor, as the folder has it; raises Mistake without it."""
        group, inside = self.config.weights_of[number]
        place = self.config.family.layers.format(group=group, layer=inside)
        begin = f"{self.prefix}{place}.{self.config.family.name(role)}."
        name = next((n for n in (begin + kind, begin + OLDER[kind]) if n in self.tensors.files), "")
        if not name and kind == "weight":
            raise Mistake(f"{self.folder}: no tensor is called {begin + kind}; fetch it again")
        return name


def _three(rows: Array, config: Config) -> list[Array]:
    """Return queries, keys and values of one matrix, or bias, that has all of them as rows."""
    if config.family.fused == "thirds":
        return list(np.split(rows, 3))
    by_head = rows.reshape(config.heads, 3, config.head_width, *rows.shape[1:])
    return [by_head[:, k].reshape(-1, *rows.shape[1:]) for k in range(3)]


def load_checkpoint(folder: Path | str) -> Checkpoint:
    """Open a checkpoint: reads the configuration and the names of its tensors; raises Mistake."""
    real = located(Path(folder))
    config = read_config(real)
    tensors, family = open_tensors(real), config.family
    ending = f"{family.layers.format(group=0, layer=0)}.{family.names[0]}.weight"
    begins = {
        name.removesuffix(ending) for name in tensors.files
        if name.endswith(ending) and name.removesuffix(ending)[-1:] in ("", ".")
    }  # fmt: skip
    if len(begins) != 1:
        what = "no tensor" if not begins else "more than one tensor"
        raise Mistake(
            f"{real}: {what} is called {ending}, with or without something before it; a layer of "
            f"{config.model_type} has {', '.join(dict.fromkeys(family.names))} there; fetch all "
            "files again"
        )
    return Checkpoint(real, config, tensors, begins.pop())
