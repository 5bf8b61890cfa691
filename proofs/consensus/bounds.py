"""Section 4: what is asked of the scores, and what follows for maxima and for the weights."""

from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@statement("A-H4.1", PAPER.label("Hypothesis 4.1", ICML="Assumption 3.1"), argued=False,
           title="Bounded, uniformly continuous keys and queries", position=(4, 0),
           printed=r"For each head $\eta$: $U_\eta(t) = I$; $P_\eta(t)$ is bounded; $P_\eta(t)$ is uniformly continuous on $[0, \infty[$.",
           relation="stronger", differs="A hypothesis claims nothing; we prove what it gives for scores, and that it can be met.")
def bounded_scores(given: Given) -> Proof:
    X, Y = given(any_vector("X")), given(any_vector("Y"))
    p0 = given(positive_scalar("p0"))
    P = given(bounded_operator("P", by=p0, on=[Y]))

    def fades(t: Scalar, x: Vector) -> Vector:
        return (1 / (1 + t**2)) * (P @ x)

    def steady(epsilon: Scalar) -> Proposition:
        return there_is(positive_scalar("delta"), lambda delta: for_every(
            (any_scalar("s"), any_scalar("t")), lambda s, t: implies(
                absolute(t - s) < delta, for_every(any_vector("x"), lambda x: (
                    norm(fades(t, x) - fades(s, x)) <= epsilon * norm(x))))))

    bound = p0 * norm(X) * norm(Y)
    scaled = for_every(scalar_between("g", -1, 1), lambda g: (absolute(g * (X @ P @ Y)) <= bound))
    fading_scores = for_every((any_scalar("t"), any_vector("x")), lambda t, x: norm(fades(t, x)) <= p0 * norm(x))
    steady_scores = for_every(positive_scalar("epsilon"), steady)
    yield claim(
        r"If $\|P x\| \le p_0 \|x\|$ for every $x$, no score of $X$ and $Y$ exceeds $p_0 \|X\| "
        r"\|Y\|$ in modulus, even with a factor between $-1$ and 1. With the factor $1 / (1 + "
        "t^2)$ such scores meet the hypothesis: they keep their bound and are uniformly continuous in time.",
        both(absolute(X @ P @ Y) <= bound, scaled), fading_scores, steady_scores) \
        .but_not(r"no score exceeds $p_0 \|X\|$", absolute(X @ P @ Y) <= p0 * norm(X)) \
        .but_not("nor with any factor up to 2", for_every(scalar_between("g", -2, 2), lambda g: (
            absolute(g * (X @ P @ Y)) <= p0 * norm(X) * norm(Y))))
    g = given(any_scalar("g"))
    t, s = given(any_scalar("t")), given(any_scalar("s"))
    score = X @ (P @ Y)
    fading, earlier = 1 / (1 + t**2), 1 / (1 + s**2)

    yield "Of every head three things are asked: its value matrix is the identity, as in all " \
        "flows of this section; its scores are bounded; and they are uniformly continuous in " \
        r"time. Bounded means $\|P x\| \le p_0 \|x\|$, as for the Frobenius norm $p_0$, and then no score exceeds $p_0 \|X\| \|Y\|$.", \
        Inequality(score**2 <= p0**2 * (X @ X) * (Y @ Y), name="bounded",
                   because=((X @ X) * ((P @ Y) @ (P @ Y)) - score**2)
                   + (X @ X) * (p0**2 * (Y @ Y) - (P @ Y) @ (P @ Y))) \
        .but_not("nor half of that", claim=score**2 <= p0**2 * (X @ X) * (Y @ Y) / 4)
    yield "by the inequality of Cauchy and Schwarz.", ByLemma("score", says=absolute(X @ P @ Y) <= bound, by="bounded", name="scores")
    yield "A factor between $-1$ and 1 keeps that bound,", \
        Inequality((g * score) ** 2 <= p0**2 * (X @ X) * (Y @ Y), name="factor",
                   where=[score**2 <= p0**2 * (X @ X) * (Y @ Y), g**2 <= 1]) \
        .but_not("so does any factor", where=[score**2 <= p0**2 * (X @ X) * (Y @ Y)])
    yield "whatever the score,", ByLemma("scaled", says=scaled, by=["bounded", "factor"], name="scaled scores")
    yield "and $1 / (1 + t^2)$ is such a factor,", \
        Inequality(fading**2 <= 1, because=fading**2 * t**2 * (t**2 + 2), name="fading") \
        .but_not("so is $t$", claim=t**2 <= 1)
    yield "so that $P / (1 + t^2)$ keeps the bound of $P$.", ByLemma("fading", says=fading_scores, by="fading", name="fading scores")
    yield "It changes by no more than the time that passes,", \
        Inequality((fading - earlier) ** 2 <= (t - s) ** 2, name="uniformly continuous",
                   because=(t - s) ** 2 * fading**2 * earlier**2 * (
                       (1 - t * s) ** 2 + (1 + t**2) * (1 + s**2) * (t**2 + s**2 + t**2 * s**2))) \
        .but_not("by half the time", claim=(fading - earlier) ** 2 <= (t - s) ** 2 / 4)
    yield r"so by no more than $\varepsilon/p_0$ in a time of that length, and $P x$ is at most $p_0 \|x\|$.", \
        ByLemma("steady", says=steady_scores, by="uniformly continuous", name="steady scores")

    with given.scope():  # Bounded scores need not be continuous.
        now, before = given(any_scalar("now", latex="f_t")), given(any_scalar("before", latex="f_s"))
        smooth = Printed((now - before) ** 2 <= (t - s) ** 2, part="variant", name="bounded is continuous")
        yield "The third item does not come with the second. Were it so, factors between $-1$ and 1 could not jump:", smooth
        yield "scores may switch from $P_0$ to $-P_0$ at once. Lemma 4.2 excludes that; the theorem " \
            "of this section and its repair hold nevertheless, since no step of theirs needs the third item.", \
            Witness(smooth, {now: 1, before: -1, t: Fraction(1, 100), s: 0}, name="switch")


