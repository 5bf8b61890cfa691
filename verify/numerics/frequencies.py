"""How often something happens: what a number of trials says of its probability."""

from __future__ import annotations

from scipy.special import betainccinv, betaincinv


def confidence_interval(hits: int, trials: int, confidence: float) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson for a probability.

    Whatever the probability is, it is in the interval with at least this confidence. Raises
    ValueError for more hits than trials.
    """
    if not 0 <= hits <= trials or trials < 1 or not 0 < confidence < 1:
        raise ValueError(f"{hits} of {trials} at {confidence}: give hits <= trials and 0 to 1")
    tail = (1 - confidence) / 2
    low = 0.0 if hits == 0 else float(betaincinv(hits, trials - hits + 1, tail))
    high = 1.0 if hits == trials else float(betainccinv(hits + 1, trials - hits, tail))
    return low, high
