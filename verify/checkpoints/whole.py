"""Whole models, run by the library transformers: every architecture it knows, through hooks.

The library reads the configuration, the tensors and the text, and computes. Here blocks are found
in what it has made, what passes between them is recorded, and parts are taken away. Nothing is
downloaded, no code of a folder is run, and weights that the library would draw anew are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.factors import Array
from verify.checkpoints.folder import needed
from verify.language.mistakes import Mistake

# What can be taken away from a whole model, in the order that it is told.
PARTS = ("attention", "positions", "biases", "gains and shifts of norms", "feed-forward parts")
POSITIONS = ("wpe", "position_embeddings", "position_embedding", "embed_positions")
FED = ("mlp", "ffn", "feed_forward", "block_sparse_moe", "moe")
UNUSED = ("pooler",)  # of weights: not on the way to the last state
TINY = 1e-300
# Without such a file the library makes a tokenizer that knows no words, and says nothing.
TOKENIZERS = ("tokenizer.", "vocab", "spiece", "sentencepiece")

Hook = Callable[..., Any]
Hooks = Sequence[tuple[Any, Hook]]  # modules, with what is called after them


@dataclass(frozen=True, eq=False)
class Passed:
    """The states (prompts, tokens, d) before the first block and after each, and the model's end.

    The end comes after the last norm, where there is one. `loss` has the next-token loss of each
    prompt, in nats, where it was asked for.
    """

    states: tuple[Array, ...]
    end: Array
    loss: NDArray[np.float64] | None = None


@dataclass(frozen=True, eq=False)
class WholeModel:
    """A model of the library: `module` has a head, where one was asked for, and `base` has none."""

    folder: Path
    module: Any
    torch: Any

    @property
    def base(self) -> Any:
        """The model without a head."""
        return self.module.base_model

    @property
    def vocabulary(self) -> int:
        """How many token ids there are."""
        return int(self.base.config.vocab_size)

    @property
    def positions(self) -> int | None:
        """How many places a prompt may have, or None where nothing says so."""
        found: int | None = getattr(self.base.config, "max_position_embeddings", None)
        tables = [m for n, m in self.base.named_modules() if n.endswith("position_embeddings")]
        # RoBERTa's places begin after that of the padding.
        padding = getattr(tables[0], "padding_idx", None) if tables else None
        return found if found is None or padding is None else found - int(padding) - 1

    # ------------------------------------------------------------------ what there is

    @cached_property
    def blocks(self) -> list[Any]:
        """The blocks, each once; raises Mistake where the library's model has no row of them."""
        kind, count = self.torch.nn.ModuleList, self.base.config.num_hidden_layers
        lists = {name: m for name, m in self.base.named_modules() if isinstance(m, kind)}
        inner = [m for name, m in lists.items() if name.endswith("albert_layers")]
        rows = inner or [m for m in lists.values() if len(m) == count][:1]
        if not rows or getattr(self.base.config, "is_encoder_decoder", False):
            raise Mistake(
                f"{self.folder}: {type(self.base).__name__} has no single row of {count} blocks, "
                "which tokens are followed through; use a model that has"
            )
        return [block for row in rows for block in row]

    def attention_output(self, block: Any) -> Any:
        """Return the linear map at the end of a block's attention; raises Mistake."""
        found = [m for name, m in _matrices(block) if _attends(name)]
        if not found:
            raise Mistake(f"{self.folder}: no attention is found in {type(block).__name__}")
        return found[-1]

    def feed_forward(self, block: Any) -> Any | None:
        """Return what a block's feed-forward part ends with, or None where it has none."""
        whole = [m for name, m in block.named_children() if name in FED and list(m.children())]
        return (whole or [None, *(m for n, m in _matrices(block) if not _attends(n))])[-1]

    @cached_property
    def last_norm(self) -> Any | None:
        """The norm after the last block, or None."""
        inside = {id(m) for block in self.blocks for m in block.modules()}
        norms = [m for m in self.base.modules() if _is_norm(m) and id(m) not in inside]
        after: list[Any] = []
        hooks: list[tuple[Any, Hook]] = [(b, lambda *_: after.clear()) for b in self.blocks]
        hooks += [(norm, lambda m, *_: after.append(m)) for norm in norms]
        self.run(np.zeros((1, 2), dtype=np.int64), hooks=hooks)
        return after[0] if after else None

    def normed(self, states: Array) -> Array:
        """Return states after the last norm, which there must be."""
        assert self.last_norm is not None
        with self.torch.no_grad():
            return _numbers(self.last_norm(self._tensor(states)))

    # ------------------------------------------------------------------ what can be taken away

    def parts(self) -> tuple[str, ...]:
        """Return which of `PARTS` this model has."""
        fed = all(self.feed_forward(block) is not None for block in self.blocks)
        return tuple(p for p in PARTS if (fed if p == PARTS[4] else self._without(p)))

    def _without(self, part: str) -> list[tuple[Any, Hook]]:
        """Return hooks that take a part away, with the modules that they are for."""
        if part == "attention":
            return [(self.attention_output(block), _nothing) for block in self.blocks]
        if part == "feed-forward parts":
            return [(self.feed_forward(block), _nothing) for block in self.blocks]
        inside = [m for block in self.blocks for m in block.modules()]
        if part == "biases":
            biased = [m for m in inside if _is_matrix(m) and getattr(m, "bias", None) is not None]
            return [(m, lambda m, _, out: out - m.bias) for m in biased]
        if part == "gains and shifts of norms":
            return [(m, _plain_norm) for m in inside if _is_norm(m)]
        named = [(n.rpartition(".")[2], m) for n, m in self.base.named_modules()]
        hooks: dict[str, Hook] = {"rotary_emb": _unturned} | dict.fromkeys(POSITIONS, _nothing)
        return [(m, hooks[name]) for name, m in named if name in hooks]

    # ------------------------------------------------------------------ runs

    def run(
        self,
        ids: NDArray[Any],
        *,
        without: Sequence[str] = (),
        start: Array | None = None,
        hooks: Hooks = (),
        loss: bool = False,
    ) -> Passed:
        """Pass prompts (prompts, tokens) of ids, or states in the place of what blocks begin with.

        `without` are some of `PARTS`. A loss needs a module with a head.
        """
        states: list[Array] = []
        ends: list[Array] = []

        def began(_: Any, given: Any, named: Any) -> Any:
            if states:
                return None
            rows = given[0] if given else named["hidden_states"]
            rows = rows if start is None else self._tensor(start)
            states.append(_numbers(rows))
            return ((rows, *given[1:]), named) if given else ((), named | {"hidden_states": rows})

        def ended(_: Any, __: Any, out: Any) -> None:
            states.append(_numbers(out[0] if isinstance(out, tuple) else out))

        taken = [hook for part in without for hook in self._without(part)]
        own = [*((block, ended) for block in self.blocks),
               (self.base, lambda _, __, out: ends.append(_numbers(out[0])))]  # fmt: skip
        tokens = self.torch.from_numpy(np.ascontiguousarray(ids))
        with ExitStack() as held, self.torch.no_grad():
            for module, hook in (*taken, *hooks, *own):
                held.callback(module.register_forward_hook(hook).remove)
            for block in self.blocks:
                held.callback(block.register_forward_pre_hook(began, with_kwargs=True).remove)
            out = (self.module if loss else self.base)(tokens)
        if not np.isfinite(ends[0]).all():
            raise Mistake(f"{self.folder}: the model's numbers overflow; give smaller weights")
        lost = None
        if loss:
            entropy = self.torch.nn.functional.cross_entropy
            each = entropy(out.logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")
            lost = np.asarray(_numbers(each.mean(-1)), dtype=float)
        return Passed(tuple(states), ends[0], lost)

    def _tensor(self, states: Array) -> Any:
        return self.torch.from_numpy(np.ascontiguousarray(states)).to(self.base.dtype)


def _numbers(tensor: Any) -> Array:
    return np.asarray(tensor.detach().double().numpy())


def _is_matrix(module: Any) -> bool:
    """Tell whether a module is one linear map, of whatever name."""
    weight = getattr(module, "weight", None)
    return not list(module.children()) and weight is not None and weight.ndim == 2


def _is_norm(module: Any) -> bool:
    return "norm" in type(module).__name__.lower()


def _matrices(block: Any) -> list[tuple[str, Any]]:
    return [(name, m) for name, m in block.named_modules() if _is_matrix(m)]


def _attends(name: str) -> bool:
    return "attn" in name or "attention" in name


def _nothing(_: Any, __: Any, out: Any) -> Any:
    return (out[0] * 0, *out[1:]) if isinstance(out, tuple) else out * 0


def _unturned(_: Any, __: Any, out: Any) -> Any:
    """Return the cosines and sines of no angle, in the place of those of rotary positions."""
    return out[0] * 0 + 1, out[1] * 0


def _plain_norm(norm: Any, given: Any, _: Any) -> Any:
    """Return what a norm without gain and shift makes of tokens."""
    rows = given[0]
    if "rms" not in type(norm).__name__.lower():
        rows = rows - rows.mean(-1, keepdim=True)
    return rows / (rows.square().mean(-1, keepdim=True) + TINY).sqrt()


def libraries() -> tuple[Any, Any]:
    """Return torch and transformers; raises ToolFailed (exit code 3) where one is missing."""
    torch, transformers = needed("torch"), needed("transformers")
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return torch, transformers


def open_whole(folder: Path, *, kind: str = "AutoModel", dtype: str = "float64") -> WholeModel:
    """Return the model of a folder, of a class of the library by its name.

    The type is one of torch's, or "auto" for the one that is stored. Raises Mistake, as where
    weights are missing.
    """
    torch, transformers = libraries()
    try:
        module, found = getattr(transformers, kind).from_pretrained(
            str(folder), local_files_only=True, trust_remote_code=False, use_safetensors=True,
            attn_implementation="eager", output_loading_info=True,
            dtype=dtype if dtype == "auto" else getattr(torch, dtype),
        )  # fmt: skip
    except Exception as error:  # whatever somebody else's library raises is told in a line
        raise Mistake(f"{folder}: transformers cannot load it ({in_a_line(error)})") from None
    missing = sorted(n for n in found["missing_keys"] if not set(UNUSED) & set(n.split(".")))
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise Mistake(
            f"{folder}: these weights are missing, and would be drawn at random: "
            f"{', '.join(missing[:3])}{more}; fetch all files again"
        )
    module.config.use_cache = False
    return WholeModel(folder, module.eval(), torch)


def drawn_anew(model: WholeModel, seed: int) -> WholeModel:
    """Return a model of the same configuration with weights as the library begins with them."""
    torch, transformers = libraries()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        module = transformers.AutoModel.from_config(
            model.base.config, attn_implementation="eager", dtype=model.base.dtype
        )
    return WholeModel(model.folder, module.eval(), torch)


def in_a_line(error: Exception) -> str:
    """Return an error in a line."""
    return f"{type(error).__name__}: {' '.join(str(error).split()):.200}"


def token_ids(folder: Path, lines: Sequence[str]) -> list[NDArray[Any]]:
    """Return the token ids of each line of words, by the checkpoint's own tokenizer."""
    _, transformers = libraries()
    if not any(path.name.startswith(TOKENIZERS) for path in folder.iterdir()):
        raise Mistake(f"{folder}: has no tokenizer, and --text holds words; give token ids")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            str(folder), local_files_only=True, trust_remote_code=False
        )
        return [np.array(tokenizer(line)["input_ids"], dtype=np.int64) for line in lines]
    except Exception as error:
        raise Mistake(
            f"{folder}: its tokenizer cannot be used ({in_a_line(error)}); give --text token ids"
        ) from None
