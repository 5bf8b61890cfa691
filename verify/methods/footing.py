"""That a step says something: instances that meet its conditions, at which all has a value."""

from __future__ import annotations

from verify.methods.contradictions import check_instance
from verify.methods.drawing import LARGEST_TRIED, sizes_for
from verify.methods.relevance import relevant
from verify.methods.repair import repaired
from verify.methods.sampling import RARELY, Sample, attack
from verify.numerics.holding import growing_instances
from verify.statements.outcomes import EXCLUDED, FAILS, UNDEFINED, VACUOUS, Footing, Outcome
from verify.statements.step import Said, obligations

FOOTING_TRIES = 60


def footing(said: Said, sampled: Outcome | None = None) -> Footing:
    """Return that a step's conditions can be met and its formulas have values.

    Every grade above `sampled` needs it, whichever methods were asked for: `sampled` is what
    sampling found, if it was. Coq and the algebra are given all assumptions, so one instance has to
    meet all of them, those included that the step is not tied to.
    """
    found = _searched(said) if sampled is None else footing_of(sampled)
    if found.instance is None or _meets_all(said):
        return found
    return Footing(None, EXCLUDED)


def _meets_all(said: Said) -> bool:
    """Return whether an instance of all assumptions is found at which the conditions hold."""
    if len(relevant(said, said.assumptions)) == len(said.assumptions):
        return True
    claims, sizes = obligations(said), sizes_for(said, LARGEST_TRIED)
    drawn = growing_instances(said.assumptions, tries=RARELY * FOOTING_TRIES, sizes=sizes)
    return any(
        check_instance(said, claims, moved).decided
        for number, instance in enumerate(drawn)
        for found in ((instance,), repaired(claims, instance, number))
        for moved in found
    )


def _searched(said: Said) -> Footing:
    sample = Sample(said, obligations(said))
    contradiction = attack(sample, range(FOOTING_TRIES))
    if contradiction is None and sample.first is None:  # conditions that are seldom met
        contradiction = attack(sample, range(RARELY * FOOTING_TRIES), until_met=True)
    if contradiction is not None:
        return Footing(None, UNDEFINED if contradiction.undefined else FAILS, contradiction.witness)
    if sample.first is None:
        return Footing(None, VACUOUS)
    return Footing(sample.first.describe())


def footing_of(outcome: Outcome) -> Footing:
    """Return the same from what sampling has found."""
    met = outcome.evidence.get("met by")
    undefined = outcome.evidence.get("undefined", {})
    return Footing(met, "" if met is not None else outcome.reason, undefined)
