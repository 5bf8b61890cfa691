"""A step of the mean shift."""

from verify.vocabulary import *

from .paper import PAPER


@statement("CHG-1", PAPER.label("Theorem 1"), title="A mean shift moves uphill", argued=False, position=(1,),
           printed="A step of the mean shift with a Gaussian kernel never lowers the density.", relation="stronger",
           differs="The claim has what is gained.")
def uphill(given: Given) -> Proof:
    x, p = given(any_vector("x")), given(any_vectors("p"))
    S = let("S", lambda: total(exp(-(x - p[j]) @ (x - p[j]) / 2) for j in tokens))
    y = let("y", lambda: total(exp(-(x - p[j]) @ (x - p[j]) / 2) * p[j] for j in tokens) / S)
    T = total(exp(-(y - p[j]) @ (y - p[j]) / 2) for j in tokens)
    r = let("r", lambda j: (x - p[j]) @ (x - p[j]) / 2 - (y - p[j]) @ (y - p[j]) / 2)
    yield claim("The density rises at least by half of the squared step, times itself.", "uphill")
    yield "The density rises at least by half of the squared step, times itself.", Inequality(
        T >= S * (1 + (y - x) @ (y - x) / 2), name="uphill",
        because=total(exp(-(x - p[j]) @ (x - p[j]) / 2) * (exp(r[j]) - 1 - r[j]) for j in tokens)) \
        .but_not("by twice that", claim=T >= S * (1 + 2 * (y - x) @ (y - x)))
