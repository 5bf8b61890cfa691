"""Bipartite states drawn at random, and criteria for them against exact margins.

Each function returns what draws group sizes, scores, spectra (with repetitions) and steps, and
compares what a criterion says with the signs of the exact blocks, for many states at once. Keywords
other than their defaults make a criterion false.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from verify.numerics.integer_arrays import (
    Cases,
    Chances,
    Integers,
    Truths,
    any_of,
    chosen,
    signs,
    taken,
)

from .drawn_bipartite import (
    ANY,
    FIRST,
    LAST,
    NEUTRAL,
    STABLE,
    UNDEFINED,
    UNSTABLE,
    VERDICTS,
    Others,
    States,
    Steps,
    drawn_states,
    drawn_steps,
    verdicts_of_flows,
    verdicts_of_layers,
)

Together = Callable[[int, Sequence[int]], Cases]
PLACES_TOLD = ("1", "d", "other")


def told(states: States, steps: Steps | None, k: int) -> dict[str, object]:
    """Return a state as text."""
    state = states.state(k)
    instance: dict[str, object] = {
        "p, q": f"{state.p}, {state.q}", "E": str(state.within),
        "eigenvalues": [*map(str, state.eigenvalues)], "r": state.at + 1}
    return instance if steps is None else instance | {"step": str(steps.step(k))}


def compared(criterion: Truths, happens: Truths, undecided: Truths, kinds: Integers,
             names: Sequence[str], states: States, steps: Steps | None) -> Cases:
    """Compare two answers about each state."""
    drawn = [states.p, states.q, states.own, states.other, states.numerators, states.denominator,
             states.at]
    drawn += [] if steps is None else [steps.numerator, steps.denominator]
    return Cases(criterion == happens, undecided, kinds, names, drawn,
                 lambda k: told(states, steps, k))


def drawn_with_steps(chances: Chances) -> tuple[States, Steps]:
    """Draw states at any place, with steps of which half are short."""
    states = drawn_states(chances)
    return states, drawn_steps(chances, states, short=chances.happens(1, 2))


def verdicts(states: States, steps: Steps, flow: bool) -> Integers:
    """Return what the blocks of the flow say, or of the layer."""
    return verdicts_of_flows(states) if flow else verdicts_of_layers(states, steps)


# ------------------------------------------------------------------ the four margins of Theorem 3


def stable_by_margins(*, without: str = "", lengths_above_one: bool = False) -> Together:
    """Decide whether states are stable exactly if J1 to J4 hold, in their factored form.

    `without` names one that is left out; `lengths_above_one` asks for rho_+, rho_- > 1, too.
    """

    def together(key: int, numbers: Sequence[int]) -> Cases:
        states, steps = drawn_with_steps(Chances(key, numbers))
        verdict = verdicts_of_layers(states, steps)
        criterion = factored(states, steps, without)
        if lengths_above_one:                                      # rho - 1 = tau lambda_r mu
            plus, minus = states.excesses
            criterion = criterion & (states.here * plus > 0) & (states.here * minus > 0)
        undecided = (verdict == UNDEFINED) | (verdict == NEUTRAL)
        return compared(criterion, verdict == STABLE, undecided, verdict, VERDICTS, states, steps)

    return together


def factored(states: States, steps: Steps, without: str = "") -> Truths:
    """Return whether J1 to J4 hold, written with p, q and E instead of the blocks.

    `without` names one that is left out. Times the square of `one` and `below` all of them are in
    integers: with tau lambda_k = c / one, sigma and m are divided by `below`, (pE + q)(qE + p)
    times the square of E's denominator.
    """
    p, q, own, other = states.p, states.q, states.own, states.other
    (plus, minus), (first, second) = states.excesses, states.masses
    below, m = first * second, plus * minus
    sigma, count = p * q * (own * own - other * other), len(p)
    one, b = steps.denominator * states.denominator, steps.numerator * states.here
    fails = ((p > 1) & (b * plus <= 0)) | ((q > 1) & (b * minus <= 0))
    fails = fails & (without != "J4")
    found = Others.of(states)
    i = found.owners
    c = steps.numerator[i] * found.values
    one, b, below, m, sigma = one[i], b[i], below[i], m[i], sigma[i]
    whole = ((one, one, below), (2 * b, one, sigma), (b, b, m))
    held = {
        "J1": signs((c - b,)) * signs((sigma, c), (-m, b)) > 0,
        "J2": signs(*whole, (-(one + c), one, below), (-(one + c), c, sigma)) > 0,
        "J3": signs((4 * one, one, below), (4 * b, one, sigma),
                    (2 * c, one, below), (2 * c, one, sigma), (c + b, sigma, c), (c + b, m, b)) > 0,
    }
    for name, holds in held.items():
        if name != without:
            fails = fails | any_of(~holds, i, count)
    return ~fails


# ------------------------------------------------------------------ where stable states can be


def unstable_elsewhere(flow: bool = False, *, last: bool = True, between: bool = False,
                       repeated: bool = False) -> Together:
    """Decide whether states outside the two exceptional places are linearly unstable.

    Without `last` the place at lambda_d is no exception, with `repeated` it is none where lambda_d is
    repeated; with `between` no state at an eigenvalue between the two is held to be unstable.
    """
    attracting = tuple(f"{verdict}, r = {place}" for verdict in VERDICTS for place in ("1", "d"))
    names = (*attracting, *REGIONS, *VERDICTS)

    def together(key: int, numbers: Sequence[int]) -> Cases:
        states, steps = drawn_with_steps(Chances(key, numbers))
        verdict, here = verdicts(states, steps, flow), states.here
        top, below = states.numerators[:, 0], states.last
        single = (states.numerators == here[:, None]).sum(axis=1) == 1
        at_last = last & (here == below) & (single | (not repeated))
        attracts = chosen(states.at == 0, states.own >= states.other,
                          at_last & (states.own < states.other) & (here < 0) & (-here > top)) == 1
        middle = between & (top > here) & (here > below)
        kinds = chosen(attracts, 2 * verdict + (states.at != 0), len(attracting) + _regions(states))
        kinds = chosen(middle, len(attracting) + len(REGIONS) + verdict, kinds)
        expected = chosen(middle, verdict != UNSTABLE, attracts | (verdict == UNSTABLE)) == 1
        undecided = (verdict == UNDEFINED) | (attracts & ~middle & (verdict == NEUTRAL))
        return compared(expected, expected | True, undecided, kinds, names, states,
                        None if flow else steps)

    return together


REGIONS = tuple(f"g {sign} 0, lambda_r {side} 0" for sign in "=><" for side in "><")


def _regions(states: States) -> Integers:
    sign = chosen(states.own == states.other, 0, chosen(states.own > states.other, 1, 2))
    return 2 * sign + chosen(states.here > 0, 0, 1)


def unstable_at_equal_scores(flow: bool = False, *, any_groups: bool = False,
                             any_step: bool = False) -> Together:
    """Decide whether at v_1 with g = 0 exactly p != q or lambda_2 > 0 makes states unstable.

    For the layer tau |lambda_d| <= 2 is drawn, unless `any_step`; with `any_groups` only lambda_2
    is looked at.
    """
    names = tuple(f"{groups} groups, {verdict}" for groups in ("equal", "unequal")
                  for verdict in VERDICTS)

    def together(key: int, numbers: Sequence[int]) -> Cases:
        chances = Chances(key, numbers)
        drawn = drawn_states(chances, "first")
        q, one = chosen(chances.happens(1, 2), drawn.p, drawn.q), 1 + 0 * drawn.p
        states = replace(drawn, q=q, own=one, other=one, at=0 * one)
        steps = drawn_steps(chances, states, short=False)
        verdict, unequal = verdicts(states, steps, flow), states.p != states.q
        long = steps.numerator * -states.last > 2 * steps.denominator * states.denominator
        undecided = (verdict == UNDEFINED) | (long & (not any_step))
        criterion = (states.numerators[:, 1] > 0) | (unequal & (not any_groups))
        return compared(criterion, verdict == UNSTABLE, undecided, len(VERDICTS) * unequal + verdict,
                        names, states, None if flow else steps)

    return together


# ------------------------------------------------------------------ the criterion without the step


def stable_without_step(flow: bool = False, *, ratio: bool = True, scores: bool = True,
                        groups: bool = True, long: bool = False) -> Together:
    """Decide whether states are stable exactly by the criterion in R(E), for tau ||V|| < 1.

    Without `ratio` the comparison with R is left out, without `groups` the bound on E for groups of
    two or more, and without `scores` the sign of g does not count; with `long` the steps of a layer
    go beyond tau ||V|| < 1.
    """
    names = tuple(f"{verdict}, r = {place}" for verdict in VERDICTS for place in PLACES_TOLD)

    def together(key: int, numbers: Sequence[int]) -> Cases:
        chances = Chances(key, numbers)
        states = drawn_states(chances, chances.one_of(FIRST, FIRST, LAST, ANY))
        steps = drawn_steps(chances, states, short=not long)
        verdict = verdicts(states, steps, flow)
        undecided = (verdict == UNDEFINED) | (verdict == NEUTRAL)
        place = chosen(states.at == 0, 0, chosen(states.at == states.count - 1, 1, 2))
        return compared(without_step(states, ratio, scores, groups), verdict == STABLE, undecided,
                        len(PLACES_TOLD) * verdict + place, names, states, None if flow else steps)

    return together


def without_step(states: States, ratio: bool = True, scores: bool = True,
                 groups: bool = True) -> Truths:
    """Return what the criterion in R(E) says; a / b is E at v_1 and 1/E at v_d."""
    p, q, here, last, top = states.p, states.q, states.here, states.last, states.at == 0
    a, b = chosen(top, states.own, states.other), chosen(top, states.other, states.own)
    if not scores:
        a, b = chosen(a > b, a, b), chosen(a > b, b, a)
    less, more = chosen(p < q, p, q), chosen(p < q, q, p)
    against = chosen(top, states.numerators[:, 1], states.numerators[:, 0])
    strong = a * less > b * more
    single = (states.numerators == last[:, None]).sum(axis=1) == 1
    at_last = strong & (here < 0) & (here == last) & single
    spread = chosen(top, strong | (less == 1) | (not groups), at_last) == 1
    margin = abs(here) * (p * a - q * b) * (q * a - p * b) - against * p * q * (a * a - b * b)
    holds: Truths = (a > b) & spread & ((margin > 0) | (not ratio))
    return holds


# ------------------------------------------------------------------ equal groups, lambda_r < 0


def stable_at_negative(*, printed: bool = False, ratio: bool = True, largest: bool = True) -> Together:
    """Decide whether equal groups at a negative lambda_r are stable as they are for p = q.

    That is, for tau ||V|| < 1, exactly if g < 0, r = d, lambda_d is simple and |lambda_d| tanh |g|
    is above lambda_1. `printed` says never; without `ratio` g < 0 suffices at v_d, and without
    `largest` |lambda_d| is compared with lambda_1 as if tanh |g| were 1.
    """

    def together(key: int, numbers: Sequence[int]) -> Cases:
        chances = Chances(key, numbers)
        drawn = drawn_states(chances, chances.one_of(LAST, LAST, ANY))
        strength = chances.below(5)
        own = chosen(strength == 4, drawn.own, 1)
        other = chosen(strength == 4, drawn.other, taken((2, 3, 9, 30, 1), strength))
        states = replace(drawn, q=drawn.p, own=own, other=other)
        steps, here = drawn_steps(chances, states, short=True), states.here
        verdict = verdicts_of_layers(states, steps)
        undecided = (here > 0) | (verdict == UNDEFINED) | (verdict == NEUTRAL)
        reach = -here * (other - own if largest else other + own)          # |lambda_r| tanh |g|
        beyond = (states.numerators[:, 0] * (other + own) < reach) | (not ratio)
        single = (states.numerators == here[:, None]).sum(axis=1) == 1
        last = (here == states.last) & single
        criterion = (own < other) & last & beyond & (not printed)
        return compared(criterion, verdict == STABLE, undecided, verdict, VERDICTS, states, steps)

    return together
