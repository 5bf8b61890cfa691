"""Leading eigenvalues of all layers of a checkpoint of a known size, and in plain NumPy.

    python property_tests/benchmarks/checkpoint_spectrum.py [--shape llama-7b] [--folder DIR]
        [--plain LAYERS]

The shape is GPT-2 XL's (48 layers of width 1600, 16 bits), that of a Llama of 1 B weights (16 of
2048, bf16) or of one of 7 B (32 of 4096, bf16). Weights are random: the worst case for an
iteration, as the spectrum has no leading eigenvalue far from the others. What is not read
(embeddings, feed-forward parts) is left as holes in the file, which takes 1, 0.3 and 4.3 GB of a
disk. The command is a process of its own, and its times, on the wall and of processors, and its
peak of memory, mapped files with it, are those of the whole process. Beside it, plain NumPy does
what one would write first: F = W V, all its eigenvalues, for each head the eigenvalues of F_h and
of the symmetric part of P_h written out, all d by d; for a few layers, from which the rest is
extrapolated.
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
from typing import Any

import numpy as np
from checkpoint_depth import CONFIG

from verify.checkpoints.architectures import expected_shapes
from verify.checkpoints.checkpoint import load
from verify.checkpoints.config import read_config

SHAPES = {
    "gpt2-xl": CONFIG,
    "llama-1b": {
        "model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192,
        "num_hidden_layers": 16, "num_attention_heads": 32, "num_key_value_heads": 8,
        "max_position_embeddings": 4096, "vocab_size": 128256,
    },
    "llama-7b": {
        "model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008,
        "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 32,
        "max_position_embeddings": 4096, "vocab_size": 32000,
    },
}  # fmt: skip


def write_checkpoint(folder: Path, shape: str, seed: int = 0) -> None:
    """Write the configuration and a safetensors file, a tensor at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(SHAPES[shape]))
    shapes = expected_shapes(read_config(folder))
    brain = shape.startswith("llama")
    entries: dict[str, Any] = {}
    at = 0
    for name, of_tensor in shapes.items():
        size = 2 * int(np.prod(of_tensor))
        dtype = "BF16" if brain else "F16"
        entries[name] = {"dtype": dtype, "shape": of_tensor, "data_offsets": [at, at + size]}
        at += size
    header = json.dumps(entries).encode()
    rng = np.random.default_rng(seed)
    with (folder / "model.safetensors").open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        begin = file.tell()
        file.truncate(begin + at)
        for name, of_tensor in shapes.items():
            gain = "norm" in name or ".ln_" in name  # 0 would fold every layer to nothing
            if gain or "attn." in name:
                drawn = rng.standard_normal(of_tensor, dtype=np.float32) * np.float32(0.02)
                drawn += np.float32(gain)
                file.seek(begin + entries[name]["data_offsets"][0])
                file.write(_brain(drawn) if brain else drawn.astype("<f2").tobytes())


def _brain(values: Any) -> bytes:
    """Return bf16: of each 32 bits the upper half."""
    upper: bytes = (values.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    return upper


def ours(folder: Path) -> tuple[float, float, float]:
    """Return the command's seconds, those of its processors, and its peak of memory in GB."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "verify", "spectrum", str(folder), "--json", os.devnull],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    seconds = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e9
    return seconds, used.ru_utime + used.ru_stime, peak


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
    asked.add_argument("--shape", choices=SHAPES, default="gpt2-xl", help="of what (gpt2-xl)")
    asked.add_argument("--folder", type=Path, help="where to write, or find, the checkpoint")
    asked.add_argument("--plain", type=int, default=1, help="layers in plain NumPy (1)")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary) / "checkpoint"
        if not (folder / "model.safetensors").exists():
            write_checkpoint(folder, given.shape)
        layers = len(load(folder).layers)
        seconds, processors, peak = ours(folder)
        print(
            f"verify spectrum: {seconds:.1f} s, of processors {processors:.1f} s, {peak:.2f} GB at "
            f"most, {layers} layers",
            flush=True,
        )
        if given.plain:
            of_layer, of_heads = plain(folder, given.plain)
            print(
                f"plain NumPy: {of_layer:.1f} s a layer for F alone, {layers * of_layer:.0f} s for "
                f"all; with the heads {of_layer + of_heads:.0f} s a layer, "
                f"{layers * (of_layer + of_heads) / 60:.0f} minutes for all"
            )


if __name__ == "__main__":
    main()
