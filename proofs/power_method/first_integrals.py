"""Cross ratios of tokens that feel one push: why no two clusters form, and where the flow ends."""

from verify.vocabulary import *

from .almost_every_start import few_cubes
from .energy import spans
from .oja_states import (
    across,
    from_almost_every_start_of_the_flow,
    from_near_opposite_tokens,
    oja_flow,
)
from .paper import PAPER

n = tokens.count


@statement("B-CT5", PAPER.label("continuous companion"), title="Cross ratios of the Oja flow",
           origin="ours", rests_on=("B-L1", "B-R3"), position=(4, 20, 5))
def first_integrals(given: Given) -> Proof:
    x, F = given(unit_tokens("x")), given(any_operator("F"))
    i, j, k, l = tokens.any("i", "j", "k", "l")

    def push(z: Vectors) -> Vector:
        return F @ (total(z[m] for m in tokens) / n)

    def d(i: Index, j: Index) -> Scalar:
        return norm(x[i] - x[j])

    def is_limit(z: Vectors) -> Proposition:
        return for_every(i, both(tends_to(x[i], z[i]), equals(tangent(push(z), z[i]), zero_vector())))

    def in_two_clusters(p: Vector, q: Vector) -> Proposition:
        return both(tends_to(x[i], p), tends_to(x[j], p), tends_to(x[k], q), tends_to(x[l], q))

    kept = for_every((i, j, k, l), for_every(nonnegative_scalar("K"), lambda K: implies(
        at_start(equals(d(i, j) * d(k, l), K * d(i, k) * d(j, l))), always(equals(d(i, j) * d(k, l), K * d(i, k) * d(j, l))))))
    apart = for_every((i, j, k, l), for_every((any_vector("p"), any_vector("q")), lambda p, q: implies(
        both(at_start(d(i, j) > 0), at_start(d(k, l) > 0), in_two_clusters(p, q)), equals(p, q))))
    converge = for_every(orthonormal_basis("e"), lambda e: implies(
        both(spans(e), equals(F, F.T)), there_is(unit_tokens("z"), is_limit)))
    almost_all = for_every((orthonormal_basis("e"), unit_vector("v"), positive_scalar("lam"), any_scalar("nu")),
        lambda e, v, lam, nu: implies(
            both(spans(e), modes.count >= 2, equals(F, F.T), equals(F @ v, lam * v), nu < lam,
                 across(v, lambda z: z @ F @ z <= nu * (z @ z)),
                 either(differs(n, 2), there_is(any_vector("z"), lambda z: both(equals(z @ v, 0), z @ F @ z > 0)))),
            from_almost_every_start_of_the_flow(F, v)))
    opposite = for_every((unit_vector("v"), positive_scalar("lam"), positive_scalar("c")), lambda v, lam, c: implies(
        both(equals(n, 2), equals(F, F.T), equals(F @ v, lam * v), across(v, lambda z: z @ F @ z <= -c * (z @ z))),
        from_near_opposite_tokens(F, v)))
    reflection = for_every((unit_vector("e"), unit_vector("f")), lambda e, f: implies(
        both(equals(n, 2), is_reflection(F, e, f)),
        for_every((i, j), ends_of_two(x[i] @ x[j], x[i] @ F @ x[j], x[i], x[j]))))
    yield claim(
        "Under the flow of the Oja dynamics, with any matrix $F$ and the push $F s$, every cross ratio "
        r"$\|x_i - x_j\| \|x_k - x_l\|/(\|x_i - x_k\| \|x_j - x_l\|)$ is constant, so that distinct tokens never "
        "converge to two clusters of two or more. For symmetric $F$ every trajectory converges to an equilibrium. In "
        r"two dimensions or more let $v$ be a unit eigenvector of it for $\lambda > 0$, with $F \le \nu < \lambda$ on "
        r"what is orthogonal to $v$; let $n \ne 2$, or let $F$ be positive somewhere there. Then almost every start "
        r"has a solution, and all its solutions tend to consensus at $v$ or $-v$. But for $n = 2$ and $\nu = -c < 0$ "
        r"all that starts near $v$ and $-v$ comes to two opposite tokens. If $F = \operatorname{diag}(1, -1)$ in the "
        r"plane, a start does so if $x_1^\top F x_2 < 0$ and $(1 - x_1^\top x_2)^2 > 4 (1 - (x_1^\top F x_2)^2)$, and "
        "comes to consensus if one of these is reversed and its tokens are not opposite.",
        kept, apart, converge, almost_all, opposite, reflection, along=solution(oja_flow(F)(x), start=[x])) \
        .for_example({x: [[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]], F: [[1, 0], [0, 0]],
                      "p": [1, 0], "q": [1, 0]}) \
        .for_example({x: [[1, 0], [-1, 0]], F: [[1, 0], [0, -1]], "v": [1, 0], "lam": 1, "c": 1,
                      "y": [[1, 0], [-1, 0]], "eps": 1, "e": [1, 0], "f": [0, 1]}) \
        .for_example({x: [[1, 0]] * 3, F: [[1, 0], [0, 0]], "e": [[1, 0], [0, 1]], "v": [1, 0], "lam": 1, "nu": 0,
                      "y": [[1, 0]] * 3}) \
        .but_not("no two tokens ever part", nondecreasing(x[i] @ x[j]),
                 at={x: [[1, 0], [0, 1]], F: [[-1, 0], [0, -1]]}) \
        .but_not("every trajectory converges to consensus", tends_to(x[i] - x[j], zero_vector()),
                 at={x: [[1, 0], [-1, 0]], F: [[1, 0], [0, -1]]}) \
        .but_not(r"two tokens end opposite wherever $x_1^\top F x_2 < 0$", implies(
            at_start(x[i] @ F @ x[j] < 0), tends_to(x[i] + x[j], zero_vector())),
                 at={x: [[0, 1], [0, 1]], F: [[1, 0], [0, -1]]})

    yield from rates_of_distances(given, x, kept, apart)
    with given.scope():  # With a symmetric matrix every trajectory converges, almost every one to consensus.
        V = given(symmetric_operator("V"))
        s = total(x[j] for j in tokens) / n
        own = motion({x: lambda i: tangent(V @ s, x[i])})
        E = let("E", lambda: n * (s @ V @ s) / 2)
        yield r"With a symmetric $V$ for $F$ the flow is the gradient of $E = (n/2) s^\top V s$:", \
            Identity(rate(E, own),
                     total(tangent(V @ s, x[j]) @ tangent(V @ s, x[j]) for j in tokens), name="energy") \
            .but_not("of half of it", right=total(tangent(V @ s, x[j]) @ tangent(V @ s, x[j]) for j in tokens) / 2)
        eta, f = given(nonnegative_scalar("eta")), given(nonnegative_scalar("f"))
        b, C = given(nonnegative_scalar("b")), given(positive_scalar("C"))
        yield r"Let $\eta^4$ be what $E$ lacks of its value at a limit point, and $b$ the speed $|x'|$. " \
            r"Near that point $\eta^3$ is at most a multiple $C b$ (Remark 3). So $\eta$ falls at a rate $f$ of at least $b/(4 C)$.", \
            Inequality(b**2 <= 4 * C * b * f, where=[b**2 <= 4 * eta**3 * f, eta**3 <= C * b], name="finite length",
                       because=(4 * eta**3 * f - b**2) + 4 * f * (C * b - eta**3)) \
            .but_not("whatever the slope", where=[b**2 <= 4 * eta**3 * f])
        yield "So the way has a finite length. Every trajectory converges, and its limit is an equilibrium.", \
            ByLemma("converge", says=converge, name="limits")
        yield from those_that_stay(given)
        yield "Consensus at other eigenvectors, bipartite states of unequal groups or at other eigenvectors (B-CT1), and polygonal states off a " \
            "line (Lemma 6) have such a direction. What is left are equal groups at $u$ and $-u$. There are none for odd $n$. For $n \\ge 4$ distinct tokens do not go there, " \
            r"and states of which two agree have no volume. For $n = 2$ and $\lambda_2 > 0$ they have such a direction. What stays from a time " \
            "$N$ on near one of countably many points has no volume at that time, and its starts have none.", few_cubes(given)
        yield "So almost every start tends to consensus.", ByLemma("almost_all", says=almost_all, name="almost every start")
        yield from two_tokens(given, opposite, reflection)


