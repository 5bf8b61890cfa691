"""What moves: flows (continuous time), layers (one discrete step) and their derivatives.

A flow or a layer has two faces that share nothing: the tree (`moves`, `formula`), which the
algebra differentiates, and the name of a raw dynamics (`raw`), which `verify.numerics.raw` has by
hand on plain arrays. Tests compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.language.expressions import Scalar, Vector, as_vector
from verify.language.indices import IndexLike
from verify.language.mistakes import Mistake
from verify.language.symbols import Abbreviation, Family, Symbol

Direction = Callable[[IndexLike], Vector] | Family[Vector] | Abbreviation[Vector]


@dataclass(frozen=True, eq=False)
class RawDynamics:
    """A dynamics of `verify.numerics.raw` by name, and the given things it takes."""

    name: str
    takes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Flow:
    """A velocity for each moving thing: `moves[y]` maps the thing's indices to its velocity."""

    moves: Mapping[Family[Any] | Symbol, Callable[..., Any]]
    raw: RawDynamics


@dataclass(frozen=True, eq=False)
class Layer:
    """One discrete step: `formula(i)` is token i after the step, written in the tokens `of`."""

    of: Family[Vector]
    formula: Callable[[IndexLike], Vector]
    raw: RawDynamics

    def __call__(self, index: IndexLike) -> Vector:
        return self.formula(index)


@dataclass(frozen=True, eq=False)
class Jacobian:
    """The derivative of a layer at a state, as a map from perturbations to perturbations."""

    layer: Layer
    point: Callable[[IndexLike], Vector]

    def __call__(self, direction: Direction) -> Callable[[IndexLike], Vector]:
        move = moving(direction)

        def along(index: IndexLike) -> Vector:
            return Vector("differential", self.layer, index, move, self.point)

        return along


def moving(direction: Direction) -> Callable[[IndexLike], Vector]:
    """Return a perturbation as a function from an index to a vector."""
    if isinstance(direction, Family):
        return lambda index: direction.item(index)
    if isinstance(direction, Abbreviation) or callable(direction):
        return lambda index: as_vector(direction(index))
    raise Mistake("a direction is a family of vectors, or a function from an index to a vector")


def jacobian(layer: Layer, at: Direction) -> Jacobian:
    """Return the derivative of `layer` at the state `at`."""
    if not isinstance(layer, Layer):
        raise Mistake("jacobian(layer, at=...) needs a layer, such as oja_layer(...)")
    return Jacobian(layer, moving(at))


def straight_line(thing: Vector | Scalar, direction: Vector | Scalar) -> Flow:
    """Return the motion of one given vector or scalar along a constant direction."""
    symbol: Symbol = thing.args[0]
    return Flow({symbol: lambda: direction}, RawDynamics("given", {symbol.name: direction}))


def straight_lines(family: Family[Vector], direction: Direction) -> Flow:
    """Return the motion of every member of a family along its own constant direction."""
    move = moving(direction)
    return Flow({family: move}, RawDynamics("given", {family.name: move}))


def motion(rates: Mapping[Scalar, Scalar]) -> Flow:
    """Return the motion of given scalars by their rates (an ordinary differential equation)."""

    def constant(value: Scalar) -> Callable[[], Scalar]:
        return lambda: value

    moves = {symbol.args[0]: constant(value) for symbol, value in rates.items()}
    named = {symbol.args[0].name: value for symbol, value in rates.items()}
    return Flow(moves, RawDynamics("given", named))
