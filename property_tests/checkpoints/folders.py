"""Random checkpoints in folders, written with names and layouts as the library's models have them.

`plain` has the matrices that were put in, before anything was laid out: what is read is compared
with these, and with nothing that reads.
"""

import json

import numpy as np
from safetensors.numpy import save_file

FAMILIES = (
    "gpt2", "gpt_neo", "gpt_neox", "opt", "llama", "mistral", "qwen2", "bert", "roberta",
    "distilbert", "albert",
)  # fmt: skip
NORMS_FIRST = ("gpt2", "gpt_neo", "gpt_neox", "opt", "llama", "mistral", "qwen2")
GROUPED = ("llama", "mistral", "qwen2")
NO_BIASES = ("llama", "mistral")
# The place of a layer, with what the library's models with heads have before it; the four matrices
# in it, and the norm.
NAMES = {
    "gpt2": ("transformer.h.{}", "attn.c_attn", "attn.c_proj", "ln_1"),
    "gpt_neo": (
        "transformer.h.{}",
        *(f"attn.attention.{n}_proj" for n in ("q", "k", "v", "out")),
        "ln_1",
    ),
    "gpt_neox": (
        "gpt_neox.layers.{}", "attention.query_key_value", "attention.dense", "input_layernorm"
    ),
    "opt": (
        "model.decoder.layers.{}",
        *(f"self_attn.{n}_proj" for n in ("q", "k", "v", "out")),
        "self_attn_layer_norm",
    ),
    "bert": (
        "bert.encoder.layer.{}",
        *(f"attention.self.{n}" for n in ("query", "key", "value")),
        "attention.output.dense", "attention.output.LayerNorm",
    ),
    "distilbert": (
        "distilbert.transformer.layer.{}",
        *(f"attention.{n}_lin" for n in ("q", "k", "v", "out")),
        "sa_layer_norm",
    ),
    "albert": (
        "albert.encoder.albert_layer_groups.{}.albert_layers.0",
        *(f"attention.{n}" for n in ("query", "key", "value", "dense")),
        "attention.LayerNorm",
    ),
}  # fmt: skip
_LLAMA = ("model.layers.{}", *(f"self_attn.{n}_proj" for n in "qkvo"), "input_layernorm")
NAMES |= {name: _LLAMA for name in GROUPED}
NAMES["roberta"] = ("roberta.encoder.layer.{}", *NAMES["bert"][1:])


def configuration(model, width, heads, layers, groups):
    """The sizes, by the names that each family has for them."""
    if model == "gpt2":
        return {"n_embd": width, "n_head": heads, "n_layer": layers}
    if model == "distilbert":
        return {"dim": width, "n_heads": heads, "n_layers": layers}
    said = {"hidden_size": width, "num_attention_heads": heads, "num_hidden_layers": layers}
    if model == "gpt_neo":
        said = {"hidden_size": width, "num_heads": heads, "num_layers": layers, "window_size": 3}
        said["attention_layers"] = [("global", "local")[k % 2] for k in range(layers)]
    if model == "albert":
        said["num_hidden_groups"] = 1
    if model == "mistral":
        said["sliding_window"] = 4
    return said | ({"num_key_value_heads": groups} if model in GROUPED else {})


def made(folder, model, *, seed=0, width=16, heads=4, layers=2, change=None, dtype=np.float64):
    """Write a folder; return the matrices and biases of each layer that has weights of its own.

    `change` makes another matrix of a matrix, its role and its layer.
    """
    rng, groups = np.random.default_rng(seed), heads // 2 if model in GROUPED else heads
    place, *names, norm = NAMES[model]
    k = width // heads
    rows = {"query": heads * k, "key": groups * k, "value": groups * k, "output": width}
    tensors, plain = {}, []
    for number in range(1 if model == "albert" else layers):
        at = place.format(number)
        matrices = {r: rng.standard_normal((n, width)).astype(dtype) for r, n in rows.items()}
        if change is not None:
            matrices = {r: np.asarray(change(m, r, number), dtype) for r, m in matrices.items()}
        biases = {r: rng.standard_normal(n).astype(dtype) for r, n in rows.items()}
        if model in NO_BIASES:
            biases = {}
        if model == "gpt_neo":
            biases = {"output": biases["output"]}
        if model == "qwen2":
            del biases["output"]
        gain, shift = rng.uniform(0.5, 2, width), rng.standard_normal(width)
        plain.append({"matrices": matrices, "biases": biases, "gain": gain, "shift": shift})
        tensors |= {f"{at}.{norm}.weight": gain.astype(dtype)}
        if model not in GROUPED:
            tensors[f"{at}.{norm}.bias"] = shift.astype(dtype)
        for role, kind, array in (
            *((r, "weight", m) for r, m in laid_out(model, matrices, k).items()),
            *((r, "bias", b) for r, b in laid_out(model, biases, k).items()),
        ):
            name = (
                names[0]
                if len(names) == 2 and role == "query"
                else names[list(rows).index(role) if len(names) == 4 else -1]
            )
            tensors[f"{at}.{name}.{kind}"] = np.ascontiguousarray(array)
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "model.safetensors")
    said = {"model_type": model, "vocab_size": 8} | configuration(
        model, width, heads, layers, groups
    )
    (folder / "config.json").write_text(json.dumps(said))
    return plain


def laid_out(model, parts, k):
    """Matrices, or biases, by role as the family stores them: some in one tensor, or transposed."""
    if model not in ("gpt2", "gpt_neox"):
        return parts
    three = [parts[role] for role in ("query", "key", "value")]
    if model == "gpt2":
        return {"query": np.concatenate(three).T, "output": parts["output"].T}
    # Each head has its queries, keys and values one after the other.
    heads = [each[h : h + k] for h in range(0, len(three[0]), k) for each in three]
    return {"query": np.concatenate(heads), "output": parts["output"]}
