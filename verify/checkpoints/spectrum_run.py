"""The spectra of a checkpoint's layers, and the theorems that speak about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from verify.checkpoints.baseline import TOTAL, Baseline, figures
from verify.checkpoints.folder import NotFinite
from verify.checkpoints.layer_facts import LayerFacts, layer_facts
from verify.checkpoints.layers import Checkpoint, Layer
from verify.checkpoints.measured import Interval, interval
from verify.checkpoints.structure import Structure, structure
from verify.checkpoints.theory import LayerTheorem, LayerTheory, outcome, read_theory, theorems
from verify.language.mistakes import Mistake
from verify.processes.ordered import in_order

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, eq=False)
class LayerResult:
    """A layer as measured, what it is held against, and what is predicted of it, repeated.

    `figures` are those that random layers have, too, in units of the layer's entries.
    """

    facts: LayerFacts
    structure: Structure
    figures: Mapping[str, float]
    theorems: tuple[LayerTheorem, ...]
    outcome: str


@dataclass(frozen=True, eq=False)
class SpectrumRun:
    """What is known of the layers of a checkpoint, in order.

    A layer that repeats an earlier one's weights has the result of that one. `broken` says of
    layers that are not finite why: they have no result.
    """

    checkpoint: Checkpoint
    seed: int
    numbers: tuple[int, ...]
    results: tuple[LayerResult, ...]
    broken: Mapping[int, str]
    beside: Baseline | None = None

    def z(self, figures: Mapping[str, float], name: str) -> float | None:
        """Return the z-score of a layer's figure beside random layers, if there are any."""
        return None if self.beside is None else self.beside.z(name, figures[name])

    def beside_random(self, drawn: Callable[[Layer], Baseline]) -> SpectrumRun:
        """Return the run beside random layers of the shapes of its own."""
        return replace(self, beside=drawn(self.results[0].facts.layer))

    @cached_property
    def distinct(self) -> tuple[tuple[tuple[int, ...], LayerResult], ...]:
        """The results, each once, with the numbers of the chosen layers that have it."""
        found: dict[tuple[int, int], tuple[list[int], LayerResult]] = {}
        for number, result in zip(self.numbers, self.results, strict=True):
            weights = self.checkpoint.config.weights_of[number]
            found.setdefault(weights, ([], result))[0].append(number)
        return tuple((tuple(numbers), result) for numbers, result in found.values())


def spectrum_run(
    checkpoint: Checkpoint,
    numbers: Sequence[int],
    *,
    seed: int = 0,
    histograms: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
) -> SpectrumRun:
    """Measure the layers of these numbers; with `histograms`, compute all their eigenvalues.

    `jobs` layers are measured at a time, by threads; what comes out does not depend on it. Layers
    that are not finite are left out; raises Mistake where no other is left.
    """
    firsts = {number: checkpoint.same_weights(number)[0] for number in numbers}
    wanted, theory = list(dict.fromkeys(firsts.values())), read_theory()
    done: list[int] = []

    def measured(first: int) -> LayerResult | NotFinite:
        try:
            return _result(checkpoint.layer(first), seed, histograms, theory)
        except NotFinite as error:
            return error
        finally:
            done.append(first)
            if progress is not None:
                progress(len(done), len(wanted), f"layer {first}")

    each = dict(zip(wanted, in_order(measured, wanted, jobs, ahead=jobs), strict=True))
    results = {n: found for n in numbers if isinstance(found := each[firsts[n]], LayerResult)}
    broken = {n: str(each[firsts[n]]) for n in numbers if n not in results}
    if not results:
        raise Mistake(next(iter(broken.values())))
    return SpectrumRun(checkpoint, seed, tuple(results), tuple(results.values()), broken)


def _result(layer: Layer, seed: int, every: bool, theory: LayerTheory) -> LayerResult:
    facts, found = layer_facts(layer, seed=seed, every=every), structure(layer, seed)
    judged, beside = theorems(facts, theory), figures(layer, facts.spectrum, facts.heads, found)
    return LayerResult(facts, found, beside, judged, outcome(facts, judged, theory))


def chosen_layers(text: str | None, count: int) -> tuple[int, ...]:
    """Return the layers that 0,3-5 names, each once and in order; None names all `count`.

    Raises Mistake.
    """
    if text is None:
        return tuple(range(count))
    found: set[int] = set()
    for part in text.split(","):
        named = re.fullmatch(r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*", part, re.ASCII)
        if named is None:
            raise Mistake(f"--layers: {part!r:.80} names no layers; give some, such as 0,3-5")
        first, last = int(named[1]), int(named[2] or named[1])
        if first > last:
            raise Mistake(f"--layers: {part!r:.80} goes backwards; give {last}-{first}")
        if last >= count:
            raise Mistake(
                f"--layers: unknown layer {last}; layers are numbered from 0 to {count - 1}, "
                "use one of them"
            )
        found.update(range(first, last + 1))
    return tuple(sorted(found))


# ------------------------------------------------------------------ trained, shuffled or random


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
