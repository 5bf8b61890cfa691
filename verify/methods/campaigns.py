"""Campaigns: blocks of seeded instances, their sums, and what these say."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import flint

from verify.methods.regions import rational_bounds
from verify.processes.store import is_shaped
from verify.statements.campaigns import Campaign, Case, Frequency
from verify.statements.outcomes import Outcome

COUNTS = {"quick": 200, "ci": 2000, "nightly": 100_000}
BLOCK = 250  # instances that are decided together, and kept together
FAILURES_KEPT = 3
TWIN_TRIES = 2000
CONFIDENCE_DIGITS = 6
Block = dict[str, Any]


def random_of(label: str, seed: int, number: int) -> Random:
    """Return the source of chance of one instance: the same wherever and whenever it is drawn."""
    digest = hashlib.sha256(f"{label}:{seed}:{number}".encode()).digest()
    return Random(int.from_bytes(digest, "big"))


def decide_block(
    step: Campaign | Frequency, label: str, seed: int, numbers: Sequence[int]
) -> Block:
    """Decide the instances with these numbers; return counts and a digest as plain data."""
    kinds: Counter[str] = Counter()
    failures: list[dict[str, Any]] = []
    digest = hashlib.sha256()
    for number in numbers:
        case = _case(step, random_of(label, seed, number))
        kinds[f"{case.finding}:{case.kind}"] += 1
        told = json.dumps([number, case.finding, case.kind, dict(case.instance)], sort_keys=True)
        digest.update(told.encode())
        if case.finding == "differs" and len(failures) < FAILURES_KEPT:
            failures.append({"number": number, **case.instance})
    return {
        "first": numbers[0], "count": len(numbers), "kinds": dict(sorted(kinds.items())),
        "failures": failures, "digest": digest.hexdigest(),
    }  # fmt: skip


def _case(step: Campaign | Frequency, random: Random) -> Case:
    if isinstance(step, Campaign):
        return step.decide(random)
    return Case("agrees", {}, "yes" if step.happens(random) else "no")


def blocks_of(count: int) -> list[range]:
    """Return the numbers 0, ..., count - 1 in blocks that do not depend on who decides them."""
    return [range(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]


BLOCK_SHAPE = {"first": int, "count": int, "kinds": dict, "failures": [dict], "digest": str}


def is_block(data: Any, numbers: Sequence[int]) -> bool:
    """Return whether plain data is what was found at the instances with these numbers."""
    if not is_shaped(data, BLOCK_SHAPE):
        return False
    kinds: dict[str, Any] = data["kinds"]
    failures: list[dict[str, Any]] = data["failures"]
    if not all(type(count) is int and count > 0 for count in kinds.values()):
        return False
    differ = sum(count for kind, count in kinds.items() if kind.partition(":")[0] == "differs")
    return (
        (data["first"], data["count"], sum(kinds.values()))
        == (numbers[0], len(numbers), len(numbers))
        and len(failures) == min(FAILURES_KEPT, differ)
        and all(type(f.get("number")) is int and f["number"] in numbers for f in failures)
    )  # fmt: skip


def conclude(
    step: Campaign | Frequency, blocks: Iterable[Block], seed: int, seconds: float
) -> Outcome:
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
    if isinstance(step, Frequency):
        return _frequency(step, kinds["agrees:yes"], count, seconds, evidence)
    missing = [kind for kind in step.needs if not kinds[f"agrees:{kind}"]]
    if missing or not evidence["decided"]:
        what = f"no instance was {missing[0]!r}" if missing else "every instance is on a boundary"
        return Outcome("sampling", "inconclusive", seconds, evidence, f"vacuous: {what}")
    return Outcome("sampling", "sampled", seconds, evidence)


def _frequency(
    step: Frequency, happened: int, count: int, seconds: float, evidence: dict[str, Any]
) -> Outcome:
    lower, upper = confidence_interval(happened, count)
    least, most = rational_bounds(_as_ball(step.probability()))
    told = {
        **evidence, "happened": happened,
        "from": f"{float(lower):.6f}", "to": f"{float(upper):.6f}",
        "exact": f"{float((least + most) / 2):.9f}",
    }  # fmt: skip
    if most < lower or least > upper:
        keys = ("instances", "happened", "from", "to", "exact")
        return Outcome("sampling", "refuted", seconds, {"witness": {k: told[k] for k in keys}})
    return Outcome("sampling", "sampled", seconds, told)


def _as_ball(number: Any) -> Any:
    return (number, number) if isinstance(number, Fraction) else number


def confidence_interval(happened: int, count: int) -> tuple[Fraction, Fraction]:
    """Return a Clopper-Pearson interval of confidence 1 - 10^-6, widened to 12 digits.

    Its ends are where the binomial tail has half the rest of the probability; the tails are
    incomplete beta functions, enclosed by balls and bisected.
    """
    tail = Fraction(1, 2 * 10**CONFIDENCE_DIGITS)
    lower = Fraction(0) if happened == 0 else _end(happened, count - happened + 1, tail)
    upper = Fraction(1) if happened == count else _end(happened + 1, count - happened, 1 - tail)
    margin = Fraction(1, 10**12)
    return max(Fraction(0), lower - margin), min(Fraction(1), upper + margin)


def _end(a: int, b: int, level: Fraction) -> Fraction:
    """Return x with I_x(a, b) = level, to 13 digits; I is the regularised incomplete beta."""
    low, high = Fraction(0), Fraction(1)
    with flint.ctx.workprec(80):
        goal = flint.arb(flint.fmpq(level.numerator, level.denominator))
        for _ in range(46):
            middle = (low + high) / 2
            x = flint.arb(flint.fmpq(middle.numerator, middle.denominator))
            share = x.beta_lower(a, b, regularized=True)
            low, high = (middle, high) if share < goal else (low, middle)
    return (low + high) / 2


def decide(
    step: Campaign | Frequency, label: str, *, profile: str = "quick", seed: int = 0
) -> Outcome:
    """Decide a campaign here and now, with as many instances as the profile says."""
    begin = time.perf_counter()
    blocks = [decide_block(step, label, seed, numbers) for numbers in blocks_of(COUNTS[profile])]
    return conclude(step, blocks, seed, time.perf_counter() - begin)


def counterexample(step: Campaign | Frequency, label: str) -> Mapping[str, Any] | None:
    """Return an instance at which a twisted campaign differs, or None."""
    if isinstance(step, Frequency):
        found = decide(step, label, profile="ci")
        return found.evidence["witness"] if found.outcome == "refuted" else None
    for number in range(TWIN_TRIES):
        case = step.decide(random_of(label, 0, number))
        if case.finding == "differs":
            return {"number": number, **case.instance}
    return None
