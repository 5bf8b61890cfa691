"""The companion in continuous time: where bipartite states of the flow can attract."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .two_groups import TwoGroups, equal_groups, of_all_groups, where_unstable


def block_trace(sigma: Scalar, lam: Scalar, at: Scalar) -> Scalar:
    """The sum of the exponents of a block, at an equilibrium with this eigenvalue."""
    return lam * (1 + sigma) - 2 * sigma * at


def block_determinant(sigma: Scalar, product: Scalar, lam: Scalar, at: Scalar) -> Scalar:
    """Their product, for the product of the means."""
    return (lam - at) * (sigma * lam - product * at)


def exponents(given: Given, mu_plus: Scalar, mu_minus: Scalar, sigma: Scalar, lam_k: Scalar, lam_r: Scalar) -> Proof:
    """They are the zeros of a polynomial, and real."""
    z = given(any_scalar("z"))
    first, second = (lam_k * (1 + mu) / 2 - lam_r * mu for mu in (mu_plus, mu_minus))
    t, d = block_trace(sigma, lam_k, lam_r), block_determinant(sigma, mu_plus * mu_minus, lam_k, lam_r)
    yield r"With $\sigma$ for half the sum of the means, the exponents of a block are the zeros of a polynomial.", \
        Identity((first - z) * (second - z) - lam_k**2 * ((1 - mu_plus) / 2) * ((1 - mu_minus) / 2), z**2 - t * z + d, name="polynomial") \
        .but_not("without the turns", right=z**2 - t * z + first * second)
    yield "They are real.", \
        Inequality(t**2 - 4 * d >= 0, name="real", because=(first - second) ** 2 + lam_k**2 * (1 - mu_plus) * (1 - mu_minus)) \
        .but_not("and equal", claim=t**2 - 4 * d <= 0)


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
    mu_plus, mu_minus = given(scalar_between("mu_plus", -1, 1)), given(scalar_between("mu_minus", -1, 1))
    lam_r, lam_k, lam_1 = given(any_scalar("lam_r")), given(any_scalar("lam_k")), given(positive_scalar("lam_1"))
    sigma, delta = let("sigma", lambda: (mu_plus + mu_minus) / 2), let("delta", lambda: (mu_plus - mu_minus) / 2)
    yield from exponents(given, mu_plus, mu_minus, sigma, lam_k, lam_r)
    less, more, product = ((1 + mu_plus) + (1 + mu_minus)) / 2, ((1 - mu_plus) + (1 - mu_minus)) / 2, mu_plus * mu_minus
    d_1 = block_determinant(sigma, product, lam_1, lam_r)
    yield "The idea: one is positive where their sum, the trace, is positive, or their product, the determinant, " \
        "negative." "\n\n" \
        r"Let $g \ge 0$, so that $\sigma \ge 0$. For an eigenvalue below $\lambda_1$ the trace for $v_1$ is " \
        "positive.", \
        Inequality(block_trace(sigma, lam_1, lam_r) > 0, where=[sigma >= 0, lam_r < lam_1], name="attracting",
                   because=lam_1 * more + 2 * sigma * (lam_1 - lam_r)) \
        .but_not(r"above $\lambda_1$", where=[sigma >= 0])
    yield r"Let $g < 0$, so that $\sigma < 0$. The trace for $v_1$ is positive at a positive eigenvalue,", \
        Inequality(block_trace(sigma, lam_1, lam_r) > 0, where=[sigma < 0, lam_r > 0], name="repelling",
                   because=lam_1 * less + 2 * -sigma * lam_r) \
        .but_not("at any one", where=[sigma < 0])
    yield r"and its determinant is negative at a negative one that is not larger in size,", \
        Inequality(d_1 < 0, where=[sigma < 0, lam_r < 0, -lam_r <= lam_1], name="not larger",
                   because=(lam_1 - lam_r) * (-sigma * (lam_1 + lam_r) + -lam_r * (-sigma * less + delta**2))) \
        .but_not("at any negative one", where=[sigma < 0, lam_r < 0])
    yield r"as one of two is at one that is not the last.", \
        Inequality(block_determinant(sigma, product, lam_k, lam_r) < 0, name="not the last",
                   where=[sigma < 0, lam_r < 0, lam_k < lam_r, d_1 >= 0],
                   because=(lam_r - lam_k) * (-sigma * (lam_r - lam_k) + d_1 / (lam_1 - lam_r) + -sigma * (lam_1 - lam_r))) \
        .but_not("at the last, too", where=[sigma < 0, lam_r < 0, d_1 >= 0])
    yield "So some exponent is positive, wherever $v_r$ is neither $v_1$ nor the last.", \
        ByLemma("elsewhere", says=elsewhere, by=["polynomial", "real", "attracting", "repelling", "not larger", "not the last"], name="elsewhere")
    yield r"At $v_1$ the determinant of any other block is negative for $g < 0$, unless its trace is positive.", \
        Inequality(block_determinant(sigma, product, lam_k, lam_1) < 0, name="first",
                   where=[sigma < 0, lam_k < lam_1, block_trace(sigma, lam_k, lam_1) <= 0],
                   because=(lam_1 - lam_k) * (-sigma * -block_trace(sigma, lam_k, lam_1) + -sigma * -sigma * lam_1 * more + less * delta**2 * lam_1) / less) \
        .but_not("whatever its trace", where=[sigma < 0, lam_k < lam_1])
    yield "So every block has a positive exponent there.", \
        ByLemma("repelled", says=at_first, by=["polynomial", "real", "first"], name="at the first")
    yield r"For $g = 0$ the means are $\mu$ and $-\mu$. The trace is $\lambda_k$, and the determinant at $v_1$ is negative if $p \ne q$. If " \
        r"$p = q$ it is 0, and the exponents are 0 and $\lambda_k$.", \
        Inequality(-block_determinant(sigma, product, lam_k, lam_1) > 0, where=[sigma >= 0, -sigma >= 0, mu_plus**2 > 0, lam_k < lam_1], name="unequal groups") \
        .but_not("at other modes, too", where=[sigma >= 0, -sigma >= 0, mu_plus**2 > 0])
    yield r"So at $v_1$ the sign of $\lambda_k$ decides then.", \
        ByLemma("without_scores", says=without_scores, by=["polynomial", "real", "unequal groups"], name="without scores")
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
