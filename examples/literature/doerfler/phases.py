"""Phases that are coupled by sines."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "DB-1", PAPER.label("the potential"), title="Coupled phases descend a potential", position=(1,), argued=False,
    printed=r"With symmetric weights the flow $\theta_i' = \sum_j a_{ij} \sin(\theta_j - \theta_i)$ is the gradient descent of "
    r"$\frac12 \sum_{i,j} a_{ij} (1 - \cos(\theta_i - \theta_j))$.", relation="the same")
def potential(given: Given) -> Proof:
    u, V, v = given(coefficients("u")), given(nonnegative_weights("V")), given(coefficients("v"))
    a = symmetric_part("a", V)
    value = total(total(a[i, j] * (1 - cos(u[i] - u[j])) for j in tokens) for i in tokens) / 2
    slope = -total(v[i] * total(a[i, j] * sin(u[j] - u[i]) for j in tokens) for i in tokens)
    yield claim("The potential grows along v by minus the product of v with the flow.", "slope")
    yield "If phases move along v, the potential changes by", \
        Identity(rate(value, motion({u: lambda i: v[i]})), slope, name="slope") \
        .but_not("twice that", right=2 * slope)


@statement(
    "DB-2", PAPER.label("the mean phase"), title="The mean phase moves with the mean frequency", position=(2,), argued=False,
    printed="With symmetric weights the sum of phases moves with the sum of the natural frequencies.", relation="the same")
def mean_phase(given: Given) -> Proof:
    u, V, w = given(coefficients("u")), given(nonnegative_weights("V")), given(coefficients("w"))
    a = symmetric_part("a", V)
    flow = motion({u: lambda i: w[i] + total(a[i, j] * sin(u[j] - u[i]) for j in tokens)})
    yield claim("The sum of phases moves with the sum of frequencies.", "sum")
    yield "The sum of phases moves with", \
        Identity(rate(total(u[i] for i in tokens), flow), total(w[i] for i in tokens), name="sum") \
        .but_not("half of it", right=total(w[i] for i in tokens) / 2)


@statement(
    "DB-3", PAPER.label("identical oscillators in an arc"), title="Phases in an arc stay in it", position=(3,), argued=False,
    printed="Identical oscillators that start in an arc shorter than half of the circle stay in an arc of that length.",
    relation="the same")
def arc(given: Given) -> Proof:
    u, a = given(coefficients("u")), given(nonnegative_weights("a"))
    i, j = tokens.any("i", "j")
    flow = motion({u: lambda i: total(a[i, k] * sin(u[k] - u[i]) for k in tokens)})
    yield claim(r"If phases differ by at most $E < \pi$ at the start, they differ by at most $E$ at all times.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    both(E < pi(), at_start(u[i] - u[j] <= E)), always(u[i] - u[j] <= E))), along=solution(flow)) \
        .but_not("half of it", for_every(nonnegative_scalar("E"), lambda E: implies(
                    both(E < pi(), at_start(u[i] - u[j] <= E)), always(u[i] - u[j] <= E / 2))))
