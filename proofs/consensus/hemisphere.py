"""Section 4: consensus from a hemisphere."""

from collections.abc import Callable

from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .pictures import HALF_CIRCLE, HEMISPHERE
from .twin_starts import *


@statement("A-T4.1", PAPER.label("Theorem 4.1, eq. (10)", ICML="Theorem 3.2, eq. (7)"), title="Consensus from a hemisphere",
           gist="If all tokens start in one open hemisphere, they all come together, exponentially fast.",
           rests_on=("A-D4.1", "A-L4.1"), position=(4, 1), scenes=(HEMISPHERE, HALF_CIRCLE),
           of_layers=OfLayers("tokens of an open hemisphere converge to consensus"),
           printed=r"Let $v \in \mathcal{E}_W^n$ and $\mathcal{H}^+(v) = \{y \in \mathcal{E}_W^n : v^\top y > 0\}$. "
                   r"Under Hypothesis 4.1 the consensus set $\mathcal{C}_\ell^+(v) = \{(y, \dots, y) : y \in "
                   r"\mathcal{H}^+(v)\}$ is attractive for (6) with domain of attraction $\mathcal{H}^+(v)^\ell$: it is "
                   r"forward-invariant, and $\operatorname{dist}(y(t), \mathcal{C}_\ell^+(v)) \to 0$ for every solution "
                   r"with $y(0) \in \mathcal{H}^+(v)^\ell$.",
           relation="stronger", differs="The single limit point and the exponential rate are not printed. Of the "
                                        "weights only bounds are used, and no continuity in time. That the consensus "
                                        "set is forward-invariant is in A-R4.1.")
