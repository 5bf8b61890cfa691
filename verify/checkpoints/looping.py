"""A model with a last norm in a loop: its end is its next start (figures 7 to 10 of paper A).

The start is embedded once, positions with it. The mean distance (25) is taken of the residual
stream after each layer, before the last norm. Weights are the checkpoint's own, or random ones as
libraries begin with, fixed or drawn anew in every pass; feed-forward parts are there or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt
from typing import Literal

import numpy as np

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import WHOLE, LoadedLayer, load_layer, started, through
from verify.checkpoints.layers import Norm, StoredLayer
from verify.language.mistakes import Mistake
from verify.numerics.depth_records import Figures, looped_passes
from verify.numerics.measures import mean_cosine_distance, mean_length

DEVIATION = 0.02  # what these libraries draw weights with
Weights = Literal["trained", "random", "random, drawn anew"]
VARIANTS: tuple[tuple[str, Weights, bool], ...] = (
    ("control", "trained", True),
    ("trained, without feed-forward parts", "trained", False),
    ("random weights", "random", True),
    ("random weights, without feed-forward parts", "random", False),
    ("weights drawn anew, with feed-forward parts", "random, drawn anew", True),
    ("weights drawn anew", "random, drawn anew", False),
)
OWN = {"trained": "its own"}  # whether a checkpoint was trained it does not say
Observed = list[tuple[float, float]]
Found = tuple[str, Figures, dict[str, tuple[float, ...]], str]


def looped_figures(
    checkpoint: Checkpoint,
    ids: Array,
    passes: int,
    seed: int,
    told: Callable[[int, int, str], None],
) -> Iterator[Found]:
    """Yield for every variant its name, figures, (25) after each layer, and what it is.

    Each is told beside the loop of the last norm alone. Raises Mistake where there is none.
    """
    trained = checkpoint.final_norm()
    if trained is None:
        raise Mistake(
            f"{checkpoint.folder}: {checkpoint.config.model_type} has no last norm to loop, which "
            "this protocol needs; use gpt2, gpt_neo or llama"
        )
    plain = fresh(trained)
    start, layers = started(checkpoint, ids), checkpoint.config.layers
    for number, (name, weights, fed) in enumerate(VARIANTS):
        norm = trained if weights == "trained" else plain
        told(number, len(VARIANTS), name)
        trace = loop(checkpoint, start, norm, passes, weights, fed, seed)
        alone = norm_alone(start, norm, passes)
        parts = "with" if fed else "without"
        remark = (
            f"{passes} passes of {layers} layers; {OWN.get(weights, weights)} weights, {parts} "
            "feed-forward parts"
        )
        series = {
            "(25)": tuple(distance for distance, _ in trace),
            "(25) of the norm alone": tuple(distance for distance, _ in alone),
        }
        yield name, looped_passes(trace, alone, layers), series, remark


def observe(states: Array) -> tuple[float, float]:
    """Return the mean over prompts of (25), and the mean length of tokens."""
    wide = np.asarray(states, dtype=float)
    return float(mean_cosine_distance(wide).mean()), mean_length(wide)


def norm_alone(states: Array, norm: Norm, passes: int) -> Observed:
    """Return what is observed of a loop of the norm: at first, and after each."""
    seen = [observe(states)]
    for _ in range(passes):
        states = norm(states)
        seen.append(observe(states))
    return seen


def loop(
    checkpoint: Checkpoint,
    states: Array,
    norm: Norm,
    passes: int,
    weights: Weights,
    feed_forward: bool,
    seed: int,
) -> Observed:
    """Return what is observed of a loop of the model: at first, and after each layer."""
    pieces = replace(WHOLE, feed_forward=feed_forward)
    seen = [observe(states)]
    for k in range(passes):
        for layer in checkpoint.layers:
            loaded = load_layer(layer, pieces)
            if weights != "trained":
                drawn = k if weights == "random, drawn anew" else 0
                loaded = initial(layer, loaded, seed, drawn)
            states = through(layer, states, pieces, loaded)
            seen.append(observe(states))
        states = norm(states)
    return seen


def initial(layer: StoredLayer, loaded: LoadedLayer, seed: int, drawn: int) -> LoadedLayer:
    """Return a layer as libraries begin: normal weights, no biases, norms that only normalise."""
    arrays: dict[str, Array | None] = {}
    for role, array in loaded.arrays.items():
        if array is None or role.endswith(".bias"):
            arrays[role] = None if array is None else np.zeros_like(array)
            continue
        deviation = DEVIATION
        if layer.config.architecture == "gpt2" and role in ("output.weight", "narrower.weight"):
            deviation /= sqrt(2 * layer.config.layers)  # its library shrinks what enters the sum
        draws = draws_for(seed, "initial", drawn, layer.same_weights[0], role)
        arrays[role] = np.asarray((deviation * draws.normal(array.shape)).astype(array.dtype))
    norms = [
        None if n is None else fresh(n) for n in (loaded.attention_norm, loaded.feed_forward_norm)
    ]
    return LoadedLayer(arrays, norms[0], norms[1])


def fresh(norm: Norm) -> Norm:
    """Return a norm with gains 1 and no shift."""
    shift = None if norm.shift is None else np.zeros_like(norm.shift)
    return replace(norm, gain=np.ones_like(norm.gain), shift=shift)
