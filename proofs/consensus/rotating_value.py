"""Section 5: causal attention with a symmetric value matrix that changes in time."""

from verify.vocabulary import *

from .paper import PAPER
from .pictures import ROTATING_VALUE
from .thresholds import thresholds, turning_term


@statement("A-T5.3", PAPER.label("Theorem 5.3, eqs. (20)-(24)", ICML="Remark 4.7, eq. (8)"), origin="reconstructed",
           basis="this_reconstruction", title="Time-varying value matrix",
                      gist="The value matrix changes over time, and tokens should follow its "
                           "leading direction. Near the edge of the hemisphere a token is lost, "
                           "however slowly the direction turns.", rests_on=("A-5.0",),
           repaired_by=("A-T5.3'", "A-T5.3''"), position=(5, 5), scenes=ROTATING_VALUE,
           printed="Let (6) be auto-regressive with $W = I$, $h = 1$, $U(t)$ symmetric, differentiable and bounded, "
                   r"and $P(t)$ bounded (Hypothesis 5.3). Let $\lambda(t) = \max \lambda(U(t))$ be simple. "
                   "Let it and its gap to the other eigenvalues be bounded below by a positive number, and let $v(t)$ be "
                   r"its unit eigenvector. If $v(0)^\top y_i(0) > 0$ for all $i$, then $|y_i(t) - v(t)| \le "
                   r"\beta_i(|y(0) - v(0)|, t) + \gamma_i(\delta)$ with the supremum $\delta$ of $|\dot v|$, $\beta_i$ "
                   r"almost of class $\mathcal{KL}$ and $\gamma_i$ of class $\mathcal{K}$. So all tokens converge to a "
                   "ball around $v$, and the open hemisphere of $v(0)$ is the basin of attraction.",
           relation="refuted", differs=r"If $\gamma_i$ may depend on the system the estimate is empty, as $|y_i - v| "
                                       r"\le 2$. We refute it for a gain that depends only on the bounds in the "
                                       "hypotheses.")
