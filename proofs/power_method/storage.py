"""Appendix A: tokens as rows or as columns, heads, and how libraries store the layer matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verify.language.indices import IndexLike
from verify.language.symbols import HeadVectors
from verify.statements.claims import Claim
from verify.vocabulary import *

from .paper import PAPER
from .principal import applied, is_basis


@dataclass(frozen=True, eq=False)
class Rows:
    """Matrices that multiply tokens as rows, and the coordinates e_k that are divided among heads.

    Head a keeps those with t_{a, k} = e_k; t_{a, k} = 0 for the others. Every head has d_k of them.
    """

    W_Q: Operator
    W_K: Operator
    W_V: Operator
    W_O: Operator
    e: Vectors
    t: HeadVectors
    size: Scalar

    def divided(self) -> Proposition:
        """Return that e is a basis, divided among the heads, with as many coordinates for each."""
        a, k = heads.any("a"), modes.any("k")
        return both(
            is_basis(self.e),
            for_every((a, k), either(equals(self.t[a, k], zero_vector()), equals(self.t[a, k], self.e[k]))),
            for_every(k, equals(total(self.t[b, k] for b in heads), self.e[k])),
            for_every(a, equals(total(self.has(a, m) for m in modes), self.size)))

    def has(self, a: IndexLike, k: IndexLike) -> Scalar:
        """Return 1 if a coordinate belongs to a head, and 0 otherwise."""
        return self.e.item(k) @ self.t.item(a, k)

    def keep(self, a: IndexLike, z: Vector) -> Vector:
        """Return T_a z, with the coordinates of a head and zeros elsewhere."""
        return applied(self.t, self.e, a, z)

    def entry(self, x: Vector, W: Operator, k: IndexLike) -> Scalar:
        """Return the entry k of the row x W, that is the sum over l of x_l W_{lk}."""
        return total((self.e[m] @ x) * (self.e[m] @ (W @ self.e.item(k))) for m in modes)

    def value(self, a: IndexLike, z: Vector) -> Vector:
        """Return the padded V_a z = T_a W_V^T z."""
        return self.keep(a, self.W_V.T @ z)

    def output(self, a: IndexLike, z: Vector) -> Vector:
        """Return the padded W_a z = W_O^T T_a z."""
        return self.W_O.T @ self.keep(a, z)

    def score(self, a: IndexLike, z: Vector) -> Vector:
        """Return P_a z = W_Q T_a W_K^T z / sqrt(d_k)."""
        return (self.W_Q @ self.keep(a, self.W_K.T @ z)) / square_root(self.size)


Parts = tuple[Claim, Proposition, Proposition, Proposition, Proposition, Proposition, Proposition]


def claim_of_storage(s: Rows, M: Operator, N: Operator) -> Parts:
    """What Appendix A says, and its parts: of rows and columns, of ranks, and of stored matrices."""
    a, i, k = heads.any("a"), tokens.any("i"), modes.any("k")
    F = (s.W_V @ s.W_O).T

    def scores(x: Vector, y: Vector) -> Proposition:
        by_rows = total(s.has(a, m) * (s.entry(x, s.W_Q, m) * s.entry(y, s.W_K, m)) for m in modes)
        return equals(by_rows / square_root(s.size), x @ s.score(a, y))

    def layer(x: Vectors, A: HeadWeights) -> Proposition:
        def side_by_side(m: IndexLike) -> Scalar:
            """The entry m of what the heads give, which belongs to one of them."""
            return total(s.has(b, m) * total(A[b, i, j] * s.entry(x[j], s.W_V, m) for j in tokens) for b in heads)

        by_rows = total(side_by_side(m) * (s.e[m] @ (s.W_O @ s.e[k])) for m in modes)
        by_columns = total(s.output(b, s.value(b, total(A[b, i, j] * x[j] for j in tokens))) for b in heads)
        return equals(by_rows, s.e[k] @ by_columns)

    def ranks(z: Vector) -> tuple[Proposition, Proposition]:
        """Sums over the coordinates of a head, of which there are d_k, of multiples of one vector each."""
        return (
            equals(s.output(a, s.value(a, z)), total((s.has(a, m) * (s.e[m] @ (s.W_V.T @ z))) * (
                s.W_O.T @ s.e[m]) for m in modes)),
            equals(s.score(a, z), total((s.has(a, m) * (s.e[m] @ (s.W_K.T @ z)) / square_root(s.size)) * (
                s.W_Q @ s.e[m]) for m in modes)))

    def left(v: Vector, lam: Scalar) -> Proposition:
        """Right eigenvectors of F are left ones of W_V W_O."""
        return iff(equals(F @ v, lam * v), for_every(any_vector("z"), lambda z:
                                                    equals(v @ (s.W_V @ (s.W_O @ z)), lam * (v @ z))))

    def total_of(z: Vector) -> Proposition:
        return equals(total(s.output(b, s.value(b, z)) for b in heads), F @ z)

    def of_any(say: Callable[[Vector], Proposition]) -> Proposition:
        return for_every(any_vector("z"), say)

    divided = s.divided()
    by_scores = for_every((any_vector("x"), any_vector("y")), lambda x, y: for_every(a, scores(x, y)))
    by_layer = for_every((any_vectors("x"), any_head_weights("A")), lambda x, A: for_every((i, k), layer(x, A)))
    turned = for_every((any_vector("v"), any_scalar("lam")), left)
    stored = (implies(both(equals(s.W_V, M.T), equals(s.W_O, N.T)), equals(F, N @ M)),
              implies(both(equals(s.W_V, M), equals(s.W_O, N)), equals(F, N.T @ M.T)))
    of_ranks = both(implies(divided, of_any(lambda z: for_every(a, ranks(z)[0]))),
                    implies(divided, of_any(lambda z: for_every(a, ranks(z)[1]))))
    return claim(
        "With tokens as the rows of $X$, $Q = X W_Q$ and so on, heads side by side and then $W_O$, the layer is that "
        r"of the text for columns with padded $V_\eta = T_\eta W_V^\top$ and $W_\eta = W_O^\top T_\eta$. Their "
        r"products add up to $F = \sum_\eta W_\eta V_\eta = (W_V W_O)^\top$, and the scores are "
        r"$P_\eta = W_Q T_\eta W_K^\top/\sqrt{d_k}$; each $W_\eta V_\eta$ and $P_\eta$ is a sum of $d_k$ matrices of "
        "rank one. Right eigenvectors of $F$ are left ones of $W_V W_O$. Let libraries store $M$ for the values and "
        r"$N$ for the output: then $F$ is $N M$ for linear layers and $N^\top M^\top$ for convolutions.",
        implies(divided, both(by_scores, by_layer, of_any(lambda z: both(total_of(z), for_every(a, both(*ranks(z))))))),
        turned, *stored) \
        .but_not("right eigenvectors of $F$ are right ones of $W_V W_O$", for_every(
            any_vector("v"), lambda v: equals(F @ v, s.W_V @ (s.W_O @ v)))) \
        .but_not("the order of the stored matrices does not matter", for_every(
            any_vector("v"), lambda v: equals(N @ (M @ v), M @ (N @ v)))), implies(divided, by_scores), \
        implies(divided, by_layer), implies(divided, of_any(total_of)), of_ranks, turned, both(*stored)


@statement("B-A", PAPER.label("Appendix A"), title="Layer matrix conventions and storage",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E1",), argued=False,
           position=(4, 0, 0),
           printed="Let $Q_h$, $K_h$, $V_h$ and $W_h$ be the transposes of the learned $W_Q^h$, $W_K^h$, $W_V^h$ and "
                   "$W_O^h$. Then the attention of the usual formulation, for tokens as rows, is that of the paper for "
                   r"columns. With $\tilde V_h$ for $V_h$ padded by zeros, $W \sum_h \tilde V_h$ is the layer matrix "
                   "$F$.",
           relation="stronger", differs="We also say how libraries store these matrices.")
def storage(given: Given) -> Proof:
    e, t = given(orthonormal_basis("e")), given(any_head_vectors("t", over="modes"))
    d_k = given(positive_scalar("d_k"))
    M, N = given(any_operator("M")), given(any_operator("N"))
    claimed, by_scores, by_layer, layer_matrix, ranks, turned, stored = claim_of_storage(
        Rows(given(any_operator("W_Q")), given(any_operator("W_K")), given(any_operator("W_V")), given(any_operator("W_O")), e, t, d_k), M, N)
    yield claimed
    A, B = given(any_weights("A")), given(any_weights("B"))
    C, D = given(any_operator("C")), given(any_operator("D"))             # W_V and W_O, for rows
    x, c, z = given(any_vectors("x")), given(any_vector("c")), given(any_vector("z"))
    i = tokens.any("i")
    yield "Libraries have tokens as rows, and multiply them on the right, by $C = W_V$ and then by $D = W_O$. For " \
        r"columns this is a multiplication by $D^\top C^\top$ on the left. For every $c$", \
        Identity(z @ (C @ (D @ c)), c @ (D.T @ (C.T @ z)), name="rows and columns") \
        .but_not("without transposing", right=c @ (C @ (D @ z))) \
        .but_not("in the other order", right=c @ (C.T @ (D.T @ z)))
    yield r"A linear layer of most libraries stores the matrix $M$ of $z \to M z$, already " \
        "transposed. With $M$ for the values and $N$ for the output the layer matrix is $N M$.", \
        Identity(z @ (M.T @ (N.T @ c)), c @ ((N @ M) @ z), name="linear storage") \
        .but_not("$M N$", right=c @ ((M @ N) @ z))
    yield "Models whose layers are stored as convolutions of width 1 store the matrices of the row convention. Then it is " \
        r"$N^\top M^\top$.", \
        Identity(z @ (M @ (N @ c)), c @ ((N.T @ M.T) @ z), name="convolution storage") \
        .but_not("$N M$, as for linear layers", right=c @ ((N @ M) @ z))
    yield "So the stored matrices give the layer matrix.", \
        ByLemma("stored", says=stored, by=["rows and columns", "linear storage", "convolution storage"], name="stored")
    T = given(projection_operator("T"))
    rest = identity_operator() - T
    by_rows = total(A[i, j] * (x[j] @ (C @ (T @ (D @ c)))) for j in tokens) \
        + total(B[i, j] * (x[j] @ (C @ (rest @ (D @ c)))) for j in tokens)
    first, second = total(A[i, j] * x[j] for j in tokens), total(B[i, j] * x[j] for j in tokens)
    yield "A head has some of the columns of $C$ and the same rows of $D$. Let $T$ keep its " \
        "coordinates, and $I - T$ those of another one, with other weights. The rows they give " \
        r"side by side, times $D$, are the sum of $W_\eta V_\eta$ times what head $\eta$ averages, with " \
        r"the padded $V_\eta = T C^\top$ and $W_\eta = D^\top$:", \
        Identity(by_rows, c @ (D.T @ (T @ (C.T @ first))) + c @ (D.T @ (rest @ (C.T @ second))), name="heads") \
        .but_not(r"$V_\eta$ has some columns of $C^\top$",
                 right=c @ (D.T @ (C.T @ (T @ first))) + c @ (D.T @ (C.T @ (rest @ second))))
    yield "The same holds for any number of heads, since every coordinate belongs to exactly one of them.", \
        ByLemma("side_by_side", says=by_layer, name="side by side")
    F = (C @ D).T
    yield r"All heads together have the layer matrix $F = (W_V W_O)^\top$.", \
        Identity(D.T @ (T @ (C.T @ z)) + D.T @ (rest @ (C.T @ z)), F @ z, name="layer matrix") \
        .but_not("it is $W_V W_O$", right=(C @ D) @ z) \
        .but_not(r"it is $(W_O W_V)^\top$", right=(D @ C).T @ z)
    yield "The same holds for any number of heads, since the parts of a vector in their coordinates add up to the vector.", \
        ByLemma("layer_matrix", says=layer_matrix, name="all heads")

    with given.scope():  # A layer matrix that is transposed has other eigenvectors.
        G = given(any_operator("G"))
        v, lam = given(eigenvector("v", of=G, value="lam", latex=(None, r"\lambda")))
        yield r"A right eigenvector of a matrix is a left eigenvector of its transpose: $v$ is one of $G^\top$.", \
            Identity(z @ (G @ v), lam * (z @ v), name="left eigenvectors") \
            .but_not("they are the same", left=z @ (G.T @ v))
        yield "As $W_V W_O$ is the transpose of $F$, right eigenvectors of $F$ are left eigenvectors of $W_V W_O$.", ByLemma("left_eigenvectors", says=turned, by="rows and columns", name="left")
        harmless = Printed(tangent(G.T @ v, v) @ tangent(G.T @ v, v) <= 0, part="variant", name="harmless")
        yield "May the transpose be forgotten? Then an eigenvector of $G$ would be one of its transpose.", harmless
        yield "It may not: $e_1$ is an eigenvector of $((1, 1), (0, 2))$, but not of its transpose.", \
            Witness(harmless, {G: [[1, 1], [0, 2]], v: [1, 0], lam: 1}, name="transposed")
    with given.scope():  # Scores and matrices of a head, and how libraries store them.
        Q, K, y = given(any_operator("Q")), given(any_operator("K")), given(any_vector("y"))
        P = Q @ T @ K.T
        yield "The scores of a head, between the queries and keys of its coordinates, are " \
            r"$z^\top P_\eta y$ with $P_\eta = W_Q T W_K^\top/\sqrt{d_k}$.", \
            Identity((T @ (Q.T @ z)) @ (T @ (K.T @ y)) / square_root(d_k),
                     z @ P @ y / square_root(d_k), name="scores") \
            .but_not("keys attend to queries", right=y @ P @ z / square_root(d_k)) \
            .but_not("without the root", right=z @ P @ y)
        yield "By entries, it is a sum over the coordinates of the head.", ByLemma("scores", says=by_scores, name="by rows")
        yield "Both matrices of a head are products through its $d_k$ coordinates. So their rank is at most $d_k$.", \
            Identity(D.T @ (T @ (C.T @ z)), D.T @ (T @ (T @ (C.T @ z))), name="rank") \
            .but_not("through $d_k$ coordinates of the token", right=D.T @ (T @ (C.T @ (T @ z))))
        yield "Each of these coordinates gives multiples of one vector.", ByLemma("ranks", says=ranks, name="ranks")
    yield mutant("$T$ mixes the heads", drop=T, assume=any_operator("T"))
