"""Agents that move towards each other: the average, the extremes, the disagreement."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "OSM-1", PAPER.label("average consensus"), title="Balanced weights keep the average", position=(1,), argued=False,
    printed="If what an agent sends equals what it receives, the average of the states is invariant.", relation="weaker",
    differs="The claim is about symmetric weights, where it is proved for all times.")
def average(given: Given) -> Proof:
    x, V = given(coefficients("x")), given(nonnegative_weights("V"))
    w = symmetric_part("w", V)
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})
    yield claim("The sum of all states stays what it is.",
                for_every(any_scalar("s"), lambda s: implies(
                    at_start(equals(total(x[k] for k in tokens), s)), always(equals(total(x[k] for k in tokens), s)))),
                along=solution(flow))


@statement(
    "OSM-2", PAPER.label("the range of the states"), title="No state leaves the range of the first ones", position=(2,),
    argued=False, printed="The largest state never grows, and the least never falls.", relation="the same")
def extremes(given: Given) -> Proof:
    x, w = given(coefficients("x")), given(nonnegative_weights("w"))
    i = tokens.any("i")
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})
    yield claim("Bounds of all states at the start are bounds at all times.",
                for_every(any_scalar("E"), lambda E: both(
                    implies(at_start(x[i] <= E), always(x[i] <= E)),
                    implies(at_start(x[i] >= E), always(x[i] >= E)))), along=solution(flow, varying=[w])) \
        .but_not("half of them", for_every(any_scalar("E"), lambda E: implies(
            at_start(x[i] <= E), always(x[i] <= E / 2))))
    yield "The largest state does not grow,", Inequality(
        rate(x[i], flow) <= 0, where=[every(lambda k: x[k] <= x[i])], name="falls",
        because=total(w[i, k] * (x[i] - x[k]) for k in tokens)).but_not("nor any other", where=[])
    yield "so all stay below a bound.", GreatestOf(x[i], by="falls", name="below")
    yield "The least does not fall,", Inequality(
        rate(x[i], flow) >= 0, where=[every(lambda k: x[k] >= x[i])], name="rises",
        because=total(w[i, k] * (x[k] - x[i]) for k in tokens)).but_not("nor any other", where=[])
    yield "so all stay above a bound.", LeastOf(x[i], by="rises", name="above")


@statement(
    "OSM-3", PAPER.label("the disagreement"), title="The disagreement decays with the algebraic connectivity", position=(3,),
    argued=False,
    printed=r"The disagreement vector decays at least as fast as $e^{-\lambda_2 t}$, with the algebraic connectivity "
    r"$\lambda_2$ of the graph.", relation="weaker", differs="The claim is about symmetric weights.")
def disagreement(given: Given) -> Proof:
    x, V = given(coefficients("x")), given(nonnegative_weights("V"))
    connectivity = given(positive_scalar("lam", r"\lambda_2"))
    w = symmetric_part("w", V)
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})

    def spread(z: Scalars) -> Scalar:
        return total((z[i] - total(z[k] for k in tokens) / tokens.count) ** 2 for i in tokens)

    def edges(z: Scalars) -> Scalar:
        return total(total(w[i, k] * (z[i] - z[k]) ** 2 for k in tokens) for i in tokens)

    connected = for_every(coefficients("z"), lambda z: 2 * connectivity * spread(z) <= edges(z))
    decays = for_every(nonnegative_scalar("E"), lambda E: implies(
        at_start(spread(x) <= E), always(spread(x) <= E * exp(-2 * connectivity * elapsed))))
    yield claim(r"If the form of the Laplacian is at least $\lambda_2$ times the squared disagreement of any z, the squared "
                r"disagreement decays at least as fast as $e^{-2 \lambda_2 t}$.",
                implies(connected, decays), along=solution(flow)) \
        .but_not("whatever the graph", decays)


@statement(
    "OSM-4", PAPER.label("the Laplacian potential"), title="Consensus is a gradient flow", position=(4,), argued=False,
    printed=r"With symmetric weights the flow is the gradient descent of the Laplacian potential "
    r"$\frac14 \sum_{i,j} w_{ij} (x_j - x_i)^2$.", relation="the same")
def potential(given: Given) -> Proof:
    x, V, v = given(coefficients("x")), given(nonnegative_weights("V")), given(coefficients("v"))
    w = symmetric_part("w", V)
    value = total(total(w[i, k] * (x[k] - x[i]) ** 2 for k in tokens) for i in tokens) / 4
    slope = -total(v[i] * total(w[i, k] * (x[k] - x[i]) for k in tokens) for i in tokens)
    yield claim("The potential grows along v by minus the product of v with the flow.", "slope")
    yield "If states move along v, the potential changes by", \
        Identity(rate(value, motion({x: lambda i: v[i]})), slope, name="slope") \
        .but_not("twice that", right=2 * slope)
