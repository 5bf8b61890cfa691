"""Section 4: consensus is stable, uniformly in time and exponentially."""

from collections.abc import Callable

from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@statement("A-R4.1", PAPER.label("Remark 4.1"), rests_on=("A-D4.1", "A-T4.1+"), argued=False,
           title="Asymptotic stability, time-varying weights included", position=(4, 2),
           printed=r"If the $P_\eta$ do not depend on time, LaSalle's principle, instead of Barbalat's lemma, "
                   "turns the attractivity of Theorem 4.1 into asymptotic stability.",
           relation="stronger", differs="It holds for weights that vary in time, uniformly in the initial time and with constants.")
def stability(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    p = given(unit_vector("p", metric=W))
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=W @ p))
    alpha = given(nonnegative_head_weights("alpha"))
    a, i, j, k = heads.any("a"), *tokens.any("i", "j", "k")
    s = let("s", lambda i: (W @ p) @ y[i])
    x = let("x", lambda i: y[i] / s[i])

    def whenever(said: Callable[[Scalar, Scalar, Scalar], Proposition]) -> Proposition:
        """Return that something holds of all margins sigma, weights m, and distances D at the start."""
        return for_every(
            (positive_scalar("sigma"), positive_scalar("m"), positive_scalar("M"), nonnegative_scalar("D")),
            lambda sigma, m, M, D: implies(
                both(at_start(s[i] >= sigma), at_start(norm(y[i] - y[j], W) <= D),
                     always(both(alpha[a, i, j] >= m, alpha[a, i, j] <= M))), said(sigma, m, D)))

    def meets(sigma: Scalar, m: Scalar, D: Scalar) -> Proposition:
        return always(norm(y[i] - y[j], W) <= square_root(2) * D / sigma**2
                      * exp(-tokens.count * heads.count * m * sigma * elapsed))

    def stays(sigma: Scalar, m: Scalar, D: Scalar) -> Proposition:
        return for_every(j, for_every(any_vector("u"), lambda u: implies(
            at_start(equals(y[j], u)), always(norm(y[i] - u, W) <= square_root(2) * D / sigma**2))))

    yield claim(
        r"Whenever the start is, let margins be at least $\sigma$ and tokens at most $D$ apart at "
        "it, and let weights be at least $m$ and bounded. Then no two tokens are ever further "
        r"apart than $\sqrt{2} D / \sigma^2$, nor is any token further from where another one "
        "started. They meet exponentially fast, at a rate that depends on nothing else.",
        whenever(meets), whenever(stays),
        along=solution(attention_flow(y, weights=alpha, metric=W), varying=[alpha], start=[y, inside])) \
        .but_not("twice as fast", whenever(lambda sigma, m, D: always(
                     norm(y[i] - y[j], W) <= square_root(2) * D / sigma**2
                     * exp(-2 * tokens.count * heads.count * m * sigma * elapsed))),
                 at={W: PLANE, R: PLANE, p: [1, 0], alpha: [EVERYBODY], y: NEAR}) \
        .but_not("none is ever further from another than at the start", for_every(
                     positive_scalar("q"), lambda q: implies(
                         at_start((y[i] - y[j]) @ W @ (y[i] - y[j]) <= q),
                         always((y[i] - y[j]) @ W @ (y[i] - y[j]) <= q))),
                 at={W: SPACE, R: SPACE, p: SPREAD_ALONG, alpha: [TOWARDS_THE_THIRD], y: SPREAD}) \
        .but_not("some weights may vanish", tends_to(norm(y[i] - y[j], W), 0),
                 at={W: PLANE, R: PLANE, p: [1, 0], alpha: [NOBODY], y: NEAR})
    flow = attention_flow(y, weights=alpha, metric=W)
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    beta = let("beta", lambda i, j: w[i, j] * s[j] / s[i])
    rests = both(always(equals(y[i] @ (W @ y[i]), 1)), always(y[i] @ (W @ y[j]) <= 1))
    yield "No token leaves the ellipsoid.", ByLemma("Gathering.bounded_tokens_on_the_ellipsoid", says=rests, name="ellipsoid")
    yield "No margin exceeds 1, by Cauchy and Schwarz,", \
        Inequality(s[k] <= 1, because=(R @ (p - y[k])) @ (R @ (p - y[k])) / 2, name="margin") \
        .but_not("every margin is at most $1/2$", claim=s[k] <= Fraction(1, 2))
    yield "and the least margin does not decrease.", \
        Inequality(rate(s[i], flow) >= 0, where=[every(lambda j: s[i] <= s[j])], name="least margin",
                   because=total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - y[i] @ W @ y[j])) for j in tokens)) \
        .but_not("no margin decreases", where=[])
    yield r"So margins of at least $\sigma$ stay such.", \
        LeastOf(s[i], by="least margin", positive=True, name="margins")
    xi = given(any_vector("xi"))
    v = let("v", lambda i: xi @ (R @ x[i]))
    gap = R @ x[i] - R @ x[j]
    yield "In gnomonic coordinates the images move towards each other, with weights $\\beta_{i j}$ that are not " \
        "negative (A-T4.1+). Whatever these are, and however they depend on time, no coordinate's largest value grows,", \
        Inequality(rate(v[i], flow) <= 0, where=[every(lambda k: v[k] <= v[i])], name="greatest",
                   because=total(beta[i, k] * (v[i] - v[k]) for k in tokens)) \
        .but_not("nor any other", where=[])
    yield "so that images stay within the hull of those at the start.", GreatestOf(v[i], by="greatest", name="hull")
    yield "The tokens are no further apart than their images,", \
        Inequality((y[i] - y[j]) @ W @ (y[i] - y[j]) <= gap @ gap, where=[s[i] <= 1, s[j] <= 1], name="retraction",
                   because=(1 / s[i] - 1 / s[j])**2
                   + 2 * ((1 - s[i]) + s[i] * (1 - s[j])) / (s[i] * s[j]) * (1 - y[i] @ W @ y[j])) \
        .but_not("the images are closer", claim=(y[i] - y[j]) @ W @ (y[i] - y[j]) >= gap @ gap)
    yield r"and these are further apart by a factor of at most $\sqrt{2} / \sigma^2$, for $\sigma$ the least margin.", \
        Inequality((s[i] * s[j]) ** 2 * (gap @ gap) <= 2 * ((y[i] - y[j]) @ W @ (y[i] - y[j])), name="factor",
                   where=[s[i] <= 1, s[j] <= 1],
                   because=(((R @ p) @ (R @ p)) * ((R @ (y[i] - y[j])) @ (R @ (y[i] - y[j])))
                            - ((R @ p) @ (R @ (y[i] - y[j]))) ** 2)
                   + ((1 - s[i]) + s[i] * (1 - s[j])) * ((R @ (y[i] - y[j])) @ (R @ (y[i] - y[j])))) \
        .but_not(r"of at most $\sqrt{1/2} / \sigma^2$", claim=(s[i] * s[j]) ** 2 * (gap @ gap)
                 <= (y[i] - y[j]) @ W @ (y[i] - y[j]) / 2)
    m, sigma, D = given(positive_scalar("m")), given(positive_scalar("sigma")), given(nonnegative_scalar("D"))
    yield r"So no token is ever further than $\sqrt{2} D / \sigma^2$ from where another one started.", \
        ByLemma("near_the_start", says=stays(sigma, m, D), name="stay", by=["ellipsoid", "margin", "margins", "hull", "factor"])
    given(bounded_below(alpha, by=m))
    low, q = heads.count * m * sigma, tokens.any("q")
    yield r"The weights $\beta_{i j}$ are at least $h m \sigma$,", \
        Inequality(beta[k, q] >= low, name="weights", where=[s[q] >= sigma, s[k] <= 1],
                   because=(total(alpha[a, k, q] - m for a in heads) * s[q] + heads.count * m * (s[q] - sigma)
                            + heads.count * m * sigma * (1 - s[k])) / s[k]) \
        .but_not(r"$\sigma$ does not matter", claim=beta[k, q] >= heads.count * m)
    yield "so in every direction the images come nearer at that rate, for each of the tokens,", \
        Inequality(rate(v[i], flow) - rate(v[j], flow) <= -tokens.count * low * (v[i] - v[j]), name="nearer",
                   where=[every(lambda k: v[k] <= v[i]), every(lambda k: v[j] <= v[k]),
                          every(lambda k: beta[i, k] >= low), every(lambda k: beta[j, k] >= low)],
                   because=total((beta[i, k] - low) * (v[i] - v[k]) + (beta[j, k] - low) * (v[k] - v[j]) for k in tokens)) \
        .but_not("at twice that rate", claim=rate(v[i], flow) - rate(v[j], flow) <= -2 * tokens.count * low * (v[i] - v[j]))
    decay = -tokens.count * heads.count * m * sigma * elapsed
    yield "their spread decays,", SpreadOf(v[i], v[j], exponent=decay, by=["margin", "weights", "nearer"], name="spread")
    yield "and so do their distances.", \
        ByCoordinates(R @ x[i], R @ x[j], exponent=decay, by="spread", name="images")
    yield "So the tokens meet: with what was said of where they started this is uniform asymptotic stability.", \
        ByLemma("tokens_meet_again", says=meets(sigma, m, D), name="meet",
                by=["ellipsoid", "margin", "margins", "factor", "retraction", "images"])
    with given.scope():  # What the remark names does not show it.
        least = Printed(1 - s[1] <= 0, part="variant", name="least at consensus")
        yield "The remark names LaSalle's theorem, which concludes attraction, and says no more; the steps " \
            "above show the stability. The function (10) would not show it by itself, for it is 1 less the " \
            "least margin, and not 0 at every consensus:", least
        yield "on a circle it is $2/5$ where all tokens are at $(3/5, 4/5)$.", \
            Witness(least, {W: [[1, 0], [0, 1]], p: [1, 0], y: [[Fraction(3, 5), Fraction(4, 5)]]}, name="two fifths")
        r = given(scalar_between("r", 0, 1))
        logistic = motion({r: r * (1 - r)})
        with given.behind("needed"):
            yield "And a set is not stable because a function decreases elsewhere and all is attracted. " \
                r"By $r' = r (1 - r)$, $-r$ decreases between 0 and 1, and the set $\{ 0, 1 \}$ attracts everything there;", \
                Inequality(rate(-r, logistic) < 0, name="decreases") \
                .but_not("$r$ decreases", claim=rate(r, logistic) < 0)
            yield "but from however close to 0, half way to 1 is reached.", \
                Inequality(rate(r, logistic) >= r / 2, where=[r <= Fraction(1, 2)], name="escape") \
                .but_not("at the rate 1", claim=rate(r, logistic) >= r)
        nearer = Printed(rate(r, logistic) <= 0, r >= Fraction(1, 2), part="variant", name="attraction is stability")
        yield "Were it enough, $r$ could not grow as long as 0 is nearer than 1.", nearer
        yield "At $1/4$ it does.", Witness(nearer, {r: Fraction(1, 4)}, name="leaves")
    yield mutant("the hemisphere may be closed", drop=inside, assume=closed_hemisphere(y, along=W @ p))
    yield mutant("weights may be negative", drop=alpha, assume=any_head_weights("alpha"))
