"""Continuous-time attention: tokens that move along their sphere or ellipsoid."""

from __future__ import annotations

from verify.attention.weights import Reach, seen, softmax
from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import heads
from verify.language.indices import IndexLike
from verify.language.mistakes import Mistake
from verify.language.motion import Flow, RawDynamics
from verify.language.symbols import Family2, Family3, HeadWeights, Mask, Vectors, Weights
from verify.language.words import total


def tangent(direction: Vector, at: Vector, metric: Operator | None = None) -> Vector:
    """Return (I - y y^T W) x, the projection onto the tangent space at y (paper A eq. (2))."""
    pulled = metric @ direction if metric is not None else direction
    return direction - (at @ pulled) * at


def attention_flow(
    y: Vectors,
    *,
    weights: Weights | HeadWeights,
    metric: Operator | None = None,
    value: Operator | None = None,
    reach: Reach = "all",
    mask: Mask | None = None,
) -> Flow:
    """Return y_i' = (I - y_i y_i^T W) sum_h sum_j alpha_ij U y_j with given weights.

    `weights` has indices (i, j), or (head, i, j) for several heads with one value matrix.
    Source: paper A eq. (6).
    """
    if not isinstance(weights, Family2 | Family3):
        raise Mistake("attention_flow(weights=...) takes given weights, as in weights=alpha")

    def attended(i: IndexLike, j: IndexLike) -> Vector:
        image = value @ y[j] if value is not None else y[j]
        if isinstance(weights, Family3):
            return total(weights[a, i, j] for a in heads) * image
        return weights[i, j] * image

    def velocity(i: IndexLike) -> Vector:
        pull = total(attended(i, j) for j in seen(i, reach=reach, mask=mask))
        return tangent(pull, y[i], metric)

    takes = {
        "tokens": y, "weights": weights, "metric": metric, "value": value, "range": reach,
        "mask": mask,
    }  # fmt: skip
    return Flow({y: velocity}, RawDynamics("attention", takes))


def softmax_flow(
    y: Vectors,
    *,
    scores: Operator,
    metric: Operator | None = None,
    value: Operator | None = None,
    reach: Reach = "all",
    mask: Mask | None = None,
    row_sum: Scalar | Number = 1,
) -> Flow:
    """Return the flow with weights row_sum exp(y_i^T P y_j) / sum_k exp(y_i^T P y_k).

    Source: paper A eq. (6), one head.
    """
    alpha = softmax(lambda i: y[i], scores, reach=reach, mask=mask, row_sum=row_sum)

    def attended(i: IndexLike, j: IndexLike) -> Vector:
        return alpha(i, j) * (value @ y[j] if value is not None else y[j])

    def velocity(i: IndexLike) -> Vector:
        return tangent(total(attended(i, j) for j in seen(i, reach=reach, mask=mask)), y[i], metric)

    takes = {
        "tokens": y, "scores": scores, "row_sum": as_scalar(row_sum), "metric": metric,
        "value": value, "range": reach, "mask": mask,
    }  # fmt: skip
    return Flow({y: velocity}, RawDynamics("softmax_attention", takes))
