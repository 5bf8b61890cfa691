"""The spectrum with the norm's gain and centring folded in is that of the map before the norm."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from rounded import agree, exact
from tiny_models import MODELS, made

from verify.checkpoints.baseline import FIGURES, baseline
from verify.checkpoints.checkpoint import load
from verify.checkpoints.generated import write_random
from verify.checkpoints.heads import head_facts
from verify.checkpoints.spectrum_run import spectrum_run
from verify.cli import main
from verify.telling.errors import AGREES

FIRST = [name for name in MODELS if not name.startswith(("bert", "albert"))]


@pytest.mark.parametrize("model", FIRST)
def test_it_is_what_the_layer_does_to_normalised_differences(tmp_path, model):
    layer = load(made(tmp_path, model)).layers[0]
    norm, d = layer.attention_norm, layer.config.width
    factors, shift = layer.value_output_factors(), exact(np.zeros(d))
    out, values, gain = exact(factors.left), exact(factors.right), exact(np.ones(d))
    gain = gain if norm.gain is None else exact(norm.gain)
    shift = shift if norm.shift is None else exact(norm.shift)
    weighed = values * gain
    weighed = weighed - weighed.mean() if norm.kind == "layer" else weighed
    for state in np.random.default_rng(0).normal(size=(2, d)):
        size = exact(state) - exact(state).mean() if norm.kind == "layer" else exact(state)
        length = ((size * size).mean() + exact([norm.epsilon])).root()
        # F on what the norm makes of the state without its shift, with the length taken off again.
        stored = (out @ values) @ (gain * (size / length) + shift) * length
        stored = stored - (out @ values) @ shift * length
        found = layer.folded().value_output_factors() @ state
        assert agree(found, stored.value, stored, out @ (weighed @ exact(state)))
        normed = layer.F() @ norm(state) * length.value - layer.F() @ shift.value * length.value
        assert agree(found, normed, stored, out @ (weighed @ exact(state)))


def test_the_command_tells_both(tmp_path, capsys):
    folder, said = made(tmp_path / "model", "gpt2"), tmp_path / "said.json"
    table = tmp_path / "rows.csv"
    asked = ["spectrum", str(folder), "--json", str(said), "--csv", str(table)]
    assert main(asked) == AGREES
    assert "stored lambda_1" in capsys.readouterr().out
    layer = load(folder).layers[0]
    values = np.linalg.eigvals(layer.folded().F())
    read = json.loads(said.read_text())["layers"][0]
    first = read["folded"]["spectrum"]["leading"][0]["real"]
    assert first == pytest.approx(values.real.max(), abs=1e-9)
    stored = np.linalg.eigvals(layer.F()).real.max()
    assert read["spectrum"]["leading"][0]["real"] == pytest.approx(stored, abs=1e-9) != first
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert float(rows[0]["folded_lambda_1_real"]) == first
    assert main([*asked, "--unfolded"]) == AGREES
    assert "stored lambda_1" not in capsys.readouterr().out
    assert json.loads(said.read_text())["layers"][0]["folded"] is None
    assert next(csv.DictReader(table.read_text().splitlines()))["folded_lambda_1_real"] == ""


def test_heads_are_folded_alike(tmp_path):
    layer = load(made(tmp_path, "gpt2")).layers[1]
    gain, d = layer.attention_norm.gain, layer.config.width
    before = np.diag(gain) @ (np.eye(d) - 1 / d)
    for each in head_facts(layer.folded()):
        P, F = layer.P(each.number), layer.F(each.number)
        assert each.scores.norm == pytest.approx(np.linalg.norm(before.T @ P @ before, 2))
        assert each.leading.real == pytest.approx(max(0, *np.linalg.eigvals(F @ before).real))
        assert each.norm == pytest.approx(np.linalg.norm(F @ before))


def test_folded_figures_of_random_layers_are_those_of_random_layers(tmp_path):
    """Their deviation is that of the folded entries: gains of any scale change nothing."""
    sizes = {"width": 64, "heads": 4, "layers": 6}
    checkpoint = load(write_random(tmp_path, "gpt2", seed=4, **sizes))
    run = spectrum_run(checkpoint, range(6), beside=baseline(checkpoint.config))
    scores = [run.z(each.folded.figures, name) for each in run.results for name in FIGURES]
    assert max(map(abs, scores)) < 8


def test_norms_after_attention_fold_into_nothing(tmp_path, capsys):
    folder = made(tmp_path / "model", "bert")
    assert load(folder).layers[0].folded() is None
    assert main(["spectrum", str(folder)]) == AGREES
    out = capsys.readouterr().out
    assert "stored lambda_1" not in out and "its gains cannot be folded in" in out
