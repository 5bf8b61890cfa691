"""Beyond theorem 1: every start in the open hemisphere of v_1 leads there, whatever attention does."""

from collections.abc import Callable

from verify.language.symbols import Abbreviation2, HeadVectors
from verify.statements.assumption import Condition
from verify.statements.claims import Claim
from verify.vocabulary import *

from .paper import PAPER


@statement("B-G1", PAPER.label("strengthens Theorem 1"), title="Global consensus, several heads",
           origin="ours", position=(2, 1, 5))
def global_consensus(given: Given) -> Proof:
    v, tau = given(unit_vector("v")), given(positive_scalar("tau"))
    x = given(unit_tokens("x"))
    inside = given(open_hemisphere(x, along=v))
    A = given(row_stochastic_heads("A"))
    f = given(any_head_vectors("f"))

    def beside(z: Vector) -> Vector:
        return z - (v @ z) * v

    s = let("s", lambda a, i: total(A[a, i, j] * x[j] for j in tokens))
    claimed, tangents, near, there = the_claim(v, tau, x, inside, A, f, beside, s)
    yield claimed
    yield from one_layer(given, v, tau, x, A, beside, s)
    yield r"So every layer multiplies the largest tangent by at most $\theta$, whatever the means are. Let tangents be at most $\rho$ at the " \
        r"start. By induction they are at most $\rho \theta^k$ after $k$ layers, so at most $\rho e^{-r k}$ if $\theta \le e^{-r}$.", \
        ByLemma("tangents", says=tangents, by=["along", "beside", "one layer"], name="tangents")
    i = tokens.any("i")
    yield "A token is no further from $v$ than its tangent.", \
        Inequality((x[i] - v) @ (x[i] - v) <= beside(x[i]) @ beside(x[i]) / (v @ x[i]) ** 2,
                   because=(1 - v @ x[i]) ** 2 * (1 + 2 * (v @ x[i])) / (v @ x[i]) ** 2, name="near") \
        .but_not("than half of it",
                 claim=(x[i] - v) @ (x[i] - v) <= beside(x[i]) @ beside(x[i]) / (2 * (v @ x[i])) ** 2)
    yield "So the same bound holds for the distances from $v$.", ByLemma("distances", says=near, by=["tangents", "near"], name="distances")
    yield r"There are finitely many tokens, so some $\rho$ bounds all tangents at the start. Let the $\mu_\eta$ add up to less than the " \
        r"$\lambda_\eta$. Then $\theta$ is less than 1, so $\theta \le e^{-r}$ for some $r > 0$. So all distances tend to 0.", \
        ByLemma("gather", says=there, name="gather")
    with given.scope(), given.behind("needed"):
        L, M = given(nonnegative_scalar("L")), given(nonnegative_scalar("M"))
        b, q = given(positive_scalar("b")), given(nonnegative_scalar("q"))
        theta = let("theta", lambda: (1 + tau * M) / (1 + tau * L))
        e = given(orthogonal_to("e", v))
        given(that(e @ e > 0))
        here = let("here", lambda: b * v + q * e)
        after = let("after", lambda: here + tau * (L * b * v + M * q * e))
        yield r"No smaller factor is a bound. Let all tokens agree, and let the heads multiply $v$ by $L$ and a direction $e$ orthogonal to " \
            r"it by $M$. Then the tangent is multiplied by exactly $\theta$.", \
            Identity((e @ after) / (v @ after), theta * (e @ here) / (v @ here), name="attained") \
            .but_not(r"by $M/L$, as without the token itself", left=M * (e @ here) / ((1 + L) * (v @ here)))
        negative = Printed(v @ (x[1] + tau * (2 * (v @ x[1]) - 1) * v) > v @ x[1], part="variant",
                           name="a negative head")
        yield r"No $\lambda_\eta$ may be negative, even if their sum is positive. Let one head, with " \
            r"$\lambda = 2$, attend to the token itself and another, with $\lambda = -1$, to a token at " \
            r"$v$, and let $\mu = 0$. Does every token of the hemisphere approach $v$?", negative
        yield "A token at 60 degrees does not: it does not move, for any step.", \
            Witness(negative, {v: [1, 0, 0, 0], x: [[Fraction(1, 2)] * 4], tau: 1}, name="at rest")
    yield mutant("weights may be negative", drop=A, assume=any_head_weights("A"))
    yield mutant("the hemisphere may be closed", drop=inside, assume=closed_hemisphere(x, along=v))


