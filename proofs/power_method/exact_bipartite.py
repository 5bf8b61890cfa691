"""Bipartite states drawn at random, and criteria for them against exact margins.

Each function returns a decision that draws group sizes, scores, a spectrum (with repetitions) and a
step, and compares what a criterion says with the signs of the exact blocks. Keywords other than
their defaults make a criterion false.
"""

from collections.abc import Callable
from random import Random
from typing import Literal

import flint

from verify.numerics.bipartite import Bipartite, flow_verdict, layer_verdict, lengths
from verify.vocabulary import Case

Decision = Callable[[Random], Case]
State = Bipartite[flint.fmpq]
Place = Literal["first", "last", "any"]
WEIGHTS = ((1, 9), (1, 5), (1, 3), (2, 3), (9, 10), (1, 1), (5, 4), (3, 2), (2, 1), (7, 1), (30, 1))


def drawn_state(random: Random, place: Place = "any") -> State:
    """Draw a state under Assumption 1: nonzero eigenvalues, the first positive and simple.

    The boundaries E = 1, p/q and q/p are drawn beside other weights E = e^{2g}. Every third state is
    of a kind that can attract: strong scores, and at v_1 the other eigenvalues negative, or at v_d
    a last one beyond -lambda_1.
    """
    p, q = random.randint(1, 4), random.randint(1, 4)
    edges = ((p, q), (q, p), (1, 1), (p * p + q * q, 2 * p * q))
    E = flint.fmpq(*random.choice(random.choice((WEIGHTS, WEIGHTS, edges))))
    first = flint.fmpq(random.randint(1, 12), random.randint(1, 6))
    scale = random.choice((1, 1, 2))
    rest = [scale * _nonzero(random, 12, 12) for _ in range(random.choice((1, 1, 2, 3)))]
    while any(value >= first for value in rest):
        rest = [value / 2 - 1 if value >= first else value for value in rest]
    if len(rest) > 1 and random.random() < 0.3:
        rest[0] = rest[1]
    rest = sorted((value for value in rest if value != 0), reverse=True) or [-first]
    if random.random() < 1 / 3:
        place = random.choice(("first", "last")) if place == "any" else place
        strength = random.choice((3, 7, 30))
        E = flint.fmpq(strength) if place == "first" else flint.fmpq(1, strength)
        if place == "first":
            rest = sorted((-abs(value) for value in rest), reverse=True)
        rest[-1] = min(rest[-1], -first * random.choice((1, 2, 4)))
    spectrum = (first, *rest)
    at = {"first": 0, "last": len(spectrum) - 1, "any": random.randrange(len(spectrum))}[place]
    return Bipartite(p, q, E, spectrum, at)


def drawn_step(random: Random, state: State, short: bool) -> flint.fmpq:
    """Draw a step with tau ||V|| < 1 if `short`, and otherwise up to 10 or so."""
    largest = max(abs(value) for value in state.eigenvalues)
    share = flint.fmpq(random.randint(1, 19), 20)
    return share / largest if short else share * random.choice((1, 1, 3, 10)) / largest


def told(state: State, step: flint.fmpq | None = None) -> dict[str, object]:
    """Return a state as text."""
    instance: dict[str, object] = {
        "p, q": f"{state.p}, {state.q}", "E": str(state.within),
        "eigenvalues": [str(value) for value in state.eigenvalues], "r": state.at + 1}
    return instance if step is None else instance | {"step": str(step)}


def _nonzero(random: Random, numerator: int, denominator: int) -> flint.fmpq:
    return flint.fmpq(random.randint(1, numerator) * random.choice((1, -1)),
                      random.randint(1, denominator))


# ------------------------------------------------------------------ the four margins of Theorem 3


def stable_by_margins(*, without: str = "", lengths_above_one: bool = False) -> Decision:
    """Decide whether a state is stable exactly if J1 to J4 hold, in their factored form.

    `without` names one that is left out; `lengths_above_one` asks for rho_+, rho_- > 1, too.
    """

    def decide(random: Random) -> Case:
        state = drawn_state(random)
        step = drawn_step(random, state, short=random.random() < 0.5)
        verdict = layer_verdict(state, step)
        if verdict in ("undefined", "neutral"):
            return Case("boundary")
        criterion = factored(state, step, without)
        if lengths_above_one:
            criterion = criterion and all(length > 1 for length in lengths(state, step))
        return compared(criterion, verdict == "stable", told(state, step), verdict)

    return decide


def factored(state: State, step: flint.fmpq, without: str = "") -> bool:
    """Return whether J1 to J4 hold, written with p, q and E instead of the blocks."""
    p, q, E = state.p, state.q, state.within
    below = (p * E + q) * (q * E + p)
    sigma, m = p * q * (E * E - 1) / below, (p * E - q) * (q * E - p) / below
    here = state.eigenvalues[state.at]
    each = {"J4": (p == 1 or here * (p * E - q) > 0) and (q == 1 or here * (q * E - p) > 0),
            "J1": True, "J2": True, "J3": True}
    b = step * here
    for other in state.others:
        c = step * other
        each["J1"] &= (c - b) * (sigma * c - m * b) > 0
        each["J2"] &= 1 + 2 * b * sigma + b * b * m - (1 + c) * (1 + c * sigma) > 0
        each["J3"] &= 4 + 4 * b * sigma + 2 * c * (1 + sigma) + (c + b) * (sigma * c + m * b) > 0
    return all(holds for name, holds in each.items() if name != without)


