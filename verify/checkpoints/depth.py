"""Tokens through the depth of a checkpoint: reduced, with pieces put back, changed, controlled.

All variants pass a layer before the next one is read, so that a checkpoint is read once and no
more than a few layers are in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import DTypeLike

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import CONTROLS, NORM_ALONE, draws_for, norms_alone
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import (
    ATTENTION_ONLY,
    WHOLE,
    LoadedLayer,
    Pieces,
    attended,
    fed_forward,
    started,
    through,
    unit,
)
from verify.checkpoints.interventions import (
    AS_IS,
    Changes,
    MaskMatrix,
    changed_layer,
    noisy,
    scaled,
)
from verify.checkpoints.measured import (
    MEASURES,
    all_alignments,
    attention_entropy,
    directions_or_zero,
    length,
    signed_cosines,
)
from verify.checkpoints.readers import Eigenvectors, LayerReader
from verify.checkpoints.starts import TokenStart
from verify.checkpoints.theory import LayerTheory, read_theory
from verify.language.mistakes import Mistake
from verify.numerics.layer_matrices import Eigensystem

REDUCED = "reduced"
ONE_LAYER = "reduced, one layer's weights"
WHOLE_MODEL = "whole model"
ENTROPY = "attention entropy"
# |mean cosine with v_1|: the alignment, where all tokens are on one side, and less where they are
# at v_1 and at -v_1; and what it is the mean of.
SIGNED, COSINE = "signed alignment", "cosine with v_1"
FOLLOWED = {**MEASURES, "length": length}  # the last is of tokens, the others of directions
Kind = Literal["pieces", "without", "intervention", "control"]
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Variant:
    """One way to pass the layers; `pieces` are those that are there after all changes."""

    name: str
    kind: Kind
    pieces: Pieces = ATTENTION_ONLY
    changes: Changes = AS_IS
    control: str = ""


@dataclass(frozen=True, eq=False)
class Trace:
    """What one variant measured: by name (steps + 1, prompts), the start first.

    `aligned` has what is measured against the layer matrices: (steps, prompts) each; empty where
    no eigenvectors were computed, and without averages where only principal ones were. `inside` has
    what is measured in each layer's attention, likewise. `by_token` has the cosine of each token
    with v_1, (steps, prompts, tokens), of the ladder's variants. `layers` are the numbers of those
    passed, `end` the last states. `growth` (steps, prompts) is the length that a layer gives a
    prompt's mean direction before it divides by it, |m + tau F m|, where there is nothing but
    attention.
    """

    variant: Variant
    layers: tuple[int, ...]
    measures: Mapping[str, Array]
    aligned: Mapping[str, Array]
    inside: Mapping[str, Array]
    by_token: Mapping[str, Array]
    mask_of_first: MaskMatrix
    end: Array
    growth: Array | None


@dataclass(frozen=True, eq=False)
class DepthRun:
    """The traces of all variants, and the eigensystem of each layer that a variant repeats."""

    checkpoint: Checkpoint
    start: TokenStart
    depth: int
    seed: int
    eigenvectors: Eigenvectors
    traces: tuple[Trace, ...]
    systems: Mapping[int, Eigensystem]
    theory: LayerTheory = field(default_factory=read_theory)

    def trace(self, name: str) -> Trace:
        """Return the trace of a variant by its name."""
        return next(trace for trace in self.traces if trace.variant.name == name)


# ------------------------------------------------------------------ variants


def ladder(checkpoint: Checkpoint) -> list[Variant]:
    """Return the reduced dynamics, each piece put back alone, all of them, and the whole model."""
    alike = len(set(checkpoint.config.weights_of)) == 1
    found = [] if alike else [
        Variant(ONE_LAYER, "pieces", replace(ATTENTION_ONLY, own_weights=False))
    ]  # fmt: skip
    return [
        *found,
        Variant(REDUCED, "pieces"),
        Variant("with positions", "pieces", replace(ATTENTION_ONLY, position=True)),
        Variant("with biases", "pieces", replace(ATTENTION_ONLY, biases=True)),
        Variant("with norms", "pieces", replace(ATTENTION_ONLY, norms=True)),
        Variant("with feed-forward parts", "pieces", replace(ATTENTION_ONLY, feed_forward=True)),
        Variant("with all of these", "pieces", replace(WHOLE, embedding=False)),
        Variant(WHOLE_MODEL, "pieces", WHOLE),
    ]


def taken_away(checkpoint: Checkpoint) -> list[Variant]:
    """Return the whole model with one of its pieces taken away, each that it has."""
    config = checkpoint.config
    biased = config.attention_biases or config.feed_forward_biases
    each = {
        "without attention": replace(WHOLE, attention=False),
        "without positions": replace(WHOLE, position=False),
        **({"without biases": replace(WHOLE, biases=False)} if biased else {}),
        "without norms": replace(WHOLE, norms=False),
        "without feed-forward parts": replace(WHOLE, feed_forward=False),
    }
    return [Variant(name, "without", pieces) for name, pieces in each.items()]


def changed(interventions: Mapping[str, Changes]) -> list[Variant]:
    """Return the reduced dynamics, or the whole model, under each intervention."""
    found = []
    for name, each in interventions.items():
        fed = each.feed_forward == "on" or (each.whole and not each.feed_forward)
        pieces = replace(WHOLE if each.whole else ATTENTION_ONLY, feed_forward=fed)
        found.append(Variant(name, "intervention", pieces, each))
    return found


def controls() -> list[Variant]:
    """Return the controls: the norm alone keeps the pieces it needs, others are reduced."""
    alone = replace(WHOLE, embedding=False)
    return [
        Variant(name, "control", alone if name == NORM_ALONE else ATTENTION_ONLY, control=name)
        for name in CONTROLS
    ]


# ------------------------------------------------------------------ the run


def passed(checkpoint: Checkpoint, variant: Variant, depth: int) -> list[int]:
    """Return the numbers of the layers that a variant passes, in order."""
    steps, loop = depth * variant.changes.passes, variant.changes.loop
    return [step % checkpoint.config.layers if loop is None else loop for step in range(steps)]


def run_depth(
    checkpoint: Checkpoint,
    variants: Sequence[Variant],
    start: TokenStart,
    *,
    depth: int,
    seed: int,
    eigenvectors: Eigenvectors = "all",
    dtype: DTypeLike = np.float64,
    progress: Progress | None = None,
    reader: LayerReader | None = None,
) -> DepthRun:
    """Take tokens through every variant, and measure after each layer.

    To compute all eigenvectors of wide layer matrices takes longer than all the rest; principal
    ones come from an iteration. A `reader` keeps layers from run to run.
    Raises Mistake where a prompt is too long, or tokens are no longer finite.
    """
    reader = LayerReader(checkpoint, seed, np.dtype(dtype)) if reader is None else reader
    followed = [_Followed(reader, variant, start, depth, eigenvectors) for variant in variants]
    steps = max(len(each.layers) for each in followed)
    for step in range(steps):
        # Variants at one layer together, so that it is read for all of them.
        for each in sorted(followed, key=lambda f: f.holder(step)):
            if step < len(each.layers):
                if progress is not None:
                    progress(step, steps, each.variant.name)
                each.advance(step)
    traces = tuple(each.trace() for each in followed)
    systems = repeated_systems(reader, variants, depth)
    return DepthRun(checkpoint, start, depth, seed, eigenvectors, traces, systems)


def repeated_systems(
    reader: LayerReader, variants: Sequence[Variant], depth: int
) -> dict[int, Eigensystem]:
    """Return the eigensystems of layers that a variant repeats with weights of the checkpoint."""
    found = set()
    for variant in variants:
        holders = holders_of(reader.checkpoint, variant, depth)
        if len(set(holders)) == 1 and variant.control in ("", NORM_ALONE):
            found.add(holders[0])
    return {holder: reader.system(holder, "", "all") for holder in sorted(found)}


def holders_of(checkpoint: Checkpoint, variant: Variant, depth: int) -> list[int]:
    """Return the first layer with the weights that are used, for each layer that is passed."""
    own, other = variant.pieces.own_weights, variant.pieces.weights_of
    layers = [n if own else other for n in passed(checkpoint, variant, depth)]
    return [checkpoint.layers[number].same_weights[0] for number in layers]


def before_broken(
    checkpoint: Checkpoint, variants: Sequence[Variant], depth: int
) -> tuple[list[Variant], int, dict[int, str]]:
    """Return what can be followed where layers are not finite: variants, how deep, and which are.

    That is as far as the first of those layers, and without what passes one before. Raises Mistake
    where nothing is left.
    """
    used = {number for each in variants for number in holders_of(checkpoint, each, depth)}
    broken = checkpoint.broken_layers(sorted(used))
    if not broken:
        return list(variants), depth, {}
    least = min(depth, *broken)
    kept = [
        each for each in variants
        if least and not broken.keys() & set(holders_of(checkpoint, each, least))
    ]  # fmt: skip
    if not kept:
        raise Mistake(next(iter(broken.values())))
    return kept, least, broken


class _Followed:
    """A variant on its way: where its tokens are, and what has been measured of them."""

    def __init__(
        self,
        reader: LayerReader,
        variant: Variant,
        start: TokenStart,
        depth: int,
        eigenvectors: Eigenvectors,
    ) -> None:
        self.reader, self.variant, self.eigenvectors = reader, variant, eigenvectors
        self.checkpoint, self.seed = reader.checkpoint, reader.seed
        self.layers = passed(self.checkpoint, variant, depth)
        self.holders = holders_of(self.checkpoint, variant, depth)
        entry = start.ids if variant.pieces.embedding else start.vectors
        self.first = start.first
        self.device = reader.device
        self.states = started(self.checkpoint, entry, variant.pieces, reader.dtype)
        self.measures = {name: [measure(self.states)] for name, measure in FOLLOWED.items()}
        self.aligned: dict[str, list[Array]] = {}
        self.growth: list[Array] = []
        self.entropy: list[Array] = []
        self.cosines: list[Array] = []
        self.mask = changed_layer(self.checkpoint.layers[self.layers[0]], variant.changes).mask(
            self.states.shape[1]
        )

    def holder(self, step: int) -> int:
        """Return whose weights a step has, or -1 after the last one."""
        return self.holders[step] if step < len(self.holders) else -1

    def advance(self, step: int) -> None:
        """Pass a layer, and measure."""
        before, pieces = self.states, self.variant.pieces
        number = self.layers[step]
        after = self.device.get(self._through(number, self.holders[step], self.device.put(before)))
        if self.variant.changes.noise:
            lengths = np.linalg.norm(after, axis=-1, keepdims=True) if pieces.norms else 1.0
            normal = self._noise(step, after.shape)
            after = noisy(after, self.variant.changes.noise, normal, lengths)
            after = after if pieces.norms or self.variant.changes.norm else unit(after)
        if not np.isfinite(after).all():
            raise Mistake(
                f"{self.checkpoint.folder}: tokens are no longer finite after layer {number} "
                f"({self.variant.name}); use fewer layers, or a smaller residual"
            )
        for name, measure in FOLLOWED.items():
            self.measures[name].append(measure(after))
        if self.eigenvectors != "none" and self.variant.control != NORM_ALONE:
            self._measure_alignment(self.holders[step], before, after)
        self.states = self._between_passes(step, after)

    def _noise(self, step: int, shape: tuple[int, ...]) -> Array:
        """Return normal vectors: each prompt has its own, whichever others there are."""
        name, numbers = self.variant.name, range(self.first, self.first + shape[0])
        draws = (draws_for(self.seed, "noise", name, step, number) for number in numbers)
        return np.stack([each.normal(shape[1:]) for each in draws])

    def _through(self, number: int, holder: int, states: Array) -> Array:
        variant, pieces = self.variant, self.variant.pieces
        layer = changed_layer(self.checkpoint.layers[number], variant.changes)
        loaded = restricted(self.reader.layer(holder, variant.control), pieces)
        if variant.control == NORM_ALONE:
            return norms_alone(layer, loaded, states)
        loaded = scaled(loaded, variant.changes.residual)
        mask = layer.mask(states.shape[1])

        def watch(weights: Array) -> None:
            self.entropy.append(attention_entropy(self.device.get(weights), mask))

        if variant.changes.norm == "before" and not pieces.norms:
            states = states + attended(layer, unit(states), pieces, loaded, watch)
            fed = pieces.feed_forward
            return states + fed_forward(layer, unit(states), loaded) if fed else states
        if not (pieces.norms or pieces.biases or pieces.feed_forward):
            # Of one token attention is F, whatever its scores are.
            mean = directions_or_zero(directions_or_zero(self.states).mean(axis=1, keepdims=True))
            own, put = self.checkpoint.layers[number], self.device.put
            grown = mean + self.device.get(attended(own, put(mean), pieces, loaded))
            self.growth.append(np.linalg.norm(grown, axis=-1)[:, 0])
        return through(layer, states, pieces, loaded, watch)

    def _between_passes(self, step: int, states: Array) -> Array:
        """Return what the next pass begins with: after the last norm, where there is one."""
        ends = self.variant.changes.loop is None and (step + 1) % self.checkpoint.config.layers == 0
        if not ends or step + 1 == len(self.layers) or not self.variant.pieces.norms:
            return states
        norm = self.checkpoint.final_norm(self.reader.dtype)
        return states if norm is None else norm(states)

    def _measure_alignment(self, holder: int, before: Array, after: Array) -> None:
        system = self.reader.system(holder, self.variant.control, self.eigenvectors)
        earlier, later = all_alignments(before, system), all_alignments(after, system)
        change, signed = later - earlier, signed_cosines(after, system)
        if self.variant.kind == "pieces":
            self.cosines.append(signed)
        found = {
            "alignment": later[..., 0], "(4)": change[..., 0], "(5)": change[..., 0] > 0,
            SIGNED: np.abs(signed.mean(axis=-1, keepdims=True)),
        }  # fmt: skip
        if self.eigenvectors == "all":
            found |= {
                "average alignment": later.mean(axis=-1),
                "average of (4)": change.mean(axis=-1),
                "average of (5)": (change > 0).mean(axis=-1),
            }
        for name, each in found.items():
            self.aligned.setdefault(name, []).append(each.mean(axis=-1))

    def trace(self) -> Trace:
        """Return all that was measured."""
        return Trace(
            self.variant,
            tuple(self.layers),
            {name: np.stack(rows) for name, rows in self.measures.items()},
            {name: np.stack(rows) for name, rows in self.aligned.items()},
            {ENTROPY: np.stack(self.entropy)} if self.entropy else {},
            {COSINE: np.stack(self.cosines)} if self.cosines else {},
            self.mask,
            self.states,
            np.stack(self.growth) if self.growth else None,
        )


def restricted(loaded: LoadedLayer, pieces: Pieces) -> LoadedLayer:
    """Return of a whole layer what the pieces need."""
    arrays = {
        role: None if role.endswith(".bias") and not pieces.biases else array
        for role, array in loaded.arrays.items()
    }
    kept = replace(loaded, arrays=arrays)
    return kept if pieces.norms else replace(kept, attention_norm=None, feed_forward_norm=None)
