"""Section 4: tokens of one open hemisphere under any rooted mask, layer by layer, a step of any size."""

from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .rooted_claim import every_number
from .twin_starts import *


@statement("A-T4.1*", PAPER.label("extends Theorem 4.1"), origin="ours",
           title="Any rooted mask, layers with a step of any size", position=(4, 1, 3))
def masked_layers(given: Given) -> Proof:
    W = given(positive_definite("W"))
    p = given(unit_vector("p", metric=W))
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=W @ p))
    alpha, tau = given(nonnegative_weights("alpha")), given(positive_scalar("tau"))
    i, j, r = tokens.any("i", "j", "r")
    s = let("s", lambda i: (W @ p) @ y[i])

    def moved(i: Index | int) -> Vector:
        return y[i] + tau * total(alpha[i, j] * y[j] for j in tokens)

    def within(depth: Scalars, E: Weights, D: Scalar) -> Proposition:
        """The depth is the distance to r along edges, where E is not 0; it is at most D."""
        return for_every(i, both(depth[i] >= 0, depth[i] <= D, either(
            both(equals(same(i, r), 1), equals(depth[i], 0)),
            there_is(j, both(never(equals(E[i, j], 0)), equals(depth[i], depth[j] + 1))))))

    def gather(m: Scalar, H: Scalar, sigma: Scalar, D: Scalar, a: Scalar) -> Proposition:
        share = exp(-a) * (1 + tau * H)                     # e^{-a} of the largest mass
        eps = exp(-a * D) / 2
        return for_every(any_weights("E"), lambda E: for_every(coefficients("depth", latex=r"\ell"), lambda depth: implies(
            both(always(total(alpha[i, j] for j in tokens) <= H),
                 always(for_every((i, j), either(equals(E[i, j], 0), alpha[i, j] >= m))),
                 at_start(s[i] >= sigma), within(depth, E, D), D >= 1,
                 share <= sigma, share <= sigma * tau * m),
            always(norm(y[i] - y[j], metric=W) <= 2 / sigma * exp(eps - eps * elapsed / D)))))

    yield claim(
        r"Let edges weigh at least $m$, rows at most $H$, and let margins be at least $\sigma$. "
        r"Let every token reach one and the same token in at most $D$ edges, and let $q = \sigma "
        r"\min(1, \tau m)/(1 + \tau H)$. For any step $\tau$ distances after $k$ layers are at "
        r"most $(2/\sigma) e^{\varepsilon (1 - k/D)}$ with $\varepsilon = q^D/2$. (The formula "
        r"has any $a$ with $e^{-a} \le q$.)",
        for_every(r, every_number("m H sigma D a", gather)),
        along=orbit(iteration({y: lambda i: moved(i) / norm(moved(i), metric=W)}),
                    varying=[alpha], start=[y, inside])) \
        .but_not("tokens without any edge gather, too", tends_to(norm(y[i] - y[j], metric=W), 0),
                 at={W: PLANE, p: [1, 0], y: [ASIDE, BESIDE], alpha: NOBODY, tau: 1}) \
        .but_not("in a closed hemisphere", tends_to(norm(y[i] - y[j], metric=W), 0),
                 drop=inside, assume=closed_hemisphere(y, along=W @ p),
                 at={W: PLANE, p: [0, 1], y: ANTIPODES, alpha: EVERYBODY, tau: 1}) \
        .but_not("as fast as the flow, whatever the step", every_number("m sigma", lambda m, sigma: implies(
                     both(always(alpha[i, j] >= m), at_start(s[i] >= sigma)),
                     always(norm(y[i] - y[j], metric=W)
                            <= 2 / sigma * exp(-tokens.count * m * sigma * tau * elapsed)))),
                 at={W: PLANE, p: [1, 0], y: NEAR, alpha: EVERYBODY, tau: 2})
    yield r"A step of any size $\tau$ takes a token to a vector of positive margin,", \
        Inequality((W @ p) @ moved(i) > 0, name="positive margin",
                   because=s[i] + tau * total(alpha[i, j] * s[j] for j in tokens)) \
        .but_not("without the token itself", claim=(W @ p) @ (moved(i) - y[i]) > 0)
    x = let("x", lambda i: y[i] / s[i])
    mass = let("mass", lambda i: s[i] + tau * total(alpha[i, j] * s[j] for j in tokens))
    yield "and in gnomonic coordinates, where its length cancels, to a mean, in which a token keeps a " \
        "share of itself.", \
        Identity(moved(i) / ((W @ p) @ moved(i)),
                 (s[i] * x[i] + tau * total((alpha[i, j] * s[j]) * x[j] for j in tokens)) / mass[i],
                 name="mean") \
        .but_not("the step counts twice",
                 right=(s[i] * x[i] + 2 * tau * total((alpha[i, j] * s[j]) * x[j] for j in tokens)) / mass[i])
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
