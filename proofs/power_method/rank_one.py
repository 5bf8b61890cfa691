"""Section 2.3: what a rank-one change of the layer matrix does to its spectrum."""

from collections.abc import Callable

from verify.statements.claims import Claim
from verify.vocabulary import *

from .eigenvalues import (
    Matrix,
    eigenvalues_agree,
    eigenvectors_agree,
    has_eigenvalue,
    simple_and_alone,
)
from .paper import PAPER

SHIFT = [[0, 0, 0], [1, 0, 0], [0, 0, 0]]                   # takes the first axis to the second


def changed(F: Operator, y: Vector, u: Vector, w: Vector, c: Scalar) -> Vector:
    """F' y for F' = F + c u w^T."""
    return F @ y + (c * (w @ y)) * u


def changed_by(F: Operator, u: Vector, w: Vector, c: Scalar) -> Matrix:
    """F' as a function."""
    return lambda y: changed(F, y, u, w, c)


def of_eigenvectors(say: Callable[[Vector, Vector, Scalar, Scalar], Proposition]) -> Proposition:
    """Say something of all u, w and c and of an eigenvalue lambda."""
    return for_every((nonzero_vector("u"), nonzero_vector("w"), any_scalar("c")),
        lambda u, w, c: for_every(any_scalar("lam"), lambda lam: say(u, w, c, lam)))


def moves(F: Operator, u: Vector, w: Vector, c: Scalar, lam: Scalar) -> tuple[Proposition, Proposition]:
    """Say where F u = lam u, and w^T F = lam w^T, move the eigenvalue."""
    moved = lam + c * (w @ u)
    return equals(changed(F, u, u, w, c), moved * u), equals(F.T @ w + (c * (u @ w)) * w, moved * w)


def stay(F: Operator, u: Vector, w: Vector, c: Scalar, lam: Scalar) -> tuple[Proposition, Proposition]:
    """Say that the others stay: numbers if F u = lam u, and eigenvectors if w^T F = lam w^T."""
    matrices, but = (changed_by(F, u, w, c), lambda y: F @ y), (lam, lam + c * (w @ u))
    return eigenvalues_agree(*matrices, but=but), eigenvectors_agree(*matrices, but=but)


def secular_equation(F: Operator) -> Proposition:
    """With (zeta - F)(r + i s) = u, zeta is an eigenvalue of F' if and only if c w^T (r + i s) = 1."""
    def resolved(u: Vector, rho: Scalar, omega: Scalar, r: Vector, s: Vector) -> Proposition:
        return both(equals(rho * r - omega * s - F @ r, u), equals(omega * r + rho * s - F @ s, zero_vector()))

    return for_every((any_vector("u"), any_vector("w"), any_scalar("c")), lambda u, w, c: for_every(
        (any_scalar("rho"), any_scalar("omega"), any_vector("r"), any_vector("s")), lambda rho, omega, r, s: implies(
            both(never(has_eigenvalue(lambda y: F @ y, rho, omega)), resolved(u, rho, omega, r, s)),
            iff(has_eigenvalue(changed_by(F, u, w, c), rho, omega),
                both(equals(c * (w @ r), 1), equals(c * (w @ s), 0))))))


@statement("B-S2", PAPER.label("Section 2.3"), title="Effect on the spectrum", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-S1",), argued=False, position=(2, 3, 2),
           printed=r"If $u$ and $w$ are right and left eigenvectors of $F$ for the same eigenvalue $\lambda_j$, then "
                   r"$F'$ has the eigenvalues of $F$, but for $\lambda_j$, which becomes $\lambda_j + c$.",
           relation="stronger", differs=r"The shift is $c w^\top u$, which is $c$ for the usual normalisation $w^\top u "
                                        "= 1$. It is enough that one of the two is an eigenvector.")
