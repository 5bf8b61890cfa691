"""Two opposite tokens at v_1 and -v_1, with lambda_2 < 0: an equilibrium that is stable."""

from dataclasses import dataclass
from typing import Any

from verify.vocabulary import *

EIGHTH, HALF = Fraction(1, 8), Fraction(1, 2)


@dataclass(frozen=True)
class Step:
    """A step of size eta, from two tokens of the plane of p and q at the angles theta + chi and theta - chi."""

    p: Vector
    q: Vector
    theta: Scalar
    eta: Scalar
    y: Vector                                               # where they go, before they are normalised
    z: Vector
    A: Scalar                                               # cos(chi)^2
    k: Scalar                                               # cos(2 theta)
    instance: dict[Any, Any]

    @property
    def S(self) -> Scalar:
        """sin(chi)^2."""
        return (EIGHTH - self.A) + 7 * EIGHTH

    @property
    def across(self) -> Scalar:
        return self.y @ self.z

    @property
    def mirrored(self) -> Scalar:
        """The cosine of the sum of the new angles, times the lengths."""
        return (self.p @ self.y) * (self.p @ self.z) - (self.q @ self.y) * (self.q @ self.z)


@lemma
def stays(given: Given, claim: str) -> Proof:
    """Deny that some state near the pair leaves it; `claim` says what is printed."""
    p_s, q_s = given(orthonormal_pair("p_s", "q_s"))
    theta = given(angle_between("theta", pi() / 3, 2 * pi() / 3))
    chi = given(angle_between("chi", 5 * pi() / 12, 7 * pi() / 12))
    eta = given(scalar_between("eta", 0, HALF))

    def at(turned: Scalar) -> Vector:
        return cos(turned) * p_s + sin(turned) * q_s

    a_s, b_s = let("a_s", lambda: at(theta + chi)), let("b_s", lambda: at(theta - chi))
    m_s = let("m_s", lambda: (a_s + b_s) / 2)
    w_s = let("w_s", lambda: (p_s @ m_s) * p_s - (q_s @ m_s) * q_s)        # V m for V = diag(1, -1)
    y_s, z_s = let("y_s", lambda: a_s + eta * w_s), let("z_s", lambda: b_s + eta * w_s)
    step = Step(p_s, q_s, theta, eta, y_s, z_s, cos(chi) ** 2, 2 * cos(theta) ** 2 - 1,
                {theta: 4 * pi() / 9, chi: 17 * pi() / 36, eta: Fraction(1, 4), p_s: [1, 0], q_s: [0, 1]})
    yield from where_it_goes(step)
    yield from stays_near(step, claim)


def where_it_goes(step: Step) -> Proof:
    """The new angles and lengths, times and with each other."""
    p_s, q_s, y_s, z_s, theta, eta = step.p, step.q, step.y, step.z, step.theta, step.eta
    A, k, S, across, mirrored = step.A, step.k, step.S, step.across, step.mirrored
    turn, crossed = sin(2 * theta), (p_s @ y_s) * (q_s @ z_s) + (q_s @ y_s) * (p_s @ z_s)
    R = A * (1 + 2 * eta * k + eta**2) + S * (1 - 2 * eta**2 * A)
    yield r"Let $p = v_1$ and $q = v_2$, $\lambda_1 = 1$ and $\lambda_2 = -1$, with a step $\eta$ below $1/2$. A " \
        r"step takes two tokens of their plane, at the angles $\theta \pm \chi$, to the directions of $y$ and $z$. " \
        r"The sine of the sum of the new angles, times $\|y\| \|z\|$, is", \
        Identity(crossed, (1 - eta**2 * A) * turn, name="crossed") \
        .but_not("the push does not matter", right=turn)
    yield "its cosine, times the same, is", \
        Identity(mirrored, k * (1 + eta**2 * A) + 2 * eta * A, name="mirrored") \
        .but_not("the push does not matter", right=k)
    yield "The inner product is", \
        Identity(across, 2 * A - 1 + eta * A * (2 * k + eta), name="new product") \
        .but_not("the push does not matter", right=2 * A - 1)
    yield "the squared lengths add up to", \
        Identity(y_s @ y_s + z_s @ z_s, 2 + 2 * eta * A * (2 * k + eta), name="sum of lengths") \
        .but_not("they stay", right=2)
    yield r"and multiply to at least $R^2$, where $R = y^\top z + 2 \sin^2(\chi) (1 - \eta^2 \cos^2(\chi))$:", \
        Identity((y_s @ y_s) * (z_s @ z_s), R**2 + 4 * eta**2 * A * S * (k + eta * A) ** 2, name="product of lengths") \
        .but_not("$R$ itself", right=R**2)
    yield "That is,", \
        Identity(R, across + 2 * S * (1 - eta**2 * A), name="lower bound") \
        .but_not("without the last term", right=across + 2 * S)
    room = 2 * (HALF - eta) * (HALF + eta) + HALF + 2 * eta**2 * S
    yield "and $R$ is positive.", \
        Inequality(R > 0, where=[A <= EIGHTH], name="positive",
                   because=A * ((1 - eta) ** 2 + 4 * eta * cos(theta) ** 2) + S * room) \
        .but_not("above 1", claim=R > 1)


