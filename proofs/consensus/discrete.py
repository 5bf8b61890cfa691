"""Section 2.2: attention as a layer, where its step is defined, and its first order."""

from collections.abc import Callable

from verify.language.expressions import Relation
from verify.language.symbols import HeadVectors
from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@statement("A-2.3", PAPER.label("eq. (3)", ICML="eq. (4)"), title="Discrete attention and its normalisation",
           gist="Attention divides each weighted sum by the sum of its weights. As printed, it "
                "divides by the sum of the wrong token.",
           argued=False, position=(2, 2),
           printed=r"Self-attention maps tokens $x = (x_1, \dots, x_\ell)$ to $z = V x D \exp(x^\top K^\top Q x)$, with "
                   r"the exponential taken entry by entry and the diagonal matrix $D_{ii} = (\sqrt{n+1} \sum_l "
                   r"\exp(x_l^\top K^\top Q x_l))^{-1}$.",
           relation="refuted", differs="We refute the place of $D$. That the exponent in $D_{ii}$ does not depend on "
                                       "$i$ may be a misprint.")
def discrete_attention(given: Given) -> Proof:
    Q, K, V = given(any_operator("Q")), given(any_operator("K")), given(any_operator("V"))
    x = given(any_vectors("x"))
    i, j = tokens.any("i", "j")
    d = modes.count

    def entry(j: Index | int, i: Index | int) -> Scalar:  # row j is the key's, column i the query's
        return exp((K @ x[j]) @ (Q @ x[i]))

    D = let("D", lambda i: 1 / (square_root(d) * total(entry(j, i) for j in tokens)))
    alpha = softmax(lambda i: x[i], Q.T @ K, row_sum=1 / square_root(d))

    def are_averages(i: Index) -> Proposition:
        return equals(total((D[j] * entry(j, i)) * (V @ x[j]) for j in tokens),
                      total(alpha(i, j) * (V @ x[j]) for j in tokens))

    yield claim(
        "With the normaliser on the left, column $i$ of the output is the average of the values with the "
        "weights of query $i$.",
        are_averages(i), refuted=True,
        wrong="The normaliser belongs on the right. On the left it divides every value by the "
              "sum of its own token, and not by that of the query. Two tokens on a line, $x_1 = "
              "0$ and $x_2 = 1$, with $Q = K = V = 1$, show it.",
        instead=["right"])
    c = given(covector("c"))
    yield r"A key and a query meet in one bilinear form, with the matrix $P = Q^\top K$.", \
        Identity((K @ x[j]) @ (Q @ x[i]), x[i] @ (Q.T @ K) @ x[j], name="scores") \
        .but_not(r"query and key are exchanged: $P = K^\top Q$", right=x[i] @ (K.T @ Q) @ x[j])
    yield "With the normaliser on the right, column $i$ of the output is the average of the " \
        "values with the weights of query $i$,", \
        Identity(total((D[i] * entry(j, i)) * (V @ x[j]) for j in tokens),
                 total(alpha(i, j) * (V @ x[j]) for j in tokens), name="right") \
        .but_not("the values are not weighted", right=total(V @ x[j] for j in tokens))
    yield r"which add up to $1/\sqrt{d}$.", \
        Identity(total(D[i] * entry(j, i) for j in tokens), 1 / square_root(d), name="row sums") \
        .but_not("they add up to 1", right=1) \
        .but_not("they are normalised over queries", left=total(D[i] * entry(i, j) for j in tokens))

    printed = Printed(c @ total((D[j] * entry(j, 1)) * (V @ x[j]) for j in tokens)
                      <= c @ total(alpha(1, j) * (V @ x[j]) for j in tokens), name="D on the left")
    yield "Printed: the normaliser stands on the left, so that every value is divided by its own token's sum, and " \
        "not by the query's. If column 1 were the average with the query's weights all the same, no covector $c$ " \
        "would read more from it (nor, with $-c$, less).", printed
    yield "Two tokens on a line, one of them 0, tell the two sides apart.", \
        Witness(printed, {Q: [[1]], K: [[1]], V: [[1]], x: [[0], [1]], c: [-1]}, name="sides differ")
    yield "In the plane, the tokens 0 and $e_1$ do. The first reads $1/2$ of the second, and not $1/(1 + e)$.", \
        ByLemma("the_first_reads_half", name="reads half", says=both(
            equals(tokens.count, 2), equals(d, 2),
            for_every(any_vector("z"), lambda z: both(equals(Q @ z, z), equals(K @ z, z), equals(V @ z, z))),
            there_is((i, j), lambda i, j: both(
                equals(x[i], zero_vector()), equals(x[j] @ x[j], 1), never(are_averages(i))))))
    repeated = Printed(total(exp((K @ x[j]) @ (Q @ x[1]))
                             / (square_root(d) * total(exp((K @ x[k]) @ (Q @ x[k])) for k in tokens))
                             for j in tokens) >= 1 / square_root(d), part="variant", name="repeated index")
    yield "As extracted, the exponent carries the summation index twice: the normaliser would be the same for every " \
        "query. (This rests on one character of an extracted text, so it decides nothing.) Then the weights of a " \
        r"query would have to add up to $1/\sqrt{d}$ at least.", repeated
    yield "They add up to less.", \
        Witness(repeated, {Q: [[1]], K: [[1]], x: [[0], [1]]}, name="one normaliser")


