"""Section 3: along a gradient flow every trajectory converges to an equilibrium."""

from dataclasses import dataclass

from verify.vocabulary import *

from .paper import PAPER
from .pictures import TRIANGLE
from .twin_starts import *


@dataclass(frozen=True)
class Attention:
    """Attention with the scores P, the values U and row sums 1/sqrt(n + 1), on the ellipsoid of W."""

    W: Operator
    P: Operator
    U: Operator

    def flow(self, y: Vectors) -> Flow:
        return softmax_flow(y, scores=self.P, value=self.U, metric=self.W, row_sum=1 / square_root(modes.count))

    def at_rest(self, z: Vectors) -> Proposition:
        """Say that a state is on the ellipsoid, and that nothing moves there."""
        i = tokens.any("i")
        return for_every(i, both(equals(z[i] @ self.W @ z[i], 1), equals(self.flow(z).moves[z](i), zero_vector())))

    def e(self, y: Vectors, i: Index, j: Index) -> Scalar:
        return exp(y[i] @ self.P @ y[j])

    def Z(self, y: Vectors, i: Index) -> Scalar:
        return square_root(modes.count) * total(self.e(y, i, j) for j in tokens)

    def potential(self, y: Vectors) -> Scalar:
        return total(total(self.e(y, i, j) for j in tokens) for i in tokens) / 2

    def climbs(self, says: Proposition) -> Proposition:
        """Return what holds if the flow is a gradient flow."""
        return implies(both(equals(self.P, self.P.T), equals(self.W @ self.U, self.P)), says)


@statement("A-T3.2", PAPER.label("Theorem 3.2"), origin="reconstructed", basis="this_reconstruction",
           title="Trajectories tend to equilibria",
           gist="Under the conditions of the gradient flow the tokens come to rest: every solution "
                "tends to the set of equilibria.", rests_on=("A-T3.1",), position=(3, 4),
           scenes=(TRIANGLE,),
           printed="Under Hypothesis 3.1 every trajectory of (6) tends to the zeros of the gradient field, which are "
                   "the equilibria.",
           relation="corrected", differs="$P$ need not be positive definite, nor $U$ the identity.")
