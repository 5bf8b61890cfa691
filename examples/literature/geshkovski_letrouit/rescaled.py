"""Tokens in space under the value matrix I, divided by e^t."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "GL-1", PAPER.label("the rescaled equation"), title="Rescaled tokens move towards each other", position=(1,),
    argued=False,
    printed=r"If $x_i' = \sum_j P_{ij} x_j$, the tokens $z_i = e^{-t} x_i$ satisfy $z_i' = \sum_j P_{ij} (z_j - z_i)$.",
    relation="the same")
def rescaled(given: Given) -> Proof:
    x, P, c, s = given(any_vectors("x")), given(row_stochastic("P")), given(covector("c")), given(any_scalar("s"))
    i = tokens.any("i")
    flow = together(motion({x: lambda i: total(P[i, j] * x[j] for j in tokens)}), motion({s: 1}))
    yield claim("Rescaled tokens move by weighted differences.", "differences")
    yield "Along any c, a token that is divided by $e^s$ moves by the weighted differences.", \
        Identity(rate(exp(-s) * (c @ x[i]), flow), exp(-s) * total(P[i, j] * (c @ x[j] - c @ x[i]) for j in tokens),
                 name="differences") \
        .but_not("by the weighted sum", right=exp(-s) * total(P[i, j] * (c @ x[j]) for j in tokens))


@statement(
    "GL-2", PAPER.label("the convex hull"), title="The hull of rescaled tokens shrinks", position=(2,), argued=False,
    printed="With the value matrix I the convex hull of the rescaled tokens never grows.", relation="the same")
def hull(given: Given) -> Proof:
    z, P, c = given(any_vectors("z")), given(row_stochastic("P")), given(any_vector("c"))
    i = tokens.any("i")
    flow = motion({z: lambda i: total(P[i, j] * (z[j] - z[i]) for j in tokens)})
    yield claim("A half-space that contains all rescaled tokens at the start contains them at all times.",
                for_every(any_scalar("E"), lambda E: implies(at_start(c @ z[i] <= E), always(c @ z[i] <= E))),
                along=solution(flow, varying=[P])) \
        .but_not("the half of it", for_every(any_scalar("E"), lambda E: implies(
            at_start(c @ z[i] <= E), always(c @ z[i] <= E / 2))))
    yield "A token that is outermost in the direction c does not move further out.", \
        Inequality(rate(c @ z[i], flow) <= 0, where=[every(lambda k: c @ z[k] <= c @ z[i])], name="inwards",
                   because=total(P[i, j] * (c @ z[i] - c @ z[j]) for j in tokens)) \
        .but_not("any token", where=[])
    yield "So no half-space is left.", GreatestOf(c @ z[i], by="inwards", name="half-spaces")
