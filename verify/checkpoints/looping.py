"""A model with a last norm in a loop: its end is its next start (figures 7 to 10 of paper A).

The start is embedded once, positions with it. The mean distance (25) is taken of the residual
stream after each layer, before the last norm. Weights are the checkpoint's own, or random ones as
libraries begin with, fixed or drawn anew in every pass; feed-forward parts are there or not.

All prompts pass a layer together, as reading or drawing its weights takes far longer than that, and
each is observed by itself. Of a run that was stopped every variant that was at its end is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Literal

import numpy as np

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import WHOLE, LoadedLayer, load_layer, started, through
from verify.checkpoints.kept import code
from verify.checkpoints.layers import Norm, StoredLayer
from verify.checkpoints.prompts import hashed
from verify.language.mistakes import Mistake
from verify.numerics.depth_records import Figures, looped_passes
from verify.numerics.measures import mean_cosine_distance
from verify.processes.store import is_shaped, store

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
Observed = list[tuple[Array, Array]]  # of each prompt, (prompts,): (25), and the mean length


@dataclass(frozen=True, eq=False)
class Looped:
    """A variant by its name: its figures, those of each prompt alone, and (25) after each layer."""

    name: str
    remark: str
    figures: Figures
    each: tuple[Figures, ...]
    series: Mapping[str, tuple[float, ...]]


def looped_figures(
    checkpoint: Checkpoint,
    ids: Array,
    passes: int,
    seed: int,
    told: Callable[[int, int, str], None],
) -> Iterator[Looped]:
    """Yield every variant, beside the loop of the last norm alone.

    Raises Mistake where there is none.
    """
    trained = checkpoint.final_norm()
    if trained is None:
        raise Mistake(
            f"{checkpoint.folder}: {checkpoint.config.model_type} has no last norm to loop, which "
            "this protocol needs; use gpt2, gpt_neo or llama"
        )
    plain = fresh(trained)
    start, layers = started(checkpoint, ids), checkpoint.config.layers
    kept, about = store(), f"{code()}/{checkpoint.fingerprint}/{hashed(ids)}/{passes}/{seed}"
    for number, (name, weights, fed) in enumerate(VARIANTS):
        norm = trained if weights == "trained" else plain

        def passing(step: int, number: int = number, name: str = name) -> None:
            told(number * passes * layers + step, len(VARIANTS) * passes * layers, name)

        found = kept.read(f"loop/{name}/{about}", _is_observed)
        if found is None:
            observed = loop(checkpoint, start, norm, passes, weights, fed, seed, passing)
            found = [[row.tolist() for row in each] for each in observed]
            kept.write(f"loop/{name}/{about}", found)
        trace = [(np.array(apart), np.array(long)) for apart, long in found]
        alone = norm_alone(start, norm, passes)
        parts = "with" if fed else "without"
        remark = (
            f"{passes} passes of {layers} layers; {OWN.get(weights, weights)} weights, {parts} "
            "feed-forward parts"
        )
        both = means(trace), means(alone)
        series = {
            "(25)": tuple(distance for distance, _ in both[0]),
            "(25) of the norm alone": tuple(distance for distance, _ in both[1]),
        }
        each = tuple(
            looped_passes(means(trace, k), means(alone, k), layers) for k in range(len(ids))
        )
        yield Looped(name, remark, looped_passes(*both, layers), each, series)


def observe(states: Array) -> tuple[Array, Array]:
    """Return (25) of each prompt, and the mean length of its tokens; (prompts,) each."""
    wide = np.asarray(states, dtype=float)
    return mean_cosine_distance(wide), np.linalg.norm(wide, axis=-1).mean(axis=-1)


def means(seen: Observed, prompt: int | None = None) -> list[tuple[float, float]]:
    """Return what was observed as means over prompts, or of one of them."""
    if prompt is not None:
        return [(float(apart[prompt]), float(long[prompt])) for apart, long in seen]
    return [(float(apart.mean()), float(long.mean())) for apart, long in seen]


def _is_observed(said: Any) -> bool:
    return is_shaped(said, [[[float]]]) and all(len(each) == 2 for each in said)


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
    passing: Callable[[int], None],
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
            passing(len(seen) - 1)
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
