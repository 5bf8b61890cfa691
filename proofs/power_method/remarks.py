"""Appendix D: what is intrinsic to the sphere, and how large steps may be, symmetric V or not."""

from collections.abc import Callable

from verify.language.motion import DiscreteLaw
from verify.vocabulary import *

from .agreement import Agreement
from .cases import causal, full, slower_beside
from .linearised import carried, common, spread
from .on_spheres import claim_at_consensus, claim_at_patterns
from .paper import PAPER
from .pattern_claims import Pattern
from .pictures import NORMAL_AT_A_TOKEN
from .principal import (
    AXES,
    comes_no_further,
    is_basis,
    not_attracted,
    simple_and_largest,
    stable_at,
    step_is_small,
    unstable_at,
)

n, d = tokens.count, modes.count


# ------------------------------------------------------------------ intrinsic and extrinsic


@statement("B-R2", PAPER.label("Remark 2"), title="Intrinsic and extrinsic spectra",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-L3",),
           position=(4, 3, 2),
           printed=r"The state space $(\mathbb{S}^{d - 1})^n$ has the dimension $n (d - 1)$, and the Jacobian of Lemma "
                   r"3 acts on $\mathbb{R}^{n d}$. Its first class of $n$ eigenvectors is not tangent, the other two "
                   "are, and these alone decide on stability.",
           relation="stronger", differs="We add how the eigenvalue of the first class depends on the continuation off "
                                        "the spheres.")
