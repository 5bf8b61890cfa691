"""Refuting mutants: a search for a small exact instance at which a false twin fails.

"Not proved" is never "refuted": a mutant for which no instance is found survives, and fails
the run.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.contradictions import check_instance
from verify.methods.descent import descend
from verify.methods.drawing import LARGEST_TRIED, sizes_for
from verify.methods.relevance import connected, relevant
from verify.methods.repair import repaired
from verify.methods.witnesses import completed
from verify.numerics.holding import growing_instances
from verify.statements.assumption import Assumption, Condition, handle_matches
from verify.statements.assumptions.conditions import in_place_of
from verify.statements.mutants import Mutant
from verify.statements.obligations import Equality
from verify.statements.outcomes import MutantResult
from verify.statements.step import Assumed, Said, Twin, obligations

TRIES = 600
ENDS = ((0, 6), (6, 60), (60, 200), (200, TRIES))
Rounds = Sequence[tuple[int, int, bool]]  # first and last numbers; whether instances are moved
ROUNDS: Rounds = tuple((first, last, moved) for first, last in ENDS for moved in (False, True))
LONG_ENOUGH = 60  # to find more than that a formula has no value
DOWNHILL = 4000  # instances of a comparison that are followed downhill where all others stand
Found = dict[str, Any]


def refute_twin(said: Said, twin: Twin) -> MutantResult:
    """Look for an instance at which a twisted step fails."""
    begin = time.perf_counter()
    witness = _witness(replace(said, step=twin.step), twin.at)
    seconds = time.perf_counter() - begin
    return MutantResult(twin.why, witness is not None, witness or {}, said.name, seconds)


def _witness(said: Said, at: Mapping[Any, Any] | None) -> Found | None:
    if at is not None:
        return _given_instance(said, said.assumptions, at, said.place)
    if not said.step.is_drawn:
        return said.step.counterexample(said)
    found = find_instance(said, said.assumptions)
    if found.failure is not None or found.undefined is not None:
        return found.failure
    return _downhill(said, said.assumptions)


def _downhill(said: Said, assumptions: Sequence[Assumption[Any]]) -> Found | None:
    """Return where a comparison fails that instances alone do not meet, by a search of its own."""
    claims = obligations(said)
    found = descend(said, claims, sizes_for(said), DOWNHILL, 0, assumptions)
    if found is None:
        return None
    failure = check_instance(said, claims, found).failure
    return None if failure is None else {**found.describe(), **failure}


def first_failure(said: Said, claim: Equality, tries: int = LONG_ENOUGH) -> Found:
    """Return the first small instance of a step's assumptions at which a claim fails, or {}.

    So is one at which the right side alone has no value: "undefined" says what has none.
    """
    sizes = sizes_for(said, LARGEST_TRIED)
    drawn = connected([claim.left, claim.right, *claim.where], said.assumptions)
    for instance in growing_instances(drawn, tries=tries, sizes=sizes):
        tally = check_instance(said, [claim], instance)
        found = tally.failure
        if found is None and tally.undefined is not None:
            left = check_instance(said, [replace(claim, right=claim.left)], instance)
            found = tally.undefined if left.undefined is None else None
        if found is not None:
            return {**instance.describe(), **found}
    return {}


def refute_mutant(said: Sequence[Said], mutant: Mutant) -> MutantResult:
    """Look for an instance of the weakened assumptions at which some step of the proof fails.

    Where none fails and some formula has no value, the mutant is undefined.
    """
    begin = time.perf_counter()
    touched = [
        sentence
        for sentence in said
        if obligations(sentence)
        and any(handle_matches(a.assumption, mutant.drop) for a in sentence.assumed)
    ]
    # A few tries at every step first: most mutants break one step at once, and the others never.
    # Spectra come last, for their determinants cost the most.
    touched.sort(key=lambda sentence: sentence.step.has_determinants)
    undefined: tuple[str, Found] | None = None
    for first, tries, moved in ROUNDS:
        for sentence in touched:
            changed = [a.assumption for a in weakened(sentence.assumed, mutant)]
            if mutant.at is not None:
                failure = _given_instance(sentence, changed, mutant.at, mutant.place)
                found = Search(failure)
            else:
                found = find_instance(sentence, changed, ((first, tries, moved),))
            if found.failure is not None:
                seconds = time.perf_counter() - begin
                return MutantResult(mutant.why, True, found.failure, sentence.name, seconds)
            if undefined is None and found.undefined is not None:
                undefined = sentence.name, found.undefined
        if mutant.at is not None or (undefined is not None and moved and tries >= LONG_ENOUGH):
            break
    if undefined is None and mutant.at is None:
        for sentence in touched:
            changed = [a.assumption for a in weakened(sentence.assumed, mutant)]
            witness = _downhill(sentence, changed)
            if witness is not None:
                seconds = time.perf_counter() - begin
                return MutantResult(mutant.why, True, witness, sentence.name, seconds)
    seconds = time.perf_counter() - begin
    if undefined is not None:
        return MutantResult(mutant.why, False, undefined[1], undefined[0], seconds, undefined=True)
    return MutantResult(mutant.why, False, {}, "", seconds)


def weakened(assumed: Sequence[Assumed], mutant: Mutant) -> list[Assumed]:
    """Return assumptions with the mutant's in place of the dropped one."""
    out: list[Assumed] = []
    for entry in assumed:
        if not handle_matches(entry.assumption, mutant.drop):
            out.append(entry)
        elif mutant.assume is not None:
            out.append(Assumed(_in_place_of(entry.assumption, mutant.assume)))
        elif not isinstance(entry.assumption.introduces, Condition):
            raise Mistake(
                f"{mutant.place}: the mutant {mutant.why!r} drops an assumption that "
                "introduces a quantity; replace it, as in assume=any_operator('P')"
            )
    return out


def _in_place_of(old: Assumption[Any], new: Assumption[Any]) -> Assumption[Any]:
    """Return the weaker assumption, drawing for the old one's things."""
    if isinstance(old.introduces, Condition) or isinstance(new.introduces, Condition):
        return new
    return in_place_of(old, new)


@dataclass(frozen=True)
class Search:
    """Where a step fails, and where it has no value: the first of the instances tried, if any."""

    failure: Found | None = None
    undefined: Found | None = None


def find_instance(
    said: Said, assumptions: Sequence[Assumption[Any]], rounds: Rounds = ROUNDS
) -> Search:
    """Try growing instances, or what they are moved to, until the step fails at one."""
    assumptions = relevant(said, assumptions)
    claims, sizes = obligations(said), sizes_for(said, LARGEST_TRIED)
    undefined = None
    for first, last, moved in rounds:
        drawn = growing_instances(assumptions, tries=last, first=first, sizes=sizes)
        for number, instance in enumerate(drawn, first):
            for here in repaired(claims, instance, number) if moved else (instance,):
                tally = check_instance(said, claims, here)
                if tally.failure is not None:
                    return Search({**here.describe(), **tally.failure})
                if undefined is None and tally.undefined is not None:
                    undefined = {**here.describe(), **tally.undefined}
    return Search(None, undefined)


def _given_instance(
    said: Said, assumptions: Sequence[Assumption[Any]], at: Mapping[Any, Any], place: str
) -> Found | None:
    """Return the author's own instance if the step fails there."""
    found = completed(relevant(said, assumptions), at)
    if isinstance(found, str):
        raise Mistake(f"{place}: at=... is not an instance: {found}")
    tally = check_instance(said, obligations(said), found)
    return None if tally.failure is None else {**found.describe(), **tally.failure}
