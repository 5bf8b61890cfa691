"""Assumptions on sizes: of a linear map by its norm, of an ellipsoid by its radius."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from verify.language.expressions import Operator, Scalar, Vector
from verify.language.facts import Fact, Quality
from verify.language.index_sets import tokens
from verify.language.mistakes import Mistake
from verify.language.symbols import Family, Vectors, operator_symbol, scalar_symbol
from verify.language.words import identity_operator
from verify.numerics import matrices, rational_matrices, shapes
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.statements.assumption import Assumption
from verify.statements.assumptions.checks import given_family, given_metric, scalar_formula

CONTRACTIONS = ("general", "multiple", "rank one", "general", "orthogonal", "zero")
QUARTERS = 4


def bounded_operator(
    name: str, *, by: Scalar, on: Sequence[Vectors | Vector], latex: str | None = None
) -> Assumption[Operator]:
    """Assume a linear map with |P x| <= p |x| for every x: its spectral norm is at most p >= 0.

    `on` lists the vectors (or families, one vector a token) at which the proof uses it; maps of
    exactly that norm are drawn, too.
    """
    bound = scalar_formula(by, "bounded_operator")
    operator = operator_symbol(name, latex=latex)
    places = [_place(x, "bounded_operator") for x in on]

    def generate(draw: Draw, instance: Instance) -> None:
        most = value(bound, instance)
        if most < 0:
            raise Unlucky(f"no map is bounded by {most}")
        contraction = _contraction(draw, instance.dimension)
        instance[operator] = [matrices.times(most, row) for row in contraction]

    gap = bound**2 * identity_operator() - operator.T @ operator
    facts: tuple[Fact, ...] = (
        bound >= 0,
        Quality("positive_semidefinite", gap),
        *((operator @ x) @ (operator @ x) <= bound**2 * (x @ x) for x in places),
    )
    phrase = r"$|{it}\,x| \le {p}\,|x|$ for every $x$"
    return Assumption(operator, phrase, facts, generate, {"p": bound}, asks="bounded")


def ellipsoid_radius(
    name: str, *, metric: Operator, of: Sequence[Vectors | Vector], latex: str | None = None
) -> Assumption[Scalar]:
    """Assume R > 0 with |x|^2 <= R^2 x^T W x for every x: no point of the ellipsoid is further out.

    The least such R is 1 / sqrt(lambda_min(W)), which is drawn where W is diagonal; `of` lists the
    vectors (or families) at which the proof uses it.
    """
    w = given_metric(metric, "ellipsoid_radius")
    if w is None:
        raise Mistake("ellipsoid_radius needs a metric; on the sphere the radius is 1")
    radius = scalar_symbol(name, latex)
    places = [_place(x, "ellipsoid_radius") for x in of]

    def generate(draw: Draw, instance: Instance) -> None:
        inverse = rational_matrices.inverse(instance[w])
        # No eigenvalue of W^-1 is larger than a row sum of magnitudes, its own if W is diagonal.
        largest = max(sum((abs(x) for x in row), start=Fraction(0)) for row in inverse)
        instance[radius] = _root_above(largest)

    gap = radius**2 * w - identity_operator()
    facts: tuple[Fact, ...] = (
        radius > 0,
        Quality("positive_semidefinite", gap),
        *(x @ x <= radius**2 * (x @ w @ x) for x in places),
    )
    phrase = r"${it} > 0$ and $|x|^2 \le {it}^2\,x^\top {W}\,x$ for every $x$"
    return Assumption(radius, phrase, facts, generate, {"W": w})


def _place(given: Vectors | Vector, word: str) -> Vector:
    """Return a vector, or any member of a family of vectors."""
    if isinstance(given, Vector):
        return given
    family: Family[Vector] = given_family(given, Vector, ("tokens",), word)
    return family.item(tokens.any("i"))


def _contraction(draw: Draw, dimension: int) -> matrices.Matrix:
    """Return a rational matrix of spectral norm at most 1: a block of an orthogonal matrix."""
    kind = draw.kind(CONTRACTIONS)
    sign = Fraction(draw.choose((1, -1)))
    if kind == "zero":
        return [[Fraction(0)] * dimension for _ in range(dimension)]
    if kind == "multiple":
        return matrices.diagonal([sign] * dimension)
    if kind == "rank one":
        u = shapes.unit_vector(draw, dimension)
        return matrices.outer(matrices.times(sign, u), u)
    if kind == "orthogonal":
        return shapes.orthogonal(draw, dimension)
    whole = shapes.orthogonal(draw, 2 * dimension)
    return [row[:dimension] for row in whole[:dimension]]


def _root_above(square: Fraction) -> Fraction:
    """Return the square root if it is rational, else a little more."""
    root = Fraction(isqrt(square.numerator * square.denominator), square.denominator)
    return root if root**2 == square else Fraction(isqrt(int(square * QUARTERS**2)) + 1, QUARTERS)
