"""Theorem 1 and Appendix D.4.1: layers with several heads, at consensus and at bipartite states."""

from typing import Any

from verify.language.symbols import HeadVectors
from verify.statements.claims import Claim
from verify.vocabulary import *

from .opposite_heads import claim_of_groups, named_groups
from .paper import PAPER
from .principal import (
    AXES,
    applied,
    comes_no_further,
    heads_by_columns,
    is_basis,
    simple_and_largest,
    stable_at,
    step_is_small,
    unstable_at,
    unstable_elsewhere,
)

n, d = tokens.count, modes.count


@statement("B-T1", PAPER.label("Theorem 1"), title="Multi-head consensus",
           gist="With several heads consensus at the leading eigenvector is stable. At other "
                "eigenvectors it is unstable.", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L11",), position=(2, 1, 4),
           of_layers=OfLayers("tokens near a consensus at v_1, or -v_1, converge to consensus there",
                              answers=("rate of consensus",)),
           printed=r"Let $F = \sum_h W_h V_h$ be symmetric, with a simple $\lambda_1 > 0$, and if $|\lambda_d| > "
                   r"\lambda_1$ let $\tau < 2/(|\lambda_d| - \lambda_1)$. In (3) the consensus equilibrium at $v_1$ is "
                   "locally asymptotically stable, and those at all other eigenvectors are unstable.",
           relation="stronger", differs=r"Stability is exponential. Consensus at $v_r$ is an equilibrium only if $1 + \tau \lambda_r > 0$.")
def consensus(given: Given) -> Proof:
    tau = given(positive_scalar("tau"))
    with given.scope():
        e, mu = given(orthonormal_basis("e")), given(coefficients("mu", r"\mu", over="modes"))
        f, p = given(any_head_vectors("f", over="modes")), given(any_head_vectors("p", over="modes"))
        claimed, *parts = claim_of_heads(e, mu, f, p, tau)
        yield claimed
    F, G = given(any_operator("F")), given(any_operator("G"))
    P, Q = given(any_operator("P")), given(any_operator("Q"))
    v, lam = given(eigenvector("v", of=F, value="lam", latex=(None, r"\lambda")))
    given.layer((v, "lambda_1"))
    delta = given(any_vectors("delta"))
    i = tokens.any("i")
    mean = total(delta[j] for j in tokens) / n
    yield "Where all tokens agree a head $G$ with any scores $P$ gives equal weights, and what it adds moves with the mean:", \
        Identity(jacobian(attention_pull(value=G, scores=P), at=lambda _: v)(delta)(i), G @ mean, name="one head") \
        .but_not("its scores count", right=G @ mean + (v @ P @ (delta[i] - mean)) * (G @ v)) \
        .but_not("each token moves its own", right=G @ delta[i])
    yield "So a head $F$ may be split into $G$ and $F - G$ with scores $P$ and $Q$ of their own " \
        "and nothing changes: any number of heads counts as one, $F$.", \
        Identity(jacobian(attention_pull(value=[F - G, G], scores=[P, Q]), at=lambda _: v)(delta)(i),
                 F @ mean, name="two heads") \
        .but_not("other scores, another derivative", right=F @ mean + (v @ (P - Q) @ (delta[i] - mean)) * v) \
        .but_not("one of the heads alone", right=G @ mean)
    rho = let("rho", lambda: 1 + tau * lam)
    defined = given(nonzero(rho))
    yield r"At an eigenvector $v$ of $F$ a token comes to $(1 + \tau \lambda) v$ before it is " \
        r"normalised, so the layer has the derivative $|1 + \tau \lambda|^{-1} (I - v " \
        r"v^\top)(\delta_{ij} I + (\tau/n) F)$, symmetric $F$ or not.", \
        Identity(jacobian(normalisation(), at=lambda _: rho * v)(
            lambda i: delta[i] + tau * (F @ mean))(i),
            tangent(delta[i] + tau * (F @ mean), v) / absolute(rho), name="layer") \
        .but_not("no absolute value", right=tangent(delta[i] + tau * (F @ mean), v) / rho) \
        .but_not("nothing is projected", right=(delta[i] + tau * (F @ mean)) / absolute(rho))
    yield from symmetric_sum(given, tau)
    yield from stability(given, tau, *parts)
    with given.behind("examples"):
        yield from causal(given, [F - G, G], [P, Q], F, v, tau, rho, i)
    yield mutant("the layer is defined for every step", drop=defined)