@statement("A-D4.1", PAPER.label("eq. (9)"), origin="reconstructed", basis="this_reconstruction",
           title="Dini derivative of a maximum", position=(4, 0, 1), argued=False,
           printed="Let $V(t)$ be the largest of finitely many continuously differentiable $V_i(t)$. By Danskin's "
                   r"theorem its upper Dini derivative $D^+ V(t)$ is the largest $\dot V_i(t)$ of those $i$ with $V_i(t) = V(t)$.",
           relation="stronger", differs="The functions need only be differentiable, and $V$ has a derivative from the right.")
def dini_derivative(given: Given) -> Proof:
    f, r = given(coefficients("f")), given(coefficients("r"))
    top = given(any_scalar("top", latex=r"f_{\max}"))
    i, j, k = tokens.any("i", "j", "k")

    def steepest(k: Index) -> Proposition:
        return at_start(both(equals(f[k], top), for_every(j, implies(equals(f[j], top), r[j] <= r[k]))))

    def slope_from_the_right(k: Index) -> Proposition:
        return for_every((any_scalar("top_now", latex=r"F"), any_scalar("slope", latex=r"\varrho")), lambda top_now, slope: implies(
            at_start(both(equals(top, top_now), equals(r[k], slope))),
            for_every(positive_scalar("epsilon"), lambda epsilon: there_is(
                positive_scalar("delta"), lambda delta: always(implies(
                    both(elapsed > 0, elapsed < delta),
                    absolute(top - top_now - slope * elapsed) <= epsilon * elapsed))))))

    largest = always(both(f[j] <= top, there_is(i, equals(f[i], top))))
    danskin = implies(largest, there_is(k, both(steepest(k), slope_from_the_right(k))))
    yield claim(
        r"At any time, which is 0 here, the maximum $f_{\max}$ of finitely many differentiable "
        "functions $f_i$ has a derivative from the right, and so an upper Dini derivative. It is "
        "the largest of the derivatives $r_i$ of those functions that attain the maximum then.",
        danskin,
        along=solution(motion({f: lambda i: r[i]}), varying=[r, top])) \
        .but_not("what is active stays so", for_every(k, implies(
                     at_start(for_every(j, f[j] <= f[k])), always(for_every(j, f[j] <= f[k])))),
                 at={f: [0, 0], r: [0, 1], top: 0}) \
        .but_not("all active functions have one derivative", implies(
                     at_start(for_every(i, equals(f[i], top))),
                     at_start(for_every((i, j), equals(r[i], r[j])))),
                 at={f: [0, 0], r: [0, 1], top: 0})

    yield from from_the_right(given)
    yield r"Such bounds hold for every $\delta > 0$ if $t$ is small. So the largest derivative of an active function is the derivative of " \
        "the maximum from the right.", \
        ByLemma("right_slope", by=["from below", "not active", "from above"], name="slope",
                says=for_every(k, implies(both(largest, steepest(k)), slope_from_the_right(k))))
    yield "Of finitely many active functions one has the largest derivative.", \
        ByLemma("steepest", says=implies(largest, there_is(k, steepest(k))), name="steepest")
    yield "So the maximum has this derivative from the right.", ByLemma("so_there_is", says=danskin, by=["slope", "steepest"], name="Danskin")
    c = given(any_scalar("c"))
    anyone = Printed(c <= r[2], part="variant", name="any active index at every time")
    yield "Let $c$ be the derivative of the maximum from the right. Does it not exceed the derivative of any active function?", anyone
    yield "It does for the maximum of $t$ and $-t$ at 0: there $c = 1$, and $-t$ has the derivative $-1$.", \
        Witness(anyone, {c: 1, r: [1, -1]}, name="kink")


