"""The exceptional third token of three tokens on a circle, by two independent routes.

With identity value matrix, causal mask, P = 0 and one head, tokens at angles 0, θ and π + φ move,
up to the common factor 1/√2 of all rates, by

    θ' = -(1/2) sin θ,    φ' = (1/3) (sin φ + sin(φ - θ)).

For every θ in (0, π) exactly one φ gives a third token that ends opposite to the first.  On the
ray φ = θ/4 the flow crosses downwards and on φ = θ/3 upwards; the exceptional trajectory stays
between the rays.  So a start whose trajectory is once below θ/4 lies below the exceptional one,
and a start whose trajectory is once above θ/3 lies above it.

- `by_hypergeometric` evaluates π + φ in closed form.
- `by_shooting` brackets it by rigorous trajectories, and uses nothing of the closed form.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log2
from typing import Any

from flint import arb, fmpq

from verify.numerics.balls import Sign, ball, compare, working_precision
from verify.numerics.shooting import Event, first_certain, integrate_adaptively

LOWER_RAY = Fraction(1, 4)  # φ = θ/4: the flow crosses it downwards
UPPER_RAY = Fraction(1, 3)  # φ = θ/3: the flow crosses it upwards

# The saddle (0, 0) has the eigenvalues -1/2 and 2/3, and its stable manifold the slope 2/7.
_SLOPE = 2 / 7
_DECAY = (2 / 3) / (1 / 2)
_LARGEST_GAIN = 12  # digits that one prediction in floats can be trusted for


@dataclass(frozen=True)
class Bracket:
    """Starts φ on both sides of the exceptional one, and when their trajectories showed it."""

    lower: Fraction
    upper: Fraction
    below: Event
    above: Event


def by_hypergeometric(theta_2: Fraction, digits: int) -> arb:
    """Return the exceptional angle of token 3 as a ball of radius at most 10^-digits.

    It is π + u + 2 atan(2 w'(u)/w(u)) with u = θ/2, s = tan(u/2) and
    w = (1 + s²)^(-1/2) F(-s²), F = ₂F₁(-1/2, 2/3; 7/6; ·), whose derivative is
    F' = -(2/7) ₂F₁(1/2, 5/3; 13/6; ·).  Raises ValueError unless 0 < θ < π, exact.
    """
    _check(theta_2, digits)
    bits = _bits(digits) + 16
    while True:
        with working_precision(bits):
            s = (ball(theta_2) / 4).tan()
            w = _gauss(s, Fraction(-1, 2), Fraction(2, 3), Fraction(7, 6))
            derivative = -2 * _gauss(s, Fraction(1, 2), Fraction(5, 3), Fraction(13, 6)) / 7
            logarithmic = -s / 2 - s * (1 + s * s) * derivative / w  # w'/w, by du = 2 ds/(1 + s²)
            angle = arb.pi() + ball(theta_2) / 2 + 2 * (2 * logarithmic).atan()
        if angle.rad() <= _power_of_ten(-digits):
            return angle
        bits *= 2


def by_shooting(theta_2: Fraction, digits: int) -> tuple[arb, arb]:
    """Return certified lower and upper bounds of the exceptional angle of token 3.

    They differ by at most 2 * 10^-digits; see `shooting_bracket`.
    """
    bracket = shooting_bracket(theta_2, digits)
    with working_precision(_bits(digits) + 32):
        return arb.pi() + ball(bracket.lower), arb.pi() + ball(bracket.upper)


def shooting_bracket(theta_2: Fraction, digits: int) -> Bracket:
    """Return starts at most 2 * 10^-digits apart whose trajectories leave on either side.

    Both ends of every bracket, from the two rays on, are certified by rigorous trajectories;
    floats only propose the next two starts, and a bad proposal costs time.  Raises ValueError
    unless 0 < θ < π, exact.
    """
    _check(theta_2, digits)
    goal = Fraction(1, 10**digits)
    low, high = LOWER_RAY * theta_2, UPPER_RAY * theta_2
    below, above = _leave(theta_2, low, high - low), _leave(theta_2, high, high - low)
    while high - low > 2 * goal:
        width = high - low
        guess, margin = _predict(low, high, below, above, goal)
        for start in (guess - margin, guess + margin):
            if low < start < high:
                event = _leave(theta_2, start, margin)
                if event.name == "below":
                    low, below = start, event
                else:
                    high, above = start, event
        if 2 * (high - low) > width:
            middle = (low + high) / 2
            event = _leave(theta_2, middle, width)
            if event.name == "below":
                low, below = middle, event
            else:
                high, above = middle, event
    return Bracket(low, high, below, above)


def velocity(state: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return (θ', φ') for the state (θ, φ), up to the common factor 1/√2."""
    theta, phi = state
    return -theta.sin() / 2, (phi.sin() + (phi - theta).sin()) / 3


def _leave(theta_2: Fraction, phi: Fraction, resolution: Fraction) -> Event:
    """Return on which side of the wedge between the rays a trajectory is certainly seen.

    `resolution` is the distance from the exceptional start that must be seen.  A deviation
    grows like e^(2t/3) while the wedge shrinks like e^(-t/2), and the balls grow no faster.
    """
    digits = max(8, ceil(-log2(resolution) / log2(10)))
    rays = {
        "below": lambda state: state[0] * fmpq(*LOWER_RAY.as_integer_ratio()) - state[1],
        "above": lambda state: state[1] - state[0] * fmpq(*UPPER_RAY.as_integer_ratio()),
    }
    for extra in (8, 16, 32):
        with working_precision(_bits(digits + extra) + 16):
            trajectory = integrate_adaptively(
                velocity,
                (ball(theta_2), ball(phi)),
                tolerance=Fraction(1, 10 ** (digits + extra)),
                order=digits + extra,
                steps=20 * (digits + extra),
            )
            event = first_certain(rays, trajectory)
        if event is not None:
            return event
    raise ValueError(f"the start φ = {phi} is not decided: ask for fewer digits")


def _predict(
    low: Fraction, high: Fraction, below: Event, above: Event, goal: Fraction
) -> tuple[Fraction, Fraction]:
    """Return a decimal guess of the exceptional start, and the error to expect.

    Near the saddle (φ - 2θ/7) θ^(4/3) keeps its value along trajectories and is proportional to
    the distance from the exceptional start, up to a relative error like the 6/7-th power of it.
    """
    misses = []
    for event in (below, above):
        theta, phi = (float(part) for part in event.state)
        misses.append((phi - _SLOPE * theta) * theta**_DECAY)
    width = high - low
    share = Fraction(misses[0] / (misses[0] - misses[1]))
    digits = -log2(width) / log2(10)
    gain = min(max(digits / 2, 1), _LARGEST_GAIN)
    margin = max(goal, Fraction(1, 10 ** round(digits + gain)))
    scale = 100 / margin
    return Fraction(round((low + share * width) * scale)) / scale, margin


def _gauss(s: arb, a: Fraction, b: Fraction, c: Fraction) -> arb:
    """Return ₂F₁(a, b; c; -s²)."""
    return (-s * s).hypgeom_2f1(ball(a), ball(b), ball(c))


def _check(theta_2: object, digits: int) -> None:
    """Raise ValueError unless the arguments of both routes make sense."""
    if not isinstance(theta_2, (int, Fraction)):
        raise ValueError(f"theta_2 = {theta_2!r} is not exact: give a Fraction")
    if theta_2 <= 0 or compare(ball(theta_2), arb.pi()) is not Sign.certainly_negative:
        raise ValueError(f"theta_2 = {theta_2} is not an angle strictly between 0 and π")
    if digits < 1:
        raise ValueError(f"digits = {digits}: ask for at least 1")


def _bits(digits: int) -> int:
    """Return how many bits hold this many decimal digits."""
    return ceil(digits * log2(10))


def _power_of_ten(exponent: int) -> arb:
    """Return a ball around a power of ten."""
    return ball(Fraction(10) ** exponent)
