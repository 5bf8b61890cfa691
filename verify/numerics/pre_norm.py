"""Attention before whose layers tokens are normalised (pre-norm): they move freely in space.

Tokens y_i move by sum_j a_ij z_j, where z = y/|y| are their directions and a_ij the weights of the
directions. States have shape (..., tokens, d).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from verify.numerics.draws import directions
from verify.numerics.fields import Array, Field
from verify.numerics.time_varying import TimeVarying, steady
from verify.numerics.trajectories import Solution


def without_scores(dimension: int) -> Field:
    """Return the field of full attention with P = 0: all weights are equal."""
    return Field(TimeVarying((steady(np.zeros((dimension, dimension))),)))


def free_path(start: Array, times: Sequence[float], tolerance: float) -> Array:
    """Return the states at times under pre-norm, without scores, (times, ..., tokens, d)."""
    field = without_scores(start.shape[-1])

    return _path(lambda time, y: field.pull(time, directions(y)), start, times, tolerance)


def sphere_path(start: Array, times: Sequence[float], tolerance: float) -> Array:
    """Return the states at times of the model on the sphere, without scores."""
    field = without_scores(start.shape[-1])
    return _path(field.velocity, start, times, tolerance)


def _path(
    velocity: Callable[[float, Array], Array],
    start: Array,
    times: Sequence[float],
    tolerance: float,
) -> Array:
    """Return the states at times."""
    solution = Solution(velocity, start, (times[0], times[-1]), tolerance)
    return np.array([solution.at(time) for time in times])


def half_angle_free(ratio: float, times: Array) -> Array:
    """Return the tangent of half the angle of two tokens (x, r) and (x, -r), r = `ratio`, x(0) = 1.

    Here d = 2. With l^2 = x^2 + r^2 the motion x' = x/(sqrt(2) l) is l - r artanh(r/l) = t/sqrt(2)
    and a constant; the left side grows with l, so l is found by bisection.
    """

    def clock(length: Array) -> Array:
        return np.asarray(length - ratio * np.arctanh(ratio / length))

    begun = np.sqrt(1 + ratio**2)
    wanted = clock(begun) + np.asarray(times) / np.sqrt(2)
    low, high = np.full_like(wanted, begun), begun + np.asarray(times) + 1
    for _ in range(200):
        middle = (low + high) / 2
        early = clock(middle) < wanted
        low, high = np.where(early, middle, low), np.where(early, high, middle)
    return np.asarray(ratio / np.sqrt(low**2 - ratio**2))


def half_angle_on_sphere(ratio: float, times: Array) -> Array:
    """Return the same on the sphere, where the tangent falls like e^(-t/sqrt(2)) exactly."""
    return np.asarray(ratio * np.exp(-np.asarray(times) / np.sqrt(2)))


def half_angle(states: Array) -> Array:
    """Return the tangent of half the largest angle between two tokens' directions."""
    units = np.asarray(directions(states))
    cosines = np.clip((units @ np.swapaxes(units, -2, -1)).min(axis=(-2, -1)), -1, 1)
    apart = units[..., :, None, :] - units[..., None, :, :]
    chords = np.linalg.norm(apart, axis=-1).max(axis=(-2, -1))
    # tan(a/2) = sin(a)/(1 + cos(a)) = chord sqrt(1 - chord^2/4)/(1 + cos(a)), small ones included.
    return np.asarray(chords * np.sqrt(1 - chords**2 / 4) / (1 + cosines))
