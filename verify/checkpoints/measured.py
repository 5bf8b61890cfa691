"""What is measured of tokens prompt by prompt, and intervals that hold whatever prompts are like.

A prompt is a draw, its tokens are not: they see each other. So every measure is one number a
prompt, and what is told of many prompts is their median. Of independent prompts with one
continuous distribution each is below its median with probability 1/2, so the number below is
binomial, and the median is between the k-th smallest and the k-th largest of N numbers with the
probability

    1 - 2 P(Bin(N, 1/2) <= k - 1)

exactly (at least that much if numbers may be equal). No mean is taken for normal, nothing is
drawn again, and N need not be large. Fewer than six prompts never reach 95 percent; the interval
is then from the least to the largest, and says how sure it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from verify.numerics.layer_matrices import Array, Eigensystem
from verify.numerics.measures import mean_cosine_distance

CONFIDENCE = 0.95


def directions_or_zero(states: Array) -> Array:
    """Return tokens (..., d) divided by their lengths; one of length 0 stays 0."""
    lengths = np.linalg.norm(states, axis=-1, keepdims=True)
    return np.asarray(states / np.where(lengths > 0, lengths, 1))


def distance(states: Array) -> Array:
    """Return the mean |u_i - u_j| over pairs i < j of directions; (prompts, n, d) -> (prompts,).

    Differences are taken before they are squared: cosines would lose half of the digits.
    """
    return _over_pairs(states, lambda one, others: _lengths(others - one))


def distance_up_to_sign(states: Array) -> Array:
    """Return the same of lines instead of directions: with |u_i + u_j| where that is less."""

    def apart(one: Array, others: Array) -> Array:
        return np.minimum(_lengths(others - one), _lengths(others + one))

    return _over_pairs(states, apart)


def _lengths(rows: Array) -> Array:
    return np.asarray(np.linalg.norm(rows, axis=-1))


def _over_pairs(states: Array, apart: Callable[[Array, Array], Array]) -> Array:
    """Return a mean over pairs, one token at a time: all pairs at once would not fit."""
    units = directions_or_zero(states)
    count, total = units.shape[-2], np.zeros(units.shape[:-2])
    for k in range(count - 1):
        total += apart(units[..., k : k + 1, :], units[..., k + 1 :, :]).sum(axis=-1)
    return np.asarray(total / max(count * (count - 1) / 2, 1))


def cosine(states: Array) -> Array:
    """Return the mean cosine over pairs i < j of tokens; (prompts,), 1 where there is one token."""
    units = directions_or_zero(states)
    count = units.shape[-2]
    if count < 2:
        return np.ones(units.shape[:-2])
    sums = (units.sum(axis=-2) ** 2).sum(axis=-1) - (units**2).sum(axis=(-2, -1))
    return np.asarray(sums / (count * (count - 1)))


def attention_entropy(weights: Array, mask: NDArray[np.bool_]) -> Array:
    """Return the mean entropy of rows of attention over its largest, log of how many a token sees.

    Weights (prompts, heads, n, n) give (prompts,), from 0 (one token has all) to 1 (all the same);
    tokens that see one only do not count, and 0 is told where there are no others.
    """
    seen = mask.sum(axis=-1)
    rows = seen > 1
    if not rows.any():
        return np.zeros(len(weights))
    some = weights[..., rows, :]
    logs = np.log(np.where(some > 0, some, 1))
    entropies = -(some * logs).sum(axis=-1) / np.log(seen[rows])
    return np.asarray(entropies.mean(axis=(-2, -1)))


def dispersion(states: Array) -> Array:
    """Return 1 - |mean direction|^2, half the mean |u_i - u_j|^2 of all pairs; (prompts,)."""
    units = directions_or_zero(states)
    centred = units - units.mean(axis=-2, keepdims=True)
    return np.asarray((centred**2).sum(axis=-1).mean(axis=-1))


def effective_rank(states: Array) -> Array:
    """Return (sum s^2)^2 / sum s^4 of the singular values s of directions; (prompts,).

    1 where all are on one line, n where all n are orthogonal, and 0 where all are 0.
    """
    units = directions_or_zero(states)
    gram = units @ units.swapaxes(-1, -2)
    size = np.trace(gram, axis1=-2, axis2=-1) ** 2
    squares = (gram**2).sum(axis=(-2, -1))
    return np.asarray(np.where(squares > 0, size / np.where(squares > 0, squares, 1), 0))


def distance_from_first(states: Array) -> Array:
    """Return 1 - (1/n) sum_i <u_1, u_i>, the mean distance (25) of paper A; (prompts,)."""
    return mean_cosine_distance(np.asarray(directions_or_zero(states), dtype=float))


def length(states: Array) -> Array:
    """Return the mean length of tokens; (prompts,)."""
    return np.asarray(_lengths(states).mean(axis=-1))


MEASURES: dict[str, Callable[[Array], Array]] = {
    "distance": distance,
    "cosine": cosine,
    "distance up to sign": distance_up_to_sign,
    "distance from the first": distance_from_first,
    "dispersion": dispersion,
    "rank": effective_rank,
}


# ------------------------------------------------------------------ alignment, (4) to (7)


def all_alignments(states: Array, system: Eigensystem) -> Array:
    """Return |Pi u_i| for every eigenvector, a pair's plane once, the principal one first.

    Tokens (prompts, n, d) give (prompts, n, eigenvectors).
    """
    bases = system.bases()
    squares = (directions_or_zero(states) @ np.concatenate(bases, axis=1)) ** 2
    begins = np.cumsum([0, *(basis.shape[1] for basis in bases[:-1])])
    return np.asarray(np.sqrt(np.add.reduceat(squares, begins, axis=-1)))


def signed_cosines(states: Array, system: Eigensystem) -> Array:
    """Return the cosine of each token with v_1, (prompts, n); NaN where a plane is principal.

    Of v_1 and -v_1 that one is meant whose largest entry is positive.
    """
    basis = system.bases()[0]
    if basis.shape[1] > 1:
        return np.full(states.shape[:-1], np.nan)
    v = basis[:, 0] * np.sign(basis[np.argmax(np.abs(basis[:, 0])), 0])
    return np.asarray(directions_or_zero(states) @ v)


# ------------------------------------------------------------------ intervals


@dataclass(frozen=True)
class Interval:
    """A median of prompts, and between what it is with the probability `coverage`, or more."""

    median: float
    low: float
    high: float
    coverage: float

    def widened(self, by: float) -> Interval:
        """Return the interval with both ends moved outwards."""
        return Interval(self.median, self.low - by, self.high + by, self.coverage)


def order_and_coverage(prompts: int, confidence: float = CONFIDENCE) -> tuple[int, float]:
    """Return the largest k whose interval reaches the confidence, or 1, and how sure it is."""
    if prompts < 1:
        raise ValueError("an interval needs a prompt")
    best, sure, below = 1, 1 - 2 / 2**prompts, 0
    for k in range(1, prompts // 2 + 1):
        below += comb(prompts, k - 1)
        reached = 1 - 2 * below / 2**prompts
        if reached < confidence:
            break
        best, sure = k, reached
    return best, sure


def interval(values: Array, confidence: float = CONFIDENCE) -> Interval:
    """Return the interval of the median of one number a prompt, (prompts,)."""
    k, sure = order_and_coverage(len(values), confidence)
    ordered = np.sort(values)
    return Interval(float(np.median(values)), float(ordered[k - 1]), float(ordered[-k]), sure)
