"""How long tokens stay apart under each intervention: ranked by prompts, beside what is claimed.

Of each prompt two numbers are taken: the layer after which the mean distance of its tokens is for
the first time at most half of what it was at the start (none within the depth counts as more than
any), and between equal ones the share of the distance that is left at the end. One intervention is
told to keep tokens apart for longer than another only if it does so in more than half of all
prompts, by the interval of the median of the signs of paired prompts, which holds whatever prompts
are like. Places are ranges: those that pair by pair are not told apart share theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from verify.checkpoints.claimed import ClaimedChange, claim_of_variant
from verify.checkpoints.depth import ONE_LAYER, DepthRun, Trace
from verify.checkpoints.factors import Array
from verify.checkpoints.layer_facts import LayerFacts
from verify.checkpoints.measured import CONFIDENCE, Interval, interval
from verify.checkpoints.rates import floor
from verify.checkpoints.ways_out import beside

AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Stay:
    """How long tokens stay apart: the first and the last place this may have among its like.

    `lasts` is in layers, infinite where distances are not halved within the depth; `left` is the
    share of the distance that is left at the end.
    """

    name: str
    lasts: Interval
    left: Interval
    places: tuple[int, int]
    claim: ClaimedChange


@dataclass(frozen=True)
class Order:
    """Pairs of which claims say which one ends farther apart; names, that one first.

    `seen` are so, `reversed` the other way round, and of the `unsure` prompts do not tell.
    """

    seen: tuple[tuple[str, str], ...]
    reversed: tuple[tuple[str, str], ...]
    unsure: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Ranking:
    """What was changed of one thing, the longest apart first, and the order that is claimed.

    `prompts` are those whose tokens begin apart, which others are not.
    """

    of: str
    stays: tuple[Stay, ...]
    order: Order
    prompts: int


def rankings(run: DepthRun, facts: dict[int, LayerFacts]) -> Iterator[Ranking]:
    """Yield a ranking for the reduced dynamics, the whole model and each repeated layer.

    `facts` are of layers, by the first one with their weights: see `claimed.measured_layers`.
    Nothing is ranked of which nothing was changed, or where no prompt's tokens begin apart.
    """
    groups: dict[str, list[Trace]] = {}
    for trace in run.traces:
        base = _base(run, trace)
        if base is not None:
            groups.setdefault(base.variant.name, [base])
            if trace is not base:
                groups[base.variant.name].append(trace)
    for of, traces in groups.items():
        apart = np.all([t.measures["distance"][0] > floor(t) for t in traces], axis=0)
        if len(traces) > 1 and apart.any():
            yield _ranking(run, of, traces, apart, facts)


def _base(run: DepthRun, trace: Trace) -> Trace | None:
    """Return what a trace is ranked beside: itself, if it is what others are; None for controls."""
    variant = trace.variant
    if variant.kind in ("intervention", "without"):
        return beside(run, trace)
    # Pieces of a model that are put back are changes of the reduced dynamics.
    if variant.kind == "pieces" and not variant.pieces.embedding and variant.name != ONE_LAYER:
        return beside(run, trace)
    return None


def _ranking(
    run: DepthRun, of: str, traces: list[Trace], apart: Array, facts: dict[int, LayerFacts]
) -> Ranking:
    measured = {t.variant.name: _how_long(t, run.depth, apart) for t in traces}
    claims = {t.variant.name: claim_of_variant(run, t, facts) for t in traces}
    pairs = combinations(measured, 2)
    longer = {(a, b): _told_apart(measured[a], measured[b]) for a, b in pairs}
    wins = {name: sum(_wins(longer, name, other) for other in measured) for name in measured}
    lost = {name: sum(_wins(longer, other, name) for other in measured) for name in measured}
    stays = [
        Stay(
            AS_IT_IS if name == of else name,
            interval(lasts), interval(left), (lost[name] + 1, len(measured) - wins[name]),
            claims[name],
        )
        for name, (lasts, left) in measured.items()
    ]  # fmt: skip
    stays.sort(key=lambda stay: (-stay.lasts.median, -stay.left.median))
    names = {name: AS_IT_IS if name == of else name for name in measured}
    left = {names[name]: left for name, (_, left) in measured.items()}
    order = _order(left, {names[name]: each for name, each in claims.items()})
    return Ranking(of, tuple(stays), order, int(apart.sum()))


def _how_long(trace: Trace, depth: int, apart: Array) -> tuple[Array, Array]:
    """Return how many layers halve a prompt's distance, and which share is left; (prompts,) each.

    All are followed for the same depth, passes that are repeated, too.
    """
    distance = trace.measures["distance"][: depth + 1, apart]
    halved = distance <= distance[0] / 2
    lasts = np.where(halved.any(axis=0), halved.argmax(axis=0), np.inf)
    return lasts, np.asarray(np.maximum(distance[-1], floor(trace)) / distance[0])


def _told_apart(one: tuple[Array, Array], other: tuple[Array, Array]) -> int:
    """Return 1 if the first lasts longer in more than half of all prompts, -1 if the other does."""
    later, more = (_sign(a, b) for a, b in zip(one, other, strict=True))
    return _most(np.where(later != 0, later, more))


def _most(signs: Array) -> int:
    """Return the sign of more than half of all prompts, or 0 where these do not tell."""
    found = interval(signs)
    if found.coverage < CONFIDENCE:
        return 0
    return int(found.low > 0) - int(found.high < 0)


def _sign(one: Array, other: Array) -> Array:
    return np.asarray((one > other).astype(float) - (one < other).astype(float))


def _wins(longer: dict[tuple[str, str], int], one: str, other: str) -> bool:
    return longer.get((one, other)) == 1 or longer.get((other, one)) == -1


def _order(left: dict[str, Array], claims: dict[str, ClaimedChange]) -> Order:
    """Return which pairs end in the order of the paces at which they are claimed to meet.

    It is of what is left at the end: a small step may halve distances late, at any pace.
    """
    found: dict[int, list[tuple[str, str]]] = {1: [], -1: [], 0: []}
    for a, b in permutations(left, 2):
        slow, fast = claims[a].pace, claims[b].pace
        if slow is not None and fast is not None and slow > fast:
            found[_most(_sign(left[a], left[b]))].append((a, b))
    return Order(*(tuple(found[sign]) for sign in (1, -1, 0)))
