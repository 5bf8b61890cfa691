"""Assumptions about tokens that sum to 0, and scores that vanish on them."""

from __future__ import annotations

from fractions import Fraction

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.facts import Equation
from verify.language.index_sets import tokens
from verify.language.symbols import Family1, Scalars, Vectors
from verify.language.words import total, zero_vector
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import matrix_sum, product, times
from verify.numerics.shapes import projection_onto, zero_sum_tokens
from verify.statements.assumption import Assumption, Condition
from verify.statements.assumptions.checks import (
    condition,
    given_family,
    given_operator,
    vector_formula,
)


def balanced_tokens(name: str, latex: str | None = None) -> Assumption[Vectors]:
    """Assume unit tokens that sum to 0; those drawn are rational, so mostly of even number."""
    x: Vectors = Family1(name, Vector, ("tokens",), latex)
    i, j = tokens.any("i", "j")
    facts = (
        Equation(x[i] @ x[i], as_scalar(1)),
        x[i] @ x[j] <= 1,
        Equation(total(x[j] for j in tokens), zero_vector()),
    )

    def generate(draw: Draw, instance: Instance) -> None:
        count, dimension = instance.tokens, instance.dimension
        if count < 2 or (count % 2 and dimension < 4):
            raise Unlucky(f"no {count} rational unit vectors in dimension {dimension} sum to 0")
        instance[x] = zero_sum_tokens(draw, count, dimension)

    phrase = r"the unit tokens ${it}_i$ sum to $0$"
    return Assumption(x, phrase, facts, generate)


def balanced_signs(name: str, latex: str | None = None) -> Assumption[Scalars]:
    """Assume one sign a token, as many positive as negative, and so an even number n >= 2."""
    eps: Scalars = Family1(name, Scalar, ("tokens",), latex)
    i = tokens.any("i")
    facts = (
        Equation(eps[i] ** 2, as_scalar(1)),
        Equation(total(eps[j] for j in tokens), as_scalar(0)),
    )

    def generate(draw: Draw, instance: Instance) -> None:
        half, odd = divmod(instance.tokens, 2)
        if odd:
            raise Unlucky("an odd number of signs has no sum 0")
        first = draw.choose((1, -1))
        instance[eps] = [Fraction(first)] * half + [Fraction(-first)] * half

    phrase = r"signs ${it}_i = \pm 1$, as many positive as negative"
    return Assumption(eps, phrase, facts, generate)


def vanishing_on(scores: Operator, points: Vectors | Vector) -> Assumption[Condition]:
    """Assume x_i^T P x_j = 0 for all i and j; on the span of the x_i, P is replaced by 0."""
    P = given_operator(scores, "vanishing_on", "scores")
    if isinstance(points, Vector):
        x = vector_formula(points, "vanishing_on", "points")
        fact, phrase = Equation(x @ P @ x, as_scalar(0)), r"${x}^\top {P} {x} = 0$"
        return _cut(P, x, phrase, fact)
    given_family(points, Vector, ("tokens",), "vanishing_on")
    i, j = tokens.any("i", "j")
    fact = Equation(points[i] @ P @ points[j], as_scalar(0))
    return _cut(P, points, r"${x}_i^\top {P} {x}_j = 0$ for all $i$, $j$", fact)


def _cut(
    P: Operator, points: Vectors | Vector, phrase: str, fact: Equation
) -> Assumption[Condition]:
    def generate(_draw: Draw, instance: Instance) -> None:
        found = value(points, instance) if isinstance(points, Vector) else instance[points]
        onto = projection_onto([found] if isinstance(points, Vector) else found)
        inside = product(product(onto, instance[P]), onto)
        instance[P] = matrix_sum([[times(-1, row) for row in inside]], instance[P])

    return condition(phrase, facts=(fact,), generate=generate, about={"x": points, "P": P})
