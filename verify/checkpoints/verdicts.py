"""What a checkpoint says of a statement's claims: each decided prompt by prompt, with an interval.

A protocol is run on every prompt alone, and what it measures of a claim's figure is one number a
prompt. A claim holds where the whole interval of their median is on its side of the bound, fails
where it is on the other, and is open in between. What is kept of a prompt is found again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from verify.checkpoints.kept import code
from verify.checkpoints.measured import Interval, interval
from verify.checkpoints.prompts import hashed
from verify.checkpoints.protocols import Part, Protocol, Setting, run_protocol, sized_like
from verify.checkpoints.readers import LayerReader
from verify.numerics.depth_records import Figures
from verify.processes.store import is_shaped, store
from verify.steps.shows import Shows
from verify.steps.undecided import Undecided

Decision = Literal["holds", "fails", "open"]
Claims = Mapping[str, tuple[Shows, ...]]
OfPrompt = dict[str, dict[str, list[float]]]  # the ends of figures, by run and by name


@dataclass(frozen=True)
class DecidedClaim:
    """A claim of an experiment, `part`, and the median of its figure over prompts."""

    part: str
    claim: Shows
    found: Interval

    @property
    def decision(self) -> Decision:
        """Whether the inequality holds on this checkpoint."""
        bound = float(self.claim.bound)
        low, high = self.found.low, self.found.high
        if not (math.isfinite(low) and math.isfinite(high)):
            return "open"
        if low <= bound <= high and low != high:
            return "open"
        return "holds" if (high <= bound if self.claim.sign == "<=" else low >= bound) else "fails"

    @property
    def as_said(self) -> bool | None:
        """Whether that is what the statement says of its own runs; None where it is open."""
        return (
            None if self.decision == "open" else (self.decision == "holds") == self.claim.supported
        )


@dataclass(frozen=True)
class Sentence:
    """A sentence that a statement leaves open, of the `models` named, and what decides it here.

    `of` is the model that the checkpoint has the sizes of. `decided` is empty where the
    sentence is not of that one, or has no number to be decided by.
    """

    says: str
    needs: str
    models: tuple[str, ...]
    of: str | None
    decided: tuple[DecidedClaim, ...]

    @property
    def decision(self) -> Decision:
        """Whether all that it comes to holds; it fails where one thing does."""
        found = {each.decision for each in self.decided}
        if "fails" in found:
            return "fails"
        return "holds" if found == {"holds"} else "open"


def decide(
    wanted: Protocol, setting: Setting, claims: Claims, parts: Sequence[Part] = ()
) -> tuple[DecidedClaim, ...]:
    """Return what every claim comes to on this checkpoint; raises Mistake as the protocol does.

    `parts` are what the protocol gave for all prompts together, if it was run.
    """
    if not any(claims.values()):
        return ()
    each = _by_prompt(wanted, setting, parts)
    return tuple(
        found
        for part, said in claims.items()
        for claim in said
        if (found := _decided(part, claim, each)) is not None
    )


def decide_printed(
    wanted: Protocol, setting: Setting, printed: Sequence[Undecided], parts: Sequence[Part] = ()
) -> tuple[Sentence, ...]:
    """Return what sentences that are open come to, on a checkpoint of a model that they name.

    `parts` are as those of `decide`.
    """
    of = sized_like(setting.checkpoint.config, wanted.models)
    found = []
    for step in printed:
        models = tuple(dict.fromkeys(name for each in step.sought for name in each.models))
        claims = [each.claim for each in step.sought if of in each.models]
        each = _by_prompt(wanted, setting, parts) if claims else []
        decided = (_decided(part, c, each) for c in claims for part in each[0])
        there = tuple(one for one in decided if one is not None)
        found.append(Sentence(step.says, step.needs, models, of, there))
    return tuple(found)


def _decided(part: str, claim: Shows, each: Sequence[OfPrompt]) -> DecidedClaim | None:
    """Return a claim with its interval over prompts, or None if a run has not its figure."""
    if not all(claim.figure in figures.get(part, {}) for figures in each):
        return None
    ends = [figures[part][claim.figure] for figures in each]
    return DecidedClaim(part, claim, _over_prompts(ends))


def _by_prompt(wanted: Protocol, setting: Setting, parts: Sequence[Part]) -> list[OfPrompt]:
    """Return the figures of every prompt alone."""
    if parts and all(part.each for part in parts):
        told = [{part.name: part.each[k] for part in parts} for k in range(len(parts[0].each))]
        return [{name: _ends(figures) for name, figures in each.items()} for each in told]
    reader = LayerReader(setting.checkpoint, setting.seed, np.dtype(float))
    numbers = range(len(setting.start.ids))
    return [_of_prompt(wanted, setting, reader, number) for number in numbers]


def _of_prompt(wanted: Protocol, setting: Setting, reader: LayerReader, number: int) -> OfPrompt:
    """Return the figures of a prompt alone, {part: {name: [low, high]}}: kept, or computed."""
    start = setting.start.part(number, number + 1)
    about = f"{wanted.name}/{setting.depth}/{setting.seed}/{number}"
    files = f"{code()}/{setting.checkpoint.fingerprint}/{hashed(start.vectors, start.ids)}"
    key, kept = f"verdict/{about}/{files}", store()
    found: OfPrompt | None = kept.read(key, _is_figures)
    if found is None:
        setting.told(number, len(setting.start.ids), f"prompt {number + 1}, for the verdict")
        alone = replace(setting, start=start, reader=reader, progress=None)
        parts = run_protocol(wanted, alone, {})
        found = {part.name: _ends(part.figures) for part in parts}
        kept.write(key, found)
    return found


def _ends(figures: Figures) -> dict[str, list[float]]:
    return {name: [each.low, each.high] for name, each in figures.items() if each.known}


def _is_figures(said: Any) -> bool:
    return isinstance(said, dict) and all(
        isinstance(part, dict) and all(is_shaped(ends, [float]) for ends in part.values())
        for part in said.values()
    )


def _over_prompts(ends: Sequence[Sequence[float]]) -> Interval:
    """Return the interval of the median, as wide as what is not known of the figures makes it."""
    low, high = (interval(np.array([each[k] for each in ends])) for k in (0, 1))
    return Interval((low.median + high.median) / 2, low.low, high.high, low.coverage)
