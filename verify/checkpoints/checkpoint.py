"""A checkpoint: its configuration, its layers, and what stands before and after them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike

from verify.checkpoints.architectures import named, outer_names, whole_sources
from verify.checkpoints.config import Config, read_config
from verify.checkpoints.factors import Array
from verify.checkpoints.folders import existing_folder
from verify.checkpoints.hub import display_name, is_snapshot, located
from verify.checkpoints.layers import Norm, StoredLayer
from verify.checkpoints.safetensors import NotFinite
from verify.checkpoints.weights import Weights, open_weights, refuse_adapter


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A folder whose tensors all have the names and shapes that its configuration asks for."""

    folder: Path
    config: Config
    weights: Weights
    names: Mapping[str, str]

    @property
    def name(self) -> str:
        """What to call it: its folder's name, or in the hub's cache OWNER/NAME@revision."""
        return display_name(self.folder)

    @property
    def commit(self) -> str | None:
        """The commit that a snapshot in the hub's cache is of; None of any other folder."""
        return self.folder.name if is_snapshot(self.folder) else None

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the configuration and of all bytes of the weights: 0.1 s for 100 MB."""
        found = hashlib.sha256(repr(self.config).encode())
        for file in self.weights.files:
            found.update(f"\n{file.path.name}\n".encode() + file.digest())
        return found.hexdigest()

    @cached_property
    def layers(self) -> tuple[StoredLayer, ...]:
        """The attention layers in order; one that repeats appears as often as it is passed."""
        count = self.config.layers
        return tuple(StoredLayer(self.config, k, self.weights, self.names) for k in range(count))

    def whole(self, role: str, dtype: DTypeLike = np.float64) -> Array | None:
        """Return what is not in a layer, or None where the architecture has none.

        words, places, types: (how many, embedding width), all with .weight; widening.weight
        (width, embedding width) and widening.bias.
        """
        source = whole_sources(self.config).get(role)
        return None if source is None else self.weights.read(self.names[source.name], dtype)

    def beside(self, name: str) -> str | None:
        """Return what a tensor that a model may lack, such as its head, is called, or None."""
        return next((n for n in outer_names(name, self.weights) if n in self.weights.holders), None)

    def words(self, tokens: Array, dtype: DTypeLike = np.float64) -> Array:
        """Return the word embeddings of token ids, any shape; raises ValueError for unknown ids."""
        if tokens.size and not 0 <= tokens.min() <= tokens.max() < self.config.vocabulary:
            raise ValueError(f"token ids must be from 0 to {self.config.vocabulary - 1}")
        name = self.names[whole_sources(self.config)["words.weight"].name]
        return self.weights.read(name, dtype, self.weights.stored(name)[tokens])

    def norm(self, role: str, dtype: DTypeLike = np.float64) -> Norm | None:
        """Return "final_norm" or "embedding_norm", or None where there is none."""
        gain = self.whole(f"{role}.gain", dtype)
        if gain is None:
            return None
        shift = self.whole(f"{role}.shift", dtype)
        return Norm(self.config.norm, self.config.epsilon, gain, shift)

    def final_norm(self, dtype: DTypeLike = np.float64) -> Norm | None:
        """Return the norm after the last layer, or None where there is none."""
        return self.norm("final_norm", dtype)

    def broken_layers(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return which of these layers have a weight that is not finite, and why; reads them."""
        found: dict[int, str] = {}
        for number in numbers:
            for source in self.layers[number].sources.values():
                try:
                    self._check(source.name)
                except NotFinite as error:
                    found.setdefault(number, str(error))
        return found

    def check_weights(self) -> None:
        """Read every tensor once; raises Mistake for one that is not finite, or holds no floats."""
        for name in self.names.values():
            self._check(name)

    def _check(self, name: str) -> None:
        self.weights.read(name, np.float32 if self.weights.dtype(name) != "F64" else np.float64)


def load(folder: Path | str) -> Checkpoint:
    """Open a checkpoint; reads the configuration and the headers, and maps the weights.

    `folder` may be a name in the hub's cache, with a revision after @: see `hub.located`.

    Raises Mistake, one line with the fix, for whatever is wrong with the folder.
    """
    real = existing_folder(located(Path(folder)))
    refuse_adapter(real)
    config = read_config(real)
    weights = open_weights(real)
    return Checkpoint(real, config, weights, named(config, weights))
