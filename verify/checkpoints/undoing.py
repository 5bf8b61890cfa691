"""What steering is undone by: the tensors as they were, in a file beside the new ones.

The file is a safetensors file under a name that no library takes for weights. Its metadata has the
hash of every file that was changed, so that what comes back is known to be what was there; its
tensors are those that were changed, and the file of the same name that the source had, if it was
steered itself: so steering twice is undone by undoing twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.folders import existing_folder, opened
from verify.checkpoints.hub import located
from verify.checkpoints.safetensors import Tensor, TensorFile, open_tensors
from verify.checkpoints.weights import open_weights
from verify.checkpoints.writing import Written, tensors_file, write_copy
from verify.language.mistakes import Mistake

UNDO = "steer.undo"
SCHEMA = "verify.undo/1"


def kept_of(checkpoint: Checkpoint, names: Sequence[str]) -> bytes:
    """Return a file that holds tensors of a checkpoint as they are stored; raises Mistake."""
    weights = checkpoint.weights
    files = {weights.holders[name].path for name in names}
    hashes = {
        path.relative_to(checkpoint.folder).as_posix(): _hashed(checkpoint.folder, path)
        for path in sorted(files)
    }
    tensors: list[tuple[str, str, Sequence[int], bytes]] = []
    for name in names:
        held = weights.holders[name].tensors[name]
        raw = _raw(weights.holders[name], held)
        tensors.append((name, held.dtype, held.shape, raw))
    if (checkpoint.folder / UNDO).exists():
        with opened(checkpoint.folder, UNDO) as file:
            before = file.read()
        tensors.append((UNDO, "U8", [len(before)], before))
    return tensors_file({"schema": SCHEMA, "files": json.dumps(hashes)}, tensors)


def write_undone(source: Path | str, target: Path) -> Written:
    """Write what a steered checkpoint was made of, and make sure that it is; raises Mistake."""
    root = existing_folder(located(Path(source)))
    if not (root / UNDO).exists():
        raise Mistake(
            f"{root}: has no {UNDO}, which verify steer writes next to the weights; give a "
            "steered folder, with all its files"
        )
    held, weights = open_tensors(root, UNDO), open_weights(root)
    hashes = _hashes(held)
    for name, tensor in held.tensors.items():
        if name != UNDO and (
            name not in weights.holders
            or (weights.dtype(name), weights.shape(name)) != (tensor.dtype, tensor.shape)
        ):
            raise Mistake(f"{held.path}: has a tensor {name:.80} that is not in the weights; "
                          "it belongs to another checkpoint, use its own")  # fmt: skip
    raw = {name: _raw(held, tensor) for name, tensor in held.tensors.items()}
    also = {UNDO: raw.pop(UNDO)} if UNDO in raw else {}

    def check(folder: Path) -> None:
        for name, wanted in hashes.items():
            if _hashed(folder, folder / name) != wanted:
                raise Mistake(
                    f"{root / name}: was changed after steering, so --undo cannot restore it; "
                    "fetch the original again"
                )

    left_out = write_copy(root, target, weights, raw, also=also, without=[UNDO], check=check)
    return Written(target, dict.fromkeys(raw, 0.0), left_out)


def _raw(file: TensorFile, tensor: Tensor) -> bytes:
    return file.mapped[tensor.begin : tensor.end]


def _hashes(file: TensorFile) -> dict[str, str]:
    """Return the hash of each file that was changed, from the metadata; raises Mistake."""
    length = int.from_bytes(file.mapped[:8], "little")
    metadata = json.loads(file.mapped[8 : 8 + length]).get("__metadata__", {})
    try:
        found = json.loads(metadata["files"])
        if metadata["schema"] != SCHEMA or not found:
            raise ValueError
        return {str(name): str(each) for name, each in dict(found).items()}
    except (KeyError, ValueError, TypeError):
        raise Mistake(
            f"{file.path}: not written by verify steer ({SCHEMA}); fetch the original again"
        ) from None


def _hashed(folder: Path, path: Path) -> str:
    with opened(folder, path.relative_to(folder).as_posix()) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
