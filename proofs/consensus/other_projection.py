"""Remark 5.2: an invertible value matrix, with another projection."""

from verify.vocabulary import *

from .identity_value import EXCEPTIONAL
from .paper import PAPER
from .pictures import in_other_coordinates
from .trapped_solution import trapped


def other(X: Vector, y: Vector, U: Operator, inverse: Operator) -> Vector:
    """Return (U^{-1} - y y^T U^T) X, the other projection."""
    return inverse @ X - (y @ (U.T @ X)) * y


@statement("A-R5.2", PAPER.label("Remark 5.2, eq. (16)"), title="Another projection",
           gist="The same model in other coordinates, with the same gap: a third token can end opposite to the first.",
           origin="reconstructed", basis="every_reconstruction", position=(5, 2), repaired_by=("A-T5.1+",),
           rests_on=(("A-T5.1", "second solves", "third solves", "bounded scores", "falls"),),
           scenes=(in_other_coordinates(EXCEPTIONAL),),
           printed=r"Let $h = 1$, let $U$ be invertible and $W = U^\top U$. With another projection to the ellipsoid "
                   r"the model is $\dot y_i = (U^{-1} - y_i y_i^\top U^\top) \sum_{j \le i} \alpha_{ij} U y_j$, and "
                   "$z_i = U y_i$ turns it into that of Theorem 5.1. So the consensus set is asymptotically stable, "
                   r"with a domain of attraction that contains all $y$ with $y_j \ne -y_1$ for $2 \le j \le \ell$.",
           relation="refuted", differs="Only the domain is refuted. Moreover $U$ cancels: (16) is the model with value "
                                       "matrix $I$.")
def other_projection(given: Given) -> Proof:
    yield from printed_conclusion(given)
    with given.scope():  # Show that (16) is the model with the value matrix I, on another ellipsoid.
        U, V = given(inverse_pair("U", "V"))
        P, X = given(any_operator("P")), given(any_vector("X"))
        z = given(unit_tokens("z"))
        alpha = given(nonnegative_weights("alpha"))
        flow = attention_flow(z, weights=alpha, reach="up_to")
        i, j = tokens.any("i", "j")
        y = let("y", lambda i: V @ z[i])
        W = U.T @ U
        yield r"The tokens $y = U^{-1} z$ are on the ellipsoid of $W = U^\top U$, as the $z$ are on the sphere.", \
            Identity(y[i] @ W @ y[i], 1, name="ellipsoid") \
            .but_not(r"$W$ is $U U^\top$", left=y[i] @ (U @ U.T) @ y[i])
        yield r"The other projection, $U^{-1} - y y^\top U^\top$, becomes the projection of the sphere at $z$.", \
            Identity(U @ other(X, y[i], U, V), tangent(X, z[i]), name="conjugate") \
            .but_not("$U^{-1}$ is left out", left=U @ (X - (y[i] @ (U.T @ X)) * y[i]))
        yield "Scores stay the same when the score matrix is changed to $U^{-T} P U^{-1}$.", \
            Identity(z[i] @ (V.T @ P @ V) @ z[j], y[i] @ P @ y[j], name="scores") \
            .but_not(r"it is changed to $U^\top P U$", left=z[i] @ (U.T @ P @ U) @ z[j])
        pulled = total(alpha[i, j] * (U @ y[j]) for j in tokens.up_to(i))
        yield "So (16) is what $y$ does when $z$ moves by the model on the sphere with value matrix $I$.", \
            Identity(rate(y[i], flow), other(pulled, y[i], U, V), name="eq 16") \
            .but_not("with the projection (2) of the ellipsoid", right=tangent(pulled, y[i], W))
        yield from domain(given, U, V)
        with given.behind("examples"):  # No formula for (16) would help.
            yield "But $U$ cancels: applied after $U$, the other projection is the projection (2) of the ellipsoid,", \
                Identity(other(U @ X, y[i], U, V), tangent(X, y[i], W), name="cancels") \
                .but_not("$U$ stays", right=tangent(U @ X, y[i], W))
            plain = total(alpha[i, j] * y[j] for j in tokens.up_to(i))
            yield "and (16) is the model on the ellipsoid with value matrix $I$. Nothing is added to it.", \
                Identity(rate(y[i], flow), tangent(plain, y[i], W), name="value matrix I") \
                .but_not(r"on the ellipsoid of $U U^\top$", right=tangent(plain, y[i], U @ U.T))
            T, S = given(inverse_pair("T", "S"))
            x = let("x", lambda i: S @ z[i])
            yield "No other formula for (16) would help: if any change of coordinates $z = T x$ brings it to the " \
                r"model on the sphere, then it is the model with value matrix $I$ on the ellipsoid of $T^\top T$.", \
                Identity(S @ tangent(T @ X, z[i]), tangent(X, x[i], T.T @ T), name="any coordinates") \
                .but_not("on the sphere", right=tangent(X, x[i]))


