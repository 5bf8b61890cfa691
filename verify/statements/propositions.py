"""What a claim says: comparisons and equations, joined by logic, quantified, followed in time.

A proposition is data. An index in it that nothing binds is any index: it is bound where it first
occurs, right in front of the smallest word that holds it (`for_every` binds it further out). What
moves is spoken of with a word of time: `always`, `at_start`, `tends_to`, ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Equation, fact_indices
from verify.language.indices import Index, Range
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow
from verify.language.symbols import Symbol
from verify.language.walk import free_indices, holders, things
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

    @property
    def indices(self) -> tuple[Index, ...]:
        """Return the indices that it is over."""
        return () if isinstance(self.over, Assumption) else self.over


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

    def __repr__(self) -> str:
        word = {"tends": "tends_to", "limsup": "limsup_at_most"}.get(self.word, self.word)
        return f"{word}({self.of!r}{'' if self.limit is None else f', {self.limit!r}'})"


@dataclass(frozen=True, eq=False)
class Solving:
    """For every solution of a flow (orbit of a layer) of what an assumption introduces, or for one.

    What is assumed of it holds at the start. `almost`: from almost every start there is one, and
    `body` holds of every one; the other starts have no volume among unit tokens.
    """

    every: bool
    over: Assumption[Any]
    law: Flow | DiscreteLaw
    body: Proposition
    almost: bool = False

    @property
    def moved(self) -> tuple[Any, ...]:
        """Return the things that the law moves."""
        return tuple(self.law.moves)


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
class Stability:
    """That a law leaves tokens where they are at a state, and whether it is stable.

    `over` introduces the tokens, such as unit tokens; `at` is the state. It is "stable" if all that
    starts near stays near, and "exponentially" so if that comes nearer, geometrically fast.
    """

    word: Literal["stable", "unstable", "exponentially"]
    over: Assumption[Any]
    law: Flow | DiscreteLaw
    at: Callable[[Any], Vector]

    @property
    def moved(self) -> tuple[Any, ...]:
        """Return the things that the law moves: the tokens alone."""
        return tuple(self.law.moves)


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
    | Nearing | Stability | Potential
)  # fmt: skip
"""What a claim says: comparisons and equations, joined by logic, quantified, followed in time."""
KINDS = (
    Relation, Equation, Distinct, Before, Joined, Quantified, Throughout, Limiting, Solving,
    Nearing, Stability, Potential,
)  # fmt: skip


def inside(said: Proposition) -> Iterator[Proposition]:
    """Yield a proposition and all that it is made of."""
    yield said
    if isinstance(said, Joined):
        for part in said.parts:
            yield from inside(part)
    elif isinstance(said, Quantified | Throughout | Solving | Nearing):
        yield from inside(said.body)


def formulas(said: Proposition) -> Iterator[Scalar | Vector | Operator | Relation]:
    """Yield the formulas of a proposition, facts of what it quantifies over included."""
    for one in inside(said):
        if isinstance(one, Relation):
            yield one
        elif isinstance(one, Equation):
            yield from (one.left, one.right)
        elif isinstance(one, Limiting | Potential):
            of, beside = (one.of, one.limit) if isinstance(one, Limiting) else (one.form, one.value)
            yield of
            if beside is not None:
                yield beside
        elif isinstance(one, Quantified | Solving | Nearing | Stability):
            if isinstance(one.over, Assumption):
                for fact in one.over.facts:
                    if isinstance(fact, Relation | Equation):
                        yield from formulas(fact)
            if isinstance(one, Solving | Stability):
                yield from formulas_of_law(one.law)
            if isinstance(one, Stability):
                yield one.at(Index("i", Range("tokens")))


def formulas_of_law(law: Flow | DiscreteLaw) -> Iterator[Scalar | Vector]:
    """Yield what a law says of each thing that it moves, or of a member of a family."""
    yield from (told(*holders(thing)) for thing, told in law.moves.items())


def check_autonomous(law: Flow | DiscreteLaw) -> None:
    """Raise Mistake for a law that depends on the time itself, which no method follows."""
    if any(mentions(formula, frozenset({elapsed.args[0]})) for formula in formulas_of_law(law)):
        names = ", ".join(thing.name for thing in law.moves)
        word, next_ = ("motion", "1") if isinstance(law, Flow) else ("iteration", "s + 1")
        raise Mistake(
            f"the law of {names} uses elapsed, the time; add your own clock to the law, as in "
            f"{word}({{s: {next_}, ...}}), with at_start(equals(s, 0))"
        )


def own_things(said: Proposition) -> Iterator[Any]:
    """Yield what a proposition introduces itself, by its quantifiers."""
    for one in inside(said):
        own = one.over if isinstance(one, Quantified | Solving | Nearing | Stability) else None
        if isinstance(own, Assumption):
            yield from introduced([own])
        elif isinstance(one, Potential):
            yield from introduced([one.state, one.velocity])


def speaks_of(said: Proposition, wanted: Collection[Any]) -> bool:
    """Return whether a formula of a proposition mentions one of these things."""
    return any(mentions(formula, frozenset(wanted)) for formula in formulas(said))


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


@lru_cache(maxsize=1 << 13)
def spoken_of(said: Proposition) -> frozenset[Any]:
    """Return the things that a proposition mentions, and its indices."""
    own = (one for f in formulas(said) for one in (*things(f), *free_indices(f)))
    return frozenset(own).union(*map(atom_indices, inside(said)))


def mentions(formula: Any, wanted: frozenset[Any]) -> bool:
    """Return whether a formula mentions one of some given things."""
    return any(thing in wanted for thing in things(formula))
