"""Going back in time from the antipode encloses the start of a token that is lost.

The enclosures are compared with the closed form, with each other, and with trajectories computed
in floats by another rule: from either side of an enclosure the token leaves on that side.
"""

from fractions import Fraction
from math import cos, exp, pi, sin

import flint
import pytest

from proofs.consensus import closed_form, exact_domain
from proofs.consensus.exceptional import by_going_back, pulled
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision

ONE = [Fraction(1)]


def float_velocities(angles, P):
    """Return the model on the circle: softmax weights up to each token, value matrix I."""
    y = [(cos(a), sin(a)) for a in angles]
    found = []
    for i, (c, s) in enumerate(y):
        e = [exp(c * (P[0][0] * p + P[0][1] * q) + s * (P[1][0] * p + P[1][1] * q))
             for p, q in y[: i + 1]]  # fmt: skip
        pull = sum(w * sin(angles[j] - angles[i]) for j, w in enumerate(e))
        found.append(pull / sum(e))
    return found


def side(angles, scores, step=0.02, steps=4000):
    """Return through which edge the last token leaves: -1 below, 1 above, 0 not yet."""
    state = list(angles)
    for k in range(steps):
        t = k * step

        def moved(slope, share, state=state):
            return [a + share * step * v for a, v in zip(state, slope, strict=True)]

        k1 = float_velocities(state, scores(t))
        k2 = float_velocities(moved(k1, 0.5), scores(t + step / 2))
        k3 = float_velocities(moved(k2, 0.5), scores(t + step / 2))
        k4 = float_velocities(moved(k3, 1), scores(t + step))
        state = [
            a + step * (p + 2 * q + 2 * r + s) / 6
            for a, p, q, r, s in zip(state, k1, k2, k3, k4, strict=True)
        ]
        phi = state[-1] - pi
        if phi < 0:
            return -1
        if phi > max(state[1:-1]):
            return 1
    return 0


CASES = {
    "no scores": ([1], exact_domain.no_scores, lambda t: ((0, 0), (0, 0)), 3.42958249),
    "P = I": ([1], exact_domain.unit_scores, lambda t: ((1, 0), (0, 1)), 3.32398577),
    "moving scores": (
        [1], exact_domain.moving_scores, lambda t: ((cos(t) / 4, 1), (-1, 0)), 3.35561647
    ),
    "a fourth token": ([1, 2], exact_domain.no_scores, lambda t: ((0, 0), (0, 0)), 3.73706445),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_from_either_side_of_an_enclosure_the_token_leaves_there(case):
    prefix, balls, floats, told = CASES[case]
    low, high = by_going_back([Fraction(angle) for angle in prefix], balls, 7, 5)
    assert low < flint.arb(told) < high and (high - low).abs_upper() < 0.02
    assert low > flint.arb.pi()
    around = [0.0, *map(float, prefix)]
    assert side([*around, float(low) - 1e-4], floats) == -1
    assert side([*around, float(high) + 1e-4], floats) == 1
    assert side([*around, pi + 1e-6], floats) == -1  # beside the antipode it comes back
    assert side([*around, told - 1e-3], floats) == -1
    assert side([*around, told + 1e-3], floats) == 1


@pytest.mark.parametrize("theta", [Fraction(1, 2), Fraction(2), Fraction(3)])
def test_without_scores_it_is_the_closed_form(theta):
    low, high = by_going_back([theta], exact_domain.no_scores, 14, 8)
    with working_precision(120):
        assert low < closed_form.by_hypergeometric(theta, 20) < high
        assert (high - low).abs_upper() < 1e-4


@pytest.mark.parametrize("scores", [((0, 0), (0, 0)), ((1, 0), (0, 1)), ((2, -1), (3, 1))])
def test_the_velocity_is_that_of_the_model(scores):
    with working_precision(100):
        angles = [ball(0), ball(1), ball(2), ball("7/2")]
        y = [[a.cos(), a.sin()] for a in angles]
        P = [[ball(entry) for entry in row] for row in scores]
        velocity = raw.softmax_attention(tokens=y, scores=P, range="up_to")
        for place in range(1, 4):
            turning = y[place][0] * velocity[place][1] - y[place][1] * velocity[place][0]
            mine = pulled(angles[place], angles[1:place], scores)
            assert mine.overlaps(turning) and mine.rad() < 1e-25


@pytest.mark.parametrize(
    "prefix, duration, digits, says",
    [
        ([Fraction(0)], 4, 4, "strictly between"),
        ([Fraction(4)], 4, 4, "strictly between"),
        ([0.5], 4, 4, "not exact"),
        ([], 4, 4, "at least one"),
        (ONE, 0, 4, "at least 1"),
        (ONE, 4, 0, "at least 1"),
    ],
)
def test_bad_arguments_are_refused(prefix, duration, digits, says):
    with pytest.raises(ValueError, match=says) as refusal:
        by_going_back(prefix, exact_domain.no_scores, duration, digits)
    assert "\n" not in str(refusal.value)
