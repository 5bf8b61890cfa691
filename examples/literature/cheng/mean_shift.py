"""A step of the mean shift."""

from verify.vocabulary import *

from .paper import PAPER


@statement("CHG-1", PAPER.label("Theorem 1"), title="A mean shift moves uphill", argued=False, position=(1,),
           printed="A step of the mean shift with a Gaussian kernel never lowers the density.", relation="stronger",
           differs="The claim has what is gained.")
def uphill(given: Given) -> Proof:
    x, p = given(any_vector("x")), given(any_vectors("p"))
    z = given(any_vector("z"))

    def bump(at: Vector, j: Index) -> Scalar:
        return exp(-(at - p[j]) @ (at - p[j]) / 2)

    def density(at: Vector) -> Scalar:
        return total(bump(at, j) for j in tokens)

    def tangent_at(to: Vector) -> Scalar:
        return density(x) + total(bump(x, j) * fall(to, j) for j in tokens)

    def fall(to: Vector, j: Index) -> Scalar:
        return (x - p[j]) @ (x - p[j]) / 2 - (to - p[j]) @ (to - p[j]) / 2

    y = total(bump(x, j) * p[j] for j in tokens) / density(x)
    uphill = density(y) >= density(x) * (1 + (y - x) @ (y - x) / 2)
    yield claim("The density rises at least by half of the squared step, times itself.", uphill) \
        .but_not("by twice that", density(y) >= density(x) * (1 + 2 * (y - x) @ (y - x)))
    yield "An exponential is above its tangent,", Inequality(
        density(z) >= tangent_at(z), name="tangent",
        because=total(bump(x, j) * (exp(fall(z, j)) - 1 - fall(z, j)) for j in tokens)) \
        .but_not("twice it", claim=density(z) >= 2 * tangent_at(z))
    yield "which holds where the mean shift goes,", Thus(density(y) >= tangent_at(y), by="tangent", name="there")
    yield "and the tangent is there", Identity(
        tangent_at(y), density(x) * (1 + (y - x) @ (y - x) / 2), name="mean") \
        .but_not("twice that", right=2 * density(x) * (1 + (y - x) @ (y - x) / 2))
    yield "So the density rises.", Thus(uphill, by=["there", "mean"], name="so")
