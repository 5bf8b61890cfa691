"""What moves: flows (continuous time), layers (one discrete step) and their derivatives.

A flow or a layer has two faces that share nothing: the tree (`moves`, `formula`), which the
algebra differentiates, and the name of a raw dynamics (`raw`), which `verify.numerics.raw` has by
hand on plain arrays. Tests compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from verify.language.expressions import Number, Scalar, Vector, as_scalar, as_vector, unexpected
from verify.language.indices import IndexLike
from verify.language.mistakes import Mistake
from verify.language.symbols import Abbreviation, Family, Symbol, thing_of

Direction = Callable[[IndexLike], Vector] | Family[Vector] | Abbreviation[Vector]
E = TypeVar("E", bound=Scalar | Vector)
Velocity = Callable[[IndexLike], Scalar | Vector] | Family[Any] | Abbreviation[Any]


@dataclass(frozen=True, eq=False)
class RawDynamics:
    """A dynamics of `verify.numerics.raw` by name, and the given things it takes."""

    name: str
    takes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Flow:
    """A velocity for each moving thing: `moves[y]` maps the thing's indices to its velocity.

    A flow made of several has their raw dynamics, in `parts`, and none of its own.
    """

    moves: Mapping[Family[Any] | Symbol, Callable[..., Any]]
    raw: RawDynamics
    parts: tuple[Flow, ...] = ()


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


def together(*flows: Flow) -> Flow:
    """Return the motion of all that several flows move, at once; each thing moves in one of them.

    `together(attention_flow(y, weights=alpha), straight_line(v, w))` moves v beside the tokens.
    """
    moves: dict[Family[Any] | Symbol, Callable[..., Any]] = {}
    for flow in flows:
        if not isinstance(flow, Flow):
            raise Mistake(f"together takes flows, such as motion(...), and got {flow!r}")
        for thing in flow.moves:
            if thing in moves:
                raise Mistake(f"together: {thing.name} moves twice; add its velocities in one flow")
        moves |= flow.moves
    return Flow(moves, RawDynamics("together"), flows)


def motion(
    velocities: Mapping[Scalar | Vector | Family[Any], Number | Scalar | Vector | Velocity],
) -> Flow:
    """Return the motion of given things by their velocities (an ordinary differential equation).

    A scalar or a vector has a formula for its velocity, a family over tokens a function of its
    index: `motion({t: 1, y: lambda i: total(alpha[i, j] * y[j] for j in tokens)})`.
    """
    moves = dict(_moved(thing, velocity) for thing, velocity in velocities.items())
    named = {thing.name: velocity for thing, velocity in moves.items()}
    scalars = all(isinstance(thing, Symbol) and thing.kind == "scalar" for thing in moves)
    # Told apart from a vector's straight line, which reads as a direction to differentiate along.
    return Flow(moves, RawDynamics("given" if scalars else "motion", named))


def _moved(given: object, velocity: Any) -> tuple[Family[Any] | Symbol, Callable[..., Any]]:
    thing = thing_of(given)
    if not isinstance(thing, Symbol | Family):
        raise Mistake(f"motion: {thing.name} cannot move; scalars, vectors and families can")
    convert: Callable[[object], Any] = as_vector if thing.kind == "vector" else as_scalar
    if isinstance(thing, Symbol):
        formula = convert(velocity)
        return thing, lambda: formula
    if thing.sorts != ("tokens",):
        raise Mistake(f"motion: {thing.name} does not move, for it is no family over tokens")
    if isinstance(velocity, Family):
        return thing, lambda i: convert(velocity.item(i))
    if not callable(velocity):
        fix = f"give a function of the token, as in {{{thing.name}: lambda i: ...}}"
        raise Mistake(f"motion: the members of {thing.name} need a velocity each; {fix}")
    return thing, lambda i: convert(velocity(i))


def rate(expression: E, flow: Flow) -> E:
    """Return the derivative of an expression along a flow."""
    if not isinstance(flow, Flow):
        raise Mistake("rate(expression, flow) needs a flow, such as attention_flow(y, ...)")
    if not isinstance(expression, Scalar | Vector):
        raise Mistake(unexpected("scalar or vector", expression))
    return type(expression)("rate", expression, flow)
