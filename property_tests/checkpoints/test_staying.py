"""How long tokens stay apart: changes of the whole model, rankings over prompts, and claims."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import multiple_of_identity
from tiny_models import made

from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.claimed import measured_layers
from verify.checkpoints.depth import changed, ladder, run_depth
from verify.checkpoints.forward import WHOLE, states
from verify.checkpoints.interventions import read_list
from verify.checkpoints.starts import given_start, random_start
from verify.checkpoints.staying import AS_IT_IS, rankings


def run(checkpoint, names, *, prompts=12, tokens=4, depth=None, start=None, **settings):
    variants = [*ladder(checkpoint), *changed(read_list(names, checkpoint.config))]
    start = random_start(checkpoint, prompts, tokens, seed=2) if start is None else start
    depth = depth or checkpoint.config.layers
    return run_depth(checkpoint, variants, start, depth=depth, seed=2, **settings)


def ranked(checkpoint, names, **settings):
    found = run(checkpoint, names, **settings)
    return {each.of: each for each in rankings(found, measured_layers(found))}


# ------------------------------------------------------------------ changes of the whole model


@pytest.mark.parametrize("model", ["gpt2", "bert", "llama"])
def test_a_changed_model_is_the_model_that_is_written_so(tmp_path, model):
    checkpoint = load(made(tmp_path, model))
    config = checkpoint.config
    moved = "after" if config.norm_first else "before"
    found = run(checkpoint, f"whole+feed-forward=off,whole+norm={moved}", prompts=3)

    def end(pieces=WHOLE, **settings):
        other = Checkpoint(
            checkpoint.folder, replace(config, **settings), checkpoint.weights, checkpoint.names
        )
        *_, last = states(other, found.start.ids, pieces)
        return last

    wanted = {
        "whole+feed-forward=off": end(replace(WHOLE, feed_forward=False)),
        f"whole+norm={moved}": end(norm_first=not config.norm_first),
        "whole model": end(),
    }
    for name, rows in wanted.items():
        np.testing.assert_array_equal(found.trace(name).end, rows, name)


def test_a_mask_that_a_whole_model_has_changes_nothing(tmp_path):
    found = run(load(made(tmp_path, "gpt2")), "whole+mask=causal,whole+mask=full", prompts=3)
    whole = found.trace("whole model").end
    np.testing.assert_array_equal(found.trace("whole+mask=causal").end, whole)
    assert not np.array_equal(found.trace("whole+mask=full").end, whole)


def test_feed_forward_parts_are_put_back_before_a_norm_too(tmp_path):
    found = run(load(made(tmp_path, "gpt2")), "feed-forward=on,feed-forward=on+norm=before")
    alone = found.trace("with feed-forward parts")
    np.testing.assert_array_equal(found.trace("feed-forward=on").end, alone.end)
    # Before a norm tokens are not divided by their lengths, and grow.
    assert found.trace("feed-forward=on+norm=before").measures["length"][-1].min() > 1


# ------------------------------------------------------------------ rankings


def test_where_all_assumptions_hold_the_claimed_order_is_seen(tmp_path):
    checkpoint = multiple_of_identity(tmp_path, 8, 1.0, layers=40)
    found = ranked(checkpoint, "mask=packed:2,norm=before,residual=0.25,mask=full")["reduced"]
    stays = {stay.name: stay for stay in found.stays}
    assert stays["mask=packed:2"].claim.lacks == stays["norm=before"].claim.lacks == ()
    assert stays[AS_IT_IS].claim.lacks == () and stays[AS_IT_IS].claim.pace == 0
    (cited,) = stays["norm=before"].claim.statements
    assert cited == "A-R2.3+" and stays[AS_IT_IS].claim.statements == ("A-T4.1++",)
    wanted = [("mask=packed:2", AS_IT_IS), ("norm=before", AS_IT_IS)]
    wanted += [("mask=packed:2", "norm=before"), ("norm=before", "mask=full")]
    assert set(wanted) <= set(found.order.seen)
    assert found.order.reversed == ()
    assert stays["residual=0.25"].lasts.low > stays[AS_IT_IS].lasts.high


def test_what_is_the_same_shares_its_place(tmp_path):
    checkpoint = load(made(tmp_path, "gpt2", layers=6))
    found = ranked(checkpoint, "mask=causal,temperature=1,residual=0.05,noise=3")["reduced"]
    places = {stay.name: stay.places for stay in found.stays}
    assert places["mask=causal"] == places["temperature=1"] == places[AS_IT_IS]
    first, last = places[AS_IT_IS]
    assert last - first >= 2
    assert found.stays[0].places[0] == 1


def test_few_prompts_tell_no_places(tmp_path):
    found = ranked(load(made(tmp_path, "gpt2")), "residual=0.01,mask=full", prompts=5)["reduced"]
    assert {stay.places for stay in found.stays} == {(1, len(found.stays))}


def test_prompts_of_equal_tokens_are_left_out(tmp_path):
    checkpoint = load(made(tmp_path, "gpt2"))
    ids = np.array([[3, 3, 3], *([k, k + 1, k + 2] for k in range(8))])
    found = ranked(checkpoint, "mask=full", start=given_start(checkpoint, ids))
    assert found["reduced"].prompts == 8
    same = given_start(checkpoint, np.full((4, 3), 5))
    assert "reduced" not in ranked(checkpoint, "mask=full", start=same)


def test_what_fails_is_told_with_where(tmp_path):
    checkpoint = load(made(tmp_path, "llama with biases", layers=3))
    found = ranked(checkpoint, "mask=packed:2,whole+norm=after,loop=1,loop=1+norm=before")
    stays = {stay.name: stay for each in found.values() for stay in each.stays}
    lacks = " / ".join(stays["whole+norm=after"].claim.lacks)
    assert "no feed-forward parts" in lacks and "(fails in 3 of 3 layers)" in lacks
    assert "2 closed parts" in stays["mask=packed:2"].claim.says
    (alone,) = stays["loop=1+norm=before"].claim.lacks
    assert alone.endswith("(fails in layer 1)")


def test_nothing_is_measured_where_eigenvectors_were_not(tmp_path):
    found = run(load(made(tmp_path, "gpt2")), "mask=full", eigenvectors="principal")
    assert measured_layers(found) == {}
    (ranking,) = rankings(found, {})
    assert all("not measured" in stay.claim.lacks[-1] for stay in ranking.stays)
