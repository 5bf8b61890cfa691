"""Checkpoints from Python: open one by its folder or its name, and measure it, in rows.

import verify.checkpoints
model = verify.checkpoints.open("gpt2")
model.spectrum().to_pandas()     # a row a layer; heads() has one a head
model.depth(prompts=8).to_csv()  # a row a number: variant, layer, prompt, measure, value
model.compare("gpt2@step1000")   # a row a layer of each model, beside the first
model.steer("token:7", 40)       # a row a token, predicted; with output= written and measured
verify.checkpoints.schema("verify.depth/1")  # what the command's JSON has, as a JSON Schema
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.baseline import baseline
from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.comparing import compare, comparison_rows
from verify.checkpoints.depth import before_broken, ladder, taken_away
from verify.checkpoints.devices import NUMPY
from verify.checkpoints.devices import device as device_named
from verify.checkpoints.directions import pushes
from verify.checkpoints.directions import strength as parsed_strength
from verify.checkpoints.prompts import Prompts
from verify.checkpoints.rows import Rows, depth_rows, head_rows, spectrum_rows
from verify.checkpoints.spectrum_run import SpectrumRun, spectrum_run
from verify.checkpoints.starts import check_ids, given_start, random_start
from verify.checkpoints.steered_model import whole_model
from verify.checkpoints.steering import steer_all
from verify.checkpoints.steering_rows import steering_rows
from verify.checkpoints.steering_run import carry_out_all, check_folder, prediction
from verify.checkpoints.trained import TrainedVerdict, verdict
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

    def trained(self, *, seed: int = 0, jobs: int = 1) -> TrainedVerdict:
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
        device: str = NUMPY,
    ) -> Rows:
        """Return a row for each number that `verify depth` measures without interventions.

        `ids` are prompts of equally many token ids; without them `prompts` random ones of `tokens`
        are taken. Each prompt is kept as it ends. Where a layer is not finite, tokens are followed
        up to it, and a warning names it. `device` is where layers are computed: see `devices`.
        """
        checkpoint = self.checkpoint
        if ids is not None and (not len(ids) or len({len(row) for row in ids}) != 1 or not ids[0]):
            raise Mistake(
                "ids: all prompts must have the same number of token ids; cut or pad them"
            )
        start = (
            random_start(checkpoint, prompts, tokens, seed)
            if ids is None
            else given_start(checkpoint, np.array(ids, dtype=np.int64))
        )
        variants, depth, broken = before_broken(
            checkpoint,
            [*ladder(checkpoint), *taken_away(checkpoint)],
            depth or checkpoint.config.layers,
        )
        _warn(broken, "tokens pass only the layers before it")
        run = Prompts(
            checkpoint, variants, start, depth=depth, seed=seed, eigenvectors="principal",
            device=device_named(device, np.float64),
        )  # fmt: skip
        run.run(lambda *_: None)
        return depth_rows(run.result())

    def compare(
        self, *others: str | Path | Opened, rates: bool = False, seed: int = 0, jobs: int = 1
    ) -> Rows:
        """Return a row for each layer of this model and of others, each beside this one.

        With `rates` each layer is repeated, too, and what is predicted of it measured.
        """
        opened = [self, *(each if isinstance(each, Opened) else open(each) for each in others)]
        compared = compare([o.checkpoint for o in opened], seed=seed, jobs=jobs, rates=rates)
        for each in compared:
            _warn(each.run.broken, "left out")
        return comparison_rows(compared)

    def steer(
        self,
        direction: str | NDArray[Any],
        strength: float,
        *,
        layers: Sequence[int] = (-1,),
        ids: Sequence[Sequence[int]] | None = None,
        output: str | Path | None = None,
        seed: int = 0,
    ) -> Rows:
        """Return a row for each token of random prompts, before and as predicted after steering.

        `direction` is a text as the command takes it, or a vector (d,); `strength` is C in
        F + C u w^T. Rows at the end have what the whole model ends with, and its next-token loss,
        on the prompts `ids` or on random ones. With `output`, a new folder, it is written and
        measured. Raises Mistake.
        """
        checkpoint, far = self.checkpoint, parsed_strength(repr(float(strength)))
        if output is not None:
            check_folder(checkpoint.folder, Path(output))
        last = checkpoint.config.layers - 1
        numbers = self._numbers([last if number == -1 else number for number in layers])
        prompts = [np.array(row, dtype=np.int64) for row in ids or ()]
        for row in prompts:
            check_ids(row, checkpoint, "ids")
        checkpoint.check_weights()
        names, wanted, directions = pushes(checkpoint, [direction], [far], None, numbers, seed)
        predicted = [prediction(each, seed) for each in steer_all(checkpoint, wanted)]
        whole = whole_model(
            checkpoint,
            predicted[0].steering.outputs,
            directions,
            prompts or list(predicted[0].tokens["whole"].astype(int)),
            "ids" if prompts else "",
        )
        measured = None if output is None else carry_out_all(predicted, Path(output))
        return steering_rows(names, predicted, measured, whole)

    def _run(self, layers: Sequence[int] | None, seed: int, jobs: int) -> SpectrumRun:
        numbers, beside = self._numbers(layers), baseline(self.checkpoint.config, jobs=jobs)
        run = spectrum_run(self.checkpoint, numbers, seed=seed, jobs=jobs, beside=beside)
        _warn(run.broken, "left out")
        return run

    def _numbers(self, layers: Sequence[int] | None) -> list[int]:
        count = self.checkpoint.config.layers
        numbers = list(range(count)) if layers is None else sorted(set(layers))
        wrong = [number for number in numbers if not 0 <= number < count]
        if wrong or not numbers:
            raise Mistake(f"layers: {wrong} must be from 0 to {count - 1}; give at least one")
        return numbers


def _warn(broken: Mapping[int, str], done: str) -> None:
    for number, why in broken.items():
        warnings.warn(f"layer {number} is not finite, and {done}: {why}", stacklevel=3)


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
        raise Mistake(f"unknown schema {name!r:.80}; use {', '.join(sorted(found))}")
    read: dict[str, Any] = json.loads(found[name].read_text(encoding="utf-8"))
    return read
