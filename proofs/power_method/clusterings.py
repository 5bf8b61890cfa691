"""Appendix D: clusterings, a criterion for them, and the rank of attention at equilibria."""

from collections.abc import Callable

from proofs.power_method.exact_equilibria import (
    bipartite_rank,
    cluster_rank,
    consensus_at_rest,
    in_the_kernel,
    singular_matrices,
)
from proofs.power_method.paper import PAPER
from proofs.power_method.pictures import NOT_AT_REST
from verify.vocabulary import *

n = tokens.count


def stay_equal(x: Vectors) -> Proposition:
    """Tokens that are equal at the start are equal after every number of layers."""
    i, j = tokens.any("i", "j")
    return for_every((i, j), lambda i, j: implies(at_start(equals(x[i], x[j])), always(equals(x[i], x[j]))))


@statement("B-R5", PAPER.label("Remark 5"), title="Clusterings", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L8",), argued=False, position=(4, 8, 5))
def clusterings(given: Given) -> Proof:
    P, V, tau = given(any_operator("P")), given(any_operator("V")), given(positive_scalar("tau"))
    yield claim(
        "What self-attention does to a token is a function of the token's own place, so that equal "
        "tokens stay equal for all time and an $m$-clustering becomes one of at most $m$ clusters, in which "
        "each cluster counts by its number of tokens.",
        "one field", "sum", "divisor",
        for_every_orbit(unit_tokens("x"), attention_layer(value=V, scores=P, step=tau), stay_equal))
    x, i = given(unit_tokens("x")), tokens.any("i")
    A, causal = softmax(lambda i: x[i], P), softmax(lambda i: x[i], P, reach="up_to")

    def field(z: Vector) -> Vector:
        """Where a token at z is pushed, before it is normalised."""
        scores = total(exp(z @ P @ x[j]) for j in tokens)
        return z + tau / scores * (V @ total(exp(z @ P @ x[j]) * x[j] for j in tokens))

    yield "The formulas are lost; the text calls a state an $m$-clustering if its tokens are at " \
        "$m$ different vectors. What the layer does to a token is a function of its own place: " \
        "tokens that are equal stay equal, and a clustering has no more clusters afterwards.", \
        Identity(x[i] + tau * (V @ total(A(i, j) * x[j] for j in tokens)), field(x[i]),
                 name="one field") \
        .but_not("with causal attention",
                 left=x[i] + tau * (V @ total(causal(i, j) * x[j] for j in tokens.up_to(i)))) \
        .but_not("when a token does not see itself", left=x[i] + tau * (V @ (
            total(exp(x[i] @ P @ x[j]) * x[j] for j in tokens.but(i))
            / (1 + total(exp(x[i] @ P @ x[j]) for j in tokens.but(i))))))
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    z_1, z_2 = given(unit_vector("z_1")), given(unit_vector("z_2"))
    S_11, S_12 = given(positive_scalar("S_11")), given(positive_scalar("S_12"))
    w = let("w", lambda i: ((1 + eps[i]) * S_11 + (1 - eps[i]) * S_12) / 2)
    z = let("z", lambda i: (1 + eps[i]) / 2 * z_1 + (1 - eps[i]) / 2 * z_2)
    yield "Each cluster counts by how many tokens it has. Of two, with $p$ tokens at $z_1$ and " \
        "$q$ at $z_2$ and the exponentials of scores $S_{11}$ and $S_{12}$, a token at $z_1$ " \
        "sees in sum", \
        Identity(total(w[j] * z[j] for j in tokens), p * S_11 * z_1 + q * S_12 * z_2,
                 name="sum") \
        .but_not("as if there were one token in each", right=S_11 * z_1 + S_12 * z_2)
    yield "and divides it by", \
        Identity(total(w[j] for j in tokens), p * S_11 + q * S_12, name="divisor") \
        .but_not("by the number of tokens", right=p + q)


@statement("B-R6", PAPER.label("Remark 6"), title="Consensus off the eigenvectors",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-L8",), argued=False,
           position=(4, 8, 6))
def consensus_off_eigenvectors(given: Given) -> Proof:
    A, x = given(row_stochastic("A")), given(unit_vector("x"))
    V, tau, i = given(symmetric_operator("V")), given(positive_scalar("tau")), tokens.any("i")
    moved = let("moved", lambda i: x + tau * (V @ total(A[i, j] * x for j in tokens)))
    yield claim(
        "With any scores and any mask consensus at $x$ is at rest if and only if "
        r"$V x = \mu x$ for some $\mu$ with $1 + \tau \mu > 0$.",
        iff(for_every(i, equals(moved[i] / norm(moved[i]), x)),
            there_is(any_scalar("mu"), lambda mu: both(
                equals(V @ x, mu * x), 1 + tau * mu > 0))),
        printed="Some consensus $x_i = x$ is an equilibrium although $x$ is aligned with no eigenvector of "
        "$V$.",
        wrong="None is: if the tokens are all at $x$ and stay, $V x$ is a multiple of $x$.") \
        .but_not(r"whatever the sign of $1 + \tau \mu$", iff(
                     for_every(i, equals(moved[i] / norm(moved[i]), x)),
                     there_is(any_scalar("mu"), lambda mu: equals(V @ x, mu * x))),
                 at={A: [[1]], x: [1], V: [[-1]], tau: 3}) \
        .but_not("every consensus is", for_every(i, equals(moved[i] / norm(moved[i]), x)),
                 at={A: [[1]], x: [Fraction(3, 5), Fraction(4, 5)], V: [[1, 0], [0, 2]], tau: 1})
    yield "Where all tokens are at $x$, so is the mean that each of them sees, with any scores " \
        "and any mask.", \
        Identity(total(A[i, j] * x for j in tokens), x, name="mean") \
        .but_not("it counts the tokens", right=n * x)
    yield mutant("weights need not add up to 1", drop=A, assume=any_weights("A"))
    y = x + tau * (V @ total(A[i, j] * x for j in tokens))
    off = tangent(V @ x, x)
    yield "So the layer takes them off the line of $x$ by the tangent part of $V x$,", \
        Identity(y @ y - (x @ y) ** 2, tau**2 * (off @ off), name="off the line") \
        .but_not("by all of $V x$", right=tau**2 * ((V @ x) @ (V @ x)))
    yield "and where that is 0, $x$ is an eigenvector, with this eigenvalue:", \
        Identity(V @ x, (x @ V @ x) * x + off, name="eigenvector") \
        .but_not("with the eigenvalue 1", right=x + off)
    printed = Printed(off @ off > 0, somewhere=True, where=[y @ y <= (x @ y) ** 2], name="printed")
    yield "The text says that some consensus at rest, a 1-clustering, is at an $x$ that is " \
        "aligned with no eigenvector: $V x$ has a part beside $x$, and no token comes off the " \
        "line of $x$.", printed
    yield "It has none, or the layer would move the tokens. Only where an eigenvalue is multiple " \
        "can $x$ be off the basis that was chosen, and an eigenvector still.", \
        printed.never(because=((x @ y) ** 2 - y @ y) / tau**2, name="never") \
        .but_not("where the tokens move", where=[])
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    a, c = given(any_scalar("a")), given(any_scalar("c"))
    yield "There the claim is literally true and says nothing new: mixtures of its eigenvectors " \
        "are eigenvectors, too.", \
        Identity(V @ (a * v[r] + c * v[k]),
                 lam[r] * (a * v[r] + c * v[k]) + ((lam[k] - lam[r]) * c) * v[k], name="mixtures") \
        .but_not("for any two eigenvalues", right=lam[r] * (a * v[r] + c * v[k]))
    yield "At random consensus states, with any scores:", \
        Campaign(consensus_at_rest(), name="drawn", example=True,
                 needs=("eigenvector", "no eigenvector", "inside a repeated eigenvalue",
                        "turned round")) \
        .but_not("off the eigenvectors, too", decide=consensus_at_rest(anywhere=True))


@statement("B-P1", PAPER.label("Proposition 1"), title="A criterion for clusterings",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E9", "B-L1", "B-L8"),
           position=(4, 8, 7), scenes=(NOT_AT_REST,))
def criterion(given: Given) -> Proof:
    x, A = given(unit_tokens("x")), given(row_stochastic("A"))
    V, tau, i = given(symmetric_operator("V")), given(positive_scalar("tau")), tokens.any("i")
    s = let("s", lambda i: total(A[i, j] * x[j] for j in tokens))
    alpha = let("alpha", lambda i: x[i] @ V @ s[i])
    y = let("y", lambda i: x[i] + tau * (V @ s[i]))
    yield claim(
        r"A state of unit tokens is at rest if and only if it is in the kernel of $A \otimes V - D "
        r"\otimes I$ for some diagonal matrix $D$ of numbers $\alpha_i$ with $1 + \tau \alpha_i > 0$. "
        r"At every state this matrix is singular for $\alpha_i = \lambda_1$: it takes $v_1$ at every "
        "token to 0.",
        iff(for_every(i, equals(y[i] / norm(y[i]), x[i])),
            for_every(i, there_is(any_scalar("a"), lambda a: both(
                equals(total(A[i, j] * (V @ x[j]) for j in tokens) - a * x[i], zero_vector()),
                1 + tau * a > 0)))),
        for_every(unit_vector("v"), lambda v: for_every(any_scalar("mu"), lambda mu: implies(
            equals(V @ v, mu * v),
            equals(total(A[i, j] * (V @ v) for j in tokens) - mu * v, zero_vector()))))) \
        .but_not(r"whatever the sign of $1 + \tau \alpha_i$", iff(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])),
                     for_every(i, there_is(any_scalar("a"), lambda a: equals(
                         total(A[i, j] * (V @ x[j]) for j in tokens) - a * x[i], zero_vector())))),
                 at={x: [[1]], A: [[1]], V: [[-1]], tau: 3}) \
        .but_not("the kernel of $A \\otimes V$ itself", implies(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])),
                     equals(total(A[i, j] * (V @ x[j]) for j in tokens), zero_vector())),
                 at={x: [[1]], A: [[1]], V: [[1]], tau: 1})
    yield "The formula is lost; read: there is a clustering if and only if " \
        r"$A \otimes V - D \otimes I$ is singular for some diagonal $D$ of numbers " \
        r"$\alpha_i$. An equilibrium is itself in the kernel. With " \
        r"$\alpha_i = x_i^\top V s_i$ the matrix takes the state to the tangent parts of the " \
        "pushes, which are 0 at rest,", \
        Identity(total(A[i, j] * (V @ x[j]) for j in tokens) - alpha[i] * x[i],
                 tangent(V @ s[i], x[i]), name="only if") \
        .but_not(r"with $\alpha_i = 1$", left=total(A[i, j] * (V @ x[j]) for j in tokens) - x[i])
    yield "and the lengths are positive:", \
        Identity(x[i] @ y[i], 1 + tau * alpha[i], name="lengths") \
        .but_not("whatever the step", right=1 + alpha[i])
    yield "Conversely, a state in the kernel with positive lengths is at rest.", \
        Identity(y[i] @ y[i] - (x[i] @ y[i]) ** 2,
                 tau**2 * (tangent(V @ s[i], x[i]) @ tangent(V @ s[i], x[i])), name="if in the kernel") \
        .but_not("all of the push counts", right=tau**2 * ((V @ s[i]) @ (V @ s[i])))
    v, lam = given(diagonalised("v", "lam", of=V))
    r = given(mode("r"))
    yield "But the matrix is singular at every state. Rows of $A$ sum to 1, so for " \
        r"$\alpha_i = \lambda_1$ its kernel has the vector with $v_1$ at every token.", \
        Identity(total(A[i, j] * (V @ v[r]) for j in tokens) - lam[r] * v[r], 0 * v[r],
                 name="always singular") \
        .but_not("or the state itself",
                 left=total(A[i, j] * (V @ x[j]) for j in tokens) - lam[r] * x[i])
    yield r"Consensus at $v_1$ is an equilibrium, too, with length $1 + \tau \lambda_1$. If " \
        "it counts as a clustering, both sides of the proposition are always true, and it " \
        "says nothing.", \
        Identity(v[r] + tau * (V @ total(A[i, j] * v[r] for j in tokens)), (1 + tau * lam[r]) * v[r],
                 name="consensus") \
        .but_not("without the step", right=(1 + lam[r]) * v[r])
    argued = Printed(norm(y[2]) - x[2] @ y[2] <= 0, part="argument", name="a kernel is a state")
    yield "The paper's argument takes a vector of the kernel for the state that $A$ belongs " \
        "to. Since the matrix is always singular, every state would be at rest.", argued
    uniform = [[Fraction(1, 2)] * 2] * 2
    yield "These two tokens, with equal weights, are not.", \
        Witness(argued, {V: [[1, 0], [0, -1]], tau: Fraction(1, 4), A: uniform,
                         x: [[1, 0], [Fraction(3, 5), Fraction(4, 5)]],
                         v: [[1, 0], [0, 1]], lam: [1, -1], r: 1}, name="not at rest")
    yield "Nor does singularity detect clusterings of the fourth class, off the lines of " \
        "eigenvectors: for $P = 0$ there are none, by Lemma 1. At random states, with " \
        r"$\alpha_i = \lambda_1$:", \
        Campaign(singular_matrices(), name="drawn", example=True, needs=("at rest", "not at rest")) \
        .but_not("it is singular only at rest", decide=singular_matrices(decides_rest=True))
    yield "What is true:", \
        Equivalence("a state is at rest", r"it is in the kernel of $A \otimes V - D \otimes I$ for "
                                          r"numbers $\alpha_i$ with $1 + \tau \alpha_i > 0$",
                    forward=("only if", "lengths"), backward=("if in the kernel", "lengths"),
                    name="criterion")
    yield "This agrees with the layer at random states of every class.", \
        Campaign(in_the_kernel(), name="at random", example=True,
                 needs=("at rest", "turned round", "not at rest")) \
        .but_not("lengths of any sign will do", decide=in_the_kernel(lengths=False)) \
        .but_not(r"$\alpha_i = \lambda_1$ for every token", decide=in_the_kernel(one_factor=True))
    yield mutant("weights need not add up to 1", drop=A, assume=any_weights("A"))


