"""Causal attention with the value matrix I: the first token, and the second."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "KAR-1", PAPER.label("the first token"), title="The first token rests", position=(1,), argued=False,
    printed="Under causal attention with the value matrix I the first token does not move.", relation="the same")
def first_token(given: Given) -> Proof:
    x, B, c = given(unit_tokens("x")), given(any_operator("B")), given(covector("c"))
    flow = softmax_flow(x, scores=B, reach="up_to")
    yield claim("The first token does not move.", "rests")
    yield "The first token does not move.", Identity(rate(c @ x[1], flow), 0, name="rests") \
        .but_not("nor does the second", left=rate(c @ x[2], flow))


@statement(
    "KAR-2", PAPER.label("the second token"), title="The second token meets the first", position=(2,), argued=False,
    printed="Under causal attention with the value matrix I the second token tends to the first, unless it starts "
    "opposite to it.", relation="weaker",
    differs=r"The claim is about key-query matrices $\beta I$, begins with the equation of the correlation, and takes starts in the "
    "hemisphere of the first token. It has a rate.")
def second_token(given: Given) -> Proof:
    beta, u = given(nonnegative_scalar("beta")), given(scalar_between("u", 0, 1, closed=True))
    share = exp(beta) / (exp(beta) + exp(beta * u))
    flow = motion({u: (1 - share) * (1 - u) * (1 + u)})
    c = let("c", lambda: 1 / (1 + exp(beta)))
    yield claim(
        "The correlation of the two tends to 1 exponentially fast, with the rate c.",
        for_every(scalar_between("a", 0, 1, closed=True), lambda a: implies(
            at_start(u >= a), always(1 - u <= (1 - a) * exp(-c * elapsed)))),
        along=solution(flow, start=[u]))
    yield "The correlation rises at least so fast.", \
        Inequality(rate(u, flow) >= c * (1 - u), name="rises") \
        .but_not("three times as fast", claim=rate(u, flow) >= 3 * c * (1 - u))
    yield "So it stays nonnegative.", Stays(u >= 0, by="rises", name="inside")
    yield "The distance to 1 decays.", Comparison(1 - u, exponent=-c * elapsed, by="rises", name="decay") \
        .but_not("three times as fast", exponent=-3 * c * elapsed)
