"""Theorem 2, repaired: almost every start of the Oja map comes to consensus."""

from verify.vocabulary import *

from .energy import spans
from .oja_states import across, from_almost_every_start, leaves, norm_at_most
from .paper import PAPER
from .principal import comes_no_further

n = tokens.count


@statement("B-T2**", PAPER.label("repairs Theorem 2"), origin="ours", position=(4, 1, 4),
           title="Convergence from almost every start",
           gist="When weights are equal, tokens agree from almost every start, except for two "
                "tokens in special cases.",
           rests_on=("B-L4", "B-L7", "B-R3", "B-T2*"))
def almost_everywhere(given: Given) -> Proof:
    tau, V = given(positive_scalar("tau")), given(symmetric_operator("V"))
    v, lam = given(eigenvector("v", of=V, value="lam"))
    i, almost_all = tokens.any("i"), from_almost_every_start(V, tau, v)
    yield claim(
        r"In two dimensions or more let $v$ be a unit eigenvector of $V$ with the eigenvalue $\lambda > 0$, let "
        r"$V \le \nu < \lambda$ on what is orthogonal to it, and $\tau \|V\| < 1$. Let $n \ne 2$, or let $V$ be "
        "positive somewhere on what is orthogonal to $v$. Under the Oja map almost every start tends to "
        "consensus at $v$ or $-v$.",
        for_every((orthonormal_basis("e"), nonnegative_scalar("kappa"), any_scalar("nu")),
            lambda e, kappa, nu: implies(
                both(spans(e), modes.count >= 2, lam > 0, nu < lam, across(v, lambda z: z @ V @ z <= nu * (z @ z)),
                     norm_at_most(V, kappa), tau * kappa < 1,
                     either(differs(n, 2), there_is(any_vector("z"), lambda z: both(
                         equals(z @ v, 0), z @ V @ z > 0)))),
                almost_all))) \
        .for_example({tau: Fraction(1, 4), V: [[1, 0], [0, 0]], v: [1, 0], lam: 1, "e": [[1, 0], [0, 1]], "kappa": 1,
                      "nu": 0, "x": [[1, 0]] * 3}) \
        .but_not(r"if $\lambda$ is not the largest, tokens that agree still come no further from $v$",
                 comes_no_further(lambda z: V @ z, v, tau),
                 at={tau: Fraction(1, 4), V: [[1, 0], [0, 2]], v: [1, 0], lam: 1}) \
        .but_not("at every step, for consensus at a smaller eigenvalue is an unstable equilibrium", leaves(V, tau, v),
                 at={tau: 1, V: [[1, 0], [0, -4]], v: [0, 1], lam: -4})
    yield "The idea: every trajectory converges, and almost none to an equilibrium with a multiplier above 1. " \
        "Only two opposite groups of one size may have none. Cross ratios of four tokens exclude them: each " \
        "step changes one by little, and these changes have a finite sum." "\n\n" \
        r"Assumption 1 is $\tau \|V\| < 1$. For $n = 2$ and $\lambda_2 < 0$ the theorem is false (Theorem 2), " \
        "and on a line no token ever moves. Else almost every start tends to consensus at $v_1$ or $-v_1$. What " \
        "remains is a lemma: four or more pairwise distinct tokens never converge to two opposite groups of " \
        r"equal size, at any $u$ and $-u$. Write $w = V s$ for the common push, $r_i = \|y_i\|$ with $y_i = x_i " \
        r"+ \tau w$, and $d_{ij} = |x_i - x_j|$.", \
        squared_lengths(given, tau)
    yield from distances(given)
    with given.scope():  # (b) What the energy gains in one step.
        z, y_0 = given(unit_vector("z")), given(nonzero_vector("y_0"))
        step = y_0 / norm(y_0) - z
        yield "Suppose now that a trajectory $X(t)$ converges to such a state $X^*$ and does not arrive. The energy " \
            "$E$ is 0 there and strictly increasing (Lemma 7), so $e = -E$ falls to 0. A token turns at least as " \
            "far as the part of the push across it says,", \
            Inequality(tangent(y_0, z) @ tangent(y_0, z) <= (y_0 @ y_0) * (step @ step), name="turn",
                       because=(y_0 @ y_0) * (1 - z @ y_0 / norm(y_0)) ** 2) \
            .but_not("without the factor", claim=tangent(y_0, z) @ tangent(y_0, z) <= step @ step)
        de, b2, m2 = (given(any_scalar("de", latex=r"\Delta e")), given(any_scalar("b2")), given(any_scalar("m2")))
        a, c = given(positive_scalar("a")), given(positive_scalar("c"))
        yield r"so with $b^2 = \sum_i |P_i w|^2 \le c \sum_i |x_i^+ - x_i|^2$ and the constant " \
            r"$a = 1/\tau - \|V\|$ of Lemma 7, a step takes from $e$ at least $a b^2/c$.", \
            Inequality(de >= a / c * b2, where=[de >= a * m2, b2 <= c * m2], name="fall",
                       because=(de - a * m2) + a / c * (c * m2 - b2)) \
            .but_not("without the second bound", where=[de >= a * m2])
    with given.scope():  # (c) Near the state b^2 is at least a multiple of e |w|.
        e, W, B2 = (given(nonnegative_scalar("e")), given(nonnegative_scalar("W")), given(nonnegative_scalar("B2")))
        beta2 = given(nonnegative_scalar("beta2"))
        yield r"Let $\beta = b/|w|$. If it is small every token is nearly along $w$ or against it, with the absolute cosine $c_i$, and the " \
            r"two kinds are equally many; their mean has along $w$ the part of size at most the mean of $1 - c_i \le 1 - c_i^2$, and " \
            r"the $1 - c_i^2$ add up to $\beta^2$. So $e = (n/2) |s^\top w|$ is at most " \
            r"$|w| \beta^2/2$, where $b^2 = |w|^2 \beta^2$. Written with $W$ for $|w|$, $B_2$ for " \
            r"$b^2$ and $\beta_2$ for $\beta^2$ this says", \
            Inequality(2 * e * W <= B2, name="small angles", where=[2 * e <= W * beta2, W**2 * beta2 <= B2],
                       because=W * (W * beta2 - 2 * e) + (B2 - W**2 * beta2)) \
            .but_not("without the angles", where=[W**2 * beta2 <= B2])
        N, beta_0 = given(positive_scalar("N")), given(positive_scalar("beta_0"))
        yield r"If $\beta$ is at least some $\beta_0$ it is enough that $|s| \le 1$: $e$ is at most " \
            "$(n/2) |w|$ ($N$ for $n$).", \
            Inequality(2 * e * W * beta_0**2 <= N * B2, name="large angles",
                       where=[2 * e <= N * W, W**2 * beta_0**2 <= B2],
                       because=W * beta_0**2 * (N * W - 2 * e)
                       + N * (B2 - W**2 * beta_0**2)) \
            .but_not("at any angle", where=[2 * e <= N * W])
    yield from summable(given, V)
    with given.scope():  # (f) The cross ratio stays away from 0, which it should tend to; then the theorem.
        h_1, h_2 = given(scalar_between("h_1", 0, 1)), given(scalar_between("h_2", 0, 1))
        S = given(scalar_between("S", 0, 1))
        h_3, h_4 = given(scalar_between("h_3", 0, 1)), given(scalar_between("h_4", 0, 1))
        yield "In one step the square of $K$ falls at most by the factor $1 - h_{ij} - h_{kl}$,", \
            Inequality((1 - h_1) * (1 - h_2) / ((1 - h_3) * (1 - h_4)) >= 1 - h_1 - h_2, name="one step",
                       because=((1 - h_1) * (1 - h_2) * (h_3 * (1 - h_4) + h_4)) / ((1 - h_3) * (1 - h_4)) + h_1 * h_2) \
            .but_not("it does not fall", claim=(1 - h_1) * (1 - h_2) / ((1 - h_3) * (1 - h_4)) >= 1)
        yield "and in many by $1 - S$ with the sum $S$ of these. From some step on $S$ is below $1/2$, so $K$ is bounded away from 0. But if $i$, $j$ are in one " \
            "group and $k$, $l$ in the other, $K$ tends to 0. This proves the lemma.", \
            Inequality(1 - S >= Fraction(1, 2), where=[S <= Fraction(1, 2)], name="stays away") \
            .but_not("for any sum", where=[])
        with given.scope():  # (g) Unstable equilibria attract a null set.
            z, p = given(unit_vector("z")), given(any_vector("p"))
            y = z + p
            yield "Now the theorem. Every trajectory has one limit, as its steps are short against what the energy gains (Remark 3).", \
                ByLemma("one_limit", name="one limit", says=for_every_orbit(
                    unit_tokens("x"), oja_layer(value=V, step=tau), lambda x: there_is(
                        unit_tokens("z"), lambda z: for_every(i, tends_to(x[i], z[i])))))
            yield r"The derivative of the layer is one to one at every state, as $\tau \|V\| < 1$: let it take $\delta$ to 0. Then $\delta_i + \tau V " \
                r"\bar\delta = \beta_i y_i$ for the mean $\bar\delta$ of the $\delta_i$, with numbers " \
                r"$\beta_i$; let $b$ be their mean, $\gamma_i = \beta_i - b$, $c = \tau V \bar\delta - " \
                r"b \tau w$ " \
                r"and $r$ the mean of the $\gamma_i y_i$. Then $c = -\tau V (c - r)$, and $n c^\top r = \sum_i \gamma_i^2 " \
                r"x_i^\top y_i$. With $z$ for a token and $p$ for its push,", \
                Identity(y @ y - 2 * (z @ y), p @ p - 1, name="one to one") \
                .but_not("without the push", right=-1)
            yield r"so that $|c - r|^2 \le |c|^2 - (1 - \tau^2 |w|^2) \sum_i \gamma_i^2/n$, while $|c| < |c - r|$ unless both " \
                r"are 0. Hence all $\gamma_i$, $b$, and $\delta$ are 0, and what the layer maps into a null set is one. Consensus " \
                "elsewhere, unequal groups, polygons off a line, and equal groups with a positive direction beside them have " \
                "a multiplier above 1 (B-T2*),", \
                outside_the_disk(given)
            a, s = given(any_scalar("a")), given(any_scalar("s"))
            yield "and two starts that stay near one of them differ as little along its direction as beside it: else their " \
                "difference would grow. With $a$ along it and $s$ beside it, and shares of these lost to curvature,", \
                cone(given, a, s)
            yield "So those that stay are the graph of a Lipschitz function, which is covered by $N^{D - 1}$ sets of a diameter " \
                r"of order $1/N$ in the dimension $D = n (d - 1)$, and countably many such graphs have no volume. The other " \
                "equilibria are equal groups on a line. There are none for odd $n$; for $n \\ge 4$ the lemma excludes them, " \
                "for states of which two tokens agree have no volume; for $n = 2$ they are unstable if $V$ is positive " \
                "somewhere beside $v_1$.", few_cubes(given)
    yield "So almost every start tends to consensus at $v_1$ or $-v_1$.", ByLemma("almost_all", says=almost_all, by=["lengths", "distance"], name="almost all")