def consensus_is_uniform(P: Operator, v: Vector) -> Proposition:
    """At consensus all weights are 1/n."""
    i, j = tokens.any("i", "j")
    return for_every((i, j), lambda i, j: equals(softmax(lambda _: v, P)(i, j), 1 / n))


def two_rows(P: Operator, v: Vector, eps: Scalars) -> Proposition:
    """At a bipartite state rows of one group are equal, and all of them only if v^T P v = 0."""
    a = softmax(lambda i: eps[i] * v, P)
    i, j, k = tokens.any("i", "j", "k")
    return both(
        for_every((i, j, k), lambda i, j, k: implies(equals(eps[i], eps[j]), equals(a(i, k), a(j, k)))),
        iff(for_every((i, j, k), lambda i, j, k: equals(a(i, k), a(j, k))), equals(v @ P @ v, 0)))


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

    return for_every(unit_tokens("z"), lambda z: for_every(symmetric_operator("V"), lambda V:
        for_every(positive_scalar("tau"), lambda tau: said(z, V, tau))))


def injective(V: Operator) -> Proposition:
    """V is nonsingular."""
    return for_every(any_vector("b"), lambda b: implies(
        equals(V @ b, zero_vector()), equals(b, zero_vector())))


@statement("B-L9", PAPER.label("Lemma 9, eq. (13)"), title="Rank of attention",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-L8", "B-R5"),
           position=(4, 9))
