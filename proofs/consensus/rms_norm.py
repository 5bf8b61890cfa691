"""Section 2, extended: RMSNorm with gains, after a layer (post-norm) and before it (pre-norm)."""

from collections.abc import Callable

from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .paper import PAPER
from .pictures import POST_NORM, PRE_NORM
from .post_norm import after_a_layer, ellipsoid, equal_gains
from .twin_starts import *


def before_a_layer(G: Operator, U: Operator, y: Vectors, alpha: Weights) -> tuple[Proposition, ...]:
    """Return what directions do before a layer, where the gains are made good for by the values."""
    i, j, r = tokens.any("i", "j", "r")
    height = square_root(modes.count)
    z = let("z", lambda i: 1 / norm(y[i]) * y[i])

    def root(E: Weights) -> Proposition:
        """A function that never rises along an edge, where E is not 0, is least at r."""
        return for_every(coefficients("f"), lambda f: implies(
            for_every((i, j), either(equals(E[i, j], 0), f[j] <= f[i])), for_every(i, f[r] <= f[i])))

    def start(p: Vector, sigma: Scalar, nu: Scalar) -> Proposition:
        return both(for_every(any_vector("q"), lambda q: equals(height * (U @ (G @ q)), q)),
                    at_start(p @ y[i] >= sigma * norm(y[i])),
                    always(total(alpha[i, j] for j in tokens) <= nu))

    def fast(p: Vector, sigma: Scalar, nu: Scalar) -> Proposition:
        return for_every((positive_scalar("n_0"), coefficients("least", latex="c")), lambda n_0, least: implies(
            both(start(p, sigma, nu), at_start(norm(y[i]) <= n_0), for_every(i, least[i] >= 0),
                 always(for_every((i, j), either(equals(same(i, j), 1), alpha[i, j] >= least[j])))),
            always(for_every(any_scalar("T"), lambda T: implies(
                exp(nu * T) <= 1 + nu * elapsed / n_0,
                norm(z[i] - z[j]) <= 2 / sigma * exp(-sigma * total(least[j] for j in tokens) * T))))))

    def together(p: Vector, sigma: Scalar, nu: Scalar) -> Proposition:
        return for_every(
            (positive_scalar("m"), positive_scalar("low", latex=r"\nu_0"), any_weights("E")), lambda m, low, E: implies(
                both(start(p, sigma, nu), root(E), always(total(alpha[i, j] for j in tokens) >= low),
                     always(for_every((i, j), either(equals(E[i, j], 0), alpha[i, j] >= m)))),
                there_is(any_vector("w"), lambda w: tends_to(z[i], w))))

    def every_start(say: Callable[[Vector, Scalar, Scalar], Proposition]) -> Proposition:
        return for_every((unit_vector("p"), positive_scalar("sigma"), positive_scalar("nu")), say)

    return (every_start(lambda p, sigma, nu: implies(start(p, sigma, nu), always(norm(y[i]) > 0))),
            every_start(fast), for_every(r, every_start(together)))


@statement("A-R2.3+", PAPER.label("extends Remark 2.3"), title="RMSNorm with gain, pre-norm",
           origin="ours", position=(2, 8, 1), scenes=(PRE_NORM, POST_NORM),
           rests_on=("A-T3.2", "A-T4.1++", "A-T5.2"),
           of_layers=OfLayers("directions in an open hemisphere converge to consensus, at a polynomial rate",
                              norm="rms", answers=("powers before a norm",)))
