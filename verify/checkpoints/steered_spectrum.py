"""The eigenvalue of a steered layer matrix that grows with the strength, by its asymptotic law.

An eigenvalue z of G + c u w^T that is none of G satisfies, with z r - G r = u and exactly,

    z^2 = c (z w^T u + w^T G u + w^T G G r),    |r| <= 1 / (|z| - |G|).

So for a = w^T u other than 0 it is c a + kappa / a up to O(1 / c), with kappa = w^T G u; for a = 0
it is a root of c kappa, up to O(1): real, and the principal one by a gap of that order, where
c kappa > 0, and one of a complex pair where c kappa < 0. For a = kappa = 0 nothing needs to grow.
"""

from __future__ import annotations

import cmath
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.covectors import gamma
from verify.checkpoints.factors import Array
from verify.checkpoints.steering import Steering

Law = Literal["linear", "root", "pair", "none"]


@dataclass(frozen=True)
class GrowingEigenvalue:
    """What the law predicts, and the eigenvalue of the stored layer matrix that is next to it.

    `law` is "linear" (c a + kappa / a), "root", "pair" or "none". `measured` is None where none was
    found; `bound` is how far apart these two may be, infinity where |z| is not above |G|.
    """

    law: Law
    predicted: complex | None
    measured: complex | None
    bound: float


def eigenvalue(steering: Steering) -> GrowingEigenvalue:
    """Return the law of the eigenvalue that grows, beside the stored layer matrix's own."""
    c, u, w = steering.strength, steering.u, steering.w
    values = steering.layer.value_output_factors().right
    F, stored = steering.output @ values, steering.stored @ values
    a, kappa = _or_zero(w, u), _or_zero(w, F @ u)
    law = _law(a, c * kappa)
    if law == "none":
        return GrowingEigenvalue(law, None, None, float("inf"))
    root = cmath.sqrt(c * kappa)
    predicted = complex(c * a + kappa / a) if law == "linear" else root
    with np.errstate(all="ignore"):  # the strength may be next to nothing
        beside = (F @ u - (kappa / a) * u) / (c * a) if law == "linear" else F @ u / root
    found = nearest_eigenvalue(stored, predicted, np.asarray(u + beside, dtype=complex))
    if found is None:
        return GrowingEigenvalue(law, predicted, None, float("inf"))
    # The stored matrix is exactly G + c u w^T, with this G in the place of F.
    rest = stored - c * np.outer(u, w)
    above = abs(found) - float(np.linalg.norm(rest))
    if above <= 0:
        return GrowingEigenvalue(law, predicted, found, float("inf"))
    last = float(np.linalg.norm(w) * np.linalg.norm(rest @ (rest @ u))) / above
    missed = abs(c) * (last + abs(float(w @ rest @ u) - kappa))
    bound: float
    if law == "linear":
        bound = (missed + abs(kappa / a) * abs(c * a - found)) / abs(found)
    else:
        bound = (missed + abs(c * float(w @ u)) * abs(found)) / abs(found + root)
    rounding = gamma(4 * len(u)) * float(np.linalg.norm(stored))
    return GrowingEigenvalue(law, predicted, found, float(bound + rounding))


def _or_zero(w: Array, v: Array) -> float:
    """Return w^T v, or 0 where it cannot be told from that."""
    product = float(w @ v)
    return product if abs(product) > gamma(len(v)) * (np.abs(w) @ np.abs(v)) else 0.0


def _law(a: float, product: float) -> Law:
    if a != 0:
        return "linear"
    return "root" if product > 0 else "pair" if product < 0 else "none"


def nearest_eigenvalue(
    matrix: Array, value: complex, vector: NDArray[np.complexfloating]
) -> complex | None:
    """Return an eigenvalue from a guess of it and of its eigenvector, or None.

    Inverse iteration with the Rayleigh quotient; what it ends with is an eigenvalue of a matrix
    that differs by rounding. What begins with real numbers stays real.
    """
    size = float(np.linalg.norm(matrix))
    guess: complex = value.real if value.imag == 0 else value
    current: NDArray[Any] = vector.real if value.imag == 0 else vector
    if not np.isfinite(current).all():
        return None
    current = current / np.abs(current).max()  # so that its square does not overflow
    identity = np.eye(len(vector))
    for _ in range(30):
        current = current / np.linalg.norm(current)
        if np.linalg.norm(matrix @ current - guess * current) <= gamma(len(vector)) * size:
            return complex(guess)
        try:
            solved = np.linalg.solve(matrix - guess * identity, current)
        except np.linalg.LinAlgError:
            return complex(guess)
        if not np.isfinite(solved).all():
            return complex(guess)
        current = solved / np.linalg.norm(solved)
        guess = (current.conj() @ matrix @ current).item()
    return None
