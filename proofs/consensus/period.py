"""The period of a closed form on the circle that is not exact, by two independent routes.

With P = diag(1, -1), A the exchange of the axes and a token turning once while the others rest,
the form integrates to the integral of e^{cos t} cos t over a full turn, which is 2 pi I_1(1).
"""

from __future__ import annotations

from typing import Any

PERIOD = "3.550999378424361893757153074444"
BITS = 160


def by_integration() -> Any:
    """Return the integral over one turn as a ball (adaptive Gauss-Legendre with error bounds)."""
    import flint

    with flint.ctx.workprec(BITS):
        turn = 2 * flint.arb.pi()

        def integrand(t: Any, _analytic: bool) -> Any:
            return t.cos().exp() * t.cos()

        return flint.acb.integral(integrand, 0, turn).real


def by_bessel() -> Any:
    """Return 2 pi I_1(1) as a ball (its power series with a bounded tail)."""
    import flint

    with flint.ctx.workprec(BITS):
        return 2 * flint.arb.pi() * flint.arb(1).bessel_i(1)
