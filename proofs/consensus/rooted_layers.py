"""The steps of `rooted_masks` for layers: y_i -> N_W(y_i + tau sum_j w_ij y_j), a step of any size."""

from dataclasses import dataclass

from verify.language.motion import Flow
from verify.language.symbols import Abbreviation1, Abbreviation2
from verify.statements.assumption import Condition
from verify.vocabulary import *


@dataclass(frozen=True, eq=False)
class Masked:
    """What `rooted_masks` is about, for the parts of its proof."""

    W: Operator
    R: Operator                                             # its root
    Q: Operator                                             # the inverse of the root
    p: Vector
    y: Vectors
    inside: Condition                                       # an open hemisphere
    alpha: HeadWeights
    N: Mask
    flow: Flow
    s: Abbreviation1[Scalar]                                # margins
    g: Abbreviation2[Scalar]                                # Gram entries
    x: Abbreviation1[Vector]                                # images in the gnomonic plane
    w: Abbreviation2[Scalar]                                # weights, added over heads


@lemma
def layers(given: Given, known: Masked, u: Scalars) -> Proof:
    """Yield the steps: a layer is a weighted mean of the images, whatever the step."""
    W, R, p, y, N = known.W, known.R, known.p, known.y, known.N
    s, g, w, x = known.s, known.g, known.w, known.x
    i, j = tokens.any("i", "j")
    tau, length = given(positive_scalar("tau")), given(positive_scalar("length", latex=r"\ell"))
    moved = let("moved", lambda i: y[i] + tau * total(w[i, j] * y[j]
                                                      for j in tokens.seen_by(i, N)))
    mass = let("mass", lambda i: s[i] + tau * total(w[i, j] * s[j] for j in tokens.seen_by(i, N)))
    seen = let("seen", lambda i: total(w[i, j] for j in tokens.seen_by(i, N)))
    X = given(any_vector("X"))

    yield r"Now layers. A step of any size $\tau$ takes a token to a vector of positive " \
        "margin,", \
        Inequality((W @ p) @ moved[i] > 0, name="positive margin",
                   because=s[i] + tau * total(w[i, j] * s[j] for j in tokens.seen_by(i, N))) \
        .but_not("without the token itself", claim=(W @ p) @ (moved[i] - y[i]) > 0)
    yield "which by Cauchy and Schwarz is not 0 and can be normalised.", \
        Inequality(((W @ p) @ X) ** 2 <= X @ W @ X, name="defined",
                   because=(R @ p) @ (R @ p) * ((R @ X) @ (R @ X)) - ((R @ p) @ (R @ X)) ** 2) \
        .but_not("without $W$", claim=(p @ X) ** 2 <= X @ X)
    yield "Its length is at most what it would be at consensus,", \
        Inequality(moved[i] @ W @ moved[i] <= (1 + tau * seen[i]) ** 2, name="length",
                   because=2 * tau * total(w[i, j] * (1 - g[i, j]) for j in tokens.seen_by(i, N))
                   + tau**2 * total(w[i, j] * total(w[i, k] * (1 - g[j, k])
                                                    for k in tokens.seen_by(i, N))
                                    for j in tokens.seen_by(i, N))) \
        .but_not("than the token was", claim=moved[i] @ W @ moved[i] <= 1)
    floor = given(positive_scalar("floor", latex=r"\sigma_0"))
    yield "so the least margin does not decrease: the new margin is the mass over that " \
        "length.", \
        Inequality(mass[i] >= floor * length, name="layer margin",
                   where=[every(lambda j: s[j] >= floor), length <= 1 + tau * seen[i]],
                   because=(s[i] - floor) + tau * total(w[i, j] * (s[j] - floor)
                                                        for j in tokens.seen_by(i, N))
                   + floor * ((1 + tau * seen[i]) - length)) \
        .but_not("value matrix $-I$", claim=s[i] - tau * total(
            w[i, j] * s[j] for j in tokens.seen_by(i, N)) >= floor * length)
    yield "In gnomonic coordinates the length cancels: a layer takes a weighted mean.", \
        Identity((1 / length) * moved[i] / ((W @ p) @ ((1 / length) * moved[i])),
                 (s[i] * x[i] + tau * total((w[i, j] * s[j]) * x[j] for j in tokens.seen_by(i, N)))
                 / mass[i], name="mean") \
        .but_not("the step counts twice",
                 right=(s[i] * x[i] + 2 * tau * total((w[i, j] * s[j]) * x[j]
                                                      for j in tokens.seen_by(i, N))) / mass[i])
    with given.scope():  # A layer leaves a token a share of itself, and gives it one of each token that it sees.
        m, sigma = given(positive_scalar("m")), given(positive_scalar("sigma"))
        rho, M = given(positive_scalar("rho")), given(positive_scalar("M"))
        yield r"Its total mass is at most $M = 1 + \tau \rho$, if the weights of a row sum to at " \
            r"most $\rho$.", \
            Inequality(mass[i] <= 1 + tau * rho, name="mass",
                       where=[every(lambda j: s[j] <= 1), seen[i] <= rho],
                       because=(1 - s[i]) + tau * total(w[i, j] * (1 - s[j]) for j in tokens.seen_by(i, N))
                       + tau * (rho - seen[i])) \
            .but_not("whatever the weights add up to", where=[every(lambda j: s[j] <= 1)])
        yield r"So a token keeps the share $\sigma/M$ of itself,", \
            Inequality(s[i] / mass[i] >= sigma / M, name="own share", where=[s[i] >= sigma, mass[i] <= M],
                       because=((s[i] - sigma) * M + sigma * (M - mass[i])) / (mass[i] * M)) \
            .but_not(r"$\sigma$ does not matter", claim=s[i] / mass[i] >= 1 / M)
        yield r"and takes the share $\tau m \sigma/M$ from every token that it sees. Both are at " \
            r"least $q = \sigma \min(1, \tau m)/M$.", \
            Inequality(tau * w[i, j] * s[j] / mass[i] >= tau * m * sigma / M, name="edge share",
                       where=[w[i, j] >= m, s[j] >= sigma, mass[i] <= M],
                       because=tau * (((w[i, j] - m) * s[j] + m * (s[j] - sigma)) * M
                                      + m * sigma * (M - mass[i])) / (mass[i] * M)) \
            .but_not(r"$\sigma$ does not matter", claim=tau * w[i, j] * s[j] / mass[i] >= tau * m / M)
    with given.scope():  # In every layer that takes such shares the spread shrinks.
        top, bottom = given(any_scalar("top", latex=r"u_{\max}")), given(any_scalar("bottom", latex=r"u_{\min}"))
        level, q = given(positive_scalar("level", latex=r"\zeta")), given(positive_scalar("q"))
        P = given(row_stochastic("P"))
        yield "A token that takes the share $q$ from one of depth $c$, itself or one that it " \
            "sees, has at least the depth $q c$ after the layer. So after $D$ layers all tokens " \
            "have at least the depth $q^D c$.", \
            Inequality(top - total(P[i, j] * u[j] for j in tokens) >= q * level, name="layer path",
                       where=[every(lambda k: u[k] <= top), P[i, j] >= q, top - u[j] >= level],
                       because=total(P[i, k] * (top - u[k]) for k in tokens.but(j))
                       + (P[i, j] - q) * (top - u[j]) + q * ((top - u[j]) - level)) \
            .but_not("with any share", where=[every(lambda k: u[k] <= top), top - u[j] >= level])
        yield "No mean falls below the bottom. Hence $D$ layers of one mask shrink every spread " \
            "by the factor $1 - q^D/2$, as in continuous time. If only the masks of $T$ " \
            "successive layers together have a root, the factor is $1 - q^{(n-1)^2 T}/2$ for " \
            "$(n - 1)^2 T$ layers.", \
            Inequality(total(P[i, j] * u[j] for j in tokens) >= bottom, name="means",
                       where=[every(lambda j: u[j] >= bottom)]) \
            .but_not("nor below another token", where=[])
