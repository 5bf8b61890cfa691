"""Our stepper: as good as SciPy's, for every trajectory, and on any array library."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import arguments
from verify.numerics.draws import Draws, turned_along
from verify.numerics.fields import Field
from verify.numerics.integrators import solve, steps, tokens_to_sphere
from verify.numerics.measures import largest_distance
from verify.numerics.pre_norm import free_path, half_angle, half_angle_free, sphere_path
from verify.numerics.stepping import Integrator, Stride, points
from verify.numerics.time_varying import SINE, Modulated, ScoreWave, TimeVarying
from verify.numerics.trajectories import Watched, follow

INTEGRATORS = get_args(Integrator)
DISTANCE = {"distance": Watched(largest_distance, 2.0), "states": Watched(lambda y: y, 1.0)}


def system_of(draws: Draws, causal: bool = False, d: int = 3) -> TimeVarying:
    """Two heads, one of which turns and the other one of which jumps."""
    wave = ScoreWave(Fraction(2), Fraction(1, 3), SINE)
    jump = ScoreWave(Fraction(1), Fraction(1, 4), Fraction(0), "square")
    first, second = draws.uniform(-0.5, 0.5, (2, d, d))
    return TimeVarying(((Modulated(first, (wave,)),), (Modulated(second, (jump,)),)), causal=causal)


def starts(draws: Draws, runs: int = 2, tokens: int = 4, d: int = 3) -> np.ndarray:
    return turned_along(draws.on_sphere((runs, tokens, d)), np.eye(d)[0])


def test_the_command_line_names_the_same():
    assert arguments.INTEGRATORS == INTEGRATORS


@pytest.mark.parametrize("integrator", INTEGRATORS[1:])
@settings(max_examples=4)
@given(seed=st.integers(0, 999), causal=st.booleans())
def test_paths_differ_from_scipys_by_no_more_than_both_errors(integrator, seed, causal):
    if integrator == "diffrax" and importlib.util.find_spec("diffrax") is None:
        pytest.skip("diffrax is not installed")
    draws = Draws(seed)
    system, places = system_of(draws, causal), starts(draws)
    ours, scipys = (
        follow(system, places, Fraction(3), tolerance=1e-8, watch=DISTANCE, integrator=name,
               at=np.linspace(0, 3, 7))
        for name in (integrator, "scipy")
    )  # fmt: skip
    apart = np.linalg.norm(ours.values["states"] - scipys.values["states"], axis=-1).max(axis=-1)
    assert (apart <= ours.error + scipys.error).all()
    assert ours.largest_error < 1e-4  # and the bounds say something


def test_several_systems_are_followed_as_each_of_them_alone():
    draws = Draws(5)
    systems, places = [system_of(draws), system_of(draws)], starts(draws)
    together = follow(systems, places, Fraction(3), tolerance=1e-9, watch=DISTANCE,
                      integrator="dormand-prince", at=[0, 1, 3])  # fmt: skip
    for k, system in enumerate(systems):
        alone = follow(system, places[k], Fraction(3), tolerance=1e-9, watch=DISTANCE, at=[0, 1, 3])
        apart = np.abs(together.values["distance"][:, k] - alone.values["distance"])
        assert (apart <= 2 * (together.error[:, k] + alone.error)).all()


# ------------------------------------------------------------------ the stepper itself


def turning(time: float, y: np.ndarray) -> np.ndarray:
    """A rotation at the rate cos(t): known in closed form."""
    return np.cos(time) * np.stack([-y[..., 1], y[..., 0]], axis=-1)


def turned(y: np.ndarray, time: float) -> np.ndarray:
    c, s = np.cos(np.sin(time)), np.sin(np.sin(time))
    return np.stack([c * y[..., 0] - s * y[..., 1], s * y[..., 0] + c * y[..., 1]], axis=-1)


def test_finer_tolerances_give_smaller_errors_between_steps_as_well():
    start = Draws(1).on_sphere((3, 2, 2))
    times = [float(time) for time in np.linspace(0, 6, 25)]
    exact = np.stack([turned(start, time) for time in times])
    errors = []
    for tolerance in (1e-4, 1e-7, 1e-10):
        found = np.stack(solve(turning, start, times, tolerance, retract=None))
        errors.append(np.abs(found - exact).max())
    # A rotation carries errors along unchanged: they add up, and each is about the tolerance.
    assert errors[1] < errors[0] / 50 and errors[2] < errors[1] / 50


@given(good=st.integers(1, 40))
@settings(max_examples=5)
def test_many_good_trajectories_do_not_hide_a_bad_one(good):
    speeds = np.array([8.0] + [0.0] * good)[:, None, None]

    def velocity(time, y):
        return speeds[: len(y)] * turning(8 * time, y)

    start = Draws(2).on_sphere((good + 1, 2, 2))
    alone = list(steps(velocity, start[:1], 0.0, 2.0, 1e-7))
    among = list(steps(velocity, start, 0.0, 2.0, 1e-7))
    # The others are at rest and make no error, so the bad one's steps are what they are alone.
    assert len(alone) == len(among)
    assert np.abs(alone[-1].after[0] - among[-1].after[0]).max() < 1e-12


def test_tokens_are_put_back_on_the_sphere_after_every_step():
    draws = Draws(3)
    field = Field(system_of(draws).within(Fraction(0), Fraction(1, 2)))
    for taken in steps(field.velocity, starts(draws), 0.0, 0.5, 1e-3):
        assert np.abs((taken.after**2).sum(axis=-1) - 1).max() < 1e-15 * 4


def test_a_velocity_that_is_no_number_is_told():
    with pytest.raises(ValueError, match="no step from time 0"):
        list(steps(lambda t, y: y * np.nan, np.ones((1, 2)), 0.0, 1.0, 1e-6))


@given(st.lists(st.floats(-1, 1), min_size=8, max_size=8), st.floats(0, 1))
def test_a_steps_polynomial_is_read_off_between_its_points(coefficients, share):
    times = points(2.0, 5.0)
    at = np.array([2 + 3 * share, *times])
    values, wanted = (np.polyval(coefficients, x / 5) for x in (times, at))
    step = Stride(times, values[:, None, None], values[-1:, None])
    # Barycentric interpolation at Chebyshev's points is backward stable: a few roundings.
    assert np.abs(step.at(at)[:, 0, 0] - wanted).max() < 1e-13


# ------------------------------------------------------------------ array libraries


@pytest.mark.parametrize("causal", [False, True])
def test_only_the_array_standard_is_used(causal):
    strict = pytest.importorskip("array_api_strict")
    draws = Draws(4)
    system, places = system_of(draws, causal).within(Fraction(0), Fraction(1, 2)), starts(draws)
    plain = solve(Field(system).velocity, places, [0.0, 0.3, 0.5], 1e-9)
    state = strict.asarray(places)
    field = Field(system).on(state)
    found = solve(field.velocity, state, [0.0, 0.3, 0.5], 1e-9)
    for one, other in zip(found, plain, strict=True):
        assert type(one) is type(state)
        assert np.abs(np.from_dlpack(one) - other).max() < 1e-12


def test_single_precision_stays_single():
    draws = Draws(6)
    system = system_of(draws).within(Fraction(0), Fraction(1, 2))
    state = starts(draws).astype(np.float32)
    field = Field(system).on(state)
    found = solve(field.velocity, state, [0.0, 0.5], 1e-4)[-1]
    exact = solve(Field(system).velocity, state.astype(float), [0.0, 0.5], 1e-9)[-1]
    assert found.dtype == np.float32
    assert np.abs(found - exact).max() < 1e-3


# ------------------------------------------------------------------ masks and pre-norm


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
    on_sphere = half_angle(sphere_path(np.asarray(tokens_to_sphere(start)), times, 1e-10))
    assert (
        np.abs(on_sphere[:3] / (ratio * np.exp(-np.array(times[:3]) / np.sqrt(2))) - 1).max() < 1e-7
    )
