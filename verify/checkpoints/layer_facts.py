"""Everything about a layer that hypotheses of theorems ask for, measured once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.heads import HeadFacts, Symmetry, head_facts, symmetry
from verify.checkpoints.layers import Layer
from verify.checkpoints.spectra import LayerSpectrum, layer_spectrum, rounding

TINY = float(np.finfo(float).tiny)
TURNED = 2.0**-20  # how far off v_1 may be; far below what a layer of trained weights is off by


@dataclass(frozen=True)
class NormFacts:
    """The norm of attention: where it stands, the range of its gains, and of its shifts."""

    first: bool
    kind: Literal["layer", "rms"]
    gains: tuple[float, float]
    shifts: tuple[float, float]


@dataclass(frozen=True, eq=False)
class LayerFacts:
    """A layer: its spectrum, its heads, and how far its matrices are from what theorems want.

    `from_identity` is |F - c I|/|F| (Frobenius) for the best c, `multiple`; `folded` has both for
    the matrix with the gains of an RMSNorm folded in, where that comes first. `error` is the
    rounding in F, over |F|. `apart_from_top` is how far v_1 is from being the first eigenvector of
    every F_h, where these are symmetric and v_1 is determined, with its error; `from_scores` is
    |F - c P|/|F| for the best c > 0, of one head of full width. `biases` has the largest entry, in
    size, of each bias of attention.
    """

    layer: Layer
    spectrum: LayerSpectrum
    heads: tuple[HeadFacts, ...]
    symmetry: Symmetry
    multiple: float
    from_identity: float
    error: float
    folded: tuple[float, float]
    folded_error: float
    apart_from_top: tuple[float, float] | None
    from_scores: float | None
    norm: NormFacts
    biases: dict[str, float]

    @property
    def bias(self) -> float:
        """The largest entry of a bias of attention, in size."""
        return max(self.biases.values(), default=0.0)

    @property
    def window(self) -> int | None:
        """How many tokens a token sees, or None for all, or all before it."""
        return self.layer.config.windows[self.layer.number]

    @property
    def score_norm(self) -> float:
        """The largest spectral norm of a P_h."""
        return max(head.scores.norm for head in self.heads)


def layer_facts(layer: Layer, *, seed: int = 0, every: bool = False) -> LayerFacts:
    """Measure a layer; with `every`, all its eigenvalues."""
    factors, rms = layer.value_output_factors(), layer.config.family.rms
    matrix, error, heads = factors.dense(), rounding(factors), head_facts(layer)
    spectrum = layer_spectrum(factors, matrix, seed=seed, every=every)
    multiple, off = _from_identity(matrix)
    folded, relative = (multiple, off), error / max(spectrum.norm, TINY)
    if layer.config.norm_first and rms:
        # sqrt(d) F G: attention sees directions, times the gains (no norm of this kind centres).
        scales = np.sqrt(layer.config.width) * layer.gain
        folded = _from_identity(matrix * scales)
        size = max(float(np.linalg.norm(matrix * scales)), TINY)
        relative = error * float(np.abs(scales).max()) / size
    shift = np.zeros(1) if layer.shift is None else layer.shift
    norm = NormFacts(
        layer.config.norm_first, "rms" if rms else "layer", _range(layer.gain), _range(shift)
    )
    return LayerFacts(
        layer, spectrum, heads, symmetry(matrix, error), multiple, off,
        error / max(spectrum.norm, TINY), folded, relative,
        _from_top(layer, spectrum, heads), _from_scores(layer, matrix), norm,
        {role: float(np.abs(bias).max()) for role, bias in layer.biases.items()},
    )  # fmt: skip


def _range(vector: Array) -> tuple[float, float]:
    return float(vector.min()), float(vector.max())


def _from_identity(matrix: Array) -> tuple[float, float]:
    """Return the c with the least |M - c I|, and that over |M|; 1 for M = 0, which is no I."""
    size, d = float(np.linalg.norm(matrix)), len(matrix)
    multiple = float(np.trace(matrix)) / d
    if size == 0:
        return 0.0, 1.0
    return multiple, float(np.linalg.norm(matrix - multiple * np.eye(d))) / size


def _from_top(
    layer: Layer, spectrum: LayerSpectrum, heads: tuple[HeadFacts, ...]
) -> tuple[float, float] | None:
    """Return the larger one of |F_h v - mu v| and of what mu = v^T F_h v lacks of the first one.

    As F is symmetric, v is off by at most the residual over the gap, less its error.
    """
    if spectrum.is_pair is not False or not all(head.symmetry.holds for head in heads):
        return None
    turned = spectrum.principal.residual / (spectrum.gap - spectrum.gap_error)
    v, apart = spectrum.system.principal()[:, 0], 0.0
    for head in heads:
        image = layer.head(head.number) @ v
        mu = float(v @ image)
        apart = max(apart, float(np.linalg.norm(image - mu * v)), head.leading.real - mu)
    error = max(head.error + 2 * head.norm * turned for head in heads)
    return (apart, error) if turned <= TURNED else None


def _from_scores(layer: Layer, matrix: Array) -> float | None:
    size = float(np.linalg.norm(matrix))
    if layer.heads > 1 or layer.config.head_width < layer.config.width or size == 0:
        return None
    P = layer.scores(0).dense()
    multiple = float(np.sum(P * matrix)) / max(float(np.sum(P * P)), TINY)
    return float(np.linalg.norm(matrix - max(multiple, 0.0) * P)) / size
