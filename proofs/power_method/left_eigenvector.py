"""Beyond theorem 1, without symmetry: the hemisphere that leads to v_1 is that of the left eigenvector."""

from collections.abc import Callable

from verify.language.symbols import Abbreviation2, HeadVectors
from verify.statements.assumption import Condition
from verify.statements.claims import Claim
from verify.vocabulary import *

from .paper import PAPER

PLANE, SPACE = [[1, 0], [0, 1]], [[int(i == j) for j in range(4)] for i in range(4)]
HALVES, SWAP = [[Fraction(1, 2)] * 2] * 2, [[0, 1], [1, 0]]
TO_THE_FIRST = [[1, 0], [1, 0]]                             # of weights, and of what is added if it is at v
ITSELF_AND_THE_FIRST = [[[1, 0], [0, 1]], [[1, 0], [1, 0]]]
SECOND = [Fraction(4, 5), Fraction(3, 5)]                   # the other eigenvector of (1, -2/3; 0, 1/2)
HALF_OF_IT, MIRRORED = [Fraction(2, 5), Fraction(3, 10)], [Fraction(4, 5), Fraction(-3, 5)]
SIXTY_DEGREES, FIRST = [Fraction(1, 2)] * 4, [1, 0, 0, 0]


@statement("B-G2", PAPER.label("strengthens Theorem 1"), origin="ours", position=(2, 1, 6),
           title="Global consensus without symmetry, from the hemisphere of the left eigenvector")
def left_eigenvector(given: Given) -> Proof:
    v, w, tau = given(unit_vector("v")), given(any_vector("w")), given(positive_scalar("tau"))
    W = given(positive_definite("W"))
    x = given(unit_tokens("x"))
    inside = given(open_hemisphere(x, along=w))
    A = given(row_stochastic_heads("A"))
    f = given(any_head_vectors("f"))

    def beside(z: Vector) -> Vector:
        return z - (w @ z) * v

    s = let("s", lambda a, i: total(A[a, i, j] * x[j] for j in tokens))
    claimed, near, (fast, there, matrices) = the_claim(v, w, W, tau, x, inside, A, f, beside, s)
    yield claimed
    a, i, c = heads.any("a"), tokens.any("i"), given(any_vector("c"))
    C, rho, q, t, L, u, g = (given(nonnegative_scalar(name)) for name in ("C", "rho", "q", "t", "L", "u", "g"))
    b, p, pull, N = (given(positive_scalar(name)) for name in ("b", "p", "l", "N"))

    def gap(z: Vector) -> Scalar:
        return t * (w @ z) - c @ W @ beside(z)

    yield r"The tangent of a vector $z$ is the length of $z - (w^\top z) v$ in $W$, divided by $w^\top z > 0$. It is at most $t$ if and only if " \
        r"$t w^\top z \ge c^\top W (z - (w^\top z) v)$ for all $c$ with $c^\top W c \le 1$ (Cauchy and Schwarz). These conditions are linear: " \
        "sums and positive multiples of vectors with tangents of at most $t$ are also such vectors. So are the means that heads see,", \
        Identity(gap(s[a, i]), total(A[a, i, j] * gap(x[j]) for j in tokens), name="mean") \
        .but_not("as if weights were equal", right=total(gap(x[j]) for j in tokens) / tokens.count)
    yield r"and what a head adds has a tangent of at most $q t$: let $p$ and $u$ be the part along $w$ of the mean and the length of the rest, " \
        "$l$ and $g$ those of what it adds.", \
        Inequality(g <= q * t * pull, where=[p * g <= q * pull * u, u <= t * p], name="added",
                   because=(q * pull * u - p * g) / p + q * pull * (t * p - u) / p) \
        .but_not("whatever is seen", where=[p * g <= q * pull * u]) \
        .but_not("whatever is added", where=[u <= t * p])
    yield r"How much of it is along $w$? Let a token have a tangent of at most $\rho$ and the part $b$ along $w$, and let " \
        r"$u$ and $g$ now be the lengths of $x_i - b v$, in the plain sense and in $W$. Then $1 = \|x_i\| \le b + u$, so " \
        r"$b \ge 1/(1 + C \rho)$;", \
        Inequality((1 + C * rho) * b >= 1, where=[1 <= b + u, u <= C * g, g <= rho * b], name="least part",
                   because=(b + u - 1) + (C * g - u) + C * (rho * b - g)) \
        .but_not("whatever the tangent", where=[1 <= b + u, u <= C * g])
    share = L / ((1 + C * rho) * N)
    yield r"also $b \le \|w\|$. With $N = \|w\|$ and $L = \sum_\eta \lambda_\eta$ heads add $l \ge L p$ in sum, where the " \
        r"least part $p$ of tokens is $1/(1 + C \rho)$ or more.", \
        Inequality(pull >= share * b, where=[pull >= L * p, (1 + C * rho) * p >= 1, b <= N], name="share",
                   because=(pull - L * p) + L * ((1 + C * rho) * p - 1) / (1 + C * rho)
                   + L * (N - b) / ((1 + C * rho) * N)) \
        .but_not("whatever is added", where=[(1 + C * rho) * p >= 1, b <= N])
    m = given(positive_scalar("m"))
    yield r"Now add: the sum has the part $b + \tau l$ along $w$, and the rest has at most the length $t b + q t \tau l$. As " \
        r"$l \ge m b$, with $m$ for that share, the tangent is at most $\theta t$, $\theta = (1 + q \tau m)/(1 + \tau m)$:", \
        Inequality((b + q * tau * pull) * (1 + tau * m) <= (1 + q * tau * m) * (b + tau * pull),
                   where=[q <= 1, pull >= m * b], because=tau * (1 - q) * (pull - m * b), name="factor") \
        .but_not("whatever is added", where=[q <= 1]) \
        .but_not("if tangents grow", where=[pull >= m * b]) \
        .but_not("as if it were added in the limit",
                 claim=(b + tau * pull) * (1 + tau * m) <= (1 + q * tau * m) * (b + tau * pull))
    z, F, lam = given(any_vector("z")), given(any_operator("F")), given(any_scalar("lam"))
    yield r"Normalising changes neither the sign of $w^\top z$ nor the tangent, as it multiplies both lengths by one positive number.", \
        Identity(beside(b * z), b * beside(z), name="normalised").but_not("also a shift does", right=beside(z))
    yield r"So by induction all tangents are at most $\rho \theta^k$ after $k$ layers.", ByLemma("fall", says=fast, name="tangents fall")
    yield r"A token is no further from $v$ than $u + |b - 1|$. Here $u = \|x_i - b v\|$ and, since $x_i$ and $v$ are unit vectors, $|b - 1| \le u$:", \
        Inequality(u + absolute(b - 1) <= 2 * C * t * N, name="near", because=(
            (u - absolute(b - 1)) + 2 * (C * g - u) + 2 * C * (t * b - g) + 2 * C * t * (N - b)),
            where=[absolute(b - 1) <= u, u <= C * g, g <= t * b, b <= N]) \
        .but_not("half as far", claim=u + absolute(b - 1) <= C * t * N)
    yield "So tokens are near $v$ where tangents are small.", ByLemma("near", says=near, name="distances")
    yield r"Some $\rho$ bounds all tangents at the start, and some $C$ lengths by those in $W$. For $q < 1$ and $L > 0$ the factor $\theta$ is " \
        "below 1, so that tokens tend to $v$.", ByLemma("gather", says=there, name="gather")
    given(that(equals(F @ v, lam * v)))
    given(that(equals(w @ (F @ z), lam * (w @ z))))
    yield r"Matrices do add such vectors: with $F v = \lambda v$ and $w^\top F = \lambda w^\top$ the rest of $F z$ is $F$ times that of $z$, " \
        r"which is orthogonal to $w$, so at most $q \lambda$ times as long, while $w^\top z$ is multiplied by $\lambda$.", \
        Identity(F @ beside(z), F @ z - lam * (w @ z) * v, name="matrices").but_not("a multiple of it", right=lam * beside(z))
    yield "So all of this applies to them.", ByLemma("matrices_turn", says=matrices, by="matrices", name="they turn")


