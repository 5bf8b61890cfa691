"""Assumptions on vectors that are no longer than a bound; the bound itself is reached."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import tokens
from verify.language.symbols import Family1, Vectors, vector_symbol
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import Vector as Numbers
from verify.numerics.matrices import times
from verify.statements.assumption import Assumption, writes_each
from verify.statements.assumptions.checks import euclidean, given_metric, scalar_formula
from verify.statements.assumptions.geometry import point_on_ellipsoid

T = TypeVar("T")
SHARES = tuple(map(Fraction, ("1", "0", "1/2", "1/3", "9/10")))  # of the bound


def bounded_vector(
    name: str, *, by: Scalar | Number, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vector]:
    """Assume x^T W x <= u^2 for a number u; vectors as long as u, and 0, are drawn."""
    x = vector_symbol(name, latex)
    return _bounded("bounded_vector", x, x, by, metric)


def bounded_vectors(
    name: str, *, by: Scalar | Number, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vectors]:
    """Assume one vector a token, none longer than u: x_i^T W x_i <= u^2."""
    x: Vectors = Family1(name, Vector, ("tokens",), latex)
    return _bounded("bounded_vectors", x, x[tokens.any("i")], by, metric)


def _bounded(
    word: str, made: T, member: Vector, by: Scalar | Number, metric: Operator | None
) -> Assumption[T]:
    """Return that each member of what is introduced is bounded, or that it is."""
    given_metric(metric, word)
    bound = scalar_formula(as_scalar(by), word)
    generate = writes_each(made, lambda draw, here: _short(draw, here, bound, metric))
    about = {"u": bound, "W": metric} if metric is not None else {"u": bound}
    index, each = ("", "") if made is member else ("_i", " for every $i$")
    middle = r"\," if metric is None else r"{W}\,"
    square = f"{{it}}{index}^\\top {middle}{{it}}{index}"
    fact = member @ euclidean(metric, member) <= bound**2
    return Assumption(made, f"${square} \\le {{u}}^2${each}", (fact,), generate, about)


def _short(draw: Draw, instance: Instance, bound: Scalar, metric: Operator | None) -> Numbers:
    length = value(bound, instance)
    if not isinstance(length, int | Fraction):
        raise Unlucky(f"a bound of {length} is not rational")
    share = draw.choose(SHARES)
    return times(share * length, point_on_ellipsoid(draw, instance, metric))
