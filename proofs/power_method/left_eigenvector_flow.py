"""The flow beside theorem 1, without symmetry: how fast it leads from the left eigenvector's hemisphere to v_1."""

from collections.abc import Callable

from verify.language.symbols import Abbreviation2, HeadVectors
from verify.statements.assumption import Condition
from verify.statements.claims import Claim
from verify.vocabulary import *

from .left_eigenvector import (
    FIRST,
    HALF_OF_IT,
    HALVES,
    ITSELF_AND_THE_FIRST,
    MIRRORED,
    PLANE,
    SECOND,
    SIXTY_DEGREES,
    SPACE,
    SWAP,
    TO_THE_FIRST,
)
from .paper import PAPER


@statement("B-G3", PAPER.label("strengthens Theorem 1"), origin="ours", position=(2, 1, 7),
           title="Global consensus along flows, from the hemisphere of the left eigenvector")
def left_eigenvector_flow(given: Given) -> Proof:
    v, w, W = given(unit_vector("v")), given(any_vector("w")), given(positive_definite("W"))
    x = given(unit_tokens("x"))
    inside = given(open_hemisphere(x, along=w))
    A = given(row_stochastic_heads("A"))
    f = given(any_head_vectors("f"))
    i = tokens.any("i")

    def beside(z: Vector) -> Vector:
        return z - (w @ z) * v

    s = let("s", lambda a, i: total(A[a, i, j] * x[j] for j in tokens))
    g = let("g", lambda i: total(f[a, i] for a in heads))
    flow = motion({x: lambda i: tangent(g[i], x[i])})
    claimed, at_first, falls, there, matrices = the_claim(v, w, W, x, inside, A, f, beside, s, flow)
    yield claimed
    square = beside(x[i]) @ W @ beside(x[i])
    p, b, pull, least, N = (given(positive_scalar(name)) for name in ("p", "b", "l", "m", "N"))
    q, theta, u, r, k, C, rho, kappa = (given(nonnegative_scalar(name)) for name in (
        "q", "theta", "u", "r", "k", "C", "rho", "kappa"))
    yield "The idea: follow the largest tangent of all tokens. Heads pull to means, which have no larger tangent, " \
        "and flatten them." "\n\n" \
        r"First, no token leaves $w^\top z > 0$. While all tokens are there every $w^\top f_{\eta i}$ is at " \
        r"least 0, and the radial part is a multiple of $w^\top x_i$, of at most the number of heads times $M$: " \
        r"so the least $w^\top x_i$ decays exponentially at the fastest, and stays positive.", \
        Identity(rate(w @ x[i], flow), w @ g[i] - (x[i] @ g[i]) * (w @ x[i]), name="inside") \
        .but_not("as if nothing kept it on the sphere", right=w @ g[i])
    yield "The radial part of a velocity changes no tangent: its square moves as if tokens could leave the sphere.", \
        Identity(rate(square / (w @ x[i]) ** 2, flow), name="tangent", right=2 * (
            (beside(x[i]) @ W @ beside(g[i])) * (w @ x[i]) - square * (w @ g[i])) / (w @ x[i]) ** 3) \
        .but_not("only what is off $v$ moves", right=2 * (beside(x[i]) @ W @ beside(g[i])) / (w @ x[i]) ** 2)
    yield r"Let $\theta$ be the largest tangent of all tokens. A mean of tokens has a part $p$ along $w$ that is at least the least " \
        r"one, $m$, and the rest of it has at most the length $u \le \theta p$ in $W$ (B-G2). Of what a head adds let these be " \
        r"$l$ and $r$, and let $k$ be its $\kappa_\eta$:", \
        Inequality(r <= theta * (pull - k * least), name="added", because=(
            ((pull - k * p) * u - p * r) / p + (pull - k * p) * (theta * p - u) / p + theta * k * (p - least)),
            where=[p * r <= (pull - k * p) * u, pull >= k * p, u <= theta * p, p >= least]) \
        .but_not("whatever is seen", where=[p * r <= (pull - k * p) * u, pull >= k * p, p >= least]) \
        .but_not("as if all were at the token", claim=r <= theta * (pull - k * p) / 2)
    yield r"These bounds add up over the heads: with $\kappa = \sum_\eta \kappa_\eta$, and $l$ and $r$ now those of $g_i$, " \
        r"$r \le \theta (l - \kappa m)$. At a token with the tangent $\theta$ and the part $b$ along $w$, where the length of the rest is $\theta b$, " \
        r"the square of the tangent has at most the rate (Cauchy and Schwarz)", \
        Inequality(2 * (theta * b * r * b - (theta * b) ** 2 * pull) / b**3 <= -2 * kappa * least / b * theta**2, name="falls",
                   where=[r <= theta * (pull - kappa * least)], because=2 * theta * (theta * (pull - kappa * least) - r) / b) \
        .but_not("twice as fast", claim=2 * (theta * b * r * b - (theta * b) ** 2 * pull) / b**3 <= -4 * kappa * least / b * theta**2)
    yield r"so the largest tangent never exceeds $\rho$, and decays at the rate $\kappa m/b$ at least. Here $b \le \|w\|$. And " \
        r"$m \ge 1/(1 + C \rho)$: let $u$ and $r$ be the lengths of $x_i - m v$ for the token with the least part, in the " \
        r"plain sense and in $W$; then $1 = \|x_i\| \le m + u$.", \
        Inequality((1 + C * rho) * least >= 1, where=[1 <= least + u, u <= C * r, r <= rho * least], name="least part",
                   because=(least + u - 1) + (C * r - u) + C * (rho * least - r)) \
        .but_not("whatever the tangent", where=[1 <= least + u, u <= C * r])
    yield r"With $N = \|w\|$ the rate is at least $\kappa/D$ with $D = (1 + C \rho) N$,", \
        Inequality(kappa * least / b >= kappa / ((1 + C * rho) * N), where=[(1 + C * rho) * least >= 1, b <= N], name="rate",
                   because=kappa * ((1 + C * rho) * least - 1) / ((1 + C * rho) * b)
                   + kappa * (N - b) / ((1 + C * rho) * N * b)) \
        .but_not("whatever the part", where=[(1 + C * rho) * least >= 1])
    yield "so by Gronwall's lemma the largest tangent decays at that rate: the first bound.", \
        ByLemma("falls_at_first", says=at_first, by=["inside", "tangent"], name="at first")
    yield r"At last it decays faster. Let all tangents be at most $q/C$. Then $b$ and $m$ are near 1, for $m + q m \ge 1$ and " \
        r"$b - q b \le 1$, and so is $m/b$, which the rate has for a factor:", \
        Inequality(least >= (1 - 2 * q) * b, where=[least * (1 + q) >= 1, b * (1 - q) <= 1], name="near 1",
                   because=((least * (1 + q) - 1) + (1 - b * (1 - q)) + 2 * q**2 * b) / (1 + q)) \
        .but_not("twice as near", claim=least >= (1 - q) * b) \
        .but_not("whatever the least part", where=[b * (1 - q) <= 1]) \
        .but_not("whatever the part", where=[least * (1 + q) >= 1])
    yield r"By the first bound $q = C \rho e^{-\kappa t/D}$ will do at the time $t$. So the rate is at least $\kappa (1 - 2 q)$, and " \
        r"what it lacks, $2 \kappa q$, has the integral $2 C \rho D$ over all times at most: the second bound.", \
        ByLemma("falls_at_last", says=falls, by=["inside", "tangent", "at first"], name="at last")
    yield r"Some $\rho$ bounds all tangents at the start, and some $C$ lengths by those in $W$. So if $\kappa > 0$ tangents tend to 0, and " \
        "tokens, which are unit vectors, tend to $v$.", ByLemma("gather", says=there, by=["inside", "tangent"], name="gather")
    z, F, lam = given(any_vector("z")), given(any_operator("F")), given(any_scalar("lam"))
    given(that(equals(F @ v, lam * v)))
    given(that(equals(w @ (F @ z), lam * (w @ z))))
    yield r"Matrices with $F v = \lambda v$ and $w^\top F = \lambda w^\top$ pull so, too: the rest of $F z$ is $F$ times that of $z$,", \
        Identity(F @ beside(z), F @ z - lam * (w @ z) * v, name="matrices").but_not("a multiple of it", right=lam * beside(z))
    yield r"which is orthogonal to $w$. So it is at most $\mu$ times as long, and $\kappa_\eta = \lambda - \mu$ will do.", \
        ByLemma("matrices_turn", says=matrices, by="matrices", name="they turn")


