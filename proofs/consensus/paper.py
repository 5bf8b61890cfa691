"""Paper A: self-attention in continuous time."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="A",
    title="The asymptotic behavior of attention in transformers",
    authors="Á. Rodríguez Abella, J. P. Silvestre and P. Tabuada",
    year=2024,
    version="arXiv",
    reference="arXiv:2412.02682v2; ICML 2025 version: Consensus is all you get",
    sections=(
        "Introduction",
        "The model, in discrete and in continuous time",
        "Attention as a gradient flow",
        "Full attention with the identity as value matrix",
        "Causal attention",
        "Experiments",
    ),
    model="Tokens move on an ellipsoid. Each is drawn to the weighted mean of the values of the tokens that "
    "it sees, and stays on the ellipsoid: (6).",
    terms=(
        ("(1)", "the gradient of a function on the ellipsoid, in coordinates"),
        ("(2)", r"the tangent map $I - y y^\top W$, which projects to the ellipsoid"),
        ("(5)", r"the flow that one layer is close to, $\dot y_i = T_{y_i} \pi_W \cdot f_i(y)$"),
        ("(6)", r"the model: $\dot y_i = (I - y_i y_i^\top W) \sum_{\eta, j} \alpha_{ij}^\eta U_\eta y_j$"),
        ("(7)", r"the metric $\langle X, Y \rangle_y = \sum_i Z_i(y) X_i^\top W Y_i$"),
        ("(8)", r"the potential $(1/2) \sum_{i, j} \exp(y_i^\top P y_j)$"),
        ("(11)", "causal weights: a token sees itself and the tokens before it"),
        ("(14)", "the pull on a token, split into that of the first token and the others"),
        ("(15)", "how fast the cosine of a token with the first one changes"),
        ("(16)", "the model with another projection to the ellipsoid"),
        ("(17)", r"one token that is drawn to an eigenspace: $\dot y = \tilde\alpha (I - y y^\top) U y$"),
        ("auto-regressive", "causal: token $i$ sees itself and the tokens before it"),
        ("consensus set", "the states in which all tokens are at the same point"),
        ("domain of attraction", "the starts from which the tokens tend to the set"),
        ("antipode", r"the opposite point: $-y$ is the antipode of $y$"),
        ("open hemisphere", r"the points $y$ with $v^\top y > 0$, for some $v$"),
        ("margin", "the inner product of a token with the normal of a hemisphere"),
        ("root", "a token that every token sees, directly or through others"),
        ("mask", "which tokens each token may see"),
        ("scores", r"the numbers $y_i^\top P y_j$, whose exponentials are the weights"),
        (r"$\ell$", "the number of tokens"), ("$n$", r"the dimension of the ellipsoid in $\mathbb{R}^{n+1}$"),
        ("$h$", "the number of heads"), ("$W$", "the matrix of the ellipsoid, positive definite"),
        ("$U$", "the value matrix"), ("$P$", "the score matrix"), (r"$\alpha$", "the attention weights"),
        ("$y$", "the tokens"), (r"$\eta$", "the index of a head"), ("$V$", "the potential"),
    ),
)
