"""Discrete-time attention: one layer as a map of states, normalised onto the sphere.

A layer is written in tokens of its own (`x`), which `jacobian(layer, at=...)` differentiates and
then places at a state.
"""

from __future__ import annotations

from collections.abc import Sequence

from verify.attention.weights import Reach, seen, softmax
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.index_sets import tokens
from verify.language.indices import IndexLike
from verify.language.mistakes import Mistake
from verify.language.motion import Layer, RawDynamics
from verify.language.symbols import Family1, Mask
from verify.language.words import norm, total

OnePerHead = Operator | Sequence[Operator]


def oja_layer(*, value: Operator, step: Scalar) -> Layer:
    """Return x_i^+ = N(x_i + (tau/n) V sum_j x_j) (paper B eq. (9))."""
    x: Family1[Vector] = Family1("x", Vector, ("tokens",))

    def formula(i: IndexLike) -> Vector:
        moved = x[i] + (step / tokens.count) * (value @ total(x[j] for j in tokens))
        return moved / norm(moved)

    return Layer(x, formula, RawDynamics("oja_layer", {"value": value, "step": step}))


def normalisation(metric: Operator | None = None) -> Layer:
    """Return x_i^+ = x_i / |x_i|, the last thing that every layer here does.

    With a metric W the length is (x_i^T W x_i)^(1/2). By the chain rule the derivative of a layer
    is that of the normalisation, at the moved tokens, after that of what moves them.
    """
    x: Family1[Vector] = Family1("x", Vector, ("tokens",))

    def formula(i: IndexLike) -> Vector:
        return x[i] / norm(x[i], metric)

    return Layer(x, formula, RawDynamics("normalisation", {"metric": metric}))


def attention_layer(
    *,
    value: OnePerHead,
    scores: OnePerHead,
    step: Scalar,
    reach: Reach = "all",
    mask: Mask | None = None,
) -> Layer:
    """Return x_i^+ = N(x_i + tau V sum_j A_ij x_j), A_ij = softmax_j(x_i^T P x_j).

    Source: paper B eq. (8); `reach="up_to"` is causal attention, `mask` any mask. With a list for
    `value` and one for `scores`, an operator a head, the pulls of the heads add up (eq. (3)).
    """
    pull = attention_pull(value=value, scores=scores, reach=reach, mask=mask)
    x = pull.of

    def formula(i: IndexLike) -> Vector:
        moved = x.item(i) + step * pull(i)
        return moved / norm(moved)

    takes = {"value": value, "scores": scores, "step": step, "range": reach, "mask": mask}
    return Layer(x, formula, RawDynamics("softmax_layer", takes))


def attention_pull(
    *, value: OnePerHead, scores: OnePerHead, reach: Reach = "all", mask: Mask | None = None
) -> Layer:
    """Return sum_h F_h sum_j A^h_ij x_j alone: what `attention_layer` adds before it normalises."""
    values = [value] if isinstance(value, Operator) else list(value)
    tables = [scores] if isinstance(scores, Operator) else list(scores)
    if len(values) != len(tables) or not values:
        raise Mistake(
            f"attention: {len(values)} value matrices and {len(tables)} score matrices; give "
            "one of each per head"
        )
    x: Family1[Vector] = Family1("x", Vector, ("tokens",))
    weights = [softmax(lambda i: x[i], table, reach=reach, mask=mask) for table in tables]

    def formula(i: IndexLike) -> Vector:
        pulls = [
            matrix @ total(weight(i, j) * x[j] for j in seen(i, reach=reach, mask=mask))
            for matrix, weight in zip(values, weights, strict=True)
        ]
        return sum(pulls[1:], start=pulls[0])

    takes = {"value": value, "scores": scores, "range": reach, "mask": mask}
    return Layer(x, formula, RawDynamics("softmax_pull", takes))