def rotating(given: Given) -> Proof:
    yield from printed_estimate(given)
    with given.behind("fails"):
        yield from no_lyapunov_function(given)
    with given.scope(), given.behind("examples"):  # Follow the printed argument, and prove what is true of the first token.
        U = given(symmetric_operator("U"))
        v, lam = given(diagonalised("v", "lam", of=U))
        gap = given(positive_scalar("gap", latex=r"g_\lambda"))
        simple = given(largest_first(lam, vectors=v, of=U, gap=gap))
        excess = let("excess", lambda k: lam[1] - lam[k] - gap * (1 - same(k, 1)))
        w = given(orthogonal_to("w", v[1]))
        y = given(unit_tokens("y"))
        given(in_eigenbasis(y, vectors=v, values=lam, of=U))
        alpha = given(nonnegative_weights("alpha"))
        flow = together(attention_flow(y, weights=alpha, value=U, reach="up_to"),
                        straight_lines(v, lambda k: same(k, 1) * w))
        b = let("b", lambda i: v[1] @ y[i])
        own = let("own", lambda i: alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) * b[i])
        A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
        e = let("e", lambda j: y[j] - v[1])
        pull = let("pull", lambda i: lam[1] * v[1] - b[i] * (U @ y[i]))
        f = let("f", lambda i: total(alpha[i, j] * (pull[i] @ e[j]) for j in tokens.before(i)))
        i, k = tokens.any("i"), modes.any("k")
        with given.scope():  # What is printed of the first token holds in the hemisphere of v only.
            yield r"The first token sees only itself, with the weight $1/\sqrt{d}$; its cosine $b$ " \
                "with $v = v_1$ moves by (20),", \
                Identity(rate(b[1], flow), own[1] + w @ y[1], name="eq 20") \
                .but_not("$v$ rests", right=own[1])
            yield "where the first factor is as large as the gap allows,", \
                Inequality(lam[1] - y[i] @ U @ y[i] >= gap * (1 - b[i] ** 2), name="gap",
                           because=total(excess[k] * (v[k] @ y[i]) ** 2 for k in modes)) \
                .but_not("the distance to any other eigenvalue, such as the least, is a gap",
                         claim=lam[1] - y[i] @ U @ y[i] >= (lam[1] - lam[k]) * (1 - b[i] ** 2))
            delta, r = given(positive_scalar("delta")), given(positive_scalar("r"))
            yield r"while the velocity of $v$, $\delta$ at most, acts on what $y$ has beside $v$, of the length $r = \sqrt{1 - b^2}$.", \
                turning_term(w, v[1], y[i], delta, r)
            sideways = w @ y[i] >= -delta * r
            rise = alpha[i, i] * gap * b[i] * (1 - b[i] ** 2) - delta * r
            yield r"So in the hemisphere of $v$, with $\delta$ the greatest speed of $v$ and $r = \sqrt{1 - b^2}$,", \
                Inequality(own[i] + w @ y[i] >= rise, where=[b[i] >= 0, sideways], name="own part",
                           because=alpha[i, i] * b[i] * total(excess[k] * (v[k] @ y[i]) ** 2 for k in modes)
                           + (w @ y[i] + delta * r)) \
                .but_not("the weight is dropped", claim=own[i] + w @ y[i] >= gap * b[i] * (1 - b[i] ** 2) - delta * r) \
                .but_not("$v$ may move faster", where=[b[i] >= 0])
            anywhere = Printed(own[1] + w @ y[1] >= alpha[1, 1] * gap * b[1] * (1 - b[1] ** 2),
                               part="variant", name="in the other hemisphere")
            yield "Not so in the other hemisphere, where it would say, with $v$ at rest,", anywhere
            yield "and a third eigenvalue far below the others has the angle grow much faster.", \
                Witness(anywhere, {U: [[1, 0, 0], [0, 0, 0], [0, 0, -10]], lam: [1, 0, -10], gap: 1,
                                   v: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], w: [0, 0, 0], alpha: [[1]],
                                   y: [[Fraction(-3, 5), 0, Fraction(4, 5)]]}, name="steeper")
        with given.scope():  # Earlier tokens push a later one, too: this gives (24). The estimate then bounds nothing.
            delta, r = given(positive_scalar("delta")), given(positive_scalar("r"))
            sideways = w @ y[i] >= -delta * r
            earlier = let("earlier", lambda i, j: total(same(j, k) for k in tokens.before(i)))
            yield "A later token is drawn to $v$ as well, and pushed by what the earlier ones lack: (21) is", \
                Identity(rate(b[i], flow), lam[1] * A[i] * (1 - b[i] ** 2) + own[i] + f[i] + w @ y[i], name="eq 21") \
                .but_not("$v$ rests", right=lam[1] * A[i] * (1 - b[i] ** 2) + own[i] + f[i])
            S = given(spectral_bound("S", values=lam))
            others = total(lam[k] ** 2 * (v[k] @ y[i]) ** 2 for k in modes.but(1))
            yield "The push acts through a vector of no more than the length $S r$, with a bound $S$ of all eigenvalues and $r = \\sqrt{1 - b^2}$: its square is", \
                Identity(pull[i] @ pull[i], lam[1] ** 2 * (1 - b[i] ** 2) ** 2 + b[i] ** 2 * others, name="pull") \
                .but_not("$b$ is dropped", right=lam[1] ** 2 * (1 - b[i] ** 2) ** 2 + others)
            E = given(positive_weights("E"))
            reach = total(alpha[i, j] * E[j] for j in tokens.before(i))
            yield "so with $E_j$ the distance of token $j$ from $v$, (22) reads", \
                Inequality(f[i] >= -S * r * reach, name="eq 22", where=[every(lambda j: pull[i] @ e[j] >= -S * r * E[j])],
                           because=total(alpha[i, j] * (pull[i] @ e[j] + S * r * E[j])
                                         for j in tokens.before(i))) \
                .but_not("any tokens", where=[])
            eps = given(positive_scalar("eps"))
            yield r"and, if the earlier tokens are within $\varepsilon$ as the induction supposes (23),", \
                Inequality(reach <= A[i] * eps, name="eq 23", where=[every(lambda j: earlier[i, j] * (eps - E[j]) >= 0)],
                           because=total(alpha[i, j] * (earlier[i, j] * (eps - E[j])) for j in tokens)) \
                .but_not("any tokens", where=[])
            F = given(positive_scalar("F"))
            yield "Together they give (24) for $V = 1 - b$.", \
                Inequality(rate(1 - b[i], flow) <= -lam[1] * A[i] * (1 - b[i] ** 2)
                           - alpha[i, i] * gap * b[i] * (1 - b[i] ** 2) + F + delta * r, name="eq 24",
                           where=[b[i] >= 0, f[i] >= -F, sideways],
                           because=alpha[i, i] * b[i] * total(excess[k] * (v[k] @ y[i]) ** 2 for k in modes)
                           + (f[i] + F) + (w @ y[i] + delta * r)) \
                .but_not("$v$ rests", claim=rate(1 - b[i], flow) <= -lam[1] * A[i] * (1 - b[i] ** 2)
                         - alpha[i, i] * gap * b[i] * (1 - b[i] ** 2) + F)
            yield "and the distance is a function of $V$:", \
                Identity(e[i] @ e[i], 2 * (1 - b[i]), name="distance") \
                .but_not("the two is dropped", right=1 - b[i])
            yield r"Read with $\beta_i$ and $\gamma_i$ that may depend on the system, where $\beta_i$ need only have a " \
                r"limit, the estimate says nothing: $\beta_i = 2$ will do. (So for later tokens it gives neither a radius " \
                "that depends on the speed of $v$ nor, for $v$ at rest, convergence.)", \
                Inequality(e[i] @ e[i] <= 4, because=(y[i] + v[1]) @ (y[i] + v[1]), name="vacuous") \
                .but_not("1 will do", claim=e[i] @ e[i] <= 1)
        yield from thresholds(given, given(positive_scalar("kappa")), given(angle_between("phi", 0, pi() / 2)),
                              given(angle_between("theta", 0, pi() / 4)))
        yield mutant("the largest eigenvalue need not be simple", drop=simple,
                     assume=largest_first(lam, vectors=v, of=U, gap=0))