def the_claim(v: Vector, w: Vector, W: Operator, x: Vectors, inside: Condition, A: HeadWeights, f: HeadVectors,
              beside: Callable[[Vector], Vector], s: Abbreviation2[Vector], flow: Flow) -> tuple[Claim, Proposition, Proposition, Proposition, Proposition]:
    """Return the claim and what leads to it: tokens with a positive part along w tend to v, and how fast at first and at last."""
    a, i = heads.any("a"), tokens.any("i")

    def turns(kappa: Scalar, seen: Vector, added: Vector) -> Proposition:
        """What is added has a part along w that exceeds by kappa what would keep the tangent of what is seen."""
        return both(w @ added >= kappa * (w @ seen), (w @ seen) * norm(beside(added), W)
                    <= (w @ added - kappa * (w @ seen)) * norm(beside(seen), W))

    def pulled(kappa: Scalars, M: Scalar) -> Proposition:
        return both(for_every(a, kappa[a] >= 0), equals(w @ v, 1), always(for_every((a, i), both(
            norm(f[a, i]) <= M, implies(w @ s[a, i] > 0, turns(kappa[a], s[a, i], f[a, i]))))))

    def every_pull(say: Callable[[Scalars, Scalar], Proposition]) -> Proposition:
        return for_every((coefficients("kappa", r"\kappa", over="heads"), nonnegative_scalar("M")),
            lambda kappa, M: say(kappa, M))

    def tangents(bound: Scalar) -> Proposition:
        return norm(beside(x[i]), W) <= bound * (w @ x[i])

    def fast(say: Callable[[Scalar, Scalar, Scalar], Proposition]) -> Proposition:
        return every_pull(lambda kappa, M: for_every((nonnegative_scalar("rho"), nonnegative_scalar("C")), lambda rho, C: implies(
            both(pulled(kappa, M), for_every(any_vector("z"), lambda z: norm(z) <= C * norm(z, W)), at_start(tangents(rho))),
            always(say(total(kappa[a] for a in heads), rho, C)))))

    def bounds(kappa: Scalar, rho: Scalar, C: Scalar) -> tuple[Proposition, ...]:
        slow = (1 + C * rho) * norm(w)
        return (w @ x[i] > 0, tangents(rho * exp(-kappa / slow * elapsed)),
                tangents(rho * exp(2 * C * rho * slow - kappa * elapsed)))

    def turning(F: Operator, lam: Scalar, mu: Scalar) -> Proposition:
        return implies(
            both(equals(w @ v, 1), equals(F @ v, lam * v), mu <= lam, for_every(any_vector("z"), lambda z: both(
                equals(w @ (F @ z), lam * (w @ z)), implies(equals(w @ z, 0), norm(F @ z, W) <= mu * norm(z, W))))),
            for_every(any_vector("z"), lambda z: implies(w @ z > 0, turns(lam - mu, z, F @ z))))

    there = every_pull(lambda kappa, M: implies(both(pulled(kappa, M), total(kappa[a] for a in heads) > 0), tends_to(x[i], v)))
    falls = fast(lambda *of: both(*bounds(*of)))
    matrices = for_every((any_operator("F"), any_scalar("lam"), nonnegative_scalar("mu")), turning)
    return claim(
        r"Let $w^\top v = 1$, and let the tangent of $z$ be the length of $z - (w^\top z) v$, in some inner product "
        r"$W$, divided by $w^\top z$. Let every head $\eta$ pull a token with a bounded vector that turns some mean "
        r"$s$ of the tokens towards $v$: with a component $\ell$ along $w$, and off $v$ at most "
        r"$\ell - \kappa_\eta w^\top s$ times the tangent of $s$, where $0 \le \kappa_\eta w^\top s \le \ell$. (So do "
        r"matrices with the right eigenvector $v$ and the left one $w$ for an eigenvalue $\lambda$ that multiply what "
        r"is orthogonal to $w$ by at most $\mu \le \lambda$, with $\kappa = \lambda - \mu$.) Attention may be any, "
        r"and both may change in time, as long as they keep to the same $\kappa_\eta$. Let "
        r"$\kappa = \sum_\eta \kappa_\eta$, and let no $z$ be longer than $C$ times its length in $W$. From tangents "
        r"of at most $\rho$ all tangents decay at the rate $\kappa/D$, $D = (1 + C \rho) \|w\|$, and in the end at "
        r"the rate $\kappa$: they are at most $\rho e^{-\kappa t/D}$ and $\rho e^{2 C \rho D - \kappa t}$. So if "
        r"$\kappa > 0$ and all tokens start with $w^\top x_i > 0$, they tend to $v$.",
        falls, there, matrices,
        along=solution(flow, varying=[A, f], start=[x, inside])) \
        .for_example({v: [1, 0], w: [1, 0], W: PLANE, x: [[1, 0], SECOND], A: [TO_THE_FIRST], f: [TO_THE_FIRST],
                      "kappa": [1], "M": 1, "rho": 1, "C": 1, "F": [[1, 0], [0, 0]], "lam": 1, "mu": 0, "z": [1, 0]}) \
        .but_not("from the hemisphere of the right eigenvector", implies(
                     always(both(w @ f[a, i] >= w @ s[a, i], equals(2 * beside(f[a, i]), beside(s[a, i])))),
                     tends_to(x[i], v)),
                 drop=inside, assume=open_hemisphere(x, along=v),
                 at={v: [1, 0], w: [1, Fraction(-4, 3)], W: PLANE, x: [SECOND, SECOND], A: [HALVES],
                     f: [[HALF_OF_IT, HALF_OF_IT]]}) \
        .but_not(r"if another eigenvalue is as large as $\lambda$, and two tokens attend to each other", implies(
                     always(both(equals(w @ f[a, i], w @ s[a, i]), equals(beside(f[a, i]), -1 * beside(s[a, i])))),
                     tends_to(x[i], v)),
                 at={v: [1, 0], w: [1, 0], W: PLANE, x: [SECOND, MIRRORED], A: [SWAP], f: [[SECOND, MIRRORED]]}) \
        .but_not("if a head pulls with twice what it sees, along $v$, and another pushes back with once that", implies(
                     always(both(equals(f[1, i], 2 * (w @ s[1, i]) * v), equals(f[2, i], -1 * (w @ s[2, i]) * v))),
                     tends_to(x[i], v)),
                 at={v: FIRST, w: FIRST, W: SPACE, x: [FIRST, SIXTY_DEGREES], A: ITSELF_AND_THE_FIRST,
                     f: [[[2, 0, 0, 0], FIRST], [[-1, 0, 0, 0], [-1, 0, 0, 0]]]}), \
        fast(lambda *of: both(*bounds(*of)[:2])), falls, there, matrices
