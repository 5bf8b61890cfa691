"""Instances per second: a campaign's decisions against plain `fractions`.

The comparison is of one campaign: the four margins of a bipartite state, in factored form, against
the signs of the exact blocks. The engine draws and decides it in arrays of integers over common
denominators, whose signs are read off doubles where these are sure of them. Beside it the same
instances are decided with `fractions.Fraction`, as one would write it down: the same blocks, the
same criterion, nothing computed twice. Before anything is timed, both are seen to say the same of
every instance, and so is the general code of `families.bipartite` beside the paper's statements,
timed in FLINT's rationals. Times are the processor's, so that a busy machine matters less; the
campaign as a whole draws, decides and hashes its instances.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import flint

from benchmarks.rows import Row
from proofs.power_method.drawn_bipartite import (
    UNDEFINED,
    VERDICTS,
    States,
    Steps,
    verdicts_of_layers,
)
from proofs.power_method.exact_bipartite import drawn_with_steps, factored, stable_by_margins
from proofs.power_method.families.bipartite import Bipartite, layer_verdict
from verify.numerics.integer_arrays import Chances
from verify.steps.campaign import Campaign, blocks_of, decide_block

INSTANCES, ROUNDS = 4000, 3
ARRAYS, FRACTIONS = "decisions, arrays of integers", "decisions, fractions"
Answer = tuple[str, bool]


def drawn() -> tuple[States, Steps]:
    """Draw what the campaign draws."""
    return drawn_with_steps(Chances(0, range(INSTANCES)))


# ------------------------------------------------------------------ three ways to decide


def in_arrays(states: States, steps: Steps) -> list[Answer]:
    """Return the verdicts of the blocks and of the criterion as the campaign finds them."""
    verdicts = verdicts_of_layers(states, steps)
    criterion = factored(states, steps) & (verdicts != UNDEFINED)
    return [(VERDICTS[k], holds) for k, holds in zip(verdicts, criterion.tolist(), strict=True)]


def in_fractions(state: Bipartite[Fraction], tau: Fraction) -> Answer:
    """Return the same by `fractions`, from the blocks and the criterion as they are printed."""
    p, q, E, here = state.p, state.q, state.within, state.eigenvalues[state.at]
    stay, keep = p * E / (p * E + q), q * E / (q * E + p)
    plus, minus = 2 * stay - 1, 2 * keep - 1
    b = tau * here
    rho_plus, rho_minus = 1 + b * plus, 1 + b * minus
    if rho_plus <= 0 or rho_minus <= 0:
        return "undefined", False
    others = [tau * value for k, value in enumerate(state.eigenvalues) if k != state.at]
    verdict = by_blocks(others, (p, q), (stay, keep), (rho_plus, rho_minus))
    return verdict, by_margins(others, b, (p, q), (plus, minus))


def by_blocks(
    others: list[Fraction],
    sizes: tuple[int, int],
    shares: tuple[Fraction, Fraction],
    lengths: tuple[Fraction, Fraction],
) -> str:
    """Return what the multipliers 1/rho and the 2 x 2 blocks say, by the Jury conditions."""
    neutral, (stay, keep), (rho_plus, rho_minus) = False, shares, lengths
    for size, length in zip(sizes, lengths, strict=True):
        if size > 1 and others:
            if length < 1:
                return "unstable"
            neutral |= length == 1
    for c in others:
        first, second = (1 + c * stay) / rho_plus, (1 + c * keep) / rho_minus
        crossed = c * (1 - stay) / rho_plus * (c * (1 - keep) / rho_minus)
        trace, determinant = first + second, first * second - crossed
        for margin in (1 - trace + determinant, 1 - determinant, 1 + trace + determinant):
            if margin < 0:
                return "unstable"
            neutral |= margin == 0
    return "neutral" if neutral else "stable"


def by_margins(
    others: list[Fraction], b: Fraction, sizes: tuple[int, int], means: tuple[Fraction, Fraction]
) -> bool:
    """Return whether J1 to J4 hold, in sigma and m."""
    if any(size > 1 and b * mean <= 0 for size, mean in zip(sizes, means, strict=True)):
        return False
    sigma, m = sum(means) / 2, means[0] * means[1]
    return all(
        (c - b) * (sigma * c - m * b) > 0
        and 1 + 2 * b * sigma + b * b * m > (1 + c) * (1 + c * sigma)
        and 4 + 4 * b * sigma + 2 * c * (1 + sigma) + (c + b) * (sigma * c + m * b) > 0
        for c in others
    )


def exact(number: Fraction) -> flint.fmpq:
    """Return a rational as one of FLINT's."""
    return flint.fmpq(number.numerator, number.denominator)


def in_flint(state: Bipartite[Fraction]) -> Bipartite[flint.fmpq]:
    """Return a state in FLINT's rationals."""
    spectrum = tuple(map(exact, state.eigenvalues))
    return Bipartite(state.p, state.q, exact(state.within), spectrum, state.at)


# ------------------------------------------------------------------ how long it takes


def seconds(work: Callable[[], object]) -> float:
    """Return the least processor time of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def campaign(label: str = "benchmark") -> None:
    """Decide the campaign's instances as the engine does, drawing included."""
    step = Campaign(together=stable_by_margins())
    for numbers in blocks_of(step, 10 * INSTANCES):
        decide_block(step, label, 0, numbers)


def compared() -> dict[str, float]:
    """Return the instances a second of each way, once all are seen to say the same."""
    states, steps = drawn()
    plain = [(states.state(k), steps.step(k)) for k in range(INSTANCES)]
    fast = [(in_flint(state), exact(step)) for state, step in plain]
    for answer, other, third in zip(in_arrays(states, steps), plain, fast, strict=True):
        if answer != in_fractions(*other) or answer[0] != layer_verdict(*third):
            raise SystemExit(f"the ways to decide differ at {other}")
    times = {
        ARRAYS: seconds(lambda: in_arrays(states, steps)),
        FRACTIONS: seconds(lambda: [in_fractions(*one) for one in plain]),
        "general verdicts alone, flint.fmpq": seconds(
            lambda: [layer_verdict(*one) for one in fast]
        ),
        "campaign, drawing included": seconds(campaign) / 10,
    }
    return {name: INSTANCES / taken for name, taken in times.items()}


def rows() -> list[Row]:
    """Return the instances a second of each way."""
    return [
        Row("instances of a campaign", who, "instances", INSTANCES, "instances a second", speed,
            who in (ARRAYS, "campaign, drawing included"))
        for who, speed in compared().items()
    ]  # fmt: skip
