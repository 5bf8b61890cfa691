"""Attention's velocity at 50 digits: balls against SymPy's own lowering to mpmath, in one run.

Both functions are compiled from the same expressions, which the engine derives from the model:
the softmax velocity of one token, with a score matrix, on the sphere. Balls enclose the value;
mpmath's numbers are rounded. Before anything is timed, every ball is seen to contain the value that
mpmath computes at twice the digits. Times are the processor's, so that a busy machine matters less.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import sympy as sp

import verify
from benchmarks.rows import Row
from verify.numerics.balls import ball, working_precision
from verify.numerics.lowering import lower_expression
from verify.vocabulary import (
    Given,
    Identity,
    Paper,
    Proof,
    any_operator,
    rate,
    softmax_flow,
    statement,
    tokens,
    unit_tokens,
)

SIZES = ((3, 3), (4, 8), (8, 16))  # dimension, tokens
DIGITS, BITS = 50, 167  # 50 digits are 166.1 bits
SECONDS, ROUNDS, INSTANCES = 1.0, 3, 20
PAPER = Paper("bench", "Benchmarks", "-", 2026, "-")


@statement("velocity", PAPER.label("-"), title="The velocity of attention")
def velocity(given: Given) -> Proof:
    P, y = given(any_operator("P")), given(unit_tokens("y"))
    flow = softmax_flow(y, scores=P)
    i = tokens.any("i")
    yield "Its velocity.", Identity(rate(y[i], flow), rate(y[i], flow), name="velocity")


def components(dimension: int, count: int) -> tuple[list[sp.Symbol], list[sp.Expr]]:
    """Return the coordinates of all tokens' velocities, and the symbols they are written in."""
    left, _ = verify.step(velocity, "velocity").realise(tokens=count, dimension=dimension)
    entries = [entry for column in left.values() for entry in column]
    symbols = sorted(set().union(*[e.free_symbols for e in entries]), key=str)
    return symbols, entries


def lowered_by_sympy(symbols: Sequence[sp.Symbol], entries: list[sp.Expr]) -> Callable[..., Any]:
    """Return SymPy's own function of mpmath numbers, with shared parts found once.

    As by `cse=True`, which first walks equal parts as often as they occur: minutes at (8, 16).
    """
    found = sp.cse(entries, list=False)
    return sp.lambdify(symbols, found[1], modules="mpmath", cse=lambda _: found)


def per_second(function: Callable[..., Any], instances: Sequence[Sequence[Any]]) -> float:
    """Return the best of a few rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        calls, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < SECONDS:
            function(*instances[calls % len(instances)])
            calls += 1
        best = max(best, calls / spent)
    return best


def as_fraction(number: mpmath.mpf) -> Fraction:
    """Return a binary number exactly."""
    mantissa, exponent = number.man_exp
    return int(mpmath.sign(number)) * int(mantissa) * Fraction(2) ** int(exponent)


def decimals(exact: Sequence[Fraction]) -> list[mpmath.mpf]:
    """Return rationals as mpmath numbers at the working precision."""
    return [mpmath.mpf(q.numerator) / q.denominator for q in exact]


def measured() -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield n d and how often a second each is computed, once a ball is seen to hold its value."""
    for dimension, count in SIZES:
        symbols, entries = components(dimension, count)
        rounded = lowered_by_sympy(symbols, entries)
        enclosed = lower_expression(symbols, entries, "arb")
        chosen = random.Random(1)
        exact = [
            [Fraction(chosen.randint(-64, 64), 128) for _ in symbols] for _ in range(INSTANCES)
        ]
        with mpmath.workdps(2 * DIGITS):
            finer = [as_fraction(value) for value in rounded(*decimals(exact[0]))]
        with mpmath.workdps(DIGITS), working_precision(BITS):
            points = [decimals(instance) for instance in exact]
            balls = [[ball(q) for q in instance] for instance in exact]
            values = enclosed(*balls[0])
            if not all((v - ball(q)).contains(0) for v, q in zip(values, finer, strict=True)):
                raise SystemExit("a ball misses the value")
            yield dimension * count, (per_second(rounded, points), per_second(enclosed, balls))


def rows() -> list[Row]:
    """Return how often a second the velocity is computed at 50 digits, for n d coordinates."""
    backend = f"mpmath by lambdify, on {mpmath.libmp.BACKEND}"
    compared, grows, unit = "velocity at 50 digits", "coordinates n d", "velocities a second"
    return [
        Row(compared, who, grows, size, unit, speed, ours)
        for size, speeds in measured()
        for who, speed, ours in zip((backend, "balls"), speeds, (False, True), strict=True)
    ]
