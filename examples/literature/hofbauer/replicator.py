"""Shares that grow as fast as their payoff exceeds the mean."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "REP-1", PAPER.label("quotients"), title="Quotients of shares grow by differences of payoffs", position=(1,), argued=False,
    printed=r"$(p_i / p_j)' = (p_i / p_j) (f_i - f_j)$.", relation="the same")
def quotients(given: Given) -> Proof:
    p, f = given(positive_weights("p")), given(coefficients("f"))
    i, j = tokens.any("i", "j")
    mean = total(p[k] * f[k] for k in tokens)
    flow = motion({p: lambda i: p[i] * (f[i] - mean)})
    yield claim("A quotient of shares grows at the rate of the difference of payoffs.", "quotient")
    yield "A quotient of shares grows at the rate", \
        Identity(rate(p[i] / p[j], flow), p[i] / p[j] * (f[i] - f[j]), name="quotient") \
        .but_not("of the sum", right=p[i] / p[j] * (f[i] + f[j]))


@statement(
    "REP-2", PAPER.label("the fundamental theorem of natural selection"), title="The mean payoff never falls", position=(2,),
    argued=False,
    printed="If the payoff matrix is symmetric, the mean payoff grows by twice the variance of the payoffs.",
    relation="the same")
def mean_payoff(given: Given) -> Proof:
    p, V = given(positive_weights("p")), given(any_weights("V"))
    A = symmetric_part("A", V)
    given(that(equals(total(p[k] for k in tokens), 1)))
    f = let("f", lambda i: total(A[i, k] * p[k] for k in tokens))
    mean = total(p[k] * f[k] for k in tokens)
    flow = motion({p: lambda i: p[i] * (f[i] - mean)})
    variance = total(p[k] * (f[k] - mean) ** 2 for k in tokens)
    yield claim("The mean payoff grows by twice the variance.", "growth", "variance")
    yield "The mean payoff grows by twice the variance of payoffs,", \
        Identity(rate(mean, flow), 2 * variance, name="growth").but_not("by the variance", right=variance)
    yield "which is not negative.", Inequality(variance >= 0, name="variance").but_not("positive", claim=variance <= 0)


@statement(
    "REP-3", PAPER.label("dominated strategies"), title="Dominated strategies vanish", position=(3,), argued=False,
    printed="A strategy that is strictly dominated by another vanishes.", relation="weaker",
    differs="The claim is about constant payoffs, and about shares that are positive at all times (REP-5). It has a rate.")
def dominated(given: Given) -> Proof:
    g = given(positive_scalar("g"))
    p, f = given(positive_weights("p")), given(coefficients("f"))
    given(that(f[2] + g <= f[1]))
    mean = total(p[k] * f[k] for k in tokens)
    flow = motion({p: lambda i: p[i] * (f[i] - mean)})
    yield claim("If strategy 2 is worse than 1 by g, its share falls behind that of 1 at least as fast as $e^{-g t}$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(p[2] / p[1] <= E), always(p[2] / p[1] <= E * exp(-g * elapsed)))),
                along=solution(flow, always=[p]))
    yield "The quotient of the shares falls at least so fast,", \
        Inequality(rate(p[2] / p[1], flow) <= -g * (p[2] / p[1]), name="falls", because=p[2] / p[1] * (f[1] - f[2] - g)) \
        .but_not("twice as fast", claim=rate(p[2] / p[1], flow) <= -2 * g * (p[2] / p[1]))
    yield "so it decays.", Comparison(p[2] / p[1], exponent=-g * elapsed, by="falls", name="decay")


@statement(
    "REP-4", PAPER.label("the simplex"), title="Shares go on adding up to 1", position=(4,), argued=False,
    printed="The simplex is invariant: shares that add up to 1 go on doing so.", relation="the same")
def simplex(given: Given) -> Proof:
    p, f = given(positive_weights("p")), given(coefficients("f"))
    mean = total(p[k] * f[k] for k in tokens)
    flow = motion({p: lambda i: p[i] * (f[i] - mean)})
    yield claim("Shares that add up to 1 go on doing so.",
                implies(at_start(equals(total(p[k] for k in tokens), 1)), always(equals(total(p[k] for k in tokens), 1))),
                along=solution(flow, start=[p]))


@statement(
    "REP-5", PAPER.label("the interior of the simplex"), title="Shares stay positive", position=(5,), argued=False,
    printed="The interior of the simplex is invariant: positive shares stay positive.", relation="the same")
def interior(given: Given) -> Proof:
    p, f = given(positive_weights("p")), given(coefficients("f"))
    i = tokens.any("i")
    mean = total(p[k] * f[k] for k in tokens)
    flow = motion({p: lambda i: p[i] * (f[i] - mean)})
    yield claim("Positive shares stay positive.", always(p[i] > 0), along=solution(flow, start=[p]))