def spectrum(given: Given) -> Proof:
    F = given(any_operator("F"))

    yield claim_of_spectrum(F)
    u, lam = given(any_vector("u")), given(any_scalar("lam", latex=r"\lambda_j"))
    w, c, x = given(any_vector("w")), given(any_scalar("c")), given(any_vector("x"))
    moved = lam + c * (w @ u)
    yield r"The idea: an eigenvector of $F'$ is one of $F$, or differs from one by a multiple of $u$. Let $F' = F + c u w^\top$. What " \
        r"$u$ lacks to be an eigenvector of $F'$ for $\lambda_j + c w^\top u$ is what it lacks to be one of $F$ for $\lambda_j$.", \
        Identity(changed(F, u, u, w, c) - moved * u, F @ u - lam * u, name="moved") \
        .but_not(r"for $\lambda_j + c$", left=changed(F, u, u, w, c) - (lam + c) * u) \
        .but_not(r"with $F' = F + c w u^\top$", left=changed(F, u, w, u, c) - moved * u)
    yield "So if it is one of $F$, it is one of $F'$.", \
        Thus(name="of u", by="moved", says=of_eigenvectors(lambda u, w, c, lam: implies(
            equals(F @ u, lam * u), moves(F, u, w, c, lam)[0])))
    z, s = given(any_scalar("z")), given(any_scalar("s"))
    yield r"Let $F x = z x$ for another number $z$. With $s (z - \lambda_j - c w^\top u) = c w^\top x$ the vector $x + s u$ is an eigenvector of $F'$ " \
        r"for the same $z$ where $F u = \lambda_j u$, for", \
        Identity(changed(F, x + s * u, u, w, c) - z * (x + s * u), (F @ x - z * x) + (c * (w @ x) - s * (z - moved)) * u + s * (F @ u - lam * u),
                 name="corrected") \
        .but_not("$x$ itself is", left=changed(F, x, u, w, c) - z * x)
    yield r"It is not 0, as $x$ is no multiple of $u$. All this holds of complex $z$, $x$ and $s$, too, and $F = F' - c u w^\top$ is such a change of " \
        "$F'$. So only one eigenvalue moves.", \
        ByLemma("stays", name="the rest", says=of_eigenvectors(lambda u, w, c, lam: implies(
            equals(F @ u, lam * u), stay(F, u, w, c, lam)[0])))
    with given.scope():  # The same with a left eigenvector.
        y, m, nu = given(any_vector("y")), given(any_vector("m")), given(any_scalar("nu", latex=r"\nu"))
        yield r"If instead $w$ is a left eigenvector $m$, and $u$ any vector $y$, it stays one and its eigenvalue moves by the same,", \
            Identity(F.T @ m + (c * (y @ m)) * m - (nu + c * (m @ y)) * m, F.T @ m - nu * m, name="left eigenvector") \
            .but_not("by $c$", left=F.T @ m + (c * (y @ m)) * m - (nu + c) * m)
        yield "for the same reason.", \
            Thus(name="of w", by="left eigenvector", says=of_eigenvectors(lambda u, w, c, lam: implies(
                equals(F.T @ w, lam * w), moves(F, u, w, c, lam)[1])))
        o = given(orthogonal_to("o", m))
        yield "Right eigenvectors for other eigenvalues are orthogonal to it, and what is orthogonal to it is mapped as before.", \
            Identity(changed(F, o, y, m, c), F @ o, name="the rest, on the right") \
            .but_not("left ones do", left=F.T @ o + (c * (y @ o)) * m, right=F.T @ o)
        yield "So these eigenvectors stay, real and complex ones.", \
            ByLemma("stays_left", name="the same vectors", by="the rest, on the right", says=of_eigenvectors(lambda u, w, c, lam: implies(
                equals(F.T @ w, lam * w), stay(F, u, w, c, lam)[1])))
    yield from secular(given, F, x, w, c)
    # It is not needed that both vectors are eigenvectors, but their scale is.
    needed = Printed(tangent(F.T @ w, w) @ tangent(F.T @ w, w) <= 0, differs_from(F, u, w, c, lam) > 0,
                   part="variant", name="both")
    yield "The paper takes a right eigenvector $u$ and a left one $w$ of the same eigenvalue, " \
        "but one suffices. Were it necessary that $w$ is a left eigenvector, too,", needed
    yield "then $((1, 1), (0, 2))$, with $u = w = e_1$ and $c = 3$, would not have the eigenvalue 4.", \
        Witness(needed, {F: [[1, 1], [0, 2]], u: [1, 0], lam: 1, w: [1, 0], c: 3}, name="one suffices")
    scaled = Printed(differs_from(F, u, w, c, lam, scale=1) <= 0, part="variant", name="any scale")
    yield r"The eigenvalue is $\lambda_j + c w^\top u$. Were it $\lambda_j + c$, whatever the scale of $w$,", scaled
    yield "then $c = 3$ would move the eigenvalue 1 of $((1, 1), (0, 2))$ to 4 with $w = 2 e_1$, too.", \
        Witness(scaled, {F: [[1, 1], [0, 2]], u: [1, 0], lam: 1, w: [2, 0], c: 3}, name="twice the scale")