def of_step(W: Operator, say: Callable[[Vector, Vector, Scalar, Scalar], Proposition]) -> Proposition:
    """Say something of what several heads add, where they take a token, and of what bounds this; v are the values of the heads."""
    i, a = tokens.any("i"), heads.any("a")

    def step(tau: Scalar, A: HeadWeights, v: HeadVectors, u: Scalars, y: Vectors) -> Proposition:
        L = total(u[a] for a in heads) / square_root(modes.count)
        added = total(total(A[a, i, j] * v[a, j] for j in tokens) for a in heads)
        return implies(
            both(for_every((a, i), equals(total(A[a, i, j] for j in tokens), 1 / square_root(modes.count))),
                 for_every((a, i), norm(v[a, i], W) <= u[a]), tau * L < 1),
            for_every(i, say(added, y[i] + tau * added, L, tau)))

    return for_every((nonnegative_scalar("tau"), nonnegative_head_weights("A"), any_head_vectors("v"),
        coefficients("u", over="heads"), unit_tokens("y", metric=W)), lambda tau, A, v, u, y: step(tau, A, v, u, y))


def drawn_step(W: Operator, says: Callable[[Vector, Vector, Vector], Relation]) -> Proposition:
    """Say something of a token, of where one head takes it before it is normalised, and of what is added."""
    i = tokens.any("i")

    def step(y: Vectors, v: Vectors, alpha: Weights, tau: Scalar) -> Proposition:
        added = total(alpha[i, j] * v[j] for j in tokens)
        return for_every(i, says(y[i], y[i] + tau * added, added))

    return for_every((unit_tokens("y", metric=W), any_vectors("v"), nonnegative_weights("alpha"),
        positive_scalar("tau")), lambda y, v, alpha, tau: step(y, v, alpha, tau))


@statement("A-2.4", PAPER.label("eq. (4)", ICML="eq. (1)"), title="Discrete dynamics and the domain of its step",
           argued=False, position=(2, 3),
           printed=r"With matrices that depend on the layer $k$, tokens move by $y_i(k + 1) = \pi_W(y_i + f_i)$, where "
                   r"$f_i = \sum_{\eta = 1}^h \sum_{j = 1}^\ell D_{\eta, ii} e_{ij}^\eta W_\eta V_\eta y_j$ and "
                   r"$e_{ij}^\eta = \exp(y_j^\top K_\eta^\top Q_\eta y_i)$.",
           relation="corrected", differs=r"The definition takes for granted that $\pi_W$ is not applied to 0.")
