"""A criterion against an exact decision, at random instances.

A campaign proves nothing: it looks for the instance that an if-and-only-if forgot. Instance number
k has a random generator of its own, seeded by the campaign and by k, so what is found depends
neither on how many workers there are nor on where a run was interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from verify.language.mistakes import Mistake
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Said, Step, Twin
from verify.steps.blocks import Case, Together, decide, decide_block, random_of
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

TWIN_TRIES = 2000


@dataclass(frozen=True, eq=False)
class Campaign(Step):
    """A criterion against an exact decision, at random instances drawn one by one, or together.

    `decide(random)` draws an instance and compares; it must use no other source of chance. In its
    place `together(key, numbers)` draws all instances with such numbers, and compares, in arrays of
    integers (`Chances(key, numbers)` and `Cases` of `verify.numerics.integer_arrays`). `needs`
    names the kinds of instances that have to occur among those that agree. With `example` the
    statement does not rest on the campaign: other steps prove what it attacks.
    """

    decide: Callable[[Random], Case] | None = None
    needs: tuple[str, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False
    together: Together | None = None
    word, is_drawn, takes_long = "campaign", False, True

    def __post_init__(self) -> None:
        if (self.decide is None) is (self.together is None):
            raise Mistake(
                "Campaign: give either decide=..., for instances one by one, or together=..."
            )

    def but_not(
        self,
        why: str,
        *,
        decide: Callable[[Random], Case] | None = None,
        together: Together | None = None,
    ) -> Campaign:
        """Return this step with a false twin: another criterion, refuted where it differs."""
        wrong = replace(self, decide=decide, together=together, needs=(), twins=())
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def case(self, random: Random) -> Case:
        """Return what one instance says."""
        assert self.decide is not None, "its instances are decided together"
        return self.decide(random)

    def conclude(
        self, kinds: Counter[str], count: int, seconds: float, evidence: dict[str, Any]
    ) -> Outcome:
        """Return what instances say of which none differs."""
        missing = [kind for kind in self.needs if not kinds[f"agrees:{kind}"]]
        if missing or not evidence["decided"]:
            what = f"no instance was {missing[0]!r}" if missing else "each of them is on a boundary"
            return Outcome("sampling", "inconclusive", seconds, evidence, f"vacuous: {what}")
        return Outcome("sampling", "sampled", seconds, evidence)

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        if "sampling" not in asked.methods:
            return []
        return [decide(self, asked.label, profile=asked.profile, seed=asked.seed)]

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return an instance at which a twisted criterion differs, or None."""
        if self.together is not None:
            block = decide_block(self, said.name, 0, range(TWIN_TRIES))
            return next(iter(block["failures"]), None)
        for number in range(TWIN_TRIES):
            case = self.case(random_of(said.name, 0, number))
            if case.finding == "differs":
                return {"number": number, **case.instance}
        return None

    def told(self, tell: Teller) -> ClaimText:
        return ClaimText((), ("Compared at random exact instances.",))