@lemma
def from_the_right(given: Given) -> Proof:
    """The derivative from the right is the largest of those of active functions."""
    i, j, k = tokens.any("i", "j", "k")
    a, b, e = given(coefficients("a")), given(coefficients("b")), given(coefficients("e"))
    t, delta = given(positive_scalar("t")), given(nonnegative_scalar("delta"))
    V = let("V", lambda i: a[i] + t * (b[i] + e[i]))
    q = let("q", lambda i, k: (V[k] - a[i]) / t)

    yield "The idea: soon after the time 0 only a function that is active at 0, that is, equal to the maximum " \
        "there, can be active. The one with the largest derivative is." "\n\n" \
        "Write each function $f_i$ as $V_i = a_i + t (b_i + e_i)$ with its value $a_i$ and its derivative $b_i$ " \
        "at 0. The remainder $e_i$ tends to 0 with $t$. Take a $t$ for which all remainders are between " \
        r"$-\delta$ and $\delta$. Let $V_i$ be the largest at 0 and $V_k$ the largest at $t$. Then the " \
        r"difference quotient $q_{ik}$ of the maximum is at least $b_i - \delta$.", \
        Inequality(q[i, k] >= b[i] - delta, name="from below",
                   where=[every(lambda j: a[j] <= a[i]), every(lambda j: V[j] <= V[k]),
                          every(lambda j: -delta <= e[j])],
                   because=(V[k] - V[i]) / t + (e[i] + delta)) \
        .but_not("as any function, active or not", claim=q[i, k] >= b[j] - delta)
    gap = given(positive_scalar("gap", latex=r"\gamma"))
    yield r"A function that is below the maximum by a gap $\gamma$ at 0 is still below it if $t$ is small.", \
        Inequality(V[j] < V[i], name="not active",
                   where=[a[j] + gap <= a[i], t * ((b[j] + e[j]) - (b[i] + e[i])) < gap],
                   because=(a[i] - a[j] - gap) + (gap - t * ((b[j] + e[j]) - (b[i] + e[i])))) \
        .but_not("forever", where=[a[j] + gap <= a[i]])
    yield r"So $V_k$ is active at 0. If $b_i$ is the largest derivative of an active function, then $q_{ik}$ is at most $b_i + \delta$.", \
        Inequality(q[i, k] <= b[i] + delta, name="from above",
                   where=[a[k] <= a[i], b[k] <= b[i], every(lambda j: e[j] <= delta)],
                   because=(a[i] - a[k]) / t + (b[i] - b[k]) + (delta - e[k])) \
        .but_not("than the slowest of those",
                 where=[a[k] <= a[i], a[i] <= a[k], b[i] <= b[k], every(lambda j: e[j] <= delta)])


def above_one(x: Scalar) -> Scalar:
    """Return e^x - 1, written as what makes it nonnegative for x >= 0."""
    return (exp(x) - 1 - x) + x


