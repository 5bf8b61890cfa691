"""Assumptions about two groups of tokens, and weaker ones that mutants put in place of others."""

from __future__ import annotations

from verify.language.expressions import Operator, Scalar, as_scalar
from verify.language.facts import Equation
from verify.language.index_sets import tokens
from verify.language.symbols import Family1, Family2, Family3, HeadWeights, Scalars, Weights
from verify.language.words import total
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import transpose
from verify.statements.assumption import Assumption, Condition, writes_each
from verify.statements.assumptions.checks import condition, given_operator, given_scalars
from verify.statements.assumptions.spaces import zero_sums_within


def zero_sum_within(
    name: str, *, group: Scalars, sign: int, count: Scalar, latex: str | None = None
) -> Assumption[Scalars]:
    """Assume one number a token whose sum over one group of signs is 0.

    `group` are signs eps_i = +-1, `sign` says which group, `count` how many tokens it has; the
    numbers of the other tokens do not matter. It counts as count - 1 dimensions: those of the
    vectors (1 + sign eps_i) c_i / 2.
    """
    signs = given_scalars(group, "zero_sum_within")
    c: Scalars = Family1(name, Scalar, ("tokens",), latex)
    fact = Equation(
        total(signs.item(j) * c[j] for j in tokens), as_scalar(-sign) * total(c[j] for j in tokens)
    )

    def generate(draw: Draw, instance: Instance) -> None:
        values = draw.rationals(instance.tokens)
        members = [k for k, s in enumerate(instance[signs]) if s == sign]
        if not members:
            raise Unlucky("the group is empty")
        mean = sum(values[k] for k in members) / len(members)
        instance[c] = [v - mean if k in members else v for k, v in enumerate(values)]

    space = zero_sums_within(c, signs, sign, count)
    mark = "+" if sign > 0 else "-"
    phrase = r"numbers ${it}_i$ that sum to $0$ over the tokens with ${eps}_i = " + mark + "1$"
    return Assumption(c, phrase, (fact,), generate, {"eps": signs}, space)


def is_symmetric(operator: Operator) -> Assumption[Condition]:
    """Assume that an operator given before is symmetric; it is replaced by its symmetric part."""
    given = given_operator(operator, "is_symmetric", "operator")

    def generate(_draw: Draw, instance: Instance) -> None:
        rows = instance[given]
        turned = transpose(rows)
        instance[given] = [
            [(a + b) / 2 for a, b in zip(row, other, strict=True)]
            for row, other in zip(rows, turned, strict=True)
        ]

    return condition(
        r"${P} = {P}^\top$",
        facts=(Equation(given.T, given),),
        generate=generate,
        about={"P": given},
        asks="symmetric",
    )


def any_weights(name: str, latex: str | None = None) -> Assumption[Weights]:
    """Assume weights of any sign: what is left when nonnegativity is dropped."""
    weights: Weights = Family2(name, Scalar, ("tokens", "tokens"), latex)
    generate = writes_each(weights, lambda draw, _: draw.rational())
    return Assumption(weights, "weights ${it}_{{ij}}$ of any sign", (), generate)


def any_head_weights(name: str, latex: str | None = None) -> Assumption[HeadWeights]:
    """Assume weights of any sign for every head."""
    weights: HeadWeights = Family3(name, Scalar, ("heads", "tokens", "tokens"), latex)
    generate = writes_each(weights, lambda draw, _: draw.rational())
    return Assumption(weights, r"weights ${it}^\eta_{{ij}}$ of any sign", (), generate)
