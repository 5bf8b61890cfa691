"""What a claim says: comparisons and equations, joined by logic, quantified, followed in time.

A proposition is data. An index in it that nothing binds is any index: it is bound where it first
occurs, right in front of the smallest word that holds it (`for_every` binds it further out). What
moves is spoken of with a word of time: `always`, `at_start`, `tends_to`, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from verify.language.expressions import (
    Number,
    Operator,
    Relation,
    Scalar,
    Vector,
    as_scalar,
    as_vector,
)
from verify.language.facts import Before, Distinct, Equation, fact_indices
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import Flow
from verify.language.symbols import Symbol, thing_of
from verify.language.walk import free_indices, things
from verify.statements.assumption import Assumption, introduced

elapsed = Scalar("symbol", Symbol("t", "scalar"))
"""The time t of a solution, or the number of layers k of an orbit, inside a word of time."""

Limit = Literal["tends", "converges", "has_limit", "nondecreasing", "limsup", "uniform"]


@dataclass(frozen=True, eq=False)
class Joined:
    """Propositions joined by a word of logic; "not" has one part, "if" and "iff" have two."""

    word: Literal["and", "or", "if", "iff", "not"]
    parts: tuple[Proposition, ...]


@dataclass(frozen=True, eq=False)
class Quantified:
    """For every thing that an assumption introduces, or for one of them; or for every index."""

    every: bool
    over: Assumption[Any] | tuple[Index, ...]
    body: Proposition


@dataclass(frozen=True, eq=False)
class Throughout:
    """What holds at all times t >= 0 (after every number of layers), or at the start alone."""

    body: Proposition
    at_start: bool = False


@dataclass(frozen=True, eq=False)
class Limiting:
    """How a scalar or a vector that moves behaves in the long run; an operator, too, if "uniform".

    `limit` is what it tends to, or what its limit superior is at most.
    """

    word: Limit
    of: Scalar | Vector | Operator
    limit: Scalar | Vector | None = None


@dataclass(frozen=True, eq=False)
class Solving:
    """For every solution of a flow of what an assumption introduces, or for one of them.

    What is assumed of it holds at the start.
    """

    every: bool
    over: Assumption[Any]
    law: Flow
    body: Proposition


@dataclass(frozen=True, eq=False)
class Nearing:
    """Where all that moves comes near in the long run, as states and not one by one.

    `over` introduces a state z: every limit point z of the states is as `body` says ("points"), or
    their distance to the set of all such z tends to 0 ("set").
    """

    word: Literal["points", "set"]
    of: Any
    over: Assumption[Any]
    body: Proposition


@dataclass(frozen=True, eq=False)
class Potential:
    """That a form in a state and its velocity is the slope of a function of the state.

    `state` introduces the states, such as unit tokens, `velocity` any velocity; along every
    curve of such states the rate of `value`, or of some function if there is none, is `form`.
    """

    state: Assumption[Any]
    velocity: Assumption[Any]
    form: Scalar
    value: Scalar | None = None


Proposition = (
    Relation | Equation | Distinct | Before | Joined | Quantified | Throughout | Limiting | Solving
    | Nearing | Potential
)  # fmt: skip
KINDS = (
    Relation, Equation, Distinct, Before, Joined, Quantified, Throughout, Limiting, Solving,
    Nearing, Potential,
)  # fmt: skip


def _checked(word: str, part: object) -> Proposition:
    if isinstance(part, KINDS):
        return part
    raise Mistake(
        f"{word}(...) takes propositions, such as u[i] <= 1, equals(a, b) or tends_to(y[i], z), "
        f"and got {part!r}"
    )


# ------------------------------------------------------------------ words


def equals(
    left: Scalar | Vector | Operator | Number, right: Scalar | Vector | Operator | Number
) -> Equation:
    """Return that two scalars, two vectors or two operators are equal."""
    if isinstance(left, Operator) and isinstance(right, Operator):
        return Equation(left, right)
    if isinstance(left, Operator) or isinstance(right, Operator):
        raise Mistake("equals(...): an operator equals an operator only")
    vectors = isinstance(left, Vector) or isinstance(right, Vector)
    convert: Callable[[Any], Any] = as_vector if vectors else as_scalar
    return Equation(convert(left), convert(right))


def precedes(first: Index, second: Index) -> Before:
    """Return that one index comes strictly before another."""
    return Before(first, second)


def both(*parts: Proposition) -> Joined:
    """Return that all of several propositions hold."""
    return Joined("and", tuple(_checked("both", part) for part in parts))


def either(*parts: Proposition) -> Joined:
    """Return that one of several propositions holds."""
    return Joined("or", tuple(_checked("either", part) for part in parts))


def never(part: Proposition) -> Joined:
    """Return that a proposition does not hold."""
    return Joined("not", (_checked("never", part),))


def implies(condition: Proposition, conclusion: Proposition) -> Joined:
    """Return that the second proposition holds where the first does."""
    return Joined("if", (_checked("implies", condition), _checked("implies", conclusion)))


def iff(first: Proposition, second: Proposition) -> Joined:
    """Return that each of two propositions implies the other."""
    return Joined("iff", (_checked("iff", first), _checked("iff", second)))


def for_every(over: Any, body: Any) -> Quantified:
    """Return a proposition about every thing, `for_every(any_vector("z"), lambda z: ...)`.

    Or about every index: `for_every(i, ...)`, `for_every((i, j), ...)`.
    """
    return _quantified(True, over, body)


def there_is(over: Any, body: Any) -> Quantified:
    """Return that there is such a thing, `there_is(positive_scalar("r"), lambda r: ...)`.

    Or such an index: `there_is(k, ...)`.
    """
    return _quantified(False, over, body)


def _quantified(every: bool, over: Any, body: Any) -> Quantified:
    word = "for_every" if every else "there_is"
    if isinstance(over, Assumption):
        said = body(over.introduces) if callable(body) else body
        return Quantified(every, over, _checked(word, said))
    indices = over if isinstance(over, tuple) else (over,)
    if not all(isinstance(index, Index) for index in indices):
        raise Mistake(f"{word}(...) is over an assumption, any_vector('z'), or over indices")
    return Quantified(every, indices, _checked(word, body(*indices) if callable(body) else body))


def for_every_solution(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return a proposition about every solution of a flow for t >= 0, beside what moves anyway.

    `for_every_solution(unit_vector("z"), lambda z: motion({z: velocity}), lambda z: ...)`: what is
    assumed of z holds at the start, and words of time speak of z as of what moves.
    """
    return _solving(True, over, law, body)


