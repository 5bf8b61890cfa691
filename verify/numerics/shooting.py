"""Rigorous solutions of systems x' = f(x): Taylor steps with enclosed remainders.

**One step.**  Let X be a tuple of balls that holds x(0).  Suppose radii r_i >= 0 and rho > 0
satisfy, with B_i the points within r_i of X_i in the complex plane,

    rho * sup |f_i(B)| <= r_i  for every i.                                            (1)

Then the Picard map x -> x(0) + integral of f(x) along rays sends functions on the complex disc
|t| <= rho with values in B to such functions; its fixed point, the solution, is holomorphic on
the disc and stays within r of x(0).  The disc is grown in rings: from radii r on |t| <= sigma to
r' on |t| <= sigma + d as soon as r_i + d * sup |f_i(B')| <= r'_i, by (1) along each ray from
|t| = sigma on.  Cauchy's inequality bounds the k-th Taylor coefficient of x_i by r_i / rho^k for
k >= 1, so a series cut at order N leaves out, at a real time h < rho, at most

    r_i * q^N / (1 - q),    q = h / rho.                                               (2)

The coefficients below N are enclosed by evaluating f on truncated power series over X; their sum,
widened by (2), encloses x(h) for every x(0) in X.  Nothing is done against wrapping: begin with
small balls and a high working precision.

**What a field may use.**  A field is written once and is evaluated on `acb` boxes and on
`arb_series`.  The argument needs it holomorphic wherever it is finite: sums, products, quotients,
integer powers, exp, sin, cos and tan are; the library's sqrt and log are finite across their
branch cuts, so fields that use them are refused.

**Time.**  A field that depends on time is one of a system with a clock, t' = 1, and `with_clock`
makes it.  One that jumps at certain times is followed from each of them to the next (`until`), with
the field that is smooth there: by the last enclosure the next piece begins.

Sources: W. Tucker, Validated Numerics (Princeton, 2011), chapter 6; for remainders by Cauchy's
inequality, J. van der Hoeven, Ball arithmetic (2010), section 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import exp, floor, frexp, log
from typing import Any, NoReturn

from flint import acb, arb, arb_series, ctx

from verify.numerics.balls import Sign, ball, integer_power, sign, working_precision

Field = Callable[[tuple[Any, ...]], Sequence[Any]]
State = tuple[arb, ...]

_DISC_BITS = 40  # radii are bounds, not values: more bits would change nothing
_RING_ATTEMPTS = 6  # rounds of widening the radii before a ring is made thinner
_THINNEST_RING = Fraction(1, 64)  # relative to the disc inside it
_MOST_RINGS = 100  # a solution that never leaves its start has discs of every size
_SMALLEST_FLOAT = 1e-300
_SHORTEST = Fraction(1, 2**200)  # a disc of times smaller than this counts as none
_STEP_BITS = 6  # significant bits of a step that is chosen


@dataclass(frozen=True)
class Event:
    """The first time at which an event function was certainly positive, and the state then."""

    name: str
    time: Fraction
    state: State


def integrate_adaptively(
    field: Field,
    start: Sequence[arb],
    tolerance: Fraction,
    order: int,
    steps: int,
    until: Fraction | None = None,
) -> Iterator[tuple[Fraction, State]]:
    """Yield times from 0 on, and enclosures of the solution of x' = field(x).

    `start` holds the initial balls, `order` >= 2 is the number of Taylor coefficients kept; the
    precision is the working precision at each step.  Raises ValueError when the solution cannot be
    enclosed over a step.

    Each step is a dyadic rational for which the remainder (2) is about `tolerance` (exact, > 0).
    The choice is made in floats; the remainder that it leaves is bounded afterwards. With `until`,
    the last step is cut so that it ends there; `steps` is then the most that are made.
    """
    small = _positive("tolerance", tolerance)
    end = None if until is None else _positive("until", until)
    goal = log(small.numerator) - log(small.denominator)
    if order < 2:
        raise ValueError(f"order = {order}: keep at least 2 Taylor coefficients")
    if steps < 0:
        raise ValueError(f"steps = {steps}: give a number of steps")
    components = len(field(tuple(_Probe() for _ in start)))
    if components != len(start):
        raise ValueError(f"the field has {components} components, the start {len(start)}")
    return _steps(field, tuple(start), order, steps, goal, end)


def with_clock(field: Callable[[Any, tuple[Any, ...]], Sequence[Any]]) -> Field:
    """Return the field of (t, x) for x' = field(t, x): the first component is time."""
    return lambda state: (1, *field(state[0], state[1:]))


