"""Appendix D: bipartite states can attract at the first eigenvector, or at the last, only."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .stability import Groups, Setting, groups, setting
from .two_groups import TwoGroups, equal_groups, of_all_groups, where_unstable


@statement("B-T3d", PAPER.label("sharpens Theorem 3"), origin="ours", position=(4, 14, 4),
           title="Where stable bipartite points can be", rests_on=(
               ("B-T3", "above", "below", "J1", "J2", "back", "only there", "J4", "J4 back", "J4 second",
                "J4 second back"), "B-L14"))
def where_stable(given: Given) -> Proof:
    def rests(s: TwoGroups, tau: Scalar, lam_r: Scalar) -> tuple[Proposition, Proposition]:
        return 1 + tau * lam_r * s.first > 0, 1 + tau * lam_r * s.second > 0

    def of_all(say: Callable[[TwoGroups, Scalar, Scalar], Proposition]) -> Proposition:
        return of_all_groups(lambda s: for_every(
            (positive_scalar("lam_1"), positive_scalar("tau")), lambda lam_1, tau: say(s, lam_1, tau)))

    def unstable(s: TwoGroups, lam_1: Scalar, tau: Scalar) -> tuple[Proposition, Proposition]:
        return where_unstable(
            s, lambda lam_k, lam_r: s.leaves(tau, lam_k, lam_r), lam_1, lambda lam_r: rests(s, tau, lam_r))

    elsewhere, repelled = of_all(lambda *of: unstable(*of)[0]), of_all(lambda *of: unstable(*of)[1])
    without_scores = of_all(lambda s, lam_1, tau: for_every(any_scalar("lam_k"), lambda lam_k: implies(
        both(equals(s.E, 1), lam_k < lam_1, *rests(s, tau, lam_1)), both(
            implies(either(s.p < s.q, s.p > s.q), s.leaves(tau, lam_k, lam_1)),
            implies(both(equals(s.p, s.q), tau * lam_k >= -2), iff(s.leaves(tau, lam_k, lam_1), lam_k > 0))))))
    yield claim(
        r"Let $\lambda_1 > 0$. Take a bipartite point at $v_r$ with $\lambda_r \ne 0$ and "
        r"$\rho_\pm > 0$, and let $g = v_r^\top P v_r$, with the score matrix $P$, be the score within its groups. Whatever "
        r"the step, some multiplier is outside the unit circle, except at $v_1$ with $g \ge 0$, "
        r"and at $\lambda_r = \lambda_d < 0$ with $g < 0$ and $|\lambda_d| > \lambda_1$. It is "
        r"one of the block of $v_1$, or of the block of any eigenvalue below $\lambda_r$; at "
        "$v_1$ with $g < 0$ every block has one. At $v_1$ with $g = 0$ the block of $v_k$ has "
        r"one if $p \ne q$; if $p = q$ and $\tau \lambda_k \ge -2$, it has one if and only if $\lambda_k > 0$.",
        elsewhere, repelled, without_scores) \
        .for_example({"p": 2, "q": 1, "E": 1, "lam_1": 1, "tau": 1, "lam_k": 0}) \
        .for_example({"p": 1, "q": 1, "E": 1, "lam_1": 1, "tau": 1, "lam_k": 0}) \
        .for_example({"p": 1, "q": 1, "E": Fraction(1, 2), "lam_1": 1, "tau": 1, "lam_r": Fraction(-1, 2), "lam_k": -1}) \
        .but_not(r"at $v_1$ with $g = 0$ and $p = q$ the block of $v_k$ has no multiplier $1 + \tau \lambda_k$ "
                 "above 1", equal_groups(lambda s, lam_1, lam: for_every(positive_scalar("tau"), lambda tau: implies(
                     lam < lam_1, never(s.of_the_layer(tau, lam, lam_1, 1 + tau * lam)))))) \
        .but_not(r"nor one below $-1$, for $\lambda_k < 0$ and whatever the step", equal_groups(
            lambda s, lam_1, lam: for_every(positive_scalar("tau"), lambda tau: never(both(
                1 - tau * lam < -1, s.of_the_layer(tau, -lam, lam_1, 1 - tau * lam))))))
    around, s = groups(given), setting(given)
    lam_1 = given(positive_scalar("lam_1"))
    with given.scope():  # What makes a state unstable: a margin that is negative.
        nu, nu_2 = given(any_scalar("nu")), given(any_scalar("nu_2"))
        yield "The idea: three things make a state unstable, and outside the two places one of them happens." "\n\n" \
            r"The multipliers $\nu > \nu_2$ of a block are real and, as $\lambda_k$ is not 0, distinct. If the " \
            r"margin at 1, $(1 - \nu) (1 - \nu_2)$, is negative, the larger is above 1.", \
            Inequality(nu > 1, where=[(1 - nu) * (1 - nu_2) < 0, nu_2 < nu], name="above 1",
                       because=((nu - 1) ** 2 + (nu - 1) * (1 - nu_2)) / (nu - nu_2)) \
            .but_not("if the margin is positive", where=[(1 - nu) * (1 - nu_2) > 0, nu_2 < nu])
        yield "If their product, the determinant of the block, is above 1, so is the modulus of one of them.", \
            Inequality(nu**2 > 1, where=[nu * nu_2 > 1, nu_2**2 <= nu**2], name="far",
                       because=(nu**2 * (nu**2 - nu_2**2) + (nu * nu_2 - 1) * ((nu * nu_2 - 1) + 2)) / (nu**2 + 1)) \
            .but_not("if the sum is", where=[nu + nu_2 > 1, nu_2**2 <= nu**2])
        yield r"And a group of two or more that is drawn against the sign of $\lambda_r$ has the multiplier $1/\rho > 1$.", \
            Inequality(1 / s.rho_plus > 1, where=[s.here * s.mu_plus < 0], name="J4 fails") \
            .but_not("drawn with it", where=[s.here * s.mu_plus > 0])
    yield from signs_of_the_means(around)
    yield from equal_scores(given, s, lam_1, around)
    yield "So at $v_1$ the block of $v_k$ has a multiplier outside if $p \\ne q$, and if $p = q$ and " \
        r"$\tau \lambda_k \ge -2$ exactly if $\lambda_k > 0$.", \
        ByLemma("without_scores", says=without_scores, by=["equal groups, second", "equal groups, first"], name="without scores")
    yield from attracting_scores(s, lam_1)
    yield from repelling_scores_below(s, lam_1)
    yield from repelling_scores_above(given, s)
    yield "So some multiplier is outside the unit circle, wherever $v_r$ is neither $v_1$ nor the last,", \
        ByLemma("elsewhere", says=elsewhere, name="elsewhere")
    yield "and at $v_1$ for $g < 0$, in every block.", ByLemma("repelled", says=repelled, name="at the first")
    with given.behind("examples"), given.scope():  # Two opposite tokens at each of the two places, all multipliers inside.
        t, b_t = given(scalar_between("t", 0, 1)), given(positive_scalar("b_t"))
        c_t = given(scalar_between("c_t", -1, 1))
        length, kept, turned = 1 + b_t * t, 1 + c_t, 1 + c_t * t
        yield r"Both places that remain do occur. For $p = q = 1$ both means are $\tanh g$, and the " \
            r"multipliers are $(1 + c)/\rho$ and $(1 + c \tanh g)/\rho$, with $c = \tau \lambda_k$. " \
            r"At $v_1$, with $\tanh g = t > 0$, $\rho = 1 + b t$ with $b = \tau \lambda_1$. If " \
            r"$\tau |\lambda_k| < 1$ for all $k$ and $\lambda_2 < \lambda_1 t$, the first are inside,", \
            Inequality(kept**2 < length**2, where=[c_t < b_t * t], name="opposite, first") \
            .but_not("for any second eigenvalue", where=[])
        yield "and the second.", \
            Inequality(turned**2 < length**2, where=[c_t < b_t * t], name="opposite, first, turned",
                       because=t * (b_t * (1 - t) + (b_t * t - c_t)) * ((1 - t) + t * (1 + c_t) + length)) \
            .but_not("for any second eigenvalue", where=[])
        yield r"At $v_d$, with $\tanh g = -t$, $\rho = 1 + b t$ with $b = -\tau \lambda_d$. If " \
            r"$\lambda_d$ is simple and $\lambda_1 < -\lambda_d t$ the first are inside by the same comparison, and the second are", \
            Inequality((1 - c_t * t) ** 2 < length**2, where=[-b_t < c_t], name="opposite, last",
                       because=t * (b_t + c_t) * ((1 - t) + t * (1 - c_t) + length)) \
            .but_not("for a repeated last eigenvalue", where=[-b_t <= c_t])
    yield mutant("the lengths may have any sign", drop=s.upright)


def signs_of_the_means(around: Groups) -> Proof:
    """sigma and m: their signs, and how they compare."""
    p, q, E, below = around.p, around.q, around.E, around.below
    sigma = (around.mean_plus + around.mean_minus) / 2
    product = around.mean_plus * around.mean_minus
    yield r"With $e^{2g} = E$ the means of the two groups are $(p E - q)/(p E + q)$ and $(q E - p)/(q E + p)$. Write $\sigma$ for half " \
        r"their sum, and $m$ for their product. $\sigma$ has the sign of $g$: it is positive for $g > 0$", \
        Inequality(sigma > 0, where=[E > 1], because=p * q * (E - 1) * (E + 1) / below, name="attracting") \
        .but_not("$m$ is, too", claim=product > 0)
    yield "and negative for $g < 0$.", \
        Inequality(sigma < 0, where=[E < 1], because=p * q * (1 - E) * (1 + E) / below, name="repelling")
    yield "In absolute value it exceeds $m$, for $g > 0$", \
        Inequality(product < sigma, where=[E > 1], name="smaller product",
                   because=((p - q) ** 2 * E + 2 * p * q * (E - 1)) / below) \
        .but_not("for every $g$", where=[])
    yield "and for $g < 0$.", \
        Inequality(product < -sigma, where=[E < 1], name="smaller product, repelling",
                   because=E * ((p - q) ** 2 + 2 * p * q * (1 - E)) / below)
    yield "If for $g > 0$ the second group is drawn to the other side, the first has two tokens or more,", \
        Inequality(p > 1, where=[E > 1, q * E < p], because=(p - q * E) + q * (E - 1) + (q - 1), name="not alone") \
        .but_not("for every $g$", where=[q * E < p])
    yield "and is drawn to its own.", \
        Inequality(around.mean_plus > 0, where=[E > 1, q * E < p], name="drawn to its own",
                   because=((p - q * E) + q * (E - 1) + p * (E - 1)) / (p * E + q))


@lemma
def equal_scores(given: Given, s: Setting, first: Scalar, around: Groups) -> Proof:
    """g = 0: the means are opposite, sigma = 0."""
    tau, here, other = s.tau, s.here, s.other
    mu = given(scalar_between("mu", -1, 1))
    moved = given(that(mu**2 > 0))
    at_one = (other - here) * here * mu**2
    b = tau * here
    p, q = around.p, around.q
    yield r"For $g = 0$ the means are $\mu = (p - q)/n$", \
        Cases(Identity(around.mean_plus, (p - q) / (p + q))
              .but_not("the share $p/n$", right=p / (p + q)), {around.E: (1,)}, name="g = 0")
    yield r"and $-\mu$, so that $\sigma = 0$ and $m = -\mu^2$. Let $p \ne q$. At $v_1$ the margin at 1 of any other mode is negative;", \
        Inequality(at_one < 0, where=[here > 0, other < here], name="unequal groups, first") \
        .but_not("also at other modes", where=[here > 0])
    yield "at a negative eigenvalue that of $v_1$ is;", \
        Inequality((first - here) * here * mu**2 < 0, where=[here < 0],
                   because=(first - here) * (-here) * mu**2, name="unequal groups, negative") \
        .but_not("at any eigenvalue", where=[])
    yield r"and at a positive one below $\lambda_1$ the determinant for $v_1$ is above 1.", \
        Inequality((1 + tau * first) / ((1 + b * mu) * (1 - b * mu)) > 1, name="unequal groups, between",
                   where=[1 + b * mu > 0, 1 - b * mu > 0],
                   because=(tau * first + b**2 * mu**2) / ((1 + b * mu) * (1 - b * mu)))
    yield mutant("the groups may be equal", drop=moved)
    yield r"For $p = q$ the multipliers are 1 and $1 + \tau \lambda_k$: above 1 for $v_1$, unless the state is there itself.", \
        Inequality(1 + tau * first > 1, because=tau * first, name="equal groups") \
        .but_not("for every mode", claim=1 + tau * other > 1)
    yield r"At $v_1$ one of them is outside the unit circle if $\lambda_2 > 0$,", \
        Inequality((1 + tau * other) ** 2 > 1, where=[other > 0], name="equal groups, second") \
        .but_not("for a negative eigenvalue", where=[])
    yield r"and none if all others are negative and the step has $\tau |\lambda_k| \le 2$.", \
        Inequality((1 + tau * other) ** 2 <= 1, where=[other < 0, tau * -other <= 2],
                   because=tau * -other * (2 - tau * -other), name="equal groups, first") \
        .but_not("for every step", where=[other < 0])
    long = Printed((1 + tau * other) ** 2 <= 1, other > 0, part="variant", name="any step")
    yield r"For longer steps the sign of $\lambda_2$ does not decide: else $1 + \tau \lambda_k$ " \
        r"would stay in the unit circle for every $\lambda_k < 0$.", long
    yield r"With $\lambda_k = -3$ and the step $7/10$ it is $-11/10$.", \
        Witness(long, {tau: Fraction(7, 10), other: -3}, name="long step")


def attracting_scores(s: Setting, first: Scalar) -> Proof:
    """g > 0, away from v_1."""
    tau, here, c, b = s.tau, s.here, s.tau * first, s.tau * s.here
    both = s.rho_plus * s.rho_minus
    yield r"Let $g > 0$ and $\lambda_r < 0$. If both means are nonnegative, $\rho_+$ and " \
        r"$\rho_-$ are at most 1, and the determinant for $v_1$ is above 1.", \
        Inequality((1 + c) * (1 + c * s.sigma) > both, name="both drawn",
                   where=[here < 0, s.mu_plus >= 0, s.mu_minus >= 0, s.sigma > 0],
                   because=c + c * s.sigma * (1 + c) + tau * -here * s.mu_plus
                   + tau * -here * s.mu_minus * s.rho_plus) \
        .but_not(r"for a positive $\lambda_r$ as well", where=[s.mu_plus >= 0, s.mu_minus >= 0, s.sigma > 0])
    yield "If one is negative, say that of the second group, the first has two tokens or more " \
        r"and a positive mean, so that $1/\rho_+$ is above 1.", \
        Inequality(1 / s.rho_plus > 1, where=[here < 0, s.mu_plus > 0], name="one repelled") \
        .but_not(r"for a positive $\lambda_r$ as well", where=[s.mu_plus > 0])
    yield r"Let $g > 0$ and $0 < \lambda_r < \lambda_1$. Then the determinant for $v_1$ is above 1.", \
        Inequality((1 + c) * (1 + c * s.sigma) > both, name="larger product",
                   where=[here > 0, here < first, s.sigma > 0, s.m < s.sigma],
                   because=tau * (first - here) * (1 + s.sigma + (c + b) * s.sigma)
                   + b * ((1 - s.mu_plus) + (1 - s.mu_minus)) / 2 + b**2 * (s.sigma - s.m)) \
        .but_not("at an eigenvalue above", where=[here > 0, s.sigma > 0, s.m < s.sigma])


def repelling_scores_below(s: Setting, first: Scalar) -> Proof:
    """g < 0 at a negative eigenvalue: only the last one, and only if it exceeds lambda_1."""
    here, other, sigma, m = s.here, s.other, s.sigma, s.m
    repelled = [sigma < 0, m < -sigma, here < 0]
    at_one = (first - here) * (sigma * first - m * here)
    yield r"Let $g < 0$ and $\lambda_r < 0$. If $|\lambda_r| \le \lambda_1$, the margin at 1 is negative for $v_1$.", \
        Inequality(at_one < 0, where=[*repelled, -here <= first], name="not larger than lambda_1",
                   because=(first - here) * ((-sigma - m) * -here + -sigma * (first + here))) \
        .but_not(r"for any $\lambda_r$", where=repelled)
    yield "If it is not negative for $v_1$, $m$ is positive,", \
        Inequality(m > 0, where=[sigma < 0, here < 0, sigma * first - m * here >= 0], name="alike",
                   because=((sigma * first - m * here) + -sigma * first) / -here) \
        .but_not("in any case", where=[sigma < 0, here < 0])
    yield r"and then the margin at 1 is negative for every eigenvalue below $\lambda_r$. So $\lambda_r$ is the last.", \
        Inequality((other - here) * (sigma * other - m * here) < 0, name="not the last",
                   where=[sigma < 0, m > 0, here < 0, other < here],
                   because=(here - other) * (-sigma * ((here - other) + -here) + m * -here)) \
        .but_not("for those above, too", where=[sigma < 0, m > 0, here < 0])


@lemma
def repelling_scores_above(given: Given, s: Setting) -> Proof:
    """g < 0 at a positive eigenvalue, v_1 among them."""
    tau, here, sigma = s.tau, s.here, s.sigma
    c = tau * s.other
    yield r"Let $g < 0$ and $\lambda_r > 0$, which may be $\lambda_1$. A group of two or more with a negative mean has $1/\rho > 1$.", \
        Inequality(1 / s.rho_plus > 1, where=[here > 0, s.mu_plus < 0], name="repelled group") \
        .but_not(r"for a negative $\lambda_r$ as well", where=[s.mu_plus < 0])
    length = 1 + tau * here * sigma
    yield r"For $p = q = 1$ both lengths are $1 + \tau \lambda_r \sigma < 1$, and one of the multipliers exceeds 1, for $\lambda_k > 0$", \
        Inequality((1 + c) / length > 1, name="two single tokens",
                   where=[length > 0, here > 0, sigma < 0, s.other > 0],
                   because=(c + tau * here * -sigma) / length) \
        .but_not("for attracting scores, too", where=[length > 0, here > 0, s.other > 0])
    yield r"and for $\lambda_k < 0$.", \
        Inequality((1 + c * sigma) / length > 1, name="two single tokens, below",
                   where=[length > 0, here > 0, sigma < 0, s.other < 0],
                   because=(tau * -s.other * -sigma + tau * here * -sigma) / length)
    yield from opposed_groups(given)


@lemma
def opposed_groups(given: Given) -> Proof:
    """One group is drawn to its own side (or not at all), the other to the opposite one."""
    a = given(scalar_between("a", 0, 1, closed=True))
    s = given(scalar_between("s", 0, (1 - a) / 2))
    minus = a + 2 * s                                                # |mu_-|
    b, kappa = given(scalar_between("b", 0, 1 / minus)), given(nonzero_scalar("kappa"))
    product = a * minus                                              # |m|
    at_one = -(kappa - 1) * (s * kappa - product)
    excess = (1 + kappa * b) * (1 - kappa * b * s) - (1 - 2 * b * s - b**2 * product)
    yield r"There remains that some group of two or more, say the first, has $\mu_+ = a \ge 0$ " \
        r"and, since $\sigma = -s < 0$, the other $\mu_- = -(a + 2s)$. Put $b = \tau \lambda_r$ " \
        r"and $\lambda_k = \kappa \lambda_r$. The margins are then, at 1,", \
        Identity((kappa - 1) * (-s * kappa - (a * -minus)), at_one, name="opposed, at 1") \
        .but_not("with the other sign of $a$", right=-(kappa - 1) * (s * kappa + product))
    yield "and, of the product,", \
        Identity((1 + b * a) * (1 - b * minus) - (1 + kappa * b) * (1 - kappa * b * s), -excess,
                 name="opposed, product")
    yield r"Where $\kappa$ is below 1 and $|m|/s$, as every negative $\kappa$ is, the first is negative,", \
        Inequality(at_one < 0, where=[kappa < 1, s * kappa < product],
                   because=(1 - kappa) * (product - s * kappa), name="outside the interval") \
        .but_not("below 1 alone", where=[kappa < 1])
    yield "and likewise above both.", \
        Inequality(at_one < 0, where=[kappa > 1, s * kappa > product],
                   because=(kappa - 1) * (s * kappa - product), name="outside, above")
    yield r"Between them $\kappa$ is positive, for it is not 0. If it is at most 1, the determinant exceeds 1,", \
        Inequality(excess > 0, where=[kappa > 0, kappa <= 1], name="inside, below",
                   because=b * (kappa * (1 - kappa) / 2 + kappa / 2 + s * (1 + (1 - kappa))
                                + kappa**2 * minus * (1 / minus - b) / 2 + kappa**2 * b * a / 2
                                + b * product)) \
        .but_not("for a negative ratio, too", where=[kappa <= 1])
    yield r"and so it does if $\kappa$ is between 1 and $|m|/s$.", \
        Inequality(excess > 0, where=[kappa >= 1, s * kappa <= product],
                   name="inside, above",
                   because=b * (kappa * (2 * ((1 - a) / 2 - s) + s) + minus
                                + a * (kappa - 1) * minus * (1 / minus - b)
                                + b * kappa * (product - s * kappa))) \
        .but_not("for any larger one", where=[kappa >= 1])
    yield mutant("the second length may be negative", drop=b, assume=scalar_between("b", 0, 40 / minus))
