"""What `verify depth` does: tokens through a checkpoint's layers, or a protocol of the papers."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec

from verify.checkpoints.checkpoint import Checkpoint, load
from verify.checkpoints.claimed import measured_layers
from verify.checkpoints.depth import (
    DepthRun,
    Variant,
    before_broken,
    changed,
    controls,
    ladder,
    taken_away,
)
from verify.checkpoints.devices import NUMPY, device
from verify.checkpoints.forward import last
from verify.checkpoints.interventions import STANDARD, read_list
from verify.checkpoints.predictions import judged
from verify.checkpoints.prompts import Prompts
from verify.checkpoints.protocols import Setting, protocol, protocols, run_protocol
from verify.checkpoints.readers import Eigenvectors
from verify.checkpoints.rows import depth_rows
from verify.checkpoints.starts import (
    TokenStart,
    check_room,
    fits_twice,
    given_start,
    random_start,
    read_ids,
    read_text,
    read_words,
)
from verify.checkpoints.staying import Ranking, rankings
from verify.checkpoints.steering_run import by_library
from verify.checkpoints.theory import read_theory
from verify.checkpoints.verdicts import decide, decide_printed
from verify.commands.outputs import check_outputs, tell_broken, text_stream, write_rows
from verify.commands.shared import show_lines, write, write_json
from verify.commands.texts import holds_words
from verify.language.mistakes import LimitHit
from verify.statements.discovery import discover
from verify.steps.experiment import Experiment
from verify.steps.shows import Shows
from verify.steps.undecided import Undecided
from verify.telling.checkpoints.depth_layers import layer_lines
from verify.telling.checkpoints.depth_page import depth_page
from verify.telling.checkpoints.depth_text import run_json, run_lines
from verify.telling.checkpoints.figures import depth_figure, rendered
from verify.telling.checkpoints.progress import prompts_told
from verify.telling.checkpoints.protocol_page import protocol_page
from verify.telling.checkpoints.protocol_text import protocol_json, protocol_lines, verdict_lines
from verify.telling.errors import AGREES, BAD_INPUT, CHANGED, ToolMissing, Usage
from verify.telling.screen import progress_bar, screen_of

TOKENS = 10  # of a prompt, as paper B has them
# Random prompts: with 15 or more a prediction can be contradicted; a protocol has the paper's.
PROMPTS, OF_A_PROTOCOL = 16, 10
# Eigenvectors of all layers take about 25 d^3 operations each: minutes, beyond this many in all.
MOST_PASSES = 10**8  # of tokens through a layer
MOST_FOR_ALIGNMENT = 2e12


def perform(asked: Namespace) -> int:
    """Run the variants or the protocol, and tell; 1 if a prediction is contradicted."""
    if asked.protocol == "list":
        return _list_protocols(asked)
    if asked.checkpoint is None and asked.interventions is not None:
        raise Usage(f"CHECKPOINT: missing ({asked.interventions!r:.80} was read as the list "
                    "of --interventions); put CHECKPOINT before --interventions")  # fmt: skip
    if asked.checkpoint is None:
        raise Usage("CHECKPOINT: missing; give a checkpoint's folder, or --protocol list")
    _check_files(asked)
    if asked.device != NUMPY and find_spec("torch") is None:
        raise ToolMissing("torch", "pip install torch, or leave out --device")
    checkpoint = load(asked.checkpoint)
    if asked.protocol is not None:
        return _protocol(asked, checkpoint)
    return _variants(asked, checkpoint)


def _check_files(asked: Namespace) -> None:
    check_outputs(asked, asked.text)
    if asked.protocol is not None:
        for argument, given in (
            ("--interventions", asked.interventions),
            ("--dtype", None if asked.dtype == "float64" else asked.dtype),
            ("--device", None if asked.device == NUMPY else asked.device),
            ("--controls", asked.controls or None),
            ("--alignment", None if asked.alignment == "auto" else asked.alignment),
            ("--fresh", asked.fresh or None),
            ("--csv", asked.csv),
            ("--parquet", asked.parquet),
            ("--output", asked.output),
        ):
            if given is not None:
                raise Usage(f"{argument}: not available with --protocol; leave it out")


def _start(asked: Namespace, checkpoint: Checkpoint) -> TokenStart:
    positions = checkpoint.config.positions
    if (asked.tokens or TOKENS) > positions and asked.text is None:
        raise Usage(f"--tokens: {asked.tokens or TOKENS} exceeds the {positions} positions of "
                    "the checkpoint; give fewer")  # fmt: skip
    if asked.text is None:
        return random_start(checkpoint, *_shape(asked), asked.seed)
    for argument, given in (("--prompts", asked.prompts), ("--tokens", asked.tokens)):
        if given is not None:
            raise Usage(f"{argument}: --text already sets this number; leave one of them out")
    text = read_text(asked.text)
    if not holds_words(text, checkpoint):
        return given_start(checkpoint, read_ids(text))
    ids = read_words(text, checkpoint)
    print(f"verify: all prompts are cut to the {ids.shape[1]} tokens of the shortest line "
          "(special tokens of the tokenizer included)", file=sys.stderr)  # fmt: skip
    return given_start(checkpoint, ids)


def _shape(asked: Namespace) -> tuple[int, int]:
    usual = PROMPTS if asked.protocol is None else OF_A_PROTOCOL
    return asked.prompts or usual, asked.tokens or TOKENS


# ------------------------------------------------------------------ variants


def _variants(asked: Namespace, checkpoint: Checkpoint) -> int:
    config = checkpoint.config
    variants = chosen_variants(asked, checkpoint)
    depth = asked.depth or config.layers
    if asked.text is None:
        check_room(checkpoint, _shape(asked), len(variants))
    passes = sum(depth * each.changes.passes for each in variants)
    if passes > MOST_PASSES:
        raise LimitHit(f"--depth: {depth} layers need {passes} passes in all (at most "
                       f"{MOST_PASSES} are allowed); give fewer")  # fmt: skip
    start = _start(asked, checkpoint)
    given = "--prompts" if asked.text is None else "--text"
    check_room(checkpoint, start.ids.shape, len(variants), given)
    eigenvectors = _eigenvectors(asked, checkpoint)
    asked_for = variants
    variants, depth, broken = before_broken(checkpoint, variants, depth)
    prompts = Prompts(
        checkpoint, variants, start, depth=depth, seed=asked.seed, eigenvectors=eigenvectors,
        dtype=asked.dtype, device=device(asked.device, asked.dtype),
    )  # fmt: skip
    try:
        with prompts_told() as told:
            prompts.run(told, fresh=asked.fresh)
    except KeyboardInterrupt:
        _tell_what_is_known(prompts, asked)
        raise
    run = prompts.result()
    ranked = _ranked(run)
    from_library = _library(run.checkpoint, start, depth)
    if asked.json is not None:
        write_json(asked.json, run_json(run, from_library, ranked))
    if asked.html is not None:
        write("--html", asked.html, depth_page(run, ranked))
    write_rows(asked, lambda: depth_rows(run))
    if asked.output is not None:
        write("--output", asked.output, rendered(depth_figure(run), asked.output))
    stream = text_stream(asked)
    show_lines(run_lines(run, screen_of(stream), ranked), stream)
    show_lines(layer_lines(run, screen_of(stream)), stream)
    show_lines(_remarks(eigenvectors, from_library), stream)
    if broken:
        tell_broken(broken, "tokens pass only the layers before it")
        left_out = [each.name for each in asked_for if each not in variants]
        if left_out:
            print(
                f"verify: left out, because they use this layer: {', '.join(left_out)}",
                file=sys.stderr,
            )
        return BAD_INPUT
    contradicted = any(judged(run, trace).agreement == "disagrees" for trace in run.traces)
    return CHANGED if contradicted else AGREES


def _ranked(run: DepthRun) -> tuple[Ranking, ...]:
    """Return what keeps tokens apart for longest, where something was changed."""
    if not any(trace.variant.kind == "intervention" for trace in run.traces):
        return ()
    with progress_bar() as told:
        return tuple(rankings(run, measured_layers(run, told)))


def _tell_what_is_known(prompts: Prompts, asked: Namespace) -> None:
    """Tell of a run that was interrupted what its finished prompts say."""
    done = len(prompts.done)
    if done == 0:
        return
    stream = text_stream(asked)
    run = prompts.result()
    show_lines(run_lines(run, screen_of(stream)), stream)
    show_lines(layer_lines(run, screen_of(stream)), stream)
    print(f"verify: {done} of {prompts.count} prompts are finished and cached; the same "
          "command continues from there", file=sys.stderr)  # fmt: skip


def _eigenvectors(asked: Namespace, checkpoint: Checkpoint) -> Eigenvectors:
    """Return which eigenvectors are wanted: all of them by themselves only where that is quick."""
    if asked.alignment != "auto":
        return "all" if asked.alignment == "always" else "none"
    config = checkpoint.config
    different = len(set(config.weights_of)) * (3 if asked.controls else 1)
    return "all" if 25 * different * config.width**3 <= MOST_FOR_ALIGNMENT else "principal"


def chosen_variants(asked: Namespace, checkpoint: Checkpoint) -> list[Variant]:
    """Return what is put back and taken away, the interventions, and the controls asked for."""
    text = asked.interventions or STANDARD
    tokens = asked.tokens or TOKENS
    interventions = {} if text == "none" else read_list(text, checkpoint.config, tokens)
    found = [*ladder(checkpoint), *taken_away(checkpoint), *changed(interventions)]
    return [*found, *controls()] if asked.controls else found


def _library(checkpoint: Checkpoint, start: TokenStart, depth: int) -> float | str | None:
    """Return by how much the library's end of the whole model differs, or why it has none."""
    if depth != checkpoint.config.layers or not fits_twice(checkpoint):
        return None
    try:
        theirs = by_library(checkpoint.folder, start.ids)
    except Exception as error:  # whatever a library of somebody else's raises is told, no more
        return f"transformers cannot run it ({' '.join(str(error).split())[:200]})"
    if theirs is None:
        return None
    return float(abs(theirs - last(checkpoint, start.ids)).max())