def first_certain(
    events: Mapping[str, Callable[[State], arb]], trajectory: Iterable[tuple[Fraction, State]]
) -> Event | None:
    """Return the first event whose function is certainly positive at a time of a trajectory.

    Events are tried in the order given; None when the trajectory ends before any is certain.
    """
    for time, state in trajectory:
        for name, function in events.items():
            if sign(function(state)) is Sign.certainly_positive:
                return Event(name, time, state)
    return None


def _positive(name: str, number: object) -> Fraction:
    """Return an exact positive number; raise ValueError naming the argument otherwise."""
    if not isinstance(number, (int, Fraction)) or number <= 0:
        raise ValueError(f"{name} = {number!r}: give a positive Fraction")
    return Fraction(number)


def _steps(
    field: Field, state: State, order: int, steps: int, goal: float, until: Fraction | None
) -> Iterator[tuple[Fraction, State]]:
    """Yield the steps of `integrate_adaptively`; `goal` is the logarithm of its tolerance."""
    time = Fraction(0)
    yield time, state
    for _ in range(steps):
        if time == until:
            return
        disc = _existence_disc(field, state, order)
        step = Fraction(0) if disc is None else disc.step(order, goal)
        if until is not None:
            step = min(step, until - time)
        if disc is None or not 0 < step < disc.radius:
            raise ValueError(
                f"no enclosure over the step from time {float(time):.6g}: take a start with "
                "smaller radii"
            )
        state = _advance(field, state, order, step, disc)
        time += step
        yield time, state


@dataclass(frozen=True)
class _Disc:
    """A complex disc of times on which the solution stays within `bounds` of its start."""

    radius: Fraction
    bounds: tuple[arb, ...]

    def quality(self, order: int) -> float:
        """Return log of the step length that a remainder of size one would allow."""
        largest = max(float(bound) for bound in self.bounds)
        return log(self.radius) - log(max(largest, _SMALLEST_FLOAT)) / order

    def step(self, order: int, goal: float) -> Fraction:
        """Return a dyadic step, at most half the disc, with log remainder about `goal`."""
        longest = log(self.radius / 2)
        length = exp(min(self.quality(order) + (goal - log(2)) / order, longest))
        mantissa, exponent = frexp(length)
        return Fraction(floor(mantissa * 2**_STEP_BITS)) * Fraction(2) ** (exponent - _STEP_BITS)

    def remainder(self, step: Fraction, order: int) -> list[arb]:
        """Return bounds of what a series of this order leaves out at time `step`, as in (2)."""
        ratio = ball(step / self.radius)
        tail = integer_power(ratio, order) / (1 - ratio)
        return [(bound * tail).upper() for bound in self.bounds]


def _existence_disc(field: Field, state: State, order: int) -> _Disc | None:
    """Grow a disc, ring by ring, while that lengthens the step; None if there is none."""
    best: _Disc | None = None
    radius, bounds = Fraction(0), tuple(arb(0) for _ in state)
    with working_precision(_DISC_BITS):
        center = tuple(acb(x) for x in state)
        ring = Fraction(1)
        while _ring(field, center, bounds, ball(ring)) is None:
            ring /= 2
            if ring < _SHORTEST:
                return None
        ring /= 8  # thin rings give sharper bounds, and only a few more are needed
        for _ in range(_MOST_RINGS):
            if ring < radius * _THINNEST_RING:
                break
            wider = _ring(field, center, bounds, ball(ring))
            if wider is None:
                ring /= 2
                continue
            radius, bounds = radius + ring, wider
            ring *= Fraction(9, 8)
            disc = _Disc(radius, bounds)
            if best is not None and disc.quality(order) <= best.quality(order):
                break
            best = disc
    return best


