"""Assumptions on vectors: tokens on an ellipsoid, tangent vectors, hemispheres."""

from __future__ import annotations

from verify.language.expressions import Operator, Vector, as_scalar
from verify.language.facts import Equation
from verify.language.index_sets import tokens
from verify.language.indices import LETTERS, SIZE_NAMES, Sort
from verify.language.mistakes import Mistake
from verify.language.symbols import Family1, Family2, HeadVectors, Vectors, vector_symbol
from verify.language.words import zero_vector
from verify.numerics import shapes
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import Matrix, times
from verify.numerics.matrices import Vector as Numbers
from verify.statements.assumption import Assumption, Condition, writes, writes_each
from verify.statements.assumptions import spaces
from verify.statements.assumptions.checks import (
    condition,
    euclidean,
    given_family,
    given_metric,
    vector_formula,
)

# ------------------------------------------------------------------ on the sphere or ellipsoid


def unit_tokens(
    name: str, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vectors]:
    """Assume tokens with y_i^T W y_i = 1; so y_i^T W y_j <= 1 (Cauchy and Schwarz)."""
    given_metric(metric, "unit_tokens")
    y: Vectors = Family1(name, Vector, ("tokens",), latex)
    i, j = tokens.any("i", "j")
    facts = (
        Equation(y[i] @ euclidean(metric, y[i]), as_scalar(1)),
        y[i] @ euclidean(metric, y[j]) <= 1,
    )

    def generate(draw: Draw, instance: Instance) -> None:
        factor = instance.factor(metric)
        if factor is None:
            instance[y] = shapes.points_of(draw, instance[metric], instance.tokens)
            return
        points = shapes.tokens_on_sphere(draw, instance.tokens, instance.dimension)
        instance[y] = [shapes.onto_ellipsoid(factor, z) for z in points]

    if metric is None:
        return Assumption(y, "the tokens ${it}_i$ lie on the unit sphere", facts, generate)
    phrase = r"the tokens ${it}_i$ lie on the ellipsoid $\{{x : x^\top {W}\,x = 1\}}$"
    return Assumption(y, phrase, facts, generate, {"W": metric})


def unit_vector(
    name: str, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vector]:
    """Assume a vector with x^T W x = 1."""
    given_metric(metric, "unit_vector")
    x = vector_symbol(name, latex)
    generate = writes(x, lambda draw, here: point_on_ellipsoid(draw, here, metric))
    return Assumption(
        x,
        "$" + _square(metric) + " = 1$",
        (Equation(x @ euclidean(metric, x), as_scalar(1)),),
        generate,
        {"W": metric} if metric is not None else {},
    )


def nonzero_vector(
    name: str, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vector]:
    """Assume a vector that is not 0, and whose length in the metric is rational when drawn."""
    given_metric(metric, "nonzero_vector")
    x = vector_symbol(name, latex)
    facts = (x @ x > 0,) if metric is None else (x @ (metric @ x) > 0, x @ x > 0)
    generate = writes(
        x, lambda draw, here: times(draw.magnitude(), point_on_ellipsoid(draw, here, metric))
    )
    return Assumption(x, r"${it} \ne 0$", facts, generate)


def point_on_ellipsoid(draw: Draw, instance: Instance, metric: Operator | None) -> Numbers:
    """Draw a rational vector x with x^T W x = 1, where W has its value (no metric: W = I)."""
    factor = instance.factor(metric)
    if factor is None:
        return shapes.points_of(draw, instance[metric], 1)[0]
    return shapes.onto_ellipsoid(factor, shapes.unit_vector(draw, instance.dimension))


def _square(metric: Operator | None) -> str:
    return r"{it}^\top {it}" if metric is None else r"{it}^\top {W}\,{it}"


# ------------------------------------------------------------------ any vectors


def any_vector(name: str, latex: str | None = None) -> Assumption[Vector]:
    """Assume a vector, 0 included."""
    return _free_vector(name, latex, "${it}$ is any vector")


def covector(name: str, latex: str | None = None) -> Assumption[Vector]:
    """Assume a covector, written as the vector c of x -> c^T x."""
    return _free_vector(name, latex, "${it}$ is a covector")


def _free_vector(name: str, latex: str | None, phrase: str) -> Assumption[Vector]:
    x = vector_symbol(name, latex)
    generate = writes(x, lambda draw, here: draw.rationals(here.dimension))
    return Assumption(x, phrase, (), generate, {}, spaces.whole_space(x))


def any_vectors(
    name: str, latex: str | None = None, *, over: Sort = "tokens"
) -> Assumption[Vectors]:
    """Assume one vector a token, or one a head or mode: a second population."""
    if over not in SIZE_NAMES:
        raise Mistake(f"any_vectors: unknown index set over={over!r}; use {', '.join(SIZE_NAMES)}")
    x: Vectors = Family1(name, Vector, (over,), latex)
    generate = writes_each(x, lambda draw, here: draw.rationals(here.dimension))
    phrase = f"${{it}}_{LETTERS[over]}$ are any vectors"
    return Assumption(x, phrase, (), generate, {}, spaces.vectors(x, over))


