"""The claims of `rotating_bounds`: what a first eigenvector that moves does with the tokens."""

from verify.vocabulary import *

from .twin_starts import *


@lemma
def cap(given: Given) -> Proof:
    """Claim the thresholds, of a matrix whose first eigenvector is followed in time."""
    U, v = given(symmetric_operator("U")), given(any_vector("v"))
    lam, Lam, w = given(any_scalar("lam")), given(nonnegative_scalar("Lam")), given(any_vector("w"))
    N, alpha = given(attention_mask("N")), given(nonnegative_weights("alpha"))
    y = given(unit_tokens("y"))
    g, a, theta = (given(positive_scalar("g")), given(positive_scalar("a")),
                   given(angle_between("theta", 0, pi() / 4)))
    u, M = given(nonnegative_scalar("u")), given(positive_scalar("M"))
    i, j = tokens.any("i", "j")
    flow = together(attention_flow(y, weights=alpha, value=U, mask=N), motion({v: w}))
    delta = a * g / 2 * sin(2 * theta)
    at_rest = {v: [1, 0], w: [0, 0], lam: 1, Lam: 0, N: EVERYBODY, g: 1, a: 1, theta: pi() / 6, u: 1, M: 1}
    yield claim(
        r"Let $v$ be a unit eigenvector of $U$ with the eigenvalue $\lambda \ge \Lambda + g$, where $\Lambda$ bounds "
        "all other eigenvalues in modulus. Let $U$ and the weights be bounded, let the weights of every token add up "
        r"to at least $a$, and let $v$ move no faster than $(a g / 2) \sin(2 \theta)$. If all angles with $v$ are "
        r"below $\pi/2 - \theta$ at the start, they stay so, and all tokens end within the angle $\theta$ of $v$.",
        implies(
            both(always(both(
                    equals(v @ v, 1), equals(U @ v, lam * v), lam >= Lam + g, norm(w) <= delta,
                    for_every(any_vector("x"), lambda x: both(
                        -u * (x @ x) <= x @ U @ x, x @ U @ x <= u * (x @ x),
                        implies(equals(v @ x, 0), both(-Lam * (x @ x) <= x @ U @ x, x @ U @ x <= Lam * (x @ x))))),
                    alpha[i, j] <= M, total(alpha[i, j] for j in tokens.seen_by(i, N)) >= a)),
                 at_start(v @ y[i] > sin(theta))),
            both(always(v @ y[i] > sin(theta)), limsup_at_most(norm(y[i] - v), 2 * sin(theta / 2)))),
        along=solution(flow, varying=[U, lam, Lam, w, alpha], start=[y])) \
        .for_example(at_rest | {U: FIRST_AXIS, y: [[1, 0], [1, 0]], alpha: EVERYBODY}) \
        .but_not("without a gap", implies(
                     both(always(both(equals(v @ v, 1), equals(U @ v, lam * v))),
                          at_start(v @ y[i] > sin(theta))),
                     limsup_at_most(norm(y[i] - v), 2 * sin(theta / 2))),
                 at=at_rest | {U: PLANE, y: [ASIDE, ASIDE], alpha: EVERYBODY}) \
        .but_not("from every start", implies(
                     always(for_every(i, equals(U @ y[i], (v @ y[i]) * v))),
                     limsup_at_most(norm(y[i] - v), 2 * sin(theta / 2))),
                 at=at_rest | {U: FIRST_AXIS, y: [[-1, 0], [-1, 0]], alpha: EVERYBODY}) \
        .but_not("whoever attends to nobody, too", implies(
                     at_start(v @ y[i] > sin(theta)), limsup_at_most(norm(y[i] - v), 2 * sin(theta / 2))),
                 at=at_rest | {U: FIRST_AXIS, y: [ASIDE, ASIDE], alpha: NOBODY})


