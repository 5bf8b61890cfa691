"""Assumptions on vectors that are no longer than a bound; the bound itself is reached."""

from __future__ import annotations

from fractions import Fraction

from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import tokens
from verify.language.symbols import Family1, Vectors, vector_symbol
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import Vector as Numbers
from verify.numerics.matrices import times
from verify.statements.assumption import Assumption, writes
from verify.statements.assumptions.checks import euclidean, given_metric, scalar_formula
from verify.statements.assumptions.geometry import point_on_ellipsoid

SHARES = tuple(map(Fraction, ("1", "0", "1/2", "1/3", "9/10")))  # of the bound


def bounded_vector(
    name: str, *, by: Scalar | Number, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vector]:
    """Assume x^T W x <= u^2 for a number u; vectors as long as u, and 0, are drawn."""
    bound = _bound(by, metric, "bounded_vector")
    x = vector_symbol(name, latex)
    generate = writes(x, lambda draw, here: _short(draw, here, bound, metric))
    about = {"u": bound, "W": metric} if metric is not None else {"u": bound}
    phrase = f"${_square(metric, '')} \\le {{u}}^2$"
    fact = x @ euclidean(metric, x) <= bound**2
    return Assumption(x, phrase, (fact,), generate, about)


def bounded_vectors(
    name: str, *, by: Scalar | Number, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vectors]:
    """Assume one vector a token, none longer than u: x_i^T W x_i <= u^2."""
    bound = _bound(by, metric, "bounded_vectors")
    x: Vectors = Family1(name, Vector, ("tokens",), latex)
    i = tokens.any("i")
    generate = writes(
        x, lambda draw, here: [_short(draw, here, bound, metric) for _ in range(here.tokens)]
    )
    about = {"u": bound, "W": metric} if metric is not None else {"u": bound}
    phrase = f"${_square(metric, '_i')} \\le {{u}}^2$ for every $i$"
    fact = x[i] @ euclidean(metric, x[i]) <= bound**2
    return Assumption(x, phrase, (fact,), generate, about)


def _bound(by: Scalar | Number, metric: Operator | None, word: str) -> Scalar:
    given_metric(metric, word)
    return scalar_formula(as_scalar(by), word)


def _short(draw: Draw, instance: Instance, bound: Scalar, metric: Operator | None) -> Numbers:
    length = value(bound, instance)
    if not isinstance(length, int | Fraction):
        raise Unlucky(f"a bound of {length} is not rational")
    share = draw.choose(SHARES)
    return times(share * length, point_on_ellipsoid(draw, instance, metric))


def _square(metric: Operator | None, index: str) -> str:
    middle = r"\," if metric is None else r"{W}\,"
    return f"{{it}}{index}^\\top {middle}{{it}}{index}"
