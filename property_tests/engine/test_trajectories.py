"""Trajectories: the field against one written by hand, paths against solutions that are known.

The estimated error must be no less than the error against closed forms and finer runs, nor idle.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounded import agree, exact

from property_tests.engine.random_systems import *
from verify.numerics.draws import Draws, directions, turned_along
from verify.numerics.figures import Figure
from verify.numerics.measures import least_margin, mean_cosine_distance
from verify.numerics.number import Truth
from verify.numerics.time_varying import TimeVarying, steady
from verify.numerics.trajectories import Field, Watched, follow


def half_angle(state):
    """tan of half the angle between two tokens of the circle."""
    cosine = float(np.sum(state[0] * state[1]))
    return np.sqrt((1 - cosine) / (1 + cosine))


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9, 1e-11])
def test_two_tokens_close_in_as_they_must(tolerance):
    """Their angle obeys phi' = -sin(phi)/sqrt(2): tan(phi/2) shrinks by e^(-t/sqrt(2))."""
    path = follow(*SIMPLE, Fraction(5), tolerance=tolerance, watch={})
    away = abs(half_angle(path.state) - np.exp(-5 / np.sqrt(2)))
    assert away <= 2 * path.error[-1]
    assert path.error[-1] <= 1e3 * tolerance
    middle = directions(np.array([1.4, 0.2]))  # which two tokens that are alike do not leave
    assert np.allclose(directions(path.state.sum(axis=0)), middle, atol=2 * path.error[-1])


@pytest.mark.parametrize(
    "system",
    [
        JUMPING,
        TimeVarying(JUMPING.scores, value=[[1, -HALF], [HALF, 1]], causal=True),
        TimeVarying(JUMPING.scores, metric=[[2, HALF], [HALF, 1]]),
    ],
    ids=["jumps", "causal with a value matrix", "metric"],
)
def test_a_coarse_path_is_as_close_to_a_fine_one_as_it_says(system):
    start = Field(system.within(Fraction(0), Fraction(1, 8))).from_sphere(
        Draws(11).on_sphere((3, 4, 2))
    )
    watch = {"margin": Watched(lambda y: least_margin(y, np.array([1.0, 0.0])), 2.0)}
    coarse, fine = (
        follow(system, start, Fraction(2), tolerance=t, watch=watch) for t in (1e-6, 1e-11)
    )
    field = Field(system.within(Fraction(0), Fraction(1, 8)))
    apart = field.onto_sphere(coarse.state - fine.state)
    away = np.linalg.norm(apart, axis=-1).max(axis=-1)
    assert np.all(away <= coarse.error[-1] + fine.error[-1])
    assert np.all(coarse.error[-1] <= 1e4 * away)  # a bound, and not a blank cheque
    assert np.all(fine.error[-1] < 1e-8)
    assert np.all(coarse.low("margin")[-1] <= fine.high("margin")[-1])
    assert np.all(fine.low("margin")[-1] <= coarse.high("margin")[-1])


def test_a_path_is_begun_anew_where_the_scores_jump():
    """Else a step passes over the jump: a piece is as exact as a flow that has none."""
    start = Draws(12).on_sphere((4, 2))
    split = follow(JUMPING, start, HALF, tolerance=1e-9, watch={})
    before = JUMPING.within(Fraction(0), Fraction(1, 4))
    unsplit = follow(before, start, HALF, tolerance=1e-9, watch={})
    assert np.linalg.norm(split.state - unsplit.state, axis=-1).max() > 1e-3  # the jump matters
    assert split.largest_error < 1e-5


def test_what_is_watched_is_told_with_its_error():
    watch = {"E": Watched(mean_cosine_distance, 2.5), "x": Watched(lambda y: y[..., 0, 0], 1.0)}
    path = follow(*SIMPLE, Fraction(5), tolerance=1e-9, watch=watch)
    angle = 2 * np.arctan(np.exp(-5 / np.sqrt(2)))
    distance = (1 - np.cos(angle)) / 2
    at_end = path.at_end("E")
    assert at_end.low <= distance <= at_end.high and at_end.high - at_end.low < 1e-5
    fall = path.largest_fall("E")
    assert fall.low <= 0.5 - distance <= fall.high
    rise = path.largest_fall("x")  # the first token turns from 53 degrees to 8
    assert rise.low == 0 and rise.high < 1e-5
    assert path.least("x").low <= 0.6 <= path.least("x").high
    times, decay = path.times[1:], path.slowest_decay("E")
    angles = 2 * np.arctan(np.exp(-times / np.sqrt(2)))
    assert decay.low <= (-np.log(1 - np.cos(angles)) / times).min() <= decay.high


