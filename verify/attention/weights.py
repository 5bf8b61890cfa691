"""Attention weights written out: exponentials of bilinear scores over their row sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import tokens
from verify.language.indices import IndexLike, Range
from verify.language.mistakes import Mistake
from verify.language.symbols import Mask
from verify.language.words import exp, total

Reach = Literal["all", "before", "up_to"]
"""Which tokens a token attends to: all, those before it, or those up to it (causal)."""


def seen(index: IndexLike, *, reach: Reach = "all", mask: Mask | None = None) -> Range:
    """Return the tokens that token `index` attends to."""
    if mask is not None:
        return tokens.seen_by(index, mask)
    if reach == "before":
        return tokens.before(index)
    if reach == "up_to":
        return tokens.up_to(index)
    if reach != "all":
        raise Mistake(f"unknown reach {reach!r}; use 'all', 'before' or 'up_to'")
    return tokens


def score(state: Callable[[IndexLike], Vector], scores: Operator) -> Callable[..., Scalar]:
    """Return e_ij = exp(y_i^T P y_j) as a function of i and j."""

    def of(i: IndexLike, j: IndexLike) -> Scalar:
        return exp(state(i) @ (scores @ state(j)))

    return of


def softmax(
    state: Callable[[IndexLike], Vector],
    scores: Operator,
    *,
    reach: Reach = "all",
    mask: Mask | None = None,
    row_sum: Scalar | Number = 1,
) -> Callable[..., Scalar]:
    """Return alpha_ij = row_sum e_ij / sum_k e_ik over the tokens that i attends to.

    Source: paper A eq. (6) with row_sum = 1/sqrt(n+1), paper B eq. (1) with row_sum = 1.
    """
    e = score(state, scores)
    height = as_scalar(row_sum)

    def of(i: IndexLike, j: IndexLike) -> Scalar:
        weight = e(i, j) / total(e(i, k) for k in seen(i, reach=reach, mask=mask))
        return weight if height.op == "number" and height.args[0] == 1 else height * weight

    return of
