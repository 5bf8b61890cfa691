"""Opinions of two hostile camps: with changed signs it is consensus."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "ALT-1", PAPER.label("structural balance"), title="A change of signs turns two camps into consensus", position=(1,), argued=False,
    printed="On a structurally balanced graph a change of signs of the states makes all weights of the Laplacian nonnegative.",
    relation="the same")
def gauge(given: Given) -> Proof:
    x, w = given(coefficients("x")), given(nonnegative_weights("w"))
    e, _, _ = given(signs("eps", positive="p", negative="q"))
    i = tokens.any("i")
    flow = motion({x: lambda i: total(w[i, k] * (e[i] * e[k] * x[k] - x[i]) for k in tokens)})
    yield claim("With the signs of the camps, states move by consensus with nonnegative weights.", "gauge")
    yield "A state with the sign of its camp moves by", Identity(
        rate(e[i] * x[i], flow), total(w[i, k] * (e[k] * x[k] - e[i] * x[i]) for k in tokens), name="gauge") \
        .but_not("without signs", right=total(w[i, k] * (x[k] - x[i]) for k in tokens))


@statement(
    "ALT-2", PAPER.label("bipartite consensus"), title="Two camps come to opposite opinions", position=(2,), argued=False,
    printed="On a connected, structurally balanced graph all states tend to one modulus, with the sign of their camp.",
    relation="weaker", differs="All influences of the claim are bounded below. It has a rate. That the modulus has a limit is not claimed.")
def opposite(given: Given) -> Proof:
    x, w, m = given(coefficients("x")), given(nonnegative_weights("w")), given(positive_scalar("m"))
    e, _, _ = given(signs("eps", positive="p", negative="q"))
    i, j, n = *tokens.any("i", "j"), tokens.count
    given(that(w[i, j] >= m))
    flow = motion({x: lambda i: total(w[i, k] * (e[i] * e[k] * x[k] - x[i]) for k in tokens)})
    one, two = e[i] * x[i], e[j] * x[j]
    yield claim("With the signs of the camps, states differ at most by $e^{-n m t}$ times the first differences.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(one - two <= E), always(one - two <= E * exp(-n * m * elapsed)))),
                along=solution(flow)) \
        .but_not("twice as fast", for_every(nonnegative_scalar("E"), lambda E: implies(
            at_start(one - two <= E), always(one - two <= E * exp(-2 * n * m * elapsed)))))
    yield "The two that are farthest apart come nearer,", \
        Inequality(rate(one, flow) - rate(two, flow) <= -n * m * (one - two), name="nearer",
                   where=[every(lambda k: e[k] * x[k] <= one), every(lambda k: e[k] * x[k] >= two)], because=total(
            (w[i, k] - m) * (one - e[k] * x[k]) + (w[j, k] - m) * (e[k] * x[k] - two) for k in tokens)) \
        .but_not("so do any two", where=[])
    yield "so all do.", SpreadOf(one, two, exponent=-n * m * elapsed, by="nearer", name="spread")
