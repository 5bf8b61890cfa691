"""Section 4: tokens of one open hemisphere under any rooted mask, layer by layer, a step of any size."""

from collections.abc import Callable
from functools import reduce

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

    def gathering(says: Callable[[Scalar, Scalar], Proposition], *, together: bool = False) -> Proposition:
        """What is so of a least margin, and of what is left of distances, for any mask with the root r."""
        def under(m: Scalar, H: Scalar, sigma: Scalar, D: Scalar, a: Scalar) -> Proposition:
            share = exp(-a) * (1 + tau * H)                 # e^{-a} of the largest mass
            eps = exp(-a * D) / 2

            def masked(E: Weights, depth: Scalars) -> Proposition:
                known = (always(total(alpha[i, j] for j in tokens) <= H),
                         always(for_every((i, j), either(equals(E[i, j], 0), alpha[i, j] >= m))), at_start(s[i] >= sigma),
                         within(depth, E, D), D >= 1, share <= sigma, share <= sigma * tau * m)
                found = says(sigma, exp(eps - eps * elapsed / D))
                return reduce(lambda then, one: implies(one, then), [both(*known)] if together else reversed(known), found)
            return for_every((any_weights("E"), coefficients("depth", latex=r"\ell")), masked)
        return for_every(r, every_number("m H sigma D a", under))

    def near(sigma: Scalar, left: Scalar) -> Proposition:
        return always(norm(y[i] - y[j], metric=W) <= 2 / sigma * left)

    yield claim(
        r"Let edges weigh at least $m$, rows at most $H$, and let margins be at least $\sigma$. Let every token reach "
        r"one and the same token in at most $D$ edges, and let $q = \sigma \min(1, \tau m)/(1 + \tau H)$. For any "
        r"step $\tau$ distances after $k$ layers are at most $(2/\sigma) e^{\varepsilon (1 - k/D)}$ with "
        r"$\varepsilon = q^D/2$. (The formula has any $a$ with $e^{-a} \le q$.)",
        gathering(near, together=True),
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
    yield r"The idea: in gnomonic coordinates a layer takes means, and along a path of edges every token gets a " \
        r"share of the root's place, so that no coordinate can stay apart. A step of any size $\tau$ takes a token to a vector of positive margin,", \
        Inequality((W @ p) @ moved(i) > 0, name="positive margin",
                   because=s[i] + tau * total(alpha[i, j] * s[j] for j in tokens)) \
        .but_not("without the token itself", claim=(W @ p) @ (moved(i) - y[i]) > 0)
    x = let("x", lambda i: y[i] / s[i])
    mass = let("mass", lambda i: s[i] + tau * total(alpha[i, j] * s[j] for j in tokens))
    yield "and in gnomonic coordinates, where its length cancels, to a mean, in which a token keeps a " \
        "share of itself.", \
        Identity(moved(i) / ((W @ p) @ moved(i)),
                 (s[i] * x[i] + tau * total((alpha[i, j] * s[j]) * x[j] for j in tokens)) / mass[i], name="mean") \
        .but_not("the step counts twice",
                 right=(s[i] * x[i] + 2 * tau * total((alpha[i, j] * s[j]) * x[j] for j in tokens)) / mass[i])
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
    yield from shares(given, tau)
    yield r"After normalising, the margin of a token is at least $\sigma$ again, so it stays so.", \
        ByLemma("least_margin", name="least margin", says=for_every(positive_scalar("sigma"), lambda sigma: implies(
            at_start(s[i] >= sigma), always(s[i] >= sigma))))
    with given.scope():  # Induction along edges, and back to the ellipsoid.
        w, f = given(row_stochastic("w")), given(coefficients("f"))
        q, M, Q, low, root = given(positive_scalar("q")), *(given(any_scalar(name)) for name in ("M", "Q", "L", "F"))
        yield r"Both shares are at least $q = \sigma \min(1, \tau m)/(1 + \tau H)$. Now take any coordinate $f_i = c^\top W x_i$, with values between " \
            "$L$ and $M$. After a layer it is a mean of those before, with weights $w$. Let token $i$ attend to token $j$ along an edge, or let " \
            "$j = i$: the distance of $f_i$ to $M$ after the layer is at least $q$ times that of $f_j$ before.", \
            Inequality(M - total(w[i, k] * f[k] for k in tokens) >= q * (M - f[j]), name="one edge",
                       where=[w[i, j] >= q, every(lambda k: f[k] <= M)],
                       because=(w[i, j] - q) * (M - f[j]) + total((1 - same(k, j)) ** 2 * w[i, k] * (M - f[k]) for k in tokens)) \
            .but_not("whatever the weight", where=[every(lambda k: f[k] <= M)])
        given(that(Q >= 0))
        yield r"Let $F$ be the value of the root before. First the root keeps its own share, then one is passed along each edge of a path. So after " \
            r"$D$ layers every token's distance to $M$ is at least $Q = q^D$ times $M - F$, and likewise to $L$. So the spread is at most $1 - Q$ times what it was:", \
            Inequality(f[i] - f[j] <= (1 - Q) * (M - low), name="spread",
                       where=[M - f[i] >= Q * (M - root), f[j] - low >= Q * (root - low)],
                       because=(M - f[i] - Q * (M - root)) + (f[j] - low - Q * (root - low))) \
            .but_not("twice as much", claim=f[i] - f[j] <= (1 - 2 * Q) * (M - low))
        yield r"After $k$ layers at least $k/D - 1$ times $D$ layers are done. So the spread is at most $e^{\varepsilon (1 - k/D)}$ " \
            r"times what it was, with $\varepsilon = Q/2$, as $1 - Q \le e^{-Q} \le e^{-\varepsilon}$.", \
            ByLemma("coordinates", name="coordinates", by="least margin", says=gathering(lambda sigma, left: for_every(
                (any_vector("c"), any_scalar("L"), any_scalar("M")), lambda c, L, M: implies(
                    at_start(both(c @ W @ x[i] >= L, c @ W @ x[i] <= M)), always(c @ W @ (x[i] - x[j]) <= (M - L) * left)))))
        A, B, g = (given(positive_scalar("A")), given(positive_scalar("B")), given(any_scalar("g")))
        yield r"Tokens are no further from each other than their gnomonic coordinates: $x_i$ has the length $A = 1/s_i$, $x_j$ the " \
            "length $B = 1/s_j$, both are at least 1, and the product $g$ of $y_i$ and $y_j$ is at most 1.", \
            Inequality(A**2 + B**2 - 2 * g * A * B >= 2 - 2 * g, where=[A >= 1, B >= 1, g <= 1], name="back",
                       because=(A - B) ** 2 + 2 * (1 - g) * ((A - 1) * B + (B - 1))) \
            .but_not("also inside the ellipsoid", where=[g <= 1])
    yield r"With $c = x_i - x_j$ after $k$ layers this bounds the distance: at the start no gnomonic coordinate vector is longer than $1/\sigma$, so " \
        r"its product with $W c$ is between $-\|c\|_W/\sigma$ and $\|c\|_W/\sigma$.", \
        ByLemma("gather", says=gathering(near), name="distances", by=["least margin", "coordinates", "back"])


@lemma
def shares(given: Given, tau: Scalar) -> Proof:
    """What a token keeps of itself, and gets along an edge."""
    sigma, m, H, rows = (given(positive_scalar(name)) for name in ("sigma", "m", "H", "R"))
    s, seen, alpha, other = (given(positive_scalar(name)) for name in ("u", "S", "b", "z"))
    yield r"Margins stay at least $\sigma$: let $u$ be that of a token and $S$ the sum of those it attends to, with their weights, " \
        r"which add up to $R$; then the margin is at least $\sigma (1 + \tau R)$, the length at most $1 + \tau R$.", \
        Inequality(s + tau * seen >= sigma * (1 + tau * rows), where=[s >= sigma, seen >= sigma * rows], name="margins",
                   because=(s - sigma) + tau * (seen - sigma * rows)) \
        .but_not("whatever the others' are", where=[s >= sigma])
    yield r"As margins are at most 1, the mass is at most $1 + \tau H$. So a token keeps at least the share $\sigma/(1 + \tau H)$ of its " \
        r"own place,", \
        Inequality(s / (s + tau * seen) >= sigma / (1 + tau * H), where=[s >= sigma, s + tau * seen <= 1 + tau * H],
                   name="own share", because=(s - sigma) / (s + tau * seen)
                   + sigma * (1 + tau * H - (s + tau * seen)) / ((s + tau * seen) * (1 + tau * H))) \
        .but_not("whatever the mass", where=[s >= sigma])
    yield r"and gets at least $\sigma \tau m/(1 + \tau H)$ of that of a token, of margin $z$, to which it attends with the weight $b$ " \
        "along an edge.", \
        Inequality(tau * alpha * other / (s + tau * seen) >= sigma * tau * m / (1 + tau * H), name="share of an edge",
                   where=[other >= sigma, alpha >= m, s + tau * seen <= 1 + tau * H],
                   because=tau * (alpha * (other - sigma) + sigma * (alpha - m)) / (s + tau * seen)
                   + tau * sigma * m * (1 + tau * H - (s + tau * seen)) / ((s + tau * seen) * (1 + tau * H))) \
        .but_not("whatever the weight", where=[other >= sigma, s + tau * seen <= 1 + tau * H])