def claim_of_heads(e: Vectors, mu: Scalars, f: HeadVectors, p: HeadVectors, tau: Scalar) -> tuple[Claim, Proposition, Proposition, Proposition]:
    """The theorem, for any number of heads, by what their matrices do to an eigenbasis of the sum, and its two parts."""
    k = modes.any("k")
    layer = heads_by_columns(e, f, p, tau)

    def F(z: Vector) -> Vector:
        return total(applied(f, e, a, z) for a in heads)

    parts = stable_at(layer, e[1]), stable_at(layer, -e[1]), unstable_elsewhere(layer, F, e[1], tau)
    return claim(
        r"Let heads have output matrices $W_\eta$ and value matrices $V_\eta$, and let $F = "
        r"\sum_\eta W_\eta V_\eta$ be symmetric with orthonormal eigenvectors $e_k$ for "
        r"$\mu_k$, let $\mu_1 > 0$ be simple and the largest, and $\tau < 2/(|\mu_k| - \mu_1)$ if "
        r"$\mu_k < -\mu_1$. Take any number of heads, with any matrices $e_k \mapsto f_{\eta k}$ "
        r"and any scores, $e_k \mapsto p_{\eta k}$. Consensus at $e_1$ and at $-e_1$ is "
        r"exponentially stable. Consensus at every other eigenvector that the layer leaves where it is, $1 + \tau \mu > 0$, is unstable.",
        implies(both(is_basis(e), for_every(k, equals(F(e[k]), mu[k] * e[k])),
                     simple_and_largest(mu), step_is_small(mu, tau)), both(*parts))) \
        .but_not(r"$\mu_1$ may be negative", stable_at(layer, e[1]),
                 at={e: AXES, mu: [-3, -4], f: [[[-3, 0], [0, -4]]], p: [[[0, 0], [0, 0]]], tau: 1}) \
        .but_not("consensus at $e_2$ is an unstable equilibrium also where the layer turns it round",
                 unstable_at(layer, e[2]),
                 at={e: AXES, mu: [1, -4], f: [[[1, 0], [0, -4]]], p: [[[0, 0], [0, 0]]], tau: 1}) \
        .but_not("at every step tokens that agree come no further from $e_1$", comes_no_further(F, e[1], tau),
                 at={e: AXES, mu: [1, -4], f: [[[1, 0], [0, -4]]], p: [[[0, 0], [0, 0]]], tau: 1}), *parts


@lemma
def symmetric_sum(given: Given, tau: Scalar) -> Proof:
    """The spectrum if F is symmetric, whatever the heads."""
    S, H = given(symmetric_operator("S")), given(any_operator("H"))
    A, B = given(any_operator("A")), given(any_operator("B"))
    e, mu = given(diagonalised("e", "mu", of=S, latex=(None, r"\mu")))
    r, k = given(mode("r")), modes.any("k")
    others = given(distinct(k, r))
    rho_r = let("rho_r", lambda: 1 + tau * mu[r])
    given(nonzero(rho_r))
    c, z = given(zero_sum("c")), given(orthogonal_to("z", e[r]))
    J = jacobian(attention_layer(value=[S - H, H], scores=[A, B], step=tau), at=lambda _: e[r])
    together = Eigenspace((1 + tau * mu[k]) / absolute(rho_r), lambda i: e[k], spanned_by=[others],
                          multiplicity=d - 1)
    apart = Eigenspace(1 / absolute(rho_r), lambda i: c[i] * z, spanned_by=[c, z], multiplicity=(n - 1) * (d - 1))
    yield "If the sum of the heads is symmetric, $S$, the spectrum on tangent directions is that " \
        "of one head (Lemma 3): a common turn towards an eigenvector $e_k$ has the multiplier " \
        r"$(1 + \tau \mu_k)/|1 + \tau \mu_r|$, and disagreement $1/|1 + \tau \mu_r|$.", \
        Spectrum(J, [together, apart], total=n * (d - 1), name="spectrum", tangent=lambda u: lambda i: e[r] @ u(i)) \
        .but_not("the multiplicities are exchanged", parts=[
            Eigenspace(together.value, together.vectors, [others], (n - 1) * (d - 1)),
            Eigenspace(apart.value, apart.vectors, [c, z], d - 1)]) \
        .but_not("the length is squared", parts=[
            together, Eigenspace(1 / rho_r**2, apart.vectors, [c, z], (n - 1) * (d - 1))])


