"""Everything about a layer that hypotheses of theorems ask for, measured once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.heads import HeadFacts, Symmetry, head_facts, symmetry
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.spectra import LayerSpectrum, layer_spectrum, rounding

TINY = float(np.finfo(float).tiny)
TURNED = 2.0**-20  # how far off v_1 may be; far below what a layer of trained weights is off by
BIASED = ("query", "key", "value", "output")


@dataclass(frozen=True)
class NormFacts:
    """The norm of attention: where it stands, the range of its gains, and of its shifts."""

    first: bool
    kind: Literal["layer", "rms"]
    gains: tuple[float, float]
    shifts: tuple[float, float]

    @property
    def constant_gain(self) -> bool:
        """Whether all gains are equal, exactly as stored."""
        return self.gains[0] == self.gains[1]

    @property
    def constant_shift(self) -> bool:
        """Whether all shifts are equal, exactly as stored."""
        return self.shifts[0] == self.shifts[1]


@dataclass(frozen=True, eq=False)
class LayerFacts:
    """A layer: its spectrum, its heads, and how far its matrices are from what theorems want.

    `from_identity` is |F - c I|/|F| (Frobenius) for the best c, `multiple`; `folded` has both for
    the matrix with the norm's gain folded in, where that comes first. `error` is the rounding in
    F, over |F|. `apart_from_top` is how far v_1 is from being the first eigenvector of every
    F_h, measured where these are symmetric; `from_scores` is |F - c P|/|F| for the best c > 0,
    measured for one head of full width. `biases` has the largest entry, in size, of each bias of
    attention, by role.
    """

    layer: StoredLayer
    spectrum: LayerSpectrum
    heads: tuple[HeadFacts, ...]
    symmetry: Symmetry
    multiple: float
    from_identity: float
    error: float
    folded: tuple[float, float]
    folded_error: float
    apart_from_top: float | None
    top_error: float
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


def layer_facts(
    layer: StoredLayer, matrix: Array, *, seed: int = 0, every: bool = False
) -> LayerFacts:
    """Measure a layer, whose matrix F the caller has written out, (d, d)."""
    factors = layer.value_output_factors()
    spectrum = layer_spectrum(factors, matrix, seed=seed, every=every)
    # A product of d by k and k by d matrices has the error gamma_k |left| |right| (Frobenius).
    error = rounding(factors)
    heads = head_facts(layer)
    multiple, off = _from_identity(matrix)
    folded, relative = (multiple, off), error / max(spectrum.norm, TINY)
    if layer.config.norm_first and layer.config.norm == "rms":
        # sqrt(d) F G: attention sees directions, times the gains (no norm of this kind centres).
        scales = np.sqrt(layer.config.width) * layer.attention_norm.gain
        folded = _from_identity(matrix * scales)
        # Relative to the folded matrix itself, as `from_identity` is.
        folded_size = float(np.linalg.norm(matrix * scales))
        relative = error * float(np.abs(scales).max()) / max(folded_size, TINY)
    return LayerFacts(
        layer, spectrum, heads, symmetry(matrix, error), multiple, off,
        error / max(spectrum.norm, TINY), folded, relative, *_from_top(layer, spectrum, heads),
        _from_scores(layer, matrix), norm_facts(layer), _biases(layer),
    )  # fmt: skip


def norm_facts(layer: StoredLayer) -> NormFacts:
    """Return what the norm of attention has for gains and shifts."""
    norm = layer.attention_norm
    shift = np.zeros(1) if norm.shift is None else norm.shift
    return NormFacts(layer.config.norm_first, norm.kind, _range(norm.gain), _range(shift))


def _range(vector: Array) -> tuple[float, float]:
    return float(vector.min()), float(vector.max())


def _from_identity(matrix: Array) -> tuple[float, float]:
    """Return the c with the least |M - c I|, and that over |M|; 1 for M = 0, which is no I."""
    size, d = float(np.linalg.norm(matrix)), len(matrix)
    multiple = float(np.trace(matrix)) / d
    if size == 0:
        return 0.0, 1.0
    off = matrix.copy()
    off[np.diag_indices(d)] -= multiple
    return multiple, float(np.linalg.norm(off)) / size


def _from_top(
    layer: StoredLayer, spectrum: LayerSpectrum, heads: tuple[HeadFacts, ...]
) -> tuple[float | None, float]:
    """Return how far v_1 is from being the first eigenvector of all symmetric F_h, and the error.

    The distance is the larger one of |F_h v - mu v| and of what mu = v^T F_h v lacks of the first
    eigenvalue of F_h; v itself is off by at most the residual over the gap, less the residual, as F
    is symmetric. None where that is not small: any v would do then.
    """
    if spectrum.is_pair is not False or not all(head.symmetry.holds for head in heads):
        return None, 0.0
    v = spectrum.system.principal()[:, 0]
    apart = error = 0.0
    turned = spectrum.principal.residual / (spectrum.gap - spectrum.gap_error)
    if turned > TURNED:
        return None, 0.0
    for head in heads:
        image = layer.head(head.number) @ v
        mu = float(v @ image)
        apart = max(apart, float(np.linalg.norm(image - mu * v)), head.leading.real - mu)
        error = max(error, head.error + 2 * head.norm * turned)
    return apart, error


def _from_scores(layer: StoredLayer, matrix: Array) -> float | None:
    """Return |F - c P|/|F| for the best c > 0 if there is one head, of full width."""
    size = float(np.linalg.norm(matrix))
    if layer.heads > 1 or layer.config.head_width < layer.config.width or size == 0:
        return None
    P = layer.P(0)
    square = float(np.sum(P * P))
    multiple = float(np.sum(P * matrix)) / square if square else 0.0
    return float(np.linalg.norm(matrix - max(multiple, 0.0) * P)) / size


def _biases(layer: StoredLayer) -> dict[str, float]:
    """Return the largest entry, in size, of each bias that a layer's attention has."""
    found = {role: layer.bias(role) for role in BIASED}
    return {role: float(np.abs(bias).max()) for role, bias in found.items() if bias is not None}