def rank_of_attention(given: Given) -> Proof:
    P = given(any_operator("P"))
    yield claim(
        "Attention has equal rows, all weights $1/n$, at consensus: rank 1. At a bipartite state at $v$ "
        r"it has one row for each group, and these are equal if and only if $v^\top P v = 0$, so that the "
        "rank is then 1, and not 2. At an equilibrium of independent tokens, with a nonsingular $V$, no combination of "
        "rows is 0: the rank is the number of tokens.",
        for_every(unit_vector("v"), lambda v: both(
            consensus_is_uniform(P, v), for_every(
                signs("eps", positive="p", negative="q", both=True),
                lambda groups: two_rows(P, v, groups[0])))),
        full_rank_at_rest(P),
        printed="Attention has the rank 1 at consensus and 2 at every bipartite state.",
        wrong="Without scores, $P = 0$, two tokens at $v$ and $-v$ attend to each other as much as to "
        "themselves: all weights are $1/2$, and the rank is 1.")
    x, u = given(unit_tokens("x")), given(unit_vector("u"))
    i, j = tokens.any("i", "j")
    yield "At consensus all weights are $1/n$, and attention has rank 1.", \
        Identity(softmax(lambda i: u, P)(i, j), 1 / n, name="consensus") \
        .but_not("at any state", left=softmax(lambda i: x[i], P)(i, j))
    a = softmax(lambda i: x[i], P)
    printed = Printed(differs(a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1), 0), name="rank 2")
    yield "The text says that the rank is 2 at every bipartite state. For two tokens, at $v$ and " \
        "$-v$, the determinant of attention would then not be 0.", printed
    yield r"It is 0 without scores, and wherever $v^\top P v = 0$.", \
        Witness(printed, {x: [[1, 0], [-1, 0]], P: [[0, 0], [0, 0]]}, name="no score")
    yield from two_groups(given, i, j)
    z, V = given(unit_tokens("z")), given(symmetric_operator("V"))
    A = given(row_stochastic("A"))
    yield from independent_centres(given, z, A, V, P, i)
    yield from three_clusters(given, z, A, V)