def hemisphere(given: Given) -> Proof:
    W, c = given(positive_definite("W")), given(covector("c"))
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=c))
    alpha = given(nonnegative_head_weights("alpha"))
    e = given(any_head_weights("e"))
    flow = attention_flow(y, weights=alpha, metric=W)
    i, j = tokens.any("i", "j")
    s = let("s", lambda i: c @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))

    a = heads.any("a")
    gather = there_is(unit_vector("z", metric=W), lambda z: both(c @ z > 0, there_is(
        (positive_scalar("C"), positive_scalar("r")), lambda C, r: always(norm(y[i] - z, W) <= C * exp(-r * elapsed)))))
    bounded_weights = for_every((positive_scalar("m"), positive_scalar("M")), lambda m, M: implies(
        always(both(alpha[a, i, j] >= m, alpha[a, i, j] <= M)), gather))
    bounded_scores = for_every(positive_scalar("kappa"), lambda kappa: implies(
        always(both(e[a, i, j] <= kappa, e[a, i, j] >= -kappa, equals(alpha[a, i, j], exp(e[a, i, j]) / (
            square_root(modes.count) * total(exp(e[a, i, k]) for k in tokens))))), gather))
    yield claim(
        "If the weights lie between two positive bounds, all tokens of an open hemisphere tend "
        "to one point of it, exponentially fast. The weights may be any functions of time; the softmax of bounded scores is an example.",
        bounded_weights, bounded_scores, along=solution(flow, varying=[alpha, e], start=[y, inside])) \
        .for_example({W: FOUR, c: FOUR[0], y: [[*ASIDE, 0, 0], [*BESIDE, 0, 0]], alpha: [QUARTERS], e: [NOBODY],
                      "m": QUARTER, "M": 1, "kappa": 1}) \
        .but_not("two opposite tokens of a closed hemisphere meet, too",
                 for_every(positive_scalar("m"), lambda m: implies(
                     always(alpha[a, i, j] >= m), tends_to(norm(y[i] - y[j], W), 0))),
                 drop=inside, assume=closed_hemisphere(y, along=c),
                 at={W: PLANE, c: [0, 1], y: ANTIPODES, alpha: [EVERYBODY], e: [NOBODY]}) \
        .but_not("tokens that attend to nobody meet, too", tends_to(norm(y[i] - y[j], W), 0),
                 at={W: PLANE, c: [1, 0], y: [ASIDE, BESIDE], alpha: [NOBODY], e: [NOBODY]}) \
        .but_not("no margin ever falls", nondecreasing(s[i]),
                 at={W: PLANE, c: [1, 0], y: [[1, 0], ASIDE], alpha: [EVERYBODY], e: [NOBODY]})
    rests = both(always(equals(y[i] @ (W @ y[i]), 1)), always(y[i] @ (W @ y[j]) <= 1))
    yield "The idea: in gnomonic coordinates tokens move towards each other with bounded weights. So these have " \
        "one limit, and the tokens tend to the point that has it for its coordinates." "\n\n" \
        "To begin with, no token leaves the ellipsoid.", \
        ByLemma("Gathering.bounded_tokens_on_the_ellipsoid", says=rests, name="ellipsoid")
    yield "Each margin moves by the attention-weighted excess of the others.", \
        Identity(rate(s[i], flow), total(w[i, j] * (s[j] - s[i] * g[i, j]) for j in tokens), name="margin rate") \
        .but_not("the Gram entry is taken without $W$",
                 right=total(w[i, j] * (s[j] - s[i] * (y[i] @ y[j])) for j in tokens))
    yield "At the least margin every summand is nonnegative,", \
        Inequality(s[i] * g[i, j] <= s[j], where=[s[i] <= s[j]],
                   because=(s[j] - s[i]) + s[i] * (1 - g[i, j]), name="summand") \
        .but_not("at any margin", where=[])
    yield "so the least margin does not decrease,", \
        Inequality(rate(s[i], flow) >= 0, where=[every(lambda j: s[i] <= s[j])], name="least margin",
                   because=total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - g[i, j])) for j in tokens)) \
        .but_not("no margin decreases", where=[]) \
        .but_not("value matrix $-I$", claim=rate(s[i], attention_flow(
            y, weights=alpha, metric=W, value=-identity_operator())) >= 0)
    yield "so that margins stay as large as the least is at the start,", \
        LeastOf(s[i], by="least margin", positive=True, name="margins")
    yield "and no token leaves the hemisphere.", \
        ByLemma("stay_inside", says=always(s[i] > 0), by="margins", name="inside")
    x = let("x", lambda i: y[i] / s[i])
    beta = let("beta", lambda i, j: w[i, j] * s[j] / s[i])
    k, q = tokens.any("k", "q")
    yield "In gnomonic coordinates the flow is a linear consensus system, whose weights are $\\beta_{i j}$.", \
        Identity(rate(x[i], flow), total(beta[i, j] * (x[j] - x[i]) for j in tokens), name="consensus system") \
        .but_not("the weights are not changed", right=total(w[i, j] * (x[j] - x[i]) for j in tokens))
    m, sigma, L = given(positive_scalar("m")), given(positive_scalar("sigma")), given(positive_scalar("L"))
    bounded = given(bounded_below(alpha, by=m))
    given.layer((alpha, "every F_h"), (bounded, "layer"))
    yield r"They are bounded below, for margins are at least some $\sigma$, the least at the start, and at most some $L$:", \
        Inequality(beta[k, q] >= heads.count * m * sigma / L, name="weights", where=[s[q] >= sigma, s[k] <= L],
                   because=(total(alpha[a, k, q] - m for a in heads) * s[q] + heads.count * m * (s[q] - sigma)
                            + heads.count * m * sigma / L * (L - s[k])) / s[k]) \
        .but_not("margins may be smaller", where=[s[k] <= L]) \
        .but_not("margins may be larger", where=[s[q] >= sigma])
    u, b = given(any_vector("u")), given(positive_scalar("b"))
    given(that(beta[i, j] >= b))
    v = let("v", lambda i: u @ x[i])
    yield "With a lower bound $b$ of these weights, the spread of images decreases in every direction at least at the rate $n b$:", \
        Inequality(rate(v[i], flow) - rate(v[j], flow) <= -tokens.count * b * (v[i] - v[j]), name="spread",
                   where=[every(lambda k: v[k] <= v[i]), every(lambda k: v[j] <= v[k])],
                   because=total((beta[i, k] - b) * (v[i] - v[k]) + (beta[j, k] - b) * (v[k] - v[j]) for k in tokens)) \
        .but_not("at twice that rate",
                 claim=rate(v[i], flow) - rate(v[j], flow) <= -2 * tokens.count * b * (v[i] - v[j]))
    decay = -tokens.count * b * elapsed
    yield "it decays,", SpreadOf(v[i], v[j], exponent=decay, by="spread", name="coordinates")
    yield "and so do the distances of the images.", \
        ByCoordinates(x[i], x[j], exponent=decay, by="coordinates", name="images")
    yield "In no direction does the greatest of the images rise,", \
        Inequality(rate(v[i], flow) <= 0, where=[every(lambda k: v[k] <= v[i])], name="greatest",
                   because=total(beta[i, k] * (v[i] - v[k]) for k in tokens)) \
        .but_not("none rises", where=[])
    yield "so their hulls are nested, and they have one limit.", \
        OnePoint(x[i], x[j], exponent=decay, by=["greatest", "images"], name="limit")
    yield "Where this is, the tokens tend to one point of the hemisphere, as fast as their images.", \
        ByLemma("gather", says=gather, by=["ellipsoid", "inside", "margins", "weights", "limit"], name="gather")
    yield r"If scores stay between $-\kappa$ and $\kappa$, their softmax stays between two positive bounds (A-L4.1).", \
        ByLemma("gather_by_softmax", says=bounded_scores, by="gather", name="bounded scores")
    with given.scope():  # What the printed argument says of that margin, and where it fails.
        P = given(any_operator("P"))
        printed = softmax_flow(y, scores=P, metric=W, row_sum=1 / square_root(modes.count))
        continuous = Printed(differs(s[1], s[2]), rate(s[1], printed) >= rate(s[2], printed),
                             part="argument", name="continuous Dini derivative")
        yield "The printed argument needs the Dini derivative of the largest $1 - s_i$ to be " \
            "continuous: then two tokens that share the least margin move it at one rate.", continuous
        yield "They do not: it jumps when the active token changes.", \
            Witness(continuous, {W: [[1, 0], [0, 1]], c: [1, 0], P: [[0, 1], [1, 0]],
                                 y: [[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]]}, name="jump")
        anyone = Printed(rate(s[1], printed) >= Fraction(-1, 20), part="argument", name="minimum over all tokens")
        yield "The minimum of the rates over all tokens, which is continuous, does not help either: " \
            "it would have to be nonnegative, or at least not below $-1/20$.", anyone
        yield "It is below, for two tokens without scores $(P = 0)$: the further one comes back.", \
            Witness(anyone, {W: [[1, 0], [0, 1]], c: [1, 0], P: [[0, 0], [0, 0]],
                             y: [[Fraction(24, 25), Fraction(7, 25)],
                                 [Fraction(3, 5), Fraction(4, 5)]]}, name="not the active ones")
        lyapunov = Printed(1 - c @ y[1] >= 0, part="argument", name="Lyapunov function")
        yield "Nor is (10) a Lyapunov function of the consensus set: at consensus it is $1 - s_i$, " \
            "which would have to be 0, and everywhere else positive.", lyapunov
        yield r"For $W = \operatorname{diag}(1/4, 1)$ and all tokens at $v = (2, 0)$, it is $-3$.", \
            Witness(lyapunov, {W: [[Fraction(1, 4), 0], [0, 1]], c: [2, 0], y: [[2, 0]]}, name="below zero")
    yield mutant("a closed hemisphere suffices", drop=inside, assume=closed_hemisphere(y, along=c))
    yield mutant("weights may be negative", drop=alpha, assume=any_head_weights("alpha"))
    yield mutant("the weights need no lower bound", drop=bounded)


