"""Rotary positions: the frequencies a configuration asks for, and the turned queries and keys."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import array_api_compat as api
import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.fields import Fields

LONG = "original_max_position_embeddings"
# What each kind needs, beside a base.
KINDS: Mapping[str, tuple[str, ...]] = {
    "default": (),
    "linear": ("factor",),
    "llama3": ("factor", "low_freq_factor", "high_freq_factor", LONG),
}
HARMLESS = ("rope_type", "type", "rope_theta", "partial_rotary_factor", LONG)


@dataclass(frozen=True)
class Rotary:
    """The rotation of queries and keys: by the angle p * frequency[m] at place p, m < width / 2.

    Coordinates m and m + width / 2 of a head turn together.
    """

    frequencies: tuple[float, ...]


def read_rotary(fields: Fields, head_width: int) -> Rotary:
    """Return the frequencies, from `rope_parameters` or the older `rope_theta`, `rope_scaling`."""
    settings = _settings(fields)
    kind = settings.get("rope_type", settings.get("type", "default"))
    if kind not in KINDS:
        raise fields.wrong("rope_type", kind, f"one of {', '.join(KINDS)}")
    for turned_part in (fields.content, settings):
        if turned_part.get("partial_rotary_factor") not in (None, 1):
            raise fields.wrong("partial_rotary_factor", turned_part["partial_rotary_factor"], "1")
    for key, value in settings.items():
        if key not in (*HARMLESS, *KINDS[kind]):
            must = f"omitted if rope_type is {kind!r}, or next to its rope_type"
            raise fields.wrong(key, value, must)
    for key in KINDS[kind]:
        if settings.get(key) is None:
            raise fields.wrong(key, None, f"a number, as rope_type {kind} needs one")
    base = fields.number("rope_theta", fields.number("rope_theta", 10_000.0), within=settings)
    plain = [base ** (-2 * m / head_width) for m in range(head_width // 2)]
    if kind == "default":
        return Rotary(tuple(plain))
    factor = fields.number("factor", 1.0, within=settings)
    if kind == "linear":
        return Rotary(tuple(frequency / factor for frequency in plain))
    return Rotary(tuple(_stretched(frequency, fields, settings, factor) for frequency in plain))


def _settings(fields: Fields) -> dict[str, Any]:
    """Return what is said of the rotation; said of each kind of layer, it must be one thing."""
    settings: dict[str, Any] = {}
    for key in ("rope_scaling", "rope_parameters"):
        given = fields.content.get(key)
        if given is not None and not isinstance(given, dict):
            raise fields.wrong(key, given, "an object")
        each = list((given or {}).values())
        if each and all(isinstance(one, dict) for one in each):
            if any(one != each[0] for one in each):
                raise fields.wrong(key, given, "the same for all kinds of layers")
            given = each[0]
        for name, value in (given or {}).items():
            if value is None:
                continue
            if settings.setdefault(name, value) != value:
                raise fields.wrong(name, value, f"{settings[name]!r:.40}, as in rope_scaling")
    return settings


def _stretched(
    frequency: float, fields: Fields, settings: Mapping[str, Any], factor: float
) -> float:
    """Return a frequency divided by the factor where its wave is long, and between in between."""
    low = fields.number("low_freq_factor", 1.0, within=settings)
    high = fields.number("high_freq_factor", 4.0, within=settings)
    context = fields.number("original_max_position_embeddings", 8192.0, within=settings)
    if high <= low:
        raise fields.wrong("high_freq_factor", high, f"larger than low_freq_factor, {low}")
    waves = context * frequency / (2 * math.pi)
    if waves > high:
        return frequency
    if waves < low:
        return frequency / factor
    share = (waves - low) / (high - low)
    return (1 - share) * frequency / factor + share * frequency


def turn(rotary: Rotary, apart: int) -> NDArray[np.float64]:
    """Return the orthogonal matrix (width, width) that turns a query or key by `apart` places."""
    angles = apart * np.asarray(rotary.frequencies)
    half = len(angles)
    matrix = np.diag(np.tile(np.cos(angles), 2))
    places = np.arange(half)
    matrix[places, places + half] = -np.sin(angles)
    matrix[places + half, places] = np.sin(angles)
    return np.asarray(matrix)


def turned(rotary: Rotary, rows: NDArray[Any]) -> NDArray[Any]:
    """Return queries or keys (..., tokens, width), each turned by its token's place."""
    xp, half = api.array_namespace(rows), rows.shape[-1] // 2
    angles = np.outer(np.arange(rows.shape[-2]), rotary.frequencies)
    cosines, sines = (
        xp.asarray(each, dtype=rows.dtype, device=api.device(rows))
        for each in (np.cos(angles), np.sin(angles))
    )
    first, second = rows[..., :half], rows[..., half:]
    found: NDArray[Any] = xp.concat(
        [first * cosines - second * sines, second * cosines + first * sines], axis=-1
    )
    return found
