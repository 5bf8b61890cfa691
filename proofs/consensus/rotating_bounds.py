"""Section 5: what is true of a value matrix that changes in time, for every token."""

from collections.abc import Callable

from verify.language.symbols import Abbreviation1
from verify.vocabulary import *

from .paper import PAPER
from .thresholds import thresholds, turning_term
from .twin_starts import *


def beside_first(v: Vectors, y: Vectors) -> Callable[[Index, Index], Scalar]:
    """Return the part of token i along mode k, 0 for the first mode."""
    return lambda k, i: (1 - same(k, 1)) * (v[k] @ y[i])


@statement("A-T5.3'", PAPER.label("repairs Theorem 5.3"), origin="ours",
           title="Thresholds for all tokens, dominant case", position=(5, 5, 1))
def dominant(given: Given) -> Proof:
    with given.scope():  # The first eigenvector of the matrix is followed in time.
        U, v = given(symmetric_operator("U")), given(any_vector("v"))
        lam, Lam, w = given(any_scalar("lam")), given(nonnegative_scalar("Lam")), given(any_vector("w"))
        N, alpha = given(attention_mask("N")), given(nonnegative_weights("alpha"))
        y = given(unit_tokens("y"))
        g, a, theta = (given(positive_scalar("g")), given(positive_scalar("a")),
                       given(angle_between("theta", 0, pi() / 4)))
        u, M = given(nonnegative_scalar("u")), given(positive_scalar("M"))
        i, j = tokens.any("i", "j")
        flow = together(attention_flow(y, weights=alpha, value=U, mask=N), motion({v: w}))
        delta = a * g / 2 * sin(2 * theta)
        dominates = always(both(
            equals(v @ v, 1), equals(U @ v, lam * v), lam >= Lam + g, norm(w) <= delta,
            for_every(any_vector("x"), lambda x: both(
                -u * (x @ x) <= x @ U @ x, x @ U @ x <= u * (x @ x),
                implies(equals(v @ x, 0), both(-Lam * (x @ x) <= x @ U @ x, x @ U @ x <= Lam * (x @ x))))),
            alpha[i, j] <= M, total(alpha[i, j] for j in tokens.seen_by(i, N)) >= a))
        start, stay = at_start(v @ y[i] > sin(theta)), always(v @ y[i] > sin(theta))
        end = limsup_at_most(norm(y[i] - v), 2 * sin(theta / 2))
        climb = for_every((any_scalar("p"), any_scalar("q")), lambda p, q: implies(
            both(sin(theta) < p, p <= q, q < cos(theta), at_start(v @ y[i] >= p)),
            there_is(positive_scalar("k"), lambda k: always(v @ y[i] >= q - (q - p) * exp(-k * elapsed)))))
        at_rest = {v: [1, 0], w: [0, 0], lam: 1, Lam: 0, N: EVERYBODY, g: 1, a: 1, theta: pi() / 6, u: 1, M: 1}
        yield claim(
            r"Let $v$ be a unit eigenvector of $U$ with the eigenvalue $\lambda \ge \Lambda + g$, where $\Lambda$ bounds "
            "all other eigenvalues in modulus. Let $U$ and the weights be bounded, let the weights of every token add up "
            r"to at least $a$, and let $v$ move no faster than $(a g / 2) \sin(2 \theta)$. If all angles with $v$ are "
            r"below $\pi/2 - \theta$ at the start, they stay so, and all tokens end within the angle $\theta$ of $v$.",
            implies(both(dominates, start), both(stay, end)),
            along=solution(flow, varying=[U, lam, Lam, w, alpha], start=[y])) \
            .for_example(at_rest | {U: FIRST_AXIS, y: [[1, 0], [1, 0]], alpha: EVERYBODY}) \
            .but_not("without a gap", implies(
                         both(always(both(equals(v @ v, 1), equals(U @ v, lam * v))), start), end),
                     at=at_rest | {U: PLANE, y: [ASIDE, ASIDE], alpha: EVERYBODY}) \
            .but_not("from every start", implies(always(for_every(i, equals(U @ y[i], (v @ y[i]) * v))), end),
                     at=at_rest | {U: FIRST_AXIS, y: [[-1, 0], [-1, 0]], alpha: EVERYBODY}) \
            .but_not("whoever attends to nobody, too", implies(start, end),
                     at=at_rest | {U: FIRST_AXIS, y: [ASIDE, ASIDE], alpha: NOBODY})
        yield "The idea: the token that is furthest from $v$ is drawn to it by whatever it sees, and $v$ moves " \
            "away too slowly." "\n\n" \
            r"While the least cosine is between $\sin \theta$ and $\cos \theta$, it rises at a positive rate, as " \
            "shown below. So from $p$ it comes as close as we like to any larger $q$ there, exponentially fast.", \
            ByLemma("climb", says=implies(dominates, climb), by=["threshold angle"], name="climb")
        yield r"The least cosine at the start is such a $p$. So no cosine falls to $\sin \theta$.", \
            ByLemma("stays", says=implies(dominates, implies(start, stay)), by=["climb"], name="never further")
        yield r"And $q$ may be as near to $\cos \theta$ as we like, where the distance from $v$ is $2 \sin(\theta/2)$.", \
            ByLemma("ends", says=implies(dominates, implies(start, end)), by=["climb", "radius"], name="nearer")
    yield from least_cosine(given)


