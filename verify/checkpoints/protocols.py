"""The papers' experiments on a checkpoint: the protocols of statements, with its weights.

The statements run them on generated weights, and make claims about figures. Here the same figures
are measured of a checkpoint, by the same functions; see `verdicts` for what the claims come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.config import Config
from verify.checkpoints.depth import Progress
from verify.checkpoints.draws import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.layers import Checkpoint
from verify.checkpoints.reduced import followed, through
from verify.checkpoints.starts import TokenStart
from verify.checkpoints.steering import output_map, row_towards
from verify.checkpoints.theory import LayerTheory, Sizes
from verify.checkpoints.whole import WholeModel, drawn_anew
from verify.language.mistakes import Mistake
from verify.numerics.depth_records import (
    Figures,
    along_layers,
    along_products,
    ends_along,
    in_shares,
    looped_passes,
    of_ratios,
    repetition,
    steered_step,
)
from verify.numerics.draws import directions
from verify.numerics.figures import Figure
from verify.numerics.layer_matrices import Eigensystem, eigensystem, orthonormal
from verify.numerics.measures import mean_cosine_distance
from verify.numerics.softmax import softmax_rows

GAIN = 1000.0  # of steering, as in the statements: several roots of the width
PROLONGED = 5  # how many times the depth a prolonged run has
NEAR = 0.05  # how far tokens begin from v_1 and -v_1


@dataclass(frozen=True)
class Part:
    """What one run measured: its name is that of the statement's experiment; `remark` says more."""

    name: str
    figures: Figures
    remark: str = ""


@dataclass(frozen=True)
class Protocol:
    """A protocol by the id of its statement, and how it is run; `models` are those papers name."""

    name: str
    title: str
    run: Callable[[Setting], list[Part]]
    models: Mapping[str, Sizes]


@dataclass(frozen=True, eq=False)
class Setting:
    """What a protocol is run on; `depth` layers, or passes' worth of them, are passed.

    `systems` keeps eigensystems of layers from run to run.
    """

    model: WholeModel
    checkpoint: Checkpoint
    start: TokenStart
    depth: int
    seed: int
    progress: Progress
    systems: dict[int, Eigensystem] = field(default_factory=dict)

    def system(self, number: int) -> Eigensystem:
        """Return the eigensystem of F of a layer."""
        first = self.checkpoint.same_weights(number)[0]
        if first not in self.systems:
            self.systems[first] = eigensystem(self.checkpoint.layer(first).F())
        return self.systems[first]

    def way(self) -> Iterator[tuple[int, Array, Array]]:
        """Yield each layer's number, and the reduced states before and after it, once each."""
        before = self.start.vectors
        for number in range(self.checkpoint.config.layers):
            after = through(self.checkpoint.layer(number), before)
            yield number, before, after
            before = after

    def repeated(self, start: Array, times: int) -> list[Array]:
        """Return the start, and where the first layer takes tokens each time."""
        return followed(self.checkpoint, start, [0] * times)

    @property
    def which(self) -> str:
        """Which layer is repeated."""
        alike = len(set(self.checkpoint.config.weights_of)) == 1
        return "all layers have its weights" if alike else "layer 0, for the layers differ"


def sized_like(config: Config, models: Mapping[str, Sizes]) -> str | None:
    """Return which of the models a checkpoint has the sizes of, if any."""
    mine = config.model_type, config.layers, config.width, config.heads
    return next((name for name, sizes in models.items() if sizes == mine), None)


def reduction(setting: Setting) -> list[Part]:
    """Compare a reduced layer, as it is computed, with the sum over heads for columns."""
    start, layer = setting.start.vectors, setting.checkpoint.layer(0)
    after, opposite = through(layer, start), through(layer, -start)
    own = start
    for h in range(layer.heads):
        P, F = layer.scores(h), layer.head(h)
        scores = (start @ P.left) @ (start @ P.right.T).swapaxes(-1, -2)
        own = own + softmax_rows(scores, layer.mask(start.shape[1])) @ start @ F.right.T @ F.left.T

    def largest(differences: Array, error: float) -> Figure:
        return Figure.of(float(abs(differences).max()), error)

    figures = {
        "largest difference from the stored layer": largest(directions(own) - after, 1e-13),
        "largest difference of a length from 1": largest((after**2).sum(axis=-1) - 1, 1e-12),
        "largest difference between a layer of the opposite tokens and the opposite of a layer":
            largest(opposite + after, 1e-13),
        "tokens": Figure.of(start.shape[0] * start.shape[1]),
    }  # fmt: skip
    causal = setting.checkpoint.config.causal
    if causal:
        first = directions(start[:, :1] + start[:, :1] @ layer.F().T)
        name = "largest difference of the first token from its own step"
        figures[name] = largest(after[:, :1] - first, 1e-12)
    return [Part("causal attention" if causal else "full attention", figures, "layer 0")]


