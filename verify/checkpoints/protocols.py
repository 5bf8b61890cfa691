"""The papers' experiments on a checkpoint: the protocols of statements, with its weights.

The statements run them on generated weights, and make claims about figures. Here the same
figures are measured of a checkpoint, by the same functions, and each claim is told with whether
it is borne out, too. Nothing is claimed of a checkpoint: it is looked at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.config import Config
from verify.checkpoints.controls import draws_for
from verify.checkpoints.covectors import row_towards
from verify.checkpoints.depth import Progress
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import (
    ATTENTION_ONLY,
    WHOLE,
    Pieces,
    load_layer,
    states,
    through,
    unit,
    with_output,
)
from verify.checkpoints.looping import looped_figures
from verify.checkpoints.readers import LayerReader
from verify.checkpoints.starts import TokenStart
from verify.checkpoints.theory import LayerTheory, Sizes
from verify.language.mistakes import Mistake
from verify.numerics.depth_records import (
    Figures,
    along_layers,
    along_products,
    ends_along,
    in_shares,
    of_ratios,
    repetition,
    steered_step,
)
from verify.numerics.figures import Figure
from verify.numerics.layer_matrices import Eigensystem, alignment, eigensystem, orthonormal
from verify.numerics.reduced_layers import mean_distance, tokens_of
from verify.numerics.softmax import softmax_rows
from verify.steps.shows import Record, Shows

GAIN = 1000.0  # of steering, as in the statements: several roots of the width
PROLONGED = 5  # how many times the depth a prolonged run has
NEAR = 0.05  # how far tokens begin from v_1 and -v_1


@dataclass(frozen=True)
class Part:
    """What one run measured, and the claims the statement makes of such runs.

    `series` has what was measured after each layer. `remark` says what the run was. `each` has the
    figures of each prompt alone, where the run of all of them tells these, too.
    """

    name: str
    figures: Figures
    claims: tuple[Shows, ...] = ()
    series: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    remark: str = ""
    each: tuple[Figures, ...] = ()

    def borne_out(self, claim: Shows) -> bool | None:
        """Return whether the figure bears a claim's inequality out; None where it is too close."""
        truth = claim.truth(Record(self.figures))
        return None if truth.name == "UNKNOWN" else truth.name == "TRUE"


@dataclass(frozen=True)
class Protocol:
    """A protocol by the id of its statement, how it is run, and a note on its figures.

    `models` are those that papers name, by their names.
    """

    name: str
    title: str
    run: Callable[[Setting], list[Part]]
    note: str = ""
    models: Mapping[str, Sizes] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Setting:
    """What a protocol is run on; `depth` layers, or passes' worth of them, are passed.

    A `reader` keeps eigensystems from run to run.
    """

    checkpoint: Checkpoint
    start: TokenStart
    depth: int
    seed: int
    progress: Progress | None = None
    reader: LayerReader | None = None

    def system(self, number: int) -> Eigensystem:
        """Return the eigensystem of F of a layer."""
        if self.reader is not None:
            return self.reader.system(number, "", "all")
        return eigensystem(self.checkpoint.layers[number].F())

    def told(self, done: int, total: int, what: str) -> None:
        """Say how far a run is."""
        if self.progress is not None:
            self.progress(done, total, what)


def protocol(name: str, theory: LayerTheory) -> Protocol:
    """Return a protocol by its name; raises Mistake for an unknown one."""
    found = {each.name.lower(): each for each in protocols(theory)}.get(name.strip().lower())
    if found is None:
        known = ", ".join(each.name for each in protocols(theory))
        raise Mistake(f"--protocol: unknown protocol {name!r:.80}; use {known}, or list")
    return found


def run_protocol(
    wanted: Protocol, setting: Setting, claims: Mapping[str, tuple[Shows, ...]]
) -> list[Part]:
    """Run a protocol; `claims` are those of the statement's experiments, by their names."""
    return [
        replace(
            part, claims=tuple(c for c in claims.get(part.name, ()) if c.figure in part.figures)
        )
        for part in wanted.run(setting)
    ]


# ------------------------------------------------------------------ ways


def way(setting: Setting, pieces: Pieces = ATTENTION_ONLY) -> Iterator[tuple[int, Array, Array]]:
    """Yield each layer's number, and the states before and after it, in all layers once."""
    start = setting.start.ids if pieces.embedding else setting.start.vectors
    passed, layers = states(setting.checkpoint, start, pieces), setting.checkpoint.config.layers
    before = next(passed)
    for number, after in enumerate(passed):
        setting.told(number, layers, f"layer {number}")
        yield number, before, after
        before = after


def repeated(setting: Setting, start: Array, times: int) -> Array:
    """Return where the first layer takes tokens that pass it again and again."""
    (end,) = deque(repeating(setting, start, times), maxlen=1)
    return end


