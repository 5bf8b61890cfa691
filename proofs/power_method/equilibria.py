"""Appendix D: which states the Oja map and self-attention leave as they are."""


from verify.vocabulary import *

from .paper import PAPER

n = tokens.count


# ------------------------------------------------------------------ the Oja map


@statement("B-L1", PAPER.label("Lemma 1"), title="Equilibria of the Oja map", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-E9",), position=(4, 1),
           printed=r"Let $V$ be symmetric and nonsingular, with $\lambda_1$ simple and positive (Assumption 1). An "
                   "equilibrium of (9) is a consensus, $x_i = v_r$ for all $i$, a bipartite consensus, $x_i = v_r$ or "
                   r"$x_i = -v_r$, or polygonal, $\sum_j x_j = 0$.",
           relation="stronger", differs="$V$ need only be nonsingular; $v_r$ is any unit eigenvector where an eigenvalue is multiple.")
def of_the_oja_map(given: Given) -> Proof:
    x, V = given(unit_tokens("x")), given(symmetric_operator("V"))
    tau = given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")
    s = let("s", lambda: total(x[j] for j in tokens) / n)
    pushed = let("pushed", lambda i: x[i] + tau * (V @ s), latex="y")

    def on_line(v: Vector) -> Proposition:
        return for_every(i, either(equals(x[i], v), equals(x[i], -1 * v)))

    def is_eigenvector(v: Vector) -> Proposition:
        return there_is(any_scalar("mu"), lambda mu: equals(V @ v, mu * v))

    polygonal = equals(total(x[j] for j in tokens), zero_vector())
    at_rest = for_every(i, equals(pushed[i] / norm(pushed[i]), x[i]))
    nonsingular = for_every(any_vector("z"), lambda z: implies(
        equals(V @ z, zero_vector()), equals(z, zero_vector())))
    three_classes = implies(both(nonsingular, at_rest), either(polygonal, there_is(
        unit_vector("v"), lambda v: both(is_eigenvector(v), on_line(v)))))
    yield claim(
        "Let $V$ be nonsingular. In an equilibrium of the Oja map either all tokens are at $v$ and $-v$ for one unit "
        "eigenvector $v$ of $V$ (consensus, or bipartite consensus), or the tokens add up to 0 (polygonal).", three_classes) \
        .but_not("a singular $V$ leaves no others at rest", implies(
                     at_rest, either(polygonal, for_every((i, j), either(equals(x[i], x[j]), equals(x[i], -1 * x[j]))))),
                 at={x: [[1, 0], [0, 1]], V: [[0, 0], [0, 0]], tau: 1}) \
        .but_not("what it leaves is consensus, or adds up to 0", implies(
                     at_rest, either(polygonal, for_every((i, j), equals(x[i], x[j])))),
                 at={x: [[1], [1], [-1]], V: [[1]], tau: 1})

    with given.scope():  # Tokens that one push leaves where they are lie along it.
        w = given(any_vector("w"))
        y_w = let("y_w", lambda i: x[i] + tau * w)
        yield r"The idea: all tokens get the same push $\tau w$. A token that does not move is parallel to $w$. So " \
            "all tokens are on one line, or $w = 0$." "\n\n" \
            r"The push moves a token off its line by the tangent part of $\tau w$.", \
            Identity(y_w[i] @ y_w[i] - (x[i] @ y_w[i]) ** 2,
                     tau**2 * (tangent(w, x[i]) @ tangent(w, x[i])), name="off the line") \
            .but_not("by all of $w$", right=tau**2 * (w @ w))
        yield "In the Oja map $w = V s$. So at an equilibrium $V s$ has no tangent part at any token.", \
            ByLemma("along_itself", by="off the line", name="along itself", says=implies(
                at_rest, for_every(i, equals(tangent(V @ s, x[i]), zero_vector()))))
        f = let("f", lambda i: tangent(w, x[i]))
        yield "Two tokens that are not parallel cannot both be parallel to $w$, unless $w = 0$.", \
            Inequality((w @ w) * (1 - (x[i] @ x[j]) ** 2) <= 3 * (f[i] @ f[i]) + 2 * (f[j] @ f[j]),
                       because=(f[i] + f[j]) @ (f[i] + f[j])
                       + (x[j] @ w - (x[i] @ x[j]) * (x[i] @ w)) ** 2
                       + (x[i] @ x[j]) ** 2 * (f[i] @ f[i]), name="one line") \
            .but_not("one token speaks for the other", claim=(w @ w) * (1 - (x[i] @ x[j]) ** 2) <= 3 * (f[i] @ f[i]))
    yield "So if $V s$ is not 0, all tokens are at $v$ or $-v$, where $v$ is one of them.", \
        ByLemma("one_push", name="one push", by=["along itself", "one line"], says=implies(
            at_rest, either(equals(V @ s, zero_vector()), there_is(unit_vector("v"), on_line))))
    needed = Printed(x[1] @ (x[1] + tau * (V @ s)) < norm(x[1] + tau * (V @ s)),
                     s @ s <= 0, (x[1] @ x[2]) ** 2 >= 1, part="variant", name="any V")
    yield "May $V$ be singular? Let two tokens be on no line, and let $s$ not be 0. Does the map then move a token?", needed
    yield r"It does not for $V = \operatorname{diag}(1, 0)$, where $s = (0, 4/5)$ and $V s = 0$.", \
        Witness(needed, {V: [[1, 0], [0, 0]], tau: 1, x: [[Fraction(3, 5), Fraction(4, 5)],
                                                         [Fraction(-3, 5), Fraction(4, 5)]]},
                name="singular V")
    yield "If $V s = 0$, then $s = 0$, since $V$ is nonsingular. Then the state is polygonal, for the tokens add up to $n s$.", \
        Identity(total(x[j] for j in tokens), n * s, name="sum") \
        .but_not("to $s$", right=s)
    with given.scope():  # States on one line: what they must be to be at rest, and what becomes of them.
        e, a, c = given(unit_vector("e")), given(any_scalar("a")), given(coefficients("c"))
        yield "Let all tokens be on one line, at multiples $c_i e$ of a unit vector $e$. Then their mean $s$ is a multiple $a e$.", \
            Identity(total(c[j] * e for j in tokens) / n, (total(c[j] for j in tokens) / n) * e, name="mean") \
            .but_not("the multiples do not matter", right=e)
        yield "At an equilibrium the tangent part of $V s$ at $e$ is 0. So $e$ is an eigenvector if $a$ is not 0.", \
            Identity(tangent(V @ (a * e), e), a * tangent(V @ e, e), name="eigenvector") \
            .but_not("whatever $a$", right=tangent(V @ e, e))
    yield "So $v$ is an eigenvector, or the state is polygonal.", \
        ByLemma("line_is_kept", name="line", by=["along itself", "sum", "mean", "eigenvector"], says=implies(
            both(at_rest, there_is(unit_vector("v"), on_line)),
            either(polygonal, there_is(unit_vector("v"), lambda v: both(is_eigenvector(v), on_line(v))))))
    yield "So the state is polygonal if $s = 0$. Otherwise all tokens are at $v$ and $-v$ for a unit eigenvector $v$.", \
        ByLemma("classes", says=three_classes, by=["one push", "sum", "line"], name="classes")
    with given.behind("examples"):
        v, lam = given(diagonalised("v", "lam", of=V))
        r = given(mode("r"))
        eps, p, q = given(signs("eps", positive="p", negative="q"))
        m = let("m", lambda: (p - q) / n)
        z = let("z", lambda i: eps[i] * v[r])
        y_z = let("y_z", lambda i: z[i] + (tau / n) * (V @ total(z[j] for j in tokens)))
        b = given(any_scalar("b"))
        yield "The converse, which the lemma does not claim, takes more. On an eigenvector every token is multiplied by a length, " \
            r"$1 + b$ or $1 - b$ with $b = \tau \lambda_r (p - q)/n$.", \
            Identity(y_z[i], (1 + tau * lam[r] * m * eps[i]) * z[i], name="lengths") \
            .but_not("as at consensus", right=(1 + tau * lam[r]) * z[i])
        yield r"Both are positive only if $\tau |\lambda_r| |p - q| < n$,", \
            Inequality(b**2 < 1, where=[1 + b > 0, 1 - b > 0], name="small") \
            .but_not("one is enough", where=[1 + b > 0])
        yield "and then they are.", \
            Inequality(1 + b > 0, where=[b**2 < 1], because=((1 + b) ** 2 + (1 - b**2)) / 2, name="positive") \
            .but_not("always", where=[])
        kept = Printed(z[1] @ y_z[1] > 0, part="variant", name="every consensus")
        axes = {v: [[1, 0], [0, 1]]}
        yield "Were consensus on an eigenvector always at rest,", kept
        yield r"$V = \operatorname{diag}(1, -3)$ with the step $1/2$ would not turn a token at $e_2$ round, and round again.", \
            Witness(kept, axes | {V: [[1, 0], [0, -3]], lam: [1, -3], r: 2, tau: Fraction(1, 2),
                                  eps: [1], p: 1, q: 0}, name="2-cycle")
        all_kept = Printed(z[4] @ y_z[4] > 0, part="variant", name="every sign pattern")
        yield "Were every sign pattern on $e_1$ at rest,", all_kept
        yield r"one token against three would not be turned to the others at once by $V = \operatorname{diag}(1, -1/2)$ with the step 4.", \
            Witness(all_kept, axes | {V: [[1, 0], [0, Fraction(-1, 2)]], lam: [1, Fraction(-1, 2)], r: 1,
                                      tau: 4, eps: [1, 1, 1, -1], p: 3, q: 1}, name="one against three")


