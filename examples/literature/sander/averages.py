"""Doubly stochastic attention averages; row-stochastic attention need not."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER

Family = Callable[[Index], Vector]


def spread(y: Family) -> Scalar:
    """Return the squared distances of all tokens to their mean."""
    mean = total(y(k) for k in tokens) / tokens.count
    return total((y(i) - mean) @ (y(i) - mean) for i in tokens)


@statement(
    "SAN-1", PAPER.label("the variance under averaging"), title="Doubly stochastic averaging does not spread tokens",
    position=(1,), argued=False,
    printed="With a doubly stochastic attention matrix a layer that replaces tokens by their averages does not raise "
    "their variance.", relation="the same")
def doubly(given: Given) -> Proof:
    x, A = given(any_vectors("x")), given(doubly_stochastic("A"))

    def after(i: Index) -> Vector:
        return total(A[i, k] * x[k] for k in tokens)

    yield claim("Averaging with doubly stochastic weights never increases the spread about the mean.", "never")
    yield "Averaging with doubly stochastic weights never increases the spread about the mean.", \
        Inequality(spread(after) <= spread(lambda i: x[i]), name="never",
                   because=total(A[i, k] * ((x[k] - after(i)) @ (x[k] - after(i))) for i in tokens for k in tokens)) \
        .but_not("it halves it", claim=spread(after) <= spread(lambda i: x[i]) / 2)
    yield mutant("with row-stochastic weights", drop=A, assume=row_stochastic("A"))


@statement(
    "SAN-2", PAPER.label("attention as a gradient"), title="Attention with symmetric weights is a gradient", position=(2,),
    argued=False,
    printed="Attention without normalisation, whose weights are exponentials of products, is the gradient of an energy of "
    "the tokens.", relation="the same")
def symmetric_weights(given: Given) -> Proof:
    x, v = given(any_vectors("x")), given(any_vectors("v"))
    energy = total(total(exp(x[i] @ x[j]) for j in tokens) for i in tokens) / 2
    field = total(v[i] @ total(exp(x[i] @ x[j]) * x[j] for j in tokens) for i in tokens)
    yield claim("The energy grows along v by the product of v with the field.", "gradient")
    yield "If every token moves along its v, the energy grows by", \
        Identity(rate(energy, straight_lines(x, v)), field, name="gradient") \
        .but_not("twice that", right=2 * field)
