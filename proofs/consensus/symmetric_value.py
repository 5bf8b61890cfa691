"""Section 5: causal attention with a symmetric value matrix."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@statement("A-T5.2", PAPER.label("Theorem 5.2, eqs. (18), (19)", ICML="Theorem 4.5"), title="Symmetric value matrix",
           gist="With a fixed symmetric value matrix, causal tokens that start in one hemisphere "
                "tend to its leading eigenvector.",
           rests_on=(("A-L5.2", "growth", "gap", "part", "squared slope", "approach", "distance", "near"),),
           position=(5, 4),
           of_layers=OfLayers("tokens with positive parts along v_1 converge to v_1 (in continuous time)"),
           printed="Let (6) be auto-regressive with $W = I$, $h = 1$, symmetric $U$ and bounded $P(t)$ (Hypothesis "
                   r"5.2). Let $\lambda = \max \lambda(U) > 0$ and $\dim L_\lambda(U) = 1$, with unit vectors $v$ and "
                   r"$-v$. Then the equilibrium $(v, \dots, v)$ is asymptotically stable, with a domain of attraction "
                   r"that contains the set $\mathcal{D}^\ell(v)$ of all $y$ with $v^\top y_i > 0$ for $1 \le i \le "
                   r"\ell$; likewise for $-v$.",
           relation="stronger", differs=r"$\lambda = 0$ is allowed, convergence is exponential, and of the weights only "
                                        "bounds are used.")
def symmetric_value(given: Given) -> Proof:
    U = given(symmetric_operator("U"))
    v, lam = given(diagonalised("v", "lam", of=U))
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha, value=U, reach="up_to")
    b = let("b", lambda i: v[1] @ y[i])
    e = let("e", lambda i: y[i] - v[1])
    A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
    q = let("q", lambda i: lam[1] * v[1] - b[i] * (U @ y[i]))
    f = let("f", lambda i: total(alpha[i, j] * (q[i] @ e[j]) for j in tokens.before(i)))
    w = let("w", lambda i: total(alpha[i, j] * (U @ y[j]) for j in tokens.before(i)))
    B = let("B", lambda i: total(alpha[i, j] * b[j] for j in tokens.before(i)))
    i, j, k = *tokens.any("i", "j"), modes.any("k")

    def gathering(say: Callable[[Scalar], Proposition]) -> Proposition:
        """Return that something holds of weights in [m, M], a gap, and a bound s of the eigenvalues."""
        return implies(
            both(lam[1] >= 0, for_every(any_vector("x"), lambda x: equals(x, total((v[k] @ x) * v[k] for k in modes)))),
            for_every((positive_scalar("m"), positive_scalar("M"), positive_scalar("gamma"),
                nonnegative_scalar("s")), lambda m, M, gamma, s: implies(
                    both(always(both(alpha[i, j] >= m, alpha[i, j] <= M)),
                         lam[1] - lam[k] >= gamma * (1 - same(k, 1)), lam[k] <= s, -s <= lam[k]),
                    say(M * s / (m * gamma)))))

    toward, opposite = tends_to(y[i], v[1]), implies(at_start(b[i] < 0), tends_to(y[i], -v[1]))
    fast = for_every(i, there_is((positive_scalar("c"), positive_scalar("C")),
                                 lambda c, C: always(norm(y[i] - v[1]) <= C * exp(-c * elapsed))))

    def close(ratio: Scalar) -> Proposition:
        """Tokens within D of v at the start stay within a multiple of D."""
        return for_every(nonnegative_scalar("D"), lambda D: implies(
            at_start(norm(y[i] - v[1]) <= D),
            always(norm(y[i] - v[1]) <= square_root(2) * exp(ratio * tokens.count**2) * D)))

    def from_inside(says: Proposition) -> Proposition:
        return implies(at_start(b[i] > 0), says)

    parts = {"all": gathering(lambda ratio: both(from_inside(both(toward, fast, close(ratio))), opposite)),
             "toward": gathering(lambda _: from_inside(toward)), "fast": gathering(lambda _: from_inside(fast)),
             "close": gathering(lambda ratio: from_inside(close(ratio))), "opposite": gathering(lambda _: opposite)}
    yield claim(
        "Let the largest eigenvalue be simple and not negative, and let the weights stay between two positive bounds. "
        "Then all tokens of the open hemisphere of $v$ tend to $v$ exponentially, and those of the opposite one to "
        "$-v$. What starts close to $v$ stays close: $v$ is stable, uniformly in time.",
        parts["all"],
        along=solution(flow, varying=[alpha], start=[y])) \
        .but_not("the hemisphere may be closed",
                 implies(both(lam[1] >= 0, at_start(b[i] >= 0)), tends_to(y[i], v[1])),
                 at={U: FIRST_AXIS, v: PLANE, lam: [1, 0], y: [[0, 1], [0, -1]], alpha: EVERYBODY}) \
        .but_not("the largest eigenvalue may be negative", implies(at_start(b[i] > 0), tends_to(y[i], v[1])),
                 at={U: [[-1, 0], [0, -2]], v: PLANE, lam: [-1, -2], y: [[1, 0], ASIDE],
                     alpha: [[1, 1], [Fraction(3, 5), 1]]}) \
        .but_not("no token is ever further from $v$ than the furthest at the start",
                 for_every(positive_scalar("q"), lambda q: implies(
                     at_start(e[i] @ e[i] <= q), always(e[i] @ e[i] <= q))),
                 at={U: [[1, 0], [0, -10]], v: PLANE, lam: [1, -10], y: [ASIDE, BESIDE],
                     alpha: [[1, 1], [3, 1]]})
    with given.scope():  # The part b of a token along v, and what (18) says of it.
        yield "The idea: token by token. The first token is a flow of one point, and tends to $v$. A later one " \
            "stays in the hemisphere, and once those before it are near $v$ they can only pull it there. The " \
            "case of a zero eigenvalue comes at the end." "\n\n" \
            "The part of a token along $v = v_1$ moves by the pull of the tokens it sees,", \
            Identity(rate(b[i], flow), total(alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ U @ y[j]))
                                             for j in tokens.up_to(i)), name="rate") \
            .but_not("the value matrix is left out of the projection", right=total(
                alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ y[j])) for j in tokens.up_to(i)))
        yield "which (18) orders by how far the earlier tokens are from $v$.", \
            Identity(rate(b[i], flow), lam[1] * A[i] * (1 - b[i] ** 2)
                     + alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) * b[i] + f[i], name="eq 18") \
            .but_not("the token's own term is left out", right=lam[1] * A[i] * (1 - b[i] ** 2) + f[i])
        resting = Printed(differs(rate(b[2], flow), 0), e[1] @ e[1] > 0, b[2] ** 2 >= 1,
                          part="argument", name="only two equilibria")
        yield "The argument says, as far as its formulas can be recovered, that (18) has no other " \
            "equilibria than $b = 1$ and $-1$ when the earlier tokens are at $v$.", resting
        yield "With equal weights, eigenvalues 3 and $-2$ leave another one, $b = -3/5$: harmless, as $b < 0$.", \
            Witness(resting, {U: [[3, 0], [0, -2]], v: [[1, 0], [0, 1]], lam: [3, -2],
                              alpha: [[1, 0], [1, 1]],
                              y: [[1, 0], [Fraction(-3, 5), Fraction(4, 5)]]}, name="a third one")

        x = given(orthogonal_to("x", v[1]))
        yield "For a token $x$ on the boundary of the hemisphere, where $b = 0$, only the earlier tokens count.", \
            Identity(v[1] @ tangent(w[i] + alpha[i, i] * (U @ x), x), lam[1] * B[i], name="boundary") \
            .but_not("the token's own length counts, too", right=lam[1] * B[i] - x @ x)
    largest = given(that(lam[1] >= 0))                      # the paper has > 0
    gamma = given(positive_scalar("gamma"))                 # the gap
    simple = given(largest_first(lam, vectors=v, of=U, gap=gamma))
    given.layer(asked("one head"), (U, "F"), (largest, "lambda_1"), (simple, "lambda_1"), asked("causal"))
    s = given(spectral_bound("s", values=lam))              # the norm of U, or more
    given(in_eigenbasis(y, vectors=v, values=lam, of=U))
    with given.scope():  # The own term draws a token to v.
        yield "Lemma 5.2 bounds the token's own term,", \
            Inequality(lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2), name="own term", because=total(
                (lam[1] - lam[k] - gamma * (1 - same(k, 1))) * (v[k] @ y[i]) ** 2 for k in modes)) \
            .but_not("by the distance to the least eigenvalue",
                     claim=lam[1] - y[i] @ U @ y[i] >= (lam[1] - lam[k]) * (1 - b[i] ** 2))
        yield "and the norm of $U$ the others.", \
            Inequality(y[i] @ U @ y[j] <= s, name="norm", because=total(
                (s - lam[k]) * (v[k] @ y[i] + v[k] @ y[j]) ** 2
                + (s + lam[k]) * (v[k] @ y[i] - v[k] @ y[j]) ** 2 for k in modes) / 4) \
            .but_not("the largest eigenvalue does, too", claim=y[i] @ U @ y[j] <= lam[1])
    inside = given(open_hemisphere(y, along=v[1]))
    with given.scope():  # No token leaves the open hemisphere, and the first one tends to v.
        yield "So no token of the open hemisphere crosses the boundary, however strong the pull of the others is.", \
            Inequality(lam[1] * B[i] >= 0, name="kept inside") \
            .but_not("it is pushed by a fixed amount", claim=lam[1] * B[i] >= 1)
        R = let("R", lambda: (1 - b[1] ** 2) / b[1] ** 2)
        yield "The first token sees only itself: its squared slope obeys Lemma 5.2.", \
            Identity(rate(R, flow), -2 * alpha[1, 1] * (lam[1] - y[1] @ U @ y[1]) / b[1] ** 2, name="first token") \
            .but_not("its weight does not count", right=-2 * (lam[1] - y[1] @ U @ y[1]) / b[1] ** 2)
        yield "The part $b$ falls no faster than at the rate $s A$, and stays positive in finite time.", \
            Inequality(rate(b[i], flow) >= -s * A[i] * b[i], name="floor",
                       where=[every(lambda j: y[i] @ U @ y[j] <= s), lam[1] >= y[i] @ U @ y[i]],
                       because=alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) * b[i] + total(
                           alpha[i, j] * (lam[1] * b[j] + b[i] * (s - y[i] @ U @ y[j]))
                           for j in tokens.before(i))) \
            .but_not("it does not decrease", claim=rate(b[i], flow) >= 0)
    with given.scope():  # The others push a token away by no more than their distances to v.
        yield "The lever $q$ of the push $f$ vanishes at both poles:", \
            Inequality(q[i] @ q[i] <= s**2 * (1 - b[i] ** 2), name="lever",
                       because=(s - lam[1]) * (s + lam[1]) * (1 - b[i] ** 2) ** 2
                       + b[i] ** 2 * total((s - lam[k]) * (s + lam[k]) * (1 - same(k, 1)) ** 2
                                           * (v[k] @ y[i]) ** 2 for k in modes)) \
            .but_not("with the largest eigenvalue instead of the norm",
                     claim=q[i] @ q[i] <= lam[1] ** 2 * (1 - b[i] ** 2))
        p, E0 = given(positive_scalar("p")), given(positive_scalar("E0"))
        E = given(positive_weights("E"))                        # bounds of the lengths of the e_j
        F = let("F", lambda i: total(alpha[i, j] * E[j] for j in tokens.before(i)))
        yield r"so with $p = s \sqrt{1 - b^2}$ the distances $E$ to $v$ bound the push, from below and " \
            "likewise from above: (19), and sharper.", \
            Inequality(f[i] >= -p * F[i], name="eq 19", where=[every(lambda j: q[i] @ e[j] >= -p * E[j])],
                       because=total(alpha[i, j] * (q[i] @ e[j] + p * E[j])
                                     for j in tokens.before(i))) \
            .but_not("the push is no push back", claim=f[i] >= 0)
        r, a = given(positive_scalar("r")), given(nonnegative_scalar("a"))
        yield "Altogether a token drifts to $v$, but for the distances of the earlier ones.", \
            Inequality(rate(b[i], flow) >= lam[1] * A[i] * (1 - b[i] ** 2)
                       + alpha[i, i] * gamma * (1 - b[i] ** 2) * b[i]
                       - p * F[i], name="drift",
                       where=[f[i] >= -p * F[i],
                              lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2)],
                       because=f[i] + p * F[i]
                       + alpha[i, i] * (lam[1] - y[i] @ U @ y[i] - gamma * (1 - b[i] ** 2)) * b[i]) \
            .but_not("without the push", claim=rate(b[i], flow) >= lam[1] * A[i] * (1 - b[i] ** 2)
                     + alpha[i, i] * gamma * (1 - b[i] ** 2) * b[i])
        yield r"Let the earlier tokens be closer to $v$ than $E_0$, with the weight $a$ in all, and let $r$ be $\sqrt{1 - b^2}$. " \
            r"If $\lambda > 0$ and $r$ exceeds $s E_0/\lambda$, the token moves closer. So tokens that start close to " \
            "$v$ stay close, from whatever time on;", \
            Inequality(lam[1] * a * r**2 - a * (s * r) * E0 >= 0, where=[lam[1] * r >= s * E0],
                       because=a * r * (lam[1] * r - s * E0), name="stays close") \
            .but_not("however close it is", where=[])
        m = given(positive_scalar("m"))
        yield "and if $r$ exceeds twice that, half of the pull is left, by which $1 - b$ decays exponentially.", \
            Inequality(lam[1] * a * (1 - b[i] ** 2) / 2 >= lam[1] * m / 2 * (1 - b[i]), name="decay",
                       where=[a >= m, b[i] <= 1],
                       because=lam[1] / 2 * ((a - m) * (1 - b[i]) * (1 + b[i]) + m * b[i] * (1 - b[i]))) \
            .but_not("twice as fast", claim=lam[1] * a * (1 - b[i] ** 2) / 2 >= lam[1] * m * (1 - b[i]))
        # The same if the largest eigenvalue is 0.
        c = given(positive_scalar("c"))
        G = let("G", lambda i: total(alpha[i, j] * ((U @ y[i]) @ e[j]) for j in tokens.before(i)))
        yield r"$\lambda = 0$ is enough. For (18) also reads", \
            Identity(rate(b[i], flow), lam[1] * (B[i] - A[i] * b[i] ** 2)
                     + b[i] * (alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) - G[i]), name="eq 18 again") \
            .but_not("the first part has no $b^2$", right=lam[1] * B[i]
                     + b[i] * (alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) - G[i]))
        yield r"where all but the first term has the factor $b$, and the new lever $U y_i$ vanishes at the poles if $\lambda = 0$.", \
            Inequality((U @ y[i]) @ (U @ y[i]) <= s**2 * (1 - b[i] ** 2) + lam[1] ** 2 * b[i] ** 2,
                       name="null lever", because=total(
                           (s - lam[k]) * (s + lam[k]) * (1 - same(k, 1)) ** 2 * (v[k] @ y[i]) ** 2
                           for k in modes)) \
            .but_not(r"for any $\lambda$", claim=(U @ y[i]) @ (U @ y[i]) <= s**2 * (1 - b[i] ** 2))
        yield "The token's own term and the push compete as before, with $p$ the length of the new lever,", \
            Inequality(alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) - G[i]
                       >= alpha[i, i] * gamma * (1 - b[i] ** 2) - p * F[i], name="null drift",
                       where=[every(lambda j: (U @ y[i]) @ e[j] <= p * E[j]),
                              lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2)],
                       because=total(alpha[i, j] * (p * E[j] - (U @ y[i]) @ e[j])
                                     for j in tokens.before(i))
                       + alpha[i, i] * (lam[1] - y[i] @ U @ y[i] - gamma * (1 - b[i] ** 2))) \
            .but_not("for any pushes", where=[lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2)])
        g, mu, K = given(positive_scalar("g")), given(positive_scalar("mu")), given(positive_scalar("K"))
        yield "and if $E$ decays like $e^{-ct}$, $b$ stays above a positive number, and $r$, falling " \
            r"at the rate $g$ and raised by $\mu E$, decays with it.", \
            Inequality(-g * r + mu * E0 - c * K * E0 <= -c / 2 * (r + K * E0), name="two rates",
                       where=[g >= c / 2, c * K >= 2 * mu], because=(g - c / 2) * r + (c * K / 2 - mu) * E0) \
            .but_not("with any weight $K$", where=[g >= c / 2])
    yield "By the rate of $b$ and the bound of the token's own term all are drawn to $v$, token by token, each as soon as those before " \
        "it are near.", \
        ByLemma("toward", says=parts["toward"], name="toward", by=["rate", "own term"])
    yield "From the same two, they tend to it exponentially.", \
        ByLemma("fast", says=parts["fast"], name="fast", by=["rate", "own term"])
    yield r"Now let $r_i = \sqrt{1 - b_i^2}$. Off $v$ the product of $y_i$ and $U y_j$ is at most $s r_i r_j$. So to the rate of $b_i$ the token " \
        r"itself adds at least $m \gamma b_i r_i^2$, by the bound of its own term, an earlier one at least $-M s b_i r_i r_j$, and $r_i$ " \
        r"grows only where it is less than $M s/(m \gamma)$ " \
        r"times the sum of the earlier $r_j$. By induction it is at most $e^{(M s/(m \gamma)) n i} D$, and the distance to $v$ is at most " \
        r"$\sqrt{2} r_i$: what starts close stays close.", \
        ByLemma("close", says=parts["close"], name="close", by=["rate", "own term"])
    yield "The field is odd, and that bound is the same at $-v$. So tokens of the opposite hemisphere tend to $-v$.", \
        ByLemma("opposite", says=parts["opposite"], name="opposite", by=["rate", "own term"])
    with given.scope():  # Tell which versions for other value matrices are true.
        U1, U2 = (given(symmetric_operator("U1")), given(symmetric_operator("U2")))
        P1, P2 = given(any_operator("P1")), given(any_operator("P2"))
        J, u = given(any_operator("J")), given(unit_vector("u"))
        theta = given(any_scalar("theta"))
        z = let("z", lambda: cos(theta) * u + sin(theta) * (J @ u))

        def pulled(value: Operator, scores: Operator) -> Vector:
            first, itself = exp(z @ scores @ u), exp(z @ scores @ z)
            whole = (first + itself) * square_root(modes.count)
            return (first * (value @ u) + itself * (value @ z)) / whole

        g1, g2 = (let("g1", lambda: pulled(U1, P1)), let("g2", lambda: pulled(U2, P2)))
        omega = let("omega", lambda: (J @ z) @ (g1 + g2))     # how fast z turns, away from u
        rest = tangent((U1 + U2) @ u, u)
        shared = Printed(rest @ rest > 0, at(omega, {theta: -pi() / 3}) >= 0,
                         at(omega, {theta: -2 * pi() / 3}) <= 0, part="variant", name="v of the sum")
        yield "The paper expects as much of several heads, without proof. But the top eigenvector of the sum alone is " \
            "not enough. If it were, a second token could leave the arc from $-120$ to $-60$ degrees of a first one " \
            "at rest there: it would not turn inwards at both ends.", shared
        yield r"It does, where the two heads add up to $\operatorname{diag}(1, 0)$ and have the " \
            "scores $2 I$ and $-2 I$.", \
            Witness(shared, {U1: [[0, 4], [4, 0]], U2: [[1, -4], [-4, 0]], P1: [[2, 0], [0, 2]],
                             P2: [[-2, 0], [0, -2]], J: [[0, -1], [1, 0]], u: [1, 0]}, name="trap")
        C, t = given(any_operator("C")), given(any_vector("t"))
        kept = Printed((C @ u - u) @ (C @ u - u) > 0, differs(t @ u, 0),
                       u @ tangent(C @ t, t) >= 0, part="variant", name="any value matrix")
        yield "Nor can symmetry be dropped: if $u = C u$ were enough, the open hemisphere of $u$ " \
            "would be invariant.", \
            kept
        yield "It leaves, where $C$ has the eigenvalues 1 and 0.", \
            Witness(kept, {C: [[1, -2], [0, 0]], u: [1, 0], t: [0, 1]}, name="it leaves")

    yield mutant("the largest eigenvalue may be double", drop=simple,
                 assume=largest_first(lam, vectors=v, of=U, gap=0))
    yield mutant("the largest eigenvalue may be negative", drop=largest)
    yield mutant("the hemisphere may be closed", drop=inside, assume=closed_hemisphere(y, along=v[1]))
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
