"""The protocols of section 6: the paper's matrices, and the runs that its experiments are.

What needs NumPy is imported by the run that needs it, so that reading the statements does not.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import exp, inf, pi, sqrt
from typing import TYPE_CHECKING

from verify.numerics.figures import Figure
from verify.numerics.time_varying import SINE, Modulated, ScoreWave, TimeVarying, rows_of
from verify.steps.shows import Record

if TYPE_CHECKING:
    from verify.numerics.draws import Draws

HEAD_1 = rows_of([["0.08", "-0.19", "0.20"], ["-0.23", "0.31", "-0.23"], ["0.18", "-0.17", "-0.16"]])
HEAD_2 = rows_of([["-0.31", "0.03", "0.11"], ["0.06", "-0.06", "0.13"], ["0.14", "0.11", "0.10"]])
ONE_HEAD = rows_of([["0.36", "0.42", "0.13"], ["0.10", "-0.07", "-0.20"], ["0.15", "-0.21", "0.12"]])
VALUE = rows_of([["-0.26", "0.50", "0.56"], ["0.50", "-0.72", "-0.50"], ["0.56", "-0.50", "-0.02"]])


def waves(first: int, second: int, third: int) -> tuple[ScoreWave, ...]:
    """Return 2 diag(cos, sin, cos) with so many turns in a unit of time."""
    two = Fraction(2)
    return (ScoreWave(two, Fraction(first)), ScoreWave(two, Fraction(second), SINE), ScoreWave(two, Fraction(third)))


TWO_HEADS = ((Modulated(HEAD_1, waves(5, 5, 3)),), (Modulated(HEAD_2, waves(3, 3, 2)),))
CAUSAL_HEAD = ((Modulated(ONE_HEAD, waves(5, 5, 3)),),)


def multiple_of_identity(factor: int, dimension: int) -> list[list[int]]:
    """Return a multiple of the identity matrix."""
    return [[factor * (i == j) for j in range(dimension)] for i in range(dimension)]


# ------------------------------------------------------------------ 6.1.1


def towards_consensus(*, seed: int, tokens: int, until: int, tolerance: float, value: int = 1,
                      start: str = "open hemisphere") -> Record:
    """Follow tokens on the sphere under full attention with two heads and the matrix value * I.

    They start on the "sphere", in the "open hemisphere" y_1 > 0 (both uniformly), or in
    "opposite pairs".
    """
    from verify.numerics.draws import Draws, turned_along
    from verify.numerics.measures import gnomonic_spread, largest_distance, least_margin
    from verify.numerics.trajectories import Field, Watched, floats, follow

    along = floats([1, 0, 0])
    places = Draws(seed).on_sphere((tokens, 3))
    if start == "open hemisphere":
        places = turned_along(places, along)
    if start == "opposite pairs":
        places[1::2] = -places[::2][: tokens // 2]
    system = TimeVarying(TWO_HEADS, value=multiple_of_identity(value, 3))
    sigma = max(float(least_margin(places, along)), 0.01)  # only used where the margin is positive
    watch = {
        "margin": Watched(lambda y: least_margin(y, along), 1.0),
        "distance": Watched(largest_distance, 2.0),
        # d(y/s) is at most (1/s + 1/s^2) times the error, for each of the two extreme tokens.
        "second": Watched(lambda y: gnomonic_spread(y, along, 1), 5 / sigma**2),
        "third": Watched(lambda y: gnomonic_spread(y, along, 2), 5 / sigma**2),
    }
    path = follow(system, places, Fraction(until), tolerance=tolerance, watch=watch)
    rate = sum(tokens * sigma * least_weight(tokens, p) for p in Field(system).score_norms)
    decay = min((path.slowest_decay(name) for name in ("second", "third")), key=lambda f: f.low)
    return Record(
        {
            "largest fall of the least margin": path.largest_fall("margin"),
            "largest distance at the end": path.at_end("distance"),
            "decay beyond the guaranteed rate": Figure(decay.low - rate, decay.high - rate),
        },
        path.largest_error,
    )


def least_weight(tokens: int, score: float) -> float:
    """Return the sharp lower bound of the weights in R^3 for scores of at most this size."""
    return 1 / (sqrt(3) * (1 + (tokens - 1) * exp(2 * score)))


def random_values(
    *, seed: int, tokens: int, draws: int, until: int, tolerance: float, scale: float = 0.5
) -> Record:
    """Follow tokens from an open hemisphere with value matrices drawn entry by entry.

    The entries are uniform between -scale and scale, and drawn anew each time with the tokens.
    """
    from verify.numerics.draws import Draws, turned_along
    from verify.numerics.measures import least_margin
    from verify.numerics.trajectories import Watched, floats, follow

    random, along = Draws(seed), floats([1, 0, 0])
    watch = {"margin": Watched(lambda y: least_margin(y, along), 1.0)}
    left, stayed, error = 0, 0, 0.0
    for _ in range(draws):
        places = turned_along(random.on_sphere((tokens, 3)), along)
        system = TimeVarying(TWO_HEADS, value=random.uniform(-scale, scale, (2, 3, 3)))
        path = follow(system, places, Fraction(until), tolerance=tolerance, watch=watch)
        least = path.least("margin")
        left += least.high < 0
        stayed += least.low > 0
        error = max(error, path.largest_error)
    share = Figure(stayed / draws, (draws - left) / draws)
    return Record({"share of draws in which no token leaves the hemisphere": share}, error)


def sign_patterns(l: int, n: int) -> int:
    """Count the sign patterns that put l generic points of S^n into one open hemisphere.

    Points (1, t, ..., t^n) are generic, and a covector is a polynomial of degree n there: it gives
    just the patterns in which the sign changes at most n times.
    """
    return sum(sum(a != b for a, b in pairwise(pattern)) <= n for pattern in product((1, -1), repeat=l))


def placements(*, seed: int, tokens: int, count: int) -> Record:
    """Place tokens on the sphere uniformly, again and again, and look for a hemisphere."""
    from verify.numerics.draws import Draws
    from verify.numerics.measures import in_one_hemisphere, least_margin
    from verify.numerics.trajectories import floats

    places = Draws(seed).on_sphere((count, tokens, 3))
    some = float(in_one_hemisphere(places).mean())
    given = float((least_margin(places, floats([1, 0, 0])) > 0).mean())
    return Record({
        "share of placements in some hemisphere": Figure.of(some),
        "share of placements in the given hemisphere": Figure.of(given),
    })


# ------------------------------------------------------------------ 6.1.2


def many_dimensions(*, seed: int, tokens: int, dimension: int, runs: int, until: int, tolerance: float,
                    value: int = 1, start: str = "cube") -> Record:
    """Follow tokens under causal attention with two heads, in several runs.

    Entries of tokens and of both P' are uniform on (-1/2, 1/2), and the tokens are drawn anew in
    every run; a head's D(t) is |2 sin(omega t + phi)| I with omega uniform on (0, 1), phi on
    (0, 2 pi). `start` is "cube", or "opposite", which puts the second token opposite to the first.
    Velocities are combinations of tokens, so these are followed in the space that they span.
    """
    from verify.numerics.draws import Draws, directions
    from verify.numerics.measures import in_their_span, least_singular_value, mean_cosine_distance
    from verify.numerics.trajectories import Watched, follow

    random = Draws(seed)
    heads = [
        (random.uniform(-0.5, 0.5, (dimension, dimension)), rectified(random)) for _ in range(2)
    ]
    watch = {
        "E": Watched(mean_cosine_distance, 2.5),  # twice the error, for tokens no shorter than 9/10
        "-E": Watched(lambda y: -mean_cosine_distance(y), 2.5),
    }
    ends, rises, independent, error = [], [], inf, 0.0
    for _ in range(runs):
        places = directions(random.uniform(-0.5, 0.5, (tokens, dimension)))
        if start == "opposite":
            places[1] = -places[0]
        independent = min(independent, float(least_singular_value(places)))
        inside, basis = in_their_span(places)
        scores = tuple((Modulated(basis.T @ matrix @ basis, (wave,)),) for matrix, wave in heads)
        signed = multiple_of_identity(value, len(basis.T))
        system = TimeVarying(scores, value=signed, causal=True, ambient=dimension)
        path = follow(system, inside, Fraction(until), tolerance=tolerance, watch=watch)
        ends.append(path.at_end("E"))
        rises.append(path.largest_fall("-E"))
        error = max(error, path.largest_error)
    return Record(
        {
            "largest value of (25) at the end": largest(ends),
            "largest rise of (25)": largest(rises),
            "least singular value of the tokens": Figure.of(independent, 1e-12),
        },
        error,
    )


def largest(figures: list[Figure]) -> Figure:
    """Return the largest of several figures."""
    return Figure(max(f.low for f in figures), max(f.high for f in figures))


def rectified(random: Draws) -> ScoreWave:
    """Return |2 sin(omega t + phi)| with omega uniform on (0, 1) and phi on (0, 2 pi)."""
    turns, phase = random.uniform(0, 1, (2,))
    return ScoreWave(Fraction(2), Fraction(turns / (2 * pi)), Fraction(phase) + SINE, "absolute cosine")


# ------------------------------------------------------------------ 6.1.3


def symmetric_value(*, seed: int, tokens: int, until: int, tolerance: float, sign: int = 1,
                    start: str = "open hemisphere") -> Record:
    """Follow tokens on the sphere under causal attention with one head and the value sign * U.

    The hemisphere is that of the top eigenvector v of U; `start` "one outside" turns the second
    token out of it.
    """
    from verify.numerics.draws import Draws, turned_along
    from verify.numerics.measures import largest_distance_to, least_margin, top_eigenvector
    from verify.numerics.trajectories import Watched, follow

    v = top_eigenvector(VALUE)
    places = turned_along(Draws(seed).on_sphere((tokens, 3)), v)
    if start == "one outside":
        places[1] = -places[1]
    watch = {
        "margin": Watched(lambda y: least_margin(y, v), 1.0),
        "distance": Watched(lambda y: largest_distance_to(y, v), 1.0),
        "first": Watched(lambda y: y[..., 0, :] @ v, 1.0),
        "second": Watched(lambda y: y[..., 1, :] @ v, 1.0),
    }
    value = [[sign * entry for entry in row] for row in VALUE]
    system = TimeVarying(CAUSAL_HEAD, value=value, causal=True)
    path = follow(system, places, Fraction(until), tolerance=tolerance, watch=watch)
    return Record(
        {
            r"least $v^\top y_i$ of all times": path.least("margin"),
            "largest distance from $v$ at the end": path.at_end("distance"),
            r"largest fall of $v^\top y_1$": path.largest_fall("first"),
            r"largest fall of $v^\top y_2$": path.largest_fall("second"),
        },
        path.largest_error,
    )


def eigenvalue_by_signs(number: int) -> tuple[Fraction, Fraction]:
    """Enclose an eigenvalue of U between changes of the sign of its characteristic polynomial.

    The polynomial has degree 3, so three changes on a grid are all; eigenvalues count upwards.
    """
    (a, b, c), (_, d, e), (_, _, f) = VALUE
    minors = a * d - b * b + a * f - c * c + d * f - e * e
    determinant = a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)

    def polynomial(x: Fraction) -> Fraction:
        return x**3 - (a + d + f) * x**2 + minors * x - determinant

    grid = [Fraction(k, 8) for k in range(-16, 17)]
    changes = [p for p in pairwise(grid) if polynomial(p[0]) * polynomial(p[1]) < 0]
    low, high = changes[number - 1]
    return _bisected(low, high, lambda x: polynomial(x) * polynomial(high) > 0)


def eigenvalue_by_inertia(number: int) -> tuple[Fraction, Fraction]:
    """Enclose an eigenvalue of U by how many pivots of U - x I are negative (Sylvester)."""

    def below(x: Fraction) -> int:
        rows = [[VALUE[i][j] - x * (i == j) for j in range(3)] for i in range(3)]
        count = 0
        for k in range(3):
            count += rows[k][k] < 0
            for i in range(k + 1, 3):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
        return count

    bound = max(abs(a) + abs(b) + abs(c) for a, b, c in VALUE)
    return _bisected(-bound, bound, lambda x: below(x) >= number)


def _bisected(low: Fraction, high: Fraction, is_above: Callable[[Fraction], bool]) -> tuple[Fraction, Fraction]:
    """Shorten an interval to 10^-12; `is_above` tells whether a point is too large."""
    while high - low > Fraction(1, 10**12):
        # Off the middle, so that no pivot is 0 at a simple fraction.
        middle = low + (high - low) * Fraction(50, 101)
        low, high = (low, middle) if is_above(middle) else (middle, high)
    return low, high


# ------------------------------------------------------------------ 6.2


def looped_network(
    *, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, passes: int,
    scale: float, shift: float, feed_forward: bool, redrawn: bool = False, blocks: bool = True,
) -> Record:
    """Loop a random pre-norm network over random prompts, and then its final norm alone.

    Weights are normal with the standard deviation `scale`, in every pass anew if `redrawn`; the
    final norm has the gain 1 and a shift uniform on (-shift, shift). `blocks` may leave all out.
    """
    from verify.numerics.depth_records import looped_passes
    from verify.numerics.draws import Draws
    from verify.numerics.looped_networks import NetworkBlock, looped, random_blocks
    from verify.numerics.measures import mean_cosine_distance, mean_length
    from verify.numerics.trajectories import floats

    random = Draws(seed)
    start = random.normal((prompts, tokens, width))
    gain, shifts = floats([1.0] * width), random.uniform(-shift, shift, (width,))

    def drawn() -> list[NetworkBlock]:
        return random_blocks(random, layers=layers, width=width, scale=scale, feed_forward=feed_forward)

    fixed = drawn() if blocks else []

    def loop(layers_of: Callable[[int], list[NetworkBlock]]) -> list[tuple[float, float]]:
        return looped(start, layers_of, heads=heads, passes=passes, gain=gain, shift=shifts,
                      observe=lambda x: (float(mean_cosine_distance(x).mean()), mean_length(x)))

    trace = loop(lambda k: drawn() if redrawn and k and blocks else fixed)
    alone = loop(lambda k: [])
    by_definition = max(
        abs(distance - defined_distance(prompt))
        for distance, prompt in zip(mean_cosine_distance(start).tolist(), start.tolist(), strict=True)
    )
    return Record({
        **looped_passes(trace, alone, len(fixed)),
        "largest difference between (25) on a batch and by its definition": Figure(0.0, by_definition),
    })


def defined_distance(tokens: list[list[float]]) -> float:
    """Return (25) as it is written, for one prompt."""

    def dot(u: list[float], v: list[float]) -> float:
        return sum(a * b for a, b in zip(u, v, strict=True))

    first = tokens[0]
    cosines = [dot(first, y) / sqrt(dot(first, first) * dot(y, y)) for y in tokens]
    return 1 - sum(cosines) / len(tokens)


def trace_length(passes: int, layers: int) -> int:
    """Return how many values a loop of a small network gives."""
    from verify.numerics.draws import Draws
    from verify.numerics.looped_networks import looped, random_blocks
    from verify.numerics.trajectories import floats

    random = Draws(1)
    network = random_blocks(random, layers=layers, width=4, scale=0.1, feed_forward=True)
    start, gain, shift = random.normal((1, 3, 4)), floats([1.0] * 4), floats([0.0] * 4)
    return len(looped(start, lambda k: network, heads=2, passes=passes, gain=gain, shift=shift, observe=len))