def autonomous(setting: Setting) -> list[Part]:
    """Repeat one layer, and then longer: alignment with the principal space, and consensus."""
    system, start, depth = setting.system(0), setting.start.vectors, setting.depth
    own = "a complex pair" if system.is_pair else "a larger negative one"
    spaces = {own: system.principal()}
    if len(system.values) > 1 and not system.values[:2].imag.any():
        # The plane of both, as the text has it where they are close.
        spaces["two close ones"] = orthonormal(system.vectors[:, :2].real)
    path = setting.repeated(start, PROLONGED * depth)
    found = [
        Part(
            name, repetition(system, space, start, path[depth]), f"{depth} layers; {setting.which}"
        )
        for name, space in spaces.items()
    ]
    longer = repetition(system, system.principal(), start, path[-1])
    remark = f"{PROLONGED * depth} layers; {setting.which}"
    return [*found, Part("a small pair, prolonged", longer, remark)]


def varying(name: str, setting: Setting) -> list[Part]:
    """Measure (4) and (5) at every layer against the averages over all eigenvectors, and gaps."""
    steps = ((setting.system(k), before, after) for k, before, after in setting.way())
    kind = "causal" if setting.checkpoint.config.causal else "full"
    return [Part(name or f"{kind} attention", in_shares(along_layers(steps)))]


def products(setting: Setting) -> list[Part]:
    """Measure the alignment with the principal eigenvectors of F^l ... F^1."""
    steps = ((setting.checkpoint.layer(k).F(), after) for k, _, after in setting.way())
    return [Part("products", of_ratios(along_products(steps)))]


def steering(setting: Setting) -> list[Part]:
    """Steer the last layer of the reduced dynamics towards a random direction."""
    *_, (number, before, _) = setting.way()
    last, (u, added) = setting.checkpoint.layer(number), _change(setting)
    steered = replace(last, output=last.output + added)
    return [_steered("steered", before, through(steered, before), u, last.F(), steered.F())]


def steering_whole(setting: Setting) -> list[Part]:
    """Steer the last layer of the whole model towards the same direction."""
    model, checkpoint, (u, added) = setting.model, setting.checkpoint, _change(setting)
    calls: list[Any] = []
    every, number = checkpoint.config.weights_of, checkpoint.config.layers - 1
    pushed = model.torch.from_numpy(added.T)

    def at_last(_: Any, given: Any, out: Any) -> Any:
        calls.append(out)  # where weights are shared layers before the last have this map, too
        return out + given[0] @ pushed if len(calls) == every.count(every[-1]) else out

    hook = (output_map(model, checkpoint, number), at_last)
    states = model.run(setting.start.ids, hooks=[hook]).states
    last = checkpoint.layer(number)
    steered = replace(last, output=last.output + added)
    return [_steered("whole blocks", states[-2], states[-1], u, last.F(), steered.F())]


def _change(setting: Setting) -> tuple[Array, Array]:
    """Return a random direction, and what is added to the output matrix of the last layer."""
    config = setting.checkpoint.config
    u = draws_for(setting.seed, "direction").on_sphere((config.width,))
    return u, GAIN * np.outer(u, row_towards(setting.checkpoint.layer(config.layers - 1), u))


def _steered(name: str, before: Array, after: Array, u: Array, F: Array, steered: Array) -> Part:
    found = steered_step(before, after, u, (eigensystem(F), eigensystem(steered)))
    return Part(name, found, f"c = {GAIN:g}, one u")