def repeating(setting: Setting, start: Array, times: int) -> Iterator[Array]:
    """Yield the start, and where the first layer takes tokens each time."""
    layer = setting.checkpoint.layers[0]
    loaded = load_layer(layer, ATTENTION_ONLY)
    yield start
    for step in range(times):
        setting.told(step, times, f"step {step}")
        start = through(layer, start, ATTENTION_ONLY, loaded)
        yield start


def _which_layer(checkpoint: Checkpoint) -> str:
    alike = len(set(checkpoint.config.weights_of)) == 1
    return "all layers have its weights" if alike else "layer 0, for the layers differ"


# ------------------------------------------------------------------ what is run


def sized_like(config: Config, models: Mapping[str, Sizes]) -> str | None:
    """Return which of the models a checkpoint has the sizes of, if any."""
    mine = config.architecture, config.layers, config.width, config.heads
    return next((name for name, sizes in models.items() if sizes == mine), None)


def sizes_beside(models: Mapping[str, Sizes], setting: Setting) -> list[Part]:
    """Say which of the models a checkpoint has the sizes of, if any."""
    config = setting.checkpoint.config
    sizes = {"layers": config.layers, "width": config.width, "heads": config.heads}
    attention = "causal" if config.causal else "full"
    shared = "shared" if config.shared else "not shared"
    return [
        Part(
            "sizes", {name: Figure.of(size) for name, size in sizes.items()},
            remark=f"{sized_like(config, models) or 'none of them'}: {attention} attention, "
            f"weights {shared}",
        )
    ]  # fmt: skip


def reduction(setting: Setting) -> list[Part]:
    """Compare a reduced layer, as libraries compute it, with the sum over heads for columns."""
    checkpoint, start = setting.checkpoint, setting.start.vectors
    layer = checkpoint.layers[0]
    after, opposite = repeated(setting, start, 1), repeated(setting, -start, 1)
    own = start
    for h in range(layer.heads):
        factors = layer.scores(h).factors
        scores = (start @ factors.left) @ (start @ factors.right.T).swapaxes(-1, -2)
        seen = softmax_rows(scores, layer.mask(start.shape[1])) @ start
        own = own + seen @ layer.head(h).T.left @ layer.head(h).T.right
    figures = {
        "largest difference from the stored layer": Figure.of(
            float(abs(unit(own) - after).max()), 1e-13
        ),
        "largest difference of a length from 1": Figure.of(
            float(abs((after**2).sum(axis=-1) - 1).max()), 1e-12
        ),
        "largest difference between a layer of the opposite tokens and the "
        "opposite of a layer": Figure.of(float(abs(opposite + after).max()), 1e-13),
        "tokens": Figure.of(start.shape[0] * start.shape[1]),
    }
    if checkpoint.config.causal:
        first = start[:, :1] + start[:, :1] @ layer.F().T
        figures["largest difference of the first token from its own step"] = Figure.of(
            float(abs(after[:, :1] - unit(first)).max()), 1e-12
        )
    name = "causal attention" if checkpoint.config.causal else "full attention"
    return [Part(name, figures, remark="layer 0")]


def autonomous(setting: Setting) -> list[Part]:
    """Repeat one layer, and then longer: alignment with the principal space, and consensus."""
    system = setting.system(0)
    start = setting.start.vectors
    spaces = {"a complex pair" if system.is_pair else "a larger negative one": system.principal()}
    if len(system.values) > 1 and not system.values[:2].imag.any():
        # The plane of both, as the text has it where they are close.
        spaces["two close ones"] = orthonormal(system.vectors[:, :2].real)
    path = list(repeating(setting, start, PROLONGED * setting.depth))
    which = _which_layer(setting.checkpoint)
    distances = tuple(mean_distance(states) for states in path)
    found = []

    def series(space: Array, layers: int) -> dict[str, tuple[float, ...]]:
        passed = path[: layers + 1]
        aligned = tuple(float(alignment(tokens_of(states), space).mean()) for states in passed)
        return {"mean distance of tokens": distances[: layers + 1], "mean alignment": aligned}

    for name, space in spaces.items():
        figures = repetition(system, space, start, path[setting.depth])
        found.append(Part(name, figures, series=series(space, setting.depth),
                          remark=f"{setting.depth} layers; {which}"))  # fmt: skip
    longer, principal = PROLONGED * setting.depth, system.principal()
    figures = repetition(system, principal, start, path[-1])
    found.append(Part("a small pair, prolonged", figures, series=series(principal, longer),
                      remark=f"{longer} layers; {which}"))  # fmt: skip
    return found


def varying(setting: Setting) -> list[Part]:
    """Measure (4) and (5) at every layer against the averages over all eigenvectors."""
    return [_varying(setting, "causal" if setting.checkpoint.config.causal else "full")]


