"""What a checkpoint says of a statement's claims: each decided prompt by prompt, with an interval.

A protocol is run on every prompt alone, and what it measures of a claim's figure is one number a
prompt. A claim holds where the whole interval of their median is on its side of the bound, fails
where it is on the other, and is open in between.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from verify.checkpoints.measured import Interval, interval
from verify.checkpoints.protocols import Part, Protocol, Setting, sized_like
from verify.numerics.figures import Figure
from verify.steps.shows import Shows
from verify.steps.undecided import Undecided

Decision = Literal["holds", "fails", "open"]


@dataclass(frozen=True)
class DecidedClaim:
    """A claim of an experiment, `part`, and the median of its figure over prompts."""

    part: str
    claim: Shows
    found: Interval

    @property
    def decision(self) -> Decision:
        """Whether the inequality holds on this checkpoint."""
        bound, low, high = float(self.claim.bound), self.found.low, self.found.high
        if not (math.isfinite(low) and math.isfinite(high)) or (low <= bound <= high != low):
            return "open"
        return "holds" if (high <= bound if self.claim.sign == "<=" else low >= bound) else "fails"

    @property
    def as_said(self) -> bool | None:
        """Whether that is what the statement says of its own runs; None where it is open."""
        holds = self.decision == "holds"
        return None if self.decision == "open" else holds == self.claim.supported


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
        return "fails" if "fails" in found else "holds" if found == {"holds"} else "open"


@dataclass(frozen=True, eq=False)
class Verdict:
    """The figures of a protocol for all prompts together, and what claims come to."""

    parts: tuple[Part, ...]
    sentences: tuple[Sentence, ...]
    decided: tuple[DecidedClaim, ...]


def decide(
    wanted: Protocol,
    setting: Setting,
    claims: Mapping[str, Sequence[Shows]],
    printed: Sequence[Undecided],
) -> Verdict:
    """Run a protocol, and decide the claims of the statement's experiments, by their names.

    `printed` are the sentences that the statement leaves open. Raises Mistake as the protocol does.
    """
    parts, each = wanted.run(setting), list[dict[str, Mapping[str, Figure]]]()
    of, count = sized_like(setting.checkpoint.config, wanted.models), len(setting.start.ids)
    about = [(step, [s.claim for s in step.sought if of in s.models]) for step in printed]
    if any(claims.values()) or any(sought for _, sought in about):
        for k in range(count):
            setting.progress(k, count, f"prompt {k + 1}, for the verdict")
            alone = replace(setting, start=setting.start.part(k, k + 1), progress=lambda *_: None)
            each.append({part.name: part.figures for part in wanted.run(alone)})

    def decided(part: str, claim: Shows) -> list[DecidedClaim]:
        found = [figures.get(part, {}).get(claim.figure) for figures in each]
        known = [figure for figure in found if figure is not None and figure.known]
        if not known or len(known) < len(found):
            return []
        # As wide as what is not known of the figures makes it.
        low, high = (
            interval(np.array(e)) for e in zip(*((f.low, f.high) for f in known), strict=True)
        )
        median = (low.median + high.median) / 2
        return [DecidedClaim(part, claim, Interval(median, low.low, high.high, low.coverage))]

    sentences = tuple(
        Sentence(
            step.says, step.needs,
            tuple(dict.fromkeys(name for s in step.sought for name in s.models)), of,
            tuple(d for claim in sought for part in parts for d in decided(part.name, claim)),
        )
        for step, sought in about
    )  # fmt: skip
    own = tuple(d for part, said in claims.items() for claim in said for d in decided(part, claim))
    return Verdict(tuple(parts), sentences, own)