def least_cosine(given: Given) -> Proof:
    """Bound the rate of the least cosine, and solve the bound."""
    with given.scope():
        U = given(symmetric_operator("U"))
        v, lam = given(diagonalised("v", "lam", of=U))
        Lam = given(spectral_bound("Lam", values=lam, but_first=True))
        given(that(lam[1] >= Lam))
        w = given(orthogonal_to("w", v[1]))                     # the velocity of v_1
        y = given(unit_tokens("y"))
        given(in_eigenbasis(y, vectors=v, values=lam, of=U))
        N, alpha = given(attention_mask("N")), given(nonnegative_weights("alpha"))
        flow = together(attention_flow(y, weights=alpha, value=U, mask=N),
                        straight_lines(v, lambda k: same(k, 1) * w))
        with given.scope():  # The least cosine rises at the rate of the difference of the two eigenvalues, if v rests.
            i, j, k = *tokens.any("i", "j"), modes.any("k")
            b = let("b", lambda i: v[1] @ y[i])
            lift = let("lift", lambda i, j: lam[1] * b[j] - b[i] * (y[i] @ U @ y[j]))
            least = let("least", lambda i: (lam[1] - Lam) * b[i] * (1 - b[i] ** 2))
            mu = let("mu", lambda k: (1 - same(k, 1)) * lam[k])
            beside = beside_first(v, y)

            yield "It remains to bound this rate. Whoever a token sees, its cosine with $v = v_1$ moves by", \
                Identity(rate(b[i], flow), total(alpha[i, j] * lift[i, j] for j in tokens.seen_by(i, N))
                         + w @ y[i], name="rate") \
                .but_not("$v$ rests", right=total(alpha[i, j] * lift[i, j] for j in tokens.seen_by(i, N)))
            pair = let("pair", lambda k: Lam * (beside(k, i) ** 2 + beside(k, j) ** 2)
                       - 2 * mu[k] * beside(k, i) * beside(k, j))
            yield r"No eigenvalue but the first, which $\mu$ leaves out, couples two tokens more " \
                r"strongly than $\Lambda$ would:", \
                Inequality(pair[k] >= 0, name="pair", because=(
                    (Lam - mu[k]) * (beside(k, i) + beside(k, j)) ** 2
                    + (Lam + mu[k]) * (beside(k, i) - beside(k, j)) ** 2) / 2) \
                .but_not("half of that suffices", claim=pair[k]
                         >= Lam * (beside(k, i) ** 2 + beside(k, j) ** 2) / 2)
            further = (b[i] >= 0, every(lambda k: pair[k] >= 0, over="modes"))
            yield r"So if $\Lambda$ is no larger than $\lambda_1$, a token that is no further from $v$ " \
                r"than token $i$ lifts it by $(\lambda_1 - \Lambda) b (1 - b^2)$ at least,", \
                Inequality(lift[i, j] >= least[i], where=(*further, b[j] >= b[i]), name="lift", because=
                           ((lam[1] - Lam) + Lam) * (b[j] - b[i]) * total(beside(k, i) ** 2 for k in modes)
                           + b[i] * (Lam / 2 * (b[j] - b[i]) * ((b[j] - b[i]) + 2 * b[i])
                                     + total(pair[k] for k in modes) / 2)) \
                .but_not("by the gap to the second eigenvalue", claim=lift[i, j]
                         >= (lam[1] - lam[2]) * b[i] * (1 - b[i] ** 2)) \
                .but_not("so does any other token", where=further)
            delta, r = given(positive_scalar("delta")), given(positive_scalar("r"))
            yield r"while $v$, at the speed $\delta$ or less, takes $\delta r$ from it at most, for " \
                r"$r = \sqrt{1 - b^2}$.", \
                turning_term(w, v[1], y[i], delta, r)
            a = given(positive_scalar("a"))
            row = total(alpha[i, j] for j in tokens.seen_by(i, N))
            grows = a * least[i] - delta * r
            conditions = (b[i] >= 0, every(lambda j: lift[i, j] >= least[i]), w @ y[i] >= -delta * r)
            yield "So for the token that is furthest from $v$, if its weights add up to at least $a$ " \
                r"($1/\sqrt{d}$ in the paper),", \
                Inequality(rate(b[i], flow) >= grows, where=(row >= a, *conditions), name="furthest token",
                           because=total(alpha[i, j] * (lift[i, j] - least[i])
                                         for j in tokens.seen_by(i, N))
                           + (row - a) * (lam[1] - Lam) * b[i] * total(beside(k, i) ** 2 for k in modes)
                           + (w @ y[i] + delta * r)) \
                .but_not("whatever they add up to", where=conditions) \
                .but_not("if others are further", where=[row >= a, b[i] >= 0, w @ y[i] >= -delta * r])
            by_gap = Printed(rate(b[1], flow) >= (lam[1] - lam[2]) * (alpha[1, 1] + alpha[1, 2]) * b[1]
                             * (1 - b[1] ** 2), part="variant", name="the gap is enough")
            yield "The gap between the two largest eigenvalues would not do. With $v$ at rest, it would " \
                "have the first of two tokens rise by", by_gap
            yield "but a negative eigenvalue of the same size takes away all that a token on the other " \
                "side of $v$ pulls.", \
                Witness(by_gap, {U: [[1, 0], [0, -1]], v: [[1, 0], [0, 1]], lam: [1, -1], Lam: 1, w: [0, 0],
                                 y: [[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]],
                                 N: [[1, 1], [1, 1]], alpha: [[1, 2], [2, 1]]}, name="no pull")
        kappa = given(positive_scalar("kappa"))                 # a (lambda_1 - Lambda) / 2
        phi = given(angle_between("phi", 0, pi() / 2))
        theta = given(angle_between("theta", 0, pi() / 4))
        yield from thresholds(given, kappa, phi, theta)
        yield mutant(r"$\Lambda$ need not bound the other eigenvalues", drop=Lam, assume=positive_scalar("Lam"))


