"""Beyond theorem 1, without symmetry: the hemisphere that leads to v_1 is that of the left eigenvector."""

from collections.abc import Callable

from verify.language.symbols import Abbreviation2, HeadVectors
from verify.statements.assumption import Condition
from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
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
    yield the_claim(v, w, W, tau, x, inside, A, f, beside, s)
    q, b, pull, least = given(nonnegative_scalar("q")), *(given(positive_scalar(name)) for name in ("b", "l", "m"))
    yield r"Let $w^\top x_i = b$, and let what the heads add have $l$ for its part, of a tangent that is at most " \
        r"$q \le 1$ times the largest. Then the tangent shrinks by no less than if $l$ is as small as may be, $m b$:", \
        Inequality((b + q * tau * pull) * (1 + tau * least) <= (1 + q * tau * least) * (b + tau * pull),
                   where=[q <= 1, pull >= least * b], because=tau * (1 - q) * (pull - least * b), name="factor") \
        .but_not("whatever is added", where=[q <= 1]) \
        .but_not("if tangents grow", where=[pull >= least * b]) \
        .but_not("as if it were added in the limit",
                 claim=(b + tau * pull) * (1 + tau * least) <= (1 + q * tau * least) * (b + tau * pull))


def the_claim(v: Vector, w: Vector, W: Operator, tau: Scalar, x: Vectors, inside: Condition, A: HeadWeights,
              f: HeadVectors, beside: Callable[[Vector], Vector], s: Abbreviation2[Vector]) -> Claim:
    """Return the claim: tokens with a positive part along w tend to v, and how fast."""
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
        return for_every(coefficients("lam", r"\lambda", over="heads"), lambda lam: for_every(
            nonnegative_scalar("q"), lambda q: say(lam, q)))

    def fast(lam: Scalars, q: Scalar, rho: Scalar, C: Scalar, r: Scalar) -> Proposition:
        least = tau * total(lam[a] for a in heads) / ((1 + C * rho) * norm(w))
        return implies(
            both(turn(lam, q), q <= 1, for_every(any_vector("z"), lambda z: norm(z) <= C * norm(z, W)),
                 at_start(norm(beside(x[i]), W) <= rho * (w @ x[i])),
                 (1 + q * least) / (1 + least) <= exp(-r)),
            always(norm(beside(x[i]), W) <= rho * exp(-r * elapsed) * (w @ x[i])))

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

    return claim(
        r"Let $w^\top v = 1$, and let the tangent of $z$ be the length of $z - (w^\top z) v$, in "
        r"some inner product $W$, divided by $w^\top z$. In every layer let every head $\eta$ add "
        r"to a token a vector with at least $\lambda_\eta \ge 0$ times the component along $w$ of "
        r"some mean of the tokens, and at most $q \le 1$ times its tangent. (So do matrices with "
        r"the right eigenvector $v$ and the left one $w$ for an eigenvalue $\lambda \ge 0$ that "
        r"multiply what is orthogonal to $w$ by at most $q \lambda$.) Layers may differ, and "
        r"attention may be any. From tangents of at most $\rho$ they are at most $\rho \theta^k$ "
        r"after $k$ layers, whatever $\tau$ (the formula has any $r$ with $\theta \le e^{-r}$), "
        r"with $\theta = (1 + q \tau m)/(1 + \tau m)$, $m = \sum_\eta \lambda_\eta/((1 + C \rho) "
        r"\|w\|)$, if no $z$ is longer than $C$ times its length in $W$. So if $q < 1$ and some "
        r"$\lambda_\eta$ is positive, tokens that all start with $w^\top x_i > 0$ tend to $v$.",
        every_pull(lambda lam, q: for_every(nonnegative_scalar("rho"), lambda rho: for_every(
            nonnegative_scalar("C"), lambda C: for_every(any_scalar("r"), lambda r: fast(lam, q, rho, C, r))))),
        every_pull(there),
        for_every(any_operator("F"), lambda F: for_every(nonnegative_scalar("lam"), lambda lam: for_every(
            nonnegative_scalar("q"), lambda q: matrices(F, lam, q)))),
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
                     f: [[[2, 0, 0, 0], FIRST], [[-1, 0, 0, 0], [-1, 0, 0, 0]]]})
