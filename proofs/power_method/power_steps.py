"""The introduction: what the power method tends to, from every start, as one theorem."""

from collections.abc import Callable

from proofs.power_method.energy import spans
from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
from verify.vocabulary import *

PLANE = [[1, 0], [0, 1]]
FALLING = [[1, 0], [0, Fraction(1, 2)]]                     # a first eigenvector, and another


def power_steps(F: Operator, S: Operator, y: Vectors) -> Claim:
    """Return the claim that steps y -> F y/|F y| tend to the line of a dominant eigenvector.

    S are coordinates in which F shrinks what is beside the eigenvector by a factor below |lambda|.
    """
    i = tokens.any("i")
    def dominates(v: Vector, w: Vector, mu: Scalar, s: Scalar) -> Proposition:
        return both(
            equals(F @ v, mu * v), equals(w @ v, 1), s < mu**2,
            for_every(any_vector("a"), lambda a: equals(w @ (F @ a), mu * (w @ a))),
            for_every(any_vector("b"), lambda b: implies(
                equals(w @ b, 0), (S @ (F @ b)) @ (S @ (F @ b)) <= s * ((S @ b) @ (S @ b)))))

    layer = iteration({y: lambda i: (F @ y[i]) / norm(F @ y[i])})

    def tends(v: Vector, w: Vector, mu: Scalar, s: Scalar) -> Proposition:
        return implies(dominates(v, w, mu, s), both(
            for_every(i, implies(at_start(differs(w @ y[i], 0)), tends_to((v @ y[i]) ** 2, 1))),
            implies(mu > 0, for_every(i, both(
                implies(at_start(w @ y[i] > 0), tends_to(y[i], v)),
                implies(at_start(w @ y[i] < 0), tends_to(y[i], -1 * v)))))))

    def finds(v: Vector, w: Vector, mu: Scalar, s: Scalar) -> Proposition:
        return implies(dominates(v, w, mu, s), for_almost_every_start(
            unit_tokens("x"), layer, lambda x: both(
                for_every(i, tends_to((v @ x[i]) ** 2, 1)),
                implies(mu > 0, for_every(i, either(tends_to(x[i], v), tends_to(x[i], -1 * v)))))))

    def for_dominant(says: Callable[..., Proposition]) -> Proposition:
        return for_every(unit_vector("v"), lambda v: for_every(any_vector("w"), lambda w: for_every(
            nonzero_scalar("mu"), lambda mu: for_every(
                nonnegative_scalar("s"), lambda s: says(v, w, mu, s)))))

    return claim(
        r"Let $\lambda \ne 0$ be an eigenvalue of $F$ with the eigenvector $v$, $|v| = 1$, and the left "
        r"eigenvector $w$, $w^\top v = 1$, and dominant: in some coordinates $F$ shrinks what $w$ is "
        r"orthogonal to by a factor below $|\lambda|$. From every start with $w^\top x(0) \ne 0$ the angle "
        r"between $x(k + 1) = F x(k)/|F x(k)|$ and the line of $v$ tends to 0; and if $\lambda > 0$ then "
        r"$x(k)$ tends to $v$, or to $-v$, as $w^\top x(0)$ is positive or negative. In two dimensions or more "
        "almost every start is such a one.",
        for_dominant(tends),
        for_every(orthonormal_basis("e"), lambda e: implies(both(spans(e), modes.count >= 2), for_dominant(finds))),
        along=orbit(layer, start=[y]),
        wrong=r"With $F = \operatorname{diag}(-2, 1)$ a start at $e_1$ goes to $-e_1$ and back for ever.") \
        .but_not("from every start the line of an eigenvector with the eigenvalue 1 is found", for_every(
                     unit_vector("v"), lambda v: implies(
                         both(at_start(equals(y[1], v)), equals(F @ v, v)), tends_to((v @ y[i]) ** 2, 1))),
                 at={F: FALLING, S: PLANE, y: PLANE}) \
        .but_not("every start, and not almost every one, finds that line", for_every(
                     unit_vector("v"), lambda v: for_every(unit_vector("u"), lambda u: implies(
                         both(at_start(both(equals(y[1], v), equals(y[2], u))), equals(F @ v, v)), for_every_orbit(
                             unit_tokens("x"), layer, lambda x: implies(
                                 at_start(for_every(i, equals(x[i], u))),
                                 for_every(i, tends_to((v @ x[i]) ** 2, 1))))))),
                 at={F: FALLING, S: PLANE, y: PLANE}) \
        .but_not("an eigenvector stays where it is, whatever the sign of its eigenvalue", for_every(
                     unit_vector("v"), lambda v: implies(
                         both(at_start(equals(y[i], v)), equals((v @ (F @ v)) ** 2, F @ v @ (F @ v))),
                         always(equals(y[i], v)))),
                 at={F: [[-2, 0], [0, 1]], S: PLANE, y: [[1, 0]]}) \
        .but_not("the line of a vector that $F$ does not keep", for_every(unit_vector("v"), lambda v: implies(
                     at_start(equals(y[i], v)), always((v @ y[i]) ** 2 >= 1))),
                 at={F: FALLING, S: PLANE, y: [[Fraction(3, 5), Fraction(4, 5)]]})
