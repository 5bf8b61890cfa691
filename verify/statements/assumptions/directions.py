"""Assumptions on vectors off the sphere: of a given length, not 0, orthogonal to two others."""

from __future__ import annotations

from fractions import Fraction

from verify.language.expressions import Number, Scalar, Vector, as_scalar
from verify.language.facts import Equation
from verify.language.index_sets import tokens
from verify.language.symbols import Family1, Vectors, vector_symbol
from verify.numerics import shapes
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import Vector as Numbers
from verify.numerics.matrices import diagonal, plus, times
from verify.numerics.number import Irrational, square_root
from verify.statements.assumption import Assumption, writes
from verify.statements.assumptions.checks import scalar_formula, vector_formula


def vector_of_square(
    name: str, square: Scalar | Number, *, latex: str | None = None
) -> Assumption[Vector]:
    """Assume a vector with x^T x = q, such as the vector of ones, whose square is the dimension.

    The simplest one that is drawn has equal entries, if these are rational.
    """
    q = scalar_formula(as_scalar(square), "vector_of_square")
    x = vector_symbol(name, latex)
    generate = writes(
        x, lambda draw, here: _of_square(draw, Fraction(value(q, here)), here.dimension)
    )
    fact = Equation(x @ x, q)
    return Assumption(x, r"${it}^\top {it} = {q}$", (fact,), generate, {"q": q})


def _of_square(draw: Draw, square: Fraction, dimension: int) -> Numbers:
    if square <= 0:
        raise Unlucky(f"no vector but 0 has the square {square}")
    try:
        equal = [square_root(square / dimension)] * dimension
    except Irrational:  # a point of the ellipsoid of I / q
        return shapes.points_of(draw, diagonal([1 / square] * dimension), 1)[0]
    mirror = draw.rationals(dimension)
    return plus(times(2, shapes.without(equal, mirror)), times(-1, equal))


def nonzero_vectors(name: str, latex: str | None = None) -> Assumption[Vectors]:
    """Assume one vector a token, none of them 0; their lengths are rational when drawn."""
    y: Vectors = Family1(name, Vector, ("tokens",), latex)
    i = tokens.any("i")

    def generate(draw: Draw, instance: Instance) -> None:
        units = shapes.tokens_on_sphere(draw, instance.tokens, instance.dimension)
        instance[y] = [times(draw.magnitude(), z) for z in units]

    phrase = r"${it}_i \ne 0$ for every $i$"
    return Assumption(y, phrase, (y[i] @ y[i] > 0,), generate)


def orthogonal_to_both(
    name: str, first: Vector, second: Vector, *, latex: str | None = None
) -> Assumption[Vector]:
    """Assume a vector orthogonal to two others; in the plane of these, only 0 is."""
    word = "orthogonal_to_both"
    u = vector_formula(first, word, "the second argument")
    v = vector_formula(second, word, "the third argument")
    z = vector_symbol(name, latex)

    def generate(draw: Draw, instance: Instance) -> None:
        places = value(u, instance), value(v, instance)
        beside = shapes.without(places[1], places[0])
        drawn = shapes.without(draw.rationals(instance.dimension), places[0])
        instance[z] = shapes.without(drawn, beside)

    facts = (Equation(z @ u, as_scalar(0)), Equation(z @ v, as_scalar(0)))
    phrase = r"${it} \perp {u}$ and ${it} \perp {v}$"
    return Assumption(z, phrase, facts, generate, {"u": u, "v": v})
