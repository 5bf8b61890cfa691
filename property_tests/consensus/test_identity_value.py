"""Paper A, Theorem 5.1: the third token that ends opposite to the first, in balls."""

from fractions import Fraction

import flint
import pytest

from proofs.consensus import closed_form
from verify.numerics.balls import ball, working_precision

KNOWN = {  # the second angle (None for pi), and the third one that is lost
    Fraction(1, 2): "3.284731144729596873841365343",
    Fraction(1): "3.429582497846747979799263677",
    Fraction(2): "3.732066843788386644215780382",
    Fraction(3): "4.068414841069795297475628429",
    None: "4.120400658668871503496327880",
}


@pytest.mark.parametrize("theta", [Fraction(1, 2), Fraction(3), None])
def test_the_lost_start_is_between_trajectories_that_leave_on_either_side(theta):
    told = KNOWN[theta]
    below, above = closed_form.by_shooting(theta, Fraction(told), 10)
    with working_precision(200):
        closed = closed_form.by_hypergeometric(theta, 30)
        assert below < closed < above
        assert above - below < 3e-10
        # The printed domain leaves out only the antipode, phi = 0.
        assert below > flint.arb.pi()
    with pytest.raises(ValueError, match="is not within"):
        closed_form.by_shooting(theta, Fraction(told) + Fraction(1, 10**9), 10)


@pytest.mark.parametrize("theta", [Fraction(0), Fraction(-1), Fraction(4), 1.5])
def test_other_second_angles_are_refused(theta):
    for route in (
        lambda: closed_form.by_hypergeometric(theta, 10),
        lambda: closed_form.by_shooting(theta, Fraction(3), 10),
    ):
        with pytest.raises(ValueError, match="theta_2") as refusal:
            route()
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("theta", KNOWN)
def test_the_closed_form_solves_the_orbit_equation(theta):
    """w'' + (4/3) w'/sin u + w/4 = 0 at u = theta/2, and the angle is pi + u + 2 atan(2 w'/w)."""
    with working_precision(200):
        angle_2 = flint.arb.pi() if theta is None else ball(theta)
        u = flint.arb_series([angle_2 / 2, 1], prec=3)
        s = (u * ball(Fraction(1, 2))).tan()
        x = -(s * s)
        a, b, c = ball(Fraction(-1, 2)), ball(Fraction(2, 3)), ball(Fraction(7, 6))
        values = [x[0].hypgeom_2f1(a + k, b + k, c + k) for k in range(3)]
        step = x - flint.arb_series([x[0]], prec=3)
        first, second = a * b / c, a * b / c * (a + 1) * (b + 1) / (c + 1)
        F = values[0] + (first * values[1]) * step + (second * values[2] / 2) * (step * step)
        w = F / (1 + s * s).sqrt()  # [w, w', w''/2]
        residue = 2 * w[2] + 4 * w[1] / (3 * u[0].sin()) + w[0] / 4
        assert residue.contains(0) and residue.rad() < 1e-50
        angle = flint.arb.pi() + u[0] + 2 * (2 * w[1] / w[0]).atan()
        assert angle.overlaps(closed_form.by_hypergeometric(theta, 30))
        assert (angle - ball(KNOWN[theta])).abs_upper() < 1e-26
        # Between the rays: no special function is needed to see that it is no antipode.
        assert angle_2 / 4 < angle - flint.arb.pi() < angle_2 / 3
