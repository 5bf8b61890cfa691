"""The command `steer`: a checkpoint's last layer steered by exact laws."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from verify.checkpoints.checkpoint import load
from verify.checkpoints.directions import direction, layer_named, strength
from verify.checkpoints.steering import steer
from verify.checkpoints.steering_run import carry_out, check_folder, check_outside, prediction
from verify.commands.shared import (
    STANDARD_OUTPUT,
    check_file,
    check_not_read,
    write_json,
)
from verify.telling.checkpoints.steering_text import steering_json, steering_text, warnings
from verify.telling.errors import AGREES, CHANGED, Usage
from verify.telling.screen import screen_of


def perform(asked: Namespace) -> int:
    """Predict what steering does, write the new checkpoint, and measure it; 1 if they differ."""
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
