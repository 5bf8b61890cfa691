"""The head of a model, which scores every word as the next one, and its loss on given words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.architectures import HEAD, whole_sources
from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.config import Architecture
from verify.checkpoints.factors import Array
from verify.language.mistakes import Mistake

BIAS = "lm_head.bias"
NEXT_WORD: tuple[Architecture, ...] = ("gpt2", "gpt_neo", "llama")
ROWS = 8192  # words that are scored at once: all of them would take gigabytes


@dataclass(frozen=True, eq=False)
class WordHead:
    """The matrix (words, d) that scores words, by the name of its tensor; often the embeddings."""

    checkpoint: Checkpoint
    tensor: str

    def loss(self, ends: Array, ids: NDArray[Any]) -> float:
        """Return the mean of -log p(next word), in nats, of one prompt: (tokens, d) and (tokens,).

        `ends` are states after the last norm; there must be two tokens.
        """
        weights, rows = self.checkpoint.weights, ends[:-1]
        stored, wanted = weights.stored(self.tensor), np.asarray(ids[1:])
        bias = self.checkpoint.beside(BIAS)
        shift = np.zeros(len(stored)) if bias is None else weights.read(bias)
        largest = np.full(len(rows), -np.inf)
        total, own = np.zeros(len(rows)), np.zeros(len(rows))
        for begin in range(0, len(stored), ROWS):
            part = weights.read(self.tensor, np.float64, stored[begin : begin + ROWS])
            scores = rows @ part.T + shift[begin : begin + len(part)]
            here = (wanted >= begin) & (wanted < begin + len(part))
            own[here] = scores[here, wanted[here] - begin]
            most = np.maximum(largest, scores.max(axis=1))
            total = total * np.exp(largest - most) + np.exp(scores - most[:, None]).sum(axis=1)
            largest = most
        return float(np.mean(largest + np.log(total) - own))


def head_of(checkpoint: Checkpoint) -> WordHead | str:
    """Return the head of a model, or in words why there is none; raises Mistake for a bad one.

    A head that the file holds is the model's, even if config.json says that it is the embeddings:
    so does transformers from version 5 on, with a warning.
    """
    config, holders = checkpoint.config, checkpoint.weights.holders
    if config.architecture not in NEXT_WORD:
        return f"{checkpoint.name} is a {config.model_type}, which predicts no next token"
    head = checkpoint.beside(HEAD)
    if head is None and config.tied:
        return WordHead(checkpoint, checkpoint.names[whole_sources(config)["words.weight"].name])
    if head is None:
        return (
            f"{checkpoint.name} has no language-model head ({HEAD}), so it predicts no next token"
        )
    shape, wanted = checkpoint.weights.shape(head), (config.vocabulary, config.width)
    if shape != wanted:
        raise Mistake(
            f"{holders[head].path}: the tensor {head} has the shape {list(shape)}, but "
            f"config.json requires {list(wanted)}; fetch both again"
        )
    return WordHead(checkpoint, head)


def losses(
    head: WordHead, ends: Sequence[Array], prompts: Sequence[NDArray[Any]]
) -> NDArray[np.float64]:
    """Return the loss of every prompt, NaN for those of one token; (prompts,)."""
    both = zip(ends, prompts, strict=True)
    return np.array([head.loss(e, ids) if len(ids) > 1 else np.nan for e, ids in both])
