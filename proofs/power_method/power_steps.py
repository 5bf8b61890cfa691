"""The introduction: the power method, and what it tends to, from every start, as one theorem."""

from collections.abc import Callable
from dataclasses import dataclass

from verify.statements.claims import Claim
from verify.vocabulary import *

from .energy import spans
from .paper import PAPER

PLANE = [[1, 0], [0, 1]]
OPPOSITE_SIDES = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(-3, 5), Fraction(4, 5)]]
FALLING = [[1, 0], [0, Fraction(1, 2)]]                     # a first eigenvector, and another


def dominates(F: Operator, S: Operator, v: Vector, w: Vector, mu: Scalar, s: Scalar) -> Proposition:
    """F v = mu v, and what the left eigenvector w is orthogonal to F shrinks by s < mu^2, in S."""
    return both(
        equals(F @ v, mu * v), equals(w @ v, 1), s < mu**2,
        for_every(any_vector("a"), lambda a: equals(w @ (F @ a), mu * (w @ a))),
        for_every(any_vector("b"), lambda b: implies(
            equals(w @ b, 0), (S @ (F @ b)) @ (S @ (F @ b)) <= s * ((S @ b) @ (S @ b)))))


def power_steps(F: Operator, S: Operator, y: Vectors) -> tuple[Claim, list[Proposition]]:
    """Return the claim that steps y -> F y/|F y| tend to the line of a dominant eigenvector, and what leads to it.

    S are coordinates in which F shrinks what is beside the eigenvector by a factor below |lambda|.
    """
    i = tokens.any("i")
    layer = iteration({y: lambda i: (F @ y[i]) / norm(F @ y[i])})

    def from_beside(v: Vector, w: Vector, mu: Scalar, s: Scalar, then: Proposition) -> Proposition:
        return implies(dominates(F, S, v, w, mu, s), for_every(i, implies(at_start(differs(w @ y[i], 0)), then)))

    def tends(v: Vector, w: Vector, mu: Scalar, s: Scalar) -> Proposition:
        return implies(dominates(F, S, v, w, mu, s), both(
            for_every(i, implies(at_start(differs(w @ y[i], 0)), tends_to((v @ y[i]) ** 2, 1))),
            implies(mu > 0, for_every(i, both(
                implies(at_start(w @ y[i] > 0), tends_to(y[i], v)),
                implies(at_start(w @ y[i] < 0), tends_to(y[i], -1 * v)))))))

    def finds(v: Vector, w: Vector, mu: Scalar, s: Scalar) -> Proposition:
        return implies(dominates(F, S, v, w, mu, s), for_almost_every_start(
            unit_tokens("x"), layer, lambda x: both(
                for_every(i, tends_to((v @ x[i]) ** 2, 1)),
                implies(mu > 0, for_every(i, either(tends_to(x[i], v), tends_to(x[i], -1 * v)))))))

    def for_dominant(says: Callable[..., Proposition]) -> Proposition:
        return for_every((unit_vector("v"), any_vector("w"), nonzero_scalar("mu"), nonnegative_scalar("s")),
            lambda v, w, mu, s: says(v, w, mu, s))

    limits = for_dominant(tends)
    almost_all = for_every(orthonormal_basis("e"), lambda e: implies(both(spans(e), modes.count >= 2), for_dominant(finds)))
    return claim(
        r"Let $\lambda \ne 0$ be an eigenvalue of $F$ with the eigenvector $v$, $\|v\| = 1$, and the left eigenvector "
        r"$w$, $w^\top v = 1$. Let it be dominant: in some coordinates $F$ shrinks what is orthogonal to $w$ by a "
        r"factor below $|\lambda|$. From every start with $w^\top x(0) \ne 0$ the angle between "
        r"$x(k + 1) = F x(k)/\|F x(k)\|$ and the line of $v$ tends to 0. If $\lambda > 0$, $x(k)$ tends to $v$ where "
        r"$w^\top x(0)$ is positive, and to $-v$ where it is negative. In two dimensions or more almost every start "
        "is such a start.",
        limits, almost_all,
        along=orbit(layer, start=[y]),
        wrong=r"With $F = \operatorname{diag}(-2, 1)$ a start at $e_1$ goes to $-e_1$ and back forever.") \
        .for_example({F: [[2, 0], [0, 1]], S: PLANE, y: OPPOSITE_SIDES, "v": [1, 0], "w": [1, 0], "mu": 2, "s": 1,
                      "e": PLANE, "x": OPPOSITE_SIDES}) \
        .but_not("from every start the line of an eigenvector with the eigenvalue 1 is found", for_every(
                     unit_vector("v"), lambda v: implies(
                         both(at_start(equals(y[1], v)), equals(F @ v, v)), tends_to((v @ y[i]) ** 2, 1))),
                 at={F: FALLING, S: PLANE, y: PLANE}) \
        .but_not("every start, and not almost every one, finds that line", for_every(
            (unit_vector("v"), unit_vector("u")), lambda v, u: implies(
                         both(at_start(both(equals(y[1], v), equals(y[2], u))), equals(F @ v, v)), for_every_orbit(
                             unit_tokens("x"), layer, lambda x: implies(
                                 at_start(for_every(i, equals(x[i], u))),
                                 for_every(i, tends_to((v @ x[i]) ** 2, 1)))))),
                 at={F: FALLING, S: PLANE, y: PLANE}) \
        .but_not("an eigenvector stays where it is, whatever the sign of its eigenvalue", for_every(
                     unit_vector("v"), lambda v: implies(
                         both(at_start(equals(y[i], v)), equals((v @ (F @ v)) ** 2, F @ v @ (F @ v))),
                         always(equals(y[i], v)))), at={F: [[-2, 0], [0, 1]], S: PLANE, y: [[1, 0]]}) \
        .but_not("the line of a vector that $F$ does not keep", for_every(unit_vector("v"), lambda v: implies(
                     at_start(equals(y[i], v)), always((v @ y[i]) ** 2 >= 1))),
                 at={F: FALLING, S: PLANE, y: [[Fraction(3, 5), Fraction(4, 5)]]}), [
        for_dominant(lambda v, w, mu, s: from_beside(v, w, mu, s, always(differs(w @ y[i], 0)))),
        for_dominant(lambda v, w, mu, s: from_beside(v, w, mu, s, tends_to((v @ y[i]) ** 2, 1))), limits, almost_all]


