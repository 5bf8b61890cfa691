"""Trajectories of attention with time-varying scores, enclosed by balls, piece by piece.

Between two times at which P(t) is not smooth, the velocities are a holomorphic function of time
and tokens, and `shooting` encloses the solution. At such a time the field is exchanged and the
enclosure kept: that is the solution in the sense of Caratheodory (see `time_varying`). The
velocities are written out here by hand, in the tokens' own coordinates, and share nothing with
those of `trajectories`. Balls grow as the flow stretches, and by wrapping: for small systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from verify.numerics.balls import ball, working_precision
from verify.numerics.shooting import integrate_adaptively, with_clock
from verify.numerics.time_varying import Modulated, ScoreWave, TimeVarying

Balls = list[list[arb]]
_MOST_STEPS = 100_000  # in one piece


def enclose(
    system: TimeVarying,
    start: Sequence[Sequence[Fraction]],
    until: Fraction,
    *,
    tolerance: Fraction,
    order: int = 30,
    bits: int = 256,
) -> Iterator[tuple[Fraction, Balls]]:
    """Yield times and balls that hold the tokens of the solution from an exact start at time 0.

    `tolerance` is about what each step leaves out of the solution's series, cut at `order`. Raises
    ValueError where an argument makes no sense or the solution cannot be enclosed.
    """
    if until <= 0:
        raise ValueError(f"until = {until}: give a positive time")
    with working_precision(bits):
        tokens = [[ball(x) for x in row] for row in start]
    yield Fraction(0), tokens
    for begin, end in system.pieces(Fraction(0), Fraction(until)):
        with working_precision(bits):
            field = velocities(system.within(begin, end), len(tokens))
        steps = _piece(field, tokens, begin, end - begin, tolerance, order, bits)
        for passed, tokens in steps:
            yield begin + passed, tokens


def _piece(
    field: Callable[[Any, tuple[Any, ...]], list[Any]],
    tokens: Balls,
    begin: Fraction,
    length: Fraction,
    tolerance: Fraction,
    order: int,
    bits: int,
) -> Iterator[tuple[Fraction, Balls]]:
    """Yield the ends of the steps of one piece, as times since it began."""
    width = len(tokens[0])
    with working_precision(bits):
        state = [ball(begin), *(x for row in tokens for x in row)]
        trajectory = integrate_adaptively(
            with_clock(field), state, tolerance, order, _MOST_STEPS, length
        )
        next(trajectory)  # the start of the piece, which is the last one's end
    passed = Fraction(0)
    while passed < length:
        with working_precision(bits):  # not while the reader of this generator is at work
            step = next(trajectory, None)
        if step is None:
            raise ValueError(f"more than {_MOST_STEPS} steps: give a larger tolerance")
        passed, (_, *flat) = step
        yield passed, [flat[k : k + width] for k in range(0, len(flat), width)]


def velocities(system: TimeVarying, count: int) -> Callable[[Any, tuple[Any, ...]], list[Any]]:
    """Return the velocities of a smooth system as a function of time and the tokens' numbers.

    The numbers may be balls, complex balls or power series; constants are balls at the working
    precision.
    """
    d = system.dimension
    scores = [[_term(term) for term in head] for head in system.scores]
    values = _values(system)
    metric = None if system.metric is None else _balls(system.metric)
    row_sum = 1 / ball(system.height).sqrt()

    def field(time: Any, flat: tuple[Any, ...]) -> list[Any]:
        tokens = [list(flat[k * d : (k + 1) * d]) for k in range(count)]
        pulls = [[0 * x for x in row] for row in tokens]
        for terms, value in zip(scores, values, strict=True):
            matrices = [matrix(time) for matrix in terms]
            keys = [_sum(_apply(matrix, y) for matrix in matrices) for y in tokens]
            messages = tokens if value is None else [_apply(value, y) for y in tokens]
            for i, y in enumerate(tokens):
                seen = system.seen_by(i, count)
                raised = [_dot(y, keys[j]).exp() for j in seen]
                share = row_sum / sum(raised[1:], start=raised[0])
                mixed = _sum(
                    [weight * share * x for x in messages[j]]
                    for j, weight in zip(seen, raised, strict=True)
                )
                pulls[i] = [a + b for a, b in zip(pulls[i], mixed, strict=True)]
        out: list[Any] = []
        for y, pull in zip(tokens, pulls, strict=True):
            along = _dot(y, pull if metric is None else _apply(metric, pull))
            out += [p - along * x for p, x in zip(pull, y, strict=True)]
        return out

    return field


def _term(term: Modulated) -> Callable[[Any], list[list[Any]]]:
    """Return D(t) M as a function of time."""
    matrix = _balls(term.matrix)
    waves = [_wave(wave) for wave in term.waves]
    if len(waves) == 1:
        waves *= len(matrix)

    def at(time: Any) -> list[list[Any]]:
        factors = [wave(time) for wave in waves]
        return [[f * x for x in row] for f, row in zip(factors, matrix, strict=True)]

    return at


def _wave(wave: ScoreWave) -> Callable[[Any], Any]:
    if wave.shape != "cosine":
        raise ValueError("P(t) is not smooth: give system.within(start, end), piece by piece")
    amplitude, turns, phase = ball(wave.amplitude), ball(wave.turns), ball(wave.phase)
    if wave.turns == 0:
        constant = amplitude * (2 * phase).cos_pi()
        return lambda time: constant
    circle = 2 * arb.pi()
    return lambda time: amplitude * (circle * (turns * time + phase)).cos()


def _values(system: TimeVarying) -> list[Balls | None]:
    heads = len(system.scores)
    if system.value is None:
        return [None] * heads
    if not isinstance(system.value[0][0], list | tuple):
        return [_balls(system.value)] * heads
    if len(system.value) != heads:
        raise ValueError(f"value has {len(system.value)} heads, scores have {heads}")
    return [_balls(value) for value in system.value]


def _balls(matrix: Any) -> Balls:
    return [[ball(entry) for entry in row] for row in matrix]


def _dot(u: Sequence[Any], v: Sequence[Any]) -> Any:
    products = [a * b for a, b in zip(u, v, strict=True)]
    return sum(products[1:], start=products[0])


def _apply(matrix: Sequence[Sequence[Any]], v: Sequence[Any]) -> list[Any]:
    return [_dot(row, v) for row in matrix]


def _sum(vectors: Any) -> list[Any]:
    rows = list(vectors)
    return [sum(column[1:], start=column[0]) for column in zip(*rows, strict=True)]
