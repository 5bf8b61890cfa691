"""The companion in continuous time: where bipartite states of the flow can attract."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .two_groups import TwoGroups, equal_groups, of_all_groups, where_unstable


@statement("B-CT3", PAPER.label("continuous companion"), origin="ours", position=(4, 20, 3),
           rests_on=("B-CT1", "B-T3d"), title="Where stable bipartite points of the flow can be")
def where_stable(given: Given) -> Proof:
    def of_all(say: Callable[[TwoGroups, Scalar], Proposition]) -> Proposition:
        return of_all_groups(lambda s: for_every(positive_scalar("lam_1"), lambda lam_1: say(s, lam_1)))

    elsewhere = of_all(lambda s, lam_1: where_unstable(s, s.grows, lam_1)[0])
    at_first = of_all(lambda s, lam_1: where_unstable(s, s.grows, lam_1)[1])
    without_scores = of_all(lambda s, lam_1: for_every(any_scalar("lam_k"), lambda lam_k: implies(
        both(equals(s.E, 1), lam_k < lam_1),
        iff(s.grows(lam_k, lam_1), either(either(s.p < s.q, s.p > s.q), lam_k > 0)))))
    yield claim(
        r"Let $\lambda_1 > 0$. Take a bipartite state of the flow at $v_r$ with $\lambda_r \ne 0$, and let "
        r"$g = v_r^\top P v_r$, with the score matrix $P$, be the score within its groups. Some exponent is positive, "
        r"except at $v_1$ with $g \ge 0$, and at $\lambda_r = \lambda_d < 0$ with $g < 0$ and "
        r"$|\lambda_d| > \lambda_1$. It is one of the block of $v_1$, or of the block of any eigenvalue below "
        r"$\lambda_r$; at $v_1$ with $g < 0$ every block has one. At $v_1$ with $g = 0$ the block of $v_k$ has a "
        r"positive exponent if and only if $p \ne q$ or $\lambda_k > 0$.",
        elsewhere, at_first, without_scores) \
        .but_not(r"at $v_1$ with $g = 0$ and $p = q$ the block of $v_k$ has no exponent $\lambda_k > 0$", equal_groups(
            lambda s, lam_1, lam: implies(lam < lam_1, never(s.of_the_flow(lam, lam_1, lam))))) \
        .but_not(r"nor has that of $v_1$ the exponent $\lambda_1$ at another $v_r$", equal_groups(
            lambda s, lam_1, lam: implies(lam < lam_1, never(s.of_the_flow(lam_1, lam, lam_1)))))
    with given.scope():
        nu, nu_2 = given(any_scalar("nu")), given(any_scalar("nu_2"))
        yield "The idea: the exponents of a block are real, and at every other place its trace is positive or its determinant negative. A " \
            "negative product means a positive exponent,", \
            Inequality(nu > 0, where=[nu * nu_2 < 0, nu_2 < nu], name="positive exponent") \
            .but_not("a positive product, too", where=[nu * nu_2 > 0, nu_2 < nu])
        yield "and so does a positive sum.", \
            Inequality(nu > 0, where=[nu + nu_2 > 0, nu_2 <= nu], because=((nu + nu_2) + (nu - nu_2)) / 2,
                       name="positive sum")
    mu_plus = given(scalar_between("mu_plus", -1, 1))
    mu_minus = given(scalar_between("mu_minus", -1, 1))
    lam_r, lam_k = given(nonzero_scalar("lam_r")), \
        given(nonzero_scalar("lam_k"))
    lam_1 = given(positive_scalar("lam_1"))
    sigma = let("sigma", lambda: (mu_plus + mu_minus) / 2)
    with given.scope():  # g = 0, for which sigma = 0 and m = -mu^2.
        mu = given(scalar_between("mu", -1, 1))
        moved = given(that(mu**2 > 0))
        det = mu**2 * lam_r * (lam_k - lam_r)
        yield r"Let $g = 0$ and $p \ne q$: the trace is $\lambda_k$, and the determinant " \
            r"$\mu^2 \lambda_r (\lambda_k - \lambda_r)$, negative at $v_1$ for any other mode", \
            Inequality(det < 0, where=[lam_r > 0, lam_k < lam_r], name="unequal groups, first") \
            .but_not("at other modes, too", where=[lam_r > 0])
        yield r"and at negative $\lambda_r$ for $v_1$. At $0 < \lambda_r < \lambda_1$ the trace for " \
            "$v_1$ is positive.", \
            Inequality(mu**2 * lam_r * (lam_1 - lam_r) < 0, where=[lam_r < 0],
                       because=mu**2 * -lam_r * (lam_1 - lam_r), name="unequal groups, negative") \
            .but_not("at any eigenvalue", where=[])
        yield mutant("the groups may be equal", drop=moved)
        yield r"For $p = q$ the exponents are 0 and $\lambda_k$, so that at $v_1$ the sign of $\lambda_k$ decides.", \
            ByLemma("without_scores", says=without_scores, name="without scores")

    # With positive g a stable state is at the first eigenvector only.
    yield r"Let $g > 0$, so that $\sigma > 0$ (B-T3d). For $\lambda_r < 0$ the trace for $v_1$ " \
        "is positive: a stable state is not there.", \
        Inequality(lam_1 * (1 + sigma) - 2 * sigma * lam_r > 0, where=[lam_r < 0, sigma > 0],
                   because=lam_1 * (1 + sigma) + 2 * sigma * -lam_r, name="attracting, negative") \
        .but_not(r"for positive $\lambda_r$ as well", where=[sigma > 0])
    yield r"Nor is it at $0 < \lambda_r < \lambda_1$.", \
        Inequality(lam_1 * (1 + sigma) - 2 * sigma * lam_r > 0, name="attracting, between",
                   where=[lam_r > 0, lam_r < lam_1, sigma > 0],
                   because=(lam_1 - lam_r) * (1 + sigma) + lam_r * ((1 - mu_plus) + (1 - mu_minus)) / 2) \
        .but_not(r"above $\lambda_1$", where=[lam_r > 0, sigma > 0])
    with given.scope():  # With negative g it is at the last one, with a negative eigenvalue that is larger in size.
        yield r"Let $g < 0$. The determinants are those of the layer's margin at 1: for $\lambda_r < 0$ that of $v_1$ is negative, or one " \
            r"for an eigenvalue below $\lambda_r$, except at $\lambda_d < -\lambda_1$ (B-T3d). Let $\lambda_r > 0$, which may be " \
            r"$\lambda_1$. A group of two or more with $\mu < 0$ has the exponent $-\lambda_r \mu > 0$.", \
            Inequality(-lam_r * mu_plus > 0, where=[lam_r > 0, mu_plus < 0], because=lam_r * -mu_plus,
                       name="repelled group") \
            .but_not(r"for a negative $\lambda_r$ as well", where=[mu_plus < 0])
        yield r"Two single tokens have the exponents $\lambda_k - \lambda_r \sigma$, positive for $\lambda_k > 0$,", \
            Inequality(lam_k - lam_r * sigma > 0, where=[lam_r > 0, sigma < 0, lam_k > 0],
                       because=lam_k + lam_r * -sigma, name="two single tokens") \
            .but_not(r"for every $\lambda_k$", where=[lam_r > 0, sigma < 0])
        yield r"and $(\lambda_k - \lambda_r) \sigma$, positive for $\lambda_k < 0$.", \
            Inequality((lam_k - lam_r) * sigma > 0, where=[lam_r > 0, sigma < 0, lam_k < 0],
                       name="two single tokens, below")
        s, kappa = -sigma, given(nonzero_scalar("kappa"))
        yield r"If the other groups have $\mu_+ \ge 0 > \mu_-$, a nonnegative determinant means, as for the layer, " \
            r"that $\kappa = \lambda_k/\lambda_r$ is positive, and then the trace is.", \
            Inequality(lam_r * (kappa * (1 - s) + 2 * s) > 0, name="inside",
                       where=[lam_r > 0, kappa > 0, sigma < 0],
                       because=lam_r * (kappa * ((1 + mu_plus) + (1 + mu_minus)) / 2 + 2 * s)) \
            .but_not("for a negative ratio, too", where=[lam_r > 0, sigma < 0])
        yield "So some exponent is positive, wherever $v_r$ is neither $v_1$ nor the last,", \
            ByLemma("elsewhere", says=elsewhere, name="elsewhere")
        yield "and at $v_1$ for $g < 0$, in every block.", ByLemma("repelled", says=at_first, name="at the first")
    with given.behind("examples"), given.scope():  # Two opposite tokens at each of the two places, with negative exponents.
        t, ell = given(scalar_between("t", 0, 1)), given(positive_scalar("ell"))
        yield "Both places that remain do occur. For $p = q = 1$ the exponents are " \
            r"$\lambda_k - \lambda_r \tanh g$ and $(\lambda_k - \lambda_r) \tanh g$. At $v_1$, with " \
            r"$\tanh g = t > 0$, the first are negative if $\lambda_2 < \lambda_1 t$,", \
            Inequality(lam_k - lam_1 * t < 0, where=[lam_k < lam_1 * t], name="opposite, first") \
            .but_not("for any second eigenvalue", where=[lam_k < lam_1])
        yield "and then so are the second.", \
            Inequality((lam_k - lam_1) * t < 0, where=[lam_k < lam_1 * t], name="opposite, first, turned") \
            .but_not("for any second eigenvalue", where=[])
        yield r"At a simple $\lambda_d = -\ell$, with $\tanh g = -t$, the first are $\lambda_k - \ell t$, " \
            r"negative if $\lambda_1 < \ell t$, and the second $-(\lambda_k + \ell) t$.", \
            Inequality(-(lam_k + ell) * t < 0, where=[-ell < lam_k], because=(lam_k + ell) * t,
                       name="opposite, last") \
            .but_not("for a repeated last eigenvalue", where=[-ell <= lam_k])
