"""The exact spectrum of a layer at sixteen tokens in sixteen dimensions, and in plain Python.

    python benchmarks/spectrum_at_16.py

Both columns do the same to a bipartite state with rational weights: the derivative of the softmax
layer in every direction of R^(n d) by dual numbers, its restriction to tangent directions, and the
equation J T = T B for the eigenvectors and blocks of Lemma 14, with T invertible. The first column
is `families.exact_layers` of paper B, with FLINT's rational matrices. The second is plain Python:
dual numbers of `fractions.Fraction` in nested lists, and Gaussian elimination. It stops at a small
size, since its time grows with the sixth power of the size and with the length of the numbers; both
must find the same matrix there. Times are CPU seconds of one run each.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "property_tests" / "power_method"))
from certified import Invariant, certify_spectrum

from benchmarks.rows import Row
from proofs.power_method.families.equilibria import SignPattern, sign_pattern
from proofs.power_method.families.exact_layers import (
    on_tangents,
    state_jacobian,
)
from verify.numerics import matrices, raw
from verify.numerics.exact import lucky
from verify.numerics.matrices import Matrix, Vector
from verify.numerics.number import Dual, reciprocal

SIZES = (3, 4, 6, 8, 12, 16)
PLAIN = 8  # the largest size of the second column

ONE, ZERO = Fraction(1), Fraction(0)


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


# ------------------------------------------------------------------ plain fractions


def plain_derivative(pattern: SignPattern) -> Matrix:
    """Return the derivative on tangents in the eigenvectors' basis, column by column."""
    state = pattern.state
    weights, scores = state.scores.weights(state.tokens), state.scores.rational

    def layer(tokens: Matrix) -> Matrix:
        rows = []
        for x, known in zip(tokens, weights, strict=True):
            # e^s for a dual number s moves by e^s times its slope, and e^s is known up to the row's
            # sum. Along tangents the part of the scores with the logarithm does not move.
            moved = [matrices.dot(x, matrices.apply(scores, y)) for y in tokens]
            table = [Dual(w, w * s.slope) for w, s in zip(known, moved, strict=True)]
            share = reciprocal(sum(table[1:], start=table[0]))
            rows.append([w * share for w in table])
        return raw.weighted_layer(tokens=tokens, weights=rows, value=state.value, step=state.step)

    others = [v for k, v in enumerate(pattern.value.eigenvectors) if k != pattern.mode]
    columns = []
    for token in range(len(state.tokens)):
        for v in others:
            direction = [v if t == token else [ZERO] * len(v) for t in range(len(state.tokens))]
            moved = raw.raw_differential(layer, state.tokens, direction)
            columns.append([matrices.dot(w, row) for row in moved for w in others])
    return matrices.transpose(columns)


def rank(matrix: Matrix) -> int:
    """Return the rank, by Gaussian elimination."""
    rows, found = [list(row) for row in matrix], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in range(found, len(rows)) if rows[r][column] != 0), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for r in range(found + 1, len(rows)):
            if rows[r][column] != 0:
                factor = -rows[r][column] / Fraction(rows[found][column])
                rows[r] = matrices.plus(rows[r], matrices.times(factor, rows[found]))
        found += 1
    return found


def plain_certificate(J: Matrix, parts: list[Invariant]) -> bool:
    """Return whether J T = T B, and T has full rank."""
    for part in parts:
        images = [matrices.apply(J, list(vector)) for vector in part.vectors]
        for b, image in enumerate(images):
            wanted = matrices.vector_sum(
                (
                    matrices.times(row[b], list(vector))
                    for row, vector in zip(part.matrix, part.vectors, strict=True)
                ),
                [ZERO] * len(J),
            )
            if image != wanted:
                return False
    vectors = [list(vector) for part in parts for vector in part.vectors]
    return len(vectors) == len(J) and rank(vectors) == len(J)


# ------------------------------------------------------------------ measuring


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.process_time()
    found = work()
    return time.process_time() - begin, found


def ours(pattern: SignPattern) -> Any:
    others = [v for k, v in enumerate(pattern.value.eigenvectors) if k != pattern.mode]
    J = on_tangents(state_jacobian(pattern.state), [others] * len(pattern.signs))
    certify_spectrum(J, claimed_parts(pattern))
    return J


def plain(pattern: SignPattern) -> Matrix:
    J = plain_derivative(pattern)
    if not plain_certificate(J, claimed_parts(pattern)):
        raise SystemExit("the plain version does not find the blocks")
    return J


def rows() -> list[Row]:
    """Return what each size costs; plain Python stops at a small one."""
    found = []
    for size in SIZES:
        pattern = state_of(size)
        fast, ours_found = timed(lambda pattern=pattern: ours(pattern))
        found.append(row("FLINT's rational matrices", size, fast, True))
        if size <= PLAIN:
            slow, again = timed(lambda pattern=pattern: plain(pattern))
            found.append(row("plain fractions", size, slow, False))
            exact = type(ours_found)([[_fmpq(x) for x in line] for line in again])
            if ours_found.table() != exact.table():
                raise SystemExit(f"at size {size} the two derivatives differ")
    return found


def row(who: str, size: int, took: float, of_ours: bool) -> Row:
    return Row("spectrum of a layer", who, "tokens and dimensions", size, "seconds", took, of_ours)


def main() -> None:
    """Print a line for each figure."""
    for each in rows():
        print(f"n = d = {each.size:>3}  {each.who:28}{each.value:>10.3f} s")


def _fmpq(x: Fraction) -> Any:
    import flint

    return flint.fmpq(x.numerator, x.denominator)


if __name__ == "__main__":
    main()