def _ring(
    field: Field, center: tuple[acb, ...], bounds: tuple[arb, ...], width: arb
) -> tuple[arb, ...] | None:
    """Return bounds on a disc of times that is wider by `width`, or None if (1) is not shown."""
    wider = bounds
    for _ in range(_RING_ATTEMPTS):
        rates = _suprema(field, center, wider)
        if not all(rate.is_finite() for rate in rates):
            return None
        needed = tuple(
            (bound + width * rate).upper() for bound, rate in zip(bounds, rates, strict=True)
        )
        if all(need <= have for need, have in zip(needed, wider, strict=True)):
            return needed  # the solution moves no further than this inside `wider`
        wider = tuple(
            (need + (need - bound) / 4).upper() for need, bound in zip(needed, bounds, strict=True)
        )
    return None


def _suprema(field: Field, center: tuple[acb, ...], bounds: tuple[arb, ...]) -> list[arb]:
    """Return upper bounds of the moduli of the field within `bounds` of the center."""
    box = []
    for point, bound in zip(center, bounds, strict=True):
        around = arb(0, bound)
        box.append(point + acb(around, around))
    return [acb(rate).abs_upper() for rate in field(tuple(box))]


def _advance(field: Field, state: State, order: int, step: Fraction, disc: _Disc) -> State:
    """Return an enclosure of the solution after one step inside a disc of existence."""
    length = ball(step)
    remainders = disc.remainder(step, order)
    after = []
    for coefficients, remainder in zip(_taylor(field, state, order), remainders, strict=True):
        value = arb(0)
        for coefficient in reversed(coefficients):
            value = value * length + coefficient
        after.append(value + arb(0, remainder))
    return tuple(after)


def _taylor(field: Field, state: State, order: int) -> list[list[arb]]:
    """Return enclosures of the first `order` Taylor coefficients of every component.

    If the series are right below t^k then field(series) is, and the integral is below t^(k+1).
    """
    with _series_length(order):
        series = [arb_series([x], 1) for x in state]
        for known in range(1, order):
            rates = [_truncate(rate, known) for rate in field(tuple(series))]
            series = [x + rate.integral() for x, rate in zip(state, rates, strict=True)]
        return [one.coeffs() for one in series]


def _truncate(rate: Any, length: int) -> arb_series:
    """Return the rate of a component as a series known below t^length."""
    if not isinstance(rate, arb_series):
        return arb_series([rate], length)  # a constant rate, as of time itself
    if rate.prec < length:
        raise ValueError("the field loses terms of a power series: it divides by zero at the start")
    return rate if rate.prec == length else arb_series(rate.coeffs()[:length], length)


@contextmanager
def _series_length(order: int) -> Iterator[None]:
    """Let power series be as long as `order` inside the block."""
    before = ctx.cap
    ctx.cap = order
    try:
        yield
    finally:
        ctx.cap = before


class _Probe:
    """Stands for a number when a field is first called: only holomorphic operations exist."""

    def _same(self, *_: object) -> _Probe:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _same
    __truediv__ = __rtruediv__ = __neg__ = __pos__ = _same
    exp = sin = cos = tan = _same

    def __pow__(self, exponent: object) -> _Probe:
        if isinstance(exponent, int):
            return self
        raise ValueError(f"the field takes a power {exponent}: only integer powers are holomorphic")

    def sin_cos(self) -> tuple[_Probe, _Probe]:
        return self, self

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):  # balls look for the number inside, too, before they give way
            raise AttributeError(name)
        raise ValueError(
            f"the field uses {name}: only + - * / ** exp sin cos tan are known to be holomorphic"
        )
