"""A reduced layer near consensus is linear: how fast differences of tokens fall there, and powers.

Where all tokens agree with an eigenvector of F the weights of the mask are equal in each row, with
the matrix A, and differences in the direction of the eigenvector of lambda_k are multiplied by

    M_k = (I + tau lambda_k A) / |1 + tau lambda_1|

modulo equal differences (B-T1). Its powers fall like those of its largest eigenvalue in the end;
before that they may be slower: under a sink's mask most eigenvalues coincide in one long block.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verify.numerics.layer_matrices import Eigensystem
from verify.transformers.eigenvalue_errors import UNIT
from verify.transformers.factors import Array
from verify.transformers.interventions import Mask

Spectrum = NDArray[np.complexfloating]
MOST = 10**9  # n^3 for each eigenvector: some seconds


@dataclass(frozen=True, eq=False)
class Differences:
    """Differences of tokens near consensus at the eigenvector, or plane, of `values[0]`.

    `values` are all eigenvalues of F, a pair's both first where it is a pair; `mask` says who sees
    whom.
    """

    values: Spectrum
    mask: Mask
    tau: float = 1.0

    @property
    def along(self) -> Spectrum:
        """The eigenvalues that matter: a real first one only moves tokens along itself."""
        return self.values if self.values[0].imag else self.values[1:]

    @property
    def growth(self) -> float:
        """What a layer multiplies equal tokens by there, |1 + tau lambda_1|."""
        return float(abs(1 + self.tau * self.values[0]))

    def factor(self) -> float:
        """Return by what a layer multiplies differences in the end, at most.

        Where the first eigenvalue is one of a pair the direction of the tokens is projected out
        and turns, so that it is a bound.
        """
        others = mask_eigenvalues(self.mask)
        if not len(others) or not len(self.along):
            return 0.0
        sizes = np.abs(1 + self.tau * others[:, None] * self.along)
        return float(sizes.max() / self.growth)

    def factor_between(self, start: int, end: int) -> float:
        """Return the factor a layer from one depth to another, for differences alike at first.

        That is of the root of their mean square, if those of all eigenvectors are independent and
        alike: the root of sum_k |M_k^t|^2 (Frobenius). Of many tokens only the eigenvectors that
        are slowest in the end are counted, as many as are quick.
        """
        rate = self.factor()
        if not rate:
            return 0.0
        n = len(self.mask)
        weights = self.mask / self.mask.sum(axis=1, keepdims=True)
        # An orthonormal basis of what is orthogonal to equal differences: A is 1 on those.
        across = np.linalg.qr(np.column_stack([np.ones(n), np.eye(n)[:, 1:]]))[0][:, 1:]
        A = across.T @ weights @ across
        ends = np.abs(1 + self.tau * mask_eigenvalues(self.mask)[:, None] * self.along).max(axis=0)
        slowest = self.along[np.argsort(-ends)[: max(1, MOST // n**3)]]
        # Divided by the rate powers neither grow nor vanish.
        step = (np.eye(n - 1) + self.tau * slowest[:, None, None] * A) / (rate * self.growth)
        before = np.linalg.matrix_power(step, start)
        after = np.linalg.matrix_power(step, end - start) @ before
        grown = np.linalg.norm(after) / np.linalg.norm(before)
        return float(rate * grown ** (1 / (end - start)))


def mask_eigenvalues(mask: Mask) -> Spectrum:
    """Return the eigenvalues of a mask with equal weights in each row, without one that is 1."""
    weights = mask / mask.sum(axis=1, keepdims=True)
    lower = not np.triu(weights, 1).any()
    # Those of a triangular matrix are read off; computed, they may be far off for many tokens.
    values = np.diag(weights).astype(complex) if lower else np.linalg.eigvals(weights)
    return np.asarray(np.delete(values, np.argmin(np.abs(values - 1))))


def fastest_first(values: Spectrum, tau: float) -> Spectrum:
    """Return eigenvalues with that of the largest |1 + tau lambda| first, and its conjugate next.

    It is what the power method with I + tau F finds: the principal one, unless B-C1's condition
    fails.
    """
    sizes = np.abs(1 + tau * values)
    k = int(np.argmax(sizes))
    if sizes[k] <= sizes[0]:
        return values
    chosen = (values == values[k]) | (values == values[k].conj())
    return np.concatenate([values[chosen], values[~chosen]])


def grow_alike(matrix: Array, system: Eigensystem, tau: float) -> bool:
    """Tell whether the largest |1 + tau lambda| may be that of two eigenvalues, by their errors.

    `system` has all eigenvalues of the `matrix` F. They are off by the rounding of computing them,
    below 2 d u |F|, times their condition, the length of a row of the inverse of the vectors.
    """
    sizes = np.abs(1 + tau * system.values)
    k = int(np.argmax(sizes))
    own = (system.values == system.values[k]) | (system.values == system.values[k].conj())
    if own.all():
        return False
    other = int(np.flatnonzero(~own)[np.argmax(sizes[~own])])
    d = len(matrix)
    try:
        rows = np.linalg.solve(system.vectors.T, np.eye(d)[:, [k, other]])
    except np.linalg.LinAlgError:
        return True
    conditions = np.linalg.norm(rows, axis=0) * np.linalg.norm(
        system.vectors[:, [k, other]], axis=0
    )
    off = 2 * d * UNIT * float(np.linalg.norm(matrix)) * tau * float(conditions.sum())
    return not sizes[k] - sizes[other] > off


def slowest_power(values: Spectrum, mask: Mask) -> float:
    """Return the largest exponent of t where tokens are normalised before attention only."""
    others = mask_eigenvalues(mask)
    if not len(others) or len(values) < 2:
        return -np.inf
    return float((others[:, None] * values[1:]).real.max() / values[0].real - 1)
