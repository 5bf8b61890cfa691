"""The first integral of predator and prey."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "VOL-1", PAPER.label("the law of the periodic cycle"), title="Predator and prey move on closed curves", position=(1,),
    argued=False, printed="The numbers of predators and prey move on closed curves around the equilibrium.", relation="weaker",
    differs="The claim is about numbers that stay positive: they stay on a level curve. That these are closed is not claimed.")
def level_curves(given: Given) -> Proof:
    x, y = given(positive_scalar("x")), given(positive_scalar("y"))
    a, b, c, g = (given(positive_scalar(name)) for name in ("a", "b", "c", "g"))
    flow = motion({x: x * (a - b * y), y: y * (g * x - c)})
    level = let("L", lambda: g * x - c * log(x) + b * y - a * log(y))
    yield claim(r"The quantity $g x - c \log x + b y - a \log y$ neither rises nor falls.",
                both(nondecreasing(level), nondecreasing(-level)), along=solution(flow, always=[x, y])) \
        .for_example({x: 1, y: 1, a: 1, b: 1, c: 1, g: 1})
    yield "The quantity changes at the rate", Identity(rate(level, flow), 0, name="conserved") \
        .but_not("without the logarithms", left=rate(g * x + b * y, flow))
    yield "so it never falls,", Rises(level, by="conserved", name="never falls")
    yield "nor does its negative.", Rises(-level, by="conserved", name="never rises")
