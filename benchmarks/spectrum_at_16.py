"""The exact spectrum of a layer at up to sixteen tokens in sixteen dimensions.

At a bipartite state with rational weights the derivative of the softmax layer is a rational matrix,
which is restricted to tangent directions. Then J T = T B is an equation of rational matrices: T has
the eigenvectors and block vectors of Lemma 14 as columns, B its blocks, and T is invertible. So the
blocks have all eigenvalues. Times are CPU seconds of one run each.
"""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import flint

from benchmarks.rows import Row
from proofs.power_method.families.equilibria import SignPattern, sign_pattern
from proofs.power_method.families.exact_layers import on_tangents, state_jacobian
from verify.numerics.exact import lucky
from verify.numerics.matrices import Matrix, Vector
from verify.numerics.rational_matrices import exact_matrix

SIZES = (3, 4, 6, 8, 12, 16)
PRIME = 2**61 - 1
ONE, ZERO = Fraction(1), Fraction(0)


class Invariant(NamedTuple):
    """Vectors t_1, ..., t_k that a matrix J is said to keep: J t_b = sum_a matrix[a][b] t_a."""

    vectors: list[Vector]
    matrix: Matrix


def state_of(size: int) -> SignPattern:
    """Return a pattern of `size` tokens in `size` dimensions, about half of them at v_1."""
    positive = size // 2 + 1
    return lucky(
        Random(1),
        lambda draw: sign_pattern(
            draw, positive, size - positive, size,
            ratio=Fraction(3, 2), mode=0, step=Fraction(1, 10),
        ),
    )  # fmt: skip


def claimed_parts(pattern: SignPattern) -> list[Invariant]:
    """Return the blocks of Lemma 14, in the basis of eigenvectors at every token."""
    (p, q), E, tau = pattern.counts, pattern.ratio, pattern.step
    rho_plus, rho_minus = pattern.lengths
    others = [x for k, x in enumerate(pattern.value.eigenvalues) if k != pattern.mode]
    parts = []
    for place, eigenvalue in enumerate(others):

        def along(weights: dict[int, Fraction], place: int = place) -> Vector:
            return [
                weights.get(token, ZERO) if k == place else ZERO
                for token in range(p + q)
                for k in range(len(others))
            ]

        c, stay, keep = tau * eigenvalue, p * E / (p * E + q), q * E / (q * E + p)
        block = [
            [(1 + c * stay) / rho_plus, c * (1 - stay) / rho_plus],
            [c * (1 - keep) / rho_minus, (1 + c * keep) / rho_minus],
        ]
        groups = [dict.fromkeys(range(p), ONE), dict.fromkeys(range(p, p + q), ONE)]
        parts.append(Invariant([along(group) for group in groups], block))
        for first, count, rho in ((0, p, rho_plus), (p, q, rho_minus)):
            for token in range(first, first + count - 1):
                parts.append(Invariant([along({token: ONE, token + 1: -ONE})], [[1 / rho]]))
    return parts


def certify(jacobian: Any, parts: list[Invariant]) -> None:
    """Certify that the parts give all of a matrix. Raises SystemExit if they do not."""
    for part in parts:
        T = exact_matrix(part.vectors).transpose()
        if jacobian * T != T * exact_matrix(part.matrix):
            raise SystemExit("the derivative maps a subspace out of itself")
    columns = exact_matrix([vector for part in parts for vector in part.vectors])
    reduced, _ = columns.numer_denom()  # an integer matrix, and what it is divided by
    modulo = flint.nmod_mat(reduced, PRIME)
    if modulo.nrows() != jacobian.nrows() or modulo.rank() != jacobian.nrows():
        raise SystemExit("the parts are not all of the space")


def rows() -> list[Row]:
    """Return what each size costs."""
    found = []
    for size in SIZES:
        pattern = state_of(size)
        others = [v for k, v in enumerate(pattern.value.eigenvectors) if k != pattern.mode]
        begin = time.process_time()
        J = on_tangents(state_jacobian(pattern.state), [others] * len(pattern.signs))
        certify(J, claimed_parts(pattern))
        took = time.process_time() - begin
        what = ("spectrum of a layer", "FLINT's rational matrices", "tokens and dimensions")
        found.append(Row(*what, size, "seconds", took, True))
    return found
