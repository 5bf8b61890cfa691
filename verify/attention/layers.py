"""Discrete-time attention: one layer as a map of states, normalised onto the sphere.

A layer is written in tokens of its own (`x`), which `jacobian(layer, at=...)` differentiates and
then places at a state.
"""

from __future__ import annotations

from verify.attention.weights import Reach, seen, softmax
from verify.language.expressions import Operator, Scalar, Vector, norm, total
from verify.language.indices import IndexLike, tokens
from verify.language.motion import Layer, RawDynamics
from verify.language.symbols import Family1, Mask


def oja_layer(*, value: Operator, step: Scalar) -> Layer:
    """Return x_i^+ = N(x_i + (tau/n) V sum_j x_j) (paper B eq. (9))."""
    x: Family1[Vector] = Family1("x", Vector, ("tokens",))

    def formula(i: IndexLike) -> Vector:
        moved = x[i] + (step / tokens.count) * (value @ total(x[j] for j in tokens))
        return moved / norm(moved)

    return Layer(x, formula, RawDynamics("oja_layer", {"value": value, "step": step}))


def attention_layer(
    *,
    value: Operator,
    scores: Operator,
    step: Scalar,
    reach: Reach = "all",
    mask: Mask | None = None,
) -> Layer:
    """Return x_i^+ = N(x_i + tau V sum_j A_ij x_j), A_ij = softmax_j(x_i^T P x_j).

    Source: paper B eq. (8); `reach="up_to"` is causal attention, `mask` any mask.
    """
    x: Family1[Vector] = Family1("x", Vector, ("tokens",))
    weight = softmax(lambda i: x[i], scores, reach=reach, mask=mask)

    def formula(i: IndexLike) -> Vector:
        attended = total(weight(i, j) * x[j] for j in seen(i, reach=reach, mask=mask))
        moved = x[i] + step * (value @ attended)
        return moved / norm(moved)

    takes = {"value": value, "scores": scores, "step": step, "range": reach, "mask": mask}
    return Layer(x, formula, RawDynamics("softmax_layer", takes))
