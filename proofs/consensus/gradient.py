"""Section 3: when attention is the gradient flow of a potential."""

from collections.abc import Sequence

from proofs.citations import ANALYTIC_PRODUCT, BILINEAR
from proofs.consensus.paper import PAPER
from proofs.consensus.period import PERIOD, by_bessel, by_integration
from verify.vocabulary import (
    Cited,
    Equivalence,
    Fraction,
    Given,
    Identity,
    Index,
    Printed,
    Proof,
    Scalar,
    Value,
    Vector,
    Vectors,
    Witness,
    any_operator,
    any_scalar,
    any_vector,
    any_vectors,
    at_origin,
    exp,
    identity_operator,
    is_symmetric,
    let,
    modes,
    mutant,
    positive_definite,
    positive_scalar,
    positive_weights,
    product_is,
    rate,
    same,
    softmax_flow,
    square_root,
    statement,
    straight_line,
    straight_lines,
    tangent,
    tangent_vector,
    tangent_vectors,
    tokens,
    total,
    unit_tokens,
    unit_vector,
    zero_vector,
)


@statement("A-L3.1", PAPER.label("Lemma 3.1"), origin="reconstructed", basis="this_reconstruction",
           title="The tangent map is the orthogonal projection", position=(3, 1))
def orthogonal_projection(given: Given) -> Proof:
    W, P = given(positive_definite("W")), given(positive_definite("P"))
    y = given(unit_tokens("y", metric=W))
    Z = given(positive_weights("Z"))
    X = given(tangent_vectors("X", at=y, metric=W))
    Y = given(any_vectors("Y"))
    i = tokens.any("i")

    def pi(i: Index) -> Vector:
        return tangent(Y[i], y[i], W)

    yield "What the projection removes is orthogonal to every tangent vector, in the metric (7).", \
        Identity(total(Z[i] * (X[i] @ W @ (Y[i] - pi(i))) for i in tokens), 0, name="orthogonal") \
        .but_not("the metric forgets W", left=total(Z[i] * (X[i] @ (Y[i] - pi(i))) for i in tokens)) \
        .but_not("P in the place of W",
                 left=total(Z[i] * (X[i] @ P @ (Y[i] - pi(i))) for i in tokens))
    yield "What it leaves is tangent.", \
        Identity(y[i] @ W @ pi(i), 0, name="tangent") \
        .but_not("the projection forgets W", left=y[i] @ W @ tangent(Y[i], y[i]))


@statement("A-L3.2", PAPER.label("Lemma 3.2, eq. (8)"), origin="reconstructed",
           basis="this_reconstruction", title="Ambient gradient of the potential",
           rests_on=("A-L3.1",), position=(3, 2))
