"""Layers of masked attention."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "WU-1", PAPER.label("Theorem 1, a centre that all tokens see"), title="Masked attention collapses exponentially", position=(1,),
    argued=False, printed="If the graph of a mask has a centre, tokens of pure attention become one, exponentially fast in depth.",
    relation="weaker", differs=r"All tokens see the centre of the claim, with a weight of at least $\varepsilon < 1$. "
    "The claim is about differences of tokens along any vector c.")
def masked(given: Given) -> Proof:
    eps = given(scalar_between("eps", 0, 1, latex=r"\varepsilon"))
    x, A = given(any_vectors("x")), given(row_stochastic("A"))
    i, j = tokens.any("i", "j")
    root = given(that(A[i, j] >= eps * same(j, 1)))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("If all attend to one token with a weight of at least epsilon, differences fall geometrically.",
                for_every(any_vector("c"), lambda c: for_every(any_scalar("r"), lambda r: for_every(
                    nonnegative_scalar("D"), lambda D: implies(
                        both(1 - eps <= exp(-r), at_start(c @ x[i] - c @ x[j] <= D)),
                        always(c @ x[i] - c @ x[j] <= D * exp(-r * elapsed)))))),
                along=orbit(layer, varying=[A], always=[root])) \
        .but_not("at twice the rate", for_every(any_vector("c"), lambda c: for_every(any_scalar("r"), lambda r: for_every(
            nonnegative_scalar("D"), lambda D: implies(
                both(1 - eps <= exp(-r), at_start(c @ x[i] - c @ x[j] <= D)),
                always(c @ x[i] - c @ x[j] <= D * exp(-2 * r * elapsed)))))))
    c, r, B = given(any_vector("c")), given(any_scalar("r")), given(nonnegative_scalar("B"))
    given(that(1 - eps <= exp(-r)))
    u = let("u", lambda i: c @ x[i])
    later = let("v", lambda i: c @ total(A[i, k] * x[k] for k in tokens))
    spare = let("w", lambda i, k: A[i, k] - eps * same(k, 1))
    yield "What all see of the centre cancels, and the rest of two rows lies in the range of all.", Inequality(
        later[i] - later[j] <= B * exp(-r), where=[every(lambda k, h: u[k] - u[h] <= B)], name="nearer",
        because=total(total(spare[i, k] * spare[j, h] * (B - u[k] + u[h]) for h in tokens) for k in tokens) / (1 - eps)
        + B * (exp(-r) - (1 - eps))) \
        .but_not("what they see of it counts twice", claim=later[i] - later[j] <= B * (exp(-r) - eps))
    yield "So differences fall.", SpreadOf(u[i], u[j], bound=B, exponent=-r * elapsed, by="nearer", name="spread")


@statement(
    "WU-2", PAPER.label("Theorem 1, no mask"), title="Attention without a mask collapses exponentially", position=(2,),
    argued=False, printed="Without a mask tokens of pure attention become one, exponentially fast in depth.",
    relation="weaker", differs="The claim assumes that all weights are at least m in all layers. It has a rate, and it is about "
    "differences of tokens along any vector c.")
def no_mask(given: Given) -> Proof:
    x, A, m, n = given(any_vectors("x")), given(row_stochastic("A")), given(positive_scalar("m")), tokens.count
    i, j = tokens.any("i", "j")
    least = given(that(A[i, j] >= m))
    given(that(n * m < 1))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("If all weights are at least m, with n m < 1, differences after k layers are at most $e^{-n m k}$ times "
                "the first ones.",
                for_every(any_vector("c"), lambda c: for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(c @ x[i] - c @ x[j] <= D), always(c @ x[i] - c @ x[j] <= D * exp(-n * m * elapsed))))),
                along=orbit(layer, varying=[A], always=[least])) \
        .but_not("half of that", for_every(any_vector("c"), lambda c: for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(c @ x[i] - c @ x[j] <= D), always(c @ x[i] - c @ x[j] <= D * exp(-n * m * elapsed) / 2)))))
    c, B = given(any_vector("c")), given(nonnegative_scalar("B"))
    u = let("u", lambda i: c @ x[i])
    later = let("v", lambda i: c @ total(A[i, k] * x[k] for k in tokens))
    spare = let("w", lambda i, k: A[i, k] - m)
    yield "The share m of each token is in both averages, and the rest of two rows lies in the range of all.", Inequality(
        later[i] - later[j] <= B * exp(-n * m), where=[every(lambda k, h: u[k] - u[h] <= B)], name="nearer",
        because=total(total(spare[i, k] * spare[j, h] * (B - u[k] + u[h]) for h in tokens) for k in tokens) / (1 - n * m)
        + B * (exp(-n * m) - (1 - n * m))) \
        .but_not("it counts twice", claim=later[i] - later[j] <= B * (exp(-n * m) - n * m))
    yield "So differences fall.", SpreadOf(u[i], u[j], bound=B, exponent=-n * m * elapsed, by="nearer", name="spread")
