"""Appendix D: clusterings, and a criterion for them."""

from collections.abc import Callable
from typing import Any

from verify.vocabulary import *

from .paper import PAPER
from .pictures import NOT_AT_REST, OFF_THE_EIGENVECTORS

n = tokens.count


def stay_equal(x: Vectors) -> Proposition:
    """Tokens that are equal at the start are equal after every number of layers."""
    i, j = tokens.any("i", "j")
    return for_every((i, j), lambda i, j: implies(at_start(equals(x[i], x[j])), always(equals(x[i], x[j]))))


@statement("B-R5", PAPER.label("Remark 5"), title="Clusterings", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L8",), argued=False, position=(4, 8, 5),
           printed=r"An equilibrium is an $m$-clustering if its tokens are at $m$ different vectors $z_1, \dots, z_m$, "
                   "of which some may be eigenvectors of $V$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def clusterings(given: Given) -> Proof:
    P, V, tau = given(any_operator("P")), given(any_operator("V")), given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")

    def attended(at: Callable[[Any], Vector]) -> Callable[[Any], Vector]:
        """Return what tokens attend to."""
        A = softmax(at, P)
        return lambda i: total(A(i, j) * at(j) for j in tokens)

    def of_one_each(here: Vector, there: Vector) -> Vector:
        """Return what one token attends to that sees itself and one other."""
        own, other = exp(here @ P @ here), exp(here @ P @ there)
        return (own * here + other * there) / (own + other)

    def causally(at: Callable[[Any], Vector]) -> Callable[[Any], Vector]:
        """Return where causal attention without scores takes tokens, for V = I."""
        A = softmax(at, 0 * P, reach="up_to")

        def of(i: Any) -> Vector:
            moved = at(i) + tau * total(A(i, j) * at(j) for j in tokens.up_to(i))
            return moved / norm(moved)
        return of

    def two_clusters(says: Callable[[Scalars, Callable[[Any], Vector]], Proposition]) -> Proposition:
        """Say something of tokens at one of two places, by their signs."""
        return for_every((signs("eps", positive="p", negative="q", both=True), unit_vector("z_1"),
            unit_vector("z_2")), lambda groups, z_1, z_2: for_every((i, j), says(
                groups[0], lambda i: (1 + groups[0][i]) / 2 * z_1 + (1 - groups[0][i]) / 2 * z_2)))

    of_orbits = for_every_orbit(unit_tokens("x"), attention_layer(value=V, scores=P, step=tau), stay_equal)
    yield claim(
        "What self-attention does to a token is a function of the token's own place. So equal "
        "tokens stay equal for all time, and an $m$-clustering becomes one of at most $m$ "
        "clusters, in which each cluster counts by its number of tokens.",
        "one field", "sum", "divisor",
        of_orbits) \
        .but_not("under causal attention, too", two_clusters(lambda eps, at: implies(
            equals(eps[i], eps[j]), equals(causally(at)(i), causally(at)(j))))) \
        .but_not("each cluster counts once, whatever its number of tokens", two_clusters(lambda eps, at: implies(
            differs(eps[i], eps[j]), equals(attended(at)(i), of_one_each(at(i), at(j))))))
    x = given(any_vectors("x"))
    A, causal = softmax(lambda i: x[i], P), softmax(lambda i: x[i], P, reach="up_to")

    def field(z: Vector) -> Vector:
        """Where a token at z is pushed, before it is normalised."""
        scores = total(exp(z @ P @ x[j]) for j in tokens)
        return z + tau / scores * (V @ total(exp(z @ P @ x[j]) * x[j] for j in tokens))

    yield "The idea: all tokens are in one field." "\n\n" \
        "The value of the field at a place $z$ depends on all tokens, but not on which of them is at $z$.", \
        Identity(x[i] + tau * (V @ total(A(i, j) * x[j] for j in tokens)), field(x[i]), name="one field") \
        .but_not("with causal attention",
                 left=x[i] + tau * (V @ total(causal(i, j) * x[j] for j in tokens.up_to(i)))) \
        .but_not("when a token does not see itself", left=x[i] + tau * (V @ (
            total(exp(x[i] @ P @ x[j]) * x[j] for j in tokens.but(i))
            / (1 + total(exp(x[i] @ P @ x[j]) for j in tokens.but(i))))))
    with given.scope():  # What a token sees of two clusters counts their sizes.
        eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
        z_1, z_2 = given(unit_vector("z_1")), given(unit_vector("z_2"))
        S_11, S_12 = given(positive_scalar("S_11")), given(positive_scalar("S_12"))
        w = let("w", lambda i: ((1 + eps[i]) * S_11 + (1 - eps[i]) * S_12) / 2)
        z = let("z", lambda i: (1 + eps[i]) / 2 * z_1 + (1 - eps[i]) / 2 * z_2)
        yield "Each cluster counts by how many tokens it has. Of two, with $p$ tokens at $z_1$ and $q$ at $z_2$ and " \
            "the exponentials of scores $S_{11}$ and $S_{12}$, a token at $z_1$ sees in sum", \
            Identity(total(w[j] * z[j] for j in tokens), p * S_11 * z_1 + q * S_12 * z_2, name="sum") \
            .but_not("as if there were one token in each", right=S_11 * z_1 + S_12 * z_2)
        yield "and divides it by", \
            Identity(total(w[j] for j in tokens), p * S_11 + q * S_12, name="divisor") \
            .but_not("by the number of tokens", right=p + q)
    yield "Tokens at one place are pushed to one place. So equal tokens are equal after one layer, and by induction after every " \
        "number of layers: a clustering never has more clusters than before.", \
        ByLemma("equal_stay", says=of_orbits, by="one field", name="equal stay")


@statement("B-R6", PAPER.label("Remark 6"), title="Consensus off the eigenvectors",
           gist="Can all tokens rest at one point that is no eigenvector? The printed remark says so. They cannot.",
           origin="reconstructed", basis="every_reconstruction", argued=False,
           position=(4, 8, 6), scenes=(OFF_THE_EIGENVECTORS,),
           printed="“A clustering equilibrium can be a consensus”, $x_i = x$ for all $i$, at an $x$ that is aligned "
                   "with no eigenvector of $V$.",
           relation="refuted", differs="If $V$ has a repeated eigenvalue, an $x$ outside the chosen basis of "
                                       "eigenvectors makes the remark literally true.")
def consensus_off_eigenvectors(given: Given) -> Proof:
    A, x = given(row_stochastic("A")), given(unit_vector("x"))
    V, tau, i = given(symmetric_operator("V")), given(positive_scalar("tau")), tokens.any("i")
    moved = let("moved", lambda i: x + tau * (V @ total(A[i, j] * x for j in tokens)))
    yield claim(
        "With any scores and any mask consensus at $x$ is at rest if and only if "
        r"$V x = \mu x$ for some $\mu$ with $1 + \tau \mu > 0$.",
        iff(for_every(i, equals(moved[i] / norm(moved[i]), x)),
            there_is(any_scalar("mu"), lambda mu: both(equals(V @ x, mu * x), 1 + tau * mu > 0))),
        wrong="No consensus off the eigenvectors is at rest: if all tokens are at $x$ and stay "
              "there, $V x$ is a multiple of $x$.") \
        .but_not(r"whatever the sign of $1 + \tau \mu$", iff(
                     for_every(i, equals(moved[i] / norm(moved[i]), x)),
                     there_is(any_scalar("mu"), lambda mu: equals(V @ x, mu * x))),
                 at={A: [[1]], x: [1], V: [[-1]], tau: 3}) \
        .but_not("every consensus is", for_every(i, equals(moved[i] / norm(moved[i]), x)),
                 at={A: [[1]], x: [Fraction(3, 5), Fraction(4, 5)], V: [[1, 0], [0, 2]], tau: 1})
    yield "Where all tokens are at $x$, so is the mean that each of them sees, with any scores and any mask.", \
        Identity(total(A[i, j] * x for j in tokens), x, name="mean") \
        .but_not("it counts the tokens", right=n * x)
    yield mutant("weights need not add up to 1", drop=A, assume=any_weights("A"))
    yield "So this is Lemma 8 with all tokens at one point.", \
        By("B-L8", at={"x": lambda i: x}, by="mean", name="lemma")
    y = x + tau * (V @ total(A[i, j] * x for j in tokens))
    off = tangent(V @ x, x)
    yield "So the layer takes them off the line of $x$ by the tangent part of $V x$,", \
        Identity(y @ y - (x @ y) ** 2, tau**2 * (off @ off), name="off the line") \
        .but_not("by all of $V x$", right=tau**2 * ((V @ x) @ (V @ x)))
    yield "and where that is 0, $x$ is an eigenvector, with this eigenvalue:", \
        Identity(V @ x, (x @ V @ x) * x + off, name="eigenvector") \
        .but_not("with the eigenvalue 1", right=x + off)
    printed = Printed(y @ y <= (x @ y) ** 2, somewhere=True, where=[off @ off > 0], name="printed")
    yield "If $x$ is aligned with no eigenvector, $V x$ has a part beside $x$; at rest, no token comes " \
        "off the line of $x$.", printed
    yield "Every token does. Only where an eigenvalue is multiple can $x$ be off the basis that was " \
        "chosen, and an eigenvector still.", \
        printed.never(because=tau**2 * (off @ off), name="never", at={
            x: [Fraction(3, 5), Fraction(4, 5)], V: [[1, 0], [0, 2]], tau: 1,
            A: [[Fraction(1, 2)] * 2] * 2}) \
        .but_not("at an eigenvector, too", where=[])
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    a, c = given(any_scalar("a")), given(any_scalar("c"))
    yield "Where an eigenvalue is repeated the printed remark is literally true, because linear " \
        "combinations of its eigenvectors are also eigenvectors.", \
        Identity(V @ (a * v[r] + c * v[k]),
                 lam[r] * (a * v[r] + c * v[k]) + ((lam[k] - lam[r]) * c) * v[k], name="mixtures") \
        .but_not("for any two eigenvalues", right=lam[r] * (a * v[r] + c * v[k]))


@statement("B-P1", PAPER.label("Proposition 1"), title="A criterion for clusterings",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E9", "B-L1"),
           position=(4, 8, 7), scenes=(NOT_AT_REST,),
           printed=r"(8) has a clustering equilibrium if and only if there are scalars $\alpha_1, \dots, \alpha_n$ such "
                   r"that $A \otimes V - D_\alpha \otimes I$ is singular, with $D_\alpha = "
                   r"\operatorname{diag}(\alpha_1, \dots, \alpha_n)$.",
           relation="corrected", differs="The printed condition is met at every state and decides nothing; a state has "
                                         "to be in the kernel.")
def criterion(given: Given) -> Proof:
    x, A = given(unit_tokens("x")), given(row_stochastic("A"))
    V, tau, i = given(symmetric_operator("V")), given(positive_scalar("tau")), tokens.any("i")
    s = let("s", lambda i: total(A[i, j] * x[j] for j in tokens))
    alpha = let("alpha", lambda i: x[i] @ V @ s[i])
    y = let("y", lambda i: x[i] + tau * (V @ s[i]))
    yield claim(
        r"A state of unit tokens is at rest if and only if it is in the kernel of $A \otimes V - D \otimes I$ for "
        r"some diagonal matrix $D$ of numbers $\alpha_i$ with $1 + \tau \alpha_i > 0$. At every state this matrix is "
        r"singular for $\alpha_i = \lambda_1$: it takes $v_1$ at every token to 0.",
        iff(for_every(i, equals(y[i] / norm(y[i]), x[i])),
            for_every(i, there_is(any_scalar("a"), lambda a: both(
                equals(total(A[i, j] * (V @ x[j]) for j in tokens) - a * x[i], zero_vector()),
                1 + tau * a > 0)))),
        for_every((unit_vector("v"), any_scalar("mu")), lambda v, mu: implies(
            equals(V @ v, mu * v),
            equals(total(A[i, j] * (V @ v) for j in tokens) - mu * v, zero_vector())))) \
        .but_not(r"whatever the sign of $1 + \tau \alpha_i$", iff(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])),
                     for_every(i, there_is(any_scalar("a"), lambda a: equals(
                         total(A[i, j] * (V @ x[j]) for j in tokens) - a * x[i], zero_vector())))),
                 at={x: [[1]], A: [[1]], V: [[-1]], tau: 3}) \
        .but_not("the kernel of $A \\otimes V$ itself", implies(
                     for_every(i, equals(y[i] / norm(y[i]), x[i])),
                     equals(total(A[i, j] * (V @ x[j]) for j in tokens), zero_vector())),
                 at={x: [[1]], A: [[1]], V: [[1]], tau: 1})
    yield "The idea: rest means that each push is along its token, which is a linear equation for the state." "\n\n" \
        r"An equilibrium is itself in the kernel. With $\alpha_i = x_i^\top V s_i$ the matrix takes the state to " \
        "the tangent parts of the pushes, which are 0 at rest,", \
        Identity(total(A[i, j] * (V @ x[j]) for j in tokens) - alpha[i] * x[i],
                 tangent(V @ s[i], x[i]), name="only if") \
        .but_not(r"with $\alpha_i = 1$", left=total(A[i, j] * (V @ x[j]) for j in tokens) - x[i])
    yield "and the lengths are positive:", \
        Identity(x[i] @ y[i], 1 + tau * alpha[i], name="lengths") \
        .but_not("whatever the step", right=1 + alpha[i])
    yield r"Conversely, in the kernel each push $V s_i$ is a multiple of $x_i$, which is $\alpha_i x_i$. So its tangent part is 0, and the " \
        r"length of $y_i$ is $x_i^\top y_i$, if this is positive: $y_i$ is that multiple of $x_i$, and the state is at rest.", \
        Identity(y[i] @ y[i] - (x[i] @ y[i]) ** 2,
                 tau**2 * (tangent(V @ s[i], x[i]) @ tangent(V @ s[i], x[i])), name="if in the kernel") \
        .but_not("all of the push counts", right=tau**2 * ((V @ s[i]) @ (V @ s[i])))

    u = given(any_vector("u"))
    yield "The mean of pulls is the pull of the mean,", \
        Identity(total(A[i, j] * (V @ x[j]) for j in tokens), V @ s[i], name="mean of pulls")
    yield "and one pull is its own mean.", \
        Identity(total(A[i, j] * (V @ u) for j in tokens), V @ u, name="one pull") \
        .but_not("it counts the tokens", right=tokens.count * (V @ u))
    yield "So this is Lemma 8, written with a matrix.", \
        By("B-L8", by=["mean of pulls", "one pull"], name="lemma")
    with given.scope():  # The matrix is singular at every state, so that this alone says nothing.
        v, lam = given(diagonalised("v", "lam", of=V))
        r = given(mode("r"))
        yield "But the matrix is singular at every state. Rows of $A$ sum to 1, so for " \
            r"$\alpha_i = \lambda_1$ its kernel has the vector with $v_1$ at every token.", \
            Identity(total(A[i, j] * (V @ v[r]) for j in tokens) - lam[r] * v[r], 0 * v[r],
                     name="always singular") \
            .but_not("or the state itself", left=total(A[i, j] * (V @ x[j]) for j in tokens) - lam[r] * x[i])
        with given.behind("fails"):
            yield r"Consensus at $v_1$ is also an equilibrium, with length $1 + \tau \lambda_1$. If it counts as a " \
                "clustering, both sides of the proposition are always true, and it says nothing.", \
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
    yield "In all:", \
        Equivalence("a state is at rest", r"it is in the kernel of $A \otimes V - D \otimes I$ for "
                                          r"numbers $\alpha_i$ with $1 + \tau \alpha_i > 0$",
                    forward=("only if", "lengths"), backward=("if in the kernel", "lengths"), name="criterion")
    yield mutant("weights need not add up to 1", drop=A, assume=any_weights("A"))
