"""Appendix A: tokens as rows or as columns, heads, and how libraries store the layer matrix."""

from proofs.power_method.paper import PAPER
from verify.vocabulary import *


@statement("B-A", PAPER.label("Appendix A"), title="Layer matrix conventions and storage",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E1",), argued=False,
           position=(4, 0, 0))
def storage(given: Given) -> Proof:
    yield claim(
        "With tokens as rows, $Q = X W_Q$ and so on, heads side by side and then $W_O$, the layer is "
        r"that of the text for columns with $F = (W_V W_O)^\top$, padded $V_h$ and $W_h$, and scores "
        r"$P_h = W_Q T_h W_K^\top/\sqrt{d_k}$ of rank at most $d_k$. From the matrices $M$ of the "
        "values and $N$ of the output that libraries store, $F$ is $N M$ for linear layers and "
        r"$N^\top M^\top$ for convolutions.",
        "rows and columns", "heads", "layer matrix", "left eigenvectors", "scores", "rank",
        "linear storage", "convolution storage")
    A, B = given(any_weights("A")), given(any_weights("B"))
    C, D = given(any_operator("C")), given(any_operator("D"))             # W_V and W_O, for rows
    T = given(projection_operator("T"))
    rest = identity_operator() - T
    x, c, z = given(any_vectors("x")), given(covector("c")), given(any_vector("z"))
    i = tokens.any("i")
    yield "The formulas are lost. Libraries have tokens as rows, and multiply them on the right, " \
        r"by $C = W_V$ and then by $D = W_O$. On columns that is $D^\top C^\top$ on the left: " \
        "for every $c$,", \
        Identity(z @ (C @ (D @ c)), c @ (D.T @ (C.T @ z)), name="rows and columns") \
        .but_not("without transposing", right=c @ (C @ (D @ z))) \
        .but_not("in the other order", right=c @ (C.T @ (D.T @ z)))
    by_rows = total(A[i, j] * (x[j] @ (C @ (T @ (D @ c)))) for j in tokens) \
        + total(B[i, j] * (x[j] @ (C @ (rest @ (D @ c)))) for j in tokens)
    first, second = total(A[i, j] * x[j] for j in tokens), total(B[i, j] * x[j] for j in tokens)
    yield "A head has some of the columns of $C$ and the same rows of $D$. Let $T$ keep its " \
        "coordinates, and $I - T$ those of another one, with other weights. The rows they give " \
        "side by side, times $D$, are the sum of $W_h V_h$ times what head $h$ averages, with " \
        r"the padded $V_h = T C^\top$ and $W_h = D^\top$:", \
        Identity(by_rows, c @ (D.T @ (T @ (C.T @ first))) + c @ (D.T @ (rest @ (C.T @ second))),
                 name="heads") \
        .but_not(r"$V_h$ has some columns of $C^\top$",
                 right=c @ (D.T @ (C.T @ (T @ first))) + c @ (D.T @ (C.T @ (rest @ second))))
    F = (C @ D).T
    yield r"All heads together have the layer matrix $F = (W_V W_O)^\top$.", \
        Identity(D.T @ (T @ (C.T @ z)) + D.T @ (rest @ (C.T @ z)), F @ z, name="layer matrix") \
        .but_not("it is $W_V W_O$", right=(C @ D) @ z) \
        .but_not(r"it is $(W_O W_V)^\top$", right=(D @ C).T @ z)
    G = given(any_operator("G"))
    v, lam = given(eigenvector("v", of=G, value="lam", latex=(None, r"\lambda")))
    yield "The transpose has the left eigenvectors of $F$ for right ones; $v$ is a left one of " \
        r"$G^\top$:", \
        Identity(z @ (G @ v), lam * (z @ v), name="left eigenvectors") \
        .but_not("they are the same", left=z @ (G.T @ v))
    turned = Printed(tangent(G.T @ v, v) @ tangent(G.T @ v, v) <= 0, part="variant", name="harmless")
    yield "were it harmless to forget it,", turned
    yield "$((1, 1), (0, 2))$ would have the eigenvector $e_1$ after it is transposed, too.", \
        Witness(turned, {G: [[1, 1], [0, 2]], v: [1, 0], lam: 1}, name="transposed")
    Q, K, y = given(any_operator("Q")), given(any_operator("K")), given(any_vector("y"))
    d_k = given(positive_scalar("d_k"))
    P = Q @ T @ K.T
    yield "The scores of a head, between the queries and keys of its coordinates, are " \
        r"$z^\top P_h y$ with $P_h = W_Q T W_K^\top/\sqrt{d_k}$.", \
        Identity((T @ (Q.T @ z)) @ (T @ (K.T @ y)) / square_root(d_k),
                 z @ P @ y / square_root(d_k), name="scores") \
        .but_not("keys attend to queries", right=y @ P @ z / square_root(d_k)) \
        .but_not("without the root", right=z @ P @ y)
    yield "Both matrices of a head are products through its $d_k$ coordinates, and so of rank " \
        "$d_k$ at most:", \
        Identity(D.T @ (T @ (C.T @ z)), D.T @ (T @ (T @ (C.T @ z))), name="rank") \
        .but_not("through $d_k$ coordinates of the token", right=D.T @ (T @ (C.T @ (T @ z))))
    M, N = given(any_operator("M")), given(any_operator("N"))
    yield r"A linear layer of most libraries stores the matrix $M$ of $z \to M z$, already " \
        "transposed. With $M$ for the values and $N$ for the output the layer matrix is $N M$;", \
        Identity(z @ (M.T @ (N.T @ c)), c @ ((N @ M) @ z), name="linear storage") \
        .but_not("$M N$", right=c @ ((M @ N) @ z))
    yield "the models whose layers are stored as convolutions of width 1 have the row " \
        r"convention's own matrices, and $N^\top M^\top$.", \
        Identity(z @ (M @ (N @ c)), c @ ((N.T @ M.T) @ z), name="convolution storage") \
        .but_not("$N M$, as for linear layers", right=c @ ((N @ M) @ z))
    yield mutant("$T$ mixes the heads", drop=T, assume=any_operator("T"))