@lemma
def printed_estimate(given: Given) -> Proof:
    """Claim that no slow eigenvector has the estimate: a gain that vanishes at 0 would be below 1."""
    g, delta = given(positive_scalar("g")), given(positive_scalar("delta"))
    u, p = given(positive_scalar("u")), given(positive_scalar("p"))
    enough = given(that(u >= g))
    U, P = given(symmetric_operator("U")), given(any_operator("P"))
    v, w, lam = given(any_vector("v")), given(any_vector("w")), given(any_scalar("lam"))
    y = given(unit_tokens("y"))
    i = tokens.any("i")
    flow = together(softmax_flow(y, scores=P, value=U, reach="up_to"), motion({v: w}))
    as_printed = both(
        always(both(
            equals(v @ v, 1), equals(U @ v, lam * v), lam >= g, norm(w) <= delta,
            for_every(any_vector("x"), lambda x: both(
                -u * (x @ x) <= x @ U @ x, x @ U @ x <= u * (x @ x), norm(P @ x) <= p * norm(x),
                implies(equals(v @ x, 0), x @ U @ x <= (lam - g) * (x @ x)))))),
        at_start(v @ y[i] > 0))
    yield claim(
        r"Let $U$ and $P$ be bounded, let the first eigenvalue $\lambda \ge g$ have the unit "
        "eigenvector $v$, and let its gap to the others be at least $g$. Then all tokens that "
        "start in the open hemisphere of $v$ end near $v$, with a gain that vanishes at 0: "
        r"within $\sqrt{2}$ of $v$, if $v$ moves no faster than some $\delta > 0$.",
        implies(as_printed, limsup_at_most(norm(y[i] - v), square_root(2))),
        along=solution(flow, varying=[U, P, lam, w], start=[y]), refuted=True,
        whatever=[g, delta, u, p, enough],
        wrong="Near the edge of the hemisphere a token is lost as soon as $v$ turns, however "
              "slowly. With the eigenvalues 2 and 0 and $v$ turning at the speed $1/2$, a token "
              "that starts at 76 degrees from $v$ ends at 195 degrees from it.")
    yield from lost_starts(given)
    yield "So it is with $U = g v v^\\top$ and no scores: tokens that start together near the edge meet all that is " \
        "assumed, and end behind $v$.", \
        ByLemma("left_behind", name="left behind", says=both(
            equals(tokens.count, 2), as_printed, always(for_every(any_vector("x"), lambda x: both(
                equals(U @ x, g * (v @ x) * v), equals(P @ x, zero_vector())))),
            there_is(i, both(limsup_at_most(v @ y[i], -Fraction(1, 2)),
                             never(limsup_at_most(norm(y[i] - v), square_root(2)))))))