def the_claim(v: Vector, tau: Scalar, x: Vectors, inside: Condition, A: HeadWeights, f: HeadVectors,
              beside: Callable[[Vector], Vector], s: Abbreviation2[Vector]) -> tuple[Claim, Proposition, Proposition, Proposition]:
    """Return the claim that tokens of an open hemisphere tend to v, and how fast tangents fall, and distances."""
    a, i = heads.any("a"), tokens.any("i")
    aside, halves = [Fraction(3, 5), Fraction(4, 5)], [[Fraction(1, 2)] * 2] * 2

    def moved(i: Index | int) -> Vector:
        return x[i] + tau * total(f[a, i] for a in heads)

    layer = iteration({x: lambda i: moved(i) / norm(moved(i))})

    def heads_pull(lam: Scalars, mu: Scalars) -> Proposition:
        return both(
            for_every(a, both(lam[a] >= 0, mu[a] >= 0)),
            always(for_every((a, i), both(
                equals(v @ f[a, i], lam[a] * (v @ s[a, i])),
                norm(beside(f[a, i])) <= mu[a] * norm(beside(s[a, i]))))))

    def every_pull(say: Callable[[Scalars, Scalars], Proposition]) -> Proposition:
        return for_every((coefficients("lam", r"\lambda", over="heads"), coefficients("mu", r"\mu", over="heads")),
            lambda lam, mu: say(lam, mu))

    def added(c: Scalars) -> Scalar:
        return total(c[a] for a in heads)

    def inside_of(rho: Scalar) -> Proposition:
        return norm(beside(x[i])) <= rho * (v @ x[i])

    def fast(say: Callable[[Scalar], Proposition]) -> Proposition:
        return every_pull(lambda lam, mu: for_every((nonnegative_scalar("rho"), any_scalar("r")), lambda rho, r: implies(
            both(heads_pull(lam, mu), (1 + tau * added(mu)) / (1 + tau * added(lam)) <= exp(-r), at_start(inside_of(rho))),
            always(say(rho * exp(-r * elapsed))))))

    tangents = fast(lambda bound: for_every(i, both(equals(x[i] @ x[i], 1), v @ x[i] > 0, inside_of(bound))))
    near = fast(lambda bound: norm(x[i] - v) <= bound)
    there = every_pull(lambda lam, mu: implies(both(heads_pull(lam, mu), added(mu) < added(lam)), tends_to(x[i], v)))
    return claim(
        r"Let every head $\eta$ add to a token a vector that has $\lambda_\eta \ge 0$ times the component along $v$ "
        r"of some mean of the tokens, and at most $\mu_\eta$ times its component orthogonal to $v$. Heads need not be "
        "linear, and attention may be any. If all angles with $v$ are less than a right angle, with tangents of at "
        r"most $\rho$, tokens are within $\rho \theta^k$ of $v$ after $k$ layers (of $\rho e^{-r k}$, if "
        r"$\theta \le e^{-r}$), whatever $\tau$, with $\theta = (1 + \tau \sum_\eta \mu_\eta)/(1 + \tau \sum_\eta "
        r"\lambda_\eta)$. So if the $\mu_\eta$ add up to less than the $\lambda_\eta$, tokens of the open hemisphere "
        "tend to $v$.",
        near, there,
        along=orbit(layer, varying=[A, f], start=[x, inside])) \
        .for_example({v: [1, 0], tau: 1, x: [[1, 0], aside], A: [[[1, 0], [1, 0]]], f: [[[1, 0], [1, 0]]],
                      "lam": [1], "mu": [0], "rho": Fraction(4, 3), "r": Fraction(1, 2)}) \
        .but_not(r"if the $\mu_\eta$ are the $\lambda_\eta$",
                 implies(always(equals(f[a, i], s(a, i))), tends_to(x[i], v)),
                 at={v: [1, 0], tau: 1, x: [aside, aside], A: [halves], f: [[aside, aside]]}) \
        .but_not("in a closed hemisphere", implies(always(equals(f[a, i], (v @ s(a, i)) * v)), tends_to(x[i], v)),
                 drop=inside, assume=closed_hemisphere(x, along=v),
                 at={v: [1, 0], tau: 1, x: [[0, 1], [0, -1]], A: [halves], f: [[[0, 0], [0, 0]]]}) \
        .but_not("from the opposite hemisphere",
                 implies(always(equals(f[a, i], (v @ s(a, i)) * v)), tends_to(x[i], v)), drop=inside,
                 at={v: [1, 0], tau: 1, x: [[-1, 0], [-1, 0]], A: [halves], f: [[[-1, 0], [-1, 0]]]}), tangents, near, there


