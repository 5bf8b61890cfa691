"""Section 5: Oja's flow, its domains of attraction as printed and as they are."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.vocabulary import *

from .paper import PAPER
from .pictures import ORTHOGONAL
from .twin_starts import *


@dataclass(frozen=True, eq=False)
class Setting:
    """What `oja` is about, for the parts of its proof."""

    U: Operator
    v: Vectors                                              # its eigenvectors, by
    lam: Scalars                                            # eigenvalues from the largest on
    gamma: Scalar                                           # the gap
    y: Vector
    alpha: Scalar                                           # the weight
    flow: Flow
    b: Scalar                                               # the part of y along v_1


@statement("A-L5.2", PAPER.label("Lemma 5.2, eq. (17)"), origin="reconstructed",
           basis="this_reconstruction", title="Oja-type lemma and domains of attraction",
                      gist="A single token is drawn to the strongest direction. The printed lemma says that weaker "
                           "directions attract nothing, but they attract the starts orthogonal to the strongest.",
           repaired_by=("A-L5.2+",), position=(5, 3), scenes=(ORTHOGONAL,),
           printed=r"Let $U$ be symmetric, $\lambda = \max \lambda(U)$, and let $\tilde\alpha$ be continuously "
                   r"differentiable with values between two positive bounds. If $\dim L_\lambda(U) = 1$, the only "
                   r"equilibria of $\dot y = \tilde\alpha(t, y) (I - y y^\top) U y$ are the unit vectors of the "
                   r"eigenspaces $L_\mu(U)$. (1) Of the two in $L_\lambda(U)$ each, $v$, is asymptotically stable with "
                   r"domain of attraction $\{y : v^\top y > 0\}$. (2) For $\mu \ne \lambda$ the set $L_\mu(U) \cap "
                   r"\mathbb{S}^n$ “is unstable with empty domain of attraction”.",
           relation="refuted", differs="Part (1) and the instability in part (2) are true (A-L5.2+).")
def oja(given: Given) -> Proof:
    U = given(symmetric_operator("U"))
    v, lam = given(diagonalised("v", "lam", of=U))
    gamma = given(positive_scalar("gamma"))                 # the gap
    simple = given(largest_first(lam, vectors=v, of=U, gap=gamma))
    y, alpha = given(unit_vector("y")), given(positive_scalar("alpha"))
    flow = motion({y: alpha * tangent(U @ y, y)})
    yield claim(
        "Part (2): the other eigenspaces have empty domains of attraction. Each contains its own points, which are at "
        "rest, so we read this of all other starts: none tends to a point of these eigenspaces.",
        for_every(positive_scalar("m"), lambda m: implies(always(alpha >= m), for_every(
            (any_scalar("mu"), unit_vector("x")), lambda mu, x: implies(
                both(differs(mu, lam[1]), equals(U @ x, mu * x), at_start(never(equals(U @ y, mu * y)))),
                never(tends_to(y, x)))))),
        along=solution(flow, varying=[alpha], start=[y]), refuted=True,
        wrong="They attract starts that have no component along $v_1$: for $U = "
              r"\operatorname{diag}(2, 1, 0)$ the start $(0, 3/5, 4/5)$ tends to $(0, 1, 0)$.")
    with given.scope():  # (2) does not: an eigenspace attracts what starts beside v.
        r, l = given(mode("r")), given(mode("l"))
        given(distinct(r, l))
        z = given(unit_vector("z"))
        turn = motion({z: alpha * tangent(U @ z, z)})
        given(nonzero(v[r] @ z))
        slope = let("slope", lambda: (v[l] @ z) / (v[r] @ z), latex="q")
        yield "The idea: what starts beside $v_1$ does not see it." "\n\n" \
            "Between two eigenvectors the slope $q$ obeys a linear law, everywhere on the sphere.", \
            Identity(rate(slope, turn), -alpha * (lam[r] - lam[l]) * slope, name="slope") \
            .but_not("the sum of the eigenvalues counts", right=-alpha * (lam[r] + lam[l]) * slope)
        empty = Printed(differs(v[1] @ z, 0), rate(slope**2, turn) >= 0, name="empty domain")
        yield "Part (2) says that the other eigenspaces attract nothing. They attract themselves, being at rest; so we read " \
            "it of all other starts. By the linear law a slope that shrinks " \
            "tends to 0, so on the hyperplane $b = 0$ none may shrink.", empty
        yield r"It does for $U = \operatorname{diag}(2, 1, 0)$ at $(0, 3/5, 4/5)$, which tends to $(0, 1, 0)$. (On the " \
            "circle the other eigenspace attracts only itself: three dimensions are needed.)", \
            Witness(empty, {U: [[2, 0, 0], [0, 1, 0], [0, 0, 0]],
                            v: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], lam: [2, 1, 0], gamma: 1, alpha: 1,
                            r: 2, l: 3, z: [0, Fraction(3, 5), Fraction(4, 5)]}, name="attracted")
    yield r"For $U = \operatorname{diag}(2, 1, 0)$ and $\alpha = 1$ that start meets all that is assumed.", \
        ByLemma("tends_to_the_second", name="tends to the second", says=there_is(
            (positive_scalar("m"), any_scalar("mu"), unit_vector("x")), lambda m, mu, x: both(
                equals(lam[1], 2), equals(mu, 1), always(equals(alpha, 1)), always(alpha >= m),
                at_start(equals(v[1] @ y, 0)), differs(mu, lam[1]), equals(U @ x, mu * x),
                at_start(never(equals(U @ y, mu * y))), tends_to(y, x))))
    with given.behind("examples"):  # What is true: the equilibria, and that v attracts its open hemisphere.
        given(in_eigenbasis(y, vectors=v, values=lam, of=U))
        b = let("b", lambda: v[1] @ y)
        with given.scope():  # The equilibria are the unit eigenvectors.
            k = modes.any("k")
            yield "A unit vector moves by (17) of the paper, along the tangent part of $U y$,", \
                Identity(rate(y, flow), alpha * (U @ y - (y @ U @ y) * y), name="eq 17") \
                .but_not("the projection is forgotten", right=alpha * (U @ y))
            yield "so it is at rest only if $U y$ is a multiple of it; and an eigenvector is at rest.", \
                Identity(tangent(U @ v[k], v[k]), zero_vector(), name="at rest") \
                .but_not("so is a sum of two", left=tangent(U @ (v[1] + v[k]), v[1] + v[k]))
            yield "The equilibria are the unit eigenvectors, in whichever eigenbasis.", \
                Equivalence("$y$ is at rest", "$y$ is a unit eigenvector of $U$", forward=("eq 17",),
                            backward=("at rest",), name="equilibria")
            c = given(any_scalar("c"))
            yield r"A multiple of the identity in $U$ changes nothing, so the sign of $\lambda_1$ is immaterial.", \
                Identity(tangent((U + c * identity_operator()) @ y, y), tangent(U @ y, y), name="shift") \
                .but_not("nor does a factor", left=tangent((c * U) @ y, y))
            yield "Nor does the sign of $y$, so what holds for $v$ holds for $-v$.", \
                Identity(tangent(U @ (-y), -y), -tangent(U @ y, y), name="odd").but_not("the field is even", right=tangent(U @ y, y))
        yield from growth(given, Setting(U, v, lam, gamma, y, alpha, flow, b))
        with given.scope():  # No larger multiple of the gap will do.
            r, l = given(mode("r")), given(mode("l"))
            given(distinct(r, l))
            p, q = given(any_scalar("p")), given(any_scalar("q"))
            x = p * v[r] + q * v[l]
            yield "It is exactly that in the plane of two eigenvectors whose eigenvalues differ by the gap.", \
                Identity(lam[r] * (x @ x) - x @ U @ x, (lam[r] - lam[l]) * (x @ x - (v[r] @ x) ** 2), name="sharp") \
                .but_not("half of it", right=(lam[r] - lam[l]) * (x @ x - (v[r] @ x) ** 2) / 2)
            yield "A part is no longer than the whole.", \
                Inequality(b**2 <= 1, because=total((1 - same(k, 1)) ** 2 * (v[k] @ y) ** 2 for k in modes), name="part") \
                .but_not("it is shorter", claim=b**2 < 1)
        inside = given(that(b > 0))
        R = let("R", lambda: (1 - b**2) / b**2)
        yield "So the squared slope $R = (1 - b^2)/b^2$ of $y$ against $v$ changes by", \
            Identity(rate(R, flow), -2 * alpha * (lam[1] - y @ U @ y) / b**2, name="squared slope") \
            .but_not("the factor 2 is dropped", right=-alpha * (lam[1] - y @ U @ y) / b**2)
        m = given(positive_scalar("m"))
        heavy = given(that(alpha >= m))
        # (1) holds: v attracts its open hemisphere, exponentially.
        yield r"and decreases at the rate $2 m \gamma$, at least.", \
            Inequality(2 * alpha * (lam[1] - y @ U @ y) / b**2 >= 2 * m * gamma * R, name="approach",
                       where=[lam[1] - y @ U @ y >= gamma * (1 - b**2), b**2 <= 1],
                       because=2 * (alpha * (lam[1] - y @ U @ y - gamma * (1 - b**2))
                                    + (alpha - m) * gamma * (1 - b**2)) / b**2) \
            .but_not("twice as fast", claim=2 * alpha * (lam[1] - y @ U @ y) / b**2 >= 4 * m * gamma * R)
        yield "It bounds the squared distance to $v$,", \
            Identity((y - v[1]) @ (y - v[1]), 2 * (1 - b), name="distance").but_not("without the factor 2", right=1 - b)
        yield "as $b$ is at most 1.", \
            Inequality(2 * (1 - b) <= R, where=[b <= 1], name="near", because=(1 - b) ** 2 * (1 + 2 * b) / b**2) \
            .but_not("twice that distance", claim=4 * (1 - b) <= R)
    yield mutant("the largest eigenvalue may be double", drop=simple,
                 assume=largest_first(lam, vectors=v, of=U, gap=0))
    yield mutant("the weight may fall below $m$", drop=heavy)
    yield mutant("$b$ may be 0", drop=inside, assume=that(b >= 0))


@lemma
def growth(given: Given, known: Setting) -> Proof:
    """The part along v grows at the rate of the gap, at least."""
    U, v, lam, gamma = known.U, known.v, known.lam, known.gamma
    y, alpha, flow, b = known.y, known.alpha, known.flow, known.b
    k = modes.any("k")
    yield r"The rate of the part $b$ along $v = v_1$ is a multiple of $b$. The factor is $\alpha$ times how far the largest " \
        r"eigenvalue exceeds $y^\top U y$.", \
        Identity(rate(b, flow), alpha * (lam[1] - y @ U @ y) * b, name="growth") \
        .but_not(r"$y^\top U y$ is taken for 1", right=alpha * (lam[1] - 1) * b)
    yield r"This difference is at least the gap $\gamma$ times $1 - b^2$.", \
        Inequality(lam[1] - y @ U @ y >= gamma * (1 - b**2), name="gap", because=total(
            (lam[1] - lam[k] - gamma * (1 - same(k, 1))) * (v[k] @ y) ** 2 for k in modes)) \
        .but_not("the distance to any other eigenvalue, such as the least, is a gap",
                 claim=lam[1] - y @ U @ y >= (lam[1] - lam[k]) * (1 - b**2))


@statement("A-L5.2+", PAPER.label("repairs Lemma 5.2"), origin="ours",
           title="Domains of attraction of Oja's flow",
           rests_on=(("A-L5.2", "at rest", "growth", "gap", "part", "squared slope", "approach", "near"),),
           position=(5, 3, 1))
def domains(given: Given) -> Proof:
    U = given(symmetric_operator("U"))
    v, lam = given(diagonalised("v", "lam", of=U))
    gamma = given(positive_scalar("gamma"))
    simple = given(largest_first(lam, vectors=v, of=U, gap=gamma))
    y, alpha = given(unit_vector("y")), given(positive_scalar("alpha"))
    flow = motion({y: alpha * tangent(U @ y, y)})
    b = let("b", lambda: v[1] @ y)

    def weights(said: Callable[[Scalar], Any]) -> Any:
        """Return that something holds of all weights with a lower bound m and an upper one."""
        return for_every((positive_scalar("m"), positive_scalar("M")), lambda m, M: implies(
            both(always(both(alpha >= m, alpha <= M)), for_every(any_vector("x"), lambda x: equals(
                x, total((v[k] @ x) * v[k] for k in modes)))),
            said(m)))

    equilibria = for_every(unit_vector("x"), lambda x: iff(
        equals(tangent(U @ x, x), zero_vector()), there_is(any_scalar("mu"), lambda mu: equals(U @ x, mu * x))))
    domain, opposite = iff(tends_to(y, v[1]), at_start(b > 0)), iff(tends_to(y, -v[1]), at_start(b < 0))
    across = implies(at_start(equals(b, 0)), always(equals(b, 0)))
    rises, falls = implies(at_start(b > 0), nondecreasing(b)), implies(at_start(b < 0), nondecreasing(-b))
    others = for_every((any_scalar("mu"), unit_vector("x")), lambda mu, x: implies(
        both(differs(mu, lam[1]), equals(U @ x, mu * x), tends_to(y, x)), at_start(equals(b, 0))))

    def fast(m: Scalar) -> Proposition:
        return for_every(positive_scalar("c"), lambda c: implies(at_start(equals(b, c)), always(
            norm(y - v[1]) ** 2 <= (1 - c**2) / c**2 * exp(-2 * m * gamma * elapsed))))

    yield claim(
        "The equilibria are the unit eigenvectors. A solution that starts with a positive component along $v = v_1$ never "
        "moves away from $v$ and tends to it exponentially. With a negative component the same holds for $-v$, and a component "
        "0 stays 0. So $v$ and $-v$ are asymptotically stable, and these open hemispheres are their domains of attraction. All "
        "other eigenspaces are unstable: every start from which $y$ tends to one of their points is orthogonal to $v$.",
        equilibria, weights(lambda m: both(domain, opposite, across, rises, falls, fast(m), others)),
        along=solution(flow, varying=[alpha], start=[y])) \
        .but_not("twice as fast", for_every(positive_scalar("m"), lambda m: implies(
                     always(alpha >= m), for_every(positive_scalar("c"), lambda c: implies(
                         at_start(equals(b, c)), always(norm(y - v[1]) ** 2 <= (
                             1 - c**2) / c**2 * exp(-4 * m * gamma * elapsed)))))),
                 at={U: FIRST_AXIS, v: PLANE, lam: [1, 0], gamma: 1, alpha: 1, y: ASIDE}) \
        .but_not("all starts but $-v$ tend to $v$", implies(at_start(never(equals(y, -v[1]))), tends_to(y, v[1])),
                 at={U: FIRST_AXIS, v: PLANE, lam: [1, 0], gamma: 1, alpha: 1, y: [0, 1]}) \
        .but_not("the part along $v$ never falls", nondecreasing(b),
                 at={U: FIRST_AXIS, v: PLANE, lam: [1, 0], gamma: 1, alpha: 1,
                     y: [Fraction(-3, 5), Fraction(4, 5)]}) \
        .but_not("if the first two eigenvalues are equal", implies(at_start(b > 0), tends_to(y, v[1])),
                 drop=simple, assume=largest_first(lam, vectors=v, of=U, gap=0),
                 at={U: PLANE, v: PLANE, lam: [1, 1], gamma: 1, alpha: 1, y: ASIDE})
    z, mu = given(unit_vector("z")), given(any_scalar("mu"))
    yield "The idea: the rate of the part $b$ of $y$ along $v = v_1$ is a multiple of $b$, so the sign of $b$ " \
        "does not change. Where $b$ is not 0, the slope of $y$ against $v$ decays." "\n\n" \
        "First the equilibria. Every unit eigenvector $z$ is one:", \
        Identity(tangent(mu * z, z), zero_vector(), name="eigenvectors").but_not("so is any vector", left=tangent(U @ z, z))
    yield r"Conversely, let the first term be 0, that is, let $z$ be an equilibrium. Then $U z$ is the multiple $z^\top U z$ of $z$.", \
        Identity(U @ z, tangent(U @ z, z) + (z @ U @ z) * z, name="only eigenvectors").but_not("the tangent part alone", right=tangent(U @ z, z))
    yield "So the equilibria are exactly the unit eigenvectors.", \
        ByLemma("equilibria", says=equilibria, by=["eigenvectors", "only eigenvectors"], name="equilibria")
    with given.scope():
        given(in_eigenbasis(y, vectors=v, values=lam, of=U))
        yield from growth(given, Setting(U, v, lam, gamma, y, alpha, flow, b))
    yield "As $b^2 \\le 1$, this difference is not negative. So if $b > 0$ at the start, then $b$ never decreases.", \
        ByLemma("rises", says=weights(lambda _: rises), by=["growth", "gap"], name="rises")
    yield "The rate of $-b$ is the same multiple of $-b$. So if $b < 0$ at the start, then $-b$ never decreases.", \
        ByLemma("falls", says=weights(lambda _: falls), by=["growth", "gap"], name="falls")
    with given.scope():  # A part that is 0 stays so, for its square has a bounded rate.
        M, s = given(positive_scalar("M")), given(nonnegative_scalar("s"))
        yield r"Let $\alpha \le M$, and let $s$ bound the absolute values of all eigenvalues. Then the rate of $b^2$ is at most $4 M s b^2$.", \
            Inequality(2 * alpha * (lam[1] - y @ U @ y) * b**2 <= 4 * M * s * b**2, name="bounded rate",
                       where=[alpha <= M, lam[1] <= s, y @ U @ y >= -s, y @ U @ y <= lam[1]],
                       because=2 * ((M - alpha) * (lam[1] - y @ U @ y) + M * (s - lam[1])
                                    + M * (y @ U @ y + s)) * b**2) \
            .but_not("for any weight", where=[lam[1] <= s, y @ U @ y >= -s, y @ U @ y <= lam[1]]) \
            .but_not("half as fast", claim=2 * alpha * (lam[1] - y @ U @ y) * b**2 <= 2 * M * s * b**2)
    yield "So by Gronwall's lemma $b$ stays 0 if it is 0 at the start.", \
        ByLemma("across", says=weights(lambda _: across), by=["growth", "gap", "bounded rate"], name="stays 0")
    with given.scope():  # The squared slope decays at the rate of the gap, and bounds the distance.
        p, m, r = given(unit_vector("p")), given(positive_scalar("m")), given(positive_scalar("r"))
        given(that(equals(U @ p, lam[1] * p)))
        given(that(alpha >= m))
        q = let("q", lambda: p @ y)
        given(that(q > 0))
        R = let("R", lambda: (1 - q**2) / q**2)
        yield "Let $p$ be $v$ or $-v$, and let $q = p^\\top y > 0$ at the start. Then $q$ never decreases, so it stays positive. The squared " \
            "slope $R$ of $y$ against $p$ has the rate", \
            Identity(rate(R, flow), -2 * alpha * (lam[1] - y @ U @ y) / q**2, name="slope falls") \
            .but_not("half as fast", right=-alpha * (lam[1] - y @ U @ y) / q**2)
        yield r"By the gap, with $q^2 = b^2$, and as $\alpha \ge m$, it decays at least at the rate $2 m \gamma$.", \
            Inequality(-2 * alpha * (lam[1] - y @ U @ y) / q**2 <= -2 * m * gamma * R, name="at this rate",
                       where=[lam[1] - y @ U @ y >= gamma * (1 - q**2), q**2 <= 1],
                       because=2 * (alpha * (lam[1] - y @ U @ y - gamma * (1 - q**2))
                                    + (alpha - m) * gamma * (1 - q**2)) / q**2) \
            .but_not("twice as fast", claim=-2 * alpha * (lam[1] - y @ U @ y) / q**2 <= -4 * m * gamma * R)
        yield "The slope also bounds the distance. The square of the distance of $y$ from a unit vector $z$ depends only on their product.", \
            Identity((y - z) @ (y - z), 2 * (1 - z @ y), name="length").but_not("half of it", right=1 - z @ y)
        yield r"For a product $r > 0$ this square is at most $(1 - r^2)/r^2$, which is $R$ for $z = p$.", \
            Inequality(2 * (1 - r) <= (1 - r**2) / r**2, where=[r <= 1], name="bounded", because=(1 - r) ** 2 * (1 + 2 * r) / r**2) \
            .but_not("half of that", claim=4 * (1 - r) <= (1 - r**2) / r**2)
    slopes = ["gap", "slope falls", "at this rate", "length", "bounded"]
    yield r"Let $b = c > 0$ at the start, and $p = v$. Then $R$ is $(1 - c^2)/c^2$ at the start, and decays at least like $e^{-2 m \gamma t}$.", \
        ByLemma("fast", says=weights(fast), by=["rises", *slopes], name="fast")
    yield "So $y$ tends to $v$ if $b > 0$ at the start. Otherwise $b$ stays negative or 0, and $y$ does not tend to $v$, where $b$ is 1.", \
        ByLemma("domain", says=weights(lambda _: domain), by=["fast", "falls", "stays 0", "length"], name="domain")
    yield "With $p = -v$ the same shows that $y$ tends to $-v$ exactly if $b < 0$ at the start.", \
        ByLemma("opposite", says=weights(lambda _: opposite), by=["rises", "falls", "stays 0", *slopes], name="opposite")
    yield "Let $y$ tend to an eigenvector $x$ for another eigenvalue. It is orthogonal to $v$, so $b$ tends to 0. As $|b|$ never " \
        "decreases, $b$ is 0 at the start.", ByLemma("others", says=weights(lambda _: others), by=["rises", "falls"], name="others")
