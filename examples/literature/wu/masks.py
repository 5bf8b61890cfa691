"""Layers of masked attention."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "WU-1", PAPER.label("Theorem 1, a centre that all tokens see"), title="Masked attention collapses exponentially", position=(1,),
    argued=False, printed="If the graph of a mask has a centre, tokens of pure attention become one, exponentially fast in depth.",
    relation="weaker", differs=r"The claim is about a centre that all tokens see, with a weight of at least $\varepsilon$.")
def masked(given: Given) -> Proof:
    eps = given(scalar_between("eps", 0, 1, closed=True, latex=r"\varepsilon"))
    x, A = given(any_vectors("x")), given(row_stochastic("A"))
    i, j = tokens.any("i", "j")
    root = given(that(A[i, 1] >= eps))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("If all attend to one token with a weight of at least epsilon, the diameter falls geometrically.",
                for_every(any_scalar("r"), lambda r: for_every(nonnegative_scalar("D"), lambda D: implies(
                    both(1 - eps <= exp(-r), at_start(norm(x[i] - x[j]) <= D)),
                    always(norm(x[i] - x[j]) <= D * exp(-r * elapsed))))),
                along=orbit(layer, varying=[A], always=[root]))


@statement(
    "WU-2", PAPER.label("Theorem 1, no mask"), title="Attention without a mask collapses exponentially", position=(2,),
    argued=False, printed="Without a mask tokens of pure attention become one, exponentially fast in depth.",
    relation="weaker", differs="The weights of the claim do not change from layer to layer, and it has a rate.")
def no_mask(given: Given) -> Proof:
    x, A, m = given(any_vectors("x")), given(row_stochastic("A")), given(positive_scalar("m"))
    i, j, n = *tokens.any("i", "j"), tokens.count
    given(that(A[i, j] >= m))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim("If all weights are at least m, distances after k layers are at most $e^{-n m k}$ times the first ones.",
                for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(norm(x[i] - x[j]) <= D), always(norm(x[i] - x[j]) <= D * exp(-n * m * elapsed)))),
                along=orbit(layer)) \
        .but_not("half of that", for_every(nonnegative_scalar("D"), lambda D: implies(
                    at_start(norm(x[i] - x[j]) <= D), always(norm(x[i] - x[j]) <= D * exp(-n * m * elapsed) / 2))))