def is_reflection(F: Operator, e: Vector, f: Vector) -> Proposition:
    """Say that F takes e to e and f to -f, and that these are orthogonal and span the plane."""
    return both(equals(e @ f, 0), equals(F @ e, e), equals(F @ f, -f), for_every(
        any_vector("z"), lambda z: equals(z, (e @ z) * e + (f @ z) * f)))


def ends_of_two(g: Scalar, k: Scalar, x: Vector, y: Vector) -> Proposition:
    """Say which starts of two tokens end opposite, and which together: g is x.y, and k is x.Fy."""
    above, below = (1 - g) ** 2 > 4 * (1 - k**2), (1 - g) ** 2 < 4 * (1 - k**2)
    return both(
        implies(both(at_start(k < 0), at_start(above)), tends_to(x + y, zero_vector())),
        implies(either(both(at_start(k > 0), at_start(g > -1)), at_start(below)),
                tends_to(x - y, zero_vector())))


@lemma
def rates_of_distances(given: Given, x: Vectors, kept: Proposition, apart: Proposition) -> Proof:
    """Any common push leaves cross-ratios as they are, so no two clusters of two can form."""
    i, j, k, l = tokens.any("i", "j", "k", "l")
    w = given(any_vector("w"))
    flow = motion({x: lambda i: tangent(w, x[i])})

    def d2(i: Index, j: Index) -> Scalar:
        return (x[i] - x[j]) @ (x[i] - x[j])

    yield "The idea: cross ratios are constant, and forbid two clusters of two or more. For symmetric $F$ an " \
        "energy makes every trajectory converge. All limits but consensus at $v$ or $-v$, and those clusters, " \
        "have directions of growth, so few starts go there. Two tokens are treated at the end." "\n\n" \
        "In continuous time every token has the velocity $P_i w$, with one push $w = F s$ for all, which may " \
        "change in time in any way. Tokens stay on the sphere,", \
        Identity(rate(x[i] @ x[i], flow), 0, name="sphere") \
        .but_not("they grow", right=2 * (w @ x[i]))
    yield r"and the distance of two of them changes at the relative rate $-w^\top (x_i + x_j)/2$:", \
        Identity(rate(d2(i, j), flow), -(w @ (x[i] + x[j])) * d2(i, j), name="distance") \
        .but_not("half of that", right=-(w @ (x[i] + x[j])) * d2(i, j) / 2) \
        .but_not("the difference in the place of the sum", right=-(w @ (x[i] - x[j])) * d2(i, j))
    top, bottom = d2(i, j) * d2(k, l), d2(i, k) * d2(j, l)
    yield "in $|x_i - x_j| |x_k - x_l|$ and $|x_i - x_k| |x_j - x_l|$ these rates add up to the same,", \
        Identity(rate(top, flow) * bottom, top * rate(bottom, flow), name="first integral") \
        .but_not("without the last two tokens", left=rate(d2(i, j), flow) * d2(i, k),
                 right=d2(i, j) * rate(d2(i, k), flow))
    yield "so the quotient of the two, a cross ratio, does not change.", ByLemma("kept", says=kept, name="cross ratios")
    a, b = given(nonnegative_scalar("a")), given(nonnegative_scalar("b"))
    K, D = given(positive_scalar("K")), given(positive_scalar("D"))
    yield "Let distinct tokens converge to two clusters, $i$ and $j$ to one and $k$ and $l$ to the other. The first product tends to 0, " \
        "but it is $K$ times the second, which does not.", \
        Inequality(a * b > 0, where=[a * b >= K * D], name="no two clusters", because=(a * b - K * D) + K * D) \
        .but_not("whatever the cross ratio", where=[])
    yield "So there are no two such clusters.", ByLemma("no_clusters", says=apart, name="one cluster")


