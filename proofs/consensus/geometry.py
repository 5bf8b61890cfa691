"""Section 2: the ellipsoid, the projection onto it, and the change to the round sphere."""


from verify.vocabulary import *

from .paper import PAPER


@statement("A-0", PAPER.label("used throughout"), title="Conjugacy to the round sphere", origin="ours",
           position=(2, 0))
def round_sphere(given: Given) -> Proof:
    W, R, S = given(positive_definite_square("W", root="R", inverse="S"))
    y = given(unit_tokens("y", metric=W))
    alpha = given(any_weights("alpha"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    X = given(any_vector("X"))
    flow = attention_flow(y, weights=alpha, metric=W, value=U)
    i, j = tokens.any("i", "j")
    z = let("z", lambda i: R @ y[i])
    P_round, U_round = S @ P @ S, R @ U @ S
    stretched = {W: [[1, 0], [0, 4]], R: [[1, 0], [0, 2]], S: [[1, 0], [0, Fraction(1, 2)]],
                 P: [[1, 0], [0, 4]], U: [[1, 0], [0, 1]], y: [[1, 0]], alpha: [[1]], X: [1, 0]}

    yield claim("The map $z = W^{1/2} y$ takes the ellipsoid to the unit sphere and the model to "
                "one of the same form, with $W^{-1/2} P W^{-1/2}$ for scores and $W^{1/2} U "
                "W^{-1/2}$ for values. The condition $W U = P$ means the same for both.",
                "round", "scores", "projection", "velocity", "identity value",
                iff(equals(W @ U, P), equals(U_round, P_round))) \
        .but_not("it means that values are scores on the ellipsoid", iff(equals(W @ U, P), equals(U, P)),
                 at=stretched) \
        .but_not("it means so if $W^{1/2} P W^{1/2}$ is taken for the scores",
                 iff(equals(W @ U, P), equals(U_round, R @ P @ R)), at=stretched)
    yield "The idea: the inner product of $W$ is the usual one of vectors multiplied by the root $R$." "\n\n" \
        "So the ellipsoid becomes the sphere.", \
        Identity(z[i] @ z[i], 1, name="round").but_not("the metric itself carries it", left=(W @ y[i]) @ (W @ y[i]))

    yield "Scores stay the same when the score matrix is changed to $W^{-1/2} P W^{-1/2}$.", \
        Identity(z[i] @ P_round @ z[j], y[i] @ P @ y[j], name="scores") \
        .but_not("the roots multiply the wrong way", left=z[i] @ (R @ P @ R) @ z[j])

    yield "Tangent projections correspond.", \
        Identity(R @ (X - (y[i] @ W @ X) * y[i]), R @ X - (z[i] @ (R @ X)) * z[i], name="projection") \
        .but_not("the projection is not changed", right=R @ X - (y[i] @ (R @ X)) * z[i])

    yield "The round tokens move by the same model with value matrix $W^{1/2} U W^{-1/2}$.", \
        Identity(rate(z[i], flow),
                 tangent(total(alpha[i, j] * (U_round @ z[j]) for j in tokens), z[i]), name="velocity") \
        .but_not("the value matrix stays $U$", right=tangent(total(alpha[i, j] * (U @ z[j]) for j in tokens), z[i]))

    yield "If the value matrix is the identity, so is the round one.", \
        Identity(R @ identity_operator() @ S @ X, X, name="identity value")

    yield "The matrix $W U - P$ becomes the matrix of the round model up to roots,", \
        Identity((U_round - P_round) @ X, S @ ((W @ U - P) @ (S @ X)), name="to round")
    yield "and back,", \
        Identity((W @ U - P) @ X, R @ ((U_round - P_round) @ (R @ X)), name="from round") \
        .but_not("one root is forgotten", right=R @ ((U_round - P_round) @ X))
    yield "so the two conditions, which are that the one or the other matrix is 0, are the same.", \
        Thus(iff(equals(W @ U, P), equals(U_round, P_round)), by=["to round", "from round"],
             name="gradient condition")


@statement("A-1", PAPER.label("eq. (1)"), title="Gradient in coordinates", origin="reconstructed",
           basis="every_reconstruction", argued=False, position=(2, 0, 1),
           printed="The gradient of $f$ on a Riemannian manifold is the vector field that represents $df$ in the "
                   r"metric $g$. In coordinates it is $\sum_{i, j} g^{ij} (\partial_j f) \partial_i$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def gradient_in_coordinates(given: Given) -> Proof:
    G, _, S = given(positive_definite_square("G", root="R", inverse="S"))
    a = given(covector("a"))                     # the partial derivatives of f
    X, v = given(any_vector("X")), given(any_vector("v"))
    M, N = given(inverse_pair("M", "N"))
    w = let("w", lambda: (S @ S) @ a)

    Y = any_vector("Y")
    yield claim("The gradient is $w = G^{-1} a$, the one vector whose inner product with any other is the derivative "
                "along it. Under a change of coordinates it transforms as a vector does.",
                for_every(any_vector("g"), lambda g: iff(
                    for_every(Y, lambda Y: equals(g @ G @ Y, a @ Y)), equals(g, w))),
                "coordinates") \
        .but_not("whatever the metric, the gradient is $a$", for_every(any_vector("g"), lambda g: iff(
                     for_every(Y, lambda Y: equals(g @ G @ Y, a @ Y)), equals(g, a)))) \
        .but_not("it is the root of the inverse of the metric that raises the index", for_every(
                     any_vector("g"), lambda g: iff(
                         for_every(Y, lambda Y: equals(g @ G @ Y, a @ Y)), equals(g, S @ a))))
    yield "The idea: raise the index of the differential $a$ with the inverse $S^2$ of the metric $G$." "\n\n" \
        "The inner product of the vector $w = S^2 a$ with any $X$ is the derivative along $X$.", \
        Identity(w @ G @ X, a @ X, name="represents").but_not("the index is not raised", left=a @ G @ X) \
        .but_not("it is raised with the metric itself", left=(G @ a) @ G @ X)
    yield "If the inner products of $v$ are also the derivatives, the right-hand side is 0, and so $v = w$.", \
        Identity((v - w) @ G @ (v - w), v @ G @ (v - w) - a @ (v - w), name="unique") \
        .but_not("in the Euclidean distance", left=(v - w) @ (v - w))
    yield "So $w$ is the only vector with these inner products: the gradient.", \
        Thus(for_every(any_vector("g"), lambda g: iff(
            for_every(Y, lambda Y: equals(g @ G @ Y, a @ Y)), equals(g, w))),
            by=["represents", "unique"], name="gradient")
    yield r"Other coordinates $x = M x'$ change the metric to $M^\top G M$ and the differential " \
        r"to $M^\top a$. The gradient changes as a vector does, to $M^{-1} w$.", \
        Identity((N @ w) @ (M.T @ G @ M) @ X, (M.T @ a) @ X, name="coordinates") \
        .but_not("it changes like the differential", left=(M.T @ w) @ (M.T @ G @ M) @ X) \
        .but_not("the differential changes like a vector", right=(M @ a) @ X)


@statement("A-2.1", PAPER.label("Section 2.1, eq. (2)", ICML="Section 2.1, eqs. (2), (3)"), title="Ellipsoid, projection, tangent map",
           position=(2, 1),
           printed=r"Let $W$ be symmetric and positive definite. The projection $\pi_W(x) = x |x|_W^{-1}$ takes every "
                   r"$x \ne 0$ of $\mathbb{R}^{n+1}$ to the ellipsoid $\mathcal{E}_W^n = \{x : x^\top W x = 1\}$. Its "
                   r"tangent map is $T_x \pi_W \cdot X = |x|_W^{-1} (I - x x^\top W |x|_W^{-2}) X$, which is $(I - y "
                   r"y^\top W) X$ at $y \in \mathcal{E}_W^n$.",
           relation="stronger", differs="The error of the derivative has an explicit bound, and the projector is "
                                        "characterised.")
def geometry(given: Given) -> Proof:
    W = given(positive_definite("W"))
    x = given(nonzero_vector("x", metric=W))
    X, Y = given(any_vector("X")), given(any_vector("Y"))
    t = given(positive_scalar("t"))
    onto = x / norm(x, W)

    def tangent_map(Z: Vector) -> Vector:
        return (Z - (x @ W @ Z) / (x @ W @ x) * x) / norm(x, W)

    q = let("q", lambda: x @ W @ x)

    def Pi(Z: Vector) -> Vector:
        return Z - (x @ W @ Z) * x

    e = given(orthonormal_basis("e", expands=[x, W @ x]))
    on_rays = both(equals(norm(onto, W), 1), for_every(nonzero_vector("z", metric=W), lambda z: iff(
        equals(z / norm(z, W), onto), there_is(positive_scalar("r"), lambda r: equals(z, r * x)))))
    derivative = for_every(any_vector("Z"), lambda Z: both(
        equals(onto @ W @ tangent_map(Z), 0), implies(
            norm(Z, W) <= norm(x, W) / 2,
            norm((x + Z) / norm(x + Z, W) - onto - tangent_map(Z), W)
            <= 4 * (norm(Z, W) / norm(x, W)) ** 2)))
    self_adjoint = for_every((any_vector("Z"), any_vector("V")), lambda Z, V: equals(V @ W @ Pi(Z), Pi(V) @ W @ Z))
    idempotent = iff(for_every(any_vector("Z"), lambda Z: equals(Pi(Pi(Z)), Pi(Z))), equals(q, 1))
    trace = both(equals(Pi(x), (1 - q) * x), equals(total(e[m] @ Pi(e[m]) for m in modes), modes.count - q))
    yield claim(
        "Normalised vectors lie on the ellipsoid, two of them at one point if and only if they are on one ray. The "
        "derivative of the normalisation is the printed tangent map, whose values are tangent: for a change $X$ of up "
        r"to $\|x\|/2$ it is in error by at most $4 \|X\|^2/\|x\|^2$. The matrix $I - x x^\top W$ is self-adjoint for "
        "$W$, idempotent exactly where $q = 1$, takes $x$ to $(1 - q) x$ and has trace $d - q$.",
        on_rays, derivative, self_adjoint, idempotent, trace) \
        .but_not("the derivative is the projection, whatever the length of $x$", implies(
            norm(X, W) <= norm(x, W) / 2,
            norm((x + X) / norm(x + X, W) - onto - norm(x, W) * tangent_map(X), W)
            <= 4 * (norm(X, W) / norm(x, W)) ** 2)) \
        .but_not("$I - x x^\\top W$ is idempotent at every $x$", equals(Pi(Pi(X)), Pi(X)))
    yield "Normalised vectors lie on the ellipsoid,", \
        Identity(onto @ W @ onto, 1, name="on the ellipsoid")
    yield "and the length of the vector does not matter.", \
        Identity(t * x / norm(t * x, W), onto, name="rays")
    yield "Conversely, every vector is its length times its point, so two vectors with one point are on one ray:", \
        Identity(norm(x, W) * onto, x, name="one ray").but_not("whatever its length", left=onto)
    yield "So the ellipsoid has one point on every ray.", ByLemma("on_rays", says=on_rays, name="points")

    yield "The derivative of the normalisation is the printed tangent map.", \
        Identity(rate(onto, straight_line(x, X)), tangent_map(X), name="tangent map") \
        .but_not("the power 2 is dropped", right=(X - (x @ W @ X) / norm(x, W) * x) / norm(x, W))

    yield "Its values are tangent.", \
        Identity(onto @ W @ tangent_map(X), 0, name="tangent values") \
        .but_not("the projection forgets $W$", left=onto @ W @ (X - (x @ X) / (x @ x) * x))
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    yield "How far is the normalisation from it? Its second derivative along $X$ is", \
        Identity(rate(tangent_map(X), straight_line(x, X)), -2 * (x @ W @ X) / (x @ W @ x) * tangent_map(X)
                 - (tangent_map(X) @ W @ tangent_map(X)) * onto, name="bend") \
        .but_not("the first part is forgotten", right=-(tangent_map(X) @ W @ tangent_map(X)) * onto)
    yield r"If $X$ has the parts $a$ along $x$ and $b$ across it, this is $-2 a b$ across and $-b^2$ along, over $\|x\|^2$. Its square is at most " \
        r"$4 \|X\|^4/\|x\|^4$. From $x$ to $x + X$ lengths are at least $\|x\|/2$, so half of it, the error, is at most $4 \|X\|^2/\|x\|^2$.", \
        Inequality((2 * a * b) ** 2 + b**4 <= 4 * (a**2 + b**2) ** 2, name="error", because=4 * a**4 + 4 * a**2 * b**2 + 3 * b**4) \
        .but_not("the square of the length", claim=(2 * a * b) ** 2 + b**4 <= (a**2 + b**2) ** 2)

    yield "So the tangent map is the derivative, with this error.", ByLemma("derivative", says=derivative, name="derivative")

    # What the printed projection does off the ellipsoid and on it.
    m = modes.any("m")
    yield r"Applied twice, the projection misses itself by $(q - 1) x x^\top W$.", \
        Identity(Pi(Pi(X)) - Pi(X), (q - 1) * (x @ W @ X) * x, name="twice") \
        .but_not("idempotent off the ellipsoid too", right=zero_vector())
    yield "This vanishes at $X = x$ only if $q = 1$, as $x$ is not 0.", ByLemma("idempotent", says=idempotent, name="idempotent")
    yield "The projection is self-adjoint for $W$,", \
        Identity(Y @ W @ Pi(X), Pi(Y) @ W @ X, name="self-adjoint") \
        .but_not("self-adjoint without $W$", left=Y @ Pi(X), right=Pi(Y) @ X)
    yield "that is, for any two vectors,", Thus(self_adjoint, by=["self-adjoint"], name="adjoint")
    yield "and it scales its own token by $1 - q$.", \
        Identity(Pi(x), (1 - q) * x, name="own token")
    yield "A unit vector $e_m$ loses the product of its coordinates along $x$ and along $W x$,", \
        Identity(e[m] @ Pi(e[m]), 1 - (e[m] @ x) * (e[m] @ (W @ x)), name="diagonal")
    yield "so the trace is $d - q$: on the ellipsoid it projects onto $d - 1 = n$ dimensions.", \
        Identity(total(1 - (e[m] @ x) * (e[m] @ (W @ x)) for m in modes), modes.count - q, name="trace") \
        .but_not("$d - 1$ off the ellipsoid too", right=modes.count - 1)
    yield "These are its trace and its value at $x$.", ByLemma("trace", says=trace, name="trace of the projection")


@statement("A-R2.1", PAPER.label("Remark 2.1"), title="Tangent space of the ellipsoid",
           origin="reconstructed", rests_on=("A-2.1",), position=(2, 1, 1),
           printed=r"The tangent space of $\mathcal{E}_W^n$ at $y$ is $\{X \in \mathbb{R}^{n+1} : y^\top W X = 0\}$.",
           relation="stronger", differs="We also say how the projection acts on it.")
def tangent_space(given: Given) -> Proof:
    W = given(positive_definite("W"))
    y = given(unit_vector("y", metric=W))
    X = given(any_vector("X"))

    own_projection = for_every(any_vector("V"), lambda V: iff(equals(tangent(V, y, W), V), equals(y @ W @ V, 0)))
    sent_to_zero = for_every(any_vector("V"), lambda V: iff(
        equals(tangent(V, y, W), zero_vector()), there_is(any_scalar("r"), lambda r: equals(V, r * y))))
    yield claim("The tangent space at $y$ consists of all vectors orthogonal to $y$ in the metric. They are exactly the "
                "vectors that the projection leaves unchanged, and all its values are such vectors. The kernel of the "
                "projection is the line of $y$.",
                own_projection, sent_to_zero, "values are tangent") \
        .but_not("it is what $y$ is orthogonal to without the metric",
                 iff(equals(tangent(X, y, W), X), equals(y @ X, 0))) \
        .but_not("nothing but 0 is projected to 0",
                 iff(equals(tangent(X, y, W), zero_vector()), equals(X, zero_vector())))
    yield "The idea: a vector is its projection plus a multiple of the token $y$." "\n\n" \
        "Every value of the projection is orthogonal to the token in the metric.", \
        Identity(y @ W @ tangent(X, y, W), 0, name="values are tangent") \
        .but_not("orthogonal in the Euclidean sense", left=y @ tangent(X, y, W))
    T = given(tangent_vector("T", at=y, metric=W))
    yield "Every vector $T$ that is orthogonal to the token in the metric is its own projection.", \
        Identity(tangent(T, y, W), T, name="tangent vectors are values") \
        .but_not("every vector is its own projection", left=tangent(X, y, W), right=X)
    yield "So the projection leaves unchanged exactly the vectors that are orthogonal to the token in the metric.", \
        ByLemma("own_projection", says=own_projection, by=["values are tangent", "tangent vectors are values"], name="own projection")
    r = given(any_scalar("r"))
    yield "A vector differs from its projection by a multiple of the token. So it is a multiple of the token if its projection is 0.", \
        Identity(X - tangent(X, y, W), (y @ W @ X) * y, name="rest").but_not("it is the product without $W$", right=(y @ X) * y)
    yield "Conversely, every multiple of the token has the projection 0.", \
        Identity(tangent(r * y, y, W), zero_vector(), name="kernel") \
        .but_not("the kernel is orthogonal without $W$", left=tangent(r * y, y))
    yield "So the kernel of the projection is the line of the token.", ByLemma("sent_to_zero", says=sent_to_zero, by=["rest", "kernel"], name="sent to 0")


@statement("A-R2.2", PAPER.label("Remark 2.2", ICML="Remark 2.1"), title="The sphere as a special case", origin="reconstructed",
           basis="every_reconstruction", argued=False, rests_on=("A-2.1",), position=(2, 1, 2),
           printed=r"Many models have tokens on the sphere $\mathbb{S}^n$, which is $\mathcal{E}_W^n$ for $W = I$; "
                   "there the paper drops the subscript $W$.",
           relation="stronger", differs="The remark only fixes notation; we prove what the objects become, and not only "
                                        "for $W = I$.")
def sphere(given: Given) -> Proof:
    c = given(positive_scalar("c"))
    x, X = given(nonzero_vector("x")), given(any_vector("X"))
    N = let("N", lambda: x / norm(x))

    def apart(V: Vector, x: Vector = x) -> Vector:
        return V - (c * (x @ V)) * x

    def on_sphere(z: Vector) -> Proposition:
        return iff(equals(c * (z @ z), 1), equals(norm(z), 1 / square_root(c)))

    def projects(z: Vector) -> Proposition:
        return iff(for_every(any_vector("V"), lambda V: equals(apart(apart(V, z), z), apart(V, z))), equals(c * (z @ z), 1))

    unit = equals(norm(N), 1)
    change = for_every(any_vector("Z"), lambda Z: implies(
        norm(Z) <= norm(x) / 2,
        norm((x + Z) / norm(x + Z) - N - tangent(Z, N) / norm(x)) <= 4 * (norm(Z) / norm(x)) ** 2))
    yield claim(
        r"For $W = c I$ the ellipsoid is the sphere of radius $1/\sqrt{c}$, and $I - x x^\top W$ a "
        "projection exactly there. For $W = I$ it is the unit sphere, and the tangent map is the "
        "Euclidean projection, divided by the length.",
        for_every(nonzero_vector("z"), lambda z: both(on_sphere(z), projects(z))), both(unit, change)) \
        .but_not("$I - c x x^\\top$ is a projection at every $x$", equals(apart(apart(X)), apart(X))) \
        .but_not("the tangent map is the projection, whatever the length", implies(
            norm(X) <= norm(x) / 2,
            norm((x + X) / norm(x + X) - N - tangent(X, N)) <= 4 * (norm(X) / norm(x)) ** 2))
    z = given(any_vector("z"))
    yield "Let first $W = I$. Normalising makes the length 1,", \
        Identity(N @ N, 1, name="length").but_not("dividing by the square of the length does", left=(x / (x @ x)) @ (x / (x @ x)))
    yield "so the ellipsoid is the unit sphere.", ByLemma("unit", says=unit, by="length", name="unit sphere")
    yield "The printed tangent map is the Euclidean projection, divided by the length,", \
        Identity((X - (x @ X) / (x @ x) * x) / norm(x), tangent(X, N) / norm(x), name="projection") \
        .but_not("the length does not matter", right=tangent(X, N))
    yield "so its error is the one of Section 2.1, for $W = I$.", ByLemma("change", says=change, by="projection", name="change")
    yield "Now let $W = c I$. The equation of the ellipsoid factors,", \
        Identity(c * (z @ z) - 1, (square_root(c) * norm(z) - 1) * (square_root(c) * norm(z) + 1), name="radius") \
        .but_not("without the roots", right=(c * norm(z) - 1) * (c * norm(z) + 1))
    yield r"and the second factor is positive. So the ellipsoid is the sphere of radius $1/\sqrt{c}$.", \
        ByLemma("on_sphere", says=for_every(nonzero_vector("z"), on_sphere), by="radius", name="on the sphere")
    yield "Applied twice, $I - z z^\\top W$ differs from itself by", \
        Identity(apart(apart(X, z), z) - apart(X, z), (c * (z @ z) - 1) * c * (z @ X) * z, name="twice") \
        .but_not("by nothing", right=zero_vector())
    yield "which at $X = z$ is not 0, unless $c$ times the square of $z$ is 1. So it is a projection exactly on the sphere.", \
        ByLemma("projects", says=for_every(nonzero_vector("z"), projects), by="twice", name="projections")
