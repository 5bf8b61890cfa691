"""Each architecture written down once more, from its paper's drawing: one prompt, head by head.

Shares nothing with verify/checkpoints: tensors are read here from the bytes, by their names on
disk, and every number carries a bound of its rounding (`rounded.py`).
"""

from __future__ import annotations

import json

import numpy as np
from rounded import FUNCTION, Rounded, beside, gelu, gelu_by_tanh, silu

LENGTHS = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}


def tensors_of(folder):
    """All tensors of a folder as float64."""
    found = {}
    for path in sorted(folder.glob("*.safetensors")):
        raw = path.read_bytes()
        size = int.from_bytes(raw[:8], "little")
        for name, entry in json.loads(raw[8 : 8 + size]).items():
            if name == "__metadata__" or entry["dtype"].startswith("I"):
                continue  # some have places, 0, 1, 2, ..., which are no weights
            a, b = (8 + size + at for at in entry["data_offsets"])
            if entry["dtype"] == "BF16":
                low = np.zeros(((b - a) // 2, 2), dtype="<u2")
                low[:, 1] = np.frombuffer(raw[a:b], "<u2")
                array = low.view("<f4")
            else:
                array = np.frombuffer(raw[a:b], LENGTHS[entry["dtype"]])
            found[name] = array.reshape(entry["shape"]).astype(float)
    return found


class Plain:
    """A model of one folder, computing with the unit roundoff u."""

    def __init__(self, folder, u):
        self.config = json.loads((folder / "config.json").read_text())
        self.u = u
        self.arrays = tensors_of(folder)

    def get(self, name):
        for prefix in ("", "transformer.", "bert.", "albert.", "model."):
            if prefix + name in self.arrays:
                array = self.arrays[prefix + name]
                return Rounded(array, np.zeros_like(array), self.u)
        return None

    # ------------------------------------------------------------------ parts of every model

    def linear(self, x, name):
        product, bias = x @ self.get(f"{name}.weight").T, self.get(f"{name}.bias")
        return product if bias is None else product + bias

    def convolution(self, x, name):
        return x @ self.get(f"{name}.weight") + self.get(f"{name}.bias")

    def layer_norm(self, x, name, epsilon):
        centred = x - x.mean()
        size = (centred * centred).mean()
        size = (size + size.exact(np.full_like(size.value, epsilon))).root()
        return centred / size * self.get(f"{name}.weight") + self.get(f"{name}.bias")

    def rms_norm(self, x, name, epsilon):
        size = (x * x).mean()
        size = (size + size.exact(np.full_like(size.value, epsilon))).root()
        return x / size * self.get(f"{name}.weight")

    def attend(self, q, k, v, heads, groups, scale, sees, turn=lambda x: x):
        width = q.value.shape[-1] // heads
        parts = []
        for h in range(heads):
            own = slice(h * width, (h + 1) * width)
            g = h // (heads // groups)
            group = slice(g * width, (g + 1) * width)
            scores = (turn(q[:, own]) @ turn(k[:, group]).T).times(scale)
            n = len(scores.value)
            seen = np.array([[sees(i, j) for j in range(n)] for i in range(n)])
            scores = scores.of(np.where(seen, scores.value, -np.inf), scores.error * seen)
            parts.append(scores.softmax() @ v[:, group])
        return beside(parts)

    # ------------------------------------------------------------------ one prompt

    @property
    def kind(self):
        return {"mistral": "llama", "qwen2": "llama"}.get(
            self.config["model_type"], self.config["model_type"]
        )

    def start(self, ids):
        """The states before the first layer."""
        return getattr(self, f"{self.kind}_start")(ids)

    def after(self, k, x):
        """The states after layer k, from those before it."""
        x = x if isinstance(x, Rounded) else Rounded(x, np.zeros_like(x), self.u)
        return getattr(self, f"{self.kind}_layer")(k, x)

    def end(self, x):
        """What the model ends with, from the states after the last layer."""
        x = x if isinstance(x, Rounded) else Rounded(x, np.zeros_like(x), self.u)
        match self.kind:
            case "gpt2" | "gpt_neo":
                return self.layer_norm(x, "ln_f", 1e-5)
            case "llama":
                return self.rms_norm(x, "norm", 1e-6)
            case _:
                return x

    def gpt2_start(self, ids):
        return self.get("wte.weight")[ids] + self.get("wpe.weight")[: len(ids)]

    gpt_neo_start = gpt2_start

    def gpt2_layer(self, k, x):
        d, heads = self.config["n_embd"], self.config["n_head"]
        y = self.convolution(self.layer_norm(x, f"h.{k}.ln_1", 1e-5), f"h.{k}.attn.c_attn")
        q, key, v = y[:, :d], y[:, d : 2 * d], y[:, 2 * d :]
        scale = (d / heads) ** -0.5
        mixed = self.attend(q, key, v, heads, heads, scale, lambda i, j: j <= i)
        x = x + self.convolution(mixed, f"h.{k}.attn.c_proj")
        y = self.convolution(self.layer_norm(x, f"h.{k}.ln_2", 1e-5), f"h.{k}.mlp.c_fc")
        return x + self.convolution(gelu_by_tanh(y), f"h.{k}.mlp.c_proj")

    def gpt_neo_layer(self, k, x):
        heads, listed = self.config["num_heads"], self.config["attention_types"]
        kind = [kind for group, times in listed for kind in group * times][k]
        window = self.config["window_size"] if kind == "local" else 10**9
        y = self.layer_norm(x, f"h.{k}.ln_1", 1e-5)
        q, key, v = (self.linear(y, f"h.{k}.attn.attention.{r}_proj") for r in "qkv")
        mixed = self.attend(q, key, v, heads, heads, 1.0, lambda i, j: i - window < j <= i)
        x = x + self.linear(mixed, f"h.{k}.attn.attention.out_proj")
        y = self.linear(self.layer_norm(x, f"h.{k}.ln_2", 1e-5), f"h.{k}.mlp.c_fc")
        return x + self.linear(gelu_by_tanh(y), f"h.{k}.mlp.c_proj")

    def bert_start(self, ids):
        words, places, types = (
            self.get(f"embeddings.{kind}_embeddings.weight")
            for kind in ("word", "position", "token_type")
        )
        x = words[ids] + types[np.zeros(len(ids), int)] + places[: len(ids)]
        return self.layer_norm(x, "embeddings.LayerNorm", 1e-12)

    def albert_start(self, ids):
        return self.linear(self.bert_start(ids), "encoder.embedding_hidden_mapping_in")

    def encoder_layer(self, x, path, names, activation):
        c = self.config
        q, k, v, out, first, wider, narrower, second = (f"{path}.{name}" for name in names)
        heads = c["num_attention_heads"]
        scale = (c["hidden_size"] / heads) ** -0.5
        q, k, v = self.linear(x, q), self.linear(x, k), self.linear(x, v)
        causal = c.get("is_decoder", False)
        mixed = self.attend(q, k, v, heads, heads, scale, lambda i, j: j <= i or not causal)
        x = self.layer_norm(x + self.linear(mixed, out), first, 1e-12)
        pushed = self.linear(activation(self.linear(x, wider)), narrower)
        return self.layer_norm(x + pushed, second, 1e-12)

    def bert_layer(self, k, x):
        names = ["attention.self.query", "attention.self.key", "attention.self.value"]
        names += ["attention.output.dense", "attention.output.LayerNorm"]
        names += ["intermediate.dense", "output.dense", "output.LayerNorm"]
        return self.encoder_layer(x, f"encoder.layer.{k}", names, gelu)

    def albert_layer(self, k, x):
        names = ["attention.query", "attention.key", "attention.value", "attention.dense"]
        names += ["attention.LayerNorm", "ffn", "ffn_output", "full_layer_layer_norm"]
        repeats = self.config["num_hidden_layers"]
        groups = self.config.get("num_hidden_groups", 1)
        inside = self.config.get("inner_group_num", 1)
        group = (k // inside) * groups // repeats
        path = f"encoder.albert_layer_groups.{group}.albert_layers.{k % inside}"
        return self.encoder_layer(x, path, names, gelu_by_tanh)

    def llama_start(self, ids):
        return self.get("embed_tokens.weight")[ids]

    def llama_layer(self, k, x):
        c, path = self.config, f"layers.{k}"
        heads, groups = c["num_attention_heads"], c["num_key_value_heads"]
        width = c.get("head_dim", c["hidden_size"] // heads)
        window = c.get("sliding_window") or 10**9
        y = self.rms_norm(x, f"{path}.input_layernorm", 1e-6)
        q, key, v = (self.linear(y, f"{path}.self_attn.{r}_proj") for r in "qkv")
        mixed = self.attend(
            q, key, v, heads, groups, width**-0.5, lambda i, j: i - window < j <= i, self.turn
        )
        x = x + self.linear(mixed, f"{path}.self_attn.o_proj")
        y = self.rms_norm(x, f"{path}.post_attention_layernorm", 1e-6)
        gate = silu(self.linear(y, f"{path}.mlp.gate_proj"))
        wide = self.linear(y, f"{path}.mlp.up_proj")
        return x + self.linear(gate * wide, f"{path}.mlp.down_proj")

    def turn(self, x):
        """Rotary positions: coordinates m and m + width / 2 turn by p theta^(-2 m / width)."""
        tokens, width = x.value.shape
        theta = self.config.get("rope_parameters", self.config).get("rope_theta", 10000.0)
        columns = []
        for m in range(width):
            pair = m + width // 2 if m < width // 2 else m - width // 2
            sign = -1.0 if m < width // 2 else 1.0
            angles = np.arange(tokens) * theta ** (-2 * (m % (width // 2)) / width)
            # Frequency, product and function are rounded, each in its turn.
            off = 3 * FUNCTION * self.u * (1 + angles)
            cosine, sine = x.of(np.cos(angles), off), x.of(np.sin(angles), off)
            columns.append((x[:, m] * cosine + (x[:, pair] * sine).times(sign))[:, None])
        return beside(columns)
