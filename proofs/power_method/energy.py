"""Appendix D: the energy of the Oja map, its exact increment, and what it says of limits."""

from verify.language.indices import IndexLike
from verify.language.motion import DiscreteLaw
from verify.vocabulary import *

from .paper import PAPER

n = tokens.count


def mean(x: Vectors) -> Vector:
    """s = (1/n) sum_j x_j."""
    return total(x[j] for j in tokens) / n


def energy(s: Vector, V: Operator) -> Scalar:
    """E = (n/2) s^T V s; the paper's function is -E."""
    return n * (s @ V @ s) / 2


def pushed(x: Vectors, i: IndexLike, V: Operator, tau: Scalar) -> Vector:
    """y_i = x_i + tau V s, which the layer normalises."""
    return x.item(i) + tau * (V @ mean(x))


def normalised(x: Vectors, i: IndexLike, V: Operator, tau: Scalar) -> Vector:
    """x_i^+ = y_i/|y_i|."""
    return pushed(x, i, V, tau) / norm(pushed(x, i, V, tau))


def oja_map(x: Vectors, V: Operator, tau: Scalar) -> DiscreteLaw:
    """The layer, written with the mean."""
    return iteration({x: lambda i: normalised(x, i, V, tau)})


def norm_at_most(V: Operator, kappa: Scalar) -> Proposition:
    """|V| <= kappa."""
    return for_every(any_vector("a"), lambda a: (V @ a) @ (V @ a) <= kappa**2 * (a @ a))


def spans(e: Vectors) -> Proposition:
    """Every vector is the sum of its parts along e_1, ..., e_d."""
    return for_every(any_vector("a"), lambda a: equals(a, total((e[m] @ a) * e[m] for m in modes)))


@statement("B-L7", PAPER.label("Lemma 7"), title="Convergence by an energy", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L1",), position=(4, 7),
           printed=r"For $\tau < 1/(2 \|V\|)$ the function $-(n/2) s^\top V s$ does not increase along (9), up to terms "
                   r"above the second order in $\tau$. So every trajectory tends to equilibria, and the limit is a "
                   "consensus or a bipartite equilibrium.",
           relation="corrected", differs="Here $b = V s$ is the push at the limit. Nothing is cut off, and the range of "
                                         "steps is larger.")
