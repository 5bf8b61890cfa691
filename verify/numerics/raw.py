"""The raw path: the dynamics written out by hand on plain nested lists.

Deliberately independent: it shares nothing with the tree's own formulas, so that a slip in one of
them is seen when the two are compared. Every function is generic over the kind of number
(rationals, balls, multiprecision, dual numbers over these).

A flow or a layer names one of `DYNAMICS` and what it `takes`, by keyword:

    given, motion      {name of a moving thing: its velocity}
    attention          tokens, weights, value, metric, range, mask
    softmax_attention  tokens, scores, row_sum, value, metric, range, mask
    normalisation      tokens, metric
    oja_layer          tokens, value, step
    softmax_pull       tokens, scores, value, range, mask
    softmax_layer      tokens, scores, value, step, metric, range, mask
    weighted_layer     tokens, weights, step, value, metric, range, mask

`tokens` is a list of vectors. `weights` is a matrix, or one matrix a head. `value` and `scores`
are an operator, or one a head. `metric` is an operator. `range` is "all", "before" (strictly
earlier tokens) or "up_to" (causal), `mask` a matrix of 0 and 1. None means the identity (value,
metric), all scores 0 (scores) or nothing hidden (mask). A flow returns the velocity of each
token, a layer the tokens after one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from verify.numerics.matrices import Matrix, Vector, apply, dot, plus, times, transpose
from verify.numerics.number import (
    Value,
    dual,
    function,
    rational_multiple,
    reciprocal,
    slope_of,
    square_root,
)

Heads = list[Matrix]
LayerMap = Callable[[Matrix], Matrix]
RANGES = ("all", "before", "up_to")


# ------------------------------------------------------------------ who sees whom, and how much


def _seen(i: int, count: int, range_: str, mask: Matrix | None) -> Iterator[int]:
    if range_ not in RANGES:
        raise ValueError(f"range={range_!r} is not one of {', '.join(RANGES)}")
    for j in range(count):
        if (range_ == "before" and j >= i) or (range_ == "up_to" and j > i):
            continue
        if mask is not None and mask[i][j] == 0:
            continue
        yield j


def _depth(nested: Any) -> int:
    return 1 + _depth(nested[0]) if isinstance(nested, list) else 0


def _one_per_head(given: Any, heads: int, name: str) -> list[Any]:
    """Return a list with one entry a head; a single matrix, or None, serves them all."""
    if given is None or _depth(given) == 2:
        return [given] * heads
    if len(given) != heads:
        raise ValueError(f"{name} has {len(given)} heads, and there are {heads}; give one a head")
    return list(given)


def _head_count(*given: Any) -> int:
    return max((len(x) for x in given if x is not None and _depth(x) == 3), default=1)


def softmax_weights(
    tokens: Matrix, scores: Matrix | None, row_sum: Value, range_: str, mask: Matrix | None
) -> Matrix:
    """Return row_sum * exp(y_i^T P y_j) / sum_k exp(y_i^T P y_k), 0 for what is not seen."""
    rows, images = [], tokens if scores is None else [apply(scores, y) for y in tokens]
    for i, y in enumerate(tokens):
        seen = list(_seen(i, len(tokens), range_, mask))
        row: Vector = [0] * len(tokens)
        for j in seen:
            score = dot(y, images[j])
            score = score * 0 if scores is None else score
            row[j] = function("exp", score)
        if seen:
            share = row_sum * reciprocal(sum((row[j] for j in seen[1:]), start=row[seen[0]]))
            for j in seen:
                row[j] = row[j] * share
        rows.append(row)
    return rows


def _pulls(
    tokens: Matrix, weights: Any, value: Any, range_: str, mask: Matrix | None
) -> list[Vector]:
    """Return sum_h sum_j a_hij U_h y_j for every token i."""
    heads = _head_count(weights, value)
    tables = _one_per_head(weights, heads, "weights")
    values = _one_per_head(value, heads, "value")
    messages = [tokens if u is None else [apply(u, y) for y in tokens] for u in values]
    pulls = []
    for i, y in enumerate(tokens):
        pull = times(0, y)
        for table, sent in zip(tables, messages, strict=True):
            for j in _seen(i, len(tokens), range_, mask):
                pull = plus(pull, times(table[i][j], sent[j]))
        pulls.append(pull)
    return pulls


def _softmax_tables(
    tokens: Matrix, scores: Any, value: Any, row_sum: Value, range_: str, mask: Matrix | None
) -> Heads:
    heads = _head_count(scores, value)
    return [
        softmax_weights(tokens, table, row_sum, range_, mask)
        for table in _one_per_head(scores, heads, "scores")
    ]


# ------------------------------------------------------------------ flows


def given(**velocities: Any) -> dict[str, Any]:
    """Return the velocities as they are given, by the name of what moves."""
    return velocities


def projection(y: Vector, metric: Matrix | None) -> Matrix:
    """Return the explicit matrix I - y y^T W."""
    lowered = y if metric is None else apply(transpose(metric), y)
    return [
        [(1 if a == b else 0) - y[a] * lowered[b] for b in range(len(y))] for a in range(len(y))
    ]


def attention(
    *,
    tokens: Matrix,
    weights: Any,
    value: Any = None,
    metric: Matrix | None = None,
    range: str = "all",
    mask: Matrix | None = None,
) -> Matrix:
    """Return the velocities (I - y_i y_i^T W) sum_h sum_j a_hij U_h y_j."""
    pulls = _pulls(tokens, weights, value, range, mask)
    return [apply(projection(y, metric), pull) for y, pull in zip(tokens, pulls, strict=True)]


def softmax_attention(
    *,
    tokens: Matrix,
    scores: Any,
    row_sum: Value = 1,
    value: Any = None,
    metric: Matrix | None = None,
    range: str = "all",
    mask: Matrix | None = None,
) -> Matrix:
    """Return the velocities of attention whose weights are softmax rows times `row_sum`."""
    tables = _softmax_tables(tokens, scores, value, row_sum, range, mask)
    return attention(
        tokens=tokens, weights=tables, value=value, metric=metric, range=range, mask=mask
    )


# ------------------------------------------------------------------ layers


def normalised(v: Vector, metric: Matrix | None) -> Vector:
    """Return v / sqrt(v^T W v)."""
    length = square_root(dot(v, v if metric is None else apply(metric, v)))
    return times(reciprocal(length), v)


def normalisation(*, tokens: Matrix, metric: Matrix | None = None) -> Matrix:
    """Return the tokens divided by their lengths."""
    return [normalised(x, metric) for x in tokens]


def oja_layer(*, tokens: Matrix, value: Matrix, step: Value) -> Matrix:
    """Return N(x_i + tau V m) with the mean m of all tokens."""
    share = Fraction(1, len(tokens))
    mean = [
        rational_multiple(sum(column[1:], start=column[0]), share) for column in transpose(tokens)
    ]
    push = apply(value, mean)
    return [normalised(plus(x, times(step, push)), None) for x in tokens]


def weighted_layer(
    *,
    tokens: Matrix,
    weights: Any,
    step: Value,
    value: Any = None,
    metric: Matrix | None = None,
    range: str = "all",
    mask: Matrix | None = None,
) -> Matrix:
    """Return N_W(x_i + tau sum_h sum_j a_hij U_h x_j)."""
    pulls = _pulls(tokens, weights, value, range, mask)
    return [
        normalised(plus(x, times(step, pull)), metric)
        for x, pull in zip(tokens, pulls, strict=True)
    ]


def softmax_pull(
    *, tokens: Matrix, scores: Any, value: Any, range: str = "all", mask: Matrix | None = None
) -> Matrix:
    """Return sum_h sum_j a_hij U_h x_j for softmax rows: what a layer adds before it normalises."""
    tables = _softmax_tables(tokens, scores, value, 1, range, mask)
    return _pulls(tokens, tables, value, range, mask)


def softmax_layer(
    *,
    tokens: Matrix,
    scores: Any,
    value: Any,
    step: Value,
    metric: Matrix | None = None,
    range: str = "all",
    mask: Matrix | None = None,
) -> Matrix:
    """Return the layer whose weights are softmax rows, which sum to one."""
    tables = _softmax_tables(tokens, scores, value, 1, range, mask)
    return weighted_layer(
        tokens=tokens, weights=tables, step=step, value=value, metric=metric, range=range, mask=mask
    )


DYNAMICS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "given": given,
        "motion": given,
        "attention": attention,
        "softmax_attention": softmax_attention,
        "normalisation": normalisation,
        "oja_layer": oja_layer,
        "softmax_pull": softmax_pull,
        "softmax_layer": softmax_layer,
        "weighted_layer": weighted_layer,
    }
)


# ------------------------------------------------------------------ derivatives of a layer


def raw_differential(step: LayerMap, point: Matrix, direction: Matrix) -> Matrix:
    """Return the derivative of a layer at `point` along `direction`, by dual numbers."""
    zero = point[0][0] * 0
    return [slope_of(row, 1, zero) for row in step(dual(point, direction))]
