"""Appendix D: a criterion for stable bipartite states in which the step does not occur."""

from collections.abc import Callable

from verify.language.expressions import as_scalar
from verify.vocabulary import *

from .paper import PAPER
from .stability import groups
from .two_groups import TwoGroups, of_all_groups, within_by_sizes


@statement("B-T3*", PAPER.label("sharpens Theorem 3"), origin="ours", position=(4, 14, 5),
           title="A criterion without the step",
           gist="A test for the stability of opposite groups that does not need the step.", rests_on=(
               ("B-T3", "exact form", "trace", "determinant"), "B-T3d"),
           of_layers=OfLayers("bipartite states +-v are stable at most for the first and the last eigenvector, by a "
                              "criterion in v^T P v"))
def step_free(given: Given) -> Proof:
    def inside(s: TwoGroups, tau: Scalar, lam_k: Scalar, lam_r: Scalar) -> Proposition:
        return for_every(any_scalar("z"), lambda z: implies(s.of_the_layer(tau, lam_k, lam_r, z), z**2 < 1))

    def first_blocks(s: TwoGroups, tau: Scalar, lam_1: Scalar) -> Proposition:
        return for_every(any_scalar("lam_k"), lambda lam_k: implies(
            both(lam_k < lam_1, tau * lam_k > -1), iff(
                inside(s, tau, lam_k, lam_1), both(s.E > 1, lam_k < lam_1 * s.ratio))))

    def elsewhere(s: TwoGroups, tau: Scalar, lam_1: Scalar) -> Proposition:
        return for_every((nonzero_scalar("lam_r"), any_scalar("lam_k")), lambda lam_r, lam_k: implies(
                both(lam_r < lam_1, lam_k <= lam_1, tau * lam_r > -1, tau * lam_k > -1), iff(
                    both(inside(s, tau, lam_1, lam_r), inside(s, tau, lam_k, lam_r)),
                    both(s.E < 1, lam_r < 0, lam_r < lam_k, lam_1 < lam_r * s.ratio))))

    def last(s: TwoGroups, tau: Scalar, lam_1: Scalar, *means: Scalar) -> Proposition:
        return for_every(nonzero_scalar("lam_r"), lambda lam_r: implies(
            both(s.E < 1, lam_r < 0, lam_1 < lam_r * s.ratio), both(*(1 + tau * lam_r * mean > 1 for mean in means))))

    def within(s: TwoGroups, tau: Scalar, lam_1: Scalar) -> tuple[Proposition, Proposition]:
        return iff(1 + tau * lam_1 * s.first > 1, s.p * s.E > s.q), iff(1 + tau * lam_1 * s.second > 1, s.q * s.E > s.p)

    def of_all(say: Callable[[TwoGroups, Scalar, Scalar], Proposition], *, short: bool = True) -> Proposition:
        return of_all_groups(lambda s: for_every((positive_scalar("lam_1"), positive_scalar("tau")), lambda lam_1, tau:
            implies(tau * lam_1 < 1, say(s, tau, lam_1)) if short else say(s, tau, lam_1)))

    def decide(s: TwoGroups, tau: Scalar, lam_k: Scalar, lam_r: Scalar) -> Proposition:
        c, b, sigma = tau * lam_k, tau * lam_r, (s.first + s.second) / 2
        return implies(both(both(c > -1, c < 1), b > -1, b < 1), iff(inside(s, tau, lam_k, lam_r), both(
            (c - b) * (sigma * c - s.first * s.second * b) > 0, (1 + c) * (1 + c * sigma) < (1 + b * s.first) * (1 + b * s.second))))

    yield claim(
        r"Let $\lambda_1 > 0$, $\tau \|V\| < 1$, let a bipartite point have groups of $p$ and $q$ tokens with the "
        "score $g$ within them, $E = e^{2 g}$, and let $R(E) = (p E - q)(q E - p)/(p q (E^2 - 1))$, which is "
        "$-R(1/E)$. At $v_1$ the multipliers of the block of $v_k$ are inside the unit circle if and only if $E > 1$, "
        r"that is $g > 0$, and $\lambda_k < \lambda_1 R(E)$. Those within the groups, $1/\rho_\pm$, of two tokens or "
        "more, are inside if and only if $p E > q$ and $q E > p$. At another $v_r$ the multipliers of all blocks are "
        r"inside if and only if $E < 1$, $\lambda_r < 0$ is below all other eigenvalues, and "
        r"$\lambda_1 < |\lambda_r| R(1/E)$; then so are those within the groups.",
        of_all(lambda *of: both(first_blocks(*of), elsewhere(*of), both(*within(*of), last(*of, of[0].first, of[0].second))))) \
        .but_not(r"at $\lambda_k = \lambda_1 R(E)$, too, no multiplier of the block of $v_k$ is 1",
                 of_all(lambda s, tau, lam_1: implies(both(s.E > 1, tau * lam_1 < 1), never(
                     s.of_the_layer(tau, lam_1 * s.ratio, lam_1, as_scalar(1)))), short=False)) \
        .but_not("within a group $g > 0$ is enough, whatever the sizes", within_by_sizes(lambda s: s.E > 1)) \
        .but_not("within a group the sizes are exchanged", within_by_sizes(lambda s: s.q * s.E > s.p))
    yield r"A block has two positive multipliers. They are below 1 if and only if the margins J1 at 1 and J2 of the product are positive (B-T3).", \
        ByLemma("decide", name="of a block", says=of_all_groups(lambda s: for_every(
            (any_scalar("tau"), any_scalar("lam_k"), any_scalar("lam_r")), lambda *of: decide(s, *of))))
    with given.scope():  # R(E) = m/sigma, and how it compares with sigma and 1.
        around = groups(given)
        p, q, E = around.p, around.q, around.E
        sigma = (around.mean_plus + around.mean_minus) / 2
        m = around.mean_plus * around.mean_minus
        below = p * q * (E - 1) * (E + 1)
        yield r"Let $R(E) = (p E - q)(q E - p)/(p q (E^2 - 1))$ for $E \ne 1$. With it $m = \sigma R(E)$.", \
            Identity(sigma * (p * E - q) * (q * E - p), m * below, name="ratio") \
            .but_not(r"$m$ is $\sigma^2$", right=sigma * sigma * below)
        yield r"If $1/E$ replaces $E$, then $\sigma$ changes its sign, and $m$ does not. So $R$ changes its sign, too.", \
            Identity((p / E - q) * (q / E - p) * (1 - E**2), (p * E - q) * (q * E - p) * (1 / E**2 - 1),
                     name="reflected") \
            .but_not("nothing changes", right=(p * E - q) * (q * E - p) * (1 - 1 / E**2))
        yield r"As a product is at most the square of the mean, $R \le \sigma$ for $g > 0$.", \
            Inequality(m <= sigma**2, name="at most the square", because=((around.mean_plus - around.mean_minus) / 2) ** 2) \
            .but_not("half of it", claim=2 * m <= sigma**2)
    sigma, R = given(scalar_between("sigma", 0, 1)), given(any_scalar("R"))
    lam_1, lam_k = given(positive_scalar("lam_1")), given(any_scalar("lam_k"))
    given.layer(asked("one head"), asked("symmetric", "F"), (lam_1, "lambda_1"), asked("simple", "lambda_1"),
                asked("below 1", "norm of F"), asked("full"), asked("nonsingular", "F"))
    ell = given(positive_scalar("ell"))
    yield from at_the_first(given, sigma, R, lam_1, lam_k, of_all(first_blocks))
    with given.scope():  # At v_d, with g < 0: s is -sigma, R is R(1/E) and m = s R.
        s = given(scalar_between("s", 0, 1))
        m = s * R
        yield r"Elsewhere only $\lambda_r = -l$, the last one and negative, with $g < 0$, can be stable. Put " \
            r"$s = -\sigma > 0$ and $R = R(1/E)$, so that $m = s R$. Then J1 for $v_1$ says that $\lambda_1 < l R$;", \
            Inequality(lam_1 < ell * R, name="J1 needs R, last", where=[(lam_1 + ell) * (m * ell - s * lam_1) > 0],
                       because=(lam_1 + ell) * (m * ell - s * lam_1) / (s * (lam_1 + ell))) \
            .but_not("without J1", where=[])
        yield r"conversely it holds then for every mode above the last. For a copy of $\lambda_d$ " \
            r"the margin is 0, which is why $\lambda_d$ has to be simple.", \
            Inequality((lam_k + ell) * (m * ell - s * lam_k) > 0, name="J1 from R, last",
                       where=[-ell < lam_k, lam_k <= lam_1, lam_1 < ell * R],
                       because=(lam_k + ell) * s * ((ell * R - lam_1) + (lam_1 - lam_k))) \
            .but_not("for copies of the last", where=[-ell <= lam_k, lam_k <= lam_1, lam_1 < ell * R])
        b_d = given(scalar_between("b_d", 0, 1))                           # tau l
        c_k = given(any_scalar("c_k"))                                     # tau lambda_k
        yield r"J2 holds, too: for $b = \tau l$ and $c = \tau \lambda_k$ below $b R$, " \
            r"$(1 + c)(1 - c s)$ is less than $\rho_+ \rho_-$.", \
            Inequality((1 + c_k) * (1 - c_k * s) < 1 + 2 * b_d * s + b_d**2 * m, name="product, last",
                       where=[c_k < b_d * R, R > 0, R <= s],
                       because=b_d * (s * (1 - s) + (s - R) * (1 + s)) + 2 * m * b_d + b_d**2 * m + c_k**2 * s
                       + (b_d * R - c_k) * (1 - s)) \
            .but_not("for larger $c$", where=[R > 0, R <= s])
        yield r"At any other $v_r$ some margin is negative (B-T3d). At the last one J1 holds for all modes if and only if $\lambda_1 < l R$, " \
            r"and with it J2. So there the last is the only one.", \
            ByLemma("elsewhere", says=of_all(elsewhere), name="elsewhere",
                    by=["J1 needs R, last", "J1 from R, last", "product, last"])
        yield r"Within a group $1/\rho$ is below 1 if and only if its own mean has the sign of $\lambda_r$.", \
            ByLemma("within", name="within", says=both(*(of_all(say, short=False) for say in (
                lambda *of: within(*of)[0], lambda *of: within(*of)[1],
                lambda *of: last(*of, of[0].first), lambda *of: last(*of, of[0].second)))))
    with given.behind("examples"), given.scope():
        V, tau, mu = given(any_operator("V")), given(positive_scalar("tau")), given(any_scalar("mu"))
        u, nu = given(eigenvector("u", of=V, value="nu"))
        rho = let("rho", lambda: 1 + tau * nu * mu)
        yield r"The length $\rho$ is that of a token at $u$ that is drawn to its own side by $\mu$, for an eigenvalue $\nu$.", \
            Identity(u + tau * (V @ (mu * u)), rho * u, name="length") \
            .but_not("whatever the mean", right=(1 + tau * nu) * u)


