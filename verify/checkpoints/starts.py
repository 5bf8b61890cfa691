"""Where tokens begin: random, or the words of a text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.draws import draws_for
from verify.checkpoints.factors import Array
from verify.checkpoints.whole import WholeModel, token_ids
from verify.language.mistakes import Mistake
from verify.numerics.draws import directions

STANDARD_INPUT = Path("-")
MOST_BYTES = 10_000_000  # of a text

Ids = NDArray[Any]


@dataclass(frozen=True, eq=False)
class TokenStart:
    """Where tokens begin: unit vectors (prompts, tokens, d), and ids (prompts, tokens)."""

    vectors: Array
    ids: Ids
    given: bool

    def part(self, begin: int, end: int) -> TokenStart:
        """Return the prompts from `begin` to before `end`."""
        return TokenStart(self.vectors[begin:end], self.ids[begin:end], self.given)


def random_start(model: WholeModel, prompts: int, tokens: int, seed: int) -> TokenStart:
    """Return normal tokens on the sphere, and for the whole model ids uniform over all."""
    if model.positions is not None and tokens > model.positions:
        raise Mistake(
            f"--tokens: {tokens} are more than the {model.positions} positions that the "
            "checkpoint has; give fewer"
        )
    draws = draws_for(seed, "start")
    vectors = draws.on_sphere((prompts, tokens, model.base.config.hidden_size))
    ids = np.floor(draws.uniform(0, model.vocabulary, (prompts, tokens))).astype(np.int64)
    return TokenStart(vectors, ids, False)


def given_start(model: WholeModel, ids: Ids) -> TokenStart:
    """Return given tokens (prompts, tokens): what blocks begin with, of length 1; raises Mistake.

    Positions are left out, which the dynamics do not have.
    """
    vectors = directions(
        model.run(ids, without=[p for p in model.parts() if p == "positions"]).states[0]
    )
    if not np.isfinite(vectors).all():
        lost = ids[~np.isfinite(vectors).all(axis=-1)][0]
        raise Mistake(f"--text: the embedding of token {lost} is 0, and has no direction")
    return TokenStart(vectors, ids, True)


def read_prompts(path: Path, model: WholeModel) -> list[Ids]:
    """Return the token ids of each line of a text that is not empty: ids, or words.

    Words become ids by the checkpoint's own tokenizer. Raises Mistake.
    """
    name = "standard input" if path == STANDARD_INPUT else str(path)
    lines = [line for line in _text(path, name).splitlines() if line.strip()]
    if not lines:
        raise Mistake(f"--text: {name} is empty; write one prompt per line")
    if any(line.strip("0123456789 ,\t") for line in lines):
        rows = token_ids(model.folder, lines)
    else:
        words = [line.replace(",", " ").split() for line in lines]
        rows = [np.array([int(word[:10]) for word in line], dtype=np.int64) for line in words]
    for row in rows:
        check_ids(row, model, "--text")
    return rows


def _text(path: Path, name: str) -> str:
    try:
        if path == STANDARD_INPUT:
            if sys.stdin.isatty():
                raise Mistake("--text: standard input is a terminal; pipe a text into it")
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        elif not path.is_file():
            raise Mistake(f"--text: {path} is not a regular file; use one with one prompt per line")
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Mistake(f"--text: {name} is larger than ten million bytes; give a shorter one")
        return data.decode()
    except UnicodeDecodeError:
        raise Mistake(
            f"--text: {name} is not UTF-8; give plain text, one prompt per line"
        ) from None
    except OSError as error:
        raise Mistake(f"--text: {name} cannot be read ({error.strerror})") from None


def check_ids(ids: Ids, model: WholeModel, argument: str) -> None:
    """Make sure that a prompt's ids are the checkpoint's, and fit its positions; raises Mistake."""
    if not ids.size:
        raise Mistake(f"{argument}: a prompt has no tokens; give some in each")
    if not 0 <= ids.min() <= ids.max() < model.vocabulary:
        raise Mistake(
            f"{argument}: ids must be from 0 to {model.vocabulary - 1}, those of this checkpoint"
        )
    if model.positions is not None and ids.shape[-1] > model.positions:
        raise Mistake(
            f"{argument}: a prompt has {ids.shape[-1]} tokens, and the checkpoint "
            f"{model.positions} positions; give shorter ones"
        )


def of_one_length(rows: Sequence[Ids]) -> Ids:
    """Return prompts cut to the tokens of the shortest, (prompts, tokens)."""
    shortest = min(len(row) for row in rows)
    return np.stack([row[:shortest] for row in rows])
