"""The derivative of an attention layer as one exact matrix, and where roots of polynomials are.

At a state where the softmax weights and the lengths are rational (module `exact_states`) the
derivative of a layer on R^(n d) is a rational matrix, but for logarithms in the scores: those are
kept apart, as one more matrix each. Derivatives are carried along operation by operation (scores,
softmax, means, normalisation), by FLINT's matrices in all directions at once; no formula for the
derivative of a layer is used.
Tokens stand one below the other: component a of token t has the place t d + a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verify.numerics.matrices import Matrix
from verify.numerics.number import Irrational, in_flint, square_root
from verify.numerics.rational_matrices import (
    below_each_other,
    blocks_of_rows,
    exact_matrix,
    plain,
    unit_matrix,
)

from .exact_states import Scores, State


@dataclass(frozen=True)
class Head:
    """One head of a layer: its value matrix F and its scores."""

    value: Matrix
    scores: Scores


# ------------------------------------------------------------------ the derivative of a layer


def layer_jacobian(
    tokens: Matrix,
    heads: Sequence[Head],
    step: Fraction,
    *,
    mask: Sequence[Sequence[int]] | None = None,
    directions: Sequence[Matrix] | None = None,
) -> flint.fmpq_mat:
    """Return the derivative of x_i^+ = N(x_i + tau sum_h F_h sum_j A^h_ij x_j), an fmpq_mat.

    `tokens` are n vectors of R^d, `mask` says who is seen (all if None). A column is the derivative
    in one of `directions`, n vectors each; in all n d unit directions if None. Raises Irrational
    where a weight, a length or an entry is no rational number (logarithms of different numbers are
    held to be independent), ValueError for sizes that do not fit.
    """
    n, d = len(tokens), len(tokens[0])
    sizes = {len(rows) for head in heads for rows in (head.value, head.scores.rational)}
    if sizes - {d} or not heads or (mask is not None and len(mask) != n):
        raise ValueError(f"heads or a mask do not fit {n} tokens in dimension {d}; give one size")
    logarithms = tuple({base: None for head in heads for base, _ in head.scores.logarithms})
    prepared = [_Prepared.of(tokens, head, logarithms, mask) for head in heads]
    moving = _all_units(n, d) if directions is None else _moving(directions)
    whole, *rest = _moved(_Moving(exact_matrix(tokens), moving), prepared, step)
    for base, part in zip(logarithms, rest, strict=True):
        if any(part.entries()):
            raise Irrational(f"the derivative contains log {base}")
    return _by_direction(whole, n)


def state_jacobian(state: State, mask: Sequence[Sequence[int]] | None = None) -> flint.fmpq_mat:
    """Return the derivative of a layer with one head at its state; see `layer_jacobian`."""
    head = Head(state.value, state.scores)
    return layer_jacobian(state.tokens, [head], state.step, mask=mask)


@dataclass(frozen=True)
class _Prepared:
    """A head at a state: its weights, and the score matrices by the logarithm they stand beside."""

    weights: Any
    value: Any  # transposed: tokens are rows
    scores: tuple[Any, ...]

    @classmethod
    def of(
        cls,
        tokens: Matrix,
        head: Head,
        logarithms: Sequence[Fraction],
        mask: Sequence[Sequence[int]] | None,
    ) -> _Prepared:
        d = len(tokens[0])
        parts = [exact_matrix(head.scores.rational)]
        for base in logarithms:
            total = flint.fmpq_mat(d, d)
            for other, coefficient in head.scores.logarithms:
                total = total + exact_matrix(coefficient) if other == base else total
            parts.append(total)
        weights = head.scores.weight_matrix(tokens, mask)
        return cls(weights, exact_matrix(head.value).transpose(), tuple(parts))


@dataclass(frozen=True)
class _Moving:
    """Tokens, and the slopes of all of them in m directions at once: row (t m + k) is token t's."""

    value: Any  # n x d
    slopes: Any  # n m x d

    @property
    def count(self) -> int:
        return int(self.slopes.nrows()) // int(self.value.nrows())


def _moved(x: _Moving, heads: Sequence[_Prepared], step: Fraction) -> list[Any]:
    """Return the slopes of the tokens after a layer: those beside 1, then beside each logarithm."""
    n, d, m, tau = x.value.nrows(), x.value.ncols(), x.count, in_flint(step)
    value, slopes = x.value, [x.slopes, *(flint.fmpq_mat(n * m, d) for _ in heads[0].scores[1:])]
    for head in heads:
        turned = tau * head.value
        value = value + (head.weights * x.value) * turned
        # A mean moves with its tokens: for all directions at once, m d columns. Read as n x (m d)
        # or as (n m) x d, a matrix has its entries in one and the same order.
        beside = head.weights * flint.fmpq_mat(n, m * d, x.slopes.entries())
        slopes[0] = slopes[0] + flint.fmpq_mat(n * m, d, beside.entries()) * turned
        softmax = [_softmax_slope(row) * x.value for row in blocks_of_rows(head.weights, 1)]
        for component, scores in enumerate(head.scores):
            changes = _slopes_of_scores(x, scores)
            pulls = [change * means for change, means in zip(changes, softmax, strict=True)]
            slopes[component] = slopes[component] + below_each_other(pulls) * turned
    return _normalised(value, slopes, m)


def _slopes_of_scores(x: _Moving, matrix: Any) -> list[Any]:
    """Return for each token the slopes of its row of X P X^T, m x n: the product rule, both ways.

    P is a sum of matrices times logarithms; the tokens are rational numbers and move along them.
    """
    n, m = x.value.nrows(), x.count
    own = x.slopes * (matrix * x.value.transpose())
    others = ((x.value * matrix) * x.slopes.transpose()).entries()
    return [
        block + flint.fmpq_mat(n, m, others[t * n * m : (t + 1) * n * m]).transpose()
        for t, block in enumerate(blocks_of_rows(own, m))
    ]