@lemma
def two_tokens(given: Given, opposite: Proposition, reflection: Proposition) -> Proof:
    """Two tokens with an operator that is negative across v: some starts end opposite."""
    s, D, w = given(any_vector("s")), given(any_vector("D")), given(any_vector("w"))
    given(that(equals(s @ D, 0)))
    given(that(equals(D @ D, 1 - s @ s)))
    pair = motion({s: w - (s @ w) * s - (D @ w) * D, D: -(s @ w) * D - (D @ w) * s})
    yield r"There remain two tokens with $F$ negative across $v$. Let $s$ be half their sum and $D$ half their difference. Then, with $w = F s$ and " \
        r"$s^\top D = 0$,", \
        Identity(rate(s @ s, pair), 2 * (s @ w) * (1 - s @ s), name="half the sum") \
        .but_not("without the sphere", right=2 * (s @ w))
    yield r"While $D$ is nearly along $v$, $s$ is nearly across it, and $s^\top w$ is negative. So $|s|^2$ falls exponentially, and $D$ turns at " \
        r"a rate of order $|s|^2$, so by little.", ByLemma("opposite_pairs", says=opposite, name="opposite tokens")
    yield r"For a reflection $F$ of the plane, $g = x_1^\top x_2$ and $k = x_1^\top F x_2$ obey $g' = k (1 - g^2)$, $k' = (1 + g)(1 - k^2)$,", \
        in_the_plane(given)
    with given.scope():  # (1 - g)^2/(1 - k^2) is kept, and decides.
        g, k = given(any_scalar("g")), given(any_scalar("k"))
        flow = motion({g: k * (1 - g**2), k: (1 + g) * (1 - k**2)})
        yield r"so that the quotient of $(1 - g)^2$ and $1 - k^2$ is kept:", \
            Identity(rate((1 - g) ** 2, flow) * (1 - k**2), (1 - g) ** 2 * rate(1 - k**2, flow), name="quotient") \
            .but_not("that of $1 - g$", left=rate(1 - g, flow) * (1 - k**2), right=(1 - g) * rate(1 - k**2, flow))
        q, r = given(nonnegative_scalar("q")), given(positive_scalar("r"))
        yield "$k$ never falls. If it is negative and the quotient $1/r$ is above 4, $1 - k^2 = r (1 - g)^2$ is at most " \
            "$4 r < 1$, so $k$ stays negative, and $g$ falls to $-1$. If the quotient is below 4, $1 - " \
            "g$ is at most $q < 2$ with $r q^2 = 1$, and $k$ becomes positive; then $g$ rises to 1.", \
            Inequality(q < 2, where=[r * q**2 <= 1, 4 * r > 1], name="below 4",
                       because=(1 - r * q**2 + (4 * r - 1)) / (r * (2 + q))) \
            .but_not("at any quotient", where=[r * q**2 <= 1])
        yield "So the start decides.", ByLemma("two_tokens", says=both(opposite, reflection), by="opposite tokens", name="two tokens")


