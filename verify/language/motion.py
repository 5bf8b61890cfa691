"""What moves: flows (continuous time), layers (one discrete step) and their derivatives.

A flow or a layer has two faces that share nothing: the tree (`moves`, `formula`), which the
algebra differentiates, and the name of a raw dynamics (`raw`), which `verify.numerics.raw` has by
hand on plain arrays. Tests compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

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

    @property
    def moves(self) -> Mapping[Family[Any] | Symbol, Callable[..., Any]]:
        """Return what each moving thing becomes, as an iteration has it."""
        return {self.of: self.formula}


@dataclass(frozen=True, eq=False)
class Iteration:
    """What each moving thing becomes in one step, all at once, written in what they were."""

    moves: Mapping[Family[Any] | Symbol, Callable[..., Any]]

    def __call__(self, *_: object) -> Any:
        raise Mistake("an iteration is not a function; write out what a formula is after a step")


DiscreteLaw: TypeAlias = Layer | Iteration
"""A law in discrete time."""


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


def jacobian(layer: DiscreteLaw, at: Direction) -> Jacobian:
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
            raise Mistake(f"together(...) takes flows, such as motion(...), not {flow!r}")
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
    moves = dict(_moved("motion", thing, velocity) for thing, velocity in velocities.items())
    named = {thing.name: velocity for thing, velocity in moves.items()}
    scalars = all(isinstance(thing, Symbol) and thing.kind == "scalar" for thing in moves)
    # Told apart from a vector's straight line, which reads as a direction to differentiate along.
    return Flow(moves, RawDynamics("given" if scalars else "motion", named))


def iteration(
    images: Mapping[Scalar | Vector | Family[Any], Number | Scalar | Vector | Velocity],
) -> DiscreteLaw:
    """Return the law by which given things become others, all at once, again and again.

    A scalar or a vector has a formula for what it becomes, a family over tokens a function of its
    index: `iteration({x: x + step * v, v: v - step * (W @ x)})`.
    """
    if not images:
        raise Mistake(
            "iteration: nothing moves; give the next value of each quantity, as in {x: x / 2}"
        )
    moves = dict(_moved("iteration", thing, image) for thing, image in images.items())
    (first, image), *others = moves.items()
    if isinstance(first, Family) and first.kind == "vector" and not others:
        return Layer(first, image, RawDynamics("given"))  # which has a derivative, too
    return Iteration(moves)


def _moved(word: str, given: object, told: Any) -> tuple[Family[Any] | Symbol, Callable[..., Any]]:
    thing = thing_of(given)
    if not isinstance(thing, Symbol | Family):
        raise Mistake(f"{word}: {thing.name} cannot move; scalars, vectors and families can")
    convert: Callable[[object], Any] = as_vector if thing.kind == "vector" else as_scalar
    if isinstance(thing, Symbol):
        formula = convert(told)
        return thing, lambda: formula
    if thing.sorts != ("tokens",):
        raise Mistake(f"{word}: {thing.name} cannot move, because it is not a family over tokens")
    if isinstance(told, Family):
        return thing, lambda i: convert(told.item(i))
    if not callable(told):
        fix = f"give a function of the token, as in {{{thing.name}: lambda i: ...}}"
        each = "a velocity" if word == "motion" else "an image"
        raise Mistake(f"{word}: the members of {thing.name} need {each} each; {fix}")
    return thing, lambda i: convert(told(i))


def rate(expression: E, flow: Flow) -> E:
    """Return the derivative of an expression along a flow."""
    if not isinstance(flow, Flow):
        raise Mistake("rate(expression, flow) needs a flow, such as attention_flow(y, ...)")
    if not isinstance(expression, Scalar | Vector):
        raise Mistake(unexpected("scalar or vector", expression))
    return type(expression)("rate", expression, flow)
