"""Bipartite states drawn at random, and criteria for them against exact margins.

Each function returns a decision that draws group sizes, scores, a spectrum (with repetitions) and a
step, and compares what a criterion says with the signs of the exact blocks. Keywords other than
their defaults make a criterion false.
"""

from dataclasses import replace
from random import Random
from typing import Literal

from flint import fmpq

from verify.vocabulary import Case

from .bipartite_verdicts import Bipartite, Verdict, flow_verdict, layer_verdict
from .decisions import compared, decision, written

State = Bipartite[fmpq]
Place = Literal["first", "last", "any"]
WEIGHTS = tuple(fmpq(*pair) for pair in ((1, 9), (1, 5), (1, 3), (2, 3), (9, 10), (1, 1), (5, 4),
                                         (3, 2), (2, 1), (7, 1), (30, 1)))


def drawn_state(random: Random, place: Place = "any") -> State:
    """Draw a state under Assumption 1: nonzero eigenvalues, the first positive and simple.

    The boundaries E = 1, p/q and q/p are drawn beside other weights E = e^{2g}. Every third state is
    of a kind that can attract: strong scores, and at v_1 the other eigenvalues negative, or at v_d
    a last one beyond -lambda_1.
    """
    p, q = random.randint(1, 4), random.randint(1, 4)
    edges = (fmpq(p, q), fmpq(q, p), fmpq(1), fmpq(p * p + q * q, 2 * p * q))
    E = random.choice(random.choice((WEIGHTS, WEIGHTS, edges)))
    first = fmpq(random.randint(1, 12), random.randint(1, 6))
    scale = random.choice((1, 1, 2))
    rest = [fmpq(scale * random.randint(1, 12) * random.choice((1, -1)), random.randint(1, 12))
            for _ in range(random.choice((1, 1, 2, 3)))]
    while any(value >= first for value in rest):
        rest = [value / 2 - 1 if value >= first else value for value in rest]
    if len(rest) > 1 and random.random() < 0.3:
        rest[0] = rest[1]
    rest = sorted((value for value in rest if value != 0), reverse=True) or [-first]
    if random.random() < 1 / 3:
        place = random.choice(("first", "last")) if place == "any" else place
        strength = random.choice((3, 7, 30))
        E = fmpq(strength) if place == "first" else fmpq(1, strength)
        if place == "first":
            rest = sorted((-abs(value) for value in rest), reverse=True)
        rest[-1] = min(rest[-1], -first * random.choice((1, 2, 4)))
    anywhere = random.randrange(1 + len(rest))
    return Bipartite(p, q, E, (first, *rest), {"first": 0, "last": len(rest), "any": anywhere}[place])


def drawn_step(random: Random, state: State, short: bool) -> fmpq:
    """Draw a step with tau ||V|| < 1 if `short`, and otherwise up to 10 or so."""
    share = random.randint(1, 19) * (1 if short else random.choice((1, 1, 3, 10)))
    return fmpq(share, 20) / max(map(abs, state.eigenvalues))


def verdict_of(state: State, step: fmpq, flow: bool) -> Verdict:
    """Return what the blocks of the flow say, or of the layer."""
    return flow_verdict(state) if flow else layer_verdict(state, step)


def described(state: State, step: fmpq | None) -> dict[str, object]:
    """Return a state as text."""
    instance = written(p=state.p, q=state.q, E=state.within, eigenvalues=state.eigenvalues, r=state.at + 1)
    return instance if step is None else instance | written(step=step)


# ------------------------------------------------------------------ the four margins of Theorem 3


@decision
def stable_by_margins(random: Random, *, without: str = "", lengths_above_one: bool = False) -> Case:
    """Decide whether a state is stable exactly if J1 to J4 hold, in their factored form.

    `without` names one that is left out; `lengths_above_one` asks for rho_+, rho_- > 1, too.
    """
    state = drawn_state(random)
    step = drawn_step(random, state, short=random.random() < 0.5)
    verdict = layer_verdict(state, step)
    if verdict in ("undefined", "neutral"):
        return Case("boundary")
    criterion = factored(state, step, without)
    if lengths_above_one:                                      # rho - 1 = tau lambda_r mu
        criterion = criterion and all(state.here * mean > 0 for mean in state.means)
    return compared(criterion, verdict == "stable", described(state, step), verdict)


def factored(state: State, step: fmpq, without: str = "") -> bool:
    """Return whether J1 to J4 hold, written with sigma and m; `without` names one that is left out."""
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


# ------------------------------------------------------------------ where stable states can be


