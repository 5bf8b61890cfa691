"""The spectra of a checkpoint's layers, the theorems that speak about them, and their products."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from verify.checkpoints.answers import above
from verify.checkpoints.baseline import Baseline, figures
from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.factors import Array
from verify.checkpoints.heads import HeadFacts, head_facts
from verify.checkpoints.layer_facts import LayerFacts, layer_facts
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.products import LayerProduct, products
from verify.checkpoints.safetensors import NotFinite
from verify.checkpoints.spectra import LayerSpectrum, layer_spectrum
from verify.checkpoints.structure import Structure, structure
from verify.checkpoints.theory import (
    LayerTheorem,
    LayerTheory,
    beyond,
    outcome,
    read_theory,
    theorems,
)
from verify.language.mistakes import Mistake
from verify.processes.ordered import in_order
from verify.statements.measuring import Ask, Hypothesis, LayerPart, Question

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, eq=False)
class Folded:
    """What is measured of a layer with its norm's gain and centring folded in."""

    spectrum: LayerSpectrum
    heads: tuple[HeadFacts, ...]
    figures: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class LayerResult:
    """A layer as measured, what it is held against, and what is predicted of it, repeated.

    `figures` are those that random layers have, too, in units of the layer's entries; `folded` has
    the same with the norm's gain and centring folded in, if that was not declined and the norm
    comes before attention. Theorems are held against the layer as it is stored.
    """

    facts: LayerFacts
    structure: Structure
    figures: Mapping[str, float]
    theorems: tuple[LayerTheorem, ...]
    outcome: str
    beyond: tuple[str, ...]
    folded: Folded | None = None

    @property
    def shown(self) -> tuple[LayerSpectrum, Mapping[str, float]]:
        """The spectrum and the figures to tell first: folded, where anything folds."""
        if self.folded is None:
            return self.facts.spectrum, self.figures
        return self.folded.spectrum, self.folded.figures


@dataclass(frozen=True, eq=False)
class SpectrumRun:
    """What is known of the layers of a checkpoint, in order, and of their products.

    A layer that repeats an earlier one's weights has the result of that one; `network` holds the
    hypotheses about all layers together. `broken` says of layers that are not finite why: they have
    no result, and no product goes beyond them.
    """

    checkpoint: Checkpoint
    seed: int
    numbers: tuple[int, ...]
    results: tuple[LayerResult, ...]
    products: tuple[LayerProduct, ...]
    network: tuple[LayerTheorem, ...]
    broken: Mapping[int, str]
    beside: Baseline | None = None

    def z(self, figures: Mapping[str, float], name: str) -> float | None:
        """Return the z-score of a layer's figure beside random layers, if there are any."""
        return None if self.beside is None else self.beside.z(name, figures[name])

    @cached_property
    def by_number(self) -> dict[int, LayerResult]:
        """The results by the numbers of their layers."""
        return dict(zip(self.numbers, self.results, strict=True))

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
    beside: Baseline | None = None,
    folded: bool = True,
) -> SpectrumRun:
    """Measure the layers of these numbers; with `histograms`, compute all their eigenvalues.

    `jobs` layers are measured at a time, by threads; what comes out does not depend on it. At most
    one matrix more is held, and the product. Layers that are not finite are left out; raises
    Mistake where no other is left.
    """
    firsts = [checkpoint.layers[number].same_weights[0] for number in numbers]
    results: dict[int, LayerResult] = {}
    broken: dict[int, str] = {}
    theory = read_theory()

    def measured(first: int) -> tuple[LayerResult, Array] | NotFinite:
        return _measured(checkpoint.layers[first], seed, histograms, folded, theory)

    def matrices() -> Iterator[tuple[int, Array]]:
        held: tuple[int, Array] | None = None
        coming = in_order(measured, list(dict.fromkeys(firsts)), jobs, ahead=jobs)
        for done, (number, first) in enumerate(zip(numbers, firsts, strict=True)):
            if first not in results and first not in broken:
                if progress is not None:
                    progress(done, len(numbers), f"layer {number}")
                found = next(coming)
                if isinstance(found, NotFinite):
                    broken[first] = str(found)
                else:
                    results[first], held = found[0], (first, found[1])
            if broken:
                continue
            if held is None or held[0] != first:
                held = (first, checkpoint.layers[first].F())
            yield number, held[1]

    found = tuple(products(matrices(), len(numbers), seed=seed))
    sound = [(n, first) for n, first in zip(numbers, firsts, strict=True) if first in results]
    if not sound:
        raise Mistake(next(iter(broken.values())))
    ordered = tuple(results[first] for _, first in sound)
    there = tuple(number for number, _ in sound)
    told = {n: broken[f] for n, f in zip(numbers, firsts, strict=True) if f in broken}
    network = _network(checkpoint, there, ordered, theory)
    return SpectrumRun(checkpoint, seed, there, ordered, found, network, told, beside)


