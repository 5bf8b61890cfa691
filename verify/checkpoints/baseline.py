"""What layers of the same shapes with random weights have: beside it every figure is told.

Random layers have independent normal entries. Figures are in units of a layer's own entries, so
that of a shape one baseline is enough, whatever the scale: it is computed once, by the same
functions as the layer's, and kept. A figure's z-score is how many deviations of random layers it is
from their mean.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from verify.checkpoints.checkpoint import load
from verify.checkpoints.config import Config
from verify.checkpoints.factors import Array
from verify.checkpoints.generated import write_random
from verify.checkpoints.heads import HeadFacts, head_facts
from verify.checkpoints.kept import code
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.spectra import DENSE, LEADING, arnoldi
from verify.checkpoints.structure import Structure, deviations, structure
from verify.numerics.draws import Draws
from verify.numerics.layer_matrices import principal_first
from verify.processes.ordered import in_order
from verify.processes.store import is_shaped, store

DRAWS = 8  # random layers
ROUGH = 1e-3  # when an iteration for a random layer stops: far below what these differ by
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
    layer: StoredLayer, first: float, gap: float, heads: Sequence[HeadFacts], found: Structure
) -> dict[str, float]:
    """Return the figures of a layer in units of its entries; NaN where these are all 0."""
    sizes = deviations(layer)
    values = sizes["value"] * sizes["output"]
    scores = abs(layer.scale) * sizes["query"] * sizes["key"]
    return {
        FIRST: _over(first, values),
        GAP: _over(gap, values),
        VALUES: _over(max(head.leading.real for head in heads), values),
        SCORES: _over(max(head.scores.norm for head in heads), scores),
        TOTAL: found.total,
    }


def _over(value: float, unit: float) -> float:
    return value / unit if unit > 0 and math.isfinite(value) else math.nan


def baseline(
    config: Config, *, jobs: int = 1, progress: Callable[[int, int, str], None] | None = None
) -> Baseline:
    """Return the baseline of layers of these shapes: kept, or computed by `jobs` threads."""
    shape = config.width, config.heads, config.key_value_heads, config.head_width
    key = f"baseline of layers/{DRAWS}/{shape}/{code()}"
    kept = store()
    said = kept.read(key, lambda data: is_shaped(data, {name: [float] for name in FIGURES}))
    if said is None:
        done: list[int] = []

        def drawn(number: int) -> dict[str, float]:
            found = _random_figures(shape, number)
            done.append(number)
            if progress is not None:
                progress(len(done), DRAWS, "random layers of these shapes, once")
            return found

        each = list(in_order(drawn, range(DRAWS), jobs))
        said = {name: [one[name] for one in each] for name in FIGURES}
        kept.write(key, said)
    return Baseline(said)


def _random_figures(shape: tuple[int, int, int, int], number: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="verify-random-") as place:
        layer = _random_layer(Path(place), shape, number)
        first, gap = _first_and_gap(layer.F(), number)
        return figures(layer, first, gap, head_facts(layer), structure(layer, number))


def _random_layer(place: Path, shape: tuple[int, int, int, int], number: int) -> StoredLayer:
    """Return a layer of a layout that has such shapes, with normal entries."""
    width, heads, groups, head_width = shape
    plain = heads * head_width == width and groups == heads
    sizes = (
        {"attention_types": [[["global"], 1]]}
        if plain
        else {"num_key_value_heads": groups, "head_dim": head_width}
    )
    write_random(
        place, "gpt_neo" if plain else "llama", seed=number, width=width, heads=heads, layers=1,
        vocabulary=1, positions=1, intermediate_size=1, **sizes,
    )  # fmt: skip
    return load(place).layers[0]


def _first_and_gap(F: Array, seed: int) -> tuple[float, float]:
    """Return the first real part of F, and how far the next, beside a pair, is below it."""
    found = None
    if len(F) > DENSE:
        start = Draws(seed).normal((len(F),))
        found = arnoldi(F.astype(np.float32), start, "LR", LEADING, ROUGH)
    if found is None:
        values = np.linalg.eigvals(F)
        found = values, np.eye(len(values))
    system = principal_first(*found)
    return float(system.values[0].real), system.gap
