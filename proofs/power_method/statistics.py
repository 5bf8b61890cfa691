"""Section 2.2: how the alignment of tokens with an eigenvector, or a plane, changes in a layer."""

from verify.statements.claims import Claim
from verify.vocabulary import *

from .alignment_claims import (
    between_minus_one_and_one,
    both_rise,
    dominant,
    mean_rise,
    on_plane,
    planes_sum,
    same_plane,
    share,
    share_claim,
    signs_do_not_matter,
    squares_sum,
    tells_who_rises,
)
from .eigenvalues import eigenvalue_at
from .paper import PAPER

PLANE, SPIRAL = [[1, 0], [0, 1]], [[2, 1], [-1, 2]]  # the identity, and what turns and stretches
BETWEEN = [[Fraction(3, 5), Fraction(4, 5)]]         # the two axes: a token alone

n = tokens.count


@statement("B-E4", PAPER.label("eq. (4)"), title="Mean increment of alignment",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E1", "B-C1"), argued=False,
           position=(2, 2, 4),
           printed=r"The average correlation increment of layer $l$ is $\Delta C^l = (1/n) \sum_i (|x_i(l + 1)^\top "
                   r"v_1^l| - |x_i(l)^\top v_1^l|)$. If it is positive, tokens tend to become more aligned with $v_1^l$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def mean_increment(given: Given) -> Proof:
    x, y = given(unit_tokens("x")), given(unit_tokens("y"))
    v, i = given(unit_vector("v")), tokens.any("i")
    F, tau, e = given(any_operator("F")), given(positive_scalar("tau")), given(orthonormal_basis("e"))
    spectrum = given(coefficients("sigma", over="modes")), given(coefficients("nu", over="modes"))
    r = given(any_scalar("r"))

    def alignment(z: Vector) -> Scalar:
        return absolute(z @ v)

    def opposite(z: Vector) -> Scalar:
        return absolute(z @ (-v))

    in_bounds = between_minus_one_and_one(mean_rise(x, y, alignment))
    sign_of_v = equals(mean_rise(x, y, opposite), mean_rise(x, y, alignment))
    signs_of_tokens = signs_do_not_matter(x, y, alignment)
    none_falls = implies(both(equals(F @ v, r * v), 1 + tau * r >= 0), dominant(F, e, spectrum, tau, (r, 0 * r), alignment))
    yield claim(
        r"The mean increment of $|x_i^\top v|$ is in $[-1, 1]$ and does not depend on the signs "
        "of $v$ and of tokens. No alignment with $v_1$ falls if tokens agree, $F$ is normal and "
        r"$|1 + \tau \lambda_k| \le 1 + \tau \lambda_1$ for all $k$. The increments of the "
        "squared alignments with an orthonormal basis add up to 0.",
        in_bounds, sign_of_v, signs_of_tokens, none_falls, for_every(i, squares_sum(x[i]))) \
        .but_not("it is not negative", mean_rise(x, y, alignment) >= 0) \
        .but_not("so is the sum", total(alignment(y[j]) - alignment(x[j]) for j in tokens) <= 1) \
        .but_not("without absolute values", equals(mean_rise(x, y, lambda z: z @ (-v)), mean_rise(x, y, lambda z: z @ v)))
    yield "The idea: alignments are cosines, and squares of cosines add up to 1." "\n\n" \
        "The sign of $v$ does not matter for the mean increment,", \
        Identity(mean_rise(x, y, opposite), mean_rise(x, y, alignment), name="sign of v") \
        .but_not("without absolute values", left=mean_rise(x, y, lambda z: z @ (-v)), right=mean_rise(x, y, lambda z: z @ v))
    yield "which is the same for $-v$,", Thus(sign_of_v, by="sign of v", name="either v")
    w, sign = given(any_vector("w")), given(any_scalar("sign", latex="s"))
    yield "nor does that of a token, as a factor of it is squared.", \
        Identity(((sign * w) @ v) ** 2, sign**2 * (w @ v) ** 2, name="sign of a token") \
        .but_not("as it is", right=sign * (w @ v) ** 2)
    yield "So the mean increment does not depend on the signs of tokens.", \
        ByLemma("signs_of_tokens", says=signs_of_tokens, by="sign of a token", name="either token")
    z = given(unit_vector("z"))
    yield "An alignment is a cosine, so it is between 0 and 1,", \
        Inequality(absolute(z @ v) <= 1, name="cosine") \
        .but_not("less than 1", claim=absolute(z @ v) < 1)
    p, q, m = given(nonnegative_scalar("p")), given(nonnegative_scalar("q")), given(coefficients("m"))
    yield "and an increment, from $p$ to $q$, is at most 1", \
        Inequality(q - p <= 1, where=[q <= 1], name="one increment") \
        .but_not("at most $1/2$", claim=q - p <= Fraction(1, 2))
    yield "and at least $-1$,", \
        Inequality(q - p >= -1, where=[p <= 1], name="one decrement") \
        .but_not("it is not negative", claim=q - p >= 0)
    yield "as then is their mean.", \
        Inequality(total(m[j] for j in tokens) / n <= 1, where=[every(lambda j: m[j] <= 1)], name="above") \
        .but_not("so is the sum", claim=total(m[j] for j in tokens) <= 1)
    yield "So the mean of increments is in $[-1, 1]$,", \
        Inequality(total(m[j] for j in tokens) / n >= -1, where=[every(lambda j: m[j] >= -1)], name="below") \
        .but_not("so is the sum", claim=total(m[j] for j in tokens) >= -1)
    yield "and that of alignments is such a mean.", \
        ByLemma("mean_in_bounds", says=in_bounds, by=["cosine", "one increment", "one decrement", "above", "below"], name="in bounds")
    with given.scope():  # A token that attends to its own direction only is turned towards a dominant eigenvector.
        G = given(any_operator("G"))
        u, lam = given(eigenvector("u", of=G, value="lam", latex=(None, r"\lambda")))
        yield "One token, or one whose mean is itself, is sent to the direction of " \
            r"$z + \tau G^\top z$, if the layer matrix is $G^\top$. Along $u$ it gets $1 + \tau \lambda_1$ times what it had if $u$ is an eigenvector of $G$: a " \
            "left one of the layer matrix, as all right ones of a normal matrix are.", \
            Identity(u @ (z + tau * (G.T @ z)), (1 + tau * lam) * (u @ z), name="along") \
            .but_not("as for symmetric $G$", left=u @ (z + tau * (G @ z)))
        top, size = given(any_scalar("top", latex="L")), given(positive_scalar("size", latex=r"\varrho"))
        cosine = given(any_scalar("cosine", latex="c"))
        yield r"Its length grows by no more if no $|1 + \tau \lambda_k|$ is larger. With $L$ for $1 + \tau \lambda_1$ and " \
            r"$\varrho$ for the new length, the cosine $c = u^\top z$ becomes $L c/\varrho$, and its square does not fall:", \
            Inequality((top * cosine / size) ** 2 >= cosine**2, name="rises", where=[size**2 <= top**2],
                       because=cosine**2 * (top**2 - size**2) / size**2) \
            .but_not("whatever the other eigenvalues", where=[])
        yield r"For a normal matrix no length grows by more than the largest $|1 + \tau \lambda_k|$, as eigenvectors are orthogonal. " \
            "So no alignment with $v$ falls if tokens agree and the matrix is normal, symmetric or not.", \
            ByLemma("none_falls", says=none_falls, by=["along", "rises"], name="none falls")
        H = given(any_operator("H"))
        a, alpha = given(eigenvector("a", of=H, value="alpha", latex=(None, r"\alpha")))
        moved = z + H @ z
        falls = Printed((moved @ a) ** 2 >= (z @ a) ** 2 * (moved @ moved), part="variant", name="whatever F")
        yield "If $F$ is not normal it can fall. Were it otherwise,", falls
        yield "$((1, -4), (0, 1/2))$ would not turn $(4/5, 3/5)$ away from its first eigenvector.", \
            Witness(falls, {H: [[1, -4], [0, Fraction(1, 2)]], z: [Fraction(4, 5), Fraction(3, 5)],
                            a: [1, 0], alpha: 1}, name="turned away")
    g = given(any_vectors("g", over="modes"))
    yield "The statistic is compared with its average over all eigenvectors, a complex pair counted " \
        "once, through its plane. For squares and orthonormal eigenvectors that average is 0, whatever the layer does to a token. Squares add up to", \
        Identity(total((g[k] @ z) ** 2 for k in modes), z @ total((g[k] @ z) * g[k] for k in modes), name="squares") \
        .but_not("alignments do", left=total(absolute(g[k] @ z) for k in modes))
    yield "which is $z^\\top z = 1$ for an orthonormal basis, before as after.", \
        ByLemma("squares_sum", says=for_every(i, squares_sum(x[i])), by="squares", name="sum of squares")


@statement("B-E5", PAPER.label("eq. (5)"), title="Probability of increasing alignment",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E4",), argued=False,
           position=(2, 2, 5),
           printed=r"The probability of increment of layer $l$ is that of $|x_i(l + 1)^\top v_1^l| > |x_i(l)^\top "
                   "v_1^l|$, over many tokens.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def probability(given: Given) -> Proof:
    eps, p, q = given(signs("eps", positive="p", negative="q"))
    x, y, v = given(unit_tokens("x")), given(unit_tokens("y")), given(unit_vector("v"))

    def alignment(z: Vector) -> Scalar:
        return absolute(z @ v)

    yield claim(
        "The share of tokens whose alignment rises is in $[0, 1]$, and the mean increment is at most this share.",
        share_claim(eps, p, q, x, y, alignment)) \
        .but_not("the mean increment is at most half of it", implies(
            tells_who_rises(eps, x, y, alignment), 2 * mean_rise(x, y, alignment) <= share(eps))) \
        .but_not("it is positive", implies(tells_who_rises(eps, x, y, alignment), share(eps) > 0))
    i = tokens.any("i")
    yield from shares(given, eps, p, q)
    yield "An alignment is at most 1", \
        Inequality(alignment(y[i]) <= 1, name="alignment") \
        .but_not("at most a half", claim=alignment(y[i]) <= Fraction(1, 2))
    yield "and not negative,", Inequality(alignment(x[i]) >= 0, name="no sign")
    yield "so the increments $r_i$ of alignments are such numbers. This is the claim.", \
        Thus(share_claim(eps, p, q, x, y, alignment), name="claim",
             by=["share", "least", "most", "alignment", "no sign", "mean"])
    m, Pr = given(coefficients("m")), share(eps)
    k = let("k", lambda i: eps[i] * m[i] ** 2)
    yield r"Let $k_i = \varepsilon_i m_i^2$ be the increments, none above 1. Then the mean increment (4) is at most the share:", \
        Inequality(total(k[j] for j in tokens) / n <= Pr, name="mean below share",
                   where=[every(lambda j: m[j] ** 2 <= 1)],
                   because=total((1 + eps[j]) ** 2 / 4 * (1 - m[j] ** 2)
                                 + (1 - eps[j]) ** 2 / 4 * m[j] ** 2 for j in tokens) / n) \
        .but_not("or half of it", claim=total(k[j] for j in tokens) / n <= Pr / 2)
    yield "A positive mean does not say that most tokens rise.", \
        Inequality(total(k[j] for j in tokens) / n >= Pr - 1, name="mean above",
                   where=[every(lambda j: m[j] ** 2 <= 1)],
                   because=total((1 - eps[j]) ** 2 / 4 * (1 - m[j] ** 2)
                                 + (1 + eps[j]) ** 2 / 4 * m[j] ** 2 for j in tokens) / n) \
        .but_not("it is at least the share", claim=total(k[j] for j in tokens) / n >= Pr)
    most = Printed(total(k[j] for j in tokens) / n <= 0, p > q, part="variant", name="most rise")
    yield "Were it so,", most
    ninth, third = Fraction(9, 10), Fraction(3, 10)
    yield "the increments 0.81, $-0.09$, $-0.09$ would not have a positive mean.", \
        Witness(most, {eps: [1, -1, -1], p: 1, q: 2, m: [ninth, third, third]}, name="one rises far")
    mean = Printed(p <= q, total(k[j] for j in tokens) / n > 0, part="variant", name="the mean rises")
    yield "Nor does a share above $1/2$ say that the mean is positive:", mean
    yield "$-0.81$, 0.09, 0.09.", \
        Witness(mean, {eps: [-1, 1, 1], p: 2, q: 1, m: [ninth, third, third]}, name="one falls far")


@lemma
def shares(given: Given, eps: Scalars, p: Scalar, q: Scalar) -> Proof:
    """The share of tokens of positive sign is in [0, 1], and at least the mean of their increments."""
    Pr = share(eps)
    yield r"The idea: count tokens by signs, $\varepsilon_i = 1$ where the quantity rises, and $-1$ elsewhere." "\n\n" \
        "The share is", \
        Identity(Pr, p / (p + q), name="share") \
        .but_not("the excess", right=(p - q) / (p + q))
    yield "so it is not negative", \
        Inequality(Pr >= 0, because=p / (p + q), name="least") \
        .but_not("positive", claim=Pr > 0)
    yield "and not above 1.", \
        Inequality(Pr <= 1, because=q / (p + q), name="most") \
        .but_not("less than 1", claim=Pr < 1)
    r = given(coefficients("r"))
    yield r"If numbers $r_i$ are at most 1 where $\varepsilon_i = 1$, and at most 0 elsewhere, their mean is at most the share:", \
        Inequality(total(r[j] for j in tokens) / n <= Pr, name="mean",
                   where=[every(lambda j: r[j] <= (1 + eps[j]) / 2)],
                   because=total((1 + eps[j]) / 2 - r[j] for j in tokens) / n) \
        .but_not("or half of it", claim=total(r[j] for j in tokens) / n <= Pr / 2)


def in_plane(z: Vector, e: Vector, f: Vector) -> Scalar:
    """The squared length of the projection onto the plane of e and f, which are orthonormal."""
    return (z @ e) ** 2 + (z @ f) ** 2


@statement("B-E6", PAPER.label("eq. (6)"), title="Increment for a plane", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-E4", "B-C2", "B-C3"), argued=False,
           position=(2, 2, 6),
           printed=r"If $\lambda_1^l$ is complex, (4) is taken with $\|\Pi x_i\|$ in place of $|x_i^\top v_1^l|$, where "
                   r"$\Pi$ projects onto the plane of the pair; likewise for the span of $v_1^l$ and $v_2^l$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def plane_increment(given: Given) -> Proof:
    e, f = given(orthonormal_pair("e", "f"))
    with given.scope():
        claimed = plane_claim(given, e, f)
        yield claimed
    lengths, every_basis, any_signs, bounded, dominates, add_up = claimed.propositions
    a, sign = given(any_vector("a")), given(any_scalar("sign", latex=r"\alpha"))
    yield "The idea: a projection has coordinates in an orthonormal basis, and squares of coordinates add up." "\n\n" \
        r"Let $\Pi$ project onto a plane. For an orthonormal basis $e$, $f$ of it the square of $|\Pi a|$ is", \
        Identity(on_plane(a, e, f) @ on_plane(a, e, f), in_plane(a, e, f), name="length") \
        .but_not("the square of a sum", right=(a @ e + a @ f) ** 2)
    yield "It does not depend on signs,", \
        Identity(in_plane(sign * a, e, f), sign**2 * in_plane(a, e, f), name="signs") \
        .but_not("a factor is not squared", right=sign * in_plane(a, e, f))
    yield "nor do its increments.", ByLemma("any_signs", says=any_signs, by=["length", "signs"], name="any signs")
    z, i = given(unit_vector("z")), tokens.any("i")
    c, s = given(circle_points("c", "s"))
    yield r"It is the same for every such basis,", \
        Identity(in_plane(z, c[i] * e + s[i] * f, c[i] * f - s[i] * e), in_plane(z, e, f), name="basis") \
        .but_not("one vector would do", left=(z @ (c[i] * e + s[i] * f)) ** 2, right=(z @ e) ** 2)
    yield "as the projection is.", ByLemma("every_basis", says=every_basis, name="every basis")
    off = z - (z @ e) * e - (z @ f) * f
    yield "It is at most 1,", \
        Inequality(in_plane(z, e, f) <= 1, because=off @ off, name="at most 1") \
        .but_not("the sum of both alignments is", claim=absolute(z @ e) + absolute(z @ f) <= 1)
    yield "and so is the length.", ByLemma("plane_lengths", says=lengths, by=["length", "at most 1"], name="lengths")
    yield "So increments are between $-1$ and 1, and their mean is.", ByLemma("bounded", says=bounded, name="bounded")
    with given.scope():  # A normal matrix turns and stretches the plane of a complex pair.
        tau = given(positive_scalar("tau"))
        rho, omega = given(any_scalar("rho")), given(any_scalar("omega"))
        x = let("x", lambda: z @ e)
        y = let("y", lambda: z @ f)
        new_x = (1 + tau * rho) * x + tau * omega * y
        new_y = (1 + tau * rho) * y - tau * omega * x
        stretch = (1 + tau * rho) ** 2 + (tau * omega) ** 2
        yield r"If $F$ is normal, $I + \tau F$ turns the plane of the pair $\lambda_1 = \rho + i " \
            r"\omega$, $\rho - i \omega$, and stretches it by $|1 + \tau \lambda_1|$,", \
            Identity(new_x**2 + new_y**2, stretch * in_plane(z, e, f), name="turned") \
            .but_not("by the real part", right=(1 + tau * rho) ** 2 * in_plane(z, e, f))
        size = given(nonnegative_scalar("size", latex=r"\varrho"))
        yield r"so $|\Pi z|$ does not fall if no length grows by more. For a normal $F$ none does, if no other $|1 + \tau \lambda|$ is larger.", \
            Inequality(stretch * in_plane(z, e, f) >= in_plane(z, e, f) * size**2, name="rises",
                       where=[size**2 <= stretch], because=in_plane(z, e, f) * (stretch - size**2)) \
            .but_not("whatever the length", where=[])
        yield r"This is so where tokens agree, as the layer normalises $z + \tau F z$ there.", ByLemma("dominates", says=dominates, name="dominates")
        with given.behind("examples"):
            single = Printed(new_x**2 >= stretch * x**2, part="variant", name="one vector rises")
            yield "That is why the plane is monitored, and not a vector of it. If (4) did for the real part of the eigenvector,", single
            yield "no turn would take a token away from it.", \
                Witness(single, {e: [1, 0], f: [0, 1], z: [1, 0], tau: 1, rho: 0, omega: 1}, name="turned away")
    b = given(unit_vector("b"))
    g = given(orthonormal_basis("g", expands=[b]))
    c_k = given(coefficients("c_k", over="modes", latex="\\kappa"))
    yield r"Share an orthonormal basis out among planes and vectors, and let $\kappa_k$ be 1 for the basis vectors of one of them, 0 for others. " \
        "The square of a token's projection onto that one is", \
        Identity(total((c_k[k] * (g[k] @ b)) * g[k] for k in modes) @ total((c_k[k] * (g[k] @ b)) * g[k] for k in modes),
                 total(c_k[k] ** 2 * (g[k] @ b) ** 2 for k in modes), name="one share") \
        .but_not("without the shares", right=total((g[k] @ b) ** 2 for k in modes))
    yield "Each basis vector belongs to one of them only, so over all planes and vectors these squares add up to", \
        Identity(total((g[k] @ b) ** 2 for k in modes), 1, name="all shares") \
        .but_not("one for each vector", right=modes.count)
    yield "however the basis is shared out.", ByLemma("groups_add_up", says=both(dominates, add_up), name="add up")



def plane_claim(given: Given, e: Vector, f: Vector) -> Claim:
    """The statistic for a plane, for tokens that a layer takes from x_i to y_i, and consensus."""
    x, y = given(unit_tokens("x")), given(unit_tokens("y"))
    F, tau, m = given(any_operator("F")), given(positive_scalar("tau")), given(orthonormal_basis("m"))
    sigma, nu = given(coefficients("sigma", over="modes")), given(coefficients("nu", over="modes"))
    r, l = given(any_scalar("r")), given(any_scalar("l"))
    t, i = given(any_head_vectors("t", over="modes")), tokens.any("i")

    def length(z: Vector) -> Scalar:
        return norm(on_plane(z, e, f))

    # F turns the plane: e + i f is an eigenvector of it, and of the transpose for the conjugate.
    turned_plane = both(eigenvalue_at(lambda z: F @ z, e, f, r, l), eigenvalue_at(lambda z: F.T @ z, e, f, r, -l))
    return claim(
        r"Let $\Pi$ be the orthogonal projection onto a plane. For a token $z$ the length "
        r"$\|\Pi z\|$ is at most 1, and depends neither on the orthonormal basis of the plane "
        "nor on signs. If $F$ is normal and the plane is that of a complex eigenvalue "
        r"$\lambda_1$ with the largest $|1 + \tau \lambda_1|$, $\|\Pi z\|$ does not fall where "
        "tokens agree. The squares over all planes and vectors add up to 1.",
        for_every(i, both(equals(length(x[i]) ** 2, in_plane(x[i], e, f)), length(x[i]) <= 1)),
        same_plane(x, e, f),
        signs_do_not_matter(x, y, length),
        between_minus_one_and_one(mean_rise(x, y, length)),
        implies(turned_plane, dominant(F, m, (sigma, nu), tau, (r, l), length)),
        for_every(i, planes_sum(m, t, x[i]))) \
        .but_not("the square of a sum", equals(length(x[i]) ** 2, (x[i] @ e + x[i] @ f) ** 2),
                 at={e: [1, 0], f: [0, 1], x: BETWEEN, y: BETWEEN, F: SPIRAL, tau: 1, m: PLANE, r: 2, l: 1,
                     sigma: [2, 2], nu: [1, 1], t: [PLANE]}) \
        .but_not("the sum of both alignments is at most 1", absolute(x[i] @ e) + absolute(x[i] @ f) <= 1)


@statement("B-E7", PAPER.label("eq. (7)"), title="Probability for a plane", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-E5", "B-E6"), argued=False, position=(2, 2, 7),
           printed=r"If $\lambda_1^l$ is complex, (5) is taken with $\|\Pi x_i\|$ in place of $|x_i^\top v_1^l|$, where "
                   r"$\Pi$ projects onto the plane of the pair; likewise for the span of $v_1^l$ and $v_2^l$.",
           relation="stronger", differs="Printed as a definition; its properties are proved here.")
def plane_probability(given: Given) -> Proof:
    x, y = given(unit_tokens("x")), given(unit_tokens("y"))
    e, f = given(orthonormal_pair("e", "f"))
    eps, p, q = given(signs("eps", positive="p", negative="q"))
    i = tokens.any("i")

    def length(z: Vector) -> Scalar:
        return norm(on_plane(z, e, f))

    yield claim(
        r"Let $\Pi$ be the projection onto a plane. The statistic (7), the share of tokens $z$ "
        r"whose $\|\Pi z\|$ rises, can be computed from the squares $\|\Pi z\|^2$: these rise "
        "exactly where the lengths do. The alignment with a plane rises where those with two orthonormal vectors of it rise.",
        for_every(i, iff(length(y[i]) > length(x[i]), in_plane(y[i], e, f) > in_plane(x[i], e, f))),
        share_claim(eps, p, q, x, y, length), *both_rise(x, y, e, f)) \
        .for_example({x: [[0, 0, 1]], y: [[1, 0, 0]], e: [1, 0, 0], f: [0, 1, 0], eps: [1], p: 1, q: 0,
                      "u": [1, 0, 0], "w": [0, 1, 0]}) \
        .but_not("where that of one vector does", implies(
            absolute(y[i] @ e) >= absolute(x[i] @ e), length(y[i]) >= length(x[i])),
            at={x: [[0, 1, 0]], y: [[0, 0, 1]], e: [1, 0, 0], f: [0, 1, 0]}) \
        .but_not("the excess", implies(tells_who_rises(eps, x, y, length), equals(share(eps), (p - q) / (p + q))))
    yield from shares(given, eps, p, q)
    below, above = length(x[i]), length(y[i])
    off = y[i] - on_plane(y[i], e, f)
    yield r"A token has the length 1, so $\|\Pi z\|$, with $\Pi z = (z^\top e) e + (z^\top f) f$, is at most 1", \
        Inequality(above <= 1, because=off @ off / (1 + above), name="at most 1") \
        .but_not("at most a half", claim=above <= Fraction(1, 2))
    yield "and not negative,", Inequality(below >= 0, name="no sign")
    yield r"so the increments $r_i$ of $\|\Pi z\|$ are such numbers.", \
        Thus(share_claim(eps, p, q, x, y, length), name="shares",
             by=["share", "least", "most", "at most 1", "no sign", "mean"])
    yield r"A length rises where its square does.", \
        ByLemma("lengths_rise", name="squares",
                says=for_every(i, iff(above > below, in_plane(y[i], e, f) > in_plane(x[i], e, f))))
    u, w = given(orthonormal_pair("u", "w"))
    keeps_u, keeps_w = (absolute(y[i] @ g) >= absolute(x[i] @ g) for g in (u, w))
    rises_u = absolute(y[i] @ u) > absolute(x[i] @ u)
    yield r"The square is the sum of the squares of the products with any two orthonormal vectors of the plane. It does not " \
        "fall where neither product falls in magnitude,", \
        Inequality(in_plane(y[i], u, w) >= in_plane(x[i], u, w), where=[keeps_u, keeps_w], name="both rise") \
        .but_not("where that of one does not", where=[keeps_u])
    yield "and then the length does not;", \
        ByLemma("not_shorter", name="not shorter", says=both_rise(x, y, e, f)[0])
    yield "it rises where one of them does,", \
        Inequality(in_plane(y[i], u, w) > in_plane(x[i], u, w), where=[rises_u, keeps_w], name="one rises") \
        .but_not("whatever the other does", where=[rises_u])
    yield "and then the length rises.", \
        ByLemma("longer", name="longer", says=both_rise(x, y, e, f)[1])
    z, z_plus = given(unit_vector("z")), given(unit_vector("z_plus"))
    alone = Printed((z_plus @ e) ** 2 > (z @ e) ** 2, in_plane(z_plus, e, f) <= in_plane(z, e, f), part="variant",
                    name="told by one vector")
    yield "but (7) is not told by (5) for one of them. Were it,", alone
    yield "a token could not come closer to the plane while it leaves $e$.", \
        Witness(alone, {e: [1, 0, 0], f: [0, 1, 0], z: [Fraction(3, 5), 0, Fraction(4, 5)],
                        z_plus: [0, 1, 0]}, name="leaves e")
