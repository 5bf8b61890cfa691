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

from verify.checkpoints.factors import Array

CONFIDENCE = 0.95


def directions_or_zero(states: Array) -> Array:
    """Return tokens (..., d) divided by their lengths; one of length 0 stays 0."""
    lengths = np.linalg.norm(states, axis=-1, keepdims=True)
    return np.asarray(states / np.where(lengths > 0, lengths, 1))


def distance(states: Array) -> Array:
    """Return the mean |u_i - u_j| over pairs i < j of directions; (prompts, n, d) -> (prompts,).

    One token at a time, as all pairs at once would not fit. Differences are taken before they are
    squared: cosines would lose half of the digits.
    """
    units = directions_or_zero(states)
    count, total = units.shape[-2], np.zeros(units.shape[:-2])
    for k in range(count - 1):
        total += _lengths(units[..., k + 1 :, :] - units[..., k : k + 1, :]).sum(axis=-1)
    return np.asarray(total / max(count * (count - 1) / 2, 1))


def _lengths(rows: Array) -> Array:
    return np.asarray(np.linalg.norm(rows, axis=-1))


def cosine(states: Array) -> Array:
    """Return the mean cosine over pairs i < j of tokens; (prompts,), 1 where there is one token."""
    units = directions_or_zero(states)
    count = units.shape[-2]
    if count < 2:
        return np.ones(units.shape[:-2])
    sums = (units.sum(axis=-2) ** 2).sum(axis=-1) - (units**2).sum(axis=(-2, -1))
    return np.asarray(sums / (count * (count - 1)))


def effective_rank(states: Array) -> Array:
    """Return (sum s^2)^2 / sum s^4 of the singular values s of directions; (prompts,).

    1 where all are on one line, n where all n are orthogonal, and 0 where all are 0.
    """
    units = directions_or_zero(states)
    gram = units @ units.swapaxes(-1, -2)
    size = np.trace(gram, axis1=-2, axis2=-1) ** 2
    squares = (gram**2).sum(axis=(-2, -1))
    return np.asarray(np.where(squares > 0, size / np.where(squares > 0, squares, 1), 0))


def length(states: Array) -> Array:
    """Return the mean length of tokens; (prompts,)."""
    return np.asarray(_lengths(states).mean(axis=-1))


MEASURES: dict[str, Callable[[Array], Array]] = {
    "distance": distance, "cosine": cosine, "rank": effective_rank, "length": length,
}  # fmt: skip


@dataclass(frozen=True)
class Interval:
    """A median of prompts, and between what it is with the probability `coverage`, or more."""

    median: float
    low: float
    high: float
    coverage: float


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
