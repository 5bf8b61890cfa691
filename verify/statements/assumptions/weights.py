"""Assumptions on attention weights and on masks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from verify.language.expressions import Scalar, as_scalar
from verify.language.facts import Equation, Fact, Quality
from verify.language.index_sets import heads, tokens
from verify.language.indices import Index, IndexLike, Range
from verify.language.mistakes import Mistake
from verify.language.symbols import (
    Family,
    Family1,
    Family2,
    Family3,
    HeadWeights,
    Mask,
    Scalars,
    Weights,
)
from verify.language.words import total
from verify.numerics import shapes
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.statements.assumption import Assumption, Condition, writes, writes_each
from verify.statements.assumptions.checks import (
    condition,
    given_mask,
    given_scalars,
    scalar_formula,
)

Reach = Literal["all", "up_to"]


def positive_weights(name: str, latex: str | None = None) -> Assumption[Scalars]:
    """Assume one positive number a token."""
    z: Scalars = Family1(name, Scalar, ("tokens",), latex)
    i = tokens.any("i")
    generate = writes_each(z, lambda draw, _: draw.magnitude())
    return Assumption(z, "${it}_i > 0$", (z[i] > 0,), generate)


def nonnegative_weights(name: str, latex: str | None = None) -> Assumption[Weights]:
    """Assume weights alpha_ij >= 0, with any row sums."""
    alpha: Weights = Family2(name, Scalar, ("tokens", "tokens"), latex)
    i, j = tokens.any("i", "j")
    generate = writes_each(alpha, lambda draw, _: draw.nonnegative())
    phrase, facts = "weights ${it}_{{ij}} \\ge 0$", (alpha[i, j] >= 0,)
    return Assumption(alpha, phrase, facts, generate, asks="multiple of the identity")


def nonnegative_head_weights(name: str, latex: str | None = None) -> Assumption[HeadWeights]:
    """Assume weights alpha_hij >= 0 for several heads h."""
    alpha: HeadWeights = Family3(name, Scalar, ("heads", "tokens", "tokens"), latex)
    a, i, j = heads.any("a"), *tokens.any("i", "j")
    generate = writes_each(alpha, lambda draw, _: draw.nonnegative())
    phrase, facts = "weights ${it}_{{\\eta ij}} \\ge 0$", (alpha[a, i, j] >= 0,)
    return Assumption(alpha, phrase, facts, generate, asks="multiple of the identity")


def row_stochastic(
    name: str, *, reach: Reach = "all", mask: Mask | None = None, latex: str | None = None
) -> Assumption[Weights]:
    """Assume weights A_ij >= 0 whose rows sum to one over the tokens that i attends to.

    Outside of these the weights are free: a formula that forgets the mask is seen to fail.
    """
    _checked_reach(reach, mask, "row_stochastic")
    weights: Weights = Family2(name, Scalar, ("tokens", "tokens"), latex)
    i, j = tokens.any("i", "j")
    row = total(weights[i, k] for k in _attended(i, reach, mask))
    facts = (weights[i, j] >= 0, Equation(row, as_scalar(1)))
    generate = writes(weights, lambda draw, here: _stochastic_table(draw, here, reach, mask))
    return Assumption(weights, _rows_phrase("ij", reach, mask), facts, generate, _about(mask))


def row_stochastic_heads(
    name: str, *, reach: Reach = "all", mask: Mask | None = None, latex: str | None = None
) -> Assumption[HeadWeights]:
    """Assume weights A_hij >= 0 whose rows sum to one for every head h."""
    _checked_reach(reach, mask, "row_stochastic_heads")
    weights: HeadWeights = Family3(name, Scalar, ("heads", "tokens", "tokens"), latex)
    a, i, j = heads.any("a"), *tokens.any("i", "j")
    row = total(weights[a, i, k] for k in _attended(i, reach, mask))
    facts = (weights[a, i, j] >= 0, Equation(row, as_scalar(1)))
    generate = writes(
        weights,
        lambda draw, here: [_stochastic_table(draw, here, reach, mask) for _ in range(here.heads)],
    )
    return Assumption(weights, _rows_phrase("\\eta ij", reach, mask), facts, generate, _about(mask))


def doubly_stochastic(name: str, latex: str | None = None) -> Assumption[Weights]:
    """Assume weights A_ij >= 0 whose rows and columns sum to one.

    Means of permutations are drawn, permutations themselves and equal weights among them.
    """
    weights: Weights = Family2(name, Scalar, ("tokens", "tokens"), latex)
    i, j = tokens.any("i", "j")
    row, column = total(weights[i, k] for k in tokens), total(weights[k, j] for k in tokens)
    facts = (weights[i, j] >= 0, Equation(row, as_scalar(1)), Equation(column, as_scalar(1)))
    generate = writes(weights, lambda draw, here: shapes.doubly_stochastic(draw, here.tokens))
    phrase = (
        r"weights ${it}_{{ij}} \ge 0$ with $\sum_{{j}} {it}_{{ij}} = 1$ and "
        r"$\sum_{{i}} {it}_{{ij}} = 1$"
    )
    return Assumption(weights, phrase, facts, generate)


def _checked_reach(reach: object, mask: object, word: str) -> None:
    if reach not in ("all", "up_to"):
        raise Mistake(
            f"{word}: reach={reach!r} leaves a row empty or is unknown; use 'all' or 'up_to'"
        )
    if mask is not None:
        given_mask(mask, word)
        if reach != "all":
            raise Mistake(f"{word}: give reach={reach!r} or a mask, not both")


def _attended(i: IndexLike, reach: Reach, mask: Mask | None) -> Range:
    if mask is not None:
        return tokens.seen_by(i, mask)
    return tokens.up_to(i) if reach == "up_to" else tokens


def _stochastic_table(
    draw: Draw, instance: Instance, reach: Reach, mask: Mask | None
) -> list[list[Fraction]]:
    table = []
    for i in range(instance.tokens):
        allowed = [
            bool(instance[mask][i][j]) if mask is not None else reach == "all" or j <= i
            for j in range(instance.tokens)
        ]
        if not any(allowed):
            raise Unlucky(f"token {i + 1} attends to no token, so its weights cannot sum to one")
        row = shapes.stochastic_row(draw, allowed)
        table.append(
            [w if seen else draw.nonnegative() for w, seen in zip(row, allowed, strict=True)]
        )
    return table


def _rows_phrase(indices: str, reach: Reach, mask: Mask | None) -> str:
    over = r"j \in {N}(i)" if mask is not None else r"j \le i" if reach == "up_to" else "j"
    weight = "{it}_{{" + indices + "}}"
    return "weights $" + weight + r" \ge 0$ with $\sum_{{" + over + "}} " + weight + " = 1$"


def _about(mask: Mask | None) -> dict[str, Any]:
    return {} if mask is None else {"N": mask}


def bounded_below(weights: Family[Scalar], *, by: Scalar) -> Assumption[Condition]:
    """Assume that every weight of a family is at least a given number; smaller ones are raised."""
    family, bound = given_scalars(weights, "bounded_below"), scalar_formula(by, "bounded_below")
    names = {"heads": "a", "tokens": "i", "modes": "k", "integers": "q"}
    indices = tuple(
        Index(f"{names[sort]}{place}", Range(sort)) for place, sort in enumerate(family.sorts)
    )

    def generate(_draw: Draw, instance: Instance) -> None:
        least = value(bound, instance)
        instance[family] = _raised(instance[family], least)

    return condition(
        r"every ${w}$ is at least ${m}$",
        facts=(family.item(*indices) >= bound,),
        generate=generate,
        about={"w": family, "m": bound},
        asks="full",
    )


def _raised(nested: Any, least: Fraction) -> Any:
    if isinstance(nested, list):
        return [_raised(part, least) for part in nested]
    return max(nested, least)


def attention_mask(name: str, latex: str | None = None) -> Assumption[Mask]:
    """Assume any sets N(i) of tokens that token i may see, with or without i, empty or not."""
    mask = Mask(name, latex)
    i, j = tokens.any("i", "j")
    generate = writes(mask, lambda draw, here: shapes.mask(draw, here.tokens))
    facts: tuple[Fact, ...] = (mask[i, j] >= 0, mask[i, j] <= 1, Quality("integer", mask[i, j]))
    return Assumption(mask, "${it}(i)$ is any set of tokens, for every $i$", facts, generate)


def rows_not_empty(mask: Mask) -> Assumption[Condition]:
    """Assume that every token sees at least one token."""
    given = given_mask(mask, "rows_not_empty")
    i = tokens.any("i")

    def generate(draw: Draw, instance: Instance) -> None:
        rows = [list(row) for row in instance[given]]
        for row in rows:
            if not any(row):
                row[draw.whole(0, instance.tokens - 1)] = 1
        instance[given] = rows

    fact = total(given[i, j] for j in tokens) >= 1
    phrase = r"${N}(i) \ne \emptyset$ for every $i$"
    return condition(phrase, facts=(fact,), generate=generate, about={"N": given})


def sees_itself(mask: Mask) -> Assumption[Condition]:
    """Assume that every token sees itself."""
    given = given_mask(mask, "sees_itself")
    i = tokens.any("i")
    generate = writes(
        given,
        lambda _draw, here: [
            [1 if i == j else seen for j, seen in enumerate(row)]
            for i, row in enumerate(here[given])
        ],
    )
    return condition(
        r"$i \in {N}(i)$ for every $i$",
        facts=(Equation(given[i, i], as_scalar(1)),),
        generate=generate,
        about={"N": given},
    )
