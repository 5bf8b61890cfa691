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
        r"Let the weight of each edge be at least $m$, the sum of each row at most $H$, and each initial margin at least "
        r"$\sigma$. Let one token, the root, be reached from every token along at most $D$ edges. Let $\tau$ be any step, and "
        r"let $q = \sigma \min(1, \tau m)/(1 + \tau H)$. Then distances after $k$ layers are at most $(2/\sigma) "
        r"e^{\varepsilon (1 - k/D)}$ with $\varepsilon = q^D/2$. (The formula has any $a$ with $e^{-a} \le q$.)",
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
    yield "The idea: in gnomonic coordinates $x_i$ a layer takes means. Along a path of edges every token gets a " \
        "share of the root's place, so all coordinates approach each other." "\n\n" \
        r"The margin $s_i$ of a token stays positive in a step of any size $\tau$.", \
        Inequality((W @ p) @ moved(i) > 0, name="positive margin",
                   because=s[i] + tau * total(alpha[i, j] * s[j] for j in tokens)) \
        .but_not("without the token itself", claim=(W @ p) @ (moved(i) - y[i]) > 0)
    x = let("x", lambda i: y[i] / s[i])
    mu = let("mu", lambda i: s[i] + tau * total(alpha[i, j] * s[j] for j in tokens))
    yield r"In gnomonic coordinates the length that normalises cancels, and the layer takes a mean: token $i$ keeps the share " \
        r"$s_i/\mu_i$ of its own place, and gets the share $\tau \alpha_{ij} s_j/\mu_i$ of the place of token $j$.", \
        Identity(moved(i) / ((W @ p) @ moved(i)),
                 (s[i] * x[i] + tau * total((alpha[i, j] * s[j]) * x[j] for j in tokens)) / mu[i], name="mean") \
        .but_not("the step counts twice",
                 right=(s[i] * x[i] + 2 * tau * total((alpha[i, j] * s[j]) * x[j] for j in tokens)) / mu[i])
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
    with given.scope():
        sigma, R, u, S = (given(positive_scalar(name)) for name in ("sigma", "R", "u", "S"))
        yield r"Let all margins be at least $\sigma$. For one token let $u$ be its margin, $R$ the sum of its row, and $S$ the sum of its " \
            r"row times the margins. Before normalising, its margin after the layer is at least $\sigma (1 + \tau R)$.", \
            Inequality(u + tau * S >= sigma * (1 + tau * R), where=[u >= sigma, S >= sigma * R], name="margins",
                       because=(u - sigma) + tau * (S - sigma * R)) \
            .but_not("whatever the others' are", where=[u >= sigma])
    yield r"Normalising divides it by a length of at most $1 + \tau R$. So all margins are at least $\sigma$ again, and stay so.", \
        ByLemma("least_margin", name="least margin", says=for_every(positive_scalar("sigma"), lambda sigma: implies(
            at_start(s[i] >= sigma), always(s[i] >= sigma))))
    yield from shares(given, tau)
    with given.scope():  # Induction along edges, and back to the ellipsoid.
        w, f = given(row_stochastic("w")), given(coefficients("f"))
        q, M, Q, low, root = given(positive_scalar("q")), *(given(any_scalar(name)) for name in ("M", "Q", "L", "F"))
        yield r"Both shares are at least $q = \sigma \min(1, \tau m)/(1 + \tau H)$. Take any coordinate $f_i = c^\top W x_i$ of all tokens, with values " \
            "between $L$ and $M$. Its value after a layer is a mean of the values before, with weights $w$. Let token $i$ attend to " \
            "token $j$ along an edge, or let $j = i$. Then the distance of token $i$ to $M$ after the layer is at least $q$ times that of token $j$ before.", \
            Inequality(M - total(w[i, k] * f[k] for k in tokens) >= q * (M - f[j]), name="one edge",
                       where=[w[i, j] >= q, every(lambda k: f[k] <= M)],
                       because=(w[i, j] - q) * (M - f[j]) + total((1 - same(k, j)) ** 2 * w[i, k] * (M - f[k]) for k in tokens)) \
            .but_not("whatever the weight", where=[every(lambda k: f[k] <= M)])
        given(that(Q >= 0))
        yield r"Take $D$ layers, and let $F$ be the value of the root before them. Apply this to the root itself, until a path of edges from a token " \
            r"to the root can begin, and then along its edges. So after $D$ layers the distance of every token to $M$ is at least $Q = q^D$ times " \
            r"$M - F$. In the same way its distance to $L$ is at least $Q (F - L)$. So the spread is at most $(1 - Q)(M - L)$.", \
            Inequality(f[i] - f[j] <= (1 - Q) * (M - low), name="spread",
                       where=[M - f[i] >= Q * (M - root), f[j] - low >= Q * (root - low)],
                       because=(M - f[i] - Q * (M - root)) + (f[j] - low - Q * (root - low))) \
            .but_not("twice as much", claim=f[i] - f[j] <= (1 - 2 * Q) * (M - low))
        yield r"Among $k$ layers there are more than $k/D - 1$ blocks of $D$ layers. Each multiplies the spread by at most $1 - Q \le " \
            r"e^{-Q} \le e^{-\varepsilon}$ with $\varepsilon = Q/2$. So the spread is at most $e^{\varepsilon (1 - k/D)}$ times $M - L$.", \
            ByLemma("coordinates", name="coordinates", by="least margin", says=gathering(lambda sigma, left: for_every(
                (any_vector("c"), any_scalar("L"), any_scalar("M")), lambda c, L, M: implies(
                    at_start(both(c @ W @ x[i] >= L, c @ W @ x[i] <= M)), always(c @ W @ (x[i] - x[j]) <= (M - L) * left)))))
        A, B, g = (given(positive_scalar("A")), given(positive_scalar("B")), given(any_scalar("g")))
        yield r"Tokens are no further from each other than their gnomonic coordinates. Let $A = 1/s_i$ and $B = 1/s_j$ be the lengths of $x_i$ and " \
            "$x_j$, which are at least 1, and let $g$ be the product of $y_i$ and $y_j$, which is at most 1. Compare the squared distances:", \
            Inequality(A**2 + B**2 - 2 * g * A * B >= 2 - 2 * g, where=[A >= 1, B >= 1, g <= 1], name="back",
                       because=(A - B) ** 2 + 2 * (1 - g) * ((A - 1) * B + (B - 1))) \
            .but_not("also inside the ellipsoid", where=[g <= 1])
    yield r"Let $c$ be $x_i - x_j$ after $k$ layers. At the start no $x_i$ is longer than $1/\sigma$, so the coordinates $c^\top W x_i$ are " \
        r"between $-\|c\|_W/\sigma$ and $\|c\|_W/\sigma$. After $k$ layers $\|c\|_W^2$ is at most the spread, which bounds $\|c\|_W$.", \
        ByLemma("gather", says=gathering(near), name="distances", by=["least margin", "coordinates", "back"])