@lemma
def printed_conclusion(given: Given) -> Proof:
    """Claim that what the remark concludes is false."""
    U, V = given(inverse_pair("U", "V"))
    P, p = given(any_operator("P")), given(positive_scalar("p"))
    y = given(any_vectors("y"))
    i, j = tokens.any("i", "j")
    alpha = softmax(lambda k: y[k], P, reach="up_to")
    as_printed = both(
        always(for_every(any_vector("x"), lambda x: norm(P @ x) <= p * norm(x))),
        at_start(both(equals((U @ y[i]) @ (U @ y[i]), 1), for_every(i, never(equals(y[i], -y[1]))))))
    yield claim(
        r"If the scores are bounded, tokens on the ellipsoid of $U^\top U$ that move by (16) come "
        "together, unless one starts at the antipode of the first.",
        implies(as_printed, tends_to(norm(y[i] - y[j]), 0)),
        along=solution(motion({y: lambda k: other(
            total(alpha(k, j) * (U @ y[j]) for j in tokens.up_to(k)), y[k], U, V)}), varying=[P]),
        refuted=True,
        wrong="In other coordinates (16) is the model of Theorem 5.1, and it fails as that does: "
        "a third token can tend to the antipode of the first.")
    yield "The idea: (16) is the model of Theorem 5.1 in other coordinates, and there a third token can end " \
        "opposite to the first." "\n\n" \
        r"For $U = \operatorname{diag}(2, 1)$ such tokens, taken back by $U^{-1}$, meet all that is assumed; " \
        "Theorem 5.1's refutation computes them.", \
        ByLemma("third_stays_apart", name="stays apart", says=both(equals(tokens.count, 3), as_printed, there_is(
            i, both(at_start(never(equals(y[i], y[1]))), always(2 * norm(y[i] - y[1]) >= 1),
                    never(tends_to(norm(y[i] - y[1]), 0))))))


@lemma
def domain(given: Given, U: Operator, V: Operator) -> Proof:
    """Contradict the last sentence of the remark: the domain is that of Theorem 5.1, which is not it."""
    lost = trapped(given)
    W = U.T @ U
    apart = V @ (lost.third - lost.first)
    claimed = Printed(at(apart @ W @ apart, {lost.chi: 0}) <= 0, name="domain by Theorem 5.1")
    yield "The remark concludes that Theorem 5.1 ensures a domain of attraction that contains all tokens with no $y_i$ at the " \
        r"antipode of $y_1$. So $V z_3$ tends to $V z_1$ in the solution of that refutation, where $z_1$, $z_3$ are at the " \
        r"angles 0, $\pi + \chi$ and $\chi$ tends to 0,", claimed
    yield "but it does not, for any $U$: it ends at the antipode. What is " \
        "true of (16) is what is true of $z$, that almost every start gathers (A-T5.1+).", \
        Witness(claimed, {U: [[2, 0], [0, 1]], V: [[Fraction(1, 2), 0], [0, 1]], lost.first: [1, 0],
                          lost.beside: [0, 1]}, name="it ends at the antipode")
