"""Agents whose influences add up to 1."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "MT-1", PAPER.label("Proposition 2.1, the diameter"), title="Agents come no farther apart", position=(1,), argued=False,
    printed="Whatever the influences, the diameter of the agents never grows.", relation="the same")
def diameter(given: Given) -> Proof:
    x, w = given(any_vectors("x")), given(row_stochastic("w"))
    i, j = tokens.any("i", "j")
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})
    yield claim("A bound of all distances at the start is one at all times.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(norm(x[i] - x[j]) <= E), always(norm(x[i] - x[j]) <= E))),
                along=solution(flow, varying=[w])) \
        .but_not("the half of it", for_every(nonnegative_scalar("E"), lambda E: implies(
            at_start(norm(x[i] - x[j]) <= E), always(norm(x[i] - x[j]) <= E / 2))))
    c = given(any_vector("c"))
    yield "In every direction the two that are farthest apart come no farther apart,", Inequality(
        rate(c @ x[i], flow) - rate(c @ x[j], flow) <= 0, name="nearer",
        where=[every(lambda k: c @ x[k] <= c @ x[i]), every(lambda k: c @ x[k] >= c @ x[j])],
        because=total(w[i, k] * (c @ x[i] - c @ x[k]) + w[j, k] * (c @ x[k] - c @ x[j]) for k in tokens)) \
        .but_not("nor any other two", where=[])
    yield "so the spread in that direction never grows,", SpreadOf(c @ x[i], c @ x[j], by="nearer", name="spread")
    yield "and so do distances.", ByCoordinates(x[i], x[j], by="spread", name="distances")


@statement(
    "MT-2", PAPER.label("Theorem 2.3, global influence"), title="Under global influence agents meet exponentially fast",
    position=(2,), argued=False,
    printed="If all influences are bounded below, the diameter decays exponentially.", relation="stronger",
    differs="The claim has the rate.")
def global_influence(given: Given) -> Proof:
    x, w, m = given(any_vectors("x")), given(nonnegative_weights("w")), given(positive_scalar("m"))
    i, j, n = *tokens.any("i", "j"), tokens.count
    least = given(that(w[i, j] >= m))
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})
    yield claim("Distances decay at least as fast as $e^{-n m t}$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(norm(x[i] - x[j]) <= E), always(norm(x[i] - x[j]) <= E * exp(-n * m * elapsed)))),
                along=solution(flow, varying=[w], always=[least])) \
        .but_not("twice as fast", for_every(nonnegative_scalar("E"), lambda E: implies(
            at_start(norm(x[i] - x[j]) <= E), always(norm(x[i] - x[j]) <= E * exp(-2 * n * m * elapsed)))))
    c = given(any_vector("c"))
    u = [c @ x[i], c @ x[j]]
    yield "In every direction the two that are farthest apart come nearer,", \
        Inequality(rate(u[0], flow) - rate(u[1], flow) <= -n * m * (u[0] - u[1]), name="nearer",
                   where=[every(lambda k: c @ x[k] <= u[0]), every(lambda k: c @ x[k] >= u[1])], because=total(
            (w[i, k] - m) * (u[0] - c @ x[k]) + (w[j, k] - m) * (c @ x[k] - u[1]) for k in tokens)) \
        .but_not("so do any two", where=[])
    yield "so the spread in that direction decays,", SpreadOf(*u, exponent=-n * m * elapsed, by="nearer", name="spread")
    yield "and so do distances.", ByCoordinates(x[i], x[j], exponent=-n * m * elapsed, by="spread", name="distances")
