"""Section 2.3: the continuous model, eq. (6), and its symmetries."""

from collections.abc import Callable

from verify.language.symbols import HeadVectors
from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


def pulled(A: HeadWeights, v: HeadVectors, i: Index | int) -> Vector:
    """Return what all heads together pull a token with; v are the heads' values."""
    return total(total(A[a, i, j] * v[a, j] for j in tokens) for a in heads)


def rows_add_up(A: HeadWeights) -> Proposition:
    a, i = heads.any("a"), tokens.any("i")
    return for_every((a, i), equals(total(A[a, i, j] for j in tokens), 1 / square_root(modes.count)))


@statement("A-2.6", PAPER.label("eq. (6)", ICML="eq. (6)"), title="Continuous model and its symmetries",
           argued=False, rests_on=("A-2.1",), position=(2, 5),
           printed=r"The continuous model on $(\mathcal{E}_W^n)^\ell$ is $\dot y_i = T_{y_i} \pi_W \cdot \sum_{\eta = "
                   r"1}^h \sum_{j = 1}^\ell \alpha_{ij}^\eta(t, y) U_\eta(t) y_j$ with $\alpha_{ij}^\eta = "
                   r"\exp(y_i^\top P_\eta y_j)/Z_i^\eta$, $Z_i^\eta = \sqrt{n+1} \sum_j \exp(y_i^\top P_\eta y_j)$, "
                   r"$U_\eta = W_\eta V'_\eta$ and $P_\eta = Q_\eta^\top K_\eta$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def continuous_model(given: Given) -> Proof:
    W, R, S = given(positive_definite_square("W", root="R", inverse="S"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    y = given(unit_tokens("y", metric=W))
    A, V = given(nonnegative_head_weights("A")), given(any_head_vectors("V"))
    a = heads.any("a")
    i, j = tokens.any("i", "j")
    row_sum = 1 / square_root(modes.count)

    def velocity(z: Callable[[Index], Vector], i: Index) -> Vector:
        Z = total(exp(z(i) @ P @ z(j)) for j in tokens)
        return tangent(total((row_sum * exp(z(i) @ P @ z(j)) / Z) * (U @ z(j)) for j in tokens), z(i), W)

    def fastest(u: Scalars) -> Scalar:
        return total(u[a] for a in heads) / square_root(modes.count)

    def if_bounded(says: Callable[[Scalars], Proposition]) -> Proposition:
        """Return what holds if all rows add up and values are at most u."""
        return for_every(coefficients("u", over="heads"), lambda u: implies(
            always(both(rows_add_up(A), for_every((a, j), norm(V[a, j], W) <= u[a]))), says(u)))

    speed = tangent(pulled(A, V, i), y[i], W)
    on_ellipsoid, is_tangent = equals(norm(y[i], W), 1), equals(y[i] @ W @ speed, 0)

    def slow(u: Scalars) -> Proposition:
        return norm(speed, W) <= fastest(u)

    def near(u: Scalars) -> Proposition:
        return for_every(any_vectors("z"), lambda z: implies(
            at_start(equals(y[i], z[i])), always(norm(y[i] - z[i], W) <= fastest(u) * elapsed)))

    def rests(B: HeadWeights, w: HeadVectors, x: Vector) -> Proposition:
        return implies(
            both(rows_add_up(B), for_every((a, i, j), equals(w[a, i], w[a, j]))), iff(
                for_every(i, equals(tangent(pulled(B, w, i), x, W), zero_vector())),
                for_every(i, equals(tangent(total(w[a, i] for a in heads), x, W), zero_vector()))))

    def permutes(z: Vectors, M: Weights) -> Proposition:
        return implies(
            both(equals(M[i, j] ** 2, M[i, j]), for_every(i, both(
                equals(total(M[i, k] for k in tokens), 1), equals(total(M[k, i] for k in tokens), 1)))),
            equals(velocity(lambda i: total(M[i, k] * z[k] for k in tokens), i),
                   total(M[i, k] * velocity(lambda j: z[j], k) for k in tokens)))

    add_up = for_every(any_vectors("z"), lambda z: equals(
        total(softmax(lambda i: z[i], P, row_sum=row_sum)(i, j) for j in tokens), row_sum))
    odd = for_every(any_vectors("z"), lambda z: equals(
        velocity(lambda i: -1 * z[i], i), -1 * velocity(lambda i: z[i], i)))
    permuted = for_every((any_vectors("z"), any_weights("M")), permutes)
    bounded = if_bounded(lambda u: both(always(both(on_ellipsoid, is_tangent, slow(u))), near(u)))
    consensus_rests = for_every(
        (nonnegative_head_weights("B"), any_head_vectors("X"), unit_vector("x", metric=W)), rests)
    axes = [[1, 0], [0, 1]]
    turning = {W: axes, R: axes, S: axes, P: [[0, 0], [0, 0]], U: [[0, -1], [1, 0]], y: axes, A: [axes], V: [axes]}
    yield claim(
        r"In $d$ dimensions let every head $\eta$ have nonnegative weights with row sums $1/\sqrt{d}$ and values no longer "
        r"than $u_\eta$, all of which may vary in time. Then tokens stay on the ellipsoid, with tangent "
        r"velocities no larger than $\sum_\eta u_\eta/\sqrt{d}$. Consensus is at rest exactly where the "
        "values of all heads together have no tangent part. Softmax attention has these row sums; its "
        "velocities change sign with all tokens and are permuted with them.",
        bounded, consensus_rests, add_up, odd, permuted,
        along=solution(motion({y: lambda i: tangent(pulled(A, V, i), y[i], W)}), varying=[A, V], start=[y])) \
        .for_example({W: FOUR, R: FOUR, S: FOUR, P: NO_MATRIX, U: FOUR, y: [[*ASIDE, 0, 0], [*BESIDE, 0, 0]],
                      A: [QUARTERS], V: [[FOUR[0], FOUR[0]]], "u": [1], "z": [[*ASIDE, 0, 0], [*BESIDE, 0, 0]],
                      "B": [QUARTERS], "X": [[FOUR[0], FOUR[0]]], "x": FOUR[0], "M": PLANE}) \
        .but_not("velocities are the same for all antipodes", for_every(any_vectors("z"), lambda z: equals(
            velocity(lambda i: -1 * z[i], i), velocity(lambda i: z[i], i))), at=turning) \
        .but_not("tokens that agree are always at rest", for_every(unit_vector("x", metric=W), lambda x: equals(
            velocity(lambda i: x, i), zero_vector())), at=turning)
    flow = softmax_flow(y, scores=P, metric=W, value=U, row_sum=row_sum)
    z = given(any_vectors("z"))

    yield "The idea: projections keep tokens on the ellipsoid and shorten velocities, and weights see the others " \
        "only under sums." "\n\n" \
        "Velocities are tangent, so tokens stay on the ellipsoid.", \
        Identity(y[i] @ W @ rate(y[i], flow), 0, name="tangent") \
        .but_not("in the Euclidean sense", left=y[i] @ rate(y[i], flow))
    yield r"Wherever tokens are, the weights of each add up to $1/\sqrt{d}$, in every head.", \
        Identity(total(softmax(lambda i: z[i], P, row_sum=row_sum)(i, j) for j in tokens), row_sum, name="row sums") \
        .but_not("they add up to 1", right=1)
    yield "So softmax has these row sums.", ByLemma("of_any", says=add_up, by="row sums", name="row sums anywhere")
    f, w = given(any_vector("f")), given(nonnegative_weights("w"))
    u = given(nonnegative_scalar("u"))
    v = given(bounded_vectors("v", by=u, metric=W))         # the values U y_j of one head
    p = let("p", lambda i: total(w[i, j] * v[j] for j in tokens))

    def squared(x: Vector) -> Scalar:
        """x^T W x, as a square."""
        return (R @ x) @ (R @ x)

    yield "The projection makes no vector longer: what it takes away is a square,", \
        Identity(f @ W @ f - tangent(f, y[i], W) @ W @ tangent(f, y[i], W), (y[i] @ W @ f) ** 2, name="shorter") \
        .but_not("it keeps every length", right=0)
    yield "so no token is faster than the bound $u$ of its values times the sum of its weights; for several heads these bounds add up, " \
        "and so a token that starts at $z_i$ is at most that far from it after a unit of time.", \
        Inequality(p[i] @ W @ p[i] <= (u * total(w[i, j] for j in tokens)) ** 2, name="speed",
                   because=total(total(w[i, j] * w[i, k] * (
                       squared(v[j] - v[k]) + (u**2 - v[j] @ W @ v[j]) + (u**2 - v[k] @ W @ v[k])) / 2
                       for k in tokens) for j in tokens)) \
        .but_not("half as fast", claim=p[i] @ W @ p[i] <= (u * total(w[i, j] for j in tokens)) ** 2 / 4)

    yield "All this holds however weights and values vary in time. Tokens stay on the ellipsoid,", \
        ByLemma("on_ellipsoid", says=if_bounded(lambda _: always(on_ellipsoid)), by="speed", name="on the ellipsoid")
    yield "velocities are tangent to it,", \
        ByLemma("tangent_velocity", says=if_bounded(lambda _: always(is_tangent)), by="speed", name="tangent velocities")
    yield "none is above this speed,", \
        ByLemma("speed_at_most", says=if_bounded(lambda u: always(slow(u))), by=["shorter", "speed"], name="speed of heads")
    yield "and no token is further from its start than this speed allows.", \
        ByLemma("way_at_most", says=if_bounded(near), by=["shorter", "speed"], name="way")
    yield "This is what is claimed of bounded values.", ByLemma("moves_bounded", says=bounded, name="bounded values",
                by=["on the ellipsoid", "tangent velocities", "speed of heads", "way"])
    with given.scope():  # All tokens move by one field, and heads add up.
        def field(z: Vector) -> Vector:
            """The velocity of a token at z among the others."""
            scores = total(exp(z @ P @ y[j]) for j in tokens)
            return tangent(row_sum / scores * total(exp(z @ P @ y[j]) * (U @ y[j]) for j in tokens), z, W)

        yield "Every token moves by one and the same field of its own position, in which the others occur " \
            "only under sums over all of them: exchanging tokens exchanges their velocities.", \
            Identity(rate(y[i], flow), field(y[i]), name="one field") \
            .but_not("so do causal tokens", left=rate(y[i], softmax_flow(
                y, scores=P, metric=W, value=U, reach="up_to", row_sum=row_sum)))
        yield "So any permutation does, as a matrix $M$ of zeros and ones.", \
            ByLemma("permutations", says=permuted, name="permuted")
        yield "With all tokens replaced by their antipodes every velocity changes its sign.", \
            Identity(velocity(lambda i: -1 * z[i], i), -1 * velocity(lambda i: z[i], i), name="odd") \
            .but_not("no velocity changes", right=velocity(lambda i: z[i], i))
        yield "So it does wherever they are.", ByLemma("of_any", says=odd, by="odd", name="antipodes")
        x = given(unit_vector("x", metric=W))
        g = given(nonnegative_head_weights("g"))
        yield "At consensus on $x$ a token moves along the tangent part of $U x$, times the sum of " \
            "its weights: consensus is at rest exactly where that part is 0, in particular everywhere if $U = I$.", \
            Identity(tangent(total(w[i, j] * (U @ x) for j in tokens), x, W),
                     total(w[i, j] for j in tokens) * tangent(U @ x, x, W), name="consensus") \
            .but_not("consensus is always at rest", right=0 * x)
        C = given(any_vectors("C", over="heads"))
        yield "Heads pull independently, with one value matrix or with several, each times the sum of its weights.", \
            Identity(tangent(total(total(g[a, i, j] * C[a] for j in tokens) for a in heads), x, W),
                     total(total(g[a, i, j] for j in tokens) * tangent(C[a], x, W) for a in heads), name="heads") \
            .but_not("the sums do not matter", right=tangent(total(C[a] for a in heads), x, W))
        yield "So with several heads consensus is at rest exactly where the tangent part of all values together is 0.", \
            ByLemma("consensus_rests", says=consensus_rests, by="heads", name="consensus of heads")
        with given.behind("examples"):
            yield "With the identity as value matrix the tokens' weights of all heads add up, token by token.", \
                Identity(rate(y[i], attention_flow(y, weights=g, metric=W)),
                         tangent(total(total(g[q, i, j] for q in heads) * y[j] for j in tokens), y[i], W),
                         name="identity value") \
                .but_not("heads are averaged", right=tangent(total(
                    total(g[q, i, j] / heads.count for q in heads) * y[j] for j in tokens), y[i], W))
    yield mutant("weights may be negative", drop=w, assume=any_weights("w"))
