"""Instances per second of a campaign: FLINT's rationals against `fractions`, in one run.

    python property_tests/benchmarks/campaign_throughput.py

The campaign compares the four margins of a bipartite state, in factored form, with the exact
blocks. Beside it, the same instances are decided with `fractions.Fraction`: the same draws, the
same blocks, the same criterion. Before anything is timed, both are seen to say the same of every
instance. Times are the processor's, so that a busy machine matters less; what is drawn and how an
instance is told is part of a campaign, and is shown on a line of its own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import flint

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from proofs.power_method.exact_bipartite import (
    drawn_state,
    drawn_step,
    factored,
    stable_by_margins,
)
from verify.methods.campaigns import random_of
from verify.numerics.bipartite import Bipartite, layer_verdict

INSTANCES, ROUNDS = 4000, 3

Plain = tuple[Bipartite[Fraction], Fraction]
Fast = tuple[Bipartite[flint.fmpq], flint.fmpq]


def drawn() -> list[Fast]:
    """Draw what the campaign draws."""
    found = []
    for number in range(INSTANCES):
        random = random_of("benchmark", 0, number)
        state = drawn_state(random)
        found.append((state, drawn_step(random, state, short=random.random() < 0.5)))
    return found


def plain(number: flint.fmpq) -> Fraction:
    """Return a rational of FLINT as a Fraction."""
    return Fraction(int(number.p), int(number.q))


def in_fractions(state: Bipartite[flint.fmpq], step: flint.fmpq) -> Plain:
    """Return an instance in the rationals of the standard library."""
    spectrum = tuple(plain(value) for value in state.eigenvalues)
    return Bipartite(state.p, state.q, plain(state.within), spectrum, state.at), plain(step)


def decided(state: Bipartite[flint.fmpq], step: flint.fmpq) -> tuple[str, bool]:
    """Return the verdict of the blocks and of the criterion, in either kind of rationals."""
    verdict = layer_verdict(state, step)
    return verdict, verdict != "undefined" and factored(state, step)


def seconds(work: Callable[[], object]) -> float:
    """Return the least processor time of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def campaign() -> None:
    """Decide the campaign's instances as the engine does, drawing included."""
    decide = stable_by_margins()
    for number in range(INSTANCES):
        decide(random_of("benchmark", 0, number))


def main() -> None:
    """Compare, then print a table."""
    fast = drawn()
    slow = [in_fractions(state, step) for state, step in fast]
    for one, other in zip(fast, slow, strict=True):
        if decided(*one) != decided(*other):
            raise SystemExit(f"FLINT and fractions differ at {one}")
    times = {
        "decisions, flint.fmpq": seconds(lambda: [decided(*one) for one in fast]),
        "decisions, fractions": seconds(lambda: [decided(*one) for one in slow]),
        "campaign, drawing and telling included": seconds(campaign),
    }
    for name, taken in times.items():
        print(f"{name:42}{INSTANCES / taken:10.0f} instances a second")
    ratio = times["decisions, fractions"] / times["decisions, flint.fmpq"]
    print(f"fractions take {ratio:.1f} times as long as FLINT's rationals")


if __name__ == "__main__":
    main()
