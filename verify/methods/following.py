"""Claims followed: tested along solutions and orbits from exact starts, by the raw dynamics.

What steps' sampling cannot see, a wrong rate, a premise that is not enough, a limit that is not
reached, a trajectory shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice
from time import perf_counter
from typing import Any

from verify.language.expressions import Relation
from verify.language.facts import Before, Distinct, Equation
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow
from verify.language.symbols import Family
from verify.methods import refuting
from verify.methods.along import Along
from verify.methods.free_things import for_all_of_them
from verify.methods.levels import NO_VALUE, NOT
from verify.methods.meeting import followed_late, is_known_to_last
from verify.methods.repair import instances_without_values
from verify.methods.starts import Start, assumed_at_start, sizes_of, started, starts
from verify.methods.vacuity import Vacuity
from verify.methods.witnesses import completed
from verify.numerics.enclosed_flows import enclosed
from verify.statements.claims import Claim, ClaimTwin, given_indices
from verify.statements.mutants import Mutant
from verify.statements.outcomes import AS_TRIED, MutantResult, Outcome, without_value
from verify.statements.propositions import Joined, Proposition, Quantified, formulas, inside

COUNTS = {"quick": 4, "ci": 12, "nightly": 60}  # trajectories
RESTING = 10  # so many times more instances of a claim without motion, while that is cheap,
LIGHT = 2  # and trajectories of a claim where no tokens move:
CHEAP = 400  # as long as no more comparisons than these were looked at
NUMBERS_OF_TOKENS = (2, 3, 4)
PLACES = 200  # at which a formula may have no value
TWINS = 80  # trajectories along which a false twin is tried
LAYERS = {"quick": 10, "ci": 20, "nightly": 60}


def follow(
    claimed: Claim,
    profile: str = "quick",
    seed: int = 0,
    count: int | None = None,
    *,
    premises_seed: int | None = None,
) -> Outcome:
    """Return what trajectories say of a claim that has propositions.

    Whether its premises are met somewhere depends on `premises_seed` alone, on no profile.

    "refuted" comes with the witness; a claim that is declared false is "sampled" where a
    trajectory shows that it is. One that has no value somewhere says nothing: it is inconclusive.
    """
    begin = perf_counter()
    wanted, times = (COUNTS[profile], _times_more(claimed)) if count is None else (count, 1)
    found, witness, rigorous, vacuity = Found(), None, False, Vacuity(claimed)
    first = seed if premises_seed is None else premises_seed
    same = (profile, seed, count) == ("quick", first, None)  # these starts serve both
    for number, start in enumerate(shipped(claimed)):
        if not claimed.refuted and vacuity.unmet():
            vacuity.look(start, first + number)
        shown = Found()
        failing = shown.look(claimed, claimed.propositions, start, first + number)
        if failing is not None and not rigorous:
            witness, rigorous = failing, shown.rigorous
    for number, start in enumerate(starts(claimed, wanted * times, LAYERS[profile], seed)):
        if times > 1 and number >= wanted and found.looked > CHEAP:
            break
        failing = found.look(claimed, claimed.propositions, start, seed + number)
        if same and not claimed.refuted and vacuity.unmet():
            vacuity.look(start, seed + number)
        if failing is not None and (witness is None or found.rigorous):
            witness, rigorous = failing, found.rigorous
        if witness is not None and (rigorous or claimed.refuted):
            break  # one that is known by an estimate alone makes nothing false
    unmet = ""
    if not claimed.refuted and witness is None:
        few = 0 if same else COUNTS["quick"] * _times_more(claimed)
        again = starts(claimed, few, LAYERS["quick"], first)
        more = starts(claimed, 2 * COUNTS["quick"], LAYERS["quick"], first + 1)
        for number, start in chain(enumerate(again), enumerate(more)):
            if not vacuity.unmet():
                break
            vacuity.look(start, first + number)
        unmet = vacuity.unmet()
    lasts = found.lasting > 0 or vacuity.lasting
    evidence: dict[str, Any] = {
        "trajectories": found.trajectories, "lasting": found.lasting, "compared": found.compared,
        "longest time": str(found.longest), "seed": seed, "rigorous": is_rigorous(claimed),
        "premises met": witness is not None or (lasts and not unmet),
    }  # fmt: skip
    seconds = perf_counter() - begin
    if witness is not None:
        evidence["witness"] = witness
        evidence["rigorous"] = rigorous
        return Outcome("sampling", "sampled" if claimed.refuted else "refuted", seconds, evidence)
    undefined = {} if claimed.refuted else found.undefined or where_undefined(claimed, seed)
    if undefined:
        return without_value(undefined, seconds, evidence)
    reason = ""
    if not (found.trajectories or claimed.examples):
        reason = f"{AS_TRIED}: no start was found that satisfies the assumptions"
    elif not lasts:
        own = ", the example's included," if claimed.examples else ""
        reason = (
            f"{AS_TRIED}: no trajectory{own} exists long enough and satisfies the assumptions for "
            "all time; give one by .for_example({...})"
        )
    elif unmet:
        reason = f"{AS_TRIED}: {unmet}"
    elif claimed.refuted:
        reason = "no trajectory contradicts it"
    elif not found.compared:
        reason = "nothing was compared: no finite time decides it, or no premise was satisfied"
    return Outcome("sampling", "inconclusive" if reason else "sampled", seconds, evidence, reason)


def shipped(claimed: Claim) -> Iterator[Start]:
    """Yield where premises hold, as its author says: examples, and where false variants fail.

    A start that says nothing of tokens is one of every number of tokens.
    """
    for at in claimed.examples:
        yield from _start_at(claimed, at, "the example of the claim")
    for twin in claimed.twins:
        if twin.at is not None and twin.drop is None:
            for start in _twin_starts(claimed, twin):
                yield start
                if any("tokens" in getattr(thing, "sorts", ()) for thing in start.instance.values):
                    continue
                others = (replace(start.instance, tokens=count) for count in NUMBERS_OF_TOKENS)
                made = (started(claimed, other, LAYERS["ci"], 0) for other in others)
                yield from (one for one in made if one is not None)


def _times_more(claimed: Claim) -> int:
    """Return how many times more starts a claim is worth, while nothing dear was looked at."""
    if claimed.along is not None:
        return 1 if any(isinstance(thing, Family) for thing in claimed.along.moved) else LIGHT
    return 1 if any(map(_has_motion, claimed.propositions)) else RESTING


def _has_motion(said: Proposition) -> bool:
    at_rest = Relation | Equation | Distinct | Before | Joined | Quantified
    return not all(isinstance(one, at_rest) for one in inside(said))


def where_undefined(claimed: Claim, seed: int = 0) -> Mapping[str, Any]:
    """Return where a claim has no value, looked for where a formula of it has none; {} if nowhere.

    An instance at which a premise fails, or another part decides, is no such place.
    """
    found, assumptions = Found(), assumed_at_start(claimed)
    said = [formula for part in claimed.propositions for formula in formulas(part)]
    places = instances_without_values(said, assumptions, sizes_of(claimed))
    for number, instance in enumerate(islice(places, PLACES)):
        start = started(claimed, instance, 1, number)
        if start is not None:
            found.look(claimed, claimed.propositions, start, seed + number)
        if found.undefined:
            return found.undefined
    return {}


def _is_known_to_last(claimed: Claim, start: Start) -> bool:
    """Return whether a solution from a start lasts for all time: else it contradicts nothing."""
    law = None if claimed.along is None else claimed.along.law
    if not isinstance(law, Flow) or start.followed.rests:
        return True
    return is_known_to_last(law, start.followed) or followed_late(law, start.followed)[1]


def is_rigorous(claimed: Claim) -> bool:
    """Return whether what is followed is known exactly or in balls: all but solutions of flows."""
    return claimed.along is None or isinstance(claimed.along.law, DiscreteLaw)


def refute_twins(claimed: Claim) -> list[MutantResult]:
    """Look for trajectories along which the false twins of a claim fail, in the twins' order.

    Those that assume no less than the claim are tried along the same ones.
    """
    found: dict[str, MutantResult] = {}
    alike = [twin for twin in claimed.twins if twin.drop is None and twin.at is None]
    for twin in claimed.twins:
        if twin not in alike:
            found |= _refuted(twisted(claimed, twin), [twin])
    if alike:
        found |= _refuted(claimed, alike)
    return [found[twin.why] for twin in claimed.twins]


def _refuted(assumed: Claim, twins: Sequence[ClaimTwin]) -> dict[str, MutantResult]:
    begin = perf_counter()
    left, out = {twin.why: twin for twin in twins}, dict[str, MutantResult]()
    for number, start in enumerate(_twin_starts(assumed, twins[0])):
        for why, twin in list(left.items()):
            said = twin.parts or assumed.propositions
            one = Found(prove=False)
            witness = one.look(assumed, said, start, number)
            if witness is not None and not one.estimated:
                del left[why]
                seconds = perf_counter() - begin
                out[why] = MutantResult(why, True, witness, "claim", seconds)
        if not left:
            break
    seconds = perf_counter() - begin
    return out | {why: MutantResult(why, False, {}, "claim", seconds) for why in left}


def _twin_starts(assumed: Claim, twin: ClaimTwin) -> Iterator[Start]:
    if twin.at is None:
        yield from starts(assumed, TWINS, LAYERS["ci"])
        return
    yield from _start_at(assumed, twin.at, f"the start in at=... of the variant {twin.why!r}")


def _start_at(claimed: Claim, at: Mapping[Any, Any], what: str) -> Iterator[Start]:
    """Yield the trajectory from values that an author gives; Mistake where they are no start."""
    instance = completed(assumed_at_start(claimed), at)
    if isinstance(instance, str):
        raise Mistake(f"{claimed.place}: {what} is none: {instance}")
    start = started(claimed, instance, LAYERS["ci"], 0)
    if start is not None:
        yield start


def twisted(claimed: Claim, twin: ClaimTwin) -> Claim:
    """Return a claim that says and assumes what its false twin does."""
    parts = twin.parts or claimed.propositions
    if twin.drop is None:
        return replace(claimed, parts=parts, twins=())
    mutant = Mutant(twin.why, twin.drop, twin.assume, claimed.place)
    assumed = tuple(refuting.weakened(claimed.assumed, mutant))
    along = claimed.along
    if along is not None and twin.assume is not None:
        marks = {"start": along.start, "always": along.always}
        for word, handles in marks.items():
            if any(twin.drop is handle for handle in handles):
                new = {word: (*handles, twin.assume.introduces)}
                along = replace(along, **new)  # type: ignore[arg-type]
    return replace(claimed, parts=parts, twins=(), assumed=assumed, along=along)


@dataclass
class Found:
    """What trajectories came to, so far; those that do not last are no examples of a claim."""

    trajectories: int = 0
    lasting: int = 0
    compared: int = 0
    looked: int = 0
    longest: Fraction = Fraction(0)
    estimated: bool = False  # whether what was found false was so by an estimate
    rigorous: bool = False  # whether it was so of a state known exactly or in balls, too
    prove: bool = True  # whether to look for that
    undefined: Mapping[str, Any] = field(default_factory=dict)  # where it first had no value

    def look(
        self, claimed: Claim, said: Sequence[Proposition], start: Start, seed: int
    ) -> Mapping[str, Any] | None:
        """Follow propositions along one trajectory; return where one fails, None if none does."""
        moved = frozenset[Any]() if claimed.along is None else claimed.along.moved
        varying = frozenset[Any]() if claimed.along is None else claimed.along.in_time
        given = given_indices(claimed)
        along = Along(start.followed, moved, seed, in_time=varying, given=given)
        most = min(along.level(part).most for part in said)
        numbers = [] if most == NOT else [for_all_of_them(claimed, part) for part in said]
        if any(one is not part for one, part in zip(numbers, said, strict=False)):
            self.looked += along.looked
            along.looked = 0
            most = min(most, *(along.level(part).most for part in numbers))
        self.trajectories += 1
        self.lasting += start.lasts
        self.compared += along.compared
        self.looked += along.looked
        self.longest = max(self.longest, start.followed.moments[-1].time)
        if most == NO_VALUE and start.refutes and not self.undefined:
            self.undefined = {**start.instance.describe(), **along.undefined}
        if most != NOT or not start.refutes or not _is_known_to_last(claimed, start):
            return None
        self.estimated = along.estimated
        self.rigorous = not (along.estimated or start.followed.estimated)
        failure = along.failure
        if not self.rigorous and self.prove:
            along = replace(along, followed=enclosed(start.followed), estimated=False, failure={})
            exactly = min(along.level(part).most for part in (*said, *numbers))
            self.rigorous = exactly == NOT and not along.estimated
            failure = along.failure if self.rigorous else failure
        return {**start.instance.describe(), **failure}
