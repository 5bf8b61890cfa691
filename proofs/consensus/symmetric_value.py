"""Section 5: causal attention with a symmetric value matrix."""

from collections.abc import Callable
from dataclasses import dataclass

from verify.language.symbols import Abbreviation1
from verify.statements.claims import Claim
from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


@dataclass(frozen=True, eq=False)
class Setting:
    """What `symmetric_value` is about, for the parts of its proof."""

    U: Operator
    v: Vectors                                              # its eigenvectors, by
    lam: Scalars                                            # eigenvalues from the largest on
    y: Vectors
    alpha: Weights
    flow: Flow
    b: Abbreviation1[Scalar]                                # parts of tokens along v_1
    e: Abbreviation1[Vector]                                # what they are off it
    A: Abbreviation1[Scalar]                                # the weight of earlier tokens
    q: Abbreviation1[Vector]                                # levers of
    f: Abbreviation1[Scalar]                                # the push of earlier tokens
    w: Abbreviation1[Vector]                                # their pull
    B: Abbreviation1[Scalar]                                # and its part along v_1


@statement("A-T5.2", PAPER.label("Theorem 5.2, eqs. (18), (19)", ICML="Theorem 4.5"), title="Symmetric value matrix",
           gist="With a fixed symmetric value matrix, causal tokens that start in one hemisphere "
                "tend to its leading eigenvector.",
           rests_on=(("A-L5.2", "growth", "gap", "part", "squared slope", "approach", "distance", "near"),),
           position=(5, 4),
           of_layers=OfLayers("tokens with positive parts along v_1 converge to v_1 (in continuous time)"),
           printed="Let (6) be auto-regressive with $W = I$, $h = 1$, symmetric $U$ and bounded $P(t)$ (Hypothesis "
                   r"5.2). Let $\lambda = \max \lambda(U) > 0$ and $\dim L_\lambda(U) = 1$, with unit vectors $v$ and "
                   r"$-v$. Then the equilibrium $(v, \dots, v)$ is asymptotically stable, with a domain of attraction "
                   r"that contains the set $\mathcal{D}^\ell(v)$ of all $y$ with $v^\top y_i > 0$ for $1 \le i \le "
                   r"\ell$; likewise for $-v$.",
           relation="stronger", differs=r"$\lambda = 0$ is allowed, convergence is exponential, and of the weights only "
                                        "bounds are used.")