@decision
def unstable_elsewhere(random: Random, flow: bool = False, *, last: bool = True, between: bool = False,
                       repeated: bool = False) -> Case:
    """Decide whether a state outside the two exceptional places is linearly unstable.

    Without `last` the place at lambda_d is no exception, with `repeated` it is none where lambda_d is
    repeated; with `between` no state at an eigenvalue between the two is held to be unstable.
    """
    state = drawn_state(random)
    step = drawn_step(random, state, short=random.random() < 0.5)
    verdict = verdict_of(state, step, flow)
    if verdict == "undefined":
        return Case("boundary")
    instance = described(state, None if flow else step)
    values, here, E = state.eigenvalues, state.here, state.within
    at_last = last and here == values[-1] and not (repeated and values.count(here) > 1)
    if between and values[0] > here > values[-1]:
        return compared(True, verdict != "unstable", instance, verdict)
    if E >= 1 if state.at == 0 else at_last and E < 1 and here < 0 and -here > values[0]:
        kind = f"{verdict}, r = {'1' if state.at == 0 else 'd'}"
        return Case("boundary" if verdict == "neutral" else "agrees", instance, kind)
    sign = "=" if E == 1 else ">" if E > 1 else "<"
    region = f"g {sign} 0, lambda_r {'>' if here > 0 else '<'} 0"
    return compared(True, verdict == "unstable", instance, region)


@decision
def unstable_at_equal_scores(random: Random, flow: bool = False, *, any_groups: bool = False,
                             any_step: bool = False) -> Case:
    """Decide whether at v_1 with g = 0 exactly p != q or lambda_2 > 0 makes a state unstable.

    For the layer tau |lambda_d| <= 2 is drawn, unless `any_step`; with `any_groups` only lambda_2
    is looked at.
    """
    drawn = drawn_state(random, "first")
    state = replace(drawn, q=random.choice((drawn.p, drawn.q)), within=fmpq(1), at=0)
    step = drawn_step(random, state, short=False)
    verdict = verdict_of(state, step, flow)
    long = -step * state.eigenvalues[-1] > 2
    if verdict == "undefined" or (long and not any_step):
        return Case("boundary")
    criterion = state.eigenvalues[1] > 0 or (state.p != state.q and not any_groups)
    groups = "equal groups" if state.p == state.q else "unequal groups"
    return compared(criterion, verdict == "unstable", described(state, None if flow else step),
                    f"{groups}, {verdict}")


# ------------------------------------------------------------------ the criterion without the step


@decision
def stable_without_step(random: Random, flow: bool = False, *, ratio: bool = True, scores: bool = True,
                        groups: bool = True, long: bool = False) -> Case:
    """Decide whether a state is stable exactly by the criterion in R(E), for tau ||V|| < 1.

    Without `ratio` the comparison with R is left out, without `groups` the bound on E for groups of
    two or more, and without `scores` the sign of g does not count; with `long` the steps of a layer
    go beyond tau ||V|| < 1.
    """
    state = drawn_state(random, random.choice(("first", "first", "last", "any")))
    step = drawn_step(random, state, short=not long)
    verdict = verdict_of(state, step, flow)
    if verdict in ("undefined", "neutral"):
        return Case("boundary")
    criterion = without_step(state, ratio, scores, groups)
    place = "1" if state.at == 0 else "d" if state.at == len(state.eigenvalues) - 1 else "other"
    return compared(criterion, verdict == "stable", described(state, None if flow else step),
                    f"{verdict}, r = {place}")


def without_step(state: State, ratio: bool = True, scores: bool = True, groups: bool = True) -> bool:
    """Return what the criterion in R(E) says; E is 1/E at v_d."""
    p, q, values, here, top = state.p, state.q, state.eigenvalues, state.here, state.at == 0
    E = state.within if top else 1 / state.within
    if not scores:
        E = max(E, 1 / E)
    if E <= 1:
        return False
    against, strong = values[1] if top else values[0], E * min(p, q) > max(p, q)
    if top:
        spread = strong or min(p, q) == 1 or not groups
    else:
        spread = strong and here < 0 and here == values[-1] and values.count(here) == 1
    margin = abs(here) * (p * E - q) * (q * E - p) - against * p * q * (E * E - 1)
    return spread and (not ratio or margin > 0)


# ------------------------------------------------------------------ equal groups, lambda_r < 0


@decision
def stable_at_negative(random: Random, *, printed: bool = False, ratio: bool = True, largest: bool = True) -> Case:
    """Decide whether equal groups at a negative lambda_r are stable as they are for p = q.

    That is, for tau ||V|| < 1, exactly if g < 0, r = d, lambda_d is simple and |lambda_d| tanh |g|
    is above lambda_1. `printed` says never; without `ratio` g < 0 suffices at v_d, and without
    `largest` |lambda_d| is compared with lambda_1 as if tanh |g| were 1.
    """
    drawn = drawn_state(random, random.choice(("last", "last", "any")))
    E = random.choice((fmpq(1, 2), fmpq(1, 3), fmpq(1, 9), fmpq(1, 30), drawn.within))
    state = replace(drawn, q=drawn.p, within=E)
    values, here = state.eigenvalues, state.here
    step = drawn_step(random, state, short=True)
    verdict = layer_verdict(state, step)
    if here > 0 or verdict in ("undefined", "neutral"):
        return Case("boundary")
    tanh = (1 - E) / (1 + E) if largest else 1
    beyond = values[0] < -here * tanh or not ratio
    last = here == values[-1] and values.count(here) == 1
    criterion = E < 1 and last and beyond and not printed
    return compared(criterion, verdict == "stable", described(state, step), verdict)
