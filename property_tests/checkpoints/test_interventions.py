"""Interventions: read from their names or refused in one line, and doing what the name says."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from rounded import agree, exact
from tiny_models import made

from verify.attention import graphs
from verify.checkpoints.checkpoint import load
from verify.checkpoints.forward import ATTENTION_ONLY, attention, load_layer, through
from verify.checkpoints.interventions import (
    AS_IS,
    Changes,
    changed_layer,
    closed_parts,
    mask_of,
    noisy,
    read,
    read_list,
    scaled,
)
from verify.language.mistakes import Mistake


@pytest.fixture
def config(tmp_path):
    """Of a model of four layers with norms before attention, and a causal mask."""
    return load(made(tmp_path / "gpt2", "gpt2", layers=4)).config


def test_names_are_read(config):
    assert read("loop=1+noise=0.5", config) == Changes(loop=1, noise=0.5)
    hot = Changes(mask="window:3", temperature=np.inf)
    assert read("mask=window:3+temperature=inf", config) == hot
    assert read("whole+feed-forward=off", config) == Changes(whole=True, feed_forward="off")
    assert list(read_list("mask=full, passes=2,", config)) == ["mask=full", "passes=2"]


@pytest.mark.parametrize("model", ["gpt2", "bert", "albert"])
def test_what_is_tried_by_itself_are_changes_each_another_one(tmp_path, model):
    config = load(made(tmp_path, model)).config
    changes = list(read_list("standard,whole", config).values())
    assert AS_IS not in changes and len(set(changes)) == len(changes)
    assert [each.whole for each in changes].count(True) == 8
    assert not any("packed" in name for name in read_list("standard,whole", config, tokens=1))


@pytest.mark.parametrize(
    "text",
    ["", ",", "mask", "mask=", "mask=none", "mask=window:0", "mask=window:x", "mask=packed",
     "loop=4", "loop=-1", "passes=0", "passes=1e3", "temperature=0", "temperature=nan",
     "temperature=-1", "residual=inf", "noise=-0.1", "noise=x", "norm=after", "norm=between",
     "mask=full+mask=causal", "other=1", "whole=1", "whole+whole", "whole+passes=1",
     "feed-forward=off", "feed-forward=1", "whole+feed-forward=on", "whole+norm=before",
     "__import__('os')=1", "residual=" + "9" * 400, "passes=99999999999999999999"],
)  # fmt: skip
def test_what_is_none_is_refused_in_one_line(text, config):
    with pytest.raises(Mistake) as told:
        read_list(text, config)
    assert str(told.value).startswith("--interventions: ") and "\n" not in str(told.value)
    assert len(str(told.value)) < 500


@pytest.mark.parametrize(
    "name, closed",
    [("full", 1), ("causal", 1), ("window:2", 1), ("self", 7), ("packed:1", 1), ("packed:3", 3),
     ("window:1", 7), ("causal-window:2", 1), ("causal-window:1", 7), ("sink:1", 1),
     ("prefix:3", 1)],
)  # fmt: skip
def test_masks_have_as_many_closed_parts_as_they_should(name, closed):
    mask = mask_of(name, 7)
    assert len(closed_parts(mask)) == closed and mask.diagonal().all()


@pytest.mark.parametrize("tokens", [1, 2, 5, 9])
@pytest.mark.parametrize("size", [1, 2, 4, 11])
def test_masks_are_those_that_the_statements_count_roots_of(tokens, size):
    for name, rows in (
        ("full", graphs.full(tokens)),
        ("causal", graphs.causal(tokens)),
        (f"window:{size}", graphs.window(tokens, size)),
        (f"causal-window:{size}", graphs.causal_window(tokens, size)),
        (f"sink:{size}", graphs.window_with_sink(tokens, size)),
        (f"prefix:{size}", graphs.prefix(tokens, size)),
    ):
        np.testing.assert_array_equal(mask_of(name, tokens), np.array(rows, dtype=bool), name)


def test_more_blocks_than_tokens_are_refused():
    with pytest.raises(Mistake, match="use fewer"):
        mask_of("packed:8", 7)


def test_temperature_divides_scores_and_a_mask_hides(tmp_path):
    layer = load(made(tmp_path, "bert")).layers[0]
    rows = np.random.default_rng(1).normal(size=(2, 5, 8))
    loaded = load_layer(layer, ATTENTION_ONLY)

    def weights(**changes):
        return attention(changed_layer(layer, Changes(**changes)), rows, ATTENTION_ONLY, loaded)

    for changes, sharper, seen in (
        ({"temperature": 2.0}, 0.5, mask_of("full", 5)),
        ({"temperature": np.inf}, 0.0, mask_of("full", 5)),
        ({"mask": "window:2"}, 1.0, mask_of("window:2", 5)),
    ):
        for h in range(layer.heads):
            wanted = by_hand(layer, exact(rows), h, sharper, seen)
            assert agree(weights(**changes)[:, h], wanted.value, wanted), changes


def by_hand(layer, rows, h, sharper, seen):
    """The weights of a head on tokens (prompts, tokens, d), with what rounding does to them."""
    q, k = (rows @ exact(matrix).T for matrix in (layer.queries(h), layer.keys(h)))
    scores = (q @ k.turned_axes(0, 2, 1)).times(layer.scale * sharper)
    return scores.of(np.where(seen, scores.value, -np.inf), scores.error).softmax()


@pytest.mark.parametrize("model", ["gpt2", "albert", "llama"])
def test_the_residual_scales_what_is_added(tmp_path, model):
    layer = load(made(tmp_path, model)).layers[0]
    rows = np.random.default_rng(2).normal(size=(2, 4, 8))
    rows /= np.linalg.norm(rows, axis=-1, keepdims=True)
    loaded, tokens, seen = load_layer(layer, ATTENTION_ONLY), exact(rows), layer.mask(4)
    parts = [
        by_hand(layer, tokens, h, 1.0, seen)
        @ (tokens @ exact(layer.values(h)).T)
        @ exact(layer.outputs(h)).T
        for h in range(layer.heads)
    ]
    for by in (0.25, 0.0):
        moved = sum((part.times(by) for part in parts), start=tokens)
        wanted = moved / moved.length()
        found = through(layer, rows, ATTENTION_ONLY, scaled(loaded, by))
        assert agree(found, wanted.value, wanted), by


def test_noise_has_its_size():
    normal = np.random.default_rng(3).normal(size=(50, 20, 64))
    moved = noisy(np.zeros_like(normal), 0.3, normal)
    # The mean of 1000 squares, each of deviation 0.09 sqrt(2/64): four of its deviations.
    assert abs((moved**2).sum(-1).mean() - 0.09) < 4 * 0.09 * np.sqrt(2 / 64 / 1000)


def test_noise_in_a_whole_model_is_as_large_beside_each_token():
    normal = np.random.default_rng(4).normal(size=(50, 20, 64))
    lengths = np.geomspace(1e-3, 1e3, 20)[None, :, None]
    moved = noisy(np.zeros_like(normal), 0.3, normal, lengths) / lengths
    assert np.array_equal(moved, 0.3 * lengths / 8 * normal / lengths)
