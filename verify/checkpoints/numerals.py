"""Numbers as arguments have them: in ASCII digits, and nothing else that Python reads as one."""

from __future__ import annotations

import math
import re

DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def decimal_number(text: str) -> float | None:
    """Return a number with a point and an exponent or without, else None: no 1_0, no inf."""
    value = float(text) if DECIMAL.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None