def claim_of_spectrum(F: Operator) -> Claim:
    """Return what becomes of the eigenvalues: with an eigenvector u or w, and without."""
    def steered(says: Callable[[Vector, Vector, Scalar, Vector], Proposition]) -> Proposition:
        """Say something of all u, w and c, and of a vector orthogonal to u."""
        return for_every((nonzero_vector("u"), nonzero_vector("w"), any_scalar("c")),
            lambda u, w, c: for_every(orthogonal_to("y", u), lambda y: says(u, w, c, y)))

    return claim(
        r"Let $F' = F + c u w^\top$. If $F u = \lambda_j u$ or $w^\top F = \lambda_j w^\top$, the eigenvalue "
        r"$\lambda_j$ becomes $\lambda_j + c w^\top u$, with the same vector. Every other number, real or complex, is "
        "an eigenvalue of $F'$ if and only if it is one of $F$ (with the same eigenvectors, for such a $w$). For any "
        r"$u$ and $w$, a number $\zeta$ that is no eigenvalue of $F$ is one of $F'$ if and only if "
        r"$c w^\top (\zeta - F)^{-1} u = 1$.",
        of_eigenvectors(lambda u, w, c, lam: both(*(implies(where, both(moved, rest)) for where, moved, rest in zip(
            (equals(F @ u, lam * u), equals(F.T @ w, lam * w)), moves(F, u, w, c, lam), stay(F, u, w, c, lam), strict=True)))),
        secular_equation(F)) \
        .for_example({F: [[0, 0], [0, 0]], "u": [1, 0], "w": [1, 0], "c": 1, "rho": 1, "omega": 0, "r": [1, 0],
                      "s": [0, 0]}) \
        .but_not(r"$\lambda_j$ becomes $\lambda_j + c$, whatever the scale of $w$", steered(lambda u, w, c, y: implies(
            equals(F @ u, zero_vector()), equals(changed(F, u, u, w, c), c * u))), at={F: [[0, 0], [0, 0]]}) \
        .but_not("the other right eigenvectors of $F$ stay, too", steered(lambda u, w, c, y: implies(
            both(equals(F @ u, zero_vector()), equals(F @ y, zero_vector())),
            equals(changed(F, y, u, w, c), zero_vector()))), at={F: [[0, 0], [0, 0]]})


def differs_from(F: Operator, u: Vector, w: Vector, c: Scalar, lam: Scalar,
                 scale: Scalar | int | None = None) -> Scalar:
    """How far u is from being an eigenvector of F' for lambda_j + c w^T u, or for lambda_j + c scale."""
    missed = changed(F, u, u, w, c) - (lam + c * (w @ u if scale is None else scale)) * u
    return missed @ missed


@lemma
def secular(given: Given, F: Operator, x: Vector, w: Vector, c: Scalar) -> Proof:
    """Eigenvalues for any u: where c w^T (z - F)^-1 u is 1."""
    r, zeta = given(any_vector("r")), given(any_scalar("zeta"))
    u = zeta * r - F @ r
    yield r"For any $u$, and any number $\zeta$ that is no eigenvalue of $F$, let $r$ be what " \
        r"$\zeta - F$ sends to $u$. What $\zeta - F'$ sends it to is a multiple of $u$, so " \
        r"$\zeta$ is an eigenvalue of $F'$ if $c w^\top r = 1$,", \
        Identity(zeta * r - changed(F, r, u, w, c), (1 - c * (w @ r)) * u, name="secular") \
        .but_not("always", right=0 * u)
    yield r"and only then: an eigenvector $x$ of $F'$ for $\zeta$ is $c (w^\top x) r$.", \
        Identity((zeta * x - F @ x) - (c * (w @ x)) * u, zeta * x - changed(F, x, u, w, c), name="no other") \
        .but_not("it is $r$", left=(zeta * x - F @ x) - u)
    yield r"Here $w^\top x$ is not 0, so that $c w^\top r = 1$. A complex $\zeta$ has complex $r$ and $x$.", \
        ByLemma("exactly_one", says=secular_equation(F), name="exactly")


