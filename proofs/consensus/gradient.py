"""Section 3: what is assumed, the metric (7), and the gradient of the potential (8) off the sphere."""

from collections.abc import Callable
from dataclasses import dataclass

from verify.vocabulary import *

from .paper import PAPER


def potential(v: Vectors, P: Operator) -> Scalar:
    """Return the potential (8)."""
    return total(total(exp(v[i] @ P @ v[j]) for j in tokens) for i in tokens) / 2


def product_with_flow(v: Vectors, V: Vectors, P: Operator, W: Operator, U: Operator | None = None) -> Scalar:
    """Return the product of the flow with V in the metric (7)."""
    height = square_root(modes.count)
    flow = softmax_flow(v, scores=P, value=U, metric=W, row_sum=1 / height)

    def Z(i: Index) -> Scalar:
        return height * total(exp(v[i] @ P @ v[j]) for j in tokens)

    product: Scalar = total(Z(i) * (flow.moves[v](i) @ W @ V[i]) for i in tokens)
    return product


def two_dimensions(W: Operator) -> Proposition:
    """Return that there are two unit vectors that are orthogonal in the metric."""
    return there_is((unit_vector("a", metric=W), unit_vector("b", metric=W)), lambda a, b: equals(a @ W @ b, 0))


def rises_along(P: Operator, form: Callable[[Vectors, Vectors], Scalar], W: Operator) -> Proposition:
    """Return that the potential (8) has this form for its slope along all tangent vectors."""
    def slope(v: Vectors) -> Proposition:
        return for_every(tangent_vectors("V", at=v, metric=W), lambda V: equals(
            rate(potential(v, P), straight_lines(v, V)), form(v, V)))

    return for_every(unit_tokens("v", metric=W), slope)


def round_velocity(z: Callable[[Index], Vector], i: Index) -> Vector:
    """Return the velocity of the model with P = U = W = I and row sums 1."""
    weighted = total(exp(z(i) @ z(j)) * z(j) for j in tokens)
    return tangent(weighted / total(exp(z(i) @ z(j)) for j in tokens), z(i))


@statement("A-H3.1", PAPER.label("Hypothesis 3.1"), origin="reconstructed", argued=False,
           basis="this_reconstruction", title="What section 3 must assume",
           rests_on=("A-0", "A-3.0", "A-L3.2", "A-T3.1"), position=(3, 0),
           printed="There is one head, $h = 1$, with $U = I$, as in Table 1, and a symmetric, positive definite $P$ "
                   "that does not depend on time.",
           relation="stronger", differs="A hypothesis claims nothing; we prove that Section 3 needs $P = W$ as well.")
