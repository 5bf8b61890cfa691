"""The spectra of a checkpoint's layers, the theorems that speak about them, and their products."""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.factors import Array
from verify.checkpoints.hypotheses import beyond, outcome, theorems
from verify.checkpoints.hypothesis import Hypothesis, Theorem, above
from verify.checkpoints.layer_facts import LayerFacts, layer_facts
from verify.checkpoints.products import Product, products
from verify.language.mistakes import Mistake

Progress = Callable[[int, int, str], None]
Done = TypeVar("Done")


@dataclass(frozen=True, eq=False)
class LayerResult:
    """A layer as measured, what it is held against, and what is predicted of it, repeated."""

    facts: LayerFacts
    theorems: tuple[Theorem, ...]
    outcome: str
    beyond: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class SpectrumRun:
    """What is known of the layers of a checkpoint, in order, and of their products.

    A layer that repeats an earlier one's weights has the result of that one; `network` holds the
    hypotheses about all layers together.
    """

    checkpoint: Checkpoint
    seed: int
    numbers: tuple[int, ...]
    results: tuple[LayerResult, ...]
    products: tuple[Product, ...]
    network: tuple[Theorem, ...]

    @property
    def distinct(self) -> tuple[tuple[tuple[int, ...], LayerResult], ...]:
        """The results, each once, with the numbers of the chosen layers that have it."""
        found: dict[int, tuple[list[int], LayerResult]] = {}
        for number, result in zip(self.numbers, self.results, strict=True):
            found.setdefault(id(result), ([], result))[0].append(number)
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

    `jobs` layers are measured at a time, by threads; what comes out does not depend on it. At most
    one matrix more is held, and the product.
    """
    firsts = [checkpoint.layers[number].same_weights[0] for number in numbers]
    results: dict[int, LayerResult] = {}

    def measured(first: int) -> tuple[LayerResult, Array]:
        layer = checkpoint.layers[first]
        matrix = layer.F()
        return _result(layer_facts(layer, matrix, seed=seed, every=histograms)), matrix

    def matrices() -> Iterator[tuple[int, Array]]:
        held: tuple[int, Array] | None = None
        coming = _ahead(measured, list(dict.fromkeys(firsts)), jobs)
        for done, (number, first) in enumerate(zip(numbers, firsts, strict=True)):
            if first not in results:
                if progress is not None:
                    progress(done, len(numbers), f"layer {number}")
                results[first], matrix = next(coming)
                held = (first, matrix)
            elif held is None or held[0] != first:
                held = (first, checkpoint.layers[first].F())
            yield number, held[1]

    found = tuple(products(matrices(), len(numbers), seed=seed))
    ordered = tuple(results[first] for first in firsts)
    return SpectrumRun(
        checkpoint, seed, tuple(numbers), ordered, found, _network(checkpoint, numbers, ordered)
    )


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
        first = int(named[1])
        last = first if named[2] is None else int(named[2])
        if first > last:
            raise Mistake(f"--layers: {part!r:.80} goes backwards; give {last}-{first}")
        if last >= count:
            raise Mistake(
                f"--layers: there is no layer {last}; they are numbered from 0 to {count - 1}, "
                "give one of them"
            )
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def _ahead(work: Callable[[int], Done], items: Sequence[int], jobs: int) -> Iterator[Done]:
    """Yield what threads make of the items, in order, no more than `jobs` of them ahead."""
    with ThreadPoolExecutor(jobs) as threads:
        waiting: deque[Future[Done]] = deque()
        left = iter(items)
        for item in itertools.islice(left, jobs):
            waiting.append(threads.submit(work, item))
        try:
            while waiting:
                done = waiting.popleft().result()
                for item in itertools.islice(left, 1):
                    waiting.append(threads.submit(work, item))
                yield done
        finally:
            for future in waiting:
                future.cancel()


def _result(facts: LayerFacts) -> LayerResult:
    judged = theorems(facts)
    return LayerResult(facts, judged, outcome(facts, judged), beyond(facts))


def _network(
    checkpoint: Checkpoint, numbers: Sequence[int], results: Sequence[LayerResult]
) -> tuple[Theorem, ...]:
    """Return what is about all chosen layers: whether they repeat, or vary as theorems allow."""
    kinds, layers = len(set(checkpoint.config.weights_of)), checkpoint.config.layers
    shared = Hypothesis(
        "all layers have the same weights", kinds == 1, f"{kinds} different ones in {layers} layers"
    )
    every = Hypothesis(
        "all layers were read", len(numbers) == layers or None, f"{len(numbers)} of {layers}"
    )
    facts = [result.facts for result in results]
    worst = max(range(len(facts)), key=lambda k: facts[k].symmetry.asymmetry)
    symmetric = Hypothesis(
        "F is symmetric in every layer", all(each.symmetry.holds for each in facts),
        f"|F - F^T|/|F| up to {facts[worst].symmetry.asymmetry:.3g} (layer {numbers[worst]})",
    )  # fmt: skip
    heads = max(len(each.heads) for each in facts)
    least = min(facts, key=lambda each: each.spectrum.gap)
    gap = Hypothesis(
        "a gap in every layer", True if all(f.spectrum.case != 3 for f in facts) else None,
        f"least {least.spectrum.gap:.3g}",
    )  # fmt: skip
    firsts = [each.spectrum.principal for each in facts]
    low = min(firsts, key=lambda first: first.value.real - first.error)
    positive = Hypothesis(
        "lambda_1 is positive in every layer", above(low.value.real, low.error),
        f"least {low.value.real:.3g} +- {low.error:.1g}",
    )  # fmt: skip
    causal = Hypothesis(
        "attention is causal", checkpoint.config.causal and all(f.window is None for f in facts),
        ("causal" if checkpoint.config.causal else "full")
        + (", windows in some layers" if any(f.window is not None for f in facts) else ""),
    )  # fmt: skip
    one = Hypothesis("there is one head", heads == 1, f"{heads} heads")
    return (
        Theorem("B-E3", (shared,), "the layers are one map, iterated: what is predicted of a "
                "layer is predicted of the reduced network"),
        Theorem(
            "A-T5.3''", (every, one, symmetric, positive, gap, causal),
            "tokens follow the first eigenvector as far as it moves slowly from layer to layer",
        ),
    )  # fmt: skip
