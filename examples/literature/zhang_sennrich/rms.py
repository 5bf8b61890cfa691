"""What normalisation by the length does to scales and to gradients."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "RMS-1", PAPER.label("invariance under scaling"), title="Normalisation does not see a scale", position=(1,), argued=False,
    printed="What RMSNorm returns does not change if its input is multiplied by a positive number.", relation="the same")
def scale(given: Given) -> Proof:
    x, a, c = given(nonzero_vector("x")), given(positive_scalar("a")), given(covector("c"))
    yield claim("A vector and a multiple of it are normalised to the same.", "scale")
    yield "Along any c, a multiple of x is normalised to", \
        Identity(c @ (a * x) / norm(a * x), c @ x / norm(x), name="scale") \
        .but_not("a times as much", right=a * (c @ x) / norm(x))


@statement(
    "RMS-2", PAPER.label("gradients"), title="The derivative is orthogonal to the input, and shrinks with its length", position=(2,),
    argued=False, printed="The gradient through RMSNorm is inversely proportional to the length of the input.",
    relation="stronger", differs="The claim is the formula of the derivative.")
def derivative(given: Given) -> Proof:
    x, v, c = given(nonzero_vector("x")), given(any_vector("v")), given(covector("c"))
    moved = rate(c @ x / norm(x), straight_line(x, v))
    yield claim("The derivative is the projection, divided by the length.", "derivative")
    yield "If x moves along v, the normalised vector moves, along any c, by", \
        Identity(moved, (c @ v - (x @ v) * (c @ x) / (x @ x)) / norm(x), name="derivative") \
        .but_not("without the projection", right=c @ v / norm(x))
