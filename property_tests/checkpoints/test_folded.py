"""The spectrum with the norm's gain and centring folded in is that of the map before the norm."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import MODELS, made

from verify.checkpoints.checkpoint import load
from verify.cli import main
from verify.telling.errors import AGREES, BAD_INPUT

FIRST = [name for name in MODELS if not name.startswith(("bert", "albert"))]


@pytest.mark.parametrize("model", FIRST)
def test_it_is_what_the_layer_does_to_normalised_differences(tmp_path, model):
    layer = load(made(tmp_path, model)).layers[0]
    norm, d = layer.attention_norm, layer.config.width
    x, y = np.random.default_rng(0).normal(size=(2, d))

    def value(state):
        """F on what the norm makes of a state, with its length taken off again."""
        size = state - state.mean() if norm.kind == "layer" else state
        return layer.F() @ (norm(state) * np.sqrt(np.mean(size * size) + norm.epsilon))

    shift = np.zeros(d) if norm.shift is None else norm.shift
    for state in (x, y):
        size = state - state.mean() if norm.kind == "layer" else state
        scale = np.sqrt(np.mean(size * size) + norm.epsilon)
        expected = value(state) - layer.F() @ shift * scale
        np.testing.assert_allclose(layer.folded_factors() @ state, expected, atol=1e-12)


def test_the_command_tells_both(tmp_path, capsys):
    folder, said = made(tmp_path / "model", "gpt2"), tmp_path / "said.json"
    table = tmp_path / "rows.csv"
    asked = ["spectrum", str(folder), "--json", str(said), "--csv", str(table)]
    assert main(asked) == AGREES
    assert "folded" not in capsys.readouterr().out
    assert json.loads(said.read_text())["layers"][0]["folded"] is None
    assert main([*asked, "--folded"]) == AGREES
    assert "folded lambda_1" in capsys.readouterr().out and "folded_gap" in table.read_text()
    layer = load(folder).layers[0]
    values = np.linalg.eigvals(layer.folded_factors().dense())
    read = json.loads(said.read_text())["layers"][0]["folded"]
    assert read["leading"][0]["real"] == pytest.approx(values.real.max(), abs=1e-9)


def test_norms_after_attention_fold_into_nothing(tmp_path, capsys):
    folder = made(tmp_path / "model", "bert")
    assert load(folder).layers[0].folded_factors() is None
    assert main(["spectrum", str(folder), "--folded"]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("verify: --folded: ") and err.count("\n") == 1
