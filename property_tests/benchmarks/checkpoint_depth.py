"""Tokens through all layers of a checkpoint of GPT-2 XL's size, beside plain NumPy.

    python property_tests/benchmarks/checkpoint_depth.py [--folder DIR] [--prompts 4] [--tokens 32]

48 layers of width 1600 with 25 heads, random weights in half precision (3 GB on disk). Compared in
64 bits: the whole model in plain NumPy, as one would write it for these names, with each layer's
tensors mapped, widened and multiplied; ours through `forward.states`; and the command `verify
depth`, a process of its own, with the reduced dynamics and every piece put back, all measured after
each layer, in 64 and in 32 bits. The first two end at the same states, which is checked.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from verify.checkpoints.architectures import expected_shapes
from verify.checkpoints.checkpoint import load
from verify.checkpoints.config import read_config
from verify.checkpoints.forward import states

WIDTH, HEADS, LAYERS = 1600, 25, 48
CONFIG = {
    "model_type": "gpt2", "n_embd": WIDTH, "n_head": HEADS, "n_layer": LAYERS,
    "n_positions": 1024, "vocab_size": 50257,
}  # fmt: skip


def write_checkpoint(folder: Path, seed: int = 0) -> None:
    """Write the configuration and a safetensors file, a tensor at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CONFIG))
    entries, at = {}, 0
    for name, shape in expected_shapes(read_config(folder)).items():
        size = 2 * math.prod(shape)
        entries[name] = {"dtype": "F16", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    header = json.dumps(entries).encode()
    rng = np.random.default_rng(seed)
    with (folder / "model.safetensors").open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        for name, entry in entries.items():
            drawn = np.float32(0.02) * rng.standard_normal(entry["shape"], dtype=np.float32)
            gain = ".weight" in name and len(entry["shape"]) == 1
            file.write((drawn + np.float32(gain)).astype("<f2").tobytes())


def plain(folder: Path, ids: Any) -> Any:
    """Return the states after the last layer, (prompts, tokens, d), in plain NumPy."""
    path = folder / "model.safetensors"
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        entries = json.loads(file.read(size))
    data = np.memmap(path, mode="r", offset=8 + size)

    def tensor(name: str) -> Any:
        start, end = entries[name]["data_offsets"]
        return data[start:end].view("<f2").reshape(entries[name]["shape"])

    def read(name: str) -> Any:
        return tensor(name).astype(np.float64)

    def norm(x: Any, name: str) -> Any:
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)
        return x * read(f"{name}.weight") + read(f"{name}.bias")

    def linear(x: Any, name: str) -> Any:
        return x @ read(f"{name}.weight") + read(f"{name}.bias")

    prompts, tokens = ids.shape
    x = tensor("wte.weight")[ids].astype(np.float64) + tensor("wpe.weight")[:tokens]
    seen = np.tril(np.ones((tokens, tokens), dtype=bool))
    for k in range(LAYERS):
        qkv = linear(norm(x, f"h.{k}.ln_1"), f"h.{k}.attn.c_attn")
        q, key, v = (
            part.reshape(prompts, tokens, HEADS, -1).transpose(0, 2, 1, 3)
            for part in np.split(qkv, 3, axis=-1)
        )
        scores = np.where(seen, q @ key.swapaxes(-1, -2) / math.sqrt(WIDTH // HEADS), -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (weights / weights.sum(-1, keepdims=True) @ v).transpose(0, 2, 1, 3)
        x = x + linear(mixed.reshape(prompts, tokens, -1), f"h.{k}.attn.c_proj")
        inner = linear(norm(x, f"h.{k}.ln_2"), f"h.{k}.mlp.c_fc")
        inner = inner / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner**3)))
        x = x + linear(inner, f"h.{k}.mlp.c_proj")
    return x


def ours(folder: Path, ids: Any) -> Any:
    """Return the same by `forward.states`, and no state but the last one is kept."""
    current = np.empty(0)
    for current in states(load(folder), ids):  # noqa: B007 - the last one is wanted
        pass
    return current


def command(folder: Path, ids: Any, *further: str) -> tuple[float, float, int]:
    """Return the seconds, the peak of memory in GB, and how many ways were followed."""
    with tempfile.TemporaryDirectory() as temporary:
        text, out = Path(temporary) / "ids", Path(temporary) / "out.json"
        text.write_text("\n".join(" ".join(map(str, row)) for row in ids))
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "verify", "depth", str(folder), "--text", str(text),
             "--json", str(out), "--alignment", "never", *further],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        seconds = time.perf_counter() - began
        if done.returncode not in (0, 1):
            raise SystemExit(f"verify depth ended with {done.returncode}")
        found = len(json.loads(out.read_text())["variants"])
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return seconds, peak * (1 if sys.platform == "darwin" else 1024) / 1e9, found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--folder", type=Path, help="where to write, or find, the checkpoint")
    asked.add_argument("--prompts", type=int, default=4)
    asked.add_argument("--tokens", type=int, default=32)
    asked.add_argument("--all", action="store_true", help="interventions and controls, too")
    given = asked.parse_args()
    ids = np.random.default_rng(1).integers(0, 50257, (given.prompts, given.tokens))
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary) / "checkpoint"
        if not (folder / "model.safetensors").exists():
            write_checkpoint(folder)
        # First, as a process counts the memory of the one that it was made by.
        alone = ["--interventions", "none"]
        runs = [alone, [*alone, "--dtype", "float32"], *([["--controls"]] if given.all else [])]
        for further in runs:
            seconds, peak, ways = command(folder, ids, *further)
            print(
                f"verify depth {' '.join(further)}: {seconds:.1f} s for {ways} ways through, "
                f"{seconds / ways:.1f} s each; {peak:.2f} GB at most of "
                f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f}"
            )
        ends = {}
        for name, run in (("plain NumPy", plain), ("ours", ours)):
            began, used = time.perf_counter(), time.process_time()
            ends[name] = run(folder, ids)
            seconds, used = time.perf_counter() - began, time.process_time() - used
            print(f"{name}, the whole model once: {seconds:.1f} s, {used:.1f} s of processor")
        size = np.abs(ends["ours"]).max()
        apart = np.abs(ends["ours"] - ends["plain NumPy"]).max() / size
        print(f"largest relative difference of the two: {apart:.1e}")


if __name__ == "__main__":
    main()
