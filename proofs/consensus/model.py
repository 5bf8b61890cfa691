"""Section 2.3: the continuous model, eq. (6), and its symmetries."""

from proofs.consensus.paper import PAPER
from verify.vocabulary import *


@statement("A-2.6", PAPER.label("eq. (6)"), title="Continuous model and its symmetries",
           argued=False, rests_on=("A-2.1",), position=(2, 5))
def continuous_model(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    y = given(unit_tokens("y", metric=W))
    i = tokens.any("i")
    row_sum = 1 / square_root(modes.count)
    flow = softmax_flow(y, scores=P, metric=W, value=U, row_sum=row_sum)
    alpha = softmax(lambda i: y[i], P, row_sum=row_sum)

    yield claim("Velocities are tangent, bounded by values and weights, and given by one odd field of a "
                r"token's position; the weights of a token add up to $1/\sqrt{n + 1}$, heads pull "
                "independently, and consensus on $x$ is at rest exactly where $U x$ has no tangent "
                "part.",
                "tangent", "row sums", "shorter", "speed", "one field", "odd", "consensus", "heads",
                "identity value")
    yield "Velocities are tangent: the tokens stay on the ellipsoid.", \
        Identity(y[i] @ W @ rate(y[i], flow), 0, name="tangent") \
        .but_not("in the Euclidean sense", left=y[i] @ rate(y[i], flow))
    yield r"The weights of a token add up to $1/\sqrt{n + 1}$, in every head.", \
        Identity(total(alpha(i, j) for j in tokens), row_sum, name="row sums") \
        .but_not("they add up to 1", right=1)
    w = given(nonnegative_weights("w"))
    u = given(positive_scalar("u"))
    v = given(bounded_vectors("v", by=u, metric=W))         # the values U y_j of one head
    p = let("p", lambda i: total(w[i, j] * v[j] for j in tokens))

    def squared(x: Vector) -> Scalar:
        """x^T W x, as a square."""
        return (R @ x) @ (R @ x)

    yield "The projection makes no vector longer: what it takes away is a square,", \
        Identity(p[i] @ W @ p[i] - tangent(p[i], y[i], W) @ W @ tangent(p[i], y[i], W),
                 (y[i] @ W @ p[i]) ** 2, name="shorter") \
        .but_not("it keeps every length", right=0)
    yield "so no token is faster than the bound of its values times the sum of its weights; heads add up.", \
        Inequality(p[i] @ W @ p[i] <= (u * total(w[i, j] for j in tokens)) ** 2, name="speed",
                   because=total(total(w[i, j] * w[i, k] * (
                       squared(v[j] - v[k]) + (u**2 - v[j] @ W @ v[j]) + (u**2 - v[k] @ W @ v[k])) / 2
                       for k in tokens) for j in tokens)) \
        .but_not("half as fast", claim=p[i] @ W @ p[i]
                 <= (u * total(w[i, j] for j in tokens)) ** 2 / 4)

    def field(z: Vector, sign: int = 1) -> Vector:
        """The velocity of a token at z among the others, all of them multiplied by a sign."""
        scores = total(exp(z @ P @ (sign * y[j])) for j in tokens)
        return tangent(row_sum / scores * total(exp(z @ P @ (sign * y[j])) * (U @ (sign * y[j]))
                                                for j in tokens), z, W)

    yield "Every token moves by one and the same field of its own position, in which the others occur " \
        "only under sums over all of them: exchanging tokens exchanges their velocities.", \
        Identity(rate(y[i], flow), field(y[i]), name="one field") \
        .but_not("so do causal tokens", left=rate(y[i], softmax_flow(
            y, scores=P, metric=W, value=U, reach="up_to", row_sum=row_sum)))
    yield "With all tokens replaced by their antipodes every velocity changes its sign.", \
        Identity(field(-1 * y[i], -1), -1 * field(y[i]), name="odd") \
        .but_not("when one token alone is replaced", left=field(-1 * y[i]))
    x = given(unit_vector("x", metric=W))
    g = given(nonnegative_head_weights("g"))
    yield "At consensus on $x$ a token moves along the tangent part of $U x$, times the sum of " \
        "its weights: consensus is at rest exactly where that part is 0, in particular " \
        "everywhere if $U = I$.", \
        Identity(tangent(total(w[i, j] * (U @ x) for j in tokens), x, W),
                 total(w[i, j] for j in tokens) * tangent(U @ x, x, W), name="consensus") \
        .but_not("consensus is always at rest", right=0 * x)
    a, b = given(any_vector("a")), given(any_vector("b"))
    yield "Heads pull independently: projections add up, with one value matrix or with several.", \
        Identity(tangent(a + b, x, W), tangent(a, x, W) + tangent(b, x, W), name="heads")
    yield "With the identity as value matrix the tokens' weights of all heads add up, token by token.", \
        Identity(rate(y[i], attention_flow(y, weights=g, metric=W)),
                 tangent(total(total(g[q, i, j] for q in heads) * y[j] for j in tokens), y[i], W),
                 name="identity value") \
        .but_not("heads are averaged", right=tangent(total(
            total(g[q, i, j] / heads.count for q in heads) * y[j] for j in tokens), y[i], W))
    yield mutant("weights may be negative", drop=w, assume=any_weights("w"))
