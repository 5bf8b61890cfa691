"""Steps decided at many random exact instances: a criterion, or how often something happens.

A campaign proves nothing: it looks for the instance that an if-and-only-if forgot. Instance number
k has a random generator of its own, seeded by the campaign and by k, so what is found depends
neither on how many workers there are nor on where a run was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from verify.statements.steps import Twin

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


@dataclass(frozen=True, eq=False)
class Campaign:
    """A criterion against an exact decision, at random instances drawn one by one.

    `decide(random)` draws an instance and compares; it must use no other source of chance. `needs`
    names the kinds of instances that have to occur among those that agree. With `example` the
    statement does not rest on the campaign: other steps prove what it attacks.
    """

    decide: Callable[[Random], Case]
    needs: tuple[str, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False

    def but_not(self, why: str, *, decide: Callable[[Random], Case]) -> Campaign:
        """Return this step with a false twin: another criterion, refuted where it differs."""
        from verify.statements.steps import Twin

        wrong = replace(self, decide=decide, needs=(), twins=())
        return replace(self, twins=(*self.twins, Twin(why, wrong)))


@dataclass(frozen=True, eq=False)
class Frequency:
    """How often something happens at random instances, against its exact probability.

    `happens(random)` draws and looks; `probability` returns the exact number as a Fraction or a
    ball. The claim fails if that number is outside the interval of confidence 1 - 10^-6.
    """

    happens: Callable[[Random], bool]
    probability: Callable[[], Any]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False

    def but_not(self, why: str, *, probability: Callable[[], Any]) -> Frequency:
        """Return this step with a false twin: another probability."""
        from verify.statements.steps import Twin

        return replace(
            self, twins=(*self.twins, Twin(why, replace(self, probability=probability, twins=())))
        )