def _varying(setting: Setting, kind: str) -> Part:
    def steps() -> Iterator[tuple[Eigensystem, Array, Array]]:
        for number, before, after in way(setting):
            yield setting.system(number), before, after

    layers = along_layers(steps())
    series = {name: tuple(row) for name, row in layers.items()}
    return Part(f"{kind} attention" if kind else "gaps", in_shares(layers), series=series)


def gaps(setting: Setting) -> list[Part]:
    """Measure the gap of the real parts of every layer matrix."""
    return [_varying(setting, "")]


def products(setting: Setting) -> list[Part]:
    """Measure the alignment with the principal eigenvectors of F^l ... F^1."""
    layers = setting.checkpoint.layers
    ratios = along_products((layers[k].F(), after) for k, _, after in way(setting))
    return [Part("products", of_ratios(ratios), series={"ratio to the average": tuple(ratios)})]


def steering(setting: Setting) -> list[Part]:
    """Steer the last layer of the reduced dynamics towards a random direction."""
    return [_steered(setting, ATTENTION_ONLY, "steered")]


def steering_whole(setting: Setting) -> list[Part]:
    """Steer the last layer of the whole model towards the same direction."""
    return [_steered(setting, WHOLE, "whole blocks")]


def _steered(setting: Setting, pieces: Pieces, name: str) -> Part:
    checkpoint = setting.checkpoint
    ((_, before, _),) = deque(way(setting, pieces), maxlen=1)
    last = checkpoint.layers[-1]
    u = draws_for(setting.seed, "direction").on_sphere((checkpoint.config.width,))
    factors = last.value_output_factors()
    output = factors.left + GAIN * np.outer(u, row_towards(last, u))
    after = through(last, before, pieces, with_output(load_layer(last, pieces), output))
    systems = eigensystem(last.F()), eigensystem(output @ factors.right)
    return Part(name, steered_step(before, after, u, systems), remark=f"c = {GAIN:g}, one u")


def small(setting: Setting) -> list[Part]:
    """Follow tokens from anywhere, and from near v_1 and -v_1, through the first layer."""
    shape = setting.start.vectors.shape
    basis = setting.system(0).principal()
    if basis.shape[1] > 1 or shape[1] < 2:
        why = (
            "principal eigenvalues are a complex pair" if shape[1] > 1 else "prompts have one token"
        )
        raise Mistake(f"--protocol: it places tokens at v_1 and -v_1, but the {why}; use another")
    v = basis[:, 0]
    random = draws_for(setting.seed, "near").on_sphere(shape)
    signs = np.where(np.arange(shape[1]) < shape[1] // 2, 1.0, -1.0)
    times, which = PROLONGED * setting.depth, _which_layer(setting.checkpoint)
    found = []
    for name, start in (
        ("one head", setting.start.vectors),
        ("bipartite", unit(signs[:, None] * v + NEAR * random)),
    ):
        ends = repeated(setting, start, times)
        found.append(Part(name, ends_along(ends, v), remark=f"{times} layers; {which}"))
    return found


def looped(setting: Setting) -> list[Part]:
    """Loop the whole model, trained and with random weights, and its final norm alone."""
    passes = max(2, -(-setting.depth // setting.checkpoint.config.layers))
    found = looped_figures(
        setting.checkpoint, setting.start.ids, passes, setting.seed, setting.told
    )
    return [
        Part(each.name, each.figures, series=each.series, remark=each.remark, each=each.each)
        for each in found
    ]


# By the names under which statements offer them; each title is for a list.
ALIGNED = (
    " (4) is by how much a layer changes a token's alignment with an eigenspace, (5) whether it "
    "grows."
)
COSINES = " (25) is 1 less the mean cosine of tokens with the first one."
RUNS: Mapping[str, tuple[str, Callable[[Setting], list[Part]], str]] = {
    "the reduction": ("the reduced dynamics: a layer and the sum over its heads", reduction, ""),
    "one layer again and again": ("one layer again and again, as in ALBERT", autonomous, ""),
    "alignment by layer": ("alignment at every layer, against all eigenvectors", varying, ALIGNED),
    "gaps by layer": ("spectral gaps by layer", gaps, ALIGNED),
    "products of layers": ("cumulative products of layer matrices", products, ""),
    "steering": ("steering the last layer", steering, ALIGNED),
    "steering the whole model": (
        "steering the last layer of the whole model",
        steering_whole,
        ALIGNED,
    ),
    "small starts": ("starts anywhere, and near v_1 and -v_1", small, ""),
    "a loop": ("the whole model in a loop, and its last norm alone", looped, COSINES),
}  # fmt: skip


def protocols(theory: LayerTheory) -> tuple[Protocol, ...]:
    """Return the protocols that statements offer, by their ids, after that of sizes."""
    offered, models = theory.protocols(), theory.models()
    named = "sizes, compared with those of the models that papers name"
    return (
        Protocol(theory.models_at(), named, partial(sizes_beside, models), models=models),
        *(Protocol(offered[name], *RUNS[name], models) for name in RUNS if name in offered),
    )
