"""Where tokens begin, random or given, and whether there is room for them."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.controls import draws_for
from verify.checkpoints.devices import HERE
from verify.checkpoints.factors import Array
from verify.checkpoints.folders import opened
from verify.checkpoints.forward import WHOLE, started, unit
from verify.language.mistakes import LimitHit, Mistake
from verify.processes.plain_files import NotPlain, opened_plain

MOST_BYTES = 10_000_000  # of a file of prompts
TOKENIZER = "tokenizer.json"
STANDARD_INPUT = Path("-")


@dataclass(frozen=True, eq=False)
class TokenStart:
    """Where tokens begin: unit vectors (prompts, tokens, d), and ids (prompts, tokens).

    `first` is the number of its first prompt, where it is a part of a start.
    """

    vectors: Array
    ids: NDArray[Any]
    given: bool
    first: int = 0

    def part(self, begin: int, end: int) -> TokenStart:
        """Return the prompts from `begin` to before `end`."""
        return TokenStart(
            self.vectors[begin:end], self.ids[begin:end], self.given, self.first + begin
        )


def random_start(checkpoint: Checkpoint, prompts: int, tokens: int, seed: int) -> TokenStart:
    """Return normal tokens on the sphere, and for the whole model ids uniform over all."""
    config, draws = checkpoint.config, draws_for(seed, "start")
    vectors = draws.on_sphere((prompts, tokens, config.width))
    ids = np.floor(draws.uniform(0, config.vocabulary, (prompts, tokens))).astype(np.int64)
    return TokenStart(vectors, ids, False)


def given_start(checkpoint: Checkpoint, ids: NDArray[Any]) -> TokenStart:
    """Return given tokens (prompts, tokens): their embeddings, of length 1; raises Mistake."""
    check_ids(ids, checkpoint)
    vectors = unit(started(checkpoint, ids, replace(WHOLE, position=False)))
    lost = ids[np.isnan(vectors).any(axis=-1)]
    if lost.size:
        raise Mistake(
            f"--text: the embedding of token {lost[0]} is 0 in {checkpoint.folder}, so it has "
            "no direction; leave that token out"
        )
    return TokenStart(vectors, ids, True)


@dataclass(frozen=True)
class Text:
    """The lines of a text of prompts, without empty ones, and what to call it."""

    name: str
    lines: tuple[bytes, ...]

    @property
    def holds_ids(self) -> bool:
        """Whether it holds whole numbers only, with spaces or commas between them."""
        return not any(line.strip(b"0123456789 ,\t") for line in self.lines)


def read_text(path: Path) -> Text:
    """Return the text in a file, or for - on standard input; raises Mistake."""
    name = "standard input" if path == STANDARD_INPUT else str(path)
    data = _piped() if path == STANDARD_INPUT else _of_file(path)
    if len(data) > MOST_BYTES:
        raise Mistake(f"--text: {name} is larger than ten million bytes; give a shorter one")
    lines = tuple(line for line in data.splitlines() if line.strip())
    if not lines:
        raise Mistake(f"--text: {name} is empty; give one prompt per line")
    return Text(name, lines)


def _of_file(path: Path) -> bytes:
    try:
        with opened_plain(path) as file:
            return file.read(MOST_BYTES + 1)
    except NotPlain:
        raise Mistake(
            f"--text: {path} is not a regular file; give one with a prompt per line, or - for "
            "standard input"
        ) from None
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise Mistake(f"--text: {path} cannot be read ({reason}); give a file of ids") from None


def _piped() -> bytes:
    """Return what is piped in; nobody is waited for to type it."""
    try:
        if not sys.stdin.isatty():
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        why = "is a terminal"
    except (AttributeError, OSError, ValueError):  # none, or one that is closed
        why = "is closed"
    raise Mistake(f"--text: standard input {why}; pipe a text into it, or name a file")


def read_ids(text: Text) -> NDArray[Any]:
    """Return the token ids of a text, a prompt a line, (prompts, tokens); raises Mistake."""
    rows = id_rows(text)
    if len({len(row) for row in rows}) > 1:
        raise Mistake(
            f"--text: {text.name} must have the same number of ids in every line; cut or pad them"
        )
    return np.array(rows)


def id_rows(text: Text) -> list[NDArray[Any]]:
    """Return the token ids of each line of a text; raises Mistake."""
    words = [line.replace(b",", b" ").split() for line in text.lines]
    if not all(word.isdigit() and len(word) <= 9 for line in words for word in line):
        raise Mistake(
            f"--text: {text.name} contains text that is not a token id; give integers, one "
            "prompt per line"
        )
    if not all(words):
        raise Mistake(f"--text: {text.name} has a line without ids; remove it")
    return [np.array([int(word) for word in line], dtype=np.int64) for line in words]


def read_words(text: Text, checkpoint: Checkpoint) -> NDArray[Any]:
    """Return the token ids of lines of words, all cut to the tokens of the shortest.

    (prompts, tokens); raises as `word_rows` does.
    """
    rows = word_rows(text, checkpoint)
    shortest = min(len(row) for row in rows)
    return np.array([row[:shortest] for row in rows], dtype=np.int64)


def word_rows(text: Text, checkpoint: Checkpoint) -> list[NDArray[Any]]:
    """Return the token ids of each line of words, by the checkpoint's own tokenizer.json.

    Needs the package tokenizers; raises Mistake, of a tokenizer that is another model's, too.
    """
    path = checkpoint.folder / TOKENIZER
    with opened(checkpoint.folder, TOKENIZER) as file:
        data = file.read()
    try:
        lines = [line.decode() for line in text.lines]
    except UnicodeDecodeError:
        raise Mistake(
            f"--text: {text.name} is not UTF-8; give plain text, one prompt per line"
        ) from None
    try:
        tokenizer = import_module("tokenizers").Tokenizer.from_str(data.decode())
        tokenizer.no_padding()
        tokenizer.no_truncation()
        rows = [tokenizer.encode(line).ids for line in lines]
        # Words that were added later may have ids of their own, which a text need not use.
        known = tokenizer.get_vocab(with_added_tokens=False).values()
    except Exception as error:  # whatever somebody else's library raises is told in a line
        reason = " ".join(str(error).split())[:200]
        raise Mistake(f"{path}: cannot be used ({reason}); give --text token ids") from None
    most = max((*known, *(identity for row in rows for identity in row)), default=0)
    if most >= checkpoint.config.vocabulary:
        raise Mistake(
            f"{path}: has the id {most}, but the model has only "
            f"{checkpoint.config.vocabulary} tokens; fetch both again, they do not match"
        )
    if not all(rows):
        raise Mistake(f"--text: {text.name} has a line without tokens; remove it")
    return [np.array(row, dtype=np.int64) for row in rows]


def check_ids(ids: NDArray[Any], checkpoint: Checkpoint, argument: str = "--text") -> None:
    """Make sure that a prompt's ids are the checkpoint's, and fit its positions; raises Mistake."""
    config = checkpoint.config
    if not ids.size:
        raise Mistake(f"{argument}: a prompt has no tokens; remove it")
    if not 0 <= ids.min() <= ids.max() < config.vocabulary:
        raise Mistake(
            f"{argument}: token ids of this checkpoint are from 0 to {config.vocabulary - 1}; "
            "correct them"
        )
    if ids.shape[-1] > config.positions:
        raise Mistake(
            f"{argument}: a prompt has {ids.shape[-1]} tokens, but {checkpoint.name} only "
            f"{config.positions} positions; use shorter ones"
        )


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
    there = HERE.memory()
    if needed > there:
        raise LimitHit(
            f"{argument}: {prompts} of {tokens} tokens need {needed / 1e9:.0f} GB "
            f"({there / 1e9:.0f} available); use fewer or shorter ones"
        )


def fits_twice(checkpoint: Checkpoint) -> bool:
    """Return whether all weights, in 64 bits, fit into memory twice: libraries load them so."""
    shapes = (checkpoint.weights.shape(name) for name in checkpoint.names.values())
    return 2 * 8 * sum(math.prod(shape) for shape in shapes) < HERE.memory()
