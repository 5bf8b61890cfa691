"""Section 4: how velocities depend on time."""

from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@statement("A-L4.2", PAPER.label("Lemma 4.2"), origin="reconstructed", basis="this_reconstruction",
           title="Uniform continuity of velocities", rests_on=("A-H4.1", "A-L4.1"), position=(4, 0, 3),
           printed=r"Under Hypothesis 4.1 the velocity $\dot y(t)$ of every solution of (6) is uniformly continuous on "
                   r"$[0, \infty[$.",
           relation="stronger", differs="Scores and weights are shown to be uniformly continuous as well.")
def uniform_continuity(given: Given) -> Proof:
    W = given(positive_definite("W"))
    y = given(unit_tokens("y", metric=W))
    alpha = given(nonnegative_head_weights("alpha"))
    P, Q = given(any_operator("P")), given(any_operator("Q"))
    S = given(any_head_weights("S"))
    flow = attention_flow(y, weights=alpha, metric=W)
    a, i, j = heads.any("a"), *tokens.any("i", "j")
    height = square_root(modes.count)
    p0, M, kappa = positive_scalar("p0"), positive_scalar("M"), positive_scalar("kappa")
    score, velocity = y[i] @ (P @ y[j]), flow.moves[y](i)

    def with_operator(said: Proposition) -> Proposition:
        """Return what holds of scores whose operator is bounded and uniformly continuous."""
        return for_every(p0, lambda p0: for_every(M, lambda M: implies(
            both(for_every(any_vector("x"), lambda x: always((P @ x) @ (P @ x) <= p0**2 * (x @ x))),
                 uniformly_continuous(P), always(alpha[a, i, j] <= M)), said)))

    def with_scores(said: Proposition) -> Proposition:
        """Return what holds if the weights are the softmax of bounded, uniformly continuous scores."""
        return for_every(kappa, lambda kappa: implies(
            both(always(absolute(S[a, i, j]) <= kappa), uniformly_continuous(S[a, i, j]),
                 always(equals(alpha[a, i, j], exp(S[a, i, j]) / (
                     height * total(exp(S[a, i, k]) for k in tokens))))), said))

    bounded, steady = there_is(kappa, lambda kappa: always(absolute(score) <= kappa)), uniformly_continuous(score)
    shares, slow = always(alpha[a, i, j] <= 1), always(norm(velocity, W) <= heads.count / height)
    steady_weights, steady_velocities = uniformly_continuous(alpha[a, i, j]), uniformly_continuous(velocity)
    yield claim(
        "Let the weights along a solution be bounded. If the operator of a head is bounded and uniformly continuous in time, so are "
        "the scores of this head. If all heads have such scores and their weights are the softmax, the weights and "
        "the velocities are bounded and uniformly continuous.",
        with_operator(both(bounded, steady)), with_scores(both(shares, steady_weights, slow, steady_velocities)),
        along=solution(flow, varying=[alpha, P, S], start=[y])) \
        .but_not("scores are at most $p_0$, whatever $W$", implies(
                     always(equals(P, identity_operator())), always(absolute(y[i] @ (P @ y[j])) <= 1)),
                 at={W: [[Fraction(1, 4), 0], [0, Fraction(1, 4)]], y: [[2, 0], [2, 0]], P: PLANE, Q: PLANE,
                     alpha: [EVERYBODY], S: [NOBODY]}) \
        .but_not("velocities are half as large", implies(
                     always(equals(alpha[a, i, j], exp(S[a, i, j]) / (
                         height * total(exp(S[a, i, k]) for k in tokens)))),
                     always(norm(velocity, W) <= heads.count / (2 * height))),
                 at={W: FOUR, y: [FOUR[0], FOUR[1], FOUR[1]], P: FOUR, Q: FOUR,
                     alpha: [[[Fraction(1, 6)] * 3] * 3], S: [[[0] * 3] * 3]})
    z = given(unit_tokens("z", metric=W))

    yield from speed(given, W, y, alpha, P, flow, height)
    yield r"With a softmax each weight is a term of a row that adds up to $1/\sqrt{d}$. So it is at most 1.", \
        ByLemma("shares", says=with_scores(shares), name="shares")
    yield r"The rows of all heads together add up to $h/\sqrt{d}$, so no token is faster.", \
        ByLemma("slow", says=with_scores(slow), by="speed", name="slow")
    yield "With any bounded weights the speeds are also bounded, so the tokens are Lipschitz in time.", \
        ByLemma("steady_tokens", says=for_every(M, lambda M: implies(
            always(alpha[a, i, j] <= M), uniformly_continuous(y[i]))), by="speed", name="steady tokens")
    yield from scores(given, W, y, P, Q, z)
    yield "In the same way a single score is at most the norm of $P$ times the lengths of two tokens. So it is bounded.", \
        ByLemma("bounded_scores", says=with_operator(bounded), by="speed", name="bounded scores")
    yield "These bounds tend to 0 with the time between, since $P$ and the tokens are uniformly continuous. So the score is uniformly continuous.", \
        ByLemma("steady_scores", says=with_operator(steady), by="speed", name="steady scores")
    yield from rows_of_weights(given)
    yield r"Let $q$ be the exponential of twice the change of the scores. It tends to 1 with the time between, so the weights are uniformly continuous.", \
        ByLemma("steady_weights", says=with_scores(steady_weights), name="steady weights")
    with given.scope():  # A velocity changes with the pull and with the token.
        i = tokens.any("i")
        s, u = given(any_vector("s")), given(any_vector("u"))
        yield "The change of a velocity is a sum of changes of the pulls $s$, $u$ and of the tokens.", \
            Identity(tangent(s, y[i], W) - tangent(u, z[i], W), tangent(s - u, y[i], W)
                     - ((y[i] - z[i]) @ W @ u) * y[i] - (z[i] @ W @ u) * (y[i] - z[i]), name="velocity") \
            .but_not("as the pulls do", right=tangent(s - u, y[i], W))
    yield "Pulls are sums of products of weights and tokens, which are bounded and uniformly continuous. So the pulls and the velocities are, also.", \
        ByLemma("steady_velocities", says=with_scores(steady_velocities), by="speed", name="steady velocities")
    with given.behind("needed"):
        yield from turning_back(given)


