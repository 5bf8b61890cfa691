"""A reduced layer near consensus is linear: how fast differences of tokens fall there, and powers.

Where all tokens agree with an eigenvector of F the weights of the mask are equal in each row, with
the matrix A, and differences in the direction of the eigenvector of lambda_k are multiplied by

    M_k = (I + tau lambda_k A) / |1 + tau lambda_1|

modulo equal differences. Its powers fall like those of its largest eigenvalue in the end;
before that they may be slower: under a sink's mask most eigenvalues coincide in one long block.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.eigenvalue_errors import rounded
from verify.checkpoints.factors import Array
from verify.checkpoints.interventions import MaskMatrix
from verify.numerics.draws import Draws
from verify.numerics.layer_matrices import Eigensystem

Spectrum = NDArray[np.complexfloating]
DRAWS = 16  # of random differences


@dataclass(frozen=True, eq=False)
class Differences:
    """Differences of tokens near consensus at the eigenvector, or plane, of `values[0]`.

    `values` are all eigenvalues of F, a pair's both first where it is a pair; `mask` says who sees
    whom; `matrix` is F on differences, (m, m): modulo the eigenvector, or all of it for a pair. By
    default it is normal.
    """

    values: Spectrum
    mask: MaskMatrix
    tau: float = 1.0
    matrix: Array | None = None

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
        """Return the largest factor a layer, from one depth to another, of random differences.

        They are followed by the linear layer itself: eigenvectors of F that are nearly parallel,
        and blocks of the mask, make what falls in the end grow for a while.
        """
        rate, n = self.factor(), len(self.mask)
        if not rate:
            return 0.0
        matrix = np.diag(self.along) if self.matrix is None else self.matrix
        weights = self.mask / self.mask.sum(axis=1, keepdims=True)
        # An orthonormal basis of what is orthogonal to equal differences: A is 1 on those.
        across = np.linalg.qr(np.column_stack([np.ones(n), np.eye(n)[:, 1:]]))[0][:, 1:]
        A = across.T @ weights @ across
        draws = Draws(0).normal((DRAWS, n - 1, len(matrix)))
        states, logs = draws.astype(matrix.dtype), {0: np.zeros(DRAWS)}
        grown = np.zeros(DRAWS)
        for step in range(1, end + 1):
            states = states + self.tau * (A @ states @ matrix.T)
            sizes = np.linalg.norm(states, axis=(1, 2))
            if not (sizes > 0).all():
                return rate
            states, grown = states / sizes[:, None, None], grown + np.log(sizes)
            logs[step] = grown
        changed = (logs[end] - logs[start]) / (end - start)
        return float(np.exp(changed.max()) / self.growth)


def mask_eigenvalues(mask: MaskMatrix) -> Spectrum:
    """Return the eigenvalues of a mask with equal weights in each row, without one that is 1."""
    weights = mask / mask.sum(axis=1, keepdims=True)
    lower = not np.triu(weights, 1).any()
    # Those of a triangular matrix are read off; computed, they may be far off for many tokens.
    values = np.diag(weights).astype(complex) if lower else np.linalg.eigvals(weights)
    return np.asarray(np.delete(values, np.argmin(np.abs(values - 1))))


def leader(matrix: Array, system: Eigensystem, tau: float) -> int | None:
    """Return which eigenvalue has the largest |1 + tau lambda|: what I + tau F makes of tokens.

    `system` has all eigenvalues of the `matrix` F. None where another one may have as large a
    modulus, or where it may be one of a pair or not, by their errors.
    """
    sizes = np.abs(1 + tau * system.values)
    k = int(np.argmax(sizes))
    return k if _alone(matrix, system, k, sizes, tau) else None


def first_in_real_part(matrix: Array, system: Eigensystem) -> bool:
    """Tell whether the first eigenvalue is first in real part, and whether a pair, by errors."""
    return _alone(matrix, system, 0, system.values.real, 1.0)


def _alone(matrix: Array, system: Eigensystem, k: int, sizes: Array, scale: float) -> bool:
    value = complex(system.values[k])
    mine = {k}
    if value.imag:
        off = np.abs(system.values - value.conjugate())
        off[k] = np.inf
        mine.add(int(np.argmin(off)))
    error = rounded(matrix, value, system.vectors[:, k])
    if value.imag and not abs(value.imag) > error:
        return False
    others = [j for j in np.argsort(-sizes) if int(j) not in mine][:1]
    for j in others:
        own = rounded(matrix, complex(system.values[j]), system.vectors[:, j])
        if not sizes[k] - sizes[j] > scale * (error + own):
            return False
    return True


def led_by(system: Eigensystem, k: int) -> Spectrum:
    """Return the eigenvalues with that of number k first, and its conjugate next."""
    value = system.values[k]
    if not value.imag:
        return np.concatenate([[value], np.delete(system.values, k)])
    off = np.abs(system.values - value.conj())
    off[k] = np.inf
    pair = [k, int(np.argmin(off))]
    if value.imag < 0:
        pair.reverse()
    return np.concatenate([system.values[pair], np.delete(system.values, pair)])


def modulo(matrix: Array, system: Eigensystem, k: int) -> Array:
    """Return F modulo its eigenvector of number k, (d - 1, d - 1), or F for one of a pair."""
    if system.values[k].imag:
        return matrix
    basis = np.column_stack([system.vectors[:, k].real, np.eye(len(matrix))])
    across = np.linalg.qr(basis)[0][:, 1:]
    return np.asarray(across.T @ matrix @ across)


def slowest_power(values: Spectrum, mask: MaskMatrix) -> float:
    """Return the largest exponent of t where tokens are normalised before attention only."""
    others = mask_eigenvalues(mask)
    if not len(others) or len(values) < 2:
        return -np.inf
    return float((others[:, None] * values[1:]).real.max() / values[0].real - 1)
