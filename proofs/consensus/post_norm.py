"""RMSNorm with gains: an ellipsoid, when it is a projection, and what a layer before it does to directions."""

from verify.vocabulary import *


@lemma
def ellipsoid(given: Given, Gamma: Operator, H: Operator) -> Proof:
    """RMSNorm applies the gains and projects onto an ellipsoid, or into it."""
    d, height = modes.count, square_root(modes.count)
    x = given(nonzero_vector("x"))
    W = (1 / d) * (H.T @ H)
    N = let("N", lambda: height / norm(x) * (Gamma @ x))

    def length(v: Vector) -> Scalar:                        # in the metric W
        return norm(H @ v) / height

    yield "RMSNorm divides a token by the root mean square of its entries and applies the gains. " \
        r"If no gain is 0, let $W$ be $\operatorname{diag}(\mathrm{gain}^{-2})/d$, so that " \
        r"$\|v\|_W = \|H v\|/\sqrt{d}$. In this metric the square of a token with its gains is", \
        Identity((Gamma @ x) @ W @ (Gamma @ x), x @ x / d, name="square").but_not("as without them", left=x @ W @ x)
    yield "So the normalised token $N$ lies on the ellipsoid of $W$.", \
        Identity(N @ W @ N, 1, name="ellipsoid").but_not(r"on the sphere of radius $\sqrt{d}$", left=N @ N / d)
    yield "RMSNorm is the projection of section 2 after the gains.", \
        Identity(Gamma @ x / length(Gamma @ x), N, name="composition").but_not("without the gains", left=x / length(x))
    o = given(nonzero_vector("o"))
    given(that((H @ o) @ (H @ o) > 0))                      # as it is for any o but 0


@lemma
def equal_gains(given: Given, G: Operator, e: Vectors, gamma: Scalars, m: Index, p: Index) -> Proof:
    """It is such a projection without its gains only if these are equal and positive."""
    height = square_root(modes.count)
    x = given(nonzero_vector("x"))
    yield "RMSNorm leaves the direction $e_p + e_m$ alone only if its two gains are equal.", \
        Identity((e[p] - e[m]) @ (height / norm(e[p] + e[m]) * (G @ (e[p] + e[m]))),
                 height / square_root(2) * (gamma[p] - gamma[m]), name="equal gains") \
        .but_not("for any gains", right=0)
    g = given(positive_scalar("g"))
    on = let("on", lambda: g * height / norm(x) * x, latex="x'")
    yield "If all gains are equal to $g > 0$, RMSNorm leaves its values alone. Then it is the projection of section 2 for $W = I/(d g^2)$.", \
        Identity(on, height / norm(on) * (g * on), name="left alone").but_not("without the gain", right=height / norm(on) * on)
    yield "If all gains are $-g$, RMSNorm reverses its values.", \
        Identity(-on, height / norm(on) * (-g * on), name="reversed").but_not("it leaves it alone, too", left=on)
    yield "So RMSNorm is a projection in one case only.", \
        Equivalence("RMSNorm leaves its values alone", "all gains are equal and positive",
                    forward=("equal gains", "reversed"), backward=("left alone",), name="iff")


@lemma
def after_a_layer(given: Given, G: Operator, alpha: Weights, Gamma: Operator, H: Operator, e: Vectors,
                  gamma: Scalars, m: Index, p: Index) -> Proof:
    """Post-norm: directions move by another value matrix and by the power iteration of the gains."""
    i, j = tokens.any("i", "j")
    height = square_root(modes.count)
    u = given(unit_tokens("u"))
    given.layer(asked("norm before"), asked("no biases"), asked("rooted"), (alpha, "F with gains"))
    V, tau = given(any_operator("V")), given(nonnegative_scalar("tau"))
    yield r"After a layer, tokens normalised with any gains are $\sqrt{d} \Gamma u_i$ for " \
        "directions $u_i$. The next direction is the direction of $u_i$ plus a change that the gains act on.", \
        Identity(height * (Gamma @ u[i])
                 + tau * total(alpha[i, j] * (V @ (height * (Gamma @ u[j]))) for j in tokens),
                 height * (Gamma @ (u[i] + tau * total(
                     alpha[i, j] * (H @ (V @ (Gamma @ u[j]))) for j in tokens))), name="post-norm") \
        .but_not("with $V$ itself", right=height * (Gamma @ (u[i] + tau * total(
            alpha[i, j] * (V @ u[j]) for j in tokens))))
    given(open_hemisphere(u, along=e[m]))
    given(nonzero(gamma[m]))
    yield r"For $\tau = 0$ this is the power iteration of the gains: every loop multiplies the ratio of two coordinates by the ratio of " \
        r"their gains. Iterated, it takes all tokens to $\pm e_m$ for the largest gain. So no limit $\tau \to 0$ leads to equation (5).", \
        Identity((e[p] @ (G @ u[i])) / (e[m] @ (G @ u[i])),
                 gamma[p] / gamma[m] * (e[p] @ u[i]) / (e[m] @ u[i]), name="power iteration") \
        .but_not("tokens stay apart", right=(e[p] @ u[i]) / (e[m] @ u[i]))
    a = let("a", lambda i: e[m] @ u[i])
    A = let("A", lambda i: a[i] + tau * total(alpha[i, j] * a[j] for j in tokens))
    K = let("K", lambda i, j: (same(i, j) * a[i] + tau * alpha[i, j] * a[j]) / A[i])
    w = let("w", lambda i: G @ (u[i] + tau * total(alpha[i, j] * u[j] for j in tokens)))
    yield "Attention does not change this limit if $V = I$. Let all tokens have a positive coordinate " \
        "along $e_m$, and divide them by it. Then a layer takes means with the weights $K_{ij}$ and applies the gains.", \
        Identity(1 / A[i] * w[i], G @ total(K[i, j] / a[j] * u[j] for j in tokens),
                 name="means") \
        .but_not("the gains drop out", right=total(K[i, j] / a[j] * u[j] for j in tokens))
    yield "Whatever the mask is, these weights add up to 1.", \
        Identity(total(K[i, j] for j in tokens), 1, name="rows") \
        .but_not("without the token itself", left=total(K[i, j] for j in tokens.but(i)))
    yield "They are not negative.", \
        Inequality(K[i, j] >= 0, because=(same(i, j) * a[i] + tau * alpha[i, j] * a[j]) / A[i],
                   name="weights of means") \
        .but_not("but 1 each", claim=K[i, j] >= 1)
    B, f, M = given(row_stochastic("B")), given(coefficients("f")), given(any_scalar("M"))
    rho = given(positive_scalar("rho"))
    yield r"So a layer multiplies the largest coordinate $f_i$ along any other $e_p$ by at most the ratio $\rho$ of the gains. All tokens " \
        "tend to $e_m$ if its gain is the largest.", \
        Inequality(rho * total(B[i, j] * f[j] for j in tokens) <= rho * M, name="shrinks",
                   where=[every(lambda j: f[j] <= M)],
                   because=rho * total(B[i, j] * (M - f[j]) for j in tokens)) \
        .but_not("it vanishes", claim=rho * total(B[i, j] * f[j] for j in tokens) <= 0)