@lemma
def causal(given: Given, heads: list[Operator], scores: list[Operator], F: Operator, v: Vector,
           tau: Scalar, rho: Scalar, i: Index) -> Proof:
    """Causal attention: token i takes the mean of the first i tokens."""
    xi = given(any_vectors("xi"))
    place = tokens.up_to(i).count
    mean = total(xi[j] for j in tokens.up_to(i)) / place
    before = total(xi[j] for j in tokens.before(i)) / place
    pull = attention_pull(value=heads, scores=scores, reach="up_to")
    yield "With causal attention token $i$ has the mean of the first $i$ tokens,", \
        Identity(jacobian(pull, at=lambda _: v)(xi)(i), F @ mean, name="causal heads") \
        .but_not("of all tokens", right=F @ (total(xi[j] for j in tokens) / n))
    yield r"so that the derivative is block triangular: a token's own block is $I + (\tau/i) F$, " \
        "projected, and earlier tokens are beside it. The multipliers are " \
        r"$(1 + \tau \lambda_k/i)/|1 + \tau \lambda_r|$, for every token $i$ and every $k \ne r$.", \
        Identity(tangent(xi[i] + tau * (F @ mean), v) / absolute(rho),
                 (tangent(xi[i] + (tau / place) * (F @ xi[i]), v)
                  + tau * tangent(F @ before, v)) / absolute(rho), name="triangular") \
        .but_not("a token's own block is that of full attention", right=(
            tangent(xi[i] + (tau / n) * (F @ xi[i]), v) + tau * tangent(F @ before, v))
            / absolute(rho)) \
        .but_not("earlier tokens do not count", right=tangent(xi[i] + (tau / place) * (F @ xi[i]), v) / absolute(rho))


@lemma
def stability(given: Given, tau: Scalar, first: Proposition, opposite: Proposition, others: Proposition) -> Proof:
    """Where the multipliers are inside the unit circle, for real eigenvalues."""
    lam_1 = given(positive_scalar("lam_1"))
    given.layer((lam_1, "lambda_1"), asked("simple", "lambda_1"), asked("positive", "growth of I + F"),
                asked("full or causal"))
    lam_k = given(any_scalar("lam_k"))
    bound, gap = tau * (-lam_k - lam_1) < 2, 2 - tau * (-lam_k - lam_1)
    yield r"For real eigenvalues, $\lambda_1 > 0$ the largest, under the step bound of Lemma 4, which asks nothing where $|\lambda_d| \le \lambda_1$, " \
        "the power step lengthens no other eigenvector as much as $e_1$:", \
        Inequality((1 + tau * lam_k) ** 2 < (1 + tau * lam_1) ** 2, where=[lam_k < lam_1, bound], name="slower") \
        .but_not("whatever the step", where=[lam_k < lam_1])
    yield r"So the multipliers at $e_1$, where normalising divides by $1 + \tau \lambda_1$, are inside the unit circle. The layer is smooth, so consensus " \
        "there is exponentially stable,", ByLemma("attracts", says=first, by="slower", name="attracts")
    yield "and so it is at $-e_1$, as states and their negatives move alike.", \
        ByLemma("attracts_opposite", says=opposite, by="slower", name="opposite")
    yield "Consensus at another eigenvector repels: the tokens turn towards $e_1$ by more than they are normalised. " \
        "Tokens that agree and begin near it, but not across $e_1$, so leave it.", ByLemma("repels", says=others, by="slower", name="unstable")
    with given.behind("examples"):
        m = given(integer_scalar("m", at_least=1))
        yield r"The multipliers are inside the unit circle also with causal attention, which lets token $m$ see $m$ tokens: disagreement is contracted,", \
            Inequality(1 / (1 + tau * lam_1) < 1, because=tau * lam_1 / (1 + tau * lam_1), name="disagreement") \
            .but_not("for an eigenvalue of either sign", claim=1 / (1 + tau * lam_k) < 1)
        yield "no multiplier reaches 1,", \
            Inequality(1 + tau * lam_k / m < 1 + tau * lam_1, where=[lam_k < lam_1], name="below 1") \
            .but_not("another eigenvector could be larger", where=[])
        yield "or $-1$.", \
            Inequality(1 + tau * lam_k / m > -(1 + tau * lam_1), where=[bound], name="above -1",
                       because=(gap + (m - 1) * (2 + tau * lam_1)) / m) \
            .but_not("no bound on the step", where=[lam_k < lam_1])


