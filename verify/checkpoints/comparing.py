"""Models beside each other: checkpoints of one run, or any others, layer by layer.

Of models of the same shapes each layer's matrices are compared, too: |F - F_0|/|F_0| (Frobenius)
and the cosine between principal eigenvectors, both beside the first model. They part at the first
layer whose matrices differ by more than both are rounded as they are stored.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from verify.checkpoints.baseline import GAP, baseline
from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import ATTENTION
from verify.checkpoints.depth import changed, run_depth
from verify.checkpoints.factors import Array
from verify.checkpoints.interventions import Changes
from verify.checkpoints.measured import Interval
from verify.checkpoints.predictions import Judged, judged
from verify.checkpoints.rows import Row, Rows, spectrum_rows
from verify.checkpoints.spectrum_run import SpectrumRun, spectrum_run
from verify.checkpoints.starts import random_start
from verify.checkpoints.trained import TrainedVerdict, verdict

# What one rounding of a stored number is at most, relative to it.
ROUNDED = {"F16": 2.0**-11, "BF16": 2.0**-8, "F32": 2.0**-24, "F64": 2.0**-53}
PROMPTS, TOKENS, TIMES = 16, 10, 60  # of rates: each layer is repeated so many times
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, eq=False)
class LayersApart:
    """How far a layer is from the same one of the first model.

    `weights` is the largest |M - M_0|/|M_0| of the four matrices of attention, `stored` what
    roundings of the stored numbers explain of it, `matrix` the same of F, and `direction` |cos|
    between the principal eigenvectors, None where one of them is a pair.
    """

    weights: float
    stored: float
    matrix: float
    direction: float | None

    @property
    def differs(self) -> bool:
        """Whether the weights differ by more than roundings."""
        return self.weights > self.stored


@dataclass(frozen=True, eq=False)
class Compared:
    """A model: its spectra, what it is like, how far each layer is from the first model's.

    All are by the numbers of layers; one that is not finite is in none of them. `apart` is empty
    for the first model, and for one of other shapes; `rates` has what is predicted and measured of
    each layer repeated, if that was asked for.
    """

    run: SpectrumRun
    like: TrainedVerdict
    apart: Mapping[int, LayersApart]
    rates: Mapping[int, Judged]

    @property
    def cases(self) -> dict[int, int]:
        """How many layers have each case."""
        found = Counter(result.facts.spectrum.case for result in self.run.results)
        return {case: found.get(case, 0) for case in (1, 2, 3)}

    @property
    def gap(self) -> float:
        """The median gap over layers."""
        return float(np.median([result.facts.spectrum.gap for result in self.run.results]))

    @property
    def gap_z(self) -> float:
        """The median z-score of the gap over layers, beside random ones; NaN without any."""
        found = [self.run.z(result.figures, GAP) for result in self.run.results]
        there = [each for each in found if each is not None]
        return float(np.median(there)) if there else math.nan

    @property
    def parts_at(self) -> int | None:
        """The first layer that differs from the first model's, or None."""
        return next((k for k, each in self.apart.items() if each.differs), None)


def compare(
    checkpoints: Sequence[Checkpoint],
    *,
    seed: int = 0,
    jobs: int = 1,
    rates: bool = False,
    progress: Progress | None = None,
) -> tuple[Compared, ...]:
    """Measure models, and each beside the first; raises Mistake as measuring one does.

    Layers that are not finite are left out, and told in `run.broken`.
    """
    found: list[Compared] = []
    for k, checkpoint in enumerate(checkpoints):

        def told(done: int, total: int, what: str, k: int = k, name: str = checkpoint.name) -> None:
            if progress is not None:
                progress(k * total + done, len(checkpoints) * total, f"{name}, {what}")

        beside = baseline(checkpoint.config, jobs=jobs, progress=told)
        run = spectrum_run(
            checkpoint, range(checkpoint.config.layers), seed=seed, jobs=jobs, progress=told,
            beside=beside, folded=False,
        )  # fmt: skip
        apart = _apart(found[0].run, run) if found else {}
        said = _rates(checkpoint, run.numbers, seed, told) if rates else {}
        found.append(Compared(run, verdict(run), apart, said))
    return tuple(found)


def _apart(first: SpectrumRun, other: SpectrumRun) -> dict[int, LayersApart]:
    one, two = first.checkpoint, other.checkpoint
    names = ("width", "heads", "key_value_heads", "head_width", "layers")
    if any(getattr(one.config, name) != getattr(two.config, name) for name in names):
        return {}
    return {k: _of_layer(first, other, k) for k in other.numbers if k in first.by_number}


def _of_layer(first: SpectrumRun, other: SpectrumRun, k: int) -> LayersApart:
    one, two = first.checkpoint.layers[k], other.checkpoint.layers[k]
    far = max(relative(one.matrix(role), two.matrix(role)) for role in ATTENTION)
    kinds = [
        {layer.weights.dtype(layer.sources[f"{role}.weight"].name) for role in ATTENTION}
        for layer in (one, two)
    ]
    # The same numbers stored alike are the same; stored otherwise they may be rounded.
    largest = max(ROUNDED[kind] for held in kinds for kind in held)
    rounded = 2 * largest if kinds[0] != kinds[1] else 0.0
    systems = [run.by_number[k].facts.spectrum for run in (first, other)]
    direction = None
    if all(spectrum.is_pair is False for spectrum in systems):
        u, v = (spectrum.system.principal()[:, 0] for spectrum in systems)
        direction = abs(float(u @ v))
    return LayersApart(far, rounded, relative(one.F(), two.F()), direction)


def relative(one: Array, two: Array) -> float:
    """Return |B - A|/|A| (Frobenius): 0 where both are 0, infinite where A alone is."""
    size, far = float(np.linalg.norm(one)), float(np.linalg.norm(two - one))
    return far / size if size else (0.0 if far == 0 else math.inf)


def _rates(
    checkpoint: Checkpoint, numbers: Sequence[int], seed: int, told: Progress
) -> dict[int, Judged]:
    """Return what is predicted and measured of each layer, reduced and repeated."""
    found = {}
    for k in numbers:
        told(k, checkpoint.config.layers, f"rate of layer {k}")
        loop = {f"loop={k}": Changes(loop=k)}
        start = random_start(checkpoint, PROMPTS, TOKENS, seed)
        run = run_depth(
            checkpoint, changed(loop), start, depth=TIMES, seed=seed, eigenvectors="none"
        )
        found[k] = judged(run, run.traces[0])
    return found


def comparison_rows(compared: Sequence[Compared]) -> Rows:
    """Return a row for each layer of each model: its spectrum, and how far it is from the first."""
    rows: list[Row] = []
    for number, each in enumerate(compared):
        for k, row in zip(each.run.numbers, spectrum_rows(each.run), strict=True):
            apart, said = each.apart.get(k), each.rates.get(k)
            measured: Interval | None = None if said is None else said.measured
            rows.append(
                {"model": number, **row}
                | {
                    "weights_apart": None if apart is None else apart.weights,
                    "F_apart": None if apart is None else apart.matrix,
                    "v_1_cosine": None if apart is None else apart.direction,
                    "rate_predicted": None if said is None else said.prediction.number,
                    "rate_measured": None if measured is None else measured.median,
                    "rate_low": None if measured is None else measured.low,
                    "rate_high": None if measured is None else measured.high,
                    "rate_agreement": None if said is None else said.agreement,
                }
            )
    return Rows(tuple(rows))