@statement("A-T5.3''", PAPER.label("repairs Theorem 5.3"), origin="ours",
           title="General causal case, semi-global and practical", position=(5, 5, 2),
           of_layers=OfLayers("tokens follow the first eigenvector as far as it moves slowly from layer to "
                              "layer", network=True))
def practical(given: Given) -> Proof:
    with given.scope():  # All starts in a compact set: their cosines are at least some beta.
        U, v = given(symmetric_operator("U")), given(any_vector("v"))
        lam, w = given(any_scalar("lam")), given(any_vector("w"))
        alpha, y = given(nonnegative_weights("alpha")), given(unit_tokens("y"))
        g, u, m, a = (given(positive_scalar(name)) for name in "guma")
        beta, delta = given(scalar_between("beta", 0, Fraction(1, 2))), given(positive_scalar("delta"))
        rho, sigma = given(positive_scalar("rho")), given(positive_scalar("sigma"))
        i, j, n = *tokens.any("i", "j"), tokens.count
        flow = together(attention_flow(y, weights=alpha, value=U, reach="up_to"), motion({v: w}))
        c = let("c", lambda: beta * exp(-n * rho))
        kappa = let("kappa", lambda: m * g * c**2)
        radius = 2 / kappa * exp(n * sigma) * delta
        leads = both(4 * (n * a * u) <= m * g * exp(rho), 1 + 2 * (n * a * u) / kappa <= exp(sigma),
                     delta <= m * g * c / 4,
                     always(both(
                         equals(v @ v, 1), equals(U @ v, lam * v), lam >= g, norm(w) <= delta,
                         for_every(any_vector("x"), lambda x: both(
                             -u * (x @ x) <= x @ U @ x, x @ U @ x <= u * (x @ x),
                             implies(equals(v @ x, 0), x @ U @ x <= (lam - g) * (x @ x)))),
                         m <= alpha[i, j], alpha[i, j] <= a)),
                     at_start(v @ y[i] >= beta))
        floors, end = always(v @ y[i] >= c), limsup_at_most(norm(y[i] - v), radius)
        sines = there_is((positive_scalar("C"), positive_scalar("k")), lambda C, k: always(
            1 - (v @ y[i]) ** 2 <= C * exp(-k * elapsed) + radius**2 / 2))
        at_rest = {v: [1, 0], w: [0, 0], lam: 1, g: 1, u: 1, m: 1, a: 1, beta: Fraction(1, 4), delta: 1, rho: 1,
                   sigma: 1, alpha: EVERYBODY}
        yield claim(
            r"Let the first eigenvalue $\lambda$ of $U$, with the unit eigenvector $v$, and its distance from the others "
            r"be at least $g$, the weights between $m$ and $a$, and $\|U\|$ at most $u$. Take any compact set of starts "
            r"in the open hemisphere of $v$, so that all cosines with $v$ are at least some $\beta > 0$. There are a "
            r"floor $c$, a speed $m g c / 4$ and a factor $D$ such that, if $v$ is no faster than $\delta \le m g c / 4$, "
            r"all cosines stay above $c$ and all tokens end within $D \delta$ of $v$. They depend on $\beta$, the number "
            r"of tokens, $m$, $a$, $g$ and $u$ alone: $c = \beta e^{-n \rho}$ and $D = (2 / \kappa) e^{n \sigma}$, with "
            r"$\kappa = m g c^2$, where $\rho$ and $\sigma$ are so large that $m g e^\rho \ge 4 n a u$ and "
            r"$e^\sigma \ge 1 + 2 n a u / \kappa$.",
            implies(leads, both(floors, end)),
            along=solution(flow, varying=[U, lam, w, alpha], start=[y])) \
            .for_example(at_rest | {U: FIRST_AXIS, y: [[1, 0], [1, 0]], a: 2, delta: Fraction(1, 10**6), rho: 3, sigma: 18}) \
            .but_not("without a gap tokens tend to a $v$ at rest", implies(
                         both(always(both(equals(v @ v, 1), equals(U @ v, lam * v), equals(w, zero_vector()))),
                              at_start(v @ y[i] >= beta)),
                         tends_to(y[i], v)), at=at_rest | {U: PLANE, y: [ASIDE, ASIDE]}) \
            .but_not("from every start", implies(
                         always(for_every(i, equals(U @ y[i], (v @ y[i]) * v))), tends_to(y[i], v)),
                     at=at_rest | {U: FIRST_AXIS, y: [[-1, 0], [-1, 0]]}) \
            .but_not("with no part along $v$ at the start", implies(
                         always(for_every(i, equals(U @ y[i], (v @ y[i]) * v))), always(v @ y[i] >= c)),
                     at=at_rest | {U: FIRST_AXIS, y: [[0, 1], [0, -1]]})
        yield "The idea: token by token. The first token follows $v$ by itself. A later one is drawn by those " \
            "before it, which are near $v$ by then." "\n\n" \
            r"The cosine of a later token has a floor that is $e^{-\rho}$ times the least of those before it, as " \
            "shown below, so all are above $c$.", \
            ByLemma("floors", says=implies(leads, floors), name="all floors")
        yield r"Above that floor the sine falls exponentially to a bound in proportion to $\delta$, which from one token to the next grows by " \
            r"the factor $e^\sigma$ at most.", ByLemma("sines", says=implies(leads, sines), name="sines")
        yield r"The distance from $v$ is at most $\sqrt{2}$ times the sine.", ByLemma("ends", says=implies(leads, end), by=["all floors", "sines"], name="ends")
    yield from later_tokens(given)


