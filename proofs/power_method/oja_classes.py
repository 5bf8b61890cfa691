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
    yield "The idea: the derivative of the layer decides wherever a multiplier is off the unit circle." "\n\n" \
        "Only for equal groups on a line there may be none, and there the energy decides. At consensus at $v$ " \
        r"the multipliers of common turns are those of Lemma 4, and disagreement is contracted by $1/(1 + \tau " \
        r"\lambda)$. So it attracts exponentially.", \
        ByLemma("consensus", says=classes[0], name="attracts")
    yield r"For two groups at another eigenvector the determinant of the block of $v$ is above 1 (Lemma 5), so one " \
        "multiplier is outside the unit circle. Consensus there is left by tokens that agree and begin near it. So these states leave,", \
        ByLemma("below", says=classes[1], name="elsewhere")
    yield r"and groups of different sizes at $v$ do: there the characteristic polynomial of a block is negative at 1 (Lemma 5), so one " \
        "multiplier is above 1.", ByLemma("unequal", says=classes[2], name="different sizes")
    f = given(any_scalar("f"))
    yield "At states with the mean 0 the energy is 0, and near them it is positive where the mean is along $v$:", \
        Identity((f * v) @ V @ (f * v), f**2 * lam, name="positive energy") \
        .but_not("of the first degree", right=f * lam)
    yield "The energy never falls, and it rises unless the push is along all tokens (Lemma 7). Two tokens of a polygonal state that are not on one line " \
        "can be moved so that the mean is along $v$, and no push is along all tokens nearby. So such states are left.", \
        ByLemma("polygonal", says=classes[3], by="positive energy", name="off a line")
    with given.scope():  # Opposite groups of one size: for n >= 4 two tokens can be moved so that the mean is along v.
        u, k, r = given(unit_vector("u")), given(any_vector("k")), given(any_scalar("r"))
        s = let("s", lambda: 2 * u + f * v)
        yield r"Equal groups at $u$ and $-u$ also have such a multiplier if $V$ has a positive eigenvalue on what is orthogonal to $u$. " \
            r"If $V$ is negative there, no multiplier has a modulus above 1 (Lemma 6). For two tokens the state is then stable, as " \
            "Lemma 5 shows, though not asymptotically: its neighbours of the same kind stay where they are. " \
            r"For $n \ge 4$ it is unstable all the same. Move two tokens from $u$ to $s/2 + k$ and $s/2 - k$: the sum of all tokens, which was 0, becomes", \
            Identity((s / 2 + k) + (s / 2 - k) - 2 * u, f * v, name="sum") \
            .but_not("it stays 0", right=0 * u)
        yield r"For this the new sum of the two has to be shorter than 2, so let $f$ be small and of the sign of $-u^\top v$:", \
            Identity(s @ s, 4 + 4 * f * (u @ v) + f**2, name="shorter") \
            .but_not("to first order", right=4 + 4 * f * (u @ v))
        yield "Then some small $k$ orthogonal to $s$ makes both of length 1, with $r = 1$ and $r = -1$ in", \
            Identity((s / 2 + r * k) @ (s / 2 + r * k), (s @ s) / 4 + r * (s @ k) + r**2 * (k @ k), name="lengths") \
            .but_not("for any $k$", right=(s @ s) / 4 + r**2 * (k @ k))
        yield "and both are as near $u$ as one likes:", \
            Identity(s / 2 + r * k - u, (f / 2) * v + r * k, name="near") \
            .but_not("without $v$", right=r * k)
        yield "So near the state the energy is positive (positive energy), and the tokens leave as polygons do. For two tokens there are no two at $u$ to move.", \
            ByLemma("equal_groups", says=classes[4], by=["sum", "shorter", "lengths", "near", "positive energy"], name="equal sizes")
