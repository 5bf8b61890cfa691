"""Trained, shuffled or random: told by one number, the structure of layers, with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from verify.checkpoints.baseline import TOTAL
from verify.checkpoints.measured import Interval, interval
from verify.checkpoints.spectrum_run import SpectrumRun

Like = Literal["trained", "shuffled", "random", "unclear"]


@dataclass(frozen=True)
class TrainedVerdict:
    """The median structure of layers and of random ones; its part in the order of the entries.

    `reordered` is that part of the same entries in another order. Their form stays, and is another
    number in each layer, so that totals would hide the order where it is small.
    """

    own: Interval
    random: Interval | None
    order: Interval
    reordered: Interval

    @property
    def like(self) -> Like:
        """What the layers are like: each interval is clear of the one it is told from.

        Random layers are those of the baseline; to be told from them is to be above all of them.
        """
        if self.random is None or np.isnan(self.own.median):
            return "unclear"
        beyond_random = self.own.low > self.random.high
        if beyond_random and self.order.low > self.reordered.high:
            return "trained"
        if self.order.high < self.reordered.low:
            return "unclear"
        return "shuffled" if beyond_random else "random"


def verdict(run: SpectrumRun) -> TrainedVerdict:
    """Return what the distinct layers of a run are like."""
    found = [result.structure for _, result in run.distinct]
    random = None if run.beside is None else interval(np.array(run.beside.draws[TOTAL]))
    return TrainedVerdict(
        _over_layers([each.total for each in found]),
        random,
        _over_layers([each.order for each in found]),
        _over_layers([each.reordered for each in found]),
    )


def _over_layers(values: list[float]) -> Interval:
    """Return the interval of the layers that have a number; NaN if none has."""
    there = np.array(values)[np.isfinite(values)]
    return interval(there if len(there) else np.array([np.nan]))