def stays_near(step: Step, claim: str) -> Proof:
    """None of the ways to leave is taken."""
    y_s, z_s, eta, A, k, S = step.y, step.z, step.eta, step.A, step.k, step.S
    r, across, mirrored, turn = norm(y_s) * norm(z_s), step.across, step.mirrored, sin(2 * step.theta)
    near = [k <= -HALF, A <= EIGHTH]
    leaves = Printed(across > r * (2 * A - 1),
                     (y_s @ y_s) * (z_s @ z_s) < (across + 2 * S * (1 - eta**2 * A)) ** 2,
                     mirrored > 0, somewhere=True, where=near, name="printed")
    yield rf"{claim} Then some state near the pair, where $\cos(2 \theta)$ is near $-1$ and $\cos(\chi)$ " \
        r"near 0, would leave: in some step the tokens become less opposite, or the quotient of " \
        r"$|\sin(2 \theta)|$ and $2 \sin^2(\chi)$ grows, or $\cos(2 \theta)$ changes its sign. (A step " \
        r"multiplies this quotient by that of $2 \sin^2(\chi) (1 - \eta^2 \cos^2(\chi))$ and " \
        r"$\|y\| \|z\| - y^\top z$.)", leaves
    less = eta * A * (2 * (-HALF - k) + (1 - eta))
    yield "The tokens do not become less opposite,", \
        leaves.never(because=(2 * (EIGHTH - A) + Fraction(3, 4)) * ((norm(y_s) - norm(z_s)) ** 2 / 2 + less) + less,
                     name="no less opposite", relation=1, at=step.instance) \
        .but_not("they become more so by half", claim=across <= r * (2 * A - 1) - A / 2)
    yield "the quotient does not grow,", \
        leaves.never(because=4 * eta**2 * A * S * (k + eta * A) ** 2, name="no larger quotient", relation=2) \
        .but_not("it falls by half", claim=(y_s @ y_s) * (z_s @ z_s) >= (across + 4 * S * (1 - eta**2 * A)) ** 2)
    yield r"and $\cos(2 \theta)$ stays negative.", \
        leaves.never(because=(-HALF - k) * (1 + eta**2 * A) + HALF * eta**2 * A + 2 * eta * (EIGHTH - A)
                     + (HALF - eta) / 4 + Fraction(3, 8), name="same side", relation=3) \
        .but_not("it is below $-1$", claim=mirrored <= -1)
    yield r"If $\cos(2 \theta) < 0$ and the quotient is at most $1/2$, then $\cos(2 \theta)$ is below $-1/2$. So " \
        r"for $\varepsilon \le 1/16$ the set where $\cos(2 \theta) < 0$, the quotient is at most $\varepsilon$ and " \
        r"$\cos^2(\chi) \le \varepsilon$ is invariant. These sets shrink to the pair, so it is stable. None of " \
        "their states tends to consensus.", \
        Inequality(k <= -HALF, where=[k < 0, turn**2 <= Fraction(1, 4)],
                   because=((Fraction(1, 4) - turn**2) + HALF) / (HALF - k), name="kept") \
        .but_not("below $-1$", claim=k <= -1)
