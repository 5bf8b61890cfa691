"""Softmax moves half as far as its arguments, at most."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "NAI-1", PAPER.label("the constant for the Euclidean norm"), title="Softmax is 1/2-Lipschitz",
    position=(1,), argued=False,
    printed=r"Softmax is Lipschitz with the constant 1/2 in every $\ell_p$ norm.",
    relation="weaker", differs="The claim is about the Jacobian in the Euclidean norm, so the case p = 2.")
def half_lipschitz(given: Given) -> Proof:
    z, v = given(coefficients("z")), given(coefficients("v"))
    p = let("p", lambda i: exp(z[i]) / total(exp(z[j]) for j in tokens))
    mean_v = total(p[j] * v[j] for j in tokens)
    form = total(v[k] * p[k] * (v[k] - mean_v) for k in tokens)
    i = tokens.any("i")
    yield claim("The quadratic form of the Jacobian of softmax is at most half of the squared length.", "jacobian", "half")
    yield "The derivative in the direction v is", \
        Identity(rate(p[i], motion({z: lambda i: v[i]})), p[i] * (v[i] - mean_v), name="jacobian") \
        .but_not("without the mean", right=p[i] * v[i])
    yield "Its product with v is at most half of the squared length of v.", Inequality(
        form <= total(v[k] ** 2 for k in tokens) / 2, name="half", because=total(
            v[k] ** 2 * (1 - 2 * p[k]) ** 2 / 2 for k in tokens) + total(
            p[k] * p[j] * (v[k] + v[j]) ** 2 / 2 for k in tokens for j in tokens.but(k))) \
        .but_not("a quarter", claim=form <= total(v[k] ** 2 for k in tokens) / 4)


@statement(
    "NAI-2", PAPER.label("the constant for the maximum norm"), title="Softmax is 1/2-Lipschitz in the maximum norm",
    position=(2,), argued=False,
    printed=r"In the maximum norm the Jacobian of softmax has norm at most 1/2, and 1/2 is attained.",
    relation="the same")
def maximum_norm(given: Given) -> Proof:
    z, i = given(coefficients("z")), tokens.any("i")
    p = let("p", lambda i: exp(z[i]) / total(exp(z[j]) for j in tokens))
    row = p[i] * (1 - p[i]) + total(p[i] * p[j] for j in tokens.but(i))
    yield claim("The absolute values in a row of the Jacobian add up to at most 1/2; 1/2 is attained.", "row", "half", "attained")
    yield "The absolute values in a row of the Jacobian add up to", \
        Identity(row, 2 * p[i] * (1 - p[i]), name="row") \
        .but_not("half of that", right=p[i] * (1 - p[i]))
    yield "which is at most 1/2,", \
        Inequality(2 * p[i] * (1 - p[i]) <= Fraction(1, 2), name="half", because=(1 - 2 * p[i]) ** 2 / 2) \
        .but_not("a third", claim=2 * p[i] * (1 - p[i]) <= Fraction(1, 3))
    yield "with equality where a share is 1/2.", \
        Identity(Fraction(1, 2) - 2 * p[i] * (1 - p[i]), (1 - 2 * p[i]) ** 2 / 2, name="attained") \
        .but_not("nowhere", right=(1 - 2 * p[i]) ** 2 / 2 + Fraction(1, 10))
