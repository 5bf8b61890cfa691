"""Steering the last layer of a checkpoint of GPT-2 XL's size, beside plain NumPy.

    python property_tests/benchmarks/checkpoint_steer.py [--folder DIR] [--strength 50]

48 layers of width 1600 with 25 heads, random weights in half precision (3 GB on disk, twice, as
the steered checkpoint is a copy). Plain NumPy does what one would write: it solves V^T r = u,
adds c u r^T to the output matrix, copies the folder, overwrites the tensor, and passes ten prompts
of ten words through the model before and after. The command `verify steer`, a process of its own,
does that and predicts the alignment of every token first, with a bound, of the whole model and of
attention alone, finds the eigenvalue that grows, and reads back what it wrote. Both steer towards
the direction of one file; the tensors that both wrote are compared.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from checkpoint_depth import LAYERS, WIDTH, plain, write_checkpoint

OUTPUT = f"h.{LAYERS - 1}.attn.c_proj.weight"
FUSED = f"h.{LAYERS - 1}.attn.c_attn.weight"


def places(path: Path) -> tuple[int, dict[str, Any]]:
    """Return where the data of a file begin, and its entries."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        return 8 + size, json.loads(file.read(size))


def tensor(path: Path, name: str) -> Any:
    """Return a tensor of a file."""
    begin, entries = places(path)
    start, end = entries[name]["data_offsets"]
    mapped = np.memmap(path, mode="r", offset=begin)
    return np.asarray(mapped[start:end].view("<f2").reshape(entries[name]["shape"]))


def in_numpy(source: Path, target: Path, u: Any, strength: float, ids: Any) -> tuple[float, float]:
    """Steer, and return the mean alignment with u at the end, before and after."""
    value = tensor(source / "model.safetensors", FUSED).astype(float)[:, 2 * WIDTH :].T
    row = np.linalg.solve(value.T, u)
    shutil.copytree(source, target)
    begin, entries = places(target / "model.safetensors")
    # Stored for rows: the transpose of W + c u r^T.
    steered = tensor(source / "model.safetensors", OUTPUT).astype(float)
    steered += strength * np.outer(row, u)
    with (target / "model.safetensors").open("r+b") as file:
        file.seek(begin + entries[OUTPUT]["data_offsets"][0])
        file.write(steered.astype("<f2").tobytes())
    found = []
    for folder in (source, target):
        ends = plain(folder, ids)
        found.append(float(np.mean(np.abs(ends @ u) / np.linalg.norm(ends, axis=-1))))
    return found[0], found[1]


def command(source: Path, target: Path, vector: Path, strength: float) -> tuple[float, float]:
    """Return the seconds and the peak of memory, in GB, of the command."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "verify", "steer", str(source), "--direction", str(vector),
         "--strength", str(strength), "-o", str(target)],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return seconds, peak * (1 if sys.platform == "darwin" else 1024) / 1e9


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--folder", type=Path, help="where to write, or find, the checkpoint")
    asked.add_argument("--strength", type=float, default=50.0)
    given = asked.parse_args()
    rng = np.random.default_rng(1)
    u, ids = rng.standard_normal(WIDTH), rng.integers(0, 50257, (10, 10))
    u /= np.linalg.norm(u)
    with tempfile.TemporaryDirectory() as temporary:
        folder, vector = given.folder or Path(temporary) / "checkpoint", Path(temporary) / "u.npy"
        if not (folder / "model.safetensors").exists():
            write_checkpoint(folder)
        np.save(vector, u)
        ours, theirs = Path(temporary) / "ours", Path(temporary) / "plain"
        seconds, peak = command(folder, ours, vector, given.strength)
        print(f"verify steer: {seconds:.1f} s, {peak:.2f} GB at most")
        began = time.perf_counter()
        before, after = in_numpy(folder, theirs, u, given.strength, ids)
        seconds = time.perf_counter() - began
        print(f"plain NumPy: {seconds:.1f} s; alignment at the end {before:.4f}, then {after:.4f}")
        written = [tensor(each / "model.safetensors", OUTPUT).astype(float) for each in
                   (ours, theirs)]  # fmt: skip
        apart = np.abs(written[0] - written[1]).max() / np.abs(written[1]).max()
        print(f"largest relative difference of the tensors written: {apart:.1e}")


if __name__ == "__main__":
    main()
