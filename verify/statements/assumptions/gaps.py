"""Assumptions on a whole spectrum: an eigenbasis, a simple largest eigenvalue, bounds on all."""

from __future__ import annotations

from fractions import Fraction

from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.facts import Equation, Fact
from verify.language.index_sets import modes, tokens
from verify.language.symbols import Family, Scalars, Vectors, scalar_symbol
from verify.language.words import same, total
from verify.numerics import shapes
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.holding import fact_truth
from verify.numerics.number import Truth
from verify.statements.assumption import Assumption, Condition
from verify.statements.assumptions.checks import condition, given_family, given_operator


def in_eigenbasis(
    things: Vectors | Vector, *, vectors: Vectors, values: Scalars, of: Operator
) -> Assumption[Condition]:
    """Assume that vectors are expanded in an eigenbasis: x = sum_k (v_k^T x) v_k.

    It restricts nothing, for the d orthonormal eigenvectors that `diagonalised` gives are a basis;
    it lets inner products and images of these vectors (one, or one a token) be summed over modes.
    """
    word = "in_eigenbasis"
    operator = given_operator(of, word, "of")
    v = given_family(vectors, Vector, ("modes",), word)
    eigenvalue = given_family(values, Scalar, ("modes",), word)
    pairs: tuple[tuple[Vector, Vector], ...]
    if isinstance(things, Vector):
        pairs, phrase = ((things, things),), r"${x} = \sum_k ({v}_k^\top {x})\,{v}_k$"
    else:
        y = given_family(things, Vector, ("tokens",), word)
        i, j = tokens.any("i", "j")
        pairs = ((y.item(i), y.item(i)), (y.item(i), y.item(j)))
        phrase = r"${x}_i = \sum_k ({v}_k^\top {x}_i)\,{v}_k$"
    facts: list[Fact] = [_image(operator, v, eigenvalue, pairs[0][0])]
    for x, z in pairs:
        facts.append(Equation(total((v.item(k) @ x) * (v.item(k) @ z) for k in modes), x @ z))

    def generate(_draw: Draw, instance: Instance) -> None:
        if any(fact_truth(fact, instance) is not Truth.TRUE for fact in facts):
            raise Unlucky(f"{v.name} is not an eigenbasis of {operator.args[0].name}")

    about = {"x": things, "v": v}
    return condition(phrase, facts=tuple(facts), generate=generate, about=about)


def _image(operator: Operator, v: Family[Vector], eigenvalue: Family[Scalar], x: Vector) -> Fact:
    summed = total(eigenvalue.item(k) * (v.item(k) @ x) * v.item(k) for k in modes)
    return Equation(operator @ x, summed)


def largest_first(
    values: Scalars, *, vectors: Vectors, of: Operator, gap: Scalar | Number
) -> Assumption[Condition]:
    """Assume that the first eigenvalue exceeds every other one by a gap: it is simple if gap > 0.

    `values` and `vectors` are what `diagonalised` gave for the operator, which is redrawn.
    """
    word = "largest_first"
    operator = given_operator(of, word, "of")
    v = given_family(vectors, Vector, ("modes",), word)
    eigenvalue = given_family(values, Scalar, ("modes",), word)
    excess = as_scalar(gap)
    k = modes.any("k")

    def generate(draw: Draw, instance: Instance) -> None:
        drawn = list(instance[eigenvalue])
        if drawn[1:]:
            attained = draw.position(2) == 0  # the gap is, by the next eigenvalue
            drawn[0] = max(drawn[1:] if attained else drawn) + value(excess, instance)
        instance[eigenvalue] = drawn
        instance[operator] = shapes.with_spectrum(instance[v], drawn)

    fact = eigenvalue.item(1) - eigenvalue.item(k) >= excess * (1 - same(k, 1))
    phrase = r"${lam}_1 - {lam}_k \ge {gap}$ for every $k \ne 1$"
    about = {"lam": eigenvalue, "gap": excess}
    redraws = (operator,)
    return condition(
        phrase, facts=(fact,), generate=generate, about=about, redraws=redraws, asks="simple"
    )


def spectral_bound(
    name: str, *, values: Scalars, but_first: bool = False, latex: str | None = None
) -> Assumption[Scalar]:
    """Assume a number s with |lambda_k| <= s for every mode k, or for every mode but the first."""
    eigenvalue = given_family(values, Scalar, ("modes",), "spectral_bound")
    bound = scalar_symbol(name, latex)
    k = modes.any("k")
    counted = 1 - same(k, 1) if but_first else as_scalar(1)
    facts = (
        bound >= 0,
        bound - counted * eigenvalue.item(k) >= 0,
        bound + counted * eigenvalue.item(k) >= 0,
    )

    def generate(draw: Draw, instance: Instance) -> None:
        sizes = [abs(x) for x in instance[eigenvalue][1 if but_first else 0 :]]
        slack = draw.choose((Fraction(0), Fraction(0), Fraction(1, 2)))
        instance[bound] = max(sizes, default=Fraction(0)) + slack

    which = r"$k \ne 1$" if but_first else "$k$"
    phrase = r"$|{lam}_k| \le {it}$ for every " + which
    about = {"lam": eigenvalue}
    return Assumption(bound, phrase, facts, generate, about, asks="above the other moduli")
