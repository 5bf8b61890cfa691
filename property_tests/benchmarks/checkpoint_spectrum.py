"""Leading eigenvalues of all layers of a checkpoint of GPT-2 XL's size, and in plain NumPy.

    python property_tests/benchmarks/checkpoint_spectrum.py [--folder DIR] [--plain LAYERS]

48 layers of width 1600 with 25 heads, random weights in half precision: the worst case for an
iteration, as the spectrum has no leading eigenvalue far from the others. What is not read
(embeddings, feed-forward parts) is left as holes in the file, so it takes 1 GB on disk and not 3.
The command is a process of its own, and its time and its peak of memory are those of the whole
process. Beside it, plain NumPy does what one would write first: F = W V, all its eigenvalues, for
each head the eigenvalues of F_h and of the symmetric part of P_h written out, all d by d; for a few
layers, from which the rest is extrapolated.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from checkpoint_depth import CONFIG, LAYERS

from verify.checkpoints.architectures import expected_shapes
from verify.checkpoints.checkpoint import load
from verify.checkpoints.config import read_config


def write_checkpoint(folder: Path, seed: int = 0) -> None:
    """Write the configuration and a safetensors file, a tensor at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CONFIG))
    shapes = expected_shapes(read_config(folder))
    entries, at = {}, 0
    for name, shape in shapes.items():
        size = 2 * int(np.prod(shape))
        entries[name] = {"dtype": "F16", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    header = json.dumps(entries).encode()
    rng = np.random.default_rng(seed)
    with (folder / "model.safetensors").open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        begin = file.tell()
        file.truncate(begin + at)
        for name, shape in shapes.items():
            if ".attn." in name:
                drawn = rng.standard_normal(shape, dtype=np.float32) * np.float32(0.02)
                file.seek(begin + entries[name]["data_offsets"][0])
                file.write(drawn.astype("<f2").tobytes())


def ours(folder: Path) -> tuple[float, float]:
    """Return the seconds and the peak of memory, in GB, of the command."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "verify", "spectrum", str(folder), "--json", os.devnull],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return seconds, peak * (1 if sys.platform == "darwin" else 1024) / 1e9


def plain(folder: Path, layers: int) -> tuple[float, float]:
    """Return the seconds a layer takes with dense matrices: of F, and of all heads."""
    checkpoint = load(folder)
    whole = heads = 0.0
    for layer in checkpoint.layers[:layers]:
        began = time.perf_counter()
        np.linalg.eigvals(layer.matrix("output") @ layer.matrix("value"))
        whole += time.perf_counter() - began
        began = time.perf_counter()
        P = layer.P(0)
        np.linalg.eigvalsh((P + P.T) / 2)
        np.linalg.eigvals(layer.F(0))
        heads += (time.perf_counter() - began) * layer.heads
    return whole / layers, heads / layers


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--folder", type=Path, help="where to write, or find, the checkpoint")
    asked.add_argument("--plain", type=int, default=1, help="layers in plain NumPy (1)")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary) / "checkpoint"
        if not (folder / "model.safetensors").exists():
            write_checkpoint(folder)
        seconds, peak = ours(folder)
        print(f"verify spectrum: {seconds:.1f} s, {peak:.2f} GB at most, {LAYERS} layers")
        if given.plain:
            of_layer, of_heads = plain(folder, given.plain)
            print(
                f"plain NumPy: {of_layer:.1f} s a layer for F alone, {LAYERS * of_layer:.0f} s for "
                f"all; with the heads {of_layer + of_heads:.0f} s a layer, "
                f"{LAYERS * (of_layer + of_heads) / 60:.0f} minutes for all"
            )


if __name__ == "__main__":
    main()
