"""What a checkpoint's config.json says: the architecture, its sizes, and how a layer computes.

What it leaves out is what the library that wrote it would put there, except for sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from verify.checkpoints.fields import Fields
from verify.checkpoints.folders import read_json
from verify.checkpoints.quantised import refuse_quantised
from verify.checkpoints.rotary import Rotary, read_rotary
from verify.language.mistakes import Mistake, unknown

Architecture: TypeAlias = Literal["gpt2", "gpt_neo", "bert", "albert", "llama"]
# model_type in config.json: the layout its tensors have
SUPPORTED: Mapping[str, Architecture] = {
    "gpt2": "gpt2",
    "gpt_neo": "gpt_neo",
    "bert": "bert",
    "albert": "albert",
    "llama": "llama",
    "mistral": "llama",
    "qwen2": "llama",
}
ACTIVATIONS = ("gelu", "gelu_new", "gelu_pytorch_tanh", "relu", "silu", "swish", "tanh")
NAME = "config.json"
MOST_BYTES = 4_000_000
MOST_LAYERS = 4096


@dataclass(frozen=True)
class Config:
    """Sizes and settings of a checkpoint; per-layer ones have an entry for each attention layer.

    `windows`: how many tokens, itself included, a token sees, or None for all; `scales`: what
    query times key is multiplied by; `weights_of`: the (group, layer) whose weights a layer has;
    `tied`: whether a head, where there is one, has the embeddings for its weights.
    """

    architecture: Architecture
    model_type: str
    width: int
    heads: int
    key_value_heads: int
    head_width: int
    layers: int
    inner_width: int
    vocabulary: int
    positions: int
    embedding_width: int
    token_types: int
    causal: bool
    windows: tuple[int | None, ...]
    scales: tuple[float, ...]
    weights_of: tuple[tuple[int, int], ...]
    position: Literal["learned", "rotary"]
    rotary: Rotary | None
    norm: Literal["layer", "rms"]
    epsilon: float
    norm_first: bool
    activation: str
    gated: bool
    attention_biases: bool
    output_bias: bool
    feed_forward_biases: bool
    tied: bool

    @property
    def shared(self) -> bool:
        """Whether two layers have the same weights."""
        return len(set(self.weights_of)) < self.layers


def read_config(folder: Path) -> Config:
    """Read config.json of a folder; raises Mistake, with the supported list where it is needed."""
    fields = Fields(folder / NAME, read_json(folder, NAME, MOST_BYTES))
    model_type = fields.content.get("model_type")
    if not isinstance(model_type, str) or model_type not in SUPPORTED:
        fix = f"use a checkpoint of {', '.join(SUPPORTED)}"
        wrong = "model_type is missing"
        if model_type is not None:
            wrong = unknown("model_type", str(model_type)[:80], SUPPORTED, "it is not supported")
        raise Mistake(f"{fields.path}: {wrong}; {fix}")
    refuse_quantised(fields.path, fields.content)
    readers = {
        "gpt2": _gpt2, "gpt_neo": _gpt_neo, "bert": _bert, "albert": _albert, "llama": _llama,
    }  # fmt: skip
    architecture = SUPPORTED[model_type]
    own = readers[architecture](fields)
    return Config(
        architecture=architecture,
        model_type=model_type,
        vocabulary=fields.whole("vocab_size"),
        tied=fields.flag("tie_word_embeddings", architecture != "llama"),
        **(_usual(own) | own),
    )


# ------------------------------------------------------------------ the architectures


def _usual(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return what most have: learned positions, LayerNorm before attention, biases everywhere."""
    width, heads, layers = own["width"], own["heads"], own["layers"]
    each = own.get("head_width", width // heads)
    return {
        "key_value_heads": heads,
        "head_width": each,
        "embedding_width": width,
        "token_types": 0,
        "causal": True,
        "windows": (None,) * layers,
        "scales": (each**-0.5,) * layers,
        "weights_of": tuple((0, k) for k in range(layers)),
        "position": "learned",
        "rotary": None,
        "norm": "layer",
        "norm_first": True,
        "gated": False,
        "attention_biases": True,
        "output_bias": True,
        "feed_forward_biases": True,
    }


def _gpt2(fields: Fields) -> dict[str, Any]:
    heads, width = fields.heads("n_head", "n_embd")
    layers = fields.whole("n_layer", most=MOST_LAYERS)
    fields.refuse("add_cross_attention", False)
    scale = (width // heads) ** -0.5 if fields.flag("scale_attn_weights", True) else 1.0
    by_layer = fields.flag("scale_attn_by_inverse_layer_idx", False)
    return {
        "width": width,
        "heads": heads,
        "layers": layers,
        "scales": tuple(scale / (k + 1) if by_layer else scale for k in range(layers)),
        "inner_width": fields.whole("n_inner", 4 * width),
        "positions": fields.whole("n_positions"),
        "epsilon": fields.number("layer_norm_epsilon", 1e-5),
        "activation": fields.choice("activation_function", "gelu_new", ACTIVATIONS),
    }


def _gpt_neo(fields: Fields) -> dict[str, Any]:
    heads, width = fields.heads("num_heads", "hidden_size")
    layers = fields.whole("num_layers", most=MOST_LAYERS)
    kinds = _attention_kinds(fields, layers)
    window = fields.whole("window_size", 256)
    return {
        "width": width,
        "heads": heads,
        "layers": layers,
        "windows": tuple(window if kind == "local" else None for kind in kinds),
        "scales": (1.0,) * layers,  # this architecture does not divide by the root of the width
        "inner_width": fields.whole("intermediate_size", 4 * width),
        "positions": fields.whole("max_position_embeddings"),
        "epsilon": fields.number("layer_norm_epsilon", 1e-5),
        "activation": fields.choice("activation_function", "gelu_new", ACTIVATIONS),
        "attention_biases": False,
    }


def _attention_kinds(fields: Fields, layers: int) -> list[str]:
    """Return "global" or "local" for each layer, from [[kinds, how often], ...]."""
    listed = fields.content.get("attention_types")
    if listed is None:
        listed = [[["global", "local"], 12]]
    must = f'[[["global", "local"], n], ...] for {layers} layers'
    kinds: list[str] = []
    try:
        for group, times in listed:
            if type(times) is not int or not 0 < times <= layers or len(group) > layers:
                raise ValueError
            kinds.extend([str(kind) for kind in group] * times)
            if len(kinds) > layers:
                raise ValueError
    except (TypeError, ValueError):
        raise fields.wrong("attention_types", listed, must) from None
    if len(kinds) != layers or not set(kinds) <= {"global", "local"}:
        raise fields.wrong("attention_types", listed, must)
    return kinds


def _of_bert(fields: Fields, activation: str) -> dict[str, Any]:
    """Return what BERT and ALBERT have in common."""
    heads, width = fields.heads("num_attention_heads", "hidden_size")
    fields.refuse("position_embedding_type", "absolute")
    return {
        "width": width,
        "heads": heads,
        "layers": fields.whole("num_hidden_layers", most=MOST_LAYERS),
        "inner_width": fields.whole("intermediate_size"),
        "positions": fields.whole("max_position_embeddings"),
        "epsilon": fields.number("layer_norm_eps", 1e-12),
        "activation": fields.choice("hidden_act", activation, ACTIVATIONS),
        "token_types": fields.whole("type_vocab_size", 2),
        "norm_first": False,
    }


def _bert(fields: Fields) -> dict[str, Any]:
    fields.refuse("add_cross_attention", False)
    return _of_bert(fields, "gelu") | {"causal": fields.flag("is_decoder", False)}


def _albert(fields: Fields) -> dict[str, Any]:
    found = _of_bert(fields, "gelu_new")
    repeats = found["layers"]
    groups = fields.whole("num_hidden_groups", 1, most=repeats)
    inside = fields.whole("inner_group_num", 1, most=MOST_LAYERS // repeats)
    return found | {
        "layers": repeats * inside,
        # As the library divides, roundings included.
        "weights_of": tuple(
            (int(k / (repeats / groups)), m) for k in range(repeats) for m in range(inside)
        ),
        "embedding_width": fields.whole("embedding_size", 128),
        "causal": False,
    }


def _llama(fields: Fields) -> dict[str, Any]:
    model_type = fields.content["model_type"]
    heads, width = fields.whole("num_attention_heads"), fields.whole("hidden_size")
    if fields.content.get("head_dim") is None:
        fields.heads("num_attention_heads", "hidden_size")
    head_width = fields.whole("head_dim", width // heads)
    if head_width % 2:
        raise fields.wrong("head_dim", head_width, "even, as coordinates turn in pairs")
    # Only for this one are as many groups as heads what its library takes by default.
    groups = fields.whole("num_key_value_heads", heads if model_type == "llama" else None)
    if heads % groups:
        raise fields.wrong("num_key_value_heads", groups, f"a divisor of the {heads} heads")
    layers = fields.whole("num_hidden_layers", most=MOST_LAYERS)
    window = None
    if model_type == "mistral" and fields.content.get("sliding_window", 4096) is not None:
        window = fields.whole("sliding_window", 4096)
    fields.refuse("use_sliding_window", False)
    kinds = fields.content.get("layer_types")
    fields.refuse("layer_types", ["full_attention"] * len(kinds) if isinstance(kinds, list) else [])
    biases = fields.flag("attention_bias", False) if model_type == "llama" else False
    return {
        "width": width,
        "heads": heads,
        "key_value_heads": groups,
        "head_width": head_width,
        "layers": layers,
        "inner_width": fields.whole("intermediate_size"),
        "positions": fields.whole("max_position_embeddings", 2048),
        "windows": (window,) * layers,
        "position": "rotary",
        "rotary": read_rotary(fields, head_width),
        "norm": "rms",
        "epsilon": fields.number("rms_norm_eps", 1e-6),
        "activation": fields.choice("hidden_act", "silu", ACTIVATIONS),
        "gated": True,
        "attention_biases": biases or model_type == "qwen2",
        "output_bias": biases,
        "feed_forward_biases": fields.flag("mlp_bias", False) if model_type == "llama" else False,
    }
