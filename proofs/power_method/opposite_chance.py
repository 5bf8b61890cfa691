"""Appendix D: how often two tokens of the circle end opposite to each other."""

from verify.vocabulary import *

from .dipole_fraction import by_integral, by_series


@lemma
def how_often(given: Given) -> Proof:
    """On the circle, for small steps, the exact chance of ending opposite."""
    M, phi = given(any_scalar("M")), given(any_scalar("phi"))
    flow = motion({M: -cos(phi) ** 2 * sin(2 * M), phi: -cos(phi) * sin(phi) * cos(2 * M)})
    theta, other = M + phi, M - phi
    yield r"How often does this happen? On the circle, with $V = \operatorname{diag}(1, -1)$ and small steps, let " \
        r"the two angles be $M + \varphi$ and $M - \varphi$. The mean of the tokens is " \
        r"$\cos(\varphi) (\cos M, \sin M)$, and the first token turns at the rate", \
        Identity(rate(theta, flow), -cos(phi) * (cos(M) * sin(theta) + sin(M) * cos(theta)), name="flow") \
        .but_not("$V$ is the identity", right=-cos(phi) * (cos(M) * sin(theta) - sin(M) * cos(theta)))
    yield "the second at the rate", \
        Identity(rate(other, flow), -cos(phi) * (cos(M) * sin(other) + sin(M) * cos(other)), name="other token")
    yield r"So $\sin^2(\varphi)/\sin(2 M)$ is conserved.", \
        Identity(rate(sin(phi) ** 2, flow) * sin(2 * M), sin(phi) ** 2 * rate(sin(2 * M), flow),
                 name="first integral") \
        .but_not(r"$\sin(\varphi)/\sin(2 M)$",
                 left=rate(sin(phi), flow) * sin(2 * M), right=sin(phi) * rate(sin(2 * M), flow))
    yield r"Here $\sin^2(\varphi)$ is 1 for opposite tokens and 0 at consensus, and $M$ tends to 0. So a start with " \
        r"$0 < M < \pi/2$ ends at an opposite pair if $M > \pi/4$ and $\sin^2(\varphi) > \sin(2 M)$. It ends at " \
        "consensus if one of the two inequalities is reversed (B-CT5). For uniform starts the chance of the pair is " \
        r"$1/2 - (2/\pi)^2$ times the sum of $2^{-(m+1/2)}/(2 m + 1)^2$:", \
        Value("0.193564", 6, {"integral": by_integral, "series": by_series}, name="probability", example=True) \
        .but_not("a fifth", decimal="0.200000")
