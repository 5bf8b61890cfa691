"""The protocols of section 3 on generated weights: the runs that its experiments are.

What needs NumPy is imported by the run that needs it, so that reading the statements does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.numerics.figures import Figure
from verify.steps.shows import Record

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


# ------------------------------------------------------------------ Appendix B


def reduction(*, seed: int, prompts: int, tokens: int, width: int, heads: int, causal: bool,
              transposed: bool = False, normalise: bool = True) -> Record:
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
        "largest difference between a layer of the opposite tokens and the opposite of a layer":
            Figure.of(float(abs(through(layer, -start) + through(layer, start)).max()), 1e-13),
        "largest difference of the first token from its own step":
            Figure.of(float(abs(through(layer, start)[:, :1] - directions(first)).max()), 1e-12),
        "tokens": Figure.of(prompts * tokens),
    })


# ------------------------------------------------------------------ one layer, again and again


def autonomous(
    *, seed: int, spectrum: str, prompts: int, tokens: int, heads: int, layers: int, scores: float = 1.0,
) -> Record:
    """Repeat one layer whose matrix has a given spectrum, from random tokens."""
    from dataclasses import replace

    from verify.numerics.depth_records import repetition
    from verify.numerics.draws import Draws
    from verify.numerics.layer_matrices import eigensystem
    from verify.numerics.reduced_layers import layer_with_eigenvalues, trajectory

    random = Draws(seed)
    layer = layer_with_eigenvalues(random, SPECTRA[spectrum], heads=heads)
    layer = replace(layer, queries=scores * layer.queries)
    system = eigensystem(layer.factors.layer_matrix)
    start = random.on_sphere((prompts, tokens, len(layer.queries)))
    path = trajectory([layer] * layers, start)
    plane = system.principal()
    if not system.is_pair and spectrum == "two close ones":
        plane = both(system)
    return Record(repetition(system, plane, start, path[-1]))


def both(system: Eigensystem) -> Any:
    """Return an orthonormal basis of the plane of the first two, real, eigenvectors."""
    from verify.numerics.layer_matrices import orthonormal

    return orthonormal(system.vectors[:, :2].real)


# ------------------------------------------------------------------ layers that differ


def drawn(random: Any, *, width: int, heads: int, layers: int, scale: float, causal: bool) -> list[ReducedLayer]:
    """Return layers of normal weights, each drawn anew."""
    from verify.numerics.reduced_layers import normal_layer

    return [
        normal_layer(random, width=width, heads=heads, scale=scale, causal=causal)
        for _ in range(layers)
    ]


def layer_varying(*, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, scale: float,
                  causal: bool, eigenvector: int = 0) -> Record:
    """Measure (4) and (5) at every layer, for the principal eigenvector against all of them.

    `eigenvector` may name another one in its place: they are ordered by the real part.
    """
    from verify.numerics.depth_records import along_layers, in_shares
    from verify.numerics.draws import Draws
    from verify.numerics.layer_matrices import eigensystem
    from verify.numerics.reduced_layers import trajectory

    random = Draws(seed)
    network = drawn(random, width=width, heads=heads, layers=layers, scale=scale, causal=causal)
    path = trajectory(network, random.on_sphere((prompts, tokens, width)))
    systems = (eigensystem(layer.factors.layer_matrix) for layer in network)
    return Record(in_shares(along_layers(zip(systems, path, path[1:], strict=False), eigenvector)))


def cumulative(*, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, scale: float,
               repeated: bool = False) -> Record:
    """Measure the alignment with the principal eigenvector of F^l ... F^1, layer by layer.

    With `repeated` all layers are the first one.
    """
    from verify.numerics.depth_records import along_products, of_ratios
    from verify.numerics.draws import Draws
    from verify.numerics.reduced_layers import trajectory

    random = Draws(seed)
    network = drawn(random, width=width, heads=heads, layers=layers, scale=scale, causal=False)
    network = network[:1] * layers if repeated else network
    path = trajectory(network, random.on_sphere((prompts, tokens, width)))
    matrices = (layer.factors.layer_matrix for layer in network)
    return Record(of_ratios(along_products(zip(matrices, path[1:], strict=True))))


# ------------------------------------------------------------------ steering


def steering(*, seed: int, prompts: int, tokens: int, width: int, heads: int, layers: int, scale: float,
             gain: float, whole: bool = False, along: bool = True) -> Record:
    """Steer the last layer towards a random unit u by W' = W + c u u^T V^-1, and measure.

    With `whole` every layer is in a block, with its feed-forward part and norms of gains and shifts,
    and tokens come from an embedding. Without `along` the second factor is orthogonal to u.
    """
    from dataclasses import replace

    from verify.numerics.depth_records import steered_step
    from verify.numerics.draws import Draws, directions
    from verify.numerics.layer_matrices import eigensystem, steered
    from verify.numerics.reduced_layers import WholeBlock, through, through_block, whole_block

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
    systems = [eigensystem(each.factors.layer_matrix) for each in (last, changed)]
    return Record(steered_step(states, after, u, (systems[0], systems[1])))


# ------------------------------------------------------------------ small examples


def small_example(*, seed: int, starts: int, tokens: int, heads: int, layers: int, pull: float,
                  spread: float = 0.0, near: float = 0.0) -> Record:
    """Follow tokens of R^3 with F = diag(1, 3/10, -1/2), the step 1/2 and P_h = pull times I.

    With a `spread` the P_h, and the F_h whose sum F stays, are moved at random.

    `near` puts half of the tokens at v_1 and half at -v_1, moved by so much, instead of anywhere.
    """
    from verify.numerics.depth_records import ends_along
    from verify.numerics.draws import Draws, directions
    from verify.numerics.reduced_layers import heads_with_sum, trajectory
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
    return Record(ends_along(path[-1], floats([1.0, 0.0, 0.0])))
