"""How far a computed trajectory of attention may be from the solution: a bound, as an estimate.

**The bound.**  Let u be a computed path, polynomial in each step, and y the solution that begins
where u does.  The defect of u is d_i = u_i' - F_i(t, u).  Let e_i = |u_i - y_i| for each token, mu
be the logarithmic norm of a matrix (the largest eigenvalue of its symmetric part) and J_ij the
block of the field's derivative at u that takes token j to token i.  Then for almost every t

    e_i' <= mu(J_ii) e_i + sum_{j != i} |J_ij| e_j + (K/2) max_j e_j^2 + |d_i|,            (1)

where K bounds the field's second derivative.  The right side does not decrease in e_j for j != i,
so e stays below the solution of (1) with equality (Kamke's comparison theorem; for one token it is
Groenwall's inequality).  Being about single tokens, (1) sees that under a causal mask later tokens
do not act on earlier ones, and that attention contracts.  `advanced` solves (1) over one step, with
the largest d_i, mu(J_ii) and |J_ij| found in it; for the term with K it guesses how large e
becomes, and the guess must turn out to be no less than what follows from it.

**Why it is an estimate.**  The largest values in a step are those at finitely many times, and
floats are not rounded outwards.  The tests enclose the same solutions rigorously, in small systems.

All is on the round sphere.  With a metric W the tokens are taken there by z = W^(1/2) y, where the
flow has W^(1/2) U W^(-1/2) and W^(-1/2) P W^(-1/2): an error is then a length in the metric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

Array: TypeAlias = NDArray[np.float64]

OFF_SPHERE = 0.1  # K is a bound as far as this outside the unit ball
_WRITTEN_OUT = 24  # up to this dimension the blocks J_ii are written out
_GUESSES = 40  # doublings of the guess: an error that outgrows them is told as infinite


@dataclass(frozen=True, eq=False)
class HeadAtState:
    """What one head does at a state z of shape (..., tokens, d), with a token a row.

    `weights` a_ij, whose rows sum to 1; `values` U z_j; `keys` P z_j; `queries` P^T z_i; the
    matrix `value` U, and its norm.
    """

    weights: Array
    values: Array
    keys: Array
    queries: Array
    value: Array
    value_norm: float

    @property
    def means(self) -> Array:
        """Return m_i = sum_j a_ij U z_j."""
        return self.weights @ self.values


def comparison(z: Array, heads: Sequence[HeadAtState], scale: float) -> Array:
    """Return (a bound of) mu(J_ii) on the diagonal, and bounds of |J_ij| beside it.

    With the softmax differentiated, head h takes a perturbation delta, times a `scale`, to

        sum_j a_ij (U delta_j + (U z_j - m_i) (delta_i^T P z_j + z_i^T P delta_j)),

    of which I - z_i z_i^T leaves the tangent part; its own derivative adds
    -(s_i^T delta_i) z_i - (s_i^T z_i) delta_i, where s_i is the scaled sum of m_i over the heads.
    """
    tokens, dimension = z.shape[-2:]
    bounds = np.zeros((*z.shape[:-1], tokens))
    for head in heads:
        means = head.means
        along = z @ _t(head.values) - _dot(z, means)[..., None]
        squares = _dot(head.values, head.values)[..., None, :] - 2 * means @ _t(head.values)
        squares = squares + _dot(means, means)[..., None]
        squares = squares + (_dot(z, z)[..., None] - 2) * along**2
        spread = np.sqrt(np.maximum(squares, 0))  # |(I - z_i z_i^T)(U z_j - m_i)|
        lengths = np.sqrt(_dot(head.queries, head.queries))[..., None]
        bounds += scale * head.weights * (head.value_norm + spread * lengths)
    own = np.arange(tokens)
    inside = own_blocks if dimension <= _WRITTEN_OUT else own_blocks_by_products
    bounds[..., own, own] = inside(z, heads, scale)
    return bounds


def own_blocks(z: Array, heads: Sequence[HeadAtState], scale: float) -> Array:
    """Return mu(J_ii), shape (..., tokens), from the blocks written out."""
    unit = np.eye(z.shape[-1])
    pull = scale * np.sum([head.means for head in heads], axis=0)
    blocks = -z[..., :, None] * pull[..., None, :] - _dot(z, pull)[..., None, None] * unit
    project = unit - z[..., :, None] * z[..., None, :]
    for head in heads:
        # The sum of a_ij (U z_j - m_i) (P z_j)^T over j, with m_i taken out of it.
        weighted = head.weights[..., None] * head.values[..., None, :, :]
        moved = _t(weighted) @ head.keys[..., None, :, :]
        middle = (head.weights @ head.keys)[..., None, :]
        moved = moved - head.means[..., :, None] * middle
        own = np.diagonal(head.weights, axis1=-2, axis2=-1)[..., None, None]
        itself = (head.values - head.means)[..., :, None] * head.queries[..., None, :]
        blocks = blocks + scale * project @ (moved + own * (head.value + itself))
    return np.asarray(np.linalg.eigvalsh((blocks + _t(blocks)) / 2)[..., -1])


def own_blocks_by_products(z: Array, heads: Sequence[HeadAtState], scale: float) -> Array:
    """Return a bound of mu(J_ii) from inner products of tokens alone: for large dimensions.

    mu is no more than the Frobenius norm. The sum of a_ij D_j q_j^T over j, where D_j is the
    tangent part of U z_j - m_i and q_j is P z_j (for j = i, P z_i + P^T z_i), has as its square
    the sum of a_ij a_ik (D_j . D_k)(q_j . q_k). And mu(-z_i s_i^T) = (|z_i||s_i| - z_i^T s_i)/2.
    """
    pull = scale * np.sum([head.means for head in heads], axis=0)
    along = _dot(z, pull)
    total = (np.sqrt(_dot(z, z) * _dot(pull, pull)) - along) / 2 - along
    lost = _dot(z, z) - 2
    for head in heads:
        a, keys = head.weights, head.keys @ _t(head.keys)
        # Taken from their centre, tokens that gather leave no large numbers to cancel.
        apart = head.values - head.values.mean(axis=-2, keepdims=True)
        means = a @ apart
        values, square = apart @ _t(apart), _dot(means, means)
        with_mean = means @ _t(apart)
        outward = z @ _t(apart) - _dot(z, means)[..., None]
        normal = a * outward
        total_square = (
            _quadratic(a, values * keys, a)
            - 2 * _quadratic(a * with_mean, keys, a)
            + square * _quadratic(a, keys, a)
            + lost * _quadratic(normal, keys, normal)
        )
        # For j = i there is P^T z_i besides: the same products, a row for each i.
        weight = _own(a)
        spread = values - _own(with_mean)[..., None] - with_mean + square[..., None]
        spread = a * spread + (lost * _own(outward))[..., None] * normal
        total_square = total_square + 2 * weight * _dot(spread, head.queries @ _t(head.keys))
        total_square = total_square + weight * _own(spread) * _dot(head.queries, head.queries)
        total += scale * np.sqrt(np.maximum(total_square, 0))
        total += scale * weight * head.value_norm
    return np.asarray(total)


def curvature(norms: Sequence[tuple[float, float]], scale: float) -> float:
    """Return K of (1) from bounds (|U_h|, |P_h(t)|) of every head.

    For unit perturbations a score moves at most by a = 2 p r, with second derivative at most 2 p,
    in a ball of radius r.  The derivatives of a softmax mean of vectors no longer than u r are its
    mixed central moments: at most S0 = u r, S1 = u + u r a, S2 = 2 u a + 2 u r a^2 + 2 u r p.  The
    projection makes of them (1 + r^2) S2 + 4 r S1 + 2 S0.
    """
    r = 1 + OFF_SPHERE
    total = 0.0
    for u, p in norms:
        a = 2 * p * r
        first = u + u * r * a
        second = 2 * u * a + 2 * u * r * a**2 + 2 * u * r * p
        total += (1 + r**2) * second + 4 * r * first + 2 * u * r
    return scale * total


def advanced(
    before: Array, matrix: Array, defect: Array, bend: float, length: float
) -> tuple[Array, Array]:
    """Return bounds (within a step, at its end) from those before it, shape (..., tokens).

    `matrix` and `defect` are those of (1), `bend` is K.  Bounds that outgrow all guesses, or leave
    the ball in which K holds, are infinite.
    """
    rising = matrix.copy()
    own = np.arange(matrix.shape[-1])
    rising[..., own, own] = np.maximum(rising[..., own, own], 0)  # so that no bound falls inside
    grow = _exponentials(np.stack([rising, matrix]), length)
    start = np.where(np.isfinite(before), before, 0)
    guess = 2 * (start.max(-1) + length * defect.max(-1))
    for _ in range(_GUESSES):
        sources = defect + bend / 2 * guess[..., None] ** 2
        within, after = (
            (propagate @ start[..., None] + driven @ sources[..., None])[..., 0]
            for propagate, driven in grow
        )
        settled = within.max(-1) <= guess
        if np.all(settled | (guess > OFF_SPHERE)):
            break
        guess = np.where(settled, guess, 2 * guess)
    lost = ~settled | (guess > OFF_SPHERE) | ~np.isfinite(before).all(-1)
    return (np.where(lost[..., None], np.inf, within), np.where(lost[..., None], np.inf, after))


def _exponentials(matrices: Array, length: float) -> list[tuple[Array, Array]]:
    """Return e^(C h) and the integral of e^(C s) over 0 <= s <= h for each of several C."""
    tokens = matrices.shape[-1]
    doubled = np.zeros((*matrices.shape[:-2], 2 * tokens, 2 * tokens))
    doubled[..., :tokens, :tokens] = matrices * length
    doubled[..., :tokens, tokens:] = np.eye(tokens) * length
    found = expm(doubled)
    return [(one[..., :tokens, :tokens], one[..., :tokens, tokens:]) for one in found]


def _dot(first: Array, second: Array) -> Array:
    return np.asarray(np.sum(first * second, axis=-1))


def _quadratic(x: Array, matrix: Array, y: Array) -> Array:
    """Return x_i^T M y_i for every row."""
    return _dot(x @ matrix, y)


def _own(matrix: Array) -> Array:
    return np.diagonal(matrix, axis1=-2, axis2=-1)


def _t(matrices: Array) -> Any:
    return np.swapaxes(matrices, -2, -1)
