"""Writing checkpoints whole or not at all: a copy with a few tensors changed, or tensors alone.

A copy is made in a new folder beside the target, which gets its name when everything is on disk.
The source is only read. What holds the same weights in another form (pickles, ONNX) is not copied:
it would still say what the changed tensors were.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.folders import existing_folder, opened
from verify.checkpoints.safetensors import FLOATS, decoded
from verify.checkpoints.weights import OTHER_WEIGHTS, Weights, open_weights
from verify.language.mistakes import LimitHit, Mistake
from verify.processes.asides import aside_folder, mask, put, sweep
from verify.processes.system_limits import limit_fix

# No space, a quota, or a limit on the size of files: the disk's trouble, not the user's.
NOTHING: Mapping[str, bytes] = MappingProxyType({})


@dataclass(frozen=True)
class Written:
    """A folder that was written; `roundings`: for each changed tensor the largest error made.

    Stored numbers have fewer digits than those given (bfloat16 has 8 bits); `left_out` are files
    with weights in other forms.
    """

    folder: Path
    roundings: Mapping[str, float]
    left_out: tuple[str, ...]


def write_checkpoint(
    source: Path | str,
    target: Path | str,
    changed: Mapping[str, NDArray[Any]],
    *,
    also: Mapping[str, bytes] = NOTHING,
) -> Written:
    """Write a folder that is `source` but for some tensors, each of the shape and type it had.

    `target` must not exist, or be an empty folder. Everything else is copied byte for byte, but for
    the files in `also`, by their names. Raises Mistake for bad input, LimitHit where the disk is
    full; then nothing is left behind.
    """
    root = existing_folder(Path(source))
    weights = open_weights(root)
    encoded = {name: _encoded(weights, name, array) for name, array in changed.items()}
    data = {name: array.tobytes() for name, array in encoded.items()}
    left_out = write_copy(root, Path(target), weights, data, also=also)
    roundings = {name: _rounding(weights, name, changed[name], encoded[name]) for name in changed}
    return Written(Path(target), roundings, left_out)


def write_copy(
    root: Path,
    goal: Path,
    weights: Weights,
    data: Mapping[str, bytes],
    *,
    also: Mapping[str, bytes] = NOTHING,
    without: Collection[str] = (),
    check: Callable[[Path], None] | None = None,
) -> tuple[str, ...]:
    """Copy a folder with other bytes in some tensors; return what is left out, as `Written` says.

    Files named in `without` are not copied; `check` is given the folder before it gets its name,
    and may raise Mistake. Raises as `write_checkpoint` does.
    """
    listed, left_out = _listed(root)
    copied = [name for name in listed if name not in also and name not in without]
    check_target(root, goal)
    needed = sum(os.stat(root / name).st_size for name in copied) + sum(map(len, also.values()))
    free = shutil.disk_usage(goal.absolute().parent).free
    if needed > free:
        raise LimitHit(f"{goal}: the copy needs {needed} bytes ({free} are free); free some space")
    with _beside(goal) as folder:
        for name in copied:
            _copy(root, name, folder)
        for name, raw in data.items():
            held = weights.holders[name]
            with open(folder / held.path.relative_to(root), "r+b") as file:
                file.seek(held.tensors[name].begin)
                file.write(raw)
        for name, raw in also.items():
            put(folder / name, raw)
        if check is not None:
            check(folder)
        for name in copied:
            _settle(folder / name, root / name)
    return tuple(left_out)


def write_tensors(path: Path, arrays: Mapping[str, NDArray[Any]], dtype: str = "F32") -> None:
    """Write arrays as one safetensors file, all of the type F64, F32, F16 or BF16.

    The file appears whole or not at all. Raises Mistake for a number that does not fit.
    """
    encoded = {name: encode(array, dtype, name) for name, array in arrays.items()}
    tensors = [(name, dtype, each.shape, each.tobytes()) for name, each in encoded.items()]
    put(path, tensors_file({"format": "pt"}, tensors))


def tensors_file(
    metadata: Mapping[str, str], tensors: Iterable[tuple[str, str, Sequence[int], bytes]]
) -> bytes:
    """Return a safetensors file that has tensors by name, type, shape and bytes."""
    header: dict[str, Any] = {"__metadata__": metadata}
    at, parts = 0, []
    for name, dtype, shape, raw in tensors:
        places = [at, at + len(raw)]
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": places}
        parts.append(raw)
        at = places[1]
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the data begin at a multiple of eight
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def encode(array: NDArray[Any], dtype: str, name: str) -> NDArray[Any]:
    """Return numbers as a file stores them, rounded to nearest; BF16 as its uint16.

    Raises Mistake where one is not finite, or too large for the type.
    """
    if dtype not in FLOATS:
        raise Mistake(f"{name}: is stored as {dtype}; it must be one of {', '.join(FLOATS)}")
    with np.errstate(over="ignore"):
        stored = _to_bfloat(array) if dtype == "BF16" else np.asarray(array).astype(FLOATS[dtype])
    if not np.isfinite(decoded(stored, dtype)).all():
        raise Mistake(
            f"{name}: a new entry is not finite, or too large for {dtype}; use a smaller change"
        )
    return stored


def _to_bfloat(array: NDArray[Any]) -> NDArray[Any]:
    """Return the upper halves of float32s, rounded to nearest, ties to even."""
    single = np.asarray(array).astype("<f4")
    bits = single.view("<u4")
    # Rounding twice, to float32 and then to its upper half, may end on the wrong side of a tie:
    # where the first rounding has made one, the way it went says what the tie must do.
    tie = (bits & np.uint32(0xFFFF)) == np.uint32(0x8000)
    outward = np.abs(single.astype(float)) < np.abs(np.asarray(array, dtype=float))
    inward = np.abs(single.astype(float)) > np.abs(np.asarray(array, dtype=float))
    odd = (bits >> np.uint32(16)) & np.uint32(1)
    rounded = bits + np.uint32(0x7FFF) + odd
    rounded = np.where(tie & outward, bits + np.uint32(0x8000), rounded)
    rounded = np.where(tie & inward, bits, rounded)
    finite = np.isfinite(single)
    return np.asarray(np.where(finite, rounded, bits) >> np.uint32(16)).astype("<u2")


# ------------------------------------------------------------------ parts of a copy


def _encoded(weights: Weights, name: str, array: NDArray[Any]) -> NDArray[Any]:
    if name not in weights.holders:
        raise Mistake(f"{weights.folder}: has no tensor {name}, so it cannot be changed")
    if np.shape(array) != weights.shape(name):
        raise Mistake(
            f"{weights.folder}: the tensor {name} has the shape {list(weights.shape(name))}, and "
            f"its new value {list(np.shape(array))}"
        )
    return encode(array, weights.dtype(name), f"{weights.folder}: the tensor {name}")


def _rounding(weights: Weights, name: str, array: NDArray[Any], encoded: NDArray[Any]) -> float:
    apart = np.abs(decoded(encoded, weights.dtype(name)).astype(float) - array)
    return float(apart.max(initial=0.0))


def _listed(root: Path) -> tuple[list[str], list[str]]:
    """Return the files of a folder and its subfolders, to be copied and to be left out."""
    copied: list[str] = []
    left_out: list[str] = []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_dir() and path.is_symlink():
            raise Mistake(f"{path}: is a link to a folder; replace it by the folder")
        if path.is_dir():
            continue
        other = path.name.endswith((*OTHER_WEIGHTS, ".bin.index.json"))
        (left_out if other else copied).append(name)
        if not other:
            with opened(root, name):
                pass
    return copied, left_out


def check_target(root: Path, goal: Path) -> None:
    """Make sure that a copy of the folder `root` may become `goal`; raises Mistake."""
    sweep(goal.absolute().parent)
    real = Path(os.path.realpath(goal))
    if real == root or root in real.parents or real in root.parents:
        raise Mistake(f"{goal}: is or touches the source {root}; give a folder elsewhere")
    if goal.is_symlink() or (goal.exists() and not goal.is_dir()):
        raise Mistake(f"{goal}: is not a folder; give the name of a new one")
    if goal.is_dir() and any(goal.iterdir()):
        raise Mistake(f"{goal}: is not empty; give the name of a new folder")
    if not goal.absolute().parent.is_dir():
        raise Mistake(f"{goal}: the folder {goal.parent} does not exist; create it first")


@contextmanager
def _beside(goal: Path) -> Iterator[Path]:
    """Give a new folder beside the target, which becomes the target, or vanishes on any trouble."""
    try:
        with aside_folder(goal) as aside:
            yield aside
            os.chmod(aside, 0o777 & ~mask())
            os.rename(aside, goal)
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        fix = limit_fix(error)
        kind = Mistake if fix is None else LimitHit
        raise kind(f"{goal}: was not written ({reason}); {fix or 'choose another place'}") from None


def _copy(root: Path, name: str, folder: Path) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    with opened(root, name) as source, open(folder / name, "xb") as copy:
        shutil.copyfileobj(source, copy, 1 << 20)


def _settle(path: Path, source: Path) -> None:
    """Put a file's bytes on the disk and give it its permissions, which may be to read only."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    os.chmod(path, os.stat(source).st_mode & 0o777)
