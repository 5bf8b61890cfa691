"""The command `spectrum`: what a checkpoint's layers are like, and which theorems apply."""

from __future__ import annotations

from argparse import Namespace

from verify.checkpoints.baseline import baseline
from verify.checkpoints.checkpoint import load
from verify.checkpoints.rows import spectrum_rows
from verify.checkpoints.spectrum_run import chosen_layers, spectrum_run
from verify.commands.outputs import check_outputs, tell_broken, text_stream, write_rows
from verify.commands.shared import show_lines, write, write_json
from verify.telling.checkpoints.figures import rendered, spectrum_figure
from verify.telling.checkpoints.spectrum_brief import brief_lines
from verify.telling.checkpoints.spectrum_page import spectrum_page
from verify.telling.checkpoints.spectrum_text import spectrum_json, spectrum_text
from verify.telling.errors import AGREES, BAD_INPUT, Usage
from verify.telling.screen import progress_bar, screen_of


def perform(asked: Namespace) -> int:
    """Measure the spectra of a checkpoint's layers, and say which theorems speak about them."""
    check_outputs(asked)
    if asked.seed < 0:
        raise Usage(f"--seed: {asked.seed} is negative; give 0 or more")
    checkpoint = load(asked.checkpoint)
    numbers = chosen_layers(asked.layers, checkpoint.config.layers)
    with progress_bar() as progress:
        beside = baseline(checkpoint.config, jobs=asked.jobs, progress=progress)
        run = spectrum_run(
            checkpoint, numbers, seed=asked.seed, histograms=asked.histograms, jobs=asked.jobs,
            progress=progress, beside=beside, folded=not asked.unfolded,
        )  # fmt: skip
    stream = text_stream(asked)
    lines = spectrum_text if asked.theorems else brief_lines
    show_lines(lines(run, screen_of(stream)), stream)
    if asked.json is not None:
        write_json(asked.json, spectrum_json(run))
    if asked.html is not None:
        write("--html", asked.html, spectrum_page(run))
    write_rows(asked, lambda: spectrum_rows(run))
    if asked.output is not None:
        write("--output", asked.output, rendered(spectrum_figure(run), asked.output))
    return BAD_INPUT if tell_broken(run.broken) else AGREES
