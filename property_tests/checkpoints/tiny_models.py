"""Tiny models of every family, and how far an array may be from what is written down."""

from __future__ import annotations

import numpy as np

from verify.checkpoints.generated import write_random

# Every family, and what a configuration can change about one; the first word is the model_type.
MODELS = {
    "gpt2": {},
    "gpt_neo": {"layers": 3},
    "bert": {},
    "bert as decoder": {"is_decoder": True},
    "albert": {"layers": 3},
    "albert in groups": {"layers": 4, "num_hidden_groups": 2, "inner_group_num": 2},
    "llama": {"heads": 4, "rope_theta": 100.0},
    "llama with biases": {"attention_bias": True, "mlp_bias": True, "head_dim": 6},
    "mistral": {"sliding_window": 3},
    "qwen2": {},
}


def made(folder, model, **further):
    return write_random(folder, model.split()[0], seed=5, **{**MODELS[model], **further})


def off_by(model, plain):
    """By how much an array exceeds twice the bound: of the rounding of either of the two."""
    return np.max(np.abs(model - plain.value) - 2 * plain.error)
