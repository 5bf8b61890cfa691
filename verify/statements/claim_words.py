"""The words of claims: what an author writes, and the propositions that they return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from verify.language.conditions import Every
from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar, as_vector
from verify.language.facts import Before, Equation, Fact, fact_indices, sides
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import Direction, DiscreteLaw, Flow, Iteration, Layer, moving
from verify.language.serialise import Serialiser, free_names
from verify.language.substituting import fact_about, in_tokens
from verify.language.symbols import Family, thing_of
from verify.language.walk import ordered
from verify.statements.assumption import Assumption, introduced
from verify.statements.assumptions.geometry import unit_tokens
from verify.statements.assumptions.spectral import two_indices
from verify.statements.propositions import (
    KINDS,
    Joined,
    Limiting,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Stability,
    Throughout,
    check_autonomous,
)


def as_proposition(part: Any) -> Any:
    """Return what `every` says as a proposition, and anything else as it is."""
    return Quantified(True, part.indices, part.says) if isinstance(part, Every) else part


def _checked(word: str, part: object) -> Proposition:
    said = as_proposition(part)
    if isinstance(said, KINDS):
        return said
    raise Mistake(
        f"{word}(...) takes propositions, such as u[i] <= 1, equals(a, b) or tends_to(y[i], "
        f"z), not {part!r}"
    )


def equals(
    left: Scalar | Vector | Operator | Number, right: Scalar | Vector | Operator | Number
) -> Equation:
    """Return that two scalars, two vectors or two operators are equal.

    In a claim, among the conditions of a step, `where=[equals(a, b)]`, or assumed, with
    `that(equals(a, b))`: there an equation is used from left to right.
    """
    if isinstance(left, Operator) and isinstance(right, Operator):
        return Equation(left, right)
    if isinstance(left, Operator) or isinstance(right, Operator):
        raise Mistake("equals(...): an operator can only equal an operator")
    vectors = isinstance(left, Vector) or isinstance(right, Vector)
    convert: Callable[[Any], Any] = as_vector if vectors else as_scalar
    return Equation(convert(left), convert(right))


def precedes(first: Index, second: Index) -> Before:
    """Return that one index comes strictly before another, i < j.

    In a claim, or among the conditions of a step, `where=[precedes(i, j)]`; `before(i, j)` assumes
    it.
    """
    return Before(*two_indices(first, second, "precedes"))


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

    Several things: `for_every((any_vector("z"), any_scalar("a")), lambda z, a: ...)`. Or about
    every index: `for_every(i, ...)`, `for_every((i, j), ...)`.
    """
    return _quantified(True, over, body)


def there_is(over: Any, body: Any) -> Quantified:
    """Return that there is such a thing, `there_is(positive_scalar("r"), lambda r: ...)`.

    Or such an index: `there_is(k, ...)`.
    """
    return _quantified(False, over, body)


def _quantified(every: bool, over: Any, body: Any) -> Quantified:
    word = "for_every" if every else "there_is"
    several = over if isinstance(over, tuple) else (over,)
    if several and all(isinstance(one, Assumption) for one in several):
        said = body(*(one.introduces for one in several)) if callable(body) else body
        for one in reversed(several[1:]):
            said = Quantified(every, one, _checked(word, said))
        return Quantified(every, several[0], _checked(word, said))
    if not all(isinstance(index, Index) for index in several):
        raise Mistake(
            f"{word}(...) quantifies over an assumption, such as any_vector('z'), or over indices"
        )
    for index in several:
        if index.over.kind != "all" or index.over.without:
            raise Mistake(
                f"{word}(...): {index.name} ranges over a part of its set; create it with "
                f"tokens.any({index.name!r}), and restrict it with implies(...)"
            )
    return Quantified(every, several, _checked(word, body(*several) if callable(body) else body))


