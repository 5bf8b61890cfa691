"""Section 2.3: the output matrix that changes the layer matrix by one of rank one."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER


def steers(X: Operator, R: Operator, W: Operator, u: Vector, v: Vector, c: Scalar) -> Proposition:
    """X R = W R + c u v^T: with X in the place of W the layer matrix is changed by c u v^T."""
    return for_every(any_vector("x"), lambda x: equals(X @ (R @ x), W @ (R @ x) + (c * (v @ x)) * u))


def parts_of_heads(output: Callable[[Vector], Vector], V: Operator, S: Operator, W: Operator, u: Vector,
                   w: Vector, c: Scalar) -> Proposition:
    """What one head's coordinates T give, and that any heads' parts of w add up to w."""
    j = tokens.any("j")
    return both(
        for_every(projection_operator("T"), lambda T: there_is(any_vector("v"), lambda v: for_every(
            any_vector("x"), lambda x: both(
                equals(v @ x, w @ (S @ (T @ (V @ x)))),
                equals(output(T @ (V @ x)), W @ (T @ (V @ x)) + (c * (v @ x)) * u))))),
        for_every((any_vectors("x"), any_head_vectors("b")), lambda x, b: implies(
            for_every(j, equals(total(b[a, j] for a in heads), V @ x[j])),
            for_every(j, equals(total(w @ (S @ b[a, j]) for a in heads), w @ x[j])))))


def with_pseudo_inverse(W: Operator, u: Vector, w: Vector, c: Scalar) -> tuple[Proposition, Proposition]:
    """Which w are in the span of the rows of a singular value matrix R with the pseudo-inverse N, and what can be done."""
    def known(R: Operator, N: Operator) -> Proposition:
        def symmetric(A: Operator) -> Proposition:
            return for_every((any_vector("y"), any_vector("z")), lambda y, z: equals((A @ y) @ z, y @ (A @ z)))

        return both(equals(R @ N @ R, R), equals(N @ R @ N, N), symmetric(R @ N), symmetric(N @ R))

    def in_rows(v: Vector, R: Operator) -> Proposition:
        return there_is(any_vector("z"), lambda z: for_every(any_vector("x"), lambda x: equals(v @ x, z @ (R @ x))))

    def replaced(R: Operator, N: Operator) -> Proposition:
        Q = N @ R
        return both(
            for_every(any_vector("x"), lambda x: equals(
                W @ (R @ x) + (c * (w @ (N @ (R @ x)))) * u, W @ (R @ x) + (c * ((Q @ w) @ x)) * u)),
            in_rows(Q @ w, R),
            for_every(any_vector("v"), lambda v: implies(in_rows(v, R), equals((w - Q @ w) @ v, 0))),
            iff(in_rows(w, R), equals(Q @ w, w)),
            implies(differs(c, 0), iff(
                there_is(any_operator("X"), lambda X: steers(X, R, W, u, w, c)), in_rows(w, R))))

    def for_all(say: Callable[[Operator, Operator], Proposition]) -> Proposition:
        return for_every((any_operator("R"), any_operator("N")), lambda R, N: implies(known(R, N), say(R, N)))

    return for_all(lambda R, N: for_every(any_vector("v"), lambda v: iff(in_rows(v, R), equals(N @ R @ v, v)))), for_all(replaced)


@statement("B-S1", PAPER.label("Section 2.3"), title="Rank-one change of the layer matrix",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E1",),
           argued=False, position=(2, 3, 1),
           printed="Let the value matrices of the heads, one below the other in $V$, be invertible. With $W' = W + c u "
                   r"w^\top V^{-1}$ in place of the output matrix $W$ the layer matrix is $F' = F + c u w^\top$, with "
                   "any $u$ and $w$. If $V$ is singular, a pseudo-inverse can be used.",
           relation="stronger", differs="We also say what a pseudo-inverse changes, and what each head does.")
def rank_one_change(given: Given) -> Proof:
    V, S = given(inverse_pair("V", "S"))                       # V stacked over the heads, S its inverse
    W = given(any_operator("W"))
    u, w, c = given(unit_vector("u")), given(any_vector("w")), given(any_scalar("c"))

    def output(y: Vector) -> Vector:
        """W' y for W' = W + c u w^T V^-1, the changed output matrix."""
        return W @ y + (c * (w @ (S @ y))) * u

    # The one change of the output matrix, what it is for each head, and for singular values.
    changes = for_every(any_vector("x"), lambda x: equals(output(V @ x), W @ (V @ x) + (c * (w @ x)) * u))
    only_one = both(changes, for_every(any_operator("X"), lambda X: implies(
        steers(X, V, W, u, w, c), for_every(any_vector("y"), lambda y: equals(X @ y, output(y))))))
    parts = parts_of_heads(output, V, S, W, u, w, c)
    span, pseudo_inverse = with_pseudo_inverse(W, u, w, c)
    at = {V: [[2, 0], [0, 1]], S: [[Fraction(1, 2), 0], [0, 1]], W: [[0, 0], [0, 0]], u: [1, 0], w: [1, 1], c: 1}
    yield claim(
        r"Changing the output matrix to $W' = W + c u w^\top V^{-1}$, and nothing else, changes the layer matrix "
        r"$F = W V$ to $F' = F + c u w^\top$. Each head $\eta$ changes by $c u w_\eta^\top$, where $w_\eta^\top$ is "
        r"the part of $w^\top V^{-1}$ that meets its rows of $V$, and $\sum_\eta w_\eta = w$. With a pseudo-inverse "
        "of a singular $V$ the vector $w$ is replaced by its projection onto the span of the rows of $V$. For "
        r"$c \ne 0$ some output matrix changes $F$ by $c u w^\top$ itself if and only if $w$ is in that span.",
        only_one, parts, pseudo_inverse) \
        .but_not("$V^{-1}$ is not needed", for_every(any_vector("x"), lambda x: equals(
            W @ (V @ x) + (c * (w @ (V @ x))) * u, W @ (V @ x) + (c * (w @ x)) * u)), at=at) \
        .but_not("the head keeps its coordinates of $w$", for_every((projection_operator("T"), any_vector("x")),
            lambda T, x: equals(output(T @ (V @ x)), W @ (T @ (V @ x)) + (c * ((T @ w) @ x)) * u)),
            at={**at, V: [[1, 1], [0, 1]], S: [[1, -1], [0, 1]]})
    x, y = given(any_vector("x")), given(any_vector("y"))
    yield r"With $W' = W + c u w^\top V^{-1}$ the layer matrix $W V$ is changed by $c u w^\top$.", \
        Identity(output(V @ x), W @ (V @ x) + (c * (w @ x)) * u, name="layer matrix") \
        .but_not("$u$ and $w$ exchange their places", right=W @ (V @ x) + (c * (u @ x)) * w) \
        .but_not("$V^{-1}$ is not needed", left=W @ (V @ x) + (c * (w @ (V @ x))) * u)
    yield r"No other matrix does so, as every vector $y$ is $V$ times one, $V^{-1} y$.", \
        Identity(V @ (S @ y), y, name="only this").but_not("$V$ times itself", left=V @ y)
    yield "So $W'$ is the one output matrix that makes this change.", ByLemma("only_one", says=only_one, by=["layer matrix", "only this"], name="only one")
    with given.scope():
        T = given(projection_operator("T"))
        seen = let("seen", lambda: V.T @ (T @ (S.T @ w)), latex=r"w_\eta")
        yield r"Each head gets a change of its own, $c u w_\eta^\top$. With $T$ for the coordinates of one head, $w_\eta$ is the " \
            r"part of $w^\top V^{-1}$ that meets that head's rows of $V$,", \
            Identity(seen @ x, w @ (S @ (T @ (V @ x))), name="one head") \
            .but_not("the head's coordinates of $w$", left=(T @ w) @ x)
    b, j = given(any_head_vectors("b")), tokens.any("j")
    yield "and what all heads together give to a token, each seen by its part, is seen by $w$.", \
        Identity(total(w @ (S @ b[h, j]) for h in heads), w @ (S @ total(b[h, j] for h in heads)), name="heads") \
        .but_not("one is all of it", left=w @ (S @ b[1, j]))
    yield r"So the parts of all heads together see what $w$ does.", \
        ByLemma("parts", says=parts, by=["one head", "heads"], name="parts of heads")
    with given.scope():
        Q = given(projection_operator("Q"))
        kept = let("kept", lambda: Q @ y, latex="y_Q")
        yield "If $V$ is singular a pseudo-inverse does what can be done: $V^+ V$ is the projection $Q$ onto the rows " \
            r"of $V$, so $w^\top V^+ V = (Q w)^\top$, which is $w^\top$ for $w$ in their span:", \
            Identity(y @ (Q @ x), kept @ x, name="pseudo-inverse").but_not("for every $w$", right=y @ x)
        yield "So $w$ is in the span exactly if nothing is missing, that is $Q w = w$.", \
            ByLemma("rows_are_kept", says=span, by="pseudo-inverse", name="span")
        yield "What is missing is the part of $w$ beside this span: it is orthogonal to all of it.", \
            Identity((w - Q @ w) @ (Q @ y), 0, name="missing").but_not("all of $w$ is", left=w @ (Q @ y))
        yield mutant("$V^+ V$ is any matrix", drop=Q, assume=any_operator("Q"))
    R, X = given(any_operator("R")), given(any_operator("X"))
    yield r"No matrix $X$ does better, instead of $W'$, for a singular $R$ instead of $V$: if $c w^\top x$ is what it adds along $u$, " \
        "for every $x$, then $w$ is in the span of the rows of $R$, unless $c = 0$.", \
        Identity(u @ (X @ (R @ x) - W @ (R @ x)), ((X - W).T @ u) @ (R @ x), name="no better") \
        .but_not("without $W$", left=u @ (X @ (R @ x)))
    yield r"In the span $W + c u w^\top V^+$ does it.", ByLemma("reached", says=pseudo_inverse, by=["missing", "no better"], name="reached")
