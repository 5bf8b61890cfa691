"""The protocols of section 3 on generated weights: the runs that its experiments are.

What needs NumPy is imported by the run that needs it, so that reading the statements does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from verify.numerics.figures import Figure
from verify.statements.experiments import Record

if TYPE_CHECKING:
    from verify.numerics.layer_matrices import Eigensystem
    from verify.numerics.reduced_layers import ReducedLayer

# Eigenvalues of a layer matrix, a complex one with its conjugate: the cases that the text finds
# in four models, with no more than the principal ones fixed by it.
SPECTRA: dict[str, tuple[complex, ...]] = {
    "two close ones": (6, 5.9, *([0.5] * 6), *([-0.5] * 8)),
    "a larger negative one": (4, *([0.5] * 6), *([-0.5] * 8), -5),
    "a negative one that is too large": (4, *([0.5] * 6), *([-0.5] * 8), -7),
    "a complex pair": (3 + 2j, *([0.5] * 6), *([-0.5] * 8)),
    "a small complex pair": (0.6 + 0.4j, *([0.2] * 6), *([-0.2] * 8)),
    "a wide pair behind a real one": (1, *([0.5] * 6), *([-0.5] * 7), 0.2 + 3j),
}


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of numbers."""
    return sum(numbers) / len(numbers)


def share(happens: Sequence[bool]) -> Figure:
    """Return how often something happens."""
    return Figure.of(sum(happens) / len(happens))


# ------------------------------------------------------------------ Appendix B


def reduction(
    *, seed: int, prompts: int, tokens: int, width: int, heads: int, causal: bool,
    transposed: bool = False, normalise: bool = True,
) -> Record:
    """Compare the reduced layer of columns with the layer as libraries store and compute it.

    `transposed` exchanges rows and columns of F; without `normalise` tokens keep their lengths.
    """
    from dataclasses import replace

    from verify.numerics.draws import Draws, directions
    from verify.numerics.layer_matrices import ValueOutput
    from verify.numerics.reduced_layers import as_stored, normal_layer, pushed, through

    random = Draws(seed)
    start = random.on_sphere((prompts, tokens, width))
    layer = normal_layer(random, width=width, heads=heads, scale=2.0, causal=causal)
    factors = layer.factors
    turned = replace(layer, factors=ValueOutput(factors.output.T, factors.value.T))
    own = pushed(turned if transposed else layer, start)
    after = directions(own) if normalise else own
    first = start[:, :1] + start[:, :1] @ factors.layer_matrix.T
    return Record({
        "largest difference from the stored layer":
            Figure.of(float(abs(own - as_stored(layer, start)).max()), 1e-13),
        "largest difference of a length from 1":
            Figure.of(float(abs((after**2).sum(axis=-1) - 1).max()), 1e-12),
        "largest difference between -X after a layer and -(X after it)":
            Figure.of(float(abs(through(layer, -start) + through(layer, start)).max()), 1e-13),
        "largest difference of the first token from N(x + F x)":
            Figure.of(float(abs(through(layer, start)[:, :1] - directions(first)).max()), 1e-12),
        "tokens": Figure.of(prompts * tokens),
    })


# ------------------------------------------------------------------ one layer, again and again


def autonomous(
    *, seed: int, spectrum: str, prompts: int, tokens: int, heads: int, layers: int, scores: float = 1.0,
) -> Record:
    """Repeat one layer whose matrix has a given spectrum, from random tokens."""
    from dataclasses import replace

    from verify.numerics.draws import Draws
    from verify.numerics.layer_matrices import alignment, eigensystem
    from verify.numerics.reduced_layers import (
        layer_with_eigenvalues,
        mean_distance,
        tokens_of,
        trajectory,
    )

    random = Draws(seed)
    layer = layer_with_eigenvalues(random, SPECTRA[spectrum], heads=heads)
    layer = replace(layer, queries=scores * layer.queries)
    system = eigensystem(layer.factors.layer_matrix)
    start = random.on_sphere((prompts, tokens, len(layer.queries)))
    path = trajectory([layer] * layers, start)
    plane = system.principal()
    if not system.is_pair and spectrum == "two close ones":
        plane = both(system)
    last = tokens_of(path[-1])
    return Record({
        "case": Figure.of(system.case),
        "gap of the real parts": Figure.of(system.gap, 1e-9),
        "|1 + lambda_1|^2 less the largest of the others": Figure.of(system.margin(), 1e-9),
        "mean alignment at the end": Figure.of(float(alignment(last, plane).mean()), 1e-9),
        "mean alignment at the start": Figure.of(float(alignment(tokens_of(start), plane).mean())),
        "mean distance of tokens at the end": Figure.of(mean_distance(path[-1]), 1e-9),
        "mean distance, the end over the start":
            Figure.of(mean_distance(path[-1]) / mean_distance(start), 1e-9),
    })


