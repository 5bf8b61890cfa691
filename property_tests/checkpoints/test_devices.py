"""The forward pass uses the array API standard alone, so that it runs where its arrays are."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path

import array_api_strict as strict
import numpy as np
import pytest
from array_api_compat import array_namespace
from scipy.special import erf

sys.path.insert(0, str(Path(__file__).parent))
from plain_models import Plain
from rounded import DOUBLE
from tiny_models import MODELS, made, off_by

import verify.checkpoints
from verify.checkpoints import forward
from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import changed, controls, ladder, run_depth
from verify.checkpoints.devices import Device, device
from verify.checkpoints.forward import ATTENTION_ONLY, WHOLE, load_layer, started, through
from verify.checkpoints.interventions import read_list
from verify.checkpoints.readers import LayerReader
from verify.checkpoints.starts import random_start
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.telling.errors import AGREES, BAD_INPUT, TOOL_MISSING

TORCH = importlib.util.find_spec("torch") is not None
needs_torch = pytest.mark.skipif(not TORCH, reason="torch is not installed")
# Chosen, not derived: a layer sums up to 32 products, some parts after each other. The test of
# the layer that is written down has a bound of its roundings.
FEW = 1e-12


def on_strict(array):
    """An array of the strictest implementation of the standard, which has nothing else."""
    return strict.asarray(np.asarray(array))


@pytest.mark.parametrize("kind", forward.ACTIVATIONS)
@pytest.mark.parametrize("model", MODELS)
def test_a_layer_needs_the_standard_alone(model, kind, tmp_path, monkeypatch):
    checkpoint = load(made(tmp_path, model))
    rows = started(checkpoint, np.array([[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]))
    for pieces in (WHOLE, ATTENTION_ONLY):
        for layer in checkpoint.layers:
            layer = replace(layer, config=replace(layer.config, activation=kind))
            loaded = load_layer(layer, pieces)
            ours = through(layer, rows, pieces, loaded)
            # The standard has no error function.
            monkeypatch.setattr(forward, "erf", lambda x: on_strict(erf(np.asarray(x))))
            theirs = through(layer, on_strict(rows), pieces, loaded.moved(on_strict))
            monkeypatch.undo()
            assert array_namespace(theirs) is array_namespace(on_strict(rows))
            np.testing.assert_allclose(np.asarray(theirs), ours, rtol=FEW, atol=FEW)


@pytest.mark.parametrize("model", MODELS)
def test_a_layer_by_the_standard_alone_is_the_one_written_down(model, tmp_path, monkeypatch):
    """Within the bound of one layer's roundings, which the test above does not derive."""
    checkpoint = load(made(tmp_path, model))
    plain = Plain(tmp_path, DOUBLE)
    monkeypatch.setattr(forward, "erf", lambda x: on_strict(erf(np.asarray(x))))
    (start,) = started(checkpoint, np.array([[1, 2, 3, 4, 5]]))
    for number, layer in enumerate(checkpoint.layers):
        loaded = load_layer(layer, WHOLE).moved(on_strict)
        (found,) = np.asarray(through(layer, on_strict(start[None]), WHOLE, loaded))
        assert off_by(found, plain.after(number, start)) <= 0
        start = found


@needs_torch
@pytest.mark.parametrize("dtype, off", [(np.float64, 1e-9), (np.float32, 1e-3)])
@pytest.mark.parametrize("model", ["gpt2", "bert", "llama", "albert"])
def test_torch_follows_tokens_as_numpy_does(model, dtype, off, tmp_path):
    checkpoint = load(made(tmp_path, model))
    named = "mask=full,temperature=2,norm=before,noise=0.1,passes=2,whole+feed-forward=off"
    variants = [*ladder(checkpoint), *changed(read_list(named, checkpoint.config)), *controls()]
    start = random_start(checkpoint, 3, 5, 0)
    found = []
    for place in ("numpy", "cpu"):
        reader = LayerReader(checkpoint, 0, np.dtype(dtype), device(place, dtype))
        run = run_depth(checkpoint, variants, start, depth=2, seed=0, reader=reader, dtype=dtype)
        assert all(type(trace.end) is np.ndarray for trace in run.traces)
        found.append(run)
    for one, two in zip(found[0].traces, found[1].traces, strict=True):
        assert one.end.dtype == two.end.dtype == dtype
        for table in ("measures", "inside", "aligned"):
            ours, theirs = getattr(one, table), getattr(two, table)
            assert ours.keys() == theirs.keys()
            for name in ours.keys() - {"(5)", "average of (5)"}:  # signs of differences
                np.testing.assert_allclose(theirs[name], ours[name], rtol=off, atol=off)


@needs_torch
def test_layers_are_kept_on_the_device(tmp_path):
    reader = LayerReader(load(made(tmp_path, "gpt2")), 0, np.dtype(float), Device("cpu"))
    layer = reader.layer(0, "")
    arrays = [*layer.arrays.values(), layer.attention_norm.gain, layer.feed_forward_norm.shift]
    assert {type(each).__name__ for each in arrays} == {"Tensor"}


@needs_torch
def test_the_command_and_python_take_a_device(tmp_path, capsys):
    folder, few = made(tmp_path / "model", "gpt2"), ["--prompts", "2", "--interventions", "none"]
    said = {name: tmp_path / f"{name}.json" for name in ("numpy", "cpu")}
    for name, file in said.items():
        assert main(["depth", str(folder), *few, "--device", name, "--json", str(file)]) == AGREES
    one, two = (json.loads(file.read_text())["variants"] for file in said.values())
    for left, right in zip(one, two, strict=True):
        for a, b in zip(left["measures"]["cosine"], right["measures"]["cosine"], strict=True):
            assert a["median"] == pytest.approx(b["median"], abs=1e-9)
    opened = verify.checkpoints.open(folder)
    rows = [opened.depth(prompts=2, device=name) for name in said]
    assert len(rows[0]) == len(rows[1])
    with pytest.raises(Mistake, match="--device: torch cannot use nowhere here"):
        opened.depth(device="nowhere")


def test_a_device_that_is_not_there_is_one_line(tmp_path, capsys, monkeypatch):
    folder = made(tmp_path, "gpt2")
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    assert main(["depth", str(folder), "--device", "cuda"]) == TOOL_MISSING
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert "torch is not installed; pip install torch, or leave out --device" in err
    with pytest.raises(Mistake, match="cuda needs torch, which is not installed; pip install"):
        verify.checkpoints.open(folder).depth(device="cuda")
    asked = ["depth", str(folder), "--protocol", "A-6.2", "--device", "cpu"]
    assert main(asked) == BAD_INPUT
    assert "--device: not available with --protocol" in capsys.readouterr().err
