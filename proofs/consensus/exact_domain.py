"""Section 5: which starts of causal attention with value matrix I tend to the first token."""

from collections.abc import Callable, Sequence
from typing import Any

from verify.statements.claims import Claim
from verify.vocabulary import *

from . import closed_form, exceptional
from .paper import PAPER
from .pictures import EXCEPTIONAL_TOKENS
from .twin_starts import *

Route = Callable[[], Any]


@statement("A-T5.1+", PAPER.label("repairs Theorem 5.1"), origin="ours",
           title="The exact domain of attraction",
           gist="Which starts are lost under causal attention? Exactly one start for each token, "
                "so almost none.", rests_on=("A-L5.1", "A-T4.1+"),
           position=(5, 1, 1), scenes=EXCEPTIONAL_TOKENS,
           of_layers=OfLayers("where the tokens before converge to the first one, so does the next from all "
                              "starts but one, and almost every start comes to consensus (in continuous time)"))
def exact_domain(given: Given) -> Proof:
    y, P = given(unit_tokens("y")), given(any_operator("P"))
    claimed, parts = lost_starts(y, P)
    yield claimed
    alpha = given(nonnegative_weights("alpha"))
    given.layer((alpha, "every F_h"), asked("causal"))
    i, j = tokens.any("i", "j")
    z, a = given(unit_vector("z")), given(positive_scalar("a"))
    mu = given(nonnegative_scalar("mu"))
    r, p0 = given(positive_scalar("r")), given(positive_scalar("p0"))
    yield "The idea: the opposite of the first token repels, so each later token loses one start and no more. " \
        "Some start is lost as tokens leave a small cap around the opposite outwards. Only one is, as two " \
        "places in the cap move apart. Then, token by token, the lost starts have no volume." "\n\n" \
        "Tokens of an open hemisphere tend to the first one exponentially, and consensus there is uniformly " \
        "asymptotically stable (A-T4.1+). Which other starts tend to it? Of two tokens, by Lemma 5.1, all but " \
        "the antipode of the first:", \
        Identity(rate(z @ y[1], motion({z: tangent(a * y[1] + mu * z, z)})),
                 a * (1 - (z @ y[1]) ** 2), name="two tokens") \
        .but_not("its own weight counts", right=(a + mu) * (1 - (z @ y[1]) ** 2))
    with given.scope():  # Show that some start of a token is lost, the tokens before it tending to the first.
        before = attention_flow(y, weights=alpha, reach="before")
        b = let("b", lambda i: y[i] @ y[1])
        q = let("q", lambda i: y[1] - b[i] * y[i])
        A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
        m = given(positive_scalar("m"))
        yield "Now let all tokens before one tend to the first. The cosine grows by at least $A (1 - b^2 - m)$, where $m$ bounds the pushes:", \
            Inequality(rate(b[i], before) >= A[i] * (1 - b[i] ** 2) - A[i] * m, name="dichotomy",
                       where=[every(lambda j: (y[j] - y[1]) @ q[i] >= -m)],
                       because=total(alpha[i, j] * ((y[j] - y[1]) @ q[i] + m)
                                     for j in tokens.before(i))) \
            .but_not("the pushes need no bound", where=[])
        E, w = given(positive_scalar("E")), given(positive_scalar("w"))
        yield r"Once all pushes are below $r E$ with $E \le r/2$, the cosine grows wherever $1 - b^2 \ge r^2$. So " \
            "either $b$ tends to 1, or from some time on it stays in every cap $1 - b^2 < r^2$ around $-y_1$ and " \
            "tends to $-1$; and some start stays in such a cap forever, since trajectories leave it outwards across " \
            "its whole boundary.", \
            Inequality(w * r**2 - w * r * E >= w * r**2 / 2, where=[r / 2 >= E], name="egress") \
            .but_not("for any pushes", where=[])
    x = given(unit_vector("x"))
    with given.scope():  # Bound what tokens near the first, v, pull at two places near its antipode.
        v = given(unit_vector("v"))
        t1 = given(any_vector("t1"))
        yield "It is the only one. Let $z$ and $x$ be two places of the token within $r$ of $-v$, where $v$ is the " \
            "first token, and the tokens before it within $r$ of $v$. These are near $-z$ and $-x$,", \
            Inequality((z + y[j]) @ (z + y[j]) <= 4 * r**2, name="antipodes",
                       where=[(z + v) @ (z + v) <= r**2, (y[j] - v) @ (y[j] - v) <= r**2],
                       because=(z + 2 * v - y[j]) @ (z + 2 * v - y[j])
                       + 2 * (r**2 - (z + v) @ (z + v)) + 2 * (r**2 - (y[j] - v) @ (y[j] - v))) \
            .but_not("within $r$", claim=(z + y[j]) @ (z + y[j]) <= r**2)
        yield "so they pull backwards, and not much aside.", \
            Inequality(z @ y[j] <= -1 + 2 * r**2, where=[(z + y[j]) @ (z + y[j]) <= 4 * r**2], name="repelled") \
            .but_not("wherever they are", where=[])
        yield "What they pull aside at $z$ and at $x$ adds up to twice that length at most, and acts along $z - x$ by $4 r |z - x|$ at most.", \
            Inequality((t1 @ (z - x)) ** 2 <= 16 * r**2 * ((z - x) @ (z - x)), name="leverage",
                       where=[t1 @ t1 <= 16 * r**2],
                       because=(t1 @ t1) * ((z - x) @ (z - x)) - (t1 @ (z - x)) ** 2
                       + (16 * r**2 - t1 @ t1) * ((z - x) @ (z - x))) \
            .but_not("for any pull", where=[])
    with given.scope():  # Bound by how much the weights at two places differ, for scores of a bounded matrix.
        g = given(any_vector("g"))
        yield "The weights at $z$ and at $x$ differ in proportion to $|z - x|$. For scores with " \
            "another token differ by the following, and so, up to a transpose, do the scores of $z$ and $x$ with themselves. If $P$ and its " \
            r"transpose make no unit vector longer than $p_0$, this is at most $\delta = 2 p_0 |z - x|$.", \
            Identity(z @ P @ g - x @ P @ g, (z - x) @ (P @ g), name="score") \
            .but_not("by that with the transpose", right=(z - x) @ (P.T @ g))
        p, s = given(coefficients("p")), given(coefficients("s"))
        delta = given(positive_scalar("delta"))

        def tau(j: Index, i: Index) -> Scalar:
            return (p[j] - s[j]) - (p[i] - s[i])

        at_z = total(exp(p[i]) for i in tokens)
        at_x = total(exp(s[i]) for i in tokens)
        yield "So a weight at $z$, of scores $p$, falls below that at $x$, of scores $s$, by the " \
            r"part $2 \delta$ at most, since $e^t \ge 1 + t$. The places may be exchanged: weights " \
            "differ by at most $4 p_0 |z - x|$ of their sum.", \
            Inequality(exp(p[j]) / at_z >= (1 - 2 * delta) * exp(s[j]) / at_x, name="relative",
                       where=[every(lambda i: p[i] - s[i] <= delta),
                              every(lambda i: p[i] - s[i] >= -delta)],
                       because=total(exp(s[j] + p[i]) * (
                           (exp(tau(j, i)) - 1 - tau(j, i))
                           + ((p[j] - s[j] + delta) + (delta - (p[i] - s[i])))) for i in tokens)
                       / (at_z * at_x)) \
            .but_not("by a quarter of that", claim=exp(p[j]) / at_z >= (1 - delta / 2) * exp(s[j]) / at_x) \
            .but_not("for any scores", where=[])
    with given.scope():  # Show that two places near the antipode move apart.
        f_1, f_2 = given(any_vector("f_1")), given(any_vector("f_2"))
        yield "Under the pulls $f_1$ at $z$ and $f_2$ at $x$ the two places move apart by", \
            Identity((tangent(f_1, z) - tangent(f_2, x)) @ (z - x),
                     -(1 - z @ x) * ((z + x) @ (f_1 + f_2)) / 2
                     + (tangent(f_1 - f_2, z) + tangent(f_1 - f_2, x)) @ (z - x) / 2, name="apart") \
            .but_not("they gather", right=(1 - z @ x) * ((z + x) @ (f_1 + f_2)) / 2
                     + (tangent(f_1 - f_2, z) + tangent(f_1 - f_2, x)) @ (z - x) / 2)
        omega, c = given(positive_weights("omega")), given(positive_weights("c"))       # at z and at x
        N, L = given(positive_scalar("N")), given(positive_scalar("L"))
        lam = let("lam", lambda j: (tangent(y[j], z) + tangent(y[j], x)) @ (z - x))
        w_1 = let("w_1", lambda: total(omega[j] * y[j] for j in tokens))
        w_2 = let("w_2", lambda: total(c[j] * y[j] for j in tokens))
        K = let("K", lambda: total(omega[j] + c[j] for j in tokens))
        bounds = [every(lambda j: lam[j] <= 4 * r * N), every(lambda j: lam[j] >= -4 * r * N),
                  every(lambda j: omega[j] - c[j] <= L * N * (omega[j] + c[j])),
                  every(lambda j: omega[j] - c[j] >= -L * N * (omega[j] + c[j]))]
        yield r"that is, with $N = |z - x|$, weights $\omega$ at $z$ and $c$ at $x$, and " \
            r"$\omega - c$ at most $L N$ of $\omega + c$, by", \
            Inequality((tangent(w_1, z) - tangent(w_2, x)) @ (z - x)
                       >= K * ((1 - z @ x) * (1 - 2 * r**2) - 2 * L * r * N**2), name="repulsion",
                       where=[every(lambda j: z @ y[j] <= -1 + 2 * r**2),
                              every(lambda j: x @ y[j] <= -1 + 2 * r**2), *bounds],
                       because=total((omega[j] + c[j]) * ((z - x) @ (z - x)) / 4 * (
                           (-1 + 2 * r**2 - z @ y[j]) + (-1 + 2 * r**2 - x @ y[j])) for j in tokens)
                       + total((L * N * (omega[j] + c[j]) + (omega[j] - c[j])) * (4 * r * N + lam[j])
                               + (L * N * (omega[j] + c[j]) - (omega[j] - c[j])) * (4 * r * N - lam[j])
                               for j in tokens) / 4) \
            .but_not("wherever the tokens before are", where=bounds)
        d_zx, K_zx = given(positive_scalar("d_zx", latex=r"\delta")), given(positive_scalar("K_zx", latex=r"K'"))
        yield r"Put $L = 4 p_0$ and $\delta = 1 - z^\top x$: they move apart at the rate $1 - 2 r^2 - 16 p_0 r$,", \
            Identity(K_zx * (d_zx * (1 - 2 * r**2) - 2 * (4 * p0) * r * (2 * d_zx)),
                     K_zx * d_zx * (1 - (2 * r**2 + 16 * p0 * r)), name="rate") \
            .but_not("at any rate", right=K_zx * d_zx)
        eps = given(scalar_between("eps", 0, Fraction(1, 2), closed=True))
        yield "which is at least a half in a small cap: exponentially, at almost every time." \
            " So no two starts stay in the cap. (For one head and constant scores almost all starts" \
            " were known to gather: arXiv:2411.04990, theorem 4.1.)", \
            Inequality(K_zx * d_zx * (1 - eps) >= K_zx * d_zx / 2, because=K_zx * d_zx * (Fraction(1, 2) - eps),
                       name="expansion") \
            .but_not("by $S$ itself", claim=K_zx * d_zx * (1 - eps) >= K_zx * d_zx)
    yield "So if all tokens before one tend to the first token $v$, exactly one start of it is lost.", ByLemma("one_start", says=parts["one"], name="one start")
    yield "The second token sees $v$ alone; its lost start is $-v$, by Lemma 5.1.", ByLemma("second", says=parts["second"], name="second token")
    yield "Token by token: if the tokens before one tend to $v$, it tends to $v$ or to $-v$. So all tend to $v$ unless one tends to $-v$.", \
        ByLemma("gathers", says=parts["all"], name="gathering")
    yield "Last, almost every start. The lost start of a token depends on the tokens before it alone, so the lost starts of all tokens are one " \
        "point of a sphere for each choice of the tokens before: they have no volume. And solutions exist, as velocities are Lipschitz.", \
        ByLemma("almost_all", says=parts["almost"], name="almost every start")
    with given.scope(), given.behind("examples"):  # Place the third token that is lost inside the short arc between two antipodes.
        v, third = y[1], y[3]
        A31, A32 = given(positive_scalar("A31")), given(positive_scalar("A32"))
        mu_3 = given(nonnegative_scalar("mu_3"))
        yield "After a prefix that does not gather more starts are lost: for $y_2 = -y_1$ and " \
            "$P = 0$ every third token is at rest.", \
            Identity(tangent(A31 * v + A31 * (-v) + mu_3 * third, third), zero_vector(), name="at rest") \
            .but_not("with scores, too", left=tangent(A31 * v + A32 * (-v) + mu_3 * third, third))
    with given.scope(), given.behind("needed"):
        theta = given(angle_between("theta", 0, pi()))
        bounded = Printed(1 / (square_root(2) * 100 * (1 - cos(theta))) >= Fraction(1, 10),
                          part="variant", name="unbounded scores")
        yield "Scores must be bounded. On a circle with $P = 100 t I$ a second token turns to the " \
            r"first no faster than $\exp(-100 t (1 - \cos(\theta)))/\sqrt{2}$; to get from the angle " \
            "1 to $9/10$ the integral of that at $9/10$ would have to reach $1/10$.", bounded
        yield "It does not: they never meet.", \
            Witness(bounded, {theta: Fraction(9, 10)}, name="they never meet")
    # Enclose some starts that are lost.
    def back(angles: Sequence[int], scores: exceptional.Scores, since: int, digits: int) -> Route:
        prefix = [Fraction(angle) for angle in angles]
        return lambda: exceptional.by_going_back(prefix, scores, since, digits)

    yield "Back in time places near $-y_1$ gather as fast, so $a_k$ is found from any of them at " \
        "a late time. On the circle, the second token at the angle 1, without scores: in closed " \
        "form, and from all that may be lost at time 22.", \
        Value("3.4295824978", 10, {
            "closed form": lambda: closed_form.by_hypergeometric(Fraction(1), 12),
            "going back": back([1], no_scores, 22, 12)}, name="no scores", example=True) \
        .but_not("it is the antipode", decimal="3.14159265358979")
    yield r"With $P(t) = \left(\begin{smallmatrix} \cos(t)/4 & 1 \\ -1 & 0 " \
        r"\end{smallmatrix}\right)$, time in units of $\sqrt{2}$, from time 14.", \
        Value("3.355616", 6, {"going back": back([1], moving_scores, 14, 6)}, name="moving scores", example=True) \
        .but_not("as without scores", decimal="3.4295824978")
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))