@lemma
def speed(given: Given, W: Operator, y: Vectors, alpha: HeadWeights, P: Operator, flow: Flow,
          height: Scalar) -> Proof:
    """A token is no faster than its weights add up to."""
    i = tokens.any("i")
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    velocity = let("velocity", lambda i: flow.moves[y](i), latex=r"\dot y")

    yield "The idea: tokens have a bounded speed. So a continuous function of the tokens and of uniformly " \
        "continuous data is uniformly continuous in time." "\n\n" \
        "First, no token is faster than the sum of its weights.", \
        Inequality(velocity[i] @ W @ velocity[i] <= total(w[i, j] for j in tokens) ** 2,
                   because=total(w[i, j] * g[i, j] for j in tokens) ** 2
                   + total(total(w[i, j] * w[i, k] * (1 - g[j, k]) for k in tokens) for j in tokens),
                   name="speed") \
        .but_not("than one of its weights", claim=velocity[i] @ W @ velocity[i] <= w[i, i] ** 2)


@lemma
def scores(given: Given, W: Operator, y: Vectors, P: Operator, Q: Operator, z: Vectors) -> Proof:
    """A score changes with its operator and with the two tokens, and by no more than these do."""
    i, j = tokens.any("i", "j")
    yield "At two times let $y$ and $z$ be the tokens, and $P$ and $Q$ the operators of a head. The change of a score is a sum of three terms.", \
        Identity(y[i] @ (P @ y[j]) - z[i] @ (Q @ z[j]),
                 y[i] @ ((P - Q) @ y[j]) + (y[i] - z[i]) @ (Q @ y[j]) + z[i] @ (Q @ (y[j] - z[j])),
                 name="three changes") \
        .but_not("the last one is taken at $y$", right=y[i] @ ((P - Q) @ y[j])
                 + (y[i] - z[i]) @ (Q @ y[j]) + y[i] @ (Q @ (y[j] - z[j])))
    x1, x2, x3 = given(any_scalar("x1")), given(any_scalar("x2")), given(any_scalar("x3"))
    m1, m2 = given(positive_scalar("m1")), given(positive_scalar("m2"))

    def within(x: Scalar, m: Scalar) -> Scalar:
        return ((m - x) ** 2 + (m**2 - x**2)) / (2 * m)

    yield "Each term is at most a norm times two lengths (Lemma 4.1). Let $m_1$ bound the first term $x_1$, with $P - Q$, and $m_2$ the terms $x_2$, $x_3$, with $y - z$.", \
        Inequality(x1 + x2 + x3 <= m1 + 2 * m2, name="scores",
                   where=[x1**2 <= m1**2, x2**2 <= m2**2, x3**2 <= m2**2],
                   because=within(x1, m1) + within(x2, m2) + within(x3, m2)) \
        .but_not("the motion counts once", claim=x1 + x2 + x3 <= m1 + m2)


