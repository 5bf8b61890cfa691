"""Appendix D: polygonal equilibria of self-attention are not always unstable."""


from verify.vocabulary import *

from .linearised import carried, common, spread
from .oja_states import under_assumption_1
from .opposite_tokens import opposite_tokens
from .paper import PAPER
from .stability import every_polygon_of_attention_leaves

n = tokens.count


@statement("B-L15", PAPER.label("Lemma 15"), title="Polygonal equilibria of self-attention",
           gist="Tokens whose pulls cancel should always be unstable under self-attention. Two "
                "opposite tokens with suitable scores attract their neighbours.",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-L10",), repaired_by=("B-CT4",),
           position=(4, 15),
           of_layers=OfLayers("no polygonal equilibria exist"),
           printed="“The polygonal equilibria are all unstable” for (8).",
           relation="refuted")
def polygonal(given: Given) -> Proof:
    yield claim(
        "All polygonal equilibria of self-attention are unstable.",
        under_assumption_1(every_polygon_of_attention_leaves), refuted=True,
        wrong=r"Tokens at $e_1$ and $-e_1$ attract with $V = \begin{pmatrix} 3 & 1 \\ 1 & 3 "
              r"\end{pmatrix}$, $P = \begin{pmatrix} 0 & -5 \\ -5 & 0 \end{pmatrix}$ and the step "
              "$1/20$: their multipliers are $9/10$, $1/2$ and $3/4$.",
        instead=["definite scores"])
    yield from opposite_tokens(given)
    yield "Theorem 3 says the same of polygonal equilibria, and the same two tokens refute it.", \
        By("B-T3", name="theorem")
    with given.behind("examples"):
        yield from all_polygonal_states(given)