def lost_starts(y: Vectors, P: Operator) -> tuple[Claim, dict[str, Proposition]]:
    """Return the claim, that of each token one start is lost, given those before it, and its parts."""
    i, j, k = tokens.any("i", "j", "k")
    height = square_root(modes.count)

    def alone(z: Vector) -> Any:
        """Return how a token at z moves that sees itself and the tokens before k."""
        seen = total(exp(z @ (P @ y[i])) for i in tokens.before(k)) + exp(z @ (P @ z))
        return motion({z: tangent(total(
            exp(z @ (P @ y[j])) / (height * seen) * y[j] for j in tokens.before(k)), z)})

    def lost(v: Vector, a: Vector) -> Any:
        """Return that the start a leads to -v, and that no other one does: they lead to v."""
        return both(
            there_is_solution(unit_vector("z"), alone, lambda z: at_start(equals(z, a))),
            for_every_solution(unit_vector("x"), alone, lambda x: both(
                iff(at_start(equals(x, a)), tends_to(x, -1 * v)),
                implies(never(at_start(equals(x, a))), tends_to(x, v)))))

    def one(v: Vector) -> Proposition:
        return for_every((i, k), implies(precedes(i, k), implies(
            for_every(j, implies(precedes(j, k), tends_to(y[j], v))),
            there_is(unit_vector("a"), lambda a: lost(v, a)))))

    def second(v: Vector) -> Proposition:
        return for_every((i, k), implies(both(precedes(i, k), for_every(j, implies(
            precedes(j, k), equals(same(j, 1), 1)))), lost(v, -1 * v)))

    def gathers(v: Vector) -> Proposition:
        return both(one(v), second(v), implies(for_every(k, never(tends_to(y[k], -1 * v))), tends_to(y[i], v)))

    def of_first(says: Callable[[Vector], Proposition]) -> Proposition:
        return for_every(any_vector("v"), lambda v: implies(at_start(equals(y[1], v)), says(v)))

    def causal(x: Vectors) -> Any:
        """Return the flow in which every token sees those before it, and itself."""
        return softmax_flow(x, scores=P, reach="up_to", row_sum=1 / height)

    def gathers_from_almost_every_start(e: Vectors) -> Any:
        """Return that in a space of an orthonormal basis e almost every start gathers at its first token."""
        return implies(
            both(for_every(any_vector("a"), lambda a: equals(a, total((e[m] @ a) * e[m] for m in modes))),
                 modes.count >= 2),
            for_almost_every_start(unit_tokens("x"), causal, lambda x: for_every(any_vector("v"), lambda v: implies(
                at_start(equals(x[1], v)), for_every(i, tends_to(x[i], v))))))

    parts = {"one": of_first(one), "second": of_first(second), "all": of_first(gathers),
             "almost": for_every(orthonormal_basis("e"), gathers_from_almost_every_start)}
    return claim(
        "Let the scores be bounded and uniformly continuous in time, and let all tokens before a given one tend to "
        "the first token, $v$. Then exactly one start of the given token is lost: from there it tends to $-v$, from "
        "all others to $v$. For the second token this start is $-v$. So all tokens tend to the first unless one of "
        r"them tends to its opposite. From almost every start of unit tokens in $\mathbb{R}^d$, $d \ge 2$, there is a "
        "solution, and all tokens tend to the first.",
        for_every(positive_scalar("p"), lambda p: implies(
            both(uniformly_continuous(P),
                 always(for_every(any_vector("u"), lambda u: norm(P @ u) <= p * norm(u)))),
            both(parts["all"], parts["almost"]))),
        along=solution(causal(y), varying=[P], start=[y])) \
        .but_not("all tokens tend to the first, wherever they start", of_first(lambda v: tends_to(y[i], v)),
                 at={y: ANTIPODES, P: NOBODY}) \
        .but_not("of every token the opposite of the first is the only lost start", for_every(
                     any_vector("v"), lambda v: implies(
                         at_start(both(equals(y[1], v), never(equals(y[3], -1 * v)))), tends_to(y[3], v))),
                 at={y: [*ANTIPODES, ASIDE], P: NOBODY}), parts


def no_scores(_time: Any) -> exceptional.Rows:
    """Return P = 0."""
    return (0, 0), (0, 0)


def unit_scores(_time: Any) -> exceptional.Rows:
    """Return P = I."""
    return (1, 0), (0, 1)


def moving_scores(time: Any) -> exceptional.Rows:
    """Return P(t) = [[cos(t)/4, 1], [-1, 0]]."""
    return (time.cos() / 4, 1), (-1, 0)
