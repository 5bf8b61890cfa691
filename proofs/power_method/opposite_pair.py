"""Two opposite tokens at v_1 and -v_1, with lambda_2 < 0: an equilibrium that is stable."""

from verify.vocabulary import *

EIGHTH, QUARTER, HALF = Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)


@lemma
def pair_stays(given: Given) -> Proof:
    """Deny that some state near the pair leaves it."""
    u, e = given(orthonormal_pair("u", "e"))
    theta = given(angle_between("theta", pi() / 3, 2 * pi() / 3))
    chi = given(angle_between("chi", 5 * pi() / 12, 7 * pi() / 12))
    eta = given(scalar_between("eta", 0, HALF))

    def at(angle: Scalar) -> Vector:
        return cos(angle) * u + sin(angle) * e

    x_1, x_2 = let("x_1", lambda: at(theta + chi)), let("x_2", lambda: at(theta - chi))
    s = let("s", lambda: (x_1 + x_2) / 2)
    w = let("w", lambda: (u @ s) * u - (e @ s) * e)
    y_1, y_2 = let("y_1", lambda: x_1 + eta * w), let("y_2", lambda: x_2 + eta * w)
    A, S, k, turn = cos(chi) ** 2, sin(chi) ** 2, cos(2 * theta), sin(2 * theta)
    R = let("R", lambda: y_1 @ y_2 + 2 * S * (1 - eta**2 * A))
    lengths, near = norm(y_1) * norm(y_2), [k <= -HALF, A <= EIGHTH]
    sine, cosine = (u @ y_1) * (e @ y_2) + (e @ y_1) * (u @ y_2), (u @ y_1) * (u @ y_2) - (e @ y_1) * (e @ y_2)
    yield "The idea: two functions do not grow near the pair." "\n\n" \
        r"Let $V u = u$ and $V e = -e$, with a step $\eta$ below $1/2$. A step takes the tokens $x_1$ and $x_2$, " \
        r"at the angles $\theta \pm \chi$ from $u$, to the directions of $y_1$ and $y_2$. The pair is at $\theta " \
        r"= \chi = \pi/2$. The sine of the sum of the new angles, times $\|y_1\| \|y_2\|$, is", \
        Identity(sine, (1 - eta**2 * A) * turn, name="crossed") \
        .but_not("the push does not matter", right=turn)
    yield "its cosine, times the same, is", \
        Identity(cosine, k * (1 + eta**2 * A) + 2 * eta * A, name="mirrored") \
        .but_not("the push does not matter", right=k)
    yield "The inner product is", \
        Identity(y_1 @ y_2, 2 * A - 1 + eta * A * (2 * k + eta), name="new product") \
        .but_not("the push does not matter", right=2 * A - 1)
    yield "the squared lengths add up to", \
        Identity(y_1 @ y_1 + y_2 @ y_2, 2 + 2 * eta * A * (2 * k + eta), name="sum of lengths") \
        .but_not("they stay", right=2)
    yield "and multiply to at least $R^2$:", \
        Identity((y_1 @ y_1) * (y_2 @ y_2), R**2 + 4 * eta**2 * A * S * (k + eta * A) ** 2, name="product of lengths") \
        .but_not("$R$ itself", right=R**2)
    room = 2 * (HALF - eta) * (HALF + eta) + HALF + 2 * eta**2 * S
    yield "Here $R$ is positive.", \
        Inequality(R > 0, where=[A <= EIGHTH], name="positive",
                   because=A * ((1 - eta) ** 2 + 4 * eta * cos(theta) ** 2) + ((EIGHTH - A) + 7 * EIGHTH) * room) \
        .but_not("above 1", claim=R > 1)
    leaves = Printed(y_1 @ y_2 > lengths * (2 * A - 1), (y_1 @ y_1) * (y_2 @ y_2) < R**2, cosine > 0,
                     somewhere=True, where=near, name="printed")
    yield "Suppose that the pair is unstable. Then some state near it leaves. In some step its tokens become less opposite, or " \
        r"the quotient of $|\sin(2 \theta)|$ and $2 \sin^2(\chi)$ grows, or $\cos(2 \theta)$ changes its sign. (A step " \
        r"multiplies this quotient by that of $2 \sin^2(\chi) (1 - \eta^2 \cos^2(\chi))$ and $\|y_1\| \|y_2\| - y_1^\top y_2$.)", leaves
    less = eta * A * (2 * (-HALF - k) + (1 - eta))
    yield "The tokens do not become less opposite,", \
        leaves.never(because=(2 * (EIGHTH - A) + Fraction(3, 4)) * ((norm(y_1) - norm(y_2)) ** 2 / 2 + less) + less,
                     name="no less opposite", relation=1,
                     at={theta: 4 * pi() / 9, chi: 17 * pi() / 36, eta: QUARTER, u: [1, 0], e: [0, 1]}) \
        .but_not("they become more so by half", claim=y_1 @ y_2 <= lengths * (2 * A - 1) - A / 2)
    yield "the quotient does not grow,", \
        leaves.never(because=4 * eta**2 * A * S * (k + eta * A) ** 2, name="no larger quotient", relation=2) \
        .but_not("it falls by half", claim=(y_1 @ y_1) * (y_2 @ y_2) >= (y_1 @ y_2 + 4 * S * (1 - eta**2 * A)) ** 2)
    yield r"and $\cos(2 \theta)$ stays negative.", \
        leaves.never(because=(-HALF - k) * (1 + eta**2 * A) + HALF * eta**2 * A + 2 * eta * (EIGHTH - A)
                     + (HALF - eta) / 4 + Fraction(3, 8), name="same side", relation=3) \
        .but_not("it is below $-1$", claim=cosine <= -1)
    yield r"If $\cos(2 \theta) < 0$ and the quotient is at most $1/2$, then $\cos(2 \theta)$ is below $-1/2$. So " \
        r"for $\varepsilon \le 1/16$ the set where $\cos(2 \theta) < 0$, the quotient is at most $\varepsilon$ and " \
        r"$\cos^2(\chi) \le \varepsilon$ is invariant. These sets shrink to the pair, so it is stable. None of " \
        "their states tends to consensus.", \
        Inequality(k <= -HALF, where=[k < 0, turn**2 <= QUARTER],
                   because=((QUARTER - turn**2) + HALF) / (HALF - k), name="kept") \
        .but_not("below $-1$", claim=k <= -1)
