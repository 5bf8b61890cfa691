"""What the tensors of each architecture are called, what shape they have, and how they are stored.

A linear layer stores the matrix that takes a column to a column; a convolution of width 1 (GPT-2)
stores the one that takes a row to a row, its transpose, with queries, keys and values in one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from verify.checkpoints.config import Architecture, Config
from verify.checkpoints.quantised import told_by_tensors
from verify.checkpoints.safetensors import FLOATS
from verify.checkpoints.weights import Weights
from verify.language.mistakes import Mistake

# Published under these names before they were called weight and bias, and never renamed on disk.
OLDER = ((".weight", ".gamma"), (".bias", ".beta"))

_GPT = {
    "attention_norm": "ln_1",
    "feed_forward_norm": "ln_2",
    "wider": "mlp.c_fc",
    "narrower": "mlp.c_proj",
}
_ROLES: Mapping[Architecture, Mapping[str, str]] = {
    "gpt2": {
        "query": "attn.c_attn",
        "key": "attn.c_attn",
        "value": "attn.c_attn",
        "output": "attn.c_proj",
        **_GPT,
    },
    "gpt_neo": {
        "query": "attn.attention.q_proj",
        "key": "attn.attention.k_proj",
        "value": "attn.attention.v_proj",
        "output": "attn.attention.out_proj",
        **_GPT,
    },
    "bert": {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "output": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "feed_forward_norm": "output.LayerNorm",
        "wider": "intermediate.dense",
        "narrower": "output.dense",
    },
    "albert": {
        "query": "attention.query",
        "key": "attention.key",
        "value": "attention.value",
        "output": "attention.dense",
        "attention_norm": "attention.LayerNorm",
        "feed_forward_norm": "full_layer_layer_norm",
        "wider": "ffn",
        "narrower": "ffn_output",
    },
    "llama": {
        "query": "self_attn.q_proj",
        "key": "self_attn.k_proj",
        "value": "self_attn.v_proj",
        "output": "self_attn.o_proj",
        "attention_norm": "input_layernorm",
        "feed_forward_norm": "post_attention_layernorm",
        "gate": "mlp.gate_proj",
        "wider": "mlp.up_proj",
        "narrower": "mlp.down_proj",
    },
}
_WHOLE: Mapping[Architecture, Mapping[str, str]] = {
    "gpt2": {"words": "wte", "places": "wpe", "final_norm": "ln_f"},
    "gpt_neo": {"words": "wte", "places": "wpe", "final_norm": "ln_f"},
    "bert": {
        "words": "embeddings.word_embeddings",
        "places": "embeddings.position_embeddings",
        "types": "embeddings.token_type_embeddings",
        "embedding_norm": "embeddings.LayerNorm",
    },
    "albert": {
        "words": "embeddings.word_embeddings",
        "places": "embeddings.position_embeddings",
        "types": "embeddings.token_type_embeddings",
        "embedding_norm": "embeddings.LayerNorm",
        "widening": "encoder.embedding_hidden_mapping_in",
    },
    "llama": {"words": "embed_tokens", "final_norm": "norm"},
}
# Models with a head have their tensors below the name of the part without it.
PREFIXES: Mapping[Architecture, str] = {
    "gpt2": "transformer.",
    "gpt_neo": "transformer.",
    "bert": "bert.",
    "albert": "albert.",
    "llama": "model.",
}
HEAD = "lm_head.weight"  # beside the part that has the prefix
_FUSED = ("query", "key", "value")
_NORMS = ("attention_norm", "feed_forward_norm", "final_norm", "embedding_norm")


@dataclass(frozen=True)
class TensorSource:
    """Where a matrix or bias is: a tensor, transposed or not, and which third of it, if not all.

    `shape` is that of the whole tensor as it is stored.
    """

    name: str
    shape: tuple[int, ...]
    transposed: bool = False
    third: int | None = None


def layer_sources(config: Config, layer: int) -> dict[str, TensorSource]:
    """Return the sources of a layer by role: "query.weight", "query.bias", ..."""
    convolution = config.architecture == "gpt2"
    found: dict[str, TensorSource] = {}
    for role, name in _ROLES[config.architecture].items():
        path = f"{_layer_path(config, layer)}.{name}"
        if role in _NORMS:
            found |= _norm(role, path, config)
            continue
        out, into = _shape(config, role)
        third = _FUSED.index(role) if convolution and role in _FUSED else None
        wide = 3 * out if third is not None else out
        shape = (into, wide) if convolution else (wide, into)
        found[f"{role}.weight"] = TensorSource(f"{path}.weight", shape, convolution, third)
        if has_bias(config, role):
            found[f"{role}.bias"] = TensorSource(f"{path}.bias", (wide,), False, third)
    return found


def whole_sources(config: Config) -> dict[str, TensorSource]:
    """Return the sources of what is not in a layer: embeddings and the last norm, by role."""
    found: dict[str, TensorSource] = {}
    narrow = config.embedding_width
    counts = {"words": config.vocabulary, "places": config.positions, "types": config.token_types}
    for role, path in _WHOLE[config.architecture].items():
        if role in _NORMS:
            width = config.width if role == "final_norm" else narrow
            found |= _norm(role, path, config, width)
        elif role == "widening":
            found["widening.weight"] = TensorSource(f"{path}.weight", (config.width, narrow))
            found["widening.bias"] = TensorSource(f"{path}.bias", (config.width,))
        else:
            found[f"{role}.weight"] = TensorSource(f"{path}.weight", (counts[role], narrow))
    return found


def expected_shapes(config: Config) -> dict[str, tuple[int, ...]]:
    """Return the shape of every tensor of an architecture, by its name without a prefix."""
    every = [whole_sources(config)]
    every += [layer_sources(config, layer) for layer in range(config.layers)]
    return {source.name: source.shape for each in every for source in each.values()}


def has_bias(config: Config, role: str) -> bool:
    """Tell whether a linear map of a layer has a bias."""
    if role == "output":
        return config.output_bias
    return config.attention_biases if role in _FUSED else config.feed_forward_biases


def _layer_path(config: Config, layer: int) -> str:
    group, inside = config.weights_of[layer]
    match config.architecture:
        case "gpt2" | "gpt_neo":
            return f"h.{inside}"
        case "bert":
            return f"encoder.layer.{inside}"
        case "albert":
            return f"encoder.albert_layer_groups.{group}.albert_layers.{inside}"
        case "llama":
            return f"layers.{inside}"


def _norm(
    role: str, path: str, config: Config, width: int | None = None
) -> dict[str, TensorSource]:
    shape = (config.width if width is None else width,)
    found = {f"{role}.gain": TensorSource(f"{path}.weight", shape)}
    if config.norm == "layer":
        found[f"{role}.shift"] = TensorSource(f"{path}.bias", shape)
    return found


def _shape(config: Config, role: str) -> tuple[int, int]:
    """Return the shape (out, in) of a linear map of a layer, for columns."""
    match role:
        case "query":
            return config.heads * config.head_width, config.width
        case "key" | "value":
            return config.key_value_heads * config.head_width, config.width
        case "output":
            return config.width, config.heads * config.head_width
        case "narrower":
            return config.width, config.inner_width
        case _:
            return config.inner_width, config.width


# ------------------------------------------------------------------ in a checkpoint


def named(config: Config, weights: Weights) -> Mapping[str, str]:
    """Return what each tensor is called in a checkpoint, by its name without a prefix.

    All names may begin with what a wrapper has put before them, as in module.transformer.wte.weight
    Of a head that is tied to the embeddings the file may hold the one or the other. Raises Mistake
    where a tensor is missing, has another shape, or is there under two names.
    """
    prefix = PREFIXES[config.architecture]
    words = whole_sources(config)["words.weight"].name
    found: dict[str, str] = {}
    for name, shape in expected_shapes(config).items():
        there = [each for each in _spellings(name, prefix, weights) if each in weights.holders]
        if not there and name == words and config.tied:
            there = [each for each in outer_names(HEAD, weights) if each in weights.holders]
        if not there:
            told_by_tensors(weights.folder, weights.holders)
            alike = [each for each in weights.holders if each.endswith(f".{name}")]
            raise Mistake(
                f"{weights.folder}: the tensor {prefix}{name} is missing"
                + (f", but there is {alike[0]:.200}" if alike else "")
                + "; fetch all files again, or correct "
                + ("the names, which begin in several ways" if alike else "config.json")
            )
        if len(there) > 1:
            raise Mistake(f"{weights.folder}: has both {there[0]} and {there[1]}; keep one of them")
        stored = weights.shape(there[0])
        if stored != shape or weights.dtype(there[0]) not in FLOATS:
            told_by_tensors(weights.folder, weights.holders)
            weights.stored(there[0])  # refuses what is no float
        if stored != shape:
            raise Mistake(
                f"{weights.holders[there[0]].path}: the tensor {there[0]} has the shape "
                f"{list(stored)}, but config.json requires {list(shape)}; fetch both again"
            )
        found[name] = there[0]
    return MappingProxyType(found)


def outer_names(name: str, weights: Weights) -> list[str]:
    """Return what a tensor may be called that stands beside the part with the prefix."""
    return list(dict.fromkeys(start + name for start in ("", weights.wrapper)))


def _spellings(name: str, prefix: str, weights: Weights) -> list[str]:
    older = [name.removesuffix(new) + old for new, old in OLDER if name.endswith(f"Norm{new}")]
    inner = [start + each for start in ("", prefix) for each in (name, *older)]
    return list(dict.fromkeys(one for each in inner for one in outer_names(each, weights)))
