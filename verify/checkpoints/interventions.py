"""Changes to the dynamics that may keep tokens apart, by name: `mask=causal`, `noise=0.1`, ...

    mask=full | causal | self       who sees whom
    mask=window:W | causal-window:W the tokens less than W away, on either side, or before
    mask=sink:W                     as causal-window:W, and all see the first token, too
    mask=prefix:L                   as causal, and all see the first L tokens
    mask=packed:K                   K blocks of tokens, closed to each other
    temperature=T      scores are divided by T; 0 < T, and `inf` makes all weights equal
    residual=A         what a layer adds is multiplied by A (the step tau of the statements)
    norm=before        tokens are normalised for attention only, and move freely
    noise=S            after each layer a normal vector of mean square S^2 is added
    loop=K             layer K, counted from 0, instead of all of them
    passes=M           all layers M times

Several are joined by +: `loop=0+noise=0.1`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from verify.attention import graphs
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import LoadedLayer
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.numerals import decimal_number
from verify.language.mistakes import Mistake

KINDS = ("mask", "temperature", "residual", "norm", "noise", "loop", "passes")
MASKS = (
    "full", "causal", "self", "window:W", "causal-window:W", "sink:W", "prefix:L", "packed:K",
)  # fmt: skip
MOST = 1e6  # of a temperature, a residual or a noise
MaskMatrix = NDArray[np.bool_]


@dataclass(frozen=True)
class Changes:
    """What is changed; the defaults change nothing. `loop` is a layer's number."""

    mask: str = ""
    temperature: float = 1.0
    residual: float = 1.0
    norm: Literal["", "before"] = ""
    noise: float = 0.0
    loop: int | None = None
    passes: int = 1


AS_IS = Changes()


