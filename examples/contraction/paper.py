"""Residual attention with doubly stochastic weights: the layer, the gap, and how far apart tokens are."""

from verify.language.motion import DiscreteLaw
from verify.statements.propositions import Proposition
from verify.vocabulary import *

PAPER = Paper(key="RC", title="Contraction of residual attention with doubly stochastic weights",
              authors="Announced of a formalisation in Lean", year=2026, reference="in our words")


def residual(x: Vectors, A: Weights, eps: Scalar) -> DiscreteLaw:
    """Return the layer that moves every token by eps towards its mean of the tokens."""
    return iteration({x: lambda i: (1 - eps) * x[i] + eps * total(A[i, j] * x[j] for j in tokens)})


def has_gap(A: Weights, gamma: Scalar) -> Proposition:
    """Say that weights have the spectral gap gamma: their second singular value is at most 1 - gamma.

    On tokens that add up to 0 they are no longer than 1 - gamma times as long.
    """
    return for_every(any_vectors("z"), lambda z: implies(
        equals(total(z[i] for i in tokens), zero_vector()),
        total(square(total(A[i, j] * z[j] for j in tokens)) for i in tokens)
        <= (1 - gamma) ** 2 * total(square(z[i]) for i in tokens)))


def square(v: Vector) -> Scalar:
    return v @ v


def spread(x: Vectors) -> Scalar:
    """Return the squared distances of all tokens to their mean."""
    mean = total(x[k] for k in tokens) / tokens.count
    return total(square(x[i] - mean) for i in tokens)