def on_the_sphere(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, tau = given(mode("r")), given(positive_scalar("tau"))
    rho = let("rho", lambda: 1 + tau * lam[r])
    given(nonzero(rho))
    x = given(unit_tokens("x"))
    claimed = claim_at_consensus(Agreement(V, v[r], tau, rho), v, r, x)
    splitting, count, classes, continuations = claimed.propositions
    yield claimed
    X, delta = given(tangent_vectors("X", at=x)), given(any_vectors("delta"))
    a, i = given(coefficients("a")), tokens.any("i")
    yield "The idea: split the perturbation of each token into its parts along the token and orthogonal to it." "\n\n" \
        r"The states are $n$ points of a sphere, $d - 1$ dimensions each. In $\mathbb{R}^d$ each token has one " \
        "dimension more, that of $a_i x_i$. Of Lemma 3, the classes 2 and 3 have $(d - 1) + (n - 1)(d - 1)$ " \
        "dimensions, and class 1 has $n$.", \
        Identity((d - 1) + (n - 1) * (d - 1) + n, n * d, name="dimensions") \
        .but_not("one more for all tokens", right=n * (d - 1) + 1)
    yield "Together they are as many as the space has.", Thus(count, by="dimensions", name="count")
    yield "Perturbations of class 1 are normal to the sphere,", \
        Identity(total((a[j] * x[j]) @ X[j] for j in tokens), 0, name="normal") \
        .but_not("to any perturbation", left=total((a[j] * x[j]) @ delta[j] for j in tokens))
    yield "none of them but 0 is tangent,", \
        Identity(x[i] @ (a[i] * x[i]), a[i], name="not tangent") \
        .but_not("they are", right=0)
    yield "and with the tangent ones they make up all perturbations.", \
        Identity((x[i] @ delta[i]) * x[i] + tangent(delta[i], x[i]), delta[i], name="split") \
        .but_not("the tangent ones alone", left=tangent(delta[i], x[i]))
    yield "So every perturbation is the sum of a radial one and a tangent one, in exactly one way.", ByLemma("splits", says=splitting, name="in two")
    k = modes.any("k")
    given(distinct(k, r))
    c, z = given(zero_sum("c")), given(orthogonal_to("z", v[r]))
    yield "At consensus $x_i = v_r$ the common turns of class 2 are tangent,", \
        Identity(v[r] @ v[k], 0, name="class 2") \
        .but_not("a turn towards any vector is", left=v[r] @ delta[1])
    yield "and the disagreements of class 3 are.", \
        Identity(v[r] @ (c[i] * z), 0, name="class 3") \
        .but_not("along any vector", left=v[r] @ (c[i] * delta[1]))
    yield r"All tangent perturbations are sums of these: the mean of the tokens' perturbations has no part along $v_r$, so it is a combination " \
        "of the other vectors $v_k$, a common turn. What is left has the sum 0.", ByLemma("classes", says=classes, name="classes")
    yield "Only the intrinsic spectrum, on tangent perturbations, says what the tokens do. A layer may be continued " \
        r"off the sphere in other ways, as by $\|x_i\|^2$ times it: that changes nothing along tangents,", \
        Identity(rate(x[i] @ x[i], straight_lines(x, X)), 0, name="tangents see no difference") \
        .but_not("along any perturbation", left=rate(x[i] @ x[i], straight_lines(x, delta)))
    yield "but turns the extrinsic multiplier of class 1 from 0 into 2,", \
        Identity(rate(x[i] @ x[i], straight_lines(x, lambda i: a[i] * x[i])), 2 * a[i],
                 name="radial directions do") \
        .but_not("it stays 0", right=0)
    kappa = given(any_scalar("kappa"))
    yield r"and $\|x_i\|^{2 \kappa}$ turns it into $2 \kappa$, up to the sign of $1 + \tau \lambda_r$.", \
        Identity(rate(exp(kappa * log(x[i] @ x[i])), straight_lines(x, lambda i: a[i] * x[i])), 2 * kappa * a[i], name="any power") \
        .but_not("the first power", right=2 * a[i])
    yield r"The layer is smooth near consensus, as $1 + \tau \lambda_r \ne 0$. So its derivative there is the sum of that of Lemma 3 and the " \
        "radial term: the error is at most any given share of a perturbation that is small enough.", ByLemma("continued", says=continuations, name="continuations")


@statement("B-R8", PAPER.label("Remark 8"), title="Intrinsic and extrinsic, self-attention",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-R2", "B-GEN", "B-L14"),
           position=(4, 3, 8),
           printed="In Lemma 14 as well, the eigenvectors of the first class are extrinsic and those of the other two are "
                   "tangent; only the latter count for local stability.",
           relation="stronger", differs="It holds with any mask, and for several continuations off the spheres.")
def for_self_attention(given: Given) -> Proof:
    V, P = given(any_operator("V")), given(any_operator("P"))
    v, lam = given(eigenvector("v", of=V, value="lam", latex=(None, r"\lambda")))
    tau = given(positive_scalar("tau"))
    eps, p, q = given(signs("eps", positive="p", negative="q"))
    N = given(attention_mask("N"))
    given(rows_not_empty(N))
    claimed, extrinsic, sums, once, dimensions = claim_at_patterns(
        Pattern(V, v, lam, tau, eps, given(any_weights("A")), given(positive_weights("length", latex=r"\ell")),
                lambda i: tokens.seen_by(i, N)), P, N, p, q)
    yield claimed
    a, c, k = given(coefficients("a")), given(positive_weights("c")), given(coefficients("k"))
    i = tokens.any("i")
    pull = jacobian(attention_pull(value=V, scores=P, mask=N), at=lambda i: eps[i] * v)
    yield "The same holds for self-attention at a sign pattern, with any mask, where the layer is smooth. What the radial " \
        "perturbations $a_i v$ do to the attended tokens is along $v$,", \
        Identity(tangent(pull(lambda i: a[i] * v)(i), v), zero_vector(), name="radial") \
        .but_not("nothing at all", left=pull(lambda i: a[i] * v)(i))
    yield "and what is along $v$ the normalisation takes away: the extrinsic multiplier is 0, $n$ times.", \
        Identity(jacobian(normalisation(), at=lambda i: (eps[i] * c[i]) * v)(lambda i: k[i] * v)(i),
                 zero_vector(), name="taken away") \
        .but_not("it is kept", right=k[i] * v)
    yield r"The factor $\|x_i\|^{2 \kappa}$ is 1 on the spheres, and has the derivative $2 \kappa x_i^\top \delta_i$ there, which is 0 for tangent " \
        r"perturbations and $2 \kappa a_i$ for radial ones.", ByLemma("continued", says=extrinsic, name="extrinsic")
    z, f = given(orthogonal_to("z", v)), given(coefficients("f"))
    yield "The perturbations of Lemma 14, the same or opposite in the groups or different within " \
        "one, are numbers times a vector orthogonal to $v$, so tangent,", \
        Identity((eps[i] * v) @ (f[i] * z), 0, name="tangent") \
        .but_not("those along $v$, too", left=(eps[i] * v) @ (f[i] * z + a[i] * v))
    yield "and conversely a tangent perturbation is the mean of each group, with what differs from it.", \
        ByLemma("sums", says=sums, name="sums")
    yield "Its means are determined, if no group is empty.", ByLemma("once", says=once, name="one way")
    yield "Their numbers, two blocks and what disagrees within $p$ and within $q$ tokens, are those of the sphere.", \
        Identity(2 * (d - 1) + (p - 1) * (d - 1) + (q - 1) * (d - 1), n * (d - 1), name="dimensions") \
        .but_not("those of the space", right=n * d)
    yield "So the spectrum of Lemma 14 is that of the layer on the product of spheres.", Thus(dimensions, by="dimensions", name="counted")


def polygonal(x: Vectors, P: Operator) -> Proposition:
    """The tokens add up to 0, and all scores are 0."""
    i, j = tokens.any("i", "j")
    return both(equals(total(x[j] for j in tokens), zero_vector()),
                for_every((i, j), lambda i, j: equals(x[i] @ (P @ x[j]), 0)))


def leading(v: Vector, V: Operator) -> Proposition:
    """v is an eigenvector of the largest eigenvalue, which is positive and simple."""
    return there_is(positive_scalar("lam"), lambda lam: both(
        equals(V @ v, lam * v), there_is(scalar_between("mu", -lam, lam), lambda mu: for_every(
            any_vector("z"), lambda z: implies(equals(z @ v, 0), z @ V @ z <= mu * (z @ z))))))


def moves_are_tangent(x: Vectors, v: Vector) -> Proposition:
    """Perturbations c_i v, with no c_i = 0, are orthogonal to the tokens."""
    i = tokens.any("i")
    return for_every(coefficients("c"), lambda c: implies(
        for_every(i, differs(c[i], 0)), for_every(i, equals(x[i] @ (c[i] * v), 0))))


@statement("B-R9", PAPER.label("Remark 9"), title="Is the perturbation intrinsic?",
           gist="The proof of a lemma moves every token along one direction. At some tokens that "
                "direction leaves the sphere, so no token can move so.",
           origin="reconstructed", basis="this_reconstruction", position=(4, 3, 9), scenes=(NORMAL_AT_A_TOKEN,),
           rests_on=(("B-L15", "at rest", "linearisation", "common directions"),),
           printed=r"The perturbation in the proof of Lemma 15 is intrinsic: every $\delta_i = c_i v_1$ is tangent at "
                   "$x_i$.",
           relation="refuted")
def along_the_first_eigenvector(given: Given) -> Proof:
    yield claim(
        r"The perturbations $\delta_i = c_i v_1$ of a polygonal state, with $c_i \ne 0$, are tangent to the "
        "spheres at the tokens.",
        for_every((symmetric_operator("V"), any_operator("P"), unit_tokens("x"), unit_vector("v")),
            lambda V, P, x, v: implies(both(polygonal(x, P), leading(v, V)), moves_are_tangent(x, v))),
        refuted=True,
        wrong=r"At the square $e_1$, $-e_1$, $e_2$, $-e_2$ with $V = \operatorname{diag}(2, -1)$ and $P = 0$ "
        "the direction $v_1 = e_1$ is normal to the sphere at the first token.",
        instead=["invariant"])
    V, P = given(any_operator("V")), given(any_operator("P"))
    x = given(balanced_tokens("x"))
    given(vanishing_on(P, x))
    e = given(unit_vector("e"))
    c, i = given(coefficients("c")), tokens.any("i")
    printed = Printed((x[i] @ (c[i] * e)) ** 2 <= 0, c[i] ** 2 <= 0, name="tangent")
    yield r"Printed: every $\delta_i = c_i v_1$ is tangent at $x_i$.", printed
    yield r"The square $e_1$, $-e_1$, $e_2$, $-e_2$ with $V = \operatorname{diag}(2, -1)$ is " \
        "polygonal, and $v_1 = e_1$ is normal to the sphere at the first token.", \
        Witness(printed, {V: [[2, 0], [0, -1]], P: [[0, 0], [0, 0]], e: [1, 0], c: [1, 1, 1, 1], i: 1,
                        x: [[1, 0], [-1, 0], [0, 1], [0, -1]]}, name="square")
    yield "It meets all that is assumed, with eigenvalues 2 and $-1$.", \
        Instance({"V": [[2, 0], [0, -1]], "P": [[0, 0], [0, 0]], "x": [[1, 0], [-1, 0], [0, 1], [0, -1]],
                  "v": [1, 0], "lam": 2, "mu": -1, "c": [1, 1, 1, 1]}, name="moved off")
    yield "Such a perturbation is off the tangent space at token $i$ by", \
        Identity(x[i] @ (c[i] * e), c[i] * (x[i] @ e), name="off the tangent space") \
        .but_not("nothing", right=0)
    yield "and so tangent, with no $c_i = 0$, only if all tokens are orthogonal to $v_1$. Its tangent part is what can be used instead:", \
        Identity(x[i] @ tangent(e, x[i]), 0, name="tangent part") \
        .but_not("without the projection", left=x[i] @ e)
    z = given(any_vector("z"))
    t = let("t", lambda i: tangent(z, x[i]))
    yield r"The perturbations $(I - x_i x_i^\top) z$, one $z$ for all tokens, change what a token attends to by " \
        r"$(I - C + C P^\top) z$ (Lemma 15), with the score matrix $P$ and the mean $C$ of the $x_j x_j^\top$, " \
        r"whichever token it is. So the layer, of step size $\tau$, takes $z$ to $z + \tau V (I - C + C P^\top) z$: " \
        "this subspace is intrinsic, and invariant.", \
        Identity(V @ carried(x, P, t)(i), common(x, V, P, z), name="invariant") \
        .but_not("the weights do not move", right=V @ (z - spread(x, z))) \
        .but_not("$P$ in the place of its transpose", right=common(x, V, P.T, z)) \
        .but_not("the tokens do not spread", right=V @ z)


# ------------------------------------------------------------------ steps, and V that is not symmetric


@statement("B-D42", PAPER.label("Appendix D.4.2"), title="Step size", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L4", "B-L13", "B-T1"), position=(4, 18),
           printed=r"For consensus a bound on $\tau$ is needed only if $\lambda_d < 0$ and $|\lambda_d| > \lambda_1$. "
                   "The further bounds, for bipartite equilibria, are sufficient only; they simplify the eigenvalues.",
           relation="stronger", differs="The bound for consensus is exact.")
def step_size(given: Given) -> Proof:
    tau = given(positive_scalar("tau"))
    with given.scope():  # Steps that are small enough, for consensus at the first eigenvector and for sign patterns.
        S, P = given(symmetric_operator("S")), given(any_operator("P"))
        e, nu = given(diagonalised("e", "nu", of=S, latex=(None, r"\nu")))
        layer, i, k = attention_layer(value=S, scores=P, step=tau), tokens.any("i"), modes.any("k")

        def rests(c: Scalars, u: Vector) -> Proposition:
            """Say that the layer leaves the tokens at c_i u."""
            weights = softmax(lambda j: c.item(j) * u, P)
            moved = c[i] * u + tau * (S @ total(weights(i, j) * (c[j] * u) for j in tokens))
            return for_every(i, equals(moved / norm(moved), c[i] * u))

        def within(kappa: Scalar) -> Proposition:
            """Say that tau |S| < 1."""
            return both(tau * kappa < 1, for_every(any_vector("a"), lambda a: norm(S @ a) <= kappa * norm(a)))

        patterns = for_every(nonnegative_scalar("kappa"), lambda kappa: implies(
            within(kappa), for_every((unit_vector("u"), any_scalar("mu")), lambda u, mu: implies(
                equals(S @ u, mu * u), for_every(coefficients("c"), lambda c: implies(
                    for_every(i, either(equals(c[i], 1), equals(c[i], -1))), rests(c, u)))))))
        first, below = both(is_basis(e), simple_and_largest(nu)), implies(step_is_small(nu, tau), stable_at(layer, e[1]))
        beyond = implies(tau * (-nu[k] - nu[1]) > 2, unstable_at(layer, e[1]))
        at_bound = implies(equals(tau * (-nu[k] - nu[1]), 2), not_attracted(layer, e[1]))
        yield claim(
            "A step counts only in a product with $V$. Let $S$ be a symmetric $V$ with the first eigenvalue "
            r"$\nu_1 > 0$ simple and the largest. Under self-attention with any scores consensus at $e_1$ is "
            r"exponentially stable for $\tau (|\nu_d| - \nu_1) < 2$, which is no condition if no eigenvalue is below "
            r"$-\nu_1$. The bound is exact: beyond it $e_1$ is unstable, and at it not attracting. For "
            r"$\tau \|S\| < 1$ all sign patterns $\pm u$ at eigenvectors are equilibria, too.",
            "scaled",
            implies(first, both(below, for_every(k, both(beyond, at_bound)))), patterns) \
            .but_not("at every step tokens that agree come no further from $e_1$",
                     comes_no_further(lambda u: S @ u, e[1], tau),
                     at={S: [[1, 0], [0, -4]], P: [[0, 0], [0, 0]], e: AXES, nu: [1, -4], tau: 1}) \
            .but_not("sign patterns are at rest at every step", for_every(
                signs("eps", positive="p", negative="q"), lambda groups: rests(groups[0], e[2])),
                     at={S: [[1, 0], [0, -4]], P: [[0, 0], [0, 0]], e: AXES, nu: [1, -4], tau: 1})
    V, s, x = given(any_operator("V")), given(any_vector("s")), given(any_vector("x"))
    yield r"A step $\tau$ counts only in a product with $V$: with the step 1, as in a trained network, a bound on $\tau$ is a bound on $V$.", \
        Identity(x + tau * (V @ s), x + (tau * V) @ s, name="scaled") \
        .but_not("tokens are scaled, too", right=tau * (x + V @ s))
    lam_1 = given(positive_scalar("lam_1"))
    lam_k, lam_d = given(any_scalar("lam_k")), given(any_scalar("lam_d"))
    m = given(nonnegative_scalar("m"))
    gap = 2 - tau * (-lam_d - lam_1)
    yield r"Consensus at $v_1$ needs only $\tau (|\lambda_d| - \lambda_1) < 2$: then all " \
        "multipliers are below 1 in modulus,", \
        Inequality((1 + tau * lam_k) ** 2 < (1 + tau * lam_1) ** 2, name="enough",
                   where=[lam_d <= lam_k, lam_k < lam_1, tau * (-lam_d - lam_1) < 2],
                   because=tau * (lam_1 - lam_k) * (gap + tau * (lam_k - lam_d))) \
        .but_not("without the bound", where=[lam_d <= lam_k, lam_k < lam_1])
    yield "and conversely that of $v_d$ is not if the bound is broken.", \
        Inequality((1 + tau * lam_d) ** 2 >= (1 + tau * lam_1) ** 2, name="needed",
                   where=[lam_d < lam_1, tau * (-lam_d - lam_1) >= 2]) \
        .but_not(r"as soon as $\tau |\lambda_d|$ is 2", where=[lam_d < lam_1, tau * -lam_d >= 2])
    yield r"The condition says nothing unless $|\lambda_d|$ is larger than $\lambda_1$.", \
        Inequality(tau * (-lam_d - lam_1) < 2, where=[lam_1 + lam_d >= 0], name="often void",
                   because=2 + tau * (lam_1 + lam_d)) \
        .but_not("never anything", where=[])
    yield "As disagreement is contracted, too,", \
        Inequality(1 / (1 + tau * lam_1) < 1, because=tau * lam_1 / (1 + tau * lam_1), name="disagreement") \
        .but_not("by any eigenvalue", claim=1 / (1 + tau * lam_k) < 1)
    yield "consensus attracts below the bound: scores change nothing, as tokens that agree have equal weights.", \
        ByLemma("below", says=implies(first, below), by=["enough", "often void"], name="below the bound")
    yield "Beyond it tokens that agree leave along $e_d$,", ByLemma("beyond", says=implies(first, for_every(k, beyond)), name="beyond")
    yield "and at it they swing about $e_1$, as near as one likes, without coming nearer.", \
        ByLemma("at_the_bound", says=implies(first, for_every(k, at_bound)), name="at the bound")
    mu = given(scalar_between("mu", -1, 1, closed=True))
    l = tau * lam_k
    yield r"Bipartite states, and all other sign patterns, are at rest if $\tau |\lambda_r| < 1$: the length " \
        r"$1 + \tau \lambda_r \mu$ is positive for every mean $\mu$ of signs (Lemma 13).", \
        Inequality(1 + l * mu > 0, where=[l < 1, l > -1], name="sign patterns",
                   because=((1 + l) * (1 - l) + (l + mu) ** 2 + (1 + mu) * (1 - mu)) / 2) \
        .but_not("for every step", where=[]) \
        .but_not(r"$\tau |\lambda_r| < 2$ would do", where=[l < 2, l > -2])
    yield r"As $|\lambda_r| \le \|V\|$, this is so for $\tau \|V\| < 1$.", \
        ByLemma("patterns", says=patterns, by="sign patterns", name="patterns")
    yield r"So $\tau \|V\| < 1$ serves for both.", \
        Inequality(tau * (-lam_d - lam_1) < 2, where=[tau * m < 1, -m <= lam_d], name="one bound for both",
                   because=(1 - tau * m) + tau * (lam_d + m) + 1 + tau * lam_1) \
        .but_not("and every other step", where=[-m <= lam_d])


@statement("B-D43", PAPER.label("Appendix D.4.3"), title="Non-symmetric value matrices",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-T1", "B-C1"),
           position=(4, 19),
           printed=r"If $\lambda_1$ is real, strictly dominant and equal to the spectral radius, (8) and (3) behave "
                   "much the same with a $V$ or $F$ that is not symmetric.",
           relation="weaker", differs="We make it precise for consensus at $v_1$, and say nothing of other equilibria.")
def not_symmetric(given: Given) -> Proof:
    V, P, tau = given(any_operator("V")), given(any_operator("P")), given(positive_scalar("tau"))
    v_1, lam_1 = given(unit_vector("v_1")), given(positive_scalar("lam_1"))

    def beside_is_no_faster(W: Operator, gamma: Scalar) -> Proposition:
        """Beside v_1, in a metric, V multiplies lengths by at most lam_1 and multiplies nothing by it."""
        return for_every(orthogonal_to("z", v_1), lambda z: both(
            norm(tangent(V @ z, v_1), metric=W) <= lam_1 * norm(z, metric=W),
            norm(tangent(V @ z, v_1) - lam_1 * z, metric=W) >= gamma * norm(z, metric=W)))

    def metric(say: Callable[[Operator, Scalar], Proposition]) -> Proposition:
        return for_every((positive_definite("W"), positive_scalar("gamma")), say)

    def attracts(*kinds: Callable[[Operator, Operator, Scalar], DiscreteLaw]) -> Proposition:
        return metric(lambda W, gamma: implies(both(equals(V @ v_1, lam_1 * v_1), beside_is_no_faster(W, gamma)), both(
            *(is_exponentially_stable(unit_tokens("x"), kind(V, P, tau), at=v_1) for kind in kinds))))

    yield claim(
        r"Let $V$, symmetric or not, have the eigenvector $v_1$ for a simple eigenvalue $\lambda_1 > 0$ that equals "
        "its spectral radius. Consensus at $v_1$ is locally exponentially stable for every step, under full and under "
        "causal attention and whatever the scores. In real terms the condition is that, in some inner product $W$, "
        r"the component of $V z$ orthogonal to $v_1$, for $z$ orthogonal to it, is no longer than $\lambda_1 \|z\|$, "
        r"and differs from $\lambda_1 z$ by at least $\gamma \|z\|$ with $\gamma > 0$. Other eigenvalues of modulus "
        r"$\lambda_1$ have as many eigenvectors as their multiplicity says.",
        attracts(full, causal)) \
        .but_not("$v_1$ need not be an eigenvector",
                 is_exponentially_stable(unit_tokens("x"), full(V, P, tau), at=v_1),
                 at={V: [[1, 0], [1, 1]], P: [[0, 0], [0, 0]], v_1: [1, 0], lam_1: 1, tau: 1}) \
        .but_not(r"if $\lambda_1$ is the largest real part, tokens that agree come no further from $v_1$",
                 comes_no_further(lambda u: V @ u, v_1, tau),
                 at={V: [[1, 0], [0, -4]], P: [[0, 0], [0, 0]], v_1: [1, 0], lam_1: 1, tau: 1})
    W, gamma, z, b = given(symmetric_operator("W")), given(positive_scalar("gamma")), given(any_vector("z")), given(any_vector("b"))
    rest, longer = b - lam_1 * z, z + tau * b
    slow = [b @ W @ b <= lam_1**2 * (z @ W @ z), rest @ W @ rest >= gamma**2 * (z @ W @ z)]
    yield "The idea: the layer stretches $v_1$ more than it stretches anything orthogonal to it, so normalised it " \
        "brings tokens to $v_1$." "\n\n" \
        r"By the cosine rule in $W$, $z$ plus $\tau$ times the component $b$ of $V z$ is no longer than this,", \
        Inequality(longer @ W @ longer <= ((1 + tau * lam_1) ** 2 - tau / lam_1 * gamma**2) * (z @ W @ z), where=slow, name="cosine rule",
                   because=tau / lam_1 * (rest @ W @ rest - gamma**2 * (z @ W @ z))
                   + (tau / lam_1 + tau**2) * (lam_1**2 * (z @ W @ z) - b @ W @ b)) \
        .but_not("where $b$ is only no longer", where=slow[:1])
    yield r"so orthogonal to $v_1$ the matrix $I + \tau V$ stretches no vector by more than some factor below $1 + \tau \lambda_1$.", \
        ByLemma("some_factor", name="factor", by="cosine rule", says=metric(lambda W, gamma: implies(
            beside_is_no_faster(W, gamma), there_is(any_scalar("kappa"), lambda kappa: both(
                kappa < 1 + tau * lam_1, slower_beside(V, tau, v_1, W, kappa))))))
    yield "This is the condition of case 1 (B-C1): consensus attracts, under full and under causal attention.", \
        ByLemma("attracts", says=both(attracts(full), attracts(causal)), by="factor", name="exponentially")

    # Without the moduli, larger real parts do for small steps only.
    rho, omega = given(any_scalar("rho")), given(any_scalar("omega"))
    margin = (1 + tau * lam_1) ** 2 - (1 + tau * rho) ** 2 - (tau * omega) ** 2
    gap = lam_1**2 - rho**2 - omega**2
    with given.behind("needed"):
        yield r"The squared moduli of $1 + \tau \lambda_1$ and $1 + \tau \lambda_k$, with $\lambda_k = \rho + i \omega$, differ by", \
            Identity(margin, 2 * tau * (lam_1 - rho) + tau**2 * gap, name="comparison") \
            .but_not("without the moduli", right=2 * tau * (lam_1 - rho))
        yield r"For small steps the modulus of $\lambda_k$ need not be smaller,", \
            Inequality(margin > 0, where=[tau * -gap < 2 * (lam_1 - rho)], name="small steps",
                       because=tau * (2 * (lam_1 - rho) - tau * -gap)) \
            .but_not("up to twice that", where=[tau * -gap < 4 * (lam_1 - rho)])
    by_real_parts = Printed(margin > 0, rho >= lam_1, part="variant", name="real parts decide")
    yield "but a strictly dominant real part alone (a possible reading of section 2.1.1) is not enough for every " \
        r"step. If it were, $1 + \tau \lambda_1$ would have the largest modulus:", by_real_parts
    yield r"for 1 against $3i$, at the step 1, it is 2 against $\sqrt{10}$,", \
        Witness(by_real_parts, {tau: 1, lam_1: 1, rho: 0, omega: 3}, name="complex pair")
    again = Printed(margin > 0, rho >= lam_1, part="variant", name="real parts decide, real eigenvalues")
    yield "It is not enough for real eigenvalues either, where the same would follow:", again
    yield "for 1 against $-3$, at the step 2, it is 3 against 5.", \
        Witness(again, {tau: 2, lam_1: 1, rho: -3, omega: 0}, name="negative eigenvalue")
    yield mutant(r"$\lambda_1$ may be negative", drop=lam_1, assume=any_scalar("lam_1"))
