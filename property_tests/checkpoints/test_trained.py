"""Trained, shuffled and random weights are told apart, and figures stand beside random layers'."""

import numpy as np
import pytest

from property_tests.checkpoints.folders import made
from verify.checkpoints.baseline import FIGURES, TOTAL, baseline
from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.spectrum_run import spectrum_run, verdict
from verify.checkpoints.structure import ATTENTION, form, order
from verify.numerics.draws import Draws
from verify.render.checkpoints.spectrum_text import spectrum_lines
from verify.render.screen import Screen

LAYERS = 8


def with_order(matrix, draws):
    """A matrix with larger entries here and there, and a few strong directions."""
    rows, columns = draws.normal((2, len(matrix), 3))
    wide = matrix * np.exp(0.5 * draws.normal(matrix.shape))
    return wide + 2 * matrix.std() * rows @ columns.T / 3


def shuffled(matrix, draws):
    """The same entries in another order."""
    return matrix.reshape(-1)[np.argsort(draws.uniform(0, 1, (matrix.size,)))].reshape(matrix.shape)


def put_through(*functions):
    """Each matrix put through functions of it and of draws of its own."""

    def change(matrix, role, number):
        for k, function in enumerate(functions):
            matrix = function(matrix, Draws(1000 * k + 10 * number + ATTENTION.index(role)))
        return matrix

    return change


def run_of(folder, *functions):
    made(folder, "bert", seed=4, width=64, layers=LAYERS, change=put_through(*functions))
    return spectrum_run(load_checkpoint(folder), range(LAYERS)).beside_random(baseline)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    place = tmp_path_factory.mktemp("models")
    return {
        "random": run_of(place / "random"),
        "trained": run_of(place / "trained", with_order),
        "shuffled": run_of(place / "shuffled", with_order, shuffled),
    }


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
def test_each_is_told_by_one_number(runs, name):
    found = verdict(runs[name])
    assert found.like == name
    assert found.own.low <= found.own.median <= found.own.high


def test_a_little_order_is_told_though_forms_differ_more_between_layers(tmp_path):
    """As in a published GPT-2 of microbes: intervals of whole structures overlap there."""

    def a_little(scales):
        def change(matrix, draws):
            rows, columns = draws.normal((2, len(matrix), 1))
            wide = matrix * np.exp(next(scales) * draws.normal(matrix.shape))
            return wide + 0.8 * wide.std() * rows @ columns.T

        return change

    scales = np.repeat(np.linspace(0.1, 1.0, LAYERS), len(ATTENTION))
    found = verdict(run_of(tmp_path / "trained", a_little(iter(scales))))
    other = verdict(run_of(tmp_path / "shuffled", a_little(iter(scales)), shuffled))
    assert found.own.low < other.own.high and found.own.high > other.own.low
    assert (found.like, other.like) == ("trained", "shuffled")


def test_scores_do_not_depend_on_the_scale_and_are_small_for_random_layers(runs, tmp_path):
    run, larger = runs["random"], run_of(tmp_path, lambda m, _: 7 * m)
    for one, two in zip(run.results, larger.results, strict=True):
        for name in FIGURES:
            assert one.figures[name] == pytest.approx(two.figures[name], rel=1e-9, abs=1e-9)
            assert abs(run.z(one.figures, name)) < 8
    trained = runs["trained"]
    assert all(trained.z(result.figures, TOTAL) > 8 for result in trained.results)


@pytest.mark.parametrize("model", ["llama", "gpt2"])
def test_every_shape_has_a_baseline(tmp_path, model):
    made(tmp_path, model, width=24)
    found, again = (baseline(load_checkpoint(tmp_path).layer(0), jobs=jobs) for jobs in (1, 3))
    assert found == again
    assert all(np.isfinite(list(found.draws[name])).all() for name in FIGURES)


def test_equal_weights_have_no_structure(tmp_path):
    run = run_of(tmp_path, lambda m, _: 0 * m)
    assert verdict(run).like == "unclear"
    assert spectrum_lines(run, Screen())
