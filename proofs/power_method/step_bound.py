"""Appendix D: how large a step may be for consensus at the first eigenvector to be stable."""

from verify.vocabulary import *

from .paper import PAPER
from .principal import (
    AXES,
    comes_no_further,
    is_basis,
    not_attracted,
    simple_and_largest,
    stable_at,
    step_is_small,
    unstable_at,
    unstable_elsewhere,
)


@statement("B-L4", PAPER.label("Lemma 4"), title="Step bound at consensus", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L3",), position=(4, 4),
           printed=r"Under Assumption 1, and with $\tau < 2/(|\lambda_d| - \lambda_1)$ if $|\lambda_d| > \lambda_1$, "
                   "consensus at $v_1$ is locally asymptotically stable for (9), and consensus at all other "
                   "eigenvectors is unstable.",
           relation="stronger", differs=r"Stability is exponential, and the bound on $\tau$ is sharp.")
def step_bound(given: Given) -> Proof:
    V, tau = given(symmetric_operator("V")), given(positive_scalar("tau"))
    v, nu = given(diagonalised("v", "nu", of=V))
    layer, k = oja_layer(value=V, step=tau), modes.any("k")
    small, attracts = step_is_small(nu, tau), (stable_at(layer, v[1]), stable_at(layer, -v[1]))
    others = unstable_elsewhere(layer, lambda u: V @ u, v[1], tau)
    beyond = implies(tau * (-nu[k] - nu[1]) > 2, unstable_at(layer, v[1]))
    at_bound = implies(equals(tau * (-nu[k] - nu[1]), 2), not_attracted(layer, v[1]))
    yield claim(
        r"Let $\lambda_1 > 0$ be simple and the largest eigenvalue. Under the Oja map consensus at $v_1$ and at "
        r"$-v_1$ is exponentially stable for every step if no eigenvalue is below $-\lambda_1$, and otherwise for "
        r"$\tau < 2/(|\lambda_d| - \lambda_1)$. In that range consensus at every other eigenvector with "
        r"$1 + \tau \lambda_r > 0$ is unstable. No larger step will do: beyond the bound consensus at $v_1$ is "
        "unstable, and at the bound there are orbits arbitrarily close to $v_1$ that do not tend to it.",
        implies(both(is_basis(v), simple_and_largest(nu)), both(
            implies(small, both(*attracts, others)), for_every(k, both(beyond, at_bound))))) \
        .but_not(r"$\lambda_1$ may be negative", stable_at(layer, v[1]),
                 at={V: [[-3, 0], [0, -4]], v: AXES, nu: [-3, -4], tau: 1}) \
        .but_not("consensus at $v_2$ is an unstable equilibrium also where the layer turns it round",
                 unstable_at(layer, v[2]), at={V: [[1, 0], [0, -4]], v: AXES, nu: [1, -4], tau: 1}) \
        .but_not("at every step tokens that agree come no further from $v_1$",
                 comes_no_further(lambda u: V @ u, v[1], tau),
                 at={V: [[1, 0], [0, -4]], v: AXES, nu: [1, -4], tau: 1})
    lam_1 = given(positive_scalar("lam_1"))
    lam_k, lam_d = given(any_scalar("lam_k")), given(any_scalar("lam_d"))
    # Up to tau (|lambda_d| - lambda_1) = 2 the first multiplier is the largest.
    yield r"Tokens that disagree are contracted by $1/(1 + \tau \lambda_1)$,", \
        Inequality(1 / (1 + tau * lam_1) < 1, because=tau * lam_1 / (1 + tau * lam_1), name="disagreement") \
        .but_not("for a first eigenvalue of either sign", claim=1 / (1 + tau * lam_k) < 1)
    yield r"and a common turn towards $v_k$ by $(1 + \tau \lambda_k)/(1 + \tau \lambda_1)$. No step is too large where " \
        r"$\lambda_k$ is above $-\lambda_1$, or equal to it;", \
        Inequality((1 + tau * lam_k) ** 2 < (1 + tau * lam_1) ** 2, name="no bound",
                   where=[lam_k < lam_1, lam_1 + lam_k >= 0]) \
        .but_not(r"wherever $\lambda_k$ is below $\lambda_1$", where=[lam_k < lam_1])
    yield r"otherwise $\tau$ has to be below $2/(|\lambda_k| - \lambda_1)$.", \
        Inequality((1 + tau * lam_k) ** 2 < (1 + tau * lam_1) ** 2, name="bound",
                   where=[lam_k < lam_1, tau * (-lam_k - lam_1) < 2]) \
        .but_not("4 in the place of 2", where=[lam_k < lam_1, tau * (-lam_k - lam_1) < 4])
    yield "So all multipliers are inside the unit disk at $v_1$ and $-v_1$ for such a step.", \
        ByLemma("attracts", says=both(*(implies(small, there) for there in attracts)), by=["no bound", "bound"],
                name="attracts")
    yield r"At any other eigenvector with $1 + \tau \lambda_r > 0$ the multiplier along $v_1$, the quotient of the same numbers read the " \
        "other way, has a modulus above 1.", \
        ByLemma("others_leave", says=implies(small, others), by=["no bound", "bound"], name="others")
    with given.scope():  # The bound is sharp: at it and beyond it consensus at v_1 is not attracting.
        r = given(mode("r"))
        a, b = given(any_scalar("a")), given(any_scalar("b"))
        given(nonzero(nu[1] + nu[r]))
        tau_star = let("tau_star", lambda: -2 / (nu[1] + nu[r]))
        z = a * v[1] + b * v[r]
        yield r"The bound is sharp. At the step $\tau^* = 2/(|\lambda_d| - \lambda_1)$ the two " \
            "multipliers are opposite, so every consensus in the plane of $v_1$ and $v_d$ is " \
            "reflected in $v_1$, and comes back after two steps: none of them is attracted.", \
            Identity(z + tau_star * (V @ z), (1 + tau_star * nu[1]) * (a * v[1] - b * v[r]), name="reflection") \
            .but_not("it stays", right=(1 + tau_star * nu[1]) * z) \
            .but_not("at half that step", left=z + tau_star / 2 * (V @ z))
        yield "They may start as near to $v_1$ as one likes.", \
            ByLemma("at_the_bound", says=for_every(k, at_bound), name="at the bound")
        yield "Beyond it a multiplier at $v_1$ is outside the unit disk,", \
            Inequality((1 + tau * lam_d) ** 2 > (1 + tau * lam_1) ** 2, name="beyond",
                       where=[lam_d < lam_1, tau * (-lam_d - lam_1) > 2]) \
            .but_not(r"as soon as $\tau |\lambda_d|$ is 2", where=[lam_d < lam_1, tau * -lam_d >= 2])
        yield "and consensus there is unstable.", ByLemma("beyond", says=for_every(k, beyond), name="unstable")
    with given.scope(), given.behind("examples"):
        keeps = Printed(1 + tau * lam_k >= 0, part="variant", name="keeps its side")
        yield "So the lemma's other consensus need not be an equilibrium, even in its range: were it " \
            r"one, $1 + \tau \lambda_k$ would not be negative.", keeps
        yield "For the eigenvalues 1 and $-3$ the bound is 1; at the step $1/2$ consensus at $v_2$ " \
            "changes its sign in every step.", \
            Witness(keeps, {tau: Fraction(1, 2), lam_1: 1, lam_k: -3}, name="two-cycle")
    yield mutant(r"$\lambda_1$ may be negative", drop=lam_1, assume=any_scalar("lam_1"))
