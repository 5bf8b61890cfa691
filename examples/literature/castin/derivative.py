"""The derivative of self-attention."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "CAP-1", PAPER.label("the differential of self-attention"), title="The derivative of self-attention", position=(1,),
    argued=False, printed="If tokens x move along v, what attention returns to a token i moves by the mean of the moved "
    "tokens, and by the covariance of tokens and changes of scores.", relation="the same")
def derivative(given: Given) -> Proof:
    x, v = given(any_vectors("x")), given(any_vectors("v"))
    A, c, i = given(any_operator("A")), given(covector("c")), tokens.any("i")
    p = let("p", lambda i, j: exp(x[i] @ (A @ x[j])) / total(exp(x[i] @ (A @ x[k])) for k in tokens))
    out = total(p[i, j] * (c @ x[j]) for j in tokens)
    change = let("s", lambda i, j: v[i] @ (A @ x[j]) + x[i] @ (A @ v[j]))
    yield claim("The derivative is a mean and a covariance.", "derivative")
    yield "Along any c, what attention returns to a token moves by", \
        Identity(rate(out, straight_lines(x, v)),
                 total(p[i, j] * (c @ v[j]) for j in tokens)
                 + total(p[i, j] * change[i, j] * (c @ x[j] - out) for j in tokens), name="derivative") \
        .but_not("the mean alone", right=total(p[i, j] * (c @ v[j]) for j in tokens))


@statement(
    "CAP-2", PAPER.label("tokens in a ball of radius R"), title="In a ball attention is Lipschitz in its query", position=(2,),
    argued=False, printed=r"For tokens in a ball of radius R the Lipschitz constant of attention is bounded by a multiple of "
    r"$1 + R^2$.", relation="weaker", differs=r"The claim is about a change of the query alone; there the constant is $R^2$.")
def in_a_ball(given: Given) -> Proof:
    R = given(positive_scalar("R"))
    x = given(bounded_vectors("x", by=R))
    q, v, u = given(any_vector("q")), given(any_vector("v")), given(any_vector("u"))
    p = let("p", lambda j: exp(q @ x[j]) / total(exp(q @ x[k]) for k in tokens))
    out = total(p[j] * x[j] for j in tokens)
    form = total(p[j] * ((x[j] - out) @ u) * ((x[j] - out) @ v) for j in tokens)
    yield claim("The derivative is the covariance of the tokens, which is at most R squared.", "covariance", "bounded")
    yield "If the query moves along v, what attention returns moves, seen along u, by", \
        Identity(rate(out @ u, straight_line(q, v)), form, name="covariance").but_not("twice that", right=2 * form)
    variance = total(p[j] * ((x[j] - out) @ v) ** 2 for j in tokens)
    yield "The covariance is at most R squared.", Inequality(variance <= R**2 * (v @ v), name="bounded", because=total(
        p[j] * ((R**2 - x[j] @ x[j]) * (v @ v) + ((x[j] @ x[j]) * (v @ v) - (x[j] @ v) ** 2)) for j in tokens)
        + (out @ v) ** 2) \
        .but_not("half of it", claim=variance <= R**2 * (v @ v) / 2)
