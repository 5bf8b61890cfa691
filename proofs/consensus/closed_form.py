"""The third token that is lost, of three tokens on a circle without scores: by two routes.

With identity value matrix, causal mask, P = 0 and one head, tokens at angles 0, θ and π + φ move
along the orbits of

    θ' = -2 sin(θ/2),    φ' = (4/3) sin(φ - θ/2),

the model's rates divided by the positive number cos(θ/2)/(2 √2). For every θ in (0, π) exactly
one φ gives a third token that ends opposite to the first. The flow crosses the ray φ = θ/4
downwards and the ray φ = θ/3 upwards, and the trajectory that is lost stays between. So a start
whose trajectory is once below θ/4 is below the start that is lost, and one whose trajectory is
once above θ/3 is above it.

- `by_hypergeometric` evaluates π + φ in closed form.
- `by_shooting` shows by two rigorous trajectories that it is near a number, and uses nothing of
  the closed form.

Both have a value at θ = π, where the orbits of the divided rates begin: the limit for θ -> π.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log2
from typing import Any

from flint import arb, fmpq

from verify.numerics.balls import Sign, ball, compare, working_precision
from verify.numerics.shooting import first_certain, integrate_adaptively

LOWER_RAY = Fraction(1, 4)  # φ = θ/4: the flow crosses it downwards
UPPER_RAY = Fraction(1, 3)  # φ = θ/3: the flow crosses it upwards

_ORDER = 40  # of Taylor steps, at least: each costs a search for its length, so few are made

Angle = Fraction | None
"""The second angle θ: exact, strictly between 0 and π, or None for π itself."""


def by_hypergeometric(theta_2: Angle, digits: int) -> arb:
    """Return the angle of token 3 as a ball of radius at most 10^-digits.

    It is π + u + 2 atan(2 w'(u)/w(u)) with u = θ/2, s = tan(u/2) and
    w = (1 + s²)^(-1/2) F(-s²), F = ₂F₁(-1/2, 2/3; 7/6; ·), whose derivative is
    F' = -(2/7) ₂F₁(1/2, 5/3; 13/6; ·).  Raises ValueError for other angles.
    """
    _check(theta_2, digits)
    bits = _bits(digits) + 16
    while True:
        with working_precision(bits):
            u = _ball(theta_2) / 2
            s = (u / 2).tan()
            w = _gauss(s, Fraction(-1, 2), Fraction(2, 3), Fraction(7, 6))
            derivative = -2 * _gauss(s, Fraction(1, 2), Fraction(5, 3), Fraction(13, 6)) / 7
            logarithmic = -s / 2 - s * (1 + s * s) * derivative / w  # w'/w, by du = 2 ds/(1 + s²)
            angle = arb.pi() + u + 2 * (2 * logarithmic).atan()
        if angle.rad() <= ball(Fraction(1, 10**digits)):
            return angle
        bits *= 2


def by_shooting(theta_2: Angle, near: Fraction, digits: int) -> tuple[arb, arb]:
    """Return certified bounds of the angle of token 3, 10^-digits on either side of `near`.

    `near` may come from anywhere: if it is not near, no bounds come out.  Raises ValueError
    then, and for other angles.
    """
    _check(theta_2, digits)
    bounds = {side: near + side * Fraction(1, 10**digits) for side in (-1, 1)}
    for side, bound in bounds.items():
        if _leaves(theta_2, bound, digits) != ("below" if side < 0 else "above"):
            raise ValueError(f"{near} is not within 10^-{digits} of the angle that is lost")
    with working_precision(_bits(digits) + 32):
        return ball(bounds[-1]), ball(bounds[1])


def velocity(state: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return (θ', φ') for the state (θ, φ), up to a positive factor."""
    theta, phi = state
    half = theta / 2
    return -2 * half.sin(), 4 * (phi - half).sin() / 3


def _leaves(theta_2: Angle, angle: Fraction, digits: int) -> str | None:
    """Return through which ray a trajectory certainly leaves, or None.

    A deviation of 10^-digits grows like e^(4t/3) while the wedge between the rays shrinks like
    e^-t, and the balls grow no faster than the deviation.
    """
    rays = {
        "below": lambda state: state[0] * fmpq(*LOWER_RAY.as_integer_ratio()) - state[1],
        "above": lambda state: state[1] - state[0] * fmpq(*UPPER_RAY.as_integer_ratio()),
    }
    more = digits + 8
    with working_precision(_bits(more) + 16):
        trajectory = integrate_adaptively(velocity, (_ball(theta_2), ball(angle) - arb.pi()),
                                          tolerance=Fraction(1, 10**more), order=max(more, _ORDER), steps=20 * more)
        event = first_certain(rays, trajectory)
    return None if event is None else event.name


def _gauss(s: arb, a: Fraction, b: Fraction, c: Fraction) -> arb:
    """Return ₂F₁(a, b; c; -s²)."""
    return (-s * s).hypgeom_2f1(ball(a), ball(b), ball(c))


def _ball(theta_2: Angle) -> arb:
    """Return the second angle at the working precision."""
    return arb.pi() if theta_2 is None else ball(theta_2)


def _check(theta_2: object, digits: int) -> None:
    """Raise ValueError unless the arguments of both routes make sense."""
    if digits < 1:
        raise ValueError(f"digits = {digits}: ask for at least 1")
    if theta_2 is None:
        return
    if not isinstance(theta_2, (int, Fraction)):
        raise ValueError(f"theta_2 = {theta_2!r} is not exact: give a Fraction")
    if theta_2 <= 0 or compare(ball(theta_2), arb.pi()) is not Sign.certainly_negative:
        raise ValueError(f"theta_2 = {theta_2} is not an angle strictly between 0 and π")


def _bits(digits: int) -> int:
    """Return how many bits hold this many decimal digits."""
    return ceil(digits * log2(10))
