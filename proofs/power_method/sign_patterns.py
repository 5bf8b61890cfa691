"""Appendix D: sign patterns x_i = eps_i v_r, and their spectra under any attention."""

from typing import Any

from proofs.power_method.paper import PAPER
from verify.vocabulary import (
    Block,
    Cases,
    Eigenspace,
    Given,
    Identity,
    Index,
    Inequality,
    Proof,
    Spectrum,
    Vector,
    any_operator,
    any_scalar,
    attention_layer,
    attention_mask,
    coefficients,
    diagonalised,
    distinct,
    exp,
    jacobian,
    let,
    mode,
    modes,
    mutant,
    orthogonal_to,
    positive_scalar,
    rows_not_empty,
    signs,
    softmax,
    statement,
    symmetric_operator,
    that,
    tokens,
    total,
    zero_sum_within,
)

n, d = tokens.count, modes.count


@statement("B-GEN", PAPER.label("used by Lemmas 12 and 14"), origin="ours", position=(4, 10, 1),
           title="The Jacobian at a sign pattern: full, causal and masked attention")
def any_attention(given: Given) -> Proof:
    V, P = given(symmetric_operator("V")), given(any_operator("P"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    given(distinct(k, r))
    tau = given(positive_scalar("tau"))
    eps, _, _ = given(signs("eps", positive="p", negative="q"))
    a = given(coefficients("a"))
    i = tokens.any("i")

    def state(i: Index | int) -> Vector:
        return eps[i] * v[r]

    full = softmax(state, P)
    rho = let("rho", lambda i: 1 + tau * lam[r] * eps[i] * total(full(i, j) * eps[j]
                                                                 for j in tokens))
    upright = given(that(rho[i] > 0))
    J = jacobian(attention_layer(value=V, scores=P, step=tau), at=state)
    yield "Along v_k the derivative is the attention matrix: its own derivative only moves along v_r " \
        "and is projected away.", \
        Identity(J(lambda i: a[i] * v[k])(i),
                 ((a[i] + tau * lam[k] * total(full(i, j) * a[j] for j in tokens)) / rho[i]) * v[k],
                 name="full") \
        .but_not("the rows are not normalised", right=(
            (a[i] + tau * lam[k] * total(exp(state(i) @ P @ state(j)) * a[j] for j in tokens))
            / rho[i]) * v[k]) \
        .but_not("all rho are 1 + tau lambda_r", right=(
            (a[i] + tau * lam[k] * total(full(i, j) * a[j] for j in tokens))
            / (1 + tau * lam[r])) * v[k])

    causal = softmax(state, P, reach="up_to")
    rho_causal = let("rho_c", lambda i: 1 + tau * lam[r] * eps[i] * total(
        causal(i, j) * eps[j] for j in tokens.up_to(i)))
    given(that(rho_causal[i] > 0))
    J_causal = jacobian(attention_layer(value=V, scores=P, step=tau, reach="up_to"), at=state)
    yield "Causal attention gives a lower triangular matrix, so its eigenvalues are the diagonal " \
        "entries (1 + tau lambda_k A_ii) / rho_i.", \
        Identity(J_causal(lambda i: a[i] * v[k])(i),
                 ((a[i] + tau * lam[k] * total(causal(i, j) * a[j] for j in tokens.up_to(i)))
                  / rho_causal[i]) * v[k], name="causal") \
        .but_not("the causal matrix is the full one", right=(
            (a[i] + tau * lam[k] * total(full(i, j) * a[j] for j in tokens))
            / rho_causal[i]) * v[k])

    N = given(attention_mask("N"))
    given(rows_not_empty(N))
    masked = softmax(state, P, mask=N)
    rho_masked = let("rho_m", lambda i: 1 + tau * lam[r] * eps[i] * total(
        masked(i, j) * eps[j] for j in tokens.seen_by(i, N)))
    given(that(rho_masked[i] > 0))
    J_masked = jacobian(attention_layer(value=V, scores=P, step=tau, mask=N), at=state)
    yield "The same for any mask.", \
        Identity(J_masked(lambda i: a[i] * v[k])(i),
                 ((a[i] + tau * lam[k] * total(masked(i, j) * a[j] for j in tokens.seen_by(i, N)))
                  / rho_masked[i]) * v[k], name="masked") \
        .but_not("the mask is forgotten", right=(
            (a[i] + tau * lam[k] * total(full(i, j) * a[j] for j in tokens))
            / rho_masked[i]) * v[k])
    yield mutant("rho may have any sign", drop=upright)


@statement("B-L14", PAPER.label("Lemma 14, eq. (14)"), origin="reconstructed",
           basis="this_reconstruction", title="Bipartite spectrum and Jury conditions",
           rests_on=("B-GEN",), position=(4, 14))
def bipartite_spectrum(given: Given) -> Proof:
    g, sign = given(any_scalar("g")), given(any_scalar("s"))
    yield "A score between two tokens of a sign pattern has one of two values.", \
        Cases(Identity(exp(sign * g), (exp(g) + exp(-g)) / 2 + sign * (exp(g) - exp(-g)) / 2)
              .but_not("their mean", right=(exp(g) + exp(-g)) / 2), {sign: (1, -1)}, name="scores")

    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    others = given(distinct(k, r))
    tau, E = given(positive_scalar("tau")), given(positive_scalar("E"))      # E = e^{2g}
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
    i, j = tokens.any("i", "j")
    given(that(w[i, j] > 0))                                 # 2 e^g times an exponential
    A = let("A", lambda i, j: w[i, j] / total(w[i, k] for k in tokens))
    mu_plus, mu_minus = let("mu_plus", lambda: (p * E - q) / (p * E + q)), \
        let("mu_minus", lambda: (q * E - p) / (q * E + p))

    yield "So a token is drawn to its own group by the mean mu_+ or mu_-.", \
        Identity(eps[i] * total(A[i, j] * eps[j] for j in tokens),
                 ((1 + eps[i]) * mu_plus + (1 - eps[i]) * mu_minus) / 2, name="means") \
        .but_not("the groups are exchanged",
                 right=((1 + eps[i]) * mu_minus + (1 - eps[i]) * mu_plus) / 2)

    rho = let("rho", lambda i: 1 + tau * lam[r] * eps[i] * total(A[i, j] * eps[j] for j in tokens))
    rho_plus = let("rho_plus", lambda: 1 + tau * lam[r] * mu_plus)
    rho_minus = let("rho_minus", lambda: 1 + tau * lam[r] * mu_minus)
    given(that(rho[i] > 0))
    given(that(rho_plus > 0))
    given(that(rho_minus > 0))
    c = let("c", lambda: tau * lam[k])
    stay, keep = (1 + mu_plus) / 2, (1 + mu_minus) / 2
    M = [[(1 + c * stay) / rho_plus, c * (1 - stay) / rho_plus],
         [c * (1 - keep) / rho_minus, (1 + c * keep) / rho_minus]]
    c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=p))
    c_minus = given(zero_sum_within("c_minus", group=eps, sign=-1, count=q))
    z = given(orthogonal_to("z", v[r]))

    def J(direction: Any) -> Any:
        return lambda i: (direction(i) + tau * (V @ total(A[i, j] * direction(j) for j in tokens))
                          ) / rho[i]

    plus, minus = (lambda i: ((1 + eps[i]) / 2) * v[k]), (lambda i: ((1 - eps[i]) / 2) * v[k])
    block = Block(M, [plus, minus], spanned_by=[others], multiplicity=2 * (d - 1))
    in_plus = Eigenspace(1 / rho_plus, lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * z,
                         spanned_by=[c_plus, z], multiplicity=(p - 1) * (d - 1))
    in_minus = Eigenspace(1 / rho_minus, lambda i: ((1 - eps[i]) / 2 * c_minus[i]) * z,
                          spanned_by=[c_minus, z], multiplicity=(q - 1) * (d - 1))
    yield "A 2 x 2 block for each other mode, and what disagrees within a group.", \
        Spectrum(J, [block, in_plus, in_minus], total=n * (d - 1), name="spectrum",
                 tangent=lambda u: lambda i: v[r] @ u(i)) \
        .but_not("the multiplicities are exchanged", parts=[
            block,
            Eigenspace(1 / rho_plus, in_plus.vectors, [c_plus, z], (q - 1) * (d - 1)),
            Eigenspace(1 / rho_minus, in_minus.vectors, [c_minus, z], (p - 1) * (d - 1))]) \
        .but_not("the groups are exchanged in the block", parts=[
            Block([[M[1][1], M[1][0]], [M[0][1], M[0][0]]], [plus, minus], [others], 2 * (d - 1)),
            in_plus, in_minus]) \
        .but_not("E is set to 1", parts=[
            Block([[(1 + c * p / n) / rho_plus, c * q / n / rho_plus],
                   [c * p / n / rho_minus, (1 + c * q / n) / rho_minus]],
                  [plus, minus], [others], 2 * (d - 1)), in_plus, in_minus])

    trace = let("T", lambda: M[0][0] + M[1][1])
    det = let("D", lambda: M[0][0] * M[1][1] - M[0][1] * M[1][0])
    sigma, m = let("sigma", lambda: (mu_plus + mu_minus) / 2), let("m", lambda: mu_plus * mu_minus)
    l, both = let("l", lambda: tau * lam[r]), rho_plus * rho_minus
    yield "The block's determinant factors,", \
        Identity(both * det, (1 + c) * (1 + c * sigma), name="determinant") \
        .but_not("the sign of sigma", right=(1 + c) * (1 - c * sigma))
    yield "the product off its diagonal is positive for c != 0, so its eigenvalues are real,", \
        Inequality((M[0][0] - M[1][1]) ** 2 + 4 * M[0][1] * M[1][0] >= 0, name="real",
                   because=(M[0][0] - M[1][1]) ** 2
                   + 4 * c**2 * p * q / ((p * E + q) * (q * E + p) * rho_plus * rho_minus)) \
        .but_not("they can be complex", claim=(M[0][0] - M[1][1]) ** 2 + 4 * M[0][1] * M[1][0] < 0)
    yield "and the Jury margins are, at 1,", \
        Identity(both * (1 - trace + det), (c - l) * (sigma * c - m * l), name="Jury 1") \
        .but_not("the signs of m and sigma", right=(c - l) * (sigma * c + m * l))
    yield "for the product of the eigenvalues,", \
        Identity(both * (1 - det), both - (1 + c) * (1 + c * sigma), name="Jury 2")
    yield "and at -1.", \
        Identity(both * (1 + trace + det),
                 4 + 4 * l * sigma + 2 * c * (1 + sigma) + (c + l) * (sigma * c + m * l),
                 name="Jury 3") \
        .but_not("without its last term", right=4 + 4 * l * sigma + 2 * c * (1 + sigma))
