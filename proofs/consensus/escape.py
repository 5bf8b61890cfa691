"""When a token leaves the hemisphere of a turning eigenvector, by two independent routes.

The angle between them grows by φ' = 1/2 - sin 2φ from atan 4, which is less than a right angle.
"""

from __future__ import annotations

from typing import Any

ESCAPE = "1.520691992601892695062188509761"
BITS = 160


def by_formula() -> Any:
    """Return (2 / √3) log(2 + √3) as a ball: when the closed form of tan φ has its pole."""
    import flint

    with flint.ctx.workprec(BITS):
        root = flint.arb(3).sqrt()
        return 2 * (2 + root).log() / root


def by_integration() -> Any:
    """Return the time as the integral of dφ / φ' (adaptive Gauss-Legendre with error bounds)."""
    import flint

    with flint.ctx.workprec(BITS):

        def integrand(phi: Any, _analytic: bool) -> Any:
            return 1 / (flint.acb(1) / 2 - (2 * phi).sin())

        return flint.acb.integral(integrand, flint.arb(4).atan(), flint.arb.pi() / 2).real
