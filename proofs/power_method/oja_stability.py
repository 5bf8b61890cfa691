"""Appendix D: which equilibria of the Oja map are stable, and what is false for two tokens."""

from typing import Any

from verify.vocabulary import *

from .oja_states import (
    assumption_1,
    every_bipartite_state_leaves,
    every_polygon_leaves,
    leads,
    norm_at_most,
    of_the_mirror,
    rests_elsewhere,
    stays,
    theorem_2,
    under_assumption_1,
)
from .opposite_chance import how_often
from .opposite_pair import pair_stays
from .paper import PAPER
from .pictures import DIPOLES, OPPOSITE_PAIR, POLYGON

n, d = tokens.count, modes.count


@statement("B-L5", PAPER.label("Lemma 5"), title="Bipartite equilibria of the Oja map",
           gist="Two opposite groups of tokens should always be unstable when weights are equal. "
                "One pair of tokens is not.",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-L2",),
           repaired_by=("B-T2*",), position=(4, 5), scenes=(OPPOSITE_PAIR,),
           printed="All bipartite equilibria of (9) are unstable.",
           relation="refuted", differs="Two readings were found, that some multiplier is outside the unit disk and that "
                                       "the state is unstable; both are refuted. For $p > q$, which the lost text may "
                                       "assume, the lemma is true (B-T2*).")
def bipartite(given: Given) -> Proof:
    yield claim(
        r"At a step with $\tau \|V\| < 1$ every bipartite equilibrium of the Oja map is unstable.",
        under_assumption_1(every_bipartite_state_leaves), refuted=True,
        wrong=r"Two opposite tokens can be stable: at $v_1$ and $-v_1$ with $V = \operatorname{diag}(1, -1)$ and the "
              "step $1/4$. In two dimensions or more this takes $n = 2$ and a $V$ that is nowhere positive on what is "
              "orthogonal to the tokens (B-T2*).")
    yield from pair_stays(given)
    yield "So two opposite tokens at the first eigenvector, a bipartite state that meets all that is assumed, are stable.", \
        ByLemma("opposite_tokens", name="opposite tokens", says=of_the_mirror(lambda V, tau, kappa, u: both(
            assumption_1(V, tau, kappa), there_is((any_scalar("mu"), signs("eps", positive="p", negative="q", both=True)),
                lambda mu, given: both(equals(V @ u, mu * u), stays(V, tau, lambda i: given[0][i] * u))))))
    with given.scope(), given.behind("examples"):  # The layer's derivative at x_i = eps_i v_r, exactly.
        V = given(symmetric_operator("V"))
        v, lam = given(diagonalised("v", "lam", of=V))
        r, k = given(mode("r")), modes.any("k")
        others = given(distinct(k, r))
        tau = given(positive_scalar("tau"))
        eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
        mu = let("mu", lambda: (p - q) / n)
        rho_plus = let("rho_plus", lambda: 1 + tau * lam[r] * mu)
        rho_minus = let("rho_minus", lambda: 1 - tau * lam[r] * mu)
        given(that(rho_plus > 0))
        given(that(rho_minus > 0))
        rho = let("rho", lambda i: 1 + tau * lam[r] * mu * eps[i])
        given(that(rho[tokens.any("i")] > 0))
        c = let("c", lambda: tau * lam[k])
        c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=p))
        c_minus = given(zero_sum_within("c_minus", group=eps, sign=-1, count=q))
        z = given(orthogonal_to("z", v[r]))

        def J(direction: Any) -> Any:
            return lambda i: (direction(i) + (tau / n) * (V @ total(direction(j) for j in tokens))) / rho[i]

        M = [[(1 + c * p / n) / rho_plus, c * q / n / rho_plus],
             [c * p / n / rho_minus, (1 + c * q / n) / rho_minus]]
        plus, minus = (lambda i: ((1 + eps[i]) / 2) * v[k]), (lambda i: ((1 - eps[i]) / 2) * v[k])
        block = Block(M, [plus, minus], spanned_by=[others], multiplicity=2 * (d - 1), scales=(p, q))
        in_plus = Eigenspace(1 / rho_plus, lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * z,
                             spanned_by=[c_plus, z], multiplicity=(p - 1) * (d - 1))
        in_minus = Eigenspace(1 / rho_minus, lambda i: ((1 - eps[i]) / 2 * c_minus[i]) * z,
                              spanned_by=[c_minus, z], multiplicity=(q - 1) * (d - 1))
        yield r"All tokens feel $V s$, with $s = \mu v_r$ and $\mu = (p - q)/n$, so", \
            Identity(V @ total(eps[j] * v[r] for j in tokens) / n, (lam[r] * mu) * v[r], name="push") \
            .but_not(r"$\mu$ is $p/n$", right=(lam[r] * p / n) * v[r])
        yield r"and the tokens of one group, $p$ of them, are lengthened by $\rho_+ = 1 + \tau \lambda_r \mu$, the " \
            r"$q$ others by $\rho_- = 1 - \tau \lambda_r \mu$, which are positive at an equilibrium. On tangent " \
            r"directions the derivative (11) has a $2 \times 2$ block for each other eigenvector, and $1/\rho$ on " \
            "what disagrees within a group: nothing of that in a group of one token.", \
            Spectrum(J, [block, in_plus, in_minus], total=n * (d - 1), name="spectrum",
                     tangent=lambda u: lambda i: v[r] @ u(i)) \
            .but_not("a group of one token disagrees, too", parts=[
                block, in_plus, Eigenspace(1 / rho_minus, in_minus.vectors, [c_minus, z], q * (d - 1))]) \
            .but_not("the eigenvalue is divided by $n$", parts=[
                Block([[(1 + c * p / n**2) / rho_plus, c * q / n**2 / rho_plus],
                       [c * p / n**2 / rho_minus, (1 + c * q / n**2) / rho_minus]],
                      [plus, minus], [others], 2 * (d - 1), (p, q)), in_plus, in_minus])
    yield from bipartite_margins(given)