def convergence_by_an_energy(given: Given) -> Proof:
    V, x = given(symmetric_operator("V")), given(unit_tokens("x"))
    tau, i = given(positive_scalar("tau")), tokens.any("i")
    y, after = pushed(x, i, V, tau), normalised(x, i, V, tau)

    def of_short_steps(says: Proposition) -> Proposition:
        return for_every(nonnegative_scalar("kappa"), lambda kappa: implies(
            both(norm_at_most(V, kappa), tau * kappa < 1), says))

    rises = for_every(nonnegative_scalar("ell"), lambda ell: implies(
        both(for_every(any_vector("a"), lambda a: a @ V @ a >= -ell * (a @ a)),
             tau * ell <= 1, always(for_every(i, y @ y > 0))),
        nondecreasing(energy(mean(x), V))))
    vanish = tends_to(after - x[i], zero_vector())
    rest = for_every(unit_tokens("z"), lambda z: implies(
        for_every(positive_scalar("eps"), lambda eps: never(limsup_at_most(
            -total(norm(x[j] - z[j]) for j in tokens), -eps))),
        for_every(i, equals(normalised(z, i, V, tau), z[i]))))
    yield claim(
        r"Under the Oja map the energy $E = (n/2) s^\top V s$ does not fall for $\tau |\lambda_d| \le 1$, nor, if $V$ "
        r"has no negative eigenvalue, at any step at which the orbit is defined. For $\tau \|V\| < 1$ the steps of "
        "all tokens tend to 0 along every orbit, and its limit points are equilibria.",
        rises, of_short_steps(both(vanish, rest)),
        along=orbit(oja_map(x, V, tau), start=[x]),
        wrong="Where the push $b = V s$ at the limit is 0, the limit can be neither consensus nor bipartite: the square "
        "$e_1$, $e_2$, $-e_1$, $-e_2$ is at rest.") \
        .but_not("the energy does not fall, whatever the step", nondecreasing(energy(mean(x), V)),
                 at={V: [[0, 0], [0, -3]], x: [[Fraction(3, 5), Fraction(4, 5)]], tau: 1}) \
        .but_not("tokens meet", tends_to(norm(x[1] - x[2]), 0),
                 at={V: [[1, 0], [0, 1]], x: [[1, 0], [-1, 0]], tau: Fraction(1, 2)})
    with given.scope():  # The exact increment of the energy in one step of the layer.
        z, y = given(unit_vector("z")), given(nonzero_vector("y"))
        after = y / norm(y)
        u = given(any_vectors("u"))
        yield "The idea: the energy rises by a multiple of all squared steps, and it is bounded." "\n\n" \
            "For any new tokens $u_i$ the energy changes, as a quadratic form, by", \
            Identity(energy(mean(u), V) - energy(mean(x), V),
                     total((V @ mean(x)) @ (u[j] - x[j]) for j in tokens)
                     + energy(mean(u) - mean(x), V), name="quadratic") \
            .but_not("only the first order", right=total((V @ mean(x)) @ (u[j] - x[j]) for j in tokens))
        step = after - z
        yield r"A token $z$ is pushed to $y = z + \tau w$ and normalised to $z^+ = y/\|y\|$. So it contributes $(1 + \|y\|) \|z^+ - z\|^2 / (2 \tau)$ " \
            r"to the first sum, for every $\tau$ at which the layer is defined. With $w = V s$ the energy rises by exactly the sum of these " \
            r"terms and $(n/2) \delta^\top V \delta$, where $\delta$ is the step of the average.", \
            Identity((y - z) / tau @ step, (1 + norm(y)) * (step @ step) / (2 * tau), name="increment") \
            .but_not(r"2 instead of $1 + \|y\|$", right=step @ step / tau) \
            .but_not(r"$1 + \|y\|^2$", right=(1 + y @ y) * (step @ step) / (2 * tau))
    yield from bounds(given, rises)
    yield r"So the steps of all tokens tend to 0.", ByLemma("vanish", says=of_short_steps(vanish), name="steps")
    yield "They are continuous functions of the state, so a limit point makes no step: it is an equilibrium.", \
        ByLemma("rest", says=of_short_steps(rest), name="limit points")
    with given.behind("needed"), given.scope():  # One token against n - 1 on the line of v_d.
        m, lam = given(integer_scalar("m", at_least=3)), given(positive_scalar("lam"))
        lam_1 = given(positive_scalar("lam_1"))
        mu = let("mu", lambda: (m - 2) / m)
        yield r"The range $\tau |\lambda_d| \le 1$ cannot be extended for all $n$. Let $m - 1$ " \
            r"tokens be at $v_d$ and one at $-v_d$, with $\lambda_d = -\lambda$. If " \
            r"$\tau \lambda (m - 2)/m > 1$, the many change sides,", \
            Inequality(1 - tau * lam * mu < 0, where=[tau * lam * mu > 1],
                       because=tau * lam * mu - 1, name="the many turn") \
            .but_not("always", where=[])
        yield "the one stays,", \
            Inequality(-1 - tau * lam * mu < 0, because=1 + tau * lam * (m - 3) / m + tau * lam / m,
                       name="the one stays") \
            .but_not("it turns, too", claim=-1 - tau * lam * mu > 0)
        yield "and the energy falls.", \
            Inequality(-m / 2 * lam < -m / 2 * lam * mu**2, name="falls", because=2 * lam * ((m - 3) + 2) / m) \
            .but_not("it rises", claim=-m / 2 * lam > -m / 2 * lam * mu**2)
        above = Printed(-m / 2 * lam >= -m / 2 * lam * mu**2, tau * lam * mu <= 1,
                        tau * (lam - lam_1) >= 2, part="variant", name="rises below the step bound")
        yield "Nor is the bound of Lemma 4 enough. For the eigenvalues $1/2$ and $-1$ it is 4,", above
        yield "but at the step 2, with four tokens against one, $E$ goes from $-9/10$ to $-5/2$.", \
            Witness(above, {m: 5, lam: 1, lam_1: Fraction(1, 2), tau: 2}, name="four against one")
    with given.behind("fails"):
        yield from limits(given, V, x)


