"""Section 2 and appendix D: the layers as maps of tokens, and when they are defined."""

from collections.abc import Sequence

from verify.language.indices import IndexLike
from verify.vocabulary import *

from .map_claims import (
    Heads,
    attended_once,
    forwards,
    oja_pushed,
    same_scores,
    shared_weights,
    small_steps,
    tangent_parts,
    two_layers,
    unit,
    what_heads_give,
)
from .paper import PAPER

n = tokens.count
PLANE = [[1, 0], [0, 1]]


def given_heads(given: Given, names: Sequence[str] = ("f", "g", "r", "w")) -> Heads:
    """Any number of heads, by rows and columns of their matrices."""
    return Heads(*(given(any_head_vectors(name, over="modes")) for name in names))


@statement("B-E1", PAPER.label("eq. (1)"), title="Layer update and layer matrix",
           origin="reconstructed", basis="this_reconstruction", argued=False, position=(2, 0),
           printed=r"Without its feed-forward part, a layer maps $x_i^l$ to $x_i^{l + 1} = N(x_i^l + \sum_{h = 1}^H "
                   r"\sum_{j = 1}^n A_{ij}^{h, l} W_h^l V_h^l x_j^l)$, where $N$ is the normalisation. Its layer matrix "
                   r"is $F^l = \sum_h W_h^l V_h^l$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def layer_update(given: Given) -> Proof:
    x, many = given(unit_tokens("x")), given_heads(given)
    h, i, j = heads.any("h"), *tokens.any("i", "j")
    (rows, lengths, alike, agree), side_by_side = attended_once(many, x), what_heads_give()
    yield claim(
        r"Let a layer normalise $y_i = x_i + \sum_\eta W_\eta V_\eta \sum_j A_{\eta ij} x_j$ with softmax weights "
        r"$A_{\eta ij}$ of $(Q_\eta x_i)^\top K_\eta x_j$, where $f$, $g$ and $r$ are the rows of $Q_\eta$, $K_\eta$ "
        r"and $V_\eta$, and $w$ the columns of $W_\eta$. The weights of a row add up to 1, and the new tokens have "
        "length 1. Heads that attend alike, or tokens that agree, see only the layer matrix "
        r"$F = \sum_\eta W_\eta V_\eta$. It is the product $W V$ of the heads, side by side in $W$ and one below the "
        "other in $V$.",
        rows, lengths, alike, agree, side_by_side) \
        .for_example({x: [[1, 0], [1, 0]], "e": PLANE, "t": [PLANE], "W": PLANE, "V": PLANE, "z": [1, 0],
                      "A": [[Fraction(1, 2)] * 2] * 2}) \
        .but_not("without the normalisation", equals(many.moved(x, i) @ many.moved(x, i), 1)) \
        .but_not("heads are averaged", implies(for_every(j, equals(x[j], x[1])), equals(
            many.moved(x, i), x[i] + many.matrix(x[i]) / heads.count)))
    yield "The idea: weights add up to 1, so they drop out where heads or tokens are alike." "\n\n" \
        "Every head averages the tokens with softmax weights, which add up to 1,", \
        Identity(total(many.weight(x, h, i, j) for j in tokens), 1, name="row sums") \
        .but_not(r"they add up to $1/\sqrt{d}$", right=1 / square_root(modes.count))
    y = given(nonzero_vector("y"))
    yield "for every head and every token.", Thus(rows, by="row sums", name="rows")
    yield r"A head sends the average through $W_\eta V_\eta$; what the heads give is added to the token. The sum $y$ is normalised,", \
        Identity((y / norm(y)) @ (y / norm(y)), 1, name="unit").but_not("without the normalisation", left=y @ y)
    yield "so that tokens stay on the sphere.", ByLemma("new_lengths", says=lengths, name="lengths")
    A, B = given(row_stochastic("A")), given(row_stochastic("B"))
    W_1, V_1 = given(any_operator("W_1")), given(any_operator("V_1"))
    W_2, V_2 = given(any_operator("W_2")), given(any_operator("V_2"))
    z = given(any_vector("z"))
    F = W_1 @ V_1 + W_2 @ V_2
    yield "Two heads that attend alike act as one with the layer matrix $F = W_1 V_1 + W_2 V_2$;", \
        Identity(total(A[i, j] * (W_1 @ (V_1 @ x[j])) for j in tokens)
                 + total(A[i, j] * (W_2 @ (V_2 @ x[j])) for j in tokens),
                 F @ total(A[i, j] * x[j] for j in tokens), name="layer matrix") \
        .but_not("the factors are exchanged",
                 right=(V_1 @ W_1 + V_2 @ W_2) @ total(A[i, j] * x[j] for j in tokens)) \
        .but_not("also across the heads", right=((W_1 + W_2) @ (V_1 + V_2)) @ total(A[i, j] * x[j] for j in tokens))
    yield "and so does any number of heads: the sum over the heads acts on one average.", ByLemma("alike", says=alike, name="alike")
    yield "Where all tokens agree their weights do not matter, as these add up to 1. So heads need not attend alike: that is a step " \
        "of the power method for $I + F$,", \
        Identity(z + total(A[i, j] * (W_1 @ (V_1 @ z)) for j in tokens)
                 + total(B[i, j] * (W_2 @ (V_2 @ z)) for j in tokens),
                 z + F @ z, name="consensus") \
        .but_not("heads are averaged", right=z + (F @ z) / 2)
    yield "whatever the number of heads.", ByLemma("agree", says=agree, name="agree")
    W, V, S = given(any_operator("W")), given(any_operator("V")), given(projection_operator("S"))
    rest = identity_operator() - S
    yield "With the heads side by side in $W$ and one below the other in $V$ the product is $W V$: $S$ keeps the " \
        "coordinates of one head, $I - S$ those of the others, and no product goes across.", \
        Identity((W @ S) @ ((S @ V) @ z) + (W @ rest) @ ((rest @ V) @ z), W @ (V @ z), name="blocks") \
        .but_not("the blocks of $V$ are taken by columns",
                 left=(W @ S) @ ((V @ S) @ z) + (W @ rest) @ ((V @ rest) @ z))
    yield "Any number of heads is split off in this way, one after the other.", ByLemma("side_by_side", says=side_by_side, name="side by side")
    yield mutant("weights need not add up to 1", drop=A, assume=any_weights("A"))


@statement("B-E2", PAPER.label("eq. (2)"), title="Weight sharing", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-E1",), argued=False, position=(2, 0, 1),
           printed="With shared weights all layers have the same matrices $Q_h$, $K_h$, $V_h$ and $W_h$, and (1) is "
                   "autonomous.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def weight_sharing(given: Given) -> Proof:
    many, others, x = given_heads(given), given_heads(given, ("f_2", "g_2", "r_2", "w_2")), given(unit_tokens("x"))
    e, mu, i = given(unit_vector("e")), given(any_scalar("mu")), tokens.any("i")
    product, (powers, line) = two_layers(many, others, e), shared_weights(many, x, e, mu)
    yield claim(
        "Where all tokens agree, layers with the matrices $F$ and $G$ act as one product, normalised in the end. If "
        "all layers share $F$, they act as a power of one matrix, and an eigenvector of $F$ is one of all layers.",
        product, powers, line,
        along=orbit(many.layer(x), start=[x])) \
        .but_not("in the other order", two_layers(many, others, e, exchanged=True)) \
        .but_not("an eigenvector keeps its side", implies(both(at_start(for_every(i, equals(x[i], e))), equals(
            many.matrix(e), mu * e)), always(for_every(i, equals(x[i], e)))),
            at={x: [[1, 0]], e: [1, 0], mu: -2, many.r: [[[1, 0], [0, 1]]], many.w: [[[-2, 0], [0, 0]]]})
    p, q = given(any_head_vectors("p", over="modes")), given(any_head_vectors("q", over="modes"))
    some, A = Heads(many.f, many.g, p, q), given(row_stochastic_heads("A"))
    z, u = given(any_vector("z")), given(nonzero_vector("u"))
    c, s, b = given(positive_scalar("c")), given(any_scalar("s")), given(nonzero_scalar("b"))
    yield "The idea: follow tokens that agree." "\n\n" \
        r"Let heads have the rows $p$ and the columns $q$: $F z = \sum_\eta \sum_k (p_{\eta k}^\top z) q_{\eta " \
        "k}$. Whatever the weights, tokens attend to a mean of equal tokens, so to each token $z$ a layer adds " \
        "$F z$:", \
        Identity(total(some.head(h, total(A[h, i, j] * z for j in tokens)) for h in heads), some.matrix(z), name="agree") \
        .but_not("as often as there are tokens", right=n * some.matrix(z))
    yield "The tokens agree after the layer, so the same holds for the next. Normalising cancels a positive factor,", \
        Identity((c * u) / norm(c * u), u / norm(u), name="scale").but_not("without normalising", left=c * u)
    yield "and a layer keeps any factor,", \
        Identity(s * z + some.matrix(s * z), s * (z + some.matrix(z)), name="factor") \
        .but_not("the token alone does", right=s * z + some.matrix(z))
    yield "so two layers with the matrices $F$ and then $G$ act as one product, normalised in the end, whatever the number of heads and their weights.", \
        ByLemma("two_layers", says=product, by=["agree", "scale", "factor"], name="product")
    yield "By induction, with shared weights tokens are after any number of layers where as many steps from $z$ to $z + F z$ lead, normalised in the end.", \
        ByLemma("powers", says=powers, by=["agree", "scale", "factor"], name="powers")
    yield r"Let $e$ be an eigenvector of $F$, for $\mu$. A layer multiplies it by $1 + \mu$, as it does its opposite,", \
        Identity(s * (e + mu * e), (s * (1 + mu)) * e, name="eigenvector").but_not("without the skip connection", right=(s * mu) * e)
    yield "and normalising leaves the sign:", \
        Identity((b * e) / norm(b * e), (b / absolute(b)) * e, name="sign").but_not("not even that", right=e)
    yield r"for $\mu > -1$ this is $e$ again, for $\mu < -1$ by turns $-e$ and $e$.", \
        ByLemma("one_line", says=line, by=["agree", "factor", "eigenvector", "sign"], name="line")
    with given.behind("needed"):
        F, G = given(any_operator("F")), given(any_operator("G"))
        v, lam = given(eigenvector("v", of=F, value="lam"))
        stays = Printed((tangent(G @ v, v) @ tangent(G @ v, v)) <= 0, part="variant", name="fixed by another layer")
        yield "Another layer moves an eigenvector of the first off its line as a rule. Otherwise this would hold:", stays
        yield "this $G$ would not turn $e_1$.", \
            Witness(stays, {F: [[1, 0], [0, 0]], G: [[0, 1], [1, 0]], v: [1, 0], lam: 1}, name="turned")


@statement("B-E3", PAPER.label("eq. (3)"), title="Autonomous layer with a step",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E1", "B-E2"),
           argued=False, position=(2, 0, 2),
           of_layers=OfLayers("the layers are one map, iterated: what is predicted of a layer is predicted of "
                              "the reduced network", network=True),
           printed="With shared weights and a normalisation to Euclidean length 1, (1) is $x_i(t + 1) = N(x_i(t) + "
                   r"\tau \sum_{h = 1}^H \sum_{j = 1}^n A_{ij}^h W_h V_h x_j(t))$ with a step size $\tau > 0$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def layer_with_step(given: Given) -> Proof:
    many, y, tau = given_heads(given), given(unit_tokens("y")), given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")
    power_step, near = small_steps(many, y, tau)
    yield claim(
        r"Where all tokens agree, the layer with the step $\tau$ is a power step for $I + \tau F$, with the layer matrix $F$, which "
        r"multiplies an eigenvector for $\lambda$ by $1 + \tau \lambda$. To first order in $\tau$ a token moves by the tangent "
        r"part of what attention gives, $u$: the two differ by at most $3 \tau^2 \|u\|^2$ where $\tau \|u\| \le 1/2$.",
        power_step, near) \
        .but_not(r"by $1 + \lambda$", implies(for_every(j, equals(y[j], y[1])), equals(
            y[i] + tau * many.pull(y, i), y[i] + many.matrix(y[i])))) \
        .but_not("what is along the token stays", implies(
            tau * norm(many.pull(y, i)) <= Fraction(1, 2),
            norm(unit(y[i] + tau * many.pull(y, i)) - (y[i] + tau * many.pull(y, i)))
            <= 3 * (tau * norm(many.pull(y, i))) ** 2))
    given.layer(asked("shared weights"))
    x, lam, A = given(any_vector("x")), given(any_scalar("lam")), given(row_stochastic_heads("A"))
    pushed = x + tau * total(many.head(h, total(A[h, i, j] * x for j in tokens)) for h in heads)
    yield "The idea: tokens that agree attend to their common place, whatever the weights, so a head acts by its " \
        "matrix alone." "\n\n" \
        r"The token becomes $(I + \tau F) x$,", \
        Identity(pushed, x + tau * many.matrix(x), name="consensus") \
        .but_not("the skip connection is multiplied, too", right=tau * (x + many.matrix(x)))
    yield r"which multiplies an eigenvector, with $F x = \lambda x$, by $1 + \tau \lambda$.", \
        Identity(x + tau * (lam * x), (1 + tau * lam) * x, name="multiplier").but_not(r"by $1 + \lambda$", right=(1 + lam) * x)
    yield r"So the layer is a power step for $I + \tau F$ there.", \
        ByLemma("power_step", says=power_step, by=["consensus", "multiplier"], name="power step")
    with given.scope():  # How far normalising is from taking the tangent part.
        z, u = given(unit_vector("z")), given(any_vector("u"))
        e = tau * u
        a, b = let("a", lambda: z @ e), let("b", lambda: norm(z + e))
        given(that(b > 0))
        yield r"A step of Euler's method for the flow on the sphere adds only the tangent part of $u$. How far is the layer from it? Let the token be $z$, " \
            r"and $e = \tau u$ no longer than $1/2$. With $a$ the part of $e$ along the token and $b$ the length of the sum, the difference is", \
            Identity((z + e) / b - (z + tau * tangent(u, z)), ((1 - b + a * b) / b) * (z + e) - a * e, name="remainder") \
            .but_not("without the part along $e$", right=((1 - b + a * b) / b) * (z + e))
        yield r"Its second part is no longer than $\|e\|^2$, its first as long as $|1 - b + a b|$. Since", \
            Identity((b - 1 - a) * (b + 1 + a), e @ e - a**2, name="length").but_not("with the square of the whole", right=e @ e)
        yield r"is not negative, and $b + 1 + a \ge 1$, $b - 1 - a$ lies between 0 and $\|e\|^2$. So the first part is at most $2 \|e\|^2$, as " \
            r"$|b - 1| \le \|e\|$ and", \
            Identity(1 - b + a * b, a * (b - 1) - (b - 1 - a), name="first part") \
            .but_not("of the first order", right=a * (b - 1) - (b - 1))
    yield r"Here $b \ge 1 - \|e\| \ge 1/2$, so the layer is defined, and the difference is at most $3 \|e\|^2$.", \
        ByLemma("near_tangent", says=near, by=["remainder", "length", "first part"], name="tangent step")
    yield mutant("weights need not add up to 1", drop=A, assume=any_head_weights("A"))


@statement("B-E8", PAPER.label("eq. (8)"), title="Self-attention map", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-E3",), argued=False, position=(4, 0, 8),
           printed=r"Single-head self-attention is $x_i^+ = N(x_i + \tau V \sum_{j = 1}^n A_{ij} x_j)$ with softmax "
                   r"weights $A_{ij}$, full attention and a step size $\tau > 0$. The tangent projector $P_i = I - x_i "
                   r"x_i^\top$ has $P_i^2 = P_i$ and $P_i x_i = 0$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def self_attention_map(given: Given) -> Proof:
    U, P = given(any_operator("U")), given(any_operator("P"))
    x, tau, i, j = given(unit_tokens("x")), given(positive_scalar("tau")), *tokens.any("i", "j")

    A = let("A", softmax(lambda i: x[i], P))
    s = let("s", lambda i: total(A[i, j] * x[j] for j in tokens))

    def seen(i: IndexLike) -> Vector:
        mean: Vector = s[i]
        return mean

    projector, turned = tangent_parts(U, x, seen, tau)
    short, (turn_little, ahead, long, onwards) = for_every(i, seen(i) @ seen(i) <= 1), forwards(U, x, seen, tau)
    yield claim(
        r"The self-attention map $x_i \mapsto y_i/\|y_i\|$ with $y_i = x_i + \tau U s_i$ is defined for "
        r"$\tau \|U\| < 1$ and leaves every token in its hemisphere, since $\|s_i\| \le 1$. The projector "
        r"$P_i = I - x_i x_i^\top$ removes the part along the token. Only the rest turns the token.",
        short, turn_little, projector, turned) \
        .but_not("for every step", x[i] @ unit(x[i] + tau * (U @ seen(i))) > 0) \
        .but_not("all of $U s$ turns it", equals(
            (x[i] + tau * (U @ seen(i))) @ (x[i] + tau * (U @ seen(i))) - (x[i] @ (x[i] + tau * (U @ seen(i)))) ** 2,
            tau**2 * ((U @ seen(i)) @ (U @ seen(i)))))
    yield "The idea: the mean $s_i$ that a token attends to is no longer than 1, so a short step cannot turn a " \
        "token round." "\n\n" \
        "Softmax weights are not negative.", \
        Inequality(A[i, j] >= 0, name="signs") \
        .but_not("at least a half", claim=A[i, j] >= Fraction(1, 2))
    yield "They add up to 1.", Identity(total(A[i, j] for j in tokens), 1, name="row sums") \
        .but_not("to the number of tokens", right=n)
    with given.scope():
        c = given(coefficients("c"))
        given(that(c[j] >= 0))
        one = given(that(equals(total(c[j] for j in tokens), 1)))
        mean = total(c[j] * x[j] for j in tokens)
        yield "A mean of unit vectors with such weights $c_j$ is no longer than 1.", \
            Inequality(mean @ mean <= 1, name="mean",
                       because=total(total(c[j] * c[k] * (1 - x[j] @ x[k]) for k in tokens) for j in tokens)) \
            .but_not("it is shorter", claim=mean @ mean < 1)
        yield mutant("weights need not add up to 1", drop=one)
    yield r"So $\|s_i\| \le 1$.", Thus(short, by=["mean", "signs", "row sums"], name="short")
    z, w = x[i], given(any_vector("w"))
    v = let("v", lambda: z + w)
    yield "Let the layer take the token $x_i$ to $v$, normalised. Dividing by a length changes no sign. So the token stays in its " \
        "hemisphere if $v$ has a positive component along it.", \
        Inequality(z @ (v / norm(v)) > 0, where=[norm(v) > 0, z @ v > 0], name="side", because=(z @ v) / norm(v)) \
        .but_not("in any case", where=[norm(v) > 0])
    kappa = given(positive_scalar("kappa"))
    q = given(any_vector("q"))
    given(that(q @ q <= 1))
    given(that((U @ q) @ (U @ q) <= kappa**2 * (q @ q)))
    y, g = let("y", lambda: z + tau * (U @ q)), let("g", lambda: 1 - tau * kappa)
    yield r"Let $U$ multiply no length by more than $\kappa$. Then $y = x_i + \tau U q$ has at least the component $g$ along the token.", \
        Inequality(z @ y >= g, name="forwards",
                   because=tau / (2 * kappa) * (
                       (kappa * z + U @ q) @ (kappa * z + U @ q)
                       + (kappa**2 * (q @ q) - (U @ q) @ (U @ q)) + kappa**2 * (1 - q @ q))) \
        .but_not("$U$ does not matter", claim=z @ y >= 1 - tau)
    yield r"As $\|s_i\| \le 1$, this holds for every token.", Thus(ahead, by=["short", "forwards"], name="ahead")
    yield r"So $y$ is no shorter than $1 - \tau \kappa$, since the token has the length 1.", \
        Inequality(norm(y) >= g, where=[z @ y >= g, tau * kappa < 1], name="long",
                   because=(tangent(y, z) @ tangent(y, z) + (z @ y - g) ** 2 + 2 * g * (z @ y - g)) / (norm(y) + g)) \
        .but_not("nor than the token", claim=norm(y) >= 1)
    yield r"This also holds for every token. So the layer is defined for $\tau \kappa < 1$.", Thus(long, by="long", name="defined")
    yield "It leaves all tokens in their hemispheres.", Thus(onwards, by="side", name="layer")
    u = given(any_vector("u"))
    yield r"The projector $P_i = I - x_i x_i^\top$ takes the token to 0.", \
        Identity(tangent(z, z), zero_vector(), name="projector").but_not("it keeps the token", right=z)
    yield "Applied twice, it does the same as once.", \
        Identity(tangent(tangent(u, z), z), tangent(u, z), name="idempotent").but_not("it is the identity", right=u)
    yield "It changes a vector $u$ by its part along the token.", \
        Identity((tangent(u, z) - u) @ (tangent(u, z) - u), (z @ u) ** 2, name="change").but_not("nothing is changed", right=0)
    yield "So it does not change a vector that is orthogonal to the token.", \
        Thus(projector, by=["projector", "idempotent", "change"], name="orthogonal")
    yield r"Only the rest turns the token: the square of $y$ exceeds the square of its part along $x_i$ by the square of the " \
        r"tangent part of $\tau U q$.", \
        Identity(y @ y - (z @ y) ** 2, tau**2 * (tangent(U @ q, z) @ tangent(U @ q, z)), name="turn") \
        .but_not("all of $U q$ turns it", right=tau**2 * ((U @ q) @ (U @ q)))
    yield "This holds for $q = s_i$ and every token.", Thus(turned, by="turn", name="turned")


@statement("B-E9", PAPER.label("eqs. (9), (10)"), title="Oja map", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-E8",), argued=False, position=(4, 0, 9),
           printed=r"With uniform attention, $A_{ij} = 1/n$, (8) is the Oja system $x_i^+ = N(x_i + (\tau/n) V \sum_j "
                   r"x_j)$ (9). With $s = (1/n) \sum_j x_j$ it is $y_i = x_i + \tau V s$, $x_i^+ = y_i/\|y_i\|$ (10).",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def oja_map(given: Given) -> Proof:
    x, P, V = given(unit_tokens("x")), given(any_operator("P")), given(any_operator("V"))
    tau = given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")
    yield claim(
        "Without scores, or with equal ones, all weights are $1/n$, and the layer is (10), $y_i "
        r"= x_i + \tau V s$ with the average $s$ of the tokens. All tokens have the same push, "
        r"with $\|y_i\|^2 = 1 + 2 \tau x_i^\top V s + \tau^2 \|V s\|^2$ and $\|s\| \le 1$.",
        *same_scores(x, V, P, tau)) \
        .but_not("the sum in the place of the average", equals(
            oja_pushed(x, i, V, tau), x[i] + tau * (V @ total(x[j] for j in tokens)))) \
        .but_not("cut off after the first power", equals(
            oja_pushed(x, i, V, tau) @ oja_pushed(x, i, V, tau),
            1 + 2 * tau * (x[i] @ V @ total(x[j] for j in tokens)) / n))
    a = given(any_scalar("a"))
    yield "The Oja map is self-attention without scores, or with scores $a$ that do not differ: all weights are $1/n$.", \
        Identity(exp(a) / total(exp(a) for k in tokens), 1 / n, name="weights") \
        .but_not("with any scores", left=softmax(lambda i: x[i], P)(i, j))
    b, A = given(any_scalar("b")), softmax(lambda i: x[i], P)
    equal = every(lambda i, j: equals(x[i] @ P @ x[j], b))
    yield "That is each weight of softmax attention if all scores are $b$,", \
        Identity(A(i, j), 1 / n, where=[equal], name="equal scores")
    yield "so the layer pushes with the average.", \
        Identity(x[i] + tau * (V @ total(A(i, j) * x[j] for j in tokens)), oja_pushed(x, i, V, tau),
                 where=[equal], name="equal push")
    s = let("s", lambda: total(x[j] for j in tokens) / n)
    y = let("y", lambda i: x[i] + (tau / n) * (V @ total(x[j] for j in tokens)))
    yield r"In the form (10): with the average $s$ the token becomes $x_i + \tau V s$,", \
        Identity(y[i], x[i] + tau * (V @ s), name="average") \
        .but_not("the sum in the place of the average", right=x[i] + tau * (V @ total(x[j] for j in tokens)))
    yield "so that all tokens are pushed alike, before they are normalised,", \
        Identity(y[i] - y[j], x[i] - x[j], name="common push") \
        .but_not("also with attention", left=x[i] - x[j] + tau * (V @ total(
            (softmax(lambda i: x[i], P)(i, k) - softmax(lambda i: x[i], P)(j, k)) * x[k]
            for k in tokens)))
    yield "by lengths that have a square of three terms.", \
        Identity(y[i] @ y[i], 1 + 2 * tau * (x[i] @ V @ s) + tau**2 * ((V @ s) @ (V @ s)), name="length") \
        .but_not("cut off after the first power", right=1 + 2 * tau * (x[i] @ V @ s))
    yield "The average is no longer than the tokens.", \
        Inequality(s @ s <= 1, name="short",
                   because=total(total(1 - x[j] @ x[k] for k in tokens) for j in tokens) / n**2) \
        .but_not("it is always shorter", claim=s @ s < 1)
    yield "That is the claim.", \
        Thus(both(*same_scores(x, V, P, tau)), name="claim", by=[
            "equal scores", "equal push", "average", "length", "common push", "short"])