@lemma
def bipartite_margins(given: Given) -> Proof:
    """The 2 x 2 block has an eigenvalue above 1, but for p = q at v_1 it need not."""
    t, lam_a, lam_b = (given(positive_scalar("t")), given(any_scalar("lam_a")), given(any_scalar("lam_b")))
    a, b = given(integer_scalar("a", at_least=1)), given(integer_scalar("b", at_least=1))
    m = let("m", lambda: (a - b) / (a + b))
    r_plus = let("r_plus", lambda: 1 + t * lam_a * m)
    r_minus = let("r_minus", lambda: 1 - t * lam_a * m)
    given(that(r_plus > 0))
    given(that(r_minus > 0))
    c = t * lam_b
    M = [[(1 + c * a / (a + b)) / r_plus, c * b / (a + b) / r_plus],
         [c * a / (a + b) / r_minus, (1 + c * b / (a + b)) / r_minus]]
    T = let("T", lambda: M[0][0] + M[1][1])
    D = let("D", lambda: M[0][0] * M[1][1] - M[0][1] * M[1][0])
    with given.behind("examples"):
        yield r"Write $a$, $b$ for $p$, $q$ and $m$ for $\mu$. The block has the determinant $D$ and the trace $T$ with", \
            Identity(r_plus * r_minus * D, 1 + c, name="determinant") \
            .but_not(r"$\mu$ is forgotten", left=D)
        yield "and, at 1, its characteristic polynomial is", \
            Identity(r_plus * r_minus * (1 - T + D), t**2 * m**2 * lam_a * (lam_b - lam_a), name="at 1") \
            .but_not("the other sign", right=t**2 * m**2 * lam_a * (lam_a - lam_b))
        T_0, D_0 = given(any_scalar("T_0")), given(any_scalar("D_0"))
        yield r"Where that is negative, the larger eigenvalue $(T + \sqrt{T^2 - 4 D})/2$ is above 1.", \
            Inequality(T_0**2 - 4 * D_0 > (2 - T_0) ** 2, where=[1 - T_0 + D_0 < 0], name="above 1") \
            .but_not("wherever $D$ is below 1", where=[D_0 < 1])
        yield r"It is, for $p \ne q$, at $v_1$ with any other eigenvalue,", \
            Inequality(r_plus * r_minus * (1 - T + D) < 0, name="at v_1",
                       where=[lam_a > 0, lam_b < lam_a, (a - b) ** 2 > 0],
                       because=t**2 * ((a - b) ** 2 / (a + b) ** 2) * lam_a * (lam_a - lam_b)) \
            .but_not("also for $p = q$", where=[lam_a > 0, lam_b < lam_a])
        yield "and at every other $v_r$ the determinant for $v_1$ is above 1, whatever $p$ and $q$,", \
            Inequality(r_plus * r_minus * D > r_plus * r_minus, where=[lam_b > 0], name="at another",
                       because=c + (t * lam_a * (a - b) / (a + b)) ** 2) \
            .but_not("for every other eigenvalue", where=[])
        nu, nu_2 = given(any_scalar("nu")), given(any_scalar("nu_2"))
        yield "so that one of the two multipliers has a modulus above 1. The lemma holds but for $p = q$ at $v_1$.", \
            Inequality(nu**2 + nu_2**2 > 2, where=[nu * nu_2 > 1], name="product",
                       because=(nu - nu_2) ** 2 + 2 * (nu * nu_2 - 1)) \
            .but_not("both have", claim=nu**2 > 1, where=[nu * nu_2 > 1])
        zeta = given(any_scalar("zeta"))
        yield r"There $\mu = 0$, the block's eigenvalues are 1 and $1 + \tau \lambda_k$, and all others are 1:", \
            Identity((1 + c / 2 - zeta) ** 2 - (c / 2) ** 2, (1 - zeta) * (1 + c - zeta), name="equal groups") \
            .but_not(r"$1 + \tau \lambda_k$ twice", right=(1 + c - zeta) ** 2)
    claim = Printed(T - D > 1, -T - D > 1, D > 1, part="argument", name="printed proof")
    yield "The proof looks for a multiplier outside the unit disk at every bipartite state. For the block of another " \
        "eigenvector, with the trace $T$ and the determinant $D$, that is one of these:", claim
    yield r"For two tokens, $p = q = 1$, $V = \operatorname{diag}(1, -1)$ and the step $1/4$ the multipliers are 1 and $3/4$.", \
        Witness(claim, {t: Fraction(1, 4), lam_a: 1, lam_b: -1, a: 1, b: 1}, name="opposite pair")