@lemma
def two_groups(given: Given, i: Index, j: Index) -> Proof:
    """Attention between two groups, eq. (13), and when its rank is 2."""
    E = given(positive_scalar("E"))                                                  # e^{2g}
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
    given(that(w[i, j] > 0))                                  # 2 e^g times an exponential of a score
    in_plus, in_minus = (1 + eps[i]) / 2, (1 - eps[i]) / 2
    to_plus, to_minus = (1 + eps[j]) / 2, (1 - eps[j]) / 2
    yield "Attention between $p$ tokens and $q$ opposite ones, with $E = e^{2g}$, " \
        r"$g = v_r^\top P v_r$, has two different rows, so rank 2 at most. The formula (13) is " \
        "lost; it must be", \
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
    yield "Attention is not symmetric, unless $p = q$ or $E = 1$.", \
        Identity(1 / (p * E + q) - 1 / (q * E + p), (q - p) * (E - 1) / under, name="not symmetric") \
        .but_not("it is symmetric", right=0)
    yield "At random bipartite states:", \
        Campaign(bipartite_rank(), name="drawn groups", example=True, needs=("no score", "some score")) \
        .but_not("always 2", decide=bipartite_rank(always_two=True))


@lemma
def independent_centres(
    given: Given, z: Vectors, A: Weights, V: Operator, P: Operator, i: Index
) -> Proof:
    """For m clusters the rank is at most m, and m at equilibria with independent centres."""
    k, z_1, z_2 = given(coefficients("k")), z[1], z[2]
    yield "Of $m$ clusters there are $m$ different rows, and columns: the rank is that of the " \
        r"table $e^{z_a^\top Pz_b}$, at most $m$. Let the centres be independent and the state " \
        "at rest. A combination $k$ of rows that is 0 makes that of the pushes 0,", \
        Identity(total(k[i] * (V @ total(A[i, j] * z[j] for j in tokens)) for i in tokens),
                 total(total(k[i] * A[i, j] for i in tokens) * (V @ z[j]) for j in tokens),
                 name="combination of rows") \
        .but_not("of columns",
                 right=total(total(k[i] * A[j, i] for i in tokens) * (V @ z[j]) for j in tokens))
    yield r"and these are $\alpha_a z_a$. No $\alpha_a$ is 0, as $V$ is nonsingular and no mean " \
        "of independent vectors is 0. So $k = 0$, and the rank is $m$: at rest two clusters give " \
        "2 unless they are opposite. Of any two clusters, at rest or not, the table has the " \
        "determinant", \
        Identity(exp(z_1 @ P @ z_1) * exp(z_2 @ P @ z_2) - exp(z_1 @ P @ z_2) * exp(z_2 @ P @ z_1),
                 exp(z_1 @ P @ z_2) * exp(z_2 @ P @ z_1) * (exp((z_1 - z_2) @ P @ (z_1 - z_2)) - 1),
                 name="two clusters") \
        .but_not("the sum decides", right=exp(z_1 @ P @ z_2) * exp(z_2 @ P @ z_1)
                 * (exp((z_1 + z_2) @ P @ (z_1 + z_2)) - 1))
    yield r"which is 0 where $(z_1 - z_2)^\top P (z_1 - z_2)$ is, and so never for a positive " \
        "definite $P$. At random clusters:", \
        Campaign(cluster_rank(), name="drawn clusters", example=True,
                 needs=("at rest", "full", "less")) \
        .but_not("always their number", decide=cluster_rank(always_full=True))


