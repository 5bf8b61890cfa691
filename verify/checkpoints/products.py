"""Products of layers: what I + F_l ... I + F_1 together do to equal tokens.

The product Phi_l is kept written out and scaled to norm 1, its size as a logarithm, so that no
number of layers leaves the range of floats. Each layer's step is rounded once, in single precision
where iterations are needed, with an error below gamma_d |Phi| (2 + |F_l|), which the bounds here
do not contain: they are about the computed Phi.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

from verify.checkpoints.factors import Array
from verify.checkpoints.spectra import SMALL, STEP, TOLERANCE, applied, arnoldi
from verify.numerics.draws import Draws

DEPTHS = 12


@dataclass(frozen=True)
class LayerProduct:
    """The product of the first `factors` layers chosen, the last of which has the number `layer`.

    `values` are its two eigenvalues of largest modulus, a complex pair counted once, and `singular`
    its two largest singular values, both divided by `size` = |Phi| (Frobenius), of which the
    logarithm is kept. `residual` bounds |Phi v - lambda v|/size for them, and |Phi^T Phi v - s^2
    v|/size^2; None where an iteration did not converge.
    """

    layer: int
    factors: int
    log_size: float
    values: tuple[complex, ...] | None
    singular: tuple[float, ...] | None
    residual: float

    @property
    def ratio(self) -> float | None:
        """The modulus of the second eigenvalue, beside the first or its pair, over the first's."""
        return _ratio(self.values)

    @property
    def singular_ratio(self) -> float | None:
        """The second singular value over the first."""
        return _ratio(self.singular)


def products(
    matrices: Iterable[tuple[int, Array]], count: int, *, seed: int = 0
) -> Iterator[LayerProduct]:
    """Yield what is known of the product after each of `count` layers, given (number, F) in order.

    Where iterations are needed it is told after a few of them, evenly spread, and the last.
    """
    phi: Array | None = None
    logarithm = 0.0
    apart = -(-count // DEPTHS)
    for done, (number, F) in enumerate(matrices, start=1):
        F = F if len(F) <= SMALL else F.astype(np.float32)
        grown = np.eye(len(F), dtype=F.dtype) if phi is None else phi
        grown = grown + STEP * (F @ grown)
        size = float(np.linalg.norm(grown))
        if size == 0:
            return
        phi, logarithm = grown / size, logarithm + float(np.log(size))
        if len(F) <= SMALL or done == count or done % apart == 0:
            yield _described(phi, number, done, logarithm, seed)


def _described(phi: Array, number: int, count: int, logarithm: float, seed: int) -> LayerProduct:
    d = len(phi)
    if d <= SMALL:
        values, vectors = np.linalg.eig(phi)
        singular = np.linalg.svd(phi, compute_uv=False)
        residual = _residual(phi, values, vectors)
        return LayerProduct(
            number, count, logarithm, _two(values), tuple(map(float, singular[:2])), residual
        )
    start = Draws(seed).normal((d,))
    first = arnoldi(phi, start, "LM", 3)
    squares = _lanczos(phi, start)
    residual = 0.0
    if first is not None:
        residual = _residual(phi, *first)
    if squares is not None:
        residual = max(residual, _residual_of_squares(phi, *squares))
    return LayerProduct(
        number, count, logarithm,
        None if first is None else _two(first[0]),
        None if squares is None else tuple(sorted(np.sqrt(squares[0]).tolist(), reverse=True)),
        residual,
    )  # fmt: skip


def _lanczos(phi: Array, start: Array) -> tuple[Array, Array] | None:
    d = len(start)
    gram = LinearOperator((d, d), matvec=lambda x: applied(phi.T, applied(phi, x)), dtype=float)
    try:
        values, vectors = eigsh(gram, k=2, which="LA", v0=start, tol=TOLERANCE, maxiter=200)
    except ArpackError:
        return None
    return np.maximum(values, 0), vectors


def _residual(phi: Array, values: NDArray[Any], vectors: NDArray[Any]) -> float:
    images = phi @ vectors.real + 1j * (phi @ vectors.imag)
    return float(np.linalg.norm(images - values * vectors, axis=0).max())


def _residual_of_squares(phi: Array, squares: Array, vectors: Array) -> float:
    return float(np.linalg.norm(phi.T @ (phi @ vectors) - squares * vectors, axis=0).max())


def _two(values: NDArray[Any]) -> tuple[complex, ...]:
    """Return the two of largest modulus, with one of a complex pair (that above the real line)."""
    above = values[values.imag >= 0].astype(complex)
    return tuple(complex(value) for value in above[np.argsort(-np.abs(above), kind="stable")][:2])


def _ratio(values: tuple[Any, ...] | None) -> float | None:
    if values is None or len(values) < 2 or values[0] == 0:
        return None
    return float(abs(values[1]) / abs(values[0]))