def symmetric_value(given: Given) -> Proof:
    U = given(symmetric_operator("U"))
    v, lam = given(diagonalised("v", "lam", of=U))
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha, value=U, reach="up_to")
    b = let("b", lambda i: v[1] @ y[i])
    e = let("e", lambda i: y[i] - v[1])
    A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
    q = let("q", lambda i: lam[1] * v[1] - b[i] * (U @ y[i]))
    f = let("f", lambda i: total(alpha[i, j] * (q[i] @ e[j]) for j in tokens.before(i)))
    w = let("w", lambda i: total(alpha[i, j] * (U @ y[j]) for j in tokens.before(i)))
    B = let("B", lambda i: total(alpha[i, j] * b[j] for j in tokens.before(i)))
    known = Setting(U, v, lam, y, alpha, flow, b, e, A, q, f, w, B)

    yield the_claim(known)
    yield from equation_18(given, known)
    largest = given(that(lam[1] >= 0))                      # the paper has > 0
    inside = given(open_hemisphere(y, along=v[1]))
    yield from kept_inside(given, known)
    gamma = given(positive_scalar("gamma"))                 # the gap
    simple = given(largest_first(lam, vectors=v, of=U, gap=gamma))
    given.layer(asked("one head"), (U, "F"), (largest, "lambda_1"), (simple, "lambda_1"), asked("causal"))
    s = given(spectral_bound("s", values=lam))              # the norm of U, or more
    given(in_eigenbasis(y, vectors=v, values=lam, of=U))
    yield from own_term(given, known, gamma, s)
    yield from push(given, known, s)
    yield from drift(given, known, gamma, s)
    yield from zero_suffices(given, known, gamma, s)
    claimed = what_gathers(known)
    yield "So, token by token, all are drawn to $v$, each as soon as those before it are near,", \
        ByLemma("toward", says=claimed["toward"], name="toward")
    yield "and exponentially.", ByLemma("fast", says=claimed["fast"], name="fast")
    yield r"Each may be pushed off by a factor of at most $M s/(m \gamma)$ times the distances of those before it: what starts close stays close.", \
        ByLemma("close", says=claimed["close"], name="close")
    yield "The field is odd, so tokens of the opposite hemisphere tend to $-v$.", \
        ByLemma("opposite", says=claimed["opposite"], name="opposite")
    with given.scope():  # Tell which versions for other value matrices are true.
        U1, U2 = (given(symmetric_operator("U1")), given(symmetric_operator("U2")))
        P1, P2 = given(any_operator("P1")), given(any_operator("P2"))
        J, u = given(any_operator("J")), given(unit_vector("u"))
        theta = given(any_scalar("theta"))
        z = let("z", lambda: cos(theta) * u + sin(theta) * (J @ u))

        def pulled(value: Operator, scores: Operator) -> Vector:
            first, itself = exp(z @ scores @ u), exp(z @ scores @ z)
            whole = (first + itself) * square_root(modes.count)
            return (first * (value @ u) + itself * (value @ z)) / whole

        g1, g2 = (let("g1", lambda: pulled(U1, P1)), let("g2", lambda: pulled(U2, P2)))
        omega = let("omega", lambda: (J @ z) @ (g1 + g2))     # how fast z turns, away from u
        rest = tangent((U1 + U2) @ u, u)
        shared = Printed(rest @ rest > 0, at(omega, {theta: -pi() / 3}) >= 0,
                         at(omega, {theta: -2 * pi() / 3}) <= 0, part="variant", name="v of the sum")
        yield "The paper expects as much of several heads, without proof. But the top eigenvector of the sum alone is " \
            "not enough. If it were, a second token could leave the arc from $-120$ to $-60$ degrees of a first one " \
            "at rest there: it would not turn inwards at both ends.", shared
        yield r"It does, where the two heads add up to $\operatorname{diag}(1, 0)$ and have the " \
            "scores $2 I$ and $-2 I$.", \
            Witness(shared, {U1: [[0, 4], [4, 0]], U2: [[1, -4], [-4, 0]], P1: [[2, 0], [0, 2]],
                             P2: [[-2, 0], [0, -2]], J: [[0, -1], [1, 0]], u: [1, 0]}, name="trap")
        C, t = given(any_operator("C")), given(any_vector("t"))
        kept = Printed((C @ u - u) @ (C @ u - u) > 0, differs(t @ u, 0),
                       u @ tangent(C @ t, t) >= 0, part="variant", name="any value matrix")
        yield "Nor can symmetry be dropped: if $u = C u$ were enough, the open hemisphere of $u$ " \
            "would be invariant.", \
            kept
        yield "It leaves, where $C$ has the eigenvalues 1 and 0.", \
            Witness(kept, {C: [[1, -2], [0, 0]], u: [1, 0], t: [0, 1]}, name="it leaves")

    yield mutant("the largest eigenvalue may be double", drop=simple,
                 assume=largest_first(lam, vectors=v, of=U, gap=0))
    yield mutant("the largest eigenvalue may be negative", drop=largest)
    yield mutant("the hemisphere may be closed", drop=inside, assume=closed_hemisphere(y, along=v[1]))
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))


def gathering(known: Setting, say: Callable[[Scalar], Proposition]) -> Proposition:
    """Return that something holds of weights in [m, M], a gap, and a bound s of the eigenvalues."""
    v, lam, alpha = known.v, known.lam, known.alpha
    i, j, k = *tokens.any("i", "j"), modes.any("k")
    return implies(
        both(lam[1] >= 0, for_every(any_vector("x"), lambda x: equals(x, total((v[k] @ x) * v[k] for k in modes)))),
        for_every((positive_scalar("m"), positive_scalar("M"), positive_scalar("gamma"),
            nonnegative_scalar("s")), lambda m, M, gamma, s: implies(
                both(always(both(alpha[i, j] >= m, alpha[i, j] <= M)),
                     lam[1] - lam[k] >= gamma * (1 - same(k, 1)), lam[k] <= s, -s <= lam[k]),
                say(M * s / (m * gamma)))))


