"""Bipartite states drawn at random: group sizes, scores, a spectrum and a step."""

from random import Random
from typing import TypeAlias

from flint import fmpq

from proofs.power_method.bipartite_verdicts import Bipartite

State: TypeAlias = Bipartite[fmpq]
PAIRS = ((1, 9), (1, 5), (1, 3), (2, 3), (9, 10), (1, 1), (5, 4), (3, 2), (2, 1), (7, 1), (30, 1))
WEIGHTS = tuple(fmpq(*pair) for pair in PAIRS)


def drawn_state(random: Random) -> State:
    """Draw a state under Assumption 1: nonzero eigenvalues, the first positive and simple.

    The boundaries E = 1, p/q and q/p are drawn beside other weights E = e^{2g}. Every third state
    is of a kind that can attract: strong scores, and at v_1 the other eigenvalues negative, or at
    v_d a last one beyond -lambda_1.
    """
    p, q = random.randint(1, 4), random.randint(1, 4)
    edges = (fmpq(p, q), fmpq(q, p), fmpq(1), fmpq(p * p + q * q, 2 * p * q))
    E = random.choice(random.choice((WEIGHTS, WEIGHTS, edges)))
    first = fmpq(random.randint(1, 12), random.randint(1, 6))
    scale = random.choice((1, 1, 2))
    rest = [
        fmpq(scale * random.randint(1, 12) * random.choice((1, -1)), random.randint(1, 12))
        for _ in range(random.choice((1, 1, 2, 3)))
    ]
    while any(value >= first for value in rest):
        rest = [value / 2 - 1 if value >= first else value for value in rest]
    if len(rest) > 1 and random.random() < 0.3:
        rest[0] = rest[1]
    rest = sorted((value for value in rest if value != 0), reverse=True) or [-first]
    at = random.randrange(1 + len(rest))
    if random.random() < 1 / 3:
        at = random.choice((0, len(rest)))
        strength = random.choice((3, 7, 30))
        E = fmpq(1, strength) if at else fmpq(strength)
        if not at:
            rest = sorted((-abs(value) for value in rest), reverse=True)
        rest[-1] = min(rest[-1], -first * random.choice((1, 2, 4)))
    return Bipartite(p, q, E, (first, *rest), at)


def drawn_step(random: Random, state: State, short: bool) -> fmpq:
    """Draw a step with tau ||V|| < 1 if `short`, and otherwise up to 10 or so."""
    share = random.randint(1, 19) * (1 if short else random.choice((1, 1, 3, 10)))
    return fmpq(share, 20) / max(map(abs, state.eigenvalues))


def factored(state: State, step: fmpq, without: str = "") -> bool:
    """Return whether J1 to J4 hold, in sigma and m; `without` names one that is left out."""
    b, (plus, minus) = step * state.here, state.means
    sigma, m = (plus + minus) / 2, plus * minus
    if without != "J4" and ((state.p > 1 and b * plus <= 0) or (state.q > 1 and b * minus <= 0)):
        return False
    for other in state.others:
        c = step * other
        held = {
            "J1": (c - b) * (sigma * c - m * b) > 0,
            "J2": 1 + 2 * b * sigma + b * b * m > (1 + c) * (1 + c * sigma),
            "J3": 4 + 4 * b * sigma + 2 * c * (1 + sigma) + (c + b) * (sigma * c + m * b) > 0,
        }
        if not all(holds for name, holds in held.items() if name != without):
            return False
    return True