@dataclass(frozen=True)
class Dominant:
    """A vector x = R (a e + b), e and b orthogonal, and a matrix that multiplies R e by lambda."""

    R: Operator
    S: Operator                                                            # the inverse of R
    e: Vector
    lam: Scalar
    b: Vector
    s: Scalar                                                               # the norm of G
    G: Operator
    a: Scalar
    x: Vector

    def F(self, z: Vector) -> Vector:
        """The matrix: lambda on R e, and G, without what it sends to e, beside it."""
        along = self.e @ (self.S @ z)
        return self.R @ (along * self.lam * self.e + self.moved(self.S @ z - along * self.e))

    def moved(self, beside: Vector) -> Vector:
        return tangent(self.G @ beside, self.e)


@statement("B-0", PAPER.label("Introduction"), title="The power method", origin="reconstructed",
           basis="this_reconstruction", argued=False, position=(1, 0),
           printed="The power method multiplies a vector by $F$ and normalises it, again and again: $x(t + 1) = F "
                   r"x(t)/\|F x(t)\|$. If $F$ has a strictly dominant real eigenvalue $\lambda_1$, then from a random "
                   "start $x(t)$ generically converges to its eigenvector $v_1$.",
           relation="corrected", differs="The limit is $v_1$ or $-v_1$, as the start decides; for a negative "
                                         r"$\lambda_1$ the iterate alternates between the two.")
