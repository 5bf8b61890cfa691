"""`verify compare`: models beside each other, where they part, and how a run moves."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import with_spectrum

from verify.checkpoints.checkpoint import load
from verify.checkpoints.comparing import compare, relative
from verify.checkpoints.generated import write_random
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.writing import write_checkpoint, write_tensors
from verify.cli import main
from verify.numerics.draws import Draws
from verify.telling.errors import AGREES, BAD_INPUT

SIZES = {"width": 16, "heads": 2, "layers": 4}


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    return write_random(tmp_path_factory.mktemp("models") / "first", "bert", seed=3, **SIZES)


def moved(source, target, layers, by=0.5):
    """The same with the output matrices of some layers moved by so much of their size."""
    checkpoint, arrays = load(source), {}
    for number in layers:
        layer = checkpoint.layers[number]
        matrix = layer.matrix("output")
        change = Draws(number).normal(matrix.shape)
        change *= by * np.linalg.norm(matrix) / np.linalg.norm(change)
        arrays |= layer.stored_as("output", matrix + change)
    write_checkpoint(source, target, arrays)
    return target


def test_models_part_where_their_weights_do(first, tmp_path):
    other = moved(first, tmp_path / "other", [2, 3])
    one, two = compare([load(first), load(other)])
    assert one.apart == {} and one.parts_at is None
    assert two.parts_at == 2 and [each.differs for each in two.apart.values()] == [
        False,
        False,
        True,
        True,
    ]
    assert two.apart[2].weights == pytest.approx(0.5, rel=1e-5)
    for k, each in two.apart.items():
        F, G = load(first).layers[k].F(), load(other).layers[k].F()
        assert each.matrix == pytest.approx(np.linalg.norm(G - F) / np.linalg.norm(F), abs=1e-12)
    assert sum(two.cases.values()) == 4
    spectra = [layer_spectrum(layer.value_output_factors()) for layer in load(other).layers]
    assert two.gap == pytest.approx(float(np.median([each.gap for each in spectra])))


def test_the_same_in_half_the_bits_parts_nowhere(first, tmp_path):
    checkpoint = load(first)
    arrays = {name: checkpoint.weights.read(name) for name in checkpoint.weights.holders}
    half = moved(first, tmp_path / "half", [])
    write_tensors(half / "model.safetensors", arrays, "BF16")
    _, two = compare([checkpoint, load(half)])
    assert two.parts_at is None and all(0 < each.weights < 2**-8 for each in two.apart.values())
    _, same = compare([load(half), load(half)])
    assert same.parts_at is None and all(
        each.weights == each.stored == 0 for each in same.apart.values()
    )


def test_other_shapes_are_compared_by_their_spectra_alone(first, tmp_path, capsys):
    other = write_random(tmp_path / "other", "gpt2", seed=1, width=8, heads=2, layers=3)
    page = tmp_path / "page.html"
    assert main(["compare", str(first), str(other), "--html", str(page)]) == AGREES
    out = capsys.readouterr().out
    told = "Different shape from first, so only spectra are compared: other."
    assert told in out and told in page.read_text()
    assert "parts at" in out and "layer 0" not in out and "\n2  " in out and "\n3  " not in out


def test_the_command_tells_the_same_everywhere(first, tmp_path, capsys):
    other = moved(first, tmp_path / "other", [1])
    said, table, drawn = (tmp_path / name for name in ("said.json", "rows.csv", "out.svg"))
    asked = ["compare", str(first), str(other), "--json", str(said), "--csv", str(table)]
    assert main([*asked, "-o", str(drawn)]) == AGREES
    out = capsys.readouterr().out
    read, rows = json.loads(said.read_text()), list(csv.DictReader(io.StringIO(table.read_text())))
    assert read["schema"] == "verify.compare/1" and read["models"][1]["parts_at"] == 1
    assert "layer 1" in out and "first" in out and "other" in out
    assert len(rows) == len(read["layers"]) == 8
    for row, each in zip(rows, read["layers"], strict=True):
        assert float(row["gap"]) == float(each["gap"])
    assert "gap of real parts" in " ".join(ElementTree.fromstring(drawn.read_bytes()).itertext())
    assert main([*asked[:3], "--json", "-"]) == AGREES
    captured = capsys.readouterr()
    assert json.loads(captured.out) == read and captured.err == out


def test_the_checkpoints_of_a_run_have_a_course(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    model = tmp_path / "hub" / "models--a--run"
    for step in (0, 1000, 2000):
        commit = f"{step:040}"
        write_random(model / "snapshots" / commit, "bert", seed=3, scale=1 + step / 1000, **SIZES)
        (model / "refs").mkdir(exist_ok=True)
        (model / "refs" / f"step{step}").write_text(commit)
    drawn = tmp_path / "out.svg"
    names = [f"a/run@step{step}" for step in (0, 1000, 2000)]
    assert main(["compare", *names, "-o", str(drawn)]) == AGREES
    out = capsys.readouterr().out
    assert "From a/run@step0 to a/run@step1000" in out and "→" in out
    words = " ".join(ElementTree.fromstring(drawn.read_bytes()).itertext())
    assert all(name in words for name in ("step1000", "cases", "structure"))


def test_rates_are_predicted_and_measured(tmp_path):
    slow = with_spectrum(tmp_path / "slow", (1.0, 0.5, 0.2, -0.2), layers=2)
    fast = with_spectrum(tmp_path / "fast", (3.0, 0.5, 0.2, -0.2), layers=2)
    one, two = compare([slow, fast], rates=True)
    for each, exact in ((one, 1 / 2), (two, 1 / 4)):
        for said in each.rates.values():
            assert said.agreement == "agrees"
            assert said.prediction.number == pytest.approx(exact, rel=1e-4)
            assert said.measured.low <= exact <= said.measured.high


def test_how_far_matrices_are():
    eye, zero = np.eye(2), np.zeros((2, 2))
    assert relative(zero, zero) == 0 and relative(zero, eye) == np.inf
    assert relative(eye, 3 * eye) == 2


@pytest.mark.parametrize(
    "further, says",
    [
        ([], "CHECKPOINT: only one is given; give at least two to compare"),
        (["{first}", "--csv", "x", "--json", "x"], "--csv: --json writes the same file"),
        (["{first}", "--csv", "{first}/x"], "--csv: "),
        (["none/none"], "none/none: not a folder, and not a name in the cache"),
        (["{first}", "--seed", "-1"], "--seed: -1 is negative"),
    ],
)
def test_bad_input_is_one_line(first, further, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = [each.format(first=first) for each in further]
    assert main(["compare", str(first), *asked]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"verify: {says}") and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_layer_that_is_not_finite_is_told(first, tmp_path, capsys):
    broken = moved(first, tmp_path / "broken", [])
    checkpoint = load(broken)
    name = checkpoint.layers[1].sources["value.weight"].name
    place = checkpoint.weights.holders[name].tensors[name].begin
    del checkpoint
    with open(broken / "model.safetensors", "r+b") as file:
        file.seek(place)
        file.write(np.float32(np.nan).tobytes())
    assert main(["compare", str(first), str(broken)]) == BAD_INPUT
    assert f"the tensor {name} has an entry that is nan" in capsys.readouterr().err
