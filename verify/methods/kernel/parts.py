"""The parts a goal is put together from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


class Unprintable(Exception):
    """A formula that has no Coq counterpart here; the message is the reason."""


@dataclass(frozen=True)
class Premise:
    """A premise of a goal: its name in the script, its text, and what it is for."""

    name: str
    text: str
    role: str
    source: Any = None


@dataclass(frozen=True)
class Derivative:
    """A rate or differential in a claim: `value` (a function of `indices`) is that of `body`.

    `body` is a function of time; the derivative is taken at time 0.
    """

    value: str
    kind: str
    indices: tuple[tuple[str, str], ...]
    body: str


@dataclass(frozen=True, eq=False)
class Curves:
    """What moves along curves: its velocity at time 0, and its place then (None: its state)."""

    velocity: Mapping[Any, Callable[..., Any]]
    place: Mapping[Any, Callable[..., Any]] = field(default_factory=dict)