@statement("B-L6", PAPER.label("Lemma 6"), title="Polygonal equilibria of the Oja map",
           gist="Tokens whose pulls cancel should always be unstable when weights are equal. Two "
                "opposite tokens are not.",
           origin="reconstructed", basis="every_reconstruction",
           rests_on=("B-L2", ("B-L5", "no less opposite", "no larger quotient", "same side", "kept")), repaired_by=("B-T2*",),
           position=(4, 6), scenes=(POLYGON,), printed="All polygonal equilibria of (9) are unstable.",
           relation="refuted", differs="Two readings were found, that some multiplier is outside the unit disk and that "
                                       "the state is unstable; both are refuted.")
def polygonal(given: Given) -> Proof:
    yield claim(
        r"At a step with $\tau \|V\| < 1$ every polygonal equilibrium of the Oja map is unstable.",
        under_assumption_1(every_polygon_leaves), refuted=True,
        wrong="Two opposite tokens sum to 0 and can be stable: at $v_1$ and $-v_1$ with "
              r"$V = \operatorname{diag}(1, -1)$ and the step $1/4$. In two dimensions or more this takes $n = 2$ and "
              "a $V$ that is nowhere positive on what is orthogonal to the tokens (B-T2*).")
    i = tokens.any("i")
    with given.scope():
        tau, nu = given(positive_scalar("tau")), given(any_scalar("nu"))
        claimed = Printed((1 + tau * nu) ** 2 > 1, name="printed")
        yield r"The idea: two opposite tokens $\pm v_1$ sum to 0, so they are polygonal." "\n\n" \
            r"For $d = 2$ and $V v_2 = \nu v_2$ the multipliers there are 1 and $1 + \tau \nu$. According to the " \
            "paper's proof one is outside the unit disk,", claimed
        yield r"but for $V = \operatorname{diag}(1, -1)$ and the step $1/4$ the second is $3/4$.", \
            Witness(claimed, {tau: Fraction(1, 4), nu: -1}, name="opposite pair")
    yield "Lemma 5 shows more: no token that starts near such a pair leaves it. So this polygonal state, which meets all " \
        "that is assumed, is stable.", \
        ByLemma("opposite_tokens", name="opposite tokens", says=of_the_mirror(lambda V, tau, kappa, u: both(
            assumption_1(V, tau, kappa), there_is(unit_tokens("g"), lambda g: both(
                equals(total(g[j] for j in tokens), zero_vector()), equals((u @ g[i]) ** 2, 1),
                stays(V, tau, lambda i: g[i]))))))
    with given.scope(), given.behind("examples"):  # The derivative at any polygonal state.
        x, V = given(unit_tokens("x")), given(any_operator("V"))
        delta, z = given(tangent_vectors("delta", at=x)), given(any_vector("z"))
        tau = given(positive_scalar("tau"))

        def J(direction: Any) -> Any:
            average = total(direction(j) for j in tokens) / n
            return lambda i: tangent(direction(i) + tau * (V @ average), x[i])

        def bar(u: Vector) -> Vector:
            return u - total((x[j] @ u) * x[j] for j in tokens) / n

        average = total(delta[j] for j in tokens) / n
        yield "A polygonal state has $s = 0$, so the layer moves no token, at any step size. Its derivative (11) takes " \
            r"$\delta_i$ to $P_i (\delta_i + \tau V \bar{d})$, with the projection $P_i = I - x_i x_i^\top$ and the " \
            r"average $\bar{d}$ of the $\delta_j$. With $Q = I - (1/n) \sum_j x_j x_j^\top$, the new average is", \
            Identity(total(J(lambda i: delta[i])(j) for j in tokens) / n,
                     average + tau * bar(V @ average), name="average") \
            .but_not(r"tokens do not matter: $1 + \tau \lambda_1$ along $v_1$", right=average + tau * (V @ average))
        yield "A perturbation with average 0 does not change: its multiplier is 1,", \
            Identity(J(lambda i: delta[i])(i), delta[i] + tau * tangent(V @ average, x[i]), name="no average") \
            .but_not("they all stay", right=delta[i])
        yield r"and $P_i V z$ is taken to $P_i V (z + \tau Q V z)$. So the other multipliers are " \
            r"$1 + \tau \nu$, for the eigenvalues $\nu$ of $Q V$ on the range of $Q$.", \
            Identity(J(lambda i: tangent(V @ z, x[i]))(i), tangent(V @ (z + tau * bar(V @ z)), x[i]), name="range") \
            .but_not("as if $Q$ were the identity", right=tangent(V @ (z + tau * (V @ z)), x[i]))
        yield "$Q$ is positive semidefinite, and its kernel consists of the $z$ to which all tokens are parallel.", \
            Identity(z @ bar(z), total(tangent(z, x[j]) @ tangent(z, x[j]) for j in tokens) / n, name="definite") \
            .but_not("it is the identity", right=z @ z)
        with given.scope():  # Q V has real eigenvalues, of the signs that V has on the range of Q.
            R, U, w = given(symmetric_operator("R")), given(symmetric_operator("U")), given(any_vector("w"))
            yield "Let $R$ be the square root of $Q$. It takes eigenvectors of the symmetric " \
                "$R V R$ to eigenvectors of $Q V$, so the eigenvalues are real,", \
                Identity((R @ R) @ (U @ (R @ w)), R @ (R @ (U @ (R @ w))), name="conjugate") \
                .but_not("$R$ stands on one side only", right=U @ (R @ (R @ (R @ w))))
            yield "and have the signs of $V$ on the range of $Q$, where $R V R$ is congruent to " \
                "$V$. Unless all tokens are on one line, this range is the whole space. Then $v_1$ " \
                "gives a positive eigenvalue, and the state is unstable for every step size.", \
                Identity(w @ (R @ (U @ (R @ w))), (R @ w) @ U @ (R @ w), name="signs") \
                .but_not("$R$ does not matter", right=w @ U @ w)
        yield from on_a_line(given, tau)


