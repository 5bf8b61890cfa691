"""Which interventions keep tokens apart, as measured beside the reduced dynamics, by prompts.

Two medians are compared, each with its interval: of the ratio of a prompt's distance at the end
to its distance at half the depth, which is near 1 or above where tokens no longer come together;
and of the ratio of its distance at the end to that of the same prompt without the intervention.
Tokens that are farther apart than without it are kept apart if the later half of the depth does not
halve their distance, and it has stopped falling: the first interval reaches 1, or the logarithm of
the distance falls less than half as far in the later half as in the quarter before. (A power of the
depth falls as far in both, an exponential twice as far.) They are slowed down if that interval is
below 1; otherwise prompts differ too much to say. In less than eight layers nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from verify.checkpoints.depth import REDUCED, WHOLE_MODEL, DepthRun, Trace
from verify.checkpoints.interventions import Changes
from verify.checkpoints.measured import Interval, interval
from verify.checkpoints.rates import floor

FALLING = 0.99  # a hundredth less in the later half of the depth is still coming closer
EARLIEST = 8  # layers; before, the quarter that is compared has one of them
Effect = Literal[
    "too early", "keeps apart", "slows down", "differs", "makes no difference", "speeds up"
]


@dataclass(frozen=True)
class WayOut:
    """What an intervention did: the ratios of distances, late to half way, and to those without."""

    name: str
    effect: Effect
    late: Interval
    against: Interval


def ways_out(run: DepthRun) -> Iterator[WayOut]:
    """Yield what each intervention did to the tokens of this run."""
    for trace in run.traces:
        if trace.variant.kind != "intervention":
            continue
        base = np.maximum(beside(run, trace).measures["distance"][-1], floor(trace))
        distance = np.maximum(trace.measures["distance"], floor(trace))
        end, half, quarter = (distance[(len(distance) - 1) // part] for part in (1, 2, 4))
        late = interval(end / half)
        settled = np.median(np.log(end / half)) > np.median(np.log(half / quarter)) / 2
        against = interval(distance[-1] / base)
        effect = _effect(late, against, bool(settled))
        if against.low > 1 and len(distance) - 1 < EARLIEST:
            effect = "too early"
        yield WayOut(trace.variant.name, effect, late, against)


def beside(run: DepthRun, trace: Trace) -> Trace:
    """Return what to compare with: the model as it is, or the reduced dynamics, or of these the
    layer that is repeated, where more is changed.
    """
    if trace.variant.kind == "without":
        return run.trace(WHOLE_MODEL)
    changes = trace.variant.changes
    alone = Changes(loop=changes.loop, whole=changes.whole)
    if changes.loop is not None and changes != alone:
        for other in run.traces:
            if other.variant.changes == alone:
                return other
    return run.trace(WHOLE_MODEL if changes.whole else REDUCED)


def _effect(late: Interval, against: Interval, settled: bool) -> Effect:
    if against.low > 1:
        if late.low >= 0.5 and (late.high >= 1 or settled):
            return "keeps apart"
        return "slows down" if late.high < FALLING else "differs"
    return "speeds up" if against.high < 1 else "makes no difference"
