"""What `verify depth` tells of ways to keep tokens apart: what they do, and how long, ranked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.checkpoints.depth import DepthRun
from verify.checkpoints.staying import Ranking, Stay
from verify.checkpoints.ways_out import ways_out
from verify.telling.checkpoints.numbers import bounds, interval_json, short
from verify.telling.screen import Screen, table, wrapped

EFFECTS = {
    "keeps apart": "Prevents collapse (farther apart than without it, and no longer coming closer)",
    "slows down": "Slows collapse (farther apart than without it, but still coming closer)",
    "differs": "Depends on the prompt (farther apart than without it, but some prompts still "
    "come closer)",
    "too early": "Farther apart than without it (too few layers to conclude more)",
    "makes no difference": "No difference at the end",
    "speeds up": "Closer at the end than without it",
}
HEADER = ("place", "tokens through", "halved after", "left at the end", "claimed")
PACES = ("meet exponentially", "meet like a power", "stay apart")
MOST_PAIRS = 4  # pairs of an order that are named in a line


def ways_lines(run: DepthRun, screen: Screen) -> list[str]:
    """Return which interventions keep tokens apart, in a line each; none without interventions."""
    found: dict[str, list[str]] = {}
    for way in ways_out(run):
        found.setdefault(way.effect, []).append(way.name)
    lines = []
    for effect, meaning in EFFECTS.items():
        if effect in found:
            words = f"{meaning}: {', '.join(found[effect])}."
            lines += wrapped(words, screen.width, more="  ")
    return [*lines, ""] if lines else []


def ranking_lines(run: DepthRun, ranked: Sequence[Ranking], screen: Screen) -> list[str]:
    """Return the tables of what keeps tokens apart for longest, and what is claimed of it."""
    lines: list[str] = []
    for ranking in ranked:
        lines += [f"Slowest collapse first: {ranking.of}"]
        rows = [stay_row(stay, run.depth) for stay in ranking.stays]
        lines += [*table(HEADER, rows, screen, elastic=1), ""]
        for words in ranking_says(ranking):
            lines += wrapped(words, screen.width, more="  ")
        lines.append("")
    if lines:
        lines += [*wrapped(MEANING, screen.width), ""]
    return lines


MEANING = (
    "Halved after: the number of layers that halve the mean distance of a prompt's tokens, "
    "median and interval. Left: the share of the initial distance at the end. Variants that "
    "the prompts cannot distinguish share a place. Claimed: the limit of tokens of an open "
    "hemisphere as depth grows, if all hypotheses hold."
)


def stay_row(stay: Stay, depth: int) -> tuple[str, ...]:
    """Return a line of the table: `> L` layers where distances are not halved in L."""
    first, last = stay.places
    pace, ids = stay.claim.pace, ", ".join(stay.claim.statements)
    return (
        str(first) if first == last else f"{first}-{last}",
        stay.name,
        f"{layers(stay.lasts.median, depth)} [{layers(stay.lasts.low, depth)}, "
        f"{layers(stay.lasts.high, depth)}]",
        f"{short(stay.left.median)} {bounds(stay.left)}",
        "" if pace is None else f"{PACES[pace]} ({ids})",
    )


def layers(count: float, depth: int) -> str:
    """Return after how many layers, or that it is after more than were passed."""
    return f"{count:g}" if count <= depth else f"> {depth}"


def ranking_says(ranking: Ranking) -> list[str]:
    """Return what statements claim of a ranking, what they lack, and which order was seen."""
    found: dict[str, list[str]] = {}
    for stay in ranking.stays:
        if stay.claim.pace is not None:
            ids = ", ".join(stay.claim.statements)
            lacking = (
                (f"; failing hypotheses: {'; '.join(stay.claim.lacks)}") if stay.claim.lacks else ""
            )
            found.setdefault(f"{ids}: {stay.claim.says}{lacking}.", []).append(stay.name)
    order = ranking.order
    count = len(order.seen) + len(order.reversed) + len(order.unsure)
    told = [f"{', '.join(names)}: {words}" for words, names in found.items()]
    if count:
        wrong = "; ".join(f"{b} farther apart than {a}" for a, b in order.reversed[:MOST_PAIRS])
        more = ", ..." if len(order.reversed) > MOST_PAIRS else ""
        told.append(
            f"The theorems order {count} pairs by speed: {len(order.seen)} end in that order, "
            f"{len(order.reversed)} in the opposite "
            f"one{f' ({wrong}{more})' if wrong else ''}, and {len(order.unsure)} cannot be "
            "distinguished."
        )
    return told


# ------------------------------------------------------------------ JSON


def ways_json(run: DepthRun) -> list[dict[str, Any]]:
    """Return what each intervention does at the end as plain data."""
    return [
        {"name": way.name, "effect": way.effect, "late": interval_json(way.late),
         "against": interval_json(way.against)}
        for way in ways_out(run)
    ]  # fmt: skip


def rankings_json(ranked: Sequence[Ranking]) -> list[dict[str, Any]]:
    """Return rankings as plain data; layers are null where distances are not halved."""
    return [
        {
            "of": ranking.of,
            "prompts": ranking.prompts,
            "stays": [_stay_json(stay) for stay in ranking.stays],
            "claimed_order": {
                "seen": [list(pair) for pair in ranking.order.seen],
                "reversed": [list(pair) for pair in ranking.order.reversed],
                "unsure": [list(pair) for pair in ranking.order.unsure],
            },
        }
        for ranking in ranked
    ]


def _stay_json(stay: Stay) -> dict[str, Any]:
    claim = stay.claim
    return {
        "name": stay.name,
        "places": list(stay.places),
        "halved_after": interval_json(stay.lasts),
        "left": interval_json(stay.left),
        "claimed": None if claim.pace is None else {
            "statements": list(claim.statements), "says": claim.says, "pace": PACES[claim.pace],
            "lacks": list(claim.lacks),
        },
    }  # fmt: skip
