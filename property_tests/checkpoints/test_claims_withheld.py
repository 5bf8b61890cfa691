"""What must not be said: theorems of weights that lack a hypothesis, unfounded predictions.

Each case is one where the claim would be false, as plain runs of the layer or exact matrices show.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import shared, with_spectrum

from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import Variant, changed, run_depth
from verify.checkpoints.eigenvalue_errors import discs
from verify.checkpoints.forward import ATTENTION_ONLY
from verify.checkpoints.generated import write_random
from verify.checkpoints.interventions import read
from verify.checkpoints.layer_facts import layer_facts
from verify.checkpoints.predictions import judged, noise_floor
from verify.checkpoints.spectrum_run import spectrum_run
from verify.checkpoints.starts import TokenStart, given_start, random_start
from verify.checkpoints.theory import read_theory, theorems
from verify.checkpoints.writing import write_checkpoint
from verify.numerics.layer_matrices import ValueOutput
from verify.numerics.reduced_layers import ReducedLayer

THEORY = read_theory()


def with_matrix(folder, F, *, heads=1, **settings):
    """A checkpoint of the layout of ALBERT whose layers have V = I, W = F, and random scores."""
    rng, d = np.random.default_rng(3), len(F)
    queries, keys = rng.normal(size=(2, d, d)) / np.sqrt(d)
    layer = ReducedLayer(ValueOutput(np.eye(d), np.asarray(F, dtype=float)), queries, keys, heads)
    return shared(folder, layer, layers=2, **settings)


def applying(checkpoint, number=0):
    layer = checkpoint.layers[number]
    return {t.id for t in theorems(layer_facts(layer, layer.F()), THEORY) if t.applies}


def unimodular(rng, d):
    """Return an integer matrix and its inverse, which is one, too."""
    lower = np.tril(rng.integers(-2, 3, size=(d, d)), -1) + np.eye(d)
    upper = np.triu(rng.integers(-2, 3, size=(d, d)), 1) + np.eye(d)
    return lower @ upper, np.round(np.linalg.inv(upper)) @ np.round(np.linalg.inv(lower))


def followed(checkpoint, *names, prompts=20, tokens=6, depth=30, start=None):
    variants = changed({name: read(name, checkpoint.config) for name in names}) or [
        Variant("reduced", "pieces")
    ]
    start = random_start(checkpoint, prompts, tokens, 0) if start is None else start
    run = run_depth(checkpoint, variants, start, depth=depth, seed=0, eigenvectors="none")
    return run, [judged(run, trace) for trace in run.traces]


# ------------------------------------------------------------------ theorems


@pytest.mark.parametrize("block", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_a_double_eigenvalue_is_neither_simple_nor_a_pair(tmp_path, seed, block):
    # Exactly 2, 2, 0, -1, with or without a Jordan block; computed, 2 +- 1e-7 or 2 +- 1e-7 i.
    S, inverse = unimodular(np.random.default_rng(seed), 4)
    J = np.diag([2.0, 2, 0, -1])
    J[0, 1] = block
    assert (S @ inverse == np.eye(4)).all()
    assert not applying(with_matrix(tmp_path, S @ J @ inverse)) & {"B-T1", "B-C1", "B-C2"}


def test_an_iteration_says_nothing_where_conditions_are_huge(tmp_path):
    # The exact spectrum is real, with gaps of 0.005; what is found are pairs far from it.
    rng, d = np.random.default_rng(1), 400
    values = np.linspace(-1, 0.9, d)
    rng.shuffle(values)
    F = np.triu(rng.normal(size=(d, d)) / np.sqrt(d), 1) + np.diag(values)
    assert not applying(with_matrix(tmp_path, F)) & {"B-T1", "B-C1", "B-C2"}


@pytest.mark.parametrize("F", [np.eye(2), np.diag([2.0, 1, 2, 1])])
def test_heads_have_no_common_first_eigenvector_where_there_is_none_of_all(tmp_path, F):
    # Each head sees half of the coordinates, and both together make a double eigenvalue.
    assert "A-T5.2'" not in applying(with_matrix(tmp_path, F, heads=2))


def test_a_head_with_a_negative_first_eigenvalue_may_part_tokens(tmp_path):
    checkpoint = load(
        write_random(
            tmp_path / "old",
            "llama",
            seed=1,
            width=2,
            heads=2,
            layers=1,
            head_dim=2,
            dtype="F64",
            num_key_value_heads=2,
        )
    )
    layer = checkpoint.layers[0]
    value = np.vstack([np.eye(2), np.eye(2)])
    matrices = {}
    for sign, expected in ((0.3, True), (-0.3, False)):
        output = np.hstack([np.diag([1.0, 0.0]), np.diag([sign, min(sign, 0)])])
        for role, matrix in (("value", value), ("output", output)):
            matrices |= layer.stored_as(role, matrix)
        write_checkpoint(tmp_path / "old", tmp_path / str(sign), matrices)
        assert ("A-T5.2'" in applying(load(tmp_path / str(sign)))) == expected


def test_a_negative_first_eigenvalue_or_a_layer_left_out_is_told_of_the_network(tmp_path):
    for values, expected in (((3.0, 2.0, 1.0), True), ((-1.0, -2.0, -3.0), False)):
        checkpoint = with_matrix(tmp_path / str(expected), np.diag(values))
        (varying,) = (t for t in spectrum_run(checkpoint, [0, 1]).network if t.id == "A-T5.3''")
        says = "lambda_1 is positive in every layer"
        assert (says not in {h.says for h in varying.missing}) == expected
    model = load(write_random(tmp_path / "other", "gpt2", seed=1, layers=3))
    same, varying = spectrum_run(model, [0]).network
    assert not same.applies and "all layers were read" in {h.says for h in varying.missing}


def test_tokens_that_see_themselves_alone_do_not_meet(tmp_path):
    for window, rooted in ((1, False), (2, True)):
        folder = write_random(
            tmp_path / str(window), "mistral", seed=1, heads=1, layers=1, sliding_window=window
        )
        layer = load(folder).layers[0]
        (normed,) = (
            t for t in theorems(layer_facts(layer, layer.F()), THEORY) if t.id == "A-R2.3+"
        )
        says = "all tokens can reach a common token"
        assert (says not in {h.says for h in normed.missing}) == rooted


# ------------------------------------------------------------------ predictions


@pytest.mark.parametrize("power, agreement", [(-0.2, "disagrees"), (-1.0, "agrees")])
def test_a_power_can_be_contradicted(tmp_path, power, agreement):
    checkpoint = with_spectrum(tmp_path, (2.0, 0.0, 0.0, 0.0), layers=4)
    run, _ = followed(checkpoint, "norm=before", depth=200)
    (trace,) = run.traces
    factors = np.random.default_rng(0).uniform(0.008, 0.01, size=20)
    distances = np.arange(1.0, 202)[:, None] ** power * factors
    other = replace(trace, measures={**trace.measures, "distance": distances})
    assert judged(run, other).agreement == agreement


def test_of_given_tokens_no_coin_decides_the_side(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.0, 0.3, -0.2, 0.1), layers=4)
    ids = np.tile(np.arange(6) % checkpoint.config.vocabulary, (20, 1))
    for start, expects in (
        (None, "sides"),
        (given_start(checkpoint, ids), "none"),
    ):
        _, (said,) = followed(checkpoint, "mask=packed:2", start=start)
        assert said.prediction.expects == expects


def test_blocks_of_the_same_given_tokens_are_not_said_to_stay_apart(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.0 + 1j, 0.3, 0.1), layers=4)
    ids = np.tile(np.array([1, 2, 3, 1, 2, 3]), (20, 1))
    _, (said,) = followed(checkpoint, "mask=packed:2", start=given_start(checkpoint, ids))
    assert said.prediction.expects == "none"


def test_a_part_that_ends_on_both_sides_counts_for_no_coin(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.0, 0.3, -0.2, 0.1), layers=4)
    run, (said,) = followed(checkpoint, "mask=packed:2")
    (trace,) = run.traces
    assert said.agreement == "agrees"
    end = trace.end.copy()
    end[0, 0] = -end[0, 1]  # within the first block, as B-T3 allows
    assert judged(run, replace(trace, end=end)).agreement == "undecided"


def test_parts_that_do_not_gather_are_not_said_to(tmp_path):
    checkpoint = with_spectrum(tmp_path, (-0.2, -0.3, -0.4, -0.5), layers=4)
    _, (said,) = followed(checkpoint, "mask=packed:2")
    assert said.prediction.expects == "none"


def test_one_token_has_no_distance(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.0, 0.3, -0.2, 0.1), layers=4)
    _, told = followed(checkpoint, "noise=0.1", "norm=before", "mask=full", tokens=1)
    assert {said.agreement for said in told} == {"not covered"}


@pytest.mark.parametrize("values", [(1.0, -3.0, 0.2, 0.1), (0.0, -0.5, -1.0, -2.0)])
def test_eigenvalues_that_grow_alike_are_a_tie(tmp_path, values):
    _, (said,) = followed(with_spectrum(tmp_path, values, layers=4))
    assert said.prediction.expects == "none"


def test_few_prompts_contradict_nothing(tmp_path, monkeypatch):
    from verify.checkpoints.linearised import Differences

    checkpoint = with_spectrum(tmp_path, (2.0, 0.5, 0.3, -0.4), layers=20)
    for name in ("factor", "factor_between"):
        own = getattr(Differences, name)
        monkeypatch.setattr(Differences, name, lambda *given, own=own: own(*given) / 2)
    for prompts, agreement in ((14, "undecided"), (15, "disagrees")):
        _, (said,) = followed(checkpoint, prompts=prompts)
        assert said.agreement == agreement


@pytest.mark.parametrize("width, tokens", [(2, 2), (4, 2), (4, 5), (32, 3)])
def test_noise_leaves_the_median_it_is_said_to(width, tokens):
    # One noise on equal tokens, which has the least distances; 4000 draws of a median whose
    # interval at 1 - 1e-9 is above the bound.
    spread, draws = 0.001, np.random.default_rng(5)
    noise = spread / np.sqrt(width) * draws.normal(size=(4000, tokens, width))
    states = np.eye(width)[0] + noise
    units = states / np.linalg.norm(states, axis=-1, keepdims=True)
    apart = [
        np.linalg.norm(units[:, i] - units[:, j], axis=-1)
        for i in range(tokens)
        for j in range(i)
    ]  # fmt: skip
    ordered = np.sort(np.mean(apart, axis=0))
    low = ordered[2000 - int(6.2 * np.sqrt(4000) / 2)]  # 6.2 deviations of the binomial
    assert noise_floor(spread, width, tokens) < low


# ------------------------------------------------------------------ matrices that are not normal


@pytest.mark.parametrize("mask", ["mask=causal", "residual=0.3+mask=causal", "mask=sink:2"])
def test_transients_of_a_matrix_that_is_not_normal_are_granted(tmp_path, mask):
    F = np.diag([2, 0.5, 0.45, 0.4, 0.35]) + np.diag([0, 1.0, 1, 1], 1)
    _, (said,) = followed(with_matrix(tmp_path, F), mask, depth=80, prompts=40)
    assert said.prediction.expects == "meet" and said.agreement != "disagrees"


@pytest.mark.parametrize("seed", range(8))
def test_rates_of_random_matrices_far_from_normal_are_not_contradicted(tmp_path, seed):
    rng, d = np.random.default_rng(seed), 16
    values = np.diag([2.0, *rng.uniform(-0.5, 0.8, d - 1)])
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    F = turn @ (values + np.triu(rng.normal(size=(d, d)) * 0.3, 1)) @ turn.T
    _, told = followed(with_matrix(tmp_path, F), "mask=causal", "mask=full", depth=60, prompts=30)
    assert "disagrees" not in {said.agreement for said in told}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("block", [0, 1])
def test_a_double_eigenvalue_leads_nowhere(tmp_path, seed, block):
    S, inverse = unimodular(np.random.default_rng(seed), 4)
    J = np.diag([2.0, 2, 0, -1])
    J[0, 1] = block
    checkpoint = with_matrix(tmp_path, S @ J @ inverse)
    _, told = followed(checkpoint, "mask=full", "mask=packed:2", "norm=before")
    assert {said.prediction.expects for said in told} == {"none"}


@pytest.mark.parametrize(
    "F, name",
    [
        (np.diag([2.0, 2, 1, 0]), "mask=packed:2"),
        (np.zeros((4, 4)), "mask=self"),
        (-np.eye(4), "residual=3+mask=packed:2"),
    ],
)
def test_equal_eigenvalues_are_a_tie(tmp_path, F, name):
    _, (said,) = followed(with_matrix(tmp_path, F), name)
    assert said.prediction.expects == "none"


def test_a_block_elsewhere_is_no_tie_at_the_top(tmp_path):
    F = np.diag([2, 0.5, 0.5, 0.3])
    F[1, 2] = 1
    _, (said,) = followed(with_matrix(tmp_path, F), "mask=full")
    assert said.prediction.number == pytest.approx(1 / 3) and said.agreement == "agrees"


def test_where_nothing_grows_no_power_is_told(tmp_path):
    S, inverse = unimodular(np.random.default_rng(1), 4)
    checkpoint = with_matrix(tmp_path, S @ np.diag([0.0, 0, -1, -1]) @ inverse / 3)
    _, (said,) = followed(checkpoint, "norm=before")
    assert said.prediction.expects == "none"


def test_small_steps_take_long_to_fall_like_a_power(tmp_path):
    values = tuple(0.02 * np.array([1, 0.5, 0.3, -0.4]))
    checkpoint = with_spectrum(tmp_path, values, layers=4)
    rng = np.random.default_rng(2)
    near = rng.normal(size=(20, 1, 4)) + 0.05 * rng.normal(size=(20, 6, 4))
    vectors = near / np.linalg.norm(near, axis=-1, keepdims=True)
    start = TokenStart(vectors, np.zeros((20, 6), dtype=int), True)
    for name in ("norm=before", "norm=before+mask=causal"):
        _, (said,) = followed(checkpoint, name, start=start, depth=64)
        assert said.prediction.expects == "power" and said.agreement != "disagrees"


def test_places_that_are_learned_leave_no_coin(tmp_path):
    folder = write_random(tmp_path / "old", "gpt2", seed=1, layers=2, heads=1, dtype="F64")
    layer = load(folder).layers[0]
    changes = layer.stored_as("output", np.diag([1.0, 0.3, -0.2, 0.1, 0, 0, 0, 0]))
    write_checkpoint(folder, tmp_path / "new", changes)
    checkpoint = load(tmp_path / "new")
    variants = [
        Variant(
            str(position),
            "intervention",
            replace(ATTENTION_ONLY, position=position),
            read("loop=0+mask=packed:2", checkpoint.config),
        )
        for position in (False, True)
    ]
    start = random_start(checkpoint, 20, 6, 0)
    run = run_depth(checkpoint, variants, start, depth=20, seed=0, eigenvectors="none")
    told = [judged(run, trace).prediction for trace in run.traces]
    assert "the start decides" in told[1].says and "begin" not in told[0].says


def test_tokens_without_a_common_direction_contradict_nothing(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.0, 0.3, -0.2, 0.1), layers=4)
    vectors = random_start(checkpoint, 20, 4, 0).vectors.copy()
    vectors[0, 1], vectors[0, 2], vectors[0, 3] = -vectors[0, 0], vectors[0, 0], -vectors[0, 0]
    start = TokenStart(vectors, np.zeros((20, 4), dtype=int), False)
    _, (said,) = followed(checkpoint, "mask=causal", start=start, depth=60)
    assert said.agreement != "disagrees"


def test_discs_that_overlap_reach_around_each_other():
    values = np.array([1.0, 1.1, 3.0], dtype=complex)
    radii = discs(values, np.eye(3, dtype=complex), np.array([0.02, 0.02, 0.02]))
    assert radii == pytest.approx([0.16, 0.16, 0.06], rel=1e-9)
