"""Checkpoints from Python: open one by its folder or its name, and measure it, in rows.

import verify.checkpoints
model = verify.checkpoints.open("gpt2")
model.spectrum().to_pandas()     # a row a layer; heads() has one a head
model.depth(prompts=8).to_csv()  # a row a number: variant, layer, prompt, measure, value
verify.checkpoints.schema("verify.depth/1")  # what the command's JSON has, as a JSON Schema
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from verify.checkpoints.baseline import baseline
from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.depth import ladder
from verify.checkpoints.prompts import Prompts
from verify.checkpoints.rows import Rows, depth_rows, head_rows, spectrum_rows
from verify.checkpoints.spectrum_run import SpectrumRun, spectrum_run
from verify.checkpoints.starts import given_start, random_start
from verify.checkpoints.trained import Verdict, verdict
from verify.language.mistakes import Mistake


@dataclass(frozen=True, eq=False)
class Opened:
    """A checkpoint that was opened; nothing of it is changed."""

    checkpoint: Checkpoint

    @property
    def name(self) -> str:
        """What it is called: its folder's name, or in the hub's cache OWNER/NAME@revision."""
        return self.checkpoint.name

    def spectrum(
        self, layers: Sequence[int] | None = None, *, seed: int = 0, jobs: int = 1
    ) -> Rows:
        """Return a row for each layer, or for those numbered: what `verify spectrum` measures."""
        return spectrum_rows(self._run(layers, seed, jobs))

    def heads(self, layers: Sequence[int] | None = None, *, seed: int = 0, jobs: int = 1) -> Rows:
        """Return a row for each head of the layers: F_h (OV) and P_h (QK)."""
        return head_rows(self._run(layers, seed, jobs))

    def trained(self, *, seed: int = 0, jobs: int = 1) -> Verdict:
        """Return whether it is like trained, shuffled or random weights, with intervals."""
        return verdict(self._run(None, seed, jobs))

    def depth(
        self,
        ids: Sequence[Sequence[int]] | None = None,
        *,
        prompts: int = 16,
        tokens: int = 10,
        depth: int | None = None,
        seed: int = 0,
    ) -> Rows:
        """Return a row for each number that `verify depth` measures without interventions.

        `ids` are prompts of equally many token ids; without them `prompts` random ones of `tokens`
        are taken. Each prompt is kept as it ends.
        """
        checkpoint = self.checkpoint
        if ids is not None and (not len(ids) or len({len(row) for row in ids}) != 1 or not ids[0]):
            raise Mistake("ids: must be prompts of equally many token ids; cut or fill them")
        start = (
            random_start(checkpoint, prompts, tokens, seed)
            if ids is None
            else given_start(checkpoint, np.array(ids, dtype=np.int64))
        )
        run = Prompts(
            checkpoint, ladder(checkpoint), start, depth=depth or checkpoint.config.layers,
            seed=seed, eigenvectors="principal",
        )  # fmt: skip
        run.run(lambda *_: None)
        return depth_rows(run.result())

    def _run(self, layers: Sequence[int] | None, seed: int, jobs: int) -> SpectrumRun:
        count = self.checkpoint.config.layers
        numbers = range(count) if layers is None else sorted(set(layers))
        wrong = [number for number in numbers if not 0 <= number < count]
        if wrong or not numbers:
            raise Mistake(f"layers: {wrong} must be from 0 to {count - 1}; give one or more")
        beside = baseline(self.checkpoint.config, jobs=jobs)
        return spectrum_run(self.checkpoint, numbers, seed=seed, jobs=jobs, beside=beside)


def open(name: str | Path) -> Opened:
    """Open a checkpoint: a folder, or a name in the hub's cache, with a revision after @.

    Raises Mistake, one line with the fix.
    """
    return Opened(load(name))


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of what a command writes, by the name in its `schema`.

    Raises Mistake for a name that is none.
    """
    folder = resources.files("verify.checkpoints") / "schemas"
    found = {f"verify.{file.name.removesuffix('.json').replace('-', '/')}": file
             for file in folder.iterdir() if file.name.endswith(".json")}  # fmt: skip
    if name not in found:
        raise Mistake(f"schema: {name!r:.80} is none; use one of {', '.join(sorted(found))}")
    read: dict[str, Any] = json.loads(found[name].read_text(encoding="utf-8"))
    return read
