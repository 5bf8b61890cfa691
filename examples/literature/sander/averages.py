"""Doubly stochastic attention averages; row-stochastic attention need not."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER

Family = Callable[[Index], Vector]


def spread(y: Family, m: Vector) -> Scalar:
    """Return the squared distances of all tokens to a point."""
    return total((y(i) - m) @ (y(i) - m) for i in tokens)


@statement(
    "SAN-1", PAPER.label("the variance under averaging"), title="Doubly stochastic averaging does not spread tokens",
    position=(1,), argued=False,
    printed="With a doubly stochastic attention matrix a layer that replaces tokens by their averages does not raise "
    "their variance.", relation="the same")
def doubly(given: Given) -> Proof:
    x, A = given(any_vectors("x")), given(doubly_stochastic("A"))

    def after(i: Index) -> Vector:
        return total(A[i, k] * x[k] for k in tokens)

    mean, later = (total(y(k) for k in tokens) / tokens.count for y in (lambda k: x[k], after))
    never = spread(after, later) <= spread(lambda i: x[i], mean)
    yield claim("Averaging with doubly stochastic weights never increases the spread about the mean.", never) \
        .but_not("it halves it", spread(after, later) <= spread(lambda i: x[i], mean) / 2)
    m, i, y = given(any_vector("m")), tokens.any("i"), given(any_vectors("y"))
    yield "The mean stays what it is.", Identity(later, mean, name="mean").but_not("twice it", right=2 * mean)

    def near(z: Vector) -> Scalar:
        return total(A[i, k] * ((x[k] - z) @ (x[k] - z)) for k in tokens)

    yield "By convexity an average is as near to m as tokens are on average,", Inequality(
        (after(i) - m) @ (after(i) - m) <= near(m), because=near(after(i)), name="row") \
        .but_not("half as near", claim=(after(i) - m) @ (after(i) - m) <= near(m) / 2)
    yield "and these distances add up to those of the tokens, since columns add up to 1.", Inequality(
        spread(lambda i: y[i], m) <= spread(lambda i: x[i], m), name="columns",
        where=[every(lambda i: (y[i] - m) @ (y[i] - m) <= total(A[i, k] * ((x[k] - m) @ (x[k] - m)) for k in tokens))],
        because=total(total(A[i, k] * ((x[k] - m) @ (x[k] - m)) for k in tokens) - (y[i] - m) @ (y[i] - m) for i in tokens)) \
        .but_not("half of them", claim=spread(lambda i: y[i], m) <= spread(lambda i: x[i], m) / 2)
    yield "So the spread about the mean does not grow.", Thus(never, by=["mean", "row", "columns"], name="so")
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


@statement(
    "SAN-3", PAPER.label("softmax attention and gradients"), title="Softmax attention is no gradient", position=(3,),
    argued=False,
    printed="Attention with softmax, whose scores are products of tokens, is not the gradient of an energy of the tokens.",
    relation="the same")
def no_gradient(given: Given) -> Proof:
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    first = (exp(a * a) * a + exp(a * b) * b) / (exp(a * a) + exp(a * b))
    second = (exp(a * b) * a + exp(b * b) * b) / (exp(a * b) + exp(b * b))
    here = {a: 0, b: 1}
    yield claim("For the tokens 0 and 1 on a line the matrix of derivatives is not symmetric.", "upper", "lower", "apart")
    yield "Of what the tokens a and b become, the first changes with b, at a = 0 and b = 1, by", \
        Identity(at(rate(first, motion({b: 1})), here), Fraction(1, 2), name="upper").but_not("a third", right=Fraction(1, 3))
    yield "and the second changes with a by", \
        Identity(at(rate(second, motion({a: 1})), here), 1 / (1 + exp(1)) ** 2, name="lower") \
        .but_not("without the square", right=1 / (1 + exp(1)))
    yield "which is less. A gradient would have the same number twice.", \
        Inequality(1 / (1 + exp(1)) ** 2 < Fraction(1, 2), name="apart",
                   because=(exp(1) ** 2 + 2 * (exp(1) - 1 - 1) + 3) / (2 * (1 + exp(1)) ** 2)) \
        .but_not("larger", claim=1 / (1 + exp(1)) ** 2 > Fraction(1, 2))
