"""Two points on a sphere."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "CRB-1", PAPER.label("two points"), title="Two points that are not opposite meet", position=(1,), argued=False,
    printed=r"Two points under the energy $e^{\beta \langle x, y \rangle}$ meet, unless they start opposite to each other.",
    relation="weaker", differs="The claim is about the product u of the points, for its equation. It has a rate.")
def two_points(given: Given) -> Proof:
    beta, u = given(nonnegative_scalar("beta")), given(any_scalar("u"))
    a = given(scalar_between("a", -1, 1, closed=False))
    flow = motion({u: 2 * exp(beta * u) * (1 - u) * (1 + u)})
    c = let("c", lambda: 2 * exp(-beta) * (1 + a))
    yield claim(r"If the product u of two points is at least $a > -1$ at the start, $1 - u$ decays at least as fast as $e^{-c t}$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(both(u >= a, u <= 1, 1 - u <= E)), always(1 - u <= E * exp(-c * elapsed)))), along=solution(flow))
    yield "The product moves so that at 1 it is at rest,", \
        Identity(rate(1 - u, flow), -2 * exp(beta * u) * (1 + u) * (1 - u), name="rest") \
        .but_not("half as fast", right=-exp(beta * u) * (1 + u) * (1 - u))
    yield "and 1 is not crossed.", NotCrossed(u <= 1, -2 * exp(beta * u) * (1 + u), by="rest", name="below 1")
    yield "Where it is a, it rises,", \
        Inequality(rate(u, flow) > 0, where=[u >= a, u <= a], name="rises",
                   because=2 * exp(beta * u) * ((1 - a) + (a - u)) * ((1 + a) + (u - a)))
    yield "so it stays above a.", Stays(u >= a, by="rises", name="above a")
    yield "The distance to 1 falls,", \
        Inequality(rate(1 - u, flow) <= -c * (1 - u), where=[u >= a, u <= 1], name="falls") \
        .but_not("three times as fast", claim=rate(1 - u, flow) <= -3 * c * (1 - u))
    yield "so it decays.", Comparison(1 - u, exponent=-c * elapsed, by="falls", name="decay")