@lemma
def limits(given: Given, V: Operator, x: Vectors) -> Proof:
    """What the equilibria are at which the energy settles."""
    g, push = given(unit_tokens("g")), given(nonzero_vector("push", latex="b"), added=True)
    i, j = tokens.any("i", "j")
    f_g = let("f_g", lambda i: tangent(push, g[i]))
    found = Printed((x[1] @ x[2]) ** 2 >= 1, differs(x[1] @ V @ mean(x), 0), part="argument", name="limits")
    yield "At an equilibrium the push $V s$ has no tangent part $f$. The lemma is lost, but its proof concludes that a limit is " \
        "a consensus or a bipartite state: any two tokens would be equal or opposite.", found
    yield "But $V s = 0$ is possible, by the paper's own Lemma 1: a square of tokens is at " \
        "rest, so it is its own limit.", \
        Witness(found, {V: [[1, 0], [0, -1]], x: [[1, 0], [0, 1], [-1, 0], [0, -1]]}, name="square")
    yield "Only the word polygonal is missing: where the push is not 0, the conclusion holds.", \
        Inequality((g[i] @ g[j]) ** 2 >= 1, name="on one line",
                   where=[f_g[i] @ f_g[i] <= 0, f_g[j] @ f_g[j] <= 0],
                   because=(3 * -(f_g[i] @ f_g[i]) + 2 * -(f_g[j] @ f_g[j])
                            + (f_g[i] + f_g[j]) @ (f_g[i] + f_g[j])
                            + (g[j] @ push - (g[i] @ g[j]) * (g[i] @ push)) ** 2
                            + (g[i] @ g[j]) ** 2 * (f_g[i] @ f_g[i])) / (push @ push)) \
        .but_not("where one token is at rest", where=[f_g[i] @ f_g[i] <= 0])
    yield mutant("polygonal limits, without a push", drop=push, assume=any_vector("push"))


@lemma
def bounds(given: Given, rises: Proposition) -> Proof:
    """The last term of the increment against the first."""
    delta, ell, t = given(any_vectors("delta")), given(nonnegative_scalar("ell")), given(positive_scalar("t"))
    yield "The squared step of the average, times $n$, is at most the sum of the squared steps.", \
        Inequality(n * (mean(delta) @ mean(delta)) <= total(delta[j] @ delta[j] for j in tokens),
                   because=total(total((delta[j] - delta[k]) @ (delta[j] - delta[k])
                                       for k in tokens) for j in tokens) / (2 * n), name="average") \
        .but_not("$n$ times that", claim=n**2 * (mean(delta) @ mean(delta))
                 <= total(delta[j] @ delta[j] for j in tokens))
    r = given(nonnegative_scalar("r"))
    yield r"So if $V$ has no eigenvalue below $-\ell$, a token of pushed length $r$ adds at least this times its squared step. The factor is nonnegative if " \
        r"$\tau \ell \le 1$; for positive semidefinite $V$, where $\ell = 0$, at every step size.", \
        Inequality((1 + r) / (2 * t) - ell / 2 >= 0, where=[t * ell <= 1], name="monotone") \
        .but_not("twice that step", where=[t * ell <= 2])
    yield "So no step lowers the energy.", ByLemma("rises", says=rises, by=["increment", "quadratic", "average", "monotone"], name="no fall")
    kappa = given(positive_scalar("kappa"))
    s, e = given(bounded_vector("s", by=1)), given(unit_vector("e"))
    B = given(bounded_operator("B", by=kappa, on=[s]))
    pushed = e + t * (B @ s)
    yield r"If $\|V\| \le \kappa$, no pushed token is shorter than $1 - \tau \kappa$,", \
        Inequality(e @ pushed >= 1 - t * kappa, name="pushed length",
                   because=t / (2 * kappa) * (
                       (kappa * e + B @ s) @ (kappa * e + B @ s)
                       + (kappa**2 * (s @ s) - (B @ s) @ (B @ s)) + kappa**2 * (1 - s @ s))) \
        .but_not("it is not shortened", claim=e @ pushed >= 1)
    yield r"and the energy rises by at least $1/\tau - \kappa$ times the squared steps. This " \
        r"is positive for $\tau < 1/\kappa$, twice the printed range $\tau < 1/(2 \kappa)$.", \
        Inequality((1 + r) / (2 * t) - kappa / 2 >= 1 / t - kappa, where=[r >= 1 - t * kappa], name="strict") \
        .but_not("whatever the length", where=[])
    g, S, m = given(nonnegative_scalar("g")), given(nonnegative_scalar("S")), given(positive_scalar("m"))
    yield r"With $m = 1/\tau - \kappa$ the sum $S$ of all squared steps of the first $k$ layers is so at most $1/m$ times what the energy has gained, " \
        "$g$, which is bounded, as tokens are.", \
        Inequality(S <= g / m, where=[g >= m * S], name="all steps", because=(g - m * S) / m) \
        .but_not("half as much", claim=S <= g / (2 * m))


@statement("B-R4", PAPER.label("Remark 4"), title="The step bound is not necessary",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-L7",), argued=False,
           position=(4, 7, 4),
           printed=r"The bound on $\tau$ in Lemma 7 is sufficient, not necessary; Lemma 4 needs one only if "
                   r"$|\lambda_d| > \lambda_1$.",
           relation="stronger", differs="Larger ranges of steps are given.")