# ------------------------------------------------------------------ self-attention


@statement("B-L8", PAPER.label("Lemma 8"), title="Equilibria of self-attention",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E8", "B-L1"),
           position=(4, 8),
           printed="Under Assumption 1 the equilibria of (8) are: consensus, $x_i = v_r$; bipartite consensus, $x_i = "
                   r"\pm v_r$; polygonal, $s_i = 0$ for all $i$; and clustering, $V s_i = \alpha_i x_i$ with scalars $\alpha_i$.",
           relation="corrected", differs=r"Here $\rho = 1 + \tau \alpha_i$ is the length before the normalisation. One "
                                         "equation describes all four classes.")
def of_self_attention(given: Given) -> Proof:
    x, A = given(unit_tokens("x")), given(row_stochastic("A"))
    V, tau, i = given(symmetric_operator("V")), given(positive_scalar("tau")), tokens.any("i")
    s = let("s", lambda i: total(A[i, j] * x[j] for j in tokens))
    y = let("y", lambda i: x[i] + tau * (V @ s[i]))
    alpha = let("alpha", lambda i: x[i] @ V @ s[i])
    at_rest = iff(for_every(i, equals(y[i] / norm(y[i]), x[i])),
                  for_every(i, there_is(any_scalar("a"), lambda a: both(equals(V @ s[i], a * x[i]), 1 + tau * a > 0))))
    yield claim(
        "A state of unit tokens is an equilibrium of self-attention, with whatever weights it "
        r"has there, if and only if $V s_i = \alpha_i x_i$ with $1 + \tau \alpha_i > 0$ for every token.", at_rest,
        wrong="With $V = -3 I$ and the step 1 the layer takes consensus at $x$ to $-x$.") \
        .but_not(r"whatever the sign of $1 + \tau \alpha_i$", iff(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])),
                     for_every(i, there_is(any_scalar("a"), lambda a: equals(V @ s[i], a * x[i])))),
                 at={x: [[1]], A: [[1]], V: [[-1]], tau: 3}) \
        .but_not("nothing but consensus rests", implies(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])), equals(x[i], x[1])),
                 at={x: [[1, 0], [-1, 0]], A: [[1, 0], [0, 1]], V: [[1, 0], [0, 1]], tau: 1})
    yield r"A token's push $V s_i$, from its own mean $s_i$, is $\alpha_i x_i$ up to a tangent part,", \
        Identity(V @ s[i], alpha[i] * x[i] + tangent(V @ s[i], x[i]), name="split") \
        .but_not(r"$\alpha_i$ is 1", right=x[i] + tangent(V @ s[i], x[i]))
    yield "and that part takes it off its line:", \
        Identity(y[i] @ y[i] - (x[i] @ y[i]) ** 2,
                 tau**2 * (tangent(V @ s[i], x[i]) @ tangent(V @ s[i], x[i])), name="off the line") \
        .but_not("all of the push does", right=tau**2 * ((V @ s[i]) @ (V @ s[i])))
    yield "The rest of the pushed token is along it, with this factor.", \
        Identity(x[i] @ y[i], 1 + tau * alpha[i], name="along the line") \
        .but_not("whatever the step", right=1 + alpha[i])
    u, rho = given(unit_vector("u")), given(positive_scalar("rho"), added=True)
    yield "So a token at rest is only stretched, and by a positive factor, which the text does not state. Conversely, what is so " \
        "stretched comes back to where it was.", \
        Identity((rho * u) / norm(rho * u), u, name="comes back") \
        .but_not("it is turned round", right=-1 * u)
    yield mutant("lengths of any sign", drop=rho, assume=nonzero_scalar("rho"))
    yield r"So a state is at rest if and only if $V s_i = \alpha_i x_i$ for every token, with positive factors.", \
        ByLemma("rests", says=at_rest, by=["split", "off the line", "along the line", "comes back"], name="every token")
    with given.behind("examples"):
        yield from attention_patterns(given, A, V, tau, i)
        yield from clusters(given, A, V, x, tau)


