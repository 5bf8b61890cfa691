"""Layers of a checkpoint and their eigensystems, kept from prompt to prompt if they fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import NORM_ALONE, controlled
from verify.checkpoints.devices import HERE, Device
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import LoadedLayer, load_layer
from verify.checkpoints.spectra import leading_system
from verify.numerics.layer_matrices import Eigensystem, eigensystem

# Which eigenvectors of layer matrices tokens are measured against.
Eigenvectors = Literal["all", "principal", "none"]
KEPT = 4  # at least: of a layer, of its controls, of one that is looped
SHARE = 8  # of the memory: of layers one part in so many is kept, of eigensystems another


@dataclass(eq=False)
class LayerReader:
    """Layers and their eigensystems; those used last are kept."""

    checkpoint: Checkpoint
    seed: int
    dtype: np.dtype[Any]
    device: Device = HERE
    kept: dict[tuple[int, str], LoadedLayer] = field(default_factory=dict)
    systems: dict[tuple[int, str, Eigenvectors], Eigensystem] = field(default_factory=dict)

    def layer(self, number: int, control: str) -> LoadedLayer:
        """Return all arrays of a layer, under a control, on the device."""
        key = number, control if control != NORM_ALONE else ""
        if key not in self.kept:
            loaded = self._loaded(*key)
            size = _bytes(each for each in loaded.arrays.values() if each is not None)
            _forget(self.kept, size, self.device)
            self.kept[key] = loaded.moved(self.device.put)
        self.kept[key] = self.kept.pop(key)  # the last one used is the last one forgotten
        return self.kept[key]

    def _loaded(self, number: int, control: str) -> LoadedLayer:
        if not control:
            return load_layer(self.checkpoint.layers[number], dtype=self.dtype)
        own = self.layer(number, "").moved(self.device.get)
        return controlled(own, control, self.seed, number)

    def system(self, number: int, control: str, which: Eigenvectors) -> Eigensystem:
        """Return the eigensystem of F of a layer, or the principal ones of it and a few more."""
        key = number, control, which
        if key not in self.systems:
            compute = eigensystem if which == "all" else leading_system
            found = compute(self._layer_matrix(number, control))
            _forget(self.systems, _bytes([found.values, found.vectors]), HERE)
            self.systems[key] = found
        self.systems[key] = self.systems.pop(key)
        return self.systems[key]

    def _layer_matrix(self, number: int, control: str) -> Array:
        layer = self.checkpoint.layers[number]
        if not control:
            return layer.F()
        arrays, config = self.layer(number, control).moved(self.device.get).arrays, layer.config
        value, output = arrays["value.weight"], arrays["output.weight"]
        assert value is not None and output is not None
        groups = np.arange(config.heads) // (config.heads // config.key_value_heads)
        apart = value.reshape(config.key_value_heads, config.head_width, -1)
        return np.asarray(output @ apart[groups].reshape(output.shape[1], -1))


def _bytes(arrays: Iterable[np.ndarray[Any, Any]]) -> int:
    return sum(array.nbytes for array in arrays)


def _forget(kept: dict[Any, Any], size: int, device: Device) -> None:
    """Make room for one more of some bytes; what is kept are layers, about as large each."""
    most = max(KEPT, device.memory() // SHARE // max(size, 1))
    while len(kept) >= most:
        del kept[next(iter(kept))]