def both(system: Eigensystem) -> Any:
    """Return an orthonormal basis of the plane of the first two, real, eigenvectors."""
    from verify.numerics.layer_matrices import orthonormal

    return orthonormal(system.vectors[:, :2].real)


# ------------------------------------------------------------------ layers that differ


def drawn(
    random: Any, *, width: int, heads: int, layers: int, scale: float, causal: bool
) -> list[ReducedLayer]:
    """Return layers of normal weights, each drawn anew."""
    from verify.numerics.reduced_layers import normal_layer

    return [
        normal_layer(random, width=width, heads=heads, scale=scale, causal=causal)
        for _ in range(layers)
    ]


def layer_varying(
    *, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, scale: float,
    causal: bool, eigenvector: int = 0,
) -> Record:
    """Measure (4) and (5) at every layer, for the principal eigenvector against all of them.

    `eigenvector` may name another one in its place: they are ordered by the real part.
    """
    from verify.numerics.draws import Draws
    from verify.numerics.layer_matrices import (
        alignment,
        average_increments,
        eigensystem,
        increments,
    )
    from verify.numerics.reduced_layers import tokens_of, trajectory

    random = Draws(seed)
    network = drawn(random, width=width, heads=heads, layers=layers, scale=scale, causal=causal)
    path = [tokens_of(x) for x in trajectory(network, random.on_sphere((prompts, tokens, width)))]
    above, rises, often, more, gaps = [], [], [], [], []
    for layer, before, after in zip(network, path, path[1:], strict=False):
        system = eigensystem(layer.factors.layer_matrix)
        own = increments(before, after, system.basis(eigenvector))
        average = average_increments(before, after, system)
        level = mean([float(alignment(after, basis).mean()) for basis in system.bases()])
        above.append(own.mean > average.mean)
        rises.append(own.mean > 0)
        often.append(own.share > 0.5)
        more.append(float(alignment(after, system.basis(eigenvector)).mean()) > level)
        gaps.append(system.gap)
    return Record({
        "share of layers where (4) is above its average": share(above),
        "share of layers where (4) is positive": share(rises),
        "share of layers where (5) is above 1/2": share(often),
        "share of layers where the alignment is above its average": share(more),
        "least gap": Figure.of(min(gaps), 1e-9),
        "largest gap": Figure.of(max(gaps), 1e-9),
    })


def cumulative(
    *, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, scale: float,
    repeated: bool = False,
) -> Record:
    """Measure the alignment with the principal eigenvector of F^l ... F^1, layer by layer.

    With `repeated` all layers are the first one.
    """
    from verify.numerics.draws import Draws
    from verify.numerics.layer_matrices import alignment, eigensystem
    from verify.numerics.reduced_layers import cumulative_products, tokens_of, trajectory

    random = Draws(seed)
    network = drawn(random, width=width, heads=heads, layers=layers, scale=scale, causal=False)
    network = network[:1] * layers if repeated else network
    path = [tokens_of(x) for x in trajectory(network, random.on_sphere((prompts, tokens, width)))]
    products = cumulative_products([layer.factors.layer_matrix for layer in network])
    ratios = []
    for product, after in zip(products, path[1:], strict=True):
        system = eigensystem(product)
        own = float(alignment(after, system.principal()).mean())
        ratios.append(own / mean([float(alignment(after, b).mean()) for b in system.bases()]))
    half = len(ratios) // 2
    return Record({
        "mean ratio to the average, over layers": Figure.of(mean(ratios), 1e-9),
        "mean ratio in the later half over that in the earlier":
            Figure.of(mean(ratios[half:]) / mean(ratios[:half]), 1e-9),
    })