def there_is_solution(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return that a flow has such a solution for t >= 0; as in `for_every_solution`."""
    return _solving(False, over, law, body)


def _solving(every: bool, over: Assumption[Any], law: Any, body: Any) -> Solving:
    word = "for_every_solution" if every else "there_is_solution"
    if not callable(law) or not callable(body):
        raise Mistake(f"{word}(...) takes an assumption, a flow of what it introduces, and a claim")
    flow = law(over.introduces)
    if not isinstance(flow, Flow) or set(flow.moves) != set(introduced([over])):
        raise Mistake(f"{word}(...): the flow is to move what the assumption introduces")
    return Solving(every, over, flow, _checked(word, body(over.introduces)))


def always(body: Proposition) -> Throughout:
    """Return that a proposition holds at every time t >= 0 (after every number of layers)."""
    return Throughout(_checked("always", body))


def at_start(body: Proposition) -> Throughout:
    """Return that a proposition holds at time 0."""
    return Throughout(_checked("at_start", body), at_start=True)


def tends_to(of: Scalar | Vector, limit: Scalar | Vector | Number) -> Limiting:
    """Return that something that moves tends to a limit."""
    same = as_vector(limit) if isinstance(of, Vector) else as_scalar(limit)
    return Limiting("tends", of, same)


def converges(of: Scalar | Vector) -> Limiting:
    """Return that something that moves has a limit, whichever."""
    return Limiting("converges" if isinstance(of, Vector) else "has_limit", of)


def nondecreasing(of: Scalar) -> Limiting:
    """Return that a number that moves never decreases."""
    return Limiting("nondecreasing", of)


def limsup_at_most(of: Scalar, limit: Scalar | Number) -> Limiting:
    """Return that the limit superior of a number that moves is at most another number."""
    return Limiting("limsup", of, as_scalar(limit))


def uniformly_continuous(of: Scalar | Vector | Operator) -> Limiting:
    """Return that something that moves is uniformly continuous in time, an operator in its norm."""
    return Limiting("uniform", of)


def limit_points(of: Any, state: Assumption[Any], body: Callable[[Any], Proposition]) -> Nearing:
    """Return what every limit point of what moves is like.

    `limit_points(y, any_vectors("z"), lambda z: ...)`.
    """
    return Nearing("points", thing_of(of), state, _checked("limit_points", body(state.introduces)))


def has_potential(
    state: Assumption[Any],
    velocity: Assumption[Any],
    form: Callable[[Any, Any], Scalar],
    value: Callable[[Any], Scalar] | None = None,
) -> Potential:
    """Return that a form is the slope of a function of the state, of `value` if that is given.

    `has_potential(unit_tokens("v"), any_vectors("V"), lambda v, V: ...)`.
    """
    v = state.introduces
    known = None if value is None else as_scalar(value(v))
    return Potential(state, velocity, as_scalar(form(v, velocity.introduces)), known)


def tends_to_set(of: Any, state: Assumption[Any], body: Callable[[Any], Proposition]) -> Nearing:
    """Return that the distance of what moves to the set of states of some kind tends to 0.

    `tends_to_set(y, any_vectors("z"), lambda z: ...)`. It is about spaces of finite dimension.
    """
    return Nearing("set", thing_of(of), state, _checked("tends_to_set", body(state.introduces)))


# ------------------------------------------------------------------ walks


def formulas(said: Proposition) -> Iterator[Scalar | Vector | Operator | Relation]:
    """Yield the formulas of a proposition, facts of what it quantifies over included."""
    if isinstance(said, Relation):
        yield said
    elif isinstance(said, Equation):
        yield from (said.left, said.right)
    elif isinstance(said, Joined):
        for part in said.parts:
            yield from formulas(part)
    elif isinstance(said, Throughout):
        yield from formulas(said.body)
    elif isinstance(said, Limiting):
        yield said.of
        if said.limit is not None:
            yield said.limit
    elif isinstance(said, Potential):
        yield said.form
        if said.value is not None:
            yield said.value
    elif isinstance(said, Quantified | Solving | Nearing):
        if isinstance(said.over, Assumption):
            for fact in said.over.facts:
                if isinstance(fact, Relation | Equation):
                    yield from formulas(fact)
        if isinstance(said, Solving):
            moves = said.law.moves.items()
            yield from (velocity() for thing, velocity in moves if isinstance(thing, Symbol))
        yield from formulas(said.body)


def own_things(said: Proposition) -> Iterator[Any]:
    """Yield what a proposition introduces itself, by its quantifiers."""
    if isinstance(said, Quantified | Solving | Nearing):
        if isinstance(said.over, Assumption):
            yield from introduced([said.over])
        yield from own_things(said.body)
    elif isinstance(said, Potential):
        yield from introduced([said.state, said.velocity])
    elif isinstance(said, Joined):
        for part in said.parts:
            yield from own_things(part)
    elif isinstance(said, Throughout):
        yield from own_things(said.body)


def atom_indices(said: Proposition) -> frozenset[Index]:
    """Return the indices that a proposition without parts leaves free."""
    if isinstance(said, Limiting):
        limit = frozenset[Index]() if said.limit is None else free_indices(said.limit)
        return free_indices(said.of) | limit
    if isinstance(said, Relation):
        return free_indices(said)
    if isinstance(said, Equation | Distinct | Before):
        return fact_indices(said)
    return frozenset()


def mentions(formula: Any, wanted: frozenset[Any]) -> bool:
    """Return whether a formula mentions one of some given things."""
    return any(thing in wanted for thing in things(formula))
