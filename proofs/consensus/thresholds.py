"""An angle that grows by delta - kappa sin(2 phi) at most: its two thresholds, for section 5."""

from verify.vocabulary import *


def turning_term(w: Vector, v: Vector, y: Vector, delta: Scalar, r: Scalar) -> Inequality:
    """Return the step that bounds what a vector v at the velocity w takes from its cosine with y."""
    b, z = v @ y, y - (v @ y) * v
    return Inequality(w @ y >= -delta * r, name="turning", where=[w @ w <= delta**2, 1 - b**2 <= r**2],
                      because=((r * w + delta * z) @ (r * w + delta * z) + r**2 * (delta**2 - w @ w)
                               + delta**2 * (r**2 - (1 - b**2))) / (2 * delta * r)) \
        .but_not("half of that", claim=w @ y >= -delta * r / 2) \
        .but_not("at any speed", where=[1 - b**2 <= r**2])


@lemma
def thresholds(given: Given, kappa: Scalar, phi: Scalar, theta: Scalar) -> Proof:
    """Prove that phi < pi/2 - theta is invariant, and that phi falls to theta from there."""
    p_phi, c = given(any_scalar("p_phi", latex=r"\varphi'")), given(positive_scalar("c"))
    turning = motion({phi: p_phi})
    yield r"Let $\varphi$ be the angle between $v$ and the token, at most a right one. Its cosine moves by", \
        Identity(rate(cos(phi), turning), -sin(phi) * p_phi, name="angle") \
        .but_not("the sine is dropped", right=-p_phi)
    yield r"so what bounds that makes $\varphi$ grow by $\delta - \kappa \sin(2 \varphi)$ at " \
        r"most (here $c$ is $\delta$).", \
        Inequality(p_phi <= c - kappa * sin(2 * phi), name="rate of the angle",
                   where=[-sin(phi) * p_phi >= 2 * kappa * cos(phi) * sin(phi) ** 2 - c * sin(phi)],
                   because=(-sin(phi) * p_phi - (2 * kappa * cos(phi) * sin(phi) ** 2 - c * sin(phi)))
                   / sin(phi)) \
        .but_not("with twice the second term", claim=p_phi <= c - 2 * kappa * sin(2 * phi))
    rho = given(scalar_between("rho", 0, Fraction(1, 2)))
    root = square_root((1 - 2 * rho) * (1 + 2 * rho))
    yield r"For $\rho = \delta / (2 \kappa) < 1/2$ two cosines solve $b \sqrt{1 - b^2} = \rho$: " \
        "their squares add up to 1, and multiply to", \
        Identity((1 - root) / 2 * ((1 + root) / 2), rho**2, name="thresholds") \
        .but_not(r"$\rho$ is not squared", right=rho)
    yield r"So they are the sine and the cosine of an angle $\theta$, with $\sin(2 \theta) = 2 \rho$:", \
        Identity(sin(theta) * cos(theta), sin(2 * theta) / 2, name="threshold angle") \
        .but_not(r"$\sin \theta = 2 \rho$", right=sin(theta) / 2)
    inward = 2 * kappa * cos(phi + theta) * sin(phi - theta)
    yield r"Then $\delta - \kappa \sin(2 \varphi)$ is the negative of", \
        Identity(kappa * sin(2 * phi) - kappa * sin(2 * theta), inward, name="two factors") \
        .but_not("the angles are exchanged", right=2 * kappa * sin(phi + theta) * cos(phi - theta))
    yield r"and the angle closes strictly while $\theta < \varphi < \pi/2 - \theta$.", \
        Inequality(kappa * sin(2 * theta) - kappa * sin(2 * phi) < 0, because=inward,
                   where=[sin(phi - theta) > 0, cos(phi + theta) > 0], name="closing") \
        .but_not(r"for $\delta = \kappa$", claim=kappa - kappa * sin(2 * phi) < 0)
    outside = [sin(phi - theta) >= 0, p_phi <= -inward]
    yield r"So $b$ stays above the lower threshold, where $\cos(\varphi + \theta) > 0$:", \
        Inequality(rate(cos(phi + theta), turning) >= 0, name="stays", where=[*outside, cos(phi + theta) >= 0],
                   because=(sin(phi) * cos(theta) + cos(phi) * sin(theta))
                   * ((-inward - p_phi) + inward)) \
        .but_not(r"that cosine grows at the rate $\kappa$", claim=rate(cos(phi + theta), turning) >= kappa)
    m_0 = given(positive_scalar("m_0"))
    left = cos(phi + theta) - m_0
    yield r"and $\varphi$ falls to $\theta$ at an exponential rate, from wherever " \
        r"$\cos(\varphi + \theta) = m_0 > 0$.", \
        Inequality(rate(sin(phi - theta), turning) <= -2 * kappa * m_0**2 * sin(phi - theta),
                   where=[*outside, cos(phi + theta) >= m_0], name="decay",
                   because=(cos(phi) * cos(theta) + sin(phi) * sin(theta)) * (-inward - p_phi)
                   + 2 * kappa * sin(phi - theta) * (2 * (left + m_0) * sin(phi) * sin(theta)
                                                     + left * (left + 2 * m_0))) \
        .but_not("whatever $m_0$ is", where=outside)
    yield r"The distance from $v$ that belongs to $\theta$ is $2 \sin(\theta / 2)$:", \
        Identity(2 * (1 - cos(theta)), (2 * sin(theta / 2)) ** 2, name="radius") \
        .but_not(r"$2 \sin(\theta)$", right=(2 * sin(theta)) ** 2)