@lemma
def three_clusters(given: Given, z: Vectors, A: Weights, V: Operator) -> Proof:
    """Three clusters at rest whose attention has rank 2."""
    a, b, c, t = (given(positive_scalar(name)) for name in ("a", "b", "c", "t"))
    across, back = a * t, a / t
    yield "In the plane three centres are dependent. For $(4/5, 3/5)$, $(1, 0)$, $(4/5, -3/5)$ " \
        r"and $P = \operatorname{diag}(25 g_1, 25 g_2/9)$ the table has the entries $a t$, $b$, " \
        "$a/t$; $b$, $c$, $b$; $a/t$, $b$, $a t$, where $a$, $b$, $c$ are $e^{16g_1}$, " \
        "$e^{20g_1}$, $e^{25g_1}$ and $t = e^{g_2}$. Its determinant is 0 for $e^{g_1} = 4/5$ " \
        "and $t = 2$, since $a c = e^{g_1} b^2$:", \
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
    yield "The rank at $m$ clusters is lost. The argument counts $m$ different terms in each " \
        "row, as if that made the rank $m$ (it is at most $m$). Then for three tokens at rest " \
        "the determinant of attention would not be 0.", counted
    rows = [[2500, 512, 625], [3125, 1024, 3125], [625, 512, 2500]]
    cosine, sine = Fraction(4, 5), Fraction(3, 5)
    yield "It is 0 for these three, which are at rest; $A$ has the weights of the scores " \
        r"$P = \operatorname{diag}(25 \log(4/5), (25/9) \log 2)$.", \
        Witness(counted, {z: [[cosine, sine], [1, 0], [cosine, -sine]], tau: Fraction(1, 4),
                          V: [[Fraction(3637, 3765), 0], [0, Fraction(3637, 1875)]],
                          A: [[Fraction(entry, sum(row)) for entry in row] for row in rows]},
                name="three at rest")
