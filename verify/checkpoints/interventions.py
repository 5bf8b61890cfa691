"""Changes to the dynamics that may keep tokens apart, by name: `mask=causal`, `noise=0.1`, ...

    mask=full | causal | self       who sees whom
    mask=window:W | causal-window:W the tokens less than W away, on either side, or before
    mask=sink:W                     as causal-window:W, and all see the first token, too
    mask=prefix:L                   as causal, and all see the first L tokens
    mask=packed:K                   K blocks of tokens, closed to each other
    temperature=T      scores are divided by T; 0 < T, and `inf` makes all weights equal
    residual=A         what a layer adds is multiplied by A (the step tau of the statements)
    norm=before        tokens are normalised for attention only, and move freely
    noise=S            after each layer a normal vector is added, of mean square S^2 (beside tokens
                       of length 1; in a whole model S times as long as the token)
    feed-forward=on    with feed-forward parts
    loop=K             layer K, counted from 0, instead of all of them
    passes=M           all layers M times

Several are joined by +: `loop=0+noise=0.1`. They change the reduced dynamics; after `whole+` the
model as it is, which has two of its own: `whole+norm=after` (or before, where its norms come after)
moves its norms, and `whole+feed-forward=off` leaves those parts out.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from verify.attention import graphs
from verify.checkpoints.config import Config
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import LoadedLayer
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.numerals import decimal_number
from verify.language.mistakes import Mistake

KINDS = ("mask", "temperature", "residual", "norm", "noise", "feed-forward", "loop", "passes")
WHOLE, STANDARD = "whole", "standard"  # the names of lists that are tried
MASKS = (
    "full", "causal", "self", "window:W", "causal-window:W", "sink:W", "prefix:L", "packed:K",
)  # fmt: skip
MOST = 1e6  # of a temperature, a residual or a noise
MaskMatrix = NDArray[np.bool_]


@dataclass(frozen=True)
class Changes:
    """What is changed; the defaults change nothing. `loop` is a layer's number.

    `whole`: of the whole model, and not of the reduced dynamics.
    """

    whole: bool = False
    mask: str = ""
    temperature: float = 1.0
    residual: float = 1.0
    norm: Literal["", "before", "after"] = ""
    noise: float = 0.0
    feed_forward: Literal["", "on", "off"] = ""
    loop: int | None = None
    passes: int = 1


AS_IS = Changes()


def read_list(text: str, config: Config, tokens: int = 2) -> dict[str, Changes]:
    """Return the interventions of a list with commas, by their names; raises Mistake.

    In it `standard` and `whole` stand for the standard ones of the reduced dynamics and of the
    whole model, without those that prompts of so few tokens have no room for.
    """
    names: list[str] = []
    for name in (each.strip() for each in text.split(",")):
        lists = {STANDARD: standard, WHOLE: standard_of_whole}
        listed = lists[name](config) if name in lists else (name,)
        names += [each for each in listed if each and (tokens > 1 or "packed" not in each)]
    if not names:
        raise Mistake(f"--interventions: the list {text!r} is empty; {_usage()}")
    return {name: read(name, config) for name in names}


def read(name: str, config: Config) -> Changes:
    """Return the changes of one name, such as `loop=0+noise=0.1`; raises Mistake."""
    changes, seen = AS_IS, set[str]()
    for part in (each.strip() for each in name.split("+")):
        kind, _, value = part.partition("=")
        if part != WHOLE and (kind not in KINDS or not value):
            raise Mistake(f"--interventions: unknown change {part!r:.80}; {_usage()}")
        if kind in seen:
            raise Mistake(f"--interventions: {name!r:.80} has {kind} twice; give it once")
        seen.add(kind)
        given: Any = part == WHOLE or _value(kind, value, config.layers)
        changes = replace(changes, **{kind.replace("-", "_"): given})
    _check_it_changes(name, changes, config)
    return changes


def _check_it_changes(name: str, changes: Changes, config: Config) -> None:
    """Refuse what would leave the model, or the reduced dynamics, as they are."""
    what = "the model" if changes.whole else "the reduced dynamics"
    first = config.norm_first and changes.whole
    if changes.norm == ("before" if first else "after"):
        other = "after" if first else "before"
        raise Mistake(
            f"--interventions: {name!r:.80}: the norms of {what} already come {changes.norm} "
            f"attention; use norm={other}"
        )
    if changes.feed_forward == ("on" if changes.whole else "off"):
        fix = "feed-forward=off" if changes.whole else "feed-forward=on, or whole+feed-forward=off"
        has = "has its parts" if changes.whole else "have none"
        raise Mistake(f"--interventions: {name!r:.80}: {what} already {has}; use {fix}")
    if changes == replace(AS_IS, whole=True):
        raise Mistake(f"--interventions: {name!r:.80} changes nothing; add a change with +")


def standard(config: Config) -> tuple[str, ...]:
    """Return the names of the interventions that are tried where none are named.

    Where layers have their own weights the first one is repeated, too, for statements on what depth
    does are about one layer.
    """
    each = (
        "mask=full", "mask=causal", "mask=sink:2", "mask=packed:2", "temperature=0.25",
        "temperature=inf", "residual=0.25", "norm=before", "noise=0.1", "passes=4",
    )  # fmt: skip
    if len(set(config.weights_of)) == 1:
        return each
    return (*each, "loop=0", "loop=0+mask=packed:2", "loop=0+norm=before", "loop=0+noise=0.1")


def standard_of_whole(config: Config) -> tuple[str, ...]:
    """Return the names of the changes of the whole model that are tried under the name `whole`."""
    mask, norm = ("full" if config.causal else "causal"), "after" if config.norm_first else "before"
    each = (
        f"mask={mask}", "mask=sink:2", "mask=packed:2", "temperature=0.25", "temperature=inf",
        "residual=0.25", f"norm={norm}", "noise=0.1",
    )  # fmt: skip
    return tuple(f"{WHOLE}+{name}" for name in each)


def _usage() -> str:
    return (
        f"use mask={'|'.join(MASKS)}, temperature=T, residual=A, norm=before, noise=S, "
        "feed-forward=on, loop=K or passes=M, with commas, joined by + to have several at once, or "
        "to whole"
    )


def _value(kind: str, text: str, layers: int) -> Any:
    if kind == "mask":
        return _mask_name(text)
    words = {"norm": ("before", "after"), "feed-forward": ("on", "off")}.get(kind)
    if words is not None:
        if text not in words:
            raise Mistake(
                f"--interventions: unknown value {kind}={text!r:.80}; use "
                f"{kind}={' or '.join(words)}"
            )
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
            f"--interventions: {kind}={text:.80} is out of range; use {1 / MOST:g} to {MOST:g}"
        )
    if not hot and not (math.isfinite(number) and number >= 0):
        raise Mistake(f"--interventions: {kind}={text:.80} is not a number; use 0 or more")
    if kind == "temperature" and number == 0:
        raise Mistake(
            "--interventions: temperature=0 would divide by 0; use a small positive number"
        )
    return number


def _mask_name(text: str) -> str:
    name, _, size = text.partition(":")
    if text in ("full", "causal", "self"):
        return text
    whole = bool(re.fullmatch("[0-9]+", size)) and len(size) <= 6 and int(size) >= 1
    if f"{name}:" not in {known[:-1] for known in MASKS if ":" in known} or not whole:
        raise Mistake(f"--interventions: unknown mask {text!r:.80}; use {', '.join(MASKS)}")
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
            f"--interventions: mask={name} has more blocks than the {tokens} tokens; use fewer"
        )
    block = places * int(size) // tokens
    return np.asarray(block[:, None] == block)


def closed_parts(mask: MaskMatrix) -> list[list[int]]:
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
    """Return a layer with the mask, the temperature and the norms' places of some changes."""
    moved = changes.whole and bool(changes.norm)
    if not changes.mask and changes.temperature == 1 and not moved:
        return layer
    first = changes.norm == "before" if moved else layer.config.norm_first
    return ChangedLayer(
        replace(layer.config, norm_first=first), layer.number, layer.weights, layer.names,
        other_mask=changes.mask, sharper=1 / changes.temperature,
    )  # fmt: skip


def scaled(loaded: LoadedLayer, by: float) -> LoadedLayer:
    """Return a layer whose parts add `by` times what they did."""
    if by == 1:
        return loaded
    arrays = dict(loaded.arrays)
    for role in ("output.weight", "output.bias", "narrower.weight", "narrower.bias"):
        array = arrays.get(role)
        arrays[role] = None if array is None else array * by
    return replace(loaded, arrays=arrays)


def noisy(states: Array, spread: float, normal: Array, lengths: Array | float = 1.0) -> Array:
    """Return tokens with normal vectors added, whose mean square is (`spread` x `lengths`)^2."""
    added = spread * lengths / np.sqrt(states.shape[-1]) * normal
    return np.asarray(states + added.astype(states.dtype))
