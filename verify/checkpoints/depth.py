"""Tokens through the depth of a checkpoint: the whole model, each part taken away, and reduced.

The whole model is the library's; the reduced dynamics are the papers', with these weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.folder import NotFinite
from verify.checkpoints.layers import Checkpoint, load_checkpoint
from verify.checkpoints.measured import MEASURES, Interval, interval
from verify.checkpoints.reduced import followed
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.starts import TokenStart
from verify.checkpoints.theory import LayerTheory
from verify.checkpoints.whole import WholeModel
from verify.language.mistakes import Mistake
from verify.numerics.layer_matrices import eigensystem

WHOLE = "whole model"
REDUCED, ONE_LAYER = "reduced", "reduced, one layer's weights"
COLLAPSED = 0.1  # of the distance at the start
MET = 1e-9  # a distance below which roundings show
LEAST = 8  # layers that a rate is seen in
Kind = Literal["whole", "without", "reduced"]
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, eq=False)
class Trace:
    """What one variant measured: by name (steps + 1, prompts), the start first."""

    name: str
    kind: Kind
    layers: tuple[int, ...]
    measures: Mapping[str, Array]

    @property
    def left(self) -> Interval:
        """The share of the distance at the start that is left at the end, over prompts."""
        distances = self.measures["distance"]
        with np.errstate(invalid="ignore", divide="ignore"):
            return interval(distances[-1] / distances[0])


@dataclass(frozen=True)
class Rate:
    """The factor by which a layer, repeated, shrinks distances in the end, and what was seen.

    `predicted` is of the layer near consensus; `measured` is over the last quarter of the layers,
    of those where tokens have not met.
    """

    predicted: float
    measured: float
    statements: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class DepthRun:
    """The traces of all variants; `checkpoint` is None where layers have no known layout."""

    model: WholeModel
    checkpoint: Checkpoint | None
    start: TokenStart
    seed: int
    traces: tuple[Trace, ...]
    rate: Rate | None

    @property
    def name(self) -> str:
        """What the checkpoint is called."""
        return self.model.folder.name if self.checkpoint is None else self.checkpoint.name

    def trace(self, name: str) -> Trace:
        """Return the trace of a variant by its name."""
        return next(trace for trace in self.traces if trace.name == name)


def known_layout(folder: Path) -> tuple[Checkpoint | None, str]:
    """Return the layers of a folder, or why there are none to reduce: it runs whole all the same.

    Raises NotFinite.
    """
    try:
        return load_checkpoint(folder), ""
    except NotFinite:
        raise
    except Mistake as error:
        return None, str(error)


def run_depth(
    model: WholeModel,
    checkpoint: Checkpoint | None,
    start: TokenStart,
    *,
    depth: int,
    seed: int,
    theory: LayerTheory,
    progress: Progress | None = None,
) -> DepthRun:
    """Take tokens through every variant, the reduced ones through `depth` layers, and measure.

    Raises Mistake where tokens are no longer finite.
    """
    parts = model.parts()
    whole = {WHOLE: (), **{f"without {part}": (part,) for part in parts}}
    reduced = {} if checkpoint is None else _reduced(checkpoint, depth)
    traces: list[Trace] = []
    total = len(whole) + len(reduced)
    for name, without in whole.items():
        if progress is not None:
            progress(len(traces), total, name)
        states = model.run(start.ids, without=without).states
        kind: Kind = "without" if without else "whole"
        traces.append(_measured(name, kind, range(len(states) - 1), states))
    for name, numbers in reduced.items():
        assert checkpoint is not None
        if progress is not None:
            progress(len(traces), total, name)
        passed = followed(checkpoint, start.vectors, list(numbers))
        traces.append(_measured(name, "reduced", numbers, passed))
    one = next((trace for trace in traces if trace.name == ONE_LAYER), None)
    rate = None if one is None or checkpoint is None else _rate(checkpoint, one, start, theory)
    return DepthRun(model, checkpoint, start, seed, tuple(traces), rate)


def _reduced(checkpoint: Checkpoint, depth: int) -> dict[str, Sequence[int]]:
    layers = checkpoint.config.layers
    return {REDUCED: [step % layers for step in range(depth)], ONE_LAYER: [0] * depth}


def _measured(name: str, kind: Kind, numbers: Sequence[int], states: Sequence[Array]) -> Trace:
    measures = {
        measure: np.stack([function(each) for each in states])
        for measure, function in MEASURES.items()
    }
    return Trace(name, kind, tuple(numbers), measures)


def _rate(
    checkpoint: Checkpoint, trace: Trace, start: TokenStart, theory: LayerTheory
) -> Rate | None:
    """Return the rate of layer 0, or None where its eigenvalues give none.

    Near consensus at v_1 differences along the eigenvector of lambda_k are multiplied by
    |1 + a_m lambda_k|/|1 + lambda_1|, with the eigenvalues a_m of the mask with equal weights in
    each row, but for 1. For k = 1 they are along v_1 itself, and vanish with the length.
    """
    layer, distances = checkpoint.layer(0), np.median(trace.measures["distance"], axis=1)
    spectrum = layer_spectrum(layer.value_output_factors())
    steps = int((distances > MET).sum()) - 1
    if spectrum.case != 1 or spectrum.outgrows is not True or steps < LEAST:
        return None
    mask = layer.mask(start.ids.shape[1]).astype(float)
    weights = mask / mask.sum(axis=1, keepdims=True)
    # Of a triangular matrix they are read off: computed, they may be far off for many tokens.
    lower = not np.triu(weights, 1).any()
    of_mask = np.diag(weights).astype(complex) if lower else np.linalg.eigvals(weights)
    values = eigensystem(layer.F()).values
    others = np.delete(of_mask, np.argmin(np.abs(of_mask - 1)))[:, None]
    if not others.size or len(values) < 2:
        return None
    across = 1 + others * values[1:]
    last = steps - steps // 4
    seen = float((distances[steps] / distances[last]) ** (1 / (steps - last)))
    predicted = float(np.abs(across).max() / abs(1 + values[0]))
    return Rate(predicted, seen, theory.on("rate of consensus"))
