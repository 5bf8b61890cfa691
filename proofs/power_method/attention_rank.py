"""Appendix D: the rank of attention at equilibria."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .pictures import ONE_ROW

n = tokens.count


def consensus_is_uniform(P: Operator, v: Vector) -> Proposition:
    """At consensus all weights are 1/n."""
    i, j = tokens.any("i", "j")
    return for_every((i, j), lambda i, j: equals(softmax(lambda _: v, P)(i, j), 1 / n))


def rows_agree(P: Operator, v: Vector, eps: Scalars) -> Proposition:
    """At a bipartite state all rows are equal."""
    a = softmax(lambda i: eps[i] * v, P)
    return for_every(tokens.any("i", "j", "k"), lambda i, j, k: equals(a(i, k), a(j, k)))


def two_rows(P: Operator, v: Vector, eps: Scalars) -> tuple[Proposition, Proposition]:
    """At a bipartite state rows of one group are equal, and all of them only if v^T P v = 0."""
    a = softmax(lambda i: eps[i] * v, P)
    i, j, k = tokens.any("i", "j", "k")
    return (
        for_every((i, j, k), lambda i, j, k: implies(equals(eps[i], eps[j]), equals(a(i, k), a(j, k)))),
        iff(rows_agree(P, v, eps), equals(v @ P @ v, 0)))


def full_rank_at_rest(P: Operator) -> Proposition:
    """Where independent tokens are at rest no combination of rows of attention is 0."""
    i, j = tokens.any("i", "j")

    def at_rest(z: Vectors, V: Operator, tau: Scalar) -> Proposition:
        a = softmax(lambda i: z[i], P)
        y = let("y", lambda i: z[i] + tau * (V @ total(a(i, j) * z[j] for j in tokens)))
        return for_every(i, equals(y[i] / norm(y[i]), z[i]))

    def independent(row: Callable[[Scalars], Proposition]) -> Proposition:
        return for_every(coefficients("k"), lambda k: implies(row(k), for_every(i, equals(k[i], 0))))

    def said(z: Vectors, V: Operator, tau: Scalar) -> Proposition:
        a = softmax(lambda i: z[i], P)
        return implies(
            both(injective(V), at_rest(z, V, tau),
                 independent(lambda k: equals(total(k[j] * z[j] for j in tokens), zero_vector()))),
            independent(lambda k: for_every(j, equals(total(k[i] * a(i, j) for i in tokens), 0))))

    return for_every((unit_tokens("z"), symmetric_operator("V"), positive_scalar("tau")),
        lambda z, V, tau: said(z, V, tau))


def injective(V: Operator) -> Proposition:
    """V is nonsingular."""
    return for_every(any_vector("b"), lambda b: implies(equals(V @ b, zero_vector()), equals(b, zero_vector())))


@statement("B-L9", PAPER.label("Lemma 9, eq. (13)"), title="Rank of attention",
           gist="The number of groups of tokens should be the rank of the attention matrix. "
                "Without scores the rank is 1, however many groups there are.",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-L8", "B-R5"),
           position=(4, 9), scenes=(ONE_ROW,),
           printed=r"At a consensus $A = (1/n) \mathbf{1} \mathbf{1}^\top$, of rank 1. At a bipartite consensus $A$ is "
                   "(13), of rank 2. At an $m$-clustering equilibrium $A$ has rank $m$.",
           relation="refuted", differs="If the lost formula said that the rank is at most $m$, that part is true.")
def rank_of_attention(given: Given) -> Proof:
    P = given(any_operator("P"))

    def bipartite(v: Vector, *which: int) -> Proposition:
        return for_every(signs("eps", positive="p", negative="q", both=True),
                         lambda groups: both(*(two_rows(P, v, groups[0])[k] for k in which)))

    yield claim(
        "Attention has equal rows, all weights $1/n$, at consensus: rank 1. At a bipartite state at $v$ "
        r"it has one row for each group, and these are equal if and only if $v^\top P v = 0$, so that the "
        "rank is then 1, and not 2. At an equilibrium of independent tokens, with a nonsingular $V$, no combination of "
        "rows is 0: the rank is the number of tokens.",
        for_every(unit_vector("v"), lambda v: both(consensus_is_uniform(P, v), bipartite(v, 0, 1))),
        full_rank_at_rest(P),
        wrong="Without scores, $P = 0$, two tokens at $v$ and $-v$ attend to each other as much as to "
        "themselves: all weights are $1/2$, and the rank is 1.") \
        .but_not("no bipartite state has equal rows, not even without scores", for_every(
            (unit_vector("v"), signs("eps", positive="p", negative="q", both=True)), lambda v, groups: never(
                rows_agree(0 * P, v, groups[0])))) \
        .but_not("all weights are $1/n$ at every state", for_every(unit_tokens("z"), lambda z: for_every(
            tokens.any("i", "j"), lambda i, j: equals(softmax(lambda i: z[i], P)(i, j), 1 / n))))
    u, (i, j) = given(unit_vector("u")), tokens.any("i", "j")
    yield "At consensus all scores are equal, so all weights are $1/n$,", \
        Identity(softmax(lambda i: u, P)(i, j), 1 / n, name="consensus") \
        .but_not("with scores of its own", left=softmax(lambda i: u, P)(i, j) * exp(u @ P @ u))
    yield "and attention has rank 1.", \
        Thus(for_every(unit_vector("v"), lambda v: consensus_is_uniform(P, v)), by="consensus", name="rank 1")
    x = given(unit_tokens("x"))
    a = softmax(lambda i: x[i], P)
    printed = Printed(differs(a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1), 0), name="rank 2")
    yield "Were the rank 2 at every bipartite state, the determinant of attention would not be 0 for " \
        "two tokens at $v$ and $-v$.", printed
    yield r"It is 0 without scores, and wherever $v^\top P v = 0$.", \
        Witness(printed, {x: [[1, 0], [-1, 0]], P: [[0, 0], [0, 0]]}, name="no score")
    with given.scope():  # Attention between two groups, eq. (13), and when its rank is 2.
        E = given(positive_scalar("E"))                                                  # e^{2g}
        eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
        w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
        given(that(w[i, j] > 0))                                  # 2 e^g times an exponential of a score
        in_plus, in_minus = (1 + eps[i]) / 2, (1 - eps[i]) / 2
        to_plus, to_minus = (1 + eps[j]) / 2, (1 - eps[j]) / 2
        yield r"Attention between $p$ tokens and $q$ opposite ones, with $E = e^{2g}$, $g = v_r^\top P v_r$, has " \
            "two different rows, so rank 2 at most. The formula (13) is lost; it must be", \
            Identity(w[i, j] / total(w[i, k] for k in tokens),
                     in_plus * (to_plus * E + to_minus) / (p * E + q)
                     + in_minus * (to_plus + to_minus * E) / (q * E + p), name="two rows") \
            .but_not("the groups are exchanged", right=in_plus * (to_plus * E + to_minus) / (q * E + p)
                     + in_minus * (to_plus + to_minus * E) / (p * E + q))
        under = (p * E + q) * (q * E + p)
        yield r"The minor of two rows and two columns is not 0 exactly for $E \ne 1$: the rank is 2 " \
            r"if and only if $v_r^\top P v_r$ is not 0.", \
            Identity(E / (p * E + q) * (E / (q * E + p)) - 1 / (p * E + q) * (1 / (q * E + p)),
                     (E - 1) * (E + 1) / under, name="minor") \
            .but_not("it is never 0", right=(E**2 + 1) / under)
        yield "So rows of one group are equal, and those of both groups only for $E = 1$.", \
            ByLemma("two_rows", name="groups", says=both(
                *(for_every(unit_vector("v"), lambda v, k=k: bipartite(v, k)) for k in (0, 1))))
        yield "Attention is not symmetric, unless $p = q$ or $E = 1$.", \
            Identity(1 / (p * E + q) - 1 / (q * E + p), (q - p) * (E - 1) / under, name="not symmetric") \
            .but_not("it is symmetric", right=0)
    z, V = given(unit_tokens("z")), given(symmetric_operator("V"))
    A = given(row_stochastic("A"))
    with given.scope():  # For m clusters the rank is at most m, and m at equilibria with independent centres.
        k, z_1, z_2 = given(coefficients("k")), z[1], z[2]
        yield "Of $m$ clusters there are $m$ different rows, and columns: the rank is that of the " \
            r"table $e^{z_a^\top Pz_b}$, at most $m$. Let the centres be independent and the state " \
            "at rest. A combination $k$ of rows that is 0 makes that of the pushes 0,", \
            Identity(total(k[i] * (V @ total(A[i, j] * z[j] for j in tokens)) for i in tokens),
                     total(total(k[i] * A[i, j] for i in tokens) * (V @ z[j]) for j in tokens),
                     name="combination of rows") \
            .but_not("of columns", right=total(total(k[i] * A[j, i] for i in tokens) * (V @ z[j]) for j in tokens))
        yield r"and these are $\alpha_a z_a$ with numbers $\alpha_a$. None of them is 0, as $V$ is nonsingular and " \
            "no mean of independent vectors is 0. So $k = 0$, and the rank is $m$.", \
            ByLemma("full_rank", says=full_rank_at_rest(P), name="full rank")
        yield "At rest two clusters give 2 unless they are opposite. Of any two clusters, at rest or not, the table has the determinant " \
            r"below, which is 0 where $(z_1 - z_2)^\top P (z_1 - z_2)$ is, and so never for a positive definite $P$.", \
            Identity(exp(z_1 @ P @ z_1) * exp(z_2 @ P @ z_2) - exp(z_1 @ P @ z_2) * exp(z_2 @ P @ z_1),
                     exp(z_1 @ P @ z_2) * exp(z_2 @ P @ z_1) * (exp((z_1 - z_2) @ P @ (z_1 - z_2)) - 1),
                     name="two clusters") \
            .but_not("the sum decides", right=exp(z_1 @ P @ z_2) * exp(z_2 @ P @ z_1)
                     * (exp((z_1 + z_2) @ P @ (z_1 + z_2)) - 1))
    yield from three_clusters(given, z, A, V)


@lemma
def three_clusters(given: Given, z: Vectors, A: Weights, V: Operator) -> Proof:
    """Three clusters at rest whose attention has rank 2."""
    a, b, c, t = (given(positive_scalar(name)) for name in ("a", "b", "c", "t"))
    across, back = a * t, a / t
    yield "In the plane three centres are dependent. For $(4/5, 3/5)$, $(1, 0)$, $(4/5, -3/5)$ and " \
        r"$P = \operatorname{diag}(25 g_1, 25 g_2/9)$ the table has the entries $a t$, $b$, $a/t$; $b$, $c$, $b$; " \
        "$a/t$, $b$, $a t$, where $a$, $b$, $c$ are $e^{16g_1}$, $e^{20g_1}$, $e^{25g_1}$ and $t = e^{g_2}$. Its " \
        "determinant is 0 for $e^{g_1} = 4/5$ and $t = 2$, since $a c = e^{g_1} b^2$:", \
        Identity(across * (c * across - b**2) - b * (b * across - b * back) + back * (b**2 - c * back),
                 a * (t - 1 / t) * (a * c * (t + 1 / t) - 2 * b**2), name="three clusters") \
        .but_not("it is never 0", right=a**2 * c * (t - 1 / t) * (t + 1 / t))
    tau = given(positive_scalar("tau"))

    def moves(k: int) -> Scalar:
        pushed = z[k] + tau * (V @ total(A[k, j] * z[j] for j in tokens))
        return norm(pushed) - z[k] @ pushed

    def minor(a: int, b: int) -> Scalar:
        """Of the rows 2 and 3, and these columns."""
        return A[2, a] * A[3, b] - A[2, b] * A[3, a]

    determinant = A[1, 1] * minor(2, 3) - A[1, 2] * minor(1, 3) + A[1, 3] * minor(1, 2)
    counted = Printed(moves(1) > 0, moves(2) > 0, moves(3) > 0, differs(determinant, 0),
                      part="argument", name="rank m")
    yield "The printed argument counts $m$ different terms in each row, as if that made the rank $m$. " \
        "Then for three tokens at rest the determinant of attention would not be 0.", counted
    rows = [[2500, 512, 625], [3125, 1024, 3125], [625, 512, 2500]]
    cosine, sine = Fraction(4, 5), Fraction(3, 5)
    yield "It is 0 for these three, which are at rest; $A$ has the weights of the scores " \
        r"$P = \operatorname{diag}(25 \log(4/5), (25/9) \log 2)$.", \
        Witness(counted, {z: [[cosine, sine], [1, 0], [cosine, -sine]], tau: Fraction(1, 4),
                          V: [[Fraction(3637, 3765), 0], [0, Fraction(3637, 1875)]],
                          A: [[Fraction(entry, sum(row)) for entry in row] for row in rows]}, name="three at rest")
