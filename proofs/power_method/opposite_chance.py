"""Appendix D: how often two tokens of the circle end opposite to each other."""

from proofs.power_method.dipole_fraction import (
    by_integral,
    by_series,
    tends_to_a_dipole,
)
from verify.vocabulary import *


@lemma
def how_often(given: Given) -> Proof:
    """On the circle, for small steps, the exact chance of ending opposite."""
    M, phi = given(any_scalar("M")), given(any_scalar("phi"))
    flow = motion({M: -cos(phi) ** 2 * sin(2 * M), phi: -cos(phi) * sin(phi) * cos(2 * M)})
    theta, other = M + phi, M - phi
    yield r"How often? On the circle, with $V = \operatorname{diag}(1, -1)$ and small steps, let " \
        r"the two angles be $M + \varphi$ and $M - \varphi$. The mean of the tokens is " \
        r"$\cos(\varphi) (\cos M, \sin M)$, and each turns with", \
        Identity(rate(theta, flow), -cos(phi) * (cos(M) * sin(theta) + sin(M) * cos(theta)),
                 name="flow") \
        .but_not("$V$ is the identity",
                 right=-cos(phi) * (cos(M) * sin(theta) - sin(M) * cos(theta)))
    yield "and so does the other one.", \
        Identity(rate(other, flow), -cos(phi) * (cos(M) * sin(other) + sin(M) * cos(other)),
                 name="other token")
    yield r"Then $\sin^2(\varphi)/\sin(2 M)$ does not change.", \
        Identity(rate(sin(phi) ** 2, flow) * sin(2 * M), sin(phi) ** 2 * rate(sin(2 * M), flow),
                 name="first integral") \
        .but_not(r"$\sin(\varphi)/\sin(2 M)$",
                 left=rate(sin(phi), flow) * sin(2 * M), right=sin(phi) * rate(sin(2 * M), flow))
    yield r"$\sin^2(\varphi)$ is 1 for opposite tokens and 0 in consensus, and $M$ tends to 0. " \
        r"So a start with $0 < M < \pi/2$ ends opposite if $M > \pi/4$ and " \
        r"$\sin^2(\varphi) > \sin(2 M)$, and ends in consensus if one of the two is reversed. At " \
        "random starts the frequency agrees with the probability,", \
        Frequency(tends_to_a_dipole, by_integral, name="frequency", example=True) \
        .but_not("one start in four", probability=lambda: Fraction(1, 4))
    yield r"which is $1/2 - (2/\pi)^2$ times the sum of $2^{-(m+1/2)}/(2 m + 1)^2$.", \
        Value("0.193564", 6, {"integral": by_integral, "series": by_series}, name="probability",
              example=True) \
        .but_not("a fifth", decimal="0.200000")