def one_large_eigenvalue(F: Operator, u: Vector, w: Vector) -> Proposition:
    """For large c there is a simple eigenvalue c + w^T F u + O(1/c), and no other large one."""
    def found(K: Scalar, c: Scalar, z: Scalar, x: Vector) -> Proposition:
        matrix = changed_by(F, u, w, c)
        return both(equals(matrix(x), z * x), absolute(z - (c + w @ F @ u)) <= K / c,
                    norm(x - u) <= K / c, simple_and_alone(matrix, z, x, w, K))

    return there_is(positive_scalar("K"), lambda K: for_every(positive_scalar("c"), lambda c: implies(
        c >= 2 * K, there_is((any_scalar("z"), nonzero_vector("x")), lambda z, x:
            found(K, c, z, x)))))


def two_large_eigenvalues(F: Operator, u: Vector, w: Vector) -> Proposition:
    """Where c w^T F u is large there are two eigenvalues near its roots; where it is negative, none."""
    def found(K: Scalar, c: Scalar, root: Scalar) -> Proposition:
        return there_is((any_scalar("z"), nonzero_vector("x")), lambda z, x: both(
            equals(changed(F, x, u, w, c), z * x), absolute(z - root) <= K))

    def none(K: Scalar, c: Scalar) -> Proposition:
        return for_every((any_scalar("z"), nonzero_vector("x")), lambda z, x: implies(
            equals(changed(F, x, u, w, c), z * x), absolute(z) <= K))

    def size(c: Scalar) -> Scalar:
        return c * (w @ F @ u)

    return there_is(positive_scalar("K"), lambda K: for_every(any_scalar("c"), lambda c: both(
        implies(size(c) >= K, both(found(K, c, square_root(size(c))),
                                   found(K, c, -square_root(size(c))))),
        implies(size(c) < 0, none(K, c)))))


@statement("B-S3", PAPER.label("Section 2.3"), title="Asymptotics of the top eigenvalue",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-S2",),
           argued=False, position=(2, 3, 3),
           printed=r"If the gap between $c$ and $\lambda_1$ is large enough, $F' = F + c u w^\top$ has approximately "
                   "the principal eigenvalue $c$ and the principal eigenvector $u$.",
           relation="corrected", differs=r"Here $w = u + b$, so that $w^\top u = 1$. The approximations have rates, and "
                                         r"the case $w^\top u = 0$ is treated.")