def later_tokens(given: Given) -> Proof:
    """Bound a token's rate by what the earlier ones do, and go on to the next."""
    with given.scope():
        U = given(symmetric_operator("U"))
        v, lam = given(diagonalised("v", "lam", of=U))
        gap = given(positive_scalar("gap", latex="g"))
        simple = given(largest_first(lam, vectors=v, of=U, gap=gap))
        grows = given(that(lam[1] > 0))
        given.layer(asked("all read"), asked("one head"), (U, "F"), (grows, "lambda_1"), (simple, "lambda_1"),
                    asked("causal"))
        Lam = given(spectral_bound("Lam", values=lam, but_first=True))
        w = given(orthogonal_to("w", v[1]))                     # the velocity of v_1
        y = given(unit_tokens("y"))
        given(in_eigenbasis(y, vectors=v, values=lam, of=U))
        alpha = given(nonnegative_weights("alpha"))
        flow = together(attention_flow(y, weights=alpha, value=U, reach="up_to"),
                        straight_lines(v, lambda k: same(k, 1) * w))
        i, j = tokens.any("i", "j")
        b = let("b", lambda i: v[1] @ y[i])
        A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
        lift = let("lift", lambda i, j: lam[1] * b[j] - b[i] * (y[i] @ U @ y[j]))
        rise = let("rise", lambda i: lam[1] - y[i] @ U @ y[i])
        earlier = let("earlier", lambda i, j: total(same(j, k) for k in tokens.before(i)))
        # What moves the cosine of a token, and what its own part is at least.
        yield "It remains to show how one token follows those before it. " \
            "The cosine of a token with $v = v_1$ moves by what the earlier tokens, the token " \
            "itself and $v$ do.", \
            Identity(rate(b[i], flow), total(alpha[i, j] * lift[i, j] for j in tokens.before(i))
                     + alpha[i, i] * rise[i] * b[i] + w @ y[i], name="rate") \
            .but_not("$v$ rests", right=total(alpha[i, j] * lift[i, j] for j in tokens.before(i))
                     + alpha[i, i] * rise[i] * b[i])
        yield "Its own part is bounded by the gap,", \
            Inequality(rise[i] >= gap * (1 - b[i] ** 2), name="gap", because=total(
                (lam[1] - lam[k] - gap * (1 - same(k, 1))) * (v[k] @ y[i]) ** 2 for k in modes)) \
            .but_not("by the distance to any other eigenvalue", claim=rise[i]
                     >= (lam[1] - lam[2]) * (1 - b[i] ** 2))
        delta, r, R = (given(positive_scalar(name)) for name in ("delta", "r", "R"))
        yield r"that of $v$ by its speed $\delta$ and by $r = \sqrt{1 - b^2}$,", \
            turning_term(w, v[1], y[i], delta, r)
        yield from coupled(y, v, lam, U, Lam, b, r, R, i, j)
        B = given(positive_scalar("B"))
        low = let("low", lambda i: lam[1] * B * (1 - b[i] ** 2) - b[i] * Lam * r * R)
        beside, coupling = beside_first(v, y), y[i] @ U @ y[j] - lam[1] * b[i] * b[j]
        yield "A token with the cosine $B$ or more, and so coupled to token $i$, lifts it by", \
            Inequality(lift[i, j] >= low[i], name="lift", where=[b[i] >= 0, b[j] >= B, coupling <= Lam * r * R],
                       because=lam[1] * (b[j] - B) * total(beside(k, i) ** 2 for k in modes)
                       + b[i] * (Lam * r * R - coupling)) \
            .but_not("any token", where=[b[i] >= 0, coupling <= Lam * r * R])
        own = alpha[i, i] * gap * b[i] * (1 - b[i] ** 2)
        conditions = [b[i] >= 0, rise[i] >= gap * (1 - b[i] ** 2), w @ y[i] >= -delta * r]
        near = every(lambda j: earlier[i, j] * (lift[i, j] - low[i]) >= 0)
        yield "at least; and if all earlier tokens do, their weight being $A$, token $i$ rises by no less than", \
            Inequality(rate(b[i], flow) >= A[i] * low[i] + own - delta * r, name="token bound",
                       where=[*conditions, near],
                       because=total(alpha[i, j] * (earlier[i, j] * (lift[i, j] - low[i])) for j in tokens)
                       + alpha[i, i] * b[i] * (rise[i] - gap * (1 - b[i] ** 2)) + (w @ y[i] + delta * r)) \
            .but_not("wherever they are", where=conditions)
        with given.scope():  # Prove floors for the cosines and, above them, radii in proportion to delta. The letters are numbers here: f stands for lambda_1 B, s for Lambda.
            f, s_0 = given(positive_scalar("f")), given(nonnegative_scalar("s_0"))
            c, R_0 = given(scalar_between("c", 0, 1)), given(scalar_between("R_0", 0, 1))
            r_0, m_0 = given(positive_scalar("r_0")), given(positive_scalar("m_0"))
            extra_0, spare_0 = given(nonnegative_scalar("extra_0", latex="a_0")), given(nonnegative_scalar("spare_0", latex=r"\zeta_0"))
            phi_0 = given(angle_between("phi_0", 0, pi() / 2))
            A_0 = let("A_0", lambda: m_0 + extra_0)
            half = Fraction(1, 2)
            yield r"On the way to $v$ no token comes too close to the edge. For where $b \le 1/2$, $r$ is " \
                "$1/2$ or more,", \
                Inequality(r_0 >= half, where=[1 - c**2 <= r_0**2, c <= half], name="half",
                           because=((r_0**2 - (1 - c**2)) + (half - c) * (half + c) + half) / (r_0 + half)) \
                .but_not("wherever $b$ is", where=[1 - c**2 <= r_0**2])
            yield r"so the first token, of weight $m$, stays above $c \le 1/2$ if $\delta \le m g c/2$, " \
                "where $g$ is the gap,", \
                Inequality(m_0 * gap * c * r_0 >= delta, where=[r_0 >= half, 2 * delta <= m_0 * gap * c],
                           because=m_0 * gap * c * (r_0 - half) + (m_0 * gap * c - 2 * delta) / 2,
                           name="floor of the first") \
                .but_not(r"for any $\delta$", where=[r_0 >= half])
            yield r"and a later one stays above $c \le 1/2$ if $c \le f / (4 s)$ and " \
                r"$\delta \le m f / 4$, for $f = \lambda_1 B$ and $\Lambda = s$. These floors depend on " \
                "how far from the edge the tokens start, and on no more.", \
                Inequality(A_0 * (f * r_0 - c * s_0 * R_0) >= delta, name="floor",
                           where=[r_0 >= half, 4 * s_0 * c <= f, 4 * delta <= m_0 * f],
                           because=A_0 * f * (r_0 - half) + A_0 * (f - 4 * s_0 * c) / 4
                           + A_0 * c * s_0 * (1 - R_0) + extra_0 * f / 4 + (m_0 * f - 4 * delta) / 4) \
                .but_not(r"for any $\delta$", where=[r_0 >= half, 4 * s_0 * c <= f])
            rho = given(scalar_between("rho", 0, 1))
            falling = motion({phi_0: m_0 * gap * c * rho - m_0 * gap * cos(phi_0) * sin(phi_0) - spare_0})
            above = [cos(phi_0) >= c, sin(phi_0) >= rho]
            yield "Above its floor $c$ the sine of the first token falls exponentially to " \
                r"$\rho = \delta/(m g c)$, with $g$ for the gap,", \
                Inequality(rate(sin(phi_0), falling) <= -m_0 * gap * c**2 * (sin(phi_0) - rho), where=above,
                           because=cos(phi_0) * spare_0 + m_0 * gap * (
                               cos(phi_0) * (cos(phi_0) - c) * sin(phi_0) + c * (cos(phi_0) - c) * (sin(phi_0) - rho)),
                           name="first token") \
                .but_not("below the floor, too", where=[sin(phi_0) >= rho])
            f_0 = let("f_0", lambda: (s_0 * R_0 + delta / m_0) / rho)
            drifting = motion({phi_0: delta - A_0 * (f_0 * sin(phi_0) - s_0 * R_0) - spare_0})
            yield r"and that of a later one to $\rho = (s R + \delta / m) / f$, where $R$ bounds the " \
                "sines before it.", \
                Inequality(rate(sin(phi_0), drifting) <= -c * m_0 * f_0 * (sin(phi_0) - rho), where=above,
                           because=cos(phi_0) * (spare_0 + delta * extra_0 / m_0)
                           + f_0 * (sin(phi_0) - rho) * (cos(phi_0) * extra_0 + m_0 * (cos(phi_0) - c)),
                           name="later token") \
                .but_not("below the floor, too", where=[sin(phi_0) >= rho])
            C = given(positive_scalar("C"))
            yield r"So if those before end within $C \delta$, with a $C$ that does not depend on " \
                r"$\delta$, so does it:", \
                Identity((s_0 * (C * delta) + delta / m_0) / f, (s_0 * C + 1 / m_0) / f * delta, name="recursion") \
                .but_not("with the same $C$", right=C * delta)
            yield r"The distance from $v$, the square root of $2 - 2 b$, is $\sqrt{2}$ times the sine at most.", \
                Inequality(2 - 2 * c <= 2 * (1 - c**2), name="distance") \
                .but_not("half of the sine", claim=4 * (2 - 2 * c) <= 1 - c**2)
        yield mutant("another eigenvalue may be larger", drop=simple,
                     assume=largest_first(lam, vectors=v, of=U, gap=-gap))