# ------------------------------------------------------------------ where stable states can be


def unstable_elsewhere(flow: bool = False, *, last: bool = True, between: bool = False,
                       repeated: bool = False) -> Decision:
    """Decide whether a state outside the two exceptional places is linearly unstable.

    Without `last` the place at lambda_d is no exception, with `repeated` it is none where lambda_d is
    repeated; with `between` no state at an eigenvalue between the two is held to be unstable.
    """

    def decide(random: Random) -> Case:
        state = drawn_state(random)
        step = drawn_step(random, state, short=random.random() < 0.5)
        verdict = flow_verdict(state) if flow else layer_verdict(state, step)
        if verdict == "undefined":
            return Case("boundary")
        instance = told(state, None if flow else step)
        E, values, here = state.within, state.eigenvalues, state.eigenvalues[state.at]
        at_last = last and here == values[-1] and not (repeated and values.count(here) > 1)
        if between and values[0] > here > values[-1]:
            return compared(True, verdict != "unstable", instance, verdict)
        if (state.at == 0 and E >= 1) or (at_last and E < 1 and here < 0 and -here > values[0]):
            kind = f"{verdict}, r = {'1' if state.at == 0 else 'd'}"
            return Case("boundary" if verdict == "neutral" else "agrees", instance, kind)
        return compared(True, verdict == "unstable", instance, _region(state))

    return decide


def unstable_at_equal_scores(flow: bool = False, *, any_groups: bool = False,
                             any_step: bool = False) -> Decision:
    """Decide whether at v_1 with g = 0 exactly p != q or lambda_2 > 0 makes a state unstable.

    For the layer tau |lambda_d| <= 2 is drawn, unless `any_step`; with `any_groups` only lambda_2
    is looked at.
    """

    def decide(random: Random) -> Case:
        drawn = drawn_state(random, "first")
        state: State = Bipartite(drawn.p, random.choice((drawn.p, drawn.q)), flint.fmpq(1),
                                 drawn.eigenvalues, 0)
        step = drawn_step(random, state, short=False)
        if not any_step and step * -state.eigenvalues[-1] > 2:
            return Case("boundary")
        verdict = flow_verdict(state) if flow else layer_verdict(state, step)
        if verdict == "undefined":
            return Case("boundary")
        criterion = state.eigenvalues[1] > 0 or (state.p != state.q and not any_groups)
        groups = "equal groups" if state.p == state.q else "unequal groups"
        return compared(criterion, verdict == "unstable", told(state, None if flow else step),
                        f"{groups}, {verdict}")

    return decide


def _region(state: State) -> str:
    scores = "g = 0" if state.within == 1 else "g > 0" if state.within > 1 else "g < 0"
    return f"{scores}, lambda_r {'>' if state.eigenvalues[state.at] > 0 else '<'} 0"


# ------------------------------------------------------------------ the criterion without the step


def stable_without_step(flow: bool = False, *, ratio: bool = True, scores: bool = True,
                        groups: bool = True, long: bool = False) -> Decision:
    """Decide whether a state is stable exactly by the criterion in R(E), for tau ||V|| < 1.

    Without `ratio` the comparison with R is left out, without `groups` the bound on E for groups of
    two or more, and without `scores` the sign of g does not count; with `long` the steps of a layer
    go beyond tau ||V|| < 1.
    """

    def decide(random: Random) -> Case:
        state = drawn_state(random, random.choice(("first", "first", "last", "any")))
        step = drawn_step(random, state, short=not long)
        verdict = flow_verdict(state) if flow else layer_verdict(state, step)
        if verdict in ("undefined", "neutral"):
            return Case("boundary")
        criterion = without_step(state, ratio, scores, groups)
        place = "1" if state.at == 0 else "d" if state.at == len(state.eigenvalues) - 1 else "other"
        return compared(criterion, verdict == "stable", told(state, None if flow else step),
                        f"{verdict}, r = {place}")

    return decide


def without_step(state: State, ratio: bool = True, scores: bool = True,
                 groups: bool = True) -> bool:
    """Return what the criterion in R(E) says."""
    p, q, E, values = state.p, state.q, state.within, state.eigenvalues
    here, last, wide = values[state.at], values[-1], max(flint.fmpq(p, q), flint.fmpq(q, p))
    if state.at == 0:
        large, against = E if scores else max(E, 1 / E), values[1]
        spread = large > wide or min(p, q) == 1 or not groups
    else:
        large, against = 1 / E if scores else max(E, 1 / E), values[0]
        spread = large > wide and here < 0 and here == last and values.count(last) == 1
    return large > 1 and spread and (not ratio or against < abs(here) * _ratio(p, q, large))


def _ratio(p: int, q: int, E: flint.fmpq) -> flint.fmpq:
    return (p * E - q) * (q * E - p) / (p * q * (E * E - 1))


def compared(criterion: bool, happens: bool, instance: dict[str, object], kind: str) -> Case:
    """Compare two answers about a state."""
    return Case("agrees" if criterion == happens else "differs", instance, kind)
