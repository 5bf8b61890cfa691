"""Attacks on steps and claims in pieces: what each found as plain data, and what all of them say.

A piece is known by its kind and its numbers, has a seed of its own, and finds the same whoever
decides it. What is concluded depends on the pieces alone: not on their order, nor on how many were
decided at once.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, Literal

from verify.methods import following
from verify.methods.sampling import (
    DIGITS,
    RARELY,
    Contradiction,
    Paths,
    Sample,
    attack,
    descended,
    search,
)
from verify.processes.store import is_shaped
from verify.statements.claims import Claim
from verify.statements.outcomes import UNDEFINED, VACUOUS, Outcome
from verify.statements.statement import Statement
from verify.statements.step import Said, obligations

BLOCK = 250  # instances that are drawn together, and as many that grow
DESCENT = 1000  # instances a descent
POINTS = 10  # that a descent may look at for each of these
TRAJECTORIES = 25  # of a claim, followed together
FIRST_LATER = 36  # the descent with which the second piece begins, about where the first one ends

Kind = Literal["drawn", "descent", "rare", "claim"]
Found = dict[str, Any]
# "seconds" is how long it took, and no part of what is concluded.
SAMPLED = {
    "decided": int, "exact": int, "two_paths": int, "met by": (dict, type(None)),
    "witness": (dict, type(None)), "undefined": (dict, type(None)),
    "wrong reason": (dict, type(None)), "isolated": [str], "seconds": (int, float),
}  # fmt: skip
FOLLOWED = {"outcome": str, "evidence": dict, "reason": str, "seconds": (int, float)}
COUNTED = ("trajectories", "lasting", "compared")


def is_found(kind: Kind, data: Any) -> bool:
    """Return whether plain data is what a piece of a kind may find."""
    return is_shaped(data, FOLLOWED if kind == "claim" else SAMPLED)


def refutes(found: Mapping[str, Any]) -> bool:
    """Return whether a piece alone settles what is attacked, so that no later one matters."""
    if "outcome" in found:
        rigorous = found["evidence"].get("rigorous", False)
        return "witness" in found["evidence"] and (rigorous or found["outcome"] == "sampled")
    return found["witness"] is not None


# ------------------------------------------------------------------ of a step


def sampled(statement: Statement, said: Said, kind: Kind, numbers: range, seed: int) -> Found:
    """Return what a piece of the instances of a step says.

    Instances are drawn, and others grow, with these numbers; those that are `rare` are drawn in
    the hope of one that meets the conditions; a descent has its share of the points looked at.
    """
    begin = time.perf_counter()
    sample = Sample(said, obligations(said))
    paths = Paths(statement, sample)
    if kind == "descent":
        later = isqrt(FIRST_LATER**2 * (numbers.start // DESCENT))
        against = descended(sample, POINTS * len(numbers), seed, later)
    else:
        count = RARELY * len(numbers) if kind == "rare" else len(numbers)
        against = search(said, paths.look, count=count, seed=seed)
        if against is None and kind == "drawn":
            against = attack(sample, numbers)
    return {
        "decided": sample.tally.decided, "exact": sample.tally.exact, "two_paths": paths.compared,
        "met by": None if sample.first is None else sample.first.describe(),
        "witness": _told(against, undefined=False), "undefined": _told(against, undefined=True),
        "wrong reason": None if sample.wrong is None else dict(sample.wrong),
        "isolated": [*sample.met.whys_isolated()], "seconds": time.perf_counter() - begin,
    }  # fmt: skip


def _told(against: Contradiction | None, *, undefined: bool) -> dict[str, Any] | None:
    return None if against is None or against.undefined is not undefined else against.witness


def are_rare(found: Sequence[Found]) -> bool:
    """Return whether no instance of all pieces met the conditions, so that more are to be drawn."""
    return not any(map(refutes, found)) and not any(one["decided"] for one in found)


def of_step(found: Sequence[Found], samples: int, seed: int) -> Outcome:
    """Return what pieces of a step say, in the order of their numbers."""
    seconds = sum(one["seconds"] for one in found)
    witness = _first(found, "witness")
    if witness is not None:
        return Outcome("sampling", "refuted", seconds, {"witness": witness})
    counts = {name: sum(one[name] for one in found) for name in ("decided", "exact", "two_paths")}
    evidence: dict[str, Any] = {"instances": samples, "seed": seed, **counts}
    evidence["digits"] = [DIGITS, 2 * DIGITS]
    undefined, met = _first(found, "undefined"), _first(found, "met by")
    wrong, isolated = _first(found, "wrong reason"), _isolated(found)
    reason = ""
    if undefined is not None:
        evidence["undefined"], reason = undefined, UNDEFINED
    elif met is None:
        reason = VACUOUS
    elif wrong is not None:
        evidence |= {"met by": met, "wrong reason": wrong}
        reason = "the given proof does not equal the difference"
    else:
        evidence["met by"], reason = met, isolated
    outcome: Literal["inconclusive", "sampled"] = "inconclusive" if reason else "sampled"
    return Outcome("sampling", outcome, seconds, evidence, reason)


def _first(found: Sequence[Found], name: str) -> Any:
    return next((one[name] for one in found if one[name] is not None), None)


def _isolated(found: Sequence[Found]) -> str:
    """Return why an equation was met at one value alone: the same one in all the pieces."""
    met = [one["isolated"] for one in found if one["decided"]]
    return next((why for why in met[0] if all(why in others for others in met)), "") if met else ""


# ------------------------------------------------------------------ of a claim


def followed(claimed: Claim, numbers: range, seed: int) -> Found:
    """Return what a piece of the trajectories says of a claim."""
    outcome = following.follow(claimed, "nightly", seed, len(numbers))
    return {
        "outcome": outcome.outcome, "evidence": dict(outcome.evidence), "reason": outcome.reason,
        "seconds": outcome.seconds,
    }  # fmt: skip


def of_claim(found: Sequence[Found], seed: int) -> Outcome:
    """Return what pieces of a claim's trajectories say, in the order of their numbers.

    What is known rigorously goes before what is known by an estimate, a witness before a formula
    without a value, and that before trajectories that show nothing.
    """
    seconds = sum(one["seconds"] for one in found)
    evidence = dict(found[0]["evidence"])
    evidence |= {name: sum(one["evidence"][name] for one in found) for name in COUNTED}
    longest = (one["evidence"]["longest time"] for one in found)
    evidence |= {"longest time": max(longest, key=Fraction), "seed": seed}
    told = max(found, key=_weight)  # of those that weigh the same, the first
    evidence |= {
        name: told["evidence"][name]
        for name in ("rigorous", "witness", "undefined")
        if name in told["evidence"]
    }
    return Outcome("sampling", told["outcome"], seconds, evidence, told["reason"])


def _weight(one: Found) -> tuple[int | bool, ...]:
    evidence = one["evidence"]
    against = "witness" in evidence
    how = (against, against and evidence["rigorous"], "undefined" in evidence)
    return (*how, one["outcome"] == "sampled", *(evidence[name] > 0 for name in reversed(COUNTED)))