@statement("B-D41", PAPER.label("Appendix D.4.1"), title="Several heads, bipartite points",
           origin="reconstructed", basis="this_reconstruction", argued=False,
           rests_on=("B-T1", "B-GEN", "B-L12"), position=(4, 17),
           printed="Consensus of (21) is treated by Theorem 1. Of bipartite equilibria there is, for several heads, no "
                   "evidence that they can be stable, analytical or numerical.",
           relation="stronger", differs="We settle what is left open: they can be stable.")
def opposite_groups(given: Given) -> Proof:
    tau, eps = given(positive_scalar("tau")), given(balanced_signs("eps"))
    with given.scope():
        claimed, parts = claimed_of_groups(given, tau, eps)
        yield claimed
    F, G = given(any_operator("F")), given(any_operator("G"))
    a, E = given(unit_vector("a")), given(positive_scalar("E"))      # E = e^{2g}
    t, u = given(scalar_between("t", -1, 1)), given(scalar_between("u", -1, 1))
    i, j = tokens.any("i", "j")
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])

    def weight(t: Scalar, i: Index, j: Index) -> Scalar:
        return (1 + t * eps[i] * eps[j]) / n

    yield "The idea: groups of the same size see each other by two weights only, so the multipliers can be " \
        "written down." "\n\n" \
        r"Let half of the tokens be at $a$ and half at $-a$. A head with $a^\top P a = g$ has the weights $(1 + " \
        r"t \varepsilon_i \varepsilon_j)/n$, with $t = \tanh g = (E - 1)/(E + 1)$:", \
        Identity(w[i, j], (E + 1) * n * weight((E - 1) / (E + 1), i, j), name="weights") \
        .but_not("scores do not count", right=(E + 1) * n * weight(0 * E, i, j))
    pull = F @ total(weight(t, i, j) * (eps[j] * a) for j in tokens) \
        + G @ total(weight(u, i, j) * (eps[j] * a) for j in tokens)
    yield "since the rows of $w$ sum to $n (E + 1)$. Two heads $F$ and $G$, with $t$ and " \
        "$u$, take the tokens to opposite places again, for every $a$:", \
        Identity(eps[i] * a + tau * pull, eps[i] * (a + tau * (t * (F @ a) + u * (G @ a))), name="opposite again") \
        .but_not("the sum of the heads acts", right=eps[i] * (a + tau * (F @ a + G @ a))) \
        .but_not("unequal heads part the groups", right=a + tau * (t * (F @ a) + u * (G @ a)))
    yield r"So the tokens are at rest if and only if $t F a + u G a = \mu a$ for some $\mu$ with $1 + \tau \mu > 0$, and likewise for more heads. " \
        "Here $a$ need not be an eigenvector of $F + G$.", ByLemma("rest", says=parts[0], name="at rest")
    yield "The weights of a head change, to first order, by a multiple of what moves its scores. That pushes tokens along $F a$. If $a$ is an " \
        "eigenvector of $F$, this is projected away; if it is one of $P$ and of $P^\\top$, tangent directions do not move scores.", \
        ByLemma("derivative", says=parts[1], name="fixed weights")
    yield from common_eigenvectors(given, tau, eps, t, u, parts[2:6])
    with given.scope():  # Two pairs of heads, with the step 1 and scores along u_1.
        (u_1, w_1), c = given(orthonormal_pair("u_1", "w_1")), given(any_scalar("c"))
        yield r"In the plane of $u_1$ and $w_1$ take the step 1 and scores along $u_1$. A head with $u_1^\top P u_1 = c$ has a rational $\tanh c$ if $e^{2 c}$ is rational:", \
            Identity((exp(c) - exp(-1 * c)) / (exp(c) + exp(-1 * c)), (exp(c) ** 2 - 1) / (exp(c) ** 2 + 1), name="tanh") \
            .but_not(r"if $e^c$ is", right=(exp(c) - 1) / (exp(c) + 1))
        yield r"The heads $F = 2 u_1 u_1^\top + w_1 w_1^\top$ and $G = w_1 w_1^\top/2$ with $t = 4/5$ and $u = 0$ have $\rho = 13/5$,", \
            Identity(u_1 + (Fraction(4, 5) * ((2 * (u_1 @ u_1)) * u_1 + (w_1 @ u_1) * w_1) + 0 * ((Fraction(1, 2) * (w_1 @ u_1)) * w_1)),
                     Fraction(13, 5) * u_1, name="first length") \
            .but_not("whatever the scores", right=3 * u_1)
        yield r"and along $w_1$ the multipliers $(1 + 3/2)/\rho$ and $(1 + 4/5)/\rho$, all below 1.", \
            ByLemma("first_pair", says=parts[6], by=["tanh", "first length"], name="first pair")
        first, second = (u_1 @ u_1) * (2 * u_1 + w_1), (u_1 @ u_1) * (2 * u_1 - 2 * w_1) + (w_1 @ u_1) * w_1
        yield r"The heads $F = (2 u_1 + w_1) u_1^\top$ and $G = (2 u_1 - 2 w_1) u_1^\top + w_1 w_1^\top$ with $t = 4/5$ and $u = 2/5$ have $\rho = 17/5$,", \
            Identity(u_1 + (Fraction(4, 5) * first + Fraction(2, 5) * second), Fraction(17, 5) * u_1, name="second length") \
            .but_not("whatever the scores", right=5 * u_1)
        yield r"and along $w_1$ the multipliers $2/\rho$ and $(1 + 2/5)/\rho$.", \
            ByLemma("second_pair", says=parts[7], by=["tanh", "second length"], name="second pair")
        yield "But $u_1$ is no eigenvector of the sum,", \
            Identity(first + second, 4 * u_1 - w_1, name="sum") \
            .but_not("it is", right=4 * u_1)
        yield "which is no multiple of $u_1$.", ByLemma("no_eigenvector", says=parts[8], by="sum", name="no eigenvector")
    with given.behind("examples"), given.scope():  # Two layers with stable bipartite states: heads on blocks, and heads that do not commute.
        P, Q = given(any_operator("P")), given(any_operator("Q"))
        x = given(unit_tokens("x"))
        layer = attention_layer(value=[F, G], scores=[P, Q], step=tau)
        claim = Printed(x[1] @ x[2] >= 1, part="variant", name="several heads agree")
        yield "If no bipartite state were stable with several heads, all tokens of a stable state would agree.", claim
        rows = [[1, 0, 0, 0], [-1, 0, 0, 0]] * 2
        yield r"But with $F = \operatorname{diag}(2, 1, 0, 0)$ and $G = \operatorname{diag}(0, 0, 1/2, 1/4)$, heads of rank 2 as in a transformer, " \
            "and $E = 9$ and 1 the layer is stable with two tokens at $e_1$ and two at $-e_1$.", \
            Witness(claim, {F: _diagonal(2, 1, 0, 0), G: _diagonal(0, 0, Fraction(1, 2), Fraction(1, 4)),
                            P: _diagonal(log(3), 0, 0, 0), Q: _diagonal(0, 0, 0, 0), tau: 1, x: rows},
                    stable_layer=layer, tangent_at=x, name="heads of rank two")
        off = tangent(F @ x[1] + G @ x[1], x[1])
        needed = Printed(off @ off <= 0, part="variant", name="an eigenvector is needed")
        yield "Nor do the heads need to commute. If they did, a stable pattern would be along an eigenvector of $F + G$.", needed
        yield r"For $F = \begin{pmatrix} 2 & 0 \\ 1 & 0 \end{pmatrix}$ and " \
            r"$G = \begin{pmatrix} 2 & 0 \\ -2 & 1 \end{pmatrix}$, which do not commute, $E = 9$ and " \
            "$7/3$, so $t = 4/5$ and $u = 2/5$, the vector $t F e_1 + u G e_1$ is a multiple of $e_1$, and $F e_1 + G e_1$ is not.", \
            Witness(needed, {F: [[2, 0], [1, 0]], G: [[2, 0], [-2, 1]], tau: 1,
                             P: _diagonal(log(3), 0), Q: _diagonal(log(Fraction(7, 3)) / 2, 0),
                             x: [[1, 0], [1, 0], [-1, 0], [-1, 0]]},
                    stable_layer=layer, tangent_at=x, name="heads that do not commute")