@lemma
def shares(given: Given, tau: Scalar) -> Proof:
    """What a token keeps of itself, and gets along an edge."""
    sigma, m, H = (given(positive_scalar(name)) for name in ("sigma", "m", "H"))
    s, seen, alpha, other = (given(positive_scalar(name)) for name in ("u", "S", "b", "z"))
    yield r"As margins are at most 1, $\mu_i = u + \tau S$ is at most $1 + \tau H$, where $H$ bounds the row. So token $i$ keeps at least the share " \
        r"$\sigma/(1 + \tau H)$ of its own place.", \
        Inequality(s / (s + tau * seen) >= sigma / (1 + tau * H), where=[s >= sigma, s + tau * seen <= 1 + tau * H],
                   name="own share", because=(s - sigma) / (s + tau * seen)
                   + sigma * (1 + tau * H - (s + tau * seen)) / ((s + tau * seen) * (1 + tau * H))) \
        .but_not("whatever the mass", where=[s >= sigma])
    yield r"Let it attend with the weight $b \ge m$ to a token of the margin $z$, along an edge. It gets at least the share " \
        r"$\sigma \tau m/(1 + \tau H)$ of the place of that token.", \
        Inequality(tau * alpha * other / (s + tau * seen) >= sigma * tau * m / (1 + tau * H), name="share of an edge",
                   where=[other >= sigma, alpha >= m, s + tau * seen <= 1 + tau * H],
                   because=tau * (alpha * (other - sigma) + sigma * (alpha - m)) / (s + tau * seen)
                   + tau * sigma * m * (1 + tau * H - (s + tau * seen)) / ((s + tau * seen) * (1 + tau * H))) \
        .but_not("whatever the weight", where=[other >= sigma, s + tau * seen <= 1 + tau * H])
