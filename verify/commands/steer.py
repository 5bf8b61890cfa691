"""The command `steer`: a layer steered by the papers' rank-one law, beside one added bias."""

from __future__ import annotations

from argparse import Namespace

from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.starts import of_one_length, random_start, read_prompts
from verify.checkpoints.steering import direction, steer
from verify.checkpoints.whole import WholeModel, open_whole
from verify.commands.outputs import check_outputs
from verify.commands.shared import answer
from verify.language.mistakes import Mistake
from verify.render.checkpoints.steering_text import steering_json, steering_lines
from verify.render.errors import AGREES, CHANGED, Usage

PROMPTS, TOKENS = 10, 10


def perform(asked: Namespace) -> int:
    """Steer in memory, and compare with the law; 1 if they differ."""
    check_outputs(asked)
    checkpoint = load_checkpoint(asked.checkpoint)
    count = checkpoint.config.layers
    number = count - 1 if asked.layer == "last" else int(asked.layer)
    if number >= count:
        raise Usage(f"--layer: unknown layer {number}; use last, or a number from 0 to {count - 1}")
    model, no_loss = _model(asked, checkpoint.config.causal)
    if asked.text is None:
        tokens = min(TOKENS, model.positions or TOKENS)
        ids = random_start(model, PROMPTS, tokens, asked.seed).ids
    else:
        ids = of_one_length(read_prompts(asked.text, model))
    if not no_loss and ids.shape[1] < 2:
        no_loss = "a prompt has one token"
    u = direction(model, checkpoint, asked.direction, number, asked.seed)
    found = steer(model, checkpoint, number, u, asked.strength, ids, no_loss=no_loss)
    shared = checkpoint.same_weights(number)
    told = f"Layers {', '.join(map(str, shared))} have the same weights; all are steered."
    answer(
        asked,
        lambda screen: [
            *steering_lines(checkpoint.name, asked.direction, found, screen),
            *([told] if len(shared) > 1 else ()),
        ],
        lambda: steering_json(checkpoint.name, asked.direction, asked.seed, found),
    )
    return AGREES if found.agrees else CHANGED


def _model(asked: Namespace, causal: bool) -> tuple[WholeModel, str]:
    """Return the model, with a head if losses can be taken, or why they cannot."""
    if asked.text is None:
        return open_whole(asked.checkpoint), "random words have none: give --text FILE"
    if not causal:
        return open_whole(asked.checkpoint), "this model does not predict the next token"
    try:
        return open_whole(asked.checkpoint, kind="AutoModelForCausalLM"), ""
    except Mistake as error:
        return open_whole(asked.checkpoint), str(error)
