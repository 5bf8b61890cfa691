"""The claim of a statement: what it says as a whole, declared once, before its proof.

A claim is about what has been given before it. Its parts are names of steps, each of which is
claimed as it stands, or propositions, which one Coq theorem proves. Beside it is told what moves,
and of each assumption about that whether it holds at the start, for all time, or is to be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from verify.language.facts import Fact, constants, sides
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow, Layer
from verify.language.substituting import in_tokens
from verify.language.symbols import Family, Thing, sorts_of, thing_of
from verify.statements.assumption import Assumption, handle_matches, introduced, phrased
from verify.statements.exact_values import exact_values
from verify.statements.mutants import Mutant
from verify.statements.naming import check_text
from verify.statements.outcomes import ClaimKind
from verify.statements.propositions import (
    KINDS,
    Proposition,
    check_autonomous,
    formulas,
    mentions,
    own_things,
)
from verify.statements.step import Assumed, Step


@dataclass(frozen=True, eq=False)
class Moving:
    """What moves along a solution of a flow or an orbit of layers, and what else varies in time.

    `start` and `always` are what given(...) returned for assumptions about what moves.
    """

    law: Flow | DiscreteLaw
    varying: tuple[Thing, ...] = ()
    start: tuple[Any, ...] = ()
    always: tuple[Any, ...] = ()

    @property
    def moved(self) -> frozenset[Any]:
        """Return the things that the law moves."""
        return frozenset(self.law.moves)

    @property
    def in_time(self) -> frozenset[Any]:
        """Return all that depends on time."""
        return self.moved | frozenset(self.varying)


@dataclass(frozen=True, eq=False)
class ClaimTwin:
    """A false twin of a claim: it says `parts`, if any, and assumes `assume` in place of `drop`.

    `at` is where it fails; without it such a start is looked for.
    """

    why: str
    parts: tuple[Proposition, ...] = ()
    drop: Any = None
    assume: Assumption[Any] | None = None
    at: Mapping[Any, Any] | None = None


@dataclass(frozen=True, eq=False)
class Alone:
    """A claim of formulas as steps that say the same, and its false twins that drop something."""

    steps: tuple[Step, ...]
    mutants: tuple[Mutant, ...] = ()


@dataclass(frozen=True, eq=False)
class Claim:
    """What a statement says as a whole.

    `parts` are names of steps and propositions; of a claim that is `refuted` the negation is what
    is proved. Without parts it is told in words alone, and argued at best. `cites` are schemas of
    cited theorems, by the names of their Coq definitions, that enter as premises. `whatever` are
    assumptions about numbers for all of which a refuted claim is false. `wrong` is what is wrong
    with what is printed, and `instead` are names of steps that say what is true instead. `alone`
    makes steps of a claim whose proof has none.
    """

    says: str
    parts: tuple[str | Proposition, ...] = ()
    along: Moving | None = None
    refuted: bool = False
    cites: tuple[str, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    place: str = ""
    twins: tuple[ClaimTwin, ...] = ()
    examples: tuple[Mapping[Any, Any], ...] = ()
    whatever: tuple[Any, ...] = ()
    wrong: str = ""
    instead: tuple[str, ...] = ()
    alone: Callable[[Claim], Alone | None] | None = None

    def but_not(
        self,
        why: str,
        *parts: Proposition,
        drop: Any = None,
        assume: Assumption[Any] | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Claim:
        """Return the claim with a false twin, which some trajectory has to refute.

        The twin says other propositions, or does without the assumption `drop`, or both. `at` is
        the start of a trajectory along which it fails, such as an equilibrium.
        """
        check_text("a twin's name", why, empty=True)
        what = f"the variant {why!r} of the claim"
        if self.refuted or not self.propositions:
            raise Mistake(
                f"{what}: only a claim of propositions that has to be proved has variants"
            )
        if not parts and drop is None:
            raise Mistake(f"{what} changes nothing; give other propositions, or drop= something")
        if not all(isinstance(part, KINDS) for part in parts):
            raise Mistake(f"{what} needs propositions, such as always(norm(y[i]) <= 1)")
        values = None if at is None else exact_values(what, at)
        return replace(self, twins=(*self.twins, ClaimTwin(why, parts, drop, assume, values)))

    def for_example(self, at: Mapping[Any, Any]) -> Claim:
        """Return the claim with an example: values at which premises of it are met.

        `at` maps what is given, and names of what the claim quantifies, to exact values; the rest
        is drawn. Premises that no example meets are looked for.
        """
        what = "the example of the claim"
        named = {key: value for key, value in at.items() if isinstance(key, str)}
        given = exact_values(what, {key: at[key] for key in at if key not in named})
        for name, value in named.items():
            things = [thing for thing in introduces(self)
                      if thing.name == name and len(sorts_of(thing)) == _nested(value)]  # fmt: skip
            if not things:
                raise Mistake(
                    f"{what} gives {name}, and nothing of that name and shape is quantified; "
                    "write the name as for_every or there_is has it, and one list for each index"
                )
            given |= exact_values(what, dict.fromkeys(things, value))
        return replace(self, examples=(*self.examples, given))

    @property
    def steps(self) -> tuple[str, ...]:
        """Return the names of the steps that it claims."""
        return tuple(part for part in self.parts if isinstance(part, str))

    @property
    def propositions(self) -> tuple[Proposition, ...]:
        """Return what a Coq theorem is to prove."""
        return tuple(part for part in self.parts if not isinstance(part, str))

    @property
    def kind(self) -> ClaimKind:
        """Return what decides it: steps, one theorem, or nothing but words."""
        if self.propositions:
            return "theorem"
        return "steps" if self.parts else "words"


def _nested(value: Any) -> int:
    return 1 + _nested(value[0]) if isinstance(value, list | tuple) and value else 0


def solution(
    flow: Flow,
    *,
    varying: Sequence[Any] = (),
    start: Sequence[Any] = (),
    always: Sequence[Any] = (),
) -> Moving:
    """Return that what a flow moves is a solution of it, any one, for t >= 0.

    `varying` are given things that depend on time, too; `start` and `always` say when what was
    assumed of the state holds: at time 0, or at all times.
    """
    if not isinstance(flow, Flow):
        raise Mistake("solution(flow) needs a flow, such as attention_flow(y, ...)")
    return _moving(flow, varying, start, always)


def orbit(
    layer: DiscreteLaw,
    *,
    varying: Sequence[Any] = (),
    start: Sequence[Any] = (),
    always: Sequence[Any] = (),
) -> Moving:
    """Return that things go through a layer, or an iteration, again and again.

    The rest is as in `solution`. A layer of the library moves the tokens that `start` names.
    """
    if not isinstance(layer, DiscreteLaw):
        raise Mistake("orbit(layer) needs a layer or an iteration, such as oja_layer(...)")
    states = [mark for mark in (*start, *always) if isinstance(mark, Family)]
    if isinstance(layer, Layer) and layer.of not in states and len(states) == 1:
        layer = in_tokens(layer, states[0])
    return _moving(layer, varying, start, always)


def _moving(
    law: Flow | DiscreteLaw, varying: Sequence[Any], start: Sequence[Any], always: Sequence[Any]
) -> Moving:
    check_autonomous(law)
    return Moving(law, tuple(map(thing_of, varying)), tuple(start), tuple(always))


When = Literal["", "start", "always"]


def placed(claimed: Claim, assumed: Sequence[Assumed], place: str) -> Claim:
    """Return a claim with what was given before it. Raises Mistake where that does not fit."""
    made = replace(claimed, assumed=tuple(assumed), place=place)
    for twin in made.twins:
        if twin.drop is not None and not any(
            handle_matches(entry.assumption, twin.drop) for entry in assumed
        ):
            raise Mistake(
                f"the variant {twin.why!r} of the claim drops something that was not given "
                "before it; use the result of given(...)"
            )
    along = made.along
    if not all(any(handle_matches(e.assumption, mark) for e in assumed) for mark in made.whatever):
        raise Mistake("claim(..., whatever=...) takes results of given(...)")
    if along is None:
        return made
    given = set(introduced(entry.assumption for entry in assumed))
    for thing in along.moved - given:
        raise Mistake(
            f"{thing.name} moves but is not given; write the law in given quantities, or name "
            "the tokens of a layer in start="
        )
    for mark in (*along.start, *along.always):
        if not any(handle_matches(entry.assumption, mark) for entry in assumed):
            raise Mistake("solution(...): start= and always= take results of given(...)")
    for entry in assumed:
        when(made, entry.assumption)
    return made


def when(claimed: Claim, assumption: Assumption[Any]) -> When:
    """Return when an assumption of a claim holds, "" if it is not about what moves."""
    along = claimed.along
    if along is None or not _about(assumption.facts, along.in_time):
        return ""
    names: dict[When, tuple[Any, ...]] = {"start": along.start, "always": along.always}
    for word, marks in names.items():
        if any(handle_matches(assumption, mark) for mark in marks):
            return word
    if _about(assumption.facts, along.moved):
        raise Mistake(
            f"the claim does not state when this holds: {phrased(assumption)}; put it into "
            "start= or always= of the solution"
        )
    return "always"


def _about(facts: Sequence[Fact], wanted: frozenset[Any]) -> bool:
    found = (side for fact in facts for side in sides(fact))
    return any(mentions(side, wanted) for side in found)


def given_indices(claimed: Claim) -> frozenset[Index]:
    """Return the indices that are the same in all of a claim: given, or compared in an assumption.

    Coq, who tells the claim and who follows it bind the others where they occur.
    """
    assumptions = [entry.assumption for entry in claimed.assumed]
    given = [thing for thing in introduced(assumptions) if isinstance(thing, Index)]
    return constants((fact for each in assumptions for fact in each.facts), given)


def introduces(claimed: Claim) -> frozenset[Any]:
    """Return what the propositions of a claim introduce themselves."""
    return frozenset(thing for part in _everything_said(claimed) for thing in own_things(part))


def formulas_of(claimed: Claim) -> list[Any]:
    """Return the formulas of the propositions of a claim, those of its twins included."""
    return [formula for part in _everything_said(claimed) for formula in formulas(part)]


def _everything_said(claimed: Claim) -> list[Proposition]:
    return [*claimed.propositions, *(part for twin in claimed.twins for part in twin.parts)]
