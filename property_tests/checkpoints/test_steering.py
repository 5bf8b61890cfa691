"""Steering: what is measured on the written checkpoint is what the laws predict, within bounds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from verify.checkpoints.checkpoint import load
from verify.checkpoints.config import SUPPORTED
from verify.checkpoints.covectors import gamma, least_covector
from verify.checkpoints.directions import direction
from verify.checkpoints.generated import write_random
from verify.checkpoints.steered_spectrum import eigenvalue
from verify.checkpoints.steering import predict, steer
from verify.checkpoints.steering_run import carry_out, prediction, random_tokens
from verify.checkpoints.writing import write_checkpoint

U = np.array([0.6, 0, 0, 0.8, 0, 0, 0, 0])
EVERY_MODEL = pytest.mark.parametrize("model", SUPPORTED)


def checkpoint(folder, model="gpt2", **settings):
    return load(write_random(folder, model, **({"seed": 5} | settings)))


# ------------------------------------------------------------------ measured is predicted


@EVERY_MODEL
@pytest.mark.parametrize("dtype", ["F64", "F32", "F16", "BF16"])
def test_every_token_is_where_it_was_predicted(tmp_path, model, dtype):
    predicted = prediction(steer(checkpoint(tmp_path / "old", model, dtype=dtype), U, 60.0))
    measured = carry_out(predicted, tmp_path / "new")
    assert measured.agrees(predicted)
    for name, effect in predicted.effects.items():
        found = measured.alignments[name]
        assert (np.abs(found - effect.predicted) <= effect.bound).all()
        assert found.mean() > effect.before.mean()


@EVERY_MODEL
def test_the_bound_is_small_enough_to_refute_another_strength(tmp_path, model):
    """A law that is wrong by a thousandth, or that forgets the biases, would be found out."""
    old = checkpoint(tmp_path / "old", model)
    measured = carry_out(prediction(steer(old, U, 60.0)), tmp_path / "new")
    assert not measured.agrees(prediction(steer(old, U, 60.06)))
    assert not measured.agrees(prediction(steer(old, U, -60.0)))


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_any_layer_can_be_steered(tmp_path, layer):
    old = checkpoint(tmp_path / "old", "bert", layers=3)
    predicted = prediction(steer(old, U, -25.0, layer))
    assert predicted.steering.layers_changed == (layer,)
    assert carry_out(predicted, tmp_path / "new").agrees(predicted)


def test_layers_with_the_same_weights_are_steered_together(tmp_path):
    old = checkpoint(tmp_path / "old", "albert", layers=3)
    predicted = prediction(steer(old, U, 25.0))
    assert predicted.steering.layers_changed == (0, 1, 2)
    assert carry_out(predicted, tmp_path / "new").agrees(predicted)


def test_a_layer_matrix_gets_the_rank_one_change_and_nothing_else_does(tmp_path):
    old = checkpoint(tmp_path / "old", dtype="F64")
    w = np.arange(8.0)
    steering = steer(old, U, 7.0, w=w)
    write_checkpoint(old.folder, tmp_path / "new", steering.changed)
    new = load(tmp_path / "new")
    change = new.layers[-1].F() - old.layers[-1].F()
    # |W' - W - c u r^T| <= uncertainty, entry by entry, and then through V; r solves up to missed.
    values = np.abs(old.layers[-1].value_output_factors().right)
    allowed = steering.uncertainty() @ values + 7 * steering.missed() * np.linalg.norm(w)
    assert (np.abs(change - 7 * np.outer(U, w)) <= allowed).all()
    assert np.array_equal(old.layers[0].F(), new.layers[0].F())
    different = [
        name
        for name in old.names.values()
        if not np.array_equal(old.weights.stored(name), new.weights.stored(name))
    ]
    assert different == [steering.tensor] == ["h.1.attn.c_proj.weight"]


def near(values):
    """Bound what stable solutions for a unit vector may differ by.

    Each is off by a few roundings for each entry, times the square of the condition.
    """
    sizes = np.linalg.svd(values, compute_uv=False)
    sizes = sizes[sizes > 1e-8 * sizes[0]]  # the others are 0
    return 8 * values.size * 2.0**-53 * (sizes[0] / sizes[-1]) ** 2 * max(1, 1 / sizes[-1])


def test_values_that_heads_share_see_a_part_of_w(tmp_path):
    """With two heads for one pair of values V is singular: w is projected on what its rows span."""
    layer = checkpoint(tmp_path / "old", "llama").layers[-1]
    values = layer.value_output_factors().right
    rows = np.linalg.svd(values)[2][:4]
    row, w = least_covector(values, U)
    off = near(values)
    assert np.allclose(w, rows.T @ (rows @ U), rtol=0, atol=off) and not np.allclose(
        w, U, atol=1e-3
    )
    assert np.allclose(values.T @ row, w, rtol=0, atol=off)
    steering = steer(checkpoint(tmp_path / "again", "llama"), U, 1.0)
    size = 1 / abs(w @ U)
    assert np.allclose(steering.w, w / (w @ U), rtol=0, atol=size * off)
    # The least of all such rows.
    assert np.allclose(steering.row, row / (w @ U), rtol=0, atol=size * off)


@pytest.mark.parametrize("rows", [[0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 3], [0, 0, 1, 2, 3, 2]])
def test_a_row_for_any_value_matrix(rows):
    """Few rows, a square matrix, rows that repeat: against the pseudo-inverse of NumPy."""
    V = np.array([[2.0, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0], [0, 0, 3, 1]])[rows]
    w = np.array([1.0, -2, 3, 1])
    row, seen = least_covector(V, w)
    inverse = np.linalg.pinv(V)
    off = near(V) * np.linalg.norm(w)
    assert np.allclose(seen, inverse @ V @ w, rtol=0, atol=off)
    assert np.allclose(row, inverse.T @ w, rtol=0, atol=off)


# ------------------------------------------------------------------ exact rationals


def integers(folder, model="bert"):
    """A layer of small integers with uniform attention: whatever it gives is rational."""
    write_random(folder / "drawn", model, seed=0, width=4, heads=2, layers=1, dtype="F64")
    layer = load(folder / "drawn").layers[0]
    values = np.array([[2, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0], [0, 0, 3, 1]])
    outputs = np.array([[1, 0, 2, 0], [0, -1, 0, 1], [3, 0, 0, 0], [0, 0, 1, 1]])
    zero = np.zeros((4, 4))
    changed = layer.stored_as("value", values) | layer.stored_as("output", outputs)
    changed |= layer.stored_as("query", zero) | layer.stored_as("key", zero)
    write_checkpoint(folder / "drawn", folder / "integers", changed)
    return load(folder / "integers"), outputs @ values


@pytest.mark.parametrize("strength", [1, -3, 1000])
def test_the_law_in_rationals(tmp_path, strength):
    old, F = integers(tmp_path)
    tokens, u = np.eye(4)[[0, 1, 1, 3]], [Fraction(0), Fraction(0), Fraction(1), Fraction(0)]
    mean = [Fraction(int(sum(column)), 4) for column in tokens.T]
    steering = steer(old, np.array(u, dtype=float), strength)
    effect = predict(steering, tokens[None])
    for k, token in enumerate(tokens):
        y = [
            Fraction(int(token[i]))
            + sum((int(F[i, j]) + strength * u[i] * u[j]) * mean[j] for j in range(4))
            for i in range(4)
        ]  # x + (F + c u u^T) s
        square = y[2] ** 2 / sum(entry**2 for entry in y)
        assert effect.beta[0, k] == pytest.approx(float(mean[2]), abs=1e-15)
        assert abs(effect.predicted[0, k] - float(square) ** 0.5) <= effect.bound[0, k] < 1e-12


def test_where_beta_is_zero_no_strength_helps(tmp_path):
    old, _ = integers(tmp_path)
    tokens = np.eye(4)[None, [0, 1, 3]]  # none of them has a part along e_3
    small, huge = (predict(steer(old, np.eye(4)[2], c), tokens) for c in (1.0, 1e12))
    assert small.lost.all() and huge.lost.all()
    assert np.isinf(huge.needed(0.5)).all()
    # What rounding does is larger than any push: no bound is claimed for such a strength.
    assert (huge.bound >= np.abs(huge.predicted - small.predicted)).all()


# ------------------------------------------------------------------ asymptotics


def test_alignment_tends_to_one_like_the_law_says(tmp_path):
    """1 - cos is sin^2 / (1 + cos), and |y| is |c beta| up to |z|."""
    old = checkpoint(tmp_path / "old", dtype="F64")
    effect = predict(steer(old, U, 1e4), random_tokens(old, "attention only", 1))
    ratio = (1 - effect.predicted) / effect.limit
    t = effect.length / effect.push
    clear = ~effect.lost & (t < 1)
    low = (1 + t) ** -2.0 - effect.bound / effect.limit
    high = (1 - t) ** -2.0 * (1 + (effect.beside / (effect.push * (1 - t))) ** 2)
    assert clear.mean() > 0.9
    assert (ratio[clear] >= low[clear]).all()
    assert (ratio[clear] <= (high + effect.bound / effect.limit)[clear]).all()
    assert (1 - effect.predicted[effect.strong] <= 1 / 200 * (1 + 1 / 100)).all()  # sin <= 1/10


@pytest.mark.parametrize("sign", [1, -1])
def test_the_strength_that_is_needed_is_needed(tmp_path, sign):
    old = checkpoint(tmp_path / "old", dtype="F64")
    tokens = random_tokens(old, "attention only", 2)
    needed = predict(steer(old, U, sign * 1.0), tokens).needed(0.99)
    assert (needed > 0).mean() > 0.9
    for prompt, token in [(0, 0), (3, 7), (9, 9)]:
        above, below = (
            predict(steer(old, U, sign * c), tokens).predicted[prompt, token]
            for c in needed[prompt, token] * np.array([1.001, 0.999])
        )
        assert above > 0.99 > below


# ------------------------------------------------------------------ the spectrum


@EVERY_MODEL
@pytest.mark.parametrize("strength", [300.0, -300.0])
def test_the_eigenvalue_that_grows(tmp_path, model, strength):
    steering = steer(checkpoint(tmp_path / "old", model), U, strength)
    value = eigenvalue(steering)
    assert value.law == "linear"
    assert abs(value.measured - value.predicted) <= value.bound < 1
    stored = steering.stored @ steering.layer.value_output_factors().right
    assert np.abs(np.linalg.eigvals(stored) - value.measured).min() <= slack(stored)


def slack(matrix):
    """How far rounding may move an eigenvalue, by Bauer and Fike's theorem.

    Computed ones are those of a matrix that differs by at most d^2 roundings, twice over: both
    sides of a comparison are computed.
    """
    size = gamma(2 * len(matrix) ** 2) * np.linalg.norm(matrix)
    return np.linalg.cond(np.linalg.eig(matrix)[1]) * size


def test_an_eigenvector_keeps_its_place_and_moves_one_eigenvalue(tmp_path):
    old = checkpoint(tmp_path / "old", dtype="F64", width=9, heads=3)  # odd: one is real
    before = np.linalg.eigvals(old.layers[-1].F())
    order = np.lexsort((-before.imag, np.abs(before.imag), -before.real))
    number = next(k for k, at in enumerate(order) if before[at].imag == 0)
    steering = steer(old, direction(old, f"eigen:{number + 1}"), 50.0)
    after = steering.stored @ old.layers[-1].value_output_factors().right
    moved = before[order[number]] + 50
    expected = np.append(np.delete(before, order[number]), moved)
    found = np.linalg.eigvals(after)
    assert all(np.abs(found - value).min() <= slack(after) for value in expected)
    assert eigenvalue(steering).predicted == pytest.approx(moved, rel=1e-12)


@pytest.mark.parametrize("sign, law", [(1, "root"), (-1, "pair")])
def test_for_w_orthogonal_to_u_it_grows_like_a_root(tmp_path, sign, law):
    old = checkpoint(tmp_path / "old", dtype="F64")
    pushed = old.layers[-1].F() @ U
    w = pushed - (pushed @ U) * U  # w^T F u is its square
    w -= (w @ U) * U
    value = eigenvalue(steer(old, U, sign * 1e6, w=w))
    assert value.law == law
    size = np.sqrt(1e6) * np.linalg.norm(w)
    assert value.predicted == pytest.approx(size if sign > 0 else 1j * size, rel=1e-9)
    assert abs(value.measured - value.predicted) <= value.bound < size / 10
    assert (value.measured.imag == 0) == (law == "root")
    spectrum = np.linalg.eigvals(old.layers[-1].F() + sign * 1e6 * np.outer(U, w))
    top = np.sort(spectrum.real)[::-1]
    gap = top[0] - top[1 if law == "root" else 2]
    assert (gap > size / 2) == (law == "root")  # no gap of that order opens for a pair