def in_the_plane(given: Given) -> Identity:
    """x_1.F x_1 + x_2.F x_2 = 2 g k, for two unit vectors of the plane at the angles A and B."""
    A, B = given(any_scalar("A")), given(any_scalar("B"))
    g, k = cos(A) * cos(B) + sin(A) * sin(B), cos(A) * cos(B) - sin(A) * sin(B)
    return Identity(cos(A) ** 2 - sin(A) ** 2 + cos(B) ** 2 - sin(B) ** 2, 2 * g * k, name="in the plane") \
        .but_not("twice that", right=4 * g * k)


@lemma
def those_that_stay(given: Given) -> Proof:
    """Starts of solutions that tend to an equilibrium with a direction of growth have no volume."""
    H, s = given(symmetric_operator("H")), given(positive_scalar("s"))
    D, r = given(any_vector("D")), given(any_vector("r"))
    form = D @ (H @ D) - s * (D @ D)
    beside = H @ D - s * D
    yield "Where does it end? An equilibrium with a direction in which the energy grows to second order attracts a null set. " \
        "Two solutions that stay near such an equilibrium differ by some $D$, with $D' = H D + r$: " \
        "here $H$ is the second variation of the energy there, symmetric and positive somewhere, and " \
        "$|r|$ is a small part of $|D|$. Let $s > 0$ be below the largest eigenvalue of $H$, and " \
        "none itself. Then $A = |(H - s) D|$ is at least a multiple of $|D|$, and", \
        Identity(rate(form, motion({D: H @ D + r})), 2 * s * form + 2 * (beside @ beside) + 2 * (beside @ r),
                 name="rate of the form") \
        .but_not("without the part that is small", right=2 * s * form + 2 * (beside @ beside))
    A, R_0, q = given(nonnegative_scalar("A")), given(nonnegative_scalar("R_0")), given(any_scalar("q"))
    yield r"so that $q = D^\top (H - s) D$ grows like $e^{2 s t}$ if it is positive, where $R_0 = |r|$ is at most " \
        "$A$.", \
        Inequality(2 * s * q + 2 * A**2 - 2 * A * R_0 >= 2 * s * q, where=[R_0 <= A], name="growth of the form",
                   because=2 * A * (A - R_0)) \
        .but_not("however large the rest", where=[])
    x_1, y_1 = given(unit_vector("x_1")), given(unit_vector("y_1"))
    w_x, w_y = given(any_vector("w_x")), given(any_vector("w_y"))
    yield "It stays bounded, so it is not positive: the solutions that stay are told apart by one number less than " \
        "there are dimensions. Nor do two solutions come together faster than like $e^{-L t}$, for their velocities " \
        r"differ by at most a multiple of $|D|$: with pushes $w_x$ and $w_y$,", \
        Identity(tangent(w_x, x_1) - tangent(w_y, y_1),
                 (w_x - w_y) - ((x_1 - y_1) @ w_x) * x_1 - (y_1 @ (w_x - w_y)) * x_1 - (y_1 @ w_y) * (x_1 - y_1),
                 name="velocities") \
        .but_not("with one push", right=(w_x - w_y) - ((x_1 - y_1) @ w_x) * x_1 - (y_1 @ w_y) * (x_1 - y_1))
