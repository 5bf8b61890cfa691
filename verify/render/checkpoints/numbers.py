"""Numbers and intervals of prompts, as text and as plain data."""

from __future__ import annotations

import numpy as np

from verify.checkpoints.measured import Interval


def short(number: float) -> str:
    """Return a number in three digits; very small ones as powers of ten."""
    return f"{number:.3g}" if abs(number) >= 0.001 or number == 0 else f"{number:.1e}"


def bounds(found: Interval) -> str:
    """Return an interval's ends in brackets."""
    return f"[{short(found.low)}, {short(found.high)}]"


def interval_words(found: Interval) -> str:
    """Return a median with the ends of its interval."""
    return f"{found.median:.3g} [{found.low:.3g}, {found.high:.3g}]"


def interval_json(found: Interval) -> dict[str, float | None]:
    """Return an interval as plain data."""
    return {
        "median": finite(found.median), "low": finite(found.low), "high": finite(found.high),
        "coverage": found.coverage,
    }  # fmt: skip


def finite(number: float | None) -> float | None:
    """Return a number JSON can have, or None."""
    return None if number is None or not np.isfinite(number) else float(number)


def spread(count: int, most: int) -> list[int]:
    """Return at most so many of the numbers below a count, evenly: the first and the last, too."""
    if count <= most:
        return list(range(count))
    return [round(k * (count - 1) / (most - 1)) for k in range(most)]
