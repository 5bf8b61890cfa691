"""Steering a layer by a rank-one change of its output matrix, W' = W + c u r^T, or by a bias.

V has the value matrices of all heads below each other, F = W V. With r^T V = w^T the layer matrix
becomes F + c u w^T, for the multiple w of V^+ V u with w^T u = 1. A token that the unchanged
attention takes to z_i, before any norm, goes to

    y_i = z_i + c beta_i u,    beta_i = sum_h w_h^T s_i^h = r^T o_i,

with o_i what its heads hand to the output matrix: its cosine with u is known before anything is
changed. The bias c' u is added to the same output, with the mean length of the pushes c beta_i u.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.draws import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.layers import Checkpoint, Layer
from verify.checkpoints.whole import Hooks, Passed, WholeModel
from verify.language.mistakes import Mistake
from verify.numerics.layer_matrices import eigensystem

FORMS = "token:ID, eigen:K or random"
SMALLEST = 1e-12  # of w^T w for a unit u: below it no output matrix reacts to u


def row_towards(layer: Layer, u: Array) -> Array:
    """Return r (H head widths,) for which W + c u r^T adds c u w^T to F with w^T u = 1.

    Heads that share values get equal shares, by the least length. Raises Mistake.
    """
    values = layer.value_output_factors().right
    row = np.linalg.lstsq(values.T, u, rcond=None)[0]
    share = float((values.T @ row) @ u)
    if share <= SMALLEST:
        raise Mistake(
            "--direction: the value matrices of the layer take it to 0, so that no output matrix "
            "can react to it; give another"
        )
    return np.asarray(row / share)


@dataclass(frozen=True, eq=False)
class Steering:
    """Tokens of prompts under a change: cosines with u (prompts, tokens), with their signs.

    `before`, `predicted` and `measured` are right after the attention that is steered; `end_before`
    and `end_after` of what the whole model ends with; `beta` as above. `biased` and `end_biased`
    have one added bias in the place of the change, and `losses` the next-token losses of prompts,
    (prompts,), before, after and with the bias; empty where `no_loss` says why. Roundings allow
    `bound` between the predicted and the measured.
    """

    number: int
    strength: float
    u: Array
    w_size: float
    beta: Array
    before: Array
    predicted: Array
    measured: Array
    biased: Array
    end_before: Array
    end_after: Array
    end_biased: Array
    bias: float
    losses: Mapping[str, NDArray[np.float64]]
    no_loss: str
    bound: Array

    @property
    def apart(self) -> float:
        """How far a measured cosine is from the predicted one, at most."""
        return float(np.abs(self.measured - self.predicted).max())

    @property
    def agrees(self) -> bool:
        """Whether every token is as near to the law as roundings allow."""
        return bool((np.abs(self.measured - self.predicted) <= self.bound).all())


@dataclass(frozen=True, eq=False)
class _Seen:
    """What the steered layer's output map was given and gave, and where the model ended."""

    given: Array
    after: Array
    passed: Passed


def steer(
    model: WholeModel,
    checkpoint: Checkpoint,
    number: int,
    u: Array,
    strength: float,
    ids: NDArray[Any],
    *,
    no_loss: str = "",
) -> Steering:
    """Predict the change, make it in memory, measure it on prompts, and take it back.

    With `no_loss` no loss is taken. Raises Mistake where numbers overflow.
    """
    layer = checkpoint.layer(number)
    row, output = row_towards(layer, u), output_map(model, checkpoint, number)
    added = strength * np.outer(u, row)
    turned = added.T if type(output).__name__ == "Conv1D" else added  # which stores the transpose
    weight = output.weight.data
    before = _seen(model, checkpoint, number, ids, not no_loss)
    output.weight.data = weight + model.torch.from_numpy(turned)
    try:
        after = _seen(model, checkpoint, number, ids, not no_loss)
    finally:
        output.weight.data = weight
    # In a layer whose weights are shared, others were steered before it: what it was given counts.
    beta = after.given @ row
    unsteered = after.after - after.given @ added.T
    bias = float(np.abs(strength * (before.given @ row)).mean() * np.sign(strength))
    pushed = model.torch.from_numpy(bias * u)
    biased = _seen(
        model, checkpoint, number, ids, not no_loss, [(output, lambda _, __, out: out + pushed)]
    )
    # Sums of m and of d products, in both: relative to the sizes of what is added up.
    products = 8 * (len(u) + len(row)) * float(np.finfo(float).eps)
    sizes = np.linalg.norm(before.after, axis=-1) + np.linalg.norm(after.after, axis=-1)
    sizes += (np.linalg.norm(layer.output) + np.linalg.norm(added)) * np.linalg.norm(
        after.given, axis=-1
    )
    bound = products * sizes / np.linalg.norm(after.after, axis=-1)
    runs = {"before": before, "after": after, "bias": biased}
    return Steering(
        number, strength, u, float(np.linalg.norm(layer.value_output_factors().right.T @ row)),
        beta, cosine(before.after, u), cosine(unsteered + strength * beta[..., None] * u, u),
        cosine(after.after, u), cosine(biased.after, u), cosine(before.passed.end, u),
        cosine(after.passed.end, u), cosine(biased.passed.end, u), bias,
        {n: s.passed.loss for n, s in runs.items() if s.passed.loss is not None}, no_loss, bound,
    )  # fmt: skip


