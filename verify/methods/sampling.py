"""Sampling: exact instances drawn by hypothesis, the raw path against the claim and the lowering.

Two comparisons at every instance:
- the claim's two sides on the raw path (dynamics by hand, dual numbers): exactly in rationals
  where possible, else in balls of more than 100 digits, where only a certain difference counts;
- the raw left side against the lowered one (derived and compiled by SymPy), both in
  mpmath at p and again at 2p digits.
Nothing is tuned: the two paths agree at p digits if at 2p digits they differ by no more than each
was seen to move between p and 2p digits, plus one unit of the p-th digit.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import Unsatisfiable

from verify.algebra.realise import FixedSizes
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, nodes, ordered
from verify.methods.agreement import agrees, decimals
from verify.methods.contradictions import check_instance, holds, named, sides_shown, wrong_reason
from verify.methods.derived import derived_claims
from verify.methods.descent import descend
from verify.methods.drawing import (
    LARGEST_TRIED,
    generic_instances,
    random_instances,
    sizes_for,
)
from verify.methods.isolated import Met, between_numbers, with_equations
from verify.methods.lowered import Lowered, flatten
from verify.methods.relevance import is_completed, relevant
from verify.methods.repair import instances_without_values, repaired
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, converted, growing_instances
from verify.numerics.number import Irrational, Numbers, Undefined
from verify.numerics.strategies import instances
from verify.statements.obligations import Equality, Obligation, claim_indices, conditions
from verify.statements.outcomes import UNDEFINED, VACUOUS, Outcome
from verify.statements.statement import Statement
from verify.statements.step import Said, Tally, obligations

DIGITS = 50
COUNTS = {"quick": 8, "ci": 30, "nightly": 1000}
RARELY = 20  # so many times more instances are drawn before a step is called vacuous
DESCENT = {"quick": 1500, "ci": 5000, "nightly": 50000}
LARGEST = {"quick": 4, "ci": 6, "nightly": 9}
VALUELESS = 10  # instances that are moved to where a formula may have no value
REASONS = 10  # instances at which the reason of a comparison is compared with its gap
DETERMINANTS = 4  # how many times fewer instances of a spectrum are tried


class Contradiction(Exception):
    """An instance at which a claim fails, or has no value; hypothesis shrinks it."""

    def __init__(
        self, instance: Instance, failure: Mapping[str, Any], undefined: bool = False
    ) -> None:
        super().__init__(str(failure))
        self.instance, self.failure, self.undefined = instance, failure, undefined

    @property
    def witness(self) -> dict[str, Any]:
        """Return the instance and what is wrong there, for a reader."""
        return {**self.instance.describe(), **self.failure}


@dataclass
class Sample:
    """What instances said of a step: how many decided it, the first that did, where it fails."""

    said: Said
    claims: Sequence[Obligation]
    proved: bool = False  # by algebra and checker: then none is moved to where it fails
    tally: Tally = field(default_factory=Tally)
    first: Instance | None = None
    reasons: int = 0
    wrong: Mapping[str, Any] | None = None
    met: Met = field(init=False)

    def __post_init__(self) -> None:
        """Find the equations that instances are to meet."""
        facts = [f for one in relevant(self.said, self.said.assumptions) for f in one.facts]
        where = (c for one in self.claims for c in with_equations(conditions(one)))
        self.met = between_numbers([*facts, *where])

    def look(self, instance: Instance) -> None:
        """Check the claims at an instance. Raises Contradiction where one fails."""
        found = check_instance(self.said, self.claims, instance)
        fails = found.failure is not None or found.undefined is not None
        if fails and not is_completed(self.said, instance):
            return
        self.tally.decided += found.decided
        self.tally.exact += found.exact
        if found.decided:
            self.first = self.first or instance
            self.met.keep(instance)
        if found.failure is not None:
            raise Contradiction(instance, found.failure)
        if found.decided and self.reasons < REASONS and self.wrong is None:
            self.reasons += 1
            wrong = wrong_reason(self.claims, instance)
            self.wrong = None if wrong is None else {**instance.describe(), **wrong}
        if found.undefined is not None:
            raise Contradiction(instance, found.undefined, undefined=True)


@dataclass
class Paths:
    """Looks at instances by both paths, and counts the cases in which these were compared."""

    statement: Statement
    sample: Sample
    digits: int = DIGITS
    largest: int = 4
    compared: int = 0
    shapes: set[tuple[int, int, int]] = field(default_factory=set)

    def look(self, instance: Instance) -> None:
        """Check the claims at an instance, and the paths. Raises Contradiction."""
        said, claims = self.sample.said, self.sample.claims
        self.sample.look(instance)
        if _is_written_out(instance, self.shapes, self.largest):
            asked = (instance, self.digits, self.largest)
            self.compared += compare_paths(self.statement, said, claims, *asked)


def decide(
    statement: Statement,
    said: Said,
    *,
    count: int,
    seed: int,
    digits: int = DIGITS,
    largest: int = 4,
    descent: int = 0,
    first: int = 0,
    proved: bool = False,
) -> Outcome:
    """Return "sampled" if no instance contradicts the step, "refuted" with the shrunk witness.

    Comparisons are followed downhill over `descent` instances, too. Where the formulas have no
    value, or no instance meets the conditions, it is inconclusive. `first` is the number of the
    first instance of those that grow. What is `proved` is not moved to where it might fail.
    """
    begin = time.perf_counter()
    sample = Sample(said, obligations(said), proved)
    paths = Paths(statement, sample, digits, largest)
    contradiction = attack_at_random(said, paths.look, count=count, seed=seed)
    contradiction = contradiction or attack(sample, range(first, first + count))
    if contradiction is None and descent and not proved:
        contradiction = descended(sample, descent, seed, first)
    if contradiction is None and sample.tally.decided == 0:  # conditions that are seldom met
        many = RARELY * count
        contradiction = attack_at_random(said, paths.look, count=many, seed=seed + 1)
        contradiction = contradiction or attack(sample, range(many), until_met=True)
    seconds = time.perf_counter() - begin
    if contradiction is not None and not contradiction.undefined:
        return Outcome("sampling", "refuted", seconds, {"witness": contradiction.witness})
    evidence: dict[str, Any] = {
        "instances": count, "seed": seed, "decided": sample.tally.decided,
        "exact": sample.tally.exact, "two_paths": paths.compared, "digits": [digits, 2 * digits],
    }  # fmt: skip
    if contradiction is not None:
        evidence["undefined"] = contradiction.witness
        return Outcome("sampling", "inconclusive", seconds, evidence, UNDEFINED)
    if sample.first is None:
        return Outcome("sampling", "inconclusive", seconds, evidence, VACUOUS)
    evidence["met by"] = sample.first.describe()
    why = sample.met.why_isolated
    if sample.wrong is not None:
        evidence["wrong reason"] = sample.wrong
        why = "the given proof does not equal the difference"
    return Outcome("sampling", "inconclusive" if why else "sampled", seconds, evidence, why)


def descended(sample: Sample, evaluations: int, seed: int, first: int) -> Contradiction | None:
    """Return what the lowest instance shows, if a comparison fails there.

    Descents get longer, so about as many came before as the root of the instances before `first`.
    """
    sizes = sizes_for(sample.said, LARGEST_TRIED)
    found = descend(sample.said, sample.claims, sizes, evaluations, seed, first=isqrt(first))
    try:
        if found is not None:
            sample.look(found)
    except Contradiction as contradiction:
        return contradiction
    return None


def attack(sample: Sample, numbers: range, *, until_met: bool = False) -> Contradiction | None:
    """Try growing instances, repaired ones, generic ones, and where a value may lack.

    The last two come with the number 0. `until_met` ends it with the first instance that meets
    the conditions.
    """
    first, last = numbers.start, numbers.stop
    if sample.said.step.has_determinants:
        first, last = first // DETERMINANTS, max(int(first == 0), last // DETERMINANTS)
    assumptions = relevant(sample.said, sample.said.assumptions)
    sizes = sizes_for(sample.said, LARGEST_TRIED)
    growing = growing_instances(assumptions, tries=last, first=first, sizes=sizes)
    try:
        for number, instance in enumerate(growing, first):
            sample.look(instance)
            for moved in repaired(sample.claims, instance, number, failing=not sample.proved):
                sample.look(moved)
            if until_met and sample.first is not None:
                return None
        for instance in () if first else generic_instances(sample.said, assumptions):
            sample.look(instance)
        said, most = sample.said.step.formulas(), 0 if first else min(last, VALUELESS)
        for instance in instances_without_values(said, assumptions, sizes, most):
            sample.look(instance)
    except Contradiction as contradiction:
        return contradiction
    return None


def attack_at_random(said: Said, look: Any, *, count: int, seed: int) -> Contradiction | None:
    """Run `look` on `count` instances drawn at random; return a contradiction, shrunk if it can be.

    Hypothesis takes several times as long to draw the same, so that it is asked where it has
    something to shrink.
    """
    try:
        for instance in random_instances(said, count, seed):
            look(instance)
    except Contradiction as contradiction:
        return search(said, look, count=count, seed=seed) or contradiction
    return None


def search(said: Said, look: Any, *, count: int, seed: int) -> Contradiction | None:
    """Run `look` on `count` instances drawn by hypothesis; return the shrunk contradiction."""
    assumptions = relevant(said, said.assumptions)
    parent = settings.get_profile("default")
    profile = settings(
        parent, max_examples=count, deadline=None, database=None, derandomize=False,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
    )  # fmt: skip

    @hypothesis.seed(seed)
    @profile
    @hypothesis.given(instances(assumptions, sizes=sizes_for(said)))
    def run(instance: Instance) -> None:
        look(instance)

    try:
        run()
    except Contradiction as contradiction:
        return contradiction
    except Unsatisfiable:
        return None  # the assumptions exclude each other, and nothing is decided
    return None


def _is_written_out(instance: Instance, shapes: set[tuple[int, int, int]], largest: int) -> bool:
    """Tell whether the paths are compared at an instance of this shape, and remember it.

    Every shape is written out in coordinates and compiled once, which costs far more than all
    comparisons there: a single token or dimension is one shape enough, others are a few.
    """
    shape = (instance.tokens, instance.dimension, instance.heads)
    if shape not in shapes:
        trivial = 1 in shape[:2]
        alike = [known for known in shapes if (1 in known[:2]) is trivial]
        if len(alike) >= (1 if trivial else max(1, largest // 3)):
            return False
        shapes.add(shape)
    return True


def compare_paths(
    statement: Statement,
    said: Said,
    claims: Sequence[Obligation],
    instance: Instance,
    digits: int,
    largest: int,
) -> int:
    """Compare the raw left side with the lowered one; return how many cases were compared.

    Writing a Jacobian out costs minutes at large sizes, so states with more than `largest`
    numbers are left to the raw path alone.
    """
    equalities = [c for c in claims if isinstance(c, Equality) and not c.given]
    written_out = instance.tokens * instance.dimension if _has_tokens(said) else 1
    if not equalities or written_out > max(largest, 2 * sizes_for(said).tokens[0]):
        return 0
    try:
        return _compared(_lowered(said), equalities, instance, digits)
    except (Mistake, RecursionError):  # the algebra does not read it: there is no second path
        return 0


def _compared(
    lowered: Sequence[Lowered], equalities: Sequence[Equality], instance: Instance, digits: int
) -> int:
    cases = 0
    for claim, function in zip(equalities, lowered, strict=True):
        coarse = _both(function, claim, instance, decimals(digits))
        fine = _both(function, claim, instance, decimals(2 * digits))
        for at, (raw, derived) in fine.items():
            if at in coarse and not agrees((raw, derived), coarse[at], digits):
                where = {"where": dict(at), **sides_shown(raw, derived, ("raw", "lowered"))}
                raise Contradiction(instance, where)
            cases += 1
    return cases


def _both(
    function: Lowered, claim: Equality, instance: Instance, numbers: Numbers
) -> dict[tuple[tuple[str, int], ...], tuple[Any, Any]]:
    """Return {indices: (raw left, lowered left)} in one kind of number."""
    with numbers.working():
        here = converted(instance, numbers)
        try:
            sizes = FixedSizes(here.tokens, here.dimension, here.heads)
            left = function.left_at(sizes, entries(here))
        except (ZeroDivisionError, ValueError):
            return {}
        out = {}
        free = ordered(free_indices(claim.left) | free_indices(claim.right))
        for at in assignments(free, here):
            if claim.where and not _is_met(claim, instance, at):
                continue  # conditions were used where it was lowered
            places = tuple(1 + int(at[k] if k in at else here.values[k]) for k in free)
            derived = left[places] if places else left
            try:
                raw = value(claim.left, here, at)
            except (Undefined, Irrational):
                continue
            out[tuple(named(at).items())] = (raw, derived)
    return out


def _is_met(claim: Equality, instance: Instance, at: Mapping[Index, int]) -> bool:
    """Return whether the conditions of an equality hold; they may be about other indices, too."""
    if not claim_indices(claim) <= at.keys():
        return False
    return all(holds(c, instance, at) for c in claim.where)


@lru_cache(maxsize=64)
def _has_tokens(said: Said) -> bool:
    """Return whether a step mentions tokens or vectors, so that its size grows with theirs."""
    grows = {"item", "inner", "differential", *BINDERS}
    return any(node.op in grows for f in said.step.formulas() for node in nodes(f))


@lru_cache(maxsize=64)
def _lowered(said: Said) -> tuple[Lowered, ...]:
    """Return the step's equalities as lowered functions, made once a step."""
    equal = [claim for claim in derived_claims(said) if claim.relation == "="]
    return tuple(Lowered(said, "mpmath", claim) for claim in equal)


def entries(instance: Instance) -> dict[str, Any]:
    """Return an instance's values as single entries, named as lowered functions want them."""
    named_values = {
        thing.name: found
        for thing, found in instance.values.items()
        if not isinstance(thing, Index)
    }
    return flatten(named_values)