def bound_not_necessary(given: Given) -> Proof:
    V, x = given(symmetric_operator("V")), given(unit_tokens("x"))
    tau, i = given(positive_scalar("tau")), tokens.any("i")
    y = let("y", lambda i: x[i] + tau * (V @ mean(x)))
    after = let("after", lambda i: y[i] / norm(y[i]))
    gain = energy(total(after[j] for j in tokens) / n, V) - energy(mean(x), V)
    rises = for_every(nonnegative_scalar("kappa"), lambda kappa: implies(
        both(norm_at_most(V, kappa), tau * kappa < 1),
        either(for_every(i, equals(after[i], x[i])), gain > 0)))
    falls_not = for_every(nonnegative_scalar("ell"), lambda ell: implies(
        both(for_every(any_vector("a"), lambda a: a @ V @ a >= -ell * (a @ a)), tau * ell <= 1,
             for_every(i, y[i] @ y[i] > 0)),
        gain >= 0))
    yield claim(
        r"For $\tau \|V\| < 1$ the energy of Lemma 7 rises strictly in every step from a state that is no "
        r"equilibrium. It does not fall for $\tau \le 1/|\lambda_d|$ if the least eigenvalue $\lambda_d$ is negative, "
        "nor, if $V$ has no negative one, at any step at which the layer is defined. So the bound "
        r"$\tau < 1/(2 \|V\|)$ is sufficient, and not necessary.",
        rises, falls_not) \
        .but_not("it rises at equilibria, too", gain > 0, at={V: [[1]], x: [[1]], tau: Fraction(1, 2)}) \
        .but_not("it never falls, whatever the step", gain >= 0, at={V: [[-1]], x: [[1], [1], [-1]], tau: 6})
    u, z, w = given(any_vectors("u")), given(unit_vector("z")), given(any_vector("w"))
    squares = total((u[j] - x[j]) @ (u[j] - x[j]) for j in tokens)
    y_z = let("y_z", lambda: z + tau * w)
    delta = let("delta", lambda: y_z / norm(y_z) - z)
    yield r"The idea: to first order the energy rises by the products of the push $w = V s$ with all steps, and each is a multiple of a squared step.", \
        Identity(w @ delta, (1 + norm(y_z)) * (delta @ delta) / (2 * tau), where=[norm(y_z) > 0], name="first order") \
        .but_not(r"2 instead of $1 + \|y\|$", right=delta @ delta / tau)
    yield "What is left is the energy of the step of the average, whatever the new tokens $u_i$ are,", \
        Identity(energy(mean(u), V) - energy(mean(x), V), total((V @ mean(x)) @ (u[j] - x[j]) for j in tokens)
                 + energy(mean(u) - mean(x), V), name="second order") \
        .but_not("nothing is left", right=total((V @ mean(x)) @ (u[j] - x[j]) for j in tokens))
    yield "and that step is short.", \
        Inequality(n * ((mean(u) - mean(x)) @ (mean(u) - mean(x))) <= squares, name="average",
                   because=total(total((u[j] - x[j] - (u[k] - x[k])) @ (u[j] - x[j] - (u[k] - x[k])) for k in tokens) for j in tokens) / (2 * n)) \
        .but_not("half as long", claim=2 * n * ((mean(u) - mean(x)) @ (mean(u) - mean(x))) <= squares)
    taken = ["first order", "second order", "average"]
    yield r"So, if no eigenvalue is below $-\ell$, the energy rises by at least $(1/\tau - \ell)/2$ times all squared steps. This is not negative " \
        r"for $\tau \le 1/|\lambda_d|$, and at every step at which the layer is defined if $V$ has no negative eigenvalue.", \
        ByLemma("falls_not", says=falls_not, by=taken, name="no step down")
    yield r"For $\tau \|V\| < 1$, twice the range, it is positive unless all steps are 0: then the state is an equilibrium.", \
        ByLemma("rises", says=rises, by=taken, name="strictly")
    kappa, r = given(positive_scalar("kappa")), given(nonnegative_scalar("r"))
    with given.behind("needed"):
        needed = Printed(2 * tau * kappa < 1, (1 + r) / (2 * tau) - kappa / 2 < 0, part="variant", name="necessary")
        yield r"The bound suffices and is not needed: were it, no squared step could have a positive part, with the length $r = \|y\|$, beyond,", needed
        yield r"as that of a token with $r = 1/2$ is at $\kappa = \tau = 1$.", \
            Witness(needed, {tau: 1, kappa: 1, r: Fraction(1, 2)}, name="beyond it")