def top_eigenvalue(given: Given) -> Proof:
    F, u = given(any_operator("F")), given(unit_vector("u"))
    one = for_every(any_vector("w"), lambda w: implies(equals(w @ u, 1), one_large_eigenvalue(F, u, w)))
    two = for_every(any_vector("w"), lambda w: implies(
        both(equals(w @ u, 0), differs(w @ F @ u, 0)), two_large_eigenvalues(F, u, w)))
    none = for_every((any_vector("w"), any_scalar("lam")), lambda w, lam: implies(
        both(equals(w @ u, 0), equals(F @ u, lam * u)),
        for_every((any_scalar("c"), any_scalar("rho"), any_scalar("omega")), lambda c, rho, omega: iff(
            has_eigenvalue(changed_by(F, u, w, c), rho, omega), has_eigenvalue(lambda y: F @ y, rho, omega)))))
    yield claim(
        r"Let $\|u\| = 1$ and $F' = F + c u w^\top$. If $w^\top u = 1$, then for large $c$ this has a real eigenvalue "
        r"$c + w^\top F u + O(1/c)$ with an eigenvector $u + O(1/c)$. It is simple, and all other eigenvalues, real "
        r"and complex, are at most a constant. If $w^\top u = 0$ and $c w^\top F u$ is positive and large, it has two "
        r"instead, $\pm \sqrt{c w^\top F u} + O(1)$; if it is negative, all real eigenvalues are at most a constant. "
        r"If $w^\top u = 0$ and $u$ is an eigenvector of $F$, the eigenvalues, real and complex, are those of $F$.",
        one, two, none,
        wrong=r"With $F = 0$ and $w = 2 u$ the eigenvalue is $2 c$, and not $c$.") \
        .for_example({F: [[0, 0, 0], [0, 0, 1], [0, -1, 0]], u: [1, 0, 0], "w": [1, 0, 0], "K": 1, "c": 2, "z": 2,
                      "x": [1, 0, 0], "y": [1, 0, 0], "a": 0, "p": [0, 1, 0], "q": [0, 0, 1], "rho": 0, "omega": 1}) \
        .for_example({F: SHIFT, u: [1, 0, 0], "w": [0, 1, 0], "K": 1, "c": -1, "z": 0, "x": [0, 0, 1]}) \
        .but_not(r"the eigenvalue $c + w^\top F u$ is exact, with $u$ itself", for_every(
            (orthogonal_to("b", u), any_scalar("c")), lambda b, c: equals(
                changed(F, u, u, u + b, c), (c + (u + b) @ F @ u) * u)), at={F: [[0, 0], [1, 0]], u: [1, 0]}) \
        .but_not(r"$w^\top u$ may be any number", for_every((any_vector("w"), any_scalar("c")),
            lambda w, c: equals(changed(F, u, u, w, c), (c + w @ F @ u) * u)), at={F: [[0, 0], [0, 0]], u: [1, 0]})
    b = given(orthogonal_to("b", u), added=True)
    w = u + b                                                                   # w^T u = 1
    c = given(positive_scalar("c"))
    kappa = let("kappa", lambda: w @ F @ u)
    turn = F @ u - kappa * u
    near = u + turn / c
    yield "The idea: an eigenvalue solves one equation, which for large numbers says that it is nearly $c$, or its " \
        "square nearly a multiple of $c$. Let $u$ be any unit vector, $w = u + b$ with $b$ orthogonal to $u$, so " \
        r"that $w^\top u = 1$, $\kappa = w^\top F u$ and $F' = F + c u w^\top$. Then $c + \kappa$ is nearly an " \
        r"eigenvalue of $F'$, with $u + (F u - \kappa u)/c$: it misses by a term of the order $1/c$.", \
        Identity(changed(F, near, u, w, c) - (c + kappa) * near, (F @ turn - kappa * turn) / c, name="nearly") \
        .but_not("$c$ is, to that order", left=changed(F, near, u, w, c) - c * near) \
        .but_not("with $u$ itself", left=changed(F, u, u, w, c) - (c + kappa) * u)
    yield mutant(r"$w^\top u$ is any number", drop=b, assume=any_vector("b"))
    yield from exact_equation(given, F)
    with given.scope():  # For w^T u = 1 there is a real eigenvalue near c.
        C, Z = given(positive_scalar("C")), given(positive_scalar("Z"))
        D, g, m = given(positive_scalar("D")), given(nonnegative_scalar("g")), given(any_scalar("m"))
        yield r"So for $w^\top u = 1$ the number $m = z w^\top r$ is between $1 - g/(z - f)$ and " \
            r"$1 + g/(z - f)$, with $g = |w| f$. In capitals, with $D = Z - f$: $c w^\top r$ is " \
            "below 1 if $Z$ is above $C$ by more than $C g/D$,", \
            Inequality(C * m < Z, name="beyond", where=[m <= 1 + g / D, Z - C > C * g / D],
                       because=((Z - C) - C * g / D) + C * ((1 + g / D) - m)) \
            .but_not("if it is above $C$ at all", where=[m <= 1 + g / D, Z > C])
        yield "and above 1 if $Z$ is below it by more. Between two such numbers it is 1, being continuous: there " \
            "$F'$ has a real eigenvalue, which differs from $c$ by a bounded amount.", \
            Inequality(C * m > Z, name="before", where=[m >= 1 - g / D, C - Z > C * g / D],
                       because=((C - Z) - C * g / D) + C * (m - (1 - g / D))) \
            .but_not("if it is below $C$ at all", where=[m >= 1 - g / D, Z < C])
        f = given(nonnegative_scalar("f"))
        yield "Real or complex, an eigenvalue $z$ beyond $2 f + 2 g$ in modulus has a number $m$ within $1/2$ of 1, so its modulus is at " \
            r"least $c/2$. Two such eigenvalues differ by $c$ times the difference of their $m$, at most $c g/(c/2 - f)^2$ times as much:", \
            Inequality(C * g < (C / 2 - f) ** 2, where=[C > 16 * g, C >= 4 * f], name="only one",
                       because=(C / 4 - f) ** 2 + C * (C / 4 - f) / 2 + C * (C - 16 * g) / 16) \
            .but_not("for every $c$", where=[])
        ell, K = given(nonnegative_scalar("ell")), given(positive_scalar("K"))
        yield r"so for large $c$ they are equal, and for the same reason the eigenvalue is simple. Now (expansion) gives $z - c - \kappa$ as a sum of terms " \
            r"with $1/z$, and $z r = u + F r$ is an eigenvector. Both are within a constant times $1/z$ of the claim, hence of $1/c$, " \
            "as $z$ is at least $c/2$.", \
            Inequality(ell / Z <= K / C, where=[2 * Z >= C, 2 * ell <= K], name="the constant",
                       because=((K - 2 * ell) * Z + ell * (2 * Z - C)) / (C * Z)) \
            .but_not("half as large", where=[2 * Z >= C, ell <= K])
    yield "Let $K$ be the largest of these constants.", ByLemma("one_eigenvalue", says=one, name="one")
    with given.scope():  # For w^T u = 0 the top eigenvalue grows like a root of c, or not at all.
        v, s = given(orthogonal_to("v", u)), given(nonzero_scalar("s"))
        kappa_v = let("kappa_v", lambda: v @ F @ u)
        given(nonzero(kappa_v))
        c = s**2 / kappa_v
        near = u + (F @ u) / s
        yield r"Now let $w = v$ with $v^\top u = 0$, and let $\kappa_v = v^\top F u$ not be 0. The expansion says that $z^2$ differs from " \
            r"$c \kappa_v$ by at most a constant times $c/z$. If $c \kappa_v = s^2$, then $z$ differs from $s$ or $-s$ by at most a constant. " \
            "Such $z$ exist as before: $u + F u/s$ is nearly an eigenvector for $s$, and likewise for $-s$.", \
            Identity(changed(F, near, u, v, c) - s * near, F @ (F @ u) / s, name="root") \
            .but_not("$c$ is one", left=changed(F, near, u, v, c) - c * near) \
            .but_not("with $u$ itself", left=changed(F, u, u, v, c) - s * u)
        yield r"If $c \kappa_v = -s^2$, then $F'$ nearly takes $F u/s$ to $-s u$. It takes $u$ nearly to $s$ times $F u/s$, so that there is a complex pair.", \
            Identity(changed(F, (F @ u) / s, u, v, -c) + s * u, F @ (F @ u) / s, name="pair") \
            .but_not("a real one", left=changed(F, (F @ u) / s, u, v, -c) - s * u)
        yield "A real eigenvalue beyond a constant would have a negative square by the expansion, so there is none.", \
            ByLemma("two_eigenvalues", says=two, name="two or none")
    yield r"Finally, let $w^\top u = 0$ and $F u = \lambda u$. Then the eigenvalue $\lambda$ is shifted by $c w^\top u = 0$, and all others stay (B-S2).", \
        ByLemma("none_moves", says=none, name="nothing")