@lemma
def rows_of_weights(given: Given) -> Proof:
    """A softmax row changes by no more than its scores do."""
    i, k = tokens.any("i", "k")
    e, f = given(coefficients("e")), given(coefficients("f"))
    yield "A row of weights with the scores $f$ is the row with the scores $e$, weighted by the ratios $e^{f_k - e_k}$ and normalised.", \
        Identity(exp(f[k]) / total(exp(f[j]) for j in tokens),
                 exp(e[k]) * exp(f[k] - e[k])
                 / total(exp(e[j]) * exp(f[j] - e[j]) for j in tokens), name="ratios") \
        .but_not("the row sum stays", right=exp(e[k]) * exp(f[k] - e[k]) / total(exp(e[j]) for j in tokens))
    A = given(row_stochastic("A"))
    r, c, q = given(positive_weights("r")), given(coefficients("c")), given(positive_scalar("q"))
    m = let("m", lambda i: total(A[i, k] * r[k] for k in tokens))
    yield "Let the ratios $r_k$ lie between $1/q$ and $q$, and let $m_i$ be their mean in row $i$. For any signs $c_k$ this sum of the " \
        "changes of the weights is bounded by a quadratic function of $m_i$.", \
        Inequality((q - 1 / q) * total(c[k] * A[i, k] * (r[k] - m[i]) for k in tokens)
                   <= 2 * (q - m[i]) * (m[i] - 1 / q), name="chord",
                   where=[every(lambda k: c[k] <= 1), every(lambda k: c[k] >= -1),
                          every(lambda k: r[k] <= q), every(lambda k: 1 / q <= r[k])],
                   because=total(A[i, k] * (
                       (1 + c[k]) * total(A[i, j] * (r[j] - 1 / q) for j in tokens) * (q - r[k])
                       + (1 - c[k]) * total(A[i, j] * (q - r[j]) for j in tokens) * (r[k] - 1 / q))
                       for k in tokens)) \
        .but_not("even if a ratio exceeds $q$",
                 where=[every(lambda k: c[k] <= 1), every(lambda k: c[k] >= -1),
                        every(lambda k: 1 / q <= r[k])])
    v = given(positive_scalar("v"))
    yield "Divided by the mean, here $v$, this bound is largest at the mean 1.", \
        Inequality((q + 1) * (q - v) * (v - 1 / q) <= (q - 1) * (q - 1 / q) * v,
                   because=(q + 1) * (v - 1) ** 2, name="worst mean") \
        .but_not("at the mean $q$", claim=(q + 1) * (q - v) * (v - 1 / q) <= 0)
    yield "So the weights of a row change by at most $2 (q - 1)/(q + 1)$ in all, which is at most $q - 1$.", \
        Inequality(2 * (q - 1) / (q + 1) <= q - 1, where=[q >= 1], because=(q - 1) ** 2 / (q + 1), name="weights") \
        .but_not("half of that", claim=2 * (q - 1) / (q + 1) <= (q - 1) / 2)


@lemma
def turning_back(given: Given) -> Proof:
    """Scores must be uniformly continuous: three tokens that turn back ever faster."""
    b, o = given(orthonormal_pair("b", "o"))
    gamma, t = given(any_scalar("gamma")), given(positive_scalar("t"))
    later = given(any_scalar("later", latex="t'"))
    half, tall = Fraction(1, 2), square_root(3) / 2
    y2 = let("y2", lambda: tall * o - half * b)
    y3 = let("y3", lambda: -tall * o - half * b)
    ahead, behind = exp(-gamma * tall), exp(gamma * tall)

    def turned(x: Vector) -> Vector:
        return (x @ b) * o - (x @ o) * b

    def speed(x: Scalar) -> Scalar:
        ahead, behind = exp(-x * tall), exp(x * tall)
        return tall * (ahead - behind) / (square_root(2) * (1 + ahead + behind))

    yield "Uniform continuity of the scores is needed. Take three tokens $b$, $y_2$, $y_3$ of a " \
        r"circle, each the last one turned by 120 degrees, and scores $\gamma y_i^\top J y_j$, with $J$ a quarter turn. They turn forever, " \
        "all at one speed, which changes its sign with $\\gamma$.", \
        Identity(tangent(b + ahead * y2 + behind * y3, b)
                 / (square_root(2) * (1 + ahead + behind)), speed(gamma) * turned(b), name="rotation") \
        .but_not("the other way round", right=-speed(gamma) * turned(b))
    yield r"The sign of $\gamma = \sin t^2$ changes when $t^2$ has grown by $\pi$, and that takes less and less time.", \
        Inequality(later - t <= pi() / (2 * t), where=[later**2 - t**2 <= pi()], name="ever faster",
                   because=((pi() - (later**2 - t**2)) + (later - t) ** 2) / (2 * t)) \
        .but_not("half of that", claim=later - t <= pi() / (4 * t))
    now = let("now", lambda: speed(sin(t**2)), latex=r"\omega(t)")
    then = let("then", lambda: speed(sin(later**2)), latex=r"\omega(t')")
    steady = Printed((later - t) ** 2 > Fraction(1, 10_000), (then - now) ** 2 <= Fraction(1, 100),
                     part="variant", name="continuity of the scores is not needed")
    yield "Are bounded scores enough? Then some span of time would be too short for the speed to change by $1/10$. Let it be $1/100$.", steady
    yield "It is not too short, and later the speed changes by as much in ever shorter spans.", \
        Witness(steady, {t: Fraction(709, 4), later: Fraction(177_259, 1000)}, name="turning back")
