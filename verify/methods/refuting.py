"""Refuting mutants: a search for a small exact instance at which a false twin fails.

"Not proved" is never "refuted": a mutant for which no instance is found survives, and fails
the run.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from verify.language.facts import Fact
from verify.language.mistakes import Mistake
from verify.methods.contradictions import check_instance
from verify.methods.relevance import relevant
from verify.methods.sampling import sizes_for
from verify.numerics.exact import Sizes
from verify.numerics.holding import growing_instances
from verify.statements.assumption import Assumption, Condition
from verify.statements.assumptions.conditions import in_place_of
from verify.statements.campaigns import Campaign, Frequency
from verify.statements.declaring import Assumed, Said, handle_matches
from verify.statements.experiments import Experiment
from verify.statements.obligations import obligations
from verify.statements.outcomes import MutantResult
from verify.statements.steps import Counted, Mutant, Region, Spectrum, Twin, Value

TRIES = 600
ROUNDS = ((0, 6), (6, 60), (60, 200), (200, TRIES))


def refute_twin(said: Said, twin: Twin) -> MutantResult:
    """Look for an instance at which a twisted step fails."""
    begin = time.perf_counter()
    twisted = replace(said, step=twin.step)
    witness = _witness(twisted)
    seconds = time.perf_counter() - begin
    return MutantResult(twin.why, witness is not None, witness or {}, said.name, seconds)


def _witness(said: Said) -> dict[str, Any] | None:
    from verify.methods import campaigns, experiments, finite, regions

    step = said.step
    if isinstance(step, Region | Value):
        return regions.counterexample(step)
    if isinstance(step, Experiment):
        return experiments.counterexample(step)
    if isinstance(step, Campaign | Frequency):
        found = campaigns.counterexample(step, said.name)
        return dict(found) if found is not None else None
    if isinstance(step, Counted) or not obligations(said):
        return finite.counterexample(said)
    return find_instance(said, [a.assumption for a in said.assumed], sizes_for(said))


def refute_mutant(said: Sequence[Said], mutant: Mutant) -> MutantResult:
    """Look for an instance of the weakened assumptions at which some step of the proof fails."""
    begin = time.perf_counter()
    touched = [
        sentence
        for sentence in said
        if obligations(sentence)
        and any(handle_matches(a.assumption, mutant.drop) for a in sentence.assumed)
    ]
    # A few tries at every step first: most mutants break one step at once, and the others never.
    # Spectra come last, for their determinants cost the most.
    touched.sort(key=lambda sentence: isinstance(sentence.step, Spectrum))
    for first, tries in ROUNDS:
        for sentence in touched:
            changed = [a.assumption for a in weakened(sentence.assumed, mutant)]
            witness = find_instance(sentence, changed, sizes_for(sentence), tries, first)
            if witness is not None:
                seconds = time.perf_counter() - begin
                return MutantResult(mutant.why, True, witness, sentence.name, seconds)
    return MutantResult(mutant.why, False, {}, "", time.perf_counter() - begin)


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
                f"{mutant.place}: the mutant {mutant.why!r} drops something the proof needs a "
                "value of; say what is assumed instead, as in assume=any_operator('P')"
            )
    return out


def _in_place_of(old: Assumption[Any], new: Assumption[Any]) -> Assumption[Any]:
    """Return the weaker assumption, drawing for the old one's things."""
    if isinstance(old.introduces, Condition) or isinstance(new.introduces, Condition):
        return new
    return in_place_of(old, new)


def find_instance(
    said: Said,
    assumptions: Sequence[Assumption[Any]],
    sizes: Sizes,
    tries: int = TRIES,
    first: int = 0,
) -> dict[str, Any] | None:
    """Return the first of the growing instances at which the step fails, described, or None."""
    assumptions = relevant(said, assumptions)
    facts: list[Fact] = [f for a in assumptions for f in a.facts]
    claims = obligations(said)
    for instance in growing_instances(assumptions, tries=tries, first=first, sizes=sizes):
        tally = check_instance(said, claims, instance, facts)
        if tally.failure is not None:
            return {**instance.describe(), **tally.failure}
    return None