def squared_lengths(given: Given, tau: Scalar) -> Identity:
    """r_i^2 - r_j^2 = 2 tau w.(x_i - x_j)."""
    x_i, x_j, w = given(unit_vector("x_i")), given(unit_vector("x_j")), given(any_vector("w"))
    y_i, y_j = x_i + tau * w, x_j + tau * w
    return Identity(y_i @ y_i - y_j @ y_j, 2 * tau * (w @ (x_i - x_j)), name="lengths") \
        .but_not("the 2 is missing", right=tau * (w @ (x_i - x_j)))


@lemma
def distances(given: Given) -> Proof:
    """(a) One step of the layer on distances and on cross ratios."""
    y_i, y_j = given(nonzero_vector("y_i")), given(nonzero_vector("y_j"))
    after, squared = y_i / norm(y_i) - y_j / norm(y_j), (y_i - y_j) @ (y_i - y_j)
    yield "The push is common, so $y_i - y_j = x_i - x_j$, and after normalising", \
        Identity(after @ after, (squared - (norm(y_i) - norm(y_j)) ** 2) / (norm(y_i) * norm(y_j)), name="distance") \
        .but_not("the lengths are equal", right=squared / (norm(y_i) * norm(y_j)))
    D_ij, D_kl = given(positive_scalar("D_ij")), given(positive_scalar("D_kl"))
    D_ik, D_jl = given(positive_scalar("D_ik")), given(positive_scalar("D_jl"))
    a, b, c, e = (given(any_scalar(name)) for name in ("h_ij", "h_kl", "h_ik", "h_jl"))
    given(nonzero(1 - c))
    given(nonzero(1 - e))
    r = [given(positive_scalar(f"r_{name}")) for name in "ijkl"]
    K = D_ij * D_kl / (D_ik * D_jl)
    yield "So $d_{ij}^2$ is multiplied by $(1 - h_{ij})/(r_i r_j)$ with $h_{ij} = (r_i - r_j)^2/d_{ij}^2$, and in " \
        "the square of a cross ratio $K = d_{ij} d_{kl}/(d_{ik} d_{jl})$ the lengths cancel. With $D$ for $d^2$:", \
        Identity((D_ij * (1 - a) / (r[0] * r[1])) * (D_kl * (1 - b) / (r[2] * r[3]))
                 / ((D_ik * (1 - c) / (r[0] * r[2])) * (D_jl * (1 - e) / (r[1] * r[3]))),
                 K * ((1 - a) * (1 - b) / ((1 - c) * (1 - e))), name="cross ratio") \
        .but_not("it is constant", right=K) \
        .but_not("the factors are exchanged", right=K * ((1 - c) * (1 - b) / ((1 - a) * (1 - e))))
    with given.scope():  # The change of a cross ratio is quadratic in the push.
        x_1, w_1 = given(unit_vector("x_1")), given(any_vector("w_1"))
        x_2, tau_1 = given(unit_vector("x_2")), given(positive_scalar("tau_1"))
        far = x_1 - x_2
        yield r"As $(r_i - r_j)(r_i + r_j) = 2 \tau w^\top (x_i - x_j)$ is at most $2 \tau |w| d_{ij}$,", \
            Inequality((2 * tau_1 * (w_1 @ far)) ** 2 <= 4 * tau_1**2 * (w_1 @ w_1) * (far @ far), name="Cauchy",
                       because=4 * tau_1**2 * ((w_1 @ w_1) * (far @ far) - (w_1 @ far) ** 2)) \
            .but_not("half of it", claim=(2 * tau_1 * (w_1 @ far)) ** 2 <= 2 * tau_1**2 * (w_1 @ w_1) * (far @ far))
        rho_i, rho_j = given(nonnegative_scalar("rho_i")), given(nonnegative_scalar("rho_j"))
        q, D = given(nonnegative_scalar("q")), given(positive_scalar("D"))
        h = (rho_i - rho_j) ** 2
        yield r"and no length is below $1 - \tau |w| = 1 - q$, $h_{ij}$ is at most $q^2/(1 - q)^2$: " \
            r"quadratic in the push. With $\rho$ for $r$,", \
            Inequality(h * (1 - q) ** 2 <= q**2 * D, name="small",
                       where=[rho_i >= 1 - q, rho_j >= 1 - q, q <= 1,
                              ((rho_i - rho_j) * (rho_i + rho_j)) ** 2 <= 4 * q**2 * D],
                       because=(4 * q**2 * D - ((rho_i - rho_j) * (rho_i + rho_j)) ** 2) / 4
                       + (rho_i - rho_j) ** 2 * ((rho_i - (1 - q)) + (rho_j - (1 - q)))
                       * ((rho_i - (1 - q)) + (rho_j - (1 - q)) + 4 * (1 - q)) / 4) \
            .but_not("whatever the lengths", where=[q <= 1, ((rho_i - rho_j) * (rho_i + rho_j)) ** 2 <= 4 * q**2 * D])


