"""What steering does to the whole model: where it ends, and how well it predicts the next word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import WHOLE, load_layer, started, through, with_output
from verify.checkpoints.unembedding import WordHead, head_of, losses
from verify.language.mistakes import Mistake
from verify.numerics.layer_matrices import alignment

Ids = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Turned:
    """Means over a prompt's tokens of their cosine with a direction, and of its size; (prompts,).

    `name` is the direction's.
    """

    name: str
    alignment_before: Array
    alignment_after: Array
    cosine_before: Array
    cosine_after: Array


@dataclass(frozen=True, eq=False)
class WholeModel:
    """What a model ends with before and after it is steered, on prompts.

    `text` is the file that they are from, or "" of random ones. `loss_before` and `loss_after`
    (prompts,) are in nats a token; where they are None `no_loss` says why.
    """

    prompts: tuple[Ids, ...]
    text: str
    directions: tuple[Turned, ...]
    loss_before: NDArray[np.float64] | None
    loss_after: NDArray[np.float64] | None
    no_loss: str


def whole_model(
    checkpoint: Checkpoint,
    outputs: Mapping[int, Array],
    directions: Mapping[str, Array],
    prompts: Sequence[Ids],
    text: str = "",
) -> WholeModel:
    """Return what output matrices in the place of the checkpoint's do; raises Mistake.

    `outputs` are by the first layer that has them, `directions` are unit vectors by their names.
    """
    before, after = both_ends(checkpoint, outputs, prompts)
    head = head_of(checkpoint) if text else "random tokens have no loss: use --text FILE"
    if isinstance(head, WordHead) and max(len(ids) for ids in prompts) < 2:
        head = "no prompt has two tokens"
    lost: tuple[NDArray[np.float64] | None, ...] = (None, None)
    if isinstance(head, WordHead):
        with np.errstate(over="ignore", invalid="ignore"):
            lost = tuple(losses(head, ends, prompts) for ends in (before, after))
    return WholeModel(
        tuple(prompts),
        text,
        tuple(_turned(name, u, before, after) for name, u in directions.items()),
        lost[0],
        lost[1],
        head if isinstance(head, str) else "",
    )


def both_ends(
    checkpoint: Checkpoint, outputs: Mapping[int, Array], prompts: Sequence[Ids]
) -> tuple[list[Array], list[Array]]:
    """Return the states (tokens, d) that each prompt ends with, after the last norm: as the model
    is, and with other output matrices. Each layer is read once.
    """
    before = [started(checkpoint, ids[None]) for ids in prompts]
    after, apart = before, False
    for layer in checkpoint.layers:
        first = layer.same_weights[0]
        loaded = load_layer(layer)
        other = with_output(loaded, outputs[first]) if first in outputs else loaded
        apart = apart or other is not loaded
        going = [through(layer, rows, WHOLE, loaded) for rows in before]
        after = [through(layer, rows, WHOLE, other) for rows in after] if apart else going
        before = going
    norm = checkpoint.final_norm()
    found = []
    for rows in (before, after):
        ends = [each[0] if norm is None else norm(each[0]) for each in rows]
        if not all(np.isfinite(each).all() for each in ends):
            raise Mistake(
                f"{checkpoint.folder}: numbers of the whole model overflow; use a smaller "
                "--strength, or a checkpoint with smaller weights"
            )
        found.append(ends)
    return found[0], found[1]


def _turned(name: str, u: Array, before: Sequence[Array], after: Sequence[Array]) -> Turned:
    def means(of: Any) -> list[Array]:
        return [np.array([float(of(rows).mean()) for rows in ends]) for ends in (before, after)]

    return Turned(
        name,
        *means(lambda rows: alignment(rows, u[:, None])),
        *means(lambda rows: rows @ u / np.linalg.norm(rows, axis=-1)),
    )
