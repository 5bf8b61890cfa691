"""At what rate tokens met: from distances after each layer, with all that is granted to a limit.

Distances are known up to roundings, a rate changes from layer to layer until the limit, and the
linear layer is the layer itself only where tokens are near each other: each widens the interval.
"""

from __future__ import annotations

import numpy as np

from verify.checkpoints.depth import Trace
from verify.checkpoints.measured import (
    CONFIDENCE,
    Interval,
    distance,
    distance_up_to_sign,
    interval,
)

CLEAR = 2**6  # how many times what roundings leave a distance has at least, where rates are taken


def floor(trace: Trace) -> float:
    """Return below what a distance of unit vectors is what roundings leave of it."""
    return float(2**6 * np.finfo(trace.end.dtype).eps)


def window(trace: Trace) -> tuple[int, int, int] | None:
    """Return three layers, equally far apart, the last where distances are clear of roundings."""
    distance = np.median(trace.measures["distance"], axis=1)
    least = CLEAR * floor(trace)
    last = int(np.argmax(distance < least)) - 1 if (distance < least).any() else len(distance) - 1
    step = last // 4
    return None if step < 1 else (last - 2 * step, last - step, last)


def factor(
    trace: Trace, confidence: float = CONFIDENCE, limit: float | None = None
) -> Interval | None:
    """Return by what a layer multiplies distances at the end, and how much that still changes.

    With a `limit` tokens count as if their mean grew by that factor a layer, as it does at an
    eigenvector: differences are divided by what it grows by where it is.

    The rate is that of the linearisation at consensus, which at a distance is off by as much, to
    first order: the distance where the window begins is granted, too, and so is what roundings may
    do to the distances at both ends.
    """
    places = window(trace)
    if places is None:
        return None
    logs = np.log(np.maximum(trace.measures["distance"][list(places)], floor(trace)))
    noise = floor(trace) * float(np.median(np.exp(-logs[1]) + np.exp(-logs[2])))
    near = float(np.exp(np.median(logs[0])))
    if limit is not None and trace.growth is not None:
        with np.errstate(divide="ignore"):  # tokens whose mean is 0 have no direction in common
            grown = np.log(trace.growth[places[0] : places[2]].astype(float) / limit)
        logs = (
            logs
            + np.stack([0 * grown[0], *np.cumsum(grown, axis=0)])[
                [place - places[0] for place in places]
            ]
        )
        if not np.isfinite(logs).all():
            return None
    length = places[1] - places[0]
    earlier, later = (logs[1] - logs[0]) / length, (logs[2] - logs[1]) / length
    found = interval(np.exp(later), confidence)
    drift = abs(float(np.median(np.exp(later)) - np.median(np.exp(earlier))))
    wide = found.widened(drift + near + found.median * noise / length)
    return Interval(wide.median, max(wide.low, 0.0), wide.high, wide.coverage)


def exponent(trace: Trace, confidence: float = CONFIDENCE) -> Interval | None:
    """Return the power of lengths that distances follow at the end, and how much it changes.

    Lengths grow like t in the end, and before that tell better how small a step has become. None
    where they have not even doubled.

    As in `factor`, the distance where the window begins is granted, too.
    """
    last = len(trace.measures["distance"]) - 1
    if last < 4:
        return None
    logs = np.log(
        np.maximum(trace.measures["distance"][[last // 4, last // 2, last]], floor(trace))
    )
    clock = np.log(trace.measures["length"][[last // 4, last // 2, last]].astype(float))
    if not np.median(clock[2] - clock[0]) > np.log(2) or not (np.diff(clock, axis=0) > 0).all():
        return None
    earlier = (logs[1] - logs[0]) / (clock[1] - clock[0])
    later = (logs[2] - logs[1]) / (clock[2] - clock[1])
    drift = abs(float(np.median(later) - np.median(earlier)))
    return interval(later, confidence).widened(drift + float(np.exp(np.median(logs[0]))))


def splits(trace: Trace, part: list[int]) -> bool:
    """Return whether some prompt's tokens of a part end on a line, but on both sides of it."""
    end = trace.end[:, part]
    return bool(np.any(distance_up_to_sign(end) < distance(end) / 2 - floor(trace)))


def ends_in_two(trace: Trace) -> bool:
    """Return whether some prompt ends on a line, but on both sides of it."""
    apart = trace.measures["distance"][-1]
    lines = trace.measures["distance up to sign"][-1]
    return bool(np.any(lines < apart / 2))