@lemma
def summable(given: Given, V: Operator) -> Proof:
    """(d), (e) The squares of the pushes have a finite sum."""
    u, v_0 = given(positive_scalar("u")), given(nonnegative_scalar("v_0"))
    P, Q, m = (given(nonnegative_scalar("P")), given(any_scalar("Q")), given(positive_scalar("m")))
    yield r"The energy is a polynomial with the gradient $w = V s$, and near the state $e$ is at most a multiple of $b^{4/3}$. So in every step " \
        r"$e^{1/4}$ falls by a multiple of the size of the step (Remark 3). These falls add up: $|X(t) - X^*| \le C e^\theta$, and with it $|w| \le C e^\theta$, for some $C$ and " \
        r"$\theta = 1/m$, $m = 4$. Then $|w|^2 \le C e^\theta |w|$ is at most a multiple of $e^{\theta-1} b^2$, hence " \
        r"of $e^{\theta-1}$ times the fall of $e$. With $e = u^m$ before a step and $v^m$ after " \
        "it that is $u^{1-m} (u^m - v^m)$, at most $m (u - v)$: by induction, if with " \
        "$P = u^{m-1}$ and $Q = v^m$ it holds for $m$, then with $u P$ and $v Q$ for $m + 1$; for $m = 1$ it is an equality. " \
        "These differences telescope: the sum of all $|w|^2$ is finite, and so is that of all $h_{ij}$.", \
        Inequality(u**2 * P - v_0 * Q <= (m + 1) * u * P * (u - v_0), name="concave",
                   where=[v_0 <= u, u * P - Q <= m * P * (u - v_0)],
                   because=v_0 * (m * P * (u - v_0) - (u * P - Q))
                   + m * P * (u - v_0) ** 2) \
        .but_not("with $m$, too", claim=u**2 * P - v_0 * Q <= m * u * P * (u - v_0))


