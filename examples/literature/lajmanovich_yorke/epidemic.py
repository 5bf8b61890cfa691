"""Infected shares of groups that infect each other."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "LY-1", PAPER.label("Theorem 3.1, below the threshold"), title="Below the threshold an epidemic dies out", position=(1,),
    argued=False,
    printed="If no eigenvalue of the linear part has a positive real part, all shares of infected tend to 0.",
    relation="weaker", differs="The claim bounds the sums of the rows instead of the eigenvalues, and is about shares that "
    "stay between 0 and 1. It has a rate.")
def dies_out(given: Given) -> Proof:
    x, w = given(positive_weights("x")), given(nonnegative_weights("w"))
    delta, r = given(positive_scalar("delta")), given(nonnegative_scalar("r"))
    i = tokens.any("i")
    given(that(total(w[i, j] for j in tokens) <= r))
    given(that(r <= delta))
    share = given(that(x[i] <= 1))
    flow = motion({x: lambda i: (1 - x[i]) * total(w[i, j] * x[j] for j in tokens) - delta * x[i]})
    yield claim(r"If no group is infected at a rate above r, shares decay at least as fast as $e^{-(\delta - r) t}$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(x[i] <= E), always(x[i] <= E * exp((r - delta) * elapsed)))),
                along=solution(flow, always=[x, share]))
    yield "The largest share falls,", Inequality(
        rate(x[i], flow) <= (r - delta) * x[i], where=[every(lambda k: x[k] <= x[i])], name="falls",
        because=(r - total(w[i, j] for j in tokens)) * x[i] + total(w[i, j] * (x[i] - x[j]) for j in tokens)
        + x[i] * total(w[i, j] * x[j] for j in tokens)) \
        .but_not("any share does", where=[])
    yield "so all decay.", GreatestOf(x[i], exponent=(r - delta) * elapsed, by="falls", name="decay")
