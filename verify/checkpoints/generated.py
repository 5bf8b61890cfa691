"""Tiny checkpoints with random weights, written without any other library: for tests and examples.

The same seed gives the same folder on every machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.architectures import PREFIXES, expected_shapes
from verify.checkpoints.config import NAME, SUPPORTED, read_config
from verify.checkpoints.weights import INDEX, SINGLE
from verify.checkpoints.writing import write_tensors
from verify.numerics.draws import Draws


def write_random(
    folder: Path | str,
    model_type: str,
    *,
    seed: int,
    width: int = 8,
    heads: int = 2,
    layers: int = 2,
    vocabulary: int = 13,
    positions: int = 12,
    dtype: str = "F32",
    shards: int = 1,
    prefixed: bool = False,
    scale: float = 1.0,
    **settings: Any,
) -> Path:
    """Write config.json and weights of a model into a folder, made if need be; return the folder.

    Matrices have normal entries of the standard deviation scale / sqrt(in), biases, shifts and
    gains less 1 a tenth of it. `settings` are further entries of config.json, `prefixed` names the
    tensors as models with a head do. Raises Mistake for sizes that do not fit.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    sizes = _sizes(model_type, width, heads, layers, vocabulary, positions)
    content = {"model_type": model_type, **sizes, **settings}
    (place / NAME).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    config = read_config(place)
    draws = Draws(seed)
    prefix = PREFIXES[config.architecture] if prefixed else ""
    arrays = {
        prefix + name: _drawn(draws, name, shape, scale)
        for name, shape in expected_shapes(config).items()
    }
    if shards == 1:
        write_tensors(place / SINGLE, arrays, dtype)
        return place
    names = list(arrays)
    parts = [names[k::shards] for k in range(shards)]
    files = [f"model-{k + 1:05}-of-{shards:05}.safetensors" for k in range(shards)]
    for file, part in zip(files, parts, strict=True):
        write_tensors(place / file, {name: arrays[name] for name in part}, dtype)
    held = {name: file for file, part in zip(files, parts, strict=True) for name in part}
    index = {"metadata": {}, "weight_map": held}
    (place / INDEX).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")
    return place


def _sizes(
    model_type: str, width: int, heads: int, layers: int, vocabulary: int, positions: int
) -> dict[str, Any]:
    """Return the sizes by the names that each architecture's config.json has for them."""
    common: dict[str, Any] = {"vocab_size": vocabulary}
    match SUPPORTED.get(model_type):
        case "gpt2":
            own = {"n_embd": width, "n_head": heads, "n_layer": layers, "n_positions": positions}
            return common | own
        case "gpt_neo":
            kinds = [["global" if k % 2 == 0 else "local" for k in range(layers)], 1]
            own = {"hidden_size": width, "num_heads": heads, "num_layers": layers}
            own |= {"max_position_embeddings": positions}
            return common | own | {"attention_types": [kinds], "window_size": 3}
    common |= {
        "hidden_size": width,
        "num_attention_heads": heads,
        "num_hidden_layers": layers,
        "max_position_embeddings": positions,
        "intermediate_size": 2 * width,
    }
    if model_type == "albert":
        common["embedding_size"] = width // 2
    if SUPPORTED.get(model_type) == "llama":
        common["num_key_value_heads"] = heads // 2 if heads % 2 == 0 else heads
    return common


def _drawn(draws: Draws, name: str, shape: tuple[int, ...], scale: float) -> NDArray[np.float64]:
    entries = draws.normal(shape)
    if len(shape) == 1:
        is_gain = name.endswith(".weight")
        return np.asarray(is_gain + 0.1 * scale * entries)
    into = shape[0] if "c_attn" in name else shape[-1]
    return np.asarray(scale * entries / np.sqrt(into))