def outside_the_disk(given: Given) -> Inequality:
    """A positive eigenvalue of the second variation is a multiplier above 1."""
    mu, step = given(any_scalar("mu")), given(positive_scalar("step", latex=r"\tau_0"))
    return Inequality((1 + step * mu) ** 2 > 1, where=[mu > 0], name="outside the disk") \
        .but_not("for a negative eigenvalue, too", where=[])


def cone(given: Given, a: Scalar, s: Scalar) -> Inequality:
    """What grows by g > 1, and loses less than half of g - 1 of the whole, grows in the cone |s| <= |a|."""
    g, lost = given(positive_scalar("g")), given(nonnegative_scalar("lost", latex=r"\ell"))
    return Inequality(g * a - lost * (a + s) >= a, name="cone", where=[a >= 0, s <= a, 2 * lost <= g - 1],
                      because=a * (g - 1 - 2 * lost) + lost * (a - s)) \
        .but_not("beside the cone, too", where=[a >= 0, 2 * lost <= g - 1])


def few_cubes(given: Given) -> Identity:
    """N^(D - 1) sets of the volume 1/N^D have the volume 1/N together."""
    N_0, P_0 = given(positive_scalar("N_0")), given(positive_scalar("P_0"))
    return Identity(P_0 * (1 / (N_0 * P_0)), 1 / N_0, name="null set").but_not("they have more", right=1)