def what_gathers(known: Setting) -> dict[str, Proposition]:
    """Return what tokens do, and all of it."""
    v, y, b, i = known.v, known.y, known.b, tokens.any("i")
    toward, opposite = tends_to(y[i], v[1]), implies(at_start(b[i] < 0), tends_to(y[i], -v[1]))
    fast = for_every(i, there_is((positive_scalar("c"), positive_scalar("C")),
                                 lambda c, C: always(norm(y[i] - v[1]) <= C * exp(-c * elapsed))))

    def close(ratio: Scalar) -> Proposition:
        """Tokens within D of v at the start stay within a multiple of D."""
        return for_every(nonnegative_scalar("D"), lambda D: implies(
            at_start(norm(y[i] - v[1]) <= D),
            always(norm(y[i] - v[1]) <= square_root(2) * exp(ratio * tokens.count**2) * D)))

    def inside(says: Proposition) -> Proposition:
        return implies(at_start(b[i] > 0), says)

    return {"all": gathering(known, lambda ratio: both(inside(both(toward, fast, close(ratio))), opposite)),
            "toward": gathering(known, lambda ratio: inside(toward)), "fast": gathering(known, lambda ratio: inside(fast)),
            "close": gathering(known, lambda ratio: inside(close(ratio))), "opposite": gathering(known, lambda ratio: opposite)}


def the_claim(known: Setting) -> Claim:
    """Return the claim: v attracts the open hemisphere around it, and is stable, uniformly in time."""
    U, v, lam, y = known.U, known.v, known.lam, known.y
    alpha, flow, b, e, i = known.alpha, known.flow, known.b, known.e, tokens.any("i")
    return claim(
        "Let the largest eigenvalue be simple and not negative, and let the weights stay between two positive bounds. "
        "Then all tokens of the open hemisphere of $v$ tend to $v$ exponentially, and those of the opposite one to "
        "$-v$. What starts close to $v$ stays close: $v$ is stable, uniformly in time.",
        what_gathers(known)["all"],
        along=solution(flow, varying=[alpha], start=[y])) \
        .but_not("the hemisphere may be closed",
                 implies(both(lam[1] >= 0, at_start(b[i] >= 0)), tends_to(y[i], v[1])),
                 at={U: FIRST_AXIS, v: PLANE, lam: [1, 0], y: [[0, 1], [0, -1]], alpha: EVERYBODY}) \
        .but_not("the largest eigenvalue may be negative", implies(at_start(b[i] > 0), tends_to(y[i], v[1])),
                 at={U: [[-1, 0], [0, -2]], v: PLANE, lam: [-1, -2], y: [[1, 0], ASIDE],
                     alpha: [[1, 1], [Fraction(3, 5), 1]]}) \
        .but_not("no token is ever further from $v$ than the furthest at the start",
                 for_every(positive_scalar("q"), lambda q: implies(
                     at_start(e[i] @ e[i] <= q), always(e[i] @ e[i] <= q))),
                 at={U: [[1, 0], [0, -10]], v: PLANE, lam: [1, -10], y: [ASIDE, BESIDE],
                     alpha: [[1, 1], [3, 1]]})


@lemma
def equation_18(given: Given, known: Setting) -> Proof:
    """The part b of a token along v, and what (18) says of it."""
    U, v, lam, y, alpha, flow, b = known.U, known.v, known.lam, known.y, known.alpha, known.flow, known.b
    e, A, f, w, B = known.e, known.A, known.f, known.w, known.B
    i = tokens.any("i")
    yield "The idea: token by token. The first token is a flow of one point, and tends to $v$. A later one stays in the hemisphere, and " \
        "once those before it are near $v$ they can only pull it there. The case of a zero eigenvalue comes at the end. " \
        "The part of a token along $v = v_1$ moves by the pull of the tokens it sees,", \
        Identity(rate(b[i], flow), total(alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ U @ y[j]))
                                         for j in tokens.up_to(i)), name="rate") \
        .but_not("the value matrix is left out of the projection", right=total(
            alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ y[j])) for j in tokens.up_to(i)))
    yield "which (18) orders by how far the earlier tokens are from $v$.", \
        Identity(rate(b[i], flow), lam[1] * A[i] * (1 - b[i] ** 2)
                 + alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) * b[i] + f[i], name="eq 18") \
        .but_not("the token's own term is left out", right=lam[1] * A[i] * (1 - b[i] ** 2) + f[i])
    resting = Printed(differs(rate(b[2], flow), 0), e[1] @ e[1] > 0, b[2] ** 2 >= 1,
                      part="argument", name="only two equilibria")
    yield "The argument says, as far as its formulas can be recovered, that (18) has no other " \
        "equilibria than $b = 1$ and $-1$ when the earlier tokens are at $v$.", resting
    yield "With equal weights, eigenvalues 3 and $-2$ leave another one, $b = -3/5$: harmless, as $b < 0$.", \
        Witness(resting, {U: [[3, 0], [0, -2]], v: [[1, 0], [0, 1]], lam: [3, -2],
                          alpha: [[1, 0], [1, 1]],
                          y: [[1, 0], [Fraction(-3, 5), Fraction(4, 5)]]}, name="a third one")

    x = given(orthogonal_to("x", v[1]))
    yield "On the boundary of the hemisphere, where $b = 0$, only the earlier tokens count,", \
        Identity(v[1] @ tangent(w[i] + alpha[i, i] * (U @ x), x), lam[1] * B[i], name="boundary") \
        .but_not("the token's own length counts, too", right=lam[1] * B[i] - x @ x)


