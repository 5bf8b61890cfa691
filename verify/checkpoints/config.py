"""What config.json says of the sizes of a checkpoint's layers, for families with clear layouts.

The library transformers reads everything else, and runs whole models of every family it knows;
see `whole`. Here is only what layer matrices are cut out of tensors by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from verify.checkpoints.folder import CONFIG, read_json
from verify.language.mistakes import Mistake

ROLES = ("query", "key", "value", "output", "norm")
MOST_LAYERS = 4096


@dataclass(frozen=True)
class Family:
    """What the tensors of a family are called in a layer, and how a layer of it computes.

    `layers` is the place of a layer, of `layer` and `group`; `names` are by `ROLES`. Of `fused`
    ones query, key and value are one tensor: three blocks of rows, or three for each head.
    `transposed` is the layout of a convolution of width 1, which takes rows to rows.
    """

    layers: str
    names: tuple[str, ...]
    fused: Literal["", "thirds", "by head"] = ""
    transposed: bool = False
    causal: bool = True
    norm_first: bool = True
    rms: bool = False
    rotary: bool = False

    def name(self, role: str) -> str:
        """Return what a matrix, or the norm, is called in a layer."""
        return self.names[ROLES.index(role)]


def _names(pattern: str, four: str, norm: str) -> tuple[str, ...]:
    return (*(pattern.format(each) for each in four.split()), norm)


_LLAMA = Family("layers.{layer}", _names("self_attn.{}_proj", "q k v o", "input_layernorm"),
                rms=True, rotary=True)  # fmt: skip
_BERT = Family(
    "encoder.layer.{layer}",
    _names("attention.{}", "self.query self.key self.value output.dense",
           "attention.output.LayerNorm"),
    causal=False, norm_first=False,
)  # fmt: skip
# By model_type in config.json.
FAMILIES: Mapping[str, Family] = {
    "gpt2": Family("h.{layer}", _names("attn.{}", "c_attn c_attn c_attn c_proj", "ln_1"),
                   "thirds", transposed=True),
    "gpt_neo": Family("h.{layer}", _names("attn.attention.{}_proj", "q k v out", "ln_1")),
    "gpt_neox": Family(
        "layers.{layer}",
        _names("attention.{}", "query_key_value query_key_value query_key_value dense",
               "input_layernorm"),
        "by head", rotary=True,
    ),
    "opt": Family("layers.{layer}",
                  _names("self_attn.{}_proj", "q k v out", "self_attn_layer_norm")),
    "llama": _LLAMA,
    "mistral": _LLAMA,
    "qwen2": _LLAMA,
    "bert": _BERT,
    "roberta": _BERT,
    "distilbert": Family("layer.{layer}", _names("attention.{}_lin", "q k v out", "sa_layer_norm"),
                         causal=False, norm_first=False),
    "albert": Family(
        "albert_layer_groups.{group}.albert_layers.{layer}",
        _names("attention.{}", "query key value dense", "attention.LayerNorm"),
        causal=False, norm_first=False,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Config:
    """Sizes and settings of a checkpoint; per-layer ones have an entry for each layer passed.

    `windows`: how many tokens, itself included, a token sees, or None for all; `scales`: what
    query times key is multiplied by; `weights_of`: the (group, layer) whose weights a layer has.
    """

    model_type: str
    width: int
    heads: int
    head_width: int
    layers: int
    windows: tuple[int | None, ...]
    scales: tuple[float, ...]
    weights_of: tuple[tuple[int, int], ...]
    causal: bool
    norm_first: bool

    @property
    def family(self) -> Family:
        """The layout of its layers."""
        return FAMILIES[self.model_type]

    @property
    def shared(self) -> bool:
        """Whether two layers have the same weights."""
        return len(set(self.weights_of)) < self.layers


def read_config(folder: Path) -> Config:
    """Read config.json of a folder; raises Mistake, with the families that are read."""
    path = folder / CONFIG
    said = read_json(path)
    model_type = str(said.get("model_type"))
    if model_type not in FAMILIES:
        raise Mistake(
            f"{path}: layers of model_type {model_type!r:.80} have a layout that is not known "
            f"here; use a checkpoint of {', '.join(FAMILIES)}"
        )
    if said.get("quantization_config") is not None:
        raise Mistake(f"{path}: the weights are quantised; use the checkpoint before that")
    width = _size(path, said, "hidden_size", "n_embd", "dim")
    heads = _size(path, said, "num_attention_heads", "n_head", "num_heads", "n_heads")
    count = _size(path, said, "num_hidden_layers", "n_layer", "num_layers", "n_layers")
    if count > MOST_LAYERS:
        raise Mistake(f"{path}: has {count} layers; at most {MOST_LAYERS} are read")
    own = said.get("head_dim")
    if own is None and width % heads:
        raise Mistake(f"{path}: {heads} heads do not divide the width {width}; fetch it again")
    head_width = width // heads if own is None else _size(path, said, "head_dim")
    weights_of = _repeated(path, said, count)
    return Config(
        model_type, width, heads, head_width, len(weights_of),
        _windows(path, said, len(weights_of)), _scales(said, head_width, len(weights_of)),
        weights_of, FAMILIES[model_type].causal or bool(said.get("is_decoder")),
        FAMILIES[model_type].norm_first and bool(said.get("do_layer_norm_before", True)),
    )  # fmt: skip


def _size(path: Path, said: Mapping[str, Any], *names: str) -> int:
    """Return a size by whichever of its names there is; raises Mistake."""
    name = next((name for name in names if said.get(name) is not None), names[0])
    value = said.get(name)
    if type(value) is not int or not 1 <= value < 2**31:
        raise Mistake(f"{path}: {name} is {value!r:.80}, and must be a size; fetch it again")
    return value


def _repeated(path: Path, said: Mapping[str, Any], count: int) -> tuple[tuple[int, int], ...]:
    """Return which weights each layer has: ALBERT repeats those of a few groups."""
    if said["model_type"] != "albert":
        return tuple((0, layer) for layer in range(count))
    groups = said.get("num_hidden_groups") or 1
    inside = said.get("inner_group_num") or 1
    if type(groups) is not int or type(inside) is not int or not 1 <= groups <= count:
        raise Mistake(f"{path}: num_hidden_groups must be from 1 to {count}; fetch it again")
    # As the library divides, roundings included.
    return tuple((int(k / (count / groups)), m) for k in range(count) for m in range(inside))


def _windows(path: Path, said: Mapping[str, Any], count: int) -> tuple[int | None, ...]:
    """Return how many tokens a token sees in each layer, itself included, or None for all."""
    if said["model_type"] == "gpt_neo":
        kinds = said.get("attention_layers")
        if kinds is None:
            listed = said.get("attention_types") or [[["global", "local"], count // 2]]
            kinds = [kind for group, times in listed for kind in group * times]
        local, window = "local", said.get("window_size") or 256
    else:
        kinds, window = said.get("layer_types"), said.get("sliding_window")
        used = said.get("use_sliding_window", True) and said["model_type"] in ("mistral", "qwen2")
        local = "sliding_attention"
        if kinds is None:
            first = said.get("max_window_layers", 28) if said["model_type"] == "qwen2" else 0
            kinds = [local if used and window and k >= first else "" for k in range(count)]
    if not isinstance(kinds, Sequence) or len(kinds) != count:
        raise Mistake(f"{path}: names other than {count} kinds of layers; fetch it again")
    return tuple(window if kind == local else None for kind in kinds)


def _scales(said: Mapping[str, Any], head_width: int, count: int) -> tuple[float, ...]:
    scale = head_width**-0.5
    if said["model_type"] == "gpt_neo" or said.get("scale_attn_weights") is False:
        scale = 1.0
    by_layer = said.get("scale_attn_by_inverse_layer_idx", False)
    return tuple(scale / (k + 1) if by_layer else scale for k in range(count))