def the_claim(v: Vector, w: Vector, W: Operator, tau: Scalar, x: Vectors, inside: Condition, A: HeadWeights,
              f: HeadVectors, beside: Callable[[Vector], Vector], s: Abbreviation2[Vector]) -> tuple[Claim, Proposition, list[Proposition]]:
    """Return the claim, how near tokens are to v, and the claim's parts: tokens with a positive part along w tend to v, and how fast."""
    a, i = heads.any("a"), tokens.any("i")

    def moved(i: Index | int) -> Vector:
        return x[i] + tau * total(f[a, i] for a in heads)

    layer = iteration({x: lambda i: moved(i) / norm(moved(i))})

    def turn(lam: Scalars, q: Scalar) -> Proposition:
        """Head a adds lam_a or more of what it sees along w, and at most q times the tangent of it."""
        return both(
            for_every(a, lam[a] >= 0), equals(w @ v, 1),
            always(for_every((a, i), both(
                w @ f[a, i] >= lam[a] * (w @ s[a, i]),
                (w @ s[a, i]) * norm(beside(f[a, i]), W) <= q * (w @ f[a, i]) * norm(beside(s[a, i]), W)))))

    def every_pull(say: Callable[[Scalars, Scalar], Proposition]) -> Proposition:
        return for_every((coefficients("lam", r"\lambda", over="heads"), nonnegative_scalar("q")), lambda lam, q: say(lam, q))

    def after_layers(of: Callable[[Scalar, Scalar], Proposition]) -> Proposition:
        def fast(lam: Scalars, q: Scalar, rho: Scalar, C: Scalar, r: Scalar) -> Proposition:
            least = tau * total(lam[a] for a in heads) / ((1 + C * rho) * norm(w))
            return implies(
                both(turn(lam, q), q <= 1, for_every(any_vector("z"), lambda z: norm(z) <= C * norm(z, W)),
                     at_start(norm(beside(x[i]), W) <= rho * (w @ x[i])), (1 + q * least) / (1 + least) <= exp(-r)),
                always(of(C, rho * exp(-r * elapsed))))

        return every_pull(lambda lam, q: for_every(
            (nonnegative_scalar("rho"), nonnegative_scalar("C"), any_scalar("r")), lambda rho, C, r: fast(lam, q, rho, C, r)))

    def there(lam: Scalars, q: Scalar) -> Proposition:
        return implies(both(turn(lam, q), q < 1, total(lam[a] for a in heads) > 0), tends_to(x[i], v))

    def matrices(F: Operator, lam: Scalar, q: Scalar) -> Proposition:
        return implies(
            both(equals(w @ v, 1), equals(F @ v, lam * v), q <= 1,
                 for_every(any_vector("z"), lambda z: both(
                     equals(w @ (F @ z), lam * (w @ z)),
                     implies(equals(w @ z, 0), norm(F @ z, W) <= q * lam * norm(z, W))))),
            for_every(any_vector("z"), lambda z: implies(w @ z > 0, both(
                w @ (F @ z) >= lam * (w @ z),
                (w @ z) * norm(beside(F @ z), W) <= q * (w @ (F @ z)) * norm(beside(z), W)))))

    parts = [
        after_layers(lambda _, tangent: norm(beside(x[i]), W) <= tangent * (w @ x[i])), every_pull(there),
        for_every((any_operator("F"), nonnegative_scalar("lam"), nonnegative_scalar("q")), matrices)]
    near = after_layers(lambda C, tangent: norm(x[i] - v) <= 2 * C * tangent * norm(w))
    return claim(
        r"Let $w^\top v = 1$, and let the tangent of $z$ be the length of $z - (w^\top z) v$, in some inner product "
        r"$W$, divided by $w^\top z$. In every layer let every head $\eta$ add to a token a vector with at least "
        r"$\lambda_\eta \ge 0$ times the component along $w$ of some mean of the tokens, and at most $q \le 1$ times "
        "its tangent. (So do matrices with the right eigenvector $v$ and the left one $w$ for an eigenvalue "
        r"$\lambda \ge 0$ that multiply what is orthogonal to $w$ by at most $q \lambda$.) Layers may differ, and "
        r"attention may be any. From tangents of at most $\rho$ they are at most $\rho \theta^k$ after $k$ layers, "
        r"whatever $\tau$ (the formula has any $r$ with $\theta \le e^{-r}$), with "
        r"$\theta = (1 + q \tau m)/(1 + \tau m)$, $m = \sum_\eta \lambda_\eta/((1 + C \rho) \|w\|)$, if no $z$ is "
        r"longer than $C$ times its length in $W$. So if $q < 1$ and some $\lambda_\eta$ is positive, tokens that all "
        r"start with $w^\top x_i > 0$ tend to $v$.",
        *parts,
        along=orbit(layer, varying=[A, f], start=[x, inside])) \
        .for_example({v: [1, 0], w: [1, 0], W: PLANE, tau: 1, x: [[1, 0], SECOND], A: [TO_THE_FIRST], f: [TO_THE_FIRST],
                      "lam": [1], "q": 0, "rho": 1, "C": 1, "r": Fraction(1, 4)}) \
        .but_not("from the hemisphere of the right eigenvector", implies(
                     always(both(w @ f[a, i] >= w @ s[a, i], equals(2 * beside(f[a, i]), beside(s[a, i])))),
                     tends_to(x[i], v)),
                 drop=inside, assume=open_hemisphere(x, along=v),
                 at={v: [1, 0], w: [1, Fraction(-4, 3)], W: PLANE, tau: 1, x: [SECOND, SECOND], A: [HALVES],
                     f: [[HALF_OF_IT, HALF_OF_IT]]}) \
        .but_not(r"if another eigenvalue is as large as $\lambda$, and two tokens attend to each other", implies(
                     always(both(equals(w @ f[a, i], w @ s[a, i]), equals(beside(f[a, i]), -1 * beside(s[a, i])))),
                     tends_to(x[i], v)),
                 at={v: [1, 0], w: [1, 0], W: PLANE, tau: 1, x: [SECOND, MIRRORED], A: [SWAP],
                     f: [[SECOND, MIRRORED]]}) \
        .but_not("if a head adds twice what it sees, along $v$, and another takes away once that", implies(
                     always(both(equals(f[1, i], 2 * (w @ s[1, i]) * v), equals(f[2, i], -1 * (w @ s[2, i]) * v))),
                     tends_to(x[i], v)),
                 at={v: FIRST, w: FIRST, W: SPACE, tau: 1, x: [FIRST, SIXTY_DEGREES], A: ITSELF_AND_THE_FIRST,
                     f: [[[2, 0, 0, 0], FIRST], [[-1, 0, 0, 0], [-1, 0, 0, 0]]]}), near, parts
