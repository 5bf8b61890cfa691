"""Balls around intervals, for tests of what is enclosed."""

from flint import arb

from verify.numerics.balls import exact, hull


def interval(lower, upper):
    """Return a ball that covers all numbers between two exact ones."""
    return hull(arb(exact(lower)), arb(exact(upper)))
