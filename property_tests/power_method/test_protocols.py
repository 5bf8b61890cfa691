"""Paper B, section 3: what its experiments run, restated from the formulas, on random weights."""

import numpy as np
import pytest

from proofs.power_method import experiments
from verify.numerics.draws import Draws, directions
from verify.numerics.layer_matrices import eigensystem
from verify.numerics.reduced_layers import (
    as_stored,
    attended,
    heads_with_sum,
    layer_with_eigenvalues,
    mean_distance,
    normal_layer,
    pushed,
    through,
    through_block,
    trajectory,
    whole_block,
)
from verify.statements.discovery import statements_in
from verify.steps.undecided import Undecided


def by_hand(layer, prompt):
    """x_i + sum_h F_h sum_j A^h_ij x_j, with loops over tokens and heads."""
    size, out = len(prompt[0]) // layer.heads, []
    for i, x in enumerate(prompt):
        y = x.copy()
        for h in range(layer.heads):
            rows = slice(h * size, (h + 1) * size)
            Q, K, V = layer.queries[rows], layer.keys[rows], layer.factors.value[rows]
            seen = prompt[: i + 1] if layer.causal else prompt
            weights = np.exp([(Q @ x) @ (K @ z) / np.sqrt(size) for z in seen])
            y += layer.factors.output[:, rows] @ V @ (weights @ seen / weights.sum())
        out.append(y)
    return np.array(out)


@pytest.mark.parametrize("causal", [False, True])
def test_the_layer_is_the_formula(causal):
    draws = Draws(5)
    states = draws.on_sphere((2, 5, 6))
    layer = normal_layer(draws, width=6, heads=3, scale=2.0, causal=causal)
    wanted = np.array([by_hand(layer, prompt) for prompt in states])
    assert np.allclose(pushed(layer, states), wanted, atol=1e-12)
    assert np.allclose(as_stored(layer, states), wanted, atol=1e-12)
    assert np.allclose(through(layer, states), directions(wanted), atol=1e-12)


def test_at_consensus_attention_is_the_identity_and_v_1_stays():
    layer = layer_with_eigenvalues(Draws(1), (3, 1, -1, 0.5), heads=2)
    v = eigensystem(layer.factors.layer_matrix).principal()[:, 0]
    states = np.tile(v, (1, 4, 1))
    assert np.allclose(attended(layer, states), states[:, None])
    assert np.allclose(through(layer, states), states)


def test_layers_have_the_eigenvalues_they_are_given():
    layer = layer_with_eigenvalues(Draws(2), (2 + 1j, 0.5, -3), heads=2)
    values = eigensystem(layer.factors.layer_matrix).values
    assert np.allclose(values, [2 + 1j, 2 - 1j, 0.5, -3])
    wide = heads_with_sum(Draws(2), (1.0, 0.3, -0.5), heads=5, pull=1.0, spread=0.2)
    assert np.allclose(wide.head_matrices.sum(axis=0), np.diag([1.0, 0.3, -0.5]))


def test_the_mean_distance_is_over_pairs():
    states = np.array([[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]])
    assert np.isclose(mean_distance(states), (np.sqrt(2) + 2 + np.sqrt(2)) / 3)


def test_a_whole_block_centres_before_its_gains_and_shifts():
    draws = Draws(4)
    block = whole_block(draws, normal_layer(draws, width=8, heads=2, scale=1.0), scale=1.0)
    after = (through_block(block, draws.on_sphere((2, 3, 8))) - block.shifts[1]) / block.gains[1]
    assert np.allclose(after.mean(axis=-1), 0) and np.allclose((after**2).mean(axis=-1), 1)
    assert len(trajectory([block.attention] * 3, draws.on_sphere((1, 2, 8)))) == 4


def test_what_nothing_decides_is_about_trained_models():
    steps = [said.step for one in statements_in(experiments) for said in one.declared.said]
    undecided = [step for step in steps if isinstance(step, Undecided)]
    assert undecided and all("checkpoint" in step.needs for step in undecided)
