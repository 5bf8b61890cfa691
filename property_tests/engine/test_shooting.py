"""Enclosures of trajectories contain the solution, stay narrow, and stop where it ends."""

from fractions import Fraction

import mpmath
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.intervals import interval
from verify.numerics.balls import ball, working_precision
from verify.numerics.shooting import first_certain, integrate_adaptively

DIGITS = 40
SMALL = Fraction(1, 10**45)


def growth(state):
    return (state[0],)


def rotation(state):
    return (-state[1], state[0])


def pendulum(state):
    angle, speed = state
    return speed, -angle.sin()


def logistic(state):
    return (state[0] * (1 - state[0]),)


def last(trajectory):
    *_, (time, state) = trajectory
    return time, state


def contains(x: arb, value: mpmath.mpf, digits: int = 45) -> bool:
    """Return whether a ball holds a number known to some digits."""
    around = arb(mpmath.nstr(value, 60), f"1e-{digits}")
    return x.overlaps(around)


def test_every_start_of_a_ball_is_followed():
    start = interval("0.9", "1.1")
    with working_precision(120):
        time, (state,) = last(integrate_adaptively(growth, [start], SMALL, 20, 100, Fraction(1)))
        assert state.contains(ball("0.9") * ball(time).exp())
        assert state.contains(ball("1.1") * ball(time).exp())
        assert state.rad() < ball("0.2") * ball(time).exp()


def test_a_circle_is_followed_and_the_radius_kept():
    with working_precision(200):
        start = [ball(1), ball(0)]
        trajectory = integrate_adaptively(rotation, start, SMALL, 30, 100, Fraction(3))
        for time, (cosine, sine) in trajectory:
            assert cosine.contains(ball(time).cos())
            assert sine.contains(ball(time).sin())
            assert (cosine**2 + sine**2 - 1).contains(0)
            assert cosine.rad() < ball(f"1e-{DIGITS - 5}")


def test_a_pendulum_agrees_with_jacobi_and_with_another_integrator():
    modulus = Fraction(3, 5)  # begins at the bottom with speed 2k: angle = 2 asin(k sn(t, k))
    with working_precision(220):
        start = [ball(0), ball(2 * modulus)]
        time, (angle, speed) = last(
            integrate_adaptively(pendulum, start, Fraction(1, 10**50), 40, 20)
        )
        assert time > 1
        assert angle.rad() < ball(f"1e-{DIGITS}")
        energy = speed * speed / 2 - angle.cos()
        assert (energy - (2 * ball(modulus) ** 2 - 1)).contains(0)
    with mpmath.workdps(60):
        k = mpmath.mpf(modulus.numerator) / modulus.denominator
        t = mpmath.mpf(time.numerator) / time.denominator
        sine = mpmath.ellipfun("sn", t, k=k)
        assert contains(angle, 2 * mpmath.asin(k * sine))
        assert contains(speed, 2 * k * mpmath.ellipfun("cn", t, k=k))
    with mpmath.workdps(20):
        solution = mpmath.odefun(lambda _, v: [v[1], -mpmath.sin(v[0])], 0, [0, 2 * k])
        assert contains(angle, solution(t)[0], digits=15)


@given(tolerance=st.integers(5, 40), order=st.integers(6, 40))
def test_adaptive_steps_follow_their_tolerance(tolerance, order):
    with working_precision(200):
        trajectory = integrate_adaptively(
            logistic, [ball("0.3")], Fraction(1, 10**tolerance), order, 5
        )
        time, (state,) = last(trajectory)
        exact = ball("0.3") / (ball("0.3") + ball("0.7") * (-ball(time)).exp())
        assert time > 0
        assert state.contains(exact)
        assert state.rad() < 100 * ball(Fraction(1, 10**tolerance))


def blow_up(state):  # 1 / (1 - t)
    return (state[0] * state[0],)


def blow_up_beside_an_idle_component(state):
    return state[0] * state[0], 0


@pytest.mark.parametrize("field", [blow_up, blow_up_beside_an_idle_component])
def test_no_enclosure_passes_a_pole(field):
    start = [ball(1), ball(5)][: len(field([ball(1), ball(5)]))]
    reached = Fraction(0)
    with working_precision(150):
        for time, state in integrate_adaptively(field, start, Fraction(1, 10**10), 20, 100):
            assert state[0].contains(1 / (1 - ball(time)))
            reached = time
    assert Fraction(1, 2) < reached < 1


def test_no_enclosure_begins_at_a_pole():
    trajectory = integrate_adaptively(lambda x: (1 / x[0],), [interval(-1, 1)], SMALL, 20, 1)
    with pytest.raises(ValueError, match="take a start with smaller radii"):
        last(trajectory)


def test_the_first_certain_event_is_reported():
    events = {
        "over two": lambda state: state[0] - 2,
        "over one and a half": lambda state: state[0] - ball("1.5"),
    }
    with working_precision(100):
        trajectory = integrate_adaptively(growth, [ball(1)], SMALL, 20, 100)
        event = first_certain(events, trajectory)
        assert event.name == "over one and a half"
        assert Fraction(3, 8) < event.time  # exp(3/8) < 3/2
        assert event.state[0] > ball("1.5")
        early = integrate_adaptively(growth, [ball(1)], SMALL, 20, 100, Fraction(3, 8))
        assert first_certain(events, early) is None


def test_an_event_within_the_radius_is_not_certain():
    events = {"positive": lambda state: state[0]}
    assert first_certain(events, [(Fraction(0), (interval(-1, 3),))]) is None
    assert first_certain(events, [(Fraction(0), (arb("nan"),))]) is None


@pytest.mark.parametrize(
    "field, says",
    [
        (lambda state: (state[0].sqrt(),), "uses sqrt"),
        (lambda state: (state[0].log(),), "uses log"),
        (lambda state: (state[0] ** Fraction(1, 2),), "power 1/2"),
        (lambda state: (state[0], 1), "2 components"),
    ],
)
def test_fields_that_cannot_be_enclosed_are_refused(field, says):
    with pytest.raises(ValueError) as refusal:
        integrate_adaptively(field, [ball(1)], SMALL, 10, 1)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "tolerance, order, steps, says",
    [
        (Fraction(0), 10, 1, "tolerance"),
        (0.125, 10, 1, "tolerance"),
        (Fraction(1, 8), 1, 1, "order"),
        (Fraction(1, 8), 10, -1, "steps"),
    ],
)
def test_bad_arguments_are_refused(tolerance, order, steps, says):
    with pytest.raises(ValueError, match=says):
        integrate_adaptively(growth, [ball(1)], tolerance, order, steps)
