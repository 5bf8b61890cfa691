"""Small checkpoints whose layers are all the one a test asks for, in the layout of ALBERT."""

from __future__ import annotations

import numpy as np

from verify.checkpoints.checkpoint import load
from verify.checkpoints.generated import write_random
from verify.checkpoints.writing import write_checkpoint
from verify.numerics.draws import Draws
from verify.numerics.layer_matrices import ValueOutput
from verify.numerics.reduced_layers import ReducedLayer, layer_with_eigenvalues


def shared(folder, layer, layers=6, **settings):
    """A checkpoint of the layout of ALBERT whose layers have the matrices of a reduced one."""
    width = len(layer.queries)
    plain = write_random(
        folder / "plain", "albert", seed=1, width=width, heads=layer.heads, layers=layers,
        positions=64, dtype="F64", **settings,
    )  # fmt: skip
    held = load(plain).layers[0]
    matrices = {
        "query": layer.queries, "key": layer.keys, "value": layer.factors.value,
        "output": layer.factors.output,
    }  # fmt: skip
    changed = {}
    for role, matrix in matrices.items():
        changed |= held.stored_as(role, np.asarray(matrix))
    write_checkpoint(plain, folder / "made", changed)
    return load(folder / "made")


def with_spectrum(folder, eigenvalues, *, heads=1, seed=3, scores=1.0, **settings):
    """The same with given eigenvalues of F, and random scores."""
    layer = layer_with_eigenvalues(Draws(seed), eigenvalues, heads=heads)
    layer = ReducedLayer(layer.factors, scores * layer.queries, layer.keys, heads)
    return shared(folder, layer, **settings)


def multiple_of_identity(folder, width, by, *, seed=3, **settings):
    """The same with one head, V = I and W = by I."""
    draws = Draws(seed)
    queries, keys = draws.normal((2, width, width)) / np.sqrt(width)
    factors = ValueOutput(np.eye(width), by * np.eye(width))
    return shared(folder, ReducedLayer(factors, queries, keys, 1), **settings)


def value_output(layer):
    """Return the factors of F of a layer whose heads have as many coordinates as tokens."""
    factors = layer.value_output_factors()
    return ValueOutput(factors.right, factors.left)