def _softmax_slope(row: Any) -> Any:
    """Return the matrix that takes slopes of a row of scores to those of its weights."""
    spread = -1 * (row.transpose() * row)
    for j, weight in enumerate(row.entries()):
        spread[j, j] = spread[j, j] + weight
    return spread


def _normalised(value: Any, slopes: Sequence[Any], m: int) -> list[Any]:
    """Return the slopes of rows divided by their lengths, which have to be rational and not 0."""
    tangent = []
    for row in value.table():
        length = _length(row)
        after = [a / length for a in row]
        here = flint.fmpq_mat([after])
        tangent.append((unit_matrix(len(row)) - here.transpose() * here) / length)
    return [
        below_each_other(
            [block * onto for block, onto in zip(blocks_of_rows(slope, m), tangent, strict=True)]
        )
        for slope in slopes
    ]


def _length(row: Sequence[Any]) -> Any:
    square = sum((a * a for a in row), start=flint.fmpq(0))
    length = square_root(plain(square))
    if length == 0:
        raise Irrational("a token is moved to 0, which has no direction")
    return in_flint(length)


# ------------------------------------------------------------------ its restriction to tangents


def on_tangents(jacobian: Any, bases: Sequence[Matrix]) -> Any:
    """Return a derivative in orthonormal bases of the tangent spaces, one a token.

    `bases[t]` has the basis of token t as rows. Raises ArithmeticError if a basis is not
    orthonormal, or if a tangent perturbation does not stay tangent.
    """
    frames = _frames(bases)
    d, count = frames[0].ncols(), len(frames)
    if jacobian.nrows() != count * d:
        raise ValueError(f"{count} bases of vectors of R^{d} for {jacobian.nrows()} rows")
    columns = blocks_of_rows(jacobian.transpose(), d)
    pairs = zip(frames, columns, strict=True)
    return _inside(below_each_other([frame * block for frame, block in pairs]).transpose(), frames)


def tangent_jacobian(
    tokens: Matrix,
    heads: Sequence[Head],
    step: Fraction,
    bases: Sequence[Matrix],
    *,
    mask: Sequence[Sequence[int]] | None = None,
) -> flint.fmpq_mat:
    """Return `on_tangents` of `layer_jacobian`, computed in the directions of the bases only."""
    frames = _frames(bases)
    zero = [[Fraction(0)] * len(tokens[0])] * len(tokens)
    directions = [
        [*zero[:t], vector, *zero[t + 1 :]] for t, basis in enumerate(bases) for vector in basis
    ]
    return _inside(layer_jacobian(tokens, heads, step, mask=mask, directions=directions), frames)


def _frames(bases: Sequence[Matrix]) -> list[Any]:
    frames: list[Any] = []
    for number, basis in enumerate(bases):
        if number and basis == bases[number - 1]:
            frames.append(frames[-1])
            continue
        frame = exact_matrix(basis)
        if frame * frame.transpose() != unit_matrix(frame.nrows()):
            raise ArithmeticError("a basis of tangents is not orthonormal")
        frames.append(frame)
    return frames


def _inside(images: flint.fmpq_mat, frames: Sequence[flint.fmpq_mat]) -> flint.fmpq_mat:
    """Return coordinates of columns of vectors, which have to be combinations of the frames."""
    out = []
    for frame, image in zip(frames, blocks_of_rows(images, frames[0].ncols()), strict=True):
        inside = frame * image
        if frame.transpose() * inside != image:
            raise ArithmeticError("a tangent perturbation does not stay tangent")
        out.append(inside)
    return below_each_other(out)


# ------------------------------------------------------------------ where roots are


def all_inside(polynomial: Any) -> bool:
    """Return whether every complex root of a rational polynomial has modulus below 1 (Schur, Jury).

    Decided exactly: f of degree n has all roots inside exactly if |f(0)| < |f_n| and the quotient
    of f_n f - f_0 f* by z, of degree n - 1, has, where f* has the coefficients in reverse order.
    """
    coefficients = list(polynomial.coeffs())
    if not coefficients:
        raise ValueError("the zero polynomial has every number as a root")
    while len(coefficients) > 1:
        first, last = coefficients[0], coefficients[-1]
        if first * first >= last * last:
            return False
        turned = coefficients[::-1]
        lower = [last * a - first * b for a, b in zip(coefficients, turned, strict=True)][1:]
        scale = lower[-1]  # last^2 - first^2, so not 0; without it the numbers would grow
        coefficients = [a / scale for a in lower]
    return True


# ------------------------------------------------------------------ parts


def _all_units(n: int, d: int) -> Any:
    """Return the slopes of n tokens in all n d unit directions (see `_Moving`)."""
    matrix = flint.fmpq_mat(n * n * d, d)
    for t in range(n):
        for a in range(d):
            matrix[(t * n + t) * d + a, a] = 1
    return matrix


def _moving(directions: Sequence[Matrix]) -> Any:
    """Return the slopes of tokens in given directions, n vectors each (see `_Moving`)."""
    tokens = len(directions[0])
    return exact_matrix([direction[t] for t in range(tokens) for direction in directions])


def _by_direction(slopes: flint.fmpq_mat, n: int) -> flint.fmpq_mat:
    """Return the matrix with a column for each direction, tokens one below the other."""
    blocks = blocks_of_rows(slopes, slopes.nrows() // n)
    return below_each_other([block.transpose() for block in blocks])
