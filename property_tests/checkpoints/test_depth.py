"""Tokens through depth: the ways are those of the forward pass, and meet as the statements say."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import multiple_of_identity, with_spectrum
from tiny_models import MODELS, made

from verify.checkpoints import spectra
from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import (
    NORM_ALONE,
    Variant,
    changed,
    controls,
    ladder,
    run_depth,
)
from verify.checkpoints.forward import ATTENTION_ONLY, WHOLE, states
from verify.checkpoints.interventions import AS_IS, Changes, mask_of, read
from verify.checkpoints.linearised import Differences, leader, led_by
from verify.checkpoints.predictions import judged
from verify.checkpoints.starts import check_room, given_start, random_start, read_ids, read_text
from verify.checkpoints.ways_out import ways_out
from verify.language.mistakes import LimitHit, Mistake
from verify.numerics.draws import Draws
from verify.numerics.layer_matrices import Eigensystem, eigensystem
from verify.numerics.reduced_layers import layer_with_eigenvalues

SPECTRUM = (2.0, 0.5, 0.3, -0.4, 0.1, -0.2, 0.4, 0.2)


def run(checkpoint, interventions=(), *, prompts=8, tokens=6, depth=None, seed=0, more=()):
    named = {name: read(name, checkpoint.config) for name in interventions}
    variants = [Variant("reduced", "pieces"), *changed(named), *more]
    start = random_start(checkpoint, prompts, tokens, seed)
    return run_depth(
        checkpoint, variants, start, depth=depth or checkpoint.config.layers, seed=seed
    )


# ------------------------------------------------------------------ the ways


@pytest.mark.parametrize("model", MODELS)
def test_every_way_is_that_of_the_forward_pass(tmp_path, model):
    checkpoint = load(made(tmp_path, model))
    start = random_start(checkpoint, 3, 5, seed=4)
    depth = checkpoint.config.layers
    found = run_depth(checkpoint, ladder(checkpoint), start, depth=depth, seed=4)
    for trace in found.traces:
        pieces = trace.variant.pieces
        entry = start.ids if pieces.embedding else start.vectors
        *_, end = states(checkpoint, entry, pieces)
        assert np.array_equal(trace.end, end), trace.variant.name
        assert len(trace.measures["distance"]) == depth + 1


def test_principal_eigenvectors_by_iteration_measure_what_all_of_them_do(tmp_path, monkeypatch):
    monkeypatch.setattr(spectra, "SMALL", 0)
    checkpoint = with_spectrum(tmp_path, np.linspace(1.5, -0.9, 40), layers=3)
    start = random_start(checkpoint, 3, 4, seed=1)
    every, few = (
        run_depth(
            checkpoint, [Variant("reduced", "pieces")], start, depth=3, seed=1, eigenvectors=which
        ).traces[0].aligned
        for which in ("all", "principal")
    )  # fmt: skip
    assert set(few) == {"alignment", "signed alignment", "(4)", "(5)"} < set(every)
    F = checkpoint.layers[0].F()
    off = 0.0  # the sine between the two directions: what F - lambda leaves of both, by its second
    for system in (eigensystem(F), spectra.leading_system(F)):  # smallest singular value
        x, shifted = system.principal(), F - system.values[0].real * np.eye(len(F))
        off += np.linalg.norm(shifted @ x) / np.linalg.svd(shifted, compute_uv=False)[-2]
    assert 0 < off < 1e-3
    assert np.abs(few["alignment"] - every["alignment"]).max() <= off


def test_passes_loop_the_whole_model_through_its_last_norm(tmp_path):
    checkpoint = load(made(tmp_path, "gpt2"))
    start = random_start(checkpoint, 2, 4, seed=1)
    twice = Variant("twice", "intervention", replace(WHOLE, embedding=False), Changes(passes=2))
    depth = checkpoint.config.layers
    found = run_depth(checkpoint, [twice], start, depth=depth, seed=1).traces[0]
    entry = start.vectors
    for again in range(2):
        pieces = replace(WHOLE, embedding=False, position=not again)
        *_, end = states(checkpoint, entry, pieces)
        entry = checkpoint.final_norm()(end)
    assert np.array_equal(found.end, end)


def test_nothing_changed_changes_nothing_and_everything_else_something(tmp_path):
    checkpoint = load(made(tmp_path, "gpt_neo"))
    names = ["residual=1", "passes=1", "temperature=1", "mask=full", "temperature=9", "residual=3",
             "norm=before", "noise=0.5", "loop=1", "mask=window:2"]  # fmt: skip
    found = run(checkpoint, names)
    base = found.trace("reduced").end
    same = {name for name in names if np.array_equal(found.trace(name).end, base)}
    assert same == {"residual=1", "passes=1", "temperature=1"}


def test_the_same_seed_gives_the_same_run_and_another_one_another(tmp_path):
    checkpoint = load(made(tmp_path, "bert"))
    ends = [run(checkpoint, ["noise=0.2"], seed=s, more=controls()).traces for s in (1, 1, 2)]
    for one, again, other in zip(*ends, strict=True):
        assert np.array_equal(one.end, again.end)
        assert not np.array_equal(one.end, other.end)


def test_given_tokens_start_at_their_embeddings(tmp_path):
    checkpoint = load(made(tmp_path / "model", "albert"))
    file = tmp_path / "ids"
    file.write_text("1 2 3\n4,5, 6\n\n")
    start = given_start(checkpoint, read_ids(read_text(file)))
    assert start.ids.tolist() == [[1, 2, 3], [4, 5, 6]]
    first = next(states(checkpoint, start.ids, replace(WHOLE, position=False)))
    lengths = np.linalg.norm(first, axis=-1, keepdims=True)
    assert np.allclose(start.vectors, first / lengths)


@pytest.mark.parametrize(
    "text, told",
    [("1 x", "text that is not a token id"), ("1 2\n3", "the same number"), ("", "is empty"),
     ("-1", "not a token id"), ("999", "from 0 to 12")],
)  # fmt: skip
def test_bad_text_is_told_in_one_line(tmp_path, text, told):
    checkpoint = load(made(tmp_path / "model", "gpt2"))
    file = tmp_path / "ids"
    file.write_text(text)
    with pytest.raises(Mistake, match=told):
        given_start(checkpoint, read_ids(read_text(file)))
    with pytest.raises(Mistake, match="cannot be read"):
        read_text(tmp_path / "none")


def test_too_many_tokens_are_told_before_any_work(tmp_path):
    checkpoint = load(made(tmp_path, "gpt2"))
    with pytest.raises(LimitHit, match="use fewer"):
        check_room(checkpoint, (10**9, 10**6), 1)
    check_room(checkpoint, (10, 10), 30)


# ------------------------------------------------------------------ what statements predict


def test_shared_layers_collapse_at_the_rate_of_the_linearisation(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=12)
    names = ["mask=causal", "temperature=3", "temperature=inf", "residual=0.5"]
    found = run(checkpoint, names, depth=24)
    # Full attention: 1/(1 + tau lambda_1). Causal: the second row has 1/2, with lambda_2 = 1/2.
    wanted = {
        "reduced": 1 / 3, "temperature=3": 1 / 3, "temperature=inf": 1 / 3, "residual=0.5": 1 / 2,
        "mask=causal": (1 + 0.5 / 2) / 3,
    }  # fmt: skip
    for name, rate in wanted.items():
        told = judged(found, found.trace(name))
        assert told.prediction.expects == "meet" and "B-T1" in told.prediction.statements
        assert np.isclose(told.prediction.number, rate)
        assert told.agreement == "agrees", (name, told)
        # What was measured has the rate in its interval, and neither half of it nor twice.
        assert rate / 2 < told.measured.low <= rate <= told.measured.high < 2 * rate, name


@pytest.mark.parametrize("mask", ["full", "causal", "window:2"])
@pytest.mark.parametrize("tau", [0.3, 1.0])
def test_the_rate_is_that_of_the_jacobian_at_consensus(mask, tau):
    # (I - v v^T)(1 + tau A x F)/(1 + tau lambda_1), on differences of tokens.
    values = np.array([1.5, 0.7, -0.6, 0.2])
    seen = mask_of(mask, 5)
    weights = seen / seen.sum(axis=1, keepdims=True)
    left = np.linalg.eig(weights.T)
    steady = left[1][:, np.argmin(abs(left[0] - 1))].real
    apart = np.eye(5) - np.outer(np.ones(5), steady / steady.sum())
    tangent = np.diag([0.0, 1, 1, 1])
    jacobian = np.kron(apart, tangent) @ (np.eye(20) + tau * np.kron(weights, np.diag(values)))
    radius = abs(np.linalg.eigvals(jacobian / (1 + tau * values[0]))).max()
    differences = Differences(values.astype(complex), seen, tau)
    assert np.isclose(differences.factor(), radius)
    # What the same derivative does to random differences between two depths, at most.
    start = np.kron(np.eye(5) - 1 / 5, tangent)
    draws = Draws(0).normal((16, 4, 3))
    basis = np.linalg.qr(np.column_stack([np.ones(5), np.eye(5)[:, 1:]]))[0][:, 1:]
    sizes = []
    for t in (3, 9):
        power = start @ np.linalg.matrix_power(jacobian / (1 + tau * values[0]), t)
        wide = np.concatenate([np.zeros((16, 5, 1)), basis @ draws], axis=2).reshape(16, 20)
        sizes.append(np.linalg.norm(wide @ power.T, axis=1))
    expected = ((sizes[1] / sizes[0]) ** (1 / 6)).max()
    assert np.isclose(differences.factor_between(3, 9), expected)


def test_a_complex_pair_turns_and_still_meets(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.5 + 1j, 0.3, -0.2, 0.1, 0.2, 0.4, -0.3), layers=20)
    found = run(checkpoint)
    told = judged(found, found.traces[0])
    assert np.isclose(told.prediction.number, 1 / abs(2.5 + 1j)) and told.agreement == "agrees"
    assert "B-C2" in told.prediction.statements


def test_before_attention_tokens_meet_polynomially(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=64)
    found = run(checkpoint, ["norm=before"])
    told = judged(found, found.trace("norm=before"))
    assert told.prediction.statements == ("A-R2.3+",) and told.agreement == "agrees"
    assert np.isclose(told.prediction.number, -1)
    slow, fast = (
        np.median(found.trace(name).measures["distance"], axis=1)
        for name in ("norm=before", "reduced")
    )
    # Twice the depth halves the distance; on the sphere it squares what 16 layers do.
    assert 0.4 < slow[64] / slow[32] < 0.6
    assert fast[32] < 1e-3 * fast[16] and slow[64] > 1e6 * fast[32]


def test_tokens_gather_under_a_rooted_mask_and_not_under_two_roots(tmp_path):
    checkpoint = multiple_of_identity(tmp_path, 8, 1.0, layers=100)
    found = run(checkpoint, ["mask=causal", "mask=window:2", "mask=packed:2", "mask=self"])
    for name in ("reduced", "mask=causal", "mask=window:2"):
        told = judged(found, found.trace(name))
        assert "A-T4.1++" in told.prediction.statements and told.agreement == "agrees", name
        assert found.trace(name).measures["distance"][-1].max() < 0.1
    for name in ("mask=packed:2", "mask=self"):
        told = judged(found, found.trace(name))
        assert told.prediction.expects == "apart" and told.agreement == "agrees"
        assert found.trace(name).measures["distance"][-1].min() > 0.1
    # Each closed part by itself does gather, and the tokens of `self` stay where they were.
    halves = found.trace("mask=packed:2").end
    for part in (halves[:, :3], halves[:, 3:]):
        assert np.ptp(part, axis=1).max() < 1e-6
    assert np.allclose(found.trace("mask=self").end, found.start.vectors)


def test_two_closed_parts_end_at_one_side_or_two_as_coins_do(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=24)
    found = run(checkpoint, ["mask=packed:2", "mask=packed:3"], prompts=60)
    for name, share in (("mask=packed:2", 1 / 2), ("mask=packed:3", 3 / 4)):
        told = judged(found, found.trace(name))
        assert told.prediction.expects == "sides" and told.prediction.number == share
        assert told.agreement == "agrees", told


def test_noise_keeps_tokens_apart(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=30)
    found = run(checkpoint, ["noise=0.1"], prompts=40)
    told = judged(found, found.trace("noise=0.1"))
    assert told.prediction.expects == "apart" and told.agreement == "agrees"
    assert found.trace("noise=0.1").measures["distance"][-1].min() > 0.05
    assert found.trace("reduced").measures["distance"][-1].max() < 1e-10


def test_ways_out_are_told_from_what_only_slows_down(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=24)
    names = ["noise=0.2", "mask=self", "residual=0.3", "norm=before", "mask=full", "residual=3"]
    found = {way.name: way.effect for way in ways_out(run(checkpoint, names, prompts=12))}
    assert found == {
        "noise=0.2": "keeps apart", "mask=self": "keeps apart", "residual=0.3": "slows down",
        "norm=before": "slows down", "mask=full": "makes no difference", "residual=3": "speeds up",
    }  # fmt: skip


def test_where_the_principal_eigenvector_repels_another_one_takes_its_place(tmp_path):
    # lambda_d < -lambda_1 - 2: |1 + lambda_1| is not the largest (B-C1).
    checkpoint = with_spectrum(tmp_path, (1.0, 0.2, 0.1, -4.0), layers=24)
    found = run(checkpoint)
    said = judged(found, found.traces[0])
    assert said.prediction.number == pytest.approx(1 / 3) and said.agreement == "agrees"
    assert (
        "B-C1" in said.prediction.statements
        and "at the eigenvector of -4, because" in said.prediction.says
    )
    assert found.trace("reduced").aligned["alignment"][-1].max() < 0.9


def test_a_tie_is_not_said_to_meet(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1.0, 0.2, 0.1, -4.0), layers=4)
    found = run(checkpoint)
    (holder,) = found.systems
    tied = Eigensystem(np.array([1.0, 0.2, 0.1, -3.0], dtype=complex), np.eye(4, dtype=complex))
    found = replace(found, systems={holder: tied})
    assert judged(found, found.traces[0]).prediction.expects == "none"


@pytest.mark.parametrize(
    "first, tau, expected",
    [
        ((2.0, 1.0, -1.0), 1.0, 2.0),
        ((1.0, 0.5, -4.0), 1.0, -4.0),
        ((1.0, 0.5, -4.0), 0.25, 1.0),
        ((1.0, 0.5 + 3j), 1.0, 0.5 + 3j),
        ((1.0 + 1j, 0.9 + 2j), 1.0, 0.9 + 2j),
        ((1.0, 0.5, -3.0), 1.0, None),
        ((2.0, 2.0, 0.5), 1.0, None),
    ],
)
def test_the_eigenvalue_of_the_largest_step_leads_unless_another_may(first, tau, expected):
    F = layer_with_eigenvalues(Draws(4), first, heads=1).factors
    F = F.output @ F.value
    system = eigensystem(F)
    found = leader(F, system, tau)
    if expected is None:
        assert found is None
        return
    values = led_by(system, found)
    assert np.isclose(values[0], expected) and len(values) == len(system.values)
    assert not values[0].imag or np.isclose(values[1], np.conj(expected))


def test_what_no_statement_covers_is_said_so(tmp_path):
    checkpoint = load(made(tmp_path, "gpt2"))
    start = random_start(checkpoint, 3, 4, seed=0)
    variants = [*ladder(checkpoint), *controls()]
    found = run_depth(checkpoint, variants, start, depth=2, seed=0)
    told = {t.variant.name: judged(found, t).agreement for t in found.traces}
    assert told.pop("reduced, one layer's weights") in ("agrees", "undecided")
    assert set(told.values()) == {"not covered"}


def test_half_of_the_digits_tell_the_same_rate_and_stop_earlier(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=40)
    start = random_start(checkpoint, 8, 6, seed=0)
    variants = [
        *ladder(checkpoint),
        *changed({"noise=0.1": read("noise=0.1", checkpoint.config)}),
        *controls(),
    ]
    for dtype in (np.float64, np.float32):
        found = run_depth(checkpoint, variants, start, depth=40, seed=0, dtype=dtype)
        assert all(trace.end.dtype == dtype for trace in found.traces)
        told = judged(found, found.trace("reduced"))
        assert told.agreement == "agrees"
        assert told.prediction.number / 2 < told.measured.low  # another rate would not have done
        least = found.trace("reduced").measures["distance"][-1].max()
        assert least < 16 * np.finfo(dtype).eps


# ------------------------------------------------------------------ controls


@pytest.mark.parametrize("shift", [0.0, 2.0])
def test_a_norm_with_a_shift_gathers_tokens_alone_and_one_without_does_not(tmp_path, shift):
    from verify.checkpoints.writing import write_checkpoint

    checkpoint = load(made(tmp_path / "old", "albert", layers=60, width=12, dtype="F64"))
    norms = {
        name: checkpoint.weights.read(name) for name in checkpoint.names.values()
        if "layer_norm" in name or "LayerNorm" in name
    }  # fmt: skip
    changed = {
        name: np.ones_like(a) if name.endswith("weight") else shift * np.linspace(-1, 1, len(a))
        for name, a in norms.items()
    }
    write_checkpoint(checkpoint.folder, tmp_path / "new", changed)
    found = run(load(tmp_path / "new"), more=[v for v in controls() if v.name == NORM_ALONE])
    distance = found.trace(NORM_ALONE).measures["distance"][-1]
    assert distance.max() < 1e-6 if shift else distance.min() > 0.5


def test_controls_keep_what_they_promise(tmp_path):
    from verify.checkpoints.controls import MATCHED, SHUFFLED, controlled
    from verify.checkpoints.forward import load_layer

    checkpoint = load(made(tmp_path, "bert", width=32, heads=4))
    own = load_layer(checkpoint.layers[0])
    for control in (SHUFFLED, MATCHED):
        other = controlled(own, control, seed=1, number=0)
        for role in ("query", "key", "value", "output"):
            a, b = own.arrays[f"{role}.weight"], other.arrays[f"{role}.weight"]
            assert a.shape == b.shape and not np.array_equal(a, b)
            if control == SHUFFLED:
                assert np.array_equal(np.sort(a, axis=None), np.sort(b, axis=None))
            else:  # the deviation of the mean of 1024 entries, four times, and of their size
                assert abs(a.mean() - b.mean()) < 4 * a.std() / 32
                assert abs(a.std() / b.std() - 1) < 4 / np.sqrt(2 * 1024)
        assert other.arrays["wider.weight"] is own.arrays["wider.weight"]
        again = controlled(own, control, seed=1, number=0)
        assert np.array_equal(again.arrays["key.weight"], other.arrays["key.weight"])
    assert Changes() == AS_IS and not ATTENTION_ONLY.norms
