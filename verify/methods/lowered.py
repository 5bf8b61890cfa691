"""A step's two derived sides as functions of numbers, balls or arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sympy as sp

from verify.algebra.realise import FixedSizes
from verify.language.mistakes import Mistake, unknown
from verify.language.symbols import Mask, OperatorSymbol
from verify.methods.derived import Derived, written_out
from verify.numerics.lowering import lower_expression
from verify.statements.step import Said


@dataclass(frozen=True, eq=False)
class Lowered:
    """A step's two derived sides as numeric functions of arrays.

    Call it with the given things by name: a scalar is a number, a vector has shape (d,), a family
    of vectors (tokens, d), an operator (d, d), weights (tokens, tokens), weights of heads
    (heads, tokens, tokens). Sizes are read off the arrays. Returns (left, right): numbers, vectors
    of shape (d,), or dicts {(1-based free indices): such}.
    """

    said: Said
    backend: str
    claim: Derived
    given: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, **arrays: Any) -> tuple[Any, Any]:
        sizes = self._sizes(arrays)
        return self.at(sizes, flatten(arrays))

    def at(self, sizes: FixedSizes, entries: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return (left, right) for entries already named `y_1_2`, at the given sizes."""
        left, right = self._sides_at(("left", "right"), sizes, entries)
        return left, right

    def left_at(self, sizes: FixedSizes, entries: Mapping[str, Any]) -> Any:
        """Return the left side alone: half the work, where the right one is evaluated elsewhere."""
        return self._sides_at(("left",), sizes, entries)[0]

    def _sides_at(
        self, sides: tuple[str, ...], sizes: FixedSizes, entries: Mapping[str, Any]
    ) -> list[Any]:
        names, function, layouts = _compiled(self, sides, sizes)
        missing = [name for name in names if name not in entries]
        if missing:
            given = missing[0].split("_")[0]
            raise Mistake(f"{missing[0]} is missing; give {given}=... with the full shape")
        # Where a side is a constant, mpmath has one of no precision of its own: + gives it today's.
        values = [+value for value in function(*[entries[name] for name in names])]
        return [_gather(layout, values) for layout in layouts]

    def _sizes(self, arrays: Mapping[str, Any]) -> FixedSizes:
        given = self.given
        found: dict[str, tuple[int, str]] = {}
        for name, array in arrays.items():
            if name not in given:
                raise Mistake(unknown("argument", name, given))
            axes, shape = _axes(given[name]), _shape(array)
            if len(axes) != len(shape):
                wanted = f"({', '.join(axes)})" if axes else "of a number"
                raise Mistake(f"{name} has the shape {shape}; give one {wanted}")
            for axis, size in zip(axes, shape, strict=True):
                known, by = found.setdefault(axis, (size, name))
                if known != size:
                    raise Mistake(
                        f"{name} has the shape {shape}, but {by} implies {axis} = {known}; "
                        f"give {name} the shape ({', '.join(axes)})"
                    )
        sizes = {axis: size for axis, (size, _) in found.items()}
        return FixedSizes(sizes.get("tokens", 1), sizes.get("dimension", 2), sizes.get("heads", 1))


def _axes(thing: Any) -> tuple[str, ...]:
    """Return what the axes of a given thing's array count."""
    if isinstance(thing, OperatorSymbol):
        return ("dimension", "dimension")
    if isinstance(thing, Mask):
        return ("tokens", "tokens")
    sorts = tuple("dimension" if sort == "modes" else sort for sort in getattr(thing, "sorts", ()))
    return (*sorts, "dimension") if getattr(thing, "kind", "") == "vector" else sorts


@lru_cache(maxsize=256)
def _compiled(
    lowered: Lowered, sides: tuple[str, ...], sizes: FixedSizes
) -> tuple[list[str], Any, list[Any]]:
    claim = lowered.claim
    expressions: list[sp.Expr] = []
    layouts = []
    for side in sides:
        written = written_out(lowered.said, claim, getattr(claim, side), sizes)
        layouts.append(_layout(written, expressions))
    symbols = sorted(set().union(*[e.free_symbols for e in expressions]), key=str)
    function = lower_expression(symbols, expressions, lowered.backend)
    return [str(s) for s in symbols], function, layouts


def _layout(written: Any, into: list[sp.Expr]) -> Any:
    if isinstance(written, dict):
        return {key: _layout(value, into) for key, value in written.items()}
    if isinstance(written, sp.MatrixBase):
        return [_layout(entry, into) for entry in written]
    into.append(written)
    return len(into) - 1


def _gather(layout: Any, values: list[Any]) -> Any:
    if isinstance(layout, dict):
        return {key: _gather(inner, values) for key, inner in layout.items()}
    if isinstance(layout, list):
        return [_gather(inner, values) for inner in layout]
    return values[layout]


def _shape(array: Any) -> tuple[int, ...]:
    if hasattr(array, "shape"):
        return tuple(int(s) for s in array.shape)
    return (len(array), *_shape(array[0])) if isinstance(array, list | tuple) else ()


def flatten(arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested arrays as single entries: {"y": [[a, b]]} gives {"y_1_1": a, "y_1_2": b}."""
    out: dict[str, Any] = {}

    def walk(name: str, value: Any) -> None:
        if isinstance(value, list | tuple) or len(_shape(value)) > 0:
            for place, inner in enumerate(value, 1):
                walk(f"{name}_{place}", inner)
        else:
            out[name] = value

    for name, value in arrays.items():
        walk(name, value)
    return out
