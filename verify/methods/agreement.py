"""Numbers at a precision of mpmath's, and when two ways to compute one agree to its digits."""

from __future__ import annotations

from typing import Any

import mpmath

from verify.numerics.number import Numbers


def decimals(digits: int) -> Numbers:
    """Return mpmath numbers at a precision: of mpmath's own context, as lowered formulas have."""
    return Numbers(
        f"mpmath at {digits} digits",
        lambda q: mpmath.mpf(q.numerator) / q.denominator,
        lambda: +mpmath.pi,
        lambda: mpmath.workdps(digits),
    )


def agrees(fine: tuple[Any, Any], coarse: tuple[Any, Any], digits: int) -> bool:
    """Return whether two evaluations agree to `digits` digits (see `verify.methods.sampling`)."""
    (raw, derived), (raw_p, derived_p) = fine, coarse
    if isinstance(raw, list):
        parts = zip(raw, derived, raw_p, derived_p, strict=True)
        return all(agrees((a, b), (c, d), digits) for a, b, c, d in parts)
    unit = (1 + abs(raw)) / type(raw)(10) ** digits
    return bool(abs(raw - derived) <= abs(raw - raw_p) + abs(derived - derived_p) + unit)
