"""The command `steer`: layers of a checkpoint steered by exact laws, and steering undone."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.directions import layer_named, pushes, strength
from verify.checkpoints.folders import existing_folder
from verify.checkpoints.hub import located
from verify.checkpoints.spectrum_run import chosen_layers
from verify.checkpoints.starts import check_room, read_text
from verify.checkpoints.steered_model import whole_model
from verify.checkpoints.steering import steer_all
from verify.checkpoints.steering_rows import steering_rows
from verify.checkpoints.steering_run import (
    Foretold,
    Measurement,
    carry_out_all,
    check_folder,
    prediction,
    restore,
)
from verify.commands.outputs import check_outputs, text_stream, write_rows
from verify.commands.shared import show_lines, write, write_json
from verify.commands.texts import prompts_of
from verify.telling.checkpoints.figures import rendered
from verify.telling.checkpoints.steered_model_text import whole_lines
from verify.telling.checkpoints.steering_json import steering_json
from verify.telling.checkpoints.steering_page import steering_figure, steering_page
from verify.telling.checkpoints.steering_text import steering_text, warnings, written_lines
from verify.telling.errors import AGREES, CHANGED, Usage
from verify.telling.screen import screen_of, wrapped


def perform(asked: Namespace) -> int:
    """Predict what steering does, write the new checkpoint, and measure it; 1 if they differ."""
    if asked.undo:
        return _undo(asked)
    strengths = _check_arguments(asked)
    checkpoint = load(asked.checkpoint)
    if asked.output is not None:
        check_folder(checkpoint.folder, asked.output, force=asked.force)
    names, wanted, directions = pushes(
        checkpoint, asked.direction, strengths, asked.covector, _layers(asked, checkpoint),
        asked.seed,
    )  # fmt: skip
    checkpoint.check_weights()
    text = None if asked.text is None else read_text(asked.text)
    prompts = None if text is None else prompts_of(text, checkpoint)
    if prompts is not None:
        longest = max(len(ids) for ids in prompts)
        check_room(checkpoint, (len(prompts), longest), 2, "--text")
    predicted = [prediction(each, asked.seed) for each in steer_all(checkpoint, wanted)]
    whole = whole_model(
        checkpoint,
        predicted[0].steering.outputs,
        directions,
        list(predicted[0].tokens["whole"].astype(int)) if prompts is None else prompts,
        "" if text is None else Path(text.name).name,
    )
    measured = None if asked.predict_only else _carried_out(asked, predicted)
    if asked.json is not None:
        covectors = None if asked.covector is None else asked.covector
        said = steering_json(names, covectors, asked.seed, predicted, measured, whole)
        write_json(asked.json, said)
    if asked.html is not None:
        write("--html", asked.html, steering_page(names, predicted, measured, whole))
    write_rows(asked, lambda: steering_rows(names, predicted, measured, whole))
    if asked.figure is not None:
        drawn = rendered(steering_figure(predicted, measured, whole), asked.figure)
        write("--figure", asked.figure, drawn)
    stream = text_stream(asked)
    screen = screen_of(stream)
    lines = whole_lines(whole, screen)
    for k, each in enumerate(predicted):
        found = None if measured is None else measured[k]
        lines += ["", *steering_text(names[k], each, found, screen)]
    lines += written_lines(None if measured is None else measured[0], screen)
    for line in lines:
        print(line, file=stream)
    told = [warnings(each, None if measured is None else measured[k])
            for k, each in enumerate(predicted)]  # fmt: skip
    for warning in dict.fromkeys(warning for each in told for warning in each):
        width = screen_of(sys.stderr).row_width
        show_lines(wrapped(f"verify: warning: {warning}", width, more="  "), sys.stderr)
    agree = measured is None or all(
        found.agrees(each) for found, each in zip(measured, predicted, strict=True)
    )
    return AGREES if agree else CHANGED


def _check_arguments(asked: Namespace) -> list[float]:
    """Return the strengths, one for each direction; raises Mistake for what is missing or wrong."""
    for argument, given in (("--direction", asked.direction), ("--strength", asked.strength)):
        if given is None:
            raise Usage(f"{argument}: missing; give a direction and a strength, such as "
                        "--direction token:7 --strength 40")  # fmt: skip
    count = len(asked.direction)
    strengths = [strength(each) for each in asked.strength]
    if len(strengths) not in (1, count):
        raise Usage(f"--strength: {len(strengths)} values for {count} directions; give one "
                    "for each, or one for all")  # fmt: skip
    if asked.covector is not None and len(asked.covector) != count:
        raise Usage(f"--covector: {len(asked.covector)} values for {count} directions; give "
                    "one for each, or none")  # fmt: skip
    files = [Path(each) for each in (*asked.direction, *(asked.covector or ()))]
    check_outputs(asked, asked.text, *files)
    if asked.output is None and not asked.predict_only:
        raise Usage("--output: missing; add -o DIR, or --predict-only")
    return strengths * (count if len(strengths) == 1 else 1)


def _layers(asked: Namespace, checkpoint: Checkpoint) -> list[int]:
    if asked.layers is None:
        return [layer_named(checkpoint, asked.layer)]
    return list(chosen_layers(asked.layers, checkpoint.config.layers))


def _carried_out(asked: Namespace, predicted: Sequence[Foretold]) -> tuple[Measurement, ...]:
    try:
        return carry_out_all(predicted, asked.output, force=asked.force)
    except KeyboardInterrupt:
        if asked.output.exists():
            print(f"verify: {asked.output} is complete, but was not measured", file=sys.stderr)
        raise


def _undo(asked: Namespace) -> int:
    """Write what a steered checkpoint was, bit for bit."""
    outputs = ("json", "html", "csv", "parquet", "figure")
    for argument in ("direction", "strength", "covector", "layers", "text", *outputs):
        if getattr(asked, argument) is not None:
            raise Usage(f"--{argument}: not available with --undo; leave it out")
    if asked.predict_only:
        raise Usage("--predict-only: not available with --undo; leave it out")
    if asked.output is None:
        raise Usage("--output: missing; add -o DIR for the original checkpoint")
    source = existing_folder(located(asked.checkpoint))
    written = restore(source, asked.output, force=asked.force)
    names = ", ".join(sorted(written.roundings))
    print(
        f"Written to {written.folder}: {names} restored; every file equals the original (sha256)."
    )
    return AGREES