def discrete_dynamics(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    defined = of_step(W, lambda _, moved, L, tau: both(
        norm(moved, W) >= 1 - tau * L, norm(moved, W) > 0, equals(norm(moved / norm(moved, W), W), 1)))
    yield claim(
        r"In $d$ dimensions let head $\eta$ give row sums $1/\sqrt{d}$ to values no longer than $u_\eta$, and let "
        r"$L = \sum_\eta u_\eta/\sqrt{d}$. If $\tau L < 1$, no token of the ellipsoid is shorter than $1 - \tau L$ "
        "before it is normalised. So the step is defined, and it leads to the ellipsoid.",
        defined,
        wrong=r"One token in the plane, with the value matrix $-\sqrt{2} I$ and $\tau = 1$, so that $\tau L = 1$, is "
        "moved to 0, and nothing is left to normalise.") \
        .but_not("no token gets shorter before it is normalised", drawn_step(
            W, lambda y, moved, values: norm(moved, W) >= norm(y, W))) \
        .but_not("its length changes by no more than the values", drawn_step(
            W, lambda y, moved, values: norm(moved - y, W) <= norm(values, W)))
    alpha = given(nonnegative_weights("alpha"))
    u = given(nonnegative_scalar("u"))
    v = given(bounded_vectors("v", by=u, metric=W))         # the values U y_j of one head
    with given.scope():  # A head pulls by no more than its values allow.
        i = tokens.any("i")
        r = let("r", lambda i: total(alpha[i, j] for j in tokens))
        p = let("p", lambda i: total(alpha[i, j] * v[j] for j in tokens))

        yield "The idea: pulls that are together shorter than a token cannot take it to 0." "\n\n" \
            "A head whose values are no longer than $u$ pulls a token by no more than $u$ times the sum of its " \
            "weights.", \
            Inequality(p[i] @ W @ p[i] <= (u * r[i]) ** 2, name="one head",
                       because=total(total(alpha[i, j] * alpha[i, k] * (
                           squared(R, v[j] - v[k]) + (u**2 - v[j] @ W @ v[j]) + (u**2 - v[k] @ W @ v[k])) / 2
                           for k in tokens) for j in tokens)) \
            .but_not("by no more than $u$", claim=p[i] @ W @ p[i] <= u**2)
    tau, L = given(nonnegative_scalar("tau")), given(positive_scalar("L"))
    z, f = given(unit_vector("z", metric=W)), given(bounded_vector("f", by=L, metric=W))
    small = given(that(tau * L < 1), added=True)
    w = let("w", lambda: z + tau * f)
    yield r"So with weights that add up to $1/\sqrt{d}$ in each head the pull $f$ of all heads is at most $L$, the sum of the values' " \
        r"bounds divided by $\sqrt{d}$, by the triangle inequality.", \
        ByLemma("pulled", by="one head", name="all heads",
                says=of_step(W, lambda added, _, L, tau: norm(added, W) <= L))
    yield r"The layer adds $\tau f$ to the token and normalises. " \
        r"Before it does, the token is no shorter than $1 - \tau L$:", \
        Inequality(w @ W @ w >= (1 - tau * L) ** 2, name="no shorter",
                   because=(tau / L) * squared(R, f + L * z) + (tau / L) * (1 - tau * L) * (L**2 - f @ W @ f)) \
        .but_not("no shorter than 1", claim=w @ W @ w >= 1)
    yield "The same holds whatever the heads.", \
        ByLemma("long", by=["one head", "no shorter"], name="shortest",
                says=of_step(W, lambda _, moved, L, tau: norm(moved, W) >= 1 - tau * L))
    x = given(any_vector("x"))
    given(that(x @ W @ x > 0))
    yield r"So where $\tau L < 1$ the sum is not 0, and the step is defined; normalised, it is on the ellipsoid.", \
        Identity((x / norm(x, W)) @ W @ (x / norm(x, W)), 1, name="on the ellipsoid") \
        .but_not("by the square of the norm", left=(x / (x @ W @ x)) @ W @ (x / (x @ W @ x)))
    yield "So is the step that all heads make.", \
        ByLemma("defined", says=defined, by=["one head", "no shorter", "on the ellipsoid"], name="step")
    # Without a bound of the values a layer may be undefined.
    anywhere = Printed((z + f) @ W @ (z + f) > 0, part="variant", name="any value matrix")
    yield "Without a bound the step can be undefined: for any value matrix the sum would have to be " \
        "different from 0.", anywhere
    yield r"A single token of the plane with the value matrix $-\sqrt{2} I$ is pulled by $-z$, so to 0.", \
        Witness(anywhere, {W: [[1, 0], [0, 1]], R: [[1, 0], [0, 1]], z: [1, 0], f: [-1, 0], L: 1}, name="undefined")
    yield mutant("any step size will do", drop=small)
    yield mutant("the values may be of any length", drop=v, assume=any_vectors("v"))
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))