def any_head_vectors(
    name: str, latex: str | None = None, *, over: Sort = "tokens"
) -> Assumption[HeadVectors]:
    """Assume one vector a head and token, or one a head and mode, as columns of matrices are."""
    x: HeadVectors = Family2(name, Vector, ("heads", over), latex)
    generate = writes_each(x, lambda draw, here: draw.rationals(here.dimension))
    return Assumption(x, f"${{it}}_{{{{\\eta {LETTERS[over]}}}}}$ are any vectors", (), generate)


# ------------------------------------------------------------------ tangent and orthogonal


def tangent_vectors(
    name: str, at: Vectors, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vectors]:
    """Assume one vector a token, tangent there: y_i^T W X_i = 0."""
    given_metric(metric, "tangent_vectors")
    y = given_family(at, Vector, ("tokens",), "tangent_vectors")
    x: Vectors = Family1(name, Vector, ("tokens",), latex)
    i = tokens.any("i")

    def generate(draw: Draw, instance: Instance) -> None:
        matrix = _matrix(instance, metric)
        instance[x] = [
            shapes.without(draw.rationals(instance.dimension), place, matrix)
            for place in instance[y]
        ]

    return Assumption(
        x,
        "${it}_i$ is tangent at ${y}_i$",
        (Equation(y.item(i) @ euclidean(metric, x[i]), as_scalar(0)),),
        generate,
        {"y": y},
        spaces.tangents(x, at, metric),
    )


def tangent_vector(
    name: str, at: Vector, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vector]:
    """Assume a vector tangent at a point of the sphere or ellipsoid: y^T W X = 0."""
    return _orthogonal("tangent_vector", name, at, metric, latex, "${it}$ is tangent at ${v}$")


def orthogonal_to(
    name: str, to: Vector, metric: Operator | None = None, latex: str | None = None
) -> Assumption[Vector]:
    """Assume a vector orthogonal to another one, in the metric if one is given."""
    return _orthogonal("orthogonal_to", name, to, metric, latex, r"${it} \perp {v}$")


def _orthogonal(
    word: str, name: str, to: Vector, metric: Operator | None, latex: str | None, phrase: str
) -> Assumption[Vector]:
    given_metric(metric, word)
    point = vector_formula(to, word, "the second argument")
    z = vector_symbol(name, latex)

    def generate(draw: Draw, instance: Instance) -> None:
        place = value(point, instance)
        matrix = _matrix(instance, metric)
        instance[z] = shapes.without(draw.rationals(instance.dimension), place, matrix)

    fact = Equation(z @ euclidean(metric, point), as_scalar(0))
    space = spaces.orthogonal(z, euclidean(metric, point))
    return Assumption(z, phrase, (fact,), generate, {"v": point}, space)


def _matrix(instance: Instance, metric: Operator | None) -> Matrix | None:
    return None if metric is None else instance[metric]


# ------------------------------------------------------------------ places of tokens


def open_hemisphere(family: Vectors, *, along: Vector) -> Assumption[Condition]:
    """Assume c^T y_i > 0 for every token; tokens change their sign, so nothing is filtered away."""
    return _hemisphere("open_hemisphere", family, along, closed=False)


def closed_hemisphere(family: Vectors, *, along: Vector) -> Assumption[Condition]:
    """Assume c^T y_i >= 0 and c != 0; opposite tokens on the boundary are drawn, too."""
    return _hemisphere("closed_hemisphere", family, along, closed=True)


def _hemisphere(
    word: str, family: Vectors, along: Vector, *, closed: bool
) -> Assumption[Condition]:
    y = given_family(family, Vector, ("tokens",), word)
    c = vector_formula(along, word, "along")
    i = tokens.any("i")
    margin = c @ y.item(i)
    facts = (margin >= 0, c @ c > 0) if closed else (margin > 0,)

    def generate(draw: Draw, instance: Instance) -> None:
        covector = value(c, instance)
        if closed and draw.choose((False, True)):
            moved, turned = shapes.on_the_boundary(instance[y], covector)
        else:
            moved, turned = shapes.hemisphere(instance[y], covector)
        if turned != covector and c.op != "symbol":
            raise Unlucky("every token was drawn on the boundary of the hemisphere")
        if turned != covector:
            instance[c] = turned
        instance[y] = moved

    sign = r"\ge" if closed else ">"
    phrase = r"${c}^\top {y}_i " + sign + " 0$ for every $i$"
    if closed:
        phrase += r", ${c} \ne 0$"
    return condition(phrase, facts=facts, generate=generate, about={"c": c, "y": y})


def at_origin(token: Vector) -> Assumption[Condition]:
    """Assume that one counted token, such as x[1], is 0."""
    point = vector_formula(token, "at_origin", "the token")
    if point.op != "item" or not isinstance(point.args[1], int):
        raise Mistake(f"at_origin needs one numbered token, as in at_origin(x[1]), not {token!r}")
    family, number = point.args

    def generate(_draw: Draw, instance: Instance) -> None:
        if number > instance.tokens:
            raise Unlucky(f"unknown token {number}")
        moved = list(instance[family])
        moved[number - 1] = times(0, moved[number - 1])
        instance[family] = moved

    fact = Equation(point, zero_vector())
    return condition("${x} = 0$", facts=(fact,), generate=generate, about={"x": point})