def equilibria(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    P, U = given(any_operator("P")), given(any_operator("U"))
    y = given(unit_tokens("y", metric=W))
    i = tokens.any("i")
    model = Attention(W, P, U)
    flow = model.flow(y)
    Z = let("Z", lambda i: model.Z(y, i))
    f = let("f", lambda i: total(model.e(y, i, j) * (U @ y[j]) for j in tokens))
    t = let("t", lambda i: tangent(f[i], y[i], W))
    V = let("V", lambda: model.potential(y))
    z = any_vectors("z")
    rises, has_limit, slows = nondecreasing(V), converges(V), tends_to(norm(flow.moves[y](i), metric=W), 0)
    limits_rest, near_rest = limit_points(y, z, model.at_rest), tends_to_set(y, z, model.at_rest)
    yield claim(
        "If $P$ is symmetric and $W U = P$, the flow climbs the potential (8), which has a limit; all "
        "speeds tend to 0, all limit points are equilibria, and every trajectory tends to their set.",
        "slope", "climb",
        model.climbs(both(rises, has_limit, slows, limits_rest, near_rest)),
        along=solution(flow, start=[y]),
        wrong="In the plane, with $W = P = I$ and $U$ the quarter turn, tokens that agree go round the circle forever.") \
        .but_not("$P$ need not be symmetric", implies(equals(W @ U, P), nondecreasing(V)),
                 at={W: PLANE, R: PLANE, P: TURN, U: TURN, y: NEAR}) \
        .but_not("nor $U$ go with it", implies(equals(P, P.T), nondecreasing(V)),
                 at={W: PLANE, R: PLANE, P: PLANE, U: [[-1, 0], [0, 0]], y: [ASIDE, BESIDE]}) \
        .but_not("all limit points are points of consensus",
                 model.climbs(limit_points(y, z, lambda z: equals(z[1], z[2]))),
                 at={W: PLANE, R: PLANE, P: PLANE, U: PLANE, y: ANTIPODES})
    # No token is faster than a mean of the images of all.
    def e(i: Index, j: Index) -> Scalar:
        return model.e(y, i, j)

    yield "The idea: the flow climbs the potential, which is bounded, and so must slow down." "\n\n" \
        "Times $Z_i$, the velocity of token $i$ is the tangent part $t_i$ of a sum $f_i$ over all tokens.", \
        Identity(Z[i] * rate(y[i], flow), t[i], name="velocity") \
        .but_not("tangent in the Euclidean sense", right=tangent(f[i], y[i]))
    yield "The square of $t_i$ is that of $f_i$ less that of the component of $f_i$ along $y_i$,", \
        Identity(t[i] @ W @ t[i], f[i] @ W @ f[i] - (y[i] @ W @ f[i]) ** 2, name="square") \
        .but_not("all of it", right=f[i] @ W @ f[i])
    yield "so by Cauchy and Schwarz no token is faster than a mean of the images $U y_j$, which are bounded.", \
        Inequality(t[i] @ W @ t[i] <= total(e(i, j) for j in tokens) * total(
            e(i, j) * ((U @ y[j]) @ W @ (U @ y[j])) for j in tokens), name="speed",
            because=(y[i] @ W @ f[i]) ** 2 + total(total(e(i, j) * e(i, k) * (
                (R @ (U @ (y[j] - y[k]))) @ (R @ (U @ (y[j] - y[k])))) for k in tokens)
                for j in tokens) / 2) \
        .but_not("half as fast", claim=4 * (t[i] @ W @ t[i]) <= total(e(i, j) for j in tokens) * total(
            e(i, j) * ((U @ y[j]) @ W @ (U @ y[j])) for j in tokens))
    X = given(any_vectors("X"))
    symmetric = given(is_symmetric(P))
    fits = given(product_is(W, U, is_=P), added=True)
    yield "If $P$ is symmetric and $W U = P$, the potential $V$ of (8) has the slope", \
        Identity(rate(V, straight_lines(y, X)), total(f[i] @ W @ X[i] for i in tokens), name="slope") \
        .but_not("half of it", right=total(f[i] @ W @ X[i] for i in tokens) / 2)
    yield "which for the velocities $X_i = t_i / Z_i$ is a sum of squares:", \
        Identity(total(f[i] @ W @ (t[i] / Z[i]) for i in tokens),
                 total((R @ t[i]) @ (R @ t[i]) / Z[i] for i in tokens), name="climb") \
        .but_not("(8) falls", right=-total((R @ t[i]) @ (R @ t[i]) / Z[i] for i in tokens)) \
        .but_not("the denominators do not matter", right=total((R @ t[i]) @ (R @ t[i]) for i in tokens))
    yield "No token leaves the ellipsoid, which is compact.", \
        Identity(rate(y[i] @ W @ y[i], flow), 0, name="on the ellipsoid").but_not("the Euclidean length is constant as well", left=rate(y[i] @ y[i], flow))
    # The potential has a limit, so speeds tend to 0.
    u = let("u", lambda i: flow.moves[y](i))
    speed = total(Z[k] * (u[k] @ W @ u[k]) for k in tokens)
    yield "So along the flow, with the velocities $u_i$, $V$ rises at a rate that is 0 at equilibria alone,", \
        Identity(rate(V, flow), speed, name="rises") \
        .but_not("twice as fast", right=2 * speed)

    yield "and never falls.", ByLemma("Climbing.rises", says=model.climbs(rises), by="rises", name="never falls")
    yield "The potential is bounded, as the ellipsoid is compact, and so has a limit.", \
        ByLemma("Climbing.has_top", says=model.climbs(has_limit), by="never falls", name="limit")
    yield "So its rate has a finite integral over all times. The rate is uniformly continuous along the flow, as the velocities are " \
        "bounded and Lipschitz, so it tends to 0 (Barbalat). So do all speeds, for their factors in the rate are bounded below.", \
        ByLemma("Climbing.slow", says=model.climbs(slows), by=["rises", "limit"], name="slow")
    yield "Velocities are continuous functions of the state, so they are 0 at a limit point.", \
        LimitPoint(flow.moves[y](i), zero_vector(), states=y, by="slow", name="limit points rest")
    yield "A limit point is on the ellipsoid, for the tokens never leave it.", \
        ByLemma("Climbing.limit_on_it", says=model.climbs(limit_points(y, z, lambda z: equals(z[i] @ W @ z[i], 1))), name="limit points")
    yield "These are equilibria, and on a compact set every trajectory tends to the set of its limit points.", \
        ByLemma("Climbing.near_rest", says=model.climbs(near_rest), by="slow", name="near")
    with given.behind("needed"), given.scope():  # Three tokens at 120 degrees under a score matrix that is not symmetric.
        q, r = given(orthonormal_pair("q", "r"))
        s, p = given(any_scalar("s")), given(positive_scalar("p"))

        def quarter_turn(x: Vector) -> Vector:
            return (q @ x) * r - (r @ x) * q

        ahead, behind = -q / 2 + s * r, -q / 2 - s * r
        fast, slow = exp(p * s), exp(-p * s)
        weights = 1 + fast + slow
        speed = -s * (fast - slow) / (square_root(2) * weights)
        yield "Symmetry is needed. In the plane of $q$ and its quarter turn $J q = r$ let one token " \
            r"be at $q$ and the others at $-q/2 + s r$ and $-q/2 - s r$: for $s = \sqrt{3}/2$ they " \
            "are 120 degrees apart. The score of the first with the second is, for $P = J$,", \
            Identity(q @ quarter_turn(ahead), -s, name="scores of the triangle") \
            .but_not("the other way round", right=s)
        yield "and that with the third is $s$. So for $P = p J$ and $U = W = I$ the velocity of the first is a multiple of $r$.", \
            Identity((tangent(q, q) + slow * tangent(ahead, q) + fast * tangent(behind, q))
                     / (square_root(2) * weights), speed * quarter_turn(q), name="rotation") \
            .but_not("the score matrix is symmetric", left=(
                tangent(q, q) + fast * tangent(ahead, q) + fast * tangent(behind, q))
                / (square_root(2) * weights))
        rests = Printed(speed >= 0, part="variant", name="any P brings tokens to rest")
        yield "The same holds for the others, as any of the three may be called $q$: the triangle " \
            "turns as a rigid one. To tend to an equilibrium it would have to stop,", rests
        yield "but for $p = 1$ it turns forever: a periodic orbit.", \
            Witness(rests, {p: 1, s: square_root(3) / 2}, name="periodic orbit")
    yield mutant("any value matrix $U$ will do", drop=fits)
    yield mutant("$P$ need not be symmetric", drop=symmetric)


@statement("A-C3.1", PAPER.label("Corollary 3.1"), origin="reconstructed", basis="this_reconstruction",
           title="Each trajectory converges to one equilibrium",
           gist="Along the gradient flow every solution tends to a single equilibrium.", rests_on=("A-T3.1", "A-T3.2"),
           position=(3, 5),
           of_layers=OfLayers("every state converges to an equilibrium (in continuous time)"),
           printed="Under Hypothesis 3.1 every trajectory of (6) converges to an equilibrium.",
           relation="corrected", differs="$P$ need not be positive definite, nor $U$ the identity.")
def one_limit(given: Given) -> Proof:
    W, P, U = given(positive_definite("W")), given(any_operator("P")), given(any_operator("U"))
    y = given(unit_tokens("y", metric=W))
    model = Attention(W, P, U)
    flow, i = model.flow(y), tokens.any("i")
    Z = let("Z", lambda i: model.Z(y, i))
    V, u = let("V", lambda: model.potential(y)), let("u", lambda i: flow.moves[y](i))
    one_end = model.climbs(there_is(any_vectors("z"), lambda z: for_every(
        i, both(tends_to(y[i], z[i]), equals(z[i] @ W @ z[i], 1), equals(model.flow(z).moves[z](i), zero_vector())))))
    yield claim(
        "If $P$ is symmetric and $W U = P$, every trajectory converges to one equilibrium, wherever it starts.",
        one_end,
        along=solution(flow, start=[y]), cites=["analytic_descent"],
        wrong="In the plane, with $W = P = I$ and $U$ the quarter turn, tokens that agree go round the circle forever.") \
        .but_not("to one of consensus", model.climbs(tends_to(norm(y[1] - y[2], W), 0)),
                 at={W: PLANE, P: PLANE, U: PLANE, y: ANTIPODES}) \
        .but_not("to tokens that are equal or opposite", model.climbs(tends_to((y[1] @ W @ y[2]) ** 2, 1)),
                 at={W: PLANE, P: PLANE, U: PLANE, y: SQUARE_OF_TOKENS})
    X = given(tangent_vectors("X", at=y, metric=W))
    yield "The idea: the flow climbs an analytic function on a compact analytic manifold, by its gradient, and " \
        "such a flow cannot wander among its limit points." "\n\n" \
        "The ellipsoid is an analytic manifold, and (8), a sum of exponentials of polynomials, an analytic " \
        "function. So is the metric (7), whose denominators are positive.", \
        Inequality(Z[i] > 0, because=model.Z(y, i), name="denominators") \
        .but_not("they exceed 2", claim=Z[i] > 2)
    symmetric = given(is_symmetric(P))
    fits = given(product_is(W, U, is_=P), added=True)
    given.layer(asked("one head"), asked("full"), (symmetric, "P"), (fits, "F"))
    yield "If $P$ is symmetric and $W U = P$, the flow is the gradient of (8) for it:", \
        Identity(total(Z[i] * (rate(y[i], flow) @ W @ X[i]) for i in tokens),
                 rate(V, straight_lines(y, X)), name="gradient") \
        .but_not("for the metric without the denominators",
                 left=total(rate(y[i], flow) @ W @ X[i] for i in tokens)) \
        .but_not("of (8) without its half", right=rate(2 * V, straight_lines(y, X)))
    yield "Along the flow the squared length of each token, in the metric $W$, does not change:", \
        Identity(rate(y[i] @ W @ y[i], flow), 0, name="on the ellipsoid").but_not("on spheres as well", left=rate(y[i] @ y[i], flow))
    yield "So every token stays on the ellipsoid, which is compact.", ByLemma("Climbing.kept", says=model.climbs(always(equals(y[i] @ W @ y[i], 1))), name="stays")
    yield "So the flow, with the velocities $u_i$, climbs (8), which is bounded, at the rate of the squared speeds in the metric (7),", \
        Identity(rate(V, flow), total(Z[i] * (u[i] @ W @ u[i]) for i in tokens), name="climbs") \
        .but_not("twice that", right=2 * total(Z[i] * (u[i] @ W @ u[i]) for i in tokens))
    yield "and speeds tend to 0 (A-T3.2).", \
        ByLemma("Climbing.slow_down", says=model.climbs(tends_to(norm(flow.moves[y](i), metric=W), 0)), by="climbs", name="slow")
    yield "So limit points, which there are, are equilibria. That there is but one is the theorem of Lojasiewicz on analytic descent, " \
        "which we assume: along the gradient of an analytic function whatever stays bounded converges.", \
        ByLemma("Climbing.one_end", says=one_end, by="slow", name="one limit")
    yield mutant("any value matrix $U$ will do", drop=fits)
    yield mutant("$P$ need not be symmetric", drop=symmetric)