@lemma
def all_polygonal_states(given: Given) -> Proof:
    """Say which states are polygonal, and how the layer moves what is near them."""
    i, j, k = tokens.any("i", "j", "k")
    with given.scope():  # s_i = 0 for all i: then all rows of A agree, and the scores between tokens are all 0.
        y, Q = given(unit_tokens("y")), given(any_operator("Q"))
        w = given(row_stochastic("w"))
        c, a = given(coefficients("c")), given(coefficients("a"))
        A = softmax(lambda i: y[i], Q)
        yield "A polygonal state has $s_i = 0$ for every token. A weight is the exponential of a score divided by a " \
            "number that depends only on the row. So its logarithm is the score less such a number.", \
            Identity(A(i, j) * total(exp(y[i] @ Q @ y[k]) for k in tokens), exp(y[i] @ Q @ y[j]), name="weights") \
            .but_not("without the division", left=A(i, j))
        s = let("s", lambda i: total(w[i, j] * y[j] for j in tokens))
        ell = let("ell", lambda i, j: y[i] @ Q @ y[j] - c[i])
        yield "The symmetrised divergence of two rows of weights $w_{ij}$, with logarithms " \
            r"$\ell_{ij} = y_i^\top Q y_j - c_i$, is a product of differences.", \
            Identity(total((w[i, j] - w[k, j]) * (ell[i, j] - ell[k, j]) for j in tokens),
                     (y[i] - y[k]) @ Q @ (s[i] - s[k]), name="divergence") \
            .but_not("$Q$ is transposed", right=(y[i] - y[k]) @ Q.T @ (s[i] - s[k])) \
            .but_not("the divergence in one direction", left=total(
                w[i, j] * (ell[i, j] - ell[k, j]) for j in tokens))
        yield mutant("rows need not sum to 1", drop=w, assume=nonnegative_weights("w"))
        beta_1, beta_2 = given(any_scalar("beta_1")), given(any_scalar("beta_2"))
        above = exp(beta_1) * (exp(beta_2 - beta_1) - (1 + (beta_2 - beta_1)))
        below = exp(beta_2) * (exp(beta_1 - beta_2) - (1 + (beta_1 - beta_2)))
        yield r"Each of its terms is at least a square: for two weights $e^{\beta_1}$ and " \
            r"$e^{\beta_2}$, both at most 1,", \
            Inequality((exp(beta_1) - exp(beta_2)) * (beta_1 - beta_2) >= (exp(beta_1) - exp(beta_2)) ** 2, name="square",
                       where=[exp(beta_1) <= 1, exp(beta_2) <= 1],
                       because=(1 - exp(beta_2)) * above + (1 - exp(beta_1)) * below) \
            .but_not("for numbers above 1, too", where=[]) \
            .but_not("twice the square",
                     claim=(exp(beta_1) - exp(beta_2)) * (beta_1 - beta_2) >= 2 * (exp(beta_1) - exp(beta_2)) ** 2)
        yield "For $s_i = s_k = 0$ the divergence is 0, so the two rows are equal. Hence all " \
            r"rows are one row $w_1$, .., $w_n$, and a score is $\eta_{ij} = a_j + c_i$ with " \
            r"$a_j = \ln w_j$. Such a table is recovered from its means.", \
            Identity(a[j] + c[i],
                     total(w[k, m] * (a[m] + c[i]) for m in tokens)
                     + total(w[k, m] * (a[j] + c[m]) for m in tokens)
                     - total(w[k, m] * total(w[k, l] * (a[l] + c[m]) for l in tokens) for m in tokens),
                     name="means") \
            .but_not("without the mean of all", right=total(w[k, m] * (a[m] + c[i]) for m in tokens)
                     + total(w[k, m] * (a[j] + c[m]) for m in tokens))
        yield "These are scores of $s$: along a row,", \
            Identity(total(w[k, j] * (y[i] @ Q @ y[j]) for j in tokens), y[i] @ Q @ s[k], name="row mean") \
            .but_not(r"by $Q^\top$", right=s[k] @ Q @ y[i])
        yield "along a column,", \
            Identity(total(w[k, i] * (y[i] @ Q @ y[j]) for i in tokens), s[k] @ Q @ y[j], name="column mean")
        yield "and over all pairs. With $s = 0$ all three are 0, so all scores are 0, all " \
            "weights are $1/n$, and the tokens sum to $n s = 0$.", \
            Identity(total(w[k, i] * total(w[k, j] * (y[i] @ Q @ y[j]) for j in tokens) for i in tokens),
                     s[k] @ Q @ s[k], name="mean of all") \
            .but_not("the square of $s$", right=s[k] @ s[k])
        yield "Causal attention has no such state: the first token attends only to itself.", \
            Identity(softmax(lambda i: y[i], Q, reach="up_to")(1, 1) * y[1], y[1], name="causal") \
            .but_not("it attends to nothing", right=zero_vector())
    V, tau = given(symmetric_operator("V")), given(positive_scalar("tau"))
    P, x = given(any_operator("P")), given(balanced_tokens("x"))
    vanishing = given(vanishing_on(P, x))
    delta, z = given(any_vectors("delta")), given(any_vector("z"))
    A = softmax(lambda i: x[i], P)
    yield "Conversely, if the tokens sum to 0 and the scores between them are 0, attention is the average", \
        Identity(A(i, j), 1 / n, name="average") \
        .but_not("each attends to itself", right=1)
    yield "and every $s_i$ is 0, so no token moves, at any step size.", \
        Identity(total(A(i, j) * x[j] for j in tokens), zero_vector(), name="at rest") \
        .but_not("a token attends to itself", right=x[i])
    yield mutant("any scores", drop=vanishing)
    yield "So a state is polygonal if and only if its tokens sum to 0 and the scores between them are 0:", \
        Equivalence("$s_i = 0$ for every token", "the tokens sum to 0 and the scores between them are 0",
                    forward=("weights", "divergence", "square", "means", "row mean", "column mean",
                             "mean of all"),
                    backward=("average", "at rest"), name="polygonal")
    J = jacobian(attention_layer(value=V, scores=P, step=tau), at=x)
    yield "The linearisation at such a state. The change of the weights is of first order: " \
        r"it gives two of the three terms below. Write $C$ for the mean of $x_j x_j^\top$.", \
        Identity(J(delta)(i), tangent(delta[i] + tau * (V @ carried(x, P, delta)(i)), x[i]), name="linearisation") \
        .but_not("the weights do not change", right=tangent(
            delta[i] + tau * (V @ (total(delta[j] for j in tokens) / n)), x[i])) \
        .but_not("$P$ and its transpose are exchanged", right=tangent(
            delta[i] + tau * (V @ carried(x, P.T, delta)(i)), x[i]))
    yield r"A common direction $z$ moves the tokens by $\delta_i = P_i z$. Such perturbations are invariant: the " \
        r"derivative acts on $z$ by the matrix $I + \tau V (I - C + C P^\top)$.", \
        Identity(J(lambda i: tangent(z, x[i]))(i), tangent(z + tau * common(x, V, P, z), x[i]),
                 name="common directions") \
        .but_not("the weights do not change", right=tangent(z + tau * (V @ (z - spread(x, z))), x[i])) \
        .but_not("without $C$", right=tangent(z + tau * (V @ z), x[i]))
    with given.scope():  # What is true of the claim.
        S, R = given(positive_definite("S")), given(any_operator("R"))
        given.layer(asked("one head"), asked("full"), (S, "P"))
        m = given(unit_tokens("m", S))
        yield r"If the symmetric part $S$ of the scores $S + R - R^\top$ is definite, there is " \
            "no polygonal state at all. A vector $m$ of length 1 in the metric $S$ has the " \
            "score 1 with itself, so no token has the score 0.", \
            Identity(m[i] @ ((S @ m[i]) + (R @ m[i]) - (R.T @ m[i])), 1, name="definite scores") \
            .but_not("with all of $R$", left=m[i] @ ((S @ m[i]) + (R @ m[i])))