@lemma
def at_the_first(given: Given, sigma: Scalar, R: Scalar, first: Scalar, other: Scalar, blocks: Proposition) -> Proof:
    """At v_1, with g > 0: both directions."""
    m = sigma * R
    yield r"At $v_1$ only $g > 0$ can be stable (B-T3d). Then $\sigma > 0$, and J1 says that " \
        r"$\lambda_k < \lambda_1 R$, which asks most of $\lambda_2$;", \
        Inequality(other < first * R, name="J1 needs R",
                   where=[other < first, (other - first) * (sigma * other - m * first) > 0],
                   because=(other - first) * (sigma * other - m * first)
                   / (sigma * (first - other))) \
        .but_not("without J1", where=[other < first])
    yield "conversely it holds there.", \
        Inequality((other - first) * (sigma * other - m * first) > 0, name="J1 from R",
                   where=[other < first, other < first * R]) \
        .but_not(r"up to $\lambda_1$", where=[other < first])
    b = given(scalar_between("b", 0, 1))                             # tau lambda_1
    c = given(scalar_between("c", -1, 1))                            # tau lambda_k
    edge, both = (1 + b * R) * (1 + b * R * sigma), 1 + 2 * b * sigma + b**2 * m
    yield r"It brings J2 with it. For $b = \tau \lambda_1$ and $c = \tau \lambda_k$, both below " \
        r"1 in absolute value, $(1 + c)(1 + c \sigma)$ is less than at $c = b R$,", \
        Inequality((1 + c) * (1 + c * sigma) < edge, where=[c < b * R], name="below",
                   because=(b * R - c) * ((1 - sigma) + sigma * ((b * R - c) + 2 * (1 + c)))) \
        .but_not("for larger $c$", where=[])
    yield r"and there less than $\rho_+ \rho_-$: for $R \ge 0$", \
        Inequality(edge < both, where=[R >= 0, R <= sigma], name="product, R >= 0",
                   because=b * (sigma * (1 - sigma) + (sigma - R) * (1 + sigma)) + b**2 * m * ((1 - sigma) + (sigma - R))) \
        .but_not("for any $R$", where=[R >= 0])
    yield "and for $R < 0$.", \
        Inequality(edge < both, where=[R < 0, b * R > -1], name="product, R < 0",
                   because=b * ((sigma - R) + sigma * (1 - R) * (1 + b * R))) \
        .but_not("for $R$ below 1", where=[R < 1, b * R > -1])
    yield r"So both margins at $v_1$ are positive if and only if $g > 0$ and $\lambda_k < \lambda_1 R(E)$.", \
        ByLemma("at_first", says=blocks, name="at the first",
                by=["J1 needs R", "J1 from R", "below", "product, R >= 0", "product, R < 0"])
    yield mutant(r"$\lambda_1$ may be negative", drop=first, assume=any_scalar("lam_1"))
