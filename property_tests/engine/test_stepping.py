"""Several systems at once, masks, and tokens that are normalised before layers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.numerics.draws import Draws, directions, turned_along
from verify.numerics.fields import Field
from verify.numerics.measures import largest_distance
from verify.numerics.pre_norm import free_path, half_angle, half_angle_free, sphere_path
from verify.numerics.time_varying import SINE, Modulated, ScoreWave, TimeVarying
from verify.numerics.trajectories import Watched, follow

DISTANCE = {"distance": Watched(largest_distance, 2.0), "states": Watched(lambda y: y, 1.0)}


def system_of(draws: Draws, causal: bool = False, d: int = 3) -> TimeVarying:
    """Two heads, one of which turns and the other one of which jumps."""
    wave = ScoreWave(Fraction(2), Fraction(1, 3), SINE)
    jump = ScoreWave(Fraction(1), Fraction(1, 4), Fraction(0), "square")
    first, second = draws.uniform(-0.5, 0.5, (2, d, d))
    return TimeVarying(((Modulated(first, (wave,)),), (Modulated(second, (jump,)),)), causal=causal)


def starts(draws: Draws, runs: int = 2, tokens: int = 4, d: int = 3) -> np.ndarray:
    return turned_along(draws.on_sphere((runs, tokens, d)), np.eye(d)[0])


def test_several_systems_are_followed_as_each_of_them_alone():
    draws = Draws(5)
    systems, places = [system_of(draws), system_of(draws)], starts(draws)
    together = follow(systems, places, Fraction(3), tolerance=1e-9, watch=DISTANCE,
                      at=[0, 1, 3])  # fmt: skip
    for k, system in enumerate(systems):
        alone = follow(system, places[k], Fraction(3), tolerance=1e-9, watch=DISTANCE, at=[0, 1, 3])
        apart = np.abs(together.values["distance"][:, k] - alone.values["distance"])
        assert (apart <= 2 * (together.error[:, k] + alone.error)).all()


def test_a_mask_says_who_sees_whom():
    draws = Draws(7)
    plain, places = system_of(draws), starts(draws)
    lower = [[int(j <= i) for j in range(4)] for i in range(4)]
    fields = [
        Field(TimeVarying(plain.scores, **seen).within(Fraction(0), Fraction(1, 2)))
        for seen in ({"causal": True}, {"mask": lower})
    ]
    first, second = (field.velocity(0.2, places) for field in fields)
    assert np.array_equal(first, second)
    with pytest.raises(ValueError, match="sees no token"):
        TimeVarying(plain.scores, mask=[[1, 0], [0, 0]])
    with pytest.raises(ValueError, match="give one"):
        TimeVarying(plain.scores, causal=True, mask=lower)


@settings(max_examples=5)
@given(st.floats(0.2, 3))
def test_two_free_tokens_move_as_in_closed_form(ratio):
    start, times = np.array([[1.0, ratio], [1.0, -ratio]]), [0.0, 0.5, 3.0, 20.0]
    found = half_angle(free_path(start, times, 1e-10))
    assert np.abs(found / half_angle_free(ratio, np.array(times)) - 1).max() < 1e-7
    on_sphere = half_angle(sphere_path(directions(start), times, 1e-10))
    assert (
        np.abs(on_sphere[:3] / (ratio * np.exp(-np.array(times[:3]) / np.sqrt(2))) - 1).max() < 1e-7
    )
