"""Appendix D: bipartite states at a negative eigenvalue are not always unstable."""

from typing import Any

from verify.vocabulary import *

from .paper import PAPER
from .pictures import NEGATIVE_EIGENVALUE


@statement("B-R10", PAPER.label("Remark 10"), origin="reconstructed", basis="this_reconstruction",
           title="Bipartite points at a negative eigenvalue",
           gist="At a negative eigenvalue two opposite groups should never be stable. With suitable scores they are.",
           rests_on=("B-L14",), repaired_by=("B-T3*",), position=(4, 16), scenes=(NEGATIVE_EIGENVALUE,),
           printed=r"Bipartite equilibria of (8) can be locally stable. But if $\lambda_r < 0$, “the associated "
                   r"bipartite equilibria are unstable”, for all admissible $\tau$: the third condition of Theorem 3 "
                   "fails.",
           relation="refuted", differs=r"The remark is true where $v_r^\top P v_r \ge 0$ (B-T3d). The lost condition "
                                       r"can only be $\lambda_r < 0$.")
def bipartite_negative(given: Given) -> Proof:
    with given.scope():  # The printed remark, of every step that is small enough for all sign patterns to be at rest.
        V_r, P_r, step = given(symmetric_operator("V_r")), given(any_operator("P_r")), given(positive_scalar("step", latex=r"\tau_r"))
        v, lam = given(eigenvector("v", of=V_r, value="lam", latex=(None, r"\lambda")))
        eps, _, _ = given(signs("eps", positive="p_r", negative="q_r", both=True))
        kappa = given(nonnegative_scalar("kappa"))
        small = both(step * kappa < 1, for_every(any_vector("z"), lambda z: norm(V_r @ z) <= kappa * norm(z)))
        of_heads = attention_layer(value=V_r, scores=P_r, step=step)
        yield claim(
            r"If $\lambda_r < 0$, the bipartite equilibria at $v_r$ are unstable for all admissible "
            r"steps, those with $\tau \|V\| < 1$.",
            implies(both(lam < 0, small), is_unstable(unit_tokens("y"), of_heads, at=lambda i: eps[i] * v)),
            refuted=True,
            wrong=r"A token at $v_2$ and one at $-v_2$ attract with $V = \operatorname{diag}(1, -2)$, "
            r"$P = -(\log 3) I$ and the step $1/4$: all multipliers are below 1.")
        yield "Two tokens, at $v_2$ and $-v_2$, meet all that is assumed, and are stable.", \
            ByLemma("pair_attracts", name="pair attracts", says=both(
                equals(tokens.count, 2), equals(step, Fraction(1, 4)), equals(lam, -2),
                for_every(any_vector("z"), lambda z: both(equals(P_r @ z, -log(3) * z),
                                                          implies(equals(v @ z, 0), equals(V_r @ z, z)))),
                lam < 0, small, is_stable(unit_tokens("y"), of_heads, at=lambda i: eps[i] * v)))
    tau, E = given(positive_scalar("tau")), given(positive_scalar("E"))      # E = e^{2g}
    p, q = given(integer_scalar("p", at_least=1)), given(integer_scalar("q", at_least=1))
    lam_r, lam_k = given(negative_scalar("lam_r")), given(any_scalar("lam_k"))
    mu_plus = let("mu_plus", lambda: (p * E - q) / (p * E + q))
    mu_minus = let("mu_minus", lambda: (q * E - p) / (q * E + p))
    rho_plus = let("rho_plus", lambda: 1 + tau * lam_r * mu_plus)
    rho_minus = let("rho_minus", lambda: 1 + tau * lam_r * mu_minus)
    given(that(rho_plus > 0))
    given(that(rho_minus > 0))
    c = let("c", lambda: tau * lam_k)
    stay, keep = (1 + mu_plus) / 2, (1 + mu_minus) / 2
    M = [[(1 + c * stay) / rho_plus, c * (1 - stay) / rho_plus],
         [c * (1 - keep) / rho_minus, (1 + c * keep) / rho_minus]]
    T = let("T", lambda: M[0][0] + M[1][1])
    D = let("D", lambda: M[0][0] * M[1][1] - M[0][1] * M[1][0])

    printed = Printed(T - D >= 1, -T - D >= 1, D >= 1, 1 / rho_plus >= 1, 1 / rho_minus >= 1, name="printed")
    yield "Printed: at a negative eigenvalue some multiplier always has modulus at least 1.", printed
    V, P = given(any_operator("V")), given(any_operator("P"))
    x = given(unit_tokens("x"))
    at_w1: dict[Any, Any] = {p: 2, q: 2, E: Fraction(1, 9), tau: Fraction(1, 4), lam_r: -2, lam_k: 1}
    tokens_w1 = [[0, 1], [0, 1], [0, -1], [0, -1]]
    layer = attention_layer(value=V, scores=P, step=tau)
    yield r"Two tokens against two, $V = \operatorname{diag}(1, -2)$, $P = -(\ln 3) I$, step " \
        "$1/4$: every multiplier is below 1, by the formula and by the layer itself in balls.", \
        Witness(printed, at_w1 | {V: [[1, 0], [0, -2]], P: [[-log(3), 0], [0, -log(3)]],
                                x: tokens_w1}, stable_layer=layer, tangent_at=x, name="witness")
    yield "They are $25/28$, $4/7$ and twice $5/7$:", \
        Cases(Identity((T - Fraction(25, 28) - Fraction(4, 7)) ** 2
                       + (D - Fraction(25, 28) * Fraction(4, 7)) ** 2
                       + (1 / rho_plus - Fraction(5, 7)) ** 2 + (1 / rho_minus - Fraction(5, 7)) ** 2,
                       0).but_not("$25/28$ is $26/28$", left=(T - Fraction(26, 28) - Fraction(4, 7)) ** 2),
              {name: (value,) for name, value in at_w1.items()}, name="multipliers")
    natural = Printed(differs(tau, Fraction(1, 4)), part="variant", name="needs a special P")
    yield "Nor is $P$ special: were it so, no step $1/4$ would do", natural
    yield r"with $P = V = \operatorname{diag}(1, -2)$, where it does.", \
        Witness(natural, {tau: Fraction(1, 4), V: [[1, 0], [0, -2]], P: [[1, 0], [0, -2]],
                          x: tokens_w1}, stable_layer=layer, tangent_at=x, name="natural witness")

    with given.behind("examples"):
        # With these scores equal groups are stable at every step.
        e = 1 + Fraction(8, 5) * tau
        yield "With these scores equal groups stay stable at every step size: the multipliers are " \
            r"$(1 + \tau)/(1 + 8 \tau/5)$,", \
            Inequality((1 + tau) / e < 1, name="common") \
            .but_not("the eigenvalues 1 and $-1$ would do", claim=(1 + tau) / (1 + Fraction(4, 5) * tau) < 1)
        yield r"$(1 - 4 \tau/5)/(1 + 8 \tau/5)$, below 1", \
            Inequality((1 - Fraction(4, 5) * tau) / e < 1, name="opposed above")
        yield "and above $-1$,", \
            Inequality((1 - Fraction(4, 5) * tau) / e > -1, name="opposed below") \
            .but_not("it is positive", claim=(1 - Fraction(4, 5) * tau) / e > 0)
        yield r"and $1/(1 + 8 \tau/5)$.", \
            Inequality(1 / e < 1, name="within")
        # What the margins of equal groups say in general.
        s = let("s", lambda: (E - 1) / (E + 1))
        yield r"In general, for $p = q$ the first Jury margin is that of $\lambda_r \tanh g$ against $\lambda_k$,", \
            Identity((1 + tau * lam_r * s) - (1 + tau * lam_k), tau * (lam_r * s - lam_k), name="criterion") \
            .but_not("$g$ does not matter", right=tau * (lam_r - lam_k))
        yield r"which for $g < 0$ is positive exactly when $|\lambda_r| \tanh |g|$ exceeds $\lambda_k$.", \
            Inequality(tau * (lam_r * s - lam_k) > 0, where=[E < 1, lam_r * s > lam_k], name="stable") \
            .but_not("$g < 0$ alone suffices", where=[E < 1])