@lemma
def kept_inside(given: Given, known: Setting) -> Proof:
    """No token leaves the open hemisphere, and the first one tends to v."""
    U, lam, y, alpha, flow, b, B = known.U, known.lam, known.y, known.alpha, known.flow, known.b, known.B
    i = tokens.any("i")
    yield "so no token of the open hemisphere crosses it, however large the others' pull is.", \
        Inequality(lam[1] * B[i] >= 0, name="kept inside") \
        .but_not("it is pushed by a fixed amount", claim=lam[1] * B[i] >= 1)
    R = let("R", lambda: (1 - b[1] ** 2) / b[1] ** 2)
    yield "The first token sees only itself: its squared slope obeys Lemma 5.2.", \
        Identity(rate(R, flow), -2 * alpha[1, 1] * (lam[1] - y[1] @ U @ y[1]) / b[1] ** 2, name="first token") \
        .but_not("its weight does not count", right=-2 * (lam[1] - y[1] @ U @ y[1]) / b[1] ** 2)


@lemma
def own_term(given: Given, known: Setting, gamma: Scalar, s: Scalar) -> Proof:
    """The own term draws a token to v; all terms together leave it inside in finite time."""
    U, v, lam, y, alpha, flow, b = known.U, known.v, known.lam, known.y, known.alpha, known.flow, known.b
    A = known.A
    i, j, k = *tokens.any("i", "j"), modes.any("k")
    yield "Lemma 5.2 bounds the token's own term,", \
        Inequality(lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2), name="own term", because=total(
            (lam[1] - lam[k] - gamma * (1 - same(k, 1))) * (v[k] @ y[i]) ** 2 for k in modes)) \
        .but_not("by the distance to the least eigenvalue",
                 claim=lam[1] - y[i] @ U @ y[i] >= (lam[1] - lam[k]) * (1 - b[i] ** 2))
    yield "and the norm of $U$ the others.", \
        Inequality(y[i] @ U @ y[j] <= s, name="norm", because=total(
            (s - lam[k]) * (v[k] @ y[i] + v[k] @ y[j]) ** 2
            + (s + lam[k]) * (v[k] @ y[i] - v[k] @ y[j]) ** 2 for k in modes) / 4) \
        .but_not("the largest eigenvalue does, too", claim=y[i] @ U @ y[j] <= lam[1])
    yield "It falls no faster than at the rate $s A$, and stays positive in finite time.", \
        Inequality(rate(b[i], flow) >= -s * A[i] * b[i], name="floor",
                   where=[every(lambda j: y[i] @ U @ y[j] <= s), lam[1] >= y[i] @ U @ y[i]],
                   because=alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) * b[i] + total(
                       alpha[i, j] * (lam[1] * b[j] + b[i] * (s - y[i] @ U @ y[j]))
                       for j in tokens.before(i))) \
        .but_not("it does not decrease", claim=rate(b[i], flow) >= 0)


