"""What the papers' experiments measure of tokens on their way, whoever computed the way.

Each function takes states, (prompts, tokens, width), and eigensystems of layer matrices, and
returns figures by name: those that the experiments of the statements claim something about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from verify.numerics.figures import Figure
from verify.numerics.layer_matrices import (
    Array,
    Eigensystem,
    alignment,
    average_increments,
    eigensystem,
    increments,
)
from verify.numerics.reduced_layers import mean_distance, tokens_of

Figures: TypeAlias = dict[str, Figure]


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of numbers."""
    return sum(numbers) / len(numbers)


def share(happens: Sequence[bool]) -> Figure:
    """Return how often something happens."""
    return Figure.of(sum(happens) / len(happens))


def repetition(system: Eigensystem, plane: Array, start: Array, end: Array) -> Figures:
    """Measure where one layer, repeated, takes tokens: on the principal space, and together."""
    first, last = mean_distance(start), mean_distance(end)
    return {
        "case": Figure.of(system.case),
        "gap of the real parts": Figure.of(system.gap, 1e-9),
        "squared modulus of the first multiplier less the largest other": Figure.of(
            system.margin(), 1e-9
        ),
        "mean alignment at the end": Figure.of(
            float(alignment(tokens_of(end), plane).mean()), 1e-9
        ),
        "mean alignment at the start": Figure.of(float(alignment(tokens_of(start), plane).mean())),
        "mean distance of tokens at the end": Figure.of(last, 1e-9),
        "mean distance, the end over the start": Figure.of(last / first, 1e-9),
    }


def along_layers(
    steps: Iterable[tuple[Eigensystem, Array, Array]], eigenvector: int = 0
) -> dict[str, list[float]]:
    """Return (4), (5), the alignment, and their averages over all eigenvectors, at every layer.

    A step is a layer's eigensystem, and the states before it and after.
    """
    found: dict[str, list[float]] = {}
    for system, earlier, later in steps:
        before, after = tokens_of(earlier), tokens_of(later)
        own = increments(before, after, system.basis(eigenvector))
        average = average_increments(before, after, system)
        levels = [float(alignment(after, basis).mean()) for basis in system.bases()]
        here = {
            "(4)": own.mean,
            "average of (4)": average.mean,
            "(5)": own.share,
            "average of (5)": average.share,
            "alignment": float(alignment(after, system.basis(eigenvector)).mean()),
            "average alignment": mean(levels),
            "gap of the real parts": system.gap,
        }
        for name, number in here.items():
            found.setdefault(name, []).append(number)
    return found


def in_shares(layers: Mapping[str, Sequence[float]]) -> Figures:
    """Return of how many layers the claims on them are true, from what `along_layers` returns."""

    def above(name: str, other: str) -> Figure:
        return share([a > b for a, b in zip(layers[name], layers[other], strict=True)])

    gaps = layers["gap of the real parts"]
    return {
        "share of layers where (4) is above its average": above("(4)", "average of (4)"),
        "share of layers where (4) is positive": share([x > 0 for x in layers["(4)"]]),
        "share of layers where (5) is above one half": share([x > 0.5 for x in layers["(5)"]]),
        "share of layers where the alignment is above its average": above(
            "alignment", "average alignment"
        ),
        "least gap": Figure.of(min(gaps), 1e-9),
        "largest gap": Figure.of(max(gaps), 1e-9),
    }


def along_products(steps: Iterable[tuple[Array, Array]]) -> list[float]:
    """Return the alignment with the principal eigenvector of F^l ... F^1, over its average.

    A step is a layer's matrix F^l, and the states after it.
    """
    ratios: list[float] = []
    product: Array | None = None
    for matrix, after in steps:
        product = np.asarray(matrix if product is None else matrix @ product, dtype=float)
        # Its size is left out: it would overflow, and eigenvectors do not depend on it.
        product = np.asarray(product / np.linalg.norm(product))
        system, rows = eigensystem(product), tokens_of(after)
        own = float(alignment(rows, system.principal()).mean())
        ratios.append(own / mean([float(alignment(rows, b).mean()) for b in system.bases()]))
    return ratios


def of_ratios(ratios: Sequence[float]) -> Figures:
    """Return whether ratios have a trend over layers."""
    half = len(ratios) // 2
    later = mean(ratios[half:]) / mean(ratios[:half]) if half else float("nan")
    return {
        "mean ratio to the average, over layers": Figure.of(mean(ratios), 1e-9),
        "mean ratio in the later half over that in the earlier": Figure.of(later, 1e-9),
    }


def steered_step(
    before: Array, after: Array, u: Array, systems: tuple[Eigensystem, Eigensystem]
) -> Figures:
    """Measure the alignment with u across a layer; `systems` are those of F before and steered."""
    basis = u[:, None]
    found = increments(tokens_of(before), tokens_of(after), basis)
    return {
        "mean alignment with the written direction after the last layer": Figure.of(
            float(alignment(tokens_of(after), basis).mean()), 1e-9
        ),
        "mean alignment with the written direction before it": Figure.of(
            float(alignment(tokens_of(before), basis).mean()), 1e-9
        ),
        "(4) for the written direction": Figure.of(found.mean, 1e-9),
        "(5) for the written direction": Figure.of(found.share),
        "gap of the steered layer": Figure.of(systems[1].gap, 1e-9),
        "gap before steering": Figure.of(systems[0].gap, 1e-9),
    }


def ends_along(ends: Array, v: Array) -> Figures:
    """Measure whether tokens end at v or -v, and how many prompts have some at either."""
    sides = ends @ v > 0
    split = sides.any(axis=-1) & (~sides).any(axis=-1)
    return {
        "least alignment with the leading eigenvector at the end": Figure.of(
            float(alignment(tokens_of(ends), v[:, None]).min())
        ),
        "share of starts that end bipartite": Figure.of(float(split.mean())),
        "mean distance of tokens at the end": Figure.of(mean_distance(ends), 1e-9),
    }


def looped_passes(
    trace: Sequence[tuple[float, float]], alone: Sequence[tuple[float, float]], layers: int
) -> Figures:
    """Measure a looped network beside its final norm alone: (25) and mean lengths, observed.

    `layers` are those of a pass of the network.
    """
    return {
        "mean of (25) at the end": Figure.of(trace[-1][0]),
        "mean of (25) at the end of the norm alone": Figure.of(alone[-1][0]),
        "mean of (25), the norm alone over the network": Figure.of(alone[-1][0] / trace[-1][0]),
        "growth of tokens from the first block of a pass to the last": Figure.of(
            trace[-1][1] / trace[-max(1, layers)][1]
        ),
    }
