"""Section 2.1, case 3: two real eigenvalues come first, and nothing tells them apart within a few layers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verify.language.motion import DiscreteLaw
from verify.language.symbols import Family1
from verify.statements.claims import Claim
from verify.vocabulary import *

from .paper import PAPER


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane of two independent eigenvectors of F, for real eigenvalues."""

    F: Operator
    tau: Scalar
    lam_1: Scalar
    lam_2: Scalar
    v_1: Vector
    v_2: Vector

    def vector(self, a: Scalar, b: Scalar) -> Vector:
        """Return a vector of the plane by its parts."""
        return a * self.v_1 + b * self.v_2

    def projects(self, z: Vector, a: Scalar, b: Scalar) -> Proposition:
        """Return that a v_1 + b v_2 is the orthogonal projection of z onto the plane."""
        return both(*(equals((z - self.vector(a, b)) @ v, 0) for v in (self.v_1, self.v_2)))

    def step(self, z: Vector) -> Vector:
        """Return (I + tau F) z, which is then normalised."""
        return z + self.tau * (self.F @ z)

    def layer(self) -> DiscreteLaw:
        """Return the power method, which tokens that agree follow."""
        x: Vectors = Family1("x", Vector, ("tokens",))
        return iteration({x: lambda i: self.step(x.item(i)) / norm(self.step(x.item(i)))})

    @property
    def share(self) -> Scalar:
        """Return the share by which |1 + tau lam|^2 differs for the two eigenvalues."""
        first, second = (1 + self.tau * self.lam_1) ** 2, (1 + self.tau * self.lam_2) ** 2
        return (first - second) / first


def any_parts(say: Callable[[Scalar, Scalar], Proposition]) -> Proposition:
    """Say something of all pairs of numbers."""
    return for_every((any_scalar("a"), any_scalar("b")), lambda a, b: say(a, b))


def some_parts(say: Callable[[Scalar, Scalar], Proposition]) -> Proposition:
    """Say something of some pair of numbers."""
    return there_is((any_scalar("c"), any_scalar("f")), lambda c, f: say(c, f))


def claim_without_gap(s: Plane) -> tuple[Claim, Proposition, Proposition, Proposition, Proposition]:
    """What case 3 claims, and its parts: the plane, a token's correlation with it, equal eigenvalues, the speed."""
    i = tokens.any("i")

    def correlated(z: Vector, a: Scalar, b: Scalar) -> Proposition:
        """Of a unit vector z and its projection."""
        inside = s.vector(a, b)
        return implies(s.projects(z, a, b), both(
            implies(inside @ inside > 0, equals(z @ inside / (norm(z) * norm(inside)), norm(inside))),
            norm(inside) >= 0, norm(inside) <= 1,
            iff(equals(norm(inside), 1), some_parts(lambda c, f: equals(z, s.vector(c, f))))))

    def goes_on(x: Vectors, a: Scalar, b: Scalar) -> Proposition:
        """A token that starts at a v_1 + b v_2 keeps the square of its second part beside the first, but for shares."""
        return implies(at_start(equals(x[i], s.vector(a, b))), always(some_parts(lambda c, f: both(
            equals(x[i], s.vector(c, f)), (f * a) ** 2 >= (1 - elapsed * s.share) * (b * c) ** 2))))

    def stepped(a: Scalar, b: Scalar) -> Proposition:
        c, f = (1 + s.tau * s.lam_1) * a, (1 + s.tau * s.lam_2) * b
        return both(equals(s.step(s.vector(a, b)), s.vector(c, f)), implies(
            differs(a, 0), equals((f / c) ** 2, (1 - s.share) * (b / a) ** 2)))

    image = any_parts(lambda a, b: equals(s.F @ s.vector(a, b), s.vector(s.lam_1 * a, s.lam_2 * b)))
    projected = for_every(unit_vector("z"), lambda z: both(
        some_parts(lambda c, f: s.projects(z, c, f)), any_parts(lambda a, b: correlated(z, a, b))))
    alike = any_parts(lambda a, b: equals(s.step(s.vector(a, b)), (1 + s.tau * s.lam_1) * s.vector(a, b)))
    equal = implies(equals(s.lam_1, s.lam_2), alike)
    slow = implies(differs(1 + s.tau * s.lam_1, 0), both(any_parts(stepped), for_every_orbit(
        unit_tokens("x"), s.layer(), lambda x: any_parts(lambda a, b: goes_on(x, a, b)))))
    return claim(
        "Let two real eigenvalues come first. $F$ maps the plane of their eigenvectors into itself. Let $\\Pi$ be the "
        r"orthogonal projection onto it. The correlation of a unit token $z$ with $\Pi z$ is $\|\Pi z\|$, which is between 0 "
        "and 1, and 1 exactly in the plane. If the eigenvalues are equal, no direction in the plane is principal: a step "
        "changes none of them. Otherwise consider the square of the second component relative to the first. A step takes "
        r"from it the share $\varepsilon$ by which the squares $(1 + \tau \lambda)^2$ differ, and $k$ steps take at most "
        r"$k \varepsilon$.",
        image, projected, equal, slow) \
        .but_not("a step leaves every direction of the plane", alike) \
        .but_not("the eigenvalues may be exchanged", any_parts(lambda a, b: equals(
            s.F @ s.vector(a, b), s.vector(s.lam_2 * a, s.lam_1 * b)))), image, projected, equal, slow