@lemma
def attention_patterns(given: Given, A: Weights, V: Operator, tau: Scalar, i: Index) -> Proof:
    """Consensus and bipartite states, for any weights and then for those of a softmax."""
    v, lam = given(diagonalised("v", "lam", of=V))
    r, j = given(mode("r")), tokens.any("j")
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    z = let("z", lambda i: eps[i] * v[r])
    mu = let("mu", lambda i: eps[i] * total(A[i, j] * eps[j] for j in tokens))
    y_z = let("y_z", lambda i: z[i] + tau * (V @ total(A[i, j] * z[j] for j in tokens)))
    yield r"With signs along an eigenvector $\alpha_i$ is " \
        r"$\lambda_r \mu_i$, where $\mu_i$ is the token's own sign times the mean sign that it sees; at consensus $\mu_i = 1$.", \
        Identity(y_z[i], (1 + tau * lam[r] * mu[i]) * z[i], name="lengths") \
        .but_not("as at consensus", right=(1 + tau * lam[r]) * z[i])
    kept = Printed(z[4] @ y_z[4] > 0, part="variant", name="every sign pattern")
    yield "Were all of these at rest,", kept
    quarter = Fraction(1, 4)
    yield "one token against three would not be turned to the others at once by " \
        r"$V = \operatorname{diag}(1, -1/2)$ with the step 4 and equal weights.", \
        Witness(kept, {V: [[1, 0], [0, Fraction(-1, 2)]], v: [[1, 0], [0, 1]], lam: [1, Fraction(-1, 2)],
                       r: 1, tau: 4, eps: [1, 1, 1, -1], p: 3, q: 1, A: [[quarter] * 4] * 4},
                name="one against three")
    E = given(positive_scalar("E"))                                                  # e^{2g}
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
    given(that(w[i, j] > 0))                                  # 2 e^g times an exponential of a score
    mu_plus, mu_minus = let("mu_plus", lambda: (p * E - q) / (p * E + q)), \
        let("mu_minus", lambda: (q * E - p) / (q * E + p))
    yield r"With softmax weights, scores of $v_r^\top P v_r = g$ and $E = e^{2g}$, it has a value in each group,", \
        Identity(eps[i] * total(w[i, j] / total(w[i, k] for k in tokens) * eps[j] for j in tokens),
                 ((1 + eps[i]) * mu_plus + (1 - eps[i]) * mu_minus) / 2, name="values") \
        .but_not("the groups are exchanged", right=((1 + eps[i]) * mu_minus + (1 - eps[i]) * mu_plus) / 2)
    yield "and both are 0, so that the bipartite state is polygonal, only if $p = q$", \
        Identity(q * (p * E - q) - p * (q * E - p), p**2 - q**2, name="equal groups") \
        .but_not("of any sizes", right=0)
    yield "and $E = 1$, that is $g = 0$.", \
        Identity(p * E - p, p * (E - 1), name="no score") \
        .but_not("or always", right=0)


