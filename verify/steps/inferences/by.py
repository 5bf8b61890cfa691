"""Theorems of which a claim, or a step to it, is a case."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verify.language.expressions import Expression, as_scalar
from verify.language.indices import Index, Range
from verify.language.mistakes import Mistake
from verify.statements.claim_words import as_proposition, both
from verify.statements.claims import Claim
from verify.statements.inference import Inference
from verify.statements.propositions import KINDS, Proposition
from verify.statements.step import fill
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller
from verify.writing.words import listed

LETTERS = 'By(at=...) takes letters of the theorem with values, such as at={"x": lambda i: v}'


@dataclass(frozen=True, eq=False)
class By(Inference):
    """What another theorem says at given values.

    `By("T-1", at={"x": lambda i: v}, by="mean")`: letters of Theorem 1 have these values, all
    others are the letters of that name here. An operator may be `identity_operator()`. What it
    assumes has to be known here, or to be what the steps say. It concludes `says`, from what
    Theorem 1 says there and the steps; without `says` it concludes the claim, and then one that is
    refuted is refuted by the same instances.
    """

    case_of: str
    says: Proposition | None = field(default=None, kw_only=True)
    by: str | Sequence[str] = field(default=(), kw_only=True)
    direct, needs_steps = True, False
    theorem, tactic = "another theorem", ""

    def __post_init__(self) -> None:
        values = dict(self.at)
        if not all(isinstance(letter, str) for letter in values):
            raise Mistake(LETTERS)
        fill(self, at={})
        super().__post_init__()
        fill(self, at={letter: _value(value) for letter, value in values.items()})
        if self.says is not None:
            fill(self, says=as_proposition(self.says))
            if not isinstance(self.says, KINDS):
                raise Mistake(
                    f"By(says=...) takes a proposition, such as x >= 0, not {self.says!r}"
                )

    def within(self, file: str, claimed: Claim) -> By:
        return replace(self, says=both(*claimed.propositions)) if self.says is None else self

    def concludes(self) -> Proposition:
        if self.says is None:
            raise Mistake("By(...) with a false variant needs says=...")
        return self.says

    def told(self, tell: Teller) -> ClaimText:
        values = [_shown(tell, letter, value) for letter, value in self.at.items()]
        where = f" at {listed(values)}" if values else ""
        given = f", with {tell.steps(self.by)}" if self.by else ""
        said = "This is" if self.says is None else "By"
        theorem = tell.notation.reference(self.case_of, tell.cited(self.case_of))
        return ClaimText((), (f"{said} {theorem}{where}{given}.",))


def _value(value: Any) -> Any:
    """Return the value of a letter; numbers are formulas."""
    return value if isinstance(value, Expression) or callable(value) else as_scalar(value)


def _shown(tell: Teller, letter: str, value: Any) -> str:
    """Return the value of a letter as a formula among words: "x_i = v"."""
    names = [] if isinstance(value, Expression) else [*inspect.signature(value).parameters]
    body = value(*(Index(name, Range("tokens")) for name in names)) if names else value
    left = tell.notation.name(letter, names, None, False).text
    equal = tell.notation.relations["="]
    return tell.notation.inline(f"{left} {equal} {tell.printer.formula(body)}")
