"""The introduction: the power method, and what it tends to, from every start, as one theorem."""

from collections.abc import Callable

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


@statement("B-0", PAPER.label("Introduction"), title="The power method", origin="reconstructed",
           basis="this_reconstruction", argued=False, position=(1, 0),
           printed="The power method multiplies a vector by $F$ and normalises it, again and again: $x(t + 1) = F "
                   r"x(t)/\|F x(t)\|$. If $F$ has a strictly dominant real eigenvalue $\lambda_1$, then from a random "
                   "start $x(t)$ generically converges to its eigenvector $v_1$.",
           relation="corrected", differs="The limit is $v_1$ or $-v_1$, as the start decides; for a negative "
                                         r"$\lambda_1$ the iterate alternates between the two.")
def power_method(given: Given) -> Proof:
    F, (_, S) = given(any_operator("F")), given(inverse_pair("R", "S"))
    claimed, (kept, line, limits, almost_all) = power_steps(F, S, given(unit_tokens("y")))
    yield claimed
    v, lam = given(eigenvector("v", of=F, value="lam", latex=(None, r"\lambda")))
    w, x, u, c = given(any_vector("w")), given(any_vector("x")), given(unit_vector("u")), given(any_scalar("c"))
    read_off = equals(w @ (F @ x), lam * (w @ x))
    yield r"The idea: follow the part $a = w^\top x$ along $v$, and $b = x - a v$." "\n\n" \
        r"Since $w$ is a left eigenvector, a step multiplies $a$ by $\lambda$, and by what normalises:", \
        Identity(w @ (c * (F @ x)), c * (lam * (w @ x)), where=[read_off], name="along") \
        .but_not("the right eigenvector does", left=v @ (c * (F @ x)))
    yield "So this part never vanishes.", ByLemma("kept", says=kept, by="along", name="never 0")
    yield "What is beside $v$ goes to what is beside $v$,", \
        Identity(F @ (x - (w @ x) * v), F @ x - (w @ (F @ x)) * v, where=[read_off], name="beside") \
        .but_not("all of $x$ does", left=F @ x)
    s, p, q, Q = (given(nonnegative_scalar(name)) for name in ("s", "p", "q", "Q"))
    a = given(any_scalar("a"))
    yield r"and the square $q = \|S b\|^2$ to at most $s q$, by assumption. If $Q$ bounds the ratio of $q$ to $a^2$, $(s/\lambda^2) Q$ bounds that of $p = \|S F b\|^2$ " \
        r"to $(\lambda a)^2$, multiplied out:", \
        Inequality(p * lam**2 <= s * Q * (lam * a) ** 2, where=[p <= s * q, q <= Q * a**2], name="ratio",
                   because=lam**2 * (s * q - p) + lam**2 * s * (Q * a**2 - q)) \
        .but_not("whatever the ratio was", where=[p <= s * q])
    yield r"So after $t$ steps the ratio is at most $(s/\lambda^2)^t Q$, and tends to 0. A vector $u$ of length 1 has a bounded $a$, so that its $b$ tends to 0, and", \
        Identity((u - (w @ u) * v) @ (u - (w @ u) * v), (w @ u - v @ u) ** 2 + (1 - (v @ u) ** 2), name="angle") \
        .but_not("it is on the line", right=(w @ u - v @ u) ** 2)
    by = ["along", "beside", "ratio", "angle"]
    yield "makes the angle with $v$ tend to 0.", ByLemma("line", says=line, by=by, name="line")
    with given.scope():  # Which of v and -v it tends to.
        positive = given(that(lam > 0), added=True)
        yield r"For $\lambda > 0$ the part along $v$, which is never 0, keeps its sign.", \
            Inequality((w @ x) * (w @ (F @ x)) >= 0, where=[read_off], because=lam * (w @ x) ** 2, name="sign") \
            .but_not("it is positive", claim=w @ (F @ x) > 0)
        yield mutant(r"$\lambda$ may be negative, and then $x$ alternates between the two sides", drop=positive)
    yield "It decides between $v$ and $-v$, for where it is not negative the distance to $v$ is at most twice that to the line:", \
        Inequality((u - v) @ (u - v) <= 4 * ((u - (w @ u) * v) @ (u - (w @ u) * v)), where=[w @ u >= 0], name="near",
                   because=(u + v) @ (u + v) * (w @ u - 1) ** 2 + (u - v) @ (u - v) * ((w @ u) ** 2 + 2 * (w @ u))) \
        .but_not("on both sides", where=[])
    by += ["sign", "near"]
    yield "So $x$ tends to $v$ or to $-v$.", ByLemma("limits", says=limits, by=by, name="limits")
    yield "Starts across $w$ have no volume, in two dimensions or more.", ByLemma("almost_all", says=almost_all, by=by, name="almost every start")
    with given.behind("needed"):
        to_v = Printed(w @ (F @ x) > 0, part="variant", name="to v")
        yield "Still $v$ is to be read up to its sign. Were the limit $v$ for every start, the part along $v$ would become positive,", to_v
        yield r"but $\operatorname{diag}(2, 1)$ sends $(-3/5, 4/5)$ towards $-v$.", \
            Witness(to_v, {F: [[2, 0], [0, 1]], v: [1, 0], lam: 2, w: [1, 0], x: [Fraction(-3, 5), Fraction(4, 5)]}, name="to the other side")
        z = u + F @ u
        rises = Printed((v @ z) ** 2 >= (v @ u) ** 2 * (z @ z), part="variant", name="rises at every step")
        yield "Nor is the approach monotone if $F$ is not normal. Were it so, one step of $I + F$ " \
            "would not turn a vector away from the dominant direction $v$,", rises
        yield "as it does for $((1, -4), (0, 1/2))$, where the cosine drops from 0.8 to 0.66.", \
            Witness(rises, {F: [[1, -4], [0, Fraction(1, 2)]], u: [Fraction(4, 5), Fraction(3, 5)], v: [1, 0], lam: 1}, name="turned away")