@lemma
def one_layer(given: Given, v: Vector, tau: Scalar, x: Vectors, A: HeadWeights,
              beside: Callable[[Vector], Vector], s: Abbreviation2[Vector]) -> Proof:
    """A layer multiplies the tangent of the largest angle by theta, at most."""
    a, i = heads.any("a"), tokens.any("i")
    c, t, S = given(positive_scalar("c")), given(nonnegative_scalar("t")), given(nonnegative_scalar("S"))
    o = given(any_vectors("o"))                             # the components of tokens beside v
    yield r"The idea: a layer multiplies the largest tangent of the angles with $v$ by at most $\theta$." "\n\n" \
        "The component of a mean of tokens along $v$ is at least the least component of the tokens.", \
        Inequality(v @ s[a, i] >= c, where=[every(lambda j: v @ x[j] >= c)], name="along") \
        .but_not("as much as any of them", where=[v @ x[i] >= c])
    yield "Its component orthogonal to $v$ is a mean of their components, so it is no longer than the longest of these.", \
        Inequality(total(A[a, i, j] * o[j] for j in tokens) @ total(A[a, i, j] * o[j] for j in tokens)
                   <= S**2, where=[every(lambda j: o[j] @ o[j] <= S**2)], name="beside",
                   because=total(A[a, i, j] * (S**2 - o[j] @ o[j]) for j in tokens)
                   + total(total(A[a, i, j] * A[a, i, k] * ((o[j] - o[k]) @ (o[j] - o[k]))
                                 for k in tokens) for j in tokens) / 2) \
        .but_not("half as long", claim=total(A[a, i, j] * o[j] for j in tokens)
                 @ total(A[a, i, j] * o[j] for j in tokens) <= S**2 / 4)
    L, M = given(nonnegative_scalar("L")), given(nonnegative_scalar("M"))
    b, q = given(positive_scalar("b")), given(nonnegative_scalar("q"))
    theta = let("theta", lambda: (1 + tau * M) / (1 + tau * L))
    yield r"Let all tangents be at most $t$, and let $c$ be the cosine of this angle. Then every mean has at least $c$ along $v$, and at most " \
        r"$t c$ orthogonal to it. Let the $\lambda_\eta$ add up to $L$ and the $\mu_\eta$ to $M$. The layer takes a token to a component $b$ " \
        r"of at least $c (1 + \tau L)$ along $v$, and one of length $q$ at most $t c (1 + \tau M)$ orthogonal to it. So its tangent is at " \
        r"most $\theta t$.", \
        Inequality(q / b <= theta * t, name="one layer", where=[b >= c * (1 + tau * L), q <= t * c * (1 + tau * M)],
                   because=(t * (1 + tau * M) * (b - c * (1 + tau * L))
                            + (1 + tau * L) * (t * c * (1 + tau * M) - q)) / (b * (1 + tau * L))) \
        .but_not("with any component along $v$", where=[q <= t * c * (1 + tau * M)]) \
        .but_not("the token itself does not count", claim=q / b <= M / (1 + L) * t)
