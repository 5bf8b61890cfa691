"""What single heads are like: eigenvalues of F_h, definiteness and norm of P_h, symmetry.

F_h = W_h V_h and P_h have rank k at most, the width of a head, and everything here is decided in
2 k coordinates: with [left, right^T] = U R and orthonormal columns U, a product left @ right is
U S U^T for a small S, so it has the symmetric part, the norm and the asymmetry of S, and beside the
eigenvalues of that part only zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.factors import Array, MatrixFactors
from verify.checkpoints.layers import Layer
from verify.checkpoints.spectra import UNIT

Definiteness = Literal[
    "positive definite", "positive semidefinite", "negative definite", "negative semidefinite",
    "indefinite", "zero",
]  # fmt: skip


@dataclass(frozen=True)
class Symmetry:
    """A matrix beside its transpose: `asymmetry` is |M - M^T|/|M| (Frobenius), 0 for M = 0.

    `error` is what roundings allow in it; the matrix is symmetric as far as can be told if the
    asymmetry is not larger.
    """

    asymmetry: float
    error: float

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against symmetry."""
        return self.asymmetry <= self.error


@dataclass(frozen=True)
class ScoreFacts:
    """A head's P_h: extreme eigenvalues of its symmetric part, each within `error`."""

    least: float
    largest: float
    error: float
    norm: float
    symmetry: Symmetry

    @property
    def definiteness(self) -> Definiteness:
        """What the extreme eigenvalues say; within the error an eigenvalue counts as 0."""
        above, below = self.largest > self.error, self.least < -self.error
        if above and below:
            return "indefinite"
        if above:
            return "positive definite" if self.least > self.error else "positive semidefinite"
        if below:
            return "negative definite" if self.largest < -self.error else "negative semidefinite"
        return "zero"


@dataclass(frozen=True, eq=False)
class HeadFacts:
    """A head: the eigenvalues of F_h that can differ from 0, (k,), by decreasing real part.

    They are computed from V_h W_h, (k, k), and exact for a matrix within `error` of it.
    """

    number: int
    values: NDArray[np.complexfloating]
    error: float
    norm: float
    symmetry: Symmetry
    scores: ScoreFacts
    full_rank_possible: bool

    @property
    def leading(self) -> complex:
        """The eigenvalue of F_h with the largest real part: 0 counts where the rank is below d."""
        first = complex(self.values[0])
        return 0j if not self.full_rank_possible and first.real < 0 else first


def head_facts(layer: Layer) -> tuple[HeadFacts, ...]:
    """Return what every head of a layer is like; positions of rotary ones count as equal."""
    return tuple(_facts(layer, h) for h in range(layer.heads))


def _facts(layer: Layer, h: int) -> HeadFacts:
    head = layer.head(h)
    values = np.linalg.eigvals(head.right @ head.left).astype(complex)
    order = np.lexsort((-values.imag, np.abs(values.imag), -values.real))
    d, k = head.left.shape
    small, error = compressed(head)
    return HeadFacts(
        h, values[order], (d + k * k) * UNIT * _sizes(head), float(np.linalg.norm(small)),
        symmetry(small, error), score_facts(layer.scores(h)), k >= d,
    )  # fmt: skip


def symmetry(matrix: Array, error: float) -> Symmetry:
    """Compare a matrix, known up to `error` in the Frobenius norm, with its transpose."""
    size = float(np.linalg.norm(matrix))
    if size == 0:
        return Symmetry(0.0, 0.0)
    return Symmetry(float(np.linalg.norm(matrix - matrix.T)) / size, 2 * error / size)


def score_facts(factors: MatrixFactors) -> ScoreFacts:
    """Return what P_h is like, from its factors (d, k) and (k, d)."""
    small, error = compressed(factors)
    extremes = np.linalg.eigvalsh((small + small.T) / 2)
    least, largest = float(extremes[0]), float(extremes[-1])
    if factors.shape[0] > small.shape[0]:
        least, largest = min(least, 0.0), max(largest, 0.0)
    norm = float(np.linalg.norm(small, 2))
    return ScoreFacts(least, largest, error, norm, symmetry(small, error))


def compressed(factors: MatrixFactors) -> tuple[Array, float]:
    """Return S (m, m), m <= 2 k, with left @ right = U S U^T for orthonormal U, and its error.

    [left, right^T] = U R by Householder's decomposition, whose error is below m d u.
    """
    k = factors.left.shape[1]
    both = np.concatenate([factors.left, factors.right.T], axis=1)
    d, m = both.shape
    R = np.asarray(np.linalg.qr(both, mode="r"))
    return np.asarray(R[:, :k] @ R[:, k:].T), (2 * m * d + m) * UNIT * _sizes(factors)


def _sizes(factors: MatrixFactors) -> float:
    return float(np.linalg.norm(factors.left) * np.linalg.norm(factors.right))
