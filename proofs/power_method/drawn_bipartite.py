"""Bipartite states drawn at random, many at once, with the signs of their exact blocks.

All numbers of a state have common denominators, so that only integers are drawn and multiplied:
denominators are below 2^17 (at most 4620, the largest of lcm(a, b, c, d) for a <= 6 and others <= 12,
doubled four times, after which 24 has become -3/8), numerators below 2^22, and so factors of margins
below 2^57, which 64 bits hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from verify.numerics.integer_arrays import (
    Chances,
    Integers,
    Truths,
    any_in_rows,
    any_of,
    chosen,
    columns,
    common_multiple,
    picked,
    signs,
    taken,
)

from .families.bipartite import Bipartite, Verdict

Place = Literal["first", "last", "any"]
PLACES: tuple[Place, ...] = ("first", "last", "any")
FIRST, LAST, ANY = range(3)
OWN, OTHER = zip(*((1, 9), (1, 5), (1, 3), (2, 3), (9, 10), (1, 1), (5, 4), (3, 2), (2, 1), (7, 1),
                   (30, 1)), strict=True)
NONE = -(2**40)                                       # stands after the last eigenvalue of a state
VERDICTS: tuple[Verdict, ...] = ("stable", "unstable", "neutral", "undefined")
STABLE, UNSTABLE, NEUTRAL, UNDEFINED = range(4)


@dataclass(frozen=True)
class States:
    """States with their steps as arrays: a row of `numerators` for each, `NONE` after its last."""

    p: Integers
    q: Integers
    own: Integers
    other: Integers
    numerators: Integers
    denominator: Integers
    at: Integers

    @property
    def present(self) -> Truths:
        """Return where `numerators` has eigenvalues."""
        there: Truths = self.numerators != NONE
        return there

    @property
    def count(self) -> Integers:
        """Return how many eigenvalues each has."""
        found: Integers = self.present.sum(axis=1)
        return found

    @property
    def last(self) -> Integers:
        """Return the last eigenvalues."""
        return picked(self.numerators, self.count - 1)

    @property
    def masses(self) -> tuple[Integers, Integers]:
        """Return by what weights are divided: p own + q other, and q own + p other."""
        return (self.p * self.own + self.q * self.other, self.q * self.own + self.p * self.other)

    @property
    def excesses(self) -> tuple[Integers, Integers]:
        """Return mu_+ and mu_- times `masses`: p own - q other, and q own - p other."""
        return (self.p * self.own - self.q * self.other, self.q * self.own - self.p * self.other)

    @property
    def here(self) -> Integers:
        """Return the eigenvalues at which the states are, times their denominators."""
        return picked(self.numerators, self.at)

    def state(self, k: int) -> Bipartite[Fraction]:
        """Return one state, in fractions."""
        unit = int(self.denominator[k])
        values = (value for value in self.numerators[k].tolist() if value != NONE)
        return Bipartite(int(self.p[k]), int(self.q[k]), Fraction(int(self.own[k]), int(self.other[k])),
                         tuple(Fraction(value, unit) for value in values), int(self.at[k]))


@dataclass(frozen=True)
class Steps:
    """Steps of layers as arrays, numerators and denominators."""

    numerator: Integers
    denominator: Integers

    def step(self, k: int) -> Fraction:
        """Return one step."""
        return Fraction(int(self.numerator[k]), int(self.denominator[k]))


def drawn_states(chances: Chances, place: Place | Integers = "any") -> States:
    """Draw states under Assumption 1: nonzero eigenvalues, the first positive and simple.

    `place` says where they are, as a word or by its numbers in `PLACES`. The boundaries E = 1, p/q
    and q/p are drawn beside other weights E = e^{2g}. Every third state is of a kind that can
    attract: strong scores, and at v_1 the other eigenvalues negative, or at v_d a last one beyond
    -lambda_1.
    """
    at_place: Integers = PLACES.index(place) + 0 * chances.below(1) if isinstance(place, str) else place
    p, q = chances.whole(1, 4), chances.whole(1, 4)
    own, other = _weights(chances, p, q)
    first, rest, unit = _spectra(chances)
    attracts = chances.happens(1, 3)
    drawn = chosen(at_place == ANY, chances.one_of(FIRST, LAST), at_place)
    at_place = chosen(attracts, drawn, at_place)
    strength, beyond = chances.one_of(3, 7, 30), chances.one_of(1, 2, 4)
    own = chosen(attracts, chosen(at_place == FIRST, strength, 1), own)
    other = chosen(attracts, chosen(at_place == FIRST, 1, strength), other)
    negative = (attracts & (at_place == FIRST))[:, None] & (rest != NONE)
    rest = _falling(chosen(negative, -abs(rest), rest))
    count = (rest != NONE).sum(axis=1)
    last = columns(*(count - 1 == k for k in range(3)))
    least = (-first * beyond)[:, None]
    rest = chosen(attracts[:, None] & last & (rest > least), least, rest)
    at = chosen(at_place == FIRST, 0, chosen(at_place == LAST, count, chances.below(1 + count)))
    return States(p, q, own, other, columns(first, *rest.T), unit, at)


def _weights(chances: Chances, p: Integers, q: Integers) -> tuple[Integers, Integers]:
    number, edge, is_edge = chances.below(len(OWN)), chances.below(4), chances.happens(1, 3)
    owns, others = columns(p, q, 1, p * p + q * q), columns(q, p, 1, 2 * p * q)
    return (chosen(is_edge, picked(owns, edge), taken(OWN, number)),
            chosen(is_edge, picked(others, edge), taken(OTHER, number)))


def _spectra(chances: Chances) -> tuple[Integers, Integers, Integers]:
    """Return first eigenvalues, the others in falling order, and denominators."""
    first, unit, scale = chances.whole(1, 12), chances.whole(1, 6), chances.one_of(1, 1, 2)
    count, below, tops, bottoms = chances.one_of(1, 1, 2, 3), unit, [], []
    for k in range(3):
        tops.append(scale * chances.whole(1, 12) * chances.one_of(1, -1))
        bottoms.append(chosen(count > k, chances.whole(1, 12), 1))
        unit = common_multiple(unit, bottoms[-1])
    first = unit // below * first
    rest = columns(*(unit // bottom * top for top, bottom in zip(tops, bottoms, strict=True)))
    there = columns(*(count > k for k in range(3)))
    while (over := any_in_rows(there & (rest >= first[:, None]))).any():
        unit = chosen(over, 2 * unit, unit)                 # lambda / 2 - 1, until it is below
        halved = chosen(rest >= first[:, None], rest - unit[:, None], 2 * rest)
        rest = chosen(over[:, None], halved, rest)
        first = chosen(over, 2 * first, first)
    repeated = (count > 1) & chances.happens(3, 10)
    rest = columns(chosen(repeated, rest[:, 1], rest[:, 0]), rest[:, 1], rest[:, 2])
    rest = _falling(chosen(there & (rest != 0), rest, NONE))
    alone = rest[:, 0] == NONE
    return first, columns(chosen(alone, -first, rest[:, 0]), rest[:, 1], rest[:, 2]), unit


def _falling(rows: Integers) -> Integers:
    rows = -rows
    rows.sort(axis=1)
    return -rows


def drawn_steps(chances: Chances, states: States, short: Truths | bool) -> Steps:
    """Draw steps with tau ||V|| < 1 where they are `short`, and elsewhere up to 10 or so."""
    largest = (abs(states.numerators) * states.present).max(axis=1)
    share = chances.whole(1, 19) * chosen(short, 1, chances.one_of(1, 1, 3, 10))
    return Steps(share * states.denominator, 20 * largest)


# ------------------------------------------------------------------ what the blocks say


@dataclass(frozen=True)
class Others:
    """The eigenvalues along which tokens may leave the line, in one array, and whose they are."""

    owners: Integers
    values: Integers

    @classmethod
    def of(cls, states: States) -> Others:
        """Return those of all states."""
        places = columns(*(states.at == k for k in range(states.numerators.shape[1])))
        owners, where = (states.present & ~places).nonzero()
        return cls(owners, states.numerators[owners, where])


def verdicts_of_layers(states: States, steps: Steps) -> Integers:
    """Return what `layer_verdict` says of each, by its number in `VERDICTS`."""
    p, q, own, other = states.p, states.q, states.own, states.other
    (first, second), (plus, minus) = states.masses, states.excesses
    unit, here = steps.denominator * states.denominator, steps.numerator * states.here
    r_plus, r_minus = unit * first + here * plus, unit * second + here * minus
    found = Others.of(states)
    lengths = (r_plus - unit * first, r_minus - unit * second)
    i = found.owners
    push = steps.numerator[i] * found.values
    a, d = (unit * first)[i] + push * (p * own)[i], (unit * second)[i] + push * (q * own)[i]
    r, s, crossed = r_plus[i], r_minus[i], (p * q * other * other)[i]
    margins = (
        signs((r, s), (-a, s), (-d, r), (a, d), (-push, push, crossed)),
        signs((r, s), (-a, d), (push, push, crossed)),
        signs((r, s), (a, s), (d, r), (a, d), (-push, push, crossed)),
    )
    verdict = _verdicts(states, lengths, margins, i)
    return chosen((r_plus <= 0) | (r_minus <= 0), UNDEFINED, verdict)


def verdicts_of_flows(states: States) -> Integers:
    """Return what `flow_verdict` says of each, by its number in `VERDICTS`."""
    p, q, own, other, here = states.p, states.q, states.own, states.other, states.here
    (first, second), (plus, minus) = states.masses, states.excesses
    pulls = (here * plus, here * minus)
    found = Others.of(states)
    i, value = found.owners, found.values
    a, d = value * (p * own)[i] - pulls[0][i], value * (q * own)[i] - pulls[1][i]
    margins = (signs((-a, second[i]), (-d, first[i])),
               signs((a, d), (-value, value, (p * q * other * other)[i])))
    return _verdicts(states, pulls, margins, i)


def _verdicts(
    states: States, lengths: Sequence[Integers], margins: Sequence[Integers], owners: Integers
) -> Integers:
    """Return verdicts by margins of groups that have two tokens or more, and of blocks."""
    count = len(states.p)
    negative = zero = states.p < 0
    for size, length in zip((states.p, states.q), lengths, strict=True):
        negative, zero = negative | ((size > 1) & (length < 0)), zero | ((size > 1) & (length == 0))
    for margin in margins:
        negative = negative | any_of(margin < 0, owners, count)
        zero = zero | any_of(margin == 0, owners, count)
    return chosen(negative, UNSTABLE, chosen(zero, NEUTRAL, STABLE))