@lemma
def on_a_line(given: Given, tau: Scalar) -> Proof:
    """All tokens at u and -u, half of them at each end."""
    u, y = given(unit_vector("u")), given(any_vector("y"))
    V_u, nu = given(symmetric_operator("V_u")), given(any_scalar("nu"))
    eps, _, _ = given(signs("eps", positive="p", negative="q", both=True))
    yield "If all tokens are at $u$ and $-u$, $Q$ is the projection off $u$,", \
        Identity(y - total((eps[j] * (u @ y)) * (eps[j] * u) for j in tokens) / n, tangent(y, u), name="line") \
        .but_not("it is the identity", right=y)
    yield r"and the $\nu$ are the eigenvalues of $V$ restricted to the orthogonal complement of $u$.", \
        Identity(tangent(y, u) @ V_u @ tangent(y, u), tangent(y, u) @ tangent(V_u @ tangent(y, u), u),
                 name="restriction") \
        .but_not("of $V$", left=y @ V_u @ y)
    kappa = given(positive_scalar("kappa"))
    yield "So some multiplier is outside the unit disk if and only if this restriction has an eigenvalue that is " \
        r"positive or below $-2/\tau$. For $\tau \|V\| \le 2$ the second is impossible.", \
        Inequality((1 + tau * nu) ** 2 <= 1, name="criterion", where=[nu <= 0, -kappa <= nu, tau * kappa <= 2],
                   because=tau * (-nu) * ((2 - tau * kappa) + tau * (nu + kappa))) \
        .but_not("for every step", where=[nu <= 0])
    yield "Conversely,", \
        Inequality((1 + tau * nu) ** 2 > 1, name="unstable", where=[nu > 0]) \
        .but_not("whatever the sign", where=[])