# ------------------------------------------------------------------ steering


def steering(
    *, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, scale: float,
    gain: float, whole: bool = False, along: bool = True,
) -> Record:
    """Steer the last layer towards a random unit u by W' = W + c u u^T V^-1, and measure.

    With `whole` every layer is in a block, with its feed-forward part and norms of gains and shifts,
    and tokens come from an embedding. Without `along` the second factor is orthogonal to u.
    """
    from dataclasses import replace

    from verify.numerics.draws import Draws, directions
    from verify.numerics.layer_matrices import alignment, eigensystem, increments, steered
    from verify.numerics.reduced_layers import (
        WholeBlock,
        through,
        through_block,
        tokens_of,
        whole_block,
    )

    random = Draws(seed)
    network = drawn(random, width=width, heads=heads, layers=layers, scale=scale, causal=False)
    u, w = random.on_sphere((2, width))
    w = u if along else directions(w - (w @ u) * u)
    last = network[-1]
    changed = replace(last, factors=steered(last.factors, u=u, w=w, gain=gain))
    blocks = [whole_block(random, layer, scale=1.0) for layer in network] if whole else []
    states = random.on_sphere((prompts, tokens, width))

    def step(layer: ReducedLayer, block: WholeBlock | None, x: Any) -> Any:
        return through(layer, x) if block is None else through_block(replace(block, attention=layer), x)

    states = 3 * states + random.normal((width,)) / 3 if whole else states
    for k, layer in enumerate(network[:-1]):
        states = step(layer, blocks[k] if whole else None, states)
    after = step(changed, blocks[-1] if whole else None, states)
    basis = u[:, None]
    found = increments(tokens_of(states), tokens_of(after), basis)
    return Record({
        "mean alignment with u after the last layer":
            Figure.of(float(alignment(tokens_of(after), basis).mean()), 1e-9),
        "mean alignment with u before it":
            Figure.of(float(alignment(tokens_of(states), basis).mean()), 1e-9),
        "(4) for u": Figure.of(found.mean, 1e-9),
        "(5) for u": Figure.of(found.share),
        "gap of the steered layer": Figure.of(eigensystem(changed.factors.layer_matrix).gap, 1e-9),
        "gap before steering": Figure.of(eigensystem(last.factors.layer_matrix).gap, 1e-9),
    })


# ------------------------------------------------------------------ small examples


def small_example(
    *, seed: int, starts: int, tokens: int, heads: int, layers: int, pull: float,
    spread: float = 0.0, near: float = 0.0,
) -> Record:
    """Follow tokens of R^3 with F = diag(1, 3/10, -1/2), the step 1/2 and P_h = pull times I.

    With a `spread` the P_h, and the F_h whose sum F stays, are moved at random.

    `near` puts half of the tokens at v_1 and half at -v_1, moved by so much, instead of anywhere.
    """
    from verify.numerics.draws import Draws, directions
    from verify.numerics.layer_matrices import alignment
    from verify.numerics.reduced_layers import (
        heads_with_sum,
        mean_distance,
        tokens_of,
        trajectory,
    )
    from verify.numerics.trajectories import floats

    random = Draws(seed)
    layer = heads_with_sum(random, (1.0, 0.3, -0.5), heads=heads, pull=pull, spread=spread)
    places = random.on_sphere((starts, tokens, 3))
    if near:
        first = 0 * places[:1]
        first[:, : tokens // 2, 0] = 1
        first[:, tokens // 2 :, 0] = -1
        places = directions(first + near * places)
    path = trajectory([layer] * layers, places, 0.5)
    ends = path[-1]
    sides = ends[..., 0] > 0
    split = sides.any(axis=-1) & (~sides).any(axis=-1)
    basis = floats([[1.0], [0.0], [0.0]])
    return Record({
        "least alignment with v_1 at the end": Figure.of(float(alignment(tokens_of(ends), basis).min())),
        "share of starts that end bipartite": Figure.of(float(split.mean())),
        "mean distance of tokens at the end": Figure.of(mean_distance(ends), 1e-9),
    })
