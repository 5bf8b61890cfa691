"""A linear neuron that learns its principal component."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "OJA-1", PAPER.label("the mean equation, the length"), title="Oja's rule keeps the sphere", position=(1,), argued=False,
    printed="Weights of length 1 keep this length.", relation="stronger",
    differs="The claim is also about weights inside and outside the sphere.")
def keeps_the_sphere(given: Given) -> Proof:
    w, C = given(any_vector("w")), given(symmetric_operator("C"))
    flow = motion({w: C @ w - (w @ (C @ w)) * w})
    on_it = at_start(equals(w @ w, 1))
    yield claim("Weights in the ball stay in it, and weights outside stay outside; so weights on the sphere stay on it.",
                implies(at_start(w @ w <= 1), always(w @ w <= 1)), implies(at_start(w @ w >= 1), always(w @ w >= 1)),
                along=solution(flow)) \
        .but_not("they come to length 2", implies(on_it, always(w @ w >= 2)))
    pull = -2 * (w @ (C @ w))
    yield "The distance of the squared length to 1 is a multiple of its own rate.", \
        Identity(rate(1 - w @ w, flow), pull * (1 - w @ w), name="below") \
        .but_not("half of it", right=pull * (1 - w @ w) / 2)
    yield "So it stays at most 1,", NotCrossed(w @ w <= 1, pull, by="below", name="inside")
    yield "and likewise", Identity(rate(w @ w - 1, flow), pull * (w @ w - 1), name="above")
    yield "at least 1.", NotCrossed(w @ w >= 1, pull, by="above", name="outside")


@statement(
    "OJA-2", PAPER.label("the mean equation, the variance"), title="Oja's rule raises the variance", position=(2,), argued=False,
    printed="The variance of the output never falls.", relation="stronger",
    differs="The claim has the rate, on the sphere.")
def raises_the_variance(given: Given) -> Proof:
    w, C = given(unit_vector("w")), given(symmetric_operator("C"))
    speed = let("v", lambda: C @ w - (w @ (C @ w)) * w)
    flow = motion({w: speed})
    yield claim("The variance rises by twice the squared speed.", "rate")
    yield "The variance rises by twice the squared speed.", Identity(rate(w @ (C @ w), flow), 2 * (speed @ speed), name="rate") \
        .but_not("by the squared speed", right=speed @ speed)
