"""Where the states that spectra are taken at are fixed, or at rest."""

from verify.vocabulary import *


@lemma
def fixed_pattern(given: Given, tau: Scalar) -> Proof:
    """Consensus (every sign 1, every mean 1) and other sign patterns at an eigenvector."""
    V_f = given(any_operator("V_f"))
    u, nu = given(eigenvector("u_f", of=V_f, value="nu_f"))
    e_f, mu_f = given(any_scalar("e_f")), given(any_scalar("mu_f"))
    yield r"A token at $e u$, with a sign $e$ and an eigenvector $u$ of the value matrix for $\nu$, that is drawn " \
        r"to $e \mu u$ (with $\mu = 1$ in consensus) comes to $(1 + \tau \nu \mu) e u$. Where this length is " \
        "positive the state is fixed, and the layer analytic near it. So it is exponentially stable if all its " \
        "multipliers along tangents are inside the unit circle, and unstable if one is outside.", \
        Identity(e_f * u + tau * (V_f @ ((e_f * mu_f) * u)), (1 + tau * nu * mu_f) * (e_f * u), name="fixed") \
        .but_not("whatever the mean", right=(1 + tau * nu) * (e_f * u))


@lemma
def fixed_polygon(given: Given, tau: Scalar) -> Proof:
    """Tokens with the sum 0, under the Oja map."""
    V_f, x_f, i_f = given(any_operator("V_f")), given(balanced_tokens("x_f")), tokens.any("i_f")
    pull = total(x_f[j] for j in tokens) / tokens.count
    yield "Tokens with sum 0 are fixed, with length 1, so the layer is analytic near them.", \
        Identity(x_f[i_f] + tau * (V_f @ pull), x_f[i_f], name="fixed") \
        .but_not("each is drawn to itself", left=x_f[i_f] + tau * (V_f @ x_f[i_f]))


@lemma
def resting_pattern(given: Given) -> Proof:
    """A sign pattern at an eigenvector, in continuous time."""
    V_f = given(any_operator("V_f"))
    u, _ = given(eigenvector("u_f", of=V_f, value="nu_f"))
    mu_f = given(any_scalar("mu_f"))
    yield "Tokens at $u$ or $-u$, with an eigenvector $u$ of $V$, that are drawn along it are at " \
        "rest; their velocities are analytic. So the state is exponentially stable if all its exponents along tangents have negative real " \
        "parts, and unstable if one has a positive one.", \
        Identity(tangent(V_f @ (mu_f * u), u), zero_vector(), name="resting") \
        .but_not("without the projection", left=V_f @ (mu_f * u))