def _remarks(eigenvectors: Eigenvectors, library: float | str | None) -> list[str]:
    lines = []
    if eigenvectors != "all":
        why = {
            "none": "Alignment: not computed",
            "principal": "Alignment: with principal eigenvectors only (power iteration; all "
            "of them would take minutes)",
        }[eigenvectors]
        lines.append(f"{why}; --alignment always computes all eigenvectors.")
    if isinstance(library, str):
        lines.append(f"Library: {library}.")
    elif library is not None:
        lines.append(f"The output of transformers differs from ours by at most {library:.1e}.")
    return lines


# ------------------------------------------------------------------ protocols


def _list_protocols(asked: Namespace) -> int:
    names = ("json", "html", "text", "prompts", "tokens", "depth", "interventions", "controls")
    for argument in names:
        if getattr(asked, argument):
            raise Usage(f"--{argument}: --protocol list only prints names; leave it out")
    show_lines([f"{each.name:8} {each.title}" for each in protocols(read_theory())])
    return AGREES


def _protocol(asked: Namespace, checkpoint: Checkpoint) -> int:
    found = protocol(asked.protocol, read_theory())
    if asked.text is None:
        check_room(checkpoint, _shape(asked), 1)
    depth = asked.depth or checkpoint.config.layers
    with progress_bar() as progress:
        setting = Setting(checkpoint, _start(asked, checkpoint), depth, asked.seed, progress)
        parts = run_protocol(found, setting, claims_of(found.name))
        decided = decide(found, setting, claims_of(found.name), parts)
        sentences = decide_printed(found, setting, printed_of(found.name), parts)
    if asked.json is not None:
        write_json(asked.json, protocol_json(found, setting, parts, sentences, decided))
    if asked.html is not None:
        write("--html", asked.html, protocol_page(found, setting, parts, sentences, decided))
    stream = text_stream(asked)
    show_lines(protocol_lines(found, setting, parts, screen_of(stream)), stream)
    show_lines(verdict_lines(setting, parts, sentences, decided, screen_of(stream)), stream)
    return AGREES


def claims_of(name: str) -> dict[str, tuple[Shows, ...]]:
    """Return what the statement of that name claims of its experiments, by their names."""
    return {step.name: step.claims for step in _steps(name) if isinstance(step, Experiment)}


def printed_of(name: str) -> list[Undecided]:
    """Return what the statement of that name leaves open."""
    return [step for step in _steps(name) if isinstance(step, Undecided)]


def _steps(name: str) -> Sequence[object]:
    statements = [s for s in discover().statements if s.id == name]
    return [said.step for s in statements for said in s.declared.said]