@statement("B-T2", PAPER.label("Theorem 2"), title="Stability of the Oja map",
           gist="With equal weights all tokens should agree from almost every start. Two tokens "
                "can end opposite to each other instead, from a whole open set of starts.",
           origin="reconstructed", basis="every_reconstruction", position=(4, 1, 2), scenes=DIPOLES,
           rests_on=("B-L4", ("B-L5", "spectrum", "equal groups", "no less opposite", "no larger quotient", "same side",
                               "kept"), ("B-L6", "line", "restriction", "criterion"), "B-L7"),
           repaired_by=("B-T2*", "B-T2**"),
           printed=r"Under Assumption 1 and $\tau < 1/(2 \|V\|)$ consensus at $v_1$ is asymptotically stable for (9). "
                   "All other consensus equilibria, all bipartite ones, those at $v_1$ included, and all polygonal "
                   "ones are unstable. From almost every start all tokens converge to $v_1$, or all to $-v_1$.",
           relation="refuted", differs=r"It fails only for two tokens and $\lambda_2 < 0$; otherwise it is true "
                                       "(B-T2**).")
def oja_stability(given: Given) -> Proof:
    yield claim(
        r"Under the Oja map with $\tau \|V\| < 1/2$ consensus at $\pm v_1$ is locally asymptotically stable. Every "
        "other equilibrium is unstable, the bipartite ones at $v_1$ and the polygonal ones too, and almost every "
        "start tends to consensus at $v_1$ or $-v_1$.",
        for_every((symmetric_operator("V"), positive_scalar("tau"), nonnegative_scalar("kappa"), unit_vector("v")),
            lambda V, tau, kappa, v: implies(
                both(norm_at_most(V, kappa), 2 * tau * kappa < 1), theorem_2(V, tau, v))),
        refuted=True,
        wrong=r"For two tokens, $V = \operatorname{diag}(1, -1)$ and the step $1/4$ an open set of starts ends "
        "at two opposite tokens, and not at consensus.")
    with given.scope():  # Two tokens that are mirror images of each other stay so, at an angle that is known.
        V = given(symmetric_operator("V"))
        v, lam = given(diagonalised("v", "lam", of=V))
        k = modes.any("k")
        tau, a, b = given(positive_scalar("tau")), given(any_scalar("a")), given(any_scalar("b"))

        def token(sign: int) -> Vector:
            return sign * a * v[1] + b * v[k]

        mean = (token(1) + token(-1)) / 2
        yield "The idea: two opposite tokens are no consensus, and they stay." "\n\n" \
            r"A step takes the first of the tokens $\pm a v_1 + b v_k$, before normalisation, to", \
            Identity(token(1) + tau * (V @ mean), a * v[1] + (1 + tau * lam[k]) * b * v[k], name="orbit") \
            .but_not("both parts are multiplied",
                     right=(1 + tau * lam[1]) * a * v[1] + (1 + tau * lam[k]) * b * v[k])
        nu = given(any_scalar("nu"))
        claimed = Printed((1 + tau * nu) ** 2 > 1, name="printed")
        yield "and the second to its mirror image, of the same length. So it multiplies the tangent of the angle between a token and " \
            r"the line of $v_1$ by $1 + \tau \nu$, with $\nu = \lambda_k$. To turn both tokens alike has the multiplier 1. For " \
            "$d = 2$ there are no other directions. If the pair were unstable, as the paper concludes from multipliers, one would be " \
            "outside the unit disk,", claimed
        yield r"but for $V = \operatorname{diag}(1, -1)$ and the step $1/4$ the second is $3/4$.", \
            Witness(claimed, {tau: Fraction(1, 4), nu: -1}, name="opposite pair")
    i = tokens.any("i")
    yield "Lemma 5 shows the same of all tokens that start near such a pair. So it is an equilibrium that is no consensus, it meets all " \
        "that is assumed, and it is stable.", \
        ByLemma("opposite_tokens", name="opposite tokens", says=of_the_mirror(lambda V, tau, kappa, v: both(
            both(norm_at_most(V, kappa), 2 * tau * kappa < 1), leads(V, v), there_is(unit_tokens("g"), lambda g: both(
                equals((v @ g[i]) ** 2, 1), rests_elsewhere(V, tau, v, g), stays(V, tau, lambda i: g[i]))))))
    with given.scope(), given.behind("examples"):  # Any two nearly opposite tokens near v_1 and -v_1 converge to opposite tokens.
        y, z = given(nonzero_vector("y")), given(nonzero_vector("z"))
        cosine = y @ z / (norm(y) * norm(z))
        yield "An open set of starts ends at two opposite tokens. Let $s$ be the mean of two tokens, $e$ half " \
            "their difference, and $t = |s|/|e|$, which is 0 for opposite tokens. A step takes " \
            r"them to the directions of $y = e + B s$ and $z = -e + B s$, with $B = I + \tau V$. " \
            "Normalisation does not make $t$ larger than $|B s|/|e|$, if this is at most 1:", \
            Inequality((1 + cosine) * ((y - z) @ (y - z)) <= (1 - cosine) * ((y + z) @ (y + z)),
                       where=[y @ z <= 0], name="normalised",
                       because=2 * -(y @ z) * (norm(y) - norm(z)) ** 2 / (norm(y) * norm(z))) \
            .but_not("at any angle", where=[])
        B = given(symmetric_operator("B"))
        w, beta = given(diagonalised("w", "beta", of=B))
        kappa = given(spectral_bound("kappa", values=beta, but_first=True))
        f = given(any_vector("f"))
        given(in_eigenbasis(f, vectors=w, values=beta, of=B))
        yield r"Write $f$ for $s$, and let $\kappa$ be the largest $|1 + \tau \lambda_k|$ with $k \ge 2$. It is " \
            r"below 1 if $\lambda_2 < 0$ and $\tau \|V\| < 2$. So $B$ contracts $f$ except along $w_1 = v_1$,", \
            Inequality((B @ f) @ (B @ f) <= kappa**2 * (f @ f) + beta[1] ** 2 * (w[1] @ f) ** 2, name="contraction",
                       because=total((kappa - (1 - same(k, 1)) * beta[k])
                                     * (kappa + (1 - same(k, 1)) * beta[k]) * (w[k] @ f) ** 2
                                     for k in modes)) \
            .but_not("also along $v_1$", claim=(B @ f) @ (B @ f) <= kappa**2 * (f @ f))
        p, q = given(orthonormal_pair("p", "q"))
        u = given(unit_vector("u"))
        yield "and this part is small, since $s$ is orthogonal to $e$. With unit vectors $p$ " \
            "along $e$ and $q$ along $s$, and $u = v_1$,", \
            Inequality((u @ q) ** 2 <= 1 - (u @ p) ** 2, name="Bessel",
                       because=(u - (u @ p) * p - (u @ q) * q) @ (u - (u @ p) * p - (u @ q) * q)) \
            .but_not("it is 0", claim=(u @ q) ** 2 <= 0)
        yield "So $t$ shrinks by a factor below 1 in every step, as long as $e$ is near the line of $v_1$. And $e$ " \
            "hardly turns: the lengths of $y$ and $z$ differ by at most $|y + z| = 2 |B s|$,", \
            Inequality((norm(y) - norm(z)) ** 2 <= (y + z) @ (y + z), name="lengths",
                       because=norm(y) * norm(z) * ((y / norm(y) + z / norm(z))
                                                    @ (y / norm(y) + z / norm(z)))) \
            .but_not("half of that", claim=4 * (norm(y) - norm(z)) ** 2 <= (y + z) @ (y + z))
        yield r"so half the difference of the new tokens $y/\|y\|$ and $z/\|z\|$ is a multiple of " \
            "$e$, up to a term quadratic in $|B s|$.", \
            Identity((y / norm(y) - z / norm(z)) / 2,
                     (1 / norm(y) + 1 / norm(z)) / 4 * (y - z) + (norm(z) - norm(y))
                     / (4 * norm(y) * norm(z)) * (y + z), name="turn") \
            .but_not("it does not turn", right=(1 / norm(y) + 1 / norm(z)) / 4 * (y - z))
    with given.behind("examples"):
        yield from how_often(given)