def squared(R: Operator, x: Vector) -> Scalar:
    """x^T W x, as a square: R^2 is W."""
    return (R @ x) @ (R @ x)


@statement("A-2.5", PAPER.label("eq. (5)", ICML="eq. (5)"), title="First-order approximation of a layer",
           gist="A layer with small values moves tokens almost as the continuous model does; the "
                "difference is of second order.",
           rests_on=("A-2.1", "A-2.4"), position=(2, 4),
           printed=r"With $V_\eta = \tau V'_\eta$ the layer is $y_i \mapsto \pi_W(y_i + \tau f_i(y))$. Its best "
                   r"first-order approximation is the flow of $\dot y_i = T_{y_i} \pi_W \cdot f_i(y)$: their distance "
                   r"is at most $\sigma(y) \tau^2$ for $\tau \in [0, T]$, with some $T > 0$ and some function $\sigma$.",
           relation="stronger", differs="The constant is explicit, and the same for all $y$.")
def first_order(given: Given) -> Proof:
    W = given(positive_definite("W"))
    Y, F = given(unit_tokens("Y", metric=W)), given(any_vectors("F"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    i = tokens.any("i")
    average = softmax(lambda i: Y[i], P, row_sum=1 / square_root(modes.count))

    def from_the_start(says: Callable[[Vectors, Vectors], Proposition]) -> Proposition:
        """Return what holds of tokens that start at Z with the pulls G."""
        return for_every((any_vectors("Z"), any_vectors("G")), lambda Z, G: implies(
            at_start(both(equals(Y[i], Z[i]), equals(F[i], G[i]))), says(Z, G)))

    def layer(z: Vector, g: Vector, t: Scalar) -> Vector:
        return (z + t * g) / norm(z + t * g, W)

    def euler(z: Vector, g: Vector, t: Scalar) -> Vector:
        return z + t * tangent(g, z, W)

    def gap(Z: Vectors, G: Vectors) -> Scalar:
        return norm(Y[i] - layer(Z[i], G[i], elapsed), W)

    def steady(G: Vectors, L: Scalar, E: Scalar) -> Proposition:
        return always(both(norm(F[i], W) <= L, norm(F[i] - G[i], W) <= E * elapsed))

    def if_steady(G: Vectors, says: Callable[[Scalar, Scalar], Proposition]) -> Proposition:
        return for_every((nonnegative_scalar("L"), nonnegative_scalar("E")), lambda L, E: implies(steady(G, L, E), always(says(L, E))))

    def if_softmax(says: Callable[[Vectors, Vectors], Proposition]) -> Proposition:
        return from_the_start(lambda Z, G: implies(
            always(equals(F[i], total(average(i, j) * (U @ Y[j]) for j in tokens))), says(Z, G)))

    near = from_the_start(lambda Z, G: if_steady(G, lambda L, E: implies(
        L * elapsed <= Fraction(1, 2), gap(Z, G) <= (E / 2 + 4 * L**2) * elapsed**2)))
    of_softmax = if_softmax(lambda Z, G: there_is(positive_scalar("C"), lambda C: always(implies(
        C * elapsed <= 1, gap(Z, G) <= C * elapsed**2))))
    yield claim(
        "Let all tokens move along the tangent parts of pulls that are no longer than $L$ and change at a rate of at "
        r"most $E$. Let the layer of step $t$ add $t$ times the pull and normalise. If $L t \le 1/2$, it takes a token to "
        "within $(E/2 + 4 L^2) t^2$ of its place in the flow at time $t$. Softmax attention has such pulls, so its "
        "layer is within $O(t^2)$ of its flow.",
        near, of_softmax,
        along=solution(motion({Y: lambda i: tangent(F[i], Y[i], W)}), varying=[F], start=[Y])) \
        .for_example({W: FOUR, Y: [FOUR[0]], F: [[0] * 4], P: FOUR, U: NO_MATRIX, "Z": [FOUR[0]], "G": [[0] * 4],
                      "L": 1, "E": 1, "C": 1}) \
        .but_not("it is of second order where the pulls do not change", from_the_start(
                     lambda Z, G: for_every(nonnegative_scalar("L"), lambda L: implies(
                         always(both(norm(F[i], W) <= L, equals(F[i], G[i]))),
                         always(implies(L * elapsed <= Fraction(1, 2), gap(Z, G) <= L**3 * elapsed**3))))),
                 at={W: PLANE, Y: [[1, 0]], F: [ASIDE], P: PLANE, U: PLANE}) \
        .but_not("within $L^2 t^2/5$", from_the_start(
                     lambda Z, G: for_every(nonnegative_scalar("L"), lambda L: implies(
                         always(both(norm(F[i], W) <= L, equals(F[i], G[i]))),
                         always(implies(L * elapsed <= Fraction(1, 2),
                                        gap(Z, G) <= L**2 * elapsed**2 / 5))))),
                 at={W: PLANE, Y: [[1, 0]], F: [ASIDE], P: PLANE, U: PLANE})

    with given.scope():  # What a small pull does to a normalised vector, to the first order.
        x = given(nonzero_vector("x", metric=W))
        y = given(unit_vector("y", metric=W))
        f = given(any_vector("f"))
        slope = (f - (x @ W @ f) / (x @ W @ x) * x) / norm(x, W)
        v = let("v", lambda: tangent(f, y, W))

        yield "The idea: the layer and the flow begin with the same step of Euler's method, and both are near it." "\n\n" \
            r"A layer with the step size $\tau$ adds $\tau$ times the pull $f$ of the token and normalises. " \
            "Along $f$ the normalised vector has the derivative", \
            Identity(rate(x / norm(x, W), straight_line(x, f)), slope, name="first derivative")
        yield "On the ellipsoid, at $x = y$, this is the velocity $v$ of (5), which is tangent.", \
            Identity(y @ W @ v, 0, name="first order").but_not("the pull itself is tangent", left=y @ W @ f)
    yield from remainder(given, W)
    yield r"So if a pull is no longer than $L$ and $L \tau \le 1/2$, the layer is within $\rho^2$ of the Euler step. We use only that it is " \
        r"within $3 L^2 \tau^2$.", \
        ByLemma("layer_near", name="layer", by=["remainder", "length"], says=for_every(
            (unit_vector("z", metric=W), any_vector("g"), nonnegative_scalar("L"), nonnegative_scalar("tau")),
            lambda z, g, L, tau: implies(both(norm(g, W) <= L, L * tau <= Fraction(1, 2)),
                                         norm(layer(z, g, tau) - euler(z, g, tau), W) <= 3 * L**2 * tau**2)))
    yield "The flow of (5) begins with the same step. In the time $t$ a token moves by at most $L t$. Its velocity is the tangent part of its " \
        r"pull. It changes by at most $E t$ with the pull, and by at most $2 L \cdot L t$ with the token. Integrated, the flow is within " \
        "$(E/2 + L^2) t^2$ of the Euler step.", \
        ByLemma("flow_near", name="flow", says=from_the_start(lambda Z, G: if_steady(G, lambda L, E: (
            norm(Y[i] - euler(Z[i], G[i], elapsed), W) <= (E / 2 + L**2) * elapsed**2))))
    yield "The layer of step $t$ is within $3 L^2 t^2$ of it, so the two are within $(E/2 + 4 L^2) t^2$ of each other.", ByLemma("near", says=near, by=["layer", "flow"], name="flow and layer")
    yield "For softmax weights such $L$ and $E$ exist, since the pull is a smooth function of the tokens, which stay in a compact set.", \
        ByLemma("bounded", name="softmax", says=if_softmax(lambda Z, G: there_is(
            (nonnegative_scalar("L"), nonnegative_scalar("E")), lambda L, E: steady(G, L, E))))
    yield r"So the layer of softmax attention is within $C t^2$ of its flow, with $C$ at least $E/2 + 4 L^2$ and $2 L$.", ByLemma("of_softmax", says=of_softmax, by=["flow and layer", "softmax"], name="softmax layers")


@lemma
def remainder(given: Given, W: Operator) -> Proof:
    """The layer is the Euler step of (5) less a remainder of second order."""
    x, y = given(nonzero_vector("x", metric=W)), given(unit_vector("y", metric=W))
    given(that(norm(x, W) + x @ W @ y > 0))                 # x is no negative multiple of y
    N = let("N", lambda: norm(x, W))
    G, t = let("G", lambda: x @ W @ y - 1), let("t", lambda: x - (x @ W @ y) * y)
    k = let("k", lambda: t @ W @ t)                    # the square of the tangent part
    rest_along = k / (N * (N + x @ W @ y))
    rest_across = (2 * G + G**2 + k) / (N * (N + 1))
    yield r"Let the step have any size. Let $x - y = \tau f$, with the tangent part $t$. The layer takes $y$ to $x/N$. This is the Euler step " \
        "$y + t$ of (5) minus a remainder of second order.", \
        Identity(x / N, y + t - (rest_along * y + rest_across * t), name="remainder") \
        .but_not("only its part along the token", right=y + t - rest_along * y) \
        .but_not("only its part across", right=y + t - rest_across * t)
    yield "The two parts of the remainder are orthogonal.", \
        Identity((rest_along * y + rest_across * t) @ W @ (rest_along * y + rest_across * t),
                 rest_along**2 + rest_across**2 * k, name="length")
    a, rho = given(angle_between("a", 0, pi())), given(positive_scalar("rho"))
    M = square_root(1 + 2 * rho * cos(a) + rho**2)
    along = sin(a) ** 2 / (M * (M + 1 + rho * cos(a)))
    across = (2 * cos(a) + rho) / (M * (M + 1)) * sin(a)
    yield r"Let a pull have the length $L$ and the angle $a$ to the token, and let $\rho = \tau L$. Then $G = \rho \cos a$, and the " \
        r"tangent part has the length $\rho \sin a$. The length of the remainder is $\rho^2$ times the square root of this sum. The root " \
        r"is less than $4/5$ for all $\rho \le 1/2$.", \
        Region(along**2 + across**2 < Fraction(16, 25),
               {a: (0, Fraction(63, 20)), rho: (0, Fraction(1, 2))}, name="error constant") \
        .but_not("below $7/10$", claim=along**2 + across**2 < Fraction(49, 100))