def small(setting: Setting) -> list[Part]:
    """Follow tokens from anywhere, and from near v_1 and -v_1, through the first layer."""
    shape, basis = setting.start.vectors.shape, setting.system(0).principal()
    if basis.shape[1] > 1 or shape[1] < 2:
        why = "its principal eigenvalues are a pair" if shape[1] > 1 else "prompts have one token"
        raise Mistake(f"--protocol: it puts tokens at v_1 and -v_1, and {why}; use another")
    v, random = basis[:, 0], draws_for(setting.seed, "near").on_sphere(shape)
    signs = np.where(np.arange(shape[1]) < shape[1] // 2, 1.0, -1.0)
    starts = {
        "one head": setting.start.vectors,
        "bipartite": directions(signs[:, None] * v + NEAR * random),
    }
    times = PROLONGED * setting.depth
    return [
        Part(
            name,
            ends_along(setting.repeated(start, times)[-1], v),
            f"{times} layers; {setting.which}",
        )
        for name, start in starts.items()
    ]


def a_loop(setting: Setting) -> list[Part]:
    """Loop the whole model, trained and with random weights, and its final norm alone."""
    passes = max(2, -(-setting.depth // setting.checkpoint.config.layers))
    found = []
    for number, (name, weights, fed) in enumerate(VARIANTS):
        setting.progress(number, len(VARIANTS), name)
        figures = looped(setting.model, setting.start.ids, passes, weights, fed, setting.seed)
        parts = "with" if fed else "without"
        found.append(
            Part(name, figures, f"{passes} passes; {weights} weights, {parts} feed-forward parts")
        )
    return found


# By the names under which statements offer them; each title is for a list.
RUNS: Mapping[str, tuple[str, Callable[[Setting], list[Part]]]] = {
    "the reduction": ("the reduced dynamics: a layer and the sum over its heads", reduction),
    "one layer again and again": ("one layer again and again, as in ALBERT", autonomous),
    "alignment by layer": (
        "alignment at every layer, against all eigenvectors: (4) is by how much a layer changes "
        "it, (5) whether it grows", partial(varying, "")),
    "gaps by layer": ("spectral gaps by layer", partial(varying, "gaps")),
    "products of layers": ("cumulative products of layer matrices", products),
    "steering": ("steering the last layer", steering),
    "steering the whole model": ("steering the last layer of the whole model", steering_whole),
    "small starts": ("starts anywhere, and near v_1 and -v_1", small),
    "a loop": ("the whole model in a loop, and its last norm alone: (25) is 1 less the mean cosine "
               "with the first token", a_loop),
}  # fmt: skip


def protocols(theory: LayerTheory) -> tuple[Protocol, ...]:
    """Return the protocols that statements offer, by their ids."""
    offered, models = theory.protocols(), theory.models()
    return tuple(Protocol(offered[name], *RUNS[name], models) for name in RUNS if name in offered)


def protocol(name: str, theory: LayerTheory) -> Protocol:
    """Return a protocol by its name; raises Mistake for an unknown one."""
    found = {each.name.lower(): each for each in protocols(theory)}
    if name.strip().lower() not in found:
        known = ", ".join(each.name for each in found.values())
        raise Mistake(f"--protocol: unknown name {name!r:.80}; use {known}, or list")
    return found[name.strip().lower()]


# ------------------------------------------------------------------ a loop


Weights = Literal["its own", "random", "random, drawn anew"]
VARIANTS: tuple[tuple[str, Weights, bool], ...] = (
    ("control", "its own", True),
    ("trained, without feed-forward parts", "its own", False),
    ("random weights", "random", True),
    ("random weights, without feed-forward parts", "random", False),
    ("weights drawn anew, with feed-forward parts", "random, drawn anew", True),
    ("weights drawn anew", "random, drawn anew", False),
)


def looped(
    model: WholeModel, ids: NDArray[Any], passes: int, weights: Weights, fed: bool, seed: int
) -> Figures:
    """Return the figures of a loop beside that of its last norm alone; raises Mistake for none.

    The end of a pass is the next start (figures 7 to 10 of paper A); the start is embedded once,
    positions with it. The mean distance (25) is taken of the residual stream after each layer,
    before the last norm. Weights are the checkpoint's own, or random ones as the library begins
    with, fixed or drawn anew in every pass.
    """
    if model.last_norm is None:
        raise Mistake(
            f"{model.folder}: {model.base.config.model_type} has no last norm to loop, which this "
            "protocol needs; use a model that has, such as gpt2"
        )
    start = model.run(ids).states[0]
    first = model if weights == "its own" else drawn_anew(model, seed)
    without = () if fed else ("feed-forward parts",)
    seen, states = [_observed(start)], start
    for k in range(passes):
        used = drawn_anew(model, seed + k) if weights == "random, drawn anew" else first
        passed = used.run(ids, start=states, without=without)
        seen += [_observed(each) for each in passed.states[1:]]
        states = passed.end
    alone, states = [_observed(start)], start
    for _ in range(passes):
        states = first.normed(states)
        alone.append(_observed(states))
    return looped_passes(seen, alone, (len(seen) - 1) // passes)


def _observed(states: Array) -> tuple[float, float]:
    """Return (25) and the length of tokens, means over prompts."""
    distances = mean_cosine_distance(np.asarray(states, dtype=float))
    return float(distances.mean()), float(np.linalg.norm(states, axis=-1).mean())
