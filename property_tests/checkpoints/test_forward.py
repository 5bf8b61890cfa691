"""The forward pass against each architecture written down once more, within rounding's bounds."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from by_matrices import constant, pulled
from depth_models import value_output
from plain_models import Plain
from rounded import DOUBLE, SINGLE, Rounded
from tiny_models import MODELS, made, off_by

from verify.checkpoints.checkpoint import load
from verify.checkpoints.forward import (
    ATTENTION_ONLY,
    WHOLE,
    Pieces,
    attended,
    attention,
    last,
    load_layer,
    started,
    states,
    through,
)
from verify.language.mistakes import Mistake
from verify.numerics.reduced_layers import ReducedLayer
from verify.numerics.reduced_layers import through as reduced

IDS = np.array([[3, 1, 4, 1, 5, 9, 2]])


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_every_layer_is_the_one_written_down(tmp_path, model, dtype):
    checkpoint = load(made(tmp_path, model))
    plain = Plain(tmp_path, DOUBLE if dtype is np.float64 else SINGLE)
    mine = [state[0] for state in states(checkpoint, IDS, dtype=dtype)]
    end = last(checkpoint, IDS, dtype=dtype)[0]
    assert len(mine) == checkpoint.config.layers + 1
    # Each from the state before it, so that the bound is that of one layer's roundings.
    bounds = [plain.start(IDS[0]), plain.end(mine[-1].astype(float))]
    bounds += [plain.after(k, state.astype(float)) for k, state in enumerate(mine[:-1])]
    for own, other in zip([mine[0], end, *mine[1:]], bounds, strict=True):
        assert own.dtype == dtype
        assert off_by(own, other) <= 0
        assert other.error.max() < 2**20 * plain.u, "a bound that large would compare nothing"


@pytest.mark.parametrize("model", MODELS)
def test_every_piece_that_a_model_has_is_seen(tmp_path, model):
    """Each piece left out changes what comes out, by more than rounding; the others stay."""
    checkpoint = load(made(tmp_path, model))
    config = checkpoint.config
    whole = last(checkpoint, IDS)
    has = {
        "position": True,
        "biases": config.attention_biases or config.feed_forward_biases,
        "norms": True,
        "feed_forward": True,
        "attention": True,
        "own_weights": len(set(config.weights_of)) > 1,
    }
    assert set(has) | {"embedding", "weights_of"} == {field.name for field in fields(Pieces)}
    for piece, there in has.items():
        without = last(checkpoint, IDS, replace(WHOLE, **{piece: False}))
        assert (np.abs(without - whole).max() > 1e-3) == there, piece


@pytest.mark.parametrize("model", MODELS)
def test_prompts_do_not_see_each_other_nor_causal_tokens_the_later_ones(tmp_path, model):
    checkpoint, plain = load(made(tmp_path, model)), Plain(tmp_path, DOUBLE)
    before, after, *_ = states(checkpoint, np.concatenate([IDS, IDS[:, ::-1]]))
    for one, moved in zip(before, after, strict=True):
        assert off_by(moved, plain.after(0, one)) <= 0
    only_the_first = plain.after(0, before[0, :4])
    assert (off_by(after[0, :4], only_the_first) <= 0) == checkpoint.config.causal


@pytest.mark.parametrize("model", MODELS)
def test_attention_only_is_what_the_matrices_say(tmp_path, model):
    """x_i + sum_h F_h s_i^h, divided by its length, with the P_h and F_h that a layer gives."""
    checkpoint = load(made(tmp_path, model, layers=2))
    starts = np.random.default_rng(1).normal(size=(2, 5, checkpoint.config.width))
    seen = list(states(checkpoint, starts, ATTENTION_ONLY))
    for layer, before, after in zip(checkpoint.layers, seen[:-1], seen[1:], strict=True):
        for one, moved in zip(before, after, strict=True):
            X = Rounded(one, np.zeros_like(one), DOUBLE)
            pushed = X + pulled(layer, X, biases=False, turning=False)
            length = (pushed * pushed).mean().times(one.shape[-1]).root()
            assert off_by(moved, pushed / length) <= 0
            if layer.config.windows[layer.number] is None and not layer.config.gated:
                assert off_by(reduced(as_reduced(layer), one[None])[0], pushed / length) <= 0


def as_reduced(layer):
    """The same layer for `verify.numerics`, which divides by the root of the width, always."""
    queries = layer.matrix("query") * layer.scale * np.sqrt(layer.config.head_width)
    factors = value_output(layer)
    return ReducedLayer(factors, queries, layer.matrix("key"), layer.heads, layer.config.causal)


def test_with_shared_weights_every_layer_is_the_same_map(tmp_path):
    checkpoint = load(made(tmp_path, "bert", layers=3))
    pieces = replace(ATTENTION_ONLY, own_weights=False, weights_of=2)
    *_, before, after = states(checkpoint, np.eye(8)[None, :4], pieces)
    expected = through(checkpoint.layers[2], before, ATTENTION_ONLY)
    assert np.abs(after - expected).max() == 0
    assert np.abs(after - through(checkpoint.layers[1], before, ATTENTION_ONLY)).max() > 1e-3


def test_a_bias_of_the_keys_changes_no_weight_without_rotation(tmp_path):
    layer = load(made(tmp_path, "bert")).layers[0]
    rows = np.random.default_rng(2).normal(size=(1, 4, 8))
    loaded, ones = load_layer(layer), np.ones(8)
    moved = replace(loaded, arrays={**loaded.arrays, "key.bias": ones})
    change = attention(layer, rows, WHOLE, loaded) - attention(layer, rows, WHOLE, moved)
    # A weight moves by no more than twice what its scores do; these are sums of 8 products, twice.
    queries, keys = (np.abs(loaded.linear(role, rows)) + 1 for role in ("query", "key"))
    assert np.abs(change).max() <= 4 * 32 * DOUBLE * np.max(queries @ keys.swapaxes(1, 2) + 16)
    moved = replace(loaded, arrays={**loaded.arrays, "query.bias": 3 * ones})
    change = attention(layer, rows, WHOLE, loaded) - attention(layer, rows, WHOLE, moved)
    assert np.abs(change).max() > 1e-3


@pytest.mark.parametrize("model", MODELS)
def test_attended_adds_the_pull_and_the_constant(tmp_path, model):
    layer = load(made(tmp_path, model)).layers[1]
    rows = np.random.default_rng(3).normal(size=(4, layer.config.width))
    X = Rounded(rows, np.zeros_like(rows), DOUBLE)
    assert off_by(attended(layer, rows[None])[0], pulled(layer, X) + constant(layer, X)) <= 0


def test_what_does_not_fit_is_told(tmp_path):
    checkpoint = load(made(tmp_path, "albert"))
    with pytest.raises(ValueError, match="from 0 to 12"):
        started(checkpoint, np.array([[13]]))
    with pytest.raises(ValueError, match="must have 4"):
        started(checkpoint, np.zeros((1, 3, 8)))
    with pytest.raises(ValueError, match="not ids"):
        started(checkpoint, IDS, ATTENTION_ONLY)
    with pytest.raises(Mistake, match="12 positions"):
        started(checkpoint, np.zeros((1, 13), int))
    assert started(checkpoint, np.ones((1, 13, 8)), ATTENTION_ONLY).shape == (1, 13, 8)