def coupled(y: Vectors, v: Vectors, lam: Scalars, U: Operator, Lam: Scalar, b: Abbreviation1[Scalar], r: Scalar,
            R: Scalar, i: Index, j: Index) -> Proof:
    """Beside v two tokens are coupled by Lambda at most."""
    k, beside = modes.any("k"), beside_first(v, y)
    mu = let("mu", lambda k: (1 - same(k, 1)) * lam[k])
    coupling = y[i] @ U @ y[j] - lam[1] * b[i] * b[j]
    pair = let("pair", lambda k: Lam * (R**2 * beside(k, i) ** 2 + r**2 * beside(k, j) ** 2)
               - 2 * r * R * mu[k] * beside(k, i) * beside(k, j))
    yield r"Beside $v$ no eigenvalue couples two tokens more strongly than $\Lambda$ would:", \
        Inequality(pair[k] >= 0, name="pair", because=(
            (Lam - mu[k]) * (R * beside(k, i) + r * beside(k, j)) ** 2
            + (Lam + mu[k]) * (R * beside(k, i) - r * beside(k, j)) ** 2) / 2) \
        .but_not("twice that", claim=pair[k] >= 2 * r * R * mu[k] * beside(k, i) * beside(k, j))
    yield r"so where they are no longer than $r$ and $R$ there, they are coupled by $\Lambda r R$ at most.", \
        Inequality(coupling <= Lam * r * R, name="coupling", because=(
            Lam * (R**2 * (r**2 - (1 - b[i] ** 2)) + r**2 * (R**2 - (1 - b[j] ** 2)))
            + total(pair[k] for k in modes)) / (2 * r * R),
            where=[1 - b[i] ** 2 <= r**2, 1 - b[j] ** 2 <= R**2,
                   every(lambda k: pair[k] >= 0, over="modes")]) \
        .but_not(r"by $\lambda_1$", claim=coupling <= lam[1] * r * R)