@statement("A-T4.1+", PAPER.label("strengthens Theorem 4.1"), origin="ours",
           title="Exponential consensus by gnomonic coordinates",
           gist="How fast tokens of one hemisphere come together, with an explicit rate.", rests_on=("A-D4.1", "A-L4.1"),
           position=(4, 1, 1))
def gnomonic(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    p = given(unit_vector("p", metric=W))                   # c = W p, so that c^T W^{-1} c = 1
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=W @ p))
    alpha = given(nonnegative_head_weights("alpha"))
    flow = attention_flow(y, weights=alpha, metric=W)
    s = let("s", lambda i: (W @ p) @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    x = let("x", lambda i: y[i] / s[i])
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    beta = let("beta", lambda i, j: w[i, j] * s[j] / s[i])
    a, i, j, k = heads.any("a"), *tokens.any("i", "j", "k")
    n, h = tokens.count, heads.count

    def whenever(said: Callable[[Scalar, Scalar], Proposition]) -> Proposition:
        """Return that something holds of all margins sigma at the start and weights m."""
        return for_every(
            (positive_scalar("sigma"), positive_scalar("m"), positive_scalar("M")), lambda sigma, m, M: implies(
                both(at_start(s[i] >= sigma), always(alpha[a, i, j] <= M)), said(sigma, m)))

    def one_point(sigma: Scalar, m: Scalar) -> Proposition:
        return there_is(unit_vector("z", metric=W), lambda z: both(
            p @ W @ z >= sigma, always(norm(y[i] - z, W) <= 2 / sigma * exp(-n * h * m * sigma * elapsed))))

    meet = whenever(lambda sigma, m: implies(always(alpha[a, i, j] >= m), both(
        always(norm(y[i] - y[j], W) <= 2 / sigma * exp(-n * h * m * sigma * elapsed)), one_point(sigma, m))))
    causal_weights = always(equals(total(alpha[a, 1, j] for j in tokens.but(1)), 0))
    follow = whenever(lambda sigma, m: implies(
        both(causal_weights, always(alpha[a, i, 1] >= m)), for_every(any_vector("z"), lambda z: implies(
            at_start(equals(y[1], z)), always(norm(y[i] - z, W) <= 2 / sigma * exp(-h * m * sigma * elapsed))))))
    yield claim(
        r"Let all margins be at least $\sigma$ at the start, and let the weights be bounded. If "
        "every weight is at least $m$, the tokens tend to one point of the hemisphere. If the "
        "first token attends to itself alone, as in causal attention, and every weight on it is "
        "at least $m$, they tend to its start. In both cases they do so exponentially fast.",
        meet, follow, along=solution(flow, varying=[alpha], start=[y, inside])) \
        .but_not("twice as fast", whenever(lambda sigma, m: implies(
                     always(alpha[a, i, j] >= m),
                     always(norm(y[i] - y[j], W) <= 2 / sigma * exp(-2 * n * h * m * sigma * elapsed)))),
                 at={W: PLANE, R: PLANE, p: [1, 0], alpha: [EVERYBODY], y: NEAR}) \
        .but_not("causal tokens twice as fast", whenever(lambda sigma, m: implies(
                     both(causal_weights, always(alpha[a, i, 1] >= m)),
                     always(norm(y[i] - y[1], W) <= 2 / sigma * exp(-2 * h * m * sigma * elapsed)))),
                 at={W: PLANE, R: PLANE, p: [1, 0], alpha: [[[1, 0], [1, 1]]], y: NEAR}) \
        .but_not("they tend to the first, even if it sees them", for_every(any_vector("z"), lambda z: implies(
                     at_start(equals(y[1], z)), always(norm(y[1] - z, W) <= 0))),
                 at={W: PLANE, R: PLANE, p: [1, 0], alpha: [EVERYBODY], y: NEAR}) \
        .but_not("a closed hemisphere suffices", tends_to(norm(y[i] - y[j], W), 0),
                 drop=inside, assume=closed_hemisphere(y, along=W @ p),
                 at={W: PLANE, R: PLANE, p: [0, 1], alpha: [EVERYBODY], y: ANTIPODES})
    rests = both(always(equals(y[i] @ (W @ y[i]), 1)), always(y[i] @ (W @ y[j]) <= 1))
    yield "The idea: seen from the centre, on a tangent plane, tokens take means of tokens, so in every direction " \
        "their spread decays." "\n\n" \
        "First, no token leaves the ellipsoid.", ByLemma("Gathering.tokens_on_the_ellipsoid", says=rests, name="ellipsoid")
    yield "No margin $s_k$ exceeds 1, by the inequality of Cauchy and Schwarz.", \
        Inequality(s[k] <= 1, because=(R @ (p - y[k])) @ (R @ (p - y[k])) / 2, name="margin") \
        .but_not("every margin is at most $1/2$", claim=s[k] <= Fraction(1, 2))
    yield "The least margin does not decrease.", \
        Inequality(rate(s[i], flow) >= 0, where=[every(lambda j: s[i] <= s[j])], name="least margin",
                   because=total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - g[i, j])) for j in tokens)) \
        .but_not("no margin decreases", where=[])
    yield r"So all margins stay at least $\sigma$.", \
        LeastOf(s[i], by="least margin", positive=True, name="margins")
    m, sigma = given(positive_scalar("m")), given(positive_scalar("sigma"))
    bounded = given(bounded_below(alpha, by=m))
    yield "The images $x_i$ of the tokens in the tangent plane obey a linear consensus system.", \
        Identity(rate(x[i], flow), total(beta[i, j] * (x[j] - x[i]) for j in tokens), name="consensus system") \
        .but_not("the weights are not changed", right=total(w[i, j] * (x[j] - x[i]) for j in tokens))
    q = tokens.any("q")
    yield r"The weights of the heads add up, so each weight of this system is at least $h m \sigma$.", \
        Inequality(beta[k, q] >= h * m * sigma, name="weights", where=[s[q] >= sigma, s[k] <= 1],
                   because=(total(alpha[a, k, q] - m for a in heads) * s[q] + h * m * (s[q] - sigma)
                            + h * m * sigma * (1 - s[k])) / s[k]) \
        .but_not(r"$\sigma$ does not matter", claim=beta[k, q] >= h * m) \
        .but_not(r"margins may be smaller than $\sigma$", where=[s[k] <= 1])
    xi = given(any_vector("xi"))
    u = let("u", lambda i: xi @ (R @ x[i]))
    low = h * m * sigma
    yield r"So in every direction $\xi$ the spread of the images decreases at least at the rate $n h m \sigma$.", \
        Inequality(rate(u[i], flow) - rate(u[j], flow) <= -n * low * (u[i] - u[j]), name="spread",
                   where=[every(lambda k: u[k] <= u[i]), every(lambda k: u[j] <= u[k]),
                          every(lambda k: beta[i, k] >= low), every(lambda k: beta[j, k] >= low)],
                   because=total((beta[i, k] - low) * (u[i] - u[k]) + (beta[j, k] - low) * (u[k] - u[j]) for k in tokens)) \
        .but_not("at twice that rate", claim=rate(u[i], flow) - rate(u[j], flow) <= -2 * n * low * (u[i] - u[j]))
    decay = -n * h * m * sigma * elapsed
    yield "So it decays exponentially.", SpreadOf(u[i], u[j], exponent=decay, by=["margin", "weights", "spread"], name="coordinates")
    yield "This holds in every direction, so the distances of the images decay.", \
        ByCoordinates(R @ x[i], R @ x[j], exponent=decay, by="coordinates", name="images")
    yield "The greatest image in any direction does not rise.", \
        Inequality(rate(u[i], flow) <= 0, where=[every(lambda k: u[k] <= u[i])], name="greatest",
                   because=total(beta[i, k] * (u[i] - u[k]) for k in tokens)) \
        .but_not("none rises", where=[])
    yield "So the hull of the images never grows. As their distances decay, all images tend to one point.", \
        OnePoint(R @ x[i], R @ x[j], exponent=decay, by=["greatest", "images"], name="limit")
    gap = R @ x[i] - R @ x[j]
    yield r"Images are at most $2/\sigma$ apart at the start.", \
        Inequality(gap @ gap <= (2 / sigma)**2, where=[s[i] >= sigma, s[j] >= sigma], name="far",
                   because=2 * (s[i] - sigma) * (s[i] + sigma) / (sigma * s[i])**2 + 2 * (s[j] - sigma) * (s[j] + sigma)
                   / (sigma * s[j])**2 + (R @ (x[i] + x[j])) @ (R @ (x[i] + x[j]))) \
        .but_not("half as far", claim=gap @ gap <= (1 / sigma)**2)
    yield "Tokens are no further apart than their images.", \
        Inequality((y[i] - y[j]) @ W @ (y[i] - y[j]) <= gap @ gap, where=[s[i] <= 1, s[j] <= 1], name="retraction",
                   because=(1 / s[i] - 1 / s[j])**2 + 2 * ((1 - s[i]) + s[i] * (1 - s[j])) / (s[i] * s[j]) * (1 - g[i, j])) \
        .but_not("the images are closer", claim=(y[i] - y[j]) @ W @ (y[i] - y[j]) >= gap @ gap)
    yield "So the distances of the tokens decay at this rate.", \
        ByLemma("meet", says=always(norm(y[i] - y[j], W) <= 2 / sigma * exp(decay)), name="meet",
                by=["ellipsoid", "margins", "margin", "far", "retraction", "images"])
    yield "The token on the ray of the limit of the images is the limit of the tokens.", \
        ByLemma("one_point", says=one_point(sigma, m), name="one point", by=["ellipsoid", "margins", "far", "limit"])
    with given.scope():  # Causal tokens meet at the first one, which is at rest.
        b, B = given(positive_scalar("b")), given(nonnegative_weights("B"))
        given(bounded_below(B, by=b))
        causal = attention_flow(y, weights=alpha, metric=W, reach="up_to")
        yield "Under causal attention the images obey such a system in which each token sees only the tokens up to it.", \
            Identity(rate(x[i], causal), total(beta[i, j] * (x[j] - x[i]) for j in tokens.up_to(i)),
                     name="causal system") \
            .but_not("with those after it, too", right=total(beta[i, j] * (x[j] - x[i]) for j in tokens))
        yield "The first token does not move.", \
            Identity(rate(x[1], causal), zero_vector(), name="first token") \
            .but_not("so are all", left=rate(x[i], causal))
        e = given(any_vectors("e"))                             # e_i = x_i - x_1
        given(at_origin(e[1]))
        yield "Let $e_i$ be the image of token $i$ minus the image of the first token. Let the weights on the first token be at least $b$, " \
            r"which is $h m \sigma$ here. Then the largest of these lengths decreases at least at the rate $b$. It is at most $2/\sigma$ at the " \
            "start.", \
            Inequality(2 * (e[i] @ W @ total(B[i, j] * (e[j] - e[i]) for j in tokens.up_to(i)))
                       <= -2 * b * (e[i] @ W @ e[i]), name="largest distance",
                       where=[every(lambda j: e[j] @ W @ e[j] <= e[i] @ W @ e[i])],
                       because=total(B[i, j] * ((R @ (e[j] - e[i])) @ (R @ (e[j] - e[i]))
                                                + (e[i] @ W @ e[i] - e[j] @ W @ e[j]))
                                     for j in tokens.up_to(i).but(1))
                       + 2 * (B[i, 1] - b) * ((R @ e[i]) @ (R @ e[i]))) \
            .but_not("every length does", where=[]) \
            .but_not("at twice that rate", claim=2 * (e[i] @ W @ total(
                B[i, j] * (e[j] - e[i]) for j in tokens.up_to(i))) <= -4 * b * (e[i] @ W @ e[i]))
    yield "Distances of tokens from the first are at most these lengths. So all tokens tend to the start of the first token.", \
        ByLemma("tokens_follow_the_first", says=follow, name="follow")
    turn = given(angle_between("turn", 0, pi(), latex=r"\theta"))
    bounded_scores = Printed(square_root(2) / (100 * (1 - cos(turn))) >= Fraction(1, 10),
                             part="variant", name="unbounded scores")
    yield "Scores must be bounded. On a circle with $P = 100 t I$, two tokens closing from the " \
        r"angle 1 turn no faster than $\sqrt{2} \exp(-100 t (1 - \cos\theta))$ at the angle " \
        r"$\theta$. To fall below $9/10$, the integral of this bound at $\theta = 9/10$ would have to reach $1/10$.", bounded_scores
    yield "It does not: they never meet.", \
        Witness(bounded_scores, {turn: Fraction(9, 10)}, name="they never meet")
    yield mutant("the weights need no lower bound", drop=bounded)
    yield mutant("the hemisphere may be closed", drop=inside, assume=closed_hemisphere(y, along=W @ p))
