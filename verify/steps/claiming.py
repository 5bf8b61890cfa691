"""The claim of a statement, as its author writes it; one of formulas alone needs no steps.

What is claimed of all instances, an equation or a comparison, perhaps under conditions, is what an
`Identity` or an `Inequality` says. So where a proof infers nothing such a claim becomes those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from verify.language.conditions import Every, Where
from verify.language.expressions import Relation, Scalar, Vector
from verify.language.facts import Before, Equation, fact_indices
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.walk import free_indices
from verify.statements.claim_words import as_proposition
from verify.statements.claims import Alone, Claim, ClaimTwin, Moving, given_indices
from verify.statements.mutants import Mutant
from verify.statements.naming import check_text
from verify.statements.propositions import KINDS, Joined, Proposition, Quantified
from verify.statements.step import Twin
from verify.steps.identity import Identity
from verify.steps.inequality import Inequality


def claim(
    says: str,
    *parts: str | Proposition | Every,
    along: Moving | None = None,
    refuted: bool = False,
    cites: Sequence[str] = (),
    whatever: Sequence[Any] = (),
    wrong: str = "",
    instead: Sequence[str] = (),
) -> Claim:
    """Return the claim of a statement, to be yielded once, after what it is about is given.

    `parts` are names of steps ("margin rate") and propositions; without any, the claim is told in
    words and argued at best. Formulas for all instances are decided as steps are, where the proof
    has no inference. `along` says what moves. A `refuted` claim is false: that is what is
    to be proved, for all numbers that are given `whatever` they are. Where the paper is wrong,
    `wrong` says why, in a sentence with the smallest case, and `instead` names the steps that say
    what is true, if no other statement does.
    Raises Mistake for what is no claim.
    """
    check_text("claim(...): the sentence", says)
    check_text("claim(..., wrong=...)", wrong, empty=True)
    said = [as_proposition(part) for part in parts]
    for part in said:
        if not isinstance(part, (str, *KINDS)):
            raise Mistake(
                f"claim(...) takes names of steps and propositions, not {part!r}; write "
                "equals(a, b) for an equation"
            )
    if refuted and (not said or any(isinstance(part, str) for part in said)):
        raise Mistake("claim(..., refuted=True) takes propositions, whose negation is proved")
    if whatever and not refuted:
        raise Mistake(
            "claim(..., whatever=...) is only for a refuted claim; every other claim is "
            "universal already"
        )
    return Claim(
        says, tuple(said), along, refuted, tuple(cites), whatever=tuple(whatever),
        wrong=wrong, instead=tuple(instead), alone=alone,
    )  # fmt: skip


def alone(claimed: Claim) -> Alone | None:
    """Return a claim of formulas as steps with its false twins; None if it says anything else."""
    if claimed.along is not None or claimed.refuted or claimed.steps:
        return None
    given = given_indices(claimed)
    said = list(_parts(claimed.propositions))
    steps = [_as_step(part, _name(place, len(said)), given) for place, part in enumerate(said)]
    mutants: list[Mutant] = []
    for twin in claimed.twins:
        if not twin.parts:
            mutants.append(Mutant(twin.why, twin.drop, twin.assume, claimed.place, twin.at))
            continue
        place, wrong = _twisted(twin, said, given)
        changed = steps[place]
        if changed is None or wrong is None or twin.drop is not None:
            return None
        steps[place] = replace(changed, twins=(*changed.twins, Twin(twin.why, wrong, twin.at)))
    made = tuple(step for step in steps if step is not None)
    return Alone(made, tuple(mutants)) if made and len(made) == len(said) else None


def _name(place: int, count: int) -> str:
    return "claim" if count == 1 else f"claim {place + 1}"


def _twisted(
    twin: ClaimTwin, said: Sequence[Proposition], given: frozenset[Index]
) -> tuple[int, Identity | Inequality | None]:
    """Return which one part of a claim a twin says otherwise, and as which step."""
    parts = list(_parts(twin.parts))
    if len(parts) != len(said):
        return 0, None
    changed = [place for place, part in enumerate(parts) if repr(part) != repr(said[place])]
    if len(changed) != 1:
        return 0, None
    return changed[0], _as_step(parts[changed[0]], _name(changed[0], len(said)), given)


def _parts(propositions: Sequence[Proposition]) -> Iterator[Proposition]:
    """Yield what is said one by one: parts of "and", and what is said of every index."""
    for part in propositions:
        if isinstance(part, Joined) and part.word == "and":
            yield from _parts(part.parts)
        elif isinstance(part, Quantified) and part.every and isinstance(part.over, tuple):
            yield from _parts([part.body])
        else:
            yield part


def _as_step(said: Proposition, name: str, given: frozenset[Index]) -> Identity | Inequality | None:
    """Return what a proposition says of all instances as a step, if it is of that form."""
    conditions: Sequence[Where] | None = ()
    if isinstance(said, Joined) and said.word == "if":
        premise, said = said.parts
        conditions = _conditions(premise, _free(said) | given)
    if conditions is None:
        return None
    if isinstance(said, Relation):
        return Inequality(said, where=conditions, name=name)
    left, right = (said.left, said.right) if isinstance(said, Equation) else (None, None)
    if isinstance(left, Scalar | Vector) and isinstance(right, Scalar | Vector):
        return Identity(left, right, where=conditions, name=name)
    return None


def _conditions(premise: Proposition, outside: frozenset[Index]) -> list[Where] | None:
    """Return a premise as conditions of a step; an index that occurs in it alone is any index."""
    found: list[Where] = []
    for part in _parts([premise]):
        own = tuple(sorted(_free(part) - outside, key=lambda index: index.name))
        if isinstance(part, Relation | Equation) and all(_is_any(index) for index in own):
            found.append(Every(own, part) if own else part)
        elif isinstance(part, Before) and not own:
            found.append(part)
        else:
            return None
    return found


def _is_any(index: Index) -> bool:
    return index.over.kind == "all" and not index.over.without


def _free(said: Proposition) -> frozenset[Index]:
    if isinstance(said, Relation):
        return free_indices(said)
    return fact_indices(said) if isinstance(said, Equation | Before) else frozenset()


__all__ = ["alone", "claim"]
