"""Eigenvalues of layer matrices: the leading ones with bounds of their errors, or all of them.

For a unit vector x the residual |F x - lambda x| is the norm of a matrix E that makes lambda an
eigenvalue of F + E, exactly. If F is normal, lambda is within it of an eigenvalue of F; if not, it
can be further off, where left and right eigenvectors are nearly orthogonal: near a Jordan block
the root of the residual is what counts. So errors are told apart from residuals, and tell whether
an eigenvalue is real, simple or first in real part. Residuals here are taken through the factors,
in float64, and include the rounding of doing so.

An iteration finds leading eigenvalues, and cannot show that it missed none; all eigenvalues of a
dense matrix are computed at once, and `complete` says so.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import ArpackError, LinearOperator, eigs

from verify.checkpoints.factors import Array, MatrixFactors
from verify.numerics.draws import Draws
from verify.numerics.layer_matrices import Eigensystem, Label, eigensystem, principal_first

DENSE = 1024  # up to this width all eigenvalues are computed: certain, and in a few seconds
LEADING = 5
TOLERANCE = 1e-5  # when iterations stop; what they reached is measured, not assumed
BASIS = 96  # vectors an iteration keeps
RESTARTS = 60
NOISE = 0.1  # of a random vector in one that an iteration begins with


@dataclass(frozen=True)
class FoundEigenvalue:
    """An eigenvalue of a matrix within `residual` of the given one, in the spectral norm.

    It is within `error` of one of the given matrix: a bound if all eigenvalues were computed, or
    an estimate to first order.
    """

    value: complex
    residual: float
    error: float


@dataclass(frozen=True, eq=False)
class LayerSpectrum:
    """What is known of the spectrum of a layer matrix F, (d, d).

    `system` holds leading eigenvalues, or all if it is `complete`, `residuals` and `errors` are
    theirs; `fastest` is the one of largest |1 + lambda| beside the principal one, or pair, with an
    error that covers all others; `norm` is the Frobenius norm of F.
    """

    system: Eigensystem
    residuals: Array
    errors: Array
    fastest: FoundEigenvalue | None
    norm: float
    complete: bool

    @property
    def every(self) -> NDArray[np.complexfloating] | None:
        """All eigenvalues by decreasing real part, (d,), if they were computed."""
        return self.system.values if self.complete else None

    @cached_property
    def leading(self) -> tuple[FoundEigenvalue, ...]:
        """The first eigenvalues by decreasing real part."""
        each = zip(self.system.values, self.residuals, self.errors, strict=True)
        return tuple(
            FoundEigenvalue(complex(v), float(r), float(e))
            for v, r, e in itertools.islice(each, LEADING)
        )

    @property
    def principal(self) -> FoundEigenvalue:
        """The first eigenvalue: of a complex pair the one with positive imaginary part."""
        return self.leading[0]

    @property
    def gap(self) -> float:
        """How far the real part of the next eigenvalue is below the principal one, or pair."""
        return self.system.gap

    @property
    def gap_error(self) -> float:
        """What errors allow in the gap: of the principal eigenvalue, and of all after it."""
        after = 2 if self.system.is_pair else 1
        others, errors = self.system.values[after:].real, self.errors[after:]
        if not len(others):
            return float(self.errors[0])
        return float(self.errors[0] + (others + errors).max() - others[0])

    @property
    def is_pair(self) -> bool | None:
        """Whether the principal eigenvalue is one of a pair; None where errors leave it open."""
        if self.system.is_pair:
            return True if self.system.values[0].imag > self.errors[0] else None
        # Apart from all others it must be its own conjugate.
        return False if self.gap > self.gap_error else None

    @property
    def case(self) -> Label:
        """1: a real principal eigenvalue, 2: a complex pair, 3: none that is apart from others."""
        if self.gap <= self.gap_error or self.is_pair is None:
            return 3
        return self.system.case

    @property
    def margin(self) -> float:
        """|1 + lambda_1|^2 - |1 + lambda_k|^2 for the eigenvalue k that makes it least.

        What is along the principal eigenvector, or plane, outgrows the rest exactly if it is
        positive.
        """
        if self.fastest is None:
            return float("inf")
        return abs(1 + self.principal.value) ** 2 - abs(1 + self.fastest.value) ** 2

    @property
    def margin_error(self) -> float:
        """What errors allow in `margin`, as |a + e|^2 - |a|^2 <= 2 |a| |e| + |e|^2."""
        two = [each for each in (self.principal, self.fastest) if each is not None]
        return sum(2 * abs(1 + each.value) * each.error + each.error**2 for each in two)

    @property
    def outgrows(self) -> bool | None:
        """Whether the margin is positive, or None where its error is larger than it."""
        return None if abs(self.margin) <= self.margin_error else self.margin > 0


def layer_spectrum(
    factors: MatrixFactors, matrix: Array | None = None, *, seed: int = 0, every: bool = False
) -> LayerSpectrum:
    """Return the leading eigenvalues of F, or with `every` all of them.

    `matrix` is F written out, if the caller has it; `seed` is of the vectors iterations begin with.
    """
    F = factors.dense() if matrix is None else matrix
    size = float(np.linalg.norm(F))
    if F.shape[0] > DENSE and not every:
        found = _iterated(factors, F, size, seed)
        if found is not None:
            return LayerSpectrum(*found, size, complete=False)
    system = eigensystem(F)
    residuals = _residuals(factors, system.values, system.vectors)
    lengths = np.linalg.norm(system.vectors, axis=0)
    errors = discs(system.values, system.vectors / lengths, residuals)
    others = slice(2 if system.is_pair else 1, None)
    fastest = _fastest(system.values[others], residuals[others], errors[others])
    return LayerSpectrum(system, residuals, errors, fastest, size, complete=True)


def rounding(factors: MatrixFactors) -> float:
    """Return a bound of the rounding in F x for unit x, through the factors.

    Each of the two products has the relative error gamma_k = k u/(1 - k u) in |left| |right|,
    whose spectral norm is at most the product of the Frobenius norms.
    """
    k = sum(factors.shape) + factors.right.shape[0]
    size = float(np.linalg.norm(factors.left) * np.linalg.norm(factors.right))
    return float(k * UNIT / (1 - k * UNIT) * size)


def _residuals(
    factors: MatrixFactors, values: NDArray[Any], vectors: NDArray[Any], known: float = 0.0
) -> Array:
    lengths = np.linalg.norm(vectors, axis=0)
    # Real factors times complex columns: without this, NumPy would make the factors complex.
    images = (factors @ vectors.real) + 1j * (factors @ vectors.imag)
    off = np.linalg.norm(images - values * vectors, axis=0) / lengths
    return np.asarray(off + known + 2 * rounding(factors) + 4 * UNIT * np.abs(values))


def _fastest(values: NDArray[Any], residuals: Array, errors: Array) -> FoundEigenvalue | None:
    if not len(values):
        return None
    sizes = np.abs(1 + values)
    k = int(np.argmax(sizes))
    most = float((sizes + errors).max() - sizes[k])
    return FoundEigenvalue(complex(values[k]), float(residuals[k]), most)


def _iterated(
    factors: MatrixFactors, F: Array, size: float, seed: int
) -> tuple[Eigensystem, Array, Array, FoundEigenvalue | None] | None:
    """Return leading eigenvalues and the fastest other one by Arnoldi's iteration, if it succeeds.

    The second is looked for in the quotient by the principal eigenvector, or plane: there the
    other eigenvalues remain, and the principal one cannot hide them.
    """
    start = Draws(seed).normal((F.shape[0],))
    # An iteration is as fast as memory is read; half the digits are more than its tolerance needs.
    short = F.astype(np.float32)
    first = arnoldi(short, start, "LR", LEADING)
    if size == 0 or first is None:
        return None
    system = principal_first(*first)
    residuals = _residuals(factors, system.values, system.vectors)
    left = arnoldi(short.T, start, "LR", LEADING)
    errors = estimates(system.values, system.vectors, residuals, left)
    Q = system.principal()
    image = F @ Q
    defect = float(np.linalg.norm(image - Q @ (Q.T @ image)))

    def quotient(matrix: Array, x: Array) -> Array:
        y = x - Q @ (Q.T @ x)
        y = y + applied(matrix, y)
        return np.asarray(y - Q @ (Q.T @ y))

    # The next eigenvalues are likely ones; with something of every other vector none is left out.
    near = system.vectors[:, 1:].real.sum(axis=1)
    begin = near / np.linalg.norm(near) + NOISE * start / np.linalg.norm(start)
    begin = begin - Q @ (Q.T @ begin)
    second = arnoldi(partial(quotient, short), begin, "LM", 2)
    if second is None:
        return None
    values, vectors = second[0] - 1, second[1]
    beside = MatrixFactors(factors.left - Q @ (Q.T @ factors.left), factors.right)
    off = _residuals(beside, values, vectors, defect)
    transposed = arnoldi(partial(quotient, short.T), begin, "LM", 2)
    if transposed is not None:
        transposed = transposed[0] - 1, transposed[1]
    wrong = estimates(values, vectors, off, transposed)
    return system, residuals, errors, _fastest(values, off, wrong)


def arnoldi(
    matrix: Any, start: Array, which: str, count: int
) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Return some eigenvalues and eigenvectors of a matrix, or of a function; None if it fails.

    `which` are meant: LR, of largest real part, or LM, of largest modulus; pairs are whole.
    """
    apply, d = matrix if callable(matrix) else partial(applied, matrix), len(start)
    operator = LinearOperator((d, d), matvec=apply, dtype=float)
    try:
        values, vectors = eigs(operator, k=count, which=which, v0=start, tol=TOLERANCE,
                               maxiter=RESTARTS, ncv=min(BASIS, d - 1))  # fmt: skip
    except ArpackError:
        return None
    # With the conjugates that were cut off at the end of what was asked for.
    cut = [k for k, value in enumerate(values) if value.conjugate() not in values]
    return np.append(values, values[cut].conj()), np.hstack([vectors, vectors[:, cut].conj()])


