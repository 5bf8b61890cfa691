"""Bipartite states drawn at random, and criteria for them against exact margins.

Each function returns a decision that draws group sizes, scores, a spectrum (with repetitions) and a
step, and compares what a criterion says with the signs of the exact blocks. All numbers of a state
have common denominators, so that only integers are multiplied: a campaign decides several times
more states a second than with fractions. Keywords other than their defaults make a criterion false.
"""

from collections.abc import Callable
from dataclasses import replace
from math import lcm
from random import Random
from typing import Literal

import flint

from proofs.power_method.families.bipartite import (
    Cleared,
    cleared_flow_verdict,
    cleared_layer_verdict,
)
from verify.vocabulary import Case

Decision = Callable[[Random], Case]
Step = tuple[int, int]                                             # numerator and denominator
Place = Literal["first", "last", "any"]
WEIGHTS = ((1, 9), (1, 5), (1, 3), (2, 3), (9, 10), (1, 1), (5, 4), (3, 2), (2, 1), (7, 1), (30, 1))


def drawn_state(random: Random, place: Place = "any") -> Cleared:
    """Draw a state under Assumption 1: nonzero eigenvalues, the first positive and simple.

    The boundaries E = 1, p/q and q/p are drawn beside other weights E = e^{2g}. Every third state is
    of a kind that can attract: strong scores, and at v_1 the other eigenvalues negative, or at v_d
    a last one beyond -lambda_1.
    """
    p, q = random.randint(1, 4), random.randint(1, 4)
    edges = ((p, q), (q, p), (1, 1), (p * p + q * q, 2 * p * q))
    E = random.choice(random.choice((WEIGHTS, WEIGHTS, edges)))
    pairs = [(random.randint(1, 12), random.randint(1, 6))]
    scale = random.choice((1, 1, 2))
    for _ in range(random.choice((1, 1, 2, 3))):
        numerator = random.randint(1, 12) * random.choice((1, -1))
        pairs.append((scale * numerator, random.randint(1, 12)))
    unit = lcm(*(denominator for _, denominator in pairs))
    first, *rest = (unit // denominator * numerator for numerator, denominator in pairs)
    while any(value >= first for value in rest):
        unit, first, bound = 2 * unit, 2 * first, first            # lambda / 2 - 1, until it is below
        rest = [value - unit if value >= bound else 2 * value for value in rest]
    if len(rest) > 1 and random.random() < 0.3:
        rest[0] = rest[1]
    rest = sorted((value for value in rest if value != 0), reverse=True) or [-first]
    if random.random() < 1 / 3:
        place = random.choice(("first", "last")) if place == "any" else place
        strength = random.choice((3, 7, 30))
        E = (strength, 1) if place == "first" else (1, strength)
        if place == "first":
            rest = sorted((-abs(value) for value in rest), reverse=True)
        rest[-1] = min(rest[-1], -first * random.choice((1, 2, 4)))
    anywhere = random.randrange(1 + len(rest))
    at = {"first": 0, "last": len(rest), "any": anywhere}[place]
    return Cleared(p, q, *E, (first, *rest), unit, at)


def drawn_step(random: Random, state: Cleared, short: bool) -> Step:
    """Draw a step with tau ||V|| < 1 if `short`, and otherwise up to 10 or so."""
    largest = max(abs(value) for value in state.numerators)
    share = random.randint(1, 19) * (1 if short else random.choice((1, 1, 3, 10)))
    return share * state.denominator, 20 * largest


def told(state: Cleared, step: Step | None = None) -> dict[str, object]:
    """Return a state as text."""
    eigenvalues = [str(flint.fmpq(value, state.denominator)) for value in state.numerators]
    instance: dict[str, object] = {
        "p, q": f"{state.p}, {state.q}", "E": str(flint.fmpq(state.own, state.other)),
        "eigenvalues": eigenvalues, "r": state.at + 1}
    return instance if step is None else instance | {"step": str(flint.fmpq(*step))}


# ------------------------------------------------------------------ the four margins of Theorem 3


def stable_by_margins(*, without: str = "", lengths_above_one: bool = False) -> Decision:
    """Decide whether a state is stable exactly if J1 to J4 hold, in their factored form.

    `without` names one that is left out; `lengths_above_one` asks for rho_+, rho_- > 1, too.
    """

    def decide(random: Random) -> Case:
        state = drawn_state(random)
        step = drawn_step(random, state, short=random.random() < 0.5)
        verdict = cleared_layer_verdict(state, step)
        if verdict in ("undefined", "neutral"):
            return Case("boundary")
        criterion = factored(state, step, without)
        if lengths_above_one:                                      # rho - 1 = tau lambda_r mu
            pulls = (state.numerators[state.at] * excess for excess in state.excesses)
            criterion = criterion and all(pull > 0 for pull in pulls)
        return compared(criterion, verdict == "stable", told(state, step), verdict)

    return decide


def factored(state: Cleared, step: Step, without: str = "") -> bool:
    """Return whether J1 to J4 hold, written with p, q and E instead of the blocks.

    Times the square of `one` and `below` all of them are in integers: with tau lambda_k = c / one,
    sigma and m are divided by `below`, (pE + q)(qE + p) times the square of E's denominator.
    """
    p, q, own, other = state.p, state.q, state.own, state.other
    (plus, minus), (first, second) = state.excesses, state.masses
    below, m, sigma = first * second, plus * minus, p * q * (own * own - other * other)
    one, b = step[1] * state.denominator, step[0] * state.numerators[state.at]
    if without != "J4" and ((p > 1 and b * plus <= 0) or (q > 1 and b * minus <= 0)):
        return False
    square, b_sigma, bb_m = one * one * below, b * one * sigma, b * b * m
    for k, value in enumerate(state.numerators):
        if k == state.at:
            continue
        c = step[0] * value
        if without != "J1" and (c - b) * (sigma * c - m * b) <= 0:
            return False
        if without != "J2" and \
                square + 2 * b_sigma + bb_m <= (one + c) * (one * below + c * sigma):
            return False
        if without != "J3" and 4 * square + 4 * b_sigma + 2 * c * one * (below + sigma) \
                + (c + b) * (sigma * c + m * b) <= 0:
            return False
    return True


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
        verdict = cleared_flow_verdict(state) if flow else cleared_layer_verdict(state, step)
        if verdict == "undefined":
            return Case("boundary")
        instance = told(state, None if flow else step)
        values, here = state.numerators, state.numerators[state.at]
        at_last = last and here == values[-1] and not (repeated and values.count(here) > 1)
        if between and values[0] > here > values[-1]:
            return compared(True, verdict != "unstable", instance, verdict)
        attracts = state.own >= state.other if state.at == 0 else \
            at_last and state.own < state.other and here < 0 and -here > values[0]
        if attracts:
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
        state = Cleared(drawn.p, random.choice((drawn.p, drawn.q)), 1, 1, drawn.numerators,
                        drawn.denominator, 0)
        step = drawn_step(random, state, short=False)
        if not any_step and step[0] * -state.numerators[-1] > 2 * step[1] * state.denominator:
            return Case("boundary")
        verdict = cleared_flow_verdict(state) if flow else cleared_layer_verdict(state, step)
        if verdict == "undefined":
            return Case("boundary")
        criterion = state.numerators[1] > 0 or (state.p != state.q and not any_groups)
        groups = "equal groups" if state.p == state.q else "unequal groups"
        return compared(criterion, verdict == "unstable", told(state, None if flow else step),
                        f"{groups}, {verdict}")

    return decide


def _region(state: Cleared) -> str:
    sign = "=" if state.own == state.other else ">" if state.own > state.other else "<"
    return f"g {sign} 0, lambda_r {'>' if state.numerators[state.at] > 0 else '<'} 0"


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
        verdict = cleared_flow_verdict(state) if flow else cleared_layer_verdict(state, step)
        if verdict in ("undefined", "neutral"):
            return Case("boundary")
        criterion = without_step(state, ratio, scores, groups)
        place = "1" if state.at == 0 else "d" if state.at == len(state.numerators) - 1 else "other"
        return compared(criterion, verdict == "stable", told(state, None if flow else step),
                        f"{verdict}, r = {place}")

    return decide


def without_step(state: Cleared, ratio: bool = True, scores: bool = True,
                 groups: bool = True) -> bool:
    """Return what the criterion in R(E) says; a / b is E at v_1 and 1/E at v_d."""
    p, q, values = state.p, state.q, state.numerators
    here, last, top = values[state.at], values[-1], state.at == 0
    a, b = (state.own, state.other) if top else (state.other, state.own)
    if not scores:
        a, b = max(a, b), min(a, b)
    if a <= b:
        return False
    against, strong = values[1] if top else values[0], a * min(p, q) > b * max(p, q)
    if top:
        spread = strong or min(p, q) == 1 or not groups
    else:
        spread = strong and here < 0 and here == last and values.count(last) == 1
    margin = abs(here) * (p * a - q * b) * (q * a - p * b) - against * p * q * (a * a - b * b)
    return spread and (not ratio or margin > 0)


# ------------------------------------------------------------------ equal groups, lambda_r < 0


def stable_at_negative(*, printed: bool = False, ratio: bool = True, largest: bool = True) -> Decision:
    """Decide whether equal groups at a negative lambda_r are stable as they are for p = q.

    That is, for tau ||V|| < 1, exactly if g < 0, r = d, lambda_d is simple and |lambda_d| tanh |g|
    is above lambda_1. `printed` says never; without `ratio` g < 0 suffices at v_d, and without
    `largest` |lambda_d| is compared with lambda_1 as if tanh |g| were 1.
    """

    def decide(random: Random) -> Case:
        drawn = drawn_state(random, random.choice(("last", "last", "any")))
        own, other = random.choice(((1, 2), (1, 3), (1, 9), (1, 30), (drawn.own, drawn.other)))
        state = replace(drawn, q=drawn.p, own=own, other=other)
        values, here = state.numerators, state.numerators[state.at]
        step = drawn_step(random, state, short=True)
        verdict = cleared_layer_verdict(state, step)
        if here > 0 or verdict in ("undefined", "neutral"):
            return Case("boundary")
        reach = -here * ((other - own) if largest else other + own)        # |lambda_r| tanh |g|
        beyond = values[0] * (other + own) < reach or not ratio
        last = here == values[-1] and values.count(here) == 1
        criterion = own < other and last and beyond and not printed
        return compared(criterion, verdict == "stable", told(state, step), verdict)

    return decide


def compared(criterion: bool, happens: bool, instance: dict[str, object], kind: str) -> Case:
    """Compare two answers about a state."""
    return Case("agrees" if criterion == happens else "differs", instance, kind)