def power_method(given: Given) -> Proof:
    R, S = given(inverse_pair("R", "S"))
    claimed, (kept, line, limits, almost_all) = power_steps(given(any_operator("F")), S, given(unit_tokens("y")))
    yield claimed
    e, lam = given(unit_vector("e")), given(positive_scalar("lam"), added=True)
    b = given(orthogonal_to("b", e))
    s = given(nonnegative_scalar("s"))
    G = given(bounded_operator("G", by=s, on=[b]))
    a = given(nonzero_scalar("a"))
    x = let("x", lambda: R @ (a * e + b))
    found = Dominant(R, S, e, lam, b, s, G, a, x)
    yield from along_and_beside(given, found, kept)
    with given.scope():  # So the one vanishes beside the other, if lambda is above s.
        moved = found.moved(b)
        bound = given(nonnegative_scalar("bound", latex="q"))
        yield "Let $q$ bound the ratio of the squared component beside $v$ to the squared component " \
            r"along it. A step later the ratio is below $(s/\lambda)^2 q$ (multiplied out here):", \
            Inequality(moved @ moved * lam**2 <= s**2 * bound * (lam * a) ** 2, name="ratio",
                       where=[b @ b <= bound * a**2],
                       because=lam**2 * ((s**2 * (b @ b) - (G @ b) @ (G @ b)) + (e @ (G @ b)) ** 2)
                       + lam**2 * s**2 * (bound * a**2 - b @ b)) \
            .but_not("whatever the ratio was", where=[])
        yield r"so after $t$ steps it is below $(s/\lambda)^{2t} q$. It tends to 0 if the eigenvalue is dominant, for then the factor is below 1.", \
            Inequality(s**2 * bound <= lam**2 * bound, name="dominant", where=[s**2 <= lam**2]) \
            .but_not("whatever the gap", where=[])
    yield from line_of_the_eigenvector(given, found, line, limits)
    yield "Starts across $w$ have no volume, in two dimensions or more.", ByLemma("almost_all", says=almost_all, name="almost every start")
    yield mutant(r"$\lambda$ may be negative, and then $x$ alternates between the two sides", drop=lam,
                 assume=nonzero_scalar("lam"))
    yield from up_to_its_sign(given, found)
    with given.scope():  # A step may turn a vector away from the line that it tends to.
        H, z = given(any_operator("H")), given(unit_vector("z"))
        u, mu = given(eigenvector("u", of=H, value="mu", latex=(None, r"\mu")))
        w = z + H @ z
        rises = Printed((u @ w) ** 2 >= (u @ z) ** 2 * (w @ w), part="variant", name="rises at every step")
        yield "Nor is the approach monotone if $F$ is not normal. Were it so, one step of $I + H$ " \
            "would not turn a vector away from the dominant direction $u$,", rises
        yield "as it does for $((1, -4), (0, 1/2))$, where the cosine drops from 0.8 to 0.66.", \
            Witness(rises, {H: [[1, -4], [0, Fraction(1, 2)]], z: [Fraction(4, 5), Fraction(3, 5)],
                            u: [1, 0], mu: 1}, name="turned away")
    yield mutant("the start may have no part along $v$", drop=a, assume=any_scalar("a"))