def claimed_of_groups(given: Given, tau: Scalar, eps: Scalars) -> tuple[Claim, list[Proposition]]:
    """Two groups of the same size, under any number of heads."""
    e = given(orthonormal_basis("e"))
    f, p = given(any_head_vectors("f", over="modes")), given(any_head_vectors("p", over="modes"))
    rho, (u_1, w_1) = given(positive_scalar("rho")), given(orthonormal_pair("u_1", "w_1"))
    return claim_of_groups(named_groups(e, f, p, tau, eps, rho), u_1, w_1)


@lemma
def common_eigenvectors(given: Given, tau: Scalar, eps: Scalars, t: Scalar, u: Scalar, parts: list[Proposition]) -> Proof:
    """The spectrum for symmetric heads with the same eigenvectors and equal groups."""
    A, B = given(symmetric_operator("A")), given(symmetric_operator("B"))
    v, phi = given(diagonalised("v", "phi", of=A, latex=(None, r"\varphi")))
    gamma = given(diagonalised_by("gamma", of=B, vectors=v))
    r, k = given(mode("r")), modes.any("k")
    others = given(distinct(k, r))
    rho = let("rho", lambda: 1 + tau * (t * phi[r] + u * gamma[r]))
    upright = given(that(rho > 0))
    half = n / 2
    c = given(zero_sum_within("c", group=eps, sign=1, count=half))
    f = given(zero_sum_within("f", group=eps, sign=-1, count=half))
    z = given(orthogonal_to("z", v[r]))

    def J(direction: Any) -> Any:
        """The heads' derivatives of B-GEN, added, on tangent directions."""
        def of(i: Index) -> Vector:
            first = total((1 + t * eps[i] * eps[j]) * direction(j) for j in tokens)
            second = total((1 + u * eps[i] * eps[j]) * direction(j) for j in tokens)
            moved: Vector = (direction(i) + (tau / n) * (A @ first + B @ second)) / rho
            return moved
        return of

    together = Eigenspace((1 + tau * (phi[k] + gamma[k])) / rho, lambda i: v[k],
                          spanned_by=[others], multiplicity=d - 1)
    apart = Eigenspace((1 + tau * (t * phi[k] + u * gamma[k])) / rho, lambda i: eps[i] * v[k],
                       spanned_by=[others], multiplicity=d - 1)
    first = Eigenspace(1 / rho, lambda i: ((1 + eps[i]) / 2 * c[i]) * z, spanned_by=[c, z],
                       multiplicity=(half - 1) * (d - 1))
    second = Eigenspace(1 / rho, lambda i: ((1 - eps[i]) / 2 * f[i]) * z, spanned_by=[f, z],
                        multiplicity=(half - 1) * (d - 1))
    yield r"Let both heads be symmetric with common eigenvectors $v_k$, for $\varphi_k$ and " \
        r"$\gamma_k$. A pattern along $v_r$ has the length " \
        r"$\rho = 1 + \tau (t \varphi_r + u \gamma_r)$. The multipliers are $(1 + \tau (\varphi_k + \gamma_k))/\rho$ for all tokens together, " \
        r"$(1 + \tau (t \varphi_k + u \gamma_k))/\rho$ for one group against the other, and " \
        r"$1/\rho$ within a group, $(n - 2) (d - 1)$ times. From four tokens on, stability needs $\rho > 1$.", \
        Spectrum(J, [together, apart, first, second], total=n * (d - 1), name="spectrum",
                 tangent=lambda w: lambda i: v[r] @ w(i)) \
        .but_not("scores do not count", parts=[
            together, Eigenspace(together.value, apart.vectors, [others], d - 1), first, second])
    yield mutant(r"$\rho$ may have any sign", drop=upright)
    yield "For any number of heads with common eigenvectors the weights may be fixed,", ByLemma("all_quiet", says=parts[0], name="quiet")
    yield "and sums over the heads replace these two terms: along $e_k$", ByLemma("along", says=parts[1], name="along")
    yield "and within the groups.", ByLemma("within", says=parts[2], name="within a group")
    yield "The $e_k$ are orthonormal, so that these multipliers bound the lengths of perturbations. If all are below 1, the state is exponentially stable.", \
        ByLemma("stable", says=parts[3], name="stable")


def _diagonal(*entries: Any) -> list[list[Any]]:
    return [[x if a == b else 0 for b in range(len(entries))] for a, x in enumerate(entries)]
