"""Opinions that are averaged in rounds, with weights that may change."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "HK-1", PAPER.label("the range of opinions"), title="No opinion leaves the range of the first ones", position=(1,),
    argued=False, printed="Whoever listens to whom, the range of opinions never grows.", relation="the same")
def opinions(given: Given) -> Proof:
    x, A, i = given(coefficients("x")), given(row_stochastic("A")), tokens.any("i")
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("A bound of all opinions at the start is a bound of all at all times.",
                for_every(any_scalar("E"), lambda E: implies(at_start(x[i] <= E), always(x[i] <= E))),
                along=orbit(layer, varying=[A]))


@statement(
    "HK-2", PAPER.label("consensus under full confidence"), title="If everybody is heard, opinions become one", position=(2,),
    argued=False, printed="If all confide in all, with weights that are bounded below, a consensus is approached.",
    relation="weaker", differs="The weights of the claim do not change. It has a rate.")
def everybody_heard(given: Given) -> Proof:
    x, A, m = given(coefficients("x")), given(row_stochastic("A")), given(positive_scalar("m"))
    i, j, n = *tokens.any("i", "j"), tokens.count
    given(that(A[i, j] >= m))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("Two opinions differ after k rounds by at most $e^{-n m k}$ times the first differences.",
                for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(x[i] - x[j] <= D), always(x[i] - x[j] <= D * exp(-n * m * elapsed)))), along=orbit(layer)) \
        .but_not("by half of that", for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(x[i] - x[j] <= D), always(x[i] - x[j] <= D * exp(-n * m * elapsed) / 2))))
