"""Appendix D, repaired: the equilibria of the Oja map class by class."""

from verify.vocabulary import *

from .oja_states import (
    across,
    at_eigenvectors_below,
    attracts,
    leaves,
    norm_at_most,
    of_different_sizes,
    of_equal_sizes,
    off_a_line,
)
from .paper import PAPER
from .principal import comes_no_further


@statement("B-T2*", PAPER.label("repairs Theorem 2"), title="Stability class by class",
           gist="Which agreements and which opposite groups of tokens are stable, case by case, "
                "when weights are equal.", origin="ours",
           rests_on=("B-L4", "B-L7",
                     ("B-L5", "push", "spectrum", "determinant", "at 1", "above 1", "at v_1", "at another",
                      "product", "equal groups", "kept"),
                     ("B-L6", "average", "no average", "range", "definite", "conjugate", "signs", "line",
                      "restriction", "criterion", "unstable"),
                     ("B-T2", "normalised", "contraction", "Bessel", "lengths", "turn")),
           position=(4, 1, 3))
def class_by_class(given: Given) -> Proof:
    tau, V = given(positive_scalar("tau")), given(symmetric_operator("V"))
    v, lam = given(eigenvector("v", of=V, value="lam"))
    classes = (attracts(V, tau, v), at_eigenvectors_below(V, tau, lam), of_different_sizes(V, tau, v), off_a_line(V, tau),
               of_equal_sizes(V, tau))
    yield claim(
        r"Let $\tau \|V\| < 1$, and let $v$ be a unit eigenvector of $V$ for $\lambda > 0$, with "
        r"$V \le \nu < \lambda$ on what is orthogonal to it. In two dimensions or more, under the Oja map, consensus "
        r"at $\pm v$ is exponentially stable. Consensus and bipartite states at eigenvectors for other eigenvalues "
        "are unstable, and so are bipartite states at $v$ with groups of different sizes, and polygonal states off a "
        "line. Equal groups at $u$ and $-u$ are unstable if $V$ is positive somewhere on what is orthogonal to $u$. "
        r"If it is negative there, they are stable for $n = 2$, though not exponentially, and unstable for $n \ge 4$, "
        "whatever $V$ is.",
        for_every((nonnegative_scalar("kappa"), any_scalar("nu")), lambda kappa, nu: implies(
            both(lam > 0, nu < lam, across(v, lambda z: z @ V @ z <= nu * (z @ z)),
                 norm_at_most(V, kappa), tau * kappa < 1),
            both(*classes)))) \
        .but_not(r"if $\lambda$ is not the largest, tokens that agree still come no further from $v$",
                 comes_no_further(lambda z: V @ z, v, tau),
                 at={tau: Fraction(1, 4), V: [[1, 0], [0, 2]], v: [1, 0], lam: 1}) \
        .but_not(r"tokens that agree come no further from $v$ under $-V$ either", comes_no_further(lambda z: -(V @ z), v, tau),
                 at={tau: Fraction(1, 2), V: [[1, 0], [0, 0]], v: [1, 0], lam: 1}) \
        .but_not("consensus at a smaller eigenvalue is an unstable equilibrium at every step", leaves(V, tau, v),
                 at={tau: 1, V: [[1, 0], [0, -4]], v: [0, 1], lam: -4})
    nu_a, nu_b = given(positive_scalar("nu_a")), given(any_scalar("nu_b"))
    yield "The idea: the derivative of the layer decides wherever a multiplier is off the unit circle. Only for equal groups on a line there may " \
        r"be none, and there the energy decides. At consensus at $v_1$ the multipliers of common turns are compared as in Lemma 4,", \
        Inequality((1 + tau * nu_b) ** 2 < (1 + tau * nu_a) ** 2, name="consensus",
                   where=[nu_b < nu_a, 1 + tau * nu_b > 0],
                   because=tau * (nu_a - nu_b) * ((1 + tau * nu_b) + 1 + tau * nu_a)) \
        .but_not("at any step", where=[nu_b < nu_a])
    yield r"and disagreement is contracted by $1/(1 + \tau \lambda_1)$.", \
        Inequality(1 / (1 + tau * nu_a) < 1, because=tau * nu_a / (1 + tau * nu_a), name="disagreement") \
        .but_not("by any eigenvalue", claim=1 / (1 + tau * nu_b) < 1)
    yield "So it attracts exponentially.", ByLemma("consensus", says=classes[0], name="attracts")
    with given.scope():  # Bipartite states with p != q, and polygons that are not on one line.
        t, lam_r = given(positive_scalar("t")), given(any_scalar("lam_r"))
        lam_b, mu = given(any_scalar("lam_b")), given(any_scalar("mu"))
        at_1 = t**2 * mu**2 * lam_r * (lam_b - lam_r)
        yield r"Bipartite states with $p \ne q$ are unstable. At $v_1$ the characteristic polynomial " \
            "of the block (Lemma 5) is negative at 1, so one multiplier is above 1;", \
            Inequality(at_1 < 0, where=[lam_r > 0, lam_b < lam_r, mu**2 > 0], name="bipartite",
                       because=t**2 * mu**2 * lam_r * (lam_r - lam_b)) \
            .but_not(r"$p \ne q$ can be stable", claim=at_1 > 0) \
            .but_not("for $p = q$, too", where=[lam_r > 0, lam_b < lam_r])
        yield "at another eigenvector its determinant for $v_1$ is above 1, so one multiplier is outside the unit circle.", \
            Inequality(1 + t * lam_b > 1 - (t * lam_r * mu) ** 2, where=[lam_b > 0],
                       name="bipartite elsewhere", because=t * lam_b + (t * lam_r * mu) ** 2) \
            .but_not("for every eigenvalue", where=[])
        yield "Consensus there is left by tokens that agree and begin near it. So these states leave,", \
            ByLemma("below", says=classes[1], name="elsewhere")
        yield "and groups of different sizes at $v_1$ do.", ByLemma("unequal", says=classes[2], name="different sizes")
        nu = given(any_scalar("nu"))
        yield r"Polygonal states that are not on one line have a multiplier $1 + \tau \nu$ with " \
            r"$\nu > 0$ (Lemma 6), and so have states of equal groups at $u$ and $-u$ if $V$ has a " \
            "positive eigenvalue on what is orthogonal to $u$.", \
            Inequality((1 + t * nu) ** 2 > 1, where=[nu > 0], name="polygons") \
            .but_not("for a negative one, too", where=[])
        yield "So polygonal states off a line leave.", ByLemma("polygonal", says=classes[3], name="off a line")
    with given.scope():  # Opposite groups of one size: where V is negative beside them no multiplier decides.
        tau_0, nu_0, kappa = (given(positive_scalar("tau_0")), given(any_scalar("nu_0")),
                          given(nonnegative_scalar("kappa")))
        yield "If $V$ is negative on what is orthogonal to $u$, no multiplier has a modulus above 1; " \
            "for two tokens the state is stable, as Lemma 5's counterexample shows at $v_1$, " \
            "though not asymptotically: its neighbours of the same kind stay where they are.", \
            Inequality((1 + tau_0 * nu_0) ** 2 <= 1, name="no multiplier",
                       where=[nu_0 <= 0, -kappa <= nu_0, tau_0 * kappa <= 2],
                       because=tau_0 * (-nu_0) * ((2 - tau_0 * kappa) + tau_0 * (nu_0 + kappa))) \
            .but_not("at every step", where=[nu_0 <= 0])
    with given.scope():  # For n >= 4 the energy decides: every direction of the mean occurs nearby.
        u_1, z_1 = given(orthonormal_pair("u_1", "z_1"))
        c, s = given(scalar_between("c", 0, 1, closed=True)), given(any_scalar("s"))
        C, S = given(scalar_between("C", 0, 1, closed=True)), given(any_scalar("S"))
        # cos(a +- b) = c C -+ s S and sin(a +- b) = s C +- c S
        one = (c * C - s * S) * u_1 + (s * C + c * S) * z_1
        two = (c * C + s * S) * u_1 - (s * C - c * S) * z_1
        yield r"For $n \ge 4$ it is unstable all the same. Turn two tokens at $u$ by the angles $a + b$ and $b - a$ " \
            "towards $z$, and leave two at $-u$, and all others in opposite pairs. With the cosines $c$, $C$ and " \
            "the sines $s$, $S$ of $a$ and $b$ the sum of all tokens is", \
            Identity(one + two - 2 * u_1, 2 * (c * C - 1) * u_1 + 2 * c * S * z_1, name="sum") \
            .but_not("it stays 0", right=0 * u_1) \
            .but_not("only $z$ occurs", right=2 * c * S * z_1)
        yield "of which the first part is quadratic in the angles and negative, the second linear in $b$: with $b$ " \
            "small against $a$ every direction of the plane occurs, as near the state as one likes.", \
            Inequality(1 - c * C > 0, where=[c < 1], because=(1 - c) + c * (1 - C), name="first part") \
            .but_not("also without a turn", where=[])
        V_1, m = given(symmetric_operator("V_1")), given(any_vector("m"))
        f = given(any_scalar("f"))
        yield "So the mean can be along $f v_1$, where the energy is positive. The energy never " \
            "falls (Lemma 7), it is 0 at all equilibria near the state, and so the tokens leave.", \
            Identity((f * m) @ V_1 @ (f * m), f**2 * (m @ V_1 @ m), name="positive energy") \
            .but_not("of the first degree", right=f * (m @ V_1 @ m))
        with given.behind("examples"):
            gone = Printed(c * C >= 1, part="variant", name="two tokens")
            yield r"With one token at each end there are no two to turn: $|s|^2 = (1 + x_1^\top x_2)/2$, and $s$ is " \
                "orthogonal to $x_1 - x_2$. For four the first part would have to vanish,", gone
            yield "and it does not.", \
                Witness(gone, {c: Fraction(4, 5), C: 1}, name="it does not")
    yield "This settles equal groups.", ByLemma("equal_groups", says=classes[4], name="equal sizes")
