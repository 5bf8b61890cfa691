"""A checkpoint's folder: its config.json, and its tensors, read by the library safetensors.

Nothing of a folder is run: a pickle is refused, and so is a config.json that asks for code.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from verify.checkpoints.factors import Array
from verify.installers import extra_line
from verify.language.mistakes import Mistake, ToolFailed

CONFIG = "config.json"
SINGLE, INDEX = "model.safetensors", "model.safetensors.index.json"
PICKLED = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
LARGEST = float(np.finfo(np.float32).max)  # of a weight: larger ones overflow once multiplied


class NotFinite(Mistake):
    """A weight is NaN, infinite or too large to compute with: others may be sound."""


def needed(package: str) -> Any:
    """Return a package of the extra `checkpoints`; raises ToolFailed (exit code 3) without it."""
    if find_spec(package) is None:
        raise ToolFailed(f"{package} is not installed; {extra_line(package)}")
    return import_module(package)


@dataclass(frozen=True, eq=False)
class Tensors:
    """The tensors of a folder, by name, with the file that holds each; none is read yet."""

    folder: Path
    files: Mapping[str, Path]

    def shape(self, name: str) -> tuple[int, ...]:
        """Return a tensor's shape as it is stored."""
        with needed("safetensors").safe_open(self.files[name], framework="numpy") as file:
            return tuple(file.get_slice(name).get_shape())

    def read(self, name: str) -> Array:
        """Return a tensor in float64. Raises NotFinite, Mistake for what holds no floats, and
        ToolFailed for bfloat16 without torch, as NumPy has no such type.
        """
        with needed("safetensors").safe_open(self.files[name], framework="numpy") as file:
            kind = file.get_slice(name).get_dtype()
            if kind not in ("F64", "F32", "F16", "BF16"):
                raise Mistake(
                    f"{self.files[name]}: the tensor {name} holds {kind}, no floats of 16 bits or "
                    "more; use the checkpoint that it was made from, before it was quantised"
                )
            array = None if kind == "BF16" else np.asarray(file.get_tensor(name), dtype=float)
        if array is None:
            needed("torch")
            with needed("safetensors").safe_open(self.files[name], framework="pt") as file:
                array = np.asarray(file.get_tensor(name).double().numpy())
        if not (np.abs(array) <= LARGEST).all():
            worst = array[~(np.abs(array) <= LARGEST)].flat[0]
            raise NotFinite(
                f"{self.files[name]}: the tensor {name} has an entry that is {worst}; give a "
                f"checkpoint whose weights are finite, and no larger than {LARGEST:.1e}"
            )
        return array


def located(asked: Path) -> Path:
    """Return the real path of a folder, or of a name such as gpt2@main in the hub's cache.

    The cache is the library's: nothing is downloaded. Raises Mistake.
    """
    if asked.is_dir():
        return Path(os.path.realpath(asked))
    if asked.exists():
        raise Mistake(f"{asked}: is a file; give the folder of a checkpoint, with its {CONFIG}")
    name, _, revision = str(asked).partition("@")
    if find_spec("huggingface_hub") is not None:
        hub = import_module("huggingface_hub")
        try:
            found = hub.snapshot_download(name, revision=revision or None, local_files_only=True)
            return Path(os.path.realpath(found))
        except (hub.errors.HfHubHTTPError, OSError, RuntimeError, ValueError):  # or no home folder
            pass
    raise Mistake(
        f"{asked}: is neither a folder nor a name in the hub's cache; "
        f"give a folder, or download it: "
        f"hf download {name}" + (f" --revision {revision}" if revision else "")
    )


def read_json(path: Path) -> dict[str, Any]:
    """Return the object that a JSON file holds; raises Mistake."""
    try:
        read = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise Mistake(f"{path}: does not exist; is this the folder of a checkpoint?") from None
    except OSError as error:
        raise Mistake(f"{path}: cannot be read ({error.strerror}); allow reading it") from None
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{path}: is not sound JSON ({error}); fetch it again") from None
    if not isinstance(read, dict):
        raise Mistake(f"{path}: holds no JSON object; fetch it again")
    return read


def open_tensors(folder: Path) -> Tensors:
    """Return the tensors of model.safetensors, or of the shards in its index; raises Mistake."""
    if (folder / INDEX).exists() and not (folder / SINGLE).exists():
        listed = read_json(folder / INDEX).get("weight_map")
        if not isinstance(listed, dict) or not all(isinstance(n, str) for n in listed.values()):
            raise Mistake(f"{folder / INDEX}: has no weight_map from tensors to files")
        names = sorted(set(listed.values()))
    elif (folder / SINGLE).exists():
        names = [SINGLE]
    else:
        pickles = sorted(path.name for path in folder.iterdir() if path.suffix in PICKLED)
        if pickles:
            raise Mistake(
                f"{folder / pickles[0]}: is a pickle, refused because reading one runs code that "
                f"it brings; save the model as {SINGLE} (save_pretrained does)"
            )
        raise Mistake(f"{folder}: has neither {SINGLE} nor {INDEX}; give a checkpoint's folder")
    files: dict[str, Path] = {}
    for name in names:
        if os.path.basename(name) != name or not name.endswith(".safetensors"):
            raise Mistake(f"{folder / INDEX}: names {name!r:.80}, no safetensors file next to it")
        for tensor in _names(folder / name):
            if tensor in files:
                raise Mistake(f"{folder / name}: repeats {tensor} of {files[tensor].name}")
            files[tensor] = folder / name
    return Tensors(folder, files)


def _names(path: Path) -> list[str]:
    library = needed("safetensors")
    try:
        with library.safe_open(path, framework="numpy") as file:
            return list(file.keys())
    except FileNotFoundError:
        raise Mistake(f"{path}: does not exist; fetch it again") from None
    except (OSError, library.SafetensorError) as error:
        told = " ".join(str(error).split())[:200]
        raise Mistake(f"{path}: cannot be read ({told}); fetch or save it again") from None