def cosine(rows: Array, u: Array) -> Array:
    """Return the cosine of each token with u, (prompts, tokens), with its sign."""
    return np.asarray(rows @ u / np.linalg.norm(rows, axis=-1))


def _seen(
    model: WholeModel,
    checkpoint: Checkpoint,
    number: int,
    ids: NDArray[Any],
    loss: bool,
    hooks: Hooks = (),
) -> _Seen:
    """Run prompts, and record the attention of a layer; its weights may be passed before, too."""
    given: list[Array] = []
    gave: list[Array] = []

    def record(_: Any, entered: Any, out: Any) -> None:
        given.append(np.asarray(entered[0].double().numpy()))
        gave.append(np.asarray(out.double().numpy()))

    output = output_map(model, checkpoint, number)
    passed = model.run(ids, hooks=[*hooks, (output, record)], loss=loss)
    every = checkpoint.config.weights_of
    nth = every[:number].count(every[number])
    return _Seen(given[nth], passed.states[number] + gave[nth], passed)


def output_map(model: WholeModel, checkpoint: Checkpoint, number: int) -> Any:
    """Return the module of the library's model that is a layer's output matrix."""
    every = checkpoint.config.weights_of
    return model.attention_output(model.blocks[sorted(set(every)).index(every[number])])


def direction(
    model: WholeModel, checkpoint: Checkpoint, text: str, number: int, seed: int
) -> Array:
    """Return the unit vector (d,) that a text of the command line names; raises Mistake.

    `token:ID` is the embedding of a token, `eigen:K` the right eigenvector of the layer's matrix
    for its K-th eigenvalue by decreasing real part, from 1.
    """
    kind, _, value = text.partition(":")
    width, whole = checkpoint.config.width, int(value) if re.fullmatch("[0-9]{1,9}", value) else -1
    if text == "random":
        return draws_for(seed, "direction").on_sphere((width,))
    if kind == "token":
        table = model.base.get_input_embeddings().weight
        if not 0 <= whole < len(table):
            raise Mistake(f"--direction: unknown token {value!r:.80}; use 0 to {len(table) - 1}")
        return _unit(table[whole].detach().double().numpy(), width)
    if kind == "eigen":
        if not 1 <= whole <= width:
            raise Mistake(f"--direction: unknown eigenvalue {value!r:.80}; use 1 to {width}")
        system = eigensystem(checkpoint.layer(number).F())
        if system.values[whole - 1].imag:
            raise Mistake(
                f"--direction: eigenvalue {whole} is one of a complex pair, which has a plane and "
                "no direction; give another"
            )
        return _unit(system.vectors[:, whole - 1].real, width)
    raise Mistake(f"--direction: unknown direction {text!r:.80}; use {FORMS}")


def _unit(vector: NDArray[Any], width: int) -> Array:
    size = float(np.linalg.norm(vector)) if vector.shape == (width,) else 0.0
    if not 0 < size < np.inf:
        raise Mistake(f"--direction: needs a vector of {width} numbers that are not all 0")
    return np.asarray(vector / size)
