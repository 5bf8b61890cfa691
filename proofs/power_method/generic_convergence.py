"""Remark 3: under a small step every trajectory of the Oja map converges to an equilibrium."""

from collections.abc import Callable

from verify.vocabulary import *

from .energy import energy, mean, norm_at_most, normalised, oja_map, spans
from .paper import PAPER


@statement("B-R3", PAPER.label("Remark 3"), title="Generic convergence", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L7",), argued=False, position=(4, 3, 3),
           printed="The trajectories of (9) generically converge to an equilibrium.",
           relation="corrected", differs=r"Every trajectory does, generic or not, but the step is bounded, by $\tau "
                                         r"\|V\| < 1$.")
def generic_convergence(given: Given) -> Proof:
    V, x = given(symmetric_operator("V")), given(unit_tokens("x"))
    tau = given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")

    def is_limit(z: Vectors) -> Proposition:
        return for_every(i, both(tends_to(x[i], z[i]), equals(normalised(z, i, V, tau), z[i])))

    def of_short_steps(says: Callable[[Scalar], Proposition]) -> Proposition:
        return for_every(nonnegative_scalar("kappa"), lambda kappa: implies(
            both(norm_at_most(V, kappa), tau * kappa < 1), says(kappa)))

    has_limit = for_every((orthonormal_basis("e"), nonnegative_scalar("kappa")), lambda e, kappa: implies(
        both(spans(e), norm_at_most(V, kappa), tau * kappa < 1), there_is(unit_tokens("z"), is_limit)))
    yield claim(
        r"Under the Oja map with $\tau \|V\| < 1$ every trajectory converges to an equilibrium.", has_limit,
        along=orbit(oja_map(x, V, tau), start=[x])) \
        .but_not("every trajectory converges to consensus", tends_to(x[i] - x[j], zero_vector()),
                 at={x: [[1, 0], [-1, 0]], V: [[1, 0], [0, -1]], tau: Fraction(1, 4)}) \
        .but_not("and no two tokens ever part", nondecreasing(x[i] @ x[j]),
                 at={x: [[1, 0], [0, 1]], V: [[-1, 0], [0, -1]], tau: Fraction(1, 4)})
    delta, z, y = given(any_vectors("delta")), given(unit_vector("z")), given(nonzero_vector("y"))
    yield r"The idea: a layer raises the energy $E = (n/2) s^\top V s$, a polynomial, by at least a multiple of " \
        "gradient times step. So the trajectory has a finite length, and one limit." "\n\n" \
        r"Along tangent directions $\delta_i$ the energy has the rate", \
        Identity(rate(energy(mean(x), V), straight_lines(x, delta)),
                 total((V @ mean(x)) @ delta[j] for j in tokens), name="gradient") \
        .but_not("half of that", right=total((V @ mean(x)) @ delta[j] for j in tokens) / 2)
    step = y / norm(y) - z
    yield r"So its gradient has the parts $P_i w$ with $w = V s$ and the projection $P_i$ along token $i$. Let the push take the token $z$ " \
        r"to $y = z + \tau w$. The part of $y$ orthogonal to $z$ is $\tau P w$, with the projection $P$ along $z$. It is at most $\|y\|$ times " \
        "as long as the step of the token.", \
        Inequality(tangent(y, z) @ tangent(y, z) <= (y @ y) * (step @ step), name="speed",
                   because=(y @ y) * (1 - z @ y / norm(y)) ** 2) \
        .but_not("without the factor", claim=tangent(y, z) @ tangent(y, z) <= step @ step)
    after = let("after", lambda i: normalised(x, i, V, tau), latex="x^+")
    yield r"No $\|y_i\|$ exceeds 2. So the gradient is at most a multiple of the step.", \
        ByLemma("steep", name="slope", by="speed", says=of_short_steps(lambda kappa: always(
            total(tangent(V @ mean(x), x[j]) @ tangent(V @ mean(x), x[j]) for j in tokens)
            <= 4 / tau**2 * total((after[j] - x[j]) @ (after[j] - x[j]) for j in tokens))))
    yield r"Let $\kappa$ bound $\|V\|$. As in Lemma 7, every layer raises the energy by at least $(1/\tau - \kappa)/2$ times the sum of the " \
        "squared steps.", \
        ByLemma("rises", name="energy", says=of_short_steps(lambda kappa: always(
            energy(total(after[j] for j in tokens) / tokens.count, V) - energy(mean(x), V)
            >= (1 / tau - kappa) / 2 * total((after[j] - x[j]) @ (after[j] - x[j]) for j in tokens))))
    dE, m = given(any_scalar("dE", latex=r"\Delta E")), given(nonnegative_scalar("m"))
    g, a, b = given(any_scalar("g")), given(positive_scalar("a")), given(positive_scalar("b"))
    yield r"Let $m$ be the length of a step, and $g$ the length of the gradient. If the energy rises by at least $a m^2$, and $g \le b m$, " \
        "then it rises by at least a multiple of $g m$.", \
        Inequality(dE >= a / b * g * m, where=[dE >= a * m**2, g <= b * m],
                   because=(dE - a * m**2) + a / b * m * (b * m - g), name="enough descent") \
        .but_not("without the bound on the gradient", where=[dE >= a * m**2])
    with given.scope():  # Lojasiewicz's inequality for this energy where V s = 0 at rest.
        e, W, B2 = given(nonnegative_scalar("e")), given(nonnegative_scalar("W")), given(nonnegative_scalar("B2"))
        M, G = given(nonnegative_scalar("M")), given(nonnegative_scalar("G"))
        yield r"The rise also bounds the energy (Łojasiewicz's inequality). Let $B_2 = \sum_i |P_i w|^2$. Near an equilibrium $E$ differs from " \
            r"its value there by at most a multiple of $B_2^{2/3}$. First let $w = 0$ at the equilibrium, where $E = 0$. With $W = |w|$, $e = " \
            r"|E|$ is at most a multiple $M$ of $W^2$, for $V$ has an inverse on its image. Let as many of the $x_i^\top w$ be positive as " \
            r"negative. Then $2 e W \le B_2$.", \
            Inequality(4 * e**3 <= M * B2**2, where=[2 * e * W <= B2, e <= M * W**2], name="balanced",
                       because=M * (B2 - 2 * e * W) * (B2 + 2 * e * W) + 4 * e**2 * (M * W**2 - e)) \
            .but_not("whatever the signs", where=[e <= M * W**2])
        yield r"Otherwise $G = n |s^\top w|$ is at least $W - B_2/W$. It is at most a multiple of $W^2$, so at most half of $W$ if $W$ is small.", \
            Inequality(W**2 <= 2 * B2, where=[W * (W - G) <= B2, 2 * G <= W], name="unbalanced",
                       because=2 * (B2 - W * (W - G)) + W * (W - 2 * G)) \
            .but_not("however large the push", where=[W * (W - G) <= B2])
    with given.scope():  # The same where the tokens are at u and -u, and V u is a multiple of u that is not 0.
        s, u = given(any_vector("s")), given(unit_vector("u"))
        omega, lam = given(any_scalar("omega")), given(any_scalar("lam"))
        image, g = omega * u - lam * s, s @ u
        yield r"Now let $w = \omega u$ with a unit vector $u$ and $\omega > 0$ at the equilibrium, where the tokens are at $u$ and $-u$. Let $\mu$ be " \
            r"the mean of their signs there, $\lambda = \omega/\mu$ and $A = V - \lambda$. Nearby let $g_1 = s^\top u$. There $A s = \omega u - \lambda s$, " \
            "and its product with $s$ is", \
            Identity(s @ image, g * (omega - lam * g) - lam * (s @ s - g**2), name="form") \
            .but_not("without the part across", right=g * (omega - lam * g))
        yield "The square of $A s$ is", \
            Identity(image @ image, (omega - lam * g) ** 2 + lam**2 * (s @ s - g**2), name="image") \
            .but_not("without the part across", right=(omega - lam * g) ** 2)
        D, t, l = given(nonnegative_scalar("D")), given(nonnegative_scalar("t")), given(nonnegative_scalar("l"))
        C, g_1, mu_0 = (given(nonnegative_scalar("C")), given(nonnegative_scalar("g_1")),
                        given(positive_scalar("mu_0")))
        yield r"The product is at most a multiple $C$ of the square, for $A$ has an inverse on its image. So $D = |\omega - \lambda g_1|$, which is " \
            r"small, is at most a multiple of $t = |s|^2 - g_1^2$, and $t$ at most a multiple of $B_2$. So is the difference of $E$ and its " \
            r"value at the equilibrium. With $l$ and $\mu_0$ for $|\lambda|$ and $|\mu|$ this is", \
            Inequality(mu_0 * D <= 4 * (l + C * l**2) * t, name="second order",
                       where=[g_1 * D - l * t <= C * (D**2 + l**2 * t), 2 * g_1 >= mu_0, 4 * C * D <= mu_0],
                       because=4 * (C * (D**2 + l**2 * t) - (g_1 * D - l * t)) + 2 * D * (2 * g_1 - mu_0)
                       + D * (mu_0 - 4 * C * D)) \
            .but_not("far away, too", where=[g_1 * D - l * t <= C * (D**2 + l**2 * t), 2 * g_1 >= mu_0])
    with given.scope():  # The fourth root of what the energy lacks pays for the length of the way.
        h_0, h_1 = given(nonnegative_scalar("h_0")), given(nonnegative_scalar("h_1"))
        yield r"Let $h^4$ be the value of the energy at a limit point minus its value now. A step of length $m$ lowers $h^4$ by at least a multiple of " \
            r"$m \sqrt{B_2}$. Near the limit point $h^3$ is at most a multiple of $\sqrt{B_2}$. Let $h$ be $h_0$ before the step and $h_1$ after it.", \
            Inequality(h_0**4 - h_1**4 <= 4 * h_0**3 * (h_0 - h_1), where=[h_1 <= h_0], name="fourth root",
                       because=(h_0 - h_1) ** 2 * (3 * h_0**2 + 2 * h_0 * h_1 + h_1**2)) \
            .but_not("half of it", claim=h_0**4 - h_1**4 <= 2 * h_0**3 * (h_0 - h_1))
        d_0, d_1 = given(nonnegative_scalar("d_0")), given(nonnegative_scalar("d_1"))
        c, m_0 = given(positive_scalar("c")), given(nonnegative_scalar("m_0"))
        yield "So a step lowers $h$ by at least $c$ times its length $m_0$, for some $c > 0$. With the distance $d$ from the limit point, the sum " \
            "$d + h/c$ does not rise.", \
            Inequality(d_1 + h_1 / c <= d_0 + h_0 / c, where=[d_1 <= d_0 + m_0, c * m_0 <= h_0 - h_1],
                       because=(d_0 + m_0 - d_1) + (h_0 - h_1 - c * m_0) / c, name="stays near") \
            .but_not("whatever the length", where=[d_1 <= d_0 + m_0])
        yield "So a trajectory that comes near the limit point stays near it.", \
            Inequality(d_1 <= d_0 + h_0 / c, where=[d_1 + h_1 / c <= d_0 + h_0 / c], name="one limit",
                       because=(d_0 + h_0 / c - d_1 - h_1 / c) + h_1 / c) \
            .but_not("no nearer", where=[])
    yield "Let a finite basis span the space. Then the bounded trajectory has a limit point. It tends to it, and by " \
        "Lemma 7 the limit is an equilibrium.", ByLemma("has_limit", says=has_limit, name="limit")
