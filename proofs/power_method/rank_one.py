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
    yield "The idea: an eigenvector of $F'$ is one of $F$, or differs from one by a multiple of $u$." "\n\n" \
        r"Let $F' = F + c u w^\top$. What $u$ lacks to be an eigenvector of $F'$ for $\lambda_j + c w^\top u$ is " \
        r"what it lacks to be one of $F$ for $\lambda_j$.", \
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
    w, c, z = given(any_vector("w")), given(any_scalar("c")), given(any_scalar("z"))
    x, y, p, q = (given(any_vector(name)) for name in ("x", "y", "p", "q"))

    def beside(v: Vector, y: Vector) -> Vector:
        """F y without a multiple of v, for w^T v = 1."""
        return F @ y - (w @ F @ y) * v

    D_y, D_p = let("D_y", lambda: c + w @ F @ (u + y)), let("D_p", lambda: c + w @ F @ (u + p))
    G_y, G_p = let("G_y", lambda: beside(u, u + y)), let("G_p", lambda: beside(u, u + p))
    with given.scope():  # For w^T u = 1 there is one large eigenvalue, near c.
        g, m = given(any_vector("g")), given(any_vector("m"))
        rho, omega = given(any_scalar("rho")), given(any_scalar("omega"))
        one_there = given(that(equals(w @ u, 1)), added=True)
        yield "The idea: a large eigenvalue of $F'$ has an eigenvector near $u$, and beside this vector $F'$ does " \
            "what $F$ does." "\n\n" \
            r"Let $w^\top u = 1$. An eigenvector $u + y$ with $w^\top y = 0$ belongs to $D_y$, and it is one if " \
            "$D_y y$ is $G_y$, since", \
            Identity(changed(F, u + y, u, w, c) - D_y * (u + y), G_y - D_y * y, name="eigenvector",
                     where=[equals(w @ y, 0)]) \
            .but_not("with $u$ itself", left=changed(F, u, u, w, c) - (c + w @ F @ u) * u)
        yield r"For large $c$ one such $y$ exists, of the length $O(1/c)$: let $g$ be the vector with $D_y g = G_y$, and $m$ that with $D_p m = G_p$. " \
            "To go from $y$ to $g$ leads from lengths of at most 1 to such lengths, and contracts distances, since for all four vectors", \
            Identity(D_y * (g - m) - (beside(u, y - p) - (w @ F @ (y - p)) * m), (D_y * g - G_y) - (D_p * m - G_p), name="contraction") \
            .but_not("with the same divisor", left=D_y * (g - m) - beside(u, y - p))
        part = y - (w @ y) * x
        yield r"where $D_y$ is about $c$, and $F$ is bounded. This gives the eigenvalue, with the eigenvector $x = u + y$, $w^\top x = 1$. The part $y - (w^\top y) x$ of any $y$ is mapped by $F'$ as by $F$, so", \
            Identity(beside(x, part), changed(F, y, u, w, c) - (w @ changed(F, y, u, w, c)) * x
                     - (w @ y) * (changed(F, x, u, w, c) - (w @ changed(F, x, u, w, c)) * x), where=[equals(w @ x, 1)], name="part") \
            .but_not("whatever the part along $x$", left=beside(x, y))
        yield r"and if $p + i q$ is an eigenvector for another number $\rho + i \omega$, the parts of $p$ and $q$ are lengthened in all by its modulus,", \
            Identity((rho * p - omega * q) @ (rho * p - omega * q) + (omega * p + rho * q) @ (omega * p + rho * q),
                     (rho**2 + omega**2) * (p @ p + q @ q), name="modulus") \
            .but_not(r"by $\rho$ alone", right=rho**2 * (p @ p + q @ q))
        yield "which makes it at most a constant, unless both parts are 0. Then it is the same eigenvalue. For the same reason this is simple.", \
            ByLemma("one_eigenvalue", says=one, by=["eigenvector", "contraction", "part", "modulus"], name="one")
        yield mutant(r"$w^\top u$ is any number", drop=one_there)
    with given.scope():  # For w^T u = 0 the top eigenvalue grows like a root of c, or not at all.
        s = given(nonzero_scalar("s"))
        yield r"Now let $w^\top u = 0$, and let $\kappa = w^\top F u \ne 0$. Let $s^2 = c \kappa$ be large. Replace $u + y$ by $u + y/s$. Then", \
            Identity(changed(F, u + y / s, u, w, c) - z * (u + y / s), F @ (u + y / s) - (z / s) * y + (c * (w @ y) / s - z) * u,
                     where=[equals(w @ u, 0)], name="root") \
            .but_not("$c$ is one", left=changed(F, u + y / s, u, w, c) - c * (u + y / s)) \
            .but_not("with $u$ itself", left=changed(F, u, u, w, c) - z * u)
        yield r"is 0 for $z = s \sqrt{1 + \psi}$ and for its opposite, with $\psi = w^\top F y/(\kappa s)$ and a bounded $y = \pm F(u + y/s)/\sqrt{1 + \psi}$, " \
            r"which exists as before. If $F' x = z x$, then", \
            Identity((z**2 - c * (w @ F @ u)) * (w @ x) - w @ F @ (F @ x),
                     z * (w @ (z * x - changed(F, x, u, w, c))) + w @ F @ (z * x - changed(F, x, u, w, c)),
                     where=[equals(w @ u, 0)], name="expansion") \
            .but_not("the last term is not needed", left=(z**2 - c * (w @ F @ u)) * (w @ x))
        yield r"is 0. If $c \kappa$ is negative, this makes $|c w^\top x|$ at most a constant times $\|x\|$, and so $z$ at most a constant.", \
            ByLemma("two_eigenvalues", says=two, by=["root", "expansion"], name="two or none")
    yield r"Finally, let $w^\top u = 0$ and $F u = \lambda u$. Then the eigenvalue $\lambda$ is not shifted,", \
        Identity(changed(F, u, u, w, c), F @ u, where=[equals(w @ u, 0)], name="same image") \
        .but_not(r"with any $w^\top u$", where=[])
    yield "and all other eigenvalues stay the same (B-S2).", ByLemma("none_moves", says=none, by="same image", name="same eigenvalues")