def rms_norm(given: Given) -> Proof:
    i, j, k = tokens.any("i", "j", "k")
    n, d, height = tokens.count, modes.count, square_root(modes.count)
    G = given(symmetric_operator("G"))                      # diagonal: gains gamma_k, a basis e_k
    U, y = given(any_operator("U")), given(nonzero_vectors("y"))
    alpha = given(nonnegative_weights("alpha"))

    def normed(i: Index | int) -> Vector:
        return height / norm(y[i]) * (G @ y[i])

    free = motion({y: lambda i: total(alpha[i, j] * (U @ normed(j)) for j in tokens)})
    r = let("r", lambda i: norm(y[i]))
    z = let("z", lambda i: 1 / norm(y[i]) * y[i])
    away, fast, together = before_a_layer(G, U, y, alpha)
    yield claim(
        r"Let RMSNorm with the gains $G$ stand before each layer, and let $\sqrt{d} U G = I$. Let the weights of each row add up to "
        r"at most $\nu$. Let tokens start no longer than $n_0$, in a hemisphere, with margins of at least $\sigma$. If every "
        r"token gives token $j$ at least $c_j$, the distances of directions decay like $(1 + \nu t/n_0)^{-\sigma \sum_j "
        r"c_j/\nu}$ (like $e^{-\sigma \sum_j c_j T}$, if $e^{\nu T} \le 1 + \nu t/n_0$). Under a mask with a root and no "
        "empty row all directions tend to one direction.",
        together, fast,
        along=solution(free, varying=[alpha], start=[y])) \
        .but_not("the rows may be empty", tends_to(norm(z[i] - z[j]), 0),
                 at={G: FOUR, U: HALF_OF_FOUR, y: FOUR[:2], alpha: NOBODY}) \
        .but_not("in a closed hemisphere", for_every(positive_scalar("m"), lambda m: implies(
                     always(alpha[i, j] >= m), tends_to(norm(z[i] - z[j]), 0))),
                 at={G: FOUR, U: HALF_OF_FOUR, y: [[*one, 0, 0] for one in ANTIPODES], alpha: EVERYBODY}) \
        .but_not("exponentially fast", for_every(positive_scalar("m"), lambda m: implies(
                     always(alpha[i, j] >= m),
                     always(norm(z[i] - z[j]) <= 2 * exp(-tokens.count * m * elapsed)))),
                 at={G: FOUR, U: HALF_OF_FOUR, y: [[*one, 0, 0] for one in NEAR], alpha: EVERYBODY})
    Gamma, H = given(inverse_pair("Gamma", "H"))            # the gains: diagonal, or any others

    P = given(any_operator("P"))
    with given.scope():  # Pre-norm: directions move as in section 2, each by a clock of its own.
        yield "The idea: before a layer (pre-norm) tokens are normalised for attention only. So their directions " \
            "$z_i$ move as in section 2, each by a clock of its own." "\n\n" \
            "The scores are the scores of the directions with the matrix $d G P G$.", \
            Identity(normed(i) @ P @ normed(j), z[i] @ (d * (G @ P @ G)) @ z[j], name="scores") \
            .but_not("with $P$", right=z[i] @ P @ z[j])
        U_e = height * (U @ G)
        yield "The directions move by the model of section 2 on the round sphere, with the value " \
            r"matrix $\sqrt{d} U G$. The clock of token $i$ has the rate $1/r_i$, where $r_i$ is its length.", \
            Identity(rate(z[i], free),
                     1 / r[i] * tangent(total(alpha[i, j] * (U_e @ z[j]) for j in tokens), z[i]),
                     name="pre-norm") \
            .but_not("with one clock for all", right=tangent(total(alpha[i, j] * (U_e @ z[j]) for j in tokens), z[i]))
        yield "The length of a token has the rate", \
            Identity(rate(r[i], free), total(alpha[i, j] * (z[i] @ U_e @ z[j]) for j in tokens), name="lengths") \
            .but_not("nothing", right=0)
    c = given(covector("c"))
    inside = given(open_hemisphere(y, along=c))
    with given.scope():  # By such clocks, directions in an open hemisphere meet like a power of time.
        t, r_0 = given(positive_scalar("t")), given(positive_scalar("r_0"))
        nu = given(positive_scalar("nu"))
        T = given(any_scalar("T"))
        R = let("R", lambda: r_0 + nu * t)
        yield r"Let $\sqrt{d} U G = I$, and let rows add up to at most $\nu$. Then a length is at most $R = r_0 + \nu t$ if it is at most $r_0$ at " \
            r"the start. A clock of the rate $1/R$ shows $T = \log(1 + \nu t/r_0)/\nu$, by the next equation. It tends to infinity, so " \
            "limits stay the same, and exponential rates in $T$ become powers of $t$.", \
            Identity(rate(R * exp(-nu * T), motion({t: 1, T: 1 / R})), 0, name="clock") \
            .but_not("it stops", left=rate(T, motion({t: 1, T: 1 / R})))
        with given.scope():  # Directions in an open hemisphere meet, at a polynomial rate.
            f = given(coefficients("f"))
            gather = motion({y: lambda i: total(alpha[i, j] * z[j] for j in tokens)})
            s = let("s", lambda i: c @ z[i])
            X = let("X", lambda i: y[i] / (c @ y[i]))
            beta = let("beta", lambda i, j: alpha[i, j] * s[j] / s[i])
            yield r"The part of every token along $c$, the centre of the hemisphere, does not decrease.", \
                Inequality(rate(c @ y[i], gather) >= 0, because=total(
                    alpha[i, j] * (c @ y[j]) / norm(y[j]) for j in tokens), name="away from 0") \
                .but_not("if it is $-I$", claim=rate(c @ y[i], motion(
                    {y: lambda i: -total(alpha[i, j] * z[j] for j in tokens)})) >= 0)
            yield "So no length tends to 0.", ByLemma("away", says=away, name="positive lengths")
            yield "The gnomonic coordinates $X_i$ of the tokens follow a linear consensus system, each by its own clock.", \
                Identity(rate(X[i], gather), 1 / r[i] * total(beta[i, j] * (X[j] - X[i]) for j in tokens),
                         name="consensus system") \
                .but_not("all by one clock", right=total(beta[i, j] * (X[j] - X[i]) for j in tokens))
            b, q_0 = given(positive_scalar("b")), given(positive_scalar("q_0"))
            beta_0 = given(positive_scalar("beta_0"))
            yield r"Let a weight $\beta_0$ be at least $b$, and the length $q_0$ of the token at most $R$. Then its weight in this system is at least $b/R$.", \
                Inequality(beta_0 / q_0 >= b / R, name="weights",
                           where=[beta_0 >= b, q_0 <= R],
                           because=(beta_0 - b) / q_0 + b * (R - q_0) / (q_0 * R)) \
                .but_not("whatever the lengths", where=[beta_0 >= b])
            omega = given(nonnegative_weights("omega"))             # beta_ij / r_i
            system = motion({f: lambda i: total(omega[i, j] * (f[j] - f[i]) for j in tokens)})
            yield r"If all weights $\omega_{ij}$ of a consensus system are at least $b$, the spread of each coordinate $f$ decays at least at the rate $n b$.", \
                Inequality(rate(f[i], system) - rate(f[k], system) <= -n * b * (f[i] - f[k]), name="spread",
                           where=[every(lambda j: f[j] <= f[i]), every(lambda j: f[k] <= f[j]),
                                  every(lambda j: omega[i, j] >= b),
                                  every(lambda j: omega[k, j] >= b)],
                           because=total((omega[i, j] - b) * (f[i] - f[j]) for j in tokens)
                           + total((omega[k, j] - b) * (f[j] - f[k]) for j in tokens)) \
                .but_not("between any two tokens", where=[every(lambda j: omega[i, j] >= b),
                                                          every(lambda j: omega[k, j] >= b)])
            with given.behind("examples"):
                yield r"Let the weights of each of $h$ heads be at least $b$, and its rows add up to $1/\sqrt{d}$. Then the bound of the " \
                    r"weights is $h b$, and $\nu = h/\sqrt{d}$. The exponent of $(1 + \nu t/r_0)^{-1}$ does not depend on $h$:", \
                    Identity(n * (heads.count * b) / (heads.count / height), n * b * height, name="exponent") \
                    .but_not("more with more heads", right=n * heads.count * b * height)
            yield r"So in the time $T$ of the clock with the rate $1/R$ the spread decays at least at the rate $n b$. If the weight of token $j$ " \
                r"has the bound $\sigma c_j$, the rate is $\sigma \sum_j c_j$ by the same argument. So the distances of directions decay.", \
                ByLemma("fast", says=fast, by=["weights"], name="fast")
        with given.scope():  # Lengths grow, so weights stay between positive constants under a mask.
            mu = given(coefficients("mu"))
            sigma, part = given(positive_scalar("sigma")), given(scalar_between("part", 0, 1, latex=r"\theta"))
            yield r"Let the mask have no empty row, and let all margins $\mu_j$ be at least $\sigma$. Then $c^\top y_i$ grows at least at the rate " \
                r"$\sigma$ times the sum of the row. So the length of each token grows at least linearly.", \
                Inequality(total(alpha[i, j] * mu[j] for j in tokens)
                           >= sigma * total(alpha[i, j] for j in tokens), name="margins",
                           where=[every(lambda j: mu[j] >= sigma)]) \
                .but_not("whatever the margins", where=[])
            yield r"A bound $\theta r_0 + \nu t$ that starts at a part $\theta$ of $r_0$ is less than $R$ by the factor $1/\theta$ at most. So $R$ is at " \
                "most a constant times each length, and in the time $T$ the weights stay between positive constants.", \
                Inequality(R / (part * r_0 + nu * t) <= 1 / part, name="masks") \
                .but_not("by no factor", claim=R / (part * r_0 + nu * t) <= 1)
            yield "So the theorem on rooted masks (A-T4.1++) applies, and all directions tend to one direction.", ByLemma("one_end", says=together, by=["weights", "margins"], name="one direction")
    e, gamma = given(diagonalised("e", "gamma", of=G))
    m, p = given(mode("m")), given(mode("p"))
    given(distinct(p, m))
    with given.behind("examples"):
        with given.scope():  # An exact example: the tangent of half the angle of two tokens, and its rate.
            xi = given(positive_scalar("xi"))
            zeta = given(positive_scalar("zeta"))
            root, ell = square_root(2), let("ell", lambda: square_root(xi**2 + zeta**2))
            up, down = xi * e[m] + zeta * e[p], xi * e[m] - zeta * e[p]
            yield r"An exact example: on the circle, without scores, the tokens $(\xi, \zeta)$ and " \
                r"$(\xi, -\zeta)$ both move along the first axis, and $\zeta$ does not change.", \
                Identity(1 / (2 * root) * (1 / norm(up) * up + 1 / norm(down) * down),
                         xi / (root * ell) * e[m], name="two tokens") \
                .but_not("at a constant speed", right=1 / root * e[m])
            drawn = motion({xi: xi / (root * ell)})
            yield r"The tangent of half their angle falls at the relative rate $1/(\sqrt{2} \|y\|)$, which " \
                r"tends to 0. So it is like $\sqrt{2} \zeta/t$, and $-1$ is the exponent of the bound above.", \
                Identity(rate(zeta / xi, drawn), -zeta / (xi * root * ell), name="half angle") \
                .but_not("exponentially", right=-zeta / (xi * root))
        yield from ellipsoid(given, Gamma, H)
        yield from equal_gains(given, G, e, gamma, m, p)
        yield from after_a_layer(given, G, alpha, Gamma, H, e, gamma, m, p)
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
    yield mutant("a closed hemisphere suffices", drop=inside, assume=closed_hemisphere(y, along=c))
