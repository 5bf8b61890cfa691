"""Exact rational bounds of what is enclosed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

WIDE = 4096


def rational_bounds(enclosure: Any) -> tuple[Fraction, Fraction]:
    """Return exact rational bounds of a ball, or of a pair of balls (lower, upper)."""
    lower, upper = enclosure if isinstance(enclosure, tuple) else (enclosure, enclosure)
    if isinstance(lower, Fraction) and isinstance(upper, Fraction):
        return lower, upper
    with flint.ctx.workprec(WIDE):  # lower() and upper() round to the working precision
        return _exact(lower.lower()), _exact(upper.upper())


def _exact(end: Any) -> Fraction:
    q = end.fmpq() if isinstance(end, flint.arb) else end
    return Fraction(int(q.p), int(q.q))