@lemma
def along_and_beside(given: Given, found: Dominant, kept: Proposition) -> Proof:
    """A step multiplies what is along v by lambda, and what is beside it by s at most."""
    R, S, e, lam, b, s = found.R, found.S, found.e, found.lam, found.b, found.s
    G, a, x, F = found.G, found.a, found.x, found.F
    moved = found.moved(b)
    yield r"Let $F$ have a real eigenvalue $\lambda$ with the eigenvector $v = R e$, in coordinates " \
        "$R$ in which it has norm $s$ beside $v$; there are such coordinates for every $s$ above the " \
        "moduli of the other eigenvalues.", \
        Identity(F(R @ e), lam * (R @ e), name="eigenvector") \
        .but_not("with another eigenvalue", right=s * (R @ e))
    yield r"A vector $x = R (a e + b)$ has the part $a$ along $v$, which the left eigenvector $S^\top e$ reads off,", \
        Identity(e @ (S @ x), a, name="left eigenvector") \
        .but_not("the right eigenvector does", left=(R @ e) @ x)
    yield r"and a step multiplies it by $\lambda$,", \
        Identity(e @ (S @ F(x)), lam * a, name="along") \
        .but_not("by its modulus at most $s$", right=s * a)
    yield "which leaves something of it, if the start has such a part.", \
        Identity(lam * a / a, lam, name="kept") \
        .but_not("nothing", right=0)
    yield "So this part never vanishes.", ByLemma("kept", says=kept, name="never 0")
    yield "What is beside $v$ a step multiplies, in these coordinates, by $G$,", \
        Identity(S @ F(x) - (lam * a) * e, moved, name="beside") \
        .but_not("all of $G$", right=G @ b)
    yield "so that its square grows by $s^2$ at most.", \
        Inequality(moved @ moved <= s**2 * (b @ b), name="shrinks",
                   because=(s**2 * (b @ b) - (G @ b) @ (G @ b)) + (e @ (G @ b)) ** 2) \
        .but_not("by $s$", claim=moved @ moved <= s * (b @ b))


@lemma
def line_of_the_eigenvector(given: Given, found: Dominant, line: Proposition, limits: Proposition) -> Proof:
    """The part along v keeps its sign, and the rest bounds the angle with v."""
    R, S, e, lam, b, a, x, F = found.R, found.S, found.e, found.lam, found.b, found.a, found.x, found.F
    v = R @ e
    yield "What is beside $v$ turns $x$ from the line of $v$ by no more than its own length:", \
        Inequality((v @ v) * (x @ x) - (v @ x) ** 2 <= (v @ v) * ((R @ b) @ (R @ b)), name="angle",
                   because=(v @ (R @ b)) ** 2) \
        .but_not("$x$ is on the line", claim=(v @ v) * (x @ x) - (v @ x) ** 2 <= 0)
    k, m = given(positive_scalar("k")), given(positive_scalar("m"))
    yield "so the square of the sine of the angle is below the ratio, times what $R$ and $S$ may stretch.", \
        Inequality((R @ b) @ (R @ b) * (a**2 + b @ b) <= k * m * (b @ b) * (x @ x), name="stretched",
                   where=[(R @ b) @ (R @ b) <= k * (b @ b), a**2 + b @ b <= m * (x @ x)],
                   because=(k * (b @ b) - (R @ b) @ (R @ b)) * (a**2 + b @ b)
                   + k * (b @ b) * (m * (x @ x) - (a**2 + b @ b))) \
        .but_not("without stretching", claim=(R @ b) @ (R @ b) * (a**2 + b @ b) <= b @ b * (x @ x))
    yield "As the ratio tends to 0, so does the angle.", ByLemma("line", says=line, name="line")
    yield r"For $\lambda > 0$ the part along $v$, which is never 0, keeps its sign.", \
        Inequality(a * (e @ (S @ F(x))) >= 0, because=lam * a**2, name="sign") \
        .but_not("it is positive", claim=e @ (S @ F(x)) > 0)
    yield "So this sign decides between $v$ and $-v$.", ByLemma("limits", says=limits, name="limits")


@lemma
def up_to_its_sign(given: Given, found: Dominant) -> Proof:
    """Half of the starts tend to -v."""
    R, S, e, lam, b, s = found.R, found.S, found.e, found.lam, found.b, found.s
    G, a, x, F = found.G, found.a, found.x, found.F
    to_v = Printed(e @ (S @ F(x)) > 0, part="variant", name="to v")
    yield "Still $v$ is to be read up to its sign. Were the limit $v$ for every start, the part " \
        "along $v$ would become positive,", to_v
    yield r"but $\operatorname{diag}(2, 1)$ sends $(-3/5, 4/5)$ towards $-v$.", \
        Witness(to_v, {R: [[1, 0], [0, 1]], S: [[1, 0], [0, 1]], e: [1, 0], lam: 2, s: 1,
                       G: [[0, 0], [0, 1]], a: Fraction(-3, 5), b: [0, Fraction(4, 5)]}, name="to the other side")