@lemma
def no_lyapunov_function(given: Given) -> Proof:
    """Show that V = 1 - b is no ISS-Lyapunov function on ]0, 1]."""
    kappa = given(positive_scalar("kappa"))
    m_V = given(positive_scalar("m_V"))
    b_m = let("b_m", lambda: m_V / (4 * kappa))
    yield r"Let $V = 1 - b$ with the cosine $b$ of the first token with $v$, and let $\kappa$ be half of the gap times " \
        r"its weight. By (24) of the paper $V$ falls by $2 \kappa b (1 - b^2)$, less what $v$ adds. No $m > 0$ bounds " \
        "that from below where $b$ is small:", \
        Inequality(2 * kappa * b_m * (1 - b_m**2) < m_V, name="dissipation fades",
                   because=m_V / 2 + m_V / 2 * b_m**2) \
        .but_not("by a factor of 4", claim=4 * (2 * kappa * b_m * (1 - b_m**2)) < m_V)
    psi = given(angle_between("psi", pi() / 3, pi() / 2))
    d_0 = given(positive_scalar("d_0"))
    away = motion({psi: d_0 - kappa * sin(2 * psi)})
    gain = Printed(rate(1 - cos(psi), away) <= 0, part="argument", name="gain")
    yield "The argument has $V$ as an ISS-Lyapunov function on $]0, 1]$: once $v$ is slow " \
        "enough, $V$ is to fall wherever it is $1/2$ or more. Let $v$ move straight away from the " \
        r"token at the speed $d_0$; then the distance $1 - \cos(\psi)$ must not rise:", gain
    yield r"At $d_0 = \kappa/10$ it rises near the edge of the hemisphere,", \
        Witness(gain, {kappa: 1, d_0: Fraction(1, 10), psi: Fraction(31, 20)}, name="no gain")
    yield "and so it does at any speed, from some angle on.", \
        Inequality(rate(1 - cos(psi), away) > 0, where=[d_0 > kappa * sin(2 * psi)], name="rises",
                   because=sin(psi) * (d_0 - kappa * sin(2 * psi))) \
        .but_not("from any angle on", where=[])


