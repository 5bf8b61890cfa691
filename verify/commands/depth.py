"""What `verify depth` does: tokens through a checkpoint's layers, or a protocol of the papers."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify.checkpoints.depth import known_layout, run_depth
from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.protocols import Setting, protocol, protocols
from verify.checkpoints.starts import (
    TokenStart,
    given_start,
    of_one_length,
    random_start,
    read_prompts,
)
from verify.checkpoints.theory import read_theory
from verify.checkpoints.verdicts import decide
from verify.checkpoints.whole import WholeModel, open_whole
from verify.commands.outputs import check_outputs
from verify.commands.shared import answer, show_lines
from verify.render.checkpoints.depth_text import depth_json, depth_lines
from verify.render.checkpoints.protocol_text import protocol_json, protocol_lines
from verify.render.errors import AGREES, Usage
from verify.render.screen import progress_bar
from verify.statements.discovery import discover
from verify.steps.experiment import Experiment
from verify.steps.undecided import Undecided

TOKENS = 10  # of a prompt, as paper B has them
PROMPTS, OF_A_PROTOCOL = 16, 10  # random ones


def perform(asked: Namespace) -> int:
    """Run the variants or the protocol, and tell."""
    if asked.protocol == "list":
        show_lines([f"{each.name:8} {each.title}" for each in protocols(read_theory())])
        return AGREES
    if asked.checkpoint is None:
        raise Usage("CHECKPOINT: missing; give a checkpoint's folder, or --protocol list")
    check_outputs(asked)
    if asked.text is not None and (asked.prompts or asked.tokens):
        raise Usage("--text: says how many prompts and tokens there are; leave out the numbers")
    if asked.protocol is not None:
        return _protocol(asked)
    model = open_whole(asked.checkpoint, dtype=asked.dtype)
    checkpoint, why_not = known_layout(asked.checkpoint)
    depth = asked.depth or int(model.base.config.num_hidden_layers)
    with progress_bar() as progress:
        run = run_depth(
            model, checkpoint, _start(asked, model), depth=depth, seed=asked.seed,
            theory=read_theory(), progress=progress,
        )  # fmt: skip
    answer(asked, lambda screen: depth_lines(run, why_not, screen), lambda: depth_json(run))
    return AGREES


def _start(asked: Namespace, model: WholeModel) -> TokenStart:
    if asked.text is None:
        prompts = asked.prompts or (PROMPTS if asked.protocol is None else OF_A_PROTOCOL)
        return random_start(model, prompts, asked.tokens or TOKENS, asked.seed)
    rows = read_prompts(asked.text, model)
    ids = of_one_length(rows)
    if len({len(row) for row in rows}) > 1:
        print(f"verify: all prompts are cut to the {ids.shape[1]} tokens of the shortest line",
              file=sys.stderr)  # fmt: skip
    return given_start(model, ids)


def _protocol(asked: Namespace) -> int:
    found = protocol(asked.protocol, read_theory())
    model, checkpoint = open_whole(asked.checkpoint), load_checkpoint(asked.checkpoint)
    depth = asked.depth or checkpoint.config.layers
    own = [s.declared.said for s in discover().statements if s.id == found.name]
    steps = [said.step for every in own for said in every]
    claims = {step.name: step.claims for step in steps if isinstance(step, Experiment)}
    printed = [step for step in steps if isinstance(step, Undecided)]
    with progress_bar() as progress:
        start = _start(asked, model)
        setting = Setting(model, checkpoint, start, depth, asked.seed, progress)
        verdict = decide(found, setting, claims, printed)
    answer(
        asked, lambda screen: protocol_lines(found, setting, verdict, screen),
        lambda: protocol_json(found, setting, verdict),
    )  # fmt: skip
    return AGREES
