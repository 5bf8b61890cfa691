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

    meet = whenever(lambda sigma, m, D: always(norm(y[i] - y[j], W) <= square_root(2) * D / sigma**2 * exp(
        -tokens.count * heads.count * m * sigma * elapsed)))
    stay = whenever(lambda sigma, m, D: for_every(j, for_every(any_vector("u"), lambda u: implies(
        at_start(equals(y[j], u)), always(norm(y[i] - u, W) <= square_root(2) * D / sigma**2)))))
    yield claim(
        r"Whenever the start is, let margins be at least $\sigma$ and tokens at most $D$ apart at "
        "it, and let weights be at least $m$ and bounded. Then no two tokens are ever further "
        r"apart than $\sqrt{2} D / \sigma^2$, nor is any token further from where another one "
        "started. They meet exponentially fast, at a rate that depends on nothing else.",
        meet, stay,
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
    B = given(nonnegative_weights("B"))

    with given.scope():  # Gnomonic images never move apart, whatever the weights.
        z, v = given(any_vectors("z")), given(coefficients("v"))
        delta = let("delta", lambda i, j: (z[i] - z[j]) @ W @ (z[i] - z[j]))

        def pulled(i: Index) -> Vector:
            return total(B[i, j] * (z[j] - z[i]) for j in tokens)

        yield "In gnomonic coordinates the images move towards each other, with some weights that are not " \
            "negative (A-T4.1+). Whatever these are, and however they depend on time, no coordinate's largest value grows,", \
            Inequality(total(B[i, j] * (v[j] - v[i]) for j in tokens) <= 0, name="spread",
                       where=[every(lambda j: v[j] <= v[i])],
                       because=total(B[i, j] * (v[i] - v[j]) for j in tokens)) \
            .but_not("nor any other", where=[])
        yield "nor does the largest distance between two images,", \
            Inequality(2 * ((z[i] - z[k]) @ W @ (pulled(i) - pulled(k))) <= 0, name="diameter",
                       where=[every(lambda j: delta[j, k] <= delta[i, k]), every(lambda j: delta[j, i] <= delta[i, k])],
                       because=total(B[i, j] * ((R @ (z[j] - z[i])) @ (R @ (z[j] - z[i]))
                                                + (delta[i, k] - delta[j, k])) for j in tokens)
                       + total(B[k, j] * ((R @ (z[j] - z[k])) @ (R @ (z[j] - z[k]))
                                          + (delta[i, k] - delta[j, i])) for j in tokens)) \
            .but_not("nor any other distance", where=[])
    with given.scope():  # So tokens that start close stay close.
        given(that(s[j] <= 1))
        yield "The tokens are no further apart than their images (A-T4.1+), and these are further " \
            r"apart by a factor of at most $\sqrt{2} / \sigma^2$, for $\sigma$ the least margin, which does not decrease.", \
            Inequality((s[i] * s[j]) ** 2 * ((x[i] - x[j]) @ W @ (x[i] - x[j]))
                       <= 2 * ((y[i] - y[j]) @ W @ (y[i] - y[j])), name="images",
                       because=(((R @ p) @ (R @ p)) * ((R @ (y[i] - y[j])) @ (R @ (y[i] - y[j])))
                                - ((R @ p) @ (R @ (y[i] - y[j]))) ** 2)
                       + ((1 - s[i]) + s[i] * (1 - s[j])) * ((R @ (y[i] - y[j])) @ (R @ (y[i] - y[j])))) \
            .but_not(r"of at most $\sqrt{1/2} / \sigma^2$", claim=(s[i] * s[j]) ** 2 * (
                (x[i] - x[j]) @ W @ (x[i] - x[j])) <= (y[i] - y[j]) @ W @ (y[i] - y[j]) / 2)
        sigma = given(positive_scalar("sigma"))
        now, far, start, far0 = (given(nonnegative_scalar(name, latex=latex)) for name, latex in (
            ("now", "d_t"), ("far", "D_t"), ("start", "d_0"), ("far0", "D_0")))
        yield r"So tokens that start at a distance of $d_0$ stay within $\sqrt{2} d_0 / \sigma^2$, from whatever time on.", \
            Inequality(now <= square_root(2) * start / sigma**2, name="stay close",
                       where=[now <= far, far <= far0, sigma**2 * far0 <= square_root(2) * start],
                       because=(far - now) + (far0 - far)
                       + (square_root(2) * start - sigma**2 * far0) / sigma**2) \
            .but_not("even if the images move apart", where=[now <= far, sigma**2 * far0 <= square_root(2) * start])
    yield r"With the rate of A-T4.1+ this is uniform asymptotic stability.", \
        ByLemma("tokens_meet_again", says=meet, name="meet")
    yield "Nor is any token further from where another one started, for the same reason.", \
        ByLemma("near_the_start", says=stay, name="stay")
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
    yield mutant("weights may be negative", drop=B, assume=any_weights("B"))
