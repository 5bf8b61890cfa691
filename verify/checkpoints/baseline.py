"""What layers of the same shapes with random weights have: beside it every figure is told.

Random layers have independent normal entries. Figures are in units of a layer's own entries, so
that one baseline is enough for all layers of a shape. A figure's z-score is how many deviations of
random layers it is from their mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from verify.checkpoints.draws import draws_for
from verify.checkpoints.heads import HeadFacts, head_facts
from verify.checkpoints.layers import Layer
from verify.checkpoints.spectra import LayerSpectrum, layer_spectrum
from verify.checkpoints.structure import ATTENTION, Structure, deviations, structure
from verify.processes.ordered import in_order

DRAWS = 8  # random layers
FIRST, GAP, TOTAL = "Re lambda_1", "gap", "structure"
VALUES, SCORES = "largest Re lambda of F_h", "largest |P_h|"
FIGURES = (FIRST, GAP, VALUES, SCORES, TOTAL)


@dataclass(frozen=True)
class Baseline:
    """The figures of random layers, by name, one number a layer."""

    draws: Mapping[str, Sequence[float]]

    def z(self, name: str, value: float) -> float | None:
        """Return the z-score of a figure; None where random layers do not differ in it."""
        there = np.array(self.draws[name])
        spread = float(there.std(ddof=1))
        if not (math.isfinite(value) and math.isfinite(spread) and spread > 0):
            return None
        return (value - float(there.mean())) / spread


def figures(
    layer: Layer, spectrum: LayerSpectrum, heads: Sequence[HeadFacts], found: Structure
) -> dict[str, float]:
    """Return the figures of a layer in units of its entries; NaN where these are all 0."""
    sizes = deviations(layer)
    values = sizes["value"] * sizes["output"]
    scores = abs(layer.scale) * sizes["query"] * sizes["key"]
    return {
        FIRST: _over(spectrum.principal.value.real, values),
        GAP: _over(spectrum.gap, values),
        VALUES: _over(max(head.leading.real for head in heads), values),
        SCORES: _over(max(head.scores.norm for head in heads), scores),
        TOTAL: found.total,
    }


def _over(value: float, unit: float) -> float:
    return value / unit if unit > 0 and math.isfinite(value) else math.nan


def baseline(
    layer: Layer, *, jobs: int = 1, progress: Callable[[int, int, str], None] | None = None
) -> Baseline:
    """Return the baseline of layers of a layer's shapes, computed by `jobs` threads."""
    done: list[int] = []

    def drawn(number: int) -> dict[str, float]:
        found = random_figures(layer, number)
        done.append(number)
        if progress is not None:
            progress(len(done), DRAWS, "random layers of these shapes")
        return found

    each = list(in_order(drawn, range(DRAWS), jobs))
    return Baseline({name: [one[name] for one in each] for name in FIGURES})


def random_figures(layer: Layer, seed: int) -> dict[str, float]:
    """Return the figures of a layer of the same shapes with normal entries."""
    query, key, value, output = (
        draws_for(seed, "random layer", role).normal(layer.matrix(role).shape) for role in ATTENTION
    )
    random = replace(layer, query=query, key=key, value=value, output=output)
    spectrum = layer_spectrum(random.value_output_factors(), seed=seed)
    return figures(random, spectrum, head_facts(random), structure(random, seed))
