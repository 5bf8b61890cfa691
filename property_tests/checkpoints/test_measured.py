"""Measures of tokens against their definitions, and intervals against the binomial they rest on."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from verify.checkpoints.measured import (
    distance,
    effective_rank,
    order_and_coverage,
)
from verify.numerics.draws import Draws

TOKENS = Draws(1).normal((3, 5, 4))


def test_distances_are_those_of_all_pairs():
    units = TOKENS / np.linalg.norm(TOKENS, axis=-1, keepdims=True)
    for prompt, near in zip(units, distance(TOKENS), strict=True):
        pairs = list(combinations(prompt, 2))
        assert np.isclose(near, np.mean([np.linalg.norm(x - y) for x, y in pairs]))


def test_the_rank_counts_orthogonal_directions():
    frame = np.linalg.qr(Draws(2).normal((4, 4)))[0]
    assert np.isclose(effective_rank(frame[None, :3]), 3)
    assert np.isclose(effective_rank(np.stack([frame[0], -2 * frame[0], frame[0]])[None]), 1)
    values = np.linalg.svd(TOKENS / np.linalg.norm(TOKENS, axis=-1, keepdims=True))[1] ** 2
    assert np.allclose(effective_rank(TOKENS), values.sum(1) ** 2 / (values**2).sum(1))


def test_small_distances_keep_their_digits():
    step = 1e-12
    pair = np.array([[[1.0, 0.0], [1.0, step]]])
    assert distance(pair)[0] == step  # as 1 + step^2 is 1, nothing is rounded


def test_a_token_of_length_0_is_no_error_and_one_token_is_no_pair():
    assert np.isfinite(distance(np.zeros((1, 3, 2)))).all()
    assert distance(TOKENS[:, :1]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("prompts", [*range(1, 31), 100, 1000])
def test_the_interval_has_the_coverage_of_the_binomial_and_none_is_shorter(prompts):
    k, sure = order_and_coverage(prompts)
    below = sum(comb(prompts, j) for j in range(k))
    assert abs(Fraction(sure) - (1 - Fraction(2 * below, 2**prompts))) <= Fraction(1, 2**52)
    assert k == 1 or sure >= 0.95
    shorter = 1 - 2 * binom.cdf(k, prompts, 0.5)
    assert shorter < 0.95 or 2 * (k + 1) > prompts + 1
    assert 1 <= k <= (prompts + 1) // 2