def _measured(
    layer: StoredLayer, seed: int, histograms: bool, folded: bool, theory: LayerTheory
) -> tuple[LayerResult, Array] | NotFinite:
    """Return what is measured of a layer, and its matrix, or that it is not finite."""
    try:
        matrix = layer.F()
        facts = layer_facts(layer, matrix, seed=seed, every=histograms)
        result = _result(facts, structure(layer, seed), theory)
        other = layer.folded() if folded else None
        if other is not None:
            result = replace(result, folded=_folded(other, result.structure, seed, histograms))
        return result, matrix
    except NotFinite as error:
        return error


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
            raise Mistake(f"--layers: {part!r:.80} is not a list of layers; use one such as 0,3-5")
        first = int(named[1])
        last = first if named[2] is None else int(named[2])
        if first > last:
            raise Mistake(f"--layers: {part!r:.80} is in the wrong order; use {last}-{first}")
        if last >= count:
            raise Mistake(
                f"--layers: unknown layer {last}; layers are numbered from 0 to {count - 1}"
            )
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def _result(facts: LayerFacts, found: Structure, theory: LayerTheory) -> LayerResult:
    judged, spectrum = theorems(facts, theory), facts.spectrum
    first = spectrum.principal.value.real
    beside = figures(facts.layer, first, spectrum.gap, facts.heads, found)
    said = outcome(facts, judged, theory)
    return LayerResult(facts, found, beside, judged, said, beyond(facts))


def _folded(layer: StoredLayer, found: Structure, seed: int, every: bool) -> Folded:
    spectrum = layer_spectrum(layer.value_output_factors(), seed=seed, every=every)
    heads, first = head_facts(layer), spectrum.principal.value.real
    return Folded(spectrum, heads, figures(layer, first, spectrum.gap, heads, found))


# ------------------------------------------------------------------ all layers together


@dataclass(frozen=True, eq=False)
class _Network:
    """All chosen layers of a checkpoint, as they were measured."""

    checkpoint: Checkpoint
    numbers: Sequence[int]
    facts: Sequence[LayerFacts]


def _network(
    checkpoint: Checkpoint,
    numbers: Sequence[int],
    results: Sequence[LayerResult],
    theory: LayerTheory,
) -> tuple[LayerTheorem, ...]:
    """Return what is about all chosen layers: whether they repeat, or vary as theorems allow."""
    network = _Network(checkpoint, numbers, [result.facts for result in results])
    return tuple(
        LayerTheorem(s.id, tuple(_answer(network, ask) for ask in s.declared.asks), of.concludes)
        for s, of in theory.concluding(network=True)
    )


def _answer(network: _Network, ask: Ask) -> Hypothesis:
    found = NETWORK.get((ask.part, ask.question)) if ask.question is not None else None
    if found is None:
        return Hypothesis(ask.phrase, None, "not measurable on a network")
    return found(network)


def _shared(network: _Network) -> Hypothesis:
    config = network.checkpoint.config
    kinds = len(set(config.weights_of))
    told = f"{kinds} different ones in {config.layers} layers"
    return Hypothesis("all layers have the same weights", kinds == 1, told)


def _all_read(network: _Network) -> Hypothesis:
    read, layers = len(network.numbers), network.checkpoint.config.layers
    return Hypothesis("all layers were read", read == layers or None, f"{read} of {layers}")


def _symmetric(network: _Network) -> Hypothesis:
    found = [each.symmetry for each in network.facts]
    worst = max(range(len(found)), key=lambda k: found[k].asymmetry)
    return Hypothesis(
        "F is symmetric in every layer", all(each.holds for each in found),
        f"|F - F^T|/|F| up to {found[worst].asymmetry:.3g} (layer {network.numbers[worst]})",
    )  # fmt: skip


def _gap(network: _Network) -> Hypothesis:
    least = min(each.spectrum.gap for each in network.facts)
    holds = True if all(each.spectrum.case != 3 for each in network.facts) else None
    return Hypothesis("a gap in every layer", holds, f"least {least:.3g}")


def _positive(network: _Network) -> Hypothesis:
    firsts = [each.spectrum.principal for each in network.facts]
    low = min(firsts, key=lambda first: first.value.real - first.error)
    return Hypothesis(
        "lambda_1 is positive in every layer", above(low.value.real, low.error),
        f"least {low.value.real:.3g} +- {low.error:.1g}",
    )  # fmt: skip


def _causal(network: _Network) -> Hypothesis:
    causal = network.checkpoint.config.causal
    windows = any(each.window is not None for each in network.facts)
    told = ("causal" if causal else "full") + (", windows in some layers" if windows else "")
    return Hypothesis("attention is causal", causal and not windows, told)


def _one_head(network: _Network) -> Hypothesis:
    heads = max(len(each.heads) for each in network.facts)
    return Hypothesis("there is one head", heads == 1, f"{heads} heads")


NETWORK: Mapping[tuple[LayerPart, Question], Callable[[_Network], Hypothesis]] = {
    ("layer", "shared weights"): _shared,
    ("layer", "all read"): _all_read,
    ("layer", "one head"): _one_head,
    ("layer", "causal"): _causal,
    ("F", "symmetric"): _symmetric,
    ("lambda_1", "positive"): _positive,
    ("lambda_1", "simple"): _gap,
}
