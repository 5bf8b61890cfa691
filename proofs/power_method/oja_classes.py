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
    yield "The idea: the derivative of the layer decides wherever a multiplier is off the unit circle. Only for equal groups on a line " \
        r"there may be none, and there the energy decides. At consensus at $v$ the multipliers of common turns are those of Lemma 4, and " \
        r"disagreement is contracted by $1/(1 + \tau \lambda)$. So it attracts exponentially.", \
        ByLemma("consensus", says=classes[0], name="attracts")
    yield r"For two groups at another eigenvector the determinant of the block of $v$ is above 1 (Lemma 5), so one " \
        "multiplier is outside the unit circle. Consensus there is left by tokens that agree and begin near it. So these states leave,", \
        ByLemma("below", says=classes[1], name="elsewhere")
    yield r"and groups of different sizes at $v$ do: there the characteristic polynomial of a block is negative at 1 (Lemma 5), so one " \
        "multiplier is above 1.", ByLemma("unequal", says=classes[2], name="different sizes")
    yield r"Polygonal states that are not on one line have a multiplier $1 + \tau \nu > 1$ (Lemma 6). So they leave.", \
        ByLemma("polygonal", says=classes[3], name="off a line")
    with given.scope():  # Opposite groups of one size: for n >= 4 every direction of the mean occurs nearby.
        u, z = given(orthonormal_pair("u", "z"))
        c, s = given(scalar_between("c", 0, 1, closed=True)), given(any_scalar("s"))
        C, S = given(scalar_between("C", 0, 1, closed=True)), given(any_scalar("S"))
        # cos(a +- b) = c C -+ s S and sin(a +- b) = s C +- c S
        one = (c * C - s * S) * u + (s * C + c * S) * z
        two = (c * C + s * S) * u - (s * C - c * S) * z
        yield r"Equal groups at $u$ and $-u$ also have such a multiplier if $V$ has a positive eigenvalue on what is orthogonal to $u$. " \
            r"If $V$ is negative there, no multiplier has a modulus above 1 (Lemma 6). For two tokens the state is then stable, as " \
            "Lemma 5 shows, though not asymptotically: its neighbours of the same kind stay where they are. " \
            r"For $n \ge 4$ it is unstable all the same. Turn two tokens at $u$ by the angles $a + b$ and $b - a$ " \
            "towards $z$, and leave two at $-u$, and all others in opposite pairs. With the cosines $c$, $C$ and " \
            "the sines $s$, $S$ of $a$ and $b$ the sum of all tokens is", \
            Identity(one + two - 2 * u, 2 * (c * C - 1) * u + 2 * c * S * z, name="sum") \
            .but_not("it stays 0", right=0 * u) \
            .but_not("only $z$ occurs", right=2 * c * S * z)
        yield "of which the first part is quadratic in the angles and negative, the second linear in $b$: with $b$ " \
            "small against $a$ every direction of the plane occurs, as near the state as one likes.", \
            Inequality(1 - c * C > 0, where=[c < 1], because=(1 - c) + c * (1 - C), name="first part") \
            .but_not("also without a turn", where=[])
        f = given(any_scalar("f"))
        yield "So the mean can be along $f v$, where the energy is positive. The energy never " \
            "falls (Lemma 7), it is 0 at all equilibria near the state, and so the tokens leave.", \
            Identity((f * v) @ V @ (f * v), f**2 * lam, name="positive energy") \
            .but_not("of the first degree", right=f * lam)
        with given.behind("examples"):
            gone = Printed(c * C >= 1, part="variant", name="two tokens")
            yield r"With one token at each end there are no two to turn: $|s|^2 = (1 + x_1^\top x_2)/2$, and $s$ is " \
                "orthogonal to $x_1 - x_2$. For four the first part would have to vanish,", gone
            yield "and it does not.", \
                Witness(gone, {c: Fraction(4, 5), C: 1}, name="it does not")
    yield "This settles equal groups.", ByLemma("equal_groups", says=classes[4], name="equal sizes")
