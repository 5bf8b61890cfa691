"""Commands on checkpoints: steer, depth, spectrum."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from verify.commands.shared import (
    STANDARD_OUTPUT,
    check_apart,
    check_file,
    check_not_read,
    write,
    write_json,
)
from verify.telling.errors import AGREES, CHANGED, Usage
from verify.telling.screen import progress_bar, screen_of


def command_steer(asked: Namespace) -> int:
    """Predict what steering does, write the new checkpoint, and measure it; 1 if they differ."""
    from verify.checkpoints.checkpoint import load
    from verify.checkpoints.directions import direction, layer_named, strength
    from verify.checkpoints.steering import steer
    from verify.checkpoints.steering_run import carry_out, check_folder, check_outside, prediction
    from verify.telling.checkpoints.steering_text import steering_json, steering_text, warnings

    gain = strength(asked.strength)
    check_outside("--json", asked.json, asked.checkpoint)
    check_file("--json", asked.json)
    check_not_read("--json", asked.json, Path(asked.direction), Path(asked.covector or ""))
    if asked.output is None and not asked.predict_only:
        raise Usage("--output: no folder is given; add -o DIR, or --predict-only")
    checkpoint = load(asked.checkpoint)
    if asked.output is not None:
        check_folder(checkpoint.folder, asked.output, force=asked.force)
    layer = layer_named(checkpoint, asked.layer)
    u = direction(checkpoint, asked.direction, layer, asked.seed)
    w = None
    if asked.covector is not None:
        w = direction(checkpoint, asked.covector, layer, asked.seed, "--covector")
    checkpoint.check_weights()
    predicted = prediction(steer(checkpoint, u, gain, layer, w), asked.seed)
    measured = None
    if not asked.predict_only:
        try:
            measured = carry_out(predicted, asked.output, force=asked.force)
        except KeyboardInterrupt:
            if asked.output.exists():
                print(f"verify: {asked.output} is whole, and was not measured", file=sys.stderr)
            raise
    if asked.json is not None:
        said = steering_json(asked.direction, asked.covector, asked.seed, predicted, measured)
        write_json(asked.json, said)
    stream = sys.stderr if asked.json == STANDARD_OUTPUT else sys.stdout
    for line in steering_text(asked.direction, predicted, measured, screen_of(stream)):
        print(line, file=stream)
    for warning in warnings(predicted, measured):
        print(f"verify: warning: {warning}", file=sys.stderr)
    agrees = measured is None or measured.agrees(predicted)
    return AGREES if agrees else CHANGED


def command_depth(asked: Namespace) -> int:
    """Take tokens through a checkpoint's depth, reduced, whole, changed and controlled."""
    from verify.commands.depth import perform

    return perform(asked)


def command_spectrum(asked: Namespace) -> int:
    """Measure the spectra of a checkpoint's layers, and say which theorems speak about them."""
    # Threads of ours take a layer each; more below them would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    from verify.checkpoints.checkpoint import load
    from verify.checkpoints.spectrum_run import chosen_layers, spectrum_run
    from verify.checkpoints.steering_run import check_outside
    from verify.telling.checkpoints.spectrum_page import spectrum_page
    from verify.telling.checkpoints.spectrum_text import spectrum_json, spectrum_text

    for argument, path in (("--json", asked.json), ("--html", asked.html)):
        check_outside(argument, path, asked.checkpoint)
        check_file(argument, path)
    check_apart(asked.json, asked.html, "--html")
    if asked.seed < 0:
        raise Usage(f"--seed: {asked.seed} is negative; give 0 or more")
    checkpoint = load(asked.checkpoint)
    numbers = chosen_layers(asked.layers, checkpoint.config.layers)
    with progress_bar() as progress:
        run = spectrum_run(
            checkpoint, numbers, seed=asked.seed, histograms=asked.histograms, jobs=asked.jobs,
            progress=progress,
        )  # fmt: skip
    stream = sys.stderr if STANDARD_OUTPUT in (asked.json, asked.html) else sys.stdout
    for line in spectrum_text(run, screen_of(stream)):
        print(line, file=stream)
    if asked.json is not None:
        write_json(asked.json, spectrum_json(run))
    if asked.html is not None:
        write("--html", asked.html, spectrum_page(run))
    return AGREES
