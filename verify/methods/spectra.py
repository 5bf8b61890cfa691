"""Whether every eigenvalue of a matrix has modulus below 1, in balls."""

from __future__ import annotations

from typing import Any

import flint


def spectral_radius_below_one(matrix: list[list[Any]], power: int = 64) -> Any | None:
    """Return a ball for the norm of a power of J that is certainly below 1, or None.

    If |J^k| < 1 in the row-sum norm then every eigenvalue has modulus below 1; no isolation of
    multiple eigenvalues is needed. Entries are Arb balls.
    """
    size = len(matrix)
    J = flint.arb_mat(size, size, [x for row in matrix for x in row])
    high = J**power
    sums = [sum((abs(high[r, c]) for c in range(size)), start=flint.arb(0)) for r in range(size)]
    norm = sums[0]
    for candidate in sums[1:]:
        norm = norm.max(candidate)
    return norm if norm < 1 else None
