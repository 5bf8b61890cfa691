"""Opinions that are averaged in rounds, with weights that may change."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "HK-1", PAPER.label("the range of opinions"), title="No opinion leaves the range of the first ones", position=(1,),
    argued=False, printed="Whoever listens to whom, the range of opinions never grows.", relation="the same")
def opinions(given: Given) -> Proof:
    x, A, i = given(coefficients("x")), given(row_stochastic("A")), tokens.any("i")
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("A bound of all opinions at the start, from above or below, is a bound of all at all times.",
                for_every(any_scalar("E"), lambda E: both(
                    implies(at_start(x[i] <= E), always(x[i] <= E)), implies(at_start(x[i] >= E), always(x[i] >= E)))),
                along=orbit(layer, varying=[A])) \
        .but_not("they come nearer to 0", for_every(any_scalar("E"), lambda E: implies(
            at_start(x[i] <= E), always(x[i] <= E * exp(-elapsed)))))
    later = let("y", lambda i: total(A[i, k] * x[k] for k in tokens))
    B = given(any_scalar("B"))
    yield "An average of opinions is at most what all are at most,", \
        Inequality(later[i] <= B, where=[every(lambda k: x[k] <= B)], name="below",
                   because=total(A[i, k] * (B - x[k]) for k in tokens)) \
        .but_not("at least it", claim=later[i] >= B)
    yield "so no opinion rises above the range.", GreatestOf(x[i], bound=B, by="below", name="greatest")
    yield "Likewise it is at least what all are at least,", \
        Inequality(later[i] >= B, where=[every(lambda k: x[k] >= B)], name="above",
                   because=total(A[i, k] * (x[k] - B) for k in tokens)) \
        .but_not("at most it", claim=later[i] <= B)
    yield "and no opinion falls below the range.", LeastOf(x[i], bound=B, by="above", name="least")


@statement(
    "HK-2", PAPER.label("consensus under full confidence"), title="If everybody is heard, opinions become one", position=(2,),
    argued=False, printed="If all confide in all, with weights that are bounded below, a consensus is approached.",
    relation="stronger", differs="The claim has a rate.")
def everybody_heard(given: Given) -> Proof:
    x, A, m, n = given(coefficients("x")), given(row_stochastic("A")), given(positive_scalar("m")), tokens.count
    i, j = tokens.any("i", "j")
    least = given(that(A[i, j] >= m))
    given(that(n * m < 1))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("Two opinions differ after k rounds by at most $e^{-n m k}$ times the first differences, if weights are at "
                "least m, with n m < 1.",
                for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(x[i] - x[j] <= D), always(x[i] - x[j] <= D * exp(-n * m * elapsed)))),
                along=orbit(layer, varying=[A], always=[least])) \
        .but_not("by half of that", for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(x[i] - x[j] <= D), always(x[i] - x[j] <= D * exp(-n * m * elapsed) / 2))))
    later = let("y", lambda i: total(A[i, k] * x[k] for k in tokens))
    spare = let("w", lambda i, k: A[i, k] - m)
    B = given(nonnegative_scalar("B"))
    yield "The share m of each opinion is in both averages. The rest of one is at most B from that of the other.", Inequality(
        later[i] - later[j] <= B * exp(-n * m), where=[every(lambda k, h: x[k] - x[h] <= B)], name="nearer",
        because=total(total(spare[i, k] * spare[j, h] * (B - x[k] + x[h]) for h in tokens) for k in tokens) / (1 - n * m)
        + B * (exp(-n * m) - (1 - n * m))) \
        .but_not("the share counts twice", claim=later[i] - later[j] <= B * (exp(-n * m) - n * m))
    yield "So differences fall.", SpreadOf(x[i], x[j], bound=B, exponent=-n * m * elapsed, by="nearer", name="spread")