def read_list(text: str, layers: int) -> dict[str, Changes]:
    """Return the interventions of a list with commas, by their names; raises Mistake."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise Mistake(f"--interventions: {text!r} names none; {_usage()}")
    return {name: read(name, layers) for name in names}


def read(name: str, layers: int) -> Changes:
    """Return the changes of one name, such as `loop=0+noise=0.1`; raises Mistake."""
    changes, seen = AS_IS, set[str]()
    for part in name.split("+"):
        kind, _, value = part.strip().partition("=")
        if kind not in KINDS or not value:
            raise Mistake(f"--interventions: {part.strip()!r:.80} is none; {_usage()}")
        if kind in seen:
            raise Mistake(f"--interventions: {name!r:.80} has two {kind}; give one")
        seen.add(kind)
        changes = replace(changes, **{kind: _value(kind, value, layers)})
    return changes


def standard(shared: bool) -> tuple[str, ...]:
    """Return the names of the interventions that are tried where none are named.

    `shared`: whether all layers have the same weights; otherwise the first one is repeated, too,
    for statements on what depth does are about one layer.
    """
    each = (
        "mask=full", "mask=causal", "mask=sink:2", "mask=packed:2", "temperature=0.25",
        "temperature=inf", "residual=0.25", "norm=before", "noise=0.1", "passes=4",
    )  # fmt: skip
    if shared:
        return each
    return (*each, "loop=0", "loop=0+mask=packed:2", "loop=0+norm=before", "loop=0+noise=0.1")


def _usage() -> str:
    return (
        f"use mask={'|'.join(MASKS)}, temperature=T, residual=A, norm=before, noise=S, loop=K or "
        "passes=M, with commas, joined by + to have several at once"
    )


def _value(kind: str, text: str, layers: int) -> Any:
    if kind == "mask":
        return _mask_name(text)
    if kind == "norm":
        if text != "before":
            raise Mistake(f"--interventions: norm={text!r:.80} is none; use norm=before")
        return text
    if kind in ("loop", "passes"):
        least, most = (0, layers - 1) if kind == "loop" else (1, 10_000)
        if not re.fullmatch("[0-9]+", text) or len(text) > 9 or not least <= int(text) <= most:
            raise Mistake(f"--interventions: {kind}={text:.80} must be from {least} to {most}")
        return int(text)
    infinite = kind == "temperature" and text == "inf"
    known = math.inf if infinite else decimal_number(text)
    number = math.nan if known is None else known
    hot = kind == "temperature" and number == math.inf
    if (not hot and number > MOST) or 0 < number < 1 / MOST:
        raise Mistake(
            f"--interventions: {kind}={text:.80} is out of range; give one from {1 / MOST:g} to "
            f"{MOST:g}"
        )
    if not hot and not (math.isfinite(number) and number >= 0):
        raise Mistake(f"--interventions: {kind}={text:.80} is no number of 0 or more; give one")
    if kind == "temperature" and number == 0:
        raise Mistake("--interventions: temperature=0 would divide by 0; give a small one")
    return number


def _mask_name(text: str) -> str:
    name, _, size = text.partition(":")
    if text in ("full", "causal", "self"):
        return text
    whole = bool(re.fullmatch("[0-9]+", size)) and len(size) <= 6 and int(size) >= 1
    if f"{name}:" not in {known[:-1] for known in MASKS if ":" in known} or not whole:
        raise Mistake(f"--interventions: mask={text:.80} is none; use one of {', '.join(MASKS)}")
    return f"{name}:{int(size)}"


# ------------------------------------------------------------------ masks


def mask_of(name: str, tokens: int) -> MaskMatrix:
    """Return a named mask, (tokens, tokens); raises Mistake where it has no room."""
    kind, _, size = name.partition(":")
    places = np.arange(tokens)
    away = places[:, None] - places  # how far a token is after the one that it may see
    near = away < (int(size) if size else 1)
    masks = {
        "full": away == away,
        "self": away == 0,
        "causal": away >= 0,
        "window": near & near.T,
        "causal-window": (away >= 0) & near,
        "sink": (away >= 0) & (near | (places == 0)),
        "prefix": (away >= 0) | (places < int(size or 1)),
    }
    if kind in masks:
        return np.asarray(masks[kind])
    if int(size) > tokens:
        raise Mistake(
            f"--interventions: mask={name} has more blocks than the {tokens} tokens; give fewer"
        )
    block = places * int(size) // tokens
    return np.asarray(block[:, None] == block)


def closed_components(mask: MaskMatrix) -> list[list[int]]:
    """Return the strong components that no edge leaves: one, if the mask has a root."""
    return graphs.closed_components(mask.astype(int).tolist())


@dataclass(frozen=True, eq=False)
class ChangedLayer(StoredLayer):
    """A layer with another mask, and scores multiplied by `sharper`."""

    other_mask: str = field(default="")
    sharper: float = field(default=1.0)

    @property
    def scale(self) -> float:
        """What a query times a key is multiplied by."""
        return self.config.scales[self.number] * self.sharper

    def mask(self, tokens: int) -> MaskMatrix:
        """Return who sees whom, (tokens, tokens)."""
        return mask_of(self.other_mask, tokens) if self.other_mask else super().mask(tokens)


def changed_layer(layer: StoredLayer, changes: Changes) -> StoredLayer:
    """Return a layer with the mask and the temperature of some changes."""
    if not changes.mask and changes.temperature == 1:
        return layer
    return ChangedLayer(
        layer.config, layer.number, layer.weights, layer.names, changes.mask,
        1 / changes.temperature,
    )  # fmt: skip


def scaled(loaded: LoadedLayer, by: float) -> LoadedLayer:
    """Return a layer whose parts add `by` times what they did."""
    if by == 1:
        return loaded
    arrays = dict(loaded.arrays)
    for role in ("output.weight", "output.bias", "narrower.weight", "narrower.bias"):
        array = arrays.get(role)
        arrays[role] = None if array is None else np.asarray(array * array.dtype.type(by))
    return LoadedLayer(arrays, loaded.attention_norm, loaded.feed_forward_norm)


def noisy(states: Array, spread: float, normal: Array) -> Array:
    """Return tokens with normal vectors added, whose mean square is `spread` squared."""
    added = spread / np.sqrt(states.shape[-1]) * normal
    return np.asarray(states + added.astype(states.dtype))