@lemma
def push(given: Given, known: Setting, s: Scalar) -> Proof:
    """The others push a token away by no more than their distances to v."""
    v, lam, y, alpha, b, e, q = known.v, known.lam, known.y, known.alpha, known.b, known.e, known.q
    f = known.f
    i = tokens.any("i")
    yield "The lever of the push $f$ vanishes at both poles:", \
        Inequality(q[i] @ q[i] <= s**2 * (1 - b[i] ** 2), name="lever",
                   because=(s - lam[1]) * (s + lam[1]) * (1 - b[i] ** 2) ** 2
                   + b[i] ** 2 * total((s - lam[k]) * (s + lam[k]) * (1 - same(k, 1)) ** 2
                                       * (v[k] @ y[i]) ** 2 for k in modes)) \
        .but_not("with the largest eigenvalue in the place of the norm",
                 claim=q[i] @ q[i] <= lam[1] ** 2 * (1 - b[i] ** 2))
    X, Y = given(any_vector("X")), given(any_vector("Y"))
    p, E0 = given(positive_scalar("p")), given(positive_scalar("E0"))
    yield "Two vectors no longer than $p$ and $E_0$ have a product of $-p E_0$, at least,", \
        Inequality(-p * E0 <= X @ Y, where=[p**2 >= X @ X, Y @ Y <= E0**2], name="Schwarz",
                   because=((E0 * X + p * Y) @ (E0 * X + p * Y) + E0**2 * (p**2 - X @ X)
                            + p**2 * (E0**2 - Y @ Y)) / (2 * p * E0)) \
        .but_not("the second may have any length", where=[p**2 >= X @ X])
    E = given(positive_weights("E"))                        # bounds of the lengths of the e_j
    F = let("F", lambda i: total(alpha[i, j] * E[j] for j in tokens.before(i)))
    yield r"so with $p = s \sqrt{1 - b^2}$ the distances to $v$ bound the push, from below and " \
        "likewise from above: (19), and sharper.", \
        Inequality(f[i] >= -p * F[i], name="eq 19", where=[every(lambda j: q[i] @ e[j] >= -p * E[j])],
                   because=total(alpha[i, j] * (q[i] @ e[j] + p * E[j])
                                 for j in tokens.before(i))) \
        .but_not("the push is no push back", claim=f[i] >= 0)


@lemma
def drift(given: Given, known: Setting, gamma: Scalar, s: Scalar) -> Proof:
    """So token by token all drift to v."""
    U, lam, y, alpha, flow, b, A = known.U, known.lam, known.y, known.alpha, known.flow, known.b, known.A
    f, w = known.f, known.w
    i = tokens.any("i")
    p, E0 = given(positive_scalar("p")), given(positive_scalar("E0"))
    E = given(positive_weights("E"))                        # bounds of the lengths of the e_j
    F = let("F", lambda i: total(alpha[i, j] * E[j] for j in tokens.before(i)))
    r, a = given(positive_scalar("r")), given(nonnegative_scalar("a"))
    yield "Altogether a token drifts to $v$, but for the distances of the earlier ones.", \
        Inequality(rate(b[i], flow) >= lam[1] * A[i] * (1 - b[i] ** 2)
                   + alpha[i, i] * gamma * (1 - b[i] ** 2) * b[i]
                   - p * F[i], name="drift",
                   where=[f[i] >= -p * F[i],
                          lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2)],
                   because=f[i] + p * F[i]
                   + alpha[i, i] * (lam[1] - y[i] @ U @ y[i] - gamma * (1 - b[i] ** 2)) * b[i]) \
        .but_not("without the push", claim=rate(b[i], flow) >= lam[1] * A[i] * (1 - b[i] ** 2)
                 + alpha[i, i] * gamma * (1 - b[i] ** 2) * b[i])
    yield r"Let these be closer to $v$ than $E_0$, and write $A$ for their weight, $r$ for $\sqrt{1 - b^2}$:", \
        Inequality(F[i] <= A[i] * E0, name="closest", where=[every(lambda j: E[j] <= E0)],
                   because=total(alpha[i, j] * (E0 - E[j]) for j in tokens.before(i))) \
        .but_not("for any distances", where=[])
    yield r"if $r$ exceeds $s E_0/\lambda$ the token moves closer. So tokens that start close to " \
        "$v$ stay close, from whatever time on;", \
        Inequality(lam[1] * a * r**2 - a * (s * r) * E0 >= 0, where=[lam[1] * r >= s * E0],
                   because=a * r * (lam[1] * r - s * E0), name="stays close") \
        .but_not("however close it is", where=[])
    yield "and if $r$ exceeds twice that, half of the pull is left,", \
        Inequality(lam[1] * a * r**2 - a * (s * r) * E0 >= lam[1] * a * r**2 / 2, name="half the pull",
                   where=[lam[1] * r >= 2 * s * E0], because=a * r * (lam[1] * r - 2 * s * E0) / 2) \
        .but_not("all of it", claim=lam[1] * a * r**2 - a * (s * r) * E0 >= lam[1] * a * r**2)
    m = given(positive_scalar("m"))
    yield "by which $1 - b$ decays exponentially.", \
        Inequality(lam[1] * a * (1 - b[i] ** 2) / 2 >= lam[1] * m / 2 * (1 - b[i]), name="decay",
                   where=[a >= m, b[i] <= 1],
                   because=lam[1] / 2 * ((a - m) * (1 - b[i]) * (1 + b[i]) + m * b[i] * (1 - b[i]))) \
        .but_not("twice as fast", claim=lam[1] * a * (1 - b[i] ** 2) / 2 >= lam[1] * m * (1 - b[i]))
    yield "And to $-v$ from the other hemisphere, for the field is odd.", \
        Identity(tangent(-w[i], -y[i]), -tangent(w[i], y[i]), name="odd") \
        .but_not("it is even", right=tangent(w[i], y[i]))