def hypothesis(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    P = given(symmetric_operator("P"))
    H = given(any_vector("H"))
    y = given(unit_tokens("y", metric=W))
    i, j = tokens.any("i", "j")

    def e(j: Index) -> Scalar:
        return exp(y[1] @ P @ y[j])

    def form(v: Vectors, V: Vectors) -> Scalar:
        return product_with_flow(v, V, P, W)

    only_w = implies(both(tokens.count >= 2, two_dimensions(W)), iff(
        has_potential(unit_tokens("v", metric=W), any_vectors("V"), form, lambda v: potential(v, P)), equals(P, W)))
    round_tokens = equals(norm(R @ y[i]), 1)
    moved, as_round = R @ softmax_flow(y, scores=W, metric=W).moves[y](i), round_velocity(lambda j: R @ y[j], i)
    yield claim(
        "With $U = I$, symmetric $P$, at least two tokens and two dimensions, the flow is the gradient flow of the "
        "potential (8) for the metric (7) if and only if $P = W$. In that case the tokens $R y_i$ with $R^2 = W$ are "
        "on the unit sphere and move as in the model with $P = U = W = I$.",
        only_w, both(round_tokens, equals(moved, as_round))) \
        .but_not("with any scores $P$ the round tokens move as those of the model with $P = W = I$", equals(
            R @ softmax_flow(y, scores=P, metric=W).moves[y](i), round_velocity(lambda j: R @ y[j], i))) \
        .but_not("for any $P$ the flow is the gradient flow of the potential (8)", rises_along(
            P, lambda v, V: form(v, V), W))
    excess = total(e(j) * (H @ ((P - W) @ y[j])) for j in tokens)
    slope = rate(total(total(exp(y[i] @ P @ y[j]) for j in tokens) for i in tokens) / 2, straight_lines(y, lambda i: same(i, 1) * H))
    yield "Of the two formulas of Hypothesis 3.1 we know that the first says $U = I$ and the second that $P$ is constant, symmetric " \
        "and positive definite. The metric has to be a multiple of $W$ at each token (eq. (7)). Move the first token alone, along $H$: " \
        "the slope of the potential (8) exceeds the product with the field for $U = I$ by", \
        Identity(slope - total(e(j) * (H @ W @ y[j]) for j in tokens), excess, name="excess") \
        .but_not("the half is dropped", left=2 * slope - total(e(j) * (H @ W @ y[j]) for j in tokens)) \
        .but_not("$P$ alone counts", right=total(e(j) * (H @ P @ y[j]) for j in tokens))
    K = given(any_operator("K"))
    yield r"Where $H$ is tangent, $H^\top W y_1 = 0$, this is to be 0 for any tokens. If all are at $y_1$ it says $H^\top (P - W) y_1 = 0$; " \
        r"so if all others are at one point, $b$, it says $H^\top (P - W) b = 0$, for any $b$ and any $H$ that is tangent somewhere. In two dimensions " \
        "these $H$ and their sums are all vectors: $P = W$ is part of what is assumed. With it the excess is 0, also for other tokens (A-T3.1).", \
        By("A-T3.1", at={"U": identity_operator()}, says=only_w, name="potential")
    yield "And then $W$ does not matter: the round tokens $R y_i$ have the length 1,", \
        Identity(norm(R @ y[i]), 1, name="round") \
        .but_not("so have the tokens", left=norm(y[i]))
    yield "and the inner products", \
        Identity((R @ y[i]) @ (R @ y[j]), y[i] @ W @ y[j], name="scores") \
        .but_not("for any score matrix", right=y[i] @ K @ y[j])
    yield "for their scores, so they move as in the model with $P = U = W = I$.", \
        Identity(moved, as_round, name="round model") \
        .but_not("their scores are the old ones times $W$", left=R @ softmax_flow(y, scores=W @ W, metric=W).moves[y](i))
    yield "This is what is claimed of them.", Thus(both(round_tokens, equals(moved, as_round)), by=["round", "round model"], name="round tokens")


def removes_what_is_orthogonal(P: Operator, W: Operator, G: Operator, x: Vectors) -> Proposition:
    """Return that what (2) takes away is orthogonal to all tangent T, in the metric (7) with G."""
    i = tokens.any("i")

    def Z(i: Index) -> Scalar:
        return square_root(modes.count) * total(exp(x[i] @ P @ x[j]) for j in tokens)

    return for_every(any_vectors("T"), lambda T: implies(
        for_every(i, equals(x[i] @ W @ T[i], 0)),
        for_every(any_vectors("V"), lambda V: equals(
            total(Z(k) * (T[k] @ G @ (V[k] - tangent(V[k], x[k], W))) for k in tokens), 0))))


@statement("A-3.0", PAPER.label("eq. (7)"), origin="reconstructed", argued=False,
           basis="this_reconstruction", title="The metric", position=(3, 0, 1),
           printed=r"A Riemannian metric on $(\mathbb{R}_0^{n+1})^\ell$ is $\langle X, Y \rangle_y = \sum_{i=1}^\ell "
                   r"Z_i(y) X_i^\top W Y_i$.",
           relation="stronger", differs="We also prove that Lemma 3.1 holds for no matrix other than $W$, up "
                                        "to a factor.")
def metric(given: Given) -> Proof:
    W = given(positive_definite("W"))
    P, K = given(any_operator("P")), given(any_operator("K"))
    y, X, Y = given(unit_tokens("y", metric=W)), given(any_vectors("X")), given(any_vectors("Y"))
    i = tokens.any("i")

    def Z(i: Index) -> Scalar:
        return square_root(modes.count) * total(exp(y[i] @ P @ y[j]) for j in tokens)

    def product(X: Vectors, Y: Vectors) -> Scalar:
        return total(Z(i) * (X[i] @ W @ Y[i]) for i in tokens)

    def orthogonal(G: Operator) -> Proposition:
        return for_every(unit_tokens("x", metric=W), lambda x: removes_what_is_orthogonal(P, W, G, x))

    definite = implies(there_is(i, never(equals(X[i], zero_vector()))), product(X, X) > 0)
    multiples = for_every(symmetric_operator("G"), lambda G: iff(
        orthogonal(G), there_is(any_scalar("k"), lambda k: equals(G, k * W))))
    yield claim(
        "The metric (7) is symmetric and positive definite. With another symmetric matrix $G$ in the place "
        "of $W$, the projection (2) of all tokens is orthogonal if and only if $G$ is a multiple of $W$.",
        equals(product(X, Y), product(Y, X)), definite, multiples) \
        .but_not("one vector that is 0 makes their length 0",
                 implies(there_is(i, equals(X[i], zero_vector())), product(X, X) <= 0)) \
        .but_not("the factors are no part of it", equals(product(X, Y), total(X[i] @ W @ Y[i] for i in tokens)))
    yield r"The metric (7) adds up the products $X_i^\top W Y_i$ with the denominators $Z_i$ of " \
        "attention. It is symmetric,", \
        Identity(product(X, Y), product(Y, X), name="symmetric") \
        .but_not("with any matrix instead of $W$", left=total(Z(i) * (X[i] @ K @ Y[i]) for i in tokens),
                 right=total(Z(i) * (Y[i] @ K @ X[i]) for i in tokens))
    yield "as it should be,", Thus(equals(product(X, Y), product(Y, X)), by="symmetric", name="symmetry")
    yield "the denominators are positive,", \
        Inequality(Z(i) > 0, name="denominators") \
        .but_not("they exceed 2", claim=Z(i) > 2)
    yield "and so it is positive as soon as one $X_i$ is not 0.", ByLemma("definite", says=definite, name="positive")
    G, x = given(symmetric_operator("G")), given(unit_vector("x", metric=W))
    T, V = given(tangent_vector("T", at=x, metric=W)), given(any_vector("V"))
    yield "Another matrix $G$ in the place of $W$ would not do. What the projection (2) removes " \
        "from $V$ has, with a tangent vector $T$, the product", \
        Identity(T @ G @ (V - tangent(V, x, W)), (x @ W @ V) * (T @ G @ x), name="removed") \
        .but_not("$G$ is forgotten", right=(x @ W @ V) * (T @ x))
    u, v = given(unit_vector("u", metric=W)), given(unit_vector("v", metric=W))
    yield r"so it must be 0 whenever $T^\top W x$ is. Of any two points $u$ and $v$ of the " \
        "ellipsoid, the difference is tangent where their sum points to,", \
        Identity((u - v) @ W @ (u + v), 0, name="difference") \
        .but_not("without $W$", left=(u - v) @ (u + v))
    yield "while $G$ makes of them", \
        Identity((u - v) @ G @ (u + v), u @ G @ u - v @ G @ v, name="constant") \
        .but_not("for any matrix", left=(u - v) @ K @ (u + v), right=u @ K @ u - v @ K @ v)
    yield r"So $x^\top G x$ is the same number $k$ all over the ellipsoid,", \
        ByLemma("constant", name="all over", says=for_every(symmetric_operator("G"), lambda G: implies(orthogonal(G), for_every(
            (unit_vector("u", metric=W), unit_vector("v", metric=W)), lambda u, v: equals(u @ G @ u, v @ G @ v)))))
    a, b = given(any_vector("a")), given(any_vector("b"))
    yield r"hence $k x^\top W x$ for every $x$; and this tells $G$ itself:", \
        Identity(4 * (a @ G @ b), (a + b) @ G @ (a + b) - (a - b) @ G @ (a - b), name="polarisation") \
        .but_not("for any matrix", left=4 * (a @ K @ b), right=(a + b) @ K @ (a + b) - (a - b) @ K @ (a - b))
    yield "$G = k W$. And a factor $k$ leaves what is orthogonal so.", ByLemma("only_multiples", says=multiples, name="multiples")


@statement("A-L3.1", PAPER.label("Lemma 3.1"), origin="reconstructed", basis="this_reconstruction",
           title="The tangent map is the orthogonal projection", rests_on=("A-3.0",), position=(3, 1),
           printed=r"For the metric (7) the orthogonal projection onto the tangent bundle of $(\mathcal{E}_W^n)^\ell$ "
                   r"is $T \pi_W$.",
           relation="stronger", differs="The factors $Z_i > 0$ of the metric may be any.")
def orthogonal_projection(given: Given) -> Proof:
    W, P = given(positive_definite("W")), given(positive_definite("P"))
    y = given(unit_tokens("y", metric=W))
    Z = given(positive_weights("Z"))
    Y = given(any_vectors("Y"))
    i = tokens.any("i")

    def pi(i: Index) -> Vector:
        return tangent(Y[i], y[i], W)

    def product(A: Callable[[Index], Vector], B: Callable[[Index], Vector]) -> Scalar:
        return total(Z[i] * (A(i) @ W @ B(i)) for i in tokens)

    def tangent_at(T: Vectors) -> Proposition:
        return for_every(i, equals(y[i] @ W @ T[i], 0))

    def only_this(V: Vectors, T: Vectors) -> Proposition:
        """T is tangent and V - T orthogonal to all that is, if and only if T is the projection of V."""
        return iff(
            both(tangent_at(T), for_every(any_vectors("H"), lambda H: implies(
                tangent_at(H), equals(product(lambda i: H[i], lambda i: V[i] - T[i]), 0)))),
            for_every(i, equals(T[i], tangent(V[i], y[i], W))))

    def nearest(V: Vectors, T: Vectors) -> Proposition:
        def left(i: Index) -> Vector:
            return V[i] - tangent(V[i], y[i], W)

        def missed(i: Index) -> Vector:
            return V[i] - T[i]

        return implies(tangent_at(T), product(left, left) <= product(missed, missed))

    def of_all(say: Callable[[Vectors, Vectors], Proposition]) -> Proposition:
        return for_every((any_vectors("V"), any_vectors("T")), say)

    yield claim(
        r"In the metric (7) the tangent map of $\pi_W$ is the orthogonal projection onto the tangent space: it keeps "
        "the tangent part of any vectors, the rest is orthogonal, and no tangent vectors are nearer to them.",
        of_all(lambda V, T: both(only_this(V, T), nearest(V, T)))) \
        .but_not("the projection keeps every vector", for_every(i, equals(pi(i), Y[i]))) \
        .but_not("the projection without the metric is nearer", (
            product(lambda i: Y[i] - tangent(Y[i], y[i]), lambda i: Y[i] - tangent(Y[i], y[i]))
            <= product(lambda i: Y[i] - pi(i), lambda i: Y[i] - pi(i))))
    yield "What the projection leaves is tangent,", \
        Identity(y[i] @ W @ pi(i), 0, name="tangent") \
        .but_not("the projection forgets $W$", left=y[i] @ W @ tangent(Y[i], y[i]))
    X = given(any_vectors("X"))
    given(that(equals(y[i] @ W @ X[i], 0)))
    yield "and what it removes is orthogonal to every tangent vector, in the metric (7).", \
        Identity(total(Z[i] * (X[i] @ W @ (Y[i] - pi(i))) for i in tokens), 0, name="orthogonal") \
        .but_not("the metric forgets $W$", left=total(Z[i] * (X[i] @ (Y[i] - pi(i))) for i in tokens)) \
        .but_not("$P$ in the place of $W$", left=total(Z[i] * (X[i] @ P @ (Y[i] - pi(i))) for i in tokens))
    yield "No other tangent $X$ is so: the difference of the projection and $X$ is tangent; if $Y - X$ is orthogonal to it, its square is 0,", \
        Identity(total(Z[i] * ((pi(i) - X[i]) @ W @ (pi(i) - X[i])) for i in tokens),
                 total(Z[i] * ((pi(i) - X[i]) @ W @ (Y[i] - X[i])) for i in tokens), name="only this") \
        .but_not("the square of $Y - X$ is", left=total(Z[i] * ((Y[i] - X[i]) @ W @ (Y[i] - X[i])) for i in tokens))
    yield "so $X$ is the projection.", \
        ByLemma("only_this", says=of_all(only_this), by=["tangent", "orthogonal", "only this"], name="the projection")
    yield "Nor is any tangent $X$ nearer to $Y$, for by Pythagoras", \
        Identity(total(Z[i] * ((Y[i] - X[i]) @ W @ (Y[i] - X[i])) for i in tokens),
                 total(Z[i] * ((Y[i] - pi(i)) @ W @ (Y[i] - pi(i))) for i in tokens)
                 + total(Z[i] * ((pi(i) - X[i]) @ W @ (pi(i) - X[i])) for i in tokens), name="nearest") \
        .but_not("all are as near", right=total(Z[i] * ((Y[i] - pi(i)) @ W @ (Y[i] - pi(i))) for i in tokens))
    yield "and the last sum is not negative.", ByLemma("nearest", says=of_all(nearest), by="nearest", name="nearer")


@dataclass(frozen=True)
class Field:
    """Attention off the sphere, with the weights e and their sums Z, and the potential (8)."""

    P: Operator
    U: Operator
    W: Operator

    def e(self, of: Vectors, i: Index | int, j: Index | int) -> Scalar:
        return exp(of[i] @ self.P @ of[j])

    def Z(self, of: Vectors, i: Index | int) -> Scalar:
        return square_root(modes.count) * total(self.e(of, i, j) for j in tokens)

    def at(self, of: Vectors, i: Index | int) -> Vector:
        return total(self.e(of, i, j) * (self.U @ of[j]) for j in tokens) / self.Z(of, i)

    def potential(self, of: Vectors) -> Scalar:
        return total(total(self.e(of, i, j) for j in tokens) for i in tokens) / 2

    def slope(self, of: Vectors, X: Vectors) -> Scalar:
        """Return the slope of the potential along X."""
        return total(total(self.e(of, i, j) * (X[i] @ self.P @ of[j] + of[i] @ self.P @ X[j]) for j in tokens)
                     for i in tokens) / 2

    def component(self, of: Vectors, X: Vectors) -> Scalar:
        """Return the product of the field with X, in the metric (7)."""
        return total(self.Z(of, i) * (self.at(of, i) @ self.W @ X[i]) for i in tokens)


@statement("A-L3.2", PAPER.label("Lemma 3.2, eq. (8)"), origin="reconstructed",
           basis="this_reconstruction", title="Ambient gradient of the potential",
           rests_on=("A-L3.1",), position=(3, 2),
           printed=r"Under Hypothesis 3.1, and before projection to the ellipsoid, attention $\tilde F_i(x) = \sum_j "
                   r"\alpha_{ij} U x_j$ is the gradient of the potential $\tilde V(x) = (1/2) \sum_{i, j} \exp(x_i^\top "
                   "P x_j)$ for the metric (7).",
           relation="corrected", differs="The condition is also necessary. $P$ need not be positive definite, nor $U$ "
                                         "the identity.")
def ambient_gradient(given: Given) -> Proof:
    W = given(positive_definite("W"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    field = Field(P, U, W)
    agree = for_every((any_vectors("v"), any_vectors("X")),
        lambda v, X: equals(field.slope(v, X), field.component(v, X)))
    symmetric_and_fits = both(equals(P, P.T), equals(W @ U, P))
    yield claim(
        "For at least two tokens, attention is the gradient of the potential (8), for the metric (7), if and only if "
        "$P$ is symmetric and $W U = P$: the slope of (8) along any $X$ is then the product of the field with $X$.",
        "derivative",
        implies(tokens.count >= 2, iff(agree, symmetric_and_fits)),
        wrong="With $W = P = I$ and $U = 0$ no token moves, while (8) has a slope at two orthogonal tokens.") \
        .but_not("whatever $U$", implies(equals(P, P.T), agree)) \
        .but_not("$P$ need not be symmetric", implies(equals(W @ U, P), agree),
                 at={W: [[1, 0], [0, 1]], P: [[0, 1], [0, 0]], U: [[0, 1], [0, 0]]})
    v, X = given(any_vectors("v")), given(any_vectors("X"))
    yield "The idea: a few special states, with tokens at the origin, already leave no other matrices." "\n\n" \
        "The potential changes along any $X$ by", \
        Identity(rate(field.potential(v), straight_lines(v, X)), field.slope(v, X), name="derivative") \
        .but_not("one of the two places counts", right=total(total(
            field.e(v, i, j) * (X[i] @ P @ v[j]) for j in tokens) for i in tokens) / 2)
    with given.scope():  # From the origin, where all weights are 1, one token shows the symmetric part of P.
        u, H = given(any_vectors("u")), given(any_vector("H"))
        given(at_origin(u[1]))
        s = given(covector("s"))
        yield "Let the first token be at the origin. Moving it along $H$ changes the potential by", \
            Identity(rate(field.potential(u), straight_lines(u, lambda i: same(i, 1) * H)),
                     total(H @ P @ u[j] + u[j] @ P @ H for j in tokens) / 2, name="slope") \
            .but_not("the half is dropped", right=total(H @ P @ u[j] + u[j] @ P @ H for j in tokens))
        yield "The field has, along $H$ and in the metric (7), the component", \
            Identity(field.Z(u, 1) * (H @ W @ field.at(u, 1)), total(H @ W @ (U @ u[j]) for j in tokens),
                     name="component") \
            .but_not("the metric forgets $W$", left=field.Z(u, 1) * (H @ field.at(u, 1)))
        r = let("r", lambda: (P + P.T) @ s / 2 - W @ (U @ s))
        yield "Let $s$ be the sum of the $u_j$, an arbitrary vector, and let $H = r$ as below. The slope and the " \
            "component differ by $|r|^2$. If they agree, $r = 0$ for all $s$, and $W U$ is the symmetric part of $P$.", \
            Identity((r @ P @ s + s @ P @ r) / 2 - r @ W @ (U @ s), r @ r, name="symmetric part") \
            .but_not("$W U$ is $P$", left=r @ (P @ s - W @ (U @ s)))
        yield r"So if the field is the gradient, $W U h$ is $(P + P^\top) h/2$ for every $h$.", ByLemma("half", name="half", says=implies(
            agree, for_every(any_vector("h"), lambda h: equals(W @ (U @ h), (P @ h + P.T @ h) / 2))), by=["symmetric part"])
    with given.scope():  # Two tokens, the others at the origin, show that P is symmetric.
        x, y = given(any_vector("x")), given(any_vector("y"))
        a, b = x @ P @ y, y @ P @ x
        yield "Now let $x$ and $y$ be two tokens, and the others at the origin. At $x$ the field, " \
            "times its denominator $Z$ and $W$, exceeds the derivative of the potential by", \
            Identity(exp(a) * ((P + P.T) @ y) / 2 - (exp(a) * (P @ y) + exp(b) * (P.T @ y)) / 2,
                     (exp(a) - exp(b)) / 2 * (P.T @ y), name="pair") \
            .but_not("nothing", right=zero_vector())
        g, w = let("g", lambda: (P - P.T) @ y), let("w", lambda: P @ y)
        yield r"so $P^\top y = 0$, or the two scores of the pair agree. For $x = g$ the scores " \
            r"differ by $|g|^2$. So $P y = P^\top y$ wherever $P^\top y \ne 0$.", \
            Identity(g @ P @ y - y @ P @ g, g @ g, name="scores") \
            .but_not("they never differ", right=0)
        yield r"If $P^\top y = 0$, let $x = w$. The scores differ by $|w|^2$, and what remains at $y$ is a multiple " \
            r"of $P^\top w$. Its product with $y$ is $|w|^2$ again, so $w = 0$ and $P y = P^\top y$.", \
            Identity(y @ (P.T @ w), w @ w, name="the other token") \
            .but_not("of $P w$", left=y @ (P @ w))
        yield "So $P$ is symmetric,", ByLemma("symmetric", says=implies(agree, equals(P, P.T)), by=["half", "scores", "the other token"], name="P is symmetric")
        yield "and $W U$ is its symmetric part, $P$.", ByLemma("value", says=implies(agree, equals(W @ U, P)), by=["half", "P is symmetric"], name="W U is P")

    symmetric = given(is_symmetric(P))
    fits = given(product_is(W, U, is_=P), added=True)
    yield "Conversely, if $P$ is symmetric and $W U = P$, the slope of the potential along $X$ is the product " \
        "of the field with $X$ in the metric (7).", \
        Identity(rate(field.potential(v), straight_lines(v, X)), field.component(v, X), name="gradient") \
        .but_not("the half is dropped", left=rate(2 * field.potential(v), straight_lines(v, X))) \
        .but_not("the metric forgets $Z$", right=total(field.at(v, i) @ W @ X[i] for i in tokens))
    yield "So it is for all states and directions.", ByLemma("agree", says=implies(symmetric_and_fits, agree), name="agree")
    yield "For at least two tokens, the field is the gradient of (8) in exactly this case.", \
        Thus(iff(agree, symmetric_and_fits), by=["P is symmetric", "W U is P", "agree"], name="iff")
    yield mutant("any value matrix $U$ will do", drop=fits)
    yield mutant("$P$ need not be symmetric", drop=symmetric)
