"""Signed alignment: which side of the principal eigenvector tokens are on, and where none is."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import with_spectrum

from verify.checkpoints.depth import Variant, changed, run_depth
from verify.checkpoints.interventions import read
from verify.checkpoints.starts import random_start

SPECTRUM = (2.0, 0.5, 0.3, -0.4, 0.1, -0.2, 0.4, 0.2)


def run(checkpoint, interventions=(), *, prompts=8):
    named = {name: read(name, checkpoint.config) for name in interventions}
    variants = [Variant("reduced", "pieces"), *changed(named)]
    start = random_start(checkpoint, prompts, 6, 0)
    return run_depth(checkpoint, variants, start, depth=checkpoint.config.layers, seed=0)


def test_signed_alignment_tells_two_sides_from_one(tmp_path):
    checkpoint = with_spectrum(tmp_path, SPECTRUM, layers=40)
    ended = run(checkpoint, prompts=12).trace("reduced")
    cosines, aligned = ended.by_token["cosine with v_1"][-1], ended.aligned["alignment"][-1]
    # Two products of 8 terms, a square and its root, means of 6: all are of size 1 at most.
    assert np.abs(np.abs(cosines).mean(axis=-1) - aligned).max() <= 2 * (8 + 3 + 6) * 2.0**-53
    signed = ended.aligned["signed alignment"][-1]
    assert np.array_equal(signed, np.abs(cosines.mean(axis=-1)))
    # With the mask of each token alone none knows of another: some are at v_1, others at -v_1.
    alone = run(checkpoint, ["mask=self", "mask=packed:2"], prompts=12)
    packed = alone.trace("mask=packed:2").aligned
    two_sided = packed["signed alignment"][-1] < packed["alignment"][-1] / 2
    ends, start = alone.trace("mask=packed:2").end, alone.start.vectors
    sides = np.sign(np.einsum("pnd,pd->pn", ends, ends[:, 0]))
    assert np.array_equal(two_sided, (sides < 0).any(axis=1)) and 0 < two_sided.sum() < 12
    assert not alone.trace("mask=packed:2").by_token and ends.shape == start.shape


def test_a_plane_has_no_signed_alignment(tmp_path):
    checkpoint = with_spectrum(tmp_path, (1 + 0.5j, 0.2, 0.1), layers=4)
    trace = run(checkpoint).trace("reduced")
    assert np.isnan(trace.by_token["cosine with v_1"]).all()
    assert np.isfinite(trace.aligned["alignment"]).all()
