"""A matrix kept as the product of two thin ones: of rank at most k, and never written out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class MatrixFactors:
    """The matrix left @ right, (m, n), from the factors (m, k) and (k, n)."""

    left: Array
    right: Array

    @property
    def shape(self) -> tuple[int, int]:
        """The shape (m, n) of the product."""
        return self.left.shape[0], self.right.shape[1]

    @property
    def T(self) -> MatrixFactors:
        """The transpose."""
        return MatrixFactors(self.right.T, self.left.T)

    def dense(self) -> Array:
        """Return the product written out, (m, n)."""
        return np.asarray(self.left @ self.right)

    def __matmul__(self, columns: Array) -> Array:
        """Return the product with columns (n,) or (n, several), through the k coordinates."""
        return np.asarray(self.left @ (self.right @ columns))
