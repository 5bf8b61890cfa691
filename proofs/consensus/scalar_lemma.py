"""Section 5: causal weights, and the lemma on a token that is drawn to a fixed one."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@statement("A-5.0", PAPER.label("eq. (11)", ICML="Section 4"), title="Causal weights", origin="reconstructed",
           basis="this_reconstruction", argued=False, position=(5, 0),
           printed=r"Causal attention has $\alpha_{ij}^\eta = \exp(y_i^\top P_\eta y_j)/Z_i^\eta$ for $j \le i$ and 0 "
                   r"for $j > i$, with $Z_i^\eta = \sqrt{n+1} \sum_{j = 1}^i \exp(y_i^\top P_\eta y_j)$. Token $i$ "
                   "depends on the first $i$ tokens only, and (11) abbreviates the weights along a solution.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def causal_weights(given: Given) -> Proof:
    P, y = given(any_operator("P")), given(unit_tokens("y"))
    height = 1 / square_root(modes.count)                   # the row sum 1/sqrt(n + 1)
    flow = softmax_flow(y, scores=P, reach="up_to", row_sum=height)
    alpha = let("alpha", softmax(lambda i: y[i], P, reach="up_to", row_sum=height))
    i, j, k = tokens.any("i", "j", "k")

    def moves(z: Vectors, k: Index) -> Vector:
        velocity: Vector = softmax_flow(z, scores=P, reach="up_to", row_sum=height).moves[z](k)
        return velocity

    def only_those_before(z: Vectors, x: Vectors) -> Proposition:
        return for_every(k, implies(
            for_every(j, implies(never(precedes(k, j)), equals(z[j], x[j]))),
            equals(moves(z, k), moves(x, k))))

    rows = always(equals(total(alpha[i, j] for j in tokens.up_to(i)), height))
    on_sphere = always(equals(norm(y[i]), 1))
    first_rests = for_every(any_vector("z"), lambda z: implies(at_start(equals(y[1], z)), always(equals(y[1], z))))
    bounded = for_every(nonnegative_scalar("p"), lambda p: always(implies(
        for_every(any_vector("x"), lambda x: norm(P @ x) <= p * norm(x)),
        for_every((i, j), implies(never(precedes(i, j)), alpha[i, j] >= height / (tokens.up_to(i).count * exp(2 * p)))))))
    blind = always(for_every((any_vectors("z"), any_vectors("x")), lambda z, x: only_those_before(z, x)))
    yield claim(
        r"The weights of causal attention add up to $1/\sqrt{d}$ in $d$ dimensions, whatever the "
        "scores, which may vary in time. Tokens stay on the sphere, and the first one stays "
        r"where it is. If $\|P x\| \le p \|x\|$, token $i$ gives each of the $i$ tokens up to it "
        "at least $1/(i e^{2 p})$ of its row sum. Its velocity depends on no later token.",
        rows, both(on_sphere, first_rests), bounded, blind,
        along=solution(flow, varying=[P], start=[y])) \
        .but_not("the second token stays, too", for_every(any_vector("z"), lambda z: implies(
            at_start(equals(y[2], z)), always(norm(y[2] - z) <= 0))),
            at={P: PLANE, y: [ASIDE, BESIDE]}) \
        .but_not("they add up to 1", always(equals(total(alpha[i, j] for j in tokens.up_to(i)), 1)),
                 at={P: PLANE, y: [ASIDE, BESIDE]})

    x, D = given(any_vectors("x")), given(any_vectors("D"))
    s = let("s", lambda i, j: exp(x[i] @ P @ x[j]))
    omega = let("omega", softmax(lambda i: x[i], P, reach="up_to", row_sum=height))
    yield r"Token $i$ attends to the tokens up to it. Wherever tokens are, these weights add up to $1/\sqrt{d}$.", \
        Identity(total(omega[i, j] for j in tokens.up_to(i)), height, name="row sum").but_not("they add up to 1", right=1) \
        .but_not("over all tokens", left=total(omega[i, j] for j in tokens))
    yield "So they do at all times.", ByLemma("rows", says=rows, by="row sum", name="rows")
    yield "Velocities are tangent, so tokens stay on the sphere.", ByLemma("on_sphere", says=on_sphere, name="on the sphere")
    yield "The first token sees itself only: its weight is the whole row,", \
        Identity(alpha[1, 1], height, name="first weight").but_not("half of it", right=height / 2)
    yield "and it is at rest.", \
        Identity(rate(y[1], flow), zero_vector(), name="first token")
    yield "So it stays where it is.", ByLemma("first_rests", says=first_rests, by="first token", name="first rests")
    pull = total(alpha[k, j] * y[j] for j in tokens.up_to(k))
    later = straight_lines(y, lambda i: D[i] - total(same(j, i) * D[j] for j in tokens.up_to(k)))
    yield "Moving the tokens after token $k$ changes nothing for token $k$: the equations can be " \
        "solved one after the other.", \
        Identity(rate(pull, later), zero_vector(), name="triangular") \
        .but_not("nor does moving token $k$", left=rate(pull, straight_lines(
            y, lambda i: D[i] - total(same(j, i) * D[j] for j in tokens.before(k)))))
    yield "So two states that agree up to token $k$ give it the same velocity.", ByLemma("blind", says=blind, name="later tokens")
    q = given(positive_scalar("q"))
    yield "If no exponential of a row is more than $q$ times another, every weight of token $i$ " \
        "is at least the row sum over $i q$.", \
        Inequality(omega[i, j] * total(q for k in tokens.up_to(i)) >= height, name="lower bound",
                   where=[every(lambda k: s[i, k] <= q * s[i, j])],
                   because=height * total(q * s[i, j] - s[i, k] for k in tokens.up_to(i))
                   / total(s[i, k] for k in tokens.up_to(i))) \
        .but_not("over half of that", claim=omega[i, j] * total(q for k in tokens.up_to(i)) >= 2 * height)
    yield r"Scores of unit vectors are between $-p$ and $p$, so $q = e^{2 p}$ will do.", ByLemma("bounded", says=bounded, by="lower bound", name="least weight")
    w = given(any_head_weights("w"))
    with given.behind("examples"):
        yield "With the identity as value matrix the heads' velocities add up, so only the sums of their weights count: " \
            "eq. (11) names these along a solution. The row sums and the lower bound are all that section 5 uses of the " \
            "weights, but for their Lipschitz continuity in the exact domain.", \
            Identity(rate(y[i], attention_flow(y, weights=w, reach="up_to")),
                     total(tangent(total(w[a, i, j] * y[j] for j in tokens.up_to(i)), y[i])
                           for a in heads), name="eq 11") \
            .but_not("over all tokens", right=total(
                tangent(total(w[a, i, j] * y[j] for j in tokens), y[i]) for a in heads))


@statement("A-L5.1", PAPER.label("Lemma 5.1, eqs. (12), (13)"), title="The scalar lemma",
           origin="reconstructed", basis="this_reconstruction", position=(5, 0, 1),
           printed=r"Let $y^0 \in \mathbb{S}^n$, and let $\tilde\alpha$ be continuously differentiable with values "
                   r"between two positive bounds. The only equilibria of $\dot y = \tilde\alpha(t, y) (I - y y^\top) "
                   "y^0$ are $y^0$ and $-y^0$. The latter is unstable, and $y^0$ is asymptotically stable with domain "
                   r"of attraction $\mathbb{S}^n \setminus \{-y^0\}$.",
           relation="stronger", differs="The weight need not be differentiable, and convergence is exponential.")
def scalar_lemma(given: Given) -> Proof:
    y, v = given(unit_vector("y")), given(unit_vector("v", latex="y^0"))
    m = given(positive_scalar("m"))
    alpha_tilde = given(positive_scalar("alpha_tilde"))
    enough = given(that(alpha_tilde >= m))
    A = given(any_scalar("A"))                              # the integral of the weight
    drawn = motion({y: alpha_tilde * tangent(v, y), A: alpha_tilde})            # (12)
    b = let("b", lambda: y @ v)
    V = let("V", lambda: 1 - b)

    def bounded(says: Proposition) -> Proposition:
        return for_every(positive_scalar("M"), lambda M: implies(always(alpha_tilde <= M), says))

    def from_cosine(says: Callable[[Scalar], Proposition]) -> Proposition:
        return for_every(any_scalar("c"), lambda c: implies(both(c > -1, at_start(equals(b, c))), says(c)))

    def exactly(c: Scalar) -> Proposition:
        return implies(at_start(equals(A, 0)), always(equals(
            b, ((1 + c) * exp(2 * A) - (1 - c)) / ((1 + c) * exp(2 * A) + (1 - c)))))

    def fast(c: Scalar) -> Proposition:
        return always(1 - b <= 2 * (1 - c) / (1 + c) * exp(-2 * m * elapsed))

    equilibria = for_every(unit_vector("z"), lambda z: iff(
        equals(tangent(v, z), zero_vector()), either(equals(z, v), equals(z, -v))))
    attracted = iff(tends_to(y, v), never(at_start(equals(y, -v))))
    rests = implies(at_start(equals(y, -v)), always(equals(y, -v)))
    yield claim(
        "The only equilibria of a token that is drawn to $y^0$ are $y^0$ and $-y^0$. Let the weight be bounded. Then the "
        "token never moves away from $y^0$. It stays at $-y^0$ if it starts there, and tends to $y^0$ exponentially from any "
        "other start. So $y^0$ is asymptotically stable, its domain of attraction is all but $-y^0$, and $-y^0$ is "
        "unstable. The integral of the weight determines the cosine of the token with $y^0$.",
        equilibria,
        bounded(both(nondecreasing(b), attracted, rests, from_cosine(lambda c: both(fast(c), exactly(c))))),
        along=solution(drawn, varying=[alpha_tilde], start=[y])) \
        .for_example({y: [-1, 0], v: [1, 0], m: 1, alpha_tilde: 1, A: 0, "M": 1, "c": 0}) \
        .but_not("twice as fast", from_cosine(lambda c: always(1 - b <= 2 * (1 - c) / (1 + c) * exp(-4 * m * elapsed))),
                 at={y: ASIDE, v: [1, 0], m: 1, alpha_tilde: 1, A: 0}) \
        .but_not("however small the weight is", from_cosine(fast), drop=enough, at={y: ASIDE, v: [1, 0], m: 1, alpha_tilde: Fraction(1, 4), A: 0}) \
        .but_not("at half the integral", implies(at_start(equals(A, 0)), for_every(
                     any_scalar("c"), lambda c: implies(at_start(equals(b, c)), always(equals(
                         b, ((1 + c) * exp(A) - (1 - c)) / ((1 + c) * exp(A) + (1 - c))))))),
                 at={y: ASIDE, v: [1, 0], m: 1, alpha_tilde: 1, A: 0})

    # The equilibria of (12), and how the cosine of the token moves between them.
    apart = ["distance", "distance from the antipode"]
    with given.scope():
        z = given(unit_vector("z"))
        yield "The idea: the cosine of the token with $y^0$ obeys one scalar equation, which has an explicit " \
            "solution." "\n\n" \
            "First the equilibria: the pull on a unit vector $z$ vanishes exactly where its cosine with $y^0$ " \
            "is 1 or $-1$.", \
            Identity(tangent(v, z) @ tangent(v, z), 1 - (z @ v) ** 2, name="pull").but_not("nowhere", right=1)
        yield "The cosine is 1 only at $y^0$,", Identity((z - v) @ (z - v), 2 * (1 - z @ v), name="distance")
        yield "and $-1$ only at $-y^0$.", \
            Identity((z + v) @ (z + v), 2 * (1 + z @ v), name="distance from the antipode").but_not("half of it", right=1 + z @ v)
    yield "So $y^0$ and $-y^0$ are the only equilibria of (12).", ByLemma("equilibria", says=equilibria, by=["pull", *apart], name="equilibria")
    yield "The cosine $b$ of the moving token $y$ with $y^0$ obeys a scalar equation.", \
        Identity(rate(b, drawn), alpha_tilde * (1 - b**2), name="cosine") \
        .but_not("the sign is turned", right=-alpha_tilde * (1 - b**2)) \
        .but_not("linear in $b$", right=alpha_tilde * (1 - b))
    yield r"So $V = 1 - b$ (13) decreases, since $\tilde\alpha \ge m$ and $1 - b^2 = V (2 - V)$.", \
        Inequality(rate(V, drawn) <= -m * V * (2 - V), name="Lyapunov",
                   because=(alpha_tilde - m) * ((y - v) @ (y - v)) * ((y + v) @ (y + v)) / 4) \
        .but_not("twice as fast", claim=rate(V, drawn) <= -2 * m * V * (2 - V))
    yield r"The rate of $1 - y^\top y$ is $-2 \tilde\alpha b (1 - y^\top y)$, and $\tilde\alpha$ is bounded. So by Gronwall's " \
        "lemma $y$ stays a unit vector, and $0 \\le V \\le 2$. So $b$ never decreases.", ByLemma("rises", says=bounded(nondecreasing(b)), by="Lyapunov", name="rises")
    yield r"The square of $y + y^0$ is $2 (1 + b)$, and the rate of $1 + b$ is $\tilde\alpha (1 - b)$ times $1 + b$. So by Gronwall's " \
        "lemma it stays 0 if it is 0 at the start: a token that starts at $-y^0$ stays there.", \
        ByLemma("stays_at_antipode", says=bounded(rests), by=["cosine", "distance from the antipode"], name="stays at the antipode")
    with given.scope():  # The solution of that equation, and what it says.
        given(that(b > -1))
        yield "From any other start $b > -1$ at all times, since $b$ never decreases. Let $A$ be the integral of the weight. Then " \
            "$(1 - b)/(1 + b)$ is a constant times $e^{-2A}$.", \
            Identity(rate((1 - b) / (1 + b) * exp(2 * A), drawn), 0, name="conserved") \
            .but_not("by $e^{-A}$", left=rate((1 - b) / (1 + b) * exp(A), drawn))
        b0 = given(scalar_between("b0", -1, 1))
        b_at = let("b_at", lambda: ((1 + b0) * exp(2 * A) - (1 - b0)) / ((1 + b0) * exp(2 * A) + (1 - b0)),
                   latex="b(A)")
        yield "If $b = b_0$ where $A = 0$, this constant is $(1 - b_0)/(1 + b_0)$. The equation is solved by $b = b(A)$, since", \
            Identity((1 - b_at) * (1 + b0) * exp(2 * A), (1 - b0) * (1 + b_at), name="solved") \
            .but_not("from $-b_0$ on", left=(1 - b_at) * (1 - b0) * exp(2 * A), right=(1 + b0) * (1 + b_at))
        yield "So the integral of the weight determines the cosine at all times.", ByLemma("explicit_solution", says=bounded(from_cosine(exactly)), by=["rises", "conserved", "solved"], name="explicit solution")
        yield "Twice this ratio bounds $V$, since $b \\le 1$.", \
            Inequality(2 * (1 - b) / (1 + b) >= V, because=(b - 1) ** 2 / (1 + b), name="attraction") \
            .but_not("by half of that", claim=(1 - b) / (1 + b) >= V)
        yield r"So $V$ is at most $2 (1 - b_0)/(1 + b_0)$ times $e^{-2A}$, and $A$ grows by at least $m t$.", \
            ByLemma("fast", says=bounded(from_cosine(fast)), by=["rises", "conserved", "attraction"], name="fast")
        yield "A unit vector other than $-y^0$ has a cosine above $-1$. So from every such start $V$ tends to 0, and so does " \
            "the square $2 V$ of the distance of $y$ from $y^0$. From $-y^0$ the token does not move.", \
            ByLemma("attracted", says=bounded(attracted), by=[*apart, "stays at the antipode", "fast"], name="attracted")
        limit = Printed(at(b_at, {A: 1}) >= 1, part="variant", name="positive weights suffice")
        yield "Is it enough that the weight is positive? The integral of the weight $e^{-t}$ tends to $A = 1$. Then the cosine at " \
            "$A = 1$ would have to be 1.", limit
        yield r"It is not: from $b_0 = 0$ the cosine only tends to $\tanh 1$.", \
            Witness(limit, {b0: 0}, name="stops short")
    yield mutant("the weight has no lower bound", drop=enough)
