"""Where tokens begin, random or given, and whether there is room for them."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.language.mistakes import Mistake
from verify.transformers.checkpoint import Checkpoint
from verify.transformers.controls import draws_for
from verify.transformers.factors import Array
from verify.transformers.folders import LimitHit
from verify.transformers.forward import WHOLE, started, unit


@dataclass(frozen=True, eq=False)
class Start:
    """Where tokens begin: unit vectors (prompts, tokens, d), and ids (prompts, tokens)."""

    vectors: Array
    ids: NDArray[Any]
    given: bool


def random_start(checkpoint: Checkpoint, prompts: int, tokens: int, seed: int) -> Start:
    """Return normal tokens on the sphere, and for the whole model ids uniform over all."""
    config, draws = checkpoint.config, draws_for(seed, "start")
    vectors = draws.on_sphere((prompts, tokens, config.width))
    ids = np.floor(draws.uniform(0, config.vocabulary, (prompts, tokens))).astype(np.int64)
    return Start(vectors, ids, False)


def given_start(checkpoint: Checkpoint, ids: NDArray[Any]) -> Start:
    """Return given tokens (prompts, tokens): their embeddings, of length 1; raises Mistake."""
    if not 0 <= ids.min() <= ids.max() < checkpoint.config.vocabulary:
        raise Mistake(
            f"--text: its ids must be from 0 to {checkpoint.config.vocabulary - 1}, those of this "
            "checkpoint; give others"
        )
    return Start(unit(started(checkpoint, ids, replace(WHOLE, position=False))), ids, True)


def read_ids(path: Path) -> NDArray[Any]:
    """Return the token ids of a file, a prompt a line, (prompts, tokens); raises Mistake."""
    try:
        with path.open("rb") as file:
            data = file.read(10_000_001)
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise Mistake(f"--text: {path} cannot be read ({reason}); give a file of ids") from None
    words = [line.replace(b",", b" ").split() for line in data.splitlines() if line.strip()]
    if len(data) > 10_000_000:
        raise Mistake(f"--text: {path} is larger than ten million bytes; give a shorter one")
    if not all(word.isdigit() and len(word) <= 9 for line in words for word in line):
        raise Mistake(
            f"--text: {path} holds more than token ids; give whole numbers, a prompt a line"
        )
    if not words:
        raise Mistake(f"--text: {path} is empty; give token ids, a prompt a line")
    if len({len(line) for line in words}) > 1:
        raise Mistake(f"--text: {path} must have lines of equally many ids; cut or fill them")
    return np.array([[int(word) for word in line] for line in words], dtype=np.int64)


def check_room(
    checkpoint: Checkpoint, shape: tuple[int, ...], variants: int, argument: str = "--prompts"
) -> None:
    """Find out before any work whether states fit; raises LimitHit.

    `shape` is (prompts, tokens). Every variant keeps its states, and one at a time has its
    weights of attention, or the inner width of a feed-forward part, in some copies.
    """
    config, (prompts, tokens) = checkpoint.config, shape
    inside = max(3 * config.heads * tokens, 3 * config.inner_width, 6 * config.width)
    needed = 8 * prompts * tokens * (2 * variants * config.width + inside)
    there = _memory()
    if needed > there:
        raise LimitHit(
            f"{argument}: {prompts} of {tokens} tokens take {needed / 1e9:.0f} GB, and there are "
            f"{there / 1e9:.0f}; give fewer, or shorter ones"
        )


def fits_twice(checkpoint: Checkpoint) -> bool:
    """Return whether all weights, in 64 bits, fit into memory twice: libraries load them so."""
    shapes = (checkpoint.weights.shape(name) for name in checkpoint.names.values())
    return 2 * 8 * sum(math.prod(shape) for shape in shapes) < _memory()


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