@lemma
def clusters(given: Given, A: Weights, V: Operator, x: Vectors, tau: Scalar) -> Proof:
    """The fourth class is not empty, and not always unstable."""
    s_1, s_2, z_1, z_2 = (given(any_vector(name)) for name in ("s_1", "s_2", "z_1", "z_2"))
    a, b, c, f = (given(any_scalar(name)) for name in ("a", "b", "c", "f"))
    alpha_1, alpha_2 = given(any_scalar("alpha_1")), given(any_scalar("alpha_2"))
    yield "The fourth class is all the rest. Let two clusters be at $z_1$ and $z_2$, with " \
        r"independent means $s_1$ and $s_2$. Some $V$ sends these to $\alpha_1 z_1$ and " \
        r"$\alpha_2 z_2$, and it is symmetric on their plane for one ratio of the two factors:", \
        Identity((a * s_1 + b * s_2) @ (c * alpha_1 * z_1 + f * alpha_2 * z_2)
                 - (c * s_1 + f * s_2) @ (a * alpha_1 * z_1 + b * alpha_2 * z_2),
                 (a * f - b * c) * (alpha_2 * (s_1 @ z_2) - alpha_1 * (s_2 @ z_1)),
                 name="symmetric") \
        .but_not("the other ratio", right=(a * f - b * c) * (alpha_1 * (s_1 @ z_2) - alpha_2 * (s_2 @ z_1)))

    def stays(k: int) -> Scalar:
        moved = x[k] + tau * (V @ total(A[k, j] * x[j] for j in tokens))
        return norm(moved) - x[k] @ moved

    none = Printed(stays(1) > 0, stays(2) > 0, tangent(V @ x[1], x[1]) @ tangent(V @ x[1], x[1]) <= 0,
                   tangent(V @ x[2], x[2]) @ tangent(V @ x[2], x[2]) <= 0, part="variant",
                   name="no clusterings")
    yield "Were there no such states,", none
    V_10 = [[Fraction(-14227, 5780), Fraction(4551, 1445)], [Fraction(4551, 1445), Fraction(-94054, 39015)]]
    tokens_10, step = [[1, 0], [Fraction(3, 5), Fraction(4, 5)]], Fraction(1, 10)
    yield "this one, of two tokens neither of which is an eigenvector, would not be at rest.", \
        Witness(none, {V: V_10, tau: step, x: tokens_10,
                       A: [[Fraction(1, 82), Fraction(81, 82)], [Fraction(2, 11), Fraction(9, 11)]]},
                name="a clustering")
    P = given(any_operator("P"))
    unstable = Printed(differs(tau, step), part="variant", name="never stable")
    yield r"Its weights are those of scores with $e^{x_i^\top Px_j} = 1/9$, 9, $1/9$, $1/2$. Were it unstable, no step would do,", unstable
    yield "but $1/10$ does, for the layer itself, in balls: clusterings can be stable.", \
        Witness(unstable, {V: V_10, tau: step, x: tokens_10,
                           P: [[-2 * log(3), 4 * log(3)],
                               [-log(3), Fraction(-9, 8) * log(3) - Fraction(25, 16) * log(2)]]},
                stable_layer=attention_layer(value=V, scores=P, step=tau), tangent_at=x,
                name="a stable one")