def for_every_solution(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return a proposition about every solution of a flow for t >= 0, beside what moves anyway.

    `for_every_solution(unit_vector("z"), lambda z: motion({z: velocity}), lambda z: ...)`: what is
    assumed of z holds at the start, and words of time speak of z as of what moves.
    """
    return _solving("for_every_solution", over, law, body)


def there_is_solution(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return that a flow has such a solution for t >= 0; as in `for_every_solution`."""
    return _solving("there_is_solution", over, law, body)


def for_every_orbit(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return a proposition about every orbit of a layer; as in `for_every_solution`.

    `for_every_orbit(unit_tokens("x"), oja_layer(value=V, step=tau), lambda x: ...)`.
    """
    return _solving("for_every_orbit", over, law, body)


def there_is_orbit(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return that a layer has such an orbit; as in `for_every_orbit`."""
    return _solving("there_is_orbit", over, law, body)


def for_almost_every_start(over: Assumption[Any], law: Any, body: Any) -> Solving:
    """Return that from almost every start of unit tokens a layer has an orbit, of which this holds.

    `for_almost_every_start(unit_tokens("x"), oja_layer(value=V, step=tau), lambda x: ...)`, or
    with a flow for the layer: there is a solution for t >= 0, and this holds of every one. The
    other starts have no volume: for every eps > 0 countably many sets cover them whose diameters,
    to the power n (d - 1), the dimension of all states, have a sum of at most eps.
    """
    said = _solving("for_almost_every_start", over, law, body)
    (tokens,) = said.moved
    if not are_unit_tokens(over, tokens):
        raise Mistake(
            "for_almost_every_start(...) refers to the volume of unit tokens; begin with "
            "unit_tokens('x'), and restrict the starts with implies(at_start(...), ...)"
        )
    return replace(said, almost=True)


def are_unit_tokens(over: Assumption[Any], moved: Any) -> bool:
    """Return whether what is assumed of what moves is that they are unit tokens, and no more."""
    plain = unit_tokens(moved.name)
    wanted = [_written(fact_about(fact, {plain.introduces: moved})) for fact in plain.facts]
    return [_written(fact) for fact in over.facts] == wanted


def _written(fact: Fact) -> Any:
    """Return a fact as plain lists, which are equal if two facts say the same of the same."""
    names, write = free_names(ordered(fact_indices(fact))), Serialiser()
    return [type(fact).__name__, *(write.term(side, names) for side in sides(fact))]


def _solving(word: str, over: Assumption[Any], law: Any, body: Any) -> Solving:
    if not callable(body):
        raise Mistake(f"{word}(...) takes an assumption, a law of what it introduces, and a claim")
    of_layers = word.endswith("orbit")
    every, found = not word.startswith("there_is"), _law(word, over, law)
    if not word.endswith("start") and of_layers != isinstance(found, DiscreteLaw):
        raise Mistake(f"{word}(...) is about {'a layer' if of_layers else 'a flow'}")
    return Solving(every, over, found, _checked(word, body(over.introduces)))


def _law(word: str, over: Assumption[Any], given: Any) -> Flow | DiscreteLaw:
    """Return a law that moves what an assumption introduces: a layer in these very tokens."""
    law = given if isinstance(given, DiscreteLaw) or not callable(given) else given(over.introduces)
    moved = tuple(introduced([over]))
    if isinstance(law, Flow | DiscreteLaw):
        check_autonomous(law)
    if isinstance(law, Layer) and len(moved) == 1 and moved[0].sorts == law.of.sorts:
        (tokens,) = moved
        return in_tokens(law, tokens)
    if isinstance(law, Flow | Iteration) and set(law.moves) == set(moved):
        return law
    raise Mistake(
        f"{word}(...): the law must move exactly the quantities that the assumption introduces"
    )


def is_stable(over: Assumption[Any], law: Any, *, at: Direction | Vector) -> Stability:
    """Return that a layer or a flow leaves tokens at a state, and that this state is stable.

    `is_stable(unit_tokens("x"), oja_layer(value=V, step=tau), at=v)`: all tokens at v, or each
    where a function of its index says. What starts near the state, of what is assumed, stays near.
    """
    return _stability("stable", over, law, at)


def is_unstable(over: Assumption[Any], law: Any, *, at: Direction | Vector) -> Stability:
    """Return that a state is an equilibrium that is not stable; as in `is_stable`."""
    return _stability("unstable", over, law, at)


def is_exponentially_stable(
    over: Assumption[Any], law: Any, *, at: Direction | Vector
) -> Stability:
    """Return that a state is stable and attracts all that starts near, geometrically fast."""
    return _stability("exponentially", over, law, at)


def _stability(
    word: Literal["stable", "unstable", "exponentially"],
    over: Assumption[Any],
    law: Any,
    at: Direction | Vector,
) -> Stability:
    name = "is_exponentially_stable" if word == "exponentially" else f"is_{word}"
    found = _law(name, over, law)
    moved = tuple(found.moves)
    if len(moved) != 1 or not isinstance(moved[0], Family) or moved[0].kind != "vector":
        raise Mistake(f"{name}(...) applies to tokens, as introduced by unit_tokens('x')")
    place = (lambda index: at) if isinstance(at, Vector) else moving(at)
    return Stability(word, over, found, place)


def always(body: Proposition) -> Throughout:
    """Return that a proposition holds at every time t >= 0 (after every number of layers)."""
    return Throughout(_checked("always", body))


def at_start(body: Proposition) -> Throughout:
    """Return that a proposition holds at time 0."""
    return Throughout(_checked("at_start", body), at_start=True)


def _no_operator(word: str, of: object) -> None:
    if isinstance(of, Operator):
        raise Mistake(
            f"{word}(...) applies to numbers and vectors; apply the operator to a vector first"
        )


def tends_to(of: Scalar | Vector, limit: Scalar | Vector | Number) -> Limiting:
    """Return that something that moves tends to a limit."""
    _no_operator("tends_to", of)
    same = as_vector(limit) if isinstance(of, Vector) else as_scalar(limit)
    return Limiting("tends", of, same)


def converges(of: Scalar | Vector) -> Limiting:
    """Return that something that moves has a limit, whichever."""
    _no_operator("converges", of)
    return Limiting("converges" if isinstance(of, Vector) else "has_limit", of)


def nondecreasing(of: Scalar) -> Limiting:
    """Return that a number that moves never decreases."""
    _no_operator("nondecreasing", of)
    return Limiting("nondecreasing", of)


def limsup_at_most(of: Scalar, limit: Scalar | Number) -> Limiting:
    """Return that the limit superior of a number that moves is at most another number."""
    _no_operator("limsup_at_most", of)
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