@lemma
def zero_suffices(given: Given, known: Setting, gamma: Scalar, s: Scalar) -> Proof:
    """The same if the largest eigenvalue is 0."""
    U, v, lam, y, alpha, flow, b = known.U, known.v, known.lam, known.y, known.alpha, known.flow, known.b
    e, A, B = known.e, known.A, known.B
    i = tokens.any("i")
    p, E0 = given(positive_scalar("p")), given(positive_scalar("E0"))
    E = given(positive_weights("E"))                        # bounds of the lengths of the e_j
    F = let("F", lambda i: total(alpha[i, j] * E[j] for j in tokens.before(i)))
    r, c = given(positive_scalar("r")), given(positive_scalar("c"))
    G = let("G", lambda i: total(alpha[i, j] * ((U @ y[i]) @ e[j]) for j in tokens.before(i)))
    yield r"$\lambda = 0$ is enough. For (18) also reads", \
        Identity(rate(b[i], flow), lam[1] * (B[i] - A[i] * b[i] ** 2)
                 + b[i] * (alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) - G[i]), name="eq 18 again") \
        .but_not("the first part has no $b^2$", right=lam[1] * B[i]
                 + b[i] * (alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) - G[i]))
    yield "where all but the first term has the factor $b$, and the new lever vanishes at the poles.", \
        Inequality((U @ y[i]) @ (U @ y[i]) <= s**2 * (1 - b[i] ** 2) + lam[1] ** 2 * b[i] ** 2,
                   name="null lever", because=total(
                       (s - lam[k]) * (s + lam[k]) * (1 - same(k, 1)) ** 2 * (v[k] @ y[i]) ** 2
                       for k in modes)) \
        .but_not(r"for any $\lambda$", claim=(U @ y[i]) @ (U @ y[i]) <= s**2 * (1 - b[i] ** 2))
    yield "The token's own term and the push compete as before,", \
        Inequality(alpha[i, i] * (lam[1] - y[i] @ U @ y[i]) - G[i]
                   >= alpha[i, i] * gamma * (1 - b[i] ** 2) - p * F[i], name="null drift",
                   where=[every(lambda j: (U @ y[i]) @ e[j] <= p * E[j]),
                          lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2)],
                   because=total(alpha[i, j] * (p * E[j] - (U @ y[i]) @ e[j])
                                 for j in tokens.before(i))
                   + alpha[i, i] * (lam[1] - y[i] @ U @ y[i] - gamma * (1 - b[i] ** 2))) \
        .but_not("for any pushes", where=[lam[1] - y[i] @ U @ y[i] >= gamma * (1 - b[i] ** 2)])
    g, mu, K = given(positive_scalar("g")), given(positive_scalar("mu")), given(positive_scalar("K"))
    yield "and if $E$ decays like $e^{-ct}$, $b$ stays above a positive number, and $r$, falling " \
        r"at the rate $g$ and raised by $\mu E$, decays with it.", \
        Inequality(-g * r + mu * E0 - c * K * E0 <= -c / 2 * (r + K * E0), name="two rates",
                   where=[g >= c / 2, c * K >= 2 * mu], because=(g - c / 2) * r + (c * K / 2 - mu) * E0) \
        .but_not("with any weight $K$", where=[g >= c / 2])
