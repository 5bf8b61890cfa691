"""Layer matrices of stored attention weights: their principal eigenvalues, alignment, steering.

A layer sends tokens (columns) x_i to x_i + tau sum_h F_h sum_j A^h_ij x_j, normalised; its matrix
is F = sum_h F_h, the product of the output matrix and the stacked value matrices. Arrays are NumPy
arrays of any floating type, with tokens as rows, as libraries have them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Label = Literal[1, 2, 3]


@dataclass(frozen=True, eq=False)
class ValueOutput:
    """The factors of F = output @ value, for columns: each d by d, heads along `value`'s rows."""

    value: Array
    output: Array

    def __post_init__(self) -> None:
        for name, matrix in (("value", self.value), ("output", self.output)):
            if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
                raise ValueError(f"{name} has the shape {matrix.shape}, and must be square")
        if self.value.shape != self.output.shape:
            raise ValueError(
                f"value is {self.value.shape} and output {self.output.shape}; both must be d by d"
            )

    @property
    def layer_matrix(self) -> Array:
        """F = output @ value, (d, d)."""
        return self.output @ self.value

    def head_matrices(self, heads: int) -> Array:
        """Return F_1, ..., F_H as an array (H, d, d): they add up to F."""
        width = head_width(self.value.shape[0], heads)
        blocks = [slice(h * width, (h + 1) * width) for h in range(heads)]
        return np.stack([self.output[:, rows] @ self.value[rows] for rows in blocks])


def head_width(dimension: int, heads: int) -> int:
    """Return d / H, which must be whole."""
    if heads < 1 or dimension % heads:
        raise ValueError(f"heads is {heads}, and must divide the dimension {dimension}")
    return dimension // heads


@dataclass(frozen=True, eq=False)
class Eigensystem:
    """Eigenvalues of a real matrix by decreasing real part; right unit eigenvectors as columns."""

    values: NDArray[np.complexfloating]
    vectors: NDArray[np.complexfloating]

    @property
    def is_pair(self) -> bool:
        """Whether the first eigenvalue is one of a complex pair."""
        return bool(self.values[0].imag != 0)

    @property
    def gap(self) -> float:
        """The real part of the principal eigenvalue, or pair, less that of the next eigenvalue."""
        after = 2 if self.is_pair else 1
        if len(self.values) <= after:
            return float("inf")
        return float(self.values[0].real - self.values[after].real)

    @property
    def case(self) -> Label:
        """1: real, with a gap in the real part; 2: a complex pair with one; 3: no gap.

        The comparison is exact; how small a gap counts as none is for the reader of `gap` to say.
        """
        if self.gap <= 0:
            return 3
        return 2 if self.is_pair else 1

    def margin(self, step: float = 1.0) -> float:
        """Return the least of |1 + tau lambda_1|^2 - |1 + tau lambda_k|^2 over all other k.

        What is along the principal eigenvector, or plane, outgrows the rest exactly if this is
        positive; a gap in the real part alone does not say so.
        """
        sizes = np.abs(1 + step * self.values) ** 2
        others = sizes[2 if self.is_pair else 1 :]
        return float(sizes[0] - others.max()) if len(others) else float("inf")

    def principal(self) -> Array:
        """Return an orthonormal basis (d, 1 or 2) of the principal eigenvector, or of the plane."""
        return self.basis(0)

    def basis(self, k: int) -> Array:
        """Return an orthonormal basis of the k-th eigenvector, or of its pair's plane, (d, m)."""
        vector = self.vectors[:, k]
        if self.values[k].imag == 0:
            return orthonormal(vector.real[:, None])
        return orthonormal(np.stack([vector.real, vector.imag], axis=1))

    def bases(self) -> list[Array]:
        """Return `basis` for every eigenvalue, a complex pair counted once."""
        return [self.basis(k) for k in range(len(self.values)) if self.values[k].imag >= 0]


def eigensystem(matrix: Array) -> Eigensystem:
    """Return eigenvalues and right eigenvectors of a real d by d matrix, principal ones first."""
    return principal_first(*np.linalg.eig(np.asarray(matrix, dtype=float)))


def principal_first(values: NDArray[Any], vectors: NDArray[Any]) -> Eigensystem:
    """Order eigenvalues (m,), with unit eigenvectors as columns (d, m), by decreasing real part."""
    order = np.lexsort((-values.imag, np.abs(values.imag), -values.real))
    return Eigensystem(values[order].astype(complex), vectors[:, order].astype(complex))


def orthonormal(columns: Array) -> Array:
    """Return an orthonormal basis (d, m) of the span of independent columns (d, m)."""
    return np.asarray(np.linalg.qr(columns)[0])


def alignment(tokens: Array, basis: Array) -> Array:
    """Return |Pi x_i| / |x_i| for tokens (n, d) and an orthonormal basis (d, m); shape (n,).

    For one basis vector this is |<x_i, v>|, for two the correlation with the projection on a plane.
    """
    along = np.linalg.norm(tokens @ basis, axis=1)
    return np.asarray(along / np.linalg.norm(tokens, axis=1))


@dataclass(frozen=True)
class Increments:
    """What a layer does to the alignment of tokens: its mean change, and how often it rises."""

    mean: float
    share: float


def increments(before: Array, after: Array, basis: Array) -> Increments:
    """Return eqs. (4) and (5), or (6) and (7) for a plane, of tokens (n, d) before and after."""
    change = alignment(after, basis) - alignment(before, basis)
    return Increments(float(change.mean()), float((change > 0).mean()))


def average_increments(before: Array, after: Array, system: Eigensystem) -> Increments:
    """Return the averages of both statistics over all eigenvectors, a complex pair counted once."""
    all_of_them = [increments(before, after, basis) for basis in system.bases()]
    return Increments(
        float(np.mean([each.mean for each in all_of_them])),
        float(np.mean([each.share for each in all_of_them])),
    )


def steered(factors: ValueOutput, *, u: Array, w: Array, gain: float) -> ValueOutput:
    """Return the factors with W' = W + c u w^T V^-1, whose layer matrix is F + c u w^T.

    `u` and `w` have the shape (d,). Raises ValueError where the value matrix is singular.
    """
    try:
        row = np.linalg.solve(factors.value.T, w)
    except np.linalg.LinAlgError:
        raise ValueError(
            "the value matrix is singular; take w in the span of its rows and use a pseudo-inverse"
        ) from None
    return ValueOutput(factors.value, factors.output + gain * np.outer(u, row))
