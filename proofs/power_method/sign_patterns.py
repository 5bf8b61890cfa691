"""Appendix D: the derivative of self-attention at sign patterns x_i = eps_i v, under any mask."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .pattern_claims import (
    Eigenvectors,
    Pattern,
    along_eigenvectors,
    attends_by,
    is_derivative,
    is_triangular,
    layer_of,
)


@statement("B-GEN", PAPER.label("used by Lemmas 12, 14"), origin="ours", position=(4, 11, 1),
           title="Jacobian at a sign pattern, any mask", rests_on=("B-L10",))
def any_attention(given: Given) -> Proof:
    V, P = given(any_operator("V")), given(any_operator("P"))
    v, lam = given(eigenvector("v", of=V, value="lam", latex=(None, r"\lambda")))
    tau = given(positive_scalar("tau"))
    eps, _, _ = given(signs("eps", positive="p", negative="q"))
    N = given(attention_mask("N"))
    given(rows_not_empty(N))
    s = Pattern(V, v, lam, tau, eps, given(any_weights("A")), given(positive_weights("length", latex=r"\ell")),
                lambda i: tokens.seen_by(i, N))
    mu, omega, w, z = given(any_scalar("mu")), given(any_scalar("omega")), given(any_vector("w")), given(any_vector("z"))
    e = Eigenvectors(mu, omega, w, z)

    def by_mask(x: Any) -> Any:
        return softmax(x, P, mask=N)

    def causal(B: Weights, r: Scalars) -> Proposition:
        c = replace(s, A=B, rho=r, seen=tokens.up_to)
        return implies(attends_by(c, softmax(s.at, P, reach="up_to")), is_triangular(c))

    def is_derivative_of(weights_at: Any) -> Proposition:
        return is_derivative(layer_of(s.V, s.tau, weights_at, s.seen), s.at, s.jacobian)

    attends = attends_by(s, by_mask(s.at))
    by_causal = for_every(any_weights("B"), lambda B: for_every(positive_weights("r"), lambda r: causal(B, r)))
    moves, moves_by_fixed = is_derivative_of(by_mask), is_derivative_of(lambda _: s.weight)
    acts = along_eigenvectors(s, e, omega)
    pair = {s.v: [1, 0, 0], s.lam: 1, s.tau: 1, s.eps: [1, 1], P: [[0] * 3] * 3, s.V: [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
            N: [[1, 1], [1, 1]], s.A: [[Fraction(1, 2)] * 2] * 2, s.rho: [2, 2]}
    turn = {mu: 0, omega: 1, w: [0, 1, 0], z: [0, 0, 1]}
    yield claim(
        r"Let $V v = \lambda v$, $\|v\| = 1$, and $x_i = \varepsilon_i v$ a sign pattern, with "
        r"row-stochastic attention $A$ under any mask and $\rho_i = 1 + \tau \lambda \varepsilon_i (A "
        r"\varepsilon)_i > 0$. The derivative of the layer is $D^{-1} (I - v v^\top) (I + \tau A V)$ "
        r"with $D = \operatorname{diag}(\rho_i)$, that of fixed weights; along an eigenvector of $V$ "
        r"for $\mu$, real or complex, it acts by $D^{-1} (I + \tau \mu A)$, which is triangular for causal attention.",
        implies(attends, both(moves, moves_by_fixed, acts)), by_causal) \
        .but_not("the imaginary part of an eigenvalue does not count",
                 implies(attends, along_eigenvectors(s, e, 0 * omega)), by_causal, at=pair | turn) \
        .but_not("under full attention it is triangular, too",
                 implies(attends, is_triangular(s)), by_causal, at=pair | turn)
    delta = given(any_vectors("delta"))
    i = tokens.any("i")

    def state(i: Index | int) -> Vector:
        return eps[i] * v

    A = softmax(state, P, mask=N)
    m = let("m", lambda i: total(A(i, j) * eps[j] for j in tokens.seen_by(i, N)))
    rho = let("rho", lambda i: 1 + tau * lam * eps[i] * m[i])

    def mean(f: Callable[[Index], Vector], i: Index) -> Vector:
        return total(A(i, j) * f(j) for j in tokens.seen_by(i, N))

    yield "The idea: weights move with the tokens, but what they then attend to moves along $v$ only, and " \
        "normalising takes that away." "\n\n" \
        "Let $v$ be a unit eigenvector of $V$, which need not be symmetric. At a sign pattern the layer moves a " \
        r"token along $v$, to $\varepsilon_i \rho_i v$ before it is normalised:", \
        Identity(state(i) + tau * (V @ mean(state, i)), (eps[i] * rho[i]) * v, name="moved") \
        .but_not(r"all $\rho$ are $1 + \tau \lambda$", right=(eps[i] * (1 + tau * lam)) * v) \
        .but_not("the mask is forgotten", left=state(i) + tau * (V @ total(A(i, j) * state(j) for j in tokens)))
    kappa = let("kappa", lambda i: lam * total(
        A(i, j) * (eps[j] - m[i]) * (eps[j] * (v @ P.T @ delta[i]) + eps[i] * (v @ P @ delta[j]))
        for j in tokens.seen_by(i, N)))
    pull = jacobian(attention_pull(value=V, scores=P, mask=N), at=state)(delta)
    yield "If the tokens move the weights move, but that moves what a token attends to only along $v$:", \
        Identity(pull(i), V @ mean(lambda j: delta[j], i) + kappa[i] * v, name="pull") \
        .but_not("not at all", right=V @ mean(lambda j: delta[j], i)) \
        .but_not("the rows are not normalised", right=V @ total(
            exp(state(i) @ P @ state(j)) * delta[j] for j in tokens.seen_by(i, N)) + kappa[i] * v)
    with given.scope():  # To normalise is to project and to divide, so that the derivative is that of fixed weights.
        c, u, k = given(positive_weights("c")), given(any_vectors("u")), given(coefficients("k"))
        yield r"Where a token is normalised at $\varepsilon_i c_i v$, what moves it along $v$ is " \
            "projected away, and the rest is divided by $c_i$.", \
            Identity(jacobian(normalisation(), at=lambda i: (eps[i] * c[i]) * v)(
                lambda i: u[i] + k[i] * v)(i), tangent(u[i], v) / c[i], name="normalised") \
            .but_not("the rest is kept", right=tangent(u[i], v)) \
            .but_not("nothing is projected away", right=(u[i] + k[i] * v) / c[i])
        upright = given(that(rho[i] > 0))
        y = let("y", lambda i: delta[i] + tau * (V @ mean(lambda j: delta[j], i)))
        yield "So the layer, which moves the tokens and then normalises them, has by the chain " \
            r"rule ($k_i$ is $\tau \kappa_i$) the derivative $D^{-1} (I - v v^\top)(I + \tau A V)$, " \
            "with the lengths of the tokens on the diagonal of $D$: that of fixed weights.", \
            Identity(jacobian(normalisation(), at=lambda i: (eps[i] * rho[i]) * v)(
                lambda i: y[i] + k[i] * v)(i), tangent(y[i], v) / rho[i], name="layer") \
            .but_not("one length for all", right=tangent(y[i], v) / (1 + tau * lam)) \
            .but_not("what is along $v$ counts", right=tangent(y[i], v) / rho[i] + k[i] * v)
        yield mutant(r"$\rho$ may have any sign", drop=upright)
        yield mutant("lengths may be negative", drop=c, assume=coefficients("c"))
    yield "As the layer is smooth, it differs from its derivative by any small share of the change of the tokens, if that is small,", \
        ByLemma("pattern_moves", says=implies(attends, moves), name="derivative")
    yield "and so does the layer whose weights are $A$ wherever the tokens are.", \
        ByLemma("fixed_weights_move", says=implies(attends, moves_by_fixed), name="fixed weights")
    with given.scope():  # Along an eigenvector the derivative is a matrix of the size of the attention.
        B, a, b, nu = given(any_weights("B")), given(coefficients("a")), given(coefficients("b")), given(any_scalar("nu"))
        go, by = e.driven(s, omega, a, b, i)
        yield r"Let $w + i z$ be an eigenvector of $V$ for $\mu + i \omega$, and tokens move by the real parts of $(a_i + i b_i)(w + i z)$. Then " \
            r"$D^{-1} (I + \tau (\mu + i \omega) A)$ acts on the numbers $a_i + i b_i$, and does not change the tangent parts of $w$ and $z$:", \
            Identity(go, by, where=e.equations(V), name="along an eigenvector") \
            .but_not("for any vector", where=[]) \
            .but_not("complex eigenvalues are left out", right=e.driven(s, 0 * omega, a, b, i)[1])
        yield "So it acts on all such numbers.", Thus(acts, by="along an eigenvector", name="complex")
        yield r"For causal attention, with the weights $B$ and an eigenvalue $\nu$ of $V$, that matrix is lower triangular, and its eigenvalues are the entries $(1 + \tau \nu B_{ii})/\rho_i$.", \
            Identity(a[i] + tau * nu * total(B[i, j] * a[j] for j in tokens.up_to(i)),
                     (1 + tau * nu * B[i, i]) * a[i]
                     + tau * nu * total(B[i, j] * a[j] for j in tokens.before(i)), name="causal") \
            .but_not("for full attention, too", left=a[i] + tau * nu * total(B[i, j] * a[j] for j in tokens))
        yield "These are all: at the first token that an eigenvector moves, its row has this entry alone.", \
            ByLemma("triangular", says=by_causal, by="causal", name="triangular")


def claim_of_groups(s: Pattern, P: Operator, p: Scalar, q: Scalar) -> tuple[Claim, tuple[Proposition, ...]]:
    """Return the claim, and what it says of the weights, the lengths and the derivative at a bipartite point."""
    i, j = tokens.any("i", "j")
    E = exp(2 * (s.v @ P @ s.v))

    def printed(group: int, own: Scalar, other: Scalar) -> Proposition:
        """Say the weights and the length of one group, with so many tokens in it and in the other."""
        row = own * E + other
        share = for_every(j, both(
            implies(equals(s.eps[j], group), equals(s.A[i, j], E / row)),
            implies(equals(s.eps[j], -group), equals(s.A[i, j], 1 / row))))
        length = equals(s.rho[i], 1 + s.tau * s.lam * ((own * E - other) / row))
        return for_every(i, implies(equals(s.eps[i], group), both(share, length)))

    def J(delta: Callable[[Any], Vector]) -> Callable[[Any], Vector]:
        """Return what (19) makes of a perturbation."""
        def of(i: Any) -> Vector:
            beside = total(s.A[i, j] * (s.V @ delta(j) - (s.lam * (s.v @ delta(j))) * s.v) for j in tokens)
            return (tangent(delta(i), s.v) + s.tau * beside) / s.rho[i]
        return of

    attends = attends_by(s, softmax(s.at, P))
    layer = layer_of(s.V, s.tau, lambda x: softmax(x, P))
    third = Fraction(1, 3)
    line = {s.V: [[1]], P: [[0]], s.v: [1], s.lam: 1, s.tau: 1, s.eps: [1, 1, -1], p: 2, q: 1,
            s.A: [[third] * 3] * 3, s.rho: [4 * third, 4 * third, 2 * third]}
    parts = printed(1, p, q), printed(-1, q, p), is_derivative(layer, s.at, J)
    return claim(
        r"At a bipartite point $x_i = \varepsilon_i v_r$ attention has the weights (13), $E/(p E + "
        "q)$ and $E/(q E + p)$ within a group and 1 in the place of $E$ between them, the lengths "
        r"are $\rho_\pm = 1 + \tau \lambda_r \mu_\pm$, and the derivative is $\rho_i^{-1} "
        r"[\delta_{ij} (I - v_r v_r^\top) + \tau A_{ij} (V - \lambda_r v_r v_r^\top)]$.",
        implies(attends, both(*parts))) \
        .but_not("the groups are exchanged", implies(attends, both(printed(1, q, p), printed(-1, p, q))), at=line) \
        .but_not("all lengths are 1", implies(attends, for_every(i, equals(s.rho[i], 1))), at=line), parts


@statement("B-L12", PAPER.label("Lemma 12, eqs. (18), (19)"), origin="reconstructed",
           title="Jacobian at a bipartite point", basis="this_reconstruction", rests_on=("B-GEN",),
           position=(4, 12),
           printed=r"At a bipartite consensus $x_i = \varepsilon_i v_r$ the Jacobian of (8) has the blocks $J_{ij} = "
                   r"\rho_i^{-1} (\delta_{ij} (I - v_r v_r^\top) + \tau A_{ij} (V - \lambda_r v_r v_r^\top))$, with $A$ "
                   r"from (13) and $\rho_i = |1 + \tau \lambda_r \mu_\pm|$.",
           relation="the same")
def bipartite_jacobian(given: Given) -> Proof:
    V, P = given(symmetric_operator("V")), given(any_operator("P"))
    v, lam = given(eigenvector("v", of=V, value="lam", latex=(None, r"\lambda")))
    tau = given(positive_scalar("tau"))
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    a = given(any_weights("a"))
    claimed, (first, second, derivative) = claim_of_groups(
        Pattern(V, v, lam, tau, eps, a, given(positive_weights("length", latex=r"\ell"))), P, p, q)
    yield claimed
    g, s = given(any_scalar("g")), given(any_scalar("s"))
    yield "A score between two tokens of a sign pattern has one of two values,", \
        Cases(Identity(exp(s * g), (exp(g) + exp(-g)) / 2 + s * (exp(g) - exp(-g)) / 2)
              .but_not("their mean", right=(exp(g) + exp(-g)) / 2), {s: (1, -1)}, name="scores")

    E, delta = given(positive_scalar("E")), given(any_vectors("delta"))      # E = e^{2g}
    i, j = tokens.any("i", "j")
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
    given(that(w[i, j] > 0))                                 # 2 e^g times an exponential
    A = let("A", lambda i, j: w[i, j] / total(w[i, k] for k in tokens))
    plus, minus = p * E + q, q * E + p
    mu_plus, mu_minus = let("mu_plus", lambda: (p * E - q) / plus), \
        let("mu_minus", lambda: (q * E - p) / minus)

    def of_group(i: Index, first: Scalar, second: Scalar) -> Scalar:
        return ((1 + eps[i]) * first + (1 - eps[i]) * second) / 2

    yield r"whose quotient is $E = \exp(2 g)$, with $g = v^\top P v$. Where they are $2 E$ and " \
        "2, rows add up to $2 (p E + q)$ in the first group and $2 (q E + p)$ in the second. So " \
        "the weights are (13): $E/(p E + q)$ and $E/(q E + p)$ within a group, and 1 in the place of $E$ between them.", \
        Identity(total(w[i, k] for k in tokens), 2 * of_group(i, plus, minus), name="weights") \
        .but_not("the groups are exchanged", right=2 * of_group(i, minus, plus)) \
        .but_not("all weights are equal", right=(p + q) * (E + 1))
    side = total(A[i, j] * eps[j] for j in tokens)
    yield r"A token is drawn to its own group by the mean $\mu_+$ or $\mu_-$,", \
        Identity(eps[i] * side, of_group(i, mu_plus, mu_minus), name="means") \
        .but_not("the groups are exchanged", right=of_group(i, mu_minus, mu_plus))
    yield r"so that the length $\rho_i$ is $\rho_+$ or $\rho_-$, $1 + \tau \lambda$ times that mean.", \
        Identity(1 + tau * lam * eps[i] * side,
                 of_group(i, 1 + tau * lam * mu_plus, 1 + tau * lam * mu_minus), name="lengths") \
        .but_not("of equal groups", right=1 + tau * lam * (E - 1) / (E + 1))
    yield "These are the printed weights and lengths, of the first group", \
        ByLemma("first_group", says=first, by=["weights", "lengths"], name="first group")
    yield "and of the second.", ByLemma("second_group", says=second, by=["weights", "lengths"], name="second group")
    yield r"$V$ is symmetric, so $v$ is a left eigenvector, too, and to project $V u$ is to take $\lambda v v^\top$ from $V$:", \
        Identity(tangent(V @ delta[i], v), V @ delta[i] - (lam * (v @ delta[i])) * v, name="projected value") \
        .but_not("$V$ alone", right=V @ delta[i])
    yield r"With that the derivative for any mask is the printed one, $\rho_i^{-1} [\delta_{ij} " \
        r"(I - v v^\top) + \tau A_{ij} (V - \lambda v v^\top)]$.", \
        Identity(tangent(delta[i] + tau * (V @ total(a[i, j] * delta[j] for j in tokens)), v),
                 tangent(delta[i], v) + tau * total(
                     a[i, j] * (V @ delta[j] - (lam * (v @ delta[j])) * v) for j in tokens),
                 name="jacobian") \
        .but_not(r"$V$ in the place of $V - \lambda v v^\top$", right=tangent(delta[i], v) + tau * total(
            a[i, j] * (V @ delta[j]) for j in tokens)) \
        .but_not("the token itself is not projected", right=delta[i] + tau * total(
            a[i, j] * (V @ delta[j] - (lam * (v @ delta[j])) * v) for j in tokens))
    yield "The layer is smooth, so it differs from it by any small share of the change of the tokens, if that is small.", \
        ByLemma("derivative", says=derivative, by="jacobian", name="derivative")


@statement("B-L13", PAPER.label("Lemma 13"), title="Positivity of the norms", position=(4, 13),
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-L12",),
           printed=r"If $\tau < 1/\|V\|$, then $1 + \tau \lambda_r \mu_+ > 0$ and $1 + \tau \lambda_r \mu_- > 0$.",
           relation="stronger", differs=r"It is enough that $\tau |\lambda_r| < 1$.")
def positive_lengths(given: Given) -> Proof:
    tau, E = given(positive_scalar("tau")), given(positive_scalar("E"))
    p, q = given(positive_scalar("p")), given(positive_scalar("q"))
    lam = given(any_scalar("lam"))
    means = (p * E - q) / (p * E + q), (q * E - p) / (q * E + p)

    def positive(lam: Scalar) -> Proposition:
        return both(*(1 + tau * lam * mean > 0 for mean in means))

    at_every_eigenvalue = for_every((nonnegative_scalar("m"), any_operator("V")), lambda m, V: implies(
        both(tau * m < 1, for_every(any_vector("z"), lambda z: norm(V @ z) <= m * norm(z))),
        for_every((unit_vector("v"), any_scalar("mu")), lambda v, mu: implies(equals(V @ v, mu * v), positive(mu)))))
    below_1 = both(*(absolute(mean) < 1 for mean in means))
    yield claim(
        r"If $\tau |\lambda_r| < 1$, and so if $\tau \|V\| < 1$, both lengths $\rho_\pm = 1 + \tau "
        r"\lambda_r \mu_\pm$ of a bipartite point are positive, since $|\mu_\pm| < 1$.",
        below_1, implies(tau * absolute(lam) < 1, positive(lam)), at_every_eigenvalue) \
        .but_not("twice the bound would do", implies(tau * absolute(lam) < 2, positive(lam)),
                 at={p: 3, q: 1, E: Fraction(1, 2), tau: Fraction(3, 2), lam: 1}) \
        .but_not("no length is below 1", implies(tau * absolute(lam) < 1, both(
            *(1 + tau * lam * mean >= 1 for mean in means))))
    plus, minus, l = p * E + q, q * E + p, tau * lam
    mu_plus, mu_minus = let("mu_plus", lambda: (p * E - q) / plus), \
        let("mu_minus", lambda: (q * E - p) / minus)
    rho_plus, rho_minus = 1 + l * mu_plus, 1 + l * mu_minus
    yield "Every token attends to both groups, so that no mean is 1 or more,", \
        Inequality(mu_plus < 1, name="below 1") \
        .but_not("it stays $1/n$ below", claim=mu_plus < 1 - 1 / (p + q))
    yield "or $-1$ or less;", \
        Inequality(mu_plus > -1, name="above -1") \
        .but_not("a token is drawn to its own group", claim=mu_plus > 0)
    yield "the other group's likewise,", \
        Inequality(mu_minus < 1, name="second below 1")
    yield "on both sides.", \
        Inequality(mu_minus > -1, name="second above -1")
    yield "So the means are less than 1 in absolute value.", \
        Thus(below_1, by=["below 1", "above -1", "second below 1", "second above -1"], name="means")
    small = [l < 1, l > -1]
    yield r"Hence $\tau |\lambda_r| < 1$ makes the lengths positive: that of the first group, which " \
        r"is a mean of $1 + \tau \lambda_r$ and $1 - \tau \lambda_r$,", \
        Inequality(rho_plus > 0, where=small, name="first length",
                   because=((1 + l) * (2 * p * E / plus) + (1 - l) * (2 * q / plus)) / 2) \
        .but_not(r"$\tau |\lambda_r| < 2$ does", where=[l < 2, l > -2]) \
        .but_not("one side is enough", where=[l < 1])
    yield "and that of the second.", \
        Inequality(rho_minus > 0, where=small, name="second length",
                   because=((1 + l) * (2 * q * E / minus) + (1 - l) * (2 * p / minus)) / 2) \
        .but_not("it is at least 1", claim=rho_minus >= 1)
    yield r"The same argument serves any number $\mu$ instead of $\lambda_r$.", \
        ByLemma("lengths", name="lengths", says=for_every(any_scalar("mu"), lambda mu: implies(
            tau * absolute(mu) < 1, positive(mu))))
    yield r"And no eigenvalue exceeds $\|V\|$: where $V v = \mu v$ with a unit vector $v$, $|\mu| = \|V v\|$. So a step with " \
        r"$\tau \|V\| < 1$ serves all of them at once.", \
        ByLemma("eigenvalues", says=at_every_eigenvalue, name="eigenvalues")
    with given.behind("needed"):
        needed = Printed(l < 1, rho_plus <= 0, rho_minus <= 0, part="variant", name="necessary")
        yield r"It is not necessary. Were it so, both lengths could be positive only for $\tau \lambda_r < 1$,", needed
        yield r"and they are $13/5$ for one token against one, with $E = 9$, $\lambda_r = 2$ and the step 1.", \
            Witness(needed, {tau: 1, lam: 2, E: 9, p: 1, q: 1}, name="long step")
    yield mutant("$E$ may be negative", drop=E, assume=nonzero_scalar("E"))