@statement("B-C3", PAPER.label("Section 2.1, case 3"), title="No gap", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-C1", "B-C2"), position=(2, 1, 3),
           of_layers=OfLayers(answers=("no gap",)),
           printed=r"Case 3: $\lambda_1$ is not strictly dominant. This is not generic, but $\lambda_1 \approx "
                   r"\lambda_2$ occurs, and then convergence may be very slow. To be monitored is the correlation of "
                   "$x_i$ with its projection onto the span of $v_1$ and $v_2$.",
           relation="stronger", differs="We bound the speed at which a step separates the two components.")
def no_gap(given: Given) -> Proof:
    F, tau = given(any_operator("F")), given(positive_scalar("tau"))
    lam_1, lam_2 = given(any_scalar("lam_1")), given(any_scalar("lam_2"))
    v_1, v_2 = given(invariant_plane("v_1", "v_2", of=F, matrix=((lam_1, 0), (0, lam_2))))
    claimed, image, projected, equal, slow = claim_without_gap(Plane(F, tau, lam_1, lam_2, v_1, v_2))
    yield claimed
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    plane = a * v_1 + b * v_2
    yield "The idea: in the plane of the two eigenvectors a step multiplies each component by a factor of its " \
        "own." "\n\n" \
        "The matrix multiplies each by its eigenvalue:", \
        Identity(F @ plane, (lam_1 * a) * v_1 + (lam_2 * b) * v_2, name="image of the plane") \
        .but_not("left eigenvectors have the same plane", left=F.T @ plane)
    yield "So $F$ maps the plane into itself, whatever the signs of the eigenvalues.", \
        Thus(image, by="image of the plane", name="plane")
    yield "A step multiplies a vector of the plane by a number, up to a term with the difference of the eigenvalues.", \
        Identity(plane + tau * (F @ plane), (1 + tau * lam_1) * plane
                 + (tau * (lam_2 - lam_1) * b) * v_2, name="equal eigenvalues") \
        .but_not("$v_1$ alone remains", right=((1 + tau * lam_1) * a) * v_1)
    yield "If the eigenvalues are equal, this term is 0: every direction of the plane is fixed, and none is principal.", \
        ByLemma("equal", says=equal, by="equal eigenvalues", name="equal case")
    yield r"The orthogonal projection $\Pi z$ of $z$ exists, since the two eigenvectors are independent. As $z - \Pi z$ is orthogonal to " \
        r"$\Pi z$, the product of $z$ and $\Pi z$ is $\|\Pi z\|^2$, and $\|\Pi z\|^2 + \|z - \Pi z\|^2 = 1$.", \
        ByLemma("projected", says=projected, name="projection")
    with given.scope():  # How fast two eigenvalues part in size, real or complex.
        rho_1, omega_1 = given(any_scalar("rho_1")), given(any_scalar("omega_1"))
        rho_2, omega_2 = given(any_scalar("rho_2")), given(any_scalar("omega_2"))
        m_1 = let("m_1", lambda: (1 + tau * rho_1) ** 2 + (tau * omega_1) ** 2)
        m_2 = let("m_2", lambda: (1 + tau * rho_2) ** 2 + (tau * omega_2) ** 2)
        given(that(m_1 > 0))
        gap = 2 * tau * (rho_1 - rho_2) + tau**2 * (rho_1**2 + omega_1**2 - rho_2**2 - omega_2**2)
        epsilon = let("epsilon", lambda: gap / m_1)
        yield r"Let the two eigenvalues be $\rho_1 + i \omega_1$ and $\rho_2 + i \omega_2$, real or complex. By cases 1 and 2 a step multiplies " \
            r"the squares of the two components by $m_1$ and $m_2$, that is, by $|1 + \tau \lambda|^2$. So the square of the second " \
            r"component, divided by the square of the first, loses the share $\varepsilon$ in a step.", \
            Identity(m_2 / m_1, 1 - epsilon, name="slow").but_not("real parts alone count", right=1 - 2 * tau * (rho_1 - rho_2) / m_1)
        t, share = given(nonnegative_scalar("t")), given(any_scalar("share", latex=r"\theta"))
        yield r"Let the share $\theta \ge 1 - t \varepsilon$ of it be left after $t$ steps. Then at least $1 - (t + 1) \varepsilon$ is left after one " \
            r"more. Normalising divides both components by the same number. So it takes at least $1/(2 \varepsilon)$ steps to lose half.", \
            Inequality(share * (1 - epsilon) >= 1 - (t + 1) * epsilon, name="many steps",
                       where=[share >= 1 - t * epsilon],
                       because=(share - (1 - t * epsilon)) * m_2 / m_1 + t * epsilon**2) \
            .but_not("nothing is lost", claim=share * (1 - epsilon) >= 1 - t * epsilon)
        yield r"By induction over the layers at least the share $1 - k \varepsilon$ is left after $k$ layers.", \
            ByLemma("slow", says=slow, by="plane", name="slow orbits")
        with given.behind("examples"):
            yield "Equal real parts alone do not make $\\varepsilon$ small: then the larger imaginary part decides. So the words “not strictly " \
                "dominant” must mean that the sizes nearly agree.", \
                Inequality((1 + tau * rho_1) ** 2 + (tau * omega_1) ** 2 > (1 + tau * rho_1) ** 2 + (tau * omega_2) ** 2,
                           where=[omega_1**2 > omega_2**2], because=tau**2 * (omega_1**2 - omega_2**2), name="imaginary parts") \
                .but_not("whatever they are", where=[])
