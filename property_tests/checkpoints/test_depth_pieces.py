"""A model with one of its pieces taken away, through its layers."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import MODELS, made

from verify.checkpoints.checkpoint import load
from verify.checkpoints.claimed import claim_of_variant
from verify.checkpoints.depth import ladder, run_depth, taken_away
from verify.checkpoints.forward import WHOLE, states
from verify.checkpoints.predictions import judged
from verify.checkpoints.starts import given_start, random_start


@pytest.mark.parametrize("model", MODELS)
def test_a_piece_taken_away_is_the_whole_model_without_it(tmp_path, model):
    checkpoint = load(made(tmp_path, model))
    start = random_start(checkpoint, 3, 5, seed=4)
    variants = [*ladder(checkpoint), *taken_away(checkpoint)]
    found = run_depth(checkpoint, variants, start, depth=checkpoint.config.layers, seed=4)
    whole = found.trace("whole model")
    biased = model not in ("llama", "mistral")
    names = ["attention", "positions", *(["biases"] if biased else []), "norms",
             "feed-forward parts"]  # fmt: skip
    traces = [trace for trace in found.traces if trace.variant.kind == "without"]
    assert [trace.variant.name for trace in traces] == [f"without {name}" for name in names]
    for trace in traces:
        *_, end = states(checkpoint, start.ids, trace.variant.pieces)
        assert np.array_equal(trace.end, end), trace.variant.name
        assert not np.array_equal(trace.end, whole.end), trace.variant.name
        assert judged(found, trace).agreement == "not covered"


@pytest.mark.parametrize("model", ["gpt2", "bert", "llama"])
def test_without_attention_no_token_knows_of_another(tmp_path, model):
    checkpoint = load(made(tmp_path, model))
    ids = np.array([[1, 2, 3, 4], [5, 2, 6, 4]])
    alone = replace(WHOLE, attention=False)
    *_, ends = states(checkpoint, ids, alone)
    assert np.array_equal(ends[0, [1, 3]], ends[1, [1, 3]])
    assert not np.array_equal(ends[0, [0, 2]], ends[1, [0, 2]])
    *_, seeing = states(checkpoint, ids, WHOLE)
    assert not np.array_equal(seeing[0, 3], seeing[1, 3])
    (without,) = (v for v in taken_away(checkpoint) if v.name == "without attention")
    start = given_start(checkpoint, ids)
    found = run_depth(checkpoint, [without], start, depth=2, seed=0)
    assert (
        found.traces[0].inside == {} and claim_of_variant(found, found.traces[0], {}).pace is None
    )