@statement("B-R7", PAPER.label("Remark 7"), title="Symmetry of equilibria", origin="reconstructed",
           basis="every_reconstruction", rests_on=("B-L8",), position=(4, 8, 8),
           printed="$A$ is the same at $X$ and at $-X$, so the antipode of a clustering equilibrium is one. If only "
                   "some of the tokens change sign, the state is as a rule no longer an equilibrium.",
           relation="stronger", differs="It holds for every equilibrium; the second sentence is not claimed, and shown on examples.")
def negatives(given: Given) -> Proof:
    x, P = given(unit_tokens("x")), given(any_operator("P"))
    V, tau = given(any_operator("V")), given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")
    A = softmax(lambda i: x[i], P)
    A_negative = softmax(lambda i: -1 * x[i], P)
    y = let("y", lambda i: x[i] + tau * (V @ total(A(i, j) * x[j] for j in tokens)))
    z = let("z", lambda i: -1 * x[i] + tau * (V @ total(A_negative(i, j) * (-1 * x[j]) for j in tokens)))
    yield claim(
        "A state is an equilibrium of self-attention if and only if its negative is.",
        implies(for_every(i, norm(y[i]) > 0),
                iff(for_every(i, equals(y[i] / norm(y[i]), x[i])),
                    for_every(i, equals(z[i] / norm(z[i]), -1 * x[i]))))) \
        .but_not("every state of consensus is one", implies(
                     for_every(i, equals(x[i], x[1])), for_every(i, equals(y[i] / norm(y[i]), x[i]))),
                 at={x: [[1, 0]], P: [[0, 0], [0, 0]], V: [[0, -1], [1, 0]], tau: 1}) \
        .but_not("each token is one by itself", iff(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])),
                     for_every(i, equals(tangent(V @ x[i], x[i]), zero_vector()))),
                 at={x: [[1, 0]], P: [[0, 0], [0, 0]], V: [[-2, 0], [0, 1]], tau: 1})
    yield "Scores are products of two tokens, so all weights of a state are those of its negative.", \
        Identity(A_negative(i, j), A(i, j), name="weights") \
        .but_not("those that attend keep their sign", left=exp(x[i] @ P @ (-1 * x[j]))
                 / total(exp(x[i] @ P @ (-1 * x[k])) for k in tokens))
    moves = norm(y[i]) > 0
    yield "With the same weights the layer takes the negative to the negative, with the same lengths;", \
        Inequality(norm(z[i]) > 0, where=[moves], because=norm(y[i]), name="length")
    yield "this is so of directions,", \
        Identity(z[i] / norm(z[i]), -1 * (y[i] / norm(y[i])), where=[moves], name="to the negative") \
        .but_not("to the same", right=y[i] / norm(y[i]))
    yield "and back:", \
        Identity(y[i] / norm(y[i]), -1 * (z[i] / norm(z[i])), where=[moves], name="back")
    w = given(any_vector("w"))
    yield "two signs cancel.", Identity(-1 * (-1 * w), w, name="signs")
    W, u = given(row_stochastic("W")), given(nonzero_vector("u"))
    yield "With the same weights the push changes its sign with the tokens,", \
        Identity(-1 * x[i] + tau * (V @ total(W[i, j] * (-1 * x[j]) for j in tokens)),
                 -1 * (x[i] + tau * (V @ total(W[i, j] * x[j] for j in tokens))), name="push") \
        .but_not("one token alone changes its sign",
                 left=-1 * x[i] + tau * (V @ total(W[i, j] * x[j] for j in tokens)))
    yield "and normalising keeps it: the negative of an equilibrium is an equilibrium.", \
        Identity((-1 * u) / norm(-1 * u), -1 * (u / norm(u)), name="normalised") \
        .but_not("lengths have a sign", right=u / norm(u))
    yield "So one is at rest if and only if the other is.", \
        Thus(implies(for_every(i, norm(y[i]) > 0),
                     iff(for_every(i, equals(y[i] / norm(y[i]), x[i])),
                         for_every(i, equals(z[i] / norm(z[i]), -1 * x[i])))),
             by=["length", "to the negative", "back", "signs"], name="claim")
