"""A criterion against an exact decision, at random instances.

A campaign proves nothing: it looks for the instance that an if-and-only-if forgot. Instance number
k has a random generator of its own, seeded by the campaign and by k, so what is found depends
neither on how many workers there are nor on where a run was interrupted.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, get_args

from verify.language.mistakes import Mistake
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Said, Step, Twin
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

COUNTS = {"quick": 200, "ci": 2000, "nightly": 100_000}
BLOCK = 250  # instances that a worker decides at once, and that are kept together
FAILURES_KEPT = 3
TWIN_TRIES = 2000
Block = dict[str, Any]
Finding = Literal["agrees", "differs", "boundary"]


@dataclass(frozen=True)
class Case:
    """What one instance says: criterion and decision agree, differ, or it lies on a boundary.

    `instance` tells it to a reader, exact numbers as text; `kind` sorts instances that agree, so
    that a campaign which never met a case is seen.
    """

    finding: Finding
    instance: Mapping[str, Any] = field(default_factory=dict)
    kind: str = ""

    def __post_init__(self) -> None:
        if self.finding not in get_args(Finding):
            known = ", ".join(map(repr, get_args(Finding)))
            raise Mistake(f"Case: unknown finding {self.finding!r}; use one of {known}")


@dataclass(frozen=True, eq=False)
class Campaign(Step):
    """A criterion against an exact decision, at random instances.

    `decide(random)` draws an instance and compares; it must use no other source of chance. `needs`
    names the kinds of instances that have to occur among those that agree. With `example` the
    statement does not rest on the campaign: other steps prove what it attacks.
    """

    decide: Callable[[Random], Case]
    needs: tuple[str, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False
    word, is_drawn, takes_long = "campaign", False, True

    def but_not(self, why: str, *, decide: Callable[[Random], Case]) -> Campaign:
        """Return this step with a false twin: another criterion, refuted where it differs."""
        wrong = replace(self, decide=decide, needs=(), twins=())
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        if "sampling" not in asked.methods:
            return []
        return [decide(self, asked.label, profile=asked.profile, seed=asked.seed)]

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return an instance at which a twisted criterion differs, or None."""
        for number in range(TWIN_TRIES):
            case = self.decide(random_of(said.name, 0, number))
            if case.finding == "differs":
                return {"number": number, **case.instance}
        return None

    def told(self, tell: Teller) -> ClaimText:
        return ClaimText((), ("Compared at random exact instances.",))


def random_of(label: str, seed: int, number: int) -> Random:
    """Return the source of chance of one instance: the same wherever and whenever it is drawn."""
    digest = hashlib.sha256(f"{label}:{seed}:{number}".encode()).digest()
    return Random(int.from_bytes(digest, "big"))


def decide_block(step: Campaign, label: str, seed: int, numbers: Sequence[int]) -> Block:
    """Decide the instances with these numbers; return counts and a digest as plain data."""
    kinds: Counter[str] = Counter()
    failures: list[dict[str, Any]] = []
    digest = hashlib.sha256()
    for number in numbers:
        case = step.decide(random_of(label, seed, number))
        kinds[f"{case.finding}:{case.kind}"] += 1
        told = json.dumps([number, case.finding, case.kind, dict(case.instance)], sort_keys=True)
        digest.update(told.encode())
        if case.finding == "differs" and len(failures) < FAILURES_KEPT:
            failures.append({"number": number, **case.instance})
    return {
        "first": numbers[0], "count": len(numbers), "kinds": dict(sorted(kinds.items())),
        "failures": failures, "digest": digest.hexdigest(),
    }  # fmt: skip


def blocks_of(count: int) -> list[range]:
    """Return the numbers 0, ..., count - 1 in blocks that do not depend on who decides them."""
    return [range(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]


def conclude(step: Campaign, blocks: Iterable[Block], seed: int, seconds: float) -> Outcome:
    """Return what all blocks together say; their order does not matter."""
    ordered = sorted(blocks, key=lambda block: block["first"])
    kinds: Counter[str] = Counter()
    for block in ordered:
        kinds.update(block["kinds"])
    count = sum(block["count"] for block in ordered)
    digest = hashlib.sha256("".join(block["digest"] for block in ordered).encode()).hexdigest()
    findings = Counter[str]()
    for key, times in kinds.items():
        findings[key.partition(":")[0]] += times
    evidence: dict[str, Any] = {
        "instances": count, "seed": seed, "decided": count - findings["boundary"],
        "boundary": findings["boundary"], "digest": digest,
        "kinds": {k: v for k, v in sorted(kinds.items()) if not k.endswith(":")},
    }  # fmt: skip
    failures = [failure for block in ordered for failure in block["failures"]]
    if failures:
        return Outcome("sampling", "refuted", seconds, {**evidence, "witness": failures[0]})
    missing = [kind for kind in step.needs if not kinds[f"agrees:{kind}"]]
    if missing or not evidence["decided"]:
        what = f"no instance was {missing[0]!r}" if missing else "each of them is on a boundary"
        return Outcome("sampling", "inconclusive", seconds, evidence, f"vacuous: {what}")
    return Outcome("sampling", "sampled", seconds, evidence)


def decide(step: Campaign, label: str, *, profile: str = "quick", seed: int = 0) -> Outcome:
    """Decide a campaign here and now, with as many instances as the profile says."""
    begin = time.perf_counter()
    blocks = [decide_block(step, label, seed, numbers) for numbers in blocks_of(COUNTS[profile])]
    return conclude(step, blocks, seed, time.perf_counter() - begin)
