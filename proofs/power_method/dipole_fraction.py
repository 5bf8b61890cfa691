"""How often two tokens on the circle end opposite to each other: V = diag(1, -1), small steps.

For the angles M +- phi the flow has M' = -cos^2(phi) sin 2M and phi' = -cos(phi) sin(phi) cos 2M,
so that sin^2(phi)/|sin 2M| is constant. A start therefore ends opposite exactly if cos 2M < 0 and
sin^2(phi) > |sin 2M|: then |sin 2M| grows until sin^2(phi) is 1. For uniform starts the chance is
(1/2)(1 - (2/pi) mean of arcsin sqrt(sin psi)), psi uniform in (0, pi/2); with sin psi = sin^2(alpha)
and by parts it is 1/2 - (4/pi^2) times the integral of arcsin(cos(alpha)/sqrt 2) over (0, pi/2),
and that integral is the sum of 2^-(m + 1/2)/(2 m + 1)^2.
"""

from random import Random

import flint

DENOMINATOR = 2**60
TERMS = 80


def tends_to_a_dipole(random: Random) -> bool:
    """Return whether the flow leads a uniform start to two opposite tokens, decided by balls."""
    turns = [flint.fmpq(random.getrandbits(60), DENOMINATOR // 2) for _ in range(2)]
    for precision in (128, 1024):
        with flint.ctx.workprec(precision):
            between, doubled = turns[0] - turns[1], turns[0] + turns[1]
            turning = flint.arb.cos_pi_fmpq(doubled)
            excess = (1 - flint.arb.cos_pi_fmpq(between)) / 2 - abs(flint.arb.sin_pi_fmpq(doubled))
            if turning > 0 or excess < 0:
                return False
            if turning < 0 and excess > 0:
                return True
    raise ArithmeticError(f"the start {turns} is on the boundary between two limits")


def by_integral() -> flint.arb:
    """Return the chance, with the integral enclosed by Arb's quadrature."""
    root = flint.acb(2).sqrt()
    over = flint.acb.integral(lambda a, _: (a.cos() / root).asin(), 0, flint.acb.pi() / 2)
    return flint.arb(1) / 2 - 4 * over.real / flint.arb.pi() ** 2


def by_series() -> flint.arb:
    """Return the chance by the series; what is left out is below 2^-TERMS."""
    terms = (flint.arb(1) / (2**m * (2 * m + 1) ** 2) for m in range(TERMS))
    total = sum(terms, start=flint.arb(0)) + flint.arb(0, flint.arb(2) ** (1 - TERMS))
    return flint.arb(1) / 2 - 4 * total / (flint.arb(2).sqrt() * flint.arb.pi() ** 2)
