"""The command `spectrum`: what a checkpoint's layers are like, and which theorems apply."""

from __future__ import annotations

from argparse import Namespace

from verify.checkpoints.baseline import baseline
from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.spectrum_run import chosen_layers, spectrum_run
from verify.commands.outputs import check_outputs, tell_broken
from verify.commands.shared import answer
from verify.render.checkpoints.spectrum_text import spectrum_json, spectrum_lines
from verify.render.errors import AGREES, BAD_INPUT
from verify.render.screen import progress_bar


def perform(asked: Namespace) -> int:
    """Measure the spectra of a checkpoint's layers, and say which theorems speak about them."""
    check_outputs(asked)
    checkpoint = load_checkpoint(asked.checkpoint)
    numbers = chosen_layers(asked.layers, checkpoint.config.layers)
    with progress_bar() as progress:
        run = spectrum_run(
            checkpoint, numbers, seed=asked.seed, histograms=asked.histograms, jobs=asked.jobs,
            progress=progress,
        ).beside_random(
            lambda layer: baseline(layer, jobs=asked.jobs, progress=progress)
        )  # fmt: skip
    answer(
        asked, lambda screen: spectrum_lines(run, screen, every_theorem=asked.theorems),
        lambda: spectrum_json(run),
    )  # fmt: skip
    return BAD_INPUT if tell_broken(run.broken) else AGREES