@statement("A-L4.1", PAPER.label("Lemma 4.1"), origin="reconstructed", basis="this_reconstruction",
           title="Two-sided bounds of attention", position=(4, 0, 2),
           of_layers=OfLayers("a token that sees n unit tokens gives each a weight of "
                              "1/(1 + (n - 1) e^(2 kappa)) or more, kappa = {kappa}", outcome=False),
           printed=r"If $\|P_\eta(t)\| \le p_0$ for some $p_0$ and all $t$, there are constants $0 < m \le M$ with $m "
                   r"\le \alpha_{ij}^\eta(t, y) \le M$ for all $t$, $y$, $i$ and $j$.",
           relation="stronger", differs="The constants are explicit and sharp, and masks are allowed.")
def two_sided_bounds(given: Given) -> Proof:
    W = given(positive_definite("W"))
    y = given(unit_tokens("y", metric=W))
    R = given(ellipsoid_radius("R", metric=W, of=[y]))
    p0 = given(positive_scalar("p0"))
    P = given(bounded_operator("P", by=p0, on=[y]))
    given.layer((P, "P"), asked("no biases of scores"), asked("no positions"))
    i, j = tokens.any("i", "j")
    l, height = tokens.count, square_root(modes.count)
    p = let("p", lambda i, j: y[i] @ (P @ y[j]))
    kappa = let("kappa", lambda: p0 * R**2)
    q = let("q", lambda: exp(kappa))
    e = let("e", lambda i, j: exp(p[i, j]))
    Z = let("Z", lambda i: total(e[i, k] for k in tokens))
    weight = softmax(lambda i: y[i], P, row_sum=1 / height)
    alpha = let("alpha", lambda i, j: weight(i, j))

    between = both(height * alpha[i, j] >= 1 / (1 + (l - 1) * q**2), height * alpha[i, j] <= 1 / (1 + (l - 1) / q**2))
    yield claim(
        r"If $\|P x\| \le p_0 \|x\|$, the weights of $n$ tokens lie between $1 / (1 + (n - 1) "
        r"e^{2 \kappa})$ and $1 / (1 + (n - 1) e^{-2 \kappa})$, over $\sqrt{d}$, with $\kappa = "
        "p_0 R^2$. Both bounds are attained. With a mask the same holds for the tokens that are seen.",
        between, "extreme score", "attained", "masked row from above", "masked lower", "masked row from below",
        "masked upper") \
        .but_not(r"with $\kappa$ in the place of $2 \kappa$ from below",
                 height * alpha[i, j] >= 1 / (1 + (l - 1) * q),
                 at={W: PLANE, y: ANTIPODES, R: 1, p0: 1, P: PLANE}) \
        .but_not("and from above", height * alpha[i, j] <= 1 / (1 + (l - 1) / q),
                 at={W: PLANE, y: ANTIPODES, R: 1, p0: 1, P: PLANE})

    yield "The idea: scores are bounded, so no exponential of a row is more than $q^2$ times another. A weight is " \
        "one of them over their sum." "\n\n" \
        "No token is further than $R$ from the origin.", \
        Inequality(y[i] @ y[i] <= R**2, because=R**2 * (y[i] @ W @ y[i]) - y[i] @ y[i], name="radius") \
        .but_not("$R$ is 1, whatever the metric", claim=y[i] @ y[i] <= 1)
    yield "By Cauchy and Schwarz a score is at most $p_0$ times two lengths,", \
        Inequality(p[i, j] ** 2 <= p0**2 * (y[i] @ y[i]) * (y[j] @ y[j]), name="score",
                   because=((y[i] @ y[i]) * ((P @ y[j]) @ (P @ y[j])) - p[i, j] ** 2)
                   + (y[i] @ y[i]) * (p0**2 * (y[j] @ y[j]) - (P @ y[j]) @ (P @ y[j]))) \
        .but_not("half of that", claim=p[i, j] ** 2 <= p0**2 * (y[i] @ y[i]) * (y[j] @ y[j]) / 4)
    yield r"hence at most $\kappa = p_0 R^2$ in magnitude;", \
        Inequality(p[i, j] ** 2 <= kappa**2, name="magnitude",
                   where=[p[i, j] ** 2 <= p0**2 * (y[i] @ y[i]) * (y[j] @ y[j]),
                          y[i] @ y[i] <= R**2, y[j] @ y[j] <= R**2],
                   because=(p0**2 * (y[i] @ y[i]) * (y[j] @ y[j]) - p[i, j] ** 2)
                   + p0**2 * ((y[i] @ y[i]) * (R**2 - y[j] @ y[j]) + R**2 * (R**2 - y[i] @ y[i]))) \
        .but_not("$p_0$ alone", claim=p[i, j] ** 2 <= p0**2)
    yield "which bounds it from above,", \
        Inequality(p[i, j] <= kappa, where=[p[i, j] ** 2 <= kappa**2], name="at most",
                   because=((kappa - p[i, j]) ** 2 + (kappa**2 - p[i, j] ** 2)) / (2 * kappa))
    yield "and from below.", \
        Inequality(-kappa <= p[i, j], where=[p[i, j] ** 2 <= kappa**2], name="at least",
                   because=((kappa + p[i, j]) ** 2 + (kappa**2 - p[i, j] ** 2)) / (2 * kappa))
    yield r"So all scores are between $-\kappa$ and $\kappa$.", \
        Thus(both(for_every((i, j), p[i, j] <= kappa), for_every((i, j), -kappa <= p[i, j])), name="scores",
             by=["radius", "score", "magnitude", "at most", "at least"])
    with given.scope():  # A row sum lies between two multiples of each of its exponentials, and so a weight between bounds.
        a, b = given(any_scalar("a")), given(any_scalar("b"))
        k = given(positive_scalar("k"))
        yield "Of two numbers of magnitude at most $k$, the exponentials are within a factor of " \
            r"$e^{2k}$. So no exponential of a row is more than $q^2 = e^{2\kappa}$ times another one;", \
            Inequality(exp(a) <= exp(k) ** 2 * exp(b), name="pair",
                       where=[a <= k, -k <= b],
                       because=exp(a) * above_one((k - a) + (k + b))) \
            .but_not("within a factor of $e^k$", claim=exp(a) <= exp(k) * exp(b))
        m = tokens.any("m")
        yield "that is so of all scores of a row.", \
            Thus(for_every((i, j, m), e[i, m] <= q**2 * e[i, j]), by="pair", name="pairs")
        yield "A weight is governed by how the scores of its row exceed its own,", \
            Identity(height * alpha[i, j], 1 / (1 + total(exp(p[i, k] - p[i, j]) for k in tokens.but(j))), name="ratio") \
            .but_not("its row sums to 1", left=alpha[i, j])
        above, below = 1 + (l - 1) * q**2, 1 + (l - 1) / q**2
        yield "its row sum lies below one multiple of its exponential,", \
            Inequality(Z[i] <= above * e[i, j], where=[every(lambda k: e[i, k] <= q**2 * e[i, j])],
                       because=total(q**2 * e[i, j] - e[i, k] for k in tokens.but(j)),
                       name="row from above")
        yield "and above another.", \
            Inequality(Z[i] >= below * e[i, j], where=[every(lambda k: e[i, j] <= q**2 * e[i, k])],
                       because=total(q**2 * e[i, k] - e[i, j] for k in tokens.but(j)) / q**2,
                       name="row from below")
        yield "This is so of all rows.", \
            Thus(for_every((i, j), both(Z[i] <= above * e[i, j], Z[i] >= below * e[i, j])), name="rows",
                 by=["row from above", "row from below"])
        yield "Hence the lower bound,", \
            Inequality(height * alpha[i, j] >= 1 / above, where=[Z[i] <= above * e[i, j]], name="lower",
                       because=(above * e[i, j] - Z[i]) / (Z[i] * above)) \
            .but_not("with $q$ instead of its square", where=[], claim=height * alpha[i, j] >= 1 / (1 + (l - 1) * q))
        yield "and the upper one.", \
            Inequality(height * alpha[i, j] <= 1 / below, where=[Z[i] >= below * e[i, j]], name="upper",
                       because=(Z[i] - below * e[i, j]) / (Z[i] * below)) \
            .but_not("with $q$ instead of its square", where=[], claim=height * alpha[i, j] <= 1 / (1 + (l - 1) / q))
    yield "So all weights are between the two bounds.", Thus(between, by=["lower", "upper"], name="between")
    with given.scope():  # Both bounds are attained.
        Q = given(any_operator("Q"))
        u, r = given(eigenvector("u", of=Q, value="r"))
        yield "Ours are attained. Along an eigenvector $u$ of the scores, where the ellipsoid " \
            "reaches out to $R$, let one token be at $-R u$ and all others at $R u$: its score with another one is $-r R^2$.", \
            Identity((R * u) @ (Q @ (-R * u)), -r * R**2, name="extreme score") \
            .but_not("$r R^2$, as that of two others", right=r * R**2)
        x = given(any_scalar("x"))
        yield "The others have the score $r R^2$ with each other. So with $x = r R^2$ each of them gives the one at $-R u$ the " \
            r"weight below, over $\sqrt{d}$. It is the lower bound for $r = p_0$, the upper one for $r = -p_0$.", \
            Identity(exp(-x) / (exp(-x) + (l - 1) * exp(x)), 1 / (1 + (l - 1) * exp(x) ** 2), name="attained") \
            .but_not("with the exponential instead of its square", right=1 / (1 + (l - 1) * exp(x)))
        short = Printed(height * alpha[1, 2] >= 1 / (1 + (l - 1) * q), part="variant", name="q suffices")
        yield r"So $e^\kappa$ would not do instead of $e^{2\kappa}$:", short
        yield r"two opposite tokens at the far ends of an ellipse of radius 2, with $\kappa = 6/5$.", \
            Witness(short, {W: [[Fraction(1, 4), 0], [0, 1]], R: 2, p0: Fraction(3, 10),
                            P: [[Fraction(3, 10), 0], [0, 0]], y: [[2, 0], [-2, 0]]}, name="far ends")
    with given.scope():  # With a mask the same holds of the tokens that are seen.
        N = given(attention_mask("N"))
        given(rows_not_empty(N))
        c = let("c", lambda i: total(N[i, k] for k in tokens))
        ZN = let("ZN", lambda i: total(e[i, k] for k in tokens.seen_by(i, N)), latex="Z_N")
        masked = softmax(lambda i: y[i], P, mask=N, row_sum=1 / height)
        omega = let("omega", lambda i, j: N[i, j] * masked(i, j))
        A = let("A", lambda i: 1 + (c[i] - 1) * q**2)
        B = let("B", lambda i: 1 + (c[i] - 1) / q**2)
        yield "With a mask the same holds for the tokens that are seen, $c_i$ of them: the row sum from above,", \
            Inequality(ZN[i] <= A[i] * e[i, j], name="masked row from above",
                       where=[N[i, j] >= 1, every(lambda k: e[i, k] <= q**2 * e[i, j])],
                       because=total(q**2 * e[i, j] - e[i, k] for k in tokens.seen_by(i, N).but(j))
                       + (N[i, j] - 1) * above_one(kappa + kappa) * e[i, j])
        yield "the weight of a token that is seen from below,", \
            Inequality(height * omega[i, j] >= 1 / A[i], name="masked lower",
                       where=[N[i, j] >= 1, ZN[i] <= A[i] * e[i, j]],
                       because=(A[i] * e[i, j] - ZN[i] + (N[i, j] - 1) * A[i] * e[i, j])
                       / (ZN[i] * A[i])) \
            .but_not("of every token", where=[ZN[i] <= A[i] * e[i, j]])
        yield "the row sum from below,", \
            Inequality(ZN[i] >= B[i] * e[i, j], name="masked row from below",
                       where=[N[i, j] >= 1, every(lambda k: e[i, j] <= q**2 * e[i, k])],
                       because=(total(q**2 * e[i, k] - e[i, j] for k in tokens.seen_by(i, N).but(j))
                                + (N[i, j] - 1) * above_one(kappa + kappa) * e[i, j]) / q**2)
        yield "and the weight from above. These are the bounds of the claim, with $c_i$ instead of $n$. Causal attention, " \
            r"where $c_i = i$, has them for $j \le i$ only.", \
            Inequality(height * omega[i, j] <= 1 / B[i], name="masked upper",
                       where=[N[i, j] >= 1, ZN[i] >= B[i] * e[i, j]],
                       because=(ZN[i] - B[i] * e[i, j] + (1 - N[i, j]) * B[i] * e[i, j])
                       / (ZN[i] * B[i]))
