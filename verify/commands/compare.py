"""The command `compare`: two models or more, or checkpoints of one run, layer by layer."""

from __future__ import annotations

from argparse import Namespace

from verify.checkpoints.checkpoint import load
from verify.checkpoints.comparing import compare, comparison_rows
from verify.commands.outputs import check_outputs, tell_broken, text_stream, write_rows
from verify.commands.shared import show_lines, write, write_json
from verify.telling.checkpoints.comparison_figure import comparison_figure
from verify.telling.checkpoints.comparison_page import comparison_page
from verify.telling.checkpoints.comparison_text import comparison_json, comparison_lines
from verify.telling.checkpoints.figures import rendered
from verify.telling.errors import AGREES, BAD_INPUT, CHANGED, Usage
from verify.telling.screen import progress_bar, screen_of


def perform(asked: Namespace) -> int:
    """Measure models beside each other; 1 if a predicted rate is contradicted."""
    if len(asked.checkpoints) < 2:
        raise Usage("CHECKPOINT: only one is given; give at least two to compare")
    if asked.seed < 0:
        raise Usage(f"--seed: {asked.seed} is negative; give 0 or more")
    check_outputs(asked)
    checkpoints = [load(each) for each in asked.checkpoints]
    with progress_bar() as progress:
        compared = compare(
            checkpoints, seed=asked.seed, jobs=asked.jobs, rates=asked.rates, progress=progress
        )
    stream = text_stream(asked)
    show_lines(comparison_lines(compared, screen_of(stream)), stream)
    if asked.json is not None:
        write_json(asked.json, comparison_json(compared))
    write_rows(asked, lambda: comparison_rows(compared))
    if asked.html is not None:
        write("--html", asked.html, comparison_page(compared))
    if asked.output is not None:
        write("--output", asked.output, rendered(comparison_figure(compared), asked.output))
    broken = [tell_broken(each.run.broken) for each in compared]
    if any(broken):
        return BAD_INPUT
    said = (rate.agreement for each in compared for rate in each.rates.values())
    return CHANGED if "disagrees" in said else AGREES
