"""Linear spaces that what is given runs through: how many dimensions, and their inner products.

An eigenspace is spanned by given things, `spanned_by=[c, z]`. That its vectors are independent, and
how many there are, is proved from the inner products here.
"""

from __future__ import annotations

from typing import Any

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import Members, modes, tokens
from verify.language.indices import Index, Sort
from verify.language.symbols import Family, Scalars, Vectors
from verify.language.words import same, total
from verify.statements.assumption import LinearSpace

ONE = as_scalar(1)


def line(of: Scalar) -> LinearSpace:
    """Return the numbers."""
    return LinearSpace(of, ONE, lambda a, b: a * b)


def numbers(of: Scalars, over: Sort = "tokens") -> LinearSpace:
    """Return one number for each member of an index set."""
    everything = Members(over)
    return LinearSpace(of, everything.count, lambda a, b: total(a[i] * b[i] for i in everything))


def zero_sums(of: Scalars) -> LinearSpace:
    """Return one number a token, with the sum 0."""
    return LinearSpace(of, tokens.count - 1, lambda a, b: total(a[i] * b[i] for i in tokens))


def zero_sums_within(of: Scalars, signs: Family[Scalar], sign: int, count: Scalar) -> LinearSpace:
    """Return one number for each token of a group, with the sum 0; `count` tokens are in it."""

    def member(i: Any) -> Scalar:
        return (1 + sign * signs.item(i)) / 2

    return LinearSpace(
        of,
        count - 1,
        lambda a, b: total(member(i) * a[i] * b[i] for i in tokens),
        positive=(count,),  # of no tokens there would be less than no sums
        equal=((total(member(i) for i in tokens), count),),
    )


def whole_space(of: Vector) -> LinearSpace:
    """Return all vectors."""
    return LinearSpace(of, modes.count, lambda x, y: x @ y)


def vectors(of: Vectors, over: Sort = "tokens") -> LinearSpace:
    """Return one vector for each member of an index set."""
    everything = Members(over)
    size = everything.count * modes.count
    return LinearSpace(of, size, lambda x, y: total(x[i] @ y[i] for i in everything))


def orthogonal(of: Vector, normal: Vector) -> LinearSpace:
    """Return the vectors orthogonal to one that is not 0."""
    return LinearSpace(of, modes.count - 1, lambda x, y: x @ y, positive=(normal @ normal,))


def tangents(of: Vectors, at: Vectors, metric: Operator | None) -> LinearSpace:
    """Return one vector a token, orthogonal to what is there (in the metric), which is not 0."""
    normal = at[tokens.any("i")] if metric is None else metric @ at[tokens.any("i")]
    return LinearSpace(
        of,
        tokens.count * (modes.count - 1),
        lambda x, y: total(x[i] @ y[i] for i in tokens),
        positive=(normal @ normal,),
    )


def indices_but(of: Index, one_less: bool) -> LinearSpace:
    """Return a dimension for each value of an index, but perhaps for one."""
    count = Scalar("size", of.sort)
    return LinearSpace(of, count - 1 if one_less else count, same)