def applied(matrix: Array, x: Array) -> Array:
    """Return the product in the matrix's own precision."""
    return np.asarray(matrix @ x.reshape(-1).astype(matrix.dtype), dtype=float)


# ------------------------------------------------------------------ errors of eigenvalues


UNIT = float(np.finfo(float).eps) / 2


def discs(values: NDArray[Any], vectors: NDArray[Any], residuals: Array) -> Array:
    """Return radii about all computed eigenvalues, (d,), in which there is one: bounds.

    `vectors` X (d, d) have unit columns. X^-1 F X is the diagonal matrix of the eigenvalues plus E
    with |E_kj| at most the length of row k of X^-1 times the residual of column j; by Gershgorin's
    theorem every eigenvalue is in a disc of radius sum_j |E_kj|, and discs that hang together have
    as many as they are: one that overlaps others gets a radius that reaches around all of these.
    Infinite where X is singular as far as can be told.
    """
    d = len(residuals)
    try:
        inverse = np.linalg.inv(vectors)
    except np.linalg.LinAlgError:
        return np.full(d, np.inf)
    size = float(np.linalg.norm(inverse))
    off = float(np.linalg.norm(np.eye(d) - inverse @ vectors))
    off += 2 * d * UNIT * size * float(np.sqrt(d))  # the rounding in that product
    if not off < 0.5:
        return np.full(d, np.inf)
    rows = np.linalg.norm(inverse, axis=1) + off / (1 - off) * size
    radii = rows * float(residuals.sum())
    apart = np.abs(values[:, None] - values)
    _, cluster = connected_components(apart <= radii[:, None] + radii, directed=False)
    reach = np.where(cluster[:, None] == cluster, apart + radii, 0)
    return np.asarray(reach.max(axis=1))


def estimates(
    values: NDArray[Any],
    vectors: NDArray[Any],
    residuals: Array,
    left: tuple[NDArray[Any], NDArray[Any]] | None,
) -> Array:
    """Return residuals times conditions, (m,): what they can do to eigenvalues, to first order.

    `left` are eigenvalues and eigenvectors u of F^T: the condition is 1/|u^T x| for unit vectors.
    Where the left eigenvector is missing, u is of another eigenvalue and nearly orthogonal to x, or
    exactly, and the error large, or infinite. None stands for none at all.
    """
    if left is None:
        return np.full(len(values), np.inf)
    nearest = np.argmin(np.abs(left[0][:, None] - values), axis=0)
    lefts = left[1][:, nearest]
    lengths = np.linalg.norm(lefts, axis=0) * np.linalg.norm(vectors, axis=0)
    products = np.abs((lefts * vectors).sum(axis=0))
    with np.errstate(divide="ignore"):
        return np.asarray(residuals * lengths / products)