@lemma
def compact_starts(given: Given) -> Proof:
    """Claim what is true of all starts in a compact set: their cosines are at least some beta."""
    U, v = given(symmetric_operator("U")), given(any_vector("v"))
    lam, w = given(any_scalar("lam")), given(any_vector("w"))
    alpha, y = given(nonnegative_weights("alpha")), given(unit_tokens("y"))
    g, u, m, a = (given(positive_scalar("g")), given(positive_scalar("u")),
                  given(positive_scalar("m")), given(positive_scalar("a")))
    beta, delta = given(scalar_between("beta", 0, Fraction(1, 2))), given(positive_scalar("delta"))
    i, j = tokens.any("i", "j")
    flow = together(attention_flow(y, weights=alpha, value=U, reach="up_to"), motion({v: w}))
    rho, sigma = given(positive_scalar("rho")), given(positive_scalar("sigma"))
    n = tokens.count
    c = let("c", lambda: beta * exp(-n * rho))
    kappa = let("kappa", lambda: m * g * c**2)
    at_rest = {v: [1, 0], w: [0, 0], lam: 1, g: 1, u: 1, m: 1, a: 1, beta: Fraction(1, 4), delta: 1, rho: 1,
               sigma: 1, alpha: EVERYBODY}
    yield claim(
        r"Let the first eigenvalue $\lambda$ of $U$, with the unit eigenvector $v$, and its distance from the others "
        r"be at least $g$, the weights between $m$ and $a$, and $\|U\|$ at most $u$. Take any compact set of starts "
        r"in the open hemisphere of $v$, so that all cosines with $v$ are at least some $\beta > 0$. There are a "
        r"floor $c$, a speed $m g c / 4$ and a factor $D$ such that, if $v$ is no faster than $\delta \le m g c / 4$, "
        r"all cosines stay above $c$ and all tokens end within $D \delta$ of $v$. They depend on $\beta$, the number "
        r"of tokens, $m$, $a$, $g$ and $u$ alone: $c = \beta e^{-n \rho}$ and $D = (2 / \kappa) e^{n \sigma}$, with "
        r"$\kappa = m g c^2$, where $\rho$ and $\sigma$ are so large that $m g e^\rho \ge 4 n a u$ and "
        r"$e^\sigma \ge 1 + 2 n a u / \kappa$.",
        implies(
            both(4 * (n * a * u) <= m * g * exp(rho), 1 + 2 * (n * a * u) / kappa <= exp(sigma),
                 delta <= m * g * c / 4,
                 always(both(
                     equals(v @ v, 1), equals(U @ v, lam * v), lam >= g, norm(w) <= delta,
                     for_every(any_vector("x"), lambda x: both(
                         -u * (x @ x) <= x @ U @ x, x @ U @ x <= u * (x @ x),
                         implies(equals(v @ x, 0), x @ U @ x <= (lam - g) * (x @ x)))),
                     m <= alpha[i, j], alpha[i, j] <= a)),
                 at_start(v @ y[i] >= beta)),
            both(always(v @ y[i] >= c), limsup_at_most(norm(y[i] - v), 2 / kappa * exp(n * sigma) * delta))),
        along=solution(flow, varying=[U, lam, w, alpha], start=[y])) \
        .for_example(at_rest | {U: FIRST_AXIS, y: [[1, 0], [1, 0]], a: 2, delta: Fraction(1, 10**6), rho: 3, sigma: 18}) \
        .but_not("without a gap tokens tend to a $v$ at rest", implies(
                     both(always(both(equals(v @ v, 1), equals(U @ v, lam * v), equals(w, zero_vector()))),
                          at_start(v @ y[i] >= beta)),
                     tends_to(y[i], v)), at=at_rest | {U: PLANE, y: [ASIDE, ASIDE]}) \
        .but_not("from every start", implies(
                     always(for_every(i, equals(U @ y[i], (v @ y[i]) * v))), tends_to(y[i], v)),
                 at=at_rest | {U: FIRST_AXIS, y: [[-1, 0], [-1, 0]]}) \
        .but_not("with no part along $v$ at the start", implies(
                     always(for_every(i, equals(U @ y[i], (v @ y[i]) * v))), always(v @ y[i] >= c)),
                 at=at_rest | {U: FIRST_AXIS, y: [[0, 1], [0, -1]]})
