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

from verify.checkpoints.eigenvalue_errors import UNIT
from verify.checkpoints.factors import Array, MatrixFactors
from verify.checkpoints.layers import StoredLayer

CLOSE = 1e-8  # how far from orthonormal the fast decomposition may leave its columns

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
    `difference` is |F_h - F_0|/|F_0| (Frobenius), `difference_error` what roundings allow in it.
    """

    number: int
    values: NDArray[np.complexfloating]
    error: float
    norm: float
    symmetry: Symmetry
    scores: ScoreFacts
    difference: float
    difference_error: float
    full_rank_possible: bool

    @property
    def leading(self) -> complex:
        """The eigenvalue of F_h with the largest real part: 0 counts where the rank is below d."""
        first = complex(self.values[0])
        return 0j if not self.full_rank_possible and first.real < 0 else first


def head_facts(layer: StoredLayer) -> tuple[HeadFacts, ...]:
    """Return what every head of a layer is like; positions of rotary ones count as equal."""
    heads = _heads(layer)
    return tuple(_facts(layer, h, heads[h], heads[0]) for h in range(layer.heads))


def _heads(layer: StoredLayer) -> list[MatrixFactors]:
    """Return the factors of every F_h, as views of the layer's matrices, each read once."""
    whole, width = layer.value_output_factors(), layer.config.head_width
    parts = [slice(h * width, (h + 1) * width) for h in range(layer.heads)]
    return [MatrixFactors(whole.left[:, part], whole.right[part]) for part in parts]


def symmetry(matrix: Array, error: float) -> Symmetry:
    """Compare a matrix, known up to `error` in the Frobenius norm, with its transpose."""
    size = float(np.linalg.norm(matrix))
    if size == 0:
        return Symmetry(0.0, 0.0)
    off = float(np.linalg.norm(matrix - matrix.T))
    return Symmetry(off / size, 2 * error / size)


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

    With A = [left, right^T] and the Cholesky factor A^T A = R^T R, A = U R for a U whose columns
    are orthonormal up to cond(A)^2 times the rounding in A^T A, d + m units; by Ostrowski's theorem
    eigenvalues of U S U^T change by that factor at most. Where it is large, Householder's
    decomposition takes its place: slower, and with an error below m d u whatever the condition.
    """
    k = factors.left.shape[1]
    both = np.concatenate([factors.left, factors.right.T], axis=1)
    d, m = both.shape
    R, off = _cholesky(both)
    if off > CLOSE:
        R, off = np.asarray(np.linalg.qr(both, mode="r")), 0.0
    small = np.asarray(R[:, :k] @ R[:, k:].T)
    sizes = _sizes(factors)
    rounded = (m if off else 2 * m * d + m) * UNIT * sizes
    return small, off * float(np.linalg.norm(small)) + rounded


def _cholesky(columns: Array) -> tuple[Array, float]:
    """Return R with columns = U R, and how far U may be from orthonormal; infinite if it fails."""
    d, m = columns.shape
    gram = columns.T @ columns
    extremes = np.linalg.eigvalsh(gram)
    if m > d or extremes[0] <= 0:
        return gram, float("inf")
    # In the Frobenius norm the rounding in A^T A is below d u |A|^2, and |A|^2 its trace.
    off = 2 * (d + m) * UNIT * float(np.trace(gram)) / float(extremes[0])
    if off > CLOSE:
        return gram, off
    return np.asarray(np.linalg.cholesky(gram).T), off


def _facts(layer: StoredLayer, h: int, head: MatrixFactors, first: MatrixFactors) -> HeadFacts:
    small = head.right @ head.left
    values = np.linalg.eigvals(small).astype(complex)
    order = np.lexsort((-values.imag, np.abs(values.imag), -values.real))
    d, k = head.left.shape
    sizes = _sizes(head)
    norm = float(np.sqrt(_inner(head, head)))
    difference, resolution = _difference(head, norm**2, first)
    return HeadFacts(
        number=h,
        values=values[order],
        error=(d + k * k) * UNIT * sizes,
        norm=norm,
        symmetry=_symmetry(head, norm, sizes),
        scores=score_facts(layer.scores(h).factors),
        difference=difference,
        difference_error=resolution,
        full_rank_possible=k >= d,
    )


def _sizes(factors: MatrixFactors) -> float:
    return float(np.linalg.norm(factors.left) * np.linalg.norm(factors.right))


def _inner(a: MatrixFactors, b: MatrixFactors) -> float:
    """Return the sum of the products of entries, trace(A^T B), through the factors."""
    return float(max(0.0, np.sum((a.left.T @ b.left) * (a.right @ b.right.T))))


def _symmetry(head: MatrixFactors, norm: float, sizes: float) -> Symmetry:
    """Compare F_h and its transpose: |F - F^T|^2 = 2 |F|^2 - 2 trace(F F)."""
    if norm == 0:
        return Symmetry(0.0, 0.0)
    small = head.right @ head.left
    square = 2 * norm**2 - 2 * float(np.sum(small * small.T))
    # The difference of squares says nothing below the root of its rounding; then look closely.
    unclear = 16 * (head.shape[0] + len(small)) * UNIT * sizes**2
    if square > unclear:
        return Symmetry(float(np.sqrt(square)) / norm, float(np.sqrt(unclear)) / norm)
    return symmetry(*compressed(head))


def _difference(head: MatrixFactors, own: float, first: MatrixFactors) -> tuple[float, float]:
    """Return |F_h - F_0|/|F_0| and what roundings allow in it, given own = |F_h|^2."""
    if head is first:
        return 0.0, 0.0
    other = _inner(first, first)
    if other == 0:
        return (0.0 if own == 0 else float("inf")), 0.0
    square = (
        own + other - 2 * float(np.sum((head.left.T @ first.left) * (head.right @ first.right.T)))
    )
    unclear = 16 * sum(head.left.shape) * UNIT * (_sizes(head) + _sizes(first)) ** 2
    if square > unclear:
        return float(np.sqrt(square / other)), float(np.sqrt(unclear / other))
    wide = MatrixFactors(
        np.concatenate([head.left, first.left], axis=1),
        np.concatenate([head.right, -first.right], axis=0),
    )
    small, error = compressed(wide)
    return float(np.linalg.norm(small) / np.sqrt(other)), error / float(np.sqrt(other))
