"""What kept results depend on: the code that computed them, and the weights they are of."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from verify.checkpoints.checkpoint import Checkpoint

ROOMS = ("checkpoints", "numerics")


@lru_cache(maxsize=1)
def code() -> str:
    """Return the hash of the code that measures checkpoints."""
    root, found = Path(__file__).resolve().parents[1], hashlib.sha256()
    for path in sorted(path for room in ROOMS for path in (root / room).glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def weights_of(checkpoint: Checkpoint) -> str:
    """Return what tells a checkpoint's files from others: places, sizes and times, not bytes."""
    found = hashlib.sha256((checkpoint.folder / "config.json").read_bytes())
    for file in checkpoint.weights.files:
        about = file.path.stat()
        found.update(f"{file.path.resolve()}/{about.st_size}/{about.st_mtime_ns}\n".encode())
    return found.hexdigest()