def ambient_gradient(given: Given) -> Proof:
    W = given(positive_definite("W"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    u = given(any_vectors("u"))
    given(at_origin(u[1]))
    H, x, y = given(any_vector("H")), given(any_vector("x")), given(any_vector("y"))
    height = square_root(modes.count)

    def e(of: Vectors, i: Index | int, j: Index | int) -> Scalar:
        return exp(of[i] @ P @ of[j])

    def Z(of: Vectors, i: Index | int) -> Scalar:
        return height * total(e(of, i, j) for j in tokens)

    def potential(of: Vectors) -> Scalar:
        return total(total(e(of, i, j) for j in tokens) for i in tokens) / 2

    def field(of: Vectors, i: Index | int) -> Vector:
        return total(e(of, i, j) * (U @ of[j]) for j in tokens) / Z(of, i)

    yield "With the first token at the origin, moving it along H changes the potential by", \
        Identity(rate(potential(u), straight_lines(u, lambda i: same(i, 1) * H)),
                 total(H @ P @ u[j] + u[j] @ P @ H for j in tokens) / 2, name="slope") \
        .but_not("the half is dropped", right=total(H @ P @ u[j] + u[j] @ P @ H for j in tokens))
    yield "while the field has, along H and in the metric (7), the component", \
        Identity(Z(u, 1) * (H @ W @ field(u, 1)), total(H @ W @ (U @ u[j]) for j in tokens),
                 name="component") \
        .but_not("the metric forgets W", left=Z(u, 1) * (H @ field(u, 1)))
    yield "They agree for all vectors only if W U is the symmetric part of P.", \
        Cited(BILINEAR, {"the form vanishes for all vectors": ["slope", "component"]},
              name="symmetric part")
    a, b = x @ P @ y, y @ P @ x
    yield "With W U the symmetric part, a pair x, y leaves the excess", \
        Identity(exp(a) * ((P + P.T) @ y) / 2 - (exp(a) * (P @ y) + exp(b) * (P.T @ y)) / 2,
                 (exp(a) - exp(b)) / 2 * (P.T @ y), name="pair") \
        .but_not("the two scores agree", right=zero_vector())
    yield "whose first factor vanishes only where the scores agree,", \
        Identity(a - b, x @ (P - P.T) @ y, name="scores")
    yield "so P is symmetric, or P^T y = 0 for all y and P = 0.", \
        Cited(ANALYTIC_PRODUCT, {"the product vanishes identically": ["pair", "scores"]},
              name="symmetric")

    symmetric = given(is_symmetric(P))
    fits = given(product_is(W, U, is_=P), added=True)
    v, X = given(any_vectors("v")), given(any_vectors("X"))
    yield "If P is symmetric and W U = P, the slope of the potential along X is the product of the " \
        "field with X in the metric (7).", \
        Identity(rate(potential(v), straight_lines(v, X)),
                 total(Z(v, i) * (field(v, i) @ W @ X[i]) for i in tokens), name="gradient") \
        .but_not("the half is dropped", left=rate(2 * potential(v), straight_lines(v, X))) \
        .but_not("the metric forgets Z", right=total(field(v, i) @ W @ X[i] for i in tokens))
    yield "So the field is the gradient of (8) exactly in that case.", \
        Equivalence("the field is the gradient of (8)", "P = P^T and W U = P",
                    forward=("symmetric part", "symmetric"), backward=("gradient",), name="iff")
    yield mutant("any value matrix U will do", drop=fits)
    yield mutant("P need not be symmetric", drop=symmetric)


@statement("A-T3.1", PAPER.label("Theorem 3.1"), origin="reconstructed", basis="this_reconstruction",
           title="Attention as a gradient flow: the sharp criterion",
           rests_on=("A-0", "A-L3.1", "A-L3.2"), position=(3, 3))
def gradient_flow(given: Given) -> Proof:
    P, A = given(any_operator("P")), given(any_operator("A"))       # W = I by A-0, A = W U
    y, x = given(unit_vector("y")), given(unit_vector("x"))
    X = given(tangent_vector("X", at=y))
    m = given(positive_scalar("m"))

    def e(p: Vector, q: Vector) -> Scalar:
        return exp(p @ P @ q)

    def gap(x: Vector) -> Scalar:
        return e(y, y) * (X @ (A @ y) - X @ ((P + P.T) @ y) / 2) + m * (
            e(y, x) * (X @ (A @ x)) - (e(y, x) * (X @ P @ x) + e(x, y) * (x @ P @ X)) / 2)

    potential = (e(y, y) + m * e(y, x) + m * e(x, y) + m**2 * e(x, x)) / 2
    yield "One token at y and m copies of x: moving the one along X changes the potential (8) by", \
        Identity(e(y, y) * (X @ A @ y) + m * e(y, x) * (X @ A @ x)
                 - rate(potential, straight_line(y, X)), gap(x), name="gap") \
        .but_not("the half is dropped",
                 left=e(y, y) * (X @ A @ y) + m * e(y, x) * (X @ A @ x)
                 - rate(2 * potential, straight_line(y, X)))
    yield "less than the metric product of the field with X. At x = y that gap is", \
        Identity(gap(y), (1 + m) * e(y, y) * (X @ ((A - (P + P.T) * Fraction(1, 2)) @ y)),
                 name="self") \
        .but_not("the symmetric part is P", right=(1 + m) * e(y, y) * (X @ ((A - P) @ y)))
    a, b = y @ P @ x, x @ P @ y
    f, g = X @ A @ x - (X @ P @ x) / 2, (x @ P @ X) / 2
    own = e(y, y) * (X @ A @ y - X @ ((P + P.T) @ y) / 2)
    yield "so the own term vanishes, and what is left at x", \
        Identity(gap(x) - own, m * (exp(a) * f - exp(b) * g), name="at x")
    yield "and at -x", \
        Identity(gap(-x) - own, -m * (exp(-a) * f - exp(-b) * g), name="at -x") \
        .but_not("the exponents keep their sign", right=-m * (exp(a) * f - exp(b) * g))
    yield "combines to a product that must vanish,", \
        Identity(exp(-b) * g * (exp(a) * f - exp(b) * g) - exp(b) * g * (exp(-a) * f - exp(-b) * g),
                 f * g * (exp(a - b) - exp(b - a)), name="product") \
        .but_not("the sum in the place of the difference",
                 right=f * g * (exp(a - b) + exp(b - a)))
    yield "where the exponents differ by", \
        Identity(a - b, y @ (P - P.T) @ x, name="scores") \
        .but_not("they never differ", right=0)
    yield "So P is symmetric: otherwise x^T P X would vanish for all x and X, and P = 0.", \
        Cited(ANALYTIC_PRODUCT, {"the product vanishes identically": ["product", "scores"]},
              name="symmetric")
    symmetric = given(is_symmetric(P))
    yield "Then the two factors differ by", \
        Identity(f - g, X @ ((A - P) @ x), name="difference") \
        .but_not("A is twice P", right=X @ ((A - 2 * P) @ x))
    yield "and A = P, that is W U = P.", \
        Cited(BILINEAR, {"the form vanishes for all vectors": ["at x", "difference", "self"]},
              name="A is P")

    kappa = given(any_scalar("kappa"))
    yield "Two tokens are needed: for one alone, A = P + kappa I leaves no gap either.", \
        Identity(X @ ((P + kappa * identity_operator()) @ y), X @ P @ y, name="one token") \
        .but_not("nor at another token",
                 left=X @ ((P + kappa * identity_operator()) @ x), right=X @ P @ x)

    W, U = given(positive_definite("W")), given(any_operator("U"))
    v = given(unit_tokens("v", metric=W))
    V = given(tangent_vectors("V", at=v, metric=W))
    height = square_root(modes.count)

    def Z(i: Index) -> Scalar:
        return height * total(e(v[i], v[j]) for j in tokens)

    def pulled(i: Index) -> Vector:
        return total(e(v[i], v[j]) * (U @ v[j]) for j in tokens) / Z(i)

    energy = total(total(e(v[i], v[j]) for j in tokens) for i in tokens) / 2
    work = total(Z(i) * (tangent(pulled(i), v[i], W) @ W @ V[i]) for i in tokens)
    yield "On the ellipsoid the projection drops out of the product with a tangent vector.", \
        Identity(work, total(total(e(v[i], v[j]) * (V[i] @ W @ (U @ v[j])) for j in tokens)
                             for i in tokens), name="projection drops out") \
        .but_not("the metric forgets W", left=total(
            Z(i) * (tangent(pulled(i), v[i], W) @ V[i]) for i in tokens))
    fits = given(product_is(W, U, is_=P), added=True)
    yield "If P is symmetric and W U = P, that product is the slope of the potential.", \
        Identity(work, rate(energy, straight_lines(v, V)), name="gradient") \
        .but_not("the half is dropped", right=rate(2 * energy, straight_lines(v, V)))
    yield "So attention is the gradient flow of (8) exactly when P is symmetric and W U = P.", \
        Equivalence("the flow is the gradient of (8)", "P = P^T and W U = P",
                    forward=("symmetric", "A is P"), backward=("gradient",), name="iff")

    Y = given(tangent_vector("Y", at=x))
    curl = let("curl", lambda: rate(e(y, x) * (X @ A @ x), straight_line(x, Y))
               - rate(e(x, y) * (Y @ A @ y), straight_line(y, X)))
    yield "The cross derivatives of the form that the field defines differ by", \
        Identity(curl, e(y, x) * ((y @ P @ Y) * (X @ A @ x) + X @ A @ Y)
                 - e(x, y) * ((x @ P @ X) * (Y @ A @ y) + Y @ A @ X), name="curl") \
        .but_not("the scores do not move", right=e(y, x) * (X @ A @ Y) - e(x, y) * (Y @ A @ X))
    closed = Printed(curl >= 0, part="variant", name="closed for any symmetric P")
    yield "Were P symmetric enough, they would agree; in particular the difference would not be " \
        "negative.", closed
    yield "U = W = I and P = diag(2, 1) give -1: no function has this field as its gradient.", \
        Witness(closed, {P: [[2, 0], [0, 1]], A: [[1, 0], [0, 1]], y: [1, 0], x: [0, 1],
                         X: [0, 1], Y: [-1, 0]}, name="curl -1")
    climbs = Printed(rate(energy, softmax_flow(v, scores=P, metric=W, row_sum=1 / height)) >= 0,
                     part="variant", name="climbs for any P")
    yield "Nor does the flow climb the potential for every positive definite P:", climbs
    s = Fraction(5, 13)
    yield "U = W = I and P = diag(8, 1): it falls at two tokens.", \
        Witness(climbs, {P: [[8, 0], [0, 1]], W: [[1, 0], [0, 1]],
                         v: [[-s, Fraction(-12, 13)], [s, Fraction(-12, 13)]]}, name="falls")

    p1, p2, p3 = given(any_scalar("p1")), given(any_scalar("p2")), given(any_scalar("p3"))
    a1, a2, a3 = given(any_scalar("a1")), given(any_scalar("a2")), given(any_scalar("a3"))
    x1, x2 = given(any_scalar("x1")), given(any_scalar("x2"))
    X1, X2 = given(any_scalar("X1")), given(any_scalar("X2"))

    def form(q: tuple[Scalar, Scalar, Scalar], u: Sequence[Scalar], v: Sequence[Scalar]) -> Scalar:
        return q[0] * u[0] * v[0] + q[1] * (u[0] * v[1] + u[1] * v[0]) + q[2] * u[1] * v[1]

    q, r = (p1, p2, p3), (a1, a2, a3)
    u, w = (x1, x2), (X1, X2)
    Ju, Jw = (-x2, x1), (-X2, X1)
    D = tuple((p1 + p3) * r[k] - (a1 + a3) * q[k] for k in range(3))
    yield "On the circle (n = 1, J the quarter turn) the even parts differ by (X.x) X^T D x with " \
        "D = tr(P) A - tr(A) P: closed if both traces vanish.", \
        Identity(form(q, Jw, Ju) * form(r, w, u) - form(q, w, u) * form(r, Jw, Ju),
                 (x1 * X1 + x2 * X2) * form((D[0], D[1], D[2]), w, u), name="circle") \
        .but_not("the traces are exchanged",
                 right=-(x1 * X1 + x2 * X2) * form((D[0], D[1], D[2]), w, u))
    yield "Closed is not exact: for P = diag(1, -1) and A the exchange of axes, one turn of a token " \
        "has the period 2 pi I_1(1), not 0.", \
        Value(PERIOD, 30, {"integration": by_integration, "Bessel function": by_bessel},
              name="period") \
        .but_not("the period vanishes", decimal="0")
    yield mutant("any value matrix U will do", drop=fits)
    yield mutant("P need not be symmetric", drop=symmetric)