@lemma
def lost_starts(given: Given) -> Proof:
    """A value matrix that turns at a constant speed, with its solutions in closed form."""
    kappa, theta = given(positive_scalar("kappa")), given(angle_between("theta", 0, pi() / 4))
    e_0, q_0 = given(orthonormal_pair("e_0", "q_0"))

    with given.scope():  # The angle of a token in a plane that turns at a constant speed.
        phi_e = given(angle("phi_e"))
        a, g_e = given(positive_scalar("a")), given(positive_scalar("g_e"))
        d_e, mu_e = given(positive_scalar("d_e", latex=r"\delta_e")), given(any_scalar("mu_e"))
        y = cos(phi_e) * e_0 + sin(phi_e) * q_0
        ahead = motion({e_0: -d_e * q_0, q_0: d_e * e_0, phi_e: d_e - a * g_e / 2 * sin(2 * phi_e)})
        yield "The idea: near the edge of the hemisphere $v$ turns away faster than it draws a token." "\n\n" \
            r"Let $v = e_0$ turn away from $y$ at the speed $\delta_e$, in the plane of $e_0$ and $q_0$; let $U$ " \
            r"have the eigenvalue $\mu_e + g_e$ along it, and $\mu_e$ beside it. With the weight $a$ and $\kappa " \
            r"= a g_e/2$ the angle obeys $\varphi' = \delta_e - \kappa \sin(2 \varphi)$ exactly:", \
            Identity(rate(y, ahead), a * tangent(mu_e * y + g_e * (e_0 @ y) * e_0, y), name="turning plane") \
            .but_not(r"$\kappa$ is twice that", left=rate(y, motion(
                {e_0: -d_e * q_0, q_0: d_e * e_0, phi_e: d_e - a * g_e * sin(2 * phi_e)})))
        s = given(positive_scalar("s"))
        polar = motion({phi_e: d_e - kappa * sin(2 * phi_e), s: kappa * s * cos(2 * phi_e)})
        yield "and the direction is that of a linear system:", \
            Identity(rate(s * y, polar), s * (kappa * cos(phi_e) - d_e * sin(phi_e)) * e_0
                     + s * (d_e * cos(phi_e) - kappa * sin(phi_e)) * q_0, name="linear system") \
            .but_not(r"$\delta$ is dropped", right=s * kappa * cos(phi_e) * e_0 - s * kappa * sin(phi_e) * q_0)
    E_t, N, Q = (given(positive_scalar("E_t")), given(positive_scalar("N")), given(positive_scalar("Q")))
    C, S = cos(theta), sin(theta)
    along, beside = Q * S / E_t - N * E_t * C, Q * C / E_t - N * E_t * S
    growing = motion({E_t: kappa * cos(2 * theta) * E_t})       # E = exp(omega t)
    speed = kappa * sin(2 * theta)                          # delta, for theta as above
    yield r"With $\delta_e = \kappa \sin(2 \theta)$ and $E = \exp(t \kappa \cos(2 \theta))$ it has the solutions", \
        Identity(rate(along * e_0 + beside * q_0, growing),
                 (kappa * along - speed * beside) * e_0 + (speed * along - kappa * beside) * q_0, name="solution") \
        .but_not(r"$E$ grows at the rate $\kappa$", left=rate(along * e_0 + beside * q_0, motion({E_t: kappa * E_t})))
    given(that(Q * S - N * C > 0))
    start = (Q * C - N * S) / (Q * S - N * C)
    yield r"that start, with $E = 1$ and the tangent $p_0$, inside the hemisphere and above $p_+ = \cot\theta$,", \
        Identity(start - S / C, Q * S / (N * C) * (start - C / S), name="starts") \
        .but_not("the thresholds are exchanged", left=start - C / S, right=Q * S / (N * C) * (start - S / C))
    yield r"and leave it: the cosine is negative once $E^2 > (p_0 - p_-)/(p_0 - p_+)$, where $p_- = \tan \theta$.", \
        Inequality(along < 0, where=[N * C * E_t**2 > Q * S], name="leaves",
                   because=(N * C * E_t**2 - Q * S) / E_t) \
        .but_not("before", where=[N * C * E_t**2 < Q * S])
    end = -(C * e_0 + S * q_0)
    yield r"From there it goes on to the antipode of the rest point at $\theta$:", \
        Identity((along * e_0 + beside * q_0) / E_t - N * end, Q / E_t**2 * (S * e_0 + C * q_0), name="limit") \
        .but_not("to the rest point", left=(along * e_0 + beside * q_0) / E_t + N * end)
    yield r"The distance from $v$ is more than $\sqrt{2}$,", \
        Inequality((end - e_0) @ (end - e_0) > 2, name="never near") \
        .but_not("than 2", claim=(end - e_0) @ (end - e_0) > 4)
    gamma = given(scalar_between("gamma", 0, 1))
    printed = Printed((end - e_0) @ (end - e_0) <= gamma**2, name="gain of the estimate")
    yield r"Suppose that the gain $\gamma$ depends only on the bounds of the hypothesis and " \
        r"vanishes at 0. Then $\gamma(\delta) < 1$ for slow $v$, and every trajectory with " \
        "$b > 0$ at the start ends within this distance of $v$.", \
        printed
    yield r"This is false for every $\delta_e > 0$.", \
        Refuted(printed, by=["turning plane", "linear system", "solution", "starts", "limit",
                             "never near"], name="false")
    basin = Printed(along >= 0, name="basin")
    yield "According to the corollary the basin is the open hemisphere: a start with " \
        "$b > 0$ never ends with $b < 0$.", basin
    yield r"For $\theta = 15$ degrees and $p_0$ about 6.8 it does.", \
        Witness(basin, {theta: pi() / 12, Q: 8, N: 1, E_t: 2}, name="lost")