def test_an_error_that_grows_shows_in_every_figure():
    """Value -I drives tokens apart: what a step has added grows by e^(6/sqrt(2))."""
    start = directions(np.array([[1.0, 0.0], [1.0, 1e-3]]))
    system = TimeVarying((steady(ZERO),), value=[[-3, 0], [0, -3]])
    watch = {"x": Watched(lambda y: y[..., 0, 0], 1.0)}
    coarse, fine = (
        follow(system, start, Fraction(2), tolerance=t, watch=watch, at=[0, 1, 2])
        for t in (1e-5, 1e-11)
    )
    away = np.linalg.norm(coarse.state - fine.state, axis=-1).max()
    assert coarse.largest_error >= away / 2 > 1e-5
    figure = coarse.at_end("x")
    assert figure.low <= fine.values["x"][-1] <= figure.high
    assert (np.diff(coarse.error) >= 0).all()


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        (Figure.of(0.123456, 1e-9), "0.123"),
        (Figure.of(0.123456, 1e-3), "0.12"),
        (Figure.of(0.123456, 2e-2), "0.1"),
        (Figure.of(1e-9, 1e-8), "no larger than 1e-07"),
        (Figure.of(0.0), "0"),
        (Figure.of(3.68421e-5), "3.68e-05"),
        (Figure(0.03, float("inf")), "at least 0.01"),
        (Figure(float("-inf"), -0.88), "at most -0.1"),
        (Figure.of(float("nan")), "not known"),
        (Figure.of(1.0, float("inf")), "not known"),
    ],
)
def test_a_figure_is_told_to_the_digits_its_error_leaves(figure, told):
    assert str(figure) == told


@given(st.floats(-9, 9), st.floats(0, 9), fractions)
@pytest.mark.long
def test_a_figure_decides_only_what_its_error_leaves_no_doubt_of(value, error, bound):
    figure = Figure.of(value, error)
    truth = {
        (True, True): Truth.TRUE, (False, False): Truth.FALSE,
        (True, False): Truth.UNKNOWN, (False, True): Truth.UNKNOWN,
    }  # fmt: skip
    assert figure.at_most(bound) is truth[figure.low <= bound, figure.high <= bound]
    assert figure.at_least(bound) is truth[figure.low >= bound, figure.high >= bound]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_what_is_not_finite_passes_no_threshold(value):
    figure = Figure.of(value)
    assert figure.at_least(3) is figure.at_most(3) is Truth.UNKNOWN and str(figure) == "not known"
    with pytest.raises(ValueError, match=r"infinite|exchanged"):
        Figure(value, value)
    with pytest.raises(ValueError, match="ends exchanged"):
        Figure(1.0, 0.5)


def test_draws_are_the_same_everywhere():
    """The first numbers of a seed, as they were when the recorded verdicts were computed."""
    first = [0.5118216247002567, 0.9504636963259353, 0.14415961271963373]
    assert Draws(1).uniform(0, 1, (3,)).tolist() == first
    assert Draws(1).normal((2, 2)).shape == (2, 2)


def test_draws_are_what_they_are_called():
    draws, count = Draws(2), 20000
    uniform = draws.uniform(-1, 3, (count,))
    assert uniform.min() >= -1 and uniform.max() < 3
    assert abs(uniform.mean() - 1) < 0.05 and abs(uniform.var() - 16 / 12) < 0.05
    normal = draws.normal((count,))
    assert abs(normal.mean()) < 0.05 and abs(normal.var() - 1) < 0.05
    assert abs((normal**4).mean() - 3) < 0.3
    points = draws.on_sphere((count, 3))
    lengths = exact(points).length()  # of points that are rounded once more, by a length and u
    assert agree(lengths.value, 1, lengths, lengths)
    assert np.all(np.abs(points.mean(axis=0)) < 0.05)
    along = np.array([1.0, 2.0, 2.0])
    turned = turned_along(points, along)
    assert np.all(turned @ along >= 0)
    assert np.all((turned == points).all(axis=-1) | (turned == -points).all(axis=-1))
