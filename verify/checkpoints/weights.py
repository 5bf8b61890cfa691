"""All tensors of a checkpoint's folder: one file, or shards with an index of who holds what."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from verify.checkpoints.folders import read_json
from verify.checkpoints.hub import fetching, unfinished
from verify.checkpoints.safetensors import TensorFile, open_tensors
from verify.language.mistakes import Mistake

SINGLE = "model.safetensors"
INDEX = "model.safetensors.index.json"
MOST_INDEX = 32_000_000  # bytes; a model of a hundred thousand tensors has an index of ten million
MOST_SHARDS = 10_000
SHARD = r"(?:-\d+-of-\d+)?"
VARIANT = re.compile(rf"model{SHARD}\.\w+{SHARD}\.safetensors")  # model.fp16.safetensors
PICKLED = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
OTHER_WEIGHTS = (*PICKLED, ".h5", ".msgpack", ".onnx", ".gguf", ".tflite")


@dataclass(frozen=True, eq=False)
class Weights:
    """The tensors of a folder by name, each in the file that holds it."""

    folder: Path
    files: tuple[TensorFile, ...]
    holders: Mapping[str, TensorFile]

    @cached_property
    def wrapper(self) -> str:
        """What all names of tensors begin with, up to a dot, such as "_orig_mod."."""
        first, last = min(self.holders, default=""), max(self.holders, default="")
        parts = zip(first.split(".")[:-1], last.split(".")[:-1], strict=False)
        alike = itertools.takewhile(lambda part: part[0] == part[1], parts)
        return "".join(f"{part}." for part, _ in alike)

    def shape(self, name: str) -> tuple[int, ...]:
        """Return a tensor's shape as it is stored."""
        return self.holders[name].tensors[name].shape

    def dtype(self, name: str) -> str:
        """Return a tensor's stored type: "F32", "F16", "BF16", ..."""
        return self.holders[name].tensors[name].dtype

    def stored(self, name: str) -> NDArray[Any]:
        """Return a read-only view into the file; raises Mistake."""
        return self.holders[name].stored(name)

    def read(
        self, name: str, dtype: DTypeLike = np.float64, view: NDArray[Any] | None = None
    ) -> NDArray[np.floating]:
        """Return a tensor's numbers as a new array, or those of a part, a view of `stored`.

        Raises Mistake where one is not finite.
        """
        return self.holders[name].read(name, dtype, view)


def open_weights(folder: Path) -> Weights:
    """Map all tensors of a folder, and read none; raises Mistake."""
    if (folder / INDEX).exists() and not (folder / SINGLE).exists():
        return _sharded(folder)
    if not (folder / SINGLE).is_symlink() and not (folder / SINGLE).exists():
        _told_without(folder)
    file = open_tensors(folder, SINGLE)
    return Weights(folder, (file,), MappingProxyType(dict.fromkeys(file.tensors, file)))


def _sharded(folder: Path) -> Weights:
    path = folder / INDEX
    listed = read_json(folder, INDEX, MOST_INDEX).get("weight_map")
    if not isinstance(listed, dict) or not all(isinstance(n, str) for n in listed.values()):
        raise Mistake(f"{path}: has no weight_map from tensors to files; fetch it again")
    names = sorted(set(listed.values()))
    if len(names) > MOST_SHARDS:
        raise Mistake(f"{path}: names {len(names)} files; at most {MOST_SHARDS} are read")
    wrong = [name for name in names if not name.endswith(".safetensors")]
    if wrong:
        raise Mistake(f"{path}: names {wrong[0]!r}, which is not a safetensors file; convert it")
    lost = [name for name in names if "/" not in name and not os.path.lexists(folder / name)]
    if lost:
        raise Mistake(
            f"{path}: {len(lost)} of {len(names)} shards are missing{unfinished(folder)}: "
            f"{lost[0]:.200}: does not exist; {fetching(folder)}"
        )
    shards = {name: open_tensors(folder, name) for name in names}
    holders: dict[str, TensorFile] = {}
    for shard in shards.values():
        for tensor in shard.tensors:
            if tensor in holders:
                raise Mistake(
                    f"{shard.path}: has the tensor {tensor}, which is also in "
                    f"{holders[tensor].path.name}; keep one of them"
                )
            holders[tensor] = shard
    for tensor, name in listed.items():
        if holders.get(tensor) is not shards[name]:
            raise Mistake(
                f"{path}: refers to {tensor!r} in {name}, which does not have it; fetch both"
            )
    return Weights(folder, tuple(shards.values()), MappingProxyType(holders))


def refuse_adapter(folder: Path) -> None:
    """Raise a Mistake for an adapter: the library changes weights by it, those beside it, too."""
    names = sorted(name for name in os.listdir(folder) if name.startswith("adapter_"))
    if names:
        raise Mistake(
            f"{folder / names[0]}: belongs to an adapter, which changes the weights of "
            "another checkpoint; merge it into them (merge_and_unload, then "
            "save_pretrained), or move it"
        )


def _told_without(folder: Path) -> None:
    """Raise the Mistake that says why a folder has no weights that can be read."""
    names = sorted(path.name for path in folder.iterdir())
    variants = [name for name in names if VARIANT.fullmatch(name)]
    if variants:
        raise Mistake(
            f"{folder / variants[0]}: is a variant of the weights, but only {SINGLE} is read; "
            "rename it, or load and save the model with save_pretrained"
        )
    if any(name.startswith("consolidated") for name in names):
        raise Mistake(
            f"{folder}: has consolidated weights; use the files of the same model for "
            f"transformers, {SINGLE} or {INDEX}"
        )
    pickles = [name for name in names if name.endswith((*PICKLED, ".bin.index.json"))]
    if pickles:
        raise Mistake(
            f"{folder / pickles[0]}: is a pickle, refused because reading it would run its "
            f"code; save the model as {SINGLE} (save_pretrained does)"
        )
    shards = [name for name in names if name.endswith(".safetensors")]
    if shards:
        raise Mistake(f"{folder}: has {shards[0]:.200} without {INDEX}; fetch that again")
    if unfinished(folder):
        raise Mistake(f"{folder}: has no {SINGLE} yet{unfinished(folder)}; {fetching(folder)}")
    gguf = [name for name in names if name.endswith(".gguf")]
    if gguf:
        raise Mistake(
            f"{folder / gguf[0]}: the GGUF format is not supported; use the checkpoint that "
            "it was made from"
        )
    raise Mistake(f"{folder}: has neither {SINGLE} nor {INDEX}; give the folder of a checkpoint")