@lemma
def exact_equation(given: Given, F: Operator) -> Proof:
    """The secular equation, expanded twice: exact for every eigenvalue of F'."""
    r, z = given(any_vector("r")), given(nonzero_scalar("z"))
    w, k = given(any_vector("w")), given(any_scalar("k"))
    p = z * r - F @ r
    yield r"An eigenvalue $z$ of $F'$ satisfies $k w^\top r = 1$, where $z r - F r = u$ and $k$ stands for $c$, now " \
        r"for any $u$ and $w$. So $z^2 = k (z w^\top u + w^\top F u + w^\top F F r)$, for these differ by", \
        Identity(z**2 - k * (z * (w @ p) + w @ F @ p + w @ (F @ (F @ r))), z**2 * (1 - k * (w @ r)),
                 name="expansion") \
        .but_not("the last term is not needed", left=z**2 - k * (z * (w @ p) + w @ F @ p))
    yield r"or, expanded once, $z w^\top r = w^\top u + w^\top F r$,", \
        Identity(z * (w @ r), w @ p + w @ (F @ r), name="once") \
        .but_not("$F$ does not matter", right=w @ p)
    f, a = given(nonnegative_scalar("f")), given(positive_scalar("a"))
    size = given(nonnegative_scalar("size", latex=r"\varrho"))
    yield "with a last term that is small: if $F$ has the norm $f$, and $u$ the length 1, an $r$ " \
        "of this size is not longer than $1/(z - f)$. Here $z = f + a$.", \
        Inequality(size <= 1 / a, where=[(f + a) * size <= 1 + f * size], name="small") \
        .but_not("than $1/z$", claim=size <= 1 / (f + a))
