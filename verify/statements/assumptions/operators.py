"""Assumptions on linear maps: metrics, their square roots, inverses, products."""

from __future__ import annotations

from fractions import Fraction

from verify.language.expressions import Operator
from verify.language.facts import Equation, Fact, Quality
from verify.language.mistakes import Mistake
from verify.language.symbols import operator_symbol
from verify.language.words import identity_operator
from verify.numerics import matrices, rational_matrices, shapes
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.number import Undefined
from verify.statements.assumption import Assumption, Condition, writes
from verify.statements.assumptions.checks import condition, given_operator
from verify.statements.measuring import Question


def positive_definite(name: str, latex: str | None = None) -> Assumption[Operator]:
    """Assume a symmetric positive definite operator; it is drawn with a rational factor."""
    metric = operator_symbol(name, latex=latex, positive=True)

    def generate(draw: Draw, instance: Instance) -> None:
        instance.put_metric(metric, shapes.metric_factor(draw, instance.dimension))

    facts = (Quality("positive_definite", metric),)
    phrase = "${it}$ is symmetric positive definite"
    return Assumption(metric, phrase, facts, generate, asks="definite")


def positive_definite_square(
    name: str, *, root: str, inverse: str
) -> Assumption[tuple[Operator, Operator, Operator]]:
    """Assume W symmetric positive definite, with its root R and the inverse S of the root.

    Returns (W, R, S): R and S are symmetric, R R = W and S R = R S = I.
    """
    metric, square_root, backwards = (
        operator_symbol(each, positive=True) for each in (name, root, inverse)
    )
    facts: tuple[Fact, ...] = (
        *(Quality("positive_definite", each) for each in (metric, square_root, backwards)),
        Equation(square_root @ square_root, metric),
        Equation(backwards @ square_root, identity_operator()),
        Equation(square_root @ backwards, identity_operator()),
        Equation(backwards @ metric, square_root),
        Equation(metric @ backwards, square_root),
    )

    def generate(draw: Draw, instance: Instance) -> None:
        drawn = shapes.positive_definite(draw, instance.dimension)
        instance.put_metric(metric, drawn)  # W = R R^T, so R is a factor that points can use
        instance[square_root] = drawn
        instance[backwards] = rational_matrices.inverse(drawn)

    return Assumption(
        (metric, square_root, backwards),
        "${W}$ is symmetric positive definite, ${R} = {W}^{{1/2}}$ and ${S} = {W}^{{-1/2}}$",
        facts,
        generate,
        {"W": metric, "R": square_root, "S": backwards},
        asks="definite",
    )


def symmetric_operator(name: str, latex: str | None = None) -> Assumption[Operator]:
    """Assume a symmetric operator."""
    return any_operator(name, symmetric=True, latex=latex)


def any_operator(
    name: str, *, symmetric: bool = False, latex: str | None = None
) -> Assumption[Operator]:
    """Assume a linear map; the zero map, nilpotent maps and maps of rank one are drawn, too."""
    operator = operator_symbol(name, symmetric=symmetric, latex=latex)
    generate = writes(operator, lambda draw, here: shapes.operator(draw, here.dimension, symmetric))
    phrase = "${it}$ is symmetric" if symmetric else "${it}$ is any square matrix"
    facts = (Quality("symmetric", operator),) if symmetric else ()
    asks: Question | None = "symmetric" if symmetric else None
    return Assumption(operator, phrase, facts, generate, asks=asks)


def orthogonal_operator(name: str, latex: str | None = None) -> Assumption[Operator]:
    """Assume Q^T Q = Q Q^T = I; reflections are drawn, too."""
    operator = operator_symbol(name, latex=latex)
    facts = (
        Equation(operator.T @ operator, identity_operator()),
        Equation(operator @ operator.T, identity_operator()),
    )

    def generate(draw: Draw, instance: Instance) -> None:
        turn = shapes.orthogonal(draw, instance.dimension)
        instance[operator] = [matrices.times(draw.choose((1, -1)), row) for row in turn]

    return Assumption(operator, "${it}$ is orthogonal", facts, generate)


def projection_operator(name: str, latex: str | None = None) -> Assumption[Operator]:
    """Assume an orthogonal projection, S = S^T = S S; 0, the identity and coordinates are drawn."""
    operator = operator_symbol(name, symmetric=True, latex=latex)

    def generate(draw: Draw, instance: Instance) -> None:
        size = instance.dimension
        frame = draw.choose((matrices.identity, lambda d: shapes.orthogonal(draw, d)))(size)
        kept = [Fraction(draw.choose((1, 0))) for _ in range(size)]
        instance[operator] = shapes.with_spectrum(frame, kept)

    facts = (Quality("symmetric", operator), Equation(operator @ operator, operator))
    phrase = r"${it}$ is an orthogonal projection, ${it} = {it}^\top = {it}^2$"
    return Assumption(operator, phrase, facts, generate)


def inverse_pair(name: str, inverse: str) -> Assumption[tuple[Operator, Operator]]:
    """Assume an invertible operator R and its inverse S: S R = R S = I."""
    operator, backwards = operator_symbol(name), operator_symbol(inverse)
    facts = (
        Equation(backwards @ operator, identity_operator()),
        Equation(operator @ backwards, identity_operator()),
    )

    def generate(draw: Draw, instance: Instance) -> None:
        instance[operator] = shapes.invertible(draw, instance.dimension)
        instance[backwards] = rational_matrices.inverse(instance[operator])

    return Assumption(
        (operator, backwards),
        "${R}$ is invertible with the inverse ${S}$",
        facts,
        generate,
        {"R": operator, "S": backwards},
        asks="nonsingular",
    )


def product_is(left: Operator, right: Operator, *, is_: Operator) -> Assumption[Condition]:
    """Assume W U = P of three given operators; U is redrawn as W^-1 P, so W is to be invertible.

    If U was drawn as the zero or any other matrix, this is where it gets its value.
    """
    word = "product_is"
    first, second = given_operator(left, word, "left"), given_operator(right, word, "right")
    whole = given_operator(is_, word, "is_")
    if second.args[0].symmetric:
        raise Mistake(
            f"{word}: {second.args[0].name} is computed and may not be symmetric; introduce "
            f"it with given(any_operator({second.args[0].name!r}))"
        )
    if len({operator.args[0] for operator in (first, second, whole)}) < 3:
        raise Mistake(f"{word}: the three operators must differ; give each its own name")

    def generate(_draw: Draw, instance: Instance) -> None:
        try:
            instance[second] = rational_matrices.solve(instance[first], instance[whole])
        except Undefined:
            raise Unlucky(f"{first.args[0].name} was drawn singular") from None

    return condition(
        "${W}\\,{U} = {P}$",
        facts=(Equation(first @ second, whole),),
        generate=generate,
        about={"W": first, "U": second, "P": whole},
        asks="multiple of the scores",
    )
